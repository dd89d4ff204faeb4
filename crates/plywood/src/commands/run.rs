//! What the commands share that make a run: where it is kept, how far it is, and how it ended.

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use plywood_core::facade::AnyGame;
use plywood_core::parallel::cores;
use plywood_core::quantity::{said_bytes, said_count};
use plywood_lab::runner::{Live, Ran, RunOptions};
use plywood_lab::store::{Allowed, SetAside, Store, default_folder};
use plywood_players::memory;

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
