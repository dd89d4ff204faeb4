use std::collections::HashMap;

use super::*;
use crate::testing::{perft, refused, solve};
use plywood_core::conformance;

#[test]
fn conforms() {
    for (holes, seeds) in [(1, 1), (2, 3), (4, 3), (6, 4), (7, 18)] {
        conformance::rules(&Kalah::new(holes, seeds), 30);
        conformance::evaluators(&Kalah::new(holes, seeds), 10);
    }
}

#[test]
fn shapes_come_from_the_spec() {
    let made = |text: &str| Kalah::from_spec(&text.parse().unwrap());
    assert_eq!(made("kalah"), Ok(Kalah::new(6, 4)));
    assert_eq!(made("kalah(holes=4,seeds=3)"), Ok(Kalah::new(4, 3)));
    assert!(made("kalah(holes=8)").unwrap_err().to_string().contains("from 1 to 7"));
    assert!(made("kalah(seeds=0)").is_err());
}

fn after(holes: u8, seeds: u8, before: &str, chosen: &str) -> String {
    let game = Kalah::new(holes, seeds);
    let board = game.read_position(before).unwrap();
    let chosen = game.read_move(&board, chosen).unwrap();
    game.write_position(&game.play(&board, chosen))
}

#[test]
fn a_last_seed_in_the_store_gives_another_turn() {
    assert_eq!(after(6, 4, "4,4,4,4,4,4:0 4,4,4,4,4,4:0 1", "c"), "4,4,0,5,5,5:1 4,4,4,4,4,4:0 1");
}

#[test]
fn a_last_seed_in_an_own_empty_pit_is_captured_with_the_opposite_pit() {
    assert_eq!(after(3, 2, "1,0,2:1 2,3,2:1 1", "a"), "0,0,2:5 2,0,2:1 2");
    // Even where the opposite pit is empty.
    assert_eq!(after(3, 2, "1,0,2:3 2,0,2:2 1", "a"), "0,0,2:4 2,0,2:2 2");
    // A pit that a whole lap comes back to was emptied by its own sowing.
    assert_eq!(after(3, 2, "7,0,2:1 1,1,0:0 1", "a"), "0,1,3:4 2,2,0:0 2");
}

#[test]
fn sowing_leaves_out_the_other_store_and_goes_round_more_than_once() {
    assert_eq!(after(2, 5, "0,12:0 4,4:0 2", "b"), "1,13:0 5,0:1 1");
    assert_eq!(after(1, 6, "10:0 2:0 1", "a"), "3:4 5:0 1");
}

#[test]
fn an_emptied_side_ends_the_game_extra_turn_or_not() {
    let game = Kalah::new(2, 2);
    let before = game.read_position("0,1:3 2,0:2 1").unwrap();
    let over = game.play(&before, 1);
    assert_eq!(game.write_position(&over), "0,0:4 2,0:2 1");
    assert_eq!(game.turn(&over), Turn::Over);
    assert_eq!(game.payoff(&over, Player::FIRST), 0);
    assert!(game.is_loud(&before, 1));
}

/// The margins of every shape with three pits or fewer; their signs are the published table 10.
#[test]
fn small_shapes_have_their_solved_values() {
    let margins = [[0, -2, 6, -2, 2, 0], [2, -2, -2, -12, 6, 8], [0, 4, 2, 2, 6, -10]];
    for (holes, row) in (1..).zip(margins) {
        for (seeds, margin) in (1..).zip(row) {
            let game = Kalah::new(holes, seeds);
            let value = solve(&game, &game.start(), &mut HashMap::new());
            assert_eq!(value, f64::from(margin), "kalah({holes}, {seeds})");
        }
    }
}

/// A move seed by seed on a ring: the first player's pits and store, then the second's.
fn slow_play(game: &Kalah, board: &Board, pit: u8) -> Board {
    let holes = usize::from(game.holes);
    let mut ring: Vec<u64> = (board.sides.iter())
        .flat_map(|side| (0..=game.holes()).map(|index| u64::from(byte(*side, index))))
        .collect();
    let base = board.mover.index() * (holes + 1);
    let (own_store, other_store) = (base + holes, (base + 2 * holes + 1) % ring.len());
    let mut at = base + usize::from(pit);
    for _ in 0..std::mem::take(&mut ring[at]) {
        at = (at + 1) % ring.len();
        if at == other_store {
            at = (at + 1) % ring.len();
        }
        ring[at] += 1;
    }
    if (base..own_store).contains(&at) && ring[at] == 1 {
        let opposite = 2 * holes - at;
        ring[own_store] += 1 + std::mem::take(&mut ring[opposite]);
        ring[at] = 0;
    }
    let side = |cells: &[u64]| cells.iter().rev().fold(0, |side, count| side << 8 | count);
    let (first, second) = ring.split_at(holes + 1);
    let mover = if at == own_store { board.mover } else { board.mover.other() };
    Board { sides: [side(first), side(second)], mover }
}

#[test]
fn plays_as_seed_by_seed() {
    let mut rng = plywood_core::random::seeded(1);
    for (holes, seeds) in [(1, 3), (2, 9), (3, 6), (6, 4), (7, 18)] {
        let game = Kalah::new(holes, seeds);
        for _ in 0..200 {
            let mut board = game.start();
            while game.turn(&board) != Turn::Over {
                let _ = game.children(&board, |pit, after| {
                    assert_eq!(after, slow_play(&game, &board, pit), "{} {pit}", game.write_position(&board));
                    ControlFlow::<()>::Continue(())
                });
                board = game.play(&board, game.random_move(&board, &mut rng));
            }
        }
    }
}

#[test]
fn counts_positions() {
    let game = Kalah::new(6, 4);
    let counts: Vec<u64> = (1..=6).map(|depth| perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [6, 35, 185, 942, 4_685, 23_169]);
}

#[test]
fn wrong_positions_are_refused_with_the_place() {
    let game = Kalah::new(2, 2);
    refused(&game, "2,2:0 2,2:0", Some(12), "player on turn");
    refused(&game, "2,2,2:0 2,2:0 1", Some(1), "expected 2 pits, found 3");
    refused(&game, "2,2:0 2,x:0 1", Some(9), "expected a number from 0 to 8");
    refused(&game, "2,2:0 2,2:0 3", Some(13), "1 or 2");
    refused(&game, "2,2:0 2,2:0 1 1", Some(15), "the end");
    refused(&game, "2,2:1 2,2:0 1", None, "8 seeds");
}

#[test]
fn seeds_are_followed_one_by_one() {
    crate::testing::heaps_are_counted(&Kalah::new(6, 4), 20);
}
