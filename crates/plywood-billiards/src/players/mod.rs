//! Players: simple ones, which choose a stroke for a state and look no further, and PickPocket, which searches. None sees
//! the error that is added to a stroke, and every stroke of theirs passes [`Stroke::check`](crate::game::rules::Stroke::check).
//!
//! What they have in common: the geometry of aiming (`aim.rs`), the generator of shots (`shots/`), and how likely shots succeed
//! (`tables/`).

pub mod aim;
mod nearest;
pub mod pickpocket;
mod random;
pub mod shots;
pub mod tables;

pub use nearest::nearest;
pub use random::random;
