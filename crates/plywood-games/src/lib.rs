//! Games: one folder (or file) each, with rules, notation, evaluations, agents and tests.
//!
//! A new game goes beside the others and into the registry of the players' room; nothing else changes.

pub mod bao;
pub mod bits;
pub mod chess;
pub mod connect4;
pub mod dice;
pub mod einstein;
pub mod informed;
pub mod kalah;
pub mod loa;
pub mod mnk;
pub mod nim;
pub mod nim3;
pub mod othello;
pub mod pig;
pub mod puzzle;
pub mod randomtree;
pub mod tictactoe;
pub mod tree;

mod functions;
mod heap;
mod notation;
mod row;
mod symmetry;
#[cfg(test)]
mod testing;
