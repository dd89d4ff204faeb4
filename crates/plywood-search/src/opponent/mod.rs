//! Opponent-model search: searches that know, or believe to know, how the opponent chooses (opponent-model thesis,
//! chapters 2, 3, 4 and 6).
//!
//! Read in this order:
//! - [`definition`]: every method as its formulas have it; slow, obviously right, the oracles of the tests.
//! - [`om`]: one model, in one pass or by probes, pruned or not; gain against risk is in [`risk`].
//! - [`mstar`]: models within models. [`prom`]: several types of opponent with probabilities; [`utility`] is MAX's
//!   attitude to risk, [`shared`] what types share.
//! - [`analysis`]: what errors of evaluations do on a tree.
//! - [`forerunners`]: what came before OM search.
//! - `walk.rs` and `modelling.rs`: the path, the probers that follow it, and the search around it that all of these share.

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
