//! The means of a decision: the simulator, lists of shots, and the budget.

use super::{Cost, Settings};
use crate::error_model::ErrorModel;
use crate::game::Executor;
use crate::game::rules::{CueBall, GameState, Stage, Stroke};
use crate::physics::Arena;
use crate::physics::shot::Shot;
use crate::players::shots::{Attempt, Opening, Variety, find_openings};
use crate::players::tables::Difficulty;
use crate::table::layout::CUE_BALL;
use crate::vector::Vec2;
use plywood_core::{Budget, Stop};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Strokes between two looks at the clock.
const BETWEEN_LOOKS: u64 = 32;

/// The budget of all threads together.
pub(super) struct Limits {
    strokes: Option<u64>,
    until: Option<Instant>,
    stop: Stop,
    spent: AtomicU64,
}

impl Limits {
    pub fn new(budget: &Budget, stop: &Stop) -> Limits {
        // Longer than a clock can tell is for ever.
        let time = budget.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Limits {
            strokes: budget.nodes,
            until: time.and_then(|time| Instant::now().checked_add(time)),
            stop: stop.clone(),
            spent: AtomicU64::new(0),
        }
    }
}

/// The outcome of a stroke, for the player who struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The frame is won.
    Won,
    /// The frame is lost.
    Lost,
    /// The shooter goes on.
    Again,
    /// Another player is on turn.
    Passed,
}

impl Outcome {
    pub fn of(before: &GameState, after: &GameState) -> Outcome {
        match after.stage {
            Stage::Over { winner } if winner == before.turn => Outcome::Won,
            Stage::Over { .. } => Outcome::Lost,
            _ if after.turn == before.turn => Outcome::Again,
            _ => Outcome::Passed,
        }
    }
}

/// Someone who thinks about one decision; every thread has one.
pub struct Planner<'a> {
    pub(super) arena: &'a Arena,
    pub(super) errors: ErrorModel,
    pub(super) difficulty: &'a Difficulty,
    pub(super) settings: &'a Settings,
    pub(super) limits: &'a Limits,
    executor: Executor<'a>,
    /// The cost so far.
    pub cost: Cost,
    /// Whether there is nothing left to spend.
    pub(super) out: bool,
    pub(super) openings: Vec<Opening>,
    rated: Vec<(f64, Opening)>,
    /// Shots of the nodes above, by depth.
    pub(super) lists: Vec<Vec<Attempt>>,
}

impl<'a> Planner<'a> {
    pub(super) fn new(
        arena: &'a Arena,
        errors: ErrorModel,
        difficulty: &'a Difficulty,
        settings: &'a Settings,
        limits: &'a Limits,
    ) -> Planner<'a> {
        Planner {
            arena,
            errors,
            difficulty,
            settings,
            limits,
            executor: Executor::new(arena),
            cost: Cost::default(),
            out: limits.strokes == Some(0),
            openings: Vec::new(),
            rated: Vec::new(),
            lists: vec![Vec::new(); settings.depth as usize + 1],
        }
    }

    /// Another one for the same decision.
    pub(super) fn fellow(&self) -> Planner<'a> {
        Planner::new(self.arena, self.errors, self.difficulty, self.settings, self.limits)
    }

    /// Executes a stroke as it was made; a stroke that cannot be is a pass. A foul that is known before all balls rest is
    /// nothing where asked for.
    pub(super) fn execute(
        &mut self,
        state: &GameState,
        stroke: &Stroke,
        made: &Shot,
        unless_foul: bool,
    ) -> Option<GameState> {
        self.cost.nodes += 1;
        self.look_at_limits();
        let ruling = if unless_foul {
            self.executor.play_unless_foul(state, stroke, made)
        } else {
            self.executor.play(state, stroke, made).map(Some)
        };
        match ruling {
            Ok(ruling) => ruling.map(|ruling| ruling.next),
            Err(_) => Some(GameState { turn: state.after(state.turn), ..*state }),
        }
    }

    fn look_at_limits(&mut self) {
        let limits = self.limits;
        if let Some(most) = limits.strokes {
            self.out |= limits.spent.fetch_add(1, Ordering::Relaxed) + 1 >= most;
        }
        if self.cost.nodes.is_multiple_of(BETWEEN_LOOKS) {
            self.out |= limits.stop.raised() || limits.until.is_some_and(|until| Instant::now() >= until);
        }
    }

    /// The straight-in shots of the player on turn, the likeliest first, with their chances.
    pub(super) fn rated(&mut self, state: &GameState) -> &[(f64, Opening)] {
        self.openings.clear();
        self.rated.clear();
        find_openings(self.arena, state, &mut self.openings);
        for opening in &self.openings {
            let success = self.difficulty.success(&opening.aim.shape(self.arena));
            self.rated.push((success, *opening));
        }
        self.rated.sort_by(|a, b| b.0.total_cmp(&a.0));
        &self.rated
    }

    /// Lists straight-in attempts from where the cue ball lies, the likeliest first.
    pub(super) fn straight(
        &mut self,
        state: &GameState,
        pairs: usize,
        variety: Variety,
        beyond: Option<f64>,
        found: &mut Vec<Attempt>,
    ) {
        self.rated(state);
        let lies_beyond = |opening: &Opening| {
            beyond.is_none_or(|line| state.layout.get(opening.aim.ball).is_some_and(|at| at.y > line))
        };
        let chosen = self.rated.iter().filter(|(_, opening)| lies_beyond(opening)).take(pairs);
        for (_, opening) in chosen {
            opening.attempts(self.arena, &state.layout, self.difficulty, variety, found);
        }
    }

    /// The state with the cue ball lying at a place.
    pub(super) fn lying(state: &GameState, at: Option<Vec2>) -> GameState {
        let mut lying = *state;
        if let Some(at) = at {
            lying.layout.place(CUE_BALL, at);
        }
        lying.cue_ball = CueBall::Table;
        lying
    }
}
