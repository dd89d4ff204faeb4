//! Trainers: how evaluations and models of opponents are learned from play. They know no game's features.
//!
//! - [`temporal`]: TD(lambda) by self-play.
//! - [`course`]: a course of training, with checkpoints.
//! - [`genetic`]: whole numbers bred by how fit they are.
//! - [`leaf`]: TD-leaf, from what searches foresee.
//! - [`logistic`]: the squashing of a score that fits outcomes best.
//! - [`opponent`]: the opponent's type of player, and the opponent's evaluation.
//! - [`patterns`]: weights of patterns by least squares.

pub mod course;
pub mod genetic;
pub mod leaf;
pub mod logistic;
pub mod opponent;
pub mod patterns;
pub mod temporal;

pub use course::Course;
pub use temporal::Temporal;
