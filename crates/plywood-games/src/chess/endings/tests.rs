//! Endings against their definition, and against counts that are known.

use std::collections::HashMap;
use std::ops::ControlFlow;

use plywood_core::random::{below, seeded};
use plywood_core::{Game, Notation, Oracle, Player, Stop, Turn};
use plywood_search::retrograde::Counted;

use super::*;
use crate::testing::skipped;

fn built(name: &str) -> Database<Chess> {
    let game = Chess::default();
    Database::build(&game, game.read_class(name).unwrap(), &Stop::new()).unwrap()
}

/// The numbers that the moves of a number lead to, with how many do.
fn forward(game: &Chess, class: &Class, number: usize) -> HashMap<usize, usize> {
    let mut found = HashMap::new();
    let Some(position) = game.position(class, number).filter(|here| game.turn(here) != Turn::Over) else {
        return found;
    };
    let _ = game.children(&position, |_, after| {
        if game.turn(&after) != Turn::Over {
            *found.entry(game.number(class, &after).unwrap()).or_default() += 1;
        }
        ControlFlow::<()>::Continue(())
    });
    found
}

fn backward(game: &Chess, class: &Class, number: usize) -> HashMap<usize, usize> {
    let mut found = HashMap::new();
    game.sources(class, number, |source, _| *found.entry(source).or_default() += 1);
    found
}

/// Moves that are taken back are the moves, each as often as there are.
#[test]
fn moves_taken_back_are_the_moves() {
    let game = Chess::default();
    for name in ["KQK", "KRK", "KQKR", "KRKR", "KRRK", "KBNK", "KBKB", "KNNK"] {
        let class = game.read_class(name).unwrap();
        let (size, mut rng) = (game.size(&class), seeded(5));
        let drawn = (0..2_000).map(|_| below(&mut rng, size));
        // Positions that a reflection does not change are rare: some of them for certain.
        let symmetric = (0..size)
            .step_by(5)
            .filter(|number| class.part(*number).decode(*number).is_some_and(|(_, symmetric)| symmetric));
        for number in drawn.chain(symmetric.take(200)) {
            let played = game.position(&class, number).is_some_and(|here| game.turn(&here) != Turn::Over);
            if !played {
                continue;
            }
            for (to, times) in forward(&game, &class, number) {
                assert_eq!(
                    backward(&game, &class, to).get(&number),
                    Some(&times),
                    "{name}: {number} to {to}"
                );
            }
            for (from, times) in backward(&game, &class, number) {
                assert_eq!(
                    forward(&game, &class, from).get(&number),
                    Some(&times),
                    "{name}: {from} to {number}"
                );
            }
        }
    }
}

/// The side that was White's or Black's in a list of counts, against numbers of plies that are known.
fn checked(counted: &Counted, [positions, wins, draws, losses]: [u64; 4], longest: [u32; 2]) {
    assert_eq!(
        [counted.positions, counted.wins, counted.draws, counted.losses],
        [positions, wins, draws, losses]
    );
    let last = |plies: &std::collections::BTreeMap<u32, u64>| plies.keys().last().copied().unwrap_or(0);
    assert_eq!([last(&counted.win_plies), last(&counted.loss_plies)], longest);
}

#[test]
fn three_men_have_the_known_counts() {
    let game = Chess::default();
    let [white, black] = built("KQK").counts(&game).try_into().unwrap();
    checked(&white, [144_508, 144_508, 0, 0], [19, 0]);
    checked(&black, [223_944, 0, 23_048, 200_896], [0, 20]);
    assert_eq!((white.win_plies[&1], black.loss_plies[&0], black.loss_plies[&20]), (2448, 364, 56));
    let [white, black] = built("KRK").counts(&game).try_into().unwrap();
    checked(&white, [175_168, 175_168, 0, 0], [31, 0]);
    checked(&black, [223_944, 0, 22_244, 201_700], [0, 32]);
    assert_eq!((white.win_plies[&31], black.loss_plies[&0]), (916, 216));
}

/// Every position of three men has the value and distance that its moves say.
#[test]
fn values_follow_from_each_other() {
    let game = Chess::default();
    let database = built("KRK");
    for number in 0..game.size(database.class()) {
        let Some(position) = game.position(database.class(), number) else { continue };
        let Turn::Player(player) = game.turn(&position) else { continue };
        let seen = |payoff: i32| if player == Player::FIRST { payoff } else { -payoff };
        let (mut best, mut nearest, mut farthest) = (-1, u32::MAX, 0);
        let _ = game.children(&position, |_, after| {
            let exact = database.probe(&game, &after).unwrap();
            let (value, plies) = (seen(exact.payoff), exact.distance.unwrap_or(0) + 1);
            best = best.max(value);
            match value {
                1 => nearest = nearest.min(plies),
                -1 => farthest = farthest.max(plies),
                _ => {}
            }
            ControlFlow::<()>::Continue(())
        });
        let exact = database.probe(&game, &position).unwrap();
        let distance = [Some(farthest), None, Some(nearest)][(best + 1) as usize];
        assert_eq!(
            (seen(exact.payoff), exact.distance),
            (best, distance),
            "{}",
            game.write_position(&position)
        );
    }
}

#[test]
fn colours_may_be_swapped_and_castling_is_not_covered() {
    let game = Chess::default();
    let oracle = Endings::from_spec(&game, &"endings".parse().unwrap()).unwrap();
    let probe = |fen: &str| oracle.probe(&game, &game.read_position(fen).unwrap());
    let white = probe("8/8/8/3k4/8/8/1R6/K7 w - - 0 1").unwrap();
    let black = probe("k7/1r6/8/8/3K4/8/8/8 b - - 0 1").unwrap();
    assert_eq!((white.payoff, black.payoff, white.distance), (1, -1, black.distance));
    assert_eq!(probe("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), None);
    assert_eq!(probe("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), None);
    assert_eq!(oracle.names(), "KQK or KRK");
}

#[test]
fn endings_have_names() {
    let game = Chess::default();
    for (text, name) in [("KQKR", "KQKR"), ("krkq", "KQKR"), ("KNBK", "KBNK"), ("KKR", "KRK")] {
        assert_eq!(game.write_class(&game.read_class(text).unwrap()), name);
    }
    for (wrong, words) in [
        ("KK", "3 to 4"),
        ("KQRKR", "3 to 4"),
        ("KPK", "pawns"),
        ("QK", "expected"),
        ("KQ", "expected"),
        ("KXK", "expected"),
    ] {
        assert!(game.read_class(wrong).unwrap_err().to_string().contains(words), "{wrong}");
    }
    let held = game.classes(&game.read_position("8/8/8/3k4/8/8/1R6/K7 w - - 0 1").unwrap());
    assert_eq!((game.write_class(&held[0]), held.len()), ("KRK".to_string(), 9));
    assert!(game.classes(&game.start()).is_empty());
}

/// King and queen against king and rook: half a minute, so only where it is asked for.
#[test]
fn queen_against_rook_has_the_known_counts() {
    if std::env::var_os("PLYWOOD_ENDINGS").is_none() {
        return skipped("counting all positions of KQKR takes half a minute; set PLYWOOD_ENDINGS=1");
    }
    let game = Chess::default();
    let mates = Arc::new(built("KQKR"));
    let [white, black] = mates.counts(&game).try_into().unwrap();
    checked(&white, [8_952_608, 8_863_768, 71_704, 17_136], [69, 36]);
    checked(&black, [10_780_728, 3_090_088, 627_960, 7_062_680], [37, 70]);
    let conversions = Database::build(&game, Class::conversion(mates), &Stop::new()).unwrap();
    let [white, black] = conversions.counts(&game).try_into().unwrap();
    checked(&white, [8_952_608, 8_863_768, 71_704, 17_136], [61, 4]);
    checked(&black, [10_780_728, 3_090_088, 627_960, 7_062_680], [5, 62]);
}
