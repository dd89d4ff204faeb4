//! The lab: plays, measures and compares until a claim about search is a number with an error bar. It knows no rules and no
//! searches: it is handed a maker of games, and asks a game for its players.
//!
//! Reading order: `experiment` (what is to be played), `matches` and `suite` (playing it), `runner` (resuming), `kept`
//! (resuming what is not games), `store` (keeping it), `stats` (what it is worth), `report`
//! (showing it), `tune` (finding better numbers by it). `drawing` draws a search as a tree.

pub mod drawing;
pub mod experiment;
pub mod kept;
pub mod matches;
pub mod report;
pub mod runner;
pub mod stats;
pub mod store;
pub mod suite;
pub mod tune;
