//! Trainers: how evaluations are learned from play. They know no game's features.
//!
//! - [`temporal`]: TD(lambda) by self-play.
//! - [`course`]: a course of training, with checkpoints.
//! - [`logistic`]: the squashing of a score that fits outcomes best.

pub mod course;
pub mod logistic;
pub mod temporal;

pub use course::Course;
pub use temporal::Temporal;
