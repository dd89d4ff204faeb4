//! One file a command.

pub mod bench;
pub mod billiards;
pub mod book;
pub mod compare;
pub mod endgame;
pub mod engine;
pub mod games;
pub mod hints;
pub mod lab;
pub mod matches;
pub mod openings;
pub mod perft;
pub mod play;
pub mod questions;
pub mod repro;
pub mod rivals;
pub mod run;
pub mod search;
pub mod searches;
pub mod serve;
pub mod show;
pub mod solve;
pub mod suite;
pub mod train;
pub mod tree;
pub mod tune;
pub mod uci;

use std::path::Path;

use anyhow::Context;
use plywood_core::facade::{AnyGame, AnyPlayer};
use plywood_core::files::write_whole;
use plywood_core::place::Opened;
use plywood_core::quantity::said_bytes;
use plywood_players::choice::{self, Purpose};
use plywood_players::memory;

/// A game, and a line of it.
#[derive(clap::Args)]
pub struct Place {
    /// The game, such as connect4, "kalah(holes=4,seeds=3)" or "tree:([3 12 8] [2 4 6])"
    pub game: String,
    /// A position in the game's notation; by default the game's start
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves and events from there, with spaces or commas between
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

impl Place {
    /// Makes the game and the line.
    pub fn open(&self) -> anyhow::Result<Opened> {
        let (game, position, moves) = (self.game.clone(), self.position.clone(), self.moves.clone());
        Ok(plywood_core::Place { game, position, moves }.open(&plywood_players::game)?)
    }
}

/// Makes a player of a game from its spec, or one that fits the game where none is named.
pub fn player(
    game: &dyn AnyGame,
    spec: Option<&str>,
    purpose: Purpose,
) -> anyhow::Result<Box<dyn AnyPlayer>> {
    say_memory(game, spec.unwrap_or_else(|| choice::choose(game, purpose)));
    choice::player(game, spec, purpose).context("search")
}

/// Says on standard error how much memory a player will take, where that is much.
pub fn say_memory(game: &dyn AnyGame, spec: &str) {
    // A wrong spec is refused by whoever makes the player.
    if let Ok(bytes) = spec.parse().and_then(|spec| memory::of_player(game, &spec)) {
        say_much(spec, bytes);
    }
}

/// Says on standard error how much memory something will take, where that is much.
pub fn say_much(what: &str, bytes: u64) {
    let free = memory::free();
    if bytes >= MUCH || free.is_some_and(|free| bytes > free / 2) {
        let free = free.map_or(String::new(), |free| format!("; this machine has {} free", said_bytes(free)));
        eprintln!("{what}: up to {} of memory{free}", said_bytes(bytes));
    }
}

/// Memory that is worth a word.
const MUCH: u64 = 1 << 30;

/// Writes a drawing whole or not at all.
pub fn write_svg(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, text.as_bytes()).with_context(|| path.display().to_string())
}
