//! The difference between the shot that was meant and the shot that was made.
//!
//! Each of the five parameters is perturbed by zero-mean Gaussian noise (PickPocket thesis, section 4.1). The published
//! settings are those of section 4.3 and of the Computer Olympiads in Taiwan and Italy.

use crate::shot::Shot;
use crate::table::Table;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use std::fmt;
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
}

/// The named settings.
pub const ERROR_MODELS: [(&str, ErrorModel); 5] = [
    ("none", ErrorModel::new(0.0, 0.0, 0.0, 0.0, 0.0)),
    ("low", ErrorModel::new(0.0185, 0.003, 0.0085, 0.08, 0.08)),
    ("taiwan", ErrorModel::new(0.185, 0.03, 0.085, 0.8, 0.8)),
    ("italy", ErrorModel::new(0.125, 0.1, 0.075, 0.5, 0.5)),
    ("high", ErrorModel::new(0.74, 0.12, 0.34, 3.2, 3.2)),
];

/// Text that is no error model.
#[derive(Clone, Debug, Error, PartialEq)]
#[error(
    "'{0}' is no error model; give none, low, taiwan, italy, high, or five deviations as in 0.185:0.03:0.085:0.8:0.8"
)]
pub struct ErrorModelError(pub String);

impl ErrorModel {
    /// The model with these deviations of phi, theta, speed, a and b.
    pub const fn new(phi: f64, theta: f64, speed: f64, a: f64, b: f64) -> Self {
        ErrorModel { phi, theta, speed, a, b }
    }

    /// The named setting.
    pub fn named(name: &str) -> Option<ErrorModel> {
        ERROR_MODELS.iter().find(|(known, _)| *known == name).map(|(_, model)| *model)
    }

    /// The shot that is made when this one is meant; what cannot be is brought back to the limits of the table.
    pub fn perturb(&self, meant: &Shot, table: &Table, random: &mut impl Rng) -> Shot {
        // All five are drawn in any case, so that models with the same seed see the same dice.
        let noise: [f64; 5] = std::array::from_fn(|_| gaussian(random));
        if self.values() == [0.0; 5] {
            return *meant;
        }
        Shot {
            phi: meant.phi + self.phi * noise[0],
            theta: meant.theta + self.theta * noise[1],
            speed: meant.speed + self.speed * noise[2],
            a: meant.a + self.a * noise[3],
            b: meant.b + self.b * noise[4],
        }
        .clamped(table)
    }

    /// The most likely model after shots meant and made were observed; none without shots.
    ///
    /// With the mean known to be zero, the maximum likelihood estimate of a variance is the mean square.
    pub fn estimate(observed: &[(Shot, Shot)]) -> Option<ErrorModel> {
        let mut sums = [0.0; 5];
        for (meant, made) in observed {
            let turned = made.phi - meant.phi;
            // The short way round.
            let turned = turned - 360.0 * (turned / 360.0).round();
            let differences = [
                turned,
                made.theta - meant.theta,
                made.speed - meant.speed,
                made.a - meant.a,
                made.b - meant.b,
            ];
            sums.iter_mut().zip(differences).for_each(|(sum, difference)| *sum += difference * difference);
        }
        let [phi, theta, speed, a, b] = sums.map(|sum| (sum / observed.len() as f64).sqrt());
        (!observed.is_empty()).then_some(ErrorModel { phi, theta, speed, a, b })
    }

    fn values(&self) -> [f64; 5] {
        [self.phi, self.theta, self.speed, self.a, self.b]
    }
}

/// A standard normal deviate (Box and Muller).
fn gaussian(random: &mut impl Rng) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - random.random::<f64>())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * random.random::<f64>())
}

impl fmt::Display for ErrorModel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match ERROR_MODELS.iter().find(|(_, model)| model == self) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{}:{}:{}:{}:{}", self.phi, self.theta, self.speed, self.a, self.b),
        }
    }
}

impl std::str::FromStr for ErrorModel {
    type Err = ErrorModelError;

    fn from_str(text: &str) -> Result<Self, ErrorModelError> {
        if let Some(model) = ErrorModel::named(text) {
            return Ok(model);
        }
        let values: Option<Vec<f64>> = text
            .split(':')
            .map(|part| part.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0))
            .collect();
        match values.as_deref() {
            Some(&[phi, theta, speed, a, b]) => Ok(ErrorModel { phi, theta, speed, a, b }),
            _ => Err(ErrorModelError(text.to_string())),
        }
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
        for text in ["taiwan", "none", "0.1:0.2:0.3:0.4:0.5"] {
            assert_eq!(text.parse::<ErrorModel>().unwrap().to_string(), text);
        }
        for bad in ["", "medium", "1:2:3:4", "1:2:3:4:-5", "1:2:3:4:nan"] {
            assert!(bad.parse::<ErrorModel>().is_err(), "{bad}");
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
