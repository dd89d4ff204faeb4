//! PrOM search with alpha-beta probes (opponent-model thesis, algorithms 6.2, 6.3 and 6.5).
//!
//! - A type's probe below the move it chose needs no window beyond its value; below moves of other types its window
//!   is open (figure 6.4).
//! - Bounded sum: the value of the type with MAX's evaluation bounds the other types' probes, `B` to each side
//!   (section 6.3.6), and it bounds `v0`: every further node of MIN where others may be lured adds `2 B` times their
//!   probability at most, so a node that cannot reach `alpha` is left after one probe.
//! - Where all types agree a node of MIN has one child only, and MAX's `alpha` passes through it.

use plywood_core::{Evaluator, Game, PayoffKind, Turn, Value};

use super::PromMethod;
use crate::alphabeta::{Child, Choice, at_most};
use crate::observe::End;
use crate::opponent::mstar;
use crate::opponent::om::Pruning;
use crate::opponent::utility::Utility;
use crate::opponent::walk::{Asked, Prediction, Walk};

impl PromMethod<'_> {
    /// `v0` of the end of the path, exact where it is above `alpha`; each type's value there is below its bound.
    pub(super) fn probing<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        position: &G::Position,
        ply: u32,
        depth: u32,
        bounds: &[G::Value],
        alpha: f64,
    ) -> f64 {
        let turn = walk.turn(position);
        if turn == Turn::Over || !self.speculative(ply, depth) {
            return self.own(walk, position, ply, depth, alpha);
        }
        if !walk.meter.visit() {
            return 0.0;
        }
        if turn.view() != walk.max {
            return self.mean_of_min(walk, position, ply, depth, bounds, alpha);
        }
        let mut best = f64::NEG_INFINITY;
        for child in &walk.children(position) {
            walk.descend(position, child, ply);
            let v0 = self.probing(walk, &child.position, ply + 1, depth - 1, bounds, alpha.max(best));
            walk.ascend(Some(v0), End::Searched);
            best = best.max(v0);
            if walk.meter.stopped {
                break;
            }
        }
        best
    }

    fn mean_of_min<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        position: &G::Position,
        ply: u32,
        depth: u32,
        bounds: &[G::Value],
        alpha: f64,
    ) -> f64 {
        // 1. What each type would play.
        let Some(predictions) = self.predictions(walk, position, ply, depth, bounds, alpha) else {
            return alpha;
        };
        if walk.meter.stopped {
            return 0.0;
        }
        for (one, (value, _)) in self.types.iter().zip(&predictions) {
            walk.tell(one.levels[0], &format!("v_op{}", one.levels[0]), *value);
        }

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

        // 3. Their mean.
        let alpha = if moves.len() == 1 { alpha } else { f64::NEG_INFINITY };
        let mut mean = 0.0;
        for (child, probability) in &moves {
            let below: Vec<_> = predictions
                .iter()
                .map(|(value, chosen)| {
                    let played = chosen.iter().any(|one| one.chosen == child.chosen);
                    let narrow = played && self.config.pruning != Pruning::None;
                    if narrow { value.next_up() } else { G::Value::HIGHEST }
                })
                .collect();
            walk.descend(position, child, ply);
            walk.tell_number("probability", *probability);
            let v0 = self.probing(walk, &child.position, ply + 1, depth - 1, &below, alpha);
            walk.ascend(Some(v0), End::Searched);
            mean += probability * v0;
            if walk.meter.stopped {
                return 0.0;
            }
        }
        mean
    }

    /// Every type's value and moves; none where `v0` cannot be above `alpha`.
    fn predictions<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        position: &G::Position,
        ply: u32,
        depth: u32,
        bounds: &[G::Value],
        alpha: f64,
    ) -> Option<Vec<Prediction<G>>> {
        let choice = self.choice();
        let (low, high) = (G::Value::LOWEST, G::Value::HIGHEST);
        let bound = |place: usize| if self.config.pruning == Pruning::None { high } else { bounds[place] };
        let holder = walk.max.other();
        let levels_of = |place: usize| &self.types[place].levels[..];
        let mut found: Vec<Option<Prediction<G>>> = (0..self.types.len()).map(|_| None).collect();

        // The type with MAX's evaluation and horizon comes first where it bounds the others.
        let own = (0..self.types.len()).find(|place| levels_of(*place) == [0] && self.ahead[*place] == 0);
        let mut window = (low, high);
        if let (Some(most), Some(own)) = (self.spread(), own) {
            let asked = walk.predict(0, position, ply, depth, (low, bound(own)), choice);
            let value = asked.0.to_f64();
            if self.cannot_reach(walk, asked.0, self.types[own].probability, depth, most, alpha) {
                return None;
            }
            window =
                (at_most::<G::Value>(value - most).next_down(), at_most::<G::Value>(value + most).next_up());
            found[own] = Some(asked);
        }

        // Types with models of their own are asked one by one, plain ones together.
        let mut plain: Vec<(usize, Asked<G::Value>)> = Vec::new();
        for (place, slot) in found.iter_mut().enumerate() {
            let type_depth = self.type_depth(place, depth);
            match levels_of(place) {
                _ if slot.is_some() => {}
                [model] => {
                    let window = if type_depth == depth { window } else { (low, high) };
                    plain.push((place, (*model, type_depth, (window.0, window.1.smaller(bound(place))))));
                }
                levels => {
                    let nested = if choice == Choice::First { choice } else { Choice::Within(0.0) };
                    let (value, moves) =
                        mstar::level_choice(walk, levels, holder, position, ply, type_depth, nested, low);
                    // Nothing bounds what a model of a model leads to.
                    *slot = Some((if holder == walk.max { value } else { -value }, moves));
                }
            }
        }
        let asked: Vec<_> = plain.iter().map(|(_, asked)| *asked).collect();
        for ((place, _), answer) in plain.iter().zip(walk.predict_all(position, ply, &asked, choice)) {
            found[*place] = Some(answer);
        }
        Some(found.into_iter().map(|answer| answer.expect("every type was asked")).collect())
    }

    /// Whether `v0` of a node of MIN with this minimax value stays at or below `alpha`, so many plies above the leaves.
    fn cannot_reach<G: Game, E: Evaluator<G>>(
        &self,
        walk: &Walk<'_, G, E>,
        minimax: G::Value,
        own_probability: f64,
        depth: u32,
        most: f64,
        alpha: f64,
    ) -> bool {
        let scale = walk.probers[0].scale();
        if scale.kind() == PayoffKind::Outcome || self.config.utility != Utility::NEUTRAL {
            return false;
        }
        let lured = 2.0 * most * (1.0 - own_probability) * f64::from(depth) / f64::from(scale.unit());
        self.config.utility.worth(scale, minimax) + lured <= alpha
    }
}
