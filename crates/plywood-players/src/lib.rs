//! Games and players by name: the registry, and the adapter from typed games and searches to the facade.
//!
//! - [`games`]: every game, and `game("kalah(holes=4)")`.
//! - [`searches`]: every search, its keys, and what games it fits.
//! - [`specialists`]: players of one game, and what fits a game.
//! - [`choice`]: the search that fits a game when none is named.
//! - [`solve`]: exact values.
//! - [`book`]: opening books, and players with one.
//! - [`endgames`]: databases of endings.
//! - [`external`]: programs of others as players, and our players for the programs of others.
//! - [`memory`]: how much a player asks for.
//! - [`learned`]: what was learned of an opponent, as a file.
//! - [`training`]: which games can be learned, and how.
//! - [`adapter`]: a typed game behind the object-safe traits of the core.
//! - [`boxed`]: one instantiation of the searches for all games whose speed nobody measures.

pub mod adapter;
pub mod book;
pub mod boxed;
pub mod choice;
pub mod endgames;
pub mod external;
pub mod games;
pub mod learned;
pub mod memory;
mod normal;
pub mod searches;
pub mod solve;
pub mod specialists;
pub mod training;

pub use games::{GAMES, game};
pub use searches::SEARCHES;

/// The walks of CONTRIBUTING.md, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
