//! One-pass OM search: `v0` and MIN's value at once (opponent-model thesis, algorithms 3.2, 3.4, 3.7 and 3.9).
//!
//! - A node of MAX is left when MIN's value there reaches `bound`, what MIN has already (beta pruning). V0 is asked
//!   only at leaves that MIN may choose; line 18 of algorithm 3.7 must set `v0*`.
//! - Bounded-sum pruning is algorithm 3.9 repaired: as printed it is unsound. A node of MIN is left when its value
//!   cannot matter to any node of MAX above: neither as MIN's value (at most `floor`), nor as MAX's, which is at most
//!   `B` larger (so `floor` is at most `alpha - B`). A leaf's V0 is not asked where `Vop + B` cannot beat `alpha`.
//! - Where equal moves count, all of them are kept: line 15a of algorithm 3.4 compares a stale value at leaves.

use plywood_core::{Evaluator, Game, Turn, Value};

use super::{OmMethod, Pruning, Ties};
use crate::alphabeta::{Child, at_most};
use crate::observe::End;
use crate::opponent::walk::{Node, Walk};

/// What is known above a node.
#[derive(Clone, Copy)]
struct Window<V> {
    /// MIN's values at or below this matter to nobody.
    floor: V,
    /// MAX's values at or below this matter to nobody.
    alpha: f64,
    /// Nodes of MAX whose value for MIN is at or above this are not chosen.
    bound: V,
}

/// MIN's value, and MAX's where it was found: it was not where MIN turns away, nor yet at the end of speculation.
type Answer<V> = (V, Option<f64>);

impl OmMethod<'_> {
    /// `v0` of a child of the root.
    pub(super) fn one_pass_root_child<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        child: Node<'_, G>,
        alpha: f64,
    ) -> f64 {
        // A leaf has both values, as everywhere: closed form 3.9 counts them at depth 1 as well.
        if child.depth > 0 && (walk.turn(child.position) == Turn::Over || !self.speculative(child)) {
            return walk.own(child, (alpha, f64::INFINITY));
        }
        // Nobody asks for MIN's value at the root.
        let floor = self.spread().map_or(G::Value::LOWEST, |most| at_most(alpha - most));
        let window = Window { floor, alpha, bound: G::Value::HIGHEST };
        let (v_op, v0) = self.one_pass(walk, child, window);
        match (v0, self.spread()) {
            (Some(v0), _) => v0,
            (None, Some(most)) if v_op.to_f64() + most <= alpha => v_op.to_f64() + most,
            (None, _) => walk.own(child, (alpha, f64::INFINITY)),
        }
    }

    /// The greatest difference between the evaluations, where it is used.
    fn spread(&self) -> Option<f64> {
        match self.config.pruning {
            Pruning::BoundedSum(most) => Some(most),
            Pruning::None | Pruning::Beta => None,
        }
    }

    fn one_pass<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        window: Window<G::Value>,
    ) -> Answer<G::Value> {
        let turn = walk.turn(node.position);
        if turn == Turn::Over || !self.speculative(node) {
            let low = if self.config.pruning == Pruning::None { G::Value::LOWEST } else { window.floor };
            let v_op = walk.value(1, node.to(self.model_depth(node.depth)), (low, window.bound));
            walk.tell(1, "v_op", v_op);
            return (v_op, None);
        }
        if !walk.meter.visit() {
            return (G::Value::ZERO, None);
        }
        let answer = if turn.view() == walk.max {
            self.both_of_max(walk, node, window)
        } else {
            self.both_of_min(walk, node, window)
        };
        walk.tell(1, "v_op", answer.0);
        answer
    }

    fn both_of_max<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        window: Window<G::Value>,
    ) -> Answer<G::Value> {
        let (mut v0, mut v_op) = (f64::NEG_INFINITY, G::Value::LOWEST);
        let children = walk.children(node.position);
        for (place, child) in children.iter().enumerate() {
            let alpha = window.alpha.max(v0);
            let floor = match self.spread() {
                Some(most) => window.floor.larger(v_op).smaller(at_most(alpha - most)),
                None => G::Value::LOWEST,
            };
            walk.descend(node, child);
            let inner = Window { floor, alpha, bound: window.bound };
            let (found, own) = self.one_pass(walk, node.below(child), inner);
            // MAX's value of a leaf is asked only where MIN may come here and MAX may want it.
            let wanted =
                found < window.bound && self.spread().is_none_or(|most| found.to_f64() + most > alpha);
            let own = match own {
                None if wanted => Some(walk.own(node.below(child), (f64::NEG_INFINITY, f64::INFINITY))),
                own => own,
            };
            walk.ascend(own, if own.is_some() { End::Searched } else { End::Cut });
            v_op = v_op.larger(found);
            v0 = v0.max(own.unwrap_or(f64::NEG_INFINITY));
            if v_op >= window.bound || walk.meter.stopped {
                walk.tell_pruned(&children[place + 1..]);
                return (v_op, None);
            }
        }
        // What MAX did not ask for was at most the bound of the window.
        (v_op, Some(v0.max(if self.spread().is_some() { window.alpha } else { v0 })))
    }

    fn both_of_min<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        window: Window<G::Value>,
    ) -> Answer<G::Value> {
        let (prunes, slack) = (self.config.pruning != Pruning::None, self.config.ties.slack());
        let within = |value: G::Value| at_most::<G::Value>(value.to_f64() + slack);
        // With equal moves kept, one beyond the bound may still be within reach of the best.
        let far = window.bound == G::Value::HIGHEST || slack == 0.0;
        let outer = if far { window.bound } else { within(window.bound).next_up() };
        let mut v_op = G::Value::HIGHEST;
        let mut bound = outer;
        let mut candidates: Vec<(usize, G::Value, Option<f64>)> = Vec::new();
        let children = walk.children(node.position);
        for (place, child) in children.iter().enumerate() {
            walk.descend(node, child);
            let inner = Window { bound: if prunes { bound } else { G::Value::HIGHEST }, ..window };
            let (found, own) = self.one_pass(walk, node.below(child), inner);
            walk.ascend(own, if own.is_some() { End::Searched } else { End::Cut });
            if walk.meter.stopped {
                return (G::Value::ZERO, None);
            }
            match self.config.ties {
                Ties::First if found < v_op => candidates = vec![(place, found, own)],
                Ties::First => {}
                Ties::Worst { .. } => candidates.push((place, found, own)),
            }
            v_op = v_op.smaller(found);
            bound = outer.smaller(match self.config.ties {
                Ties::First => v_op,
                Ties::Worst { .. } => within(v_op).next_up(),
            });
            if v_op <= window.floor && self.spread().is_some() {
                walk.tell_pruned(&children[place + 1..]);
                return (v_op, Some(window.alpha));
            }
        }
        if prunes && v_op >= window.bound {
            return (v_op, None);
        }
        let last = within(v_op);
        candidates.retain(|(_, found, _)| *found <= last);
        let mut v0 = f64::INFINITY;
        for (place, found, own) in candidates {
            let own = match (own, self.spread()) {
                (Some(own), _) => own,
                // The window says that MAX does not care.
                (None, Some(most)) if found.to_f64() + most <= window.alpha => window.alpha,
                (None, _) => self.own_of_child(walk, node, &children[place]),
            };
            v0 = v0.min(own);
        }
        (v_op, Some(v0))
    }

    /// MAX's value of a child where speculation ends: asked only once MIN is known to choose it.
    fn own_of_child<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        child: &Child<G>,
    ) -> f64 {
        walk.descend(node, child);
        let own = walk.own(node.below(child), (f64::NEG_INFINITY, f64::INFINITY));
        walk.ascend(Some(own), End::Searched);
        own
    }
}
