//! Two threads against one, to a given depth: connect four, Othello and Dice positions that take seconds.

use plywood_core::random::seeded;
use plywood_core::spec::Size;
use plywood_core::{Budget, Game, Knowledge, Line, Search, Spec, Task};
use plywood_games::connect4::Connect4;
use plywood_games::connect4::shape::Standard;
use plywood_games::dice::{self, FIVE};
use plywood_games::othello::Othello;
use plywood_search::alphabeta::{AlphaBeta, Config};
use plywood_search::deepening::Schedule;
use plywood_search::expectimax::ChanceRule;
use plywood_search::table::{Matching, Replacement};

use super::{Row, interleaved};

const ROUNDS: usize = 3;
const POSITIONS: u64 = 3;

/// The end of a line of random moves.
pub(super) fn wander<G: Game>(game: &G, plies: usize, seed: u64) -> Line<G> {
    let mut rng = seeded(seed);
    let mut line = Line::new(game.clone());
    for _ in 0..plies {
        line.play(game.random_move(line.position(), &mut rng));
    }
    line
}

/// How many times as fast two threads are, and how many times as many nodes they need, over all lines together.
fn compare<G: Knowledge>(name: &str, lines: &[Line<G>], eval: &str, config: &Config, depth: u32) -> Vec<Row> {
    let evaluator = |line: &Line<G>| line.game().evaluator(&Spec::word(eval)).expect("the game has it");
    let mut nodes = [0, 0];
    let [one, two] = [1, 2].map(|threads| {
        let config = Config { threads, ..config.clone() };
        move |nodes: &mut u64| {
            *nodes = 0;
            for line in lines {
                let mut search = AlphaBeta::new(evaluator(line), config.clone());
                *nodes += search.think(line, Task::new(Budget::depth(depth))).nodes;
            }
        }
    });
    let [first, second] = &mut nodes;
    let seconds = interleaved(ROUNDS, &mut [&mut || one(first), &mut || two(second)]);
    let row = |what: &str, value: f64, unit: &'static str, beside: &str| {
        Row::new(format!("{name} to depth {depth}: {what}"), value, unit, beside)
    };
    vec![
        row("one thread", seconds[0], "s", ""),
        row("two threads", seconds[1], "s", ""),
        row("two threads over one", seconds[0] / seconds[1], "times as fast", "aim 1.6"),
        row("two threads over one, nodes", nodes[1] as f64 / nodes[0] as f64, "ratio", ""),
    ]
}

/// Measures.
pub(super) fn run() -> Vec<Row> {
    let config = Config {
        table: Size::Bytes(64 << 20),
        matching: Matching::Exact,
        killers: true,
        history: true,
        pvs: true,
        deepening: Schedule::Steps,
        ..Config::PLAIN
    };
    let connect4 = Connect4::<Standard>::default();
    let openings: Vec<_> = (0..POSITIONS).map(|seed| wander(&connect4, 2, seed)).collect();
    let mut rows = compare("connect4", &openings, "lines", &config, 16);

    let othello = Othello::from_spec(&Spec::word("othello")).expect("Othello as usual");
    let middles: Vec<_> = (0..POSITIONS).map(|seed| wander(&othello, 14, seed)).collect();
    let eval = othello.evaluators()[0].name;
    rows.extend(compare("othello", &middles, eval, &config, 12));

    let star = Config {
        chance: ChanceRule::STAR_PROOF,
        replacement: Replacement::TwoLevel,
        sort: Some(2),
        etc: Some(2),
        killers: true,
        history: true,
        ..config
    };
    let boards: Vec<_> =
        dice::test_positions().iter().step_by(25).map(|board| Line::from(FIVE, *board)).collect();
    rows.extend(compare("dice", &boards, "network", &star, 15));
    rows
}
