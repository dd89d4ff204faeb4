//! Games and players by name: the registry, and the adapter from typed games and searches to the facade.
//!
//! - [`registry`](mod@registry): what a program puts in from above: all games, programs of others, books.
//! - [`games`]: `game("kalah(holes=4)")`, and the games whose speed is measured.
//! - [`searches`]: every search, its keys, and what games it fits.
//! - [`specialists`]: players of one game, and what fits a game.
//! - [`choice`]: the search that fits a game when none is named.
//! - [`memory`]: how much a player asks for.
//! - [`learned`]: what was learned of an opponent, as a file.
//! - [`adapter`]: a typed game behind the object-safe traits of the core.
//! - [`boxed`]: one instantiation of the searches for all games whose speed nobody measures.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod adapter;
pub mod boxed;
pub mod choice;
pub mod games;
pub mod learned;
pub mod memory;
mod normal;
pub mod registry;
pub mod searches;
pub mod specialists;

pub use games::game;
pub use registry::{install, registry};
pub use searches::SEARCHES;
