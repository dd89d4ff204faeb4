//! Rules, notation and counts of chess.

use std::ops::ControlFlow;

use plywood_core::{Game, Line, Notation, Player, Turn, conformance};

use super::*;
use crate::testing::{perft, refused};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn read(fen: &str) -> Position {
    Chess::default().read_position(fen).unwrap()
}

/// The usual five positions with their counts.
#[test]
fn perft_counts() {
    let start = Chess::default().start();
    let counts = |position: &Position, depth: u32| perft(&Chess::default(), position, depth);
    assert_eq!([1, 2, 3, 4].map(|depth| counts(&start, depth)), [20, 400, 8902, 197_281]);
    for (fen, expected) in [
        (KIWIPETE, [48, 2039, 97_862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62_379]),
    ] {
        let position = read(fen);
        assert_eq!([1, 2, 3].map(|depth| counts(&position, depth)), expected, "{fen}");
    }
}

#[test]
fn it_conforms() {
    conformance::rules(&Chess::default(), 6);
    conformance::evaluators(&Chess::default(), 2);
}

#[test]
fn mate_stalemate_and_dead_positions_end_the_game() {
    let game = Chess::default();
    for (fen, white) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Some(-1)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(0)),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Some(1)),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", Some(0)),
        ("8/8/4k3/8/8/4KB2/8/8 w - - 0 1", Some(0)),
        ("8/8/4k3/8/8/4KN2/8/8 b - - 0 1", Some(0)),
        ("8/8/4k1b1/8/8/4KB2/8/8 w - - 0 1", Some(0)),
        ("8/8/4kb2/8/8/4KB2/8/8 w - - 0 1", None),
        ("8/8/4k3/8/8/4KNN1/8/8 w - - 0 1", None),
        ("8/8/4k1n1/8/8/4KB2/8/8 w - - 0 1", None),
        ("8/8/4k3/8/8/4KP2/8/8 w - - 0 1", None),
    ] {
        let position = read(fen);
        let found = (game.turn(&position) == Turn::Over).then(|| game.payoff(&position, Player::FIRST));
        assert_eq!(found, white, "{fen}");
    }
}

/// A line of moves from a position.
fn line(fen: &str, moves: &str) -> Line<Chess> {
    Chess::default().read_moves(&read(fen), moves).unwrap()
}

#[test]
fn the_third_repetition_draws_and_not_the_second() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let round = "Nf3 Nf6 Ng1 Ng8 ";
    assert_eq!(line(start, round).turn(), Turn::Player(Player::FIRST));
    let twice = line(start, &round.repeat(2));
    assert_eq!((twice.turn(), twice.ended_by_history()), (Turn::Over, Some(0)));
    let mut early = Line::from(Chess { repetitions: 2 }, read(start));
    round.split_whitespace().for_each(|step| early.try_step(step).unwrap());
    assert_eq!(early.turn(), Turn::Over);
    // A double step that nobody can answer en passant does not tell positions apart; one that somebody can does.
    let quiet = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(line(quiet, &("e4 ".to_string() + &"Nf6 Nf3 Ng8 Ng1 ".repeat(2))).turn(), Turn::Over);
    let pawn = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    assert_eq!(
        line(pawn, &("e4 ".to_string() + &"Kd7 Kd2 Ke8 Ke1 ".repeat(2))).turn(),
        Turn::Player(Player::SECOND)
    );
    assert_eq!(line(pawn, &("e4 ".to_string() + &"Kd7 Kd2 Ke8 Ke1 ".repeat(3))).turn(), Turn::Over);
    // Castling rights that are lost tell them apart too.
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(line(rooks, &"Rb1 Rb8 Ra1 Ra8 ".repeat(2)).turn(), Turn::Player(Player::FIRST));
    assert_eq!(line(rooks, &"Rb1 Rb8 Ra1 Ra8 ".repeat(3)).turn(), Turn::Over);
}

#[test]
fn fifty_moves_draw_but_mate_comes_first() {
    let near = "7k/8/5K2/8/8/8/8/R7 w - - 98 80";
    assert_eq!(line(near, "Ra2 Kg8").ended_by_history(), Some(0));
    assert_eq!(line(near, "Ra2").turn(), Turn::Player(Player::SECOND));
    let mate = line("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "Ra8#");
    assert_eq!((mate.turn(), mate.payoff(Player::FIRST)), (Turn::Over, 1));
    let pawn = line("7k/8/5K2/8/8/8/P7/R7 w - - 99 80", "a4");
    assert_eq!(pawn.turn(), Turn::Player(Player::SECOND));
}

#[test]
fn moves_are_read_as_people_write_them() {
    let game = Chess::default();
    let position = read(KIWIPETE);
    let castled = game.read_move(&position, "O-O").unwrap();
    for text in ["e1g1", "e1h1", "0-0", "O-O!", "E1G1"] {
        assert_eq!(game.read_move(&position, text), Ok(castled), "{text}");
    }
    assert_eq!(
        (game.write_move(&position, castled), write_uci(&position, castled)),
        ("O-O".into(), "e1g1".into())
    );
    let knight = game.read_move(&position, "Nxd7").unwrap();
    for text in ["Nd7", "Ne5xd7", "e5d7", "N5xd7", "Nexd7", "Ne5:d7"] {
        assert_eq!(game.read_move(&position, text), Ok(knight), "{text}");
    }
    let two = read("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    let refused = game.read_move(&two, "Rf1").and(game.read_move(&two, "Rd1")).and(Ok(()));
    assert_eq!(refused, Ok(()));
    let doubled = read("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1");
    let error = game.read_move(&doubled, "Nd4").unwrap_err().to_string();
    assert!(error.contains("ambiguous") && error.contains("Nbd4") && error.contains("Nfd4"), "{error}");
    let promotes = read("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    assert!(game.read_move(&promotes, "a8").is_err(), "what it becomes must be said");
    let queen = game.read_move(&promotes, "a8=Q").unwrap();
    assert_eq!(game.read_move(&promotes, "a7a8q"), Ok(queen));
    assert_eq!(game.read_move(&promotes, "a8Q"), Ok(queen));
    let pawn_or_bishop = read("4k3/8/8/8/2n5/1B1P4/8/4K3 w - - 0 1");
    assert_ne!(game.read_move(&pawn_or_bishop, "Bxc4"), game.read_move(&pawn_or_bishop, "dxc4"));
}

#[test]
fn what_cannot_occur_is_refused_with_its_place() {
    let game = Chess::default();
    refused(&game, "8/8/8/8/8/8/8/8 w - - 0 1", Some(1), "one king a side");
    refused(&game, "4k3/8/8/8/8/8/8/4K2 w - - 0 1", Some(17), "8 squares");
    refused(&game, "4k3/8/8/8/8/8/8 w - - 0 1", Some(1), "8 rows");
    refused(&game, "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", Some(17), "pawn");
    refused(&game, "4k3/8/8/8/8/8/8/4K3 x - - 0 1", Some(21), "w or b");
    refused(&game, "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", Some(23), "stand elsewhere");
    refused(&game, "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", Some(25), "stepped past");
    refused(&game, "4k3/8/8/8/8/8/8/4K3 w - - 101 1", Some(27), "0 to 100");
    refused(&game, "4k3/8/8/8/8/8/8/4K3 w - - 0 0", Some(29), "from 1");
    refused(&game, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", Some(1), "in check");
    refused(&game, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", Some(31), "the end");
    assert_eq!(game.write_position(&read("4k3/8/8/8/8/8/8/4K3 b - -")), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    let moves = game.read_position("1. e4 e5 2. Nf3").unwrap();
    assert_eq!(moves, read("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"));
}

/// Captures that lose are left out, and pawns that become less than a queen.
#[test]
fn loud_moves_take_what_pays() {
    let game = Chess::default();
    let loud = |fen: &str| {
        let position = read(fen);
        let mut found = Vec::new();
        let _ = game.moves(&position, |chosen| {
            if game.is_loud(&position, chosen) {
                found.push(game.write_move(&position, chosen));
            }
            ControlFlow::<()>::Continue(())
        });
        found
    };
    assert!(loud("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1").is_empty());
    assert_eq!(loud("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), ["a8=Q+"]);
    assert_eq!(loud("1r2k3/P7/8/3n4/8/1N6/6B1/4K3 w - - 0 1"), ["axb8=Q+", "Bxd5"]);
}
