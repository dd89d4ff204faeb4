//! Han, "Dynamics in carom and three cushion billiards" (2005): one impulse at the nose, which lies above the centre.
//!
//! With `s = h/R - 1` the sine of the contact's elevation, the impulse along the contact normal is `(1 + e) m v_n c`,
//! and friction at the contact either stops the slip or is Coulomb's.

use crate::table::Table;
use crate::vector::{Vec2, Vec3};

/// Velocity and spin after the rebound, in the frame of the cushion (first axis out of the table).
pub fn rebound(table: &Table, velocity: Vec2, spin: Vec3) -> (Vec2, Vec3) {
    let radius = table.ball.radius;
    let sine = table.cushion.height / radius - 1.0;
    let cosine = (1.0 - sine * sine).sqrt();
    let slip_x = velocity.x * sine + radius * spin.y;
    let slip_y = -velocity.y - radius * spin.z * cosine + radius * spin.x * sine;
    let slip = Vec2::new(slip_x, slip_y).norm();
    // All impulses per unit of mass.
    let normal = (1.0 + table.cushion.restitution) * velocity.x * cosine;
    let stick = 2.0 / 7.0;
    let share = if stick * slip <= table.cushion.friction * normal {
        stick
    } else {
        table.cushion.friction * normal / slip
    };
    let (rub_x, rub_y) = (share * slip_x, share * slip_y);
    let push_x = -rub_x * sine - normal * cosine;
    let push_z = rub_x * cosine - normal * sine;
    let turn = 2.5 / radius;
    (
        Vec2::new(velocity.x + push_x, velocity.y + rub_y),
        Vec3::new(
            spin.x - turn * rub_y * sine,
            spin.y + turn * (push_x * sine - push_z * cosine),
            spin.z + turn * rub_y * cosine,
        ),
    )
}
