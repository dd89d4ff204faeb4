//! A player refuses a line of the same type but other rules, whose positions may not even fit its board.

use plywood_core::facade::AnyLine;
use plywood_core::{Budget, Stop, Task};
use plywood_registry::game;

#[test]
fn other_rules_of_the_same_game_are_refused() {
    for (own, other, search) in [
        ("kalah(holes=4)", "kalah(holes=6)", "ab(depth=3)"),
        ("kalah(holes=6)", "kalah(holes=4)", "ab(depth=3)"),
        ("dice(board=9, win=6)", "dice(board=7)", "star1(depth=1)"),
        ("connect4(columns=5, rows=4)", "connect4(columns=8, rows=8)", "uct(simulations=5)"),
        ("nim(matches=5)", "nim(matches=20)", "formula"),
        ("pig(target=10)", "pig(target=100)", "value_iteration"),
        ("randomtree(seed=1)", "randomtree(seed=2)", "minimax(depth=1)"),
        ("tree:([3 4] [5 6])", "tree:([3 4] [5 7])", "minimax"),
    ] {
        let (own, other) = (game(own).unwrap(), game(other).unwrap());
        let mut player = own.player(&search.parse().unwrap()).unwrap();
        let mut think = |line: &dyn AnyLine| player.think(line, Task::new(Budget::UNSET).seed(1));
        let refusal = think(&*other.start()).unwrap_err().to_string();
        assert!(refusal.contains("other rules"), "{}: {refusal}", own.spec());
        assert!(think(&*own.start()).is_ok(), "{}", own.spec());
        let drawn = player.trace(&*other.start(), 10).unwrap_err().to_string();
        assert!(drawn.contains("other rules"), "{}: {drawn}", own.spec());
        assert!(own.perft(&*other.start(), 1, &Stop::new()).is_err(), "{}", own.spec());
    }
}

#[test]
fn the_same_rules_said_otherwise_are_the_same() {
    let (short, long) = (game("kalah").unwrap(), game("kalah(holes=6, seeds=4)").unwrap());
    let mut player = short.player(&"ab(depth=2)".parse().unwrap()).unwrap();
    assert!(player.think(&*long.start(), Task::new(Budget::UNSET).seed(1)).is_ok());
}
