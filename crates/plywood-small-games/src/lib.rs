//! Games whose speed nobody measures: they share one instantiation of every search, and no crate that compiles searches
//! knows them, so that a change to one is built in seconds.
//!
//! A new game goes beside the others and into the registry; nothing else changes.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod einstein;
pub mod nim;
pub mod nim3;
pub mod pig;
pub mod tictactoe;

mod heap;
