//! `plywood show`: a position.

use std::path::PathBuf;

use plywood_core::Turn;
use plywood_core::picture::Theme;

use super::{Place, write_svg};
use crate::terminal::{print, print_json};

/// Show a position: the board, whose turn it is, what can happen
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

/// Whose turn it is, in words.
pub fn turn_in_words(turn: Turn) -> String {
    match turn {
        Turn::Player(player) => format!("player {} to move", player.0 + 1),
        Turn::Chance => "chance decides".to_string(),
        Turn::Over => "the game is over".to_string(),
    }
}

impl Arguments {
    /// Shows the position.
    pub fn run(self) -> anyhow::Result<()> {
        let (game, line) = self.place.open()?;
        let over = line.turn() == Turn::Over;
        if let Some(file) = &self.svg {
            let text = line.picture().svg(self.theme);
            return match file {
                Some(path) => write_svg(path, &text),
                None => print(text),
            };
        }
        if self.json {
            return print_json(&serde_json::json!({
                "game": game.spec(),
                "nature": game.nature(),
                "position": line.position(),
                "turn": line.turn(),
                "moves": line.moves(),
                "events": line.events(),
                "payoffs": if over { Some(line.payoffs()) } else { None },
                "ending": if over { Some(line.ending()) } else { None },
                "picture": line.picture(),
            }));
        }
        print(line.draw())?;
        print(format!("\n{}\n{}\n", line.position(), turn_in_words(line.turn())))?;
        match line.turn() {
            Turn::Player(_) => print(format!("moves: {}\n", line.moves().join(" "))),
            Turn::Chance => {
                let events = line
                    .events()
                    .iter()
                    .map(|(name, chance)| format!("{name} ({chance:.4})"))
                    .collect::<Vec<_>>();
                print(format!("events: {}\n", events.join(" ")))
            }
            Turn::Over => print(format!("payoffs: {:?} (by {})\n", line.payoffs(), line.ending())),
        }
    }
}
