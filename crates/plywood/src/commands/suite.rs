//! `plywood suite`: searches over a file of positions.

use std::io::Read;
use std::path::PathBuf;

use anyhow::Context;
use plywood_lab::suite::{News, Suite, SuiteFile, compared_table, read, run, table};

use super::run::{Making, POSITIONS, RunBar, ending, say_memory};
use crate::terminal::{Interrupted, interrupt, print, print_json};

/// Search every position of a file with one or more searches; summarise nodes, evaluations and time
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood suite connect4 positions.txt --with \"ab(table=off)\" --with ab --depths 6,8\n\
                  The file has one position a line in the format of the game's suites (OBF in othello), or games in a format of the game (GGF \
                  and WTHOR in othello). Lines that start with # or % are remarks. If the file names best moves or scores, the results \
                  are compared with them; for scores in discs use \"othello(payoff=margin)\". Before each position a search forgets what \
                  its table holds."
)]
pub struct Arguments {
    /// The game, such as connect4
    game: String,
    /// A file of positions or games; - is standard input
    file: PathBuf,
    /// A search, such as "ab(depth=6)"; may be given several times
    #[arg(long = "with", value_name = "SPEC", required = true)]
    searches: Vec<String>,
    /// Depths for every search, such as 4,5,6; without them each search keeps its own budget
    #[arg(long, value_delimiter = ',')]
    depths: Vec<u32>,
    /// In a file of games: search the position after this number of plies of each
    #[arg(long)]
    plies: Option<usize>,
    /// Seed of searches that draw random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Show every position as it is stored
    #[arg(long)]
    positions: bool,
    /// Print every position as a line of JSON as it is stored, and the summary as the last one
    #[arg(long, conflicts_with_all = ["json", "positions"])]
    json_lines: bool,
    #[command(flatten)]
    making: Making,
}

impl Arguments {
    /// Searches.
    pub fn run(self) -> anyhow::Result<()> {
        let content = self.content().with_context(|| format!("cannot read {}", self.file.display()))?;
        let file = SuiteFile {
            game: self.game.clone(),
            seed: self.seed,
            depths: self.depths.clone(),
            searches: self.searches.clone(),
            positions: Vec::new(),
        };
        let mut suite = Suite::of_file("", file, &content, self.plies, &plywood_players::game)
            .with_context(|| self.file.display().to_string())?;
        let name = self.making.name.clone().unwrap_or_else(|| suite.own_name());
        (suite.name, suite.note) = (name.clone(), self.making.note.clone());
        let store = self.making.open()?;
        if self.positions {
            print(News::HEADS)?;
        }
        // What was stored before belongs to the answer as well.
        if let Some(run) = store.find_run(&name)?.filter(|_| self.streams()) {
            suite.old_news(&read(&store, run.id)?).try_for_each(|news| self.tell(&news))?;
        }
        let searches = suite.searches().iter().map(std::slice::from_ref);
        say_memory(suite.game(), searches, self.making.options().threads);
        let mut progress = RunBar::new(&name, POSITIONS.many, self.making.json || self.json_lines);
        let mut told = Ok(());
        let stop = interrupt();
        let (ran, results) = run(&suite, store, self.making.options(), &stop, &mut |live| {
            progress.show(live, "");
            if told.is_ok() && self.streams() {
                told = live.batch.iter().try_for_each(|game| self.tell(&suite.news(game)));
                // Nobody reads any more: what is stored stays.
                told.is_err().then(|| stop.raise());
            }
        })?;
        progress.finish();
        told?;
        let compared = suite.compared(&results);
        if self.making.json || self.json_lines {
            let mut object = serde_json::json!({
                "run": name, "positions": suite.positions(), "searches": results,
            });
            ran.tell(&mut object);
            if !compared.is_empty() {
                object["compared"] = serde_json::to_value(&compared)?;
            }
            if self.json_lines {
                object["positions"] = suite.positions().len().into();
                let searches = object["searches"].as_array_mut().into_iter().flatten();
                searches
                    .filter_map(|search| search.as_object_mut())
                    .for_each(|search| drop(search.remove("measurements")));
                print(format!("{object}\n"))?;
            } else {
                print_json(&object)?;
            }
        } else {
            print(format!("run {name}\n\n{}", table(&results).text()))?;
            if !compared.is_empty() {
                print(format!("\n{}", compared_table(&compared).text()))?;
            }
            for result in results.iter().filter(|result| result.failed > 0) {
                print(format!(
                    "warning: {} failed on {}\n",
                    result.search,
                    POSITIONS.several(result.failed)
                ))?;
            }
            print(ending(&ran, &POSITIONS))?;
        }
        if ran.interrupted { Err(Interrupted.into()) } else { Ok(()) }
    }

    fn content(&self) -> std::io::Result<Vec<u8>> {
        if self.file.as_os_str() != "-" {
            return std::fs::read(&self.file);
        }
        let mut content = Vec::new();
        std::io::stdin().read_to_end(&mut content)?;
        Ok(content)
    }

    fn streams(&self) -> bool {
        self.positions || self.json_lines
    }

    /// Tells of one position, at once.
    fn tell(&self, news: &News) -> anyhow::Result<()> {
        print(if self.json_lines { serde_json::to_string(news)? + "\n" } else { news.row() })
    }
}
