//! The normal part of a collision: equal masses exchange their normal velocities, less what restitution takes.

use crate::physics::evolve::BallState;
use crate::vector::Vec2;

/// Exchanges momentum along the normal from first to second; spin is not touched.
#[inline]
pub fn exchange(first: &mut BallState, second: &mut BallState, normal: Vec2, restitution: f64) {
    let approach = normal.dot(first.velocity - second.velocity);
    let impulse = normal * (0.5 * (1.0 + restitution) * approach);
    first.velocity -= impulse;
    second.velocity += impulse;
}
