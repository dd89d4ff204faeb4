//! A player who takes the straight-in shot that looks easiest, and looks no further.

use super::{RandomPlayer, Shooter, with_cue_ball};
use crate::aim::{StraightIn, firm_speed, make_room, straight_in};
use crate::layout::{CUE_BALL, Layout};
use crate::physics::Arena;
use crate::rules::{Call, CueBall, Discipline, GameState, Group, Stage, Stroke, own_pocket, targets};
use crate::shot::Shot;
use crate::vector::Vec2;
use plywood_core::random::{Rng, seeded};

/// Straight at the easiest-looking ball: short ways and small cuts; with ball in hand from close behind it.
pub struct Nearest;

/// How far behind the ghost ball a cue ball in hand is put, in metres.
const DISTANCE_IN_HAND: f64 = 0.25;

impl Shooter for Nearest {
    fn choose(&mut self, arena: &Arena, state: &GameState, random: &mut Rng) -> Stroke {
        let first = if state.stage == Stage::Break {
            break_stroke(arena, state)
        } else {
            straight_ins(arena, state).into_iter().next()
        };
        first
            .or_else(|| at_any_ball(arena, state))
            .unwrap_or_else(|| RandomPlayer.choose(arena, state, random))
    }
}

/// Strokes worth a thought: the break, or every straight-in stroke, easiest first, and a safety. There is always one.
pub fn sensible_strokes(arena: &Arena, state: &GameState) -> Vec<Stroke> {
    let mut strokes = match state.stage {
        Stage::Break => break_stroke(arena, state).into_iter().collect(),
        Stage::Play => straight_ins(arena, state),
        Stage::Over { .. } => return Vec::new(),
    };
    strokes.extend(at_any_ball(arena, state));
    if strokes.is_empty() {
        strokes.push(RandomPlayer.choose(arena, state, &mut seeded(0)));
    }
    strokes
}

/// As hard as allowed, from the head spot at the apex of the rack.
fn break_stroke(arena: &Arena, state: &GameState) -> Option<Stroke> {
    let place = arena.table.head_spot();
    let apex = state.layout.get(1)?;
    let ready = with_cue_ball(state, Some(place));
    let shot =
        make_room(arena, &ready.layout, &Shot::plain((apex - place).degrees(), arena.table.cue.fastest))?;
    Some(Stroke { place: Some(place), shot, call: Call::None })
}

/// The straight-in strokes from where the cue ball lies or may be put, the easiest-looking first.
fn straight_ins(arena: &Arena, state: &GameState) -> Vec<Stroke> {
    let mut found: Vec<(f64, Stroke)> = Vec::new();
    for ball in aims(state) {
        for pocket in arena.pockets().filter(|&pocket| counts(arena, state, pocket)) {
            let place = match state.cue_ball {
                CueBall::Table => None,
                _ => match place_behind(arena, state, ball, pocket) {
                    Some(place) => Some(place),
                    None => continue,
                },
            };
            let ready = with_cue_ball(state, place);
            let Some(aim) = straight_in(arena, &ready.layout, ball, pocket) else { continue };
            if let Some(shot) =
                make_room(arena, &ready.layout, &Shot::plain(aim.phi, firm_speed(arena, &aim)))
            {
                found.push((difficulty(&aim), Stroke { place, shot, call: Call::Ball { ball, pocket } }));
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, stroke)| stroke).collect()
}

/// Balls worth shooting at: the 8 only when it is the only one allowed.
fn aims(state: &GameState) -> Vec<u8> {
    let mut balls = targets(state);
    let eight_ball = matches!(state.discipline, Discipline::EightBall | Discipline::EightAndAHalfBall);
    if eight_ball && balls.len() > 1 {
        balls.retain(|&ball| Group::of(ball).is_some());
    }
    balls
}

/// Whether a ball in this pocket is worth anything to the shooter.
fn counts(arena: &Arena, state: &GameState, pocket: u8) -> bool {
    state.discipline != Discipline::OnePocket || own_pocket(arena, state.turn) == Some(pocket)
}

/// Grows with the ways and the cut: an error of the aim moves the ball by both ways over the cosine.
fn difficulty(aim: &StraightIn) -> f64 {
    (aim.to_ghost + 0.1) * (aim.to_pocket + 0.1) / (aim.cut * aim.cut)
}

/// Straight behind the ball, seen from the pocket.
fn place_behind(arena: &Arena, state: &GameState, ball: u8, pocket: u8) -> Option<Vec2> {
    let target = state.layout.get(ball)?;
    let backward = (target - arena.mouth(pocket)).unit();
    let reach = 2.0 * arena.table.ball.radius + DISTANCE_IN_HAND;
    [1.0, 0.7, 0.5]
        .into_iter()
        .map(|share| target + backward * (reach * share))
        .find(|&at| state.may_place(&arena.table, at))
}

/// No ball can be pocketed: play safe at the nearest that may be met, along a clear way if there is one.
fn at_any_ball(arena: &Arena, state: &GameState) -> Option<Stroke> {
    let place = match state.cue_ball {
        CueBall::Table => None,
        _ => [0.3, 0.5, 0.7, 0.4, 0.6]
            .into_iter()
            .map(|x| Vec2::new(x * arena.table.width, 0.2 * arena.table.length))
            .find(|&at| state.may_place(&arena.table, at)),
    };
    let ready = with_cue_ball(state, place);
    let cue_ball = ready.layout.get(CUE_BALL)?;
    let mut balls: Vec<(u8, Vec2)> =
        targets(&ready).into_iter().filter_map(|ball| Some((ball, ready.layout.get(ball)?))).collect();
    let is_clear = |layout: &Layout, ball: u8, at: Vec2| {
        crate::aim::is_clear(arena, layout, cue_ball, at, [CUE_BALL, ball])
    };
    balls.sort_by(|(a, here), (b, there)| {
        let hidden = |ball: u8, at: Vec2| !is_clear(&ready.layout, ball, at);
        let distance = |at: Vec2| (at - cue_ball).norm();
        hidden(*a, *here).cmp(&hidden(*b, *there)).then(distance(*here).total_cmp(&distance(*there)))
    });
    balls.into_iter().find_map(|(_, at)| {
        let shot = Shot::plain(
            (at - cue_ball).degrees(),
            (1.5 + (at - cue_ball).norm()).min(arena.table.cue.fastest),
        );
        Some(Stroke { place, shot: make_room(arena, &ready.layout, &shot)?, call: Call::Safety })
    })
}
