//! What a suite measured: every position, and minimum, maximum, mean, median and deviation of each search.

use serde::{Deserialize, Serialize};

use crate::report::{Table, show_number};
use crate::stats::Summary;
use crate::store::{Result, Store};

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

/// Every position with what each search made of it.
pub fn by_position(positions: &[String], results: &[SearchResult]) -> Table {
    let mut table = Table::new(["position", "search", "move", "value", "nodes", "evaluations", "seconds"]);
    for (index, position) in positions.iter().enumerate() {
        for result in results {
            for m in result.measurements.iter().filter(|m| m.position as usize == index) {
                table.row([
                    position.clone(),
                    result.search.clone(),
                    m.best.clone(),
                    m.value.map_or(String::new(), |value| show_number(value, 4)),
                    m.nodes.to_string(),
                    m.evaluations.to_string(),
                    show_number(m.seconds, 4),
                ]);
            }
        }
    }
    table
}
