//! Safeties: strokes that leave the opponent little (PickPocket thesis, section 3.1.7).
//!
//! Directions all around, and at the balls that may be met, at several speeds, are tried without error first; those that
//! are legal and leave least are sampled.

use super::planner::{Outcome, Planner};
use super::{Decision, Kind};
use crate::aim::make_room;
use crate::layout::CUE_BALL;
use crate::rules::{Call, GameState, Stroke, targets};
use crate::shot::Shot;
use crate::vector::Vec2;
use plywood_core::random::{derive, seeded};

/// Directions all around.
const AROUND: u32 = 72;
/// Where a ball is met, in diameters off its middle.
const THROUGH: [f64; 7] = [-0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9];
/// Speeds, in metres a second.
const SPEEDS: [f64; 4] = [0.7, 1.3, 2.2, 3.5];
/// How many are sampled.
const SAMPLED: usize = 24;

impl Planner<'_> {
    /// The safety that leaves the opponent least, and how much that is; none where no stroke is possible.
    pub(super) fn safety(&mut self, state: &GameState, places: &[Option<Vec2>], seed: u64) -> Option<Decision> {
        let place = places.first().copied().or_else(|| self.any_place(state))?;
        let lying = Self::lying(state, place);
        let cue_ball = lying.layout.get(CUE_BALL)?;
        let mut directions: Vec<f64> =
            (0..AROUND).map(|step| f64::from(step) * 360.0 / f64::from(AROUND)).collect();
        let diameter = 2.0 * self.arena.table.ball.radius;
        for ball in targets(&lying).iter() {
            let Some(at) = lying.layout.get(ball) else { continue };
            let across = (at - cue_ball).unit().left() * diameter;
            directions.extend(THROUGH.iter().map(|off| (at + across * *off - cue_ball).degrees()));
        }
        let mut tried: Vec<(f64, Stroke)> = Vec::new();
        for phi in directions {
            let Some(room) = make_room(self.arena, &lying.layout, &Shot::plain(phi, 1.0)) else { continue };
            for speed in SPEEDS {
                if self.out {
                    break;
                }
                let shot = Shot { speed: speed.min(self.arena.table.cue.fastest), ..room };
                let stroke = Stroke { place: None, shot, call: Call::Safety };
                tried.push((self.left_over(&lying, &stroke, &shot), stroke));
            }
        }
        tried.sort_by(|a, b| a.0.total_cmp(&b.0));
        tried.truncate(SAMPLED);
        let samples = self.settings.samples;
        let mut best: Option<(f64, Stroke)> = None;
        for (index, (without_error, stroke)) in tried.iter().enumerate() {
            if self.out {
                // The first is better than nothing.
                best = best.or(Some((*without_error, *stroke)));
                break;
            }
            let mut sum = 0.0;
            for sample in 0..samples {
                let dice = derive(derive(seed, index as u64), u64::from(sample));
                let made = self.errors.perturb(&stroke.shot, &self.arena.table, &mut seeded(dice));
                sum += self.left_over(&lying, stroke, &made);
            }
            let mean = sum / f64::from(samples);
            if best.is_none_or(|(least, _)| mean < least) {
                best = Some((mean, *stroke));
            }
        }
        best.map(|(score, stroke)| Decision { stroke: Stroke { place, ..stroke }, kind: Kind::Safety, score })
    }

    /// What a stroke leaves the opponent.
    fn left_over(&mut self, state: &GameState, stroke: &Stroke, made: &Shot) -> f64 {
        let next = self.execute(state, stroke, made);
        match Outcome::of(state, &next) {
            Outcome::Won | Outcome::Again => 0.0,
            Outcome::Lost => self.settings.weights.most(),
            Outcome::Passed => self.evaluate(&next),
        }
    }

    /// Some place for a cue ball in hand from which no shot is known.
    fn any_place(&self, state: &GameState) -> Option<Option<Vec2>> {
        let table = &self.arena.table;
        let spots = (0..200).map(|step| {
            let (x, y) = (step % 10, step / 10);
            Vec2::new((0.05 + 0.1 * f64::from(x)) * table.width, (0.02 + 0.012 * f64::from(y)) * table.length)
        });
        { spots }.find(|&at| state.may_place(table, at)).map(Some)
    }
}
