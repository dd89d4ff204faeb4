//! Storing values in the table and reading them, for decision nodes and chance nodes alike.

use std::ops::ControlFlow;

use plywood_core::{Evaluator, Game, Turn, Value};

use super::ledger::Mark;
use super::{Node, Searcher};
use crate::observe::Observer;
use crate::scale::seen_by;
use crate::table::{Entry, Finding, Matching};

/// The counters when a node began: what they are at its end says what its value rests on and what it cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counts {
    pub(super) mark: Mark,
    pub(super) nodes: u64,
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    #[inline]
    pub(crate) fn counts(&self) -> Counts {
        Counts { mark: self.ledger.mark(), nodes: self.meter.nodes }
    }

    /// The key of a position in the table, and the symmetry through which the table sees it.
    #[inline]
    pub(crate) fn table_key(&self, position: &G::Position) -> (u64, usize) {
        if self.rules.config().symmetry { self.least_key(position) } else { (self.game.key(position), 0) }
    }

    /// Has what the table knows of a position brought near, before it is asked for.
    #[inline]
    pub(crate) fn fetch(&self, position: &G::Position) {
        if !self.rules.config().symmetry
            && let Some(table) = self.table
        {
            table.fetch(self.game.key(position));
        }
    }

    #[inline(never)]
    fn least_key(&self, position: &G::Position) -> (u64, usize) {
        let key = self.game.key(position);
        let seen = (1..self.game.symmetries())
            .map(|symmetry| (self.game.key(&self.game.transform(position, symmetry)), symmetry));
        seen.fold((key, 0), |least, other| if other.0 < least.0 { other } else { least })
    }

    /// Whether the table may know of nodes with `depth` plies below them.
    #[inline]
    pub(crate) fn keeps(&self, depth: u32) -> bool {
        depth >= self.rules.config().shallowest || self.rules.config().matching == Matching::Deeper
    }

    /// The entry of the table under a key.
    #[inline]
    pub(crate) fn entry(&self, key: u64) -> Option<Entry<G::Value>> {
        self.table?.probe(key)
    }

    /// An entry's bounds for a request of `depth` plies, as values at a ply, each with whether it is proven.
    #[inline]
    pub(crate) fn bounds(
        &self,
        entry: &Entry<G::Value>,
        ply: u32,
        depth: u32,
    ) -> ((G::Value, bool), (G::Value, bool)) {
        let (lower, upper) = entry.bounds(depth, self.rules.config().matching);
        (
            (self.rules.scale().out_of_table(lower.0, ply), lower.1),
            (self.rules.scale().out_of_table(upper.0, ply), upper.1),
        )
    }

    /// A guess of the first player's value at a ply, moved to where an entry of any depth has its bounds.
    pub(crate) fn informed(&self, guess: f64, entry: &Entry<G::Value>, turn: Turn, ply: u32) -> f64 {
        let seen = |end| seen_by(turn.view(), self.rules.scale().out_of_table(end, ply)).to_f64();
        let (one, other) = (seen(entry.lower), seen(entry.upper));
        guess.clamp(one.min(other), one.max(other))
    }

    /// Narrows a node's window by an entry; breaks with the value where nothing is left to search.
    pub(crate) fn narrow(
        &mut self,
        entry: &Entry<G::Value>,
        node: &Node<'_, G>,
    ) -> ControlFlow<G::Value, (G::Value, G::Value)> {
        let (low, high) = (node.alpha, node.beta);
        let (lower, upper) = self.bounds(entry, node.ply, node.depth);
        if lower.0 >= high || lower.0 == upper.0 {
            self.ledger.guess_if(!lower.1);
            return ControlFlow::Break(lower.0);
        }
        if upper.0 <= low {
            self.ledger.guess_if(!upper.1);
            return ControlFlow::Break(upper.0);
        }
        let mut window = (low, high);
        if lower.0 > low {
            self.ledger.guess_if(!lower.1);
            window.0 = lower.0;
        }
        if upper.0 < high {
            self.ledger.guess_if(!upper.1);
            window.1 = upper.0;
        }
        ControlFlow::Continue(window)
    }

    /// Keeps a node's value found in a window, unless it rests on history: a lower bound where it is above the low
    /// end, an upper one where it is below the high end. The best move is told by its slot.
    pub(crate) fn remember(
        &mut self,
        key: u64,
        node: &Node<'_, G>,
        (low, high): (G::Value, G::Value),
        found: G::Value,
        best: Option<usize>,
        counts: Counts,
    ) {
        let Node { ply, depth, .. } = *node;
        let Some(table) = self.table else { return };
        if self.ledger.met_history_since(counts.mark) || depth < self.rules.config().shallowest {
            return;
        }
        let proven = self.ledger.is_proven_since(counts.mark);
        let decided = self.rules.scale().decided(found);
        let value = self.rules.scale().into_table(found, ply);
        let lower = if found > low {
            (value, proven || decided && found > G::Value::ZERO)
        } else {
            (G::Value::LOWEST, false)
        };
        let upper = if found < high {
            (value, proven || decided && found < G::Value::ZERO)
        } else {
            (G::Value::HIGHEST, false)
        };
        table.store(key, Finding { depth, lower, upper, best, effort: self.meter.nodes - counts.nodes });
    }
}
