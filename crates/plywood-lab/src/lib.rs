//! The lab: plays, measures and compares until a claim about search is a number with an error bar.
//!
//! Reading order: `experiment` (what is to be played), `matches` and `suite` (playing it), `runner` (threads, resuming),
//! `store` (keeping it), `stats` (what it is worth), `report` (showing it), `published` and `repro` (what the documents
//! printed, and the same measured again). `bench` measures speed, `drawing` draws a search as a tree.

pub mod bench;
pub mod drawing;
pub mod experiment;
pub mod matches;
pub mod published;
pub mod report;
pub mod repro;
pub mod runner;
pub mod stats;
pub mod store;
pub mod suite;
