//! A run as data for other programs: games and steps as CSV, everything as JSON, a summary as Markdown.

use serde_json::json;

use super::summary::{crosstable, results_table};
use super::table::csv_line;
use crate::matches::stored_results;
use crate::runner::RunError;
use crate::store::{RunRow, Store, StoreError};
use crate::suite;

/// Every step of every game of a run, one line each.
pub fn csv(store: &Store, run: &RunRow) -> Result<String, StoreError> {
    let games = store.games(run.id)?;
    let of_game =
        |pairing: u32, number: u32| games.binary_search_by_key(&(pairing, number), |g| (g.pairing, g.number));
    let mut out = csv_line(&[
        "pairing",
        "game",
        "first_seat",
        "half_points",
        "reason",
        "ply",
        "seat",
        "step",
        "value",
        "proven",
        "depth",
        "nodes",
        "evaluations",
        "simulations",
        "micros",
        "counters",
    ]);
    store.visit_steps(run.id, |step| {
        let Ok(index) = of_game(step.pairing, step.number) else { return };
        let game = &games[index];
        out += &csv_line(&[
            step.pairing.to_string(),
            step.number.to_string(),
            game.first_seat.to_string(),
            game.half_points.to_string(),
            game.reason.clone(),
            step.ply.to_string(),
            step.seat.map_or("chance".to_string(), |seat| seat.to_string()),
            step.text,
            step.value.map_or(String::new(), |value| value.to_string()),
            step.proven.to_string(),
            step.depth.to_string(),
            step.nodes.to_string(),
            step.evaluations.to_string(),
            step.simulations.to_string(),
            step.micros.to_string(),
            step.counters.unwrap_or_default(),
        ]);
    })?;
    Ok(out)
}

/// A run with its pairings, openings, games and steps.
pub fn json(store: &Store, run: &RunRow) -> Result<String, RunError> {
    let results = if run.kind == "match" { stored_results(store, run)? } else { Vec::new() };
    let mut steps: Vec<serde_json::Value> = Vec::new();
    store.visit_steps(run.id, |step| steps.push(json!(step)))?;
    let payoffs = store.payoffs(run.id)?;
    let games: Vec<serde_json::Value> = store
        .games(run.id)?
        .iter()
        .zip(payoffs)
        .map(|(game, payoffs)| {
            json!({
                "pairing": game.pairing, "number": game.number, "first_seat": game.first_seat, "payoffs": payoffs,
                "half_points": game.half_points, "reason": game.reason, "plies": game.plies, "hash": format!("{:016x}", game.hash),
            })
        })
        .collect();
    let openings = store.openings(run.id)?;
    let all = json!({ "run": run, "results": results, "openings": openings, "games": games, "steps": steps });
    Ok(format!("{all:#}\n"))
}

/// The summary of a run for a page or a message.
pub fn markdown(store: &Store, run: &RunRow) -> Result<String, RunError> {
    let tables = if run.kind == "suite" {
        suite::table(&suite::read(store, run.id)?).markdown()
    } else {
        let results = stored_results(store, run)?;
        let cross = if results.len() > 1 { crosstable(&results).markdown() } else { String::new() };
        [results_table(&results).markdown(), cross].join("\n")
    };
    Ok(format!("## {}\n\n{tables}\n```toml\n{}\n```\n", run.name, run.experiment.trim_end()))
}
