//! Trainers: how evaluations and models of opponents are learned from play. They know no game's features.
//!
//! - [`temporal`]: TD(lambda) by self-play.
//! - [`course`]: a course of training, with checkpoints.
//! - [`logistic`]: the squashing of a score that fits outcomes best.
//! - [`opponent`]: which types of player an opponent is, and how he evaluates.

pub mod course;
pub mod logistic;
pub mod opponent;
pub mod patterns;
pub mod temporal;

pub use course::Course;
pub use temporal::Temporal;
