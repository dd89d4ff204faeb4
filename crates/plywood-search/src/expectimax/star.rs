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

use super::EventOrder;
use super::outcome::Outcomes;
use crate::alphabeta::{Node, Searcher};
use crate::observe::{End, Observer};
use crate::ordering::{Ranked, rising};

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The value of a chance node within a window.
    pub(super) fn star(&mut self, node: &Node<'_, G>) -> (G::Value, End) {
        let mut outcomes = self.outcomes(node);
        let (value, end) = self.bounded(node, &mut outcomes);
        self.put_back(outcomes, node.ply);
        (G::Value::from_f64(value), end)
    }

    fn bounded(&mut self, node: &Node<'_, G>, outcomes: &mut Outcomes<G>) -> (f64, End) {
        let rule = &self.rules.config().chance;
        let (alpha, beta) = (node.alpha.to_f64(), node.beta.to_f64());
        // 1. What the game knows of each event, a guess for all, then what the table knows of each. Leaves are never in it.
        if outcomes.told
            && let Some(value) = outcomes.outside(alpha, beta)
        {
            return (value, End::Bounds);
        }
        if node.depth > 1 && rule.foresight {
            self.expect(node, outcomes);
            if self.meter.stopped {
                return (0.0, End::Stopped);
            }
        }
        let looks = self.looks_at_successors(node) || rule.order == EventOrder::Table;
        if node.depth > 1 && self.table.is_some() && looks && self.keeps(node.depth - 1) {
            self.look_up(outcomes, node);
            if let Some(value) = outcomes.outside(alpha, beta) {
                return (value, End::TableOfChild);
            }
        }
        self.order_events(node, outcomes);
        // 2. Foresight and probes.
        if node.depth > 1
            && rule.foresight
            && let Some(value) = self.foretell(node, outcomes)
        {
            return (value, End::Cut);
        }
        if node.depth > 1
            && rule.probe > 0
            && let Some(value) = self.probe(node, outcomes)
        {
            return (value, End::Cut);
        }
        // 3. The children one by one.
        for place in 0..outcomes.order.len() {
            let index = self.event_at(node, outcomes, place);
            if outcomes.list[index].exact() {
                continue;
            }
            if let ControlFlow::Break(value) = self.ask(node, outcomes, index) {
                return (value, End::Cut);
            }
        }
        (outcomes.mean(|outcome| outcome.lower), End::Searched)
    }

    /// Settles the order in which the events are searched. The table says nothing of leaves: those stay as they are.
    #[inline]
    pub(super) fn order_events(&self, node: &Node<'_, G>, outcomes: &mut Outcomes<G>) {
        let Outcomes { list, order, .. } = outcomes;
        order.clear();
        order.extend((0..list.len()).map(|place| Ranked { rank: 0.0, place }));
        match self.rules.config().chance.order {
            EventOrder::Game => {}
            EventOrder::Table if node.depth == 1 => {}
            _ => self.rank_events(node, outcomes),
        }
    }

    #[inline(never)]
    fn rank_events(&self, node: &Node<'_, G>, outcomes: &mut Outcomes<G>) {
        let middle = 0.5 * (node.alpha.to_f64() + node.beta.to_f64());
        // Towards the cut that the guesses promise: large values first above the window, small ones below.
        let sign = if outcomes.mean(|outcome| outcome.guess) > middle { -1.0 } else { 1.0 };
        let Outcomes { list, order, .. } = outcomes;
        for ranked in order.iter_mut() {
            let outcome = &list[ranked.place];
            ranked.rank = match (self.rules.config().chance.order, outcome.turn) {
                (EventOrder::Narrow, Turn::Player(_)) => self.game.count_moves(&outcome.position) as f64,
                (EventOrder::Narrow, _) => 0.0,
                _ => sign * outcome.guess,
            };
        }
        rising(order);
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
        let value =
            self.marked(node, &outcome.position, |searcher| searcher.below(node, outcome.via(), below));
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
    fn probe(&mut self, node: &Node<'_, G>, outcomes: &mut Outcomes<G>) -> Option<f64> {
        let tries = self.rules.config().chance.probe;
        let (alpha, beta) = (node.alpha.to_f64(), node.beta.to_f64());
        for place in 0..outcomes.order.len() {
            let index = self.event_at(node, outcomes, place);
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
                let below = Node { tries, ..below };
                let value = self
                    .marked(node, &outcome.position, |searcher| searcher.below(node, outcome.via(), below));
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
#[inline]
fn rounded<G: Game>((low, high): (f64, f64)) -> (G::Value, G::Value) {
    let low = G::Value::from_f64(low);
    (low, G::Value::from_f64(high).larger(low.next_up()))
}
