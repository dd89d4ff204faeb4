//! A player who shoots anywhere: the floor against which others are measured.

use super::{Shooter, random_place};
use crate::aim::make_room;
use crate::layout::CUE_BALL;
use crate::physics::Arena;
use crate::rules::{Call, CueBall, GameState, Stroke, targets};
use crate::shot::Shot;
use crate::shots::placed;
use crate::vector::Vec2;
use plywood_core::random::{Rng, RngExt, below};

/// Shoots at a random ball that may be met, a little off, at a random speed, and calls that ball in a random pocket.
#[derive(Clone, Copy, Debug)]
pub struct RandomPlayer;

impl Shooter for RandomPlayer {
    fn choose(&mut self, arena: &Arena, state: &GameState, random: &mut Rng) -> Stroke {
        loop {
            let place = (state.cue_ball != CueBall::Table).then(|| random_place(arena, state, random));
            let layout = placed(&state.layout, place);
            let balls = targets(state);
            let cue_ball = layout.get(CUE_BALL).unwrap_or_default();
            let (phi, call) = if balls.is_empty() {
                (360.0 * random.random::<f64>(), Call::None)
            } else {
                let ball = balls.iter().nth(below(random, balls.len())).unwrap_or_default();
                let off = Vec2::at_degrees(360.0 * random.random::<f64>()) * arena.table.ball.radius;
                let aim = layout.get(ball).unwrap_or_default() + off - cue_ball;
                let pocket = below(random, arena.outline.holes.len().max(1)) as u8;
                let call =
                    if arena.outline.holes.is_empty() { Call::None } else { Call::Ball { ball, pocket } };
                (aim.degrees(), call)
            };
            let speed = arena.table.cue.fastest * (0.1 + 0.9 * random.random::<f64>());
            if let Some(shot) = make_room(arena, &layout, &Shot::plain(phi, speed)) {
                return Stroke { place, shot, call };
            }
        }
    }
}
