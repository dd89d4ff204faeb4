//! The end of a series of ever smaller bounces.
//!
//! A ball that friction presses against a cushion or against another ball bounces infinitely often in finite time. When
//! bounces follow one another too fast to matter, contact is made lasting: what would press is taken out of the motion.
//! No rule here adds energy.

use crate::physics::evolve::{BallState, Motion, rolling_spin};
use crate::vector::{Vec2, Vec3};

/// A ball comes to lie against a cushion: its velocity into the cushion and the spin that drives it there are lost.
pub fn settle_at_cushion(ball: &mut BallState, inward: Vec2) {
    let along = inward.left();
    ball.velocity = along * along.dot(ball.velocity);
    // Negative spin about the cushion's own direction is top spin toward it.
    let about_cushion = along.dot(ball.spin.plane());
    if about_cushion < 0.0 {
        ball.spin = Vec3::from_plane(ball.spin.plane() - along * about_cushion, ball.spin.z);
    }
}

/// Two balls come to move together: friction has its way with each, then they share their momentum.
pub fn settle_together(first: &mut BallState, second: &mut BallState, radius: f64) {
    for ball in [&mut *first, &mut *second] {
        ball.roll_out(radius);
    }
    let shared = (first.velocity + second.velocity) * 0.5;
    for ball in [first, second] {
        ball.velocity = shared;
        ball.spin = rolling_spin(shared, ball.spin.z, radius);
        ball.motion = Motion::Rolling;
    }
}
