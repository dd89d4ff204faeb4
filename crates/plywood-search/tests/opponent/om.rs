//! OM search.

use plywood_core::Game;
use plywood_search::opponent::om::{Om, OmConfig, Pruning, Ties, Version};

use crate::support::{Case, cases, probes};

/// Every exact version has the definition's value and a move that the definition allows.
#[test]
fn every_version_has_the_definitions_value() {
    let mut searched = 0;
    for case in cases(3000) {
        let bound = case.spread(0, 1);
        let ties = [Ties::First, Ties::Worst { epsilon: 0.0 }, Ties::Worst { epsilon: 1.0 }];
        let ties = ties[(case.seed / 2 % 3) as usize];
        let horizons = [None, None, Some(case.depth / 2), Some(case.depth + 1)];
        let probe = horizons[(case.seed / 5 % 4) as usize];
        let speculate = [None, None, Some(1), Some(2)][(case.seed / 11 % 4) as usize];
        for version in [Version::Probes, Version::OnePass] {
            for pruning in [Pruning::None, Pruning::Beta, Pruning::BoundedSum(bound)] {
                // Both must see the same leaves for a bounded sum.
                if matches!(pruning, Pruning::BoundedSum(_)) && (probe.is_some() || speculate.is_some()) {
                    continue;
                }
                for config in probes() {
                    for deepening in [false, true] {
                        let settings = OmConfig {
                            version,
                            pruning,
                            ties,
                            probe,
                            speculate,
                            deepening,
                            ..OmConfig::PLAIN
                        };
                        check(&case, &settings, config.clone());
                        searched += 1;
                    }
                }
            }
        }
    }
    assert!(searched > 40_000);
}

fn check(case: &Case, settings: &OmConfig, probes: plywood_search::alphabeta::Config) {
    let functions = case.functions();
    let (own, model) = (functions[0], functions[1]);
    let definition = case.definition();
    let OmConfig { probe, speculate, ties, .. } = *settings;
    let model_depth = probe.map_or(case.depth, |probe| probe + 1);
    let value = |node: (&plywood_games::randomtree::Node, u32, u32), model_depth| {
        definition.om(&own, &model, node, model_depth, speculate, ties)
    };
    let root = case.tree.start();
    let expected = value((&root, 0, case.depth), model_depth);
    let report = case.run(Om::new(own, model, probes, settings.clone()));
    let told = format!("{settings:?} on tree {} to depth {}", case.seed, case.depth);
    assert_eq!(report.value, expected, "value of {told}");
    let child = case.tree.play(&root, report.best.unwrap());
    let reached = value((&child, 1, case.depth - 1), model_depth - 1);
    assert_eq!(reached, expected, "move of {told}");
}
