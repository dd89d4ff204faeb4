//! Rebounds from cushions and jaws.

mod fastfiz;
mod han_2005;
mod mathavan_2010;
mod simple;

use crate::physics::evolve::{BallState, Motion};
use crate::table::{CushionModel, Table};
use crate::vector::{Vec2, Vec3};

/// Changes the motion of a ball that touches a cushion with this unit normal into the table, by the model of the table.
pub fn rebound(table: &Table, ball: &mut BallState, inward: Vec2) {
    ball.motion = Motion::Sliding;
    // The models think of a cushion across their first axis, which points out of the table.
    let outward = -inward;
    let velocity = ball.velocity.into_frame(outward);
    let spin = Vec3::from_plane(ball.spin.plane().into_frame(outward), ball.spin.z);
    let (mut velocity, spin) = match table.cushion.model {
        CushionModel::Simple => (simple::velocity(velocity, table.cushion.restitution), spin),
        CushionModel::Fastfiz => fastfiz::rebound(velocity, spin),
        CushionModel::Han2005 => han_2005::rebound(table, velocity, spin),
        CushionModel::Mathavan2010 => mathavan_2010::rebound(table, velocity, spin),
    };
    // Whatever the friction, no ball leaves into the cushion.
    velocity.x = velocity.x.min(0.0);
    ball.velocity = velocity.out_of_frame(outward);
    ball.spin = Vec3::from_plane(spin.plane().out_of_frame(outward), spin.z);
}
