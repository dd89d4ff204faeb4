//! The evidence in a set of results: intervals, Elo, sequential tests, ratings, comparisons of samples.
//!
//! Everything here is a pure function of counts or samples; nothing knows a game or a store. Transcendental
//! functions come from `libm` and sums run in index order, so a report is the same on any machine.

pub mod association;
pub mod bootstrap;
pub mod counts;
pub mod elo;
pub mod estimate;
pub mod estimators;
pub mod hypothesis;
pub mod normal;
pub mod ratings;
pub mod sprt;
pub mod summary;
pub mod wilson;

pub use association::{correlation, ranks};
pub use bootstrap::{bootstrap, redrawn, sag};
pub use counts::{Distribution, Pentanomial, Trinomial};
pub use elo::{EloEstimate, elo_of_score, score_of_elo};
pub use estimate::Estimate;
pub use normal::Z95;
pub use ratings::{Field, RatingError, Ratings, bradley_terry, luce};
pub use sprt::{Decision, Model, Sprt};
pub use summary::{Summary, mean, median, percentiles};
pub use wilson::wilson;

/// A value with the two ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Interval {
    /// The estimate itself.
    #[serde(with = "plywood_core::number")]
    pub value: f64,
    /// Lower end.
    #[serde(with = "plywood_core::number")]
    pub low: f64,
    /// Upper end.
    #[serde(with = "plywood_core::number")]
    pub high: f64,
}

impl Interval {
    /// A value with as much on either side.
    pub fn around(value: f64, half: f64) -> Self {
        Self { value, low: value - half, high: value + half }
    }

    /// The same in another unit.
    pub fn times(self, factor: f64) -> Self {
        Self { value: factor * self.value, low: factor * self.low, high: factor * self.high }
    }

    /// Half the distance between the ends, the number printed after `+/-`; infinite where the value is.
    pub fn half_width(&self) -> f64 {
        if self.value.is_infinite() { f64::INFINITY } else { (self.high - self.low) / 2.0 }
    }

    /// Whether `x` lies between the ends.
    pub fn contains(&self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }
}

/// `C = 800 / ln 10`: normalised Elo for one standard deviation of a game (the slope of logistic Elo at one half).
pub const NORMALISED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

#[cfg(test)]
mod checks;
