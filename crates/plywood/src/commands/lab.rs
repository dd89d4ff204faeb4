//! `plywood lab`: what the store holds, shown, drawn, exported and joined.

mod frames;

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Subcommand;
use plywood_core::files::write_whole;
use plywood_core::quantity::said_count;
use plywood_lab::experiment::Experiment;
use plywood_lab::matches::stored_results;
use plywood_lab::report::{export, record, running, runs, summary};
use plywood_lab::store::{Store, default_folder, merge};
use plywood_lab::suite;
use serde_json::json;

use super::run::GAMES;
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
        let searches = suite::read(store, run.id)?;
        return print_json(&json!({ "run": run.name, "about": run, "searches": searches }));
    }
    let mut object = summary::object(&stored_results(store, &run)?);
    object["run"] = json!(run.name);
    object["about"] = json!(run);
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
