//! `plywood train`: learning an evaluation by self-play.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use plywood_players::training::{self, Plan};

use crate::terminal::{interrupt, print};

/// Train an evaluation by self-play with TD(lambda); a file that is there already is gone on from
#[derive(clap::Args)]
#[command(after_help = "Example: plywood train dice --board 5 --win 4 --games 300000\n\
                        Ctrl-C keeps what was learned; the same command goes on from there.")]
pub struct Arguments {
    /// The game
    #[arg(value_parser = ["dice"])]
    game: String,
    /// Rows and columns
    #[arg(long, default_value_t = 5)]
    board: u32,
    /// How many in a row win
    #[arg(long, default_value_t = 4)]
    win: u32,
    /// Games of self-play
    #[arg(long, default_value_t = 300_000)]
    games: u64,
    /// Learning rate; by default 0.01 up to 5x5 and 0.003 beyond
    #[arg(long)]
    rate: Option<f32>,
    /// How far back a difference reaches, from 0 to 1
    #[arg(long, default_value_t = 0.0)]
    lambda: f32,
    /// Seed of the first weights and of the dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The weight file; by default named after the board
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Arguments {
    /// Trains.
    pub fn run(self) -> anyhow::Result<()> {
        let number = |value: f32, low: f32, high: f32, name: &str| {
            anyhow::ensure!(
                value >= low && value <= high,
                "--{name} {value}: expected a number from {low} to {high}"
            );
            Ok(())
        };
        number(self.lambda, 0.0, 1.0, "lambda")?;
        number(self.rate.unwrap_or(0.01), 0.0, 1.0, "rate")?;
        let bar = if stderr().is_terminal() { ProgressBar::new(self.games) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{bar:40.cyan/dim} {pos}/{len} games {eta} {msg}") {
            bar.set_style(style);
        }
        let plan = Plan {
            board: self.board,
            win: self.win,
            games: self.games,
            rate: self.rate,
            lambda: self.lambda,
            seed: self.seed,
            file: self.out,
        };
        let mut played = 0;
        let file = training::dice(&plan, &interrupt(), |mark| {
            bar.set_position(mark.games);
            played = mark.games;
            let moves = mark.tally.moves.max(1) as f64;
            bar.set_message(format!("mean squared difference {:.4}", mark.tally.squares / moves));
        })?;
        bar.finish_and_clear();
        let state =
            if played == 0 { "nothing left to do".to_string() } else { format!("{played} games played") };
        print(format!("{state}; the network is in {}\n", file.display()))
    }
}
