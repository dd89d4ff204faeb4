//! The worth of a state to the player on turn (PickPocket thesis, section 3.2).
//!
//! It is `d_1 p_1 + d_2 p_2 + d_3 p_3` over the best shots, or the number of shots, or balls left (section
//! 4.3.2). Features with weights of their own may be added: how open the remaining balls are, because a ball
//! with blocked pockets costs the frame later although the next three shots may not show it; how far the cue
//! ball is from the rails; and how central and how far apart one's own balls are, compared with the
//! opponent's (section 5.1.2).

use super::planner::Planner;
use super::{Features, Weights};
use crate::game::rules::{CueBall, GameState, Group};
use crate::players::aim::is_clear;
use crate::players::shots::visit_openings;
use crate::players::tables::{Mouth, Shape};
use crate::table::Table;
use crate::table::layout::{Balls, CUE_BALL, Layout};
use crate::vector::Vec2;
use plywood_core::Player;
use std::ops::ControlFlow;

/// Material: the largest lead in balls that counts.
const MOST_AHEAD: f64 = 7.0;
/// Shots counted: the largest number that counts.
const MANY_SHOTS: f64 = 12.0;
/// What a foul leaves the opponent at least, as a part of the most: ball in hand, or points.
const FOUL: f64 = 0.7;
/// The cut, in degrees, and the way to the ghost ball, in metres, of the shot that openness is measured by.
const USUAL_CUT: f64 = 25.0;
const USUAL_WAY: f64 = 0.5;
/// The gap, in diameters, that leaves a ball free.
const ROOM: f64 = 1.5;

impl Planner<'_> {
    /// The worth of a state to the player on turn (section 3.2), and its features where they count.
    pub(super) fn evaluate(&mut self, state: &GameState) -> f64 {
        let mut worth = self.shots_worth(state);
        let Features { open, centre, balls, apart } = self.settings.features;
        if open > 0.0 {
            worth += open * self.openness(state);
        }
        if centre > 0.0 {
            // In hand it can be put where it is best.
            worth += centre * state.layout.get(CUE_BALL).map_or(1.0, |at| self.centred(at));
        }
        if balls > 0.0 {
            worth +=
                balls * compared(state, |ball| state.layout.get(ball).map_or(0.0, |at| self.centred(at)));
        }
        if apart > 0.0 {
            worth += apart * compared(state, |ball| self.apart(&state.layout, ball));
        }
        worth
    }

    /// The worth of the present shots of the player on turn: the subject of a safety.
    pub(super) fn shots_worth(&mut self, state: &GameState) -> f64 {
        self.shots_worth_up_to(state, f64::INFINITY)
    }

    /// The same, or anything above a limit as soon as it is known to exceed that.
    pub(super) fn shots_worth_up_to(&mut self, state: &GameState, limit: f64) -> f64 {
        self.cost.evaluations += 1;
        // From a place that the quick look at straight shots misses there is nearly always something.
        let least = if state.cue_ball == CueBall::Table { 0.0 } else { self.foul_worth() };
        let weights = match self.settings.weights {
            Weights::Material => return material(state).max(least),
            Weights::Count => return self.count(state).max(least),
            Weights::Shots(weights) => weights,
        };
        let mut worth = least;
        let mut best = [0.0; 3];
        let _ = visit_openings(self.arena, state, |opening| {
            if worth > limit {
                return ControlFlow::Break(());
            }
            let mut next = self.difficulty.success(&opening.aim.shape(self.arena));
            for place in &mut best {
                if next > *place {
                    std::mem::swap(place, &mut next);
                }
            }
            worth = (weights[0] * best[0] + weights[1] * best[1] + weights[2] * best[2]).max(least);
            ControlFlow::Continue(())
        });
        worth
    }

    /// How many shots there are, from 0 to 1.
    fn count(&mut self, state: &GameState) -> f64 {
        let mut count = 0.0;
        let _ = visit_openings(self.arena, state, |_| {
            count += 1.0;
            if count < MANY_SHOTS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        count / MANY_SHOTS
    }

    /// The least worth of a foul that gives the cue ball in hand, to the player who then has it.
    pub(super) fn foul_worth(&self) -> f64 {
        FOUL * self.settings.weights.most()
    }

    /// How likely the balls that are left to the player on turn could be pocketed from a usual place, in the mean.
    fn openness(&self, state: &GameState) -> f64 {
        let balls = left_to(state, state.turn);
        let mut sum = 0.0;
        for ball in balls.iter() {
            sum += self.arena.pockets().map(|pocket| self.open(state, ball, pocket)).fold(0.0, f64::max);
        }
        sum / balls.len().max(1) as f64
    }

    fn open(&self, state: &GameState, ball: u8, pocket: u8) -> f64 {
        let Some(at) = state.layout.get(ball) else { return 0.0 };
        let mouth = Mouth::of(self.arena, pocket);
        let line = mouth.at - at;
        let radius = self.arena.table.ball.radius;
        let behind = at - line.unit() * (2.0 * radius);
        let shape = Shape {
            alpha: USUAL_CUT,
            d1: line.norm(),
            d2: USUAL_WAY,
            beta: mouth.beta(line),
            side: mouth.side,
        };
        let turned_away = mouth.side && shape.beta > 70.0;
        let blocked = turned_away
            || !self.arena.table.holds(behind, 0.0)
            || !is_clear(self.arena, &state.layout, at, mouth.at, [CUE_BALL, ball])
            || !is_clear(self.arena, &state.layout, behind, behind, [CUE_BALL, ball]);
        if blocked { 0.0 } else { self.difficulty.success(&shape) }
    }

    /// How far a place is from the nearest rail: zero at it, one in the middle of the table.
    fn centred(&self, at: Vec2) -> f64 {
        let Table { width, length, .. } = self.arena.table;
        let nearest = at.x.min(width - at.x).min(at.y).min(length - at.y);
        (2.0 * nearest / width).clamp(0.0, 1.0)
    }

    /// How far a ball lies from the next object ball: zero where they touch, one where a gap is left that a
    /// ball has room enough in.
    pub(super) fn apart(&self, layout: &Layout, ball: u8) -> f64 {
        let Some(at) = layout.get(ball) else { return 1.0 };
        let diameter = 2.0 * self.arena.table.ball.radius;
        let others = layout.object_balls().filter(|(other, _)| *other != ball);
        let nearest = others.map(|(_, other)| (other - at).norm()).fold(f64::INFINITY, f64::min);
        ((nearest - diameter) / (ROOM * diameter)).clamp(0.0, 1.0)
    }
}

/// A feature in the mean of the balls of the player on turn; where the next player has balls of their own,
/// against theirs, from 0 to 1.
fn compared(state: &GameState, of: impl Fn(u8) -> f64) -> f64 {
    let mean = |balls: Balls| balls.iter().map(&of).sum::<f64>() / balls.len().max(1) as f64;
    let (own, theirs) = (left_to(state, state.turn), left_to(state, state.after(state.turn)));
    if own == theirs { mean(own) } else { 0.5 + 0.5 * (mean(own) - mean(theirs)) }
}

/// The balls that a player has still to pocket: in 8-ball the player's group and the 8, in cutthroat those of
/// the others, else all that there are.
pub(super) fn left_to(state: &GameState, player: Player) -> Balls {
    let all = state.layout.objects();
    match state.group_of(player) {
        Some(group) => all.without(group.other().balls()),
        None => all.without(state.set_of(player)),
    }
}

/// Balls that the others have more than the player on turn, from 0 to 1.
fn material(state: &GameState) -> f64 {
    let left = |player: Player| {
        let all = || state.layout.objects().len() as f64;
        let own = |group: Group| state.layout.balls().and(group.balls()).len() as f64;
        state.group_of(player).map_or_else(all, own)
    };
    let ahead = left(state.after(state.turn)) - left(state.turn);
    (0.5 + 0.5 * ahead / MOST_AHEAD).clamp(0.0, 1.0)
}
