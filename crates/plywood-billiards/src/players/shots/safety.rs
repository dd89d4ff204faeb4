//! A stroke that only has to be legal.

use super::placed;
use crate::game::rules::{Call, CueBall, GameState, Stroke, targets};
use crate::physics::Arena;
use crate::physics::shot::Shot;
use crate::players::aim::{is_clear, make_room};
use crate::table::layout::{Balls, CUE_BALL};
use crate::vector::Vec2;

/// A safety at the nearest ball that may be met, along a clear way if there is one.
pub(super) fn at_any_ball(arena: &Arena, state: &GameState) -> Option<Stroke> {
    let place = match state.cue_ball {
        CueBall::Table => None,
        _ => [0.3, 0.5, 0.7, 0.4, 0.6]
            .into_iter()
            .map(|x| Vec2::new(x * arena.table.width, 0.2 * arena.table.length))
            .find(|&at| state.may_place(&arena.table, at)),
    };
    let layout = placed(&state.layout, place);
    let cue_ball = layout.get(CUE_BALL)?;
    let way = |ball: u8| layout.get(ball).unwrap_or_default() - cue_ball;
    let balls = targets(state);
    let clear: Balls = balls
        .iter()
        .filter(|&ball| is_clear(arena, &layout, cue_ball, cue_ball + way(ball), [CUE_BALL, ball]))
        .collect();
    [clear, balls.without(clear)].into_iter().find_map(|mut left| {
        while !left.is_empty() {
            let nearest = left.iter().min_by(|a, b| way(*a).norm().total_cmp(&way(*b).norm()))?;
            let speed = (1.5 + way(nearest).norm()).min(arena.table.cue.fastest);
            let shot = make_room(arena, &layout, &Shot::plain(way(nearest).degrees(), speed));
            if let Some(shot) = shot {
                return Some(Stroke { place, shot, call: Call::Safety });
            }
            left = left.without(Balls::range(nearest, nearest));
        }
        None
    })
}
