//! `plywood billiards`: the table by itself.

mod break_shot;
mod calibrate;
mod check;
mod difficulty;
mod map;
mod replay;
mod shot;
mod straight_in;
mod stress;
mod table;

pub use replay::in_words;

use std::path::Path;

use anyhow::Context;
use clap::Subcommand;
use plywood_billiards::physics::Arena;
use plywood_billiards::table::Table;
use plywood_core::files::write_whole;

/// Simulate shots on a billiard table
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Shot(shot::Arguments),
    Replay(replay::Arguments),
    Check(check::Arguments),
    Stress(stress::Arguments),
    StraightIn(straight_in::Arguments),
    Table(table::Arguments),
    Calibrate(calibrate::Arguments),
    Difficulty(difficulty::Arguments),
    Break(break_shot::Arguments),
    Map(map::Arguments),
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Shot(arguments) => arguments.run(),
            Command::Replay(arguments) => arguments.run(),
            Command::Check(arguments) => arguments.run(),
            Command::Stress(arguments) => arguments.run(),
            Command::StraightIn(arguments) => arguments.run(),
            Command::Table(arguments) => arguments.run(),
            Command::Calibrate(arguments) => arguments.run(),
            Command::Difficulty(arguments) => arguments.run(),
            Command::Break(arguments) => arguments.run(),
            Command::Map(arguments) => arguments.run(),
        }
    }
}

/// A table by the name of a preset, or from a file.
fn arena(name: &str) -> anyhow::Result<Arena> {
    Table::find(name).and_then(Arena::new).context("table")
}

/// Writes a file whole or not at all.
fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, text.as_bytes()).with_context(|| format!("writing {}", path.display()))
}
