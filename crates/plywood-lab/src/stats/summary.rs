//! Minimum, maximum, mean, median and standard deviation: the columns of the Dice thesis' batch runs (section 4.6); and
//! what else is said of one sample of numbers.

use std::collections::BTreeMap;

use super::Interval;

/// The usual five numbers of a sample, and its quantiles.
///
/// ```
/// use plywood_lab::stats::Summary;
///
/// let summary = Summary::of(&[1.0, 2.0, 4.0, 9.0]).unwrap();
/// assert_eq!((summary.mean, summary.median, summary.max), (4.0, 3.0, 9.0));
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Summary {
    /// Number of values.
    pub count: usize,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Middle value, or the mean of the two middle ones.
    pub median: f64,
    /// Sample standard deviation (divided by n - 1); 0 for a single value.
    pub deviation: f64,
}

impl Summary {
    /// The names of the five numbers.
    pub const NAMES: [&str; 5] = ["min", "max", "mean", "median", "deviation"];

    /// Summary of a sample; `None` when it is empty.
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let n = values.len() as f64;
        let mean = mean(values);
        let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
        let deviation = if values.len() > 1 { libm::sqrt(squares / (n - 1.0)) } else { 0.0 };
        let sorted = sorted(values);
        Some(Self {
            count: values.len(),
            min: sorted[0],
            max: sorted[sorted.len() - 1],
            mean,
            median: quantile_of_sorted(&sorted, 0.5),
            deviation,
        })
    }

    /// The five numbers in the order of their names.
    pub fn numbers(&self) -> [f64; 5] {
        [self.min, self.max, self.mean, self.median, self.deviation]
    }

    /// The mean with an interval of `z` standard errors.
    pub fn interval(&self, z: f64) -> Interval {
        Interval::around(self.mean, z * self.deviation / libm::sqrt(self.count as f64))
    }
}

/// The arithmetic mean; not a number for an empty sample.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The 5th and 25th percentile, the median, the 75th and the 95th percentile.
///
/// # Panics
/// When the sample is empty.
pub fn percentiles(values: &[f64]) -> [f64; 5] {
    let sorted = sorted(values);
    [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| quantile_of_sorted(&sorted, share))
}

/// The median.
///
/// # Panics
/// When the sample is empty.
pub fn median(values: &[f64]) -> f64 {
    quantile_of_sorted(&sorted(values), 0.5)
}

/// How many values lie in each bin of a width, by the middles of the bins that have any.
pub fn histogram(values: &[f64], width: f64) -> Vec<(f64, f64)> {
    let mut bins: BTreeMap<i64, f64> = BTreeMap::new();
    values.iter().for_each(|value| *bins.entry((value / width).floor() as i64).or_default() += 1.0);
    bins.into_iter().map(|(bin, count)| ((bin as f64 + 0.5) * width, count)).collect()
}

/// The middle of the fullest bin, where bins of a width begin at `from`.
pub fn mode(values: &[f64], width: f64, from: f64) -> f64 {
    let shifted: Vec<f64> = values.iter().map(|value| value - from).collect();
    let bins = histogram(&shifted, width).into_iter();
    from + bins.fold((0.0, 0.0), |most, bin| if bin.1 > most.1 { bin } else { most }).0
}

/// The values in ascending order.
pub fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// Quantile by linear interpolation between the order statistics.
///
/// # Panics
/// When the sample is empty.
pub fn quantile_of_sorted(sorted: &[f64], q: f64) -> f64 {
    let position = q.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let below = position.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (position - below as f64) * (sorted[above] - sorted[below])
}

/// Third standardised moment: positive when the right tail is the longer one; 0 without spread.
pub fn skewness(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = mean(values);
    let moment = |power: i32| values.iter().map(|x| (x - mean).powi(power)).sum::<f64>() / n;
    let variance = moment(2);
    if variance > 0.0 { moment(3) / (variance * libm::sqrt(variance)) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_numbers_of_a_small_sample() {
        let summary = Summary::of(&[4.0, 1.0, 3.0, 2.0]).unwrap();
        assert_eq!((summary.min, summary.max, summary.mean, summary.median), (1.0, 4.0, 2.5, 2.5));
        assert!((summary.deviation - 1.290_994_448_735_805_6).abs() < 1e-15);
        assert!(Summary::of(&[]).is_none());
        assert_eq!(Summary::of(&[7.0]).unwrap().deviation, 0.0);
        assert_eq!(quantile_of_sorted(&[1.0, 2.0, 3.0], 0.25), 1.5);
        assert_eq!(summary.numbers(), [1.0, 4.0, 2.5, 2.5, summary.deviation]);
        assert_eq!(summary.interval(2.0), Interval::around(2.5, summary.deviation));
        assert_eq!((mean(&[1.0, 2.0]), median(&[4.0, 1.0, 3.0]), percentiles(&[3.0])), (1.5, 3.0, [3.0; 5]));
        assert_eq!(histogram(&[0.1, 0.3, 1.2, -0.1], 1.0), [(-0.5, 1.0), (0.5, 2.0), (1.5, 1.0)]);
        assert_eq!(mode(&[1.0, 3.6, 4.4], 1.0, 0.5), 4.0);
        assert!(skewness(&[1.0, 1.0, 1.0, 9.0]) > 1.0);
    }
}
