//! Learning an opponent (opponent-model thesis, section 6.6).
//!
//! - [`observe()`]: what each type of player would have played where the opponent played something.
//! - [`probabilities`]: how likely each type is, off-line from records and on-line during a game.
//! - [`learner`]: a player whose probabilities follow the game.
//! - [`reinforcement`]: probabilities tuned by results alone.
//! - [`linear`]: the weights of a linear evaluation, from observed moves.
//!
//! A model of the opponent's search depth is no case of its own: its types are the same player at several depths.

pub mod learner;
pub mod linear;
pub mod observe;
pub mod probabilities;
pub mod reinforcement;

pub use observe::{Observation, observe};
pub use probabilities::{Learned, mixture, unambiguous};
