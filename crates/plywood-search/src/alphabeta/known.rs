//! Knowledge about a node before it is searched: the game's bounds ([`Game::bounds`]), and the value from an
//! oracle.
//!
//! Bounds are proven. A node that they put outside the window, or that has only one value left, ends with
//! that value; any other node's value stays within them. Evaluations stay within them too, because a guess
//! outside would contradict the bounds. A game without bounds says so to the compiler, which then removes
//! this code. The root is always searched, so that there is a move.

use std::ops::ControlFlow;

use plywood_core::{Evaluator, Game, Player, Turn, Value};

use super::{Node, Searcher};
use crate::observe::Observer;
use crate::scale::{bounds_seen_by, seen_by};

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The values that are possible at a position before the end of the game, in a player's view; none where nothing
    /// is said.
    #[inline(always)]
    pub(crate) fn possible(
        &self,
        position: &G::Position,
        view: Player,
        ply: u32,
    ) -> Option<(G::Value, G::Value)> {
        if !G::BOUNDED || !self.rules.config().bounds {
            return None;
        }
        let payoffs = self.evaluator.possible(self.game, position)?;
        Some(bounds_seen_by(view, self.rules.scale().possible(payoffs, ply)))
    }

    /// Narrows a window to what is possible; breaks with the value where nothing is left to search. A search that does
    /// not prune wants the value itself.
    #[inline(always)]
    pub(crate) fn confine(
        &self,
        position: &G::Position,
        view: Player,
        ply: u32,
        (alpha, beta): (G::Value, G::Value),
        prune: bool,
    ) -> ControlFlow<G::Value, (G::Value, G::Value)> {
        let Some((low, high)) = self.possible(position, view, ply) else {
            return ControlFlow::Continue((alpha, beta));
        };
        if low == high || prune && low >= beta {
            return ControlFlow::Break(low);
        }
        if !prune {
            return ControlFlow::Continue((alpha, beta));
        }
        if high <= alpha {
            return ControlFlow::Break(high);
        }
        ControlFlow::Continue((alpha.larger(low), beta.smaller(high)))
    }

    /// The value of a position where the search ends: a guess within what is possible.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &G::Position, player: Player, ply: u32) -> G::Value {
        if G::BOUNDED && self.rules.config().bounds {
            return self.evaluate_within(position, player, ply);
        }
        self.guess(position, player, ply)
    }

    #[inline(never)]
    fn evaluate_within(&mut self, position: &G::Position, player: Player, ply: u32) -> G::Value {
        match self.possible(position, player, ply) {
            None => self.guess(position, player, ply),
            Some((low, high)) if low == high => low,
            Some((low, high)) => self.guess(position, player, ply).larger(low).smaller(high),
        }
    }

    /// The evaluation of a position where the search ends.
    #[inline]
    pub(super) fn guess(&mut self, position: &G::Position, player: Player, ply: u32) -> G::Value {
        self.ledger.guess();
        self.evaluation(position, player, ply)
    }

    /// The oracle's value of a node. Where history can still end the game otherwise, it is a guess.
    #[inline(never)]
    pub(crate) fn asked(&mut self, node: &Node<'_, G>) -> Option<G::Value> {
        // The root of a search needs a move; a leaf has none to give.
        if node.turn == Turn::Over || node.ply == 0 && node.depth > 0 {
            return None;
        }
        let known = self.rules.oracle()?.probe(self.game, node.position)?;
        self.ledger.guess_if(self.path.has_history());
        Some(seen_by(node.view(), self.rules.scale().exact(known, node.ply)))
    }
}
