//! Minimum, maximum, mean, median and standard deviation: the columns of the Dice thesis' batch runs (section 4.6).

/// The usual five numbers of a sample, and its quantiles.
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
    /// Summary of a sample; `None` when it is empty.
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
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
    let mean = values.iter().sum::<f64>() / n;
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
        assert!(skewness(&[1.0, 1.0, 1.0, 9.0]) > 1.0);
    }
}
