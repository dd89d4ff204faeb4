//! Players: simple ones, which choose a stroke for a state and look no further, and PickPocket, which searches. None sees
//! the error that is added to a stroke, and every stroke of theirs passes [`Stroke::check`](crate::rules::Stroke::check).

mod nearest;
pub mod pickpocket;
mod random;

pub use nearest::nearest;
pub use random::random;
