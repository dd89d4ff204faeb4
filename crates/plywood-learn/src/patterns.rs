//! Weights of patterns by least squares.
//!
//! A position has a few of very many weights, each of which counts one; its value is their sum. The weights that miss the
//! given values least, squared, are found by conjugate gradients on the normal equations, each direction scaled by how
//! often a weight occurs. What departs from the weights one starts with costs too (`ridge`), so configurations that were
//! hardly met stay where they were: weights of a neighbouring stage, or zero.
//!
//! Work is shared by two threads in fixed halves, so the result does not depend on the machine.

use std::thread;

/// Positions with their values.
#[derive(Debug, Clone, Default)]
pub struct Examples {
    /// Weights that each position has.
    pub width: usize,
    /// Those of all positions, one after the other.
    pub active: Vec<u32>,
    /// The worth of each position.
    pub values: Vec<f32>,
}

impl Examples {
    /// No examples, with a number of weights a position.
    pub fn new(width: usize) -> Examples {
        Examples { width, ..Examples::default() }
    }

    /// Adds one.
    pub fn push(&mut self, active: &[u32], value: f32) {
        debug_assert_eq!(active.len(), self.width);
        self.active.extend_from_slice(active);
        self.values.push(value);
    }

    /// How far the weights miss on average, absolutely.
    pub fn mean_error(&self, weights: &[f32]) -> f64 {
        let misses = self.active.chunks(self.width).zip(&self.values).map(|(active, value)| {
            f64::from((active.iter().map(|place| weights[*place as usize]).sum::<f32>() - value).abs())
        });
        misses.sum::<f64>() / self.values.len().max(1) as f64
    }
}

/// Runs both halves of some positions at once: the places of their weights, and a slice of numbers, one a position.
fn halves<T: Send>(
    examples: &Examples,
    numbers: &mut [f32],
    work: impl Fn(&[u32], &mut [f32]) -> T + Sync,
) -> [T; 2] {
    let half = examples.values.len() / 2;
    let (first, second) = examples.active.split_at(half * examples.width);
    let (ours, theirs) = numbers.split_at_mut(half);
    let work = &work;
    thread::scope(|scope| {
        let other = scope.spawn(move || work(second, theirs));
        let one = work(first, ours);
        [one, other.join().expect("sums do not panic")]
    })
}

/// For each position the sum of its weights.
fn sums(examples: &Examples, weights: &[f32], out: &mut [f32]) {
    halves(examples, out, |active, out| {
        for (active, out) in active.chunks(examples.width).zip(out) {
            let mut sum = 0.0;
            for place in active {
                sum += weights[*place as usize];
            }
            *out = sum;
        }
    });
}

/// For each weight the sum of the numbers of the positions that have it.
fn spread(examples: &Examples, numbers: &mut [f32], count: usize) -> Vec<f32> {
    let [mut one, other] = halves(examples, numbers, |active, numbers| {
        let mut totals = vec![0.0_f32; count];
        for (active, number) in active.chunks(examples.width).zip(numbers) {
            for place in active {
                totals[*place as usize] += *number;
            }
        }
        totals
    });
    one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
    one
}

fn product(some: &[f32], others: &[f32]) -> f64 {
    some.iter().zip(others).map(|(one, other)| f64::from(*one) * f64::from(*other)).sum()
}

/// Improves weights by a number of steps.
pub fn fit(examples: &Examples, weights: &mut [f32], ridge: f32, steps: u32) {
    let (count, positions) = (weights.len(), examples.values.len());
    if positions == 0 {
        return;
    }
    let scale: Vec<f32> = spread(examples, &mut vec![1.0; positions], count)
        .iter()
        .map(|times| 1.0 / (times + ridge))
        .collect();
    // What is missed; the change so far; the direction to change in.
    let mut missed = vec![0.0; positions];
    sums(examples, weights, &mut missed);
    missed.iter_mut().zip(&examples.values).for_each(|(sum, value)| *sum = value - *sum);
    let mut change = vec![0.0_f32; count];
    let mut slope = spread(examples, &mut missed, count);
    let scaled = |slope: &[f32]| -> Vec<f32> { slope.iter().zip(&scale).map(|(a, b)| a * b).collect() };
    let mut direction = scaled(&slope);
    let mut steepness = product(&slope, &direction);
    let mut along = vec![0.0; positions];
    for _ in 0..steps {
        sums(examples, &direction, &mut along);
        let curve = product(&along, &along) + f64::from(ridge) * product(&direction, &direction);
        if curve <= 0.0 || steepness <= 0.0 {
            break;
        }
        let length = (steepness / curve) as f32;
        change.iter_mut().zip(&direction).for_each(|(change, direction)| *change += length * direction);
        missed.iter_mut().zip(&along).for_each(|(missed, along)| *missed -= length * along);
        slope = spread(examples, &mut missed, count);
        slope.iter_mut().zip(&change).for_each(|(slope, change)| *slope -= ridge * change);
        let next = scaled(&slope);
        let steeper = product(&slope, &next);
        let keep = (steeper / steepness) as f32;
        steepness = steeper;
        direction.iter_mut().zip(&next).for_each(|(direction, next)| *direction = next + keep * *direction);
    }
    weights.iter_mut().zip(&change).for_each(|(weight, change)| *weight += change);
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::{below, seeded, unit};

    /// Weights are found again from the sums that they make.
    #[test]
    fn finds_the_weights_behind_the_values() {
        let mut rng = seeded(1);
        let truth: Vec<f32> = (0..60).map(|_| unit(&mut rng) as f32 * 10.0 - 5.0).collect();
        let mut draw = |count: usize| {
            let mut examples = Examples::new(4);
            for _ in 0..count {
                let active: Vec<u32> = (0..4).map(|kind| kind * 15 + below(&mut rng, 15) as u32).collect();
                let value = active.iter().map(|place| truth[*place as usize]).sum();
                examples.push(&active, value);
            }
            examples
        };
        let (taught, fresh) = (draw(2000), draw(200));
        let mut weights = vec![0.0; 60];
        let before = fresh.mean_error(&weights);
        fit(&taught, &mut weights, 0.01, 40);
        let after = fresh.mean_error(&weights);
        assert!(before > 2.0 && after < 0.01, "{before} {after}");
    }

    /// What was never met stays where it was.
    #[test]
    fn what_is_not_met_stays() {
        let mut examples = Examples::new(1);
        (0..100).for_each(|_| examples.push(&[0], 3.0));
        let mut weights = vec![0.0, 7.0];
        fit(&examples, &mut weights, 1.0, 10);
        assert!((weights[0] - 3.0).abs() < 0.1, "{}", weights[0]);
        assert_eq!(weights[1], 7.0);
    }
}
