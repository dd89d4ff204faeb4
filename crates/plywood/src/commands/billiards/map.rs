//! `plywood billiards map`: from where the best shot is likeliest, with ball in hand.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use plywood_billiards::error_model::ErrorModel;
use plywood_billiards::game::Billiards;
use plywood_billiards::game::rules::{GameState, Stage};
use plywood_billiards::picture;
use plywood_billiards::players::pickpocket::{PickPocket, Settings};
use plywood_core::picture::Theme;

use super::{arena, write_file};
use crate::terminal::{print, table};

/// Map the chance of the best shot over the table, as if the cue ball were in hand
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood billiards map \"8ball turn=1 cue=hand groups=solids 3@0.3:1.8 8@0.8:0.5\" --svg map.svg"
)]
pub struct Arguments {
    /// The state
    state: String,
    /// How many of the best places to list
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=50))]
    places: u8,
    /// The table: a preset or a file
    #[arg(long, default_value = "poolfiz")]
    table: String,
    /// The error model: none, low, taiwan, italy, high, phi:theta:v:a:b deviations, or a file
    #[arg(long, default_value = "taiwan")]
    errors: String,
    /// Draw the map into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Arguments {
    /// Maps.
    pub fn run(self) -> anyhow::Result<()> {
        let state: GameState = self.state.parse().context("the state")?;
        let errors: ErrorModel = self.errors.parse().context("errors")?;
        let game = Billiards { discipline: state.discipline, arena: Arc::new(arena(&self.table)?), errors };
        let state = game.read_state(&self.state).context("the state")?;
        if state.stage != Stage::Play {
            bail!("a map is of a state between break and end (stage=play)");
        }
        let player = PickPocket::new(&game, Settings::default())?;
        let map = player.map(&game, &state);
        let tops = map.hills(usize::from(self.places), 1);
        if let Some(path) = &self.svg {
            write_file(path, &picture::map(&game.arena, &state.layout, &map, &tops).svg(Theme::Light))?;
        }
        let rows: Vec<Vec<String>> = tops
            .iter()
            .enumerate()
            .map(|(place, &cell)| {
                let (at, chance) = (map.middle(cell), map.cells[cell].unwrap_or(0.0));
                vec![
                    (place + 1).to_string(),
                    format!("{:.3}:{:.3}", at.x, at.y),
                    format!("{:.1} %", 100.0 * chance),
                ]
            })
            .collect();
        print(table(&["", "place", "best shot"], &rows))
    }
}
