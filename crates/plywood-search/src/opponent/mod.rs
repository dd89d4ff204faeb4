//! Opponent-model search: searches that know, or believe to know, how the opponent chooses (opponent-model thesis,
//! chapters 2, 3, 4 and 6).
//!
//! A map, from the outside in; each layer knows only those below it:
//!
//! 1. `searches/opponent.rs` of the players: specs become settings, evaluations and oracles.
//! 2. [`modelling`]: a search like any other: the root's moves, windows, threads, deepening, drawing. It asks a *method*
//!    what a child of the root is worth.
//! 3. The methods. [`om`]: one model, in one pass or by probes; [`risk`] weighs gain against it. [`prom`]: several types
//!    with probabilities; [`utility`] is MAX's attitude to risk. [`mstar`]: models within models. [`forerunners`].
//! 4. `walk.rs`: the path below the root that every method walks, and the probers that follow it; `known.rs` keeps values
//!    of nodes that are met again.
//! 5. [`crate::alphabeta`]: a prober is the enhanced search of one evaluation, with its own table and oracle, started from
//!    anywhere on the path.
//!
//! Beside them: [`definition`], every method as its formulas have it, slow and obviously right, the oracles of the tests:
//! read it first. [`shared`], evaluations that types share or are made of. [`analysis`], evaluations compared, and what
//! their errors do.

pub mod analysis;
pub mod definition;
pub mod forerunners;
mod known;
pub mod modelling;
pub mod mstar;
pub mod om;
pub mod prom;
pub mod risk;
pub mod shared;
pub mod utility;
mod walk;
