//! Two evaluations are compared on games whose values are known.

use plywood_core::Stop;
use plywood_registry::game;
use plywood_study::compare::{Better, Plan, compare};

fn plan(own: &str, other: &str, truth: &str, positions: usize) -> Plan {
    let [own, other, truth] = [own, other, truth].map(|text| text.parse().unwrap());
    Plan { own, other, truth, positions, depth: 2, seed: 1 }
}

#[test]
fn evaluations_are_compared_on_a_solved_game() {
    let game = game("tictactoe").unwrap();
    let compared =
        compare(&*game, &plan("open_lines", "zero", "ab", 120), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((compared.positions, compared.proven), (120, 120), "alpha-beta sees to the end");
    let numbers: Vec<u32> = compared.orderings.iter().map(|one| one.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
    // An evaluation that counts open lines plays better than one that says nothing. By the other orderings it
    // need not be better: most positions are drawn, and who says the same of every one of them is often
    // right.
    let tournament = compared.orderings.iter().find(|one| one.number == 4).unwrap();
    assert_eq!(tournament.better, Better::First, "{tournament:?}");
    assert!(compared.bound > 0.0 && compared.errors.trees == 20, "{compared:?}");
    // An evaluation beside itself: nothing is better, nothing apart, and OM search is minimax.
    let same = compare(&*game, &plan("zero", "zero", "ab", 60), &Stop::new(), &mut |_| {}).unwrap();
    assert!(same.orderings.iter().all(|one| one.better == Better::Neither), "{same:?}");
    assert!(same.bound == 0.0 && same.violations == 0 && !same.admissible, "equal is not better");
}

/// An evaluation that is the truth is admissible beside one that is not, and gains by the other's errors.
#[test]
fn the_truth_is_admissible() {
    let game = game("randomtree(width=3, depth=6, seed=4, functions=2)").unwrap();
    let truth = "mstar(levels=levels(v0), depth=0)";
    let compared = compare(&*game, &plan("v0", "v1", truth, 60), &Stop::new(), &mut |_| {}).unwrap();
    assert!(compared.admissible && compared.violations == 0, "{compared:?}");
    assert!(compared.errors.type_1 == 0 && compared.errors.type_2 == 0, "{:?}", compared.errors);
    assert!(compared.errors.gain > 0.0, "{:?}", compared.errors);
    let turned = compare(&*game, &plan("v1", "v0", truth, 60), &Stop::new(), &mut |_| {}).unwrap();
    assert!(!turned.admissible && turned.errors.type_1 > 0 && turned.errors.gain < 0.0, "{turned:?}");
    assert_eq!(turned.bound, compared.bound);
}
