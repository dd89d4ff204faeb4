//! `plywood billiards straight-in`: how often straight-in shots succeed, beside the published rates.

use anyhow::Context;
use plywood_billiards::error_model::ErrorModel;
use plywood_billiards::straight_in::{PUBLISHED, Rate, success_rate};
use serde_json::json;

use super::arena;
use crate::terminal::{print, print_json, spinner, table};

/// Measure how often straight-in shots in random states succeed
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards straight-in --shots 10000\n\
                        A random state has the cue ball and --balls object balls anywhere on the cloth; every physically possible straight-in \
                        shot is tried once, at its lowest speed plus 0.2 m/s.")]
pub struct Arguments {
    /// Shots to try for each error model
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    shots: u64,
    /// Object balls in a state
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=15))]
    balls: u8,
    /// Error models; those of the published rates without it
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
        let arena = arena(&self.table)?;
        let names = if self.errors.is_empty() {
            PUBLISHED.map(|(name, _)| name.to_string()).to_vec()
        } else {
            self.errors
        };
        let models: Vec<ErrorModel> =
            names.iter().map(|name| name.parse()).collect::<Result<_, _>>().context("errors")?;
        let bar = spinner("shooting");
        let rates: Vec<Rate> = models
            .iter()
            .map(|model| success_rate(&arena, model, self.balls, self.shots, self.seed))
            .collect();
        bar.finish_and_clear();
        if self.json {
            return print_json(&json!({ "table": arena.table.name, "rates": rates }));
        }
        print(table(
            &["errors", "balls", "shots", "made", "rate", "95 % interval", "published"],
            &rates.iter().map(row).collect::<Vec<_>>(),
        ))
    }
}

fn row(rate: &Rate) -> Vec<String> {
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    vec![
        rate.errors.clone(),
        rate.balls.to_string(),
        rate.shots.to_string(),
        rate.made.to_string(),
        percent(rate.rate),
        format!("{} to {}", percent(rate.interval.0), percent(rate.interval.1)),
        rate.published.map_or("-".to_string(), percent),
    ]
}
