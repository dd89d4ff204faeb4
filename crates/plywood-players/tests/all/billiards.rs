//! Searches that draw events play billiards, and say what they need.

use plywood_billiards::game::{Billiards, Position};
use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::random::seeded;
use plywood_core::{Budget, Game, Knowledge, Notation, Policy, Report, Spec, Stop, Task, Turn};
use plywood_registry::game;
use std::ops::ControlFlow;

fn ask(game: &dyn AnyGame, spec: &str, line: &dyn AnyLine, seed: u64) -> Report {
    let mut player = game.player(&spec.parse().unwrap()).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let report = player.think(line, Task::new(Budget::UNSET).seed(seed)).unwrap();
    Report { seconds: 0.0, rows: Vec::new(), ..report }
}

/// What each candidate is worth to the player on turn, by nothing but draws that are played out.
fn plain_sampling(text: &str, draws: u32) -> Vec<(String, f64)> {
    let game = Billiards::from_spec(&Spec::word("8ball")).unwrap();
    let policy = game.policy(&Spec::word("nearest")).unwrap();
    let here = game.read_position(text).unwrap();
    let mut random = seeded(99);
    let mut found = Vec::new();
    let _ = game.children(&here, |stroke, struck| {
        let mut sum = 0.0;
        for _ in 0..draws {
            let mut position = game.sample(&struck, &mut random).1;
            while game.turn(&position) != Turn::Over {
                let stroke = policy.choose(&game, &position, &mut (), &mut random);
                position = game.sample(&game.play(&position, stroke), &mut random).1;
            }
            sum += game.payoff(&position, game.turn(&here).view());
        }
        found.push((game.write_move(&here, stroke), sum / f64::from(draws)));
        ControlFlow::<()>::Continue(())
    });
    found
}

/// One ball left for both: whoever pockets the 8 has won. UCT's stroke is as good as the best by plain sampling, and
/// worth what sampling says.
#[test]
fn uct_agrees_with_plain_sampling_where_one_shot_decides() {
    let pool = game("8ball").unwrap();
    for state in [
        "8ball turn=1 stage=play cue=table groups=solids score=0:0 0@0.5:0.9 8@0.85:1.75",
        "8ball turn=2 stage=play cue=table groups=solids score=0:0 0@0.9:1.1 8@0.25:0.5",
        "8ball turn=1 stage=play cue=table groups=stripes score=0:0 0@0.3:0.3 8@0.5:1.6",
    ] {
        let line = pool.read(state).unwrap();
        let sampled = plain_sampling(state, 1000);
        let best = sampled.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        for spec in ["uct(simulations=6000)", "ucb(simulations=6000)", "mc(simulations=6000)"] {
            let report = ask(&*pool, spec, &*line, 1);
            let chosen = report.best.unwrap();
            let (_, worth) = sampled.iter().find(|(name, _)| *name == chosen).expect("a candidate");
            assert!(*worth > best - 0.1, "{spec} at {state}: {chosen} is worth {worth}, the best {best}");
            assert!((report.value - worth).abs() < 0.15, "{spec} at {state}: {} not {worth}", report.value);
            assert!(!report.proven);
        }
    }
}

#[test]
fn searches_that_draw_play_every_game_of_pool() {
    for spec in ["8ball", "8.5ball", "9ball(table=pooltool)", "one_pocket", "snooker"] {
        let pool = game(spec).unwrap();
        let mut random = seeded(5);
        let mut line = pool.start();
        for search in [
            "uct(simulations=30)",
            "expectimax(depth=2, samples=3)",
            "mc(simulations=20, playout=uniform)",
            "ucb(simulations=20)",
            "uct(simulations=30, threads=2, rave=50)",
            "uct(simulations=30, parallel=root, threads=2, reuse=on)",
            "expectimax(depth=3, samples=2, eval=balls)",
            "policy(name=nearest)",
            "nearest",
            "random",
        ] {
            while line.turn() == Turn::Chance {
                line.sample(&mut random);
            }
            if line.turn() == Turn::Over {
                break;
            }
            let report = ask(&*pool, search, &*line, 1);
            let threads_share = search.contains("threads=2, rave");
            assert!(
                threads_share || ask(&*pool, search, &*line, 1) == report,
                "{search} is the same by its seed"
            );
            assert!(!report.proven, "{search}");
            line.step(&report.best.unwrap()).unwrap_or_else(|error| panic!("{search} in {spec}: {error}"));
        }
    }
}

#[test]
fn what_does_not_fit_says_what_would() {
    let pool = game("8ball").unwrap();
    for (search, reason) in [
        ("expectimax(depth=2)", "samples=15"),
        ("expectimax(depth=2, samples=0)", "1 to 1000000"),
        ("star1(depth=2)", "expectimax(samples=15) and uct"),
        ("minimax(depth=2)", "cannot be listed"),
        ("ab(depth=2)", "chance nodes"),
        ("uct(solver=on)", "events that can be listed"),
        ("uct(implicit=0.5)", "events that can be listed"),
        ("uct(widen=0)", "widen"),
        ("nearest(depth=2, speed=3)", "no key speed"),
        ("nobody", "known:"),
    ] {
        let error = pool.player(&search.parse().unwrap()).err().expect(search).to_string();
        assert!(error.contains(reason), "{search}: {error}");
    }
    let line = pool.start();
    let error = pool.perft(&*line, 2, &Stop::new()).unwrap_err().to_string();
    assert!(error.contains("can only be drawn"), "{error}");
    // Samples of events that can be listed are what they always were: a rule that is not sound.
    let report = ask(
        &*game("pig(target=20)").unwrap(),
        "expectimax(depth=4, samples=2)",
        &*game("pig(target=20)").unwrap().start(),
        1,
    );
    assert!(!report.proven);
}

/// A stroke announced and not yet made is thought about too: its value is the first player's.
#[test]
fn chance_itself_is_searched() {
    let pool = game("8ball").unwrap();
    let typed = Billiards::from_spec(&Spec::word("8ball")).unwrap();
    let state = "8ball turn=1 stage=play cue=table groups=solids score=0:0 0@0.5:0.9 8@0.85:1.75";
    let here = typed.read_position(state).unwrap();
    let stroke = typed.moves(&here, ControlFlow::Break).break_value().unwrap();
    let struck = typed.play(&here, stroke);
    assert!(matches!(struck, Position::Struck(..)));
    let line = pool.read(&typed.write_position(&struck)).unwrap();
    let (uct, sampled) = (
        ask(&*pool, "uct(simulations=3000)", &*line, 1),
        ask(&*pool, "expectimax(depth=1, samples=500)", &*line, 1),
    );
    assert_eq!((uct.best, sampled.best), (None, None));
    assert!(uct.value > 0.0 && sampled.value > 0.0, "{} and {}", uct.value, sampled.value);
}
