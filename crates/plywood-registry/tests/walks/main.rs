//! The walks of CONTRIBUTING.md. Each of its blocks is one of the files here, or stands in this one, and compiles as it
//! would in the place that the page names.

#![deny(missing_docs)]

// This program stands in for plywood-search, to which the walk adds a file.
extern crate self as plywood_search;

pub mod chomp;
pub mod greedy;
mod searches {
    //! Stands in for the module of the players' crate.

    mod greedy;

    use plywood_core::{Declaration, Knowledge, Search};
    use plywood_players::searches::{EVAL, Recipe, evaluator, two_players};

    pub(crate) const GREEDY: Declaration = greedy::Greedy::ENTRY;

    /// The search by name.
    pub(crate) fn greedy<G: Knowledge>(game: &G) -> Box<dyn Search<G>> {
        let spec = "greedy".parse().unwrap();
        greedy::Greedy::make(game, &GREEDY.arguments(&spec).unwrap().0).unwrap()
    }
}

use std::path::Path;

use plywood_core::{Budget, Line, Notation, Player, Report, Search, Spec, Stop, Task, Zero, conformance};
use plywood_players::adapter::erase_boxed;
use plywood_players::games::GameEntry;
use plywood_small_games::tictactoe::TicTacToe;
pub use searching::{deepening, meter, scale};

const GAMES: &[GameEntry] = &[
    // As it stands in the list of plywood-registry.
    GameEntry {
        about: chomp::ABOUT,
        build: |spec| Ok(erase_boxed(chomp::Chomp::from_spec(spec)?, spec)),
        examples: &["chomp"],
    },
];

/// The lines of a text without their indentation.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).collect()
}

#[test]
fn every_block_of_the_page_is_compiled_here() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(folder.join("../../CONTRIBUTING.md")).expect("the page");
    let files = ["chomp.rs", "greedy.rs", "searches/greedy.rs", "main.rs"].map(|name| {
        std::fs::read_to_string(folder.join("tests/walks").join(name)).expect("a file of the walks")
    });
    let blocks: Vec<&str> =
        page.split("```rust").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 4, "rules, entry, search and name: {} blocks", blocks.len());
    for block in blocks {
        let block = lines(block.split_once('\n').unwrap().1);
        let stands_in = |file: &String| lines(file).windows(block.len()).any(|part| part == block);
        assert!(files.iter().any(stands_in), "no file of tests/walks has this block:\n{}", block.join("\n"));
    }
}

#[test]
fn chomp_is_won_by_who_begins() {
    let mut search = searching::alphabeta::AlphaBeta::new(Zero, Default::default());
    let report = search.think(&Line::new(chomp::Chomp), Task::new(Budget::ENDLESS));
    assert_eq!((report.value, report.proven), (1.0, true));
    plywood_registry::install();
    for entry in GAMES {
        for example in entry.examples {
            let game = (entry.build)(&Spec::word(example)).unwrap();
            conformance::facade(&*game, 5);
            game.conform(20);
        }
    }
}

fn greedy(line: &Line<TicTacToe>, task: Task<'_, u8>) -> Report<u8> {
    searches::greedy(line.game()).think(line, task)
}

/// What every report promises.
#[test]
fn greedy_keeps_the_contract_of_a_report() {
    let start = Line::new(TicTacToe);
    let report = greedy(&start, Task::new(Budget::ENDLESS));
    // On an empty board the centre keeps most lines open.
    assert_eq!(TicTacToe.write_move(start.position(), report.best.unwrap()), "b2");
    assert!(!report.proven && report.value.abs() < 1.0, "a guess: {}", report.value);
    assert_eq!((report.nodes, report.evaluations, report.depth, report.rows.len()), (9, 9, 1, 1));
    assert!(report.seconds > 0.0);

    for limit in 0..12 {
        let nodes = greedy(&start, Task::new(Budget::nodes(limit)));
        let evaluations = Budget { evaluations: Some(limit), ..Budget::UNSET };
        let evaluated = greedy(&start, Task::new(evaluations));
        assert_eq!((nodes.nodes, evaluated.evaluations), (limit.min(9), limit.min(9)));
        assert!(nodes.best.is_some() && evaluated.best.is_some());
    }
    let stop = Stop::new();
    stop.raise();
    let stopped = greedy(&start, Task::new(Budget::ENDLESS).stop(&stop));
    assert!(stopped.best.is_some() && stopped.nodes == 0);
    let unmoved = greedy(&start, Task::new(Budget::depth(0)));
    assert!(unmoved.best.is_some() && unmoved.nodes == 0 && unmoved.evaluations == 1);

    // Three in a row: a win is seen, and a finished game is known.
    let mut line = start;
    [0, 3, 1, 4].into_iter().for_each(|cell| line.play(cell));
    let report = greedy(&line, Task::new(Budget::ENDLESS));
    assert_eq!((report.best, report.value, report.proven, report.distance), (Some(2), 1.0, true, Some(1)));
    line.play(2);
    let over = greedy(&line, Task::new(Budget::ENDLESS));
    assert_eq!((over.best, over.value, over.proven), (None, f64::from(line.payoff(Player::FIRST)), true));
}
