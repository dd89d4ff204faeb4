//! One-pass OM search: `v0` and MIN's value at once (opponent-model thesis, algorithms 3.2, 3.4, 3.7 and 3.9).
//!
//! - A node of MAX is left when MIN's value there reaches `bound`, what MIN has already (beta pruning). V0 is asked
//!   only at leaves that MIN may choose; line 18 of algorithm 3.7 must set `v0*`.
//! - Bounded-sum pruning is algorithm 3.9 repaired: as printed it is unsound. A node of MIN is left when its value
//!   cannot matter to any node of MAX above: neither as MIN's value (at most `floor`), nor as MAX's, which is at most
//!   `B` larger (so `floor` is at most `alpha - B`). A leaf's V0 is not asked where `Vop + B` cannot beat `alpha`.
//!   Where MAX has a `beta` (section 3.4.6: two windows, `B` apart), a node of MAX is also left when MIN's value reaches
//!   `beta + B`: whoever chooses it gives MAX `beta`.
//! - Where equal moves count, all of them are kept: line 15a of algorithm 3.4 compares a stale value at leaves.
//! - Both values may be kept for nodes that are met again, each with its bounds (section 3.4.2).

use plywood_core::{Evaluator, Game, Turn, Value};

use super::{OmMethod, Pruning, Ties};
use crate::alphabeta::at_most;
use crate::observe::End;
use crate::opponent::known::Place;
use crate::opponent::modelling::scouted;
use crate::opponent::walk::{Node, Walk, less, more};

/// The knowledge from above a node.
#[derive(Clone, Copy)]
struct Window<V> {
    /// MIN's values at or below this matter to nobody.
    floor: V,
    /// MAX's values at or below this matter to nobody.
    alpha: f64,
    /// Nor does how much MAX's values are above this.
    beta: f64,
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
        (alpha, beta): (f64, f64),
    ) -> f64 {
        // A leaf has both values, as everywhere: closed form 3.9 counts them at depth 1 as well.
        if child.depth > 0 && (walk.turn(child.position) == Turn::Over || !self.speculative(child)) {
            return walk.own(child, (alpha, beta));
        }
        // Nobody asks for MIN's value at the root.
        let floor = self.spread().map_or(G::Value::LOWEST, |most| less(alpha, most));
        let window = Window { floor, alpha, beta, bound: G::Value::HIGHEST };
        let (v_op, v0) = self.one_pass(walk, child, window);
        v0.unwrap_or_else(|| self.own_of(walk, child, v_op, &window))
    }

    /// The greatest difference between the evaluations, where it is used.
    fn spread(&self) -> Option<f64> {
        match self.config.pruning {
            Pruning::BoundedSum(most) => Some(most),
            Pruning::None | Pruning::Beta => None,
        }
    }

    /// MIN's value from which on MAX has `beta`.
    fn enough<V: Value>(&self, window: &Window<V>) -> V {
        self.spread().map_or(V::HIGHEST, |most| more(window.beta, most))
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
            let high = window.bound.smaller(self.enough(&window));
            let v_op = walk.value(1, node.to(self.model_depth(node.depth)), (low, high));
            walk.tell(1, "v_op", v_op);
            return (v_op, None);
        }
        if !walk.meter.visit() {
            return (G::Value::ZERO, None);
        }
        // Where MIN's oracle knows MIN's value, MAX still speculates on MIN's moves below.
        let told = walk.told(1, node);
        let bounded = told.filter(|v_op| self.config.pruning != Pruning::None && *v_op >= window.bound);
        if let Some(v_op) = bounded {
            return (v_op, None);
        }
        let window = if told.is_some() { Window { bound: G::Value::HIGHEST, ..window } } else { window };
        let place = walk.place(node);
        if let Some(answer) = self.known(walk, place, &window) {
            return answer;
        }
        let answer = if turn.view() == walk.max {
            self.both_of_max(walk, node, window)
        } else {
            self.both_of_min(walk, node, window)
        };
        let answer = (told.unwrap_or(answer.0), answer.1);
        if place.is_some() {
            self.keep(walk, place, &window, answer);
        }
        walk.tell(1, "v_op", answer.0);
        answer
    }

    /// Both values of a node where enough of them is known.
    fn known<G: Game, E: Evaluator<G>>(
        &self,
        walk: &Walk<'_, G, E>,
        place: Option<Place>,
        window: &Window<G::Value>,
    ) -> Option<Answer<G::Value>> {
        place?;
        let (prunes, bounded) = (self.config.pruning != Pruning::None, self.spread().is_some());
        let (low, high) = walk.known_model(place, 0);
        let (least, most) = walk.known_own(place);
        if prunes && low >= window.bound {
            return Some((low, None));
        }
        if bounded && high <= window.floor {
            return Some((high, Some(window.alpha)));
        }
        if let Some(spread) = self.spread().filter(|_| low >= self.enough(window)) {
            return Some((low, Some(least.max(low.to_f64() - spread))));
        }
        let own = match (least, most) {
            _ if least == most => Some(least),
            _ if bounded && most <= window.alpha => Some(window.alpha),
            _ if bounded && least >= window.beta => Some(least),
            _ => None,
        };
        own.filter(|_| low == high).map(|own| (low, Some(own)))
    }

    /// Keeps both values of a node as they were found in a window.
    fn keep<G: Game, E: Evaluator<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        place: Option<Place>,
        window: &Window<G::Value>,
        (v_op, v0): Answer<G::Value>,
    ) {
        let bounded = self.spread().is_some();
        let more = self.config.pruning != Pruning::None && v_op >= window.bound.smaller(self.enough(window));
        let less = bounded && v_op <= window.floor;
        let models =
            (if less { G::Value::LOWEST } else { v_op }, if more { G::Value::HIGHEST } else { v_op });
        let own = v0.map_or((f64::NEG_INFINITY, f64::INFINITY), |v0| {
            (
                if bounded && v0 <= window.alpha { f64::NEG_INFINITY } else { v0 },
                if bounded && v0 >= window.beta { f64::INFINITY } else { v0 },
            )
        });
        walk.keep(place, own, &[models]);
    }

    fn both_of_max<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        window: Window<G::Value>,
    ) -> Answer<G::Value> {
        let (mut v0, mut v_op) = (f64::NEG_INFINITY, G::Value::LOWEST);
        let enough = self.enough(&window);
        let children = walk.children(node.position);
        for (place, child) in children.iter().enumerate() {
            let alpha = window.alpha.max(v0);
            let floor = match self.spread() {
                Some(most) => window.floor.larger(v_op).smaller(less(alpha, most)),
                None => G::Value::LOWEST,
            };
            let (mut found, mut own) = (G::Value::LOWEST, None);
            let scout = self.config.windows.pvs && self.spread().is_some() && place > 0 && node.depth > 1;
            let null = scout.then(|| walk.next_up(alpha));
            scouted(null, (alpha, window.beta), |(alpha, beta)| {
                let inner = Window { floor, alpha, beta, bound: window.bound };
                walk.descend(node, child);
                (found, own) = self.one_pass(walk, node.below(child), inner);
                // MAX's value of a leaf is asked only where MIN may come here and MAX may want it.
                if own.is_none() && found < window.bound {
                    own = Some(self.own_of(walk, node.below(child), found, &inner));
                }
                walk.ascend(own, if own.is_some() { End::Searched } else { End::Cut });
                own.unwrap_or(f64::NEG_INFINITY)
            });
            v_op = v_op.larger(found);
            v0 = v0.max(own.unwrap_or(f64::NEG_INFINITY));
            if v_op >= window.bound.smaller(enough) || walk.meter.stopped {
                walk.tell_pruned(&children[place + 1..]);
                let least = self.spread().filter(|_| v_op < window.bound).map(|most| v_op.to_f64() - most);
                return (v_op, least.map(|least| least.max(v0)));
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
        let (prunes, slack) = (self.config.pruning != Pruning::None, self.config.ties.equals().slack());
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
                Ties::First if found >= v_op => {}
                Ties::First => {
                    candidates.clear();
                    candidates.push((place, found, own));
                }
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
            let own = match own.or_else(|| self.own_beyond(found, &window)) {
                Some(own) => own,
                // MAX's value where speculation ends is asked only once MIN is known to choose it.
                None => {
                    walk.descend(node, &children[place]);
                    let own = walk.own(node.below(&children[place]), (f64::NEG_INFINITY, f64::INFINITY));
                    walk.ascend(Some(own), End::Searched);
                    own
                }
            };
            v0 = v0.min(own);
        }
        (v_op, Some(v0))
    }

    /// The stand-in for MAX's value where MIN's value shows that it lies outside the window.
    fn own_beyond<V: Value>(&self, v_op: V, window: &Window<V>) -> Option<f64> {
        let (v_op, most) = (v_op.to_f64(), self.spread()?);
        if v_op + most <= window.alpha {
            return Some(window.alpha);
        }
        Some(v_op - most).filter(|least| *least >= window.beta)
    }

    /// MAX's value where speculation ends and MIN has `v_op`, as far as the window needs it.
    fn own_of<G: Game, E: Evaluator<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        v_op: G::Value,
        window: &Window<G::Value>,
    ) -> f64 {
        let beyond = self.own_beyond(v_op, window);
        beyond.unwrap_or_else(|| walk.own(node, (f64::NEG_INFINITY, f64::INFINITY)))
    }
}
