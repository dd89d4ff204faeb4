//! Searches over chance from outside: by name, with every game that has dice, drawn, played and stored.

use serde_json::Value;

use crate::support::{json, said};

fn report(game: &str, search: &str) -> Value {
    json(&["search", game, "--with", search, "--json"])
}

const STARS: [&str; 4] = ["star1", "star2(probe=1)", "star_etc", "star_proof"];

#[test]
fn every_star_search_has_the_value_of_expectimax_in_every_game_with_chance() {
    for game in ["dice(board=4)", "einstein(board=4)", "pig(target=20)", "randomtree(chance=on, width=3)"] {
        let exact = report(game, "expectimax(table=off, depth=5)")["value"].as_f64().unwrap();
        for star in STARS {
            let search = if star.ends_with(')') {
                star.replace(')', ", depth=5)")
            } else {
                format!("{star}(depth=5)")
            };
            let value = report(game, &search)["value"].as_f64().unwrap();
            assert!((value - exact).abs() < 1e-6, "{game} by {search}: {value}, plainly {exact}");
        }
    }
}

#[test]
fn a_count_goes_on_past_a_proven_value() {
    // One cell is left: one ply proves everything, and the count has an iteration for each of six.
    let position = "3 3 b 2 b r b r r b r b -";
    let nodes = |deepening: &str| {
        let search = format!("expectimax(table=off, eval=zero, deepening={deepening}, depth=6)");
        let report = json(&["search", "dice(board=3)", "--position", position, "--with", &search, "--json"]);
        (report["nodes"].as_u64().unwrap(), report["rows"].as_array().unwrap().len())
    };
    assert_eq!((nodes("on"), nodes("through")), ((1, 1), (6, 6)));
}

#[test]
fn dice_are_drawn_played_and_stored() {
    for star in STARS {
        let tree = said(&["tree", "dice(board=3)", "--with", star]);
        assert!(tree.starts_with("root  chance"), "{tree}");
    }
    let watched = said(&["play", "dice(board=3)", "--as", "0", "--against", "uct(simulations=20)"]);
    assert!(watched.contains("the game is over: "), "{watched}");
    let data = std::env::temp_dir().join(format!("plywood-dice-{}", std::process::id()));
    let folder = data.to_str().unwrap();
    for game in ["dice(board=3)", "einstein(board=4)"] {
        let result = said(&[
            "match",
            game,
            "uct(simulations=20)",
            "star_proof(depth=2)",
            "--games",
            "4",
            "--data",
            folder,
        ]);
        assert!(result.contains("N: 4"), "{result}");
    }
    std::fs::remove_dir_all(&data).unwrap();
}
