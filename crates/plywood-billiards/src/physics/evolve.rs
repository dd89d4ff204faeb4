//! The motion of one ball between events: sliding, then rolling, then perhaps spinning on the spot, then
//! resting.
//!
//! With `u = v + R z^ x w` the slip at the cloth, a sliding ball has the constant acceleration `-mu_s g u^`
//! and starts to roll after `2|u| / (7 mu_s g)`; a rolling ball decelerates by `mu_r g`; side spin decays on
//! its own. Every phase is a quadratic `r = c + b t + a t^2` (Leckie and Greenspan, equations 4 to 15).

use crate::table::Table;
use crate::vector::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

/// The way a ball moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// At rest.
    Stationary,
    /// On the spot, with side spin.
    Spinning,
    /// Its lowest point slips over the cloth.
    Sliding,
    /// Without slip.
    Rolling,
    /// Gone into a pocket.
    Pocketed,
}

impl Motion {
    /// Whether the ball changes its place.
    #[inline]
    pub fn travels(self) -> bool {
        matches!(self, Motion::Sliding | Motion::Rolling)
    }
}

/// All there is to know of a ball at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BallState {
    /// Centre.
    pub position: Vec2,
    /// Velocity of the centre.
    pub velocity: Vec2,
    /// Angular velocity.
    pub spin: Vec3,
    /// The way it moves.
    pub motion: Motion,
}

impl BallState {
    /// A ball at rest.
    pub fn resting(position: Vec2) -> Self {
        BallState { position, velocity: Vec2::ZERO, spin: Vec3::ZERO, motion: Motion::Stationary }
    }

    /// The velocity of the lowest point over the cloth, zero when rolling.
    #[inline]
    pub fn slip(&self, radius: f64) -> Vec2 {
        Vec2::new(self.velocity.x - radius * self.spin.y, self.velocity.y + radius * self.spin.x)
    }

    /// Energy of motion in joules, of a ball with this mass and radius.
    pub fn energy(&self, mass: f64, radius: f64) -> f64 {
        0.5 * mass * (self.velocity.norm_squared() + 0.4 * radius * radius * self.spin.norm_squared())
    }

    /// Lets friction have its way at once: a sliding ball takes on the velocity with which it would come to roll.
    pub(crate) fn roll_out(&mut self, radius: f64) {
        self.velocity -= self.slip(radius) * (2.0 / 7.0);
        self.spin = rolling_spin(self.velocity, self.spin.z, radius);
        self.motion = Motion::Rolling;
    }
}

/// The spin of a ball that rolls with this velocity.
#[inline]
pub(crate) fn rolling_spin(velocity: Vec2, side: f64, radius: f64) -> Vec3 {
    Vec3::new(-velocity.y / radius, velocity.x / radius, side)
}

/// The decelerations of a table, computed once.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Radius of the balls.
    pub radius: f64,
    slide: f64,
    roll: f64,
    /// Change of the horizontal spin while sliding.
    turn: f64,
    twist: f64,
    twist_sliding: f64,
}

impl Rates {
    /// The rates of a table.
    pub fn of(table: &Table) -> Self {
        let (cloth, radius) = (&table.cloth, table.ball.radius);
        let twist = 2.5 * cloth.spinning * cloth.gravity / radius;
        Rates {
            radius,
            slide: cloth.sliding * cloth.gravity,
            roll: cloth.rolling * cloth.gravity,
            turn: 2.5 * cloth.sliding * cloth.gravity / radius,
            twist,
            twist_sliding: twist * cloth.spinning_while_sliding,
        }
    }
}

/// The motion of one ball from one of its events to the next.
#[derive(Clone, Copy, Debug)]
pub struct Phase {
    /// When the phase began.
    pub start: f64,
    /// When it ends if nothing is met: infinite for a ball at rest or pocketed.
    pub end: f64,
    /// The ball at the start.
    pub state: BallState,
    /// Half the acceleration.
    pub bend: Vec2,
    /// Change of the horizontal spin a second.
    turn: Vec2,
    /// Loss of side spin a second.
    twist: f64,
}

impl Phase {
    /// The phase that a ball in this state enters.
    #[inline]
    pub fn new(state: BallState, start: f64, rates: &Rates) -> Phase {
        let mut phase =
            Phase { start, end: f64::INFINITY, state, bend: Vec2::ZERO, turn: Vec2::ZERO, twist: 0.0 };
        match state.motion {
            Motion::Stationary | Motion::Pocketed => {}
            Motion::Spinning => {
                phase.twist = rates.twist;
                phase.end = start + state.spin.z.abs() / rates.twist;
            }
            Motion::Rolling => {
                let speed = state.velocity.norm();
                if speed > 0.0 {
                    phase.bend = state.velocity * (-0.5 * rates.roll / speed);
                }
                phase.turn = Vec2::new(-2.0 * phase.bend.y, 2.0 * phase.bend.x) * (1.0 / rates.radius);
                phase.twist = rates.twist;
                phase.end = start + speed / rates.roll;
            }
            Motion::Sliding => {
                let slip = state.slip(rates.radius);
                let speed = slip.norm();
                if speed > 0.0 {
                    let direction = slip * (1.0 / speed);
                    phase.bend = direction * (-0.5 * rates.slide);
                    phase.turn = Vec2::new(-direction.y, direction.x) * rates.turn;
                }
                phase.twist = rates.twist_sliding;
                phase.end = start + speed * (2.0 / 7.0) / rates.slide;
            }
        }
        phase
    }

    /// Where the centre is at a time within the phase.
    #[inline]
    pub fn position(&self, time: f64) -> Vec2 {
        let t = time - self.start;
        self.state.position + (self.state.velocity + self.bend * t) * t
    }

    /// The velocity at a time within the phase.
    #[inline]
    pub fn velocity(&self, time: f64) -> Vec2 {
        self.state.velocity + self.bend * (2.0 * (time - self.start))
    }

    /// The ball at a time within the phase.
    #[inline]
    pub fn at(&self, time: f64) -> BallState {
        let t = time - self.start;
        let side = self.state.spin.z;
        let left = (side.abs() - self.twist * t).max(0.0);
        BallState {
            position: self.state.position + (self.state.velocity + self.bend * t) * t,
            velocity: self.state.velocity + self.bend * (2.0 * t),
            spin: Vec3::from_plane(self.state.spin.plane() + self.turn * t, left.copysign(side)),
            motion: self.state.motion,
        }
    }

    /// The ball after the phase has run to its end, with what has to be exactly zero or exactly rolling made so.
    #[inline]
    pub fn finish(&self, rates: &Rates) -> BallState {
        let mut state = self.at(self.end);
        match self.state.motion {
            Motion::Stationary | Motion::Pocketed => {}
            Motion::Sliding => {
                state.motion = Motion::Rolling;
                state.spin = rolling_spin(state.velocity, state.spin.z, rates.radius);
            }
            Motion::Rolling => {
                state.velocity = Vec2::ZERO;
                state.motion = if state.spin.z != 0.0 { Motion::Spinning } else { Motion::Stationary };
                state.spin = Vec3::new(0.0, 0.0, state.spin.z);
            }
            Motion::Spinning => {
                state.spin = Vec3::ZERO;
                state.motion = Motion::Stationary;
            }
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slide_ends_rolling_at_five_sevenths() {
        let table = Table::preset("pooltool").unwrap();
        let rates = Rates::of(&table);
        let state = BallState {
            velocity: Vec2::new(0.0, 2.1),
            motion: Motion::Sliding,
            ..BallState::resting(Vec2::ZERO)
        };
        let phase = Phase::new(state, 1.0, &rates);
        let end = phase.finish(&rates);
        assert!((end.velocity.y - 1.5).abs() < 1e-12 && end.motion == Motion::Rolling);
        let just_before = phase.at(phase.end);
        assert!(just_before.slip(rates.radius).norm() < 1e-12);
        let mut at_once = state;
        at_once.roll_out(rates.radius);
        assert!((at_once.velocity - end.velocity).norm() < 1e-12);
    }

    #[test]
    fn side_spin_outlives_a_slow_roll() {
        let table = Table::preset("pooltool").unwrap();
        let rates = Rates::of(&table);
        let velocity = Vec2::new(0.01, 0.0);
        let state = BallState {
            position: Vec2::ZERO,
            velocity,
            spin: rolling_spin(velocity, -50.0, rates.radius),
            motion: Motion::Rolling,
        };
        let end = Phase::new(state, 0.0, &rates).finish(&rates);
        assert_eq!(end.motion, Motion::Spinning);
        assert!(end.spin.z < 0.0 && end.spin.z > -50.0);
        let rest = Phase::new(end, 0.0, &rates).finish(&rates);
        assert_eq!((rest.motion, rest.spin), (Motion::Stationary, Vec3::ZERO));
    }
}
