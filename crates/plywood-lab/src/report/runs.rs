//! Stored runs in words: the list of runs, and the heading of each run's results.

use serde_json::{Value, json};

use super::date::moment;
use super::{Table, advice, summary};
use crate::experiment::Experiment;
use crate::matches::{meetings_of, stored_results};
use crate::runner::RunError;
use crate::stats::Decision;
use crate::store::{Machine, RunRow, Store, program};
use crate::suite;

/// Players named in a list before the rest is counted.
const NAMED: usize = 3;

/// A line a run: what was played, by whom, when, how far, and what there is to say about it.
pub fn table(store: &Store, runs: &[RunRow]) -> Result<Table, RunError> {
    let mut table = Table::new(["run", "game", "players", "done", "began (UTC)", "notes"]);
    for run in runs {
        let players = players(store, run)?;
        let more = players.len().saturating_sub(NAMED);
        let mut shown = players[..players.len() - more].join(", ");
        if more > 0 {
            shown += &format!(" and {more} more");
        }
        table.row([
            run.name.clone(),
            game(store, run)?,
            shown,
            format!("{} of {}", run.stored, run.planned),
            moment(run.started),
            notes(store, run)?,
        ]);
    }
    Ok(table)
}

/// The same for programs.
pub fn objects(store: &Store, runs: &[RunRow]) -> Result<Vec<Value>, RunError> {
    let object = |run: &RunRow| {
        let mut object = json!(run);
        object["game"] = json!(game(store, run)?);
        object["players"] = json!(players(store, run)?);
        object["began"] = json!(moment(run.started));
        Ok(object)
    };
    runs.iter().map(object).collect()
}

fn game(store: &Store, run: &RunRow) -> Result<String, RunError> {
    Ok(store.pairings(run.id)?.first().map_or(String::new(), |pairing| pairing.game.clone()))
}

/// The players of a match, or the searches of a suite, each once.
pub fn players(store: &Store, run: &RunRow) -> Result<Vec<String>, RunError> {
    let names = meetings_of(store, run)?.into_iter().flat_map(|meeting| meeting.names);
    let mut once: Vec<String> = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    Ok(once)
}

/// The remark of people, and what the store noted itself.
fn notes(store: &Store, run: &RunRow) -> Result<String, RunError> {
    let own = [
        (!run.note.is_empty(), run.note.clone()),
        (run.kind != "match", run.kind.clone()),
        (!run.shard.is_empty(), format!("slice {}", run.shard)),
        (run.version != program(), format!("version {}", run.version)),
        (is_decided(store, run)?, "test decided".to_string()),
        (run.overloaded, "machine overloaded".to_string()),
    ];
    Ok(own.into_iter().filter(|(holds, _)| *holds).map(|(_, text)| text).collect::<Vec<_>>().join("; "))
}

/// Whether a sequential test needs none of the games that were planned and not played.
fn is_decided(store: &Store, run: &RunRow) -> Result<bool, RunError> {
    if run.kind != "match" || run.stored >= run.planned || Experiment::read(&run.experiment)?.sprt.is_none() {
        return Ok(false);
    }
    let tests = stored_results(store, run)?.into_iter().filter_map(|result| result.sprt);
    Ok(tests.into_iter().any(|test| test.decision != Decision::Continue))
}

/// A run with its experiment and its results.
pub fn text(store: &Store, run: &RunRow) -> Result<String, RunError> {
    let results = match run.kind.as_str() {
        "suite" => suite::table(&suite::read(store, run.id)?).text(),
        _ => {
            let results = stored_results(store, run)?;
            summary::text(&results) + &advice::of_stored(run, &results)?
        }
    };
    Ok(heading(run) + &results)
}

fn heading(run: &RunRow) -> String {
    let note = if run.note.is_empty() { String::new() } else { format!("note: {}\n", run.note) };
    format!(
        "run {} ({} of {} done), begun {} UTC, version {}, code {}, seed {}\n{note}{}\n{}\n\n",
        run.name,
        run.stored,
        run.planned,
        moment(run.started),
        run.version,
        run.code,
        run.seed,
        overload(run),
        run.experiment.trim_end()
    )
}

/// The meaning of an overloaded machine.
fn overload(run: &RunRow) -> String {
    if !run.overloaded {
        return String::new();
    }
    let machine: Option<Machine> = serde_json::from_str(&run.machine).ok();
    let seen = machine.map_or(String::new(), |machine| {
        let load = machine.load.map_or(String::new(), |load| format!(", load {load} when it began"));
        format!(" ({} cores{load})", machine.cores)
    });
    format!(
        "overloaded: more threads wanted to run than the machine has cores{seen}; times mean little then, and players with a \
         time budget played weaker than they can; those with a budget in depth, nodes or simulations played the same games\n"
    )
}
