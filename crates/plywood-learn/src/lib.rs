//! Trainers: they learn evaluations and models of opponents from play, and know no game's features.
//!
//! - [`temporal`]: TD(lambda) by self-play.
//! - [`course`]: a course of training, with checkpoints.
//! - [`genetic`]: a genetic algorithm on whole numbers.
//! - [`leaf`]: TD-leaf, from the leaves that searches foresee.
//! - [`logistic`]: the logistic curve that fits scores to outcomes best.
//! - [`opponent`]: the opponent's type of player, and the opponent's evaluation.
//! - [`patterns`]: weights of patterns by least squares.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod course;
pub mod genetic;
pub mod leaf;
pub mod logistic;
pub mod opponent;
pub mod patterns;
pub mod temporal;

pub use course::Course;
pub use temporal::Temporal;
