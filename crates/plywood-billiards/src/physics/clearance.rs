//! Whether the cue can be where a shot needs it: clear of the other balls and over the rails.
//!
//! As FastFiz asks: the cue is the line from the tip's contact backward and up; it must pass no other ball within its radius and
//! cross the rails above their height (PickPocket thesis, section 3.1.1: elevation is raised by 5 degrees until it does).

use super::Arena;
use crate::physics::shot::Shot;
use crate::table::layout::{CUE_BALL, Layout};
use crate::vector::Vec2;
use std::fmt;

/// The obstacle of the cue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Another ball.
    Ball(u8),
    /// A rail.
    Rail,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Obstacle::Ball(ball) => write!(f, "the cue would touch ball {ball}"),
            Obstacle::Rail => write!(f, "the cue would touch the rail"),
        }
    }
}

/// The first thing in the way of the cue, if any.
pub fn obstacle(arena: &Arena, layout: &Layout, shot: &Shot) -> Option<Obstacle> {
    let table = &arena.table;
    let radius = table.ball.radius;
    let cue_ball = layout.get(CUE_BALL)?;
    let (side, height) = (shot.a * 1e-3, shot.b * 1e-3);
    let depth = (radius * radius - side * side - height * height).max(0.0).sqrt();
    let aim = Vec2::at_degrees(shot.phi);
    let (sine, cosine) = libm::sincos(shot.theta.to_radians());
    let tip = cue_ball - aim * depth + aim.left() * side;
    let tip_height = radius + height;
    // Backward along the cue: -aim cos, up sin.
    for (ball, place) in layout.object_balls() {
        let to_ball = place - tip;
        let rise = radius - tip_height;
        let along = -aim.dot(to_ball) * cosine + rise * sine;
        let off_line = to_ball.norm_squared() + rise * rise - along * along;
        if off_line < radius * radius && along > 0.0 && along < table.cue.length {
            return Some(Obstacle::Ball(ball));
        }
    }
    let walls = [(tip.x, -aim.x, table.width), (tip.y, -aim.y, table.length)];
    for (from, backward, far) in walls {
        let run = if backward < 0.0 { from } else { far - from };
        if backward == 0.0 || run <= 0.0 {
            continue;
        }
        // Horizontal distance to the rail, and the height of the cue there.
        let distance = run / backward.abs();
        let crosses = distance < table.cue.length * cosine;
        if crosses && tip_height + distance * sine / cosine <= table.cue.rail_height {
            return Some(Obstacle::Rail);
        }
    }
    None
}

/// The lowest elevation, in steps of 5 degrees from 5, at which nothing is in the way; none if even the steepest is not enough.
pub fn lowest_elevation(arena: &Arena, layout: &Layout, shot: &Shot) -> Option<f64> {
    (1..)
        .map(|step| 5.0 * step as f64)
        .take_while(|&theta| theta <= arena.table.cue.steepest)
        .find(|&theta| obstacle(arena, layout, &Shot { theta, ..*shot }).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balls_and_rails_are_in_the_way() {
        let arena = Arena::preset("poolfiz");
        let free: Layout = "0@0.5:1.1".parse().unwrap();
        let up = Shot::plain(90.0, 2.0);
        // The butt of a level cue reaches over the bottom rail, lower than its top.
        assert_eq!(obstacle(&arena, &free, &up), Some(Obstacle::Rail));
        assert_eq!(lowest_elevation(&arena, &free, &up), Some(5.0));
        let behind: Layout = "0@0.5:1.1 3@0.5:1.0".parse().unwrap();
        assert_eq!(obstacle(&arena, &behind, &Shot { theta: 5.0, ..up }), Some(Obstacle::Ball(3)));
        let needed = lowest_elevation(&arena, &behind, &up).unwrap();
        assert!(needed > 15.0 && obstacle(&arena, &behind, &Shot { theta: needed, ..up }).is_none());
        let ahead: Layout = "0@0.5:1.1 3@0.5:1.2".parse().unwrap();
        assert_eq!(lowest_elevation(&arena, &ahead, &up), Some(5.0));
        let at_rail: Layout = "0@0.5:0.03".parse().unwrap();
        assert_eq!(
            lowest_elevation(&arena, &at_rail, &up),
            None,
            "the centre of a ball at the rail is out of reach"
        );
        assert_eq!(lowest_elevation(&arena, &at_rail, &Shot { b: 15.0, ..up }), Some(5.0));
    }
}
