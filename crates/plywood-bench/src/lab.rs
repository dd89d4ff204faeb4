//! The lab's hot paths: games through the store, and the sequential test.

use std::hint::black_box;
use std::path::Path;

use plywood_core::Stop;

use super::{Row, interleaved};
use plywood_lab::experiment::{Experiment, Plan};
use plywood_lab::matches;
use plywood_lab::runner::{RunError, RunOptions};
use plywood_lab::stats::{Model, Pentanomial, Sprt};
use plywood_lab::store::{Allowed, Store};

const ROUNDS: usize = 3;
const GAMES: u32 = 40_000;
const TESTS: u64 = 200;

/// Measures.
pub fn run() -> Vec<Row> {
    let folder = std::env::temp_dir().join(format!("plywood-bench-{}", std::process::id()));
    let mut failure = None;
    let mut round = 0;
    let seconds = interleaved(
        ROUNDS,
        &mut [
            &mut || {
                round += 1;
                failure = play(&folder.join(round.to_string())).err().map(|error| error.to_string());
            },
            &mut || {
                for pairs in 1..=TESTS {
                    let test =
                        Sprt { model: Model::Normalised, elo0: 0.0, elo1: 3.0, alpha: 0.05, beta: 0.05 };
                    black_box(test.ratio(&Pentanomial([
                        pairs,
                        16 * pairs,
                        30 * pairs,
                        18 * pairs,
                        2 * pairs,
                    ])));
                }
            },
        ],
    );
    // What cannot be removed is the system's temporary folder's business.
    let _ = std::fs::remove_dir_all(&folder);
    let rate = if failure.is_some() { f64::NAN } else { f64::from(GAMES) / seconds[0] };
    vec![
        Row::new(
            "stored_games",
            rate,
            "games/s",
            failure.unwrap_or("aim 20,000, one row a move".to_string()),
        ),
        Row::new("sprt", TESTS as f64 / seconds[1], "tests/s", "normalised, pairs"),
    ]
}

/// A match of random players at tic-tac-toe on two threads, stored move by move.
fn play(folder: &Path) -> Result<(), RunError> {
    let players = ["random", "random"].map(String::from);
    let experiment = Experiment::of_match("tictactoe", &players, GAMES, 1);
    let plan =
        Plan::new("bench", experiment.clone(), experiment.write(), folder, None, &plywood_players::game)?;
    let options = RunOptions { threads: 2, allowed: Allowed::default() };
    matches::run(&plan, Store::open(folder)?, options, &Stop::new(), &mut |_| {})?;
    Ok(())
}
