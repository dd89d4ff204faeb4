//! Shots are refined before they are searched: aim, speed and spin move in small steps as long as the
//! resulting state gets better. (Section 4.5 of the thesis mentions a program that finds its shots by
//! optimisation.)
//!
//! The variants of a shot form a grid, and all of them aim at the middle of the pocket. The best aim is
//! beside the middle where spin and elevation bend the cue ball's path, or where one edge of the pocket is
//! more forgiving than the other.

use super::planner::Planner;
use super::root::Candidate;
use super::search::NO_CUTOFF;
use super::{Prune, Refine};
use crate::error_model::gaussian;
use crate::physics::clearance::obstacle;
use crate::physics::shot::Shot;
use crate::table::Table;
use plywood_core::random::{Rng, derive, seeded};

/// How far a step goes in the mean: degrees, metres a second, parts of the radius.
const AIM: f64 = 0.08;
const SPEED: f64 = 0.25;
const SPIN: f64 = 0.1;
/// The tip slips off farther out, in radii.
const OUTERMOST: f64 = 0.6;
/// No stroke is slower, in metres a second.
const SLOWEST: f64 = 0.1;

impl Planner<'_> {
    /// Betters the first candidates.
    pub(super) fn refine(&mut self, candidates: &mut [Candidate], refine: Refine, seed: u64) {
        let count = candidates.len().min(refine.shots);
        let better = self.each(count, &|planner, index| {
            planner.climb(&candidates[index], refine, derive(seed, index as u64))
        });
        for (candidate, better) in candidates.iter_mut().zip(better) {
            if let Some(shot) = better {
                candidate.attempt.stroke.shot = shot;
            }
        }
    }

    /// The best shot that small steps from a candidate come to.
    fn climb(&mut self, candidate: &Candidate, refine: Refine, seed: u64) -> Shot {
        let Candidate { state, mut attempt, .. } = *candidate;
        let (table, samples) = (&self.arena.table, refine.samples as u64);
        let mut random = seeded(!seed);
        // All meet the same errors: what differs is the shot.
        let mut best = self.sum_of(&state, &attempt, 1, seed, 0, 0..samples, NO_CUTOFF);
        let prune = self.settings.prune != Prune::Off;
        for step in 0..refine.steps {
            let before = attempt.stroke.shot;
            // Steps get shorter towards the end.
            let left = 1.0 - step as f64 / refine.steps as f64;
            let shot = moved(&before, left, table, &mut random);
            if self.out || obstacle(self.arena, &state.layout, &shot).is_some() {
                continue;
            }
            attempt.stroke.shot = shot;
            let least = if prune { best } else { NO_CUTOFF };
            let sum = self.sum_of(&state, &attempt, 1, seed, 0, 0..samples, least);
            if sum > best && !self.out {
                best = sum;
            } else {
                attempt.stroke.shot = before;
            }
        }
        attempt.stroke.shot
    }
}

/// A shot near another one.
fn moved(shot: &Shot, scale: f64, table: &Table, random: &mut Rng) -> Shot {
    let phi = shot.phi + scale * AIM * gaussian(random);
    Shot { phi, ..moved_in_speed_and_spin(shot, scale, table, random) }
}

/// A shot near another one in the same direction.
pub(super) fn moved_in_speed_and_spin(shot: &Shot, scale: f64, table: &Table, random: &mut Rng) -> Shot {
    let radius = table.ball.radius * 1e3;
    let mut step = |deviation: f64| scale * deviation * gaussian(random);
    let [speed, a, b] = [SPEED, SPIN * radius, SPIN * radius].map(&mut step);
    let on_ball = |offset: f64| offset.clamp(-OUTERMOST * radius, OUTERMOST * radius);
    Shot {
        speed: (shot.speed + speed).clamp(SLOWEST, table.cue.fastest),
        a: on_ball(shot.a + a),
        b: on_ball(shot.b + b),
        ..*shot
    }
}
