//! The solver against plain alpha-beta on the rules alone, and against the published endings.

use std::ops::ControlFlow;

use plywood_core::random::{Rng, below, seeded};
use plywood_core::{Budget, Game, PayoffKind, Task, Turn};

use super::super::patterns;
use super::certainty::{Certainty, deviation};
use super::*;

/// The definition: alpha-beta on the rules, nothing else.
fn plainly(game: &Othello, board: &Board, mut alpha: i32, beta: i32) -> i32 {
    if game.turn(board) == Turn::Over {
        return game.margin(board, board.mover);
    }
    let mut best = -100;
    let _ = game.children(board, |_, child| {
        best = best.max(-plainly(game, &child, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    best
}

/// A position of random play with `empty` empty squares.
fn random_ending(game: &Othello, empty: u32, rng: &mut Rng) -> Board {
    loop {
        let mut board = game.start();
        while game.turn(&board) != Turn::Over {
            if 64 - board.occupied().count_ones() == empty {
                return board;
            }
            board = game.play(&board, game.random_move(&board, rng));
        }
    }
}

/// Weights drawn at random: the value must not depend on them.
fn noise() -> Arc<Patterns> {
    let mut rng = seeded(7);
    let mut weights = patterns::untrained();
    weights.stages.iter_mut().flatten().for_each(|weight| *weight = below(&mut rng, 41) as i16 - 20);
    Arc::new(Patterns::new(&weights))
}

#[test]
fn equals_plain_alpha_beta() {
    // `PLYWOOD_ENDINGS=10000` tries 10,000.
    let count = std::env::var("PLYWOOD_ENDINGS").ok().and_then(|text| text.parse().ok()).unwrap_or(240);
    let games = [PayoffKind::Margin, PayoffKind::Outcome].map(|payoff| Othello::new(8, payoff));
    let mut rng = seeded(5);
    let noise = noise();
    let mut solvers: Vec<(bool, Solver)> = Vec::new();
    for (game, outcome) in games.iter().zip([false, true]) {
        for (threads, weights) in [(1, Patterns::shipped()), (2, Arc::clone(&noise))] {
            solvers.push((outcome, Solver::new(game, Size::Entries(1 << 12), threads, weights)));
        }
    }
    for round in 0..count {
        let board = random_ending(&games[0], 1 + round % 12, &mut rng);
        let exact = plainly(&games[0], &board, -100, 100);
        for (outcome, solver) in &mut solvers {
            let line = Line::from(solver.game, board);
            let report = solver.think(&line, Task::new(Budget::ENDLESS).seed(1));
            let wanted = if *outcome { exact.signum() } else { exact };
            assert!(report.proven, "{board:?}");
            assert_eq!(report.value, f64::from(wanted), "{board:?}, {} threads", solver.threads);
            // The move keeps the value.
            let after = games[0].play(&board, report.best.expect("there is a move"));
            let sign = if after.mover == board.mover { 1 } else { -1 };
            let kept = match games[0].turn(&after) {
                Turn::Over => games[0].margin(&after, board.mover),
                _ => sign * plainly(&games[0], &after, -100, 100),
            };
            assert_eq!(if *outcome { kept.signum() } else { kept }, wanted, "{board:?}");
        }
    }
}

/// The layers above the last ones too: the steps with cuts must leave the value alone.
#[test]
fn every_layer_leads_to_the_same_value() {
    let game = Othello::new(8, PayoffKind::Margin);
    let mut rng = seeded(11);
    let mut solver = Solver::new(&game, Size::Entries(1 << 16), 1, noise());
    let mut other = Solver::new(&game, Size::Entries(1 << 16), 2, Patterns::shipped());
    for _ in 0..6 {
        let board = random_ending(&game, 14, &mut rng);
        let (value, nodes) = solver.margin(board.own, board.opponent);
        assert_eq!(other.margin(board.own, board.opponent).0, value);
        assert!(nodes > 0);
        // And the children agree.
        let mut best = -100;
        let _ = game.children(&board, |_, child| {
            best = best.max(match game.turn(&child) {
                Turn::Over => game.margin(&child, board.mover),
                _ => -solver.margin(child.own, child.opponent).0,
            });
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(best, value);
    }
}

#[test]
fn the_line_leads_to_the_value() {
    let game = Othello::new(8, PayoffKind::Margin);
    let mut rng = seeded(13);
    for _ in 0..20 {
        let board = random_ending(&game, 11, &mut rng);
        let mut solver = Solver::new(&game, Size::Entries(1 << 14), 1, Patterns::shipped());
        let line = Line::from(game, board);
        let report = solver.think(&line, Task::new(Budget::ENDLESS).seed(1));
        let mut here = board;
        for chosen in &report.pv {
            here = game.play(&here, *chosen);
        }
        assert_eq!(game.turn(&here), Turn::Over);
        assert_eq!(f64::from(game.margin(&here, board.mover)), report.value);
    }
}

/// The smallest of the published endings; the whole suite is `plywood solve othello --suite FILE`.
#[test]
fn a_published_ending_has_its_score() {
    let game = Othello::new(8, PayoffKind::Margin);
    let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let board = plywood_core::Notation::read_position(&game, text).unwrap();
    let mut solver = Solver::new(&game, Size::Bytes(64 << 20), 1, Patterns::shipped());
    let line = Line::from(game, board);
    let report = solver.think(&line, Task::new(Budget::ENDLESS).seed(1));
    assert_eq!((report.value, report.best.map(|square| game.square_name(square))), (38.0, Some("a2".into())));
}

/// Positions as games have them: random openings, then moves that look best, now and then another.
fn likely(game: &Othello, empty: u32, rng: &mut Rng) -> Board {
    loop {
        let mut board = game.start();
        while game.turn(&board) != Turn::Over {
            let left = 64 - board.occupied().count_ones();
            if left == empty && board.moves != 0 {
                return board;
            }
            let chosen = if left > 50 || below(rng, 8) == 0 {
                game.random_move(&board, rng)
            } else {
                Patterns::shipped().best_looking(game, &board)
            };
            board = game.play(&board, chosen);
        }
    }
}

#[test]
fn deviations_are_those_of_searches() {
    let game = Othello::new(8, PayoffKind::Margin);
    let mut rng = seeded(17);
    let solver = Solver::new(&game, Size::Bytes(16 << 20), 1, Patterns::shipped());
    for (empty, depth) in [(40, 6), (30, 7), (20, 6), (14, 8), (12, 12)] {
        let shallow = Certainty::check(depth, empty, 0).expect("it is deep enough").depth;
        let mut meter = Meter::unlimited();
        let mut value = |board: &Board, depth| {
            let (own, opponent) = (board.own, board.opponent);
            f64::from(solver.step(own, opponent, depth, CERTAIN, 0, (-64, 64), &mut meter).low)
        };
        let differences: Vec<f64> = (0..60)
            .map(|_| {
                let board = likely(&game, empty, &mut rng);
                // The shallow one first: what is deeper would answer it from the table.
                let first = value(&board, shallow);
                value(&board, depth) - first
            })
            .collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let centre = mean(&differences);
        let squares: Vec<f64> = differences.iter().map(|one| (one - centre).powi(2)).collect();
        let ratio = mean(&squares).sqrt() / f64::from(deviation(depth, shallow, empty));
        assert!((0.75..1.33).contains(&ratio), "{ratio:.2} with {empty} empty squares, {depth} plies");
    }
}
