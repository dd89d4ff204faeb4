//! The five parameters of a shot (PickPocket thesis, section 3.1, figure 3.1) and their text.

use crate::table::Table;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use thiserror::Error;

/// A strike of the cue, requested or executed. Two are the same where they are to the last bit.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Direction of the aim in degrees, counter-clockwise from across the table.
    pub phi: f64,
    /// Elevation of the cue in degrees.
    pub theta: f64,
    /// Speed of the cue in metres a second.
    pub speed: f64,
    /// Offset of the tip to the left, as the shooter sees it, in millimetres.
    pub a: f64,
    /// Offset of the tip upward in millimetres.
    pub b: f64,
}

impl PartialEq for Shot {
    fn eq(&self, other: &Shot) -> bool {
        self.bits() == other.bits()
    }
}

impl Eq for Shot {}

impl Hash for Shot {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.bits().hash(hasher);
    }
}

/// Why a shot is refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ShotError {
    /// A parameter is out of its range.
    #[error("{name} is {value}, it has to be {range}")]
    Range {
        /// Which parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The right form.
        range: String,
    },
    /// A part of the text is not `name=value`.
    #[error("'{0}' is not a parameter of a shot; write phi=90/theta=5/v=2.5/a=0/b=0 (degrees, m/s, mm)")]
    Part(String),
    /// A parameter that has no default is missing.
    #[error("a shot needs {0}; write phi=90/theta=5/v=2.5/a=0/b=0 (degrees, m/s, mm)")]
    Missing(&'static str),
}

impl Shot {
    /// A level strike at the centre of the ball.
    pub fn plain(phi: f64, speed: f64) -> Shot {
        Shot { phi, theta: 0.0, speed, a: 0.0, b: 0.0 }
    }

    /// The five parameters to the last bit.
    pub fn bits(&self) -> [u64; 5] {
        [self.phi, self.theta, self.speed, self.a, self.b].map(f64::to_bits)
    }

    /// Checks that a cue can do this on this table.
    pub fn check(&self, table: &Table) -> Result<(), ShotError> {
        let refuse = |name, value, range: String| Err(ShotError::Range { name, value, range });
        let reach = table.ball.radius * 1e3;
        if !self.phi.is_finite() {
            return refuse("phi", self.phi, "a number of degrees".to_string());
        }
        if !(0.0..=table.cue.steepest).contains(&self.theta) {
            return refuse("theta", self.theta, format!("from 0 to {} degrees", table.cue.steepest));
        }
        if !(0.0..=table.cue.fastest).contains(&self.speed) {
            return refuse("v", self.speed, format!("from 0 to {} m/s", table.cue.fastest));
        }
        for (name, value) in [("a", self.a), ("b", self.b)] {
            if !(-reach..=reach).contains(&value) {
                return refuse(name, value, format!("within the ball, below {reach} mm"));
            }
        }
        let offset = (self.a * self.a + self.b * self.b).sqrt();
        if offset >= reach {
            return refuse(
                "the offset from the centre",
                offset,
                format!("within the ball, below {reach} mm"),
            );
        }
        Ok(())
    }

    /// The nearest shot that passes [`Shot::check`]: what an error made impossible is brought back to the limit.
    pub fn clamped(mut self, table: &Table) -> Shot {
        self.theta = self.theta.clamp(0.0, table.cue.steepest);
        self.speed = self.speed.clamp(0.0, table.cue.fastest);
        let offset = (self.a * self.a + self.b * self.b).sqrt();
        let reach = table.ball.radius * 1e3 * 0.999;
        if offset > reach {
            self.a *= reach / offset;
            self.b *= reach / offset;
        }
        self
    }

    /// Reads `phi=90/v=2.5` and, if given, `theta`, `a` and `b`; the unknown parts are returned to the caller.
    pub(crate) fn parse_parts(text: &str) -> Result<(Shot, Vec<&str>), ShotError> {
        let mut values = [None; 5];
        let mut others = Vec::new();
        for part in text.split([' ', '/']).filter(|part| !part.is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                others.push(part);
                continue;
            };
            let Some(index) = NAMES.iter().position(|&known| known == name) else {
                others.push(part);
                continue;
            };
            let value: f64 = value.parse().map_err(|_| ShotError::Part(part.to_string()))?;
            values[index] = Some(value);
        }
        let [phi, theta, speed, a, b] = values;
        let shot = Shot {
            phi: phi.ok_or(ShotError::Missing("phi"))?,
            theta: theta.unwrap_or(0.0),
            speed: speed.ok_or(ShotError::Missing("v"))?,
            a: a.unwrap_or(0.0),
            b: b.unwrap_or(0.0),
        };
        Ok((shot, others))
    }
}

const NAMES: [&str; 5] = ["phi", "theta", "v", "a", "b"];

impl fmt::Display for Shot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "phi={}/theta={}/v={}/a={}/b={}", self.phi, self.theta, self.speed, self.a, self.b)
    }
}

impl std::str::FromStr for Shot {
    type Err = ShotError;

    fn from_str(text: &str) -> Result<Shot, ShotError> {
        let (shot, others) = Shot::parse_parts(text)?;
        match others.first() {
            None => Ok(shot),
            Some(part) => Err(ShotError::Part(part.to_string())),
        }
    }
}
