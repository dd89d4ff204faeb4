//! Cuts before the children are searched: null move, ProbCut, multi-cut.

use std::ops::ControlFlow;

use plywood_core::{Evaluator, Game, Step, Value};

use super::super::node::First;
use super::super::{Child, Node, Searcher};
use super::Strand;
use crate::observe::Observer;
use crate::ordering::highest_first;

/// Plies that the searches of a multi-cut are shallower.
const SHALLOWER: u32 = 2;

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The value that a node is cut with, where it is.
    #[inline(never)]
    pub(in super::super) fn cut_forward(
        &mut self,
        node: &Node<'_, G>,
        first: Option<First>,
    ) -> Option<G::Value> {
        if node.ply == 0 || node.tries != Node::<G>::ALL || !self.rules.config().prune {
            return None;
        }
        let before = self.ledger.mark();
        let found = if self.null_cut(node) {
            Some(node.beta)
        } else if let Some(value) = self.prob_cut(node) {
            Some(value)
        } else {
            self.multi_cut(node, first).then_some(node.beta)
        };
        self.path.line_mut(node.ply).clear();
        // Where nothing was cut, the guesses of shallower searches do not count; a cut is one.
        self.ledger.forget_since(before);
        self.ledger.guess_if(found.is_some());
        found.filter(|_| !self.meter.stopped)
    }

    /// Whether a value can be guessed to be reached: not one of a decided game, and none at the end of the scale.
    fn is_guess(&self, value: G::Value) -> bool {
        !self.rules.scale().decided(value)
            && value > self.rules.scale().bounds.0
            && value < self.rules.scale().bounds.1
    }

    /// Whether a node is above its window even after a pass.
    fn null_cut(&mut self, node: &Node<'_, G>) -> bool {
        let (ply, beta) = (node.ply, node.beta);
        let Some(less) = self.rules.config().selective.null else { return false };
        if self.path.strand(ply).passed || node.depth <= less || !self.is_guess(beta) {
            return false;
        }
        let Some(passed) = self.game.null_move(node.position) else { return false };
        let null = (beta.next_down(), beta);

        // 1. After the pass. It is no step of the game: nothing is carried along, and history does not hear of it.
        let fraction = self.path.strand(ply).fraction;
        self.path.reach(ply + 2);
        let state = self.evaluator.root(self.game, &passed);
        self.path.go_on_from(ply + 1, state, Strand { fraction, passed: true });
        let child = node.child(self.game, &passed, node.depth - 1 - less, null);
        let value = self.visit(child, None);
        let value = if child.view() == node.view() { value } else { -value };
        *self.path.strand(ply + 1) = Strand::default();
        if value < beta || self.meter.stopped {
            return false;
        }

        // 2. Without it: who is better off passing is not caught by the first search.
        self.path.strand(ply).passed = true;
        let (value, _) = self.decision(Node { depth: node.depth - less, ..node.within(null) });
        self.path.strand(ply).passed = false;
        value >= beta && !self.meter.stopped
    }

    /// The end of the window beyond which a shallow value lies far enough.
    fn prob_cut(&mut self, node: &Node<'_, G>) -> Option<G::Value> {
        let cut = self.rules.config().selective.probcut.as_deref()?;
        for pair in cut.at(node.depth) {
            let margin = cut.threshold * pair.deviation;
            // What the shallow value has to be for the deep one to be expected at a payoff.
            let shallow = |payoff: f64| (payoff - pair.offset) / pair.slope;
            let wanted = [(node.beta, margin), (node.alpha, -margin)];
            for (place, (end, margin)) in wanted.into_iter().enumerate() {
                if !self.is_guess(end) {
                    continue;
                }
                let wanted = self.rules.scale().guess(shallow(self.rules.scale().payoff(end) + margin));
                let Some(bound) = wanted else { continue };
                let above = place == 0;
                let window = if above { (bound.next_down(), bound) } else { (bound, bound.next_up()) };
                let (value, _) = self.decision(Node { depth: pair.shallow, ..node.within(window) });
                if self.meter.stopped {
                    return None;
                }
                if above && value >= bound || !above && value <= bound {
                    return Some(end);
                }
            }
        }
        None
    }

    /// Whether enough of the first moves refute a node in shallower searches.
    fn multi_cut(&mut self, node: &Node<'_, G>, first: Option<First>) -> bool {
        let Some(wanted) = self.rules.config().selective.multicut else { return false };
        let (ply, beta) = (node.ply, node.beta);
        if node.depth <= SHALLOWER || node.alpha.next_up() < beta || !self.is_guess(beta) {
            return false;
        }
        let (mut children, mut order) = self.path.lend(ply);
        children.clear();
        let _ = self.game.children(node.position, |chosen, child| {
            children.push(Child { chosen, position: child });
            ControlFlow::<()>::Continue(())
        });
        let mut refuted = 0;
        if children.len() >= wanted as usize {
            self.rate(&children, &mut order, first, node);
            highest_first(&mut order);
            for rating in order.iter().take(2 * wanted as usize) {
                let child = &children[rating.place()];
                *self.path.strand(ply + 1) = Strand::default();
                let depth = node.depth - 1 - SHALLOWER;
                let below = node.child(self.game, &child.position, depth, (node.alpha, beta));
                refuted += u32::from(self.below(node, (Step::Move(child.chosen), None), below) >= beta);
                if refuted == wanted || self.meter.stopped {
                    break;
                }
            }
        }
        self.path.take_back(ply, (children, order));
        refuted == wanted
    }
}
