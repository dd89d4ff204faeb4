//! Safeties: strokes that leave the opponent little (PickPocket thesis, section 3.1.7).
//!
//! Directions all around, and at the balls that may be met, at several speeds, are tried without error first; those that
//! leave least are sampled. Of safeties that leave equally little the one is better after which the shooter himself would
//! have more: else two players who have nothing would push the balls to and fro for ever.

use super::evaluation::FOUL;
use super::planner::{Outcome, Planner};
use super::search::HAIR;
use super::{Decision, Kind, Prune};
use crate::aim::make_room;
use crate::layout::CUE_BALL;
use crate::rules::{Call, CueBall, GameState, Stroke, targets};
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
/// What the shooter's own prospects count beside the opponent's.
const OWN: f64 = 0.1;

/// What a safety leaves the opponent, and what the shooter would have in his place.
#[derive(Clone, Copy, Default)]
struct Left {
    theirs: f64,
    own: f64,
}

impl Left {
    fn rank(&self) -> f64 {
        self.theirs - OWN * self.own
    }
}

impl Planner<'_> {
    /// The safety that leaves the opponent least, and how much that is; none where no stroke is possible.
    pub(super) fn safety(
        &mut self,
        state: &GameState,
        places: &[Option<Vec2>],
        seed: u64,
    ) -> Option<Decision> {
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
        let mut tried: Vec<(Left, Stroke)> = Vec::new();
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
        tried.sort_by(|a, b| a.0.rank().total_cmp(&b.0.rank()));
        tried.truncate(SAMPLED);
        let samples = self.settings.samples;
        let prune = self.settings.prune != Prune::Off;
        let mut best: Option<(Left, Stroke)> = None;
        for (index, (without_error, stroke)) in tried.iter().enumerate() {
            if self.out {
                // The first is better than nothing.
                best = best.or(Some((*without_error, *stroke)));
                break;
            }
            let mut mean = Left::default();
            for sample in 0..samples {
                // Were the rest as good as can be, it would still leave more.
                let rest = f64::from(samples - sample) / f64::from(samples);
                let least = mean.rank() - OWN * self.settings.weights.most() * rest;
                if prune && best.is_some_and(|(best, _)| least > best.rank() + HAIR) {
                    break;
                }
                let dice = derive(derive(seed, index as u64), u64::from(sample));
                let made = self.errors.perturb(&stroke.shot, &self.arena.table, &mut seeded(dice));
                let left = self.left_over(&lying, stroke, &made);
                mean.theirs += left.theirs / f64::from(samples);
                mean.own += left.own / f64::from(samples);
            }
            if best.is_none_or(|(least, _)| mean.rank() < least.rank()) {
                best = Some((mean, *stroke));
            }
        }
        best.map(|(left, stroke)| Decision {
            stroke: Stroke { place, ..stroke },
            kind: Kind::Safety,
            score: left.theirs,
        })
    }

    /// What a stroke leaves.
    fn left_over(&mut self, state: &GameState, stroke: &Stroke, made: &Shot) -> Left {
        let next = self.execute(state, stroke, made);
        // What gives the opponent points is no safety either.
        let other = state.after(state.turn);
        let lead =
            |of: &GameState| i32::from(of.score[state.turn.index()]) - i32::from(of.score[other.index()]);
        let given = if lead(&next) < lead(state) { FOUL * self.settings.weights.most() } else { 0.0 };
        match Outcome::of(state, &next) {
            Outcome::Won | Outcome::Again => Left { theirs: 0.0, own: self.settings.weights.most() },
            Outcome::Lost => Left { theirs: self.settings.weights.most(), own: 0.0 },
            Outcome::Passed if next.cue_ball == CueBall::Table => Left {
                theirs: self.shots_worth(&next).max(given),
                own: self.shots_worth(&GameState { turn: state.turn, ..next }),
            },
            Outcome::Passed => Left { theirs: self.shots_worth(&next), own: 0.0 },
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
