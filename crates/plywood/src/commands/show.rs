//! `plywood show`: a position.

use plywood_core::Turn;

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
