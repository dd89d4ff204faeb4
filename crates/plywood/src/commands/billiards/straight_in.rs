//! `plywood billiards straight-in`: how often straight-in shots succeed, beside the published rates.

use anyhow::{Context, bail};
use plywood_billiards::error_model::ErrorModel;
use plywood_billiards::experiments::straight_in::{Reading, SuccessRate, success_rate};
use plywood_lab::stats::{Interval, Z95, wilson};
use plywood_repro::published;
use serde_json::{Value, json};

use super::arena;
use crate::terminal::{print, print_json, spinner, table};

/// Measure how often straight-in shots in random states succeed
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards straight-in --shots 10000\n\
                        A random state has the cue ball and --balls object balls anywhere on the cloth. Every physically possible straight-in \
                        shot is tried once, at its lowest speed plus 0.2 m/s, and with --harder also at 1 m/s more, 2 m/s more and so on. \
                        --balls 7 --harder comes nearest to the published rates.")]
pub struct Arguments {
    /// Shots to try for each error model
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    shots: u64,
    /// Object balls in a state
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=15))]
    balls: u8,
    /// The widest cut that is tried, in degrees
    #[arg(long, default_value_t = 90.0)]
    widest: f64,
    /// Try harder strokes, too
    #[arg(long)]
    harder: bool,
    /// Try every ball at its easiest pocket alone
    #[arg(long)]
    easiest: bool,
    /// Error models; by default those of the published rates
    #[arg(long, value_name = "ERRORS")]
    errors: Vec<String>,
    /// The table: a preset or a file
    #[arg(long, default_value = "poolfiz")]
    table: String,
    /// Seed of states and errors
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Measures.
    pub fn run(self) -> anyhow::Result<()> {
        if !(1.0..=90.0).contains(&self.widest) {
            bail!("--widest {} is no cut: 1 to 90 degrees", self.widest);
        }
        let Arguments { balls, widest, harder, easiest, .. } = self;
        let reading = Reading { balls, widest, harder, easiest };
        let arena = arena(&self.table)?;
        let names = if self.errors.is_empty() {
            ["taiwan", "italy"].map(str::to_string).to_vec()
        } else {
            self.errors
        };
        let models: Vec<ErrorModel> =
            names.iter().map(|name| name.parse()).collect::<Result<_, _>>().context("errors")?;
        let bar = spinner("shooting");
        let tallies: Vec<SuccessRate> = models
            .iter()
            .map(|model| success_rate(&arena, model, reading, self.shots, self.seed))
            .collect::<Result<_, _>>()?;
        bar.finish_and_clear();
        if self.json {
            let rates: Vec<Value> = tallies.iter().map(object).collect();
            return print_json(&json!({ "table": arena.table.name, "rates": rates }));
        }
        print(table(
            &["errors", "balls", "states", "shots", "made", "rate", "95 % interval", "published"],
            &tallies.iter().map(row).collect::<Vec<_>>(),
        ))
    }
}

/// The printed share under an error model; none where none is printed.
fn published(errors: &str) -> Option<f64> {
    let entry = published::entry("billiards/text4.3-success-rates")?;
    let is_it = |name: &str| name.strip_prefix("E_").is_some_and(|name| name.eq_ignore_ascii_case(errors));
    let row = entry.rows.iter().find(|row| is_it(&row.name))?;
    row.values.first().map(|percent| percent / 100.0)
}

fn share(tally: &SuccessRate) -> Interval {
    wilson(tally.made, tally.shots, Z95)
}

fn object(tally: &SuccessRate) -> Value {
    let Interval { value, low, high } = share(tally);
    let mut object = json!(tally);
    (object["rate"], object["interval"]) = (json!(value), json!([low, high]));
    object["published"] = json!(published(&tally.errors));
    object
}

fn row(tally: &SuccessRate) -> Vec<String> {
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let Interval { value, low, high } = share(tally);
    vec![
        tally.errors.clone(),
        tally.reading.balls.to_string(),
        tally.states.to_string(),
        tally.shots.to_string(),
        tally.made.to_string(),
        percent(value),
        format!("{} to {}", percent(low), percent(high)),
        published(&tally.errors).map_or("-".to_string(), percent),
    ]
}
