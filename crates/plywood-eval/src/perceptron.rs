//! The multi-layer perceptron: tanh units, any number of layers (Dice thesis, section 4.2.3).
//!
//! `y = tanh(W x + b)` layer by layer. Weights are kept input by input, so that inputs of zero cost nothing:
//! an input vector is a list of what is not. One output in (-1, 1) is the usual case but not required.
//!
//! A network may do without biases and may have shortcuts, connections from every input to the first output
//! (opponent-model thesis, section 5.3.2): see [`Form`]. Without biases it is odd: turned inputs turn the output.

use plywood_core::random::{Rng, unit};

use crate::activation::tanh;

/// An input other than zero: its number and its value.
pub type Active = (u32, f32);

/// One layer: the weights of the first input to all units, then those of the second, ...
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Units.
    pub outputs: usize,
    /// `weights[input * outputs + unit]`.
    pub weights: Vec<f32>,
    /// A bias for each unit; empty where units have none.
    pub biases: Vec<f32>,
}

/// The parts of a network beside the weights between its layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// Whether units have biases.
    pub biases: bool,
    /// Whether inputs are connected to the first output too; then there is a hidden layer.
    pub shortcuts: bool,
}

impl Form {
    /// Biases and no shortcuts.
    pub const PLAIN: Form = Form { biases: true, shortcuts: false };
    /// Shortcuts and no biases.
    pub const SHORT: Form = Form { biases: false, shortcuts: true };

    /// How many parameters a network of these sizes has.
    pub fn parameters(self, sizes: &[usize]) -> u64 {
        let bias = u64::from(self.biases);
        let layers: u64 = sizes.windows(2).map(|pair| (pair[0] as u64 + bias) * pair[1] as u64).sum();
        layers + if self.shortcuts { sizes[0] as u64 } else { 0 }
    }
}

impl Layer {
    fn zeros(inputs: usize, outputs: usize, form: Form) -> Layer {
        let biases = vec![0.0; if form.biases { outputs } else { 0 }];
        Layer { outputs, weights: vec![0.0; inputs * outputs], biases }
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

    /// Writes the sums of the units without any input.
    #[inline]
    fn empty(&self, sums: &mut Vec<f32>) {
        sums.clear();
        sums.extend_from_slice(&self.biases);
        sums.resize(self.outputs, 0.0);
    }

    /// Adds a list of inputs to the sums of the units, and makes them outputs.
    #[inline]
    fn fire(&self, active: impl Iterator<Item = Active>, sums: &mut [f32]) {
        for (input, value) in active {
            self.add(input as usize, value, sums);
        }
        sums.iter_mut().for_each(|sum| *sum = tanh(*sum));
    }
}

/// A feed-forward network of tanh units.
#[derive(Debug, Clone, PartialEq)]
pub struct Perceptron {
    sizes: Vec<usize>,
    /// From the inputs to the outputs.
    pub layers: Vec<Layer>,
    /// The weights from the inputs to the first output; empty where there are no shortcuts.
    pub shortcuts: Vec<f32>,
}

/// The outputs of every layer, kept for the way back.
#[derive(Debug, Clone, Default)]
pub struct Activity {
    outputs: Vec<Vec<f32>>,
    errors: Vec<Vec<f32>>,
    /// Whether there are biases, and whether shortcuts.
    biases: bool,
    shortcuts: bool,
}

impl Perceptron {
    /// A network of these sizes, inputs first, with all weights zero. At least two sizes, none of them zero.
    pub fn zeros(sizes: &[usize], form: Form) -> Perceptron {
        assert!(sizes.len() >= 2 && sizes.iter().all(|size| *size > 0), "a network has inputs and outputs");
        assert!(sizes.len() > 2 || !form.shortcuts, "shortcuts go round a hidden layer");
        let layers = sizes.windows(2).map(|pair| Layer::zeros(pair[0], pair[1], form)).collect();
        let shortcuts = vec![0.0; if form.shortcuts { sizes[0] } else { 0 }];
        Perceptron { sizes: sizes.to_vec(), layers, shortcuts }
    }

    /// A network with weights and biases uniform in `[-spread, spread)`.
    pub fn random(sizes: &[usize], form: Form, spread: f32, rng: &mut Rng) -> Perceptron {
        let mut network = Perceptron::zeros(sizes, form);
        network.parameters_mut().for_each(|weight| *weight = spread * (2.0 * unit(rng) as f32 - 1.0));
        network
    }

    /// Inputs, hidden units, outputs.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Its parts beside the weights between its layers.
    pub fn form(&self) -> Form {
        Form { biases: !self.layers[0].biases.is_empty(), shortcuts: !self.shortcuts.is_empty() }
    }

    /// All weights and biases, layer by layer, a layer's weights before its biases; then the shortcuts.
    pub fn parameters(&self) -> impl Iterator<Item = &f32> {
        let layers = self.layers.iter().flat_map(|layer| layer.weights.iter().chain(&layer.biases));
        layers.chain(&self.shortcuts)
    }

    /// The same, to be changed.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let layers = self.layers.iter_mut();
        let layers = layers.flat_map(|layer| layer.weights.iter_mut().chain(&mut layer.biases));
        layers.chain(&mut self.shortcuts)
    }

    /// Multiplies every parameter.
    pub fn scale(&mut self, factor: f32) {
        for layer in &mut self.layers {
            layer.weights.iter_mut().for_each(|weight| *weight *= factor);
            layer.biases.iter_mut().for_each(|weight| *weight *= factor);
        }
        self.shortcuts.iter_mut().for_each(|weight| *weight *= factor);
    }

    /// Adds a multiple of every parameter of a network of the same shape.
    pub fn add(&mut self, other: &Perceptron, factor: f32) {
        let add = |own: &mut [f32], other: &[f32]| {
            for (own, other) in own.iter_mut().zip(other) {
                *own += factor * other;
            }
        };
        for (own, other) in self.layers.iter_mut().zip(&other.layers) {
            add(&mut own.weights, &other.weights);
            add(&mut own.biases, &other.biases);
        }
        add(&mut self.shortcuts, &other.shortcuts);
    }

    /// The first output; what every layer answered stays in `activity`.
    pub fn forward(&self, active: &[Active], activity: &mut Activity) -> f32 {
        self.forward_from(&[], active, activity)
    }

    /// What the units of the first layer add up to, and behind them what the shortcuts do: the start for inputs that
    /// differ little.
    pub fn sums(&self, active: &[Active], sums: &mut Vec<f32>) {
        self.layers[0].empty(sums);
        active.iter().for_each(|(input, value)| self.layers[0].add(*input as usize, *value, sums));
        sums.push(self.direct(active));
    }

    /// The sum of the shortcuts of some inputs.
    #[inline]
    fn direct(&self, active: &[Active]) -> f32 {
        if self.shortcuts.is_empty() {
            return 0.0;
        }
        active.iter().map(|(input, value)| self.shortcuts[*input as usize] * value).sum()
    }

    /// The first output for the inputs in `sums`, as [`Perceptron::sums`] made them, and some changes to them; empty
    /// sums hold no input.
    pub fn forward_from(&self, sums: &[f32], changes: &[Active], activity: &mut Activity) -> f32 {
        let last = self.layers.len() - 1;
        activity.outputs.resize_with(last + 1, Vec::new);
        for (index, layer) in self.layers.iter().enumerate() {
            let (before, rest) = activity.outputs.split_at_mut(index);
            let out = &mut rest[0];
            match sums.split_last() {
                Some((_, sums)) if index == 0 => sums.clone_into(out),
                _ => layer.empty(out),
            }
            if index == last && !self.shortcuts.is_empty() {
                out[0] += sums.last().unwrap_or(&0.0) + self.direct(changes);
            }
            match before.last() {
                None => layer.fire(changes.iter().copied(), out),
                Some(inputs) => {
                    let inputs = inputs.iter().enumerate().map(|(input, value)| (input as u32, *value));
                    layer.fire(inputs, out);
                }
            }
        }
        activity.outputs[last][0]
    }

    /// Carries the derivative of the first output back through the layers, after [`Perceptron::forward`]; then
    /// [`Activity::derivatives`] lists it weight by weight.
    pub fn backward(&self, activity: &mut Activity) {
        let last = self.layers.len() - 1;
        Form { biases: activity.biases, shortcuts: activity.shortcuts } = self.form();
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
            Place::Shortcut(input) => &mut self.shortcuts[input..=input],
            Place::Row(input) => &mut layer.weights[input * layer.outputs..][..layer.outputs],
            Place::Biases => &mut layer.biases,
        }
    }
}

impl Activity {
    /// Visits every place whose derivative is not zero, after [`Perceptron::backward`]: the layer, the place,
    /// and the derivatives as the units' errors and a factor common to them.
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
            if self.biases {
                visit(index, Place::Biases, errors, 1.0);
            }
        }
        if self.shortcuts {
            let last = self.errors.len() - 1;
            let error = &self.errors[last][..1];
            active
                .iter()
                .for_each(|(input, value)| visit(last, Place::Shortcut(*input as usize), error, *value));
        }
    }
}

/// Which weights of a layer: those of an input, the biases, or a shortcut to the first unit of the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The weights of this input to all units.
    Row(usize),
    /// The biases.
    Biases,
    /// The weight from an input of the network to the first output.
    Shortcut(usize),
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::seeded;

    #[test]
    fn the_gradient_is_the_slope() {
        let mut rng = seeded(3);
        let plain = [&[6, 4, 1][..], &[6, 5, 3, 1], &[6, 1]].map(|sizes| (sizes, Form::PLAIN));
        let short = [&[6, 4, 1][..], &[6, 5, 3, 1]].map(|sizes| (sizes, Form::SHORT));
        for (sizes, form) in plain.into_iter().chain(short) {
            let network = Perceptron::random(sizes, form, 0.8, &mut rng);
            assert_eq!(network.parameters().count() as u64, form.parameters(sizes));
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
            // Every weight but those of the three inputs that are zero.
            let inputs = if form.shortcuts { sizes[1] + 1 } else { sizes[1] };
            assert_eq!(checked as u64, form.parameters(sizes) - 3 * inputs as u64);
        }
    }

    #[test]
    fn inputs_may_come_in_two_parts_and_a_network_without_biases_is_odd() {
        let mut rng = seeded(4);
        for form in [Form::PLAIN, Form::SHORT] {
            let network = Perceptron::random(&[6, 4, 1], form, 0.8, &mut rng);
            let (some, others) = ([(0, 1.0), (2, -0.5)], [(2, 0.25), (5, 1.0)]);
            let all = network.forward(&[(0, 1.0), (2, -0.25), (5, 1.0)], &mut Activity::default());
            let mut sums = Vec::new();
            network.sums(&some, &mut sums);
            let parts = network.forward_from(&sums, &others, &mut Activity::default());
            assert!((all - parts).abs() < 1e-6, "{all} {parts}");
            let turned = network.forward(&[(0, -1.0), (2, 0.25), (5, -1.0)], &mut Activity::default());
            assert_eq!(turned == -all, form == Form::SHORT, "{all} {turned}");
        }
        assert_eq!(Form::SHORT.parameters(&[65, 40, 1]), 2705);
    }
}
