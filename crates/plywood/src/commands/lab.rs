//! `plywood lab`: what the store holds, shown, drawn, exported and joined; and what commands that fill it share.

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use plywood_core::files::write_whole;
use plywood_lab::matches::stored_results;
use plywood_lab::parallel::cores;
use plywood_lab::report::{export, running, runs};
use plywood_lab::runner::{Live, RunOptions};
use plywood_lab::store::{Allowed, Store, default_folder, merge, text_hash};
use plywood_lab::suite;

use crate::terminal::{print, print_json};

/// List, show, plot, export and join stored runs
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood lab show match-0123456789abcdef\n`plywood lab list` names the runs."
)]
pub struct Arguments {
    /// The data folder; by default the user's own
    #[arg(long, value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List all runs
    List {
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// Show a run's results
    Show {
        /// The run's name
        run: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Draw a run as SVG: running scores of a match, nodes by position of a suite
    Plot {
        /// The run's name
        run: String,
        /// The file to write; by default the run's name
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Print a run: every step as CSV, everything as JSON, or a summary as Markdown
    #[command(group = clap::ArgGroup::new("form").required(true))]
    Export {
        /// The run's name
        run: String,
        /// Every step of every game, one line each
        #[arg(long, group = "form")]
        csv: bool,
        /// Everything
        #[arg(long, group = "form")]
        json: bool,
        /// The summary
        #[arg(long, group = "form")]
        md: bool,
    },
    /// Join the stores of several folders into one
    #[command(after_help = "Example: plywood lab merge joined slice1 slice2 slice3")]
    Merge {
        /// The folder to join into
        target: PathBuf,
        /// The folders to join
        #[arg(required = true)]
        sources: Vec<PathBuf>,
    },
}

impl Arguments {
    /// Does what was asked.
    pub fn run(self) -> anyhow::Result<()> {
        let folder = self.data.clone().unwrap_or_else(default_folder);
        match self.command {
            Command::List { json } => list(&Store::open_read(&folder)?, json),
            Command::Show { run, json } => show(&folder, &run, json),
            Command::Plot { run, out } => plot(&folder, &run, out),
            Command::Export { run, csv, json, .. } => {
                let store = Store::open_read(&folder)?;
                let run = store.run(&run)?;
                if csv {
                    return print(export::csv(&store, &run)?);
                }
                print(if json { export::json(&store, &run)? } else { export::markdown(&store, &run)? })
            }
            Command::Merge { target, sources } => {
                let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
                merge(&target, &sources)?;
                list(&Store::open_read(&target)?, false)
            }
        }
    }
}

fn list(store: &Store, json: bool) -> anyhow::Result<()> {
    let stored = store.runs()?;
    if json {
        return print_json(&stored);
    }
    print(runs::table(&stored).text())
}

fn show(folder: &Path, name: &str, json: bool) -> anyhow::Result<()> {
    let store = Store::open_read(folder)?;
    let run = store.run(name)?;
    if !json {
        return print(runs::text(&store, &run)?);
    }
    if run.kind == "suite" {
        return print_json(&serde_json::json!({ "run": run, "searches": suite::read(&store, run.id)? }));
    }
    print_json(&serde_json::json!({ "run": run, "results": stored_results(&store, &run)? }))
}

fn plot(folder: &Path, name: &str, out: Option<PathBuf>) -> anyhow::Result<()> {
    let store = Store::open_read(folder)?;
    let run = store.run(name)?;
    let plot = if run.kind == "suite" {
        running::nodes(&suite::read(&store, run.id)?)
    } else {
        let names: Vec<String> =
            store.pairings(run.id)?.iter().map(|pairing| pairing.contestants.join(" – ")).collect();
        running::score(&names, &store.games(run.id)?)
    };
    let path = out.unwrap_or_else(|| PathBuf::from(format!("{name}.svg")));
    write_whole(&path, plot.svg().as_bytes())?;
    print(format!("wrote {}\n", path.display()))
}

/// How a run is made and where it is kept.
#[derive(clap::Args)]
pub struct Making {
    /// The run's name; by default made from the experiment
    #[arg(long)]
    pub name: Option<String>,
    /// The data folder; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Threads that play; by default all cores. They change no game
    #[arg(long)]
    threads: Option<usize>,
    /// Go on although the experiment changed: games are kept if only their number did, else the run starts over
    #[arg(long)]
    changed: bool,
    /// Go on although another build began
    #[arg(long)]
    any_build: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Making {
    /// The data folder.
    pub fn folder(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(default_folder)
    }

    /// Opens the store for writing.
    pub fn open(&self) -> anyhow::Result<Store> {
        Ok(Store::open(&self.folder())?)
    }

    /// What the runner wants to know.
    pub fn options(&self) -> RunOptions {
        let allowed = Allowed { changed: self.changed, any_build: self.any_build };
        RunOptions { threads: self.threads.unwrap_or_else(cores).max(1), allowed }
    }
}

/// A run's name from its text: the same command finds its run again.
pub fn name_of(kind: &str, text: &str) -> String {
    format!("{kind}-{}", text_hash(text))
}

/// How far a run is: a bar on a terminal, a line every few seconds otherwise.
pub struct Progress {
    bar: Option<ProgressBar>,
    what: &'static str,
    quiet: bool,
    last: Instant,
}

const LINE_EVERY: Duration = Duration::from_secs(5);

impl Progress {
    /// Shows nothing yet; `quiet` shows no plain lines.
    pub fn new(name: &str, what: &'static str, quiet: bool) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(0);
            let style = "{prefix} {bar:30.cyan/dim} {human_pos}/{human_len} {msg}";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar.set_prefix(name.to_string());
            bar
        });
        Self { bar, what, quiet, last: Instant::now() }
    }

    /// Shows where a run stands.
    pub fn show(&mut self, live: &Live, scored: bool) {
        let score = if scored && live.done > 0 {
            format!("score {:.3}", live.half_points as f64 / (2 * live.done) as f64)
        } else {
            String::new()
        };
        self.show_with(live, &score);
    }

    /// Shows where a run stands, with what else is to say of it.
    pub fn show_with(&mut self, live: &Live, news: &str) {
        let seconds = live.elapsed.as_secs_f64();
        let rate = if seconds > 0.0 { live.fresh as f64 / seconds } else { 0.0 };
        let left = live.planned.saturating_sub(live.done);
        let estimate = if rate > 0.0 { format!("{:.0} s left", left as f64 / rate) } else { String::new() };
        let message = format!("{rate:.1} {}/s  {estimate}  {news}", self.what);
        match &self.bar {
            Some(bar) => {
                bar.set_length(live.planned);
                bar.set_position(live.done);
                bar.set_message(message);
            }
            None if !self.quiet && self.last.elapsed() > LINE_EVERY => {
                self.last = Instant::now();
                eprintln!("{}/{} {message}", live.done, live.planned);
            }
            None => {}
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
