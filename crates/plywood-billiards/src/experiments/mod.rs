//! What is measured on the table: whether the simulator holds and agrees with another one, which constants real balls have, how
//! often shots succeed, and what players do with a cue.

pub mod fit;
pub mod reference;
pub mod statistics;
pub mod straight_in;
pub mod stress;
