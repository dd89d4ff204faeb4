//! The solver against the definition of the score, and what it knows before searching against searches.

use std::collections::HashMap;
use std::ops::ControlFlow;

use plywood_core::random::seeded;
use plywood_core::spec::Size;
use plywood_core::{Budget, Game, Knowledge, Line, Notation, Search, Spec, Task, Turn};

use super::super::shape::{AnyBoard, Bits, Shape, Standard};
use super::super::{Board, Connect4};
use super::judgement::{distance, loss_now, win_now};
use super::{Between, Number, Solver};

fn left<S: Shape>(game: &Connect4<S>, board: &Board<S::Bits>) -> i32 {
    (game.shape.board() & !board.all).count() as i32
}

/// The score straight from its definition, for an unfinished game.
fn slowly<S: Shape>(game: &Connect4<S>, board: &Board<S::Bits>, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(score) = known.get(&game.key(board)) {
        return *score;
    }
    let mut best = i32::MIN;
    let _ = game.children(board, |_, child| {
        let value = match game.turn(&child) {
            Turn::Over if game.has_four(child.all ^ child.own) => win_now(left(game, board)),
            Turn::Over => 0,
            _ => -slowly(game, &child, known),
        };
        best = best.max(value);
        ControlFlow::<()>::Continue(())
    });
    known.insert(game.key(board), best);
    best
}

/// Ends of random lines with at most a number of cells free, and the lines themselves on the way there.
fn walks<S: Shape>(game: &Connect4<S>, most: i32, count: u64, mut look: impl FnMut(&Board<S::Bits>)) {
    for seed in 0..count {
        let mut rng = seeded(seed);
        let mut board = game.start();
        while let Turn::Player(_) = game.turn(&board) {
            if left(game, &board) <= most {
                look(&board);
            }
            board = game.play(&board, game.random_move(&board, &mut rng));
        }
    }
}

#[test]
fn scores_equal_their_definition() {
    for (columns, rows) in [(4, 4), (5, 4), (4, 5), (3, 6), (6, 3), (5, 5), (8, 8), (1, 4), (2, 2), (4, 1)] {
        let game = Connect4 { shape: AnyBoard::new(columns, rows) };
        let (mut solver, mut known) = (Solver::new(&game, Size::Entries(1 << 12), 1), HashMap::new());
        walks(&game, 12, 40, |board| {
            let (score, _) = solver.score(board);
            assert_eq!(score, slowly(&game, board, &mut known), "{}", game.write_position(board));
        });
    }
    let game = Connect4 { shape: Standard };
    let (mut solver, mut known) = (Solver::new(&game, Size::Entries(1 << 10), 2), HashMap::new());
    walks(&game, 13, 150, |board| {
        assert_eq!(solver.score(board).0, slowly(&game, board, &mut known), "{}", game.write_position(board));
    });
}

#[test]
fn what_is_known_before_searching_is_true() {
    fn check<S: Shape<Bits: Number>>(game: &Connect4<S>, most: i32, games: u64) {
        let (lower, mut known) = (game.lower_cells(), HashMap::new());
        let mut seen = [0; 3];
        walks(game, most, games, |board| {
            let (left, playable) = (left(game, board), game.playable(board.all));
            let free = game.shape.board() & !board.all;
            let score = slowly(game, board, &mut known);
            if let Some(bound) = game.follow_up(board, playable, lower) {
                seen[(bound + 1) as usize] += 1;
                assert!(score <= bound, "{} is not {bound} at most", game.write_position(board));
            }
            if game.wins(board.own, free) & playable != S::Bits::NONE {
                assert_eq!(score, win_now(left));
                return;
            }
            let others = game.wins(board.all ^ board.own, free);
            let candidates = if others & playable == S::Bits::NONE { playable } else { others & playable };
            let safe = candidates & !(others >> 1);
            let wins_next = safe.places().any(|place| {
                let cell = S::Bits::bit(place);
                let wins = game.wins(board.own | cell, free & !cell);
                game.wins_next(playable, cell, wins)
            });
            let lost = (others & playable).count() > 1;
            assert_eq!(
                score == win_now(left) - 1 && score > 0,
                wins_next && !lost,
                "{}",
                game.write_position(board)
            );
            seen[2] += u32::from(wins_next);
        });
        assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
    }
    check(&Connect4 { shape: Standard }, 12, 2500);
    check(&Connect4 { shape: AnyBoard::new(5, 5) }, 14, 400);
    check(&Connect4 { shape: AnyBoard::new(6, 4) }, 14, 400);
}

#[test]
fn moves_and_lines_keep_the_score() {
    let game = Connect4 { shape: Standard };
    let (mut solver, mut known) = (Solver::new(&game, Size::Entries(1 << 10), 1), HashMap::new());
    walks(&game, 12, 60, |board| {
        solver.new_game();
        let line = Line::from(game, *board);
        let report = solver.think(&line, Task::new(Budget::ENDLESS).seed(1));
        let (score, left) = (slowly(&game, board, &mut known), left(&game, board));
        assert!(report.proven);
        assert_eq!(game.score(board, report.value, report.distance), Some(f64::from(score)));
        // Best play ends after as many plies as it says.
        let mut end = line.clone();
        report.pv.iter().for_each(|column| end.play(*column));
        assert_eq!(end.turn(), Turn::Over);
        let plies = if score == 0 { left as u32 } else { distance(left, score) };
        assert_eq!(report.pv.len() as u32, plies);
        assert_eq!(f64::from(end.payoff(line.turn().view())), report.value);
    });
}

#[test]
fn too_few_nodes_leave_a_sensible_move() {
    let game = Connect4 { shape: Standard };
    let mut solver = Solver::new(&game, Size::Entries(1 << 10), 2);
    let (board, _) = game.read_problem("444").unwrap();
    let report = solver.think(&Line::from(game, board), Task::new(Budget::nodes(5000)).seed(1));
    assert!(!report.proven && report.nodes <= 5000);
    // Three in a row with both ends open: one of them is closed, though nothing helps.
    let (board, _) = game.read_problem("334455").unwrap();
    assert_eq!(solver.sensible(&board), Some(5), "wins on the right");
    assert!(report.best.is_some());
}

#[test]
fn the_next_question_lies_between() {
    for low in -32..=32 {
        for high in low + 1..=32 {
            let middle = Between { low, high }.middle();
            assert!(middle >= low && middle < high, "{low} {middle} {high}");
        }
    }
}

#[test]
fn distances_count_plies() {
    // Ten free cells: a win now takes a ply, with the next stone but one three; a loss to the next stone two.
    assert_eq!([win_now(10), win_now(10) - 1].map(|score| distance(10, score)), [1, 3]);
    assert_eq!([loss_now(10), -1].map(|score| distance(10, score)), [2, 10]);
    assert_eq!([win_now(9), 1, loss_now(9), -1].map(|score| distance(9, score)), [1, 9, 2, 8]);
}

#[test]
fn the_oracle_knows_positions_with_few_free_cells() {
    let game = Connect4 { shape: AnyBoard::new(5, 4) };
    let oracle = game.oracle(&"solver(free=9)".parse::<Spec>().unwrap()).unwrap();
    assert_eq!(oracle.probe(&game, &game.start()), None);
    walks(&game, 9, 20, |board| assert!(oracle.probe(&game, board).is_some()));
    assert!(game.oracle(&"solver(fre=9)".parse::<Spec>().unwrap()).is_err());
}
