//! Sequential probability ratio test on match results, generalised to results with more than two cells.
//!
//! `LLR = N sum p̂_i ln(p1_i / p0_i)`, where `p0` and `p1` are the maximum-likelihood distributions on the same
//! support under the two hypotheses. The test accepts H0 below `ln(beta / (1 - alpha))` and H1 above
//! `ln((1 - beta) / alpha)`.
//!
//! * logistic: the hypothesis fixes the mean at `1 / (1 + 10^(-elo/400))`; then `p_i = p̂_i / (1 + θ (a_i - s))`.
//! * normalised: the hypothesis fixes `(mean - 1/2) / sigma`; the same step is repeated on a linearised constraint.
//!
//! The same counts give different ratios under the two, so the model's name is part of any result.
//! Cells that never occurred count as a thousandth of an observation.

use super::{Distribution, NORMALISED_SCALE, score_of_elo};

/// The subject of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    #[default]
    /// Normalised Elo: the effect in standard deviations of a game.
    Normalised,
    /// Logistic Elo: the expected score.
    Logistic,
}

impl Model {
    /// The name stored beside a result.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normalised => "normalised",
            Self::Logistic => "logistic",
        }
    }
}

/// A test of `elo0` against `elo1`.
///
/// ```
/// use plywood_lab::stats::{Decision, Model, Sprt, Trinomial};
///
/// let test = Sprt { model: Model::Logistic, elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
/// let ratio = test.ratio(&Trinomial::new(900, 0, 600));
/// assert_eq!(test.decide(ratio), Decision::AcceptH1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The model of both hypotheses.
    #[serde(default)]
    pub model: Model,
    /// H0: the difference is at most this.
    pub elo0: f64,
    /// H1: the difference is at least this.
    pub elo1: f64,
    /// Chance of accepting H1 when H0 holds.
    #[serde(default = "usual_risk")]
    pub alpha: f64,
    /// Chance of accepting H0 when H1 holds.
    #[serde(default = "usual_risk")]
    pub beta: f64,
}

fn usual_risk() -> f64 {
    0.05
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Go on playing.
    Continue,
    /// The smaller difference is accepted.
    AcceptH0,
    /// The larger difference is accepted.
    AcceptH1,
}

impl Sprt {
    /// The two bounds of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The log-likelihood ratio of these results.
    pub fn ratio(&self, results: &impl Distribution) -> f64 {
        if results.total() == 0 {
            return 0.0;
        }
        let counts: Vec<f64> =
            results.counts().iter().map(|&c| if c == 0 { 1e-3 } else { c as f64 }).collect();
        let total: f64 = counts.iter().sum();
        let shares: Vec<f64> = counts.iter().map(|c| c / total).collect();
        let support = results.support();
        let fit = |elo: f64| match self.model {
            Model::Logistic => fit_mean(support, &shares, score_of_elo(elo)),
            Model::Normalised => {
                let games = results.games_per_observation() as f64;
                fit_effect(support, &shares, libm::sqrt(games) * elo / NORMALISED_SCALE)
            }
        };
        let (p0, p1) = (fit(self.elo0), fit(self.elo1));
        total * (0..shares.len()).map(|i| shares[i] * libm::log(p1[i] / p0[i])).sum::<f64>()
    }

    /// The decision that a ratio leads to.
    pub fn decide(&self, ratio: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if ratio <= lower {
            Decision::AcceptH0
        } else if ratio >= upper {
            Decision::AcceptH1
        } else {
            Decision::Continue
        }
    }

    /// Says what is wrong with the numbers of this test, if anything.
    pub fn check(&self) -> Result<(), String> {
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            return Err(format!("elo0 = {} must be below elo1 = {}", self.elo0, self.elo1));
        }
        for (name, risk) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(risk > 0.0 && risk < 0.5) {
                return Err(format!("{name} = {risk} must lie between 0 and 0.5"));
            }
        }
        Ok(())
    }
}

/// Maximum-likelihood distribution with a given mean.
fn fit_mean(support: &[f64], shares: &[f64], mean: f64) -> Vec<f64> {
    let moments: Vec<f64> = support.iter().map(|a| a - mean).collect();
    tilt(shares, &moments)
}

/// Maximum-likelihood distribution with `(mean - 1/2) / sigma = effect`.
///
/// Near a distribution (mu, sigma) the constraint is linear in p with coefficients
/// `a_i - 1/2 - effect sigma (1 + ((a_i - mu) / sigma)²) / 2`; tilting by these and repeating converges fast.
fn fit_effect(support: &[f64], shares: &[f64], effect: f64) -> Vec<f64> {
    let mut fitted = vec![1.0 / support.len() as f64; support.len()];
    for _ in 0..50 {
        let mean: f64 = fitted.iter().zip(support).map(|(p, a)| p * a).sum();
        let variance: f64 = fitted.iter().zip(support).map(|(p, a)| p * (a - mean) * (a - mean)).sum();
        let sigma = libm::sqrt(variance);
        let moments: Vec<f64> = support
            .iter()
            .map(|a| {
                let distance = (a - mean) / sigma;
                a - 0.5 - 0.5 * effect * sigma * (1.0 + distance * distance)
            })
            .collect();
        let next = tilt(shares, &moments);
        let change = next.iter().zip(&fitted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < 1e-12 {
            break;
        }
    }
    fitted
}

/// `p_i = p̂_i / (1 + θ φ_i)` with `sum p_i φ_i = 0`: the nearest distribution on which `φ` has mean zero.
///
/// The sum falls in θ between the poles -1/max φ and -1/min φ, so bisection finds its one root.
fn tilt(shares: &[f64], moments: &[f64]) -> Vec<f64> {
    let largest = moments.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = moments.iter().copied().fold(f64::INFINITY, f64::min);
    if largest <= 0.0 || smallest >= 0.0 {
        // No distribution on this support has mean zero; the hypothesis is out of reach.
        return shares.to_vec();
    }
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    for _ in 0..200 {
        let theta = 0.5 * (low + high);
        if theta <= low || theta >= high {
            break;
        }
        let sum: f64 = shares.iter().zip(moments).map(|(p, m)| p * m / (1.0 + theta * m)).sum();
        if sum > 0.0 { low = theta } else { high = theta }
    }
    let theta = 0.5 * (low + high);
    shares.iter().zip(moments).map(|(p, m)| p / (1.0 + theta * m)).collect()
}
