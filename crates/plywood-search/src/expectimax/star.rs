//! Star1, Star2 and StarETC (Dice thesis, sections 2.4.3, 2.4.4 and 3).
//!
//! Each event has bounds on its value, at first those of any value, and the mean is outside the window as soon as the
//! mean of the bounds is. Three things tighten them: what the table knows of the children (StarETC), a probe of each
//! child's best-looking moves (Star2), and the search of the children one by one in the narrowest windows that leave
//! nothing open (Star1, equations 2.11 and 2.12).
//!
//! A probe bounds a child from the side of whoever moves there: from below where the first player does, from above
//! where the second does, and not at all where chance or nobody does.

use std::ops::ControlFlow;

use plywood_core::{Evaluator, Game, Player, Turn, Value};

use super::outcome::Outcomes;
use super::{EventOrder, Outcome};
use crate::alphabeta::{Node, Searcher};
use crate::observe::{End, Observer};
use crate::ordering::rising;

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The value of a chance node within a window.
    pub(super) fn star(&mut self, node: &Node<'_, G>) -> (G::Value, End) {
        let mut outcomes = self.outcomes(node);
        let (value, end) = self.bounded(node, &mut outcomes);
        self.put_back(outcomes, node.ply);
        (G::Value::from_f64(value), end)
    }

    fn bounded(&mut self, node: &Node<'_, G>, outcomes: &mut Outcomes<G>) -> (f64, End) {
        let rule = self.config.chance;
        let (alpha, beta) = (node.alpha.to_f64(), node.beta.to_f64());
        // 1. A guess for all events, then what the table knows of each. Leaves are never in it.
        if node.depth > 1 && rule.proof {
            self.expect(node, outcomes);
        }
        if node.depth > 1 && self.table.is_some() && (rule.successors || rule.order == EventOrder::Table) {
            self.look_up(outcomes, node);
            if let Some(value) = outcomes.outside(alpha, beta) {
                return (value, End::TableOfChild);
            }
        }
        let order = self.event_order(outcomes, alpha, beta);
        // 2. Proofs and probes.
        if node.depth > 1
            && rule.proof
            && let Some(value) = self.prove(node, outcomes, &order)
        {
            return (value, End::Cut);
        }
        if node.depth > 1
            && rule.probe > 0
            && let Some(value) = self.probe(node, outcomes, &order)
        {
            return (value, End::Cut);
        }
        // 3. The children one by one.
        for index in order {
            if outcomes.list[index].exact() {
                continue;
            }
            if let ControlFlow::Break(value) = self.ask(node, outcomes, index) {
                return (value, End::Cut);
            }
        }
        (outcomes.mean(|outcome| outcome.lower), End::Searched)
    }

    /// The order in which the events are searched, as places in the list.
    fn event_order(&self, outcomes: &Outcomes<G>, alpha: f64, beta: f64) -> Vec<usize> {
        let list = outcomes.list.iter();
        let ranks: Vec<f64> = match self.config.chance.order {
            EventOrder::Game => return (0..outcomes.list.len()).collect(),
            EventOrder::Narrow => {
                let moves = |outcome: &Outcome<G>| match outcome.turn {
                    Turn::Player(_) => self.game.count_moves(&outcome.position) as f64,
                    _ => 0.0,
                };
                list.map(moves).collect()
            }
            EventOrder::Table => {
                // Towards the cut that the guesses promise: large values first above the window, small ones below.
                let sign =
                    if outcomes.mean(|outcome| outcome.guess) > 0.5 * (alpha + beta) { -1.0 } else { 1.0 };
                list.map(|outcome| sign * outcome.guess).collect()
            }
        };
        rising(&ranks)
    }

    /// Searches one event in the window that leaves nothing open, and takes over what it says. Breaks with the node's
    /// value where that is outside the window now, or when stopped.
    #[inline]
    fn ask(&mut self, node: &Node<'_, G>, outcomes: &mut Outcomes<G>, index: usize) -> ControlFlow<f64> {
        let (alpha, beta) = (node.alpha.to_f64(), node.beta.to_f64());
        let (least, most) = (outcomes.alpha(index, alpha), outcomes.beta(index, beta));
        let outcome = &outcomes.list[index];
        let window = (least.max(outcome.lower), most.min(outcome.upper));
        let Some(value) = self.test(node, outcomes, index, window) else {
            return ControlFlow::Break(0.0);
        };
        // Not by the sums: rounding could keep them inside, with the child's value still open.
        if value <= least {
            ControlFlow::Break(outcomes.upper().min(alpha))
        } else if value >= most {
            ControlFlow::Break(outcomes.lower().max(beta))
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Searches one event in a window and takes over what it says; none once stopped.
    pub(super) fn test(
        &mut self,
        node: &Node<'_, G>,
        outcomes: &mut Outcomes<G>,
        index: usize,
        window: (f64, f64),
    ) -> Option<f64> {
        let outcome = &outcomes.list[index];
        let (low, high) = rounded::<G>(window);
        let below = node.child(self.game, &outcome.position, node.depth - 1, (low, high));
        let value = self.below(node, outcome.via(), below);
        if self.meter.stopped {
            return None;
        }
        if value > low {
            outcomes.raise(index, value.to_f64());
        }
        if value < high {
            outcomes.sink(index, value.to_f64());
        }
        Some(value.to_f64())
    }

    /// The probing phase of Star2: some moves of every child bound it from the mover's side. The value, where that is
    /// enough to leave the window.
    fn probe(&mut self, node: &Node<'_, G>, outcomes: &mut Outcomes<G>, order: &[usize]) -> Option<f64> {
        let tries = self.config.chance.probe;
        let (alpha, beta) = (node.alpha.to_f64(), node.beta.to_f64());
        for index in order.iter().copied() {
            let outcome = &outcomes.list[index];
            let Turn::Player(player) = outcome.turn else { continue };
            if outcome.exact() {
                continue;
            }
            if self.game.count_moves(&outcome.position) <= tries as usize {
                // All moves are tried anyway: that is a search.
                if let ControlFlow::Break(value) = self.ask(node, outcomes, index) {
                    return Some(value);
                }
            } else {
                // The far side of the window is where the mover's bound would already be enough.
                let window = if player == Player::FIRST {
                    (outcome.lower, outcomes.beta(index, beta).min(outcome.upper))
                } else {
                    (outcomes.alpha(index, alpha).max(outcome.lower), outcome.upper)
                };
                let window = rounded::<G>(window);
                let below = node.child(self.game, &outcome.position, node.depth - 1, window);
                let value = self.below(node, outcome.via(), Node { tries, ..below });
                if self.meter.stopped {
                    return Some(0.0);
                }
                if player == Player::FIRST {
                    outcomes.raise(index, value.to_f64());
                } else {
                    outcomes.sink(index, value.to_f64());
                }
            }
            if let Some(value) = outcomes.outside(alpha, beta) {
                return Some(value);
            }
        }
        None
    }
}

/// A window in values; rounding may close one that is as narrow as can be, which opens it by a step.
fn rounded<G: Game>((low, high): (f64, f64)) -> (G::Value, G::Value) {
    let low = G::Value::from_f64(low);
    (low, G::Value::from_f64(high).larger(low.next_up()))
}
