//! Foreseen events at chance nodes (Dice thesis, section 6.1, "alpha-beta window adjustments").
//!
//! Star1 asks each child for an exact value unless one child alone decides. Where the node is expected to be outside
//! the window, bounds will do: if every child is at most its threshold, and the thresholds' mean is alpha, the node
//! fails low, and each child's part needs no value below the threshold. Thresholds are guesses, all
//! shifted by the same slack; a child that is better than asked for leaves more slack to the others, and one that
//! refuses says its value. What was learned stays as bounds for Star1, so all is sound whatever the guesses were.
//!
//! An event is guessed to be worth what its mover's best move is by the evaluation, moved to where the table has bounds
//! from any depth. These evaluations are counted as such; they are no nodes.

use std::ops::ControlFlow;

use plywood_core::{Evaluator, Game, Player, Step, Turn, Value};

use super::outcome::{Outcome, Outcomes};
use crate::alphabeta::{Child, Node, Searcher};
use crate::observe::Observer;
use crate::scale::seen_by;

/// With fewer plies left a look at every move would be the search itself: only moves that win at once are seen.
const FORESIGHT: u32 = 4;

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// Guesses what the events are worth.
    pub(super) fn expect(&mut self, node: &Node<'_, G>, outcomes: &mut Outcomes<G>) {
        let mut own = None;
        for index in 0..outcomes.list.len() {
            let seen = self.foresee(node, &outcomes.list[index]);
            outcomes.list[index].guess = seen.unwrap_or_else(|| {
                *own.get_or_insert_with(|| {
                    let guess = self.glance(node.position, Player::FIRST, node.ply).to_f64();
                    let entry = self.entry(self.table_key(node.position).0);
                    entry.map_or(guess, |entry| self.informed(guess, &entry, Turn::Chance, node.ply))
                })
            });
        }
    }

    /// The value of the mover's best move after an event by the evaluation, for the first player, where there
    /// is one.
    fn foresee(&mut self, node: &Node<'_, G>, outcome: &Outcome<G>) -> Option<f64> {
        let Turn::Player(player) = outcome.turn else { return None };
        let (game, all) = (self.game, node.depth >= FORESIGHT);
        if all {
            self.carry(node.position, Step::Event(outcome.event), &outcome.position, node.ply);
        }
        let mut best = G::Value::LOWEST;
        let _ = game.children(&outcome.position, |chosen, position| {
            if all || game.turn(&position) == Turn::Over {
                let child = Child { chosen, position };
                best = best.larger(self.preview(&outcome.position, &child, player, node.ply + 1));
            }
            if self.meter.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (all || best >= self.rules.scale().bounds.1).then(|| seen_by(player, best).to_f64())
    }

    /// The node's value, where bounds on the events prove it outside the window.
    pub(super) fn foretell(&mut self, node: &Node<'_, G>, outcomes: &mut Outcomes<G>) -> Option<f64> {
        let (alpha, beta) = (node.alpha.to_f64(), node.beta.to_f64());
        for outcome in &mut outcomes.list {
            outcome.guess = outcome.guess.clamp(outcome.lower, outcome.upper);
        }
        for place in 0..outcomes.order.len() {
            let index = self.event_at(node, outcomes, place);
            let expected = outcomes.mean(|outcome| outcome.guess);
            if expected > alpha && expected < beta {
                return None;
            }
            let low_side = expected <= alpha;
            let open = |lower: f64, upper: f64, guess: f64| {
                if low_side { upper > guess } else { lower < guess }
            };
            let outcome = &outcomes.list[index];
            if outcome.exact() || !open(outcome.lower, outcome.upper, outcome.guess) {
                continue;
            }
            // Slack that others left over is spread over the children not yet proven.
            let unproven = outcomes.mean(|o| f64::from(u8::from(open(o.lower, o.upper, o.guess))));
            let slack = if low_side { alpha - expected } else { beta - expected };
            let threshold = (outcome.guess + slack / unproven).clamp(outcome.lower, outcome.upper);
            let threshold = G::Value::from_f64(threshold).to_f64();
            let window = if low_side {
                (threshold, outcomes.beta(index, beta).min(outcome.upper))
            } else {
                (outcomes.alpha(index, alpha).max(outcome.lower), threshold)
            };
            self.test(node, outcomes, index, window);
            if self.meter.stopped {
                return Some(0.0);
            }
            if let Some(value) = outcomes.outside(alpha, beta) {
                return Some(value);
            }
            // What is proven is the new guess: the bound on the side asked for, or beyond it where refused.
            let outcome = &mut outcomes.list[index];
            let granted = if low_side { outcome.upper <= threshold } else { outcome.lower >= threshold };
            outcome.guess = if granted == low_side { outcome.upper } else { outcome.lower };
        }
        None
    }
}
