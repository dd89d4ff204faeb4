//! The collision that FastFiz uses to match poolfiz. It is not derived from first principles.
//!
//! Normal velocities are exchanged; friction takes the normal velocity of the first ball alone; and when the second ball
//! was moving, both are set rolling, which can add energy.

use super::elastic::exchange;
use crate::physics::evolve::{BallState, rolling_spin};
use crate::vector::{Vec2, Vec3};

/// FastFiz divides the transferred spin by this "to match poolfiz".
const SPIN_DIVISOR: f64 = 1.000575;

/// Collides two balls; `second_moved` tells whether the second was sliding or rolling.
pub fn collide(
    first: &mut BallState,
    second: &mut BallState,
    normal: Vec2,
    radius: f64,
    friction: f64,
    second_moved: bool,
) {
    let along = normal.left();
    let relative = first.velocity - second.velocity;
    let spins = first.spin + second.spin;
    // Its measure of slip includes the normal part.
    let slip_along = along.dot(relative) + radius * spins.z;
    let slip_up = -radius * along.dot(spins.plane());
    let slip_normal = normal.dot(relative);
    let slip = (slip_normal * slip_normal + slip_along * slip_along + slip_up * slip_up).sqrt();
    let grip = if slip > 0.0 { friction * normal.dot(first.velocity) / slip } else { 0.0 };
    exchange(first, second, normal, 1.0);
    let thrown = along * (grip * slip_along);
    first.velocity -= thrown;
    second.velocity += thrown;
    if second_moved {
        for ball in [first, second] {
            ball.spin = rolling_spin(ball.velocity, ball.spin.z, radius);
        }
    } else {
        // n x slip, against the slip; the two balls get opposite signs.
        let turn = Vec3::from_plane(along * slip_up, -slip_along) * (2.5 * grip / (radius * SPIN_DIVISOR));
        first.spin = first.spin - turn;
        second.spin = second.spin + turn;
    }
}
