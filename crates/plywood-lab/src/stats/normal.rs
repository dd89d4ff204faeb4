//! The normal distribution: `cdf(x) = erfc(-x / sqrt 2) / 2` and its inverse by Newton steps.

use std::f64::consts::{PI, SQRT_2};

/// The two-sided 95 % point of the standard normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Probability that a standard normal variable lies below `x`.
pub fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// Density of the standard normal distribution.
pub fn density(x: f64) -> f64 {
    libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * PI)
}

/// The point below which a standard normal variable lies with probability `p`; infinite at 0 and 1.
///
/// The cdf is concave to the right of 0, so Newton from 0 climbs to the root of the upper half without overshoot.
pub fn quantile(p: f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    let tail = p.min(1.0 - p);
    // Work in the lower tail, where erfc keeps its relative precision.
    let mut x = 0.0;
    for _ in 0..200 {
        let step = libm::log(cdf(x) / tail) * cdf(x) / density(x);
        x -= step;
        if step.abs() < 1e-14 * (1.0 + x.abs()) {
            break;
        }
    }
    if p < 0.5 { x } else { -x }
}

/// `z` such that a two-sided interval of `z` standard errors has this confidence.
pub fn two_sided(confidence: f64) -> f64 {
    quantile(0.5 + confidence / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantile_inverts_cdf_far_into_the_tails() {
        for k in -75..=75 {
            let x = f64::from(k) / 10.0;
            let p = cdf(x);
            if p < 1.0 - 1e-9 {
                assert!((quantile(p) - x).abs() < 1e-7, "{x}: {}", quantile(p));
            }
        }
        assert!((two_sided(0.95) - Z95).abs() < 1e-12);
        assert_eq!(quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(quantile(0.5), 0.0);
    }
}
