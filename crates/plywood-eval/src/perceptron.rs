//! The multi-layer perceptron: tanh units, any number of layers (Dice thesis, section 4.2.3).
//!
//! `y = tanh(W x + b)` layer by layer. Weights are kept input by input, so that inputs that are nought cost nothing:
//! an input vector is a list of what is not. One output in (-1, 1) is the usual case but not required.

use plywood_core::random::{Rng, unit};

use crate::activation::tanh;

/// An input that is not nought: its number and its value.
pub type Active = (u32, f32);

/// One layer: the weights of the first input to all units, then those of the second, ...
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Units.
    pub outputs: usize,
    /// `weights[input * outputs + unit]`.
    pub weights: Vec<f32>,
    /// A bias for each unit.
    pub biases: Vec<f32>,
}

impl Layer {
    fn zeros(inputs: usize, outputs: usize) -> Layer {
        Layer { outputs, weights: vec![0.0; inputs * outputs], biases: vec![0.0; outputs] }
    }

    /// The weights of one input to all units.
    #[inline]
    pub fn row(&self, input: usize) -> &[f32] {
        &self.weights[input * self.outputs..][..self.outputs]
    }

    /// Adds an input to the sums of the units.
    #[inline]
    fn add(&self, input: usize, value: f32, sums: &mut [f32]) {
        for (sum, weight) in sums.iter_mut().zip(self.row(input)) {
            *sum += weight * value;
        }
    }

    /// The outputs for sums that hold some inputs already and a list of further ones.
    #[inline]
    fn forward(&self, sums: &[f32], active: impl Iterator<Item = Active>, out: &mut Vec<f32>) {
        out.clear();
        out.extend_from_slice(sums);
        for (input, value) in active {
            self.add(input as usize, value, out);
        }
        out.iter_mut().for_each(|sum| *sum = tanh(*sum));
    }
}

/// A feed-forward network of tanh units.
#[derive(Debug, Clone, PartialEq)]
pub struct Perceptron {
    sizes: Vec<usize>,
    /// From the inputs to the outputs.
    pub layers: Vec<Layer>,
}

/// The outputs of every layer, kept for the way back.
#[derive(Debug, Clone, Default)]
pub struct Activity {
    outputs: Vec<Vec<f32>>,
    errors: Vec<Vec<f32>>,
}

impl Perceptron {
    /// A network of these sizes, inputs first, with all weights nought. At least two sizes, none of them nought.
    pub fn zeros(sizes: &[usize]) -> Perceptron {
        assert!(sizes.len() >= 2 && sizes.iter().all(|size| *size > 0), "a network has inputs and outputs");
        let layers = sizes.windows(2).map(|pair| Layer::zeros(pair[0], pair[1])).collect();
        Perceptron { sizes: sizes.to_vec(), layers }
    }

    /// A network with weights and biases uniform in `[-spread, spread)`.
    pub fn random(sizes: &[usize], spread: f32, rng: &mut Rng) -> Perceptron {
        let mut network = Perceptron::zeros(sizes);
        network.parameters_mut().for_each(|weight| *weight = spread * (2.0 * unit(rng) as f32 - 1.0));
        network
    }

    /// Inputs, hidden units, outputs.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// All weights and biases, layer by layer, a layer's weights before its biases.
    pub fn parameters(&self) -> impl Iterator<Item = &f32> {
        self.layers.iter().flat_map(|layer| layer.weights.iter().chain(&layer.biases))
    }

    /// The same, to be changed.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.layers.iter_mut().flat_map(|layer| layer.weights.iter_mut().chain(&mut layer.biases))
    }

    /// The first output; what every layer answered stays in `activity`.
    pub fn forward(&self, active: &[Active], activity: &mut Activity) -> f32 {
        self.forward_from(&self.layers[0].biases, active, activity)
    }

    /// What the units of the first layer add up to: the start for inputs that differ little.
    pub fn sums(&self, active: &[Active], sums: &mut Vec<f32>) {
        sums.clone_from(&self.layers[0].biases);
        active.iter().for_each(|(input, value)| self.layers[0].add(*input as usize, *value, sums));
    }

    /// The first output for the inputs in `sums` and some changes to them.
    pub fn forward_from(&self, sums: &[f32], changes: &[Active], activity: &mut Activity) -> f32 {
        activity.outputs.resize_with(self.layers.len(), Vec::new);
        for (index, layer) in self.layers.iter().enumerate() {
            let (before, rest) = activity.outputs.split_at_mut(index);
            match before.last() {
                None => layer.forward(sums, changes.iter().copied(), &mut rest[0]),
                Some(inputs) => {
                    let inputs = inputs.iter().enumerate().map(|(input, value)| (input as u32, *value));
                    layer.forward(&layer.biases, inputs, &mut rest[0]);
                }
            }
        }
        activity.outputs[self.layers.len() - 1][0]
    }

    /// Carries the derivative of the first output back through the layers, after [`Perceptron::forward`]; then
    /// [`Activity::derivatives`] lists it weight by weight.
    pub fn backward(&self, activity: &mut Activity) {
        let last = self.layers.len() - 1;
        activity.errors.resize_with(self.layers.len(), Vec::new);
        for index in (0..=last).rev() {
            let mut errors = std::mem::take(&mut activity.errors[index]);
            errors.clear();
            for (unit, y) in activity.outputs[index].iter().enumerate() {
                let above = if index == last {
                    if unit == 0 { 1.0 } else { 0.0 }
                } else {
                    let row = self.layers[index + 1].row(unit);
                    row.iter().zip(&activity.errors[index + 1]).map(|(w, e)| w * e).sum()
                };
                // tanh' = 1 - tanh^2.
                errors.push(above * (1.0 - y * y));
            }
            activity.errors[index] = errors;
        }
    }

    /// The weights at a place of a layer, one a unit.
    #[inline]
    pub fn at_mut(&mut self, layer: usize, place: Place) -> &mut [f32] {
        let layer = &mut self.layers[layer];
        match place {
            Place::Row(input) => &mut layer.weights[input * layer.outputs..][..layer.outputs],
            Place::Biases => &mut layer.biases,
        }
    }
}

impl Activity {
    /// Visits every place whose derivative is not nought, after [`Perceptron::backward`]: the layer, the place, and
    /// the derivatives as the units' errors and a factor common to them.
    pub fn derivatives(&self, active: &[Active], mut visit: impl FnMut(usize, Place, &[f32], f32)) {
        for (index, errors) in self.errors.iter().enumerate() {
            if index == 0 {
                active
                    .iter()
                    .for_each(|(input, value)| visit(0, Place::Row(*input as usize), errors, *value));
            } else {
                let inputs = self.outputs[index - 1].iter().enumerate();
                inputs.for_each(|(input, value)| visit(index, Place::Row(input), errors, *value));
            }
            visit(index, Place::Biases, errors, 1.0);
        }
    }
}

/// Which weights of a layer: those of an input, or the biases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The weights of this input to all units.
    Row(usize),
    /// The biases.
    Biases,
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::seeded;

    #[test]
    fn the_gradient_is_the_slope() {
        let mut rng = seeded(3);
        for sizes in [&[6, 4, 1][..], &[6, 5, 3, 1], &[6, 1]] {
            let network = Perceptron::random(sizes, 0.8, &mut rng);
            let active = [(0, 1.0), (2, -0.5), (5, 0.25)];
            let (mut activity, mut checked) = (Activity::default(), 0);
            network.forward(&active, &mut activity);
            let mut derivatives = Vec::new();
            network.backward(&mut activity);
            activity.derivatives(&active, |layer, place, errors, factor| {
                derivatives.push((layer, place, errors.iter().map(|e| e * factor).collect::<Vec<_>>()));
            });
            for (layer, place, expected) in derivatives {
                for (unit, expected) in expected.iter().enumerate() {
                    let value = |shift: f32| {
                        let mut moved = network.clone();
                        moved.at_mut(layer, place)[unit] += shift;
                        moved.forward(&active, &mut Activity::default())
                    };
                    let slope = (value(0.01) - value(-0.01)) / 0.02;
                    assert!(
                        (slope - expected).abs() < 1e-3,
                        "{sizes:?} {layer} {place:?}: {slope} {expected}"
                    );
                    checked += 1;
                }
            }
            assert!(checked > 0);
        }
    }
}
