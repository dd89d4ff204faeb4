//! Plywood's `lab` room.

pub mod bench;
pub mod drawing;
