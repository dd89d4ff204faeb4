//! Mathavan, Jackson, Parkin (2010): the impulse grows in small steps, with friction at the nose and at the cloth.
//!
//! Compression until the ball stops before the cushion, then restitution until the cushion has given back `e^2` of the
//! work it took. Steps are a fixed fraction of the incoming impulse; the last of each phase is cut to length. Friction fades
//! out over the slips that a few steps can reverse: with its full force a slip near zero would flip at every step, and
//! where it ends would hang on round-off.

use crate::table::Table;
use crate::vector::{Vec2, Vec3};

/// Steps of the impulse in each phase.
const STEPS: f64 = 500.0;
/// No phase takes longer, whatever the friction.
const MOST_STEPS: usize = 50_000;

/// Velocity and spin after the rebound, in the frame of the cushion (first axis out of the table).
pub fn rebound(table: &Table, velocity: Vec2, spin: Vec3) -> (Vec2, Vec3) {
    // The paper has y into the cushion: its axes are ours turned by a quarter.
    let mut ball = Contact {
        radius: table.ball.radius,
        sine: table.cushion.height / table.ball.radius - 1.0,
        nose: table.cushion.friction,
        cloth: table.cloth.sliding,
        fade: 4.0 * velocity.x / STEPS,
        vx: -velocity.y,
        vy: velocity.x,
        wx: -spin.y,
        wy: spin.x,
        wz: spin.z,
    };
    let cosine = (1.0 - ball.sine * ball.sine).sqrt();
    let step = ball.vy / STEPS;
    let mut work = 0.0;
    for _ in 0..MOST_STEPS {
        if ball.vy <= 0.0 {
            break;
        }
        let slowing = ball.rates(cosine)[1];
        let cut = if slowing > 0.0 { step.min(ball.vy / slowing) } else { step };
        let before = ball.vy;
        ball.push(cut, cosine);
        work += 0.5 * (before + ball.vy.max(0.0)) * cosine * cut;
        if cut < step {
            break;
        }
    }
    let mut owed = table.cushion.restitution * table.cushion.restitution * work;
    for _ in 0..MOST_STEPS {
        let before = ball.vy.min(0.0);
        let gain = ball.rates(cosine)[1].max(0.0);
        // The work of a step of impulse p is c p (|v| + gain p / 2).
        let whole = cosine * step * (-before + 0.5 * gain * step);
        if whole >= owed {
            let half = 0.5 * gain;
            let target = owed / cosine;
            let cut = if half > 0.0 {
                2.0 * target / (-before + (before * before + 4.0 * half * target).sqrt())
            } else {
                target / -before
            };
            if cut.is_finite() {
                ball.push(cut, cosine);
            }
            break;
        }
        owed -= whole;
        ball.push(step, cosine);
    }
    (Vec2::new(ball.vy, -ball.vx), Vec3::new(ball.wy, -ball.wx, ball.wz))
}

/// A ball at the cushion, in the paper's axes.
struct Contact {
    radius: f64,
    sine: f64,
    nose: f64,
    cloth: f64,
    /// Slips below this feel less than the full friction.
    fade: f64,
    vx: f64,
    vy: f64,
    wx: f64,
    wy: f64,
    wz: f64,
}

impl Contact {
    /// What a unit of impulse (per mass) takes from vx, vy, wx, wy and gives to wz.
    fn rates(&self, cosine: f64) -> [f64; 5] {
        let (radius, sine) = (self.radius, self.sine);
        let at_nose = self
            .grip(self.vx + radius * (self.wy * sine - self.wz * cosine), -self.vy * sine + radius * self.wx);
        let at_cloth = self.grip(self.vx - radius * self.wy, self.vy + radius * self.wx);
        let press = self.cloth * (sine + self.nose * at_nose.y * cosine);
        let turn = 2.5 / radius;
        [
            self.nose * at_nose.x + at_cloth.x * press,
            cosine - self.nose * sine * at_nose.y + at_cloth.y * press,
            turn * (self.nose * at_nose.y + at_cloth.y * press),
            turn * (self.nose * at_nose.x * sine - at_cloth.x * press),
            turn * self.nose * at_nose.x * cosine,
        ]
    }

    /// The direction of a slip, shortened when the slip is about to end.
    fn grip(&self, x: f64, y: f64) -> Vec2 {
        let slip = Vec2::new(x, y);
        slip * (1.0 / slip.norm().max(self.fade))
    }

    fn push(&mut self, impulse: f64, cosine: f64) {
        let [vx, vy, wx, wy, wz] = self.rates(cosine);
        self.vx -= vx * impulse;
        self.vy -= vy * impulse;
        self.wx -= wx * impulse;
        self.wy -= wy * impulse;
        self.wz += wz * impulse;
    }
}
