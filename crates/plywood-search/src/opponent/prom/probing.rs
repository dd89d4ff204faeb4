//! PrOM search with alpha-beta probes (opponent-model thesis, algorithms 6.2, 6.3 and 6.5).
//!
//! - A type's probe below the move it chose needs no window beyond its value; below moves of other types its window
//!   is open (figure 6.4).
//! - Bounded sum: the value of the type with MAX's evaluation bounds the other types' probes, `B` to each side
//!   (section 6.3.6), and it bounds `v0`: every further node of MIN where others may be lured adds `2 B` times their
//!   probability at most, so a node that cannot reach `alpha` is left after one probe.
//! - MAX's `alpha` passes through a node of MIN to the last of the moves that types play, less what the others gave.
//! - Above leaves MAX's value of every child is known once the type with MAX's evaluation was asked, and
//!   remembered if evaluations are. Whatever another type plays is worth the greatest of them at most, so
//!   types are asked one by one, and only while `v0` may still be above `alpha`.

use plywood_core::{Evaluator, Game, PayoffKind, Turn, Value};

use super::{PromMethod, Sharing};
use crate::alphabeta::{Child, at_most};
use crate::observe::End;
use crate::opponent::mstar;
use crate::opponent::om::Pruning;
use crate::opponent::utility::Utility;
use crate::opponent::walk::{Expected, Node, Walk};

impl<V: Value> PromMethod<'_, V> {
    /// `v0` of the end of the path, exact where it is above `alpha`; each type's value there is below its bound.
    pub(super) fn probing<G: Game<Value = V>, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        bounds: &[G::Value],
        alpha: f64,
    ) -> f64 {
        let turn = walk.turn(node.position);
        if turn == Turn::Over || !self.speculative(node) {
            return self.own(walk, node, alpha);
        }
        if !walk.meter.visit() {
            return 0.0;
        }
        let (place, window) = (walk.place(node), (alpha, f64::INFINITY));
        if let Some(v0) = walk.known_within(place, window) {
            return v0;
        }
        let v0 = if turn.view() == walk.max {
            self.best_of_max(walk, node, bounds, alpha)
        } else {
            self.mean_of_min(walk, node, bounds, alpha)
        };
        walk.keep_within(place, window, v0);
        v0
    }

    fn best_of_max<G: Game<Value = V>, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        bounds: &[G::Value],
        alpha: f64,
    ) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for child in &walk.children(node.position) {
            walk.descend(node, child);
            let v0 = self.probing(walk, node.below(child), bounds, alpha.max(best));
            walk.ascend(Some(v0), End::Searched);
            best = best.max(v0);
            if walk.meter.stopped {
                break;
            }
        }
        best
    }

    fn mean_of_min<G: Game<Value = V>, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        bounds: &[G::Value],
        alpha: f64,
    ) -> f64 {
        // 1. What each type would play.
        let Some(predictions) = self.predictions(walk, node, bounds, alpha) else {
            return alpha;
        };
        if walk.meter.stopped {
            return 0.0;
        }
        self.tell_values(walk, predictions.iter().map(|(value, _)| value));

        // 2. The moves that some type plays, each once, with their probabilities.
        let mut moves: Vec<(&Child<G>, f64)> = Vec::new();
        for (one, (_, chosen)) in self.types.iter().zip(&predictions) {
            let share = one.probability / chosen.len() as f64;
            for child in chosen {
                match moves.iter_mut().find(|(known, _)| known.chosen == child.chosen) {
                    Some((_, probability)) => *probability += share,
                    None => moves.push((child, share)),
                }
            }
        }

        // 3. Their mean. The type with MAX's evaluation has evaluated the leaf that it plays for MAX.
        let own = self.own_type().filter(|_| node.depth == 1).map(|own| &predictions[own]);
        let mut mean = 0.0;
        for (place, (child, probability)) in moves.iter().enumerate() {
            let last = place + 1 == moves.len();
            let alpha = if last { cautious(alpha - mean, alpha) / probability } else { f64::NEG_INFINITY };
            let below: Vec<_> = predictions
                .iter()
                .zip(self.types)
                .map(|((value, chosen), one)| {
                    let played = chosen.iter().any(|one| one.chosen == child.chosen);
                    let narrow =
                        played && self.config.pruning != Pruning::None && !walk.ends(one.levels[0], child);
                    if narrow { value.next_up() } else { G::Value::HIGHEST }
                })
                .collect();
            walk.descend(node, child);
            walk.tell_number("probability", *probability);
            let v0 = match own {
                Some((value, chosen)) if chosen.iter().any(|one| one.chosen == child.chosen) => {
                    self.config.utility.worth(walk.probers[0].rules.scale(), *value)
                }
                _ => self.probing(walk, node.below(child), &below, alpha),
            };
            walk.ascend(Some(v0), End::Searched);
            mean += probability * v0;
            if walk.meter.stopped {
                return 0.0;
            }
        }
        mean
    }

    /// The type with MAX's evaluation and horizon.
    fn own_type(&self) -> Option<usize> {
        (0..self.types.len()).find(|place| self.types[*place].levels == [0] && self.ahead[*place] == 0)
    }

    /// Every type's value and moves; none where `v0` cannot be above `alpha`.
    fn predictions<G: Game<Value = V>, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        bounds: &[G::Value],
        alpha: f64,
    ) -> Option<Vec<Expected<G>>> {
        let (low, high) = (G::Value::LOWEST, G::Value::HIGHEST);
        let bound = |place: usize| if self.config.pruning == Pruning::None { high } else { bounds[place] };
        let mut windows: Vec<_> = (0..self.types.len()).map(|place| (low, bound(place))).collect();
        let mut found: Vec<Option<Expected<G>>> = (0..self.types.len()).map(|_| None).collect();

        // The type with MAX's evaluation comes first where it bounds what the others can do.
        let lazy =
            node.depth == 1 && matches!(self.config.sharing, Sharing::All(_)) && alpha > f64::NEG_INFINITY;
        if let Some(own) = self.own_type().filter(|_| lazy || self.spread().is_some()) {
            let asked = self.ask_type(walk, node, own, windows[own]);
            if let Some(most) = self.spread() {
                if self.cannot_reach(walk, asked.0, self.types[own].probability, node.depth, most, alpha) {
                    return None;
                }
                let value = asked.0.to_f64();
                let least = at_most::<G::Value>(value - most).next_down();
                let greatest = at_most::<G::Value>(value + most).next_up();
                for (place, window) in windows.iter_mut().enumerate() {
                    if self.type_depth(place, node.depth) == node.depth {
                        *window = (least, greatest.smaller(window.1));
                    }
                }
            }
            found[own] = Some(asked);
            if lazy {
                return self.while_it_matters(walk, node, &windows, found, (own, alpha));
            }
        }

        for (place, slot) in found.iter_mut().enumerate().filter(|(_, slot)| slot.is_none()) {
            *slot = Some(self.ask_type(walk, node, place, windows[place]));
        }
        found.into_iter().collect()
    }

    /// The move of one type.
    fn ask_type<G: Game<Value = V>, E: Evaluator<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        place: usize,
        window: (G::Value, G::Value),
    ) -> Expected<G> {
        let node = node.to(self.type_depth(place, node.depth));
        match &self.types[place].levels[..] {
            [model] => walk.predict(*model, node, window, self.equals()),
            levels => {
                // Nothing bounds what a model of a model leads to.
                let (holder, low) = (walk.max.other(), G::Value::LOWEST);
                let (value, moves) = mstar::level_choice(walk, levels, holder, node, self.equals(), low);
                (-value, moves)
            }
        }
    }

    /// Above leaves: asks the types that were not asked yet one by one; none once `v0` cannot be above `alpha`.
    fn while_it_matters<G: Game<Value = V>, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        windows: &[(G::Value, G::Value)],
        mut found: Vec<Option<Expected<G>>>,
        (own, alpha): (usize, f64),
    ) -> Option<Vec<Expected<G>>> {
        let mut worths = Vec::new();
        for child in walk.children(node.position) {
            walk.step(node, &child);
            worths.push((child.chosen, self.own(walk, node.below(&child), f64::NEG_INFINITY)));
            walk.step_back();
        }
        let greatest = worths.iter().fold(f64::NEG_INFINITY, |most, (_, worth)| most.max(*worth));
        let (mut reached, mut left) = (0.0, 1.0);
        let others = (0..self.types.len()).filter(|place| *place != own);
        for place in std::iter::once(own).chain(others) {
            if found[place].is_none() {
                if reached + left * greatest <= cautious(alpha, alpha) {
                    return None;
                }
                found[place] = Some(self.ask_type(walk, node, place, windows[place]));
            }
            let (_, moves) = found[place].as_ref().expect("just asked");
            if walk.meter.stopped {
                return None;
            }
            let played = |chosen| moves.iter().any(|child| child.chosen == chosen);
            let sum: f64 = worths.iter().filter(|(chosen, _)| played(*chosen)).map(|(_, worth)| worth).sum();
            let probability = self.types[place].probability;
            reached += probability * sum / moves.len() as f64;
            left -= probability;
        }
        found.into_iter().collect()
    }

    /// Whether `v0` of a node of MIN with this minimax value stays at or below `alpha`, `depth` plies above
    /// the leaves.
    fn cannot_reach<G: Game<Value = V>, E: Evaluator<G>>(
        &self,
        walk: &Walk<'_, G, E>,
        minimax: G::Value,
        own_probability: f64,
        depth: u32,
        most: f64,
        alpha: f64,
    ) -> bool {
        let scale = walk.probers[0].rules.scale();
        if scale.kind() == PayoffKind::Outcome || self.config.utility != Utility::NEUTRAL {
            return false;
        }
        let lured = 2.0 * most * (1.0 - own_probability) * f64::from(depth) / f64::from(scale.unit());
        self.config.utility.worth(scale, minimax) + lured <= alpha
    }
}

/// A bound a little lower, beside another number: sums in another order must not turn it into a wrong one.
fn cautious(bound: f64, beside: f64) -> f64 {
    bound - 1e-12 * (1.0 + bound.abs() + beside.abs())
}
