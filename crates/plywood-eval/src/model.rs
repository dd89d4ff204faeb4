//! Evaluations with parameters that can be learned: a value in (-1, 1) of some inputs, and its gradient.
//!
//! Here is the slow and obvious form, in doubles, that trainers use; what a search asks is made from it once
//! ([`crate::gaussian`], or a game's own integers for a linear one).

/// A value that depends smoothly on parameters.
pub trait Model: Clone + Send + Sync {
    /// All parameters in a fixed order.
    fn parameters(&self) -> &[f64];
    /// The same to be changed.
    fn parameters_mut(&mut self) -> &mut [f64];
    /// The value of some inputs, in (-1, 1).
    fn value(&self, inputs: &[f64]) -> f64;
    /// Adds the derivatives of the value by each parameter, times a factor.
    fn add_gradient(&self, inputs: &[f64], factor: f64, to: &mut [f64]);
}

/// `tanh` of a weighted sum.
#[derive(Debug, Clone, PartialEq)]
pub struct Linear(pub Vec<f64>);

impl Linear {
    /// The sum before it is squashed.
    pub fn score(&self, inputs: &[f64]) -> f64 {
        self.0.iter().zip(inputs).map(|(weight, input)| weight * input).sum()
    }
}

impl Model for Linear {
    fn parameters(&self) -> &[f64] {
        &self.0
    }
    fn parameters_mut(&mut self) -> &mut [f64] {
        &mut self.0
    }
    fn value(&self, inputs: &[f64]) -> f64 {
        libm::tanh(self.score(inputs))
    }
    fn add_gradient(&self, inputs: &[f64], factor: f64, to: &mut [f64]) {
        let value = self.value(inputs);
        let slope = factor * (1.0 - value * value);
        to.iter_mut().zip(inputs).for_each(|(to, input)| *to += slope * input);
    }
}

/// The largest difference between the gradient and one by small steps, for tests.
#[cfg(test)]
pub(crate) fn gradient_error(model: &impl Model, inputs: &[f64]) -> f64 {
    let mut gradient = vec![0.0; model.parameters().len()];
    model.add_gradient(inputs, 1.0, &mut gradient);
    let mut worst: f64 = 0.0;
    for (place, slope) in gradient.iter().enumerate() {
        let moved = |by: f64| {
            let mut model = model.clone();
            model.parameters_mut()[place] += by;
            model.value(inputs)
        };
        worst = worst.max((slope - (moved(1e-5) - moved(-1e-5)) / 2e-5).abs());
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_of_a_linear_model_is_its_slope() {
        let model = Linear(vec![0.3, -0.2, 0.5]);
        assert!(gradient_error(&model, &[1.0, 0.5, -2.0]) < 1e-8);
        assert_eq!(model.value(&[0.0, 0.0, 0.0]), 0.0);
    }
}
