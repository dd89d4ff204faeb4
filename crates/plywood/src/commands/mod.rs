//! One file a command.

pub mod lab;
pub mod matches;
pub mod repro;
pub mod suite;
