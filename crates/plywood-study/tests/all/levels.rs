//! Every game has levels for people.

use plywood_registry::{GAMES, game};
use plywood_study::levels::{level, levels};

#[test]
fn every_game_has_levels_that_can_be_made() {
    for entry in GAMES {
        for example in entry.examples {
            let game = game(example).unwrap();
            let levels = levels(&*game);
            assert!(levels.len() >= 2, "{example}");
            for level in levels {
                let made = level.spec.parse().and_then(|spec| game.player(&spec));
                assert!(made.is_ok(), "{example}: {}: {}", level.spec, made.err().unwrap());
            }
        }
    }
}

#[test]
fn levels_have_names() {
    let game = game("connect4").unwrap();
    assert_eq!(level(&*game, "beginner").unwrap(), levels(&*game)[0]);
    let refusal = level(&*game, "grandmaster").unwrap_err().to_string();
    assert!(refusal.contains("beginner, novice, casual, club"), "{refusal}");
}
