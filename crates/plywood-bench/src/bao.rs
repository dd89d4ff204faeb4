//! Bao: perft, nodes a second by evaluation, games a second of each pair at depth 6, and how long a tournament takes.

use std::time::Instant;

use plywood_core::facade::{AnyGame, AnyPlayer};
use plywood_core::parallel;
use plywood_core::{Budget, Notation, Stop, Task, Turn};
use plywood_games::bao::{APPENDIX_D, Bao};
use plywood_search::perft::perft;

use super::{Row, interleaved};

/// The evaluations, with what is aimed at in nodes a second.
const EVALUATIONS: [(&str, &str); 5] = [
    ("material", "aim 2 M"),
    ("default", "aim 2 M"),
    ("ga3", "aim 2 M"),
    ("tdl2b", "aim 2 M"),
    ("ngnd6a", "aim 0.3 M"),
];
/// Start positions whose leaves are counted, and how deep.
const COUNTED: (usize, u32) = (20, 7);
/// Start positions that are searched, and how deep.
const SEARCHED: (usize, u32) = (20, 8);
/// Games of each pair.
const GAMES: usize = 8;
/// Games of a published tournament.
const TOURNAMENT: f64 = 2000.0;

fn player(game: &dyn AnyGame, name: &str, depth: u32) -> Box<dyn AnyPlayer> {
    let spec = format!("ab(depth={depth}, eval={name}, table=off, deepening=off)");
    game.player(&spec.parse().expect("the spec is right")).expect("it fits bao")
}

/// Plays from a start position to the end.
fn play(game: &dyn AnyGame, pair: [&str; 2], start: &str) {
    let mut players = pair.map(|name| player(game, name, 6));
    let mut line = game.read(start).expect("a start position");
    while let Turn::Player(on_turn) = line.turn() {
        let thinker = &mut players[on_turn.index()];
        let report = thinker.think(&*line, Task::new(Budget::UNSET).seed(1));
        let best = report.expect("the line is of its game").best.expect("there is a move");
        line.step(&best).expect("it is legal");
    }
}

fn leaves() -> Row {
    let game = Bao::new();
    let starts: Vec<_> = APPENDIX_D
        .lines()
        .take(COUNTED.0)
        .map(|line| game.read_position(line).expect("a start position"))
        .collect();
    let mut counted: u64 = 0;
    let mut count = || {
        let leaves = starts.iter().filter_map(|board| perft(&game, board, COUNTED.1, &Stop::new()));
        counted = leaves.map(|count| count.leaves).sum();
    };
    let seconds = interleaved(3, &mut [&mut count])[0];
    Row::new("bao perft", counted as f64 / seconds, "leaves/s", "aim 20 M")
}

/// Measures.
pub(super) fn run() -> Vec<Row> {
    let game = plywood_players::game("bao").expect("bao is registered");
    let starts: Vec<&str> = APPENDIX_D.lines().collect();
    let mut rows = vec![leaves()];
    for (name, aim) in EVALUATIONS {
        let mut thinker = player(&*game, name, SEARCHED.1);
        let (mut nodes, mut seconds) = (0, 0.0);
        for start in &starts[..SEARCHED.0] {
            let line = game.read(start).expect("a start position");
            let begun = Instant::now();
            let report = thinker.think(&*line, Task::new(Budget::UNSET).seed(1));
            seconds += begun.elapsed().as_secs_f64();
            nodes += report.expect("the line is of its game").nodes;
        }
        rows.push(Row::new(format!("bao nodes, evaluation {name}"), nodes as f64 / seconds, "nodes/s", aim));
    }
    let mut slowest: f64 = 0.0;
    let mut total = 0.0;
    for (place, (one, _)) in EVALUATIONS.iter().enumerate() {
        for (other, _) in &EVALUATIONS[place + 1..] {
            let begun = Instant::now();
            let game = &*game;
            parallel::pieces(parallel::cores(), GAMES, &Stop::new(), &|_| {}, |number| {
                let pair = if number % 2 == 0 { [*one, *other] } else { [*other, *one] };
                play(game, pair, starts[number]);
            });
            let seconds = begun.elapsed().as_secs_f64() / GAMES as f64;
            slowest = slowest.max(seconds);
            total += seconds;
            rows.push(Row::new(format!("bao {one} and {other}"), 1.0 / seconds, "games/s", ""));
        }
    }
    let minutes = |seconds: f64| TOURNAMENT * seconds / 60.0;
    rows.push(Row::new("bao tournament, 2,000 games", minutes(total / 10.0), "minutes", ""));
    rows.push(Row::new("bao 2,000 games of the slowest pair", minutes(slowest), "minutes", "aim 20"));
    rows
}
