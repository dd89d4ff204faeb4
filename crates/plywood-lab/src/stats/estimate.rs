//! A number measured on a sample, with its error.
//!
//! An [`Estimate`] keeps the standard error, its degrees of freedom, and the skewness of the estimate itself,
//! so that it can be tested at any level: by Student's distribution after Hall's transformation, which
//! removes most of the effect of skewness on the t statistic of a small sample (P. Hall, "On the removal of
//! skewness by transformation", 1992). An estimate from fewer than [`FEWEST`] observations is evidence of
//! nothing.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::normal::cdf;
use super::summary::skewness;
use super::{Interval, Summary, Z95, redrawn};

/// Observations below which no standard error is believed.
pub const FEWEST: u64 = 12;
/// Degrees of freedom from which Student's distribution is taken for the normal one.
const MANY: f64 = 1e6;

/// A measured number and its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// Observations behind it; of several samples those of the smallest.
    pub size: u64,
    /// Degrees of freedom of the error.
    freedom: f64,
    /// Skewness of the estimate's own distribution.
    skew: f64,
}

impl Estimate {
    /// A number whose standard error is known well, from `size` observations.
    pub fn known(value: f64, error: f64, size: u64) -> Self {
        Self { value, error, size, freedom: MANY, skew: 0.0 }
    }

    /// The mean of a sample.
    pub fn mean(values: &[f64]) -> Self {
        let Some(summary) = Summary::of(values) else { return Self::known(f64::NAN, f64::NAN, 0) };
        let root = libm::sqrt(summary.count as f64);
        Self {
            value: summary.mean,
            error: summary.deviation / root,
            size: summary.count as u64,
            freedom: summary.count as f64 - 1.0,
            skew: skewness(values) / root,
        }
    }

    /// A statistic of groups of observations; its error comes from drawing every group again.
    pub fn drawn<T: Clone>(groups: &[Vec<T>], statistic: impl Fn(&[Vec<T>]) -> f64) -> Self {
        let again = redrawn(groups, &statistic);
        let size = groups.iter().map(Vec::len).min().unwrap_or(0) as u64;
        let freedom = size as f64 - 1.0;
        let deviation = Summary::of(&again).map_or(f64::NAN, |summary| summary.deviation);
        Self {
            value: statistic(groups),
            // Drawing again divides by n where a sample's variance divides by n - 1.
            error: deviation * libm::sqrt(size as f64 / freedom),
            size,
            freedom,
            skew: skewness(&again),
        }
    }

    /// This less another, measured independently.
    pub fn minus(self, other: Self) -> Self {
        let (own, theirs) = (self.error * self.error, other.error * other.error);
        let error = libm::sqrt(own + theirs);
        let weight = own * own / self.freedom + theirs * theirs / other.freedom;
        let skew =
            (self.skew * self.error * own - other.skew * other.error * theirs) / (error * error * error);
        Self {
            value: self.value - other.value,
            error,
            size: self.size.min(other.size),
            freedom: if weight > 0.0 { (own + theirs) * (own + theirs) / weight } else { MANY },
            skew: if error > 0.0 { skew } else { 0.0 },
        }
    }

    /// The same in another unit.
    pub fn times(self, factor: f64) -> Self {
        let skew = if factor < 0.0 { -self.skew } else { self.skew };
        Self { value: factor * self.value, error: factor.abs() * self.error, skew, ..self }
    }

    /// The same, moved.
    pub fn plus(self, shift: f64) -> Self {
        Self { value: self.value + shift, ..self }
    }

    /// Its 95 % interval.
    pub fn interval(&self) -> Interval {
        let point = if self.size < 2 {
            f64::INFINITY
        } else if self.freedom >= MANY {
            Z95
        } else {
            StudentsT::new(0.0, 1.0, self.freedom).map_or(f64::INFINITY, |student| student.inverse_cdf(0.975))
        };
        // Zero times infinity: a single observation without spread still says nothing.
        let half = if point.is_finite() { point * self.error } else { f64::INFINITY };
        Interval::around(self.value, half)
    }

    /// The number and the ends of its interval, for people.
    pub fn told(&self, decimals: usize) -> String {
        let Interval { value, low, high } = self.interval();
        format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$})")
    }

    /// How many standard errors it lies above a number.
    pub fn distance(&self, from: f64) -> f64 {
        let difference = self.value - from;
        if difference == 0.0 { 0.0 } else { difference / self.error }
    }

    /// The chance of an estimate at least this high if the truth were `truth`; one where too little was observed.
    pub fn chance_above(&self, truth: f64) -> f64 {
        self.tail(truth, 1.0)
    }

    /// The chance of an estimate at least this low if the truth were `truth`.
    pub fn chance_below(&self, truth: f64) -> f64 {
        self.tail(truth, -1.0)
    }

    fn tail(&self, truth: f64, sign: f64) -> f64 {
        let t = self.distance(truth);
        if self.size < FEWEST || t.is_nan() {
            return 1.0;
        }
        let s = self.skew;
        // Without any spread there is nothing to straighten.
        let straight =
            if t.is_infinite() { t } else { t + s / 3.0 * t * t + s * s / 27.0 * t * t * t + s / 6.0 };
        let tail = if self.freedom >= MANY || straight.is_infinite() {
            cdf(-sign * straight)
        } else {
            StudentsT::new(0.0, 1.0, self.freedom).map_or(1.0, |student| student.cdf(-sign * straight))
        };
        if tail.is_nan() { 1.0 } else { tail }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_differences_are_students() {
        let (a, b) = (
            [5.1, 4.9, 6.2, 5.7, 6.0, 5.5, 5.2, 5.9, 5.6, 5.3, 6.1, 5.0],
            [4.8, 5.0, 5.2, 5.1, 5.6, 4.6, 5.3, 4.9, 5.4, 4.7, 5.5, 5.1],
        );
        let difference = Estimate::mean(&a).minus(Estimate::mean(&b));
        let test = crate::stats::hypothesis::welch(&a, &b).unwrap();
        assert!((difference.distance(0.0) - test.t).abs() < 1e-12);
        assert!((difference.freedom - test.freedom).abs() < 1e-9);
        let straight = Estimate { skew: 0.0, ..difference };
        assert!((2.0 * straight.chance_above(0.0) - test.p).abs() < 1e-9);
        assert!((straight.chance_above(0.0) + straight.chance_below(0.0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn drawing_again_finds_the_error_of_the_mean() {
        let values: Vec<f64> = (0..200).map(|place| f64::from(place * place % 97)).collect();
        let (mean, drawn) =
            (Estimate::mean(&values), Estimate::drawn(&[values], |groups| crate::stats::mean(&groups[0])));
        assert_eq!(mean.value, drawn.value);
        assert!((drawn.error / mean.error - 1.0).abs() < 0.1, "{drawn:?} {mean:?}");
    }

    #[test]
    fn too_few_observations_say_nothing() {
        let few = Estimate::mean(&[5.0, 5.1, 5.2]);
        assert_eq!((few.chance_above(0.0), few.chance_below(0.0)), (1.0, 1.0));
        assert_eq!(Estimate::mean(&[]).chance_above(0.0), 1.0);
        assert!(Estimate::mean(&[5.0]).interval().high.is_infinite());
    }
}
