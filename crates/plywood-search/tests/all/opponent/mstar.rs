//! M* search and the symmetric search.

use plywood_core::{Game, Player};
use plywood_search::opponent::mstar::{Nested, NestedConfig, Passes};

use super::support::{Case, cases, probes, tree};

#[test]
fn every_nesting_has_the_definitions_value() {
    for case in cases(2000) {
        let functions = case.functions();
        let levels = &functions[..1 + (case.seed % 4) as usize];
        let bound = (1..levels.len()).map(|level| case.spread(level - 1, level)).fold(0.0, f64::max);
        let epsilon = [None, None, Some(0.0), Some(1.0)][(case.seed / 4 % 4) as usize];
        let definition = case.definition();
        let root = case.tree.start();
        let expected = definition.nested(levels, Player::FIRST, (&root, 0, case.depth), epsilon);
        let all = [Passes::Multi, Passes::One { bound: None }, Passes::One { bound: Some(bound) }];
        for passes in all {
            for config in probes() {
                for deepening in [false, true] {
                    let settings = NestedConfig { passes, epsilon, deepening };
                    let report = case.run(Nested::new(levels.to_vec(), config.clone(), settings));
                    let told = format!("{settings:?}, {} levels, tree {}", levels.len(), case.seed);
                    assert_eq!(report.value, expected, "value of {told}");
                    let child = case.tree.play(&root, report.best.unwrap());
                    let reached =
                        definition.nested(levels, Player::FIRST, (&child, 1, case.depth - 1), epsilon);
                    assert_eq!(reached, expected, "move of {told}");
                }
            }
        }
    }
}

/// A model that may be wrong by anything is minimax, one that is never wrong and has one level is OM search.
#[test]
fn epsilon_leads_from_om_search_to_minimax() {
    for case in cases(500) {
        let functions = case.functions();
        let definition = case.definition();
        let root = case.tree.start();
        let settings = NestedConfig { passes: Passes::Multi, epsilon: Some(1e6), deepening: false };
        let [config, ..] = probes();
        let report = case.run(Nested::new(functions[..2].to_vec(), config, settings));
        assert_eq!(report.value, definition.minimax(&functions[0], (&root, 0, case.depth)));
    }
}

/// Bounds between neighbours cut more than simple pruning can, and never less: the functions of these trees are near
/// each other, so that the bounds say something.
#[test]
fn bounded_sums_save_evaluations() {
    let mut saved = 0;
    let evaluations = |seed: u64, levels: usize, bounded: bool| -> u64 {
        let text = format!("randomtree(width=3, depth=24, seed={seed}, functions=4, mix=0.95)");
        let case = Case { tree: tree(&text), depth: 5, seed };
        let bound = (1..levels).map(|level| case.spread(level - 1, level)).fold(0.0, f64::max);
        let passes = Passes::One { bound: bounded.then_some(bound) };
        let settings = NestedConfig { passes, epsilon: None, deepening: false };
        let [config, ..] = probes();
        case.run(Nested::new(case.functions()[..levels].to_vec(), config, settings)).evaluations
    };
    for (seed, levels) in (0..40).flat_map(|seed| [(seed, 2), (seed, 3)]) {
        let (with, without) = (evaluations(seed, levels, true), evaluations(seed, levels, false));
        assert!(with <= without, "{with} of {without} on tree {seed}, {levels} levels");
        saved += u32::from(10 * with < 9 * without);
    }
    assert!(saved >= 40, "a tenth was saved on {saved} trees of 80");
}

#[test]
fn the_symmetric_search_has_the_definitions_value() {
    for case in cases(1000) {
        let functions = case.functions();
        let root = case.tree.start();
        let (expected, _) = case.definition().mutual(&functions[0], &functions[1], (&root, 0, case.depth));
        let report = case.run(Nested::mutual(functions[0], functions[1], false));
        assert_eq!(report.value, expected);
    }
}
