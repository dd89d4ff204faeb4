//! Opponent-model searches as players: by spec, for every two-player game without chance, with any evaluations.

use plywood_core::game::{Chance, Sum};
use plywood_core::{Budget, Spec, Task, Turn};
use plywood_registry::{GAMES, game};

const PLAYERS: &[&str] = &[
    "om",
    "om(version=one_pass, prune=none)",
    "om(version=one_pass, ties=worst)",
    "om(speculate=1, probe=2)",
    "om(ties=worst, epsilon=2, table=off)",
    "om(risk=strict)",
    "om(risk=strict(3), speculate=1)",
    "prom(risk=strict(3))",
    "om(risk=gain_first)",
    "om(risk=loss_first)",
    "om(risk=balanced)",
    "om(risk=balanced(2))",
    "om(pvs=on, aspiration=3, own_table=2^10, threads=2)",
    "om(version=one_pass, prune=bounded, bound=1000000, pvs=on, aspiration=0, own_table=64KB)",
    "om(risk=root_value)",
    "prom",
    "prom(types=either(type(p=1), type(eval=default, p=3, probe=1)), threads=2)",
    "prom(version=one_pass, ties=random)",
    "prom(types=either(type(p=1), type(eval=default, model=default)), shared=2^10, risk=strict, aversion=0.1)",
    "prom(types=either(type(p=1), type(eval=default, p=1)), learn=fast, own_table=2^10)",
    "prom(types=either(type(p=1), type(eval=default, p=1)), learn=switch(watch=1))",
    "prom(types=either(type(p=1), type(eval=default, model=default)), learn=slow(gamma=0.5, watch=1), pvs=on)",
    "mstar(levels=levels(default, default, default))",
    "mstar(levels=levels(default, default), passes=one, bound=0, epsilon=1)",
    "mstar(levels=levels(default, default), passes=mutual)",
    "mn",
    "fallible",
    "heuristic",
    "optimal",
    "speculative",
];

#[test]
fn they_play_every_game_that_fits() {
    let mut games = 0;
    for spec in GAMES.iter().flat_map(|entry| entry.examples) {
        let game = game(spec).unwrap();
        let nature = game.nature();
        let fits = nature.players == 2 && nature.sum == Sum::Zero && nature.chance == Chance::None;
        for text in PLAYERS {
            let parsed: Spec = text.parse().unwrap();
            let player = game.player(&parsed);
            assert_eq!(player.is_ok(), fits, "{text} on {spec}");
            let Ok(mut player) = player else { continue };
            let mut line = game.start();
            let mut plies = 0;
            while matches!(line.turn(), Turn::Player(_)) && plies < 4 {
                let budget = Budget { depth: Some(3), evaluations: Some(400), ..Budget::UNSET };
                let report = player.think(&*line, Task::new(budget).seed(1)).unwrap();
                assert!(report.evaluations <= 400, "{text} on {spec} asked {}", report.evaluations);
                line.step(&report.best.expect("a move")).unwrap_or_else(|error| panic!("{text}: {error}"));
                plies += 1;
            }
        }
        games += u32::from(fits);
    }
    assert!(games >= 5);
}

/// Any evaluation of a game can be anybody's.
#[test]
fn any_evaluation_is_own_or_the_opponents() {
    for entry in GAMES {
        let game = game(entry.examples[0]).unwrap();
        let nature = game.nature();
        if nature.players != 2 || nature.sum != Sum::Zero || nature.chance != Chance::None {
            continue;
        }
        for own in game.evaluators() {
            for other in game.evaluators() {
                let (own, other) = (own.name, other.name);
                let specs = [
                    format!("om(own={own}, opponent={other}, depth=2)"),
                    format!("prom(own={own}, types=either(type, type(eval={other})), depth=2)"),
                    format!("mstar(levels=levels({own}, {other}), depth=2)"),
                ];
                for text in specs {
                    let mut player = game.player(&text.parse().unwrap()).unwrap();
                    let line = game.start();
                    let report = player.think(&*line, Task::new(Budget::UNSET).seed(1)).unwrap();
                    assert!(report.best.is_some() && report.depth > 0, "{text}");
                }
            }
        }
    }
}

#[test]
fn wrong_specs_say_what_would_be_right() {
    let game = game("tree:([9/8 7/6] [8/6 6/7])").unwrap();
    for (text, told) in [
        ("om(prune=bounded)", "bounded needs bound"),
        ("om(prune=bounded, bound=3, speculate=1)", "same leaves"),
        ("om(risk=root_value, version=one_pass)", "probes only"),
        ("om(risk=balanced(x))", "balanced(2)"),
        ("om(risk=balanced(2, 3))", "balanced(2)"),
        ("om(risk=strict(-1))", "strict(20)"),
        ("om(risk=blanced)", "pure, strict, gain_first, loss_first, root_value or balanced"),
        ("om(threads=0)", "from 1 to 64"),
        ("om(own=weighted(v0=x))", "weighted(NAME=2, OTHER=-1)"),
        ("om(own=weighted(v7=1))", "unknown evaluation"),
        ("om(opponent=learned(file=nowhere))", "plywood train"),
        ("om(oracle=formula)", "no oracles"),
        ("prom(types=either(type(oracle=formula)))", "no oracles"),
        ("prom(learn=quick)", "known: off, fast, slow or switch"),
        ("prom(learn=fast(gamma=1))", "no key gamma"),
        ("om(opponent=v9)", "unknown evaluation"),
        ("om(own=v0, opponnt=v1)", "no key opponnt"),
        ("prom(types=either())", "at least one"),
        ("prom(types=either(v1))", "unknown kind of opponent"),
        ("prom(types=either(type(p=0)))", "probability above zero"),
        ("prom(types=either(type(prob=1)))", "no key prob"),
        ("prom(version=one_pass, types=either(type(model=v1)))", "without a model"),
        ("mstar(levels=levels(v0, v1, v0), passes=mutual)", "two levels"),
        ("fallible(skill=0)", "out of range"),
    ] {
        let error = game.player(&text.parse().unwrap()).err().expect(text).to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
}

/// A drawing of figure 2.1 has both values at every node of MIN.
#[test]
fn a_drawing_names_both_values() {
    let game = game("tree:([9/8 7/6] [8/6 6/7])").unwrap();
    let mut player = game.player(&"om(own=v0, opponent=v1)".parse().unwrap()).unwrap();
    let trace = player.trace(&*game.start(), 100).unwrap();
    let right =
        &trace.nodes.iter().find(|node| node.ply == 1 && node.step.as_deref() == Some("2")).unwrap().values;
    assert_eq!(right, &[("v_op".to_string(), 6.0), ("v0".to_string(), 8.0)]);
    assert_eq!(trace.nodes[0].value, Some(8.0));
}
