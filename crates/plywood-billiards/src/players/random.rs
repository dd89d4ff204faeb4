//! A player that shoots anywhere: the lower end of the scale.

use crate::game::rules::{Call, CueBall, GameState, Stroke, targets};
use crate::physics::Arena;
use crate::physics::shot::Shot;
use crate::players::aim::make_room;
use crate::players::shots::placed;
use crate::table::layout::CUE_BALL;
use crate::vector::Vec2;
use plywood_core::random::{Rng, RngExt, below};

/// At a random ball that may be met, a little off, at a random speed; that ball is called in a random pocket.
pub fn random(arena: &Arena, state: &GameState, dice: &mut Rng) -> Stroke {
    loop {
        let place = (state.cue_ball != CueBall::Table).then(|| random_place(arena, state, dice));
        let layout = placed(&state.layout, place);
        let balls = targets(state);
        let cue_ball = layout.get(CUE_BALL).unwrap_or_default();
        let (phi, call) = if balls.is_empty() {
            (360.0 * dice.random::<f64>(), Call::None)
        } else {
            let ball = balls.iter().nth(below(dice, balls.len())).unwrap_or_default();
            let off = Vec2::at_degrees(360.0 * dice.random::<f64>()) * arena.table.ball.radius;
            let aim = layout.get(ball).unwrap_or_default() + off - cue_ball;
            let pocket = below(dice, arena.outline.holes.len().max(1)) as u8;
            let call = if arena.outline.holes.is_empty() { Call::None } else { Call::Ball { ball, pocket } };
            (aim.degrees(), call)
        };
        let speed = arena.table.cue.fastest * (0.1 + 0.9 * dice.random::<f64>());
        if let Some(shot) = make_room(arena, &layout, &Shot::plain(phi, speed)) {
            return Stroke { place, shot, call };
        }
    }
}

/// A random place where the cue ball may be put.
fn random_place(arena: &Arena, state: &GameState, dice: &mut Rng) -> Vec2 {
    let table = &arena.table;
    loop {
        let at = Vec2::new(dice.random::<f64>() * table.width, dice.random::<f64>() * table.length);
        if state.may_place(table, at) {
            return at;
        }
    }
}
