//! A network with one hidden layer whose first-layer sums are kept up to date as inputs change.
//!
//! The first layer is rounded to fixed point (steps of 2^-20), so that sums are whole numbers: a sum carried down a
//! game equals the one made afresh to the bit, in whatever order inputs came. Units are kept in groups of eight, which
//! the compiler turns into vectors: loops over lanes are written out, because closures over them may stay calls.
//! Limits: one hidden layer of at most [`MOST_UNITS`] units, one output.

// Indices, because chains of iterators may stay calls where crates are compiled apart.
#![allow(clippy::needless_range_loop)]

use crate::activation::tanh;
use crate::perceptron::Perceptron;

/// Hidden units at most.
pub const MOST_UNITS: usize = 32;
const GROUP: usize = 8;
const GROUPS: usize = MOST_UNITS / GROUP;
/// Sums that the output is added up in.
const LANES: usize = 4;
/// Steps of fixed point in one.
const ONE: f32 = (1 << 20) as f32;

/// A fixed-point row: what an input adds to the units.
pub type Row = [[i32; GROUP]; GROUPS];

/// The sums of the hidden units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums(Row);

/// The network.
#[derive(Debug, Clone, PartialEq)]
pub struct Incremental {
    rows: Vec<Row>,
    bias: Row,
    output: [[f32; GROUP]; GROUPS],
    output_bias: f32,
    groups: usize,
}

fn fixed(weights: impl Iterator<Item = f32>) -> Row {
    let mut row = Row::default();
    for (unit, weight) in weights.enumerate() {
        row[unit / GROUP][unit % GROUP] = (weight * ONE).round() as i32;
    }
    row
}

impl Incremental {
    /// Prepares a network; `scale` multiplies an input's value before it is rounded, so that inputs that are counts
    /// can be added one by one. None where the shape does not fit.
    pub fn new(network: &Perceptron, scale: impl Fn(usize) -> f32) -> Option<Incremental> {
        let [inputs, units, 1] = *network.sizes() else { return None };
        if units > MOST_UNITS {
            return None;
        }
        let (first, second) = (&network.layers[0], &network.layers[1]);
        let rows =
            (0..inputs).map(|input| fixed(first.row(input).iter().map(|w| w * scale(input)))).collect();
        let mut output = [[0.0; GROUP]; GROUPS];
        for (unit, weight) in second.weights.iter().enumerate() {
            output[unit / GROUP][unit % GROUP] = *weight;
        }
        Some(Incremental {
            rows,
            bias: fixed(first.biases.iter().copied()),
            output,
            output_bias: second.biases[0],
            groups: units.div_ceil(GROUP),
        })
    }

    /// The sums without any input.
    pub fn empty(&self) -> Sums {
        Sums(self.bias)
    }

    /// What one of an input adds.
    #[inline]
    pub fn row(&self, input: usize) -> &Row {
        &self.rows[input]
    }

    /// Adds rows to sums.
    #[inline]
    pub fn add(&self, from: &Sums, row: &Row, to: &mut Sums) {
        for group in 0..self.groups {
            let (to, from, row) = (&mut to.0[group], &from.0[group], &row[group]);
            for lane in 0..GROUP {
                to[lane] = from[lane] + row[lane];
            }
        }
    }

    /// Adds an input so many times.
    #[inline]
    pub fn count(&self, sums: &mut Sums, input: usize, times: i32) {
        let row = &self.rows[input];
        for group in 0..self.groups {
            let (sums, row) = (&mut sums.0[group], &row[group]);
            for lane in 0..GROUP {
                sums[lane] += row[lane] * times;
            }
        }
    }

    /// The output for the sums, in (-1, 1).
    #[inline]
    pub fn value(&self, sums: &Sums) -> f32 {
        let units = self.groups * GROUP;
        let mut parts = [0.0; MOST_UNITS];
        // A loop of a length that is not known turns into whole vectors.
        let (sums, output) = (&sums.0.as_flattened()[..units], &self.output.as_flattened()[..units]);
        let parts = &mut parts[..units];
        for unit in 0..units {
            parts[unit] = output[unit] * tanh(sums[unit] as f32 * (1.0 / ONE));
        }
        let mut total = [0.0; LANES];
        for part in parts.chunks_exact(LANES) {
            for lane in 0..LANES {
                total[lane] += part[lane];
            }
        }
        tanh(self.output_bias + ((total[0] + total[1]) + (total[2] + total[3])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perceptron::Activity;
    use plywood_core::random::{below, seeded};

    #[test]
    fn sums_carried_along_give_the_network_value() {
        let mut rng = seeded(5);
        let network = Perceptron::random(&[20, 10, 1], 0.7, &mut rng);
        let fast = Incremental::new(&network, |input| if input < 4 { 0.25 } else { 1.0 }).unwrap();
        let mut counts = [0i32; 20];
        let mut sums = fast.empty();
        for _ in 0..500 {
            let input = below(&mut rng, 20);
            let change = if counts[input] > 0 { -1 } else { 1 };
            counts[input] += change;
            fast.count(&mut sums, input, change);
            let scaled = |input: usize| counts[input] as f32 * if input < 4 { 0.25 } else { 1.0 };
            let active: Vec<(u32, f32)> = (0..20).map(|input| (input as u32, scaled(input))).collect();
            let exact = network.forward(&active, &mut Activity::default());
            assert!((fast.value(&sums) - exact).abs() < 1e-4, "{} {exact}", fast.value(&sums));
        }
        assert!(Incremental::new(&Perceptron::zeros(&[5, 33, 1]), |_| 1.0).is_none());
        assert!(Incremental::new(&Perceptron::zeros(&[5, 3, 3, 1]), |_| 1.0).is_none());
    }
}
