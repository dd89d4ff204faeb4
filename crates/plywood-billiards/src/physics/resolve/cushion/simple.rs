//! Reflection with restitution: the tangential velocity and the spin are kept.

use crate::vector::Vec2;

/// The velocity after the rebound, in the frame of the cushion.
pub fn velocity(velocity: Vec2, restitution: f64) -> Vec2 {
    Vec2::new(-restitution * velocity.x, velocity.y)
}
