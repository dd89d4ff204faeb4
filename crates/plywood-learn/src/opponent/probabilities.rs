//! How likely each type of opponent is.
//!
//! Off-line: [`unambiguous`] counts the positions where one type alone agrees with the opponent (formulas 6.12 to
//! 6.16; 6.16 as printed divides by the size of the whole record, which does not sum to one). That is unbiased only
//! where every type is equally often alone. [`mixture`] is the maximum-likelihood estimate from every position where
//! some type agrees, by expectation-maximisation, and has no such bias.
//!
//! On-line: [`reward`] moves probabilities by agreement alone (fast), [`bayes`] by how willing each type was to play
//! the observed move (slow; formulas 6.17 to 6.19).

use plywood_search::opponent::forerunners::rank_probabilities;

use super::observe::Observation;

/// Learned probabilities, and how much of the record said something.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// The probability of each type.
    pub probabilities: Vec<f64>,
    /// Positions that were used.
    pub used: usize,
    /// Positions at which several types agreed with the opponent.
    pub ambiguous: usize,
    /// Positions at which none did.
    pub unexplained: usize,
}

/// Scales numbers to sum to one; equal shares where they sum to zero.
fn normalise(mut numbers: Vec<f64>) -> Vec<f64> {
    let total: f64 = numbers.iter().sum();
    let count = numbers.len() as f64;
    numbers.iter_mut().for_each(|number| *number = if total > 0.0 { *number / total } else { 1.0 / count });
    numbers
}

fn tally(observations: &[Observation]) -> (usize, usize) {
    let agreeing = |one: &Observation| one.agrees.iter().filter(|agrees| **agrees).count();
    let ambiguous = observations.iter().filter(|one| agreeing(one) > 1).count();
    (ambiguous, observations.iter().filter(|one| agreeing(one) == 0).count())
}

/// Shares of the positions at which one type alone agrees (formula 6.16, divided by what is counted).
pub fn unambiguous(observations: &[Observation], types: usize) -> Learned {
    let mut counts = vec![0.0; types];
    for place in observations.iter().filter_map(Observation::unambiguous) {
        counts[place] += 1.0;
    }
    let used = counts.iter().sum::<f64>() as usize;
    let (ambiguous, unexplained) = tally(observations);
    Learned { probabilities: normalise(counts), used, ambiguous, unexplained }
}

/// Steps of expectation-maximisation at most.
const STEPS: usize = 10_000;
/// A step that moves nothing by more than this is the last.
const STILL: f64 = 1e-12;

/// The probabilities under which the observed moves are likeliest, ambiguous positions included.
pub fn mixture(observations: &[Observation], types: usize) -> Learned {
    let (ambiguous, unexplained) = tally(observations);
    let used = observations.len() - unexplained;
    let mut probabilities = normalise(vec![1.0; types]);
    for _ in 0..STEPS {
        let mut shares = vec![0.0; types];
        for one in observations {
            let agreeing = |place: &usize| one.agrees[*place];
            let total: f64 = (0..types).filter(agreeing).map(|place| probabilities[place]).sum();
            if total > 0.0 {
                (0..types).filter(agreeing).for_each(|place| shares[place] += probabilities[place] / total);
            }
        }
        let next = normalise(shares);
        let moved = next.iter().zip(&probabilities).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        probabilities = next;
        if moved < STILL {
            break;
        }
    }
    Learned { probabilities, used, ambiguous, unexplained }
}

/// Fast on-line learning: types that agree gain a share `rate`, the others lose it.
pub fn reward(probabilities: &mut [f64], observation: &Observation, rate: f64) {
    for (probability, agrees) in probabilities.iter_mut().zip(&observation.agrees) {
        *probability *= if *agrees { 1.0 + rate } else { 1.0 - rate };
    }
    let scaled = normalise(probabilities.to_vec());
    probabilities.copy_from_slice(&scaled);
}

/// How willing a type is to play each move, from the values it gives them, by rank (formula 6.17). `skill` is how
/// likely it is not to leave its best move.
pub fn willingness(values: &[f64], skill: f64) -> Vec<f64> {
    let mut ranked: Vec<usize> = (0..values.len()).collect();
    ranked.sort_by(|one, other| values[*other].total_cmp(&values[*one]));
    let shares = rank_probabilities(skill, values.len());
    let mut willing = vec![0.0; values.len()];
    ranked.iter().zip(shares).for_each(|(place, share)| willing[*place] = share);
    willing
}

/// Slow on-line learning: `likelihoods` are each type's probability of the observed move, `gamma` the learning factor
/// (formulas 6.18 and 6.19).
pub fn bayes(probabilities: &mut [f64], likelihoods: &[f64], gamma: f64) {
    let posterior =
        normalise(probabilities.iter().zip(likelihoods).map(|(prior, one)| prior * one).collect());
    for (probability, after) in probabilities.iter_mut().zip(posterior) {
        *probability = (1.0 - gamma) * *probability + gamma * after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::{below, seeded, unit};

    /// Types that pick numbers, dependent or not, and an opponent who is each with a probability (section 7.4.1).
    fn simulated(truth: &[f64], dependent: bool, steps: usize) -> Vec<Observation> {
        let mut rng = seeded(1);
        let mut pick = || {
            let mut picks: Vec<usize> = Vec::new();
            for place in 0..truth.len() {
                let last = picks.last().copied().unwrap_or(0);
                let linked = dependent && place > 0;
                picks.push(if linked { (last + 16 + below(&mut rng, 9)) % 20 } else { below(&mut rng, 20) });
            }
            let mut left = unit(&mut rng);
            let chosen = truth.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            let played = picks[chosen.unwrap_or(truth.len() - 1)];
            Observation::new(&picks, &played)
        };
        (0..steps).map(|_| pick()).collect()
    }

    fn error(learned: &[f64], truth: &[f64]) -> f64 {
        learned.iter().zip(truth).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn independent_types_are_learned_and_a_fifth_is_disregarded() {
        let truth = [0.4, 0.3, 0.1, 0.1, 0.1];
        let observations = simulated(&truth, false, 100_000);
        let learned = unambiguous(&observations, 5);
        assert!(error(&learned.probabilities, &truth) < 0.01);
        let disregarded = learned.ambiguous as f64 / observations.len() as f64;
        assert!((disregarded - 0.1855).abs() < 0.005, "1 - (19/20)^4: {disregarded}");
        assert_eq!(learned.unexplained, 0);
    }

    /// The estimate from unambiguous positions is biased where types depend on each other; the full one is not.
    #[test]
    fn dependent_types_need_the_full_likelihood() {
        let truth = [0.4, 0.15, 0.15, 0.15, 0.15];
        let observations = simulated(&truth, true, 100_000);
        let simple = error(&unambiguous(&observations, 5).probabilities, &truth);
        let full = error(&mixture(&observations, 5).probabilities, &truth);
        assert!(simple > 0.01 && full < 0.008, "{simple} {full}");
    }

    #[test]
    fn both_kinds_of_on_line_learning_find_the_type() {
        let observations = simulated(&[0.0, 1.0, 0.0], false, 500);
        let mut fast = vec![1.0 / 3.0; 3];
        let mut slow = fast.clone();
        for one in &observations {
            reward(&mut fast, one, 0.05);
            let likelihoods: Vec<f64> =
                one.agrees.iter().map(|agrees| if *agrees { 0.9 } else { 0.005 }).collect();
            bayes(&mut slow, &likelihoods, 0.1);
        }
        assert!(fast[1] > 0.95 && slow[1] > 0.95, "{fast:?} {slow:?}");
        assert!((fast.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn willingness_follows_rank() {
        assert_eq!(willingness(&[1.0, 3.0], 0.5), [1.0 / 3.0, 2.0 / 3.0]);
        assert_eq!(willingness(&[1.0, 3.0, 2.0], 1.0), [0.0, 1.0, 0.0]);
    }
}
