//! Every registered game passes the conformance suite, through the facade and typed, and plays as it always did.

use std::fmt::Write;
use std::path::PathBuf;

use plywood_core::facade::AnyGame;
use plywood_core::{Budget, Knowledge, Line, Search, Spec, Task, Turn, conformance, random};
use plywood_games::kalah::Kalah;
use plywood_registry::{GAMES, game};
use plywood_search::{alphabeta::AlphaBeta, mcts::MonteCarlo};

fn examples() -> impl Iterator<Item = (&'static str, Box<dyn AnyGame>)> {
    GAMES
        .iter()
        .flat_map(|entry| entry.examples)
        .map(|spec| (*spec, game(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))))
}

#[test]
fn every_game_conforms_through_the_facade() {
    for (spec, game) in examples() {
        println!("{spec}");
        conformance::facade(&*game, 5);
    }
}

#[test]
fn every_typed_game_conforms() {
    for (spec, game) in examples() {
        println!("{spec}");
        game.conform(20);
    }
}

#[test]
fn every_game_has_examples_and_its_spec_makes_it_again() {
    for entry in GAMES {
        assert!(!entry.examples.is_empty(), "{} has examples", entry.about.name);
    }
    for (spec, made) in examples() {
        let again = game(&made.spec()).unwrap();
        assert_eq!(again.spec(), made.spec());
        assert_eq!(again.start().position(), made.start().position(), "{spec}");
    }
}

/// A search put together by hand with default switches is the one of that name without keys.
#[test]
fn default_switches_are_those_of_the_names() {
    let kalah = Kalah::from_spec(&Spec::word("kalah")).unwrap();
    let evaluator = kalah.evaluator(&Spec::word(kalah.evaluators()[0].name)).unwrap();
    let policy = kalah.policy(&Spec::word(kalah.policies()[0].name)).unwrap();
    let typed: [(&str, Budget, Box<dyn Search<Kalah>>); 2] = [
        ("ab", Budget::depth(7), Box::new(AlphaBeta::new(evaluator, Default::default()))),
        (
            "uct",
            Budget::simulations(500),
            Box::new(MonteCarlo::new(policy, policy, evaluator, Default::default())),
        ),
    ];
    let named = game("kalah").unwrap();
    for (name, budget, mut search) in typed {
        let typed = search.think(&Line::new(kalah), Task::new(budget).seed(1));
        let mut player = named.player(&Spec::word(name)).unwrap();
        let named = player.think(&*named.start(), Task::new(budget).seed(1)).unwrap();
        assert_eq!(
            (typed.nodes, typed.evaluations, typed.value, typed.depth, typed.pv.len()),
            (named.nodes, named.evaluations, named.value, named.depth, named.pv.len()),
            "{name}"
        );
    }
}

/// One random game of each example, move by move. A change of these files is a change of rules or notation: set
/// PLYWOOD_BLESS=1 to write them anew, and look at the difference.
#[test]
fn golden_playthroughs() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for (spec, game) in examples() {
        let mut rng = random::seeded(random::seed_of(spec));
        let mut line = game.start();
        let mut text = format!("{spec}\n{:?}\n", game.nature());
        for _ in 0..60 {
            write!(text, "\n{}\n{:?}, key {:016x}\n", line.position(), line.turn(), line.key()).unwrap();
            match line.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    writeln!(text, "events: {:?}", line.events()).unwrap();
                    writeln!(text, "> {}", line.sample(&mut rng)).unwrap();
                }
                Turn::Player(_) => {
                    let moves = line.moves();
                    writeln!(text, "moves: {}", moves.join(" ")).unwrap();
                    let chosen = &moves[random::below(&mut rng, moves.len())];
                    writeln!(text, "> {chosen}").unwrap();
                    line.step(chosen).unwrap();
                }
            }
        }
        if line.turn() == Turn::Over {
            writeln!(text, "payoffs: {:?}, by {}", line.payoffs(), line.ending()).unwrap();
        }
        let name: String =
            spec.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
        let path = folder.join(format!("{}.txt", name.trim_end_matches('_')));
        if std::env::var_os("PLYWOOD_BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_else(|_| {
            panic!("{} is missing: run the tests once with PLYWOOD_BLESS=1", path.display())
        });
        let changed = golden.lines().zip(text.lines()).position(|(one, other)| one != other);
        let place = changed.unwrap_or_else(|| golden.lines().count().min(text.lines().count()));
        let line = |text: &str| text.lines().nth(place).unwrap_or("(its end)").to_string();
        assert!(
            golden == text,
            "{spec} plays differently from line {} of {}:\n- {}\n+ {}",
            place + 1,
            path.display(),
            line(&golden),
            line(&text)
        );
    }
}
