//! What the tests of several games share: counting positions, and exact values straight from their definition.

use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;

use plywood_core::picture::Form;
use plywood_core::random::seeded;
use plywood_core::{Game, Line, Notation, Player, Step, Turn, Value};

/// Says why a test is skipped: straight to standard error, since the harness shows nothing that a passing test prints.
pub fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}

/// How many positions there are after exactly `depth` moves.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    let _ = game.children(position, |_, after| {
        leaves += perft(game, &after, depth - 1);
        ControlFlow::<()>::Continue(())
    });
    leaves
}

/// The first player's payoff under best play, by minimax and expectation over the whole tree below a position.
/// Positions met are remembered by their key.
pub fn solve<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<u64, f64>) -> f64 {
    let key = game.key(position);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let value = match game.turn(position) {
        Turn::Over => game.payoff(position, Player::FIRST).to_f64(),
        Turn::Player(player) => {
            let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
            let mut best = f64::NEG_INFINITY;
            let _ = game.children(position, |_, after| {
                best = best.max(sign * solve(game, &after, known));
                ControlFlow::<()>::Continue(())
            });
            sign * best
        }
        Turn::Chance => {
            let mut mean = 0.0;
            let _ = game.events(position, |_, probability, after| {
                mean += probability * solve(game, &after, known);
                ControlFlow::<()>::Continue(())
            });
            mean
        }
    };
    known.insert(key, value);
    value
}

/// Asserts that reading a position is refused at a column, with a message that contains some words.
pub fn refused<G: Notation>(game: &G, text: &str, column: Option<usize>, words: &str) {
    let error = game.read_position(text).expect_err(text);
    assert_eq!(error.column(), column, "{text:?}: {error}");
    assert!(error.to_string().contains(words), "{text:?}: {error}");
}

/// Plays at random and checks that what pictures tell of each heap, seed by seed, ends in what lies there then. What is
/// left at the end of a game may be swept away.
pub fn heaps_are_counted<G: Notation>(game: &G, games: u64) {
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut line = Line::new(game.clone());
        while let Turn::Player(_) = line.turn() {
            let chosen = game.random_move(line.position(), &mut rng);
            let before = line.position().clone();
            line.play(chosen);
            if line.turn() == Turn::Over {
                break;
            }
            let picture = game.picture(line.position(), Some((&before, Step::Move(chosen))));
            let mut told = HashMap::new();
            told.extend(
                picture.last.iter().map(|change| (change.cell, change.count.expect("heaps are counted"))),
            );
            assert!(told.len() > 1, "something was sown");
            for heap in &picture.heaps {
                let Form::Text(label) = &picture.labels[heap.label].form else { panic!("a label is text") };
                let Some(count) = told.get(&heap.cell) else { continue };
                assert_eq!(label.text, count.to_string(), "{}", game.write_position(&before));
            }
        }
    }
}
