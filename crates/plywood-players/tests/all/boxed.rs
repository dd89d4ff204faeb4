//! A boxed game is the game it holds. Typed searches are compared of games that have them anyway.

use plywood_core::{Game, Line, Notation, Spec, Task, conformance};
use plywood_games::connect4::{self, AnyConnect4};
use plywood_games::kalah::Kalah;
use plywood_games::randomtree::RandomTree;
use plywood_players::boxed::{Boxable, Boxed};
use plywood_players::searches::make;
use plywood_small_games::einstein::Einstein;
use plywood_small_games::nim::Nim;
use plywood_small_games::pig::Pig;
use plywood_small_games::tictactoe::TicTacToe;

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec")
}

/// The boxed game keeps the rules.
fn conforms<G: Boxable>(game: G) {
    let boxed = Boxed::new(game);
    conformance::rules(&boxed, 10);
    conformance::evaluators(&boxed, 10);
}

/// Searches of the boxed game answer what they answer for the typed one.
fn agrees<G: Boxable>(game: G, searches: &[&str]) {
    let boxed = Boxed::new(game.clone());
    conforms(game.clone());
    for text in searches {
        let (mut typed, budget) = make(&game, &spec(text)).expect("it fits");
        let (mut other, _) = make(&boxed, &spec(text)).expect("it fits");
        let typed = typed.think(&Line::new(game.clone()), Task::new(budget).seed(1));
        let other = other.think(&Line::new(boxed.clone()), Task::new(budget).seed(1));
        let name = |chosen| game.write_move(&game.start(), chosen);
        let boxed_name = |chosen| boxed.write_move(&boxed.start(), chosen);
        assert_eq!(typed.best.map(name), other.best.map(boxed_name), "{text}");
        assert_eq!(
            (typed.value, typed.proven, typed.nodes),
            (other.value, other.proven, other.nodes),
            "{text}"
        );
    }
}

#[test]
fn small_games_keep_their_rules() {
    conforms(TicTacToe);
    conforms(Nim::from_spec(&spec("nim(matches=15)")).unwrap());
    conforms(Pig::from_spec(&spec("pig(target=10)")).unwrap());
    conforms(Einstein::new(3));
}

#[test]
fn boxed_games_are_the_games_they_hold() {
    let AnyConnect4::Other(small) = connect4::from_spec(&spec("connect4(columns=5, rows=4)")).unwrap() else {
        panic!("a small board is not the standard one");
    };
    agrees(small, &["ab(depth=6)", "om(depth=4)", "minimax(depth=4)", "uct(simulations=100)"]);
    agrees(
        Kalah::from_spec(&spec("kalah(holes=4, seeds=3)")).unwrap(),
        &["pvs(depth=7)", "mtdf(depth=7)", "prom(depth=4)", "maxn(depth=4)"],
    );
    let tree = |text| RandomTree::from_spec(&spec(text)).unwrap();
    agrees(
        tree("randomtree(width=3, depth=6, seed=7, chance=on)"),
        &["expectimax(depth=4)", "star2(depth=4)", "star_etc(depth=6)", "uct(simulations=100)"],
    );
    agrees(tree("randomtree(width=3, depth=6)"), &["ab(depth=6)", "mstar(depth=4)", "mc(simulations=50)"]);
}
