//! Othello perft, random playouts, and UCT simulations on one core and on two.

use std::hint::black_box;

use plywood_core::parallel::pieces;
use plywood_core::random::seeded;
use plywood_core::{Budget, Game, Knowledge, Line, Search, Spec, Stop, Task};
use plywood_games::connect4::Connect4;
use plywood_games::connect4::shape::Standard;
use plywood_games::loa::LinesOfAction;
use plywood_games::othello::Othello;
use plywood_games::othello::kernel::Level;
use plywood_search::mcts::{Config, Family, MonteCarlo, Parallel};
use plywood_search::perft::perft;

use super::{Row, interleaved};

const ROUNDS: usize = 5;
const PLAYOUTS: u64 = 40_000;
const SIMULATIONS: u64 = 100_000;

/// Perft of Othello, the moves after two plies shared among threads.
fn count(game: &Othello, depth: u32, threads: usize) {
    let mut boards = vec![game.start()];
    for _ in 0..2 {
        let mut next = Vec::new();
        for board in &boards {
            let _ = game.children(board, |_, after| {
                next.push(after);
                std::ops::ControlFlow::<()>::Continue(())
            });
        }
        boards = next;
    }
    let stop = Stop::new();
    black_box(pieces(threads, boards.len(), &stop, &|_| {}, |place| {
        perft(game, &boards[place], depth - 2, &stop)
    }));
}

fn play_out(game: &Othello, playouts: u64, seed: u64) {
    let mut rng = seeded(seed);
    for _ in 0..playouts {
        black_box(game.random_end(game.start(), u32::MAX, &mut rng));
    }
}

/// Simulations a second of plain UCT with random playouts at the start: on one thread, on two with one tree, and on
/// two with a tree each.
fn uct<G: Knowledge>(game: G, simulations: u64) -> [f64; 3] {
    let line = Line::new(game);
    let game = line.game();
    let policy = game.policy(&Spec::word(game.policies()[0].name)).expect("a listed policy");
    let evaluator = game.evaluator(&Spec::word(game.evaluators()[0].name)).expect("a listed evaluation");
    let ways = [(1, Parallel::Tree), (2, Parallel::Tree), (2, Parallel::Root)];
    let [mut one, mut shared, mut apart] = ways.map(|(threads, parallel)| {
        let config = Config { threads, parallel, ..Config::plain(Family::Tree) };
        MonteCarlo::new(policy.clone(), policy.clone(), evaluator.clone(), config)
    });
    let budget = Budget::simulations(simulations);
    let think = |search: &mut MonteCarlo<G, G::Policy, G::Evaluator>| {
        drop(search.think(&line, Task::new(budget).seed(1)));
    };
    let seconds = interleaved(
        ROUNDS,
        &mut [&mut || think(&mut one), &mut || think(&mut shared), &mut || think(&mut apart)],
    );
    [0, 1, 2].map(|way| simulations as f64 / seconds[way])
}

/// Perft and playouts with the kernels that are not the fastest here but would be elsewhere.
fn kernels(leaves: f64) -> Vec<Row> {
    let mut slower = Level::available();
    slower.pop();
    let measure = |level: Level| {
        let game = Othello::default().with_kernel(level);
        let seconds =
            interleaved(3, &mut [&mut || count(&game, 11, 1), &mut || play_out(&game, PLAYOUTS, 1)]);
        let name = |what| format!("othello {what}, {}", level.name());
        [
            Row::new(name("perft 11"), leaves / seconds[0], "leaves/s", "a simple AVX2 program 527 M"),
            Row::new(
                name("random playouts"),
                PLAYOUTS as f64 / seconds[1],
                "playouts/s",
                "a simple AVX2 program 611 k",
            ),
        ]
    };
    slower.into_iter().flat_map(measure).collect()
}

/// Measures.
pub fn run() -> Vec<Row> {
    let othello = Othello::default();
    let leaves = 212_258_800.0;
    let seconds = interleaved(
        3,
        &mut [
            &mut || count(&othello, 11, 1),
            &mut || count(&othello, 11, 2),
            &mut || play_out(&othello, PLAYOUTS, 1),
            &mut || {
                let half = |half: usize| play_out(&othello, PLAYOUTS / 2, half as u64);
                pieces(2, 2, &Stop::new(), &|_| {}, half);
            },
        ],
    );
    let playouts = PLAYOUTS as f64;
    let mut rows = vec![
        Row::new(
            "othello perft 11",
            leaves / seconds[0],
            "leaves/s",
            "a simple AVX2 program 527 M, Edax 290 M",
        ),
        Row::new("othello perft 11, two threads", leaves / seconds[1], "leaves/s", ""),
        Row::new(
            "othello random playouts",
            playouts / seconds[2],
            "playouts/s",
            "a simple AVX2 program 611 k",
        ),
        Row::new("othello random playouts, two threads", playouts / seconds[3], "playouts/s", ""),
    ];
    rows.extend(kernels(leaves));
    let measured = [
        ("othello", uct(othello, SIMULATIONS), "OpenSpiel 2.7 k"),
        (
            "connect4",
            uct(Connect4::<Standard>::default(), SIMULATIONS),
            "best Rust crate 590 k, OpenSpiel 94 k",
        ),
        ("loa", uct(LinesOfAction, SIMULATIONS / 5), "OpenSpiel 867"),
    ];
    for (name, [one, shared, apart], peer) in measured {
        rows.push(Row::new(format!("{name} UCT"), one, "simulations/s", peer));
        for (way, two) in [("one tree", shared), ("a tree each", apart)] {
            rows.push(Row::new(format!("{name} UCT, two threads, {way}"), two, "simulations/s", ""));
            rows.push(Row::new(
                format!("{name} UCT, two threads, {way} / one"),
                two / one,
                "times",
                "aim 1.7",
            ));
        }
    }
    rows
}
