//! Inelastic collision with friction between the balls: throw and transferred spin.
//!
//! Alciatore, TP. The friction is Coulomb's, with a normal impulse of `e |dv_n|` as in pooltool
//! 0.6 (Coulomb's law would have `(1 + e)/2 |dv_n|`; the reference shots follow pooltool), and never more than what
//! stops the slip at the contact.

use super::elastic::exchange;
use crate::physics::evolve::BallState;
use crate::vector::{Vec2, Vec3};

/// Collides two balls; `friction` gives the coefficient for a speed of slip.
pub fn rub(
    first: &mut BallState,
    second: &mut BallState,
    normal: Vec2,
    radius: f64,
    restitution: f64,
    friction: impl Fn(f64) -> f64,
) {
    let along = normal.left();
    let approach = normal.dot(first.velocity - second.velocity).abs();
    // Slip of the first ball over the second at the contact: along the tangent, and up.
    let spins = first.spin + second.spin;
    let slip_along = along.dot(first.velocity - second.velocity) + radius * spins.z;
    let slip_up = -radius * along.dot(spins.plane());
    exchange(first, second, normal, restitution);
    let slip = Vec2::new(slip_along, slip_up).norm();
    if slip == 0.0 {
        return;
    }
    // A seventh of the slip is what each ball has to give for the contact to stick.
    let given = (friction(slip) * restitution * approach / slip).min(1.0 / 7.0);
    let (change_along, change_up) = (-slip_along * given, -slip_up * given);
    first.velocity += along * change_along;
    second.velocity -= along * change_along;
    // n x D, with D = change_along along + change_up z.
    let turn = Vec3::from_plane(along * -change_up, change_along) * (2.5 / radius);
    first.spin = first.spin + turn;
    second.spin = second.spin + turn;
}
