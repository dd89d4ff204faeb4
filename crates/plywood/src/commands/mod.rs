//! One file a command.

pub mod bench;
pub mod billiards;
pub mod games;
pub mod lab;
pub mod matches;
pub mod perft;
pub mod play;
pub mod repro;
pub mod search;
pub mod searches;
pub mod show;
pub mod suite;
pub mod train;
pub mod tree;

use std::path::Path;

use anyhow::Context;
use plywood_core::Spec;
use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_lab::drawing;
use plywood_players::game;

/// A game, and a line of it.
#[derive(clap::Args)]
pub struct Place {
    /// The game, such as connect4, "kalah(holes=4,seeds=3)" or "tree:([3 12 8] [2 4 6])"
    pub game: String,
    /// A position in the game's notation; the game's start without it
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves and events from there, with spaces or commas between
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

impl Place {
    /// Makes the game and the line.
    pub fn open(&self) -> anyhow::Result<(Box<dyn AnyGame>, Box<dyn AnyLine>)> {
        let game = game(&self.game).context("game")?;
        let mut line = match &self.position {
            Some(text) => game.read(text).context("position")?,
            None => game.start(),
        };
        let moves = self.moves.as_deref().unwrap_or_default();
        for (index, text) in moves.split([' ', ',']).filter(|text| !text.is_empty()).enumerate() {
            line.step(text).with_context(|| format!("step {} of the moves", index + 1))?;
        }
        Ok((game, line))
    }
}

/// Makes a player of a game from its spec.
pub fn player(game: &dyn AnyGame, spec: &str) -> anyhow::Result<Box<dyn AnyPlayer>> {
    let spec: Spec = spec.parse().context("search")?;
    game.player(&spec).context("search")
}

/// Writes a drawing whole or not at all.
pub fn write_svg(path: &Path, text: &str) -> anyhow::Result<()> {
    drawing::write_file(path, text).with_context(|| path.display().to_string())
}
