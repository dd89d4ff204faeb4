//! Games whose speed is measured, and what games share: one folder (or file) a game, with rules, notation, evaluations,
//! agents and tests. Small games have a crate of their own, so that a change to one compiles nothing else anew.
//!
//! A new game goes beside the others and into the registry of the players' room; nothing else changes.

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
