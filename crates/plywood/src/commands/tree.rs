//! `plywood tree`: a small search step by step.

use std::path::PathBuf;

use plywood_core::picture::Theme;
use plywood_lab::drawing;
use plywood_players::choice::Purpose;

use super::{Place, player, write_svg};
use crate::terminal::{print, print_json};

/// Show a small search step by step: windows, cuts, backed-up values
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood tree \"tree:([3 12 8] [2 4 6] [14 5 2])\" --with ab --svg tree.svg\n\
                        Each line is a call of the search: the move, the player on turn, the window, the value that the call \
                        returned (≤ or ≥ if it is only a bound), and how the call ended."
)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// The search; switches of its own are kept, the depth is the spec's or the whole of a small game. Without it a
    /// plain search that fits the game
    #[arg(long = "with", value_name = "SPEC")]
    search: Option<String>,
    /// Write a drawing to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The colours of the drawing: light, dark or auto (as the reader prefers)
    #[arg(long, value_name = "THEME", default_value = "light", requires = "svg")]
    theme: Theme,
    /// Calls to show at most
    #[arg(long, default_value_t = 2000)]
    limit: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Draws.
    pub fn run(self) -> anyhow::Result<()> {
        let (game, line) = self.place.open()?;
        let trace = player(&*game, self.search.as_deref(), Purpose::Draw)?.trace(&*line, self.limit)?;
        if let Some(path) = &self.svg {
            write_svg(path, &drawing::svg(&trace, self.theme))?;
        }
        if self.json {
            return print_json(&trace);
        }
        print(drawing::outline(&trace))
    }
}
