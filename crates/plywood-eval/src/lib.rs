//! Storing and applying trained knowledge. Training is in `plywood-learn`; features are with their games.
//!
//! - [`activation`]: tanh from the four basic operations, the same on every machine and fit for vectors.
//! - [`perceptron`]: the multi-layer perceptron.
//! - [`incremental`]: its first layer, kept up to date as inputs change.
//! - [`features`]: what a network sees of a position.
//! - [`file`](mod@file): weight files, with version and shape.
//! - [`patterns`]: weights of base-3 patterns by stage, and their files.
//! - [`model`]: models that are trained by their gradient; linear models.
//! - [`gaussian`]: normalised Gaussian networks.
//! - [`learned`]: learned numbers as a text file.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod activation;
pub mod features;
pub mod file;
pub mod gaussian;
pub mod incremental;
pub mod learned;
pub mod model;
pub mod patterns;
pub mod perceptron;

pub use features::Features;
pub use file::{FileError, Weights};
pub use gaussian::Gaussian;
pub use incremental::{Incremental, Sums};
pub use learned::Learned;
pub use model::{Linear, Model};
pub use patterns::{Packing, PatternWeights};
pub use perceptron::{Form, Perceptron};
