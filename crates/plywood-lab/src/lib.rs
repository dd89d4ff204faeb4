//! The lab: plays, measures and compares until a claim about search is a number with an error bar.
//!
//! `stats` says what results are worth, `store` keeps them, `published` holds what the documents printed.

pub mod experiment;
pub mod matches;
pub mod published;
pub mod stats;
pub mod store;
