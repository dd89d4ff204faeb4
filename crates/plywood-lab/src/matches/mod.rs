//! Matches: games between players, refereed, stored, tallied.
//!
//! Game i of a pairing is fixed by the experiment alone: its opening, its dice, its seats and its seeds do not depend on
//! threads, slices, or on how many games there are.

pub mod referee;
pub mod results;
pub mod runner;
pub mod sequential;

pub use results::{PairingResult, Verdict as SprtVerdict};
pub use runner::{Live, RunError, RunOptions, run};
