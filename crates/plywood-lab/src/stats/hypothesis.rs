//! Comparisons of samples as the documents make them: Student's and Welch's t-test, the paired t-test.
//!
//! Sources: PickPocket thesis, chapter 4 (t-tests on matches); opponent-model thesis, section 5.2.1 (unequal variances).

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Summary;

/// A t statistic and what it says.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TTest {
    /// The statistic; positive when the first sample (or the difference) is larger.
    #[serde(with = "plywood_core::number")]
    pub t: f64,
    /// Degrees of freedom, not always whole.
    pub freedom: f64,
    /// Two-sided probability of a statistic at least as extreme under equality.
    pub p: f64,
}

impl TTest {
    fn new(difference: f64, error: f64, freedom: f64) -> Option<Self> {
        let t = if difference == 0.0 { 0.0 } else { difference / error };
        let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
        let p = if t.is_infinite() { 0.0 } else { 2.0 * student.cdf(-t.abs()) };
        Some(Self { t, freedom, p })
    }
}

/// Welch's test of equal means for samples of unequal variance; `None` with fewer than two values a side.
pub fn welch(a: &[f64], b: &[f64]) -> Option<TTest> {
    let (a, b) = (Summary::of(a)?, Summary::of(b)?);
    if a.count < 2 || b.count < 2 {
        return None;
    }
    let (va, vb) = (a.deviation * a.deviation / a.count as f64, b.deviation * b.deviation / b.count as f64);
    let weight = va * va / (a.count - 1) as f64 + vb * vb / (b.count - 1) as f64;
    let freedom = if weight > 0.0 { (va + vb) * (va + vb) / weight } else { (a.count + b.count - 2) as f64 };
    TTest::new(a.mean - b.mean, libm::sqrt(va + vb), freedom)
}

/// Student's test of equal means with a pooled variance.
pub fn student(a: &[f64], b: &[f64]) -> Option<TTest> {
    let (a, b) = (Summary::of(a)?, Summary::of(b)?);
    let freedom = (a.count + b.count).checked_sub(2).filter(|&f| f > 0)? as f64;
    let squares = |s: &Summary| s.deviation * s.deviation * (s.count - 1) as f64;
    let pooled = (squares(&a) + squares(&b)) / freedom;
    let error = libm::sqrt(pooled * (1.0 / a.count as f64 + 1.0 / b.count as f64));
    TTest::new(a.mean - b.mean, error, freedom)
}

/// Paired test: are the differences `a[i] - b[i]` zero on average? `None` unless both have the same length of at least 2.
pub fn paired(a: &[f64], b: &[f64]) -> Option<TTest> {
    if a.len() != b.len() || a.len() < 2 {
        return None;
    }
    let differences: Vec<f64> = a.iter().zip(b).map(|(x, y)| x - y).collect();
    let summary = Summary::of(&differences)?;
    let n = summary.count as f64;
    TTest::new(summary.mean, summary.deviation / libm::sqrt(n), n - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Reference values by scipy.stats (ttest_ind, ttest_rel).
    const A: [f64; 6] = [5.1, 4.9, 6.2, 5.7, 6.0, 5.5];
    const B: [f64; 6] = [4.8, 5.0, 5.2, 5.1, 5.6, 4.6];

    #[test]
    fn agrees_with_an_independent_implementation() {
        let close = |x: f64, y: f64| assert!((x - y).abs() < 1e-9, "{x} is not {y}");
        let test = student(&A, &B).unwrap();
        close(test.t, 2.070_350_567_391_927);
        close(test.p, 0.065_245_407_989_050);
        let test = welch(&A, &B).unwrap();
        close(test.t, 2.070_350_567_391_927);
        close(test.freedom, 8.835_335_972_270_071);
        close(test.p, 0.068_900_444_440_089);
        let test = paired(&A, &B).unwrap();
        close(test.t, 3.109_342_060_354_529);
        close(test.p, 0.026_570_574_760_426);
    }

    #[test]
    fn refuses_samples_that_say_nothing() {
        assert!(welch(&[1.0], &A).is_none());
        assert!(paired(&A, &B[1..]).is_none());
        assert_eq!(paired(&A, &A).unwrap().t, 0.0);
    }
}
