//! Opponent-type probabilities tuned by results alone.
//!
//! The distribution that predicts an opponent best need not be the one that plays best against it
//! (opponent-model thesis, section 7.5). So: before each game the logarithms of the probabilities are nudged
//! at random, and after it they move along the nudge in proportion to how much better than usual the result
//! was (a policy gradient with a running baseline). It needs many games; a game's result is a noisy teacher.

use plywood_core::random::{Rng, unit};

/// Probabilities under tuning.
#[derive(Debug, Clone)]
pub struct Tuning {
    logits: Vec<f64>,
    nudge: Vec<f64>,
    baseline: f64,
    games: u64,
    /// How far probabilities are nudged.
    pub noise: f64,
    /// How far a result moves them.
    pub rate: f64,
}

fn softmax(logits: impl Iterator<Item = f64> + Clone) -> Vec<f64> {
    let most = logits.clone().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logits.map(|logit| libm::exp(logit - most)).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

impl Tuning {
    /// Starts from probabilities, none of which is zero.
    pub fn new(probabilities: &[f64], noise: f64, rate: f64) -> Tuning {
        let logits: Vec<f64> = probabilities.iter().map(|one| libm::log(one.max(1e-9))).collect();
        Tuning { nudge: vec![0.0; logits.len()], logits, baseline: 0.0, games: 0, noise, rate }
    }

    /// The state needed to continue, as text.
    pub fn state(&self) -> String {
        let numbers = [self.games as f64, self.baseline].into_iter().chain(self.logits.iter().copied());
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Goes on from what [`Tuning::state`] said; nothing where that is not such a text.
    pub fn resume(state: &str, noise: f64, rate: f64) -> Option<Tuning> {
        let numbers: Vec<f64> =
            state.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let [games, baseline, logits @ ..] = &numbers[..] else { return None };
        let (games, logits) = (*games as u64, logits.to_vec());
        Some(Tuning { nudge: vec![0.0; logits.len()], logits, baseline: *baseline, games, noise, rate })
    }

    /// Games learned from.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The usual result of late.
    pub fn usual(&self) -> f64 {
        self.baseline
    }

    /// The probabilities as they stand.
    pub fn probabilities(&self) -> Vec<f64> {
        softmax(self.logits.iter().copied())
    }

    /// Probabilities to play the next game with.
    pub fn propose(&mut self, rng: &mut Rng) -> Vec<f64> {
        // Twelve uniform numbers make a normal one near enough, and the same one on every machine.
        let mut normal = || (0..12).map(|_| unit(rng)).sum::<f64>() - 6.0;
        self.nudge.iter_mut().for_each(|nudge| *nudge = normal());
        softmax(self.logits.iter().zip(&self.nudge).map(|(logit, nudge)| logit + self.noise * nudge))
    }

    /// Learns from the result of the game that was played with what was proposed.
    pub fn learn(&mut self, result: f64) {
        self.games += 1;
        let surprise = if self.games == 1 { 0.0 } else { result - self.baseline };
        self.baseline += (result - self.baseline) / self.games.min(100) as f64;
        for (logit, nudge) in self.logits.iter_mut().zip(&self.nudge) {
            *logit = (*logit + self.rate * surprise * nudge).clamp(-20.0, 20.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::seeded;

    /// Results are best when the second type has a share of 0.7, and noisy.
    #[test]
    fn finds_what_plays_best() {
        let mut rng = seeded(3);
        let mut tuning = Tuning::new(&[0.5, 0.25, 0.25], 0.3, 0.3);
        let worth = |probabilities: &[f64]| -(probabilities[1] - 0.7).abs();
        let before = worth(&tuning.probabilities());
        for _ in 0..3000 {
            let proposed = tuning.propose(&mut rng);
            tuning.learn(worth(&proposed) + 0.2 * (unit(&mut rng) - 0.5));
        }
        let after = worth(&tuning.probabilities());
        assert!(after > -0.1 && after > before, "{before} {after}");
        assert!((tuning.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}
