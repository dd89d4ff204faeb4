//! `plywood repro`: the published entries, and each of them again.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use plywood_lab::parallel::cores;
use plywood_repro::{Context, Effort, find, page, run, scoreboard};
use serde_json::json;

use crate::terminal::{Interrupted, interrupt, print, print_json};

/// Regenerate a published table or figure beside the printed numbers, with a verdict for every claim
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood repro billiards/table4.1\n`plywood repro --list` shows every entry and its state."
)]
pub struct Arguments {
    /// The entry, such as om/figure3.6
    #[arg(required_unless_present = "list")]
    id: Option<String>,
    /// List all published entries with their state
    #[arg(long)]
    list: bool,
    /// Spend this many times the default effort, which takes at most two minutes on two cores
    #[arg(long, value_name = "X", conflicts_with = "full")]
    scale: Option<f64>,
    /// Spend what the document spent
    #[arg(long)]
    full: bool,
    /// Seed of everything drawn
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; by default all cores
    #[arg(long)]
    threads: Option<usize>,
    /// Where the page and its data go
    #[arg(long, value_name = "FOLDER", default_value = "report")]
    out: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Lists or runs.
    pub fn run(self) -> anyhow::Result<()> {
        match &self.id {
            Some(id) if !self.list => self.reproduce(id),
            _ => list(self.json),
        }
    }

    fn reproduce(&self, id: &str) -> anyhow::Result<()> {
        let effort = match (self.full, self.scale) {
            (true, _) => Effort::Full,
            (false, None) => Effort::Times(1.0),
            (false, Some(factor)) if factor.is_finite() && factor > 0.0 => Effort::Times(factor),
            (false, Some(factor)) => bail!("--scale {factor}: expected a number above 0"),
        };
        let (entry, reproduction) = find(id)?;
        let bar = if stderr().is_terminal() { ProgressBar::new(1000) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:40.cyan/dim} {percent} % {eta}") {
            bar.set_style(style);
        }
        bar.set_prefix(id.to_string());
        let stop = interrupt();
        let context = Context {
            entry,
            effort,
            seed: self.seed,
            threads: self.threads.unwrap_or_else(cores).max(1),
            stop: &stop,
            progress: &|share| bar.set_position((1000.0 * share) as u64),
            folder: &self.out.join(id),
        };
        let begun = Instant::now();
        let evidence = run(reproduction, &context);
        bar.finish_and_clear();
        if stop.raised() {
            eprintln!("interrupted; the same command goes on from what is stored");
            return Err(Interrupted.into());
        }
        let evidence = evidence?;
        let scale = if self.full { "full".to_string() } else { format!("{}", self.scale.unwrap_or(1.0)) };
        let made = page::Made { scale, seed: self.seed, seconds: begun.elapsed().as_secs_f64() };
        let path = page::write(&self.out, entry, &evidence, &made)?;
        if self.json {
            return print_json(&json!({ "id": id, "page": path, "made": made, "outcome": evidence }));
        }
        print(evidence.text(entry))?;
        print(format!("\nwrote {}\n", path.display()))
    }
}

fn list(as_json: bool) -> anyhow::Result<()> {
    let standings = scoreboard::scoreboard();
    if as_json { print_json(&standings) } else { print(scoreboard::text(&standings)) }
}
