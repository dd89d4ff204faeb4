//! Othello: the solver on the published endings beside Edax, the engine in the midgame, endings of self-play.
//!
//! The endings belong to others and are read where they lie, as in [`super::solvers`].

use std::time::Instant;

use plywood_core::random::{derive, seeded};
use plywood_core::spec::Size;
use plywood_core::{Budget, Game, Line, PayoffKind, Search, Task, Turn};
use plywood_games::othello::engine::Engine;
use plywood_games::othello::notation::obf;
use plywood_games::othello::patterns::Patterns;
use plywood_games::othello::solver::Solver;
use plywood_games::othello::{Board, Othello};
use plywood_lab::stats::median;

use super::Row;
use super::solvers::published;

/// The solver's table, in bytes.
const TABLE: usize = 256 << 20;
/// Games of self-play whose endings are solved, and their empty squares.
const GAMES: u64 = 15;
const EMPTY: u32 = 20;
/// The midgame: random plies that lead to it, positions, and the depth they are searched to.
const OPENING: usize = 16;
const POSITIONS: u64 = 5;
const DEPTH: u32 = 12;

/// Solves positions one after the other: how many have their score and best move, nodes and seconds.
fn solved(game: &Othello, list: &[obf::Record], threads: usize) -> (usize, u64, f64) {
    let mut solver = Solver::new(game, Size::Bytes(TABLE), threads, Patterns::shipped());
    let (mut right, mut nodes) = (0, 0);
    let start = Instant::now();
    for record in list {
        solver.new_game();
        let line = Line::from(*game, record.board);
        let report = solver.think(&line, Task::new(Budget::ENDLESS).seed(1));
        let best = record.scores.iter().map(|(_, score)| *score).max();
        let found = record.scores.iter().find(|(chosen, _)| Some(*chosen) == report.best);
        let agrees = found.map(|(_, score)| *score) == best && best.map(f64::from) == Some(report.value);
        right += usize::from(agrees);
        nodes += report.nodes;
    }
    (right, nodes, start.elapsed().as_secs_f64())
}

fn published_endings(game: &Othello, rows: &mut Vec<Row>) {
    let Some(lines) = published("othello/ffo40-49.obf") else { return };
    let Ok(list) = obf::read(game, &lines.join("\n")) else { return };
    let mut first = 0.0;
    for (threads, name, nodes_beside, seconds_beside, speed_beside) in
        [(1, "one thread", "Edax 924 M", "Edax 28.4", "Edax 32.5 M"), (2, "two threads", "", "", "")]
    {
        let (right, nodes, seconds) = solved(game, &list, threads);
        let row = |what: &str, value: f64, unit, beside: &str| {
            Row::new(format!("FFO 40-49, {name}: {what}"), value, unit, beside)
        };
        rows.push(row("right", right as f64, "positions", &format!("of {}", list.len())));
        rows.push(row("nodes", nodes as f64, "nodes", nodes_beside));
        rows.push(row("time", seconds, "s", seconds_beside));
        rows.push(row("speed", nodes as f64 / seconds, "nodes/s", speed_beside));
        if threads == 1 {
            first = seconds;
        } else {
            rows.push(row("over one", first / seconds, "times as fast", "aim 1.7"));
        }
    }
}

/// Plays on by the engine at a small depth until so few squares are empty; none if the game ends before.
fn ending(game: &Othello, seed: u64) -> Option<Board> {
    let mut rng = seeded(derive(7, seed));
    let mut engine = Engine::new(game, Size::Entries(1 << 16), 1, Patterns::shipped());
    let mut line = Line::new(*game);
    while line.turn() != Turn::Over {
        let empty = 64 - line.position().occupied().count_ones();
        if empty == EMPTY {
            return Some(*line.position());
        }
        let chosen = if line.steps().len() < 10 {
            game.random_move(line.position(), &mut rng)
        } else {
            engine.think(&line, Task::new(Budget::depth(4)).seed(1)).best?
        };
        line.play(chosen);
    }
    None
}

/// Measures.
pub(super) fn run() -> Vec<Row> {
    let game = Othello::new(8, PayoffKind::Margin);
    let mut rows = Vec::new();
    let (mut nodes, mut seconds) = (0, 0.0);
    for seed in 0..POSITIONS {
        let mut engine = Engine::new(&game, Size::Bytes(TABLE), 1, Patterns::shipped());
        let line = super::threads::wander(&game, OPENING, seed);
        let report = engine.think(&line, Task::new(Budget::depth(DEPTH)).seed(1));
        nodes += report.nodes;
        seconds += report.seconds;
    }
    rows.push(Row::new(format!("midgame to depth {DEPTH}: nodes"), nodes as f64, "nodes", ""));
    rows.push(Row::new("midgame: speed", nodes as f64 / seconds, "nodes/s", ""));
    published_endings(&game, &mut rows);
    let mut solver = Solver::new(&game, Size::Bytes(TABLE), 1, Patterns::shipped());
    let times: Vec<f64> = (0..GAMES)
        .filter_map(|seed| ending(&game, seed))
        .map(|board| {
            solver.new_game();
            let start = Instant::now();
            solver.margin(board.own, board.opponent);
            start.elapsed().as_secs_f64()
        })
        .collect();
    rows.push(Row::new(
        format!("{EMPTY} empty squares from self-play: median"),
        median(&times),
        "s",
        "aim below 1",
    ));
    rows
}
