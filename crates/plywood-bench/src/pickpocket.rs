//! How fast PickPocket decides: by search and depth, on one core and on two, whole frames, and its table of difficulty.
//!
//! The states are those of a frame that the player plays against itself, safeties and ball in hand among them.

use std::time::Instant;

use plywood_billiards::game::rules::{GameState, Stage};
use plywood_billiards::game::{Billiards, Position};
use plywood_billiards::players::pickpocket::{Method, PickPocket, Settings};
use plywood_billiards::players::tables::{Difficulty, Lookup, Size};
use plywood_core::random::seeded;
use plywood_core::{Budget, Line, Search, Stop, Task, Turn};
use plywood_lab::stats::median;

use super::{Row, interleaved};

const ROUNDS: usize = 3;

fn player(game: &Billiards, settings: Settings) -> PickPocket {
    PickPocket::new(game, settings).expect("tables of the defaults are shipped")
}

/// The states of a frame in which somebody has to decide, the break left out.
fn frame(game: &Billiards, settings: &Settings, seed: u64) -> Vec<GameState> {
    let mut player = player(game, settings.clone());
    let (mut line, mut dice) = (Line::new(game.clone()), seeded(seed));
    let mut states = Vec::new();
    while line.turn() != Turn::Over && states.len() < 200 {
        match (line.turn(), *line.position()) {
            (Turn::Player(_), Position::Ready(state)) => {
                if state.stage == Stage::Play {
                    states.push(state);
                }
                let report = player.think(&line, Task::new(Budget::UNSET).seed(seed));
                line.play(report.best.expect("there is a stroke for every state"));
            }
            _ => drop(line.sample(&mut dice)),
        }
    }
    states
}

/// Seconds of every decision.
fn seconds(game: &Billiards, settings: &Settings, states: &[GameState]) -> Vec<f64> {
    let player = player(game, settings.clone());
    let mut times = Vec::new();
    for state in states {
        let begun = Instant::now();
        player.decide(game, state, &Budget::UNSET, 1, &Stop::new());
        times.push(begun.elapsed().as_secs_f64());
    }
    times
}

/// Measures.
pub(super) fn run() -> Vec<Row> {
    let game = Billiards::from_spec(&"8ball".parse().expect("a game")).expect("a game");
    let usual = Settings::default();
    let shallow = Settings { depth: 1, ..usual.clone() };
    let states: Vec<GameState> = (1..=2).flat_map(|seed| frame(&game, &shallow, seed)).collect();
    let mut rows = Vec::new();
    let prob = |depth| Settings { method: Method::Probabilistic, depth, ..usual.clone() };
    let kinds = [
        ("greedy", Settings::greedy(), ""),
        ("prob_1", prob(1), ""),
        ("prob_2", prob(2), ""),
        ("prob_3", prob(3), ""),
        ("prob_4", prob(4), ""),
        ("mc_1", shallow.clone(), ""),
        ("mc_2", usual.clone(), "the median state; aim 300, the thesis near 60,000"),
    ];
    for (name, settings, beside) in kinds {
        let times = seconds(&game, &settings, &states);
        let all: f64 = times.iter().sum();
        rows.push(Row::new(
            format!("{name}_decisions"),
            times.len() as f64 / all,
            "decisions/s",
            "15 samples",
        ));
        rows.push(Row::new(format!("{name}_median"), 1000.0 * median(&times), "ms", beside));
    }
    let long: Vec<GameState> = states.iter().copied().take(12).collect();
    let two = Settings { threads: 2, ..usual.clone() };
    let both = interleaved(
        ROUNDS,
        &mut [&mut || drop(seconds(&game, &usual, &long)), &mut || drop(seconds(&game, &two, &long))],
    );
    rows.push(Row::new("mc_2_two_threads", both[0] / both[1], "times as fast", "aim 1.8"));
    let begun = Instant::now();
    let frames = 40;
    (0..frames).for_each(|seed| drop(frame(&game, &Settings::greedy(), seed)));
    rows.push(Row::new("greedy_frame", begun.elapsed().as_secs_f64() / frames as f64, "s", "aim 0.01"));
    let size = Size { cells: 8, trials: 50, lookup: Lookup::Linear };
    for threads in [1, 2] {
        let begun = Instant::now();
        Difficulty::build(&game.arena, &game.errors, size, threads, &Stop::new(), &|_, _| {});
        let shots = (size.bytes() * size.trials as usize) as f64;
        let name = format!("difficulty_{threads}");
        rows.push(Row::new(name, shots / begun.elapsed().as_secs_f64(), "shots/s", "a table of difficulty"));
    }
    rows
}
