use plywood_core::random::seeded;
use plywood_core::{Notation, StaticEvaluator, conformance};

use super::*;
use crate::testing::{perft, refused};
use plywood_small_games::tictactoe::TicTacToe;

fn small(columns: u32, rows: u32, line: u32) -> Mnk<u64> {
    Mnk::new(columns, rows, line)
}

/// Random positions of games, the last of each included.
fn positions<B: Bits>(game: &Mnk<B>, games: u64) -> Vec<Board<B>> {
    let mut all = Vec::new();
    for seed in 0..games {
        let (mut rng, mut board) = (seeded(seed), game.start());
        while game.turn(&board) != Turn::Over {
            board = game.play(&board, game.random_move(&board, &mut rng));
            all.push(board);
        }
    }
    all
}

/// Every row of `line` cells, as lists of places.
fn rows<B: Bits>(game: &Mnk<B>) -> Vec<Vec<u32>> {
    let (columns, height, line) = (game.columns as i32, game.rows as i32, game.line as i32);
    let cells = (0..height).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mut rows = Vec::new();
    for (row, column) in cells {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let list: Vec<(i32, i32)> =
                (0..line).map(|far| (row + far * down, column + far * right)).collect();
            if list.iter().all(|(row, column)| (0..height).contains(row) && (0..columns).contains(column)) {
                rows.push(list.iter().map(|(row, column)| game.place(*row as u32, *column as u32)).collect());
            }
        }
    }
    rows
}

fn has_row<B: Bits>(game: &Mnk<B>, stones: B) -> bool {
    rows(game).iter().any(|row| row.iter().all(|place| stones.has(*place)))
}

fn kernels_equal_the_definition<B: Bits>(game: &Mnk<B>, games: u64) {
    let rows = rows(game);
    for board in positions(game, games) {
        let [first, second] = board.stones;
        for (own, other) in [(first, second), (second, first)] {
            assert_eq!(game.has_line(own), has_row(game, own));
            let free = game.free(&board).places();
            let wins = |place: &u32| {
                rows.iter().any(|row| row.contains(place) && row.iter().all(|at| at == place || own.has(*at)))
            };
            assert!(
                game.winning(own, other).places().eq(free.filter(wins)),
                "{}",
                game.write_position(&board)
            );
        }
        if game.turn(&board) == Turn::Over {
            continue;
        }
        for player in [Player::FIRST, Player::SECOND] {
            let worth = |own: B, other: B| -> (i32, bool) {
                let lacks = rows.iter().filter(|row| row.iter().all(|place| !other.has(*place)));
                let lacks = lacks.map(|row| row.iter().filter(|place| !own.has(**place)).count());
                let lacks: Vec<usize> = lacks.filter(|lacks| *lacks < game.line as usize).collect();
                let worth = lacks.iter().map(|lacks| [0, 27, 9, 3].get(*lacks).copied().unwrap_or(0)).sum();
                (worth, lacks.contains(&1))
            };
            let [own, other] = [player, player.other()].map(|player| board.stones[player.index()]);
            let ((mine, near), (theirs, far)) = (worth(own, other), worth(other, own));
            let about = if board.mover == player { i32::from(near) } else { -i32::from(far) };
            assert_eq!(Evaluation::Threats.look(game, &board, player), mine - theirs + 100_000 * about);
        }
    }
}

#[test]
fn rows_wins_and_threats_equal_the_definition() {
    kernels_equal_the_definition(&small(3, 3, 3), 40);
    kernels_equal_the_definition(&small(6, 5, 4), 40);
    kernels_equal_the_definition(&small(2, 7, 5), 20);
    kernels_equal_the_definition(&small(7, 7, 2), 20);
    kernels_equal_the_definition::<Wide>(&Mnk::new(9, 11, 5), 6);
    kernels_equal_the_definition::<Wide>(&Mnk::new(15, 15, 5), 2);
}

/// The first player's least and greatest payoff at any end of the game.
fn ends(game: &Mnk<u64>, board: &Board<u64>) -> (i32, i32) {
    if game.turn(board) == Turn::Over {
        let payoff = game.payoff(board, Player::FIRST);
        return (payoff, payoff);
    }
    let mut found = (1, -1);
    let _ = game.children(board, |_, after| {
        let (low, high) = ends(game, &after);
        found = (found.0.min(low), found.1.max(high));
        ControlFlow::<()>::Continue(())
    });
    found
}

#[test]
fn bounds_hold_at_every_end_and_say_something_near_it() {
    let (mut decided, mut told) = (0, 0);
    for game in [small(5, 4, 4), small(4, 4, 3), small(5, 5, 4), small(6, 3, 5)] {
        let near = |board: &&Board<u64>| game.free(board).count() <= 6 && game.turn(board) != Turn::Over;
        for board in positions(&game, 60).iter().filter(near) {
            let (low, high) = game.bounds(board).unwrap_or((-1, 1));
            let (least, most) = ends(&game, board);
            assert!(low <= least && high >= most, "{}", game.write_position(board));
            decided += u32::from(least == most);
            told += u32::from(low == high);
        }
    }
    assert!(told * 10 > decided * 8, "{told} of {decided} that are decided are known to be");
}

#[test]
fn it_conforms() {
    conformance::rules(&small(4, 3, 3), 20);
    conformance::rules(&small(5, 5, 4), 10);
    conformance::rules::<Mnk<Wide>>(&Mnk::new(10, 9, 5), 2);
}

#[test]
fn three_in_a_row_is_tic_tac_toe() {
    let game = small(3, 3, 3);
    for depth in 0..=6 {
        assert_eq!(perft(&game, &game.start(), depth), perft(&TicTacToe, &TicTacToe.start(), depth));
    }
    for board in positions(&game, 100) {
        let same = TicTacToe.read_position(&game.write_position(&board)).unwrap();
        assert_eq!(game.turn(&board), TicTacToe.turn(&same));
        assert_eq!(game.draw(&board), TicTacToe.draw(&same));
        if game.turn(&board) == Turn::Over {
            assert_eq!(game.payoff(&board, Player::FIRST), TicTacToe.payoff(&same, Player::FIRST));
        }
    }
}

#[test]
fn a_pass_is_written_and_read() {
    let game = small(4, 3, 3);
    let passed = game.null_move(&game.start()).unwrap();
    assert_eq!(game.write_position(&passed), "..../..../.... O");
    assert_eq!(game.read_position("..../..../.... o"), Ok(passed));
}

#[test]
fn bad_boards_are_refused_with_the_place() {
    let game = small(4, 3, 3);
    refused(&game, "..../....", Some(1), "expected 3 rows");
    refused(&game, "..../.Z../....", Some(7), "expected X, O or '.'");
    refused(&game, "X.../X.../....", None, "a letter must say");
    refused(&game, "XXX./OO../.... X", None, "already has 3 in a row");
    refused(&game, "X.../..../.... Y", Some(16), "who is on turn");
    for wrong in ["mnk(columns=16)", "mnk(columns=3, rows=3)", "mnk(line=1)", "mnk(rows=0)"] {
        assert!(from_spec(&wrong.parse().unwrap()).is_err(), "{wrong}");
    }
}
