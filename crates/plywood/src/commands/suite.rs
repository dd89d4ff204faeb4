//! `plywood suite`: searches over a file of positions.

use std::path::PathBuf;

use anyhow::Context;
use plywood_lab::suite::{Suite, SuiteFile, by_position, run, table};

use super::lab::{Making, Progress};
use crate::terminal::{interrupt, print, print_json};

/// Search every position of a file with any number of searches and summarise nodes, evaluations and time
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood suite connect4 positions.txt --with \"ab(table=off)\" --with ab --depths 6,8\n\
                  The file has a position a line; lines that start with # or % are remarks."
)]
pub struct Arguments {
    /// The game, such as connect4
    game: String,
    /// A file with a position a line
    file: PathBuf,
    /// A search, such as "ab(depth=6)"; may be given several times
    #[arg(long = "with", value_name = "SPEC", required = true)]
    searches: Vec<String>,
    /// Depths for every search, such as 4,5,6; without them each search keeps its own budget
    #[arg(long, value_delimiter = ',')]
    depths: Vec<u32>,
    /// Seed of searches that draw
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Show every position too
    #[arg(long)]
    positions: bool,
    #[command(flatten)]
    making: Making,
}

impl Arguments {
    /// Searches.
    pub fn run(self) -> anyhow::Result<()> {
        let text = std::fs::read_to_string(&self.file)
            .with_context(|| format!("cannot read {}", self.file.display()))?;
        let file = SuiteFile {
            game: self.game.clone(),
            seed: self.seed,
            depths: self.depths.clone(),
            searches: self.searches.clone(),
            positions: text.lines().map(str::to_string).collect(),
        };
        let mut suite =
            Suite::new("", file, &plywood_players::game).with_context(|| self.file.display().to_string())?;
        let name = self
            .making
            .name
            .clone()
            .unwrap_or_else(|| super::lab::name_of("suite", &suite.run_plan().experiment));
        suite.name = name.clone();
        let store = self.making.open()?;
        let mut progress = Progress::new(&name, "positions", self.making.json);
        let (ran, results) =
            run(&suite, store, self.making.options(), &interrupt(), &mut |live| progress.show(live, false))?;
        progress.finish();
        if self.making.json {
            return print_json(&serde_json::json!({
                "run": name, "interrupted": ran.interrupted, "positions": suite.positions(), "searches": results,
            }));
        }
        if self.positions {
            print(by_position(suite.positions(), &results).text() + "\n")?;
        }
        print(format!("run {name}\n\n{}", table(&results).text()))?;
        for result in results.iter().filter(|result| result.failed > 0) {
            print(format!("warning: {} failed on {} positions\n", result.search, result.failed))?;
        }
        if ran.interrupted {
            print(format!("interrupted after {} new positions; the same command goes on\n", ran.fresh))?;
        }
        Ok(())
    }
}
