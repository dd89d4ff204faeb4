//! Numbers carried along equal those made afresh; the eight views of a board and the two colours have the same value.

use plywood_core::random::{Generator, seeded};
use plywood_core::spec::Size;
use plywood_core::{Game, PayoffKind, Turn};

use super::super::solver::Solver;
use super::super::{Othello, PASS};
use super::*;
use crate::symmetry::transform_squares;

fn noise() -> Patterns {
    let mut rng = seeded(7);
    let mut weights = untrained();
    weights.stages.iter_mut().flatten().for_each(|weight| *weight = (rng.next_u32() % 401) as i16 - 200);
    Patterns::new(&weights)
}

/// The definition: the sum of the weights that a position has.
fn slowly(weights: &PatternWeights, own: u64, opponent: u64) -> i32 {
    let empty = 64 - (own | opponent).count_ones();
    let stage = &weights.stages[stage(empty)];
    let sum: i32 = active(own, opponent).iter().map(|place| i32::from(stage[*place as usize])).sum();
    sum.clamp(1 - MOST, MOST - 1)
}

#[test]
fn carried_numbers_are_those_of_the_position() {
    let game = Othello::default();
    let patterns = noise();
    let mut rng = seeded(1);
    for _ in 0..50 {
        let mut board = game.start();
        let mut carried = Indices::new(board.own, board.opponent);
        while game.turn(&board) != Turn::Over {
            let chosen = game.random_move(&board, &mut rng);
            let after = game.play(&board, chosen);
            carried = match chosen {
                PASS => carried.passed(),
                square => carried.after(&LAYOUT, square, after.own ^ board.opponent),
            };
            board = after;
            let empty = 64 - board.occupied().count_ones();
            assert_eq!(patterns.value(&carried, empty), patterns.look(&board));
        }
    }
}

#[test]
fn every_view_has_the_same_value_and_it_is_the_sum_of_its_weights() {
    let mut rng = seeded(2);
    let mut weights = untrained();
    weights.stages.iter_mut().flatten().for_each(|weight| *weight = (rng.next_u32() % 401) as i16 - 200);
    let patterns = Patterns::new(&weights);
    let mut distinct = std::collections::HashSet::new();
    for _ in 0..500 {
        let (a, b) = (rng.next_u64(), rng.next_u64());
        let value = |own: u64, opponent: u64| {
            let empty = 64 - (own | opponent).count_ones();
            patterns.value(&Indices::new(own, opponent), empty)
        };
        let (own, opponent) = (a & b, !a & b);
        let here = value(own, opponent);
        distinct.insert(here);
        assert_eq!(here, slowly(&weights, own, opponent));
        for symmetry in 0..8 {
            assert_eq!(value(transform_squares(own, symmetry), transform_squares(opponent, symmetry)), here);
        }
    }
    assert!(distinct.len() > 300, "boards differ");
}

/// A position that is none, as fields that anybody may set allow, is refused before anything is looked up.
#[test]
#[should_panic(expected = "a square has one disc")]
fn discs_of_both_on_a_square_are_refused() {
    let board = Board { own: !0, opponent: !0, ..Othello::default().start() };
    Patterns::shipped().look(&board);
}

/// Numbers carried along by turns that no game has are wrong, and have a value all the same: none lies beyond the weights.
#[test]
fn whatever_number_a_place_has_it_has_a_weight() {
    let patterns = noise();
    let mut rng = seeded(3);
    let mut carried = Indices::new(0, 0);
    for _ in 0..2000 {
        let (square, turned) = (rng.next_u32() as u8, rng.next_u64());
        carried = carried.after(&LAYOUT, square, turned);
        assert!(patterns.value(&carried, rng.next_u32()).abs() < MOST);
    }
    let beyond = Indices { numbers: [u16::MAX; LANES], second: true };
    assert!(patterns.value(&beyond, 0).abs() < MOST);
}

#[test]
fn stages_cover_the_game() {
    assert_eq!((stage(60), stage(57), stage(56), stage(1), stage(4), stage(5)), (0, 0, 1, 14, 14, 13));
    // All weights are used by some configuration.
    let mut used = vec![false; LAYOUT.count];
    LAYOUT.weights.iter().for_each(|weight| used[*weight as usize] = true);
    assert_eq!(used.iter().filter(|used| !**used).count(), STAGE as usize);
}

#[test]
fn files_that_do_not_fit_are_refused_with_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.weights");
    PatternWeights::zeros(3, 5).save(&path).unwrap();
    let refusal = Patterns::load(&path.display().to_string()).unwrap_err().to_string();
    assert!(refusal.contains("[3, 5]") && refusal.contains(COMMAND), "{refusal}");
    let mut bytes = untrained().to_bytes();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let refusal = Patterns::load(&path.display().to_string()).unwrap_err().to_string();
    assert!(refusal.contains("checksum") && refusal.contains(COMMAND), "{refusal}");
}

/// What ships knows endings that it never met: its error on exact values is a fraction of what knowing nothing costs.
#[test]
fn the_shipped_weights_know_endings() {
    let game = Othello::new(8, PayoffKind::Margin);
    let patterns = Patterns::shipped();
    assert!(patterns.note.starts_with(COMMAND), "the note says how they were made: {}", patterns.note);
    let mut solver = Solver::new(&game, Size::Entries(1 << 14), 1, Patterns::shipped());
    let mut rng = seeded(99);
    let (mut missed, mut margins, mut count) = (0, 0, 0);
    while count < 200 {
        let mut board = game.start();
        while game.turn(&board) != Turn::Over && 64 - board.occupied().count_ones() > 10 {
            let chosen = if board.occupied().count_ones() < 24 {
                game.random_move(&board, &mut rng)
            } else {
                patterns.best_looking(&game, &board)
            };
            board = game.play(&board, chosen);
        }
        if game.turn(&board) == Turn::Over {
            continue;
        }
        let exact = solver.margin(board.own, board.opponent).0;
        missed += (patterns.look(&board) - exact * DISC).abs();
        margins += exact.abs() * DISC;
        count += 1;
    }
    let (missed, margins) = (missed / count / DISC, margins / count / DISC);
    assert!(missed <= 6 && 2 * missed < margins, "{missed} of {margins} discs");
}
