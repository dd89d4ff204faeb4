//! `plywood show`: a position.

use plywood_lab::report::position::Shown;

use super::Place;
use crate::terminal::{print, print_json};

/// Show a position: the board, whose turn it is, what can happen
#[derive(clap::Args)]
#[command(after_help = "Example: plywood show connect4 --moves \"4 4 3\"")]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Shows the position.
    pub fn run(self) -> anyhow::Result<()> {
        let (game, line) = self.place.open()?;
        let shown = Shown::new(&*game, &*line);
        if self.json { print_json(&shown) } else { print(shown.text()) }
    }
}
