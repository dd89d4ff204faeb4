//! The root's windows: open, aspiration, MTD(f) (lecture notes, "Newer Searches"; Plaat for MTD(f) and SSS*).

use plywood_core::{Evaluator, Game, Value};

use super::{Config, FirstGuess, Mtd, Node, Searcher, Style, Window};
use crate::observe::Observer;

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The root's value at a depth, its line in the first frame; none when the budget ran out.
    pub(super) fn windows(&mut self, depth: u32) -> Option<G::Value> {
        let possible = self.possible(self.root, self.game.turn(self.root).view(), 0);
        let open = Config::open(possible.unwrap_or(self.rules.scale().bounds));
        let last = self.best.as_ref().map(|(value, _)| *value);
        match self.rules.config().style {
            Style::Window(Window { aspiration: None, .. }) => self.root(depth, open.0, open.1),
            Style::Window(Window { aspiration: Some(width), .. }) => match last {
                None => self.root(depth, open.0, open.1),
                Some(last) => self.aspire(depth, last, width, open),
            },
            Style::Mtd(Mtd { start }) => {
                let guess =
                    if start == FirstGuess::Infinity { open.1 } else { last.unwrap_or(G::Value::ZERO) };
                self.mtd(depth, guess, open)
            }
        }
    }

    /// A window around the last value, opened on the side where it fails.
    fn aspire(
        &mut self,
        depth: u32,
        last: G::Value,
        width: f64,
        open: (G::Value, G::Value),
    ) -> Option<G::Value> {
        let shifted = |by: f64| G::Value::from_f64(last.to_f64() + by);
        let mut alpha = shifted(-width).smaller(last.next_down()).larger(open.0);
        let mut beta = shifted(width).larger(last.next_up()).smaller(open.1);
        loop {
            let value = self.root(depth, alpha, beta)?;
            if value <= alpha && alpha > open.0 {
                alpha = open.0;
            } else if value >= beta && beta < open.1 {
                beta = open.1;
            } else {
                return Some(value);
            }
        }
    }

    /// Null windows that raise a lower and sink an upper bound until they meet; those that rest on no guess are told.
    fn mtd(&mut self, depth: u32, guess: G::Value, open: (G::Value, G::Value)) -> Option<G::Value> {
        let (mut lower, mut upper) = open;
        let mut proven = open;
        let mut guess = guess;
        let mut line = Vec::new();
        while lower < upper {
            let beta = if guess <= lower { lower.next_up() } else { guess };
            let before = self.ledger.mark();
            guess = self.root(depth, beta.next_down(), beta)?;
            let exact = self.ledger.is_proven_since(before) || self.rules.scale().decided(guess);
            if guess < beta {
                upper = guess;
                proven.1 = if exact { upper } else { proven.1 };
            } else {
                lower = guess;
                proven.0 = if exact { lower } else { proven.0 };
                // Only a search that failed high has a move to show.
                line = self.path.line(0).moves().to_vec();
            }
            if exact {
                let [low, high] = [proven.0, proven.1].map(|bound| self.rules.scale().payoff(bound));
                self.meter.tell_bounds(low, high);
            }
        }
        if line.is_empty() {
            // Every pass failed low: any move that is as good as the bound will do, so ask for one.
            self.root(depth, upper.next_down(), upper)?;
            line = self.path.line(0).moves().to_vec();
        }
        self.path.line_mut(0).replace(line);
        Some(upper)
    }

    /// One search of the root with a window; none when the budget ran out.
    pub(super) fn root(&mut self, depth: u32, alpha: G::Value, beta: G::Value) -> Option<G::Value> {
        self.meter.news.values.clear();
        self.path.begin(0, depth);
        let (position, turn) = (self.root, self.game.turn(self.root));
        let root = Node { position, turn, ply: 0, depth, tries: Node::<G>::ALL, alpha, beta };
        let value = self.inside(root, None);
        (!self.meter.stopped).then_some(value)
    }
}
