//! The rebound of FastFiz: nine tenths of the velocity, one tenth of the spin.

use crate::vector::{Vec2, Vec3};

/// Velocity and spin after the rebound, in the frame of the cushion.
pub fn rebound(velocity: Vec2, spin: Vec3) -> (Vec2, Vec3) {
    (Vec2::new(-0.9 * velocity.x, 0.9 * velocity.y), spin * 0.1)
}
