//! Cuts before the children are searched: null move, ProbCut, multi-cut.

use std::ops::ControlFlow;

use plywood_core::{Evaluator, Game, Step, Value};

use super::super::node::First;
use super::super::{Child, Frame, Node, Searcher};
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
        if node.ply == 0 || node.tries != Node::<G>::ALL || !self.config.prune {
            return None;
        }
        let before = (self.guesses, self.history_ends);
        let found = if self.null_cut(node) {
            Some(node.beta)
        } else if let Some(value) = self.prob_cut(node) {
            Some(value)
        } else {
            self.multi_cut(node, first).then_some(node.beta)
        };
        self.frames[node.ply as usize].pv.clear();
        // Where nothing was cut, the guesses of shallower searches do not count; a cut is one.
        (self.guesses, self.history_ends) = before;
        self.guesses += u64::from(found.is_some());
        found.filter(|_| !self.meter.stopped)
    }

    /// Whether a value can be guessed to be reached: not one of a decided game, and none at the end of the scale.
    fn is_guess(&self, value: G::Value) -> bool {
        !self.scale.decided(value) && value > self.scale.bounds.0 && value < self.scale.bounds.1
    }

    /// Whether a node is above its window even after a pass.
    fn null_cut(&mut self, node: &Node<'_, G>) -> bool {
        let (ply, beta) = (node.ply as usize, node.beta);
        let Some(less) = self.config.selective.null else { return false };
        if self.frames[ply].strand.passed || node.depth <= less || !self.is_guess(beta) {
            return false;
        }
        let Some(passed) = self.game.null_move(node.position) else { return false };
        let null = (beta.next_down(), beta);

        // 1. After the pass. It is no step of the game: nothing is carried along, and history does not hear of it.
        let fraction = self.frames[ply].strand.fraction;
        while self.frames.len() < ply + 3 {
            self.frames.push(Frame::new(E::State::default()));
        }
        let below = &mut self.frames[ply + 1];
        below.state = self.evaluator.root(self.game, &passed);
        below.pv.clear();
        below.strand = Strand { fraction, passed: true };
        let child = node.child(self.game, &passed, node.depth - 1 - less, null);
        let value = self.visit(child, None);
        let value = if child.view() == node.view() { value } else { -value };
        self.frames[ply + 1].strand = Strand::default();
        if value < beta || self.meter.stopped {
            return false;
        }

        // 2. Without it: who is better off passing is not caught by the first search.
        self.frames[ply].strand.passed = true;
        let (value, _) = self.decision(Node { depth: node.depth - less, ..node.within(null) });
        self.frames[ply].strand.passed = false;
        value >= beta && !self.meter.stopped
    }

    /// The end of the window beyond which a shallow value lies far enough.
    fn prob_cut(&mut self, node: &Node<'_, G>) -> Option<G::Value> {
        let cut = self.config.selective.probcut.as_deref()?;
        for pair in cut.at(node.depth) {
            let margin = cut.threshold * pair.deviation;
            // What the shallow value has to be for the deep one to be expected at a payoff.
            let shallow = |payoff: f64| (payoff - pair.offset) / pair.slope;
            let wanted = [(node.beta, margin), (node.alpha, -margin)];
            for (place, (end, margin)) in wanted.into_iter().enumerate() {
                if !self.is_guess(end) {
                    continue;
                }
                let wanted = self.scale.guess(shallow(self.scale.payoff(end) + margin));
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
        let Some(wanted) = self.config.selective.multicut else { return false };
        let (ply, beta) = (node.ply as usize, node.beta);
        if node.depth <= SHALLOWER || node.alpha.next_up() < beta || !self.is_guess(beta) {
            return false;
        }
        let mut children = std::mem::take(&mut self.frames[ply].children);
        let mut order = std::mem::take(&mut self.frames[ply].order);
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
                self.frames[ply + 1].strand = Strand::default();
                let depth = node.depth - 1 - SHALLOWER;
                let below = node.child(self.game, &child.position, depth, (node.alpha, beta));
                refuted += u32::from(self.below(node, (Step::Move(child.chosen), None), below) >= beta);
                if refuted == wanted || self.meter.stopped {
                    break;
                }
            }
        }
        self.frames[ply].take_back(children, order);
        refuted == wanted
    }
}
