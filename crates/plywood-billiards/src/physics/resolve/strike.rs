//! The cue strikes the ball: velocity and spin from speed, direction, elevation and offsets.
//!
//! Leckie and Greenspan, equations 1 to 3: `F/m = 2V / (1 + m/M + 5/(2R^2) (a^2 + b^2 cos^2 + c^2 sin^2 - 2bc cos sin))`,
//! with the ball held to the cloth. Squirt after Alciatore, TP A-31.

use crate::physics::evolve::{BallState, Motion};
use crate::physics::shot::Shot;
use crate::table::{StrikeModel, Table};
use crate::vector::{Vec2, Vec3};

/// FastFiz: "to match poolfiz" the offset term is a little smaller.
const FASTFIZ_OFFSET: f64 = 0.999425;
/// FastFiz takes the moment of inertia of a lighter ball than the one it strikes.
const FASTFIZ_INERTIA_MASS: f64 = 0.160 * 0.995473;

/// The cue ball after the strike.
pub fn strike(table: &Table, shot: &Shot, position: Vec2) -> BallState {
    let (mass, radius) = (table.ball.mass, table.ball.radius);
    let (sine, cosine) = libm::sincos(shot.theta.to_radians());
    let side = shot.a * 1e-3;
    let height = shot.b * 1e-3;
    let depth = (radius * radius - side * side - height * height).max(0.0).sqrt();
    let (side, height, depth, offset_factor, spin_factor) = match table.cue.model {
        StrikeModel::Fastfiz => (side, height, depth, FASTFIZ_OFFSET, mass / FASTFIZ_INERTIA_MASS),
        // From the frame of the elevated cue to that of the ball.
        StrikeModel::Alciatore => {
            (side, sine * depth + cosine * height, cosine * depth - sine * height, 1.0, 1.0)
        }
    };
    let arm = side * side + height * height * cosine * cosine + depth * depth * sine * sine
        - 2.0 * height * depth * cosine * sine;
    let impulse =
        2.0 * shot.speed / (1.0 + mass / table.cue.mass + offset_factor * 2.5 / (radius * radius) * arm);
    // Impulse over moment of inertia.
    let turn = spin_factor * impulse * 2.5 / (radius * radius);
    let aim = Vec2::at_degrees(shot.phi);
    let direction = match table.cue.end_mass {
        None => aim,
        Some(end_mass) => {
            let offset = side / radius;
            let rest = 1.0 - offset * offset;
            let angle = -libm::atan2(2.5 * offset * rest.sqrt(), 1.0 + mass / end_mass + 2.5 * rest);
            let (sine, cosine) = libm::sincos(angle);
            Vec2::new(aim.x * cosine - aim.y * sine, aim.x * sine + aim.y * cosine)
        }
    };
    BallState {
        position,
        velocity: direction * (impulse * cosine),
        spin: Vec3::from_plane(
            aim.left() * (turn * (height * cosine - depth * sine)) - aim * (turn * side * sine),
            -turn * side * cosine,
        ),
        motion: Motion::Sliding,
    }
}
