//! The squashing of a score that fits outcomes best: `2 / (1 + exp(-slope * score)) - 1` (Dice thesis, section 4.2.2:
//! a search over chance needs values linear in the chance of winning, and a raw score is not).
//!
//! The slope with the largest likelihood, found by Newton's method; the log-likelihood is concave in it.

/// Pairs of a score and what the game paid in the end, from -1 to 1.
pub type Sample = (f64, f64);

/// The slope of the logistic curve through zero that makes the outcomes most likely.
pub fn slope(samples: &[Sample]) -> f64 {
    let mut slope = 0.0;
    for _ in 0..50 {
        let (mut first, mut second) = (0.0, 0.0);
        for (score, outcome) in samples {
            let chance = 1.0 / (1.0 + libm::exp(-slope * score));
            first += score * ((outcome + 1.0) / 2.0 - chance);
            second += score * score * chance * (1.0 - chance);
        }
        if second <= 0.0 {
            break;
        }
        // A step is bounded so that a flat start cannot throw it far out.
        let step: f64 = (first / second).clamp(-1.0, 1.0);
        slope += step;
        if step.abs() < 1e-12 {
            break;
        }
    }
    slope
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::{seeded, unit};

    #[test]
    fn finds_the_slope_that_made_the_outcomes() {
        let mut rng = seeded(2);
        for truth in [0.2, 0.7, 1.5] {
            let samples: Vec<Sample> = (0..40_000)
                .map(|_| {
                    let score = (8.0 * unit(&mut rng) - 4.0).round();
                    let chance = 1.0 / (1.0 + libm::exp(-truth * score));
                    (score, if unit(&mut rng) < chance { 1.0 } else { -1.0 })
                })
                .collect();
            assert!((slope(&samples) - truth).abs() < 0.05 * truth.max(0.5), "{truth}: {}", slope(&samples));
        }
    }
}
