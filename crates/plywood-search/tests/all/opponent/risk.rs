//! Gain against risk.

use plywood_core::Game;
use plywood_games::randomtree::Node;
use plywood_search::opponent::om::{Om, OmConfig, Ties, Version};
use plywood_search::opponent::prom::{EqualMoves, OpponentType, Prom, PromConfig, Sharing};
use plywood_search::opponent::risk::Attitude;
use plywood_search::opponent::utility::Utility;

use super::support::{cases, probes};

#[test]
fn gain_first_loss_first_and_balanced_are_the_definitions() {
    for case in cases(1500) {
        let functions = case.functions();
        let root = case.tree.start();
        let node = (&root, 0, case.depth);
        for attitude in [Attitude::GainFirst, Attitude::LossFirst, Attitude::Balanced(1.0)] {
            let expected = case.definition().prospect(&functions[0], &functions[1], node, attitude);
            for config in probes() {
                let settings = OmConfig { attitude, deepening: true, ..OmConfig::PLAIN };
                let report = case.run(Om::new(functions[0], functions[1], config, settings));
                let told = format!("{attitude:?} on tree {} to depth {}", case.seed, case.depth);
                assert_eq!(report.value, expected.against_model, "{told}");
                let child = case.tree.play(&root, report.best.unwrap());
                let below = case.definition().prospect(
                    &functions[0],
                    &functions[1],
                    (&child, 1, case.depth - 1),
                    attitude,
                );
                assert_eq!(below, expected, "move of {told}");
            }
        }
    }
}

/// Gain first is OM search with a preference among equals; risk is never negative.
#[test]
fn gain_and_risk_are_what_the_thesis_says() {
    for case in cases(1500) {
        let functions = case.functions();
        let (definition, root) = (case.definition(), case.tree.start());
        let node = (&root, 0, case.depth);
        let minimax = definition.minimax(&functions[0], node);
        let om = definition.om(&functions[0], &functions[1], node, case.depth, None, Ties::First);
        let gain_first = definition.prospect(&functions[0], &functions[1], node, Attitude::GainFirst);
        let loss_first = definition.prospect(&functions[0], &functions[1], node, Attitude::LossFirst);
        assert_eq!(gain_first.against_model, om);
        assert!(minimax >= gain_first.against_minimax, "risk is not negative");
        assert_eq!(loss_first.against_minimax, minimax, "the least risk is none");
    }
}

/// Strict risk management never gives up more than its margin of minimax value, and takes the best of what is left.
#[test]
fn strict_management_keeps_the_minimax_value() {
    let deviated = [0.0, 2.0].map(strict_management);
    assert!(0 < deviated[0] && deviated[0] < deviated[1], "margins leave room to speculate: {deviated:?}");
}

fn strict_management(margin: f64) -> u32 {
    let mut deviated = 0;
    for case in cases(1500) {
        let functions = case.functions();
        let (definition, root) = (case.definition(), case.tree.start());
        let minimax = |child: &Node| definition.minimax(&functions[0], (child, 1, case.depth - 1));
        let om = |child: &Node| {
            let node = (child, 1, case.depth - 1);
            definition.om(&functions[0], &functions[1], node, case.depth - 1, None, Ties::First)
        };
        let children = definition.children(&root);
        let best = children.iter().map(|(_, child)| minimax(child)).fold(f64::MIN, f64::max);
        let safe: Vec<_> = children.iter().filter(|(_, child)| minimax(child) >= best - margin).collect();
        let expected = safe.iter().map(|(_, child)| om(child)).fold(f64::MIN, f64::max);
        for version in [Version::Probes, Version::OnePass] {
            let settings = OmConfig { version, attitude: Attitude::Strict(margin), ..OmConfig::PLAIN };
            let [_, config, _] = probes();
            let report = case.run(Om::new(functions[0], functions[1], config, settings));
            let child = case.tree.play(&root, report.best.unwrap());
            assert!(minimax(&child) >= best - margin);
            assert_eq!(report.value, expected);
            deviated += u32::from(report.best != Some(safe[0].0));
        }
    }
    deviated
}

/// The same for PrOM search.
#[test]
fn strict_management_of_several_types() {
    let mut deviated = 0;
    for case in cases(1500) {
        let functions = case.functions();
        let (definition, root) = (case.definition(), case.tree.start());
        let types =
            vec![OpponentType::plain(0, 0.25), OpponentType::plain(1, 0.25), OpponentType::plain(2, 0.5)];
        let minimax = |child: &Node| definition.minimax(&functions[0], (child, 1, case.depth - 1));
        let at: Vec<_> = types.iter().map(|one| (one.clone(), case.depth - 1)).collect();
        let prom = |child: &Node| {
            let node = (child, 1, case.depth - 1);
            definition.prom(&functions, &at, node, None, EqualMoves::First, Utility::NEUTRAL)
        };
        let children = definition.children(&root);
        let best = children.iter().map(|(_, child)| minimax(child)).fold(f64::MIN, f64::max);
        let safe: Vec<_> = children.iter().filter(|(_, child)| minimax(child) == best).collect();
        let expected = safe.iter().map(|(_, child)| prom(child)).fold(f64::MIN, f64::max);
        for (version, sharing) in [
            (Version::Probes, Sharing::All(64)),
            (Version::Probes, Sharing::None),
            (Version::OnePass, Sharing::None),
        ] {
            let settings = PromConfig { version, sharing, strict: Some(0.0), ..PromConfig::PLAIN };
            let [_, config, _] = probes();
            let report = case.run(Prom::new(functions.clone(), types.clone(), config, settings));
            let child = case.tree.play(&root, report.best.unwrap());
            assert_eq!((minimax(&child), report.value, prom(&child)), (best, expected, expected));
            deviated += u32::from(report.best != Some(safe[0].0));
        }
    }
    assert!(deviated > 0, "some trees leave room to speculate");
}

/// Root-value pruning is not exact, as the thesis says, but never below minimax.
#[test]
fn root_value_pruning_is_not_exact() {
    let mut missed = 0;
    for case in cases(1500) {
        let functions = case.functions();
        let (definition, root) = (case.definition(), case.tree.start());
        let node = (&root, 0, case.depth);
        let om = definition.om(&functions[0], &functions[1], node, case.depth, None, Ties::First);
        let minimax = definition.minimax(&functions[0], node);
        let settings = OmConfig { root_value: true, ..OmConfig::PLAIN };
        let [config, ..] = probes();
        let report = case.run(Om::new(functions[0], functions[1], config, settings));
        assert!(report.value >= minimax && report.value <= om);
        missed += u32::from(report.value < om);
    }
    assert!(missed > 0);
}
