//! Intervals by resampling (Efron): for medians, spreads, skewness and fits, which have no formula at hand.
//!
//! Each group is drawn again with replacement and the statistic computed anew; the middle 95 % of its values
//! are the interval. The draws come from a fixed seed, so the same numbers always have the same interval.

use plywood_core::random::{below, seeded};

use super::Interval;
use super::summary::{quantile_of_sorted, sorted};

/// Drawn so often.
const RESAMPLES: usize = 500;

/// The values of a statistic of some groups of observations when every group is drawn again, as long as they
/// are finite.
pub fn redrawn<T: Clone>(groups: &[Vec<T>], statistic: impl Fn(&[Vec<T>]) -> f64) -> Vec<f64> {
    let mut rng = seeded(0);
    let mut again = |group: &Vec<T>| -> Vec<T> {
        (0..group.len()).map(|_| group[below(&mut rng, group.len())].clone()).collect()
    };
    (0..RESAMPLES)
        .map(|_| statistic(&groups.iter().map(&mut again).collect::<Vec<_>>()))
        .filter(|value| value.is_finite())
        .collect()
}

/// A statistic of some groups of observations with its 95 % interval. Observations of one group are drawn together, so
/// what belongs together (several searches on one tree) is one observation.
pub fn bootstrap<T: Clone>(groups: &[Vec<T>], statistic: impl Fn(&[Vec<T>]) -> f64) -> Interval {
    let (value, values) = (statistic(groups), sorted(&redrawn(groups, statistic)));
    if values.is_empty() {
        return Interval { value, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    Interval { value, low: quantile_of_sorted(&values, 0.025), high: quantile_of_sorted(&values, 0.975) }
}

/// How far the middle of a parabola through points lies below its chord, as a share of the rise: zero for a
/// straight line, above for one that bends upwards.
pub fn sag(points: &[(f64, f64)]) -> f64 {
    // Least squares for 1, x, x^2 with x mapped to [-1, 1].
    let (first, last) = (points[0].0, points[points.len() - 1].0);
    let scaled: Vec<(f64, f64)> =
        points.iter().map(|(x, y)| (2.0 * (x - first) / (last - first) - 1.0, *y)).collect();
    let moment = |power: i32| scaled.iter().map(|(x, _)| x.powi(power)).sum::<f64>();
    let mixed = |power: i32| scaled.iter().map(|(x, y)| x.powi(power) * y).sum::<f64>();
    let m: Vec<f64> = (0..5).map(moment).collect();
    let t: Vec<f64> = (0..3).map(mixed).collect();
    let determinant = |a: [[f64; 3]; 3]| {
        a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0])
            + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0])
    };
    let normal = [[m[0], m[1], m[2]], [m[1], m[2], m[3]], [m[2], m[3], m[4]]];
    let with = |column: usize| {
        let mut changed = normal;
        (0..3).for_each(|row| changed[row][column] = t[row]);
        determinant(changed) / determinant(normal)
    };
    with(2) / (2.0 * with(1)).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_cover_the_mean_as_often_as_they_say() {
        let mean = |groups: &[Vec<f64>]| groups[0].iter().sum::<f64>() / groups[0].len() as f64;
        let covered = (0..300).filter(|seed| {
            let mut rng = seeded(1000 + seed);
            let group: Vec<f64> = (0..60).map(|_| plywood_core::random::unit(&mut rng)).collect();
            bootstrap(&[group], mean).contains(0.5)
        });
        let covered = covered.count();
        assert!((270..=297).contains(&covered), "{covered} of 300, about 285 expected");
    }

    #[test]
    fn sags() {
        let points = |y: fn(f64) -> f64| (2..=9).map(|x| (f64::from(x), y(f64::from(x)))).collect::<Vec<_>>();
        assert!(sag(&points(|x| 3.0 * x - 1.0)).abs() < 1e-12);
        // The chord of x^2 from 2 to 9 lies (7/2)^2 above the middle and rises by 77.
        assert!((sag(&points(|x| x * x)) - 12.25 / 77.0).abs() < 1e-12);
        assert!(sag(&points(f64::sqrt)) < -0.01);
    }
}
