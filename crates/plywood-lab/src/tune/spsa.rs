//! Simultaneous perturbation stochastic approximation (Spall 1992): one measurement of two points says something of every
//! parameter at once.
//!
//! At batch k every pair of games draws a direction D of +1 and -1, and the players at `x + c_k D` and `x - c_k D` are
//! compared: r from -1 to 1 is how much better the first did. Then `x += a_k mean(r D)`, with gains that fade,
//!
//! ```text
//! c_k = step (1 + k)^-0.101        a_k = rate step ((A + 1) / (A + 1 + k))^0.602
//! ```
//! They do not depend on how many batches there will be, so a course can be made longer. The answer is the mean of the
//! second half of the way (Polyak and Ruppert), which has far less noise than its end.

use plywood_core::random::{below, derive, seed_of, seeded};

/// How fast disturbances fade.
const GAMMA: f64 = 0.101;
/// How fast changes fade.
const ALPHA: f64 = 0.602;
/// Batches before changes fade much.
const STABILITY: f64 = 20.0;

/// The direction of a pair: +1 or -1 for each parameter.
pub fn direction(seed: u64, pair: u64, parameters: usize) -> Vec<f64> {
    let mut rng = seeded(derive(derive(seed_of("tune"), seed), pair));
    (0..parameters).map(|_| if below(&mut rng, 2) == 0 { -1.0 } else { 1.0 }).collect()
}

/// The share of its step by which a parameter is disturbed in a batch.
pub fn disturbance(batch: u32) -> f64 {
    libm::pow(1.0 + f64::from(batch), -GAMMA)
}

/// The share of its step by which a parameter changes after a batch that one side won outright.
pub fn change(rate: f64, batch: u32) -> f64 {
    rate * libm::pow((STABILITY + 1.0) / (STABILITY + 1.0 + f64::from(batch)), ALPHA)
}

/// How many steps each parameter changes after a batch, from its pairs' directions and results.
pub fn moved(rate: f64, batch: u32, pairs: &[(Vec<f64>, f64)]) -> Vec<f64> {
    let parameters = pairs.first().map_or(0, |(direction, _)| direction.len());
    let gain = change(rate, batch) / pairs.len().max(1) as f64;
    (0..parameters)
        .map(|place| gain * pairs.iter().map(|(direction, result)| direction[place] * result).sum::<f64>())
        .collect()
}

/// The mean of the second half of a way; nothing where it has not begun.
pub fn settled(way: &[Vec<f64>]) -> Option<Vec<f64>> {
    let late = &way[way.len() / 2..];
    let parameters = late.first()?.len();
    let mean = |place: usize| late.iter().map(|values| values[place]).sum::<f64>() / late.len() as f64;
    Some((0..parameters).map(mean).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::unit;

    #[test]
    fn finds_the_top_of_a_noisy_hill() {
        // The better of two points wins with a chance that grows with the difference of their heights.
        let height = |x: &[f64]| -(x[0] - 3.0).powi(2) - 0.5 * (x[1] + 1.0).powi(2);
        for seed in 1..6 {
            let mut rng = seeded(seed);
            let (mut x, mut way, steps) = (vec![8.0, 4.0], Vec::new(), [0.5, 0.5]);
            for batch in 0..400 {
                let share = disturbance(batch);
                let pairs: Vec<(Vec<f64>, f64)> = (0..8)
                    .map(|pair| {
                        let toward = direction(seed, u64::from(8 * batch + pair), 2);
                        let at = |sign: f64| -> Vec<f64> {
                            (0..2).map(|i| x[i] + sign * share * steps[i] * toward[i]).collect()
                        };
                        let chance = 1.0 / (1.0 + libm::exp(height(&at(-1.0)) - height(&at(1.0))));
                        (toward, if unit(&mut rng) < chance { 1.0 } else { -1.0 })
                    })
                    .collect();
                let moved = moved(0.5, batch, &pairs);
                (0..2).for_each(|i| x[i] += steps[i] * moved[i]);
                way.push(x.clone());
            }
            let found = settled(&way).unwrap();
            assert!((found[0] - 3.0).abs() < 0.35 && (found[1] + 1.0).abs() < 0.6, "seed {seed}: {found:?}");
        }
    }

    #[test]
    fn gains_fade_and_directions_are_fair() {
        assert_eq!((disturbance(0), change(0.5, 0)), (1.0, 0.5));
        assert!(disturbance(1000) > 0.45 && disturbance(1000) < 0.55);
        assert!(change(0.5, 1000) < 0.06);
        let sum: f64 = (0..1000).map(|pair| direction(7, pair, 1)[0]).sum();
        assert!(sum.abs() < 100.0, "{sum}");
        assert_ne!(direction(1, 0, 64), direction(1, 1, 64));
        assert_ne!(direction(1, 0, 64), direction(2, 0, 64));
        assert_eq!(settled(&[]), None);
        assert_eq!(settled(&[vec![9.0], vec![1.0], vec![3.0]]), Some(vec![2.0]));
    }
}
