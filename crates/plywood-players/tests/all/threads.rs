//! `threads` as a key: which searches take it, what is refused, and that the value stays.

use plywood_core::{Budget, Spec, Task};
use plywood_registry::game;

/// Makes a player and thinks to a depth.
fn value(name: &str, search: &str, depth: u32) -> Result<f64, String> {
    let game = game(name).expect("a game");
    let spec: Spec = search.parse().expect("a spec");
    let mut player = game.player(&spec).map_err(|error| error.to_string())?;
    let report = player.think(&*game.start(), Task::new(Budget::depth(depth)).seed(1));
    Ok(report.map_err(|error| error.to_string())?.value)
}

const SEARCHES: [(&str, &str, u32); 8] = [
    ("connect4", "ab", 8),
    ("connect4", "pvs", 8),
    ("connect4", "mtdf", 8),
    ("einstein", "expectimax", 4),
    ("einstein", "star1", 4),
    ("einstein", "star2", 4),
    ("einstein", "star_etc", 4),
    ("einstein", "star_proof", 4),
];

#[test]
fn every_search_with_a_table_takes_threads() {
    for (game, search, depth) in SEARCHES {
        let one = value(game, &format!("{search}(match=exact)"), depth).unwrap();
        for threads in [2, 3] {
            let several = value(game, &format!("{search}(match=exact, threads={threads})"), depth).unwrap();
            assert!((one - several).abs() < 1e-9, "{search} by {threads} threads: {several}, not {one}");
        }
    }
}

#[test]
fn wrong_numbers_of_threads_are_refused_with_the_range() {
    for (game, search, _) in SEARCHES {
        for wrong in ["0", "10000", "-1", "two"] {
            let error = value(game, &format!("{search}(threads={wrong})"), 1).unwrap_err();
            assert!(error.contains("1 to 256"), "{search}: {error}");
        }
        assert!(value(game, &format!("{search}(threads=256)"), 1).is_ok());
        let error = value(game, &format!("{search}(threads=2, table=off)"), 1).unwrap_err();
        assert!(error.contains("threads share what they find through the table"), "{error}");
    }
}
