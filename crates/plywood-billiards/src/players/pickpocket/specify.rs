//! Shots found for what they leave (shot specification: PickPocket thesis, section 4.5): places are chosen that the cue ball
//! should come to rest at, and speed and spin are moved until it comes as near as possible. Clusters are broken likewise: by
//! the shot after which one's balls lie farthest apart.
//!
//! The places are the hills of the map that ball in hand is played by, for the table without the ball that falls. All of
//! this is without errors; what the shots are worth under them is for the search to say.

use super::evaluation::left_to;
use super::planner::{Outcome, Planner};
use super::refine::moved_in_speed_and_spin;
use crate::game::rules::{CueBall, GameState};
use crate::physics::clearance::obstacle;
use crate::players::shots::{Attempt, Variety};
use crate::table::layout::CUE_BALL;
use crate::vector::Vec2;
use plywood_core::random::{derive, seeded};

/// Balls with their pockets that shots are found for, the likeliest.
const PAIRS: usize = 4;
/// Variants that are tried first.
const VARIANTS: usize = 24;
/// Steps from the best of them.
const STEPS: usize = 24;
/// Balls nearer to each other than this, of a gap that leaves them free, are a cluster.
const CLUSTERED: f64 = 0.5;

/// The state that a shot should leave.
#[derive(Clone, Copy)]
enum Aim {
    /// The cue ball at a place.
    Place(Vec2),
    /// The balls of the player apart.
    Apart,
}

impl Planner<'_> {
    /// Shots at the likeliest balls and pockets for each of their aims, from where the cue ball lies.
    pub(super) fn specified(
        &mut self,
        state: &GameState,
        beyond: Option<f64>,
        places: usize,
        seed: u64,
    ) -> Vec<Attempt> {
        let mut variants = Vec::new();
        self.straight(state, PAIRS, Variety::Many(VARIANTS), beyond, &mut variants);
        let mut found = Vec::new();
        for (index, variants) in variants.chunk_by(|a, b| a.stroke.call == b.stroke.call).enumerate() {
            // Only what pockets its ball leaves anything.
            let mut made: Vec<(Attempt, GameState)> = Vec::with_capacity(variants.len());
            for attempt in variants {
                if self.out {
                    return found;
                }
                made.extend(self.leads_to(state, attempt).map(|next| (*attempt, next)));
            }
            let Some((_, after)) = made.first() else { continue };
            let seed = derive(seed, index as u64);
            for (place, aim) in self.aims_after(after, places, seed).into_iter().enumerate() {
                found.extend(self.approach(state, &made, aim, derive(seed, place as u64)));
            }
        }
        found
    }

    /// The state after an attempt without error that keeps the turn.
    fn leads_to(&mut self, state: &GameState, attempt: &Attempt) -> Option<GameState> {
        let next = self.execute(state, &attempt.stroke, &attempt.stroke.shot, true)?;
        (Outcome::of(state, &next) == Outcome::Again).then_some(next)
    }

    /// What to leave once the balls lie as in a state: the cue ball at the best places for the next shot, and clusters
    /// broken.
    fn aims_after(&mut self, state: &GameState, places: usize, seed: u64) -> Vec<Aim> {
        let mut anywhere = GameState { cue_ball: CueBall::Hand, ..*state };
        anywhere.layout.remove(CUE_BALL);
        let map = self.map(&anywhere);
        let mut aims: Vec<Aim> =
            map.hills(places, seed).into_iter().map(|cell| Aim::Place(map.middle(cell))).collect();
        let clustered = |ball| self.apart(&state.layout, ball) < CLUSTERED;
        if left_to(state, state.turn).iter().any(clustered) {
            aims.push(Aim::Apart);
        }
        aims
    }

    /// The shot that comes nearest to an aim, if steps from the nearest variant come nearer than that one.
    fn approach(
        &mut self,
        state: &GameState,
        variants: &[(Attempt, GameState)],
        aim: Aim,
        seed: u64,
    ) -> Option<Attempt> {
        let missed = variants.iter().map(|(attempt, next)| (self.misses(next, aim), attempt));
        let (mut nearest, attempt) = missed.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let first = attempt.stroke.shot;
        let mut attempt = *attempt;
        let mut random = seeded(seed);
        for step in 0..STEPS {
            if self.out {
                return None;
            }
            let before = attempt.stroke.shot;
            let scale = 2.0 * (1.0 - step as f64 / STEPS as f64);
            attempt.stroke.shot = moved_in_speed_and_spin(&before, scale, &self.arena.table, &mut random);
            let fits = obstacle(self.arena, &state.layout, &attempt.stroke.shot).is_none();
            let next = if fits { self.leads_to(state, &attempt) } else { None };
            match next.map(|next| self.misses(&next, aim)) {
                Some(miss) if miss < nearest => nearest = miss,
                _ => attempt.stroke.shot = before,
            }
        }
        (attempt.stroke.shot != first).then_some(attempt)
    }

    /// How far a state is from an aim.
    fn misses(&self, state: &GameState, aim: Aim) -> f64 {
        match aim {
            Aim::Place(place) => state.layout.get(CUE_BALL).map_or(f64::INFINITY, |at| (at - place).norm()),
            Aim::Apart => {
                -left_to(state, state.turn).iter().map(|ball| self.apart(&state.layout, ball)).sum::<f64>()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Billiards;
    use crate::game::rules::{Discipline, Group, Stage};
    use crate::players::pickpocket::Settings;
    use crate::players::pickpocket::planner::Limits;
    use crate::players::tables::stored;
    use plywood_core::{Budget, Stop};

    /// What a state with the cue ball on the table gives to a test.
    fn with_planner<T>(layout: &str, test: impl FnOnce(&mut Planner, &GameState) -> T) -> T {
        let game = Billiards::from_spec(&"8ball".parse().unwrap()).unwrap();
        let start = GameState::before_break(Discipline::EightBall, layout.parse().unwrap());
        let (stage, cue_ball, group) = (Stage::Play, CueBall::Table, Some(Group::Solids));
        let state = GameState { stage, cue_ball, group, ..start };
        let (settings, limits) = (Settings::default(), Limits::new(&Budget::UNSET, &Stop::new()));
        let difficulty = stored(&game.arena, &game.errors, None).unwrap();
        test(&mut Planner::new(&game.arena, game.errors, &difficulty, &settings, &limits), &state)
    }

    fn variants(planner: &mut Planner, state: &GameState) -> Vec<(Attempt, GameState)> {
        let mut variants = Vec::new();
        planner.straight(state, 1, Variety::Many(VARIANTS), None, &mut variants);
        let made = variants.iter().filter_map(|it| planner.leads_to(state, it).map(|next| (*it, next)));
        made.collect()
    }

    /// How far the nearest variant and the shot that is found are from an aim.
    fn distances(planner: &mut Planner, state: &GameState, aim: Aim) -> (f64, f64) {
        let variants = variants(planner, state);
        let grid = variants.iter().map(|(_, next)| planner.misses(next, aim)).fold(f64::INFINITY, f64::min);
        let Some(found) = planner.approach(state, &variants, aim, 1) else { return (grid, grid) };
        let next = planner.leads_to(state, &found).expect("it still pockets its ball");
        (grid, planner.misses(&next, aim))
    }

    #[test]
    fn the_cue_ball_is_left_where_it_is_wanted() {
        with_planner("0@0.5:0.8 1@0.3:0.5 8@0.9:1.9", |planner, state| {
            let (mut grid, mut found) = (0.0, 0.0);
            let places = variants(planner, state).into_iter().map(|(_, next)| next.layout.get(CUE_BALL));
            for place in places.flatten() {
                // Beside where a variant leaves it.
                let aim = Aim::Place(place + Vec2::new(0.04, -0.03));
                let (before, after) = distances(planner, state, aim);
                (grid, found) = (grid + before, found + after);
            }
            assert!(found < 0.6 * grid, "{found} against {grid}");
        });
    }

    #[test]
    fn clusters_are_broken() {
        let radius = 0.028575;
        let layout = format!("0@0.5:0.9 1@0.25:0.5 2@0.75:0.3 3@0.75:{} 8@0.9:1.9", 0.3 + 2.0 * radius);
        with_planner(&layout, |planner, state| {
            let after = variants(planner, state)[0].1;
            let aims = planner.aims_after(&after, 2, 1);
            assert!(matches!(aims.last(), Some(Aim::Apart)), "there is a cluster");
            let (grid, found) = distances(planner, state, Aim::Apart);
            assert!(found < grid, "{found} against {grid}");
        });
    }
}
