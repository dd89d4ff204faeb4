//! Normalised Gaussian networks (Moody and Darken 1989; Yoshioka, Ishii and Ito 1999 for games).
//!
//! Each nucleus has a centre, a precision for each input (the covariance is diagonal) and a linear guess. A position's
//! value is `tanh` of the guesses' mean, weighted by how near its inputs are to each nucleus:
//! `w_i = exp(-1/2 sum_d p_id (x_d - c_id)^2) / sum_j ...`.
//!
//! [`Gaussian`] is that in doubles, with its gradient; [`Applied`] is what a search asks. There the exponent
//! is spread out to `a_i + sum_d (b_id x_d + c_id x_d^2)`, so that inputs of zero cost nothing, nuclei lie
//! side by side in vectors, and the exponential is made from the four operations: the same bits on every
//! machine.

use crate::activation::tanh;
use crate::model::Model;

/// A network as it is trained.
///
/// Parameters: centres, logarithms of precisions, slopes (nucleus by nucleus, input by input), then a constant a nucleus.
#[derive(Debug, Clone, PartialEq)]
pub struct Gaussian {
    inputs: usize,
    nuclei: usize,
    parameters: Vec<f64>,
}

impl Gaussian {
    /// How many parameters a shape has.
    pub const fn count(inputs: usize, nuclei: usize) -> usize {
        nuclei * (3 * inputs + 1)
    }

    /// From its parameters; none where their number does not fit.
    pub fn new(inputs: usize, nuclei: usize, parameters: Vec<f64>) -> Option<Gaussian> {
        (parameters.len() == Gaussian::count(inputs, nuclei)).then_some(Gaussian {
            inputs,
            nuclei,
            parameters,
        })
    }

    /// A network that guesses alike everywhere: nuclei at the centres, precisions for all, the slopes of a linear model.
    pub fn spread(centres: &[Vec<f64>], precisions: &[f64], slopes: &[f64]) -> Gaussian {
        let (inputs, nuclei) = (slopes.len(), centres.len());
        let mut parameters = centres.concat();
        for numbers in [precisions.iter().map(|one| libm::log(*one)).collect(), slopes.to_vec()] {
            (0..nuclei).for_each(|_| parameters.extend(&numbers));
        }
        parameters.resize(Gaussian::count(inputs, nuclei), 0.0);
        Gaussian { inputs, nuclei, parameters }
    }

    /// Where the centres, log precisions and slopes of a nucleus begin, and its constant.
    fn places(&self, nucleus: usize) -> [usize; 4] {
        let (block, row) = (self.nuclei * self.inputs, nucleus * self.inputs);
        [row, block + row, 2 * block + row, 3 * block + nucleus]
    }

    /// The weight of each nucleus and its guess.
    fn opinions(&self, inputs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (mut weights, mut guesses) = (Vec::new(), Vec::new());
        for nucleus in 0..self.nuclei {
            let [centre, precision, slope, constant] = self.places(nucleus);
            let (mut far, mut guess) = (0.0, self.parameters[constant]);
            for (place, input) in inputs.iter().enumerate() {
                let away = input - self.parameters[centre + place];
                far += libm::exp(self.parameters[precision + place]) * away * away;
                guess += self.parameters[slope + place] * input;
            }
            weights.push(-0.5 * far);
            guesses.push(guess);
        }
        let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        weights.iter_mut().for_each(|weight| *weight = libm::exp(*weight - most));
        let total: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= total);
        (weights, guesses)
    }

    /// The mean guess, before it is squashed.
    pub fn score(&self, inputs: &[f64]) -> f64 {
        let (weights, guesses) = self.opinions(inputs);
        weights.iter().zip(&guesses).map(|(weight, guess)| weight * guess).sum()
    }
}

impl Model for Gaussian {
    fn parameters(&self) -> &[f64] {
        &self.parameters
    }
    fn parameters_mut(&mut self) -> &mut [f64] {
        &mut self.parameters
    }
    fn value(&self, inputs: &[f64]) -> f64 {
        libm::tanh(self.score(inputs))
    }
    fn add_gradient(&self, inputs: &[f64], factor: f64, to: &mut [f64]) {
        let (weights, guesses) = self.opinions(inputs);
        let mean: f64 = weights.iter().zip(&guesses).map(|(weight, guess)| weight * guess).sum();
        let value = libm::tanh(mean);
        let factor = factor * (1.0 - value * value);
        for nucleus in 0..self.nuclei {
            let [centre, precision, slope, constant] = self.places(nucleus);
            let weight = factor * weights[nucleus];
            // What the score gains when this nucleus comes nearer.
            let pull = weight * (guesses[nucleus] - mean);
            for (place, input) in inputs.iter().enumerate() {
                let away = input - self.parameters[centre + place];
                let sharp = libm::exp(self.parameters[precision + place]);
                to[centre + place] += pull * sharp * away;
                to[precision + place] -= pull * 0.5 * sharp * away * away;
                to[slope + place] += weight * input;
            }
            to[constant] += weight;
        }
    }
}

/// Nuclei a vector holds.
const LANES: usize = 8;
/// An exponent that makes a nucleus which is not there count nothing.
const ABSENT: f32 = -1e30;

/// What one of an input does to every nucleus: to the exponent by the input and by its square, and to the guess.
#[derive(Debug, Clone, Copy, Default)]
struct Group {
    once: [f32; LANES],
    squared: [f32; LANES],
    slope: [f32; LANES],
}

/// A network as a search asks it.
#[derive(Debug, Clone)]
pub struct Applied {
    groups: usize,
    /// Input by input, group by group.
    rows: Vec<Group>,
    exponents: Vec<[f32; LANES]>,
    constants: Vec<[f32; LANES]>,
}

/// The most groups of nuclei.
const MOST: usize = 16;

impl Applied {
    /// Prepares a network whose inputs come multiplied by these scales; none where it has more than 128 nuclei.
    pub fn new(network: &Gaussian, scales: &[f64]) -> Option<Applied> {
        let groups = network.nuclei.div_ceil(LANES);
        if groups > MOST {
            return None;
        }
        let mut applied = Applied {
            groups,
            rows: vec![Group::default(); network.inputs * groups],
            exponents: vec![[ABSENT; LANES]; groups],
            constants: vec![[0.0; LANES]; groups],
        };
        for nucleus in 0..network.nuclei {
            let [centre, precision, slope, constant] = network.places(nucleus);
            let (group, lane) = (nucleus / LANES, nucleus % LANES);
            let numbers = &network.parameters;
            let mut exponent = 0.0;
            for (input, scale) in scales.iter().enumerate() {
                let (middle, sharp) = (numbers[centre + input], libm::exp(numbers[precision + input]));
                let row = &mut applied.rows[input * groups + group];
                row.once[lane] = (sharp * middle * scale) as f32;
                row.squared[lane] = (-0.5 * sharp * scale * scale) as f32;
                row.slope[lane] = (numbers[slope + input] * scale) as f32;
                exponent -= 0.5 * sharp * middle * middle;
            }
            applied.exponents[group][lane] = exponent as f32;
            applied.constants[group][lane] = numbers[constant] as f32;
        }
        Some(applied)
    }

    /// The value of whole inputs, in (-1, 1).
    #[inline]
    pub fn value(&self, inputs: &[i32]) -> f32 {
        let groups = self.groups;
        let (mut near, mut guess) = ([[ABSENT; LANES]; MOST], [[0.0; LANES]; MOST]);
        near[..groups].copy_from_slice(&self.exponents);
        guess[..groups].copy_from_slice(&self.constants);
        for (input, rows) in inputs.iter().zip(self.rows.chunks_exact(groups)) {
            if *input == 0 {
                continue;
            }
            let once = *input as f32;
            let squared = once * once;
            for (group, row) in rows.iter().enumerate() {
                let (near, guess) = (&mut near[group], &mut guess[group]);
                for lane in 0..LANES {
                    near[lane] += once * row.once[lane] + squared * row.squared[lane];
                    guess[lane] += once * row.slope[lane];
                }
            }
        }
        let mut most = [ABSENT; LANES];
        for near in &near[..groups] {
            for lane in 0..LANES {
                most[lane] = if near[lane] > most[lane] { near[lane] } else { most[lane] };
            }
        }
        let mut nearest = most[0];
        for one in most {
            nearest = if one > nearest { one } else { nearest };
        }
        let (mut weights, mut guesses) = ([0.0; LANES], [0.0; LANES]);
        for group in 0..groups {
            for lane in 0..LANES {
                let weight = exp(near[group][lane] - nearest);
                weights[lane] += weight;
                guesses[lane] += weight * guess[group][lane];
            }
        }
        let sum = |parts: [f32; LANES]| {
            ((parts[0] + parts[4]) + (parts[1] + parts[5])) + ((parts[2] + parts[6]) + (parts[3] + parts[7]))
        };
        tanh(sum(guesses) / sum(weights))
    }
}

/// The exponential of a number of at most zero, to a few parts in ten million; zero below -80.
#[inline]
fn exp(x: f32) -> f32 {
    // Rounds to a whole number by pushing the fraction out of the mantissa.
    const ROUND: f32 = 12_582_912.0;
    let bounded = if x > -80.0 { x } else { -80.0 };
    let shifted = bounded * std::f32::consts::LOG2_E + ROUND;
    let whole = shifted - ROUND;
    // The logarithm of two in two parts, so that the difference is exact.
    let rest = (bounded - whole * 0.693_359_4) + whole * 2.121_944_4e-4;
    let series = 1.0
        + rest
            * (1.0
                + rest
                    * (0.5
                        + rest
                            * (1.0 / 6.0
                                + rest * (1.0 / 24.0 + rest * (1.0 / 120.0 + rest * (1.0 / 720.0))))));
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(0x3F80_0000));
    if x > -80.0 { series * power } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::gradient_error;
    use plywood_core::random::{Rng, below, seeded, unit};

    fn random(inputs: usize, nuclei: usize, rng: &mut Rng) -> Gaussian {
        let mut draw = |count: usize, spread: f64| -> Vec<f64> {
            (0..count).map(|_| spread * (2.0 * unit(rng) - 1.0)).collect()
        };
        let block = inputs * nuclei;
        let parts = [draw(block, 1.0), draw(block, 1.5), draw(block, 0.5), draw(nuclei, 0.3)];
        Gaussian::new(inputs, nuclei, parts.concat()).unwrap()
    }

    #[test]
    fn the_exponential_is_close() {
        for step in 0..8_000 {
            let x = -(step as f32) / 100.0;
            let exact = libm::exp(f64::from(x));
            assert!((f64::from(exp(x)) / exact - 1.0).abs() < 1e-6, "at {x}: {} {exact}", exp(x));
        }
        assert_eq!((exp(0.0), exp(ABSENT)), (1.0, 0.0));
    }

    #[test]
    fn the_gradient_is_what_small_steps_show() {
        let mut rng = seeded(3);
        let network = random(5, 4, &mut rng);
        for _ in 0..20 {
            let inputs: Vec<f64> = (0..5).map(|_| 3.0 * unit(&mut rng)).collect();
            assert!(gradient_error(&network, &inputs) < 1e-7);
        }
    }

    #[test]
    fn what_a_search_asks_is_the_network() {
        let mut rng = seeded(4);
        let scales = [0.25, 1.0, 0.5, 0.1, 1.0, 0.25];
        for nuclei in [1, 8, 13, 54] {
            let network = random(6, nuclei, &mut rng);
            let applied = Applied::new(&network, &scales).unwrap();
            for _ in 0..300 {
                let inputs: Vec<i32> = (0..6).map(|_| below(&mut rng, 9) as i32).collect();
                let scaled: Vec<f64> =
                    inputs.iter().zip(scales).map(|(input, scale)| f64::from(*input) * scale).collect();
                let (fast, exact) = (f64::from(applied.value(&inputs)), network.value(&scaled));
                assert!((fast - exact).abs() < 2e-5, "{fast} {exact}");
            }
        }
        assert!(Applied::new(&random(1, 129, &mut rng), &[1.0]).is_none());
    }

    #[test]
    fn nuclei_that_guess_alike_are_a_linear_model() {
        let (centres, slopes) = (vec![vec![1.0, 0.0], vec![0.0, 2.0], vec![0.5, 0.5]], [0.3, -0.7]);
        let network = Gaussian::spread(&centres, &[1.0, 0.25], &slopes);
        let linear = crate::model::Linear(slopes.to_vec());
        assert!((network.value(&[0.4, 0.9]) - linear.value(&[0.4, 0.9])).abs() < 1e-12);
        assert!(Gaussian::new(2, 3, vec![0.0; 5]).is_none());
    }
}
