//! Textbook examples as written trees, published figures of the two theses, and solved games.

use plywood_core::facade::Perft;
use plywood_core::spec::Size;
use plywood_core::{Budget, Game, Knowledge, Line, Notation, Oracle, Report, Search, Spec, Stop, Task};
use plywood_games::kalah::Kalah;
use plywood_games::loa::LinesOfAction;
use plywood_games::tree::parse;
use plywood_search::alphabeta::{AlphaBeta, Config, Mtd, Style};
use plywood_search::deepening::Schedule;
use plywood_search::perft::perft;
use plywood_small_games::nim::{Formula, Nim};
use plywood_small_games::pig::{Pig, ValueIteration};
use plywood_small_games::tictactoe::TicTacToe;

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn think_with<G: Knowledge>(game: &G, evaluation: &str, config: Config, depth: u32) -> Report<G::Move> {
    let evaluator = game.evaluator(&spec(evaluation)).unwrap();
    let line = Line::new(game.clone());
    AlphaBeta::new(evaluator, config).think(&line, Task::new(Budget::depth(depth)))
}

fn tree_value(text: &str, evaluation: &str) -> (f64, String, u64) {
    let tree = parse(text).unwrap();
    let config = Config { prune: !text.contains('{'), ..Config::PLAIN };
    let report = think_with(&tree, evaluation, config, 99);
    assert!(report.proven, "{text} is searched to its end");
    (report.value, tree.write_move(&0, report.best.unwrap()), report.nodes)
}

#[test]
fn minimax_and_alpha_beta() {
    // The usual example: three min nodes, the first decides.
    let text = "(A=[3 12 8] B=[2 4 6] C=[14 5 2])";
    let (value, best, nodes) = tree_value(text, "v0");
    assert_eq!((value, best.as_str()), (3.0, "A"));
    // Two of B's leaves are spared, and none of C's.
    assert_eq!(nodes, 12 - 2);
    let whole = think_with(&parse(text).unwrap(), "v0", Config { prune: false, ..Config::PLAIN }, 9);
    assert_eq!((whole.value, whole.nodes), (3.0, 12));
}

#[test]
fn order_decides_what_alpha_beta_saves() {
    // Lecture notes, "Bad and Good Cases": the same tree, worst and best moves first at the min nodes.
    let bad = tree_value("([8 12 3] [6 4 2] [14 5 2])", "v0");
    let good = tree_value("([3 8 12] [2 4 6] [2 5 14])", "v0");
    assert_eq!((bad.0, good.0), (3.0, 3.0));
    assert_eq!((bad.2, good.2), (12, 3 + 3 + 1 + 1));
}

#[test]
fn best_case_of_alpha_beta_on_uniform_trees() {
    // Perfect order leaves w^ceil(d/2) + w^floor(d/2) - 1 leaves (thesis formula 3.1): a tree whose every leaf is
    // equal is perfectly ordered.
    for (width, depth) in [(2u32, 5u32), (3, 4), (4, 3), (5, 2)] {
        let leaf = (0..depth).fold("0".to_string(), |below, ply| {
            let inside = vec![below; width as usize].join(" ");
            if (depth - ply) % 2 == 1 { format!("({inside})") } else { format!("[{inside}]") }
        });
        let tree = parse(&leaf).unwrap();
        let trace = AlphaBeta::new(tree.evaluator(&spec("v0")).unwrap(), Config::PLAIN)
            .trace(&Line::new(tree.clone()), &Budget::depth(depth), 1 << 20)
            .unwrap();
        let leaves = trace.nodes.iter().filter(|node| node.note == "over").count() as u32;
        assert_eq!(
            leaves,
            width.pow(depth / 2) + width.pow(depth.div_ceil(2)) - 1,
            "width {width}, depth {depth}"
        );
    }
}

#[test]
fn chance_nodes_and_evaluations_that_are_not_linear() {
    // Dice thesis, figures 4.2 and 4.3: by score A is better, by true winning chance B.
    let (value, best, _) = tree_value("(A={1 2 4} B={2})", "v0");
    assert!((value - 7.0 / 3.0).abs() < 1e-12);
    assert_eq!(best, "A");
    let (value, best, _) = tree_value("(A={0.65 0.95 0.96} B={0.95})", "v0");
    assert_eq!((value, best.as_str()), (0.95, "B"));
    let (value, ..) = tree_value("(A={0.65 0.95 0.96})", "v0");
    assert!((value - 0.8533).abs() < 1e-4);
    // Uneven probabilities.
    let (value, best, _) = tree_value("({0.9: 1 0.1: 20} {0.5: 2 0.5: 4})", "v0");
    assert_eq!((value, best.as_str()), (3.0, "2"));
}

#[test]
fn nim_examples_of_the_opponent_model_thesis() {
    // Figures 1.2 and 1.3: the first player wins by taking one, and no other way.
    let nim = Nim::from_spec(&spec("nim")).unwrap();
    let report = think_with(&nim, "zero", Config::PLAIN, 9);
    assert_eq!((report.best, report.value, report.proven), (Some(1), 1.0, true));
    let written = "([([(1) -1] [-1] 1) ([-1] 1) (1)] [([-1] 1) (1) -1] [(1) -1])";
    // Of 27 nodes four are spared: the first reply to taking two or three leaves nothing better than taking one.
    assert_eq!(tree_value(written, "v0"), (1.0, "1".to_string(), 27 - 4));
    for (first, wanted) in [(1, 1.0), (2, -1.0), (3, -1.0)] {
        let mut line = Line::new(nim);
        line.play(first);
        let report = AlphaBeta::new(nim.evaluator(&spec("zero")).unwrap(), Config::PLAIN)
            .think(&line, Task::new(Budget::depth(9)));
        assert_eq!(-report.value, wanted, "taking {first}");
    }
    // Figure 1.4: the reduced game of two plies finds the same move.
    let reduced = think_with(&nim, "reduced", Config::PLAIN, 2);
    assert_eq!((reduced.best, reduced.depth, reduced.proven), (Some(1), 2, false));
    let drawn = tree_value("([0.25 0.3333333333333333 0.5] [0.3333333333333333 0.5 -1] [0.5 -1])", "v0");
    assert_eq!((drawn.0, drawn.1.as_str()), (0.25, "1"));
    // Figure 1.5: with three struck out for the first player the second wins.
    let struck = Nim::from_spec(&spec("nim(strike=3)")).unwrap();
    assert_eq!(think_with(&struck, "zero", Config::PLAIN, 9).value, -1.0);
    assert_eq!(tree_value("([([(1) -1] [-1]) ([-1] 1) (1)] [([-1] 1) (1) -1])", "v0").0, -1.0);
}

#[test]
fn nim_obeys_its_formula() {
    for misere in ["on", "off"] {
        for matches in 1..=16 {
            let nim = Nim::from_spec(&spec(&format!("nim(matches={matches}, misere={misere})"))).unwrap();
            let exact = Formula.probe(&nim, &nim.start()).unwrap();
            assert_eq!(
                think_with(&nim, "zero", Config::PLAIN, 99).value,
                f64::from(exact.payoff),
                "{matches} {misere}"
            );
        }
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let config = Config { table: Size::Entries(1 << 14), deepening: Schedule::Steps, ..Config::PLAIN };
    let report = think_with(&TicTacToe, "open_lines", config, 9);
    assert_eq!((report.value, report.proven), (0.0, true));
}

#[test]
fn perft_of_lines_of_action() {
    for (depth, leaves) in [(1, 36), (2, 1_244), (3, 44_952), (4, 1_563_208)] {
        let count = perft(&LinesOfAction, &LinesOfAction.start(), depth, &Stop::new()).unwrap();
        assert_eq!(count, Perft { leaves, finished: 0 });
    }
}

#[test]
fn solved_kalah() {
    // Margins for the first player (Irving, Donkers and Uiterwijk 2000).
    let tables: [(u32, &[i32]); 6] = [
        (1, &[0, -2, 6, -2, 2, 0]),
        (2, &[2, -2, -2, -12, 6, 8]),
        (3, &[0, 4, 2, 2, 6, -10]),
        (4, &[2, 6, 8]),
        (5, &[0, 0]),
        (6, &[2, 10]),
    ];
    let config = Config {
        style: Style::Mtd(Mtd::PLAIN),
        table: Size::Bytes(64 << 20),
        deepening: Schedule::Steps,
        killers: true,
        history: true,
        etc: Some(2),
        ..Config::PLAIN
    };
    for (holes, margins) in tables {
        for (seeds, margin) in (1..).zip(margins) {
            let kalah = Kalah::from_spec(&spec(&format!("kalah(holes={holes}, seeds={seeds})"))).unwrap();
            let report = think_with(&kalah, "store", config.clone(), 200);
            assert!(report.proven, "kalah({holes},{seeds}) is solved");
            assert_eq!(report.value, f64::from(*margin), "kalah({holes},{seeds})");
        }
    }
}

#[test]
fn pig_converges_to_value_iteration() {
    for target in [2, 5, 10] {
        let pig = Pig::from_spec(&spec(&format!("pig(target={target})"))).unwrap();
        let exact = ValueIteration::new(&pig).probe(&pig, &pig.start()).unwrap().payoff;
        let config = Config { prune: false, table: Size::Entries(1 << 20), ..Config::PLAIN };
        let near = |depth| (think_with(&pig, "zero", config.clone(), depth).value - exact).abs();
        // The deeper, the nearer, down to round-off.
        assert!(near(80) < 1e-3, "target {target}: {}", near(80));
        assert!(near(400) < 1e-9, "target {target}: {}", near(400));
        assert!(near(400) <= near(80));
    }
}
