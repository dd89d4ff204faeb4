//! Safeties: strokes that leave the opponent little (PickPocket thesis, section 3.1.7).
//!
//! Directions off the rails, and at the balls that may be met, at several speeds, are tried without error first; those that
//! leave least are sampled. Of safeties that leave equally little the one is better after which the shooter would have more:
//! else two players who have nothing would push the balls to and fro for ever.

use super::planner::{Outcome, Planner};
use super::search::HAIR;
use super::{Decision, DecisionKind, Prune};
use crate::game::rules::{Call, CueBall, GameState, Stroke, targets};
use crate::physics::shot::Shot;
use crate::players::aim::{first_met, make_room};
use crate::table::layout::{Balls, CUE_BALL};
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
/// The weight of the shooter's own prospects beside the opponent's.
const OWN: f64 = 0.1;

/// The opponent's prospects after a safety, and the shooter's in the opponent's place.
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

fn around() -> impl Iterator<Item = f64> {
    (0..AROUND).map(|step| f64::from(step) * 360.0 / f64::from(AROUND))
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
        let mut directions = self.directions(&lying, cue_ball, state.nearest_target(&self.arena.table));
        let mut tried = self.least(&lying, &directions, self.foul_worth() - HAIR);
        if tried.is_empty() {
            // Fouls come into question where there is nothing else.
            let wrong: Vec<f64> = around().filter(|phi| !directions.contains(phi)).collect();
            directions.extend(wrong);
            tried = self.least(&lying, &directions, f64::INFINITY);
        }
        let prune = self.settings.prune != Prune::Off;
        let mut best: Option<(Left, Stroke)> = None;
        for (index, (_, stroke)) in tried.iter().enumerate() {
            let least = best.filter(|_| prune).map_or(f64::INFINITY, |(least, _)| least.rank());
            if let Some(mean) = self.sampled_safety(&lying, stroke, least, derive(seed, index as u64))
                && best.is_none_or(|(least, _)| mean.rank() < least.rank())
            {
                best = Some((mean, *stroke));
            }
        }
        // Where the limits came before any was sampled, the first is better than nothing.
        best.or(tried.first().copied()).map(|(left, stroke)| Decision {
            stroke: Stroke { place, ..stroke },
            kind: DecisionKind::Safety,
            score: left.theirs,
            depth: 1,
        })
    }

    /// Off a rail all around, and at the balls that may be met and that nothing hides; from behind the head string only at
    /// balls beyond it.
    fn directions(&self, state: &GameState, cue_ball: Vec2, beyond: Option<f64>) -> Vec<f64> {
        let met = |phi: f64| first_met(self.arena, &state.layout, cue_ball, phi);
        let lies_right = |at: Vec2| beyond.is_none_or(|line| at.y > line);
        let allowed = targets(state);
        let right: Balls = state
            .layout
            .object_balls()
            .filter(|(ball, at)| allowed.contains(*ball) && lies_right(*at))
            .map(|(ball, _)| ball)
            .collect();
        let off_a_rail = beyond.is_none();
        let mut directions: Vec<f64> =
            around().filter(|&phi| met(phi).map_or(off_a_rail, |ball| right.contains(ball))).collect();
        let diameter = 2.0 * self.arena.table.ball.radius;
        for (ball, at) in state.layout.object_balls().filter(|(ball, _)| right.contains(*ball)) {
            let across = (at - cue_ball).unit().left() * diameter;
            let through = THROUGH.iter().map(|off| (at + across * *off - cue_ball).degrees());
            directions.extend(through.filter(|&phi| met(phi) == Some(ball)));
        }
        directions
    }

    /// The strokes in some directions that leave least, without error and within a limit; the least first.
    fn least(&mut self, state: &GameState, directions: &[f64], mut limit: f64) -> Vec<(Left, Stroke)> {
        let mut found: Vec<(Left, Stroke)> = Vec::with_capacity(SAMPLED + 1);
        for &phi in directions {
            let Some(room) = make_room(self.arena, &state.layout, &Shot::plain(phi, 1.0)) else { continue };
            for speed in SPEEDS {
                if self.out {
                    return found;
                }
                let shot = Shot { speed: speed.min(self.arena.table.cue.fastest), ..room };
                let stroke = Stroke { place: None, shot, call: Call::Safety };
                if let Some(left) = self.left_over(state, &stroke, &shot, limit) {
                    let place = found.partition_point(|(other, _)| other.rank() <= left.rank());
                    found.insert(place, (left, stroke));
                    if found.len() > SAMPLED {
                        found.pop();
                        limit = found[SAMPLED - 1].0.rank();
                    }
                }
            }
        }
        found
    }

    /// What a safety leaves in the mean over errors; nothing where that ranks above a limit for certain, or nothing is left
    /// to spend.
    fn sampled_safety(&mut self, state: &GameState, stroke: &Stroke, limit: f64, seed: u64) -> Option<Left> {
        let samples = self.settings.samples;
        let all = f64::from(samples);
        let mut mean = Left::default();
        for sample in 0..samples {
            if self.out {
                return None;
            }
            // If the rest were as good as can be, this one may still leave this much.
            let rest = f64::from(samples - sample - 1) * OWN * self.settings.weights.most();
            let allowed = (limit + HAIR - mean.rank()) * all + rest;
            let dice = derive(seed, u64::from(sample));
            let made = self.errors.perturb(&stroke.shot, &self.arena.table, &mut seeded(dice));
            let left = self.left_over(state, stroke, &made, allowed)?;
            mean.theirs += left.theirs / all;
            mean.own += left.own / all;
        }
        Some(mean)
    }

    /// What a stroke leaves; nothing where that ranks above a limit.
    fn left_over(&mut self, state: &GameState, stroke: &Stroke, made: &Shot, limit: f64) -> Option<Left> {
        let most = self.settings.weights.most();
        let next = self.execute(state, stroke, made, limit < self.foul_worth())?;
        let left = match Outcome::of(state, &next) {
            Outcome::Won | Outcome::Again => Left { theirs: 0.0, own: most },
            Outcome::Lost => Left { theirs: most, own: 0.0 },
            Outcome::Passed => {
                let has_own = next.cue_ball == CueBall::Table;
                let bound = if has_own { limit + OWN * most } else { limit };
                let theirs = self.shots_worth_up_to(&next, bound).max(self.given_by_foul(state, &next));
                if theirs > bound {
                    return None;
                }
                let own =
                    if has_own { self.shots_worth(&GameState { turn: state.turn, ..next }) } else { 0.0 };
                Left { theirs, own }
            }
        };
        (left.rank() <= limit).then_some(left)
    }

    /// What a foul gives the opponent at the least: the cue ball in hand, or points, which are no safety either.
    fn given_by_foul(&self, state: &GameState, next: &GameState) -> f64 {
        let other = state.after(state.turn);
        let lead =
            |of: &GameState| i32::from(of.score[state.turn.index()]) - i32::from(of.score[other.index()]);
        if next.cue_ball != CueBall::Table || lead(next) < lead(state) { self.foul_worth() } else { 0.0 }
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
