//! Players of one game: by the grammar of all, exact where they say so, refused elsewhere with who has them.

use std::ops::ControlFlow;

use plywood_core::Oracle;
use plywood_core::facade::AnyGame;
use plywood_core::{Budget, Game, Notation, Player, Report, Task, Turn};
use plywood_players::choice::{Purpose, choose, player};
use plywood_players::specialists;
use plywood_registry::{GAMES, game};
use plywood_small_games::pig::{Pig, ValueIteration};

fn ask(game: &dyn AnyGame, position: &str, spec: &str) -> Report {
    let line = game.read(position).unwrap();
    let mut player = game.player(&spec.parse().unwrap()).unwrap();
    player.think(&*line, Task::new(Budget::ENDLESS).seed(1)).unwrap()
}

#[test]
fn nims_formula_is_minimax() {
    for rules in ["nim(matches=20)", "nim(matches=20, misere=on)", "nim(matches=20, most=5)"] {
        let nim = game(rules).unwrap();
        for matches in 1..=20 {
            for who in ["first", "second"] {
                let position = format!("{matches} {who}");
                let (own, search) = (ask(&*nim, &position, "formula"), ask(&*nim, &position, "ab"));
                assert!(own.proven && search.proven);
                assert_eq!(own.value, search.value, "{rules} {position}");
                // Its move keeps what it promises.
                let mut line = nim.read(&position).unwrap();
                line.step(own.best.as_deref().unwrap()).unwrap();
                let after = ask(&*nim, &line.position(), "ab");
                let kept = if line.turn() == Turn::Over {
                    line.payoffs()[usize::from(who == "second")]
                } else {
                    -after.value
                };
                assert_eq!(kept, own.value, "{rules} {position}: {:?}", own.best);
            }
        }
    }
}

#[test]
fn pigs_player_reproduces_its_values_by_one_step() {
    let pig = Pig::new(15);
    let exact = ValueIteration::new(&pig);
    let erased = game("pig(target=15)").unwrap();
    let value = |position: &_| match pig.turn(position) {
        Turn::Over => pig.payoff(position, Player::FIRST),
        _ => exact.probe(&pig, position).unwrap().payoff,
    };
    for position in ["0-0 1+0", "0-0 2+5", "7-3 1+4", "3-12 2+3", "12-12 1+2", "0-9 1+14", "7-3 1+4*"] {
        let report = ask(&*erased, position, "value_iteration");
        let here = pig.read_position(position).unwrap();
        let turn = pig.turn(&here);
        let sign = if turn.view() == Player::FIRST { 1.0 } else { -1.0 };
        let mut backed_up: f64 = if turn == Turn::Chance { 0.0 } else { f64::NEG_INFINITY };
        let _ = pig.children(&here, |_, after| {
            backed_up = backed_up.max(sign * value(&after));
            ControlFlow::<()>::Continue(())
        });
        let _ = pig.events(&here, |_, probability, after| {
            backed_up += probability * value(&after);
            ControlFlow::<()>::Continue(())
        });
        assert!(
            report.proven && (report.value - backed_up).abs() < 1e-12,
            "{position}: {report:?}, {backed_up}"
        );
        assert_eq!(report.best.is_some(), turn != Turn::Chance);
    }
}

#[test]
fn in_the_wrong_game_it_names_the_games_that_have_it() {
    let refusal = |rules: &str, spec: &str| {
        game(rules).unwrap().player(&spec.parse().unwrap()).err().unwrap().to_string()
    };
    assert!(refusal("connect4", "formula").contains("no player \"formula\" of its own; nim has it"));
    assert!(refusal("nim", "value_iteration").contains("pig has it"));
    assert!(refusal("nim(strike=3)", "formula").contains("nim has it"), "the formula does not know this one");
    assert!(refusal("nim", "nothing").contains("known: formula, random, minimax"));
}

#[test]
fn what_fits_a_game_and_what_does_not() {
    let nim = specialists::fit(&*game("nim").unwrap());
    assert_eq!(nim.own[0].about.name, "formula");
    assert!(nim.fitting.iter().any(|entry| entry.about.name == "ab"));
    let (_, why) = nim.unfit.iter().find(|(entry, _)| entry.about.name == "expectimax").unwrap();
    assert!(why.contains("no chance nodes"));
}

#[test]
fn a_fitting_search_is_there_for_every_game() {
    for (spec, wanted) in [
        ("connect4", "ab"),
        ("dice", "star_etc"),
        ("nim3", "maxn"),
        ("nim", "formula"),
        ("nim(strike=3)", "ab"),
        ("puzzle", "ida"),
        ("pig", "value_iteration"),
        ("tree:(A={1 2 4} B={2})", "star_etc"),
        ("tree:1(2(1/2/3 3/2/1) 3(0/0/1 1/0/0))", "maxn"),
    ] {
        assert_eq!(choose(&*game(spec).unwrap(), Purpose::Play), wanted, "{spec}");
    }
    let limit = Budget { seconds: Some(0.01), ..Budget::UNSET };
    for spec in GAMES.iter().flat_map(|entry| entry.examples) {
        let game = game(spec).unwrap();
        let mut line = game.start();
        while line.turn() == Turn::Chance {
            line.sample(&mut plywood_core::random::seeded(1));
        }
        let mut chosen =
            player(&*game, None, Purpose::Play).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let limit = if chosen.spec() == "value_iteration" { Budget::UNSET } else { limit };
        let report = chosen.think(&*line, Task::new(limit).seed(1)).unwrap();
        assert!(report.best.is_some_and(|best| line.step(&best).is_ok()), "{spec}: {}", chosen.spec());
        if game.nature().chance != plywood_core::Chance::Sampled {
            let drawn = player(&*game, None, Purpose::Draw).unwrap().trace(&*game.start(), 50);
            assert!(!drawn.unwrap().nodes.is_empty(), "{spec}");
        }
    }
}
