//! `plywood engine` and `plywood nboard`: our players for the programs of others.

use std::io::{BufReader, stdin, stdout};

use anyhow::Context;
use plywood_engines::serve::{Inbox, line, nboard};

/// Speak the line protocol, so that other programs can play against a player of Plywood
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood match connect4 \"ab(depth=6)\" \"engine(cmd=\\\"plywood engine connect4 'uct(simulations=500)'\\\")\" --games 10\n\
                  docs/line-protocol.md describes the protocol: a position in, a move out."
)]
pub struct Arguments {
    /// The game, such as connect4
    game: String,
    /// The player, such as "ab(depth=8)"
    player: String,
}

impl Arguments {
    /// Answers until the input ends.
    pub fn run(self) -> anyhow::Result<()> {
        let game = plywood_players::game(&self.game).context("game")?;
        let mut player = game.player(&self.player.parse()?).context("player")?;
        Ok(line::serve(&*game, &mut *player, &Inbox::new(BufReader::new(stdin())), &mut stdout().lock())?)
    }
}

/// Speak the NBoard protocol, version 2, for Othello boards
#[derive(clap::Args)]
#[command(after_help = "Example: plywood nboard --with \"ab(time=2s)\"\n\
                  A board that speaks NBoard starts this command as its engine.")]
pub struct NBoardArguments {
    /// The player, such as "ab(depth=8)"; by default a search that fits Othello
    #[arg(long = "with", value_name = "SPEC")]
    player: Option<String>,
}

impl NBoardArguments {
    /// Answers until the input ends.
    pub fn run(self) -> anyhow::Result<()> {
        let mut engine = nboard::Engine::new(self.player.as_deref()).context("player")?;
        Ok(engine.serve(&Inbox::new(BufReader::new(stdin())), &mut stdout().lock())?)
    }
}
