//! The difference between the intended shot and the executed shot.
//!
//! Zero-mean Gaussian noise perturbs each of the five parameters (PickPocket thesis, section 4.1). The
//! published settings are those of section 4.3 and of the Computer Olympiads in Taiwan and Italy. As the
//! thesis allows but does not use, errors may have a mean other than zero (`0.2:0:0.1:1:1+0.1:0:0:0:0`,
//! deviations and then means) or be drawn from a list of observed errors; both may come from a file
//! (`learning.rs`).

mod learning;

pub use learning::{Calibration, NAMES, read_observed, seen_in, stored_in};

use crate::physics::shot::Shot;
use crate::table::Table;
use plywood_core::random::seed_of;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// Standard deviations of the five parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorModel {
    /// Of the aim, in degrees.
    pub phi: f64,
    /// Of the elevation, in degrees.
    pub theta: f64,
    /// Of the speed, in metres a second.
    pub speed: f64,
    /// Of the offset to the side, in millimetres.
    pub a: f64,
    /// Of the offset in height, in millimetres.
    pub b: f64,
    /// Means of the five, in the same order and units.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub bias: [f64; 5],
    /// Errors that were observed: if there are any, one of them is drawn in the place of all the above.
    #[serde(skip)]
    pub list: Option<List>,
}

fn is_nought(bias: &[f64; 5]) -> bool {
    *bias == [0.0; 5]
}

/// Errors of the five parameters that were observed, by the file that has them. It stays in memory while the program runs,
/// so that a model is a small value that can be copied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct List {
    /// The file.
    pub file: &'static str,
    /// Differences between made and meant.
    pub errors: &'static [[f64; 5]],
}

impl List {
    /// The list of a file, the same memory for the same content.
    fn keep(file: &str, errors: Vec<[f64; 5]>) -> List {
        static KEPT: Mutex<Vec<List>> = Mutex::new(Vec::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(list) = kept.iter().find(|list| list.file == file && list.errors == errors) {
            return *list;
        }
        let list = List { file: file.to_string().leak(), errors: errors.leak() };
        kept.push(list);
        list
    }
}

/// The named settings.
pub const ERROR_MODELS: [(&str, ErrorModel); 5] = [
    ("none", ErrorModel::new(0.0, 0.0, 0.0, 0.0, 0.0)),
    ("low", ErrorModel::new(0.0185, 0.003, 0.0085, 0.08, 0.08)),
    ("taiwan", ErrorModel::new(0.185, 0.03, 0.085, 0.8, 0.8)),
    ("italy", ErrorModel::new(0.125, 0.1, 0.075, 0.5, 0.5)),
    ("high", ErrorModel::new(0.74, 0.12, 0.34, 3.2, 3.2)),
];

/// No deviation and no error is larger, in whatever unit.
const MOST: f64 = 1000.0;

/// Why something is no error model.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ErrorModelError {
    /// Text that says nothing known.
    #[error(
        "'{0}' is no error model; give none, low, taiwan, italy, high, five deviations as in 0.185:0.03:0.085:0.8:0.8, \
         with five means behind a + if they are not zero, or a file such as learned.toml"
    )]
    Text(String),
    /// A deviation below zero, or beyond all measure.
    #[error("a deviation of {0} cannot be: deviations are from 0 to {MOST}")]
    Deviation(f64),
    /// A mean or an error beyond all measure.
    #[error("{0} is no error: errors are from -{MOST} to {MOST}")]
    Error(f64),
    /// A file that is none.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// The fault.
        reason: String,
    },
}

impl ErrorModel {
    /// The model with these deviations of phi, theta, speed, a and b.
    pub const fn new(phi: f64, theta: f64, speed: f64, a: f64, b: f64) -> Self {
        ErrorModel { phi, theta, speed, a, b, bias: [0.0; 5], list: None }
    }

    /// The named setting.
    pub fn named(name: &str) -> Option<ErrorModel> {
        ERROR_MODELS.iter().find(|(known, _)| *known == name).map(|(_, model)| *model)
    }

    /// The shot that is made when this one is meant; what cannot be is brought back to the limits of the table.
    pub fn perturb(&self, meant: &Shot, table: &Table, random: &mut impl Rng) -> Shot {
        // All five are drawn in any case, so that models with the same seed see the same dice.
        let noise: [f64; 5] = std::array::from_fn(|_| gaussian(random));
        if let Some(list) = self.list {
            return shifted(meant, list.errors[random.random_range(0..list.errors.len())]).clamped(table);
        }
        if self.values() == [0.0; 5] && is_nought(&self.bias) {
            return *meant;
        }
        let values = self.values();
        let error = std::array::from_fn(|place| self.bias[place] + values[place] * noise[place]);
        shifted(meant, error).clamped(table)
    }

    /// The most likely model without bias after shots meant and made were observed; none without shots.
    ///
    /// With the mean known to be zero, the maximum likelihood estimate of a variance is the mean square.
    pub fn estimate(observed: &[(Shot, Shot)]) -> Option<ErrorModel> {
        let mut sums = [0.0; 5];
        for (meant, made) in observed {
            let error = error_of(meant, made);
            sums.iter_mut().zip(error).for_each(|(sum, error)| *sum += error * error);
        }
        let [phi, theta, speed, a, b] = sums.map(|sum| (sum / observed.len() as f64).sqrt());
        (!observed.is_empty()).then_some(ErrorModel::new(phi, theta, speed, a, b))
    }

    /// Text by which models are told apart: a list by what is in it, not by the name of its file.
    pub(crate) fn essence(&self) -> String {
        self.list.map_or_else(
            || self.to_string(),
            |list| format!("list {:016x}", seed_of(&format!("{:?}", list.errors))),
        )
    }

    fn values(&self) -> [f64; 5] {
        [self.phi, self.theta, self.speed, self.a, self.b]
    }
}

/// The difference between a shot as it was made and as it was meant, the aim the short way round.
fn error_of(meant: &Shot, made: &Shot) -> [f64; 5] {
    let turned = made.phi - meant.phi;
    let turned = turned - 360.0 * (turned / 360.0).round();
    [turned, made.theta - meant.theta, made.speed - meant.speed, made.a - meant.a, made.b - meant.b]
}

/// A shot that is off by this much.
fn shifted(meant: &Shot, error: [f64; 5]) -> Shot {
    Shot {
        phi: meant.phi + error[0],
        theta: meant.theta + error[1],
        speed: meant.speed + error[2],
        a: meant.a + error[3],
        b: meant.b + error[4],
    }
}

/// A standard normal deviate (Box and Muller).
pub(crate) fn gaussian(random: &mut impl Rng) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - random.random::<f64>())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * random.random::<f64>())
}

impl fmt::Display for ErrorModel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(list) = self.list {
            return f.write_str(list.file);
        }
        match ERROR_MODELS.iter().find(|(_, model)| model == self) {
            Some((name, _)) => f.write_str(name),
            None => {
                write!(f, "{}:{}:{}:{}:{}", self.phi, self.theta, self.speed, self.a, self.b)?;
                let [phi, theta, speed, a, b] = self.bias;
                if is_nought(&self.bias) { Ok(()) } else { write!(f, "+{phi}:{theta}:{speed}:{a}:{b}") }
            }
        }
    }
}

impl std::str::FromStr for ErrorModel {
    type Err = ErrorModelError;

    fn from_str(text: &str) -> Result<Self, ErrorModelError> {
        if let Some(model) = ErrorModel::named(text) {
            return Ok(model);
        }
        if text.ends_with(".toml") {
            return ErrorModel::from_file(text);
        }
        let five = |text: &str| -> Option<[f64; 5]> {
            let values: Option<Vec<f64>> = text
                .split(':')
                .map(|part| part.parse().ok().filter(|value: &f64| value.is_finite()))
                .collect();
            values?.try_into().ok()
        };
        let (deviations, means) = text.split_once('+').unwrap_or((text, "0:0:0:0:0"));
        match (five(deviations), five(means)) {
            (Some(deviations), Some(bias)) => ErrorModel::checked(deviations, bias),
            _ => Err(ErrorModelError::Text(text.to_string())),
        }
    }
}

impl ErrorModel {
    /// The model with these deviations and means, where they can be.
    fn checked([phi, theta, speed, a, b]: [f64; 5], bias: [f64; 5]) -> Result<ErrorModel, ErrorModelError> {
        let model = ErrorModel { bias, ..ErrorModel::new(phi, theta, speed, a, b) };
        if let Some(value) = model.values().into_iter().find(|value| !(0.0..=MOST).contains(value)) {
            return Err(ErrorModelError::Deviation(value));
        }
        check(&bias)?;
        Ok(model)
    }
}

/// Whether errors are such as a shot can have.
fn check(errors: &[f64]) -> Result<(), ErrorModelError> {
    match errors.iter().find(|error| !(-MOST..=MOST).contains(*error)) {
        None => Ok(()),
        Some(error) => Err(ErrorModelError::Error(*error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn estimates_what_it_perturbs_with() {
        let table = Table::preset("pooltool").unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let meant = Shot { phi: 359.9, theta: 20.0, speed: 3.0, a: 1.0, b: -2.0 };
        for (name, model) in ERROR_MODELS {
            let shots: Vec<_> =
                (0..20_000).map(|_| (meant, model.perturb(&meant, &table, &mut random))).collect();
            let found = ErrorModel::estimate(&shots).unwrap();
            for (found, true_value) in found.values().into_iter().zip(model.values()) {
                assert!(
                    (found - true_value).abs() <= 0.03 * true_value,
                    "{name}: {found} against {true_value}"
                );
            }
        }
        assert_eq!(ErrorModel::estimate(&[]), None);
        let across = [(Shot::plain(359.0, 1.0), Shot::plain(1.0, 1.0))];
        assert_eq!(ErrorModel::estimate(&across).unwrap().phi, 2.0);
    }

    #[test]
    fn published_ratios_and_text() {
        let of = |name| ErrorModel::named(name).unwrap();
        for (low, taiwan) in of("low").values().into_iter().zip(of("taiwan").values()) {
            assert!((10.0 * low - taiwan).abs() < 1e-12);
        }
        for (high, taiwan) in of("high").values().into_iter().zip(of("taiwan").values()) {
            assert!((high - 4.0 * taiwan).abs() < 1e-12);
        }
        for text in ["taiwan", "none", "0.1:0.2:0.3:0.4:0.5", "0.1:0:0:0:0+-0.05:0:0.1:0:0"] {
            assert_eq!(text.parse::<ErrorModel>().unwrap().to_string(), text);
        }
        for (bad, reason) in [
            ("", "'' is no error model"),
            ("medium", "'medium' is no error model"),
            ("1:2:3:4", "is no error model"),
            ("1:2:3:4:-5", "a deviation of -5 cannot be"),
            ("1:2:3:4:nan", "is no error model"),
            ("1e308:0:0:0:0", "deviations are from 0 to 1000"),
            ("1:2:3:4:5+1e9:0:0:0:0", "errors are from -1000 to 1000"),
            ("1:2:3:4:5+1:2", "is no error model"),
            ("nowhere.toml", "nowhere.toml: "),
        ] {
            let error = bad.parse::<ErrorModel>().unwrap_err().to_string();
            assert!(error.contains(reason), "{bad}: {error}");
        }
    }

    #[test]
    fn made_shots_stay_possible() {
        let table = Table::preset("poolfiz").unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
        let wild = ErrorModel::new(90.0, 90.0, 9.0, 90.0, 90.0);
        for _ in 0..1000 {
            wild.perturb(&Shot::plain(10.0, 0.1), &table, &mut random).check(&table).unwrap();
        }
    }
}
