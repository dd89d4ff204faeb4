//! The lowest speed at which a straight-in shot gets its ball to the pocket (PickPocket thesis, section 3.1.6).
//!
//! A ball struck or hit slides first and then rolls; with `s` the share of its speed that sliding takes, it rolls at
//! `(1 - s) v` after `v^2 (s - s^2/2) / (mu_s g)`. A hit ball has `s = 2/7`; the cue ball more with an elevated cue or
//! with draw, which give it back spin, and less with follow. That, and what a cut keeps back, is all there is between cue
//! and pocket. The thesis tabulates the same for a low cue by trying speeds in steps of 0.1 m/s; a test compares.

use super::Shape;
use crate::physics::resolve::strike::strike;
use crate::physics::shot::Shot;
use crate::table::{Collision, Table};
use crate::vector::Vec2;

/// What is put on top of the lowest speed (section 3.1.6).
pub const BOOST: f64 = 0.2;

/// The lowest speed of the cue, in metres a second, for a stroke with the elevation and offsets of another; it may be more
/// than the cue can do.
pub fn lowest(table: &Table, shape: &Shape, stroke: &Shot) -> f64 {
    let cloth = &table.cloth;
    let (slide, roll) = (2.0 * cloth.sliding * cloth.gravity, 2.0 * cloth.rolling * cloth.gravity);
    // The square of a speed that leaves `end` after a way, for a ball that sliding takes `share` of its speed.
    let before = |end: f64, way: f64, share: f64| {
        let slides = 2.0 * (share - 0.5 * share * share) / slide;
        let kept = (1.0 - share) * (1.0 - share);
        let rolled = (end + roll * way) / (kept + roll * slides);
        if rolled * slides <= way { rolled } else { end + slide * way }
    };
    let at_ball = before(0.0, shape.d1, 2.0 / 7.0);
    let restitution = match table.collision {
        Collision::Elastic | Collision::Fastfiz { .. } => 1.0,
        Collision::ConstantFriction { restitution, .. }
        | Collision::AlciatoreFriction { restitution, .. } => restitution,
    };
    let passed_on = 0.5 * (1.0 + restitution) * libm::cos(shape.alpha.to_radians()).max(0.02);
    let cue_ball = strike(table, &Shot { phi: 0.0, speed: 1.0, ..*stroke }, Vec2::ZERO);
    let gain = cue_ball.velocity.norm().max(1e-3);
    // Side spin and swerve are small beside this.
    let share = (2.0 / 7.0 * cue_ball.slip(table.ball.radius).x / gain).clamp(0.0, 0.97);
    before(at_ball / (passed_on * passed_on), shape.d2, share).sqrt() / gain
}

/// The speed at which the shot is played: the lowest and the boost, within what the cue can do.
pub fn usual(table: &Table, shape: &Shape, stroke: &Shot) -> f64 {
    (lowest(table, shape, stroke) + BOOST).min(table.cue.fastest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rack::scatter;
    use crate::game::rules::Facts;
    use crate::physics::shot::Shot;
    use crate::physics::{Arena, Simulator};
    use crate::players::aim::straight_in;
    use plywood_core::random::seeded;

    /// Trying speeds in small steps on the table finds what the formula says, but for balls that a rail helps or hinders.
    #[test]
    fn is_what_trying_finds() {
        // Jaws hold some slow balls back.
        let cases = [("poolfiz", 5.0, 0.0, 0.95), ("pooltool", 5.0, 0.0, 0.85), ("poolfiz", 30.0, 5.0, 0.9)];
        for (name, theta, b, most) in cases {
            let arena = Arena::preset(name);
            let mut simulator = Simulator::new(&arena);
            let stroke = Shot { theta, b, ..Shot::plain(0.0, 0.0) };
            let (mut near, mut all) = (0, 0);
            let mut random = seeded(3);
            while all < 150 {
                let layout = scatter(&arena.table, 2, &mut random);
                for pocket in arena.pockets() {
                    let Some(aim) = straight_in(&arena, &layout, 1, pocket) else { continue };
                    let shape = aim.shape(&arena);
                    // Thin cuts are thrown off the pocket.
                    if shape.alpha > 60.0 || (shape.side && shape.beta > 45.0) {
                        continue;
                    }
                    let mut falls = |speed: f64| {
                        let mut facts = Facts::default();
                        let shot = Shot { theta, b, ..Shot::plain(aim.phi, speed) };
                        simulator.start_unchecked(&layout, &shot, &mut facts);
                        simulator.run(&mut facts);
                        facts.fell(1) == Some(pocket)
                    };
                    let tried = (1..90).map(|step| 0.05 * f64::from(step)).find(|&speed| falls(speed));
                    let Some(tried) = tried else { continue };
                    all += 1;
                    near += u32::from((tried - lowest(&arena.table, &shape, &stroke)).abs() < 0.12);
                }
            }
            assert!(f64::from(near) >= most * f64::from(all), "{name} at {theta} degrees: {near} of {all}");
        }
    }
}
