//! Straight-in strokes: the list, the way they are played, and their variants for position.

use super::placed;
use crate::game::rules::{Call, CueBall, Discipline, GameState, Group, Stroke, own_pocket, targets};
use crate::physics::Arena;
use crate::physics::clearance::obstacle;
use crate::physics::shot::Shot;
use crate::players::aim::{StraightIn, firm_speed, make_room, straight_in};
use crate::table::layout::Balls;
use crate::vector::Vec2;
use std::ops::ControlFlow;

/// How far behind the ghost ball a cue ball in hand is put, in metres.
const DISTANCE_IN_HAND: f64 = 0.25;
/// What a harder stroke has more, in metres a second (PickPocket thesis, section 3.1.1).
pub(crate) const HARDER: f64 = 1.0;
/// How far off the centre follow and draw are struck, as a part of the radius.
const SPIN: f64 = 0.4;

/// A straight-in shot that the player on turn has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening {
    /// Where the cue ball is put for it, if it is in hand.
    pub place: Option<Vec2>,
    /// The shot as geometry.
    pub aim: StraightIn,
}

/// Finds the straight-in shots from where the cue ball lies or may be put, the easiest-looking first.
pub(crate) fn find(arena: &Arena, state: &GameState, found: &mut Vec<Opening>) {
    let _ = visit(arena, state, |opening| {
        found.push(opening);
        ControlFlow::<()>::Continue(())
    });
    let ease = |opening: &Opening| (difficulty(&opening.aim), opening.aim.ball, opening.aim.pocket);
    found.sort_unstable_by(|a, b| {
        let (a, b) = (ease(a), ease(b));
        a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2)))
    });
}

/// Visits these shots, ball by ball.
pub(crate) fn visit<B>(
    arena: &Arena,
    state: &GameState,
    mut visit: impl FnMut(Opening) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for ball in aims(state).iter() {
        for pocket in arena.pockets().filter(|&pocket| counts(arena, state, pocket)) {
            let aim = match state.cue_ball {
                CueBall::Table => straight_in(arena, &state.layout, ball, pocket).map(|aim| (None, aim)),
                _ => place_behind(arena, state, ball, pocket).and_then(|place| {
                    let layout = placed(&state.layout, Some(place));
                    straight_in(arena, &layout, ball, pocket).map(|aim| (Some(place), aim))
                }),
            };
            if let Some((place, aim)) = aim {
                visit(Opening { place, aim })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Balls worth shooting at: the 8 only when it is the only one allowed, of others in cutthroat.
pub(super) fn aims(state: &GameState) -> Balls {
    let balls = targets(state);
    let eight_ball = matches!(state.discipline, Discipline::EightBall | Discipline::EightAndAHalfBall);
    if eight_ball && balls.len() > 1 {
        return balls.and(Group::Solids.balls().or(Group::Stripes.balls()));
    }
    balls.without(state.set_of(state.turn))
}

/// Whether a ball in this pocket is worth anything to the shooter.
pub(super) fn counts(arena: &Arena, state: &GameState, pocket: u8) -> bool {
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

impl Opening {
    /// The stroke at the centre of the ball, firm enough and at the lowest elevation.
    pub fn stroke(&self, arena: &Arena, state: &GameState) -> Option<Stroke> {
        let shot = Shot::plain(self.aim.phi, firm_speed(arena, &self.aim));
        let shot = make_room(arena, &placed(&state.layout, self.place), &shot)?;
        let (ball, pocket) = (self.aim.ball, self.aim.pocket);
        Some(Stroke { place: self.place, shot, call: Call::Ball { ball, pocket } })
    }

    /// Adds that stroke and its variants: harder, with follow, and harder with draw. A variant for which the cue has no
    /// room at the same elevation is left out.
    pub(super) fn strokes(&self, arena: &Arena, state: &GameState, found: &mut Vec<Stroke>) {
        let Some(plain) = self.stroke(arena, state) else { return };
        found.push(plain);
        let layout = placed(&state.layout, self.place);
        let (fastest, off) = (arena.table.cue.fastest, SPIN * arena.table.ball.radius * 1e3);
        let harder = Shot { speed: (plain.shot.speed + HARDER).min(fastest), ..plain.shot };
        let variants = [harder, Shot { b: off, ..plain.shot }, Shot { b: -off, ..harder }];
        let known = found.len() - 1;
        for shot in variants {
            let variant = Stroke { shot, ..plain };
            // Speed takes no room, and the plain stroke has it.
            let fits = shot.b == plain.shot.b || obstacle(arena, &layout, &shot).is_none();
            if fits && !found[known..].contains(&variant) {
                found.push(variant);
            }
        }
    }
}
