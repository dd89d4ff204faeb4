//! `plywood lab`: what the store holds, shown, drawn, exported and joined; and what commands that fill it share.

mod frames;

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use plywood_core::facade::AnyGame;
use plywood_core::files::write_whole;
use plywood_core::parallel::cores;
use plywood_core::quantity::{said_bytes, said_count};
use plywood_lab::experiment::Experiment;
use plywood_lab::matches::stored_results;
use plywood_lab::report::{export, record, running, runs, summary};
use plywood_lab::runner::{Live, Ran, RunOptions};
use plywood_lab::store::{Allowed, SetAside, Store, default_folder, merge};
use plywood_lab::suite;
use plywood_players::memory;
use serde_json::json;

use crate::terminal::{print, print_json};

/// List, show, plot, export, rename, delete and join stored runs
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood lab show match-0123\n`plywood lab list` names the runs; the beginning of a name is enough where \
                  only one run has it. `plywood lab example` prints an experiment file to begin with."
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
    /// List runs: game, players, progress, date and notes
    List {
        /// Only runs whose names begin with this
        #[arg(default_value = "", hide_default_value = true)]
        prefix: String,
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// Show a run's results; of billiards also the kinds of shots, or one frame shot by shot
    Show {
        /// The run's name, or how it begins
        run: String,
        /// Show this game of the run, counted from 1; of billiards
        #[arg(long, value_name = "N", conflicts_with = "json")]
        frame: Option<usize>,
        /// Draw that frame shot by shot into a file; by default the run's name and the frame's number
        #[arg(long, value_name = "FILE", requires = "frame", num_args = 0..=1)]
        svg: Option<Option<PathBuf>>,
        /// Write the record of that frame into a file, which billiards replay and calibrate read
        #[arg(long, value_name = "FILE", requires = "frame")]
        record: Option<PathBuf>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Draw a run as SVG: running scores of a match, nodes by position of a suite
    Plot {
        /// The run's name, or how it begins
        run: String,
        /// Draw the log-likelihood ratio of the match's sequential test between its bounds
        #[arg(long)]
        llr: bool,
        /// The file to write; by default the run's name
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Print a run: every step as CSV, everything as JSON, a summary as Markdown, or games for people to read
    #[command(group = clap::ArgGroup::new("form").required(true))]
    Export {
        /// The run's name, or how it begins
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
        /// Every game for people to read: in the game's own format if it has one (GGF in Othello), else like PGN
        #[arg(long, group = "form")]
        games: bool,
    },
    /// Join the stores of several folders into the data folder
    #[command(after_help = "Example: plywood lab merge slice1 slice2 slice3 --data joined")]
    Merge {
        /// The folders to join; they are only read
        #[arg(required = true)]
        sources: Vec<PathBuf>,
    },
    /// Give a run another name
    Rename {
        /// The run's name, or how it begins
        run: String,
        /// The new name
        name: String,
    },
    /// Put a remark on a run, which the list shows
    Note {
        /// The run's name, or how it begins
        run: String,
        /// The remark; it replaces an earlier one
        note: String,
    },
    /// Delete runs with all their games, and say how many there were
    Delete {
        /// The runs' whole names
        #[arg(required = true)]
        runs: Vec<String>,
    },
    /// Print an experiment file with every key explained
    Example,
}

impl Arguments {
    /// Does what was asked.
    pub fn run(self) -> anyhow::Result<()> {
        let folder = self.data.clone().unwrap_or_else(default_folder);
        let read = || Store::open_read(&folder);
        match self.command {
            Command::List { prefix, json } => list(&read()?, &prefix, json),
            Command::Show { run, frame: Some(number), svg, record, .. } => {
                frames::show(&read()?, &run, number, svg, record)
            }
            Command::Show { run, json, .. } => show(&read()?, &run, json),
            Command::Plot { run, llr, out } => plot(&read()?, &run, llr, out),
            Command::Export { run, csv, json, md, .. } => {
                let store = read()?;
                let run = store.run(&run)?;
                print(match (csv, json, md) {
                    (true, ..) => export::csv(&store, &run)?,
                    (_, true, _) => export::json(&store, &run)?,
                    (_, _, true) => export::markdown(&store, &run)?,
                    _ => record::text(&store, &run, &plywood_players::game)?,
                })
            }
            Command::Merge { sources } => {
                let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
                merge(&folder, &sources)?;
                let folders = said_count(sources.len() as u64, "folder", "folders");
                print(format!("joined {folders} into {}\n\n", folder.display()))?;
                list(&read()?, "", false)
            }
            Command::Rename { run, name } => {
                let mut store = existing(&folder)?;
                let old = store.run(&run)?.name;
                store.rename(&old, &name)?;
                print(format!("run {old} is now called {name}\n"))
            }
            Command::Note { run, note } => {
                let mut store = existing(&folder)?;
                store.annotate(&run, &note)?;
                print(format!("run {} has the note: {note}\n", store.run(&run)?.name))
            }
            Command::Delete { runs } => {
                let mut store = existing(&folder)?;
                runs.iter().try_for_each(|run| {
                    let games = store.delete(run)?;
                    print(format!("deleted run {run} with {}\n", GAMES.several(games)))
                })
            }
            Command::Example => print(Experiment::EXAMPLE),
        }
    }
}

/// The store of a folder for writing, where there is one.
fn existing(folder: &Path) -> anyhow::Result<Store> {
    // Reading finds out whether there is one; opening would make it.
    Store::open_read(folder)?;
    Ok(Store::open(folder)?)
}

fn list(store: &Store, prefix: &str, json: bool) -> anyhow::Result<()> {
    let all = store.runs()?;
    let stored: Vec<_> = all.iter().filter(|run| run.name.starts_with(prefix)).cloned().collect();
    if stored.is_empty() && !all.is_empty() && !json {
        let known: Vec<&str> = all.iter().map(|run| run.name.as_str()).collect();
        bail!("no run's name begins with {prefix}; known runs: {}", known.join(", "));
    }
    if json {
        print_json(&runs::objects(store, &stored)?)
    } else {
        print(runs::table(store, &stored)?.text())
    }
}

fn show(store: &Store, name: &str, json: bool) -> anyhow::Result<()> {
    let run = store.run(name)?;
    if !json {
        return print(runs::text(store, &run)? + &frames::statistics(store, &run)?);
    }
    if run.kind == "suite" {
        return print_json(&json!({ "run": run, "searches": suite::read(store, run.id)? }));
    }
    let mut object = summary::object(&stored_results(store, &run)?);
    object["run"] = json!(run);
    if let Some(tallies) = frames::tallies(store, &run)? {
        object["shots"] = json!(tallies);
    }
    print_json(&object)
}

fn plot(store: &Store, name: &str, llr: bool, out: Option<PathBuf>) -> anyhow::Result<()> {
    let run = store.run(name)?;
    let path = out.unwrap_or_else(|| PathBuf::from(format!("{}.svg", run.name)));
    write_whole(&path, running::of_run(store, &run, llr)?.svg().as_bytes())?;
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
    /// Threads that play; by default all cores. Their number changes no game
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// If a run of this name belongs to another experiment, rename that run first; nothing is deleted
    #[arg(long)]
    changed: bool,
    /// Continue a run that another build began
    #[arg(long)]
    any_build: bool,
    /// A remark, which `plywood lab list` shows
    #[arg(long)]
    pub note: Option<String>,
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

    /// The data folder, where one was named.
    pub fn named_folder(&self) -> Option<&Path> {
        self.data.as_deref()
    }

    /// What the runner wants to know.
    pub fn options(&self) -> RunOptions {
        let allowed = Allowed { changed: self.changed, any_build: self.any_build };
        RunOptions { threads: self.threads.map_or_else(cores, usize::from), allowed }
    }
}

/// What a run consists of, in words.
pub struct Pieces {
    one: &'static str,
    /// Several of them.
    pub many: &'static str,
    done: &'static str,
}

/// The pieces of a match.
pub const GAMES: Pieces = Pieces { one: "game", many: "games", done: "played" };
/// The pieces of a suite.
pub const POSITIONS: Pieces = Pieces { one: "position", many: "positions", done: "searched" };

impl Pieces {
    /// A number of them, in words.
    pub fn several(&self, count: u64) -> String {
        said_count(count, self.one, self.many)
    }
}

/// What a command says of a run that ended: what it played, what was there, and what it made room for.
pub fn ending(ran: &Ran, what: &Pieces) -> String {
    let mut text = String::new();
    if let Some(SetAside { name, games }) = &ran.aside {
        text += &format!("the run of before is kept as {name}, with {}\n", what.several(*games));
    }
    if ran.interrupted {
        let fresh = said_count(ran.fresh, &format!("new {}", what.one), &format!("new {}", what.many));
        text += &format!("interrupted after {fresh}; the same command goes on\n");
    } else if ran.fresh == 0 {
        let before = what.several(ran.before);
        text += &format!("nothing was {}: all of this was stored before ({before})\n", what.done);
    } else if ran.before > 0 {
        let were = if ran.before == 1 { "was" } else { "were" };
        let are = said_count(ran.fresh, "is", "are");
        text += &format!("{} {were} stored before, {are} new\n", what.several(ran.before));
    }
    text
}

/// Says on standard error how much memory the players take at once, where that is much: those of one pairing in every
/// thread.
pub fn say_memory<'a>(game: &dyn AnyGame, pairings: impl Iterator<Item = &'a [String]>, threads: usize) {
    let of = |spec: &String| spec.parse().and_then(|spec| memory::of_player(game, &spec)).unwrap_or(0);
    let most = pairings.map(|specs| specs.iter().map(of).sum::<u64>()).max().unwrap_or(0);
    let what = format!("{threads} threads with players of {} each", said_bytes(most));
    super::say_much(&what, most.saturating_mul(threads as u64));
}

/// How far a run is: a bar on a terminal, a line every few seconds otherwise.
pub struct RunBar {
    bar: Option<ProgressBar>,
    what: &'static str,
    quiet: bool,
    last: Instant,
}

const LINE_EVERY: Duration = Duration::from_secs(5);

impl RunBar {
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

    /// Shows where a run stands, with what else is to say of it.
    pub fn show(&mut self, live: &Live, news: &str) {
        let estimate = live.left().map_or(String::new(), |left| format!("{left:.0} s left"));
        let message = format!("{:.1} {}/s  {estimate}  {news}", live.rate(), self.what);
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
