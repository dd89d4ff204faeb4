//! The measurements of a suite: every position, and minimum, maximum, mean, median and deviation of each
//! search.

use serde::{Deserialize, Serialize};

use crate::report::{Table, grouped, show_number};
use crate::stats::Summary;
use crate::store::{GameRecord, Result, Store};

/// One search of one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The position's number.
    pub position: u32,
    /// The best move.
    #[serde(rename = "move")]
    pub best: String,
    /// Its value for the player on turn.
    pub value: Option<f64>,
    /// Depth reached.
    pub depth: u32,
    /// Nodes.
    pub nodes: i64,
    /// Evaluations.
    pub evaluations: i64,
    /// Seconds.
    pub seconds: f64,
}

impl Measurement {
    /// The measurements of a position; none where the search failed.
    pub fn of_record(game: &GameRecord) -> Option<Self> {
        let step = game.steps.first()?;
        Some(Self {
            position: game.number,
            best: step.text.clone(),
            value: step.value,
            depth: step.depth,
            nodes: step.nodes as i64,
            evaluations: step.evaluations as i64,
            seconds: step.micros as f64 / 1e6,
        })
    }
}

/// A position as it is told the moment it is stored.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct News<'a> {
    /// The search's spec.
    pub search: &'a str,
    /// The position's number, counted from 1.
    pub number: u32,
    /// The position.
    pub position: &'a str,
    /// The result; null where the search failed.
    #[serde(flatten)]
    pub found: Option<Found>,
    /// Why it failed, where it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The result of a search, with its numbers named.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    /// The best move.
    #[serde(rename = "move")]
    pub best: String,
    /// Its value for the player on turn.
    pub value: Option<f64>,
    /// Depth reached.
    pub depth: u32,
    /// Nodes.
    pub nodes: i64,
    /// Evaluations.
    pub evaluations: i64,
    /// Seconds.
    pub seconds: f64,
}

impl From<Measurement> for Found {
    fn from(m: Measurement) -> Self {
        let Measurement { best, value, depth, nodes, evaluations, seconds, .. } = m;
        Self { best, value, depth, nodes, evaluations, seconds }
    }
}

impl News<'_> {
    /// The heads of the rows.
    pub const HEADS: &'static str =
        "    no.  move           value         nodes    seconds  search, position\n";

    /// A row for people.
    pub fn row(&self) -> String {
        let Self { search, number, position, found, error } = self;
        match found {
            Some(found) => format!(
                "{number:>7}  {:<10}  {:>8}  {:>12}  {:>9.4}  {search}, {position}\n",
                found.best,
                found.value.map_or("–".to_string(), |value| show_number(value, 4)),
                grouped(found.nodes.max(0) as u64),
                found.seconds
            ),
            None => format!("{number:>7}  {}: {search}, {position}\n", error.as_deref().unwrap_or("failed")),
        }
    }
}

/// One search over all positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchResult {
    /// The search's spec.
    pub search: String,
    /// Positions on which it failed.
    pub failed: u64,
    /// Nodes over the positions; none without any.
    pub nodes: Option<Summary>,
    /// Evaluations over the positions.
    pub evaluations: Option<Summary>,
    /// Seconds over the positions.
    pub seconds: Option<Summary>,
    /// Every position.
    pub measurements: Vec<Measurement>,
}

/// Reads the results of a suite's run.
pub fn read(store: &Store, run: i64) -> Result<Vec<SearchResult>> {
    let searches = store.pairings(run)?;
    let mut measurements: Vec<Vec<Measurement>> = vec![Vec::new(); searches.len()];
    store.visit_steps(run, |step| {
        measurements[step.pairing as usize].push(Measurement {
            position: step.number,
            best: step.text,
            value: step.value,
            depth: step.depth,
            nodes: step.nodes,
            evaluations: step.evaluations,
            seconds: step.micros as f64 / 1e6,
        });
    })?;
    let tried = store.games(run)?;
    let results =
        searches.into_iter().zip(measurements).enumerate().map(|(number, (search, measurements))| {
            let column = |value: fn(&Measurement) -> f64| {
                Summary::of(&measurements.iter().map(value).collect::<Vec<_>>())
            };
            let games = tried.iter().filter(|game| game.pairing as usize == number).count();
            SearchResult {
                search: search.contestants.join(" "),
                failed: (games - measurements.len()) as u64,
                nodes: column(|m| m.nodes as f64),
                evaluations: column(|m| m.evaluations as f64),
                seconds: column(|m| m.seconds),
                measurements,
            }
        });
    Ok(results.collect())
}

/// The summary of all searches: one line for nodes, evaluations and seconds of each.
pub fn table(results: &[SearchResult]) -> Table {
    let mut table = Table::new(["search", "", "positions", "min", "max", "mean", "median", "deviation"]);
    for result in results {
        for (name, summary, decimals) in [
            ("nodes", &result.nodes, 1),
            ("evaluations", &result.evaluations, 1),
            ("seconds", &result.seconds, 4),
        ] {
            let Some(s) = summary else { continue };
            let numbers =
                [s.min, s.max, s.mean, s.median, s.deviation].map(|number| show_number(number, decimals));
            table.row(
                [result.search.clone(), name.to_string(), s.count.to_string()].into_iter().chain(numbers),
            );
        }
    }
    table
}
