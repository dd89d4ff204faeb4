//! PrOM search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plywood_core::spec::Size;
use plywood_core::{Budget, Evaluator, Game, Line, Player, Search, Task};
use plywood_games::randomtree::{Node, RandomTree};
use plywood_search::alphabeta::Config;
use plywood_search::cache::Cache;
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::om::{Pruning, Version};
use plywood_search::opponent::prom::{EqualMoves, OpponentType, Prom, PromConfig, Sharing};
use plywood_search::opponent::shared::{Components, Weighted};
use plywood_search::opponent::utility::Utility;

use super::lattice::{Function, lattices};
use super::support::{Case, cases, probes};

/// Probabilities that are sums of powers of two keep means exact, whatever the order they are added in.
fn types(seed: u64) -> Vec<OpponentType> {
    let spread = [vec![1.0], vec![0.5, 0.5], vec![0.25, 0.75], vec![0.25, 0.25, 0.5], vec![0.5, 0.0, 0.5]];
    let probabilities = &spread[(seed % 5) as usize];
    let evaluation = |place: usize| if seed / 5 % 4 == 3 { place + 1 } else { place };
    let plain = |(place, probability): (usize, &f64)| OpponentType::plain(evaluation(place), *probability);
    probabilities.iter().enumerate().map(plain).collect()
}

#[test]
fn every_version_has_the_definitions_value() {
    let mut searched = 0;
    for case in cases(2500) {
        let bound = (1..4).map(|model| case.spread(0, model)).fold(0.0, f64::max);
        let told = format!("tree {} to depth {}", case.seed, case.depth);
        searched += every_version(&case.tree, &case.functions(), case.depth, case.seed, bound, &told);
    }
    assert!(searched > 30_000);
}

/// The same where lines meet again, and players may move several times in a row.
#[test]
fn transpositions_have_the_definitions_value() {
    let functions = [0, 1, 2, 3].map(Function);
    let mut searched = 0;
    for (lattice, depth) in lattices(1500) {
        let bound = (1..4).map(|model| lattice.spread(depth, 0, model)).fold(0.0, f64::max);
        let told = format!("{lattice:?} to depth {depth}");
        searched += every_version(&lattice, &functions, depth, lattice.seed, bound, &told);
    }
    assert!(searched > 20_000);
}

fn every_version<G: Game, E: Evaluator<G>>(
    game: &G,
    functions: &[E],
    depth: u32,
    seed: u64,
    bound: f64,
    told: &str,
) -> u64 {
    let mut types = types(seed);
    let horizons = [None, None, None, Some(depth / 2), Some(depth + 1)];
    types[0].probe = horizons[(seed / 3 % 5) as usize];
    let deeper = types[0].probe.is_some();
    let speculate = [None, None, Some(1), Some(3)][(seed / 13 % 4) as usize];
    let ties = [EqualMoves::First, EqualMoves::Random][(seed / 2 % 2) as usize];
    let mut searched = 0;
    for version in [Version::Probes, Version::OnePass] {
        for pruning in [Pruning::None, Pruning::Beta, Pruning::BoundedSum(bound)] {
            if matches!(pruning, Pruning::BoundedSum(_)) && (deeper || speculate.is_some()) {
                continue;
            }
            for config in probes() {
                for sharing in [Sharing::None, Sharing::Own(64), Sharing::All(64)] {
                    let deepening = sharing == Sharing::All(64);
                    let threads = 1 + ((seed + searched) / 3 % 3) as usize;
                    let sizes = [Size::Off, Size::Entries(64), Size::Entries(1 << 12)];
                    let own_table = sizes[((seed + searched) % 3) as usize];
                    let rest = PromConfig { ties, speculate, deepening, ..PromConfig::PLAIN };
                    let settings = PromConfig { version, pruning, sharing, threads, own_table, ..rest };
                    check(game, functions, &types, depth, settings, config.clone(), told);
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
    types: &[OpponentType],
    depth: u32,
    settings: PromConfig,
    probes: Config,
    told: &str,
) {
    let root = game.start();
    let definition = Definition::new(game, &root);
    let PromConfig { speculate, ties, utility, .. } = settings;
    let at = |less: u32| -> Vec<_> {
        let left = |one: &OpponentType| one.probe.map_or(depth, |probe| probe + 1) - less;
        types.iter().filter(|one| one.probability > 0.0).map(|one| (one.clone(), left(one))).collect()
    };
    let value = |node, less| definition.prom(functions, &at(less), node, speculate, ties, utility);
    let expected = value((&root, 0, depth), 0);
    let told = format!("{settings:?} with {types:?} and {probes:?} on {told}");
    let mut search = Prom::new(functions.to_vec(), types.to_vec(), probes, settings);
    let line = Line::new(game.clone());
    let report = search.think(&line, Task::new(Budget::depth(depth)));
    // Three equal moves share what cannot be shared exactly.
    assert!((report.value - expected).abs() < 1e-9, "{} for {expected}, value of {told}", report.value);
    let child = game.play(&root, report.best.unwrap());
    let reached = value((&child, 1, depth - 1), 1);
    assert!((reached - expected).abs() < 1e-9, "{reached} for {expected}, move of {told}");
}

/// Types that have a model of MAX themselves.
#[test]
fn types_may_have_levels() {
    for case in cases(600) {
        let types = vec![
            OpponentType::plain(0, 0.25),
            OpponentType { levels: vec![1, 2], probability: 0.5, probe: None },
            OpponentType { levels: vec![2, 0, 3], probability: 0.25, probe: None },
        ];
        for config in probes() {
            for ties in [EqualMoves::First, EqualMoves::Random] {
                for (sharing, deepening) in [(Sharing::None, false), (Sharing::All(64), true)] {
                    let settings = PromConfig { ties, sharing, deepening, ..PromConfig::PLAIN };
                    let told = format!("tree {}", case.seed);
                    let functions = case.functions();
                    check(&case.tree, &functions, &types, case.depth, settings, config.clone(), &told);
                }
            }
        }
    }
}

/// Values are certainty equivalents. Large payoffs would drown in the exponential.
#[test]
fn utility_is_the_definitions() {
    for case in cases(900).filter(|case| case.seed / 7 % 3 != 2) {
        let functions = case.functions();
        let root = case.tree.start();
        let types = vec![OpponentType::plain(0, 0.5), OpponentType::plain(1, 0.5)];
        let depths: Vec<_> = types.iter().map(|one| (one.clone(), case.depth)).collect();
        for aversion in [-0.01, 0.01] {
            let utility = Utility { aversion };
            let expected = case.definition().prom(
                &functions,
                &depths,
                (&root, 0, case.depth),
                None,
                EqualMoves::First,
                utility,
            );
            let expected = utility.inverse(expected);
            for version in [Version::Probes, Version::OnePass] {
                let settings = PromConfig { version, utility, ..PromConfig::PLAIN };
                let [config, ..] = probes();
                let report = case.run(Prom::new(functions.clone(), types.clone(), config, settings));
                let near = (report.value - expected).abs() <= 1e-6 * expected.abs().max(1.0);
                assert!(near, "{} for {expected}", report.value);
            }
        }
    }
}

/// Remembered evaluations change no value and save some.
#[test]
fn sharing_saves_evaluations() {
    let evaluations = |sharing| -> u64 {
        let one = |case: Case| {
            let types = vec![OpponentType::plain(0, 0.5), OpponentType::plain(1, 0.5)];
            let settings = PromConfig { sharing, ..PromConfig::PLAIN };
            let [config, ..] = probes();
            case.run(Prom::new(case.functions(), types, config, settings)).evaluations
        };
        cases(400).filter(|case| case.seed % 2 == 1).map(one).sum()
    };
    let [none, own, all] = [Sharing::None, Sharing::Own(1 << 12), Sharing::All(1 << 12)].map(evaluations);
    assert!(all < own && own < none, "{all}, {own}, {none}");
}

/// The values of all functions at a node, and how often they were asked for.
struct Counted(Arc<AtomicU64>);

impl Components<RandomTree> for Counted {
    fn components(&self, tree: &RandomTree, node: &Node, player: Player) -> Vec<f64> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
        (0..4).map(|function| sign * tree.value(node, function)).collect()
    }
    fn largest(&self, _: &RandomTree) -> f64 {
        1e6
    }
}

/// Types that weigh the same components have the values of such functions, and components are made once a position.
#[test]
fn components_are_shared() {
    let weights = vec![vec![1.0, 0.0, 0.0, 0.0], vec![0.0, 1.0, 0.0, 0.0], vec![0.0, 0.0, 1.0, 0.0]];
    for case in cases(600).filter(|case| case.seed % 2 == 1) {
        let types: Vec<_> = [0.25, 0.25, 0.5]
            .iter()
            .enumerate()
            .map(|(place, probability)| OpponentType::plain(place, *probability))
            .collect();
        for version in [Version::Probes, Version::OnePass] {
            let settings = PromConfig { version, ..PromConfig::PLAIN };
            let [config, ..] = probes();
            let apart =
                case.run(Prom::new(case.functions(), types.clone(), config.clone(), settings.clone()));
            let made = Arc::new(AtomicU64::new(0));
            let cache = Cache::new(1 << 16);
            let family = Weighted::family(Counted(made.clone()), cache.clone(), &weights);
            let together = case.run(Prom::new(family, types.clone(), config, settings));
            assert_eq!((together.value, together.best), (apart.value, apart.best), "tree {}", case.seed);
            // As many evaluations, but each position's components once.
            assert_eq!(together.evaluations, apart.evaluations);
            let (hits, misses) = cache.counts();
            assert_eq!((misses, hits + misses), (made.load(Ordering::Relaxed), together.evaluations));
            let nodes: u64 = (0..=case.depth).map(|ply| u64::from(case.width()).pow(ply)).sum();
            assert!(misses <= nodes, "{misses} of {nodes} positions");
            assert!(case.depth < 2 || hits > 0, "something is shared on tree {}", case.seed);
        }
    }
}
