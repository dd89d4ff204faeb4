//! Chess and its endings.
//!
//! Perft runs beside that of cozy-chess itself. The database of KQKR is made anew in memory; its aim is 20 seconds on two
//! cores.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use cozy_chess::Board;
use plywood_core::facade::AnyGame;
use plywood_core::random::{below, seeded};
use plywood_core::{Budget, Notation, Oracle, Stop, Task};
use plywood_games::chess::endings::Class;
use plywood_games::chess::{Chess, Position};
use plywood_search::perft::perft;
use plywood_search::retrograde::{Database, Indexed};

use super::{Row, interleaved};

const ROUNDS: usize = 5;
/// Positions that are counted, and how deep.
const COUNTED: [(&str, &str, u32); 3] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
];
/// Positions that are asked of the database.
const PROBES: usize = 1 << 16;

/// Perft as cozy-chess's own example has it: the last ply is counted, not played.
fn by_itself(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth <= 1 {
            leaves += moves.len() as u64;
            return false;
        }
        for chosen in moves {
            let mut child = board.clone();
            child.play_unchecked(chosen);
            leaves += by_itself(&child, depth - 1);
        }
        false
    });
    leaves
}

fn counted(game: &Chess, rows: &mut Vec<Row>) {
    for (name, fen, depth) in COUNTED {
        let position = game.read_position(fen).expect("a position of everybody's");
        let (mut ours, mut theirs) = (0, 0);
        let seconds = interleaved(
            ROUNDS,
            &mut [
                &mut || ours = perft(game, &position, depth, &Stop::new()).map_or(0, |count| count.leaves),
                &mut || theirs = black_box(by_itself(position.board(), depth)),
            ],
        );
        assert_eq!(ours, theirs, "both count the same");
        let beside = format!("cozy-chess {:.1} M", theirs as f64 / seconds[1] / 1e6);
        rows.push(Row::new(format!("chess perft, {name}"), ours as f64 / seconds[0], "leaves/s", beside));
        rows.push(Row::new(
            format!("chess perft, {name}: share"),
            seconds[1] / seconds[0],
            "of cozy-chess's",
            "aim 0.9",
        ));
    }
}

/// Nodes a second of a search by name.
fn searched(game: &dyn AnyGame, evaluation: &str, rows: &mut Vec<Row>) {
    let spec = format!("ab(eval={evaluation}, nodes=300000)").parse().expect("a spec");
    let Ok(mut player) = game.player(&spec) else { return };
    let mut speeds = Vec::new();
    for _ in 0..ROUNDS {
        player.new_game();
        if let Ok(report) = player.think(&*game.start(), Task::new(Budget::UNSET).seed(1)) {
            speeds.push(report.nodes as f64 / report.seconds.max(1e-9));
        }
    }
    let speed = plywood_lab::stats::median(&speeds);
    rows.push(Row::new(format!("{}: alpha-beta with {evaluation}", game.spec()), speed, "nodes/s", ""));
}

fn endings(game: &Chess, rows: &mut Vec<Row>) {
    let start = Instant::now();
    let made = game.read_class("KQKR").and_then(|class| Database::build(game, class, &Stop::new()));
    let Ok(mates) = made.map(Arc::new) else { return };
    rows.push(Row::new(
        "KQKR: plies to mate made in",
        start.elapsed().as_secs_f64(),
        "s",
        "aim 20; a throwaway 73 CPU s",
    ));
    let start = Instant::now();
    let Ok(changes) = Database::build(game, Class::conversion(mates.clone()), &Stop::new()) else { return };
    rows.push(Row::new("KQKR: plies to conversion made in", start.elapsed().as_secs_f64(), "s", ""));
    let bytes = mates.bytes() + changes.bytes();
    rows.push(Row::new("KQKR: both databases", bytes as f64, "bytes", "aim 32 MB"));
    let (mut rng, mut asked): (_, Vec<Position>) = (seeded(1), Vec::new());
    while asked.len() < PROBES {
        asked.extend(game.position(mates.class(), below(&mut rng, game.size(mates.class()))));
    }
    let ask = || asked.iter().filter(|position| mates.probe(game, position).is_some()).count();
    let seconds = interleaved(
        ROUNDS,
        &mut [&mut || {
            black_box(ask());
        }],
    );
    rows.push(Row::new("KQKR: asked", PROBES as f64 / seconds[0], "positions/s", ""));
}

/// Measures.
pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let game = Chess::default();
    counted(&game, &mut rows);
    if let Ok(game) = plywood_players::game("chess") {
        let told = game.evaluators().iter().filter(|about| about.name != "zero");
        told.for_each(|about| searched(&*game, about.name, &mut rows));
    }
    endings(&game, &mut rows);
    rows
}
