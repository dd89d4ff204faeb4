//! OM search.

use plywood_core::spec::Size;
use plywood_core::{Budget, Evaluator, Game, Line, Search, Task};
use plywood_search::alphabeta::Config;
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::modelling::Windows;
use plywood_search::opponent::om::{Om, OmConfig, Pruning, Ties, Version};

use super::lattice::{Function, Lattice, lattices};
use super::support::{cases, probes};

/// Every exact version has the definition's value and a move that the definition allows.
#[test]
fn every_version_has_the_definitions_value() {
    let mut searched = 0;
    for case in cases(3000) {
        let told = format!("tree {} to depth {}", case.seed, case.depth);
        searched +=
            every_version(&case.tree, &case.functions(), case.depth, case.seed, case.spread(0, 1), &told);
    }
    assert!(searched > 40_000);
}

/// The same where lines meet again, and players may move several times in a row.
#[test]
fn transpositions_have_the_definitions_value() {
    let functions = [Function(0), Function(1)];
    let mut searched = 0;
    for (lattice, depth) in lattices(2500) {
        let (seed, bound) = (lattice.seed, lattice.spread(depth, 0, 1));
        searched +=
            every_version(&lattice, &functions, depth, seed, bound, &format!("{lattice:?} to depth {depth}"));
    }
    assert!(searched > 40_000);
}

fn every_version<G: Game, E: Evaluator<G>>(
    game: &G,
    functions: &[E],
    depth: u32,
    seed: u64,
    bound: f64,
    told: &str,
) -> u64 {
    let ties = [Ties::First, Ties::Worst { epsilon: 0.0 }, Ties::Worst { epsilon: 1.0 }];
    let ties = ties[(seed / 2 % 3) as usize];
    let horizons = [None, None, Some(depth / 2), Some(depth + 1)];
    let probe = horizons[(seed / 5 % 4) as usize];
    let speculate = [None, None, Some(1), Some(2)][(seed / 11 % 4) as usize];
    let mut searched = 0;
    for version in [Version::Probes, Version::OnePass] {
        for pruning in [Pruning::None, Pruning::Beta, Pruning::BoundedSum(bound)] {
            // Both must see the same leaves for a bounded sum.
            if matches!(pruning, Pruning::BoundedSum(_)) && (probe.is_some() || speculate.is_some()) {
                continue;
            }
            for config in probes() {
                for deepening in [false, true] {
                    // Every combination of windows and table with something.
                    let turn = seed + searched;
                    let windows = Windows {
                        pvs: turn.is_multiple_of(2),
                        aspiration: [None, Some(0.0), Some(3.0)][(turn / 2 % 3) as usize],
                    };
                    let own_table = [Size::Off, Size::Entries(64), Size::Entries(1 << 12)];
                    let own_table = own_table[(turn / 4 % 3) as usize];
                    let threads = 1 + (turn / 5 % 3) as usize;
                    let rest = OmConfig { ties, probe, speculate, deepening, threads, ..OmConfig::PLAIN };
                    let settings = OmConfig { version, pruning, windows, own_table, ..rest };
                    check(game, functions, depth, &settings, config.clone(), told);
                    searched += 1;
                }
            }
        }
    }
    searched
}

fn check<G: Game, E: Evaluator<G>>(
    game: &G,
    functions: &[E],
    depth: u32,
    settings: &OmConfig,
    probes: Config,
    told: &str,
) {
    let (own, model) = (&functions[0], &functions[1]);
    let root = game.start();
    let definition = Definition::new(game, &root);
    let OmConfig { probe, speculate, ties, .. } = *settings;
    let model_depth = probe.map_or(depth, |probe| probe + 1);
    let value = |node, model_depth| definition.om(own, model, node, model_depth, speculate, ties);
    let expected = value((&root, 0, depth), model_depth);
    let told = format!("{settings:?} with {probes:?} on {told}");
    let mut search = Om::new(own.clone(), model.clone(), probes, settings.clone());
    let line = Line::new(game.clone());
    let report = search.think(&line, Task::new(Budget::depth(depth)));
    assert_eq!(report.value, expected, "value of {told}");
    let child = game.play(&root, report.best.unwrap());
    assert_eq!(value((&child, 1, depth - 1), model_depth - 1), expected, "move of {told}");
}

/// What tables of nodes are for: fewer evaluations where lines meet again.
#[test]
fn tables_save_evaluations() {
    let evaluations = |version, bounded, own_table| -> u64 {
        let one = |(lattice, depth): (Lattice, u32)| {
            let bound = Pruning::BoundedSum(lattice.spread(depth, 0, 1));
            let pruning = if bounded { bound } else { Pruning::Beta };
            let settings = OmConfig { version, pruning, own_table, ..OmConfig::PLAIN };
            let mut search = Om::new(Function(0), Function(1), Config::PLAIN, settings);
            search.think(&Line::new(lattice), Task::new(Budget::depth(depth))).evaluations
        };
        lattices(300).map(one).sum()
    };
    for version in [Version::Probes, Version::OnePass] {
        let sizes = [Size::Off, Size::Entries(1 << 14)];
        let [plain, table] = sizes.map(|size| evaluations(version, false, size));
        let [bounded, both] = sizes.map(|size| evaluations(version, true, size));
        assert!(10 * table < 9 * plain && 10 * both < 9 * bounded && both < table, "{version:?}");
    }
}
