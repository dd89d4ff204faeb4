//! `plywood repro`: the published entries, each of them again, and all of them at once.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use plywood_core::Stop;
use plywood_core::parallel::cores;
use plywood_repro::record::Record;
use plywood_repro::scoreboard::{self, Standing};
use plywood_repro::{Evidence, Hands, Order, code_of, find, page, results};
use serde_json::json;

use super::hints::is_interrupted;
use crate::terminal::{Interrupted, interrupt, print, print_json};

/// Regenerate a published table or figure beside the printed numbers, with a verdict for each claim
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood repro billiards/table4.1\n`plywood repro --list` shows every entry, its state and its last verdicts.\n\
                  `plywood repro --all --only om/` runs a family; entries that the same code has run at that scale and seed are skipped."
)]
pub struct Arguments {
    /// The entry, such as om/figure3.6
    #[arg(required_unless_present_any = ["list", "all"], conflicts_with_all = ["list", "all"])]
    id: Option<String>,
    /// List all published entries with their state and their last verdicts
    #[arg(long, conflicts_with = "all")]
    list: bool,
    /// Run all entries, and write an index page and RESULTS.md
    #[arg(long)]
    all: bool,
    /// With --all: only entries whose id contains this
    #[arg(long, value_name = "PATTERN", requires = "all")]
    only: Option<String>,
    /// With --all: leave out entries that are expected to take more minutes than this
    #[arg(long, value_name = "MINUTES", requires = "all")]
    longest: Option<f64>,
    /// With --all: also write the records of all runs into this file, to be kept with the program
    #[arg(long, value_name = "FILE", requires = "all")]
    keep: Option<PathBuf>,
    /// Where --all writes the results of the largest runs, including those kept with the program
    #[arg(long, value_name = "FILE", default_value = "RESULTS.md")]
    results: PathBuf,
    /// Spend this many times the default effort, which takes at most two minutes on two cores
    #[arg(long, value_name = "X", conflicts_with = "full")]
    scale: Option<f64>,
    /// Spend the effort that the document spent
    #[arg(long)]
    full: bool,
    /// Seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; by default all cores
    #[arg(long)]
    threads: Option<usize>,
    /// Where pages and their data go
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
            _ if self.all => self.everything(),
            Some(id) => self.one(id),
            None => self.listed(),
        }
    }

    fn listed(&self) -> anyhow::Result<()> {
        let standings = scoreboard::scoreboard(&self.out);
        if self.json { print_json(&standings) } else { print(scoreboard::text(&standings)) }
    }

    fn order(&self) -> anyhow::Result<Order> {
        let scale = if self.full { "full".to_string() } else { self.scale.unwrap_or(1.0).to_string() };
        Ok(Order::new(&scale, self.seed, self.threads.unwrap_or_else(cores).max(1))?)
    }

    fn one(&self, id: &str) -> anyhow::Result<()> {
        let bar = bar(1000, "{prefix} {bar:40.cyan/dim} {percent} % {eta}");
        bar.set_prefix(id.to_string());
        let standings = scoreboard::scoreboard(&self.out);
        if let Some(one) =
            standings.iter().find(|one| one.id == id && self.seconds(one).is_some_and(|s| s > 60.0))
        {
            bar.suspend(|| eprintln!("{}", self.estimate(&[one])));
        }
        let stop = interrupt();
        let done = self.reproduce(id, &stop, &|share| bar.set_position((1000.0 * share) as u64));
        bar.finish_and_clear();
        if stop.raised() {
            eprintln!("interrupted; the same command goes on from what is stored");
            return Err(Interrupted.into());
        }
        let (evidence, made, path) = done?;
        if self.json {
            return print_json(&json!({ "id": id, "page": path, "made": made, "outcome": evidence }));
        }
        print(evidence.text(find(id)?.0))?;
        print(format!("\nwrote {}\n", path.display()))
    }

    /// Runs an entry and writes its page.
    fn reproduce(
        &self,
        id: &str,
        stop: &Stop,
        progress: &(dyn Fn(f64) + Sync),
    ) -> anyhow::Result<(Evidence, page::Made, PathBuf)> {
        Ok(plywood_repro::reproduce(&self.out, id, &self.order()?, Hands::Own, stop, progress)?)
    }

    /// Whether an entry was run at this scale and seed by the code that it would be run by now.
    fn has_run(&self, id: &str, scale: &str) -> bool {
        Record::read(&self.out, id).is_some_and(|record| record.holds_for(&code_of(id), scale, self.seed))
    }

    fn everything(&self) -> anyhow::Result<()> {
        let scale = self.order()?.scale;
        let pattern = self.only.as_deref().unwrap_or("");
        let standings = scoreboard::scoreboard(&self.out);
        let wanted: Vec<&Standing> =
            standings.iter().filter(|one| one.state == "ready" && one.id.contains(pattern)).collect();
        if wanted.is_empty() {
            bail!("no entry that runs has {pattern:?} in its id; `plywood repro --list` shows them");
        }
        let (before, open): (Vec<&Standing>, Vec<&Standing>) =
            wanted.into_iter().partition(|one| self.has_run(one.id, &scale));
        let most = self.longest.unwrap_or(f64::INFINITY) * 60.0;
        let (open, long): (Vec<&Standing>, Vec<&Standing>) =
            open.into_iter().partition(|one| self.seconds(one).unwrap_or(0.0) <= most);
        eprintln!("{} entries to run, {} done before; {}", open.len(), before.len(), self.estimate(&open));
        for one in long {
            eprintln!("left out: {}, {}", one.id, self.estimate(&[one]));
        }
        let bar = bar(1000 * open.len() as u64, "{prefix} {bar:40.cyan/dim} {percent} % {eta}");
        bar.enable_steady_tick(Duration::from_secs(1));
        let stop = interrupt();
        let mut failed = Vec::new();
        for (place, standing) in open.iter().enumerate() {
            bar.set_prefix(format!("{} of {} {}", place + 1, open.len(), standing.id));
            let progress = |share: f64| bar.set_position((1000.0 * (place as f64 + share)) as u64);
            match self.reproduce(standing.id, &stop, &progress) {
                Ok((_, made, _)) if !stderr().is_terminal() => {
                    eprintln!("{}: {:.0} s", standing.id, made.seconds)
                }
                Ok(_) => {}
                Err(error) if is_interrupted(&error) => break,
                Err(error) => failed.push(format!("{}: {error:#}", standing.id)),
            }
        }
        bar.finish_and_clear();
        let index = page::index(&self.out)?;
        if let Some(file) = &self.keep {
            Record::keep(&self.out, file).with_context(|| format!("writing {}", file.display()))?;
        }
        plywood_core::files::write_whole(&self.results, results::markdown(&self.out).as_bytes())
            .with_context(|| format!("writing {}", self.results.display()))?;
        let standings = scoreboard::scoreboard(&self.out);
        if self.json {
            print_json(
                &json!({ "index": index, "results": self.results, "failed": failed, "standings": standings }),
            )?;
        } else {
            let [hold, not, undecided, unseen] =
                scoreboard::totals(standings.iter().filter(|one| one.is_documents()));
            print(format!(
                "{hold} claims hold, {not} do not hold, {undecided} are undecided, {unseen} not judged yet\nwrote {} and {}\n",
                index.display(),
                self.results.display()
            ))?;
        }
        if stop.raised() {
            return Err(Interrupted.into());
        }
        if !failed.is_empty() {
            bail!("{} entries failed:\n{}", failed.len(), failed.join("\n"));
        }
        Ok(())
    }

    /// How long an entry will take, by its last run.
    fn seconds(&self, one: &Standing) -> Option<f64> {
        let last = one.last.as_ref()?;
        match (self.full, last.made.scale.parse::<f64>()) {
            (true, _) => Some(last.full_seconds()),
            (false, Ok(scale)) => Some(last.made.seconds * self.scale.unwrap_or(1.0) / scale),
            // A full run says nothing about smaller ones.
            (false, Err(_)) => None,
        }
    }

    /// The same for several, in words.
    fn estimate(&self, open: &[&Standing]) -> String {
        let known: Vec<f64> = open.iter().filter_map(|one| self.seconds(one)).collect();
        let minutes = (known.iter().sum::<f64>() / 60.0).ceil() as u64;
        match open.len() - known.len() {
            0 => format!("about {minutes} minutes by their last times"),
            unknown => format!("about {minutes} minutes by their last times, and {unknown} that have none"),
        }
    }
}

/// A progress bar on a terminal, nothing elsewhere.
fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = if stderr().is_terminal() { ProgressBar::new(length) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
