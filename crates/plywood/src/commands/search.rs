//! `plywood search`: what a search thinks of a position, or of a file of positions.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::{Budget, Progress, Report, Row, Tick};
use plywood_lab::report::{answer, grouped};
use plywood_players::choice::{Purpose, choose};

use super::{Place, player};
use crate::terminal::{interrupt, print, print_json, spinner, table};

/// Search a position, or every position of a file
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood search connect4 --moves \"4 4\" --with \"ab(depth=12, table=64MB)\"\n\
                        A suite has a position a line; lines that start with # or % are comments. Ctrl-C ends the search \
                        and shows what it found."
)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// A file with a position a line, instead of one position
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    suite: Option<PathBuf>,
    /// The search, such as "ab(depth=8)" or "minimax(time=2s)"; without it one that fits the game
    #[arg(long = "with", value_name = "SPEC")]
    search: Option<String>,
    /// Seed of searches that draw numbers
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
        self.0.set_message(format!("depth {}: {:+.3} {}", row.depth, row.value, row.pv.join(" ")));
    }
    fn tick(&mut self, tick: &Tick) {
        let what = if tick.simulations > 0 { (tick.simulations, "playouts") } else { (tick.nodes, "nodes") };
        self.0.set_message(format!("depth {}: {} {}", tick.depth, grouped(what.0), what.1));
    }
}

impl Arguments {
    /// Searches.
    pub fn run(self) -> anyhow::Result<()> {
        if let Some(path) = &self.suite {
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            return self.run_suite(&text, &path.display().to_string());
        }
        let (game, line) = self.place.open()?;
        let report = self.think(&*game, &*line)?;
        if self.json {
            return print_json(&report);
        }
        if self.search.is_none() {
            print(format!("search {}\n\n", choose(&*game, Purpose::Play)))?;
        }
        print(answer::text(&report))
    }

    fn think(&self, game: &dyn AnyGame, line: &dyn AnyLine) -> anyhow::Result<Report> {
        let mut player = player(game, self.search.as_deref(), Purpose::Play)?;
        let bar = if stderr().is_terminal() { spinner("searching") } else { ProgressBar::hidden() };
        let report =
            player.think(line, &Budget::UNLIMITED, self.seed, &interrupt(), &mut Live(bar.clone()))?;
        bar.finish_and_clear();
        Ok(report)
    }

    fn run_suite(&self, text: &str, name: &str) -> anyhow::Result<()> {
        let game = plywood_players::game(&self.place.game).context("game")?;
        let mut reports = Vec::new();
        for (number, position) in text.lines().enumerate() {
            let position = position.trim();
            if position.is_empty() || position.starts_with(['#', '%']) {
                continue;
            }
            let line = game.read(position).with_context(|| format!("{name}, line {}", number + 1))?;
            reports.push((position.to_string(), self.think(&*game, &*line)?));
            if interrupt().raised() {
                break;
            }
        }
        if reports.is_empty() {
            bail!("{name} has no position");
        }
        let total = |count: fn(&Report) -> u64| reports.iter().map(|(_, report)| count(report)).sum::<u64>();
        if self.json {
            let positions: Vec<_> = reports
                .iter()
                .map(|(position, report)| serde_json::json!({ "position": position, "report": report }))
                .collect();
            return print_json(&serde_json::json!({
                "positions": positions,
                "nodes": total(|report| report.nodes),
                "evaluations": total(|report| report.evaluations),
                "seconds": reports.iter().map(|(_, report)| report.seconds).sum::<f64>(),
            }));
        }
        let rows: Vec<Vec<String>> = reports
            .iter()
            .map(|(position, report)| {
                vec![
                    position.clone(),
                    report.best.clone().unwrap_or_default(),
                    format!("{:+.4}", report.value),
                    report.depth.to_string(),
                    grouped(report.nodes),
                    format!("{:.3}", report.seconds),
                ]
            })
            .collect();
        print(table(&["position", "move", "value", "depth", "nodes", "seconds"], &rows))?;
        print(format!("{} positions, {} nodes\n", reports.len(), grouped(total(|report| report.nodes))))
    }
}
