//! A network with one hidden layer whose first-layer sums are kept up to date as inputs change.
//!
//! The first layer is rounded to fixed point (steps of 2^-20), so that sums are whole numbers: a sum carried down a
//! game equals the one made afresh to the bit, in whatever order inputs came. Units are kept in groups of eight, which
//! the compiler turns into vectors: loops over lanes are written out, because closures over them may stay calls.
//! Shortcuts add up in a lane of their own behind the units.
//! Limits: one hidden layer, one output; units and shortcuts fit into the groups that the type has.

// Indices, because chains of iterators may stay calls where crates are compiled apart.
#![allow(clippy::needless_range_loop)]

use crate::activation::tanh;
use crate::perceptron::Perceptron;

/// Units in a group.
pub const GROUP: usize = 8;
/// Sums that the output is added up in.
const LANES: usize = 4;
/// Steps of fixed point in one.
const ONE: f32 = (1 << 20) as f32;

/// A fixed-point row: what an input adds to the units.
pub type Row<const GROUPS: usize = 4> = [[i32; GROUP]; GROUPS];

/// The sums of the hidden units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sums<const GROUPS: usize = 4>(Row<GROUPS>);

impl<const GROUPS: usize> Default for Sums<GROUPS> {
    fn default() -> Self {
        Sums([[0; GROUP]; GROUPS])
    }
}

/// The network.
#[derive(Debug, Clone, PartialEq)]
pub struct Incremental<const GROUPS: usize = 4> {
    rows: Vec<Row<GROUPS>>,
    bias: Row<GROUPS>,
    output: [[f32; GROUP]; GROUPS],
    output_bias: f32,
    /// Groups of units.
    units: usize,
    /// Groups that are added up: those of the units, and one more where there are shortcuts.
    groups: usize,
}

fn fixed<const GROUPS: usize>(weights: impl Iterator<Item = f32>) -> Row<GROUPS> {
    let mut row = [[0; GROUP]; GROUPS];
    for (unit, weight) in weights.enumerate() {
        row[unit / GROUP][unit % GROUP] = (weight * ONE).round() as i32;
    }
    row
}

impl<const GROUPS: usize> Incremental<GROUPS> {
    /// Prepares a network; `scale` multiplies an input's value before it is rounded, so that inputs that are counts
    /// can be added one by one. None where the shape does not fit.
    pub fn new(network: &Perceptron, scale: impl Fn(usize) -> f32) -> Option<Self> {
        let [inputs, hidden, 1] = *network.sizes() else { return None };
        let units = hidden.div_ceil(GROUP);
        let groups = units + usize::from(network.form().shortcuts);
        if groups > GROUPS {
            return None;
        }
        let (first, second) = (&network.layers[0], &network.layers[1]);
        let row = |input: usize| {
            let mut row: Row<GROUPS> = fixed(first.row(input).iter().map(|w| w * scale(input)));
            if let Some(weight) = network.shortcuts.get(input) {
                row[units][0] = (weight * scale(input) * ONE).round() as i32;
            }
            row
        };
        let mut output = [[0.0; GROUP]; GROUPS];
        for (unit, weight) in second.weights.iter().enumerate() {
            output[unit / GROUP][unit % GROUP] = *weight;
        }
        Some(Incremental {
            rows: (0..inputs).map(row).collect(),
            bias: fixed(first.biases.iter().copied()),
            output,
            output_bias: second.biases.first().copied().unwrap_or(0.0),
            units,
            groups,
        })
    }

    /// The sums without any input.
    pub fn empty(&self) -> Sums<GROUPS> {
        Sums(self.bias)
    }

    /// The sums that one unit of an input adds.
    #[inline]
    pub fn row(&self, input: usize) -> &Row<GROUPS> {
        &self.rows[input]
    }

    /// Adds rows to sums.
    #[inline]
    pub fn add(&self, from: &Sums<GROUPS>, row: &Row<GROUPS>, to: &mut Sums<GROUPS>) {
        for group in 0..self.groups {
            let (to, from, row) = (&mut to.0[group], &from.0[group], &row[group]);
            for lane in 0..GROUP {
                to[lane] = from[lane] + row[lane];
            }
        }
    }

    /// Adds an input `count` times.
    #[inline]
    pub fn count(&self, sums: &mut Sums<GROUPS>, input: usize, times: i32) {
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
    pub fn value(&self, sums: &Sums<GROUPS>) -> f32 {
        let units = self.units * GROUP;
        let mut parts = [[0.0; GROUP]; GROUPS];
        let direct = if self.groups > self.units { sums.0[self.units][0] as f32 * (1.0 / ONE) } else { 0.0 };
        // A loop of a length that is not known turns into whole vectors.
        let (sums, output) = (&sums.0.as_flattened()[..units], &self.output.as_flattened()[..units]);
        let parts = &mut parts.as_flattened_mut()[..units];
        for unit in 0..units {
            parts[unit] = output[unit] * tanh(sums[unit] as f32 * (1.0 / ONE));
        }
        let mut total = [0.0; LANES];
        for part in parts.chunks_exact(LANES) {
            for lane in 0..LANES {
                total[lane] += part[lane];
            }
        }
        tanh(self.output_bias + direct + ((total[0] + total[1]) + (total[2] + total[3])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perceptron::{Activity, Form};
    use plywood_core::Rng;
    use plywood_core::random::{below, seeded};

    #[test]
    fn sums_carried_along_give_the_network_value() {
        let mut rng = seeded(5);
        let plain = Perceptron::random(&[20, 10, 1], Form::PLAIN, 0.7, &mut rng);
        let short = Perceptron::random(&[20, 40, 1], Form::SHORT, 0.4, &mut rng);
        agrees::<4>(&plain, &mut rng);
        agrees::<6>(&short, &mut rng);
        assert!(Incremental::<5>::new(&short, |_| 1.0).is_none());
        let fits = |sizes: &[usize]| {
            Incremental::<4>::new(&Perceptron::zeros(sizes, Form::PLAIN), |_| 1.0).is_some()
        };
        assert_eq!([&[5, 32, 1][..], &[5, 33, 1], &[5, 3, 3, 1]].map(fits), [true, false, false]);
    }

    fn agrees<const GROUPS: usize>(network: &Perceptron, rng: &mut Rng) {
        let scale = |input: usize| if input < 4 { 0.25 } else { 1.0 };
        let fast = Incremental::<GROUPS>::new(network, scale).unwrap();
        let mut counts = [0i32; 20];
        let mut sums = fast.empty();
        for _ in 0..500 {
            let input = below(rng, 20);
            let change = if counts[input] > 0 { -1 } else { 1 };
            counts[input] += change;
            fast.count(&mut sums, input, change);
            let scaled = |input: usize| counts[input] as f32 * scale(input);
            let active: Vec<(u32, f32)> = (0..20).map(|input| (input as u32, scaled(input))).collect();
            let exact = network.forward(&active, &mut Activity::default());
            assert!((fast.value(&sums) - exact).abs() < 1e-4, "{} {exact}", fast.value(&sums));
        }
    }
}
