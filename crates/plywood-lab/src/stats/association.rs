//! The correlation of two samples of numbers.

use super::mean;

/// The rank of each number among all, from 1; equal ones share the mean of their ranks.
pub fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<usize> = (0..numbers.len()).collect();
    sorted.sort_by(|one, other| numbers[*one].total_cmp(&numbers[*other]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut at = 0;
    while at < sorted.len() {
        let equal = sorted[at..].iter().take_while(|place| numbers[**place] == numbers[sorted[at]]).count();
        let mean = at as f64 + (equal as f64 + 1.0) / 2.0;
        sorted[at..at + equal].iter().for_each(|place| ranks[*place] = mean);
        at += equal;
    }
    ranks
}

/// Pearson's correlation; zero where one side does not vary.
pub fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let (a, b) = (mean(one), mean(other));
    let sum = |f: &dyn Fn(f64, f64) -> f64| one.iter().zip(other).map(|(x, y)| f(x - a, y - b)).sum::<f64>();
    let (both, first, second) = (sum(&|x, y| x * y), sum(&|x, _| x * x), sum(&|_, y| y * y));
    if first == 0.0 || second == 0.0 { 0.0 } else { both / libm::sqrt(first * second) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_share_their_ranks_and_lines_correlate() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 9.0]), [2.5, 1.0, 2.5, 4.0]);
        assert!((correlation(&[1.0, 2.0, 4.0], &[-3.0, -5.0, -9.0]) + 1.0).abs() < 1e-12);
        assert_eq!(correlation(&[1.0, 2.0], &[7.0, 7.0]), 0.0);
        assert_eq!(correlation(&[], &[]), 0.0);
    }
}
