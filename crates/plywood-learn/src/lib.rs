//! Trainers: how evaluations and models of opponents are learned from play. They know no game's features.
//!
//! - [`opponent`]: which types of player an opponent is, and how he evaluates.

pub mod opponent;
