//! What is found out with searches, through the facade: no search is compiled here.
//!
//! - [`solve`]: exact values.
//! - [`book`]: opening books, and players with one.
//! - [`endgames`]: databases of endings.
//! - [`compare`]: two evaluations beside each other, as in chapter 4 of the opponent-model thesis.
//! - [`rivals`]: what a model of an opponent is worth.
//! - [`questions`]: what the opponent-model thesis leaves open.

pub mod book;
pub mod compare;
pub mod endgames;
pub mod questions;
pub mod rivals;
pub mod solve;
