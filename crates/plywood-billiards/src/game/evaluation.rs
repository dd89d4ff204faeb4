//! The standing of a player: balls left to pocket, and the straight-in shots of the player on turn.
//!
//! The shots count as in the PickPocket thesis, section 3.2: `d_1 p_1 + d_2 p_2 + d_3 p_3` over the best
//! three, with probabilities estimated from geometry ([`crate::players::aim::StraightIn::success`]). An S-curve turns
//! both into a chance of winning. Between a stroke and its execution a position keeps its earlier value.

use super::{Billiards, Position};
use crate::game::rules::{Discipline, GameState, TARGET};
use crate::players::shots::ShotGenerator;
use plywood_core::{Player, StaticEvaluator};

/// The evaluations of billiards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// Balls left and shots at hand.
    Shots,
    /// Balls left.
    Balls,
    /// Zero everywhere.
    Zero,
}

/// The weights of the best, the second and the third shot (section 3.2).
const DISCOUNTS: [f64; 3] = [1.0, 0.33, 0.15];
/// What one ball less to pocket than the others is worth. This and the next two are fitted to who won 3,000 frames of
/// `nearest` against itself under the errors of Taiwan.
const BALL: f64 = 0.13;
/// The worth of certain shots to the player on turn.
const SHOTS: f64 = 0.29;
/// How many points of snooker count as a ball.
const POINTS: f64 = 2.5;
/// How good the shots have to be for the turn to be worth nothing, as a part of the best there can be.
const BREAK_EVEN: f64 = 0.37;

impl Evaluation {
    /// How far ahead a player is, before the S-curve.
    fn worth(self, game: &Billiards, state: &GameState, player: Player) -> f64 {
        let others = game.discipline.players() as f64 - 1.0;
        let theirs: f64 =
            state.players().filter(|other| *other != player).map(|other| left(state, other)).sum();
        let balls = BALL * (theirs / others - left(state, player));
        if self == Evaluation::Balls {
            return balls;
        }
        let turn = SHOTS * (shots(game, state) - BREAK_EVEN);
        balls + if player == state.turn { turn } else { -turn / others }
    }
}

/// Balls that a player has still to pocket, or what counts as such; zero where nobody owns any.
fn left(state: &GameState, player: Player) -> f64 {
    match state.discipline {
        Discipline::EightBall | Discipline::EightAndAHalfBall => {
            let own = state.group_of(player).map(|group| state.layout.balls().and(group.balls()));
            own.map_or(0.0, |balls| balls.len() as f64)
        }
        Discipline::NineBall => 0.0,
        Discipline::OnePocket => f64::from(TARGET) - f64::from(state.score[player.index()]),
        // Points as balls: a red and a colour are two balls and five points or so.
        Discipline::Snooker => -f64::from(state.score[player.index()]) / POINTS,
        Discipline::Cutthroat | Discipline::CutthroatOfFive => {
            state.layout.objects().without(state.set_of(player)).len() as f64
        }
    }
}

/// How good the shots of the player on turn are, from 0 to 1.
fn shots(game: &Billiards, state: &GameState) -> f64 {
    let mut best = [0.0; DISCOUNTS.len()];
    ShotGenerator::with(|generator| {
        for opening in generator.openings(&game.arena, state) {
            let mut next = opening.aim.success(&game.arena, &game.errors);
            for place in &mut best {
                if next > *place {
                    std::mem::swap(place, &mut next);
                }
            }
        }
    });
    let sum: f64 = best.iter().zip(DISCOUNTS).map(|(success, discount)| success * discount).sum();
    sum / DISCOUNTS.iter().sum::<f64>()
}

impl StaticEvaluator<Billiards> for Evaluation {
    fn look(&self, game: &Billiards, position: &Position, player: Player) -> f64 {
        match (self, position) {
            (Evaluation::Zero, _) | (_, Position::Racking) => 0.0,
            (_, Position::Ready(state) | Position::Struck(state, _)) => {
                libm::tanh(self.worth(game, state, player))
            }
        }
    }
    fn bounds(&self, _: &Billiards) -> (f64, f64) {
        if *self == Evaluation::Zero { (0.0, 0.0) } else { (-1.0, 1.0) }
    }
}
