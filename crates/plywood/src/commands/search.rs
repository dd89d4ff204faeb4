//! `plywood search`: what a search thinks of a position.

use std::io::{IsTerminal, stderr};

use indicatif::ProgressBar;
use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::{Budget, Progress, Report, Row, Task, Tick};
use plywood_lab::report::{answer, grouped, signed, worth};
use plywood_players::choice::{Purpose, choose};

use super::{Place, player};
use crate::terminal::{ended, interrupt, print, print_json, spinner};

/// Search a position
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood search connect4 --moves \"4 4\" --with \"ab(depth=12, table=64MB)\"\n\
                        Ctrl-C ends the search and shows what it found. `plywood suite` searches every position of a file."
)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// The search, such as "ab(depth=8)" or "minimax(time=2s)"; by default one that fits the game
    #[arg(long = "with", value_name = "SPEC")]
    search: Option<String>,
    /// Seed of searches that draw random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Shows on a terminal how far the search is.
struct Live(ProgressBar);

impl Progress for Live {
    fn row(&mut self, row: &Row) {
        self.0.set_message(format!("depth {}: {} {}", row.depth, signed(row.value, 3), row.pv.join(" ")));
    }
    fn tick(&mut self, tick: &Tick) {
        let what = if tick.simulations > 0 { (tick.simulations, "playouts") } else { (tick.nodes, "nodes") };
        self.0.set_message(format!("depth {}: {} {}", tick.depth, grouped(what.0), what.1));
    }
}

impl Arguments {
    /// Searches.
    pub fn run(self) -> anyhow::Result<()> {
        let (game, line) = self.place.open()?;
        let report = self.think(&*game, &*line)?;
        if self.json {
            let mut object = serde_json::to_value(&report)?;
            object["unit"] = worth::unit(&*game).into();
            object["unfinished"] = serde_json::to_value(report.unfinished())?;
            print_json(&object)?;
        } else {
            if self.search.is_none() {
                print(format!("search {}\n\n", choose(&*game, Purpose::Play)))?;
            }
            print(answer::in_words(&report, &*game, line.turn()))?;
        }
        ended(())
    }

    fn think(&self, game: &dyn AnyGame, line: &dyn AnyLine) -> anyhow::Result<Report> {
        let mut player = player(game, self.search.as_deref(), Purpose::Play)?;
        let bar = if stderr().is_terminal() { spinner("searching") } else { ProgressBar::hidden() };
        let report = player.think(
            line,
            Task::new(Budget::UNSET).seed(self.seed).stop(&interrupt()).telling(&mut Live(bar.clone())),
        )?;
        bar.finish_and_clear();
        Ok(report)
    }
}
