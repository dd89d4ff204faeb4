//! `plywood show`: a position.

use std::path::PathBuf;

use plywood_core::picture::Theme;
use plywood_lab::report::position::Shown;

use super::{Place, write_svg};
use crate::terminal::{print, print_json};

/// Show a position: the board, the player on turn, the legal moves or possible events
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plywood show connect4 --moves \"4 4 3\"\n          plywood show othello --svg othello.svg --theme dark"
)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Write a picture to this file, or to standard output without a file
    #[arg(long, value_name = "FILE")]
    svg: Option<Option<PathBuf>>,
    /// The colours of the picture: light, dark or auto (as the reader prefers)
    #[arg(long, value_name = "THEME", default_value = "light", requires = "svg")]
    theme: Theme,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Shows the position.
    pub fn run(self) -> anyhow::Result<()> {
        let (game, line) = self.place.open()?;
        if let Some(file) = &self.svg {
            let text = line.picture().svg(self.theme);
            return match file {
                Some(path) => write_svg(path, &text),
                None => print(text),
            };
        }
        let shown = Shown::new(&*game, &*line);
        if self.json { print_json(&shown) } else { print(shown.text()) }
    }
}
