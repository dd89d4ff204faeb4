//! The weights of a linear evaluation, fitted to the moves a player chose (opponent-model thesis, section 6.6.3).
//!
//! A player is taken to choose among the positions within reach, each with features `C`, with probability
//! proportional to `exp(W . C)`; `W` is what makes the observed choices likeliest. The logarithm of the
//! likelihood is concave, so climbing it finds the one top; a small pull towards zero keeps weights finite
//! where choices are never wrong. Only the direction of `W` says what the player prefers; its length says how
//! reliably the player chooses so.

/// A decision: the features of every option, and which one was taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The features of each option.
    pub options: Vec<Vec<f64>>,
    /// The place of the option that was taken.
    pub taken: usize,
}

/// Fitted weights and how well they explain the choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The weight of each feature.
    pub weights: Vec<f64>,
    /// The mean logarithm of the probability of the choices taken.
    pub log_likelihood: f64,
    /// The share of choices that were the likeliest option.
    pub accuracy: f64,
}

fn score(weights: &[f64], features: &[f64]) -> f64 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}

/// The probability of each option.
pub fn preferences(weights: &[f64], options: &[Vec<f64>]) -> Vec<f64> {
    let scores: Vec<f64> = options.iter().map(|option| score(weights, option)).collect();
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shares: Vec<f64> = scores.iter().map(|score| libm::exp(score - most)).collect();
    let total: f64 = shares.iter().sum();
    shares.into_iter().map(|share| share / total).collect()
}

/// Fits weights by `steps` steps of gradient ascent with momentum; `pull` draws them towards zero.
pub fn fit(choices: &[Decision], features: usize, steps: usize, pull: f64) -> Fit {
    // Features of any size climb alike when each is measured by its spread.
    let mut spread = vec![0.0; features];
    let mut count = 0.0;
    for option in choices.iter().flat_map(|choice| &choice.options) {
        spread.iter_mut().zip(option).for_each(|(spread, feature)| *spread += feature * feature);
        count += 1.0;
    }
    let scale: Vec<f64> =
        spread.iter().map(|sum: &f64| if *sum > 0.0 { libm::sqrt(sum / count) } else { 1.0 }).collect();
    let scaled = |option: &Vec<f64>| -> Vec<f64> {
        option.iter().zip(&scale).map(|(feature, scale)| feature / scale).collect()
    };
    let choices: Vec<Decision> = choices
        .iter()
        .map(|one| Decision { options: one.options.iter().map(scaled).collect(), taken: one.taken })
        .collect();

    let mut weights = vec![0.0; features];
    let mut speed = vec![0.0; features];
    for _ in 0..steps {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -pull * weight).collect();
        for choice in &choices {
            let shares = preferences(&weights, &choice.options);
            for (feature, slope) in gradient.iter_mut().enumerate() {
                let mean: f64 =
                    shares.iter().zip(&choice.options).map(|(share, one)| share * one[feature]).sum();
                *slope += (choice.options[choice.taken][feature] - mean) / choices.len() as f64;
            }
        }
        for ((weight, speed), slope) in weights.iter_mut().zip(&mut speed).zip(&gradient) {
            *speed = 0.9 * *speed + slope;
            *weight += *speed;
        }
    }
    let (mut log_likelihood, mut right) = (0.0, 0);
    for choice in &choices {
        let shares = preferences(&weights, &choice.options);
        log_likelihood += libm::log(shares[choice.taken].max(f64::MIN_POSITIVE));
        right += usize::from(shares.iter().all(|share| *share <= shares[choice.taken]));
    }
    let count = choices.len().max(1) as f64;
    weights.iter_mut().zip(&scale).for_each(|(weight, scale)| *weight /= scale);
    Fit { weights, log_likelihood: log_likelihood / count, accuracy: right as f64 / count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::{seeded, unit};

    /// A player with weights (3, -1, 0) who sometimes errs; the third feature is on another scale.
    fn watched(count: usize, errs: f64, seed: u64) -> Vec<Decision> {
        let mut rng = seeded(seed);
        let mut choose = || {
            let options: Vec<Vec<f64>> = (0..5)
                .map(|_| vec![unit(&mut rng) - 0.5, unit(&mut rng) - 0.5, 100.0 * (unit(&mut rng) - 0.5)])
                .collect();
            let shares = preferences(&[3.0 / errs, -1.0 / errs, 0.0], &options);
            let mut left = unit(&mut rng);
            let taken = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            Decision { taken: taken.unwrap_or(0), options }
        };
        (0..count).map(|_| choose()).collect()
    }

    #[test]
    fn recovers_the_weights_of_a_player() {
        let fit = fit(&watched(2000, 0.3, 5), 3, 300, 1e-6);
        let ratio = fit.weights[1] / fit.weights[0];
        assert!((ratio + 1.0 / 3.0).abs() < 0.05, "{fit:?}");
        assert!((100.0 * fit.weights[2] / fit.weights[0]).abs() < 0.1, "{fit:?}");
        // The learned weights predict choices they have not seen.
        let unseen = watched(1000, 0.05, 6);
        let predicted = |choice: &Decision| {
            let shares = preferences(&fit.weights, &choice.options);
            shares.iter().all(|share| *share <= shares[choice.taken])
        };
        let right = unseen.iter().filter(|choice| predicted(choice)).count();
        assert!(right > 850, "{right} of 1000");
    }
}
