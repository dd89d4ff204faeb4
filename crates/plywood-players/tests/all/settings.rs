//! Settings are declared once: every value that a key says it takes is read, and what is read can be written so that it
//! is read as the same.

use plywood_core::random::{Rng, below, seeded};
use plywood_core::settings::Takes;
use plywood_core::{Args, Declaration, Key, Spec};
use plywood_players::SEARCHES;
use plywood_search::alphabeta::selective::Selective;
use plywood_search::alphabeta::{self, Mtd, Window};
use plywood_search::expectimax::ChanceRule;
use plywood_search::mcts;

/// Values that a key takes; its default where they have a grammar of their own.
fn values(key: &Key) -> Vec<String> {
    let said = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
    match key.takes {
        Takes::Switch => said(&["on", "off"]),
        Takes::Choice { words } => said(words),
        Takes::Number { whole, low, high, off, on } => {
            let middle = if high.is_finite() && high < 1e15 { low + (high - low) / 2.0 } else { low + 7.0 };
            let numbers = [low, if whole { middle.floor() } else { middle }];
            let words = off.into_iter().chain(on.map(|_| "on")).map(str::to_string);
            numbers.iter().map(f64::to_string).chain(words).collect()
        }
        Takes::Table { .. } => said(&["off", "1024", "3MB"]),
        Takes::Memory { least } => vec![format!("{least}B"), "64MB".to_string()],
        Takes::Time => said(&["none", "1.5s"]),
        _ => said(&[key.default]),
    }
}

/// The player with a random value for each of its keys.
fn any(player: &Declaration, rng: &mut Rng) -> Spec {
    player.keys().iter().fold(Spec::word(player.about.name), |spec, key| {
        let values = values(key);
        spec.with(key.name, &values[below(rng, values.len())]).unwrap()
    })
}

#[test]
fn every_search_reads_the_values_that_its_keys_declare() {
    for player in SEARCHES {
        for key in player.keys() {
            assert!(
                values(&key).iter().any(|value| *value == key.default) || key.default.parse::<Spec>().is_ok()
            );
            for value in values(&key) {
                let spec = Spec::word(player.about.name).with(key.name, &value).unwrap();
                player.arguments(&spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
            }
        }
    }
}

/// Reads a player's settings, writes them, and reads what was written.
fn again<S: PartialEq + std::fmt::Debug>(
    names: &[&str],
    read: impl Fn(&Args) -> S,
    write: impl Fn(&S) -> Vec<(&'static str, String)>,
) {
    let mut rng = seeded(7);
    for name in names {
        let player = SEARCHES.iter().find(|player| player.about.name == *name).unwrap();
        for _ in 0..200 {
            let spec = any(player, &mut rng);
            let settings = read(&player.arguments(&spec).unwrap().0);
            let written = player.spec(&write(&settings)).unwrap();
            assert_eq!(read(&player.arguments(&written).unwrap().0), settings, "{spec} as {written}");
        }
        assert_eq!(
            player.spec(&write(&read(&player.arguments(&Spec::word(name)).unwrap().0))).unwrap(),
            Spec::word(name),
            "defaults are left out"
        );
    }
}

#[test]
fn what_is_written_is_read_as_the_same_settings() {
    let depth_first = ["ab", "pvs", "mtdf", "expectimax", "star1", "star2", "star_etc", "star_proof"];
    again(&depth_first, |args| alphabeta::Config::PLAIN.read(args).unwrap(), alphabeta::Config::arguments);
    again(&["ab", "pvs"], |args| Window::PLAIN.read(args).unwrap(), Window::arguments);
    again(&["mtdf"], |args| Mtd::PLAIN.read(args).unwrap(), Mtd::arguments);
    again(&["ab", "mtdf", "om"], |args| Selective::PLAIN.read(args).unwrap(), Selective::arguments);
    let stars = ["expectimax", "star1", "star2", "star_etc", "star_proof"];
    again(&stars, |args| ChanceRule::PLAIN.read(args).unwrap(), ChanceRule::arguments);
    again(&["mc", "ucb", "uct"], |args| mcts::Config::PLAIN.read(args).unwrap(), mcts::Config::arguments);
}
