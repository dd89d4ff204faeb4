//! A run as data for other programs: games and steps as CSV, everything as JSON, a summary as Markdown. Pairings, games,
//! openings, seats and steps count from 1, as in the tables.

use serde_json::{Value, json};

use super::summary::{self, crosstable, results_table};
use super::table::csv_line;
use crate::matches::{meetings_of, stored_results};
use crate::runner::RunError;
use crate::store::query::StepRow;
use crate::store::writer::Stored;
use crate::store::{RunRow, Store};
use crate::suite;

/// The games of a run, without their steps.
struct Games {
    games: Vec<Stored>,
    /// The opening's number of each game.
    places: Vec<u32>,
    openings: Vec<String>,
    /// The names of each pairing's players.
    names: Vec<Vec<String>>,
}

impl Games {
    fn read(store: &Store, run: &RunRow) -> Result<Self, RunError> {
        let names = meetings_of(store, run)?.into_iter().map(|meeting| meeting.names).collect();
        let (games, places) = (store.games(run.id)?, store.opening_numbers(run.id)?);
        Ok(Self { games, places, openings: store.openings(run.id)?, names })
    }

    fn find(&self, step: &StepRow) -> Option<usize> {
        let place = (step.pairing, step.number);
        self.games.binary_search_by_key(&place, |game| (game.pairing, game.number)).ok()
    }

    /// The players of a game by seat.
    fn players(&self, index: usize) -> Vec<&str> {
        let game = &self.games[index];
        let mut players: Vec<&str> = self.names[game.pairing as usize].iter().map(String::as_str).collect();
        players.rotate_right(usize::from(game.first_seat));
        players
    }

    /// The position a game started from; `start` is the game's own.
    fn opening(&self, index: usize) -> &str {
        let text = self.openings.get(self.places[index] as usize).map_or("", String::as_str);
        if text.is_empty() { "start" } else { text }
    }
}

const COLUMNS: [&str; 19] = [
    "pairing",
    "game",
    "opening",
    "players",
    "first_seat",
    "half_points",
    "payoffs",
    "reason",
    "ply",
    "seat",
    "player",
    "step",
    "value",
    "proven",
    "depth",
    "nodes",
    "evaluations",
    "simulations",
    "micros",
];

/// Every step of every game of a run, one line each; players by seat with bars between.
pub fn csv(store: &Store, run: &RunRow) -> Result<String, RunError> {
    let games = Games::read(store, run)?;
    let mut out = csv_line(&[&COLUMNS[..], &["counters"]].concat());
    store.visit_steps(run.id, |step| {
        let Some(index) = games.find(&step) else { return };
        let (game, players) = (&games.games[index], games.players(index));
        let payoffs: Vec<String> = game.payoffs.iter().map(f64::to_string).collect();
        let chance = || "chance".to_string();
        out += &csv_line(&[
            (step.pairing + 1).to_string(),
            (step.number + 1).to_string(),
            games.opening(index).to_string(),
            players.join(" | "),
            (game.first_seat + 1).to_string(),
            game.half_points.to_string(),
            payoffs.join(" "),
            game.reason.clone(),
            (step.ply + 1).to_string(),
            step.seat.map_or_else(chance, |seat| (seat + 1).to_string()),
            step.seat
                .and_then(|seat| players.get(usize::from(seat)))
                .map_or_else(chance, ToString::to_string),
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

/// A run with its results, openings, games and steps.
pub fn json(store: &Store, run: &RunRow) -> Result<String, RunError> {
    let mut all = if run.kind == "match" { summary::object(&stored_results(store, run)?) } else { json!({}) };
    let games = Games::read(store, run)?;
    let mut steps: Vec<Vec<Value>> = vec![Vec::new(); games.games.len()];
    store.visit_steps(run.id, |step| {
        if let Some(index) = games.find(&step) {
            steps[index].push(step_object(step));
        }
    })?;
    let listed = games.games.iter().zip(steps).enumerate().map(|(index, (game, steps))| {
        json!({
            "pairing": game.pairing + 1, "number": game.number + 1, "opening": games.opening(index),
            "players": games.players(index), "first_seat": game.first_seat + 1, "payoffs": game.payoffs,
            "half_points": game.half_points, "reason": game.reason, "hash": format!("{:016x}", game.hash), "steps": steps,
        })
    });
    all["games"] = listed.collect();
    all["run"] = json!(run.name);
    all["about"] = json!(run);
    all["openings"] = json!(games.openings);
    Ok(format!("{all:#}\n"))
}

fn step_object(step: StepRow) -> Value {
    let counters = step.counters.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    json!({
        "ply": step.ply + 1, "seat": step.seat.map(|seat| seat + 1), "step": step.text, "value": step.value,
        "proven": step.proven, "depth": step.depth, "nodes": step.nodes, "evaluations": step.evaluations,
        "simulations": step.simulations, "micros": step.micros, "counters": counters,
    })
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
