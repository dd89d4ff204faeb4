//! Games whose speed is measured, and the parts that games share: one folder (or file) a game, with rules,
//! notation, evaluations, agents and tests. Small games have a crate of their own, so that a change to one
//! compiles nothing else again.
//!
//! A new game goes beside the others and into the list of `plywood-registry`; nothing else changes.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod bao;
pub mod bits;
pub mod chess;
pub mod connect4;
pub mod dice;
pub mod informed;
pub mod kalah;
pub mod loa;
pub mod mnk;
pub mod notation;
pub mod othello;
pub mod puzzle;
pub mod randomtree;
pub mod row;
pub mod testing;
pub mod tree;

mod functions;
mod symmetry;

/// The levels of players that have some from 0 to 20, as they are offered to people: few enough to be told apart.
pub(crate) const LEVELS: &[&str] = &[
    "level=0, time=4s",
    "level=2, time=4s",
    "level=5, time=4s",
    "level=9, time=4s",
    "level=14, time=4s",
    "level=20, time=4s",
];
