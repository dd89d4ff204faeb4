//! The lab: it plays, measures and compares until a claim about search is a number with an error bar.
//!
//! The lab knows no rules and no searches: the caller hands it a function that makes games, and the lab asks
//! a game for its players.
//!
//! Reading order: `experiment` (what to play), `matches` and `suite` (playing it), `runner` (resuming),
//! `kept` (resuming work that is not games), `store` (keeping results), `stats` (intervals, Elo, tests),
//! `report` (showing results), `tune` (finding better numbers). `drawing` draws a search as a tree.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

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
