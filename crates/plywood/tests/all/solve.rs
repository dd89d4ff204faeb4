//! `solve`, `searches GAME`, default searches, kept budgets and `train` as a user meets them.

use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::support::{command, ended, interrupt, json, plywood, refused, said};

/// A folder of this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywood-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_position_is_solved() {
    let solved = json(&["solve", "kalah(holes=3,seeds=4)", "--memory", "16MB", "--json"]);
    assert_eq!((&solved["value"], &solved["bounds"]), (&2.0.into(), &serde_json::json!([2.0, 2.0])));
    for field in ["move", "nodes", "seconds", "solver", "pv"] {
        assert!(!solved[field].is_null(), "{field} is told");
    }
    let won = json(&["solve", "connect4", "--moves", "1 2 1 2 1 2", "--memory", "1MB", "--json"]);
    assert_eq!((&won["value"], &won["move"], &won["distance"]), (&18.0.into(), &"1".into(), &1.into()));
    let text = said(&["solve", "nim(matches=21)"]);
    assert!(
        text.contains("solver formula") && text.contains("value  +1") && text.contains("move   1"),
        "{text}"
    );
    let over = json(&["solve", "tictactoe", "--position", "XXX/OO./...", "--json"]);
    assert_eq!((&over["value"], &over["move"]), (&1.0.into(), &Value::Null));
}

#[test]
fn what_is_not_solved_has_bounds() {
    let text = said(&["solve", "kalah", "--nodes", "5000", "--memory", "16MB"]);
    assert!(text.contains("not known exactly: it lies between"), "{text}");
    let open = json(&["solve", "kalah", "--time", "50ms", "--memory", "16MB", "--json"]);
    assert!(open["value"].is_null() && open["bounds"][0].as_f64() < open["bounds"][1].as_f64(), "{open}");
    // Proven to be won, but not when: connect four's score counts the stones left by then.
    let won = said(&["solve", "connect4", "--moves", "1 2 1 2 1 2", "--with", "dfpn(goal=win, nodes=1k)"]);
    assert!(won.contains("value  +1 for player 1 (a win); how far the end is"), "{won}");
    assert!(refused(&["solve", "8ball"]).contains("nothing solves 8ball"));
    assert!(refused(&["solve", "kalah", "--time", "soon"]).contains("expected a time"));
    assert!(refused(&["solve", "nim", "--with", "uct"]).contains("it keeps simulations or time"));
    assert!(refused(&["solve", "nim", "--memory", "1GB"]).contains("formula has no table"));
}

#[test]
fn a_suite_is_compared_with_its_scores() {
    let folder = folder("solve-suite");
    let file = folder.join("suite.txt");
    std::fs::write(&file, "% won, won, wrong, without a score\n121212 18\n44335 -18\n44335 7\n443352\n")
        .unwrap();
    let file = file.to_str().unwrap();
    let found = json(&["solve", "connect4", "--suite", file, "--memory", "1MB", "--json"]);
    for (field, count) in [("positions", 4), ("right", 2), ("wrong", 1), ("unknown", 0), ("unscored", 1)] {
        assert_eq!(found[field], count, "{field}: {found}");
    }
    let nodes = found["total_nodes"].as_u64().unwrap() as f64;
    assert_eq!(found["mean_nodes"].as_f64().unwrap(), nodes / 4.0);
    let text = said(&["solve", "connect4", "--suite", file, "--memory", "1MB"]);
    assert!(text.contains("4 positions: 2 right, 1 wrong, 0 unknown, 1 without a score"), "{text}");
    let listed = json(&["solve", "connect4", "--suite", file, "--memory", "1MB", "--json", "--positions"]);
    assert_eq!(listed["problems"][0]["solution"]["move"], "1");
    // The same file is a suite for searches.
    let data = folder.join("data");
    let searched =
        said(&["suite", "connect4", file, "--with", "ab(depth=2)", "--data", data.to_str().unwrap()]);
    assert!(searched.contains("evaluations"), "{searched}");
    std::fs::write(file, "121212 18\n999 1\n").unwrap();
    assert!(refused(&["solve", "connect4", "--suite", file]).contains("line 2"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn an_interrupted_solver_tells_its_bounds() {
    let mut child = command(&["solve", "kalah", "--memory", "16MB"]).stdout(Stdio::piped()).spawn().unwrap();
    interrupt(&mut child, Duration::from_millis(800));
    let output = ended(child);
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("interrupted: it lies between"), "{text}");
}

#[test]
fn budgets_that_are_not_kept_are_refused_everywhere() {
    for (search, kept) in [
        ("uct(depth=3)", "simulations or time"),
        ("uct(evaluations=100)", "simulations or time"),
        ("ab(simulations=10)", "depth, nodes, evaluations or time"),
    ] {
        let refusal = refused(&["search", "othello", "--with", search]);
        assert!(refusal.contains(&format!("it keeps {kept}")), "{refusal}");
        let refusal = refused(&["match", "othello", search, "random", "--games", "2"]);
        assert!(refusal.contains(kept), "{refusal}");
    }
    let folder = folder("kept");
    let file = folder.join("experiment.toml");
    let text = "game = \"othello\"\nseed = 1\ngames = 2\nplayers = [\"random\", { spec = \"uct\", depth = [2, 3] }]\n";
    std::fs::write(&file, text).unwrap();
    let refusal = refused(&["match", "--experiment", file.to_str().unwrap()]);
    assert!(refusal.contains("simulations or time"), "{refusal}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_picks_a_search_that_fits_it() {
    assert!(said(&["search", "dice(board=3)"]).starts_with("search star_etc\n"));
    assert!(said(&["search", "nim3"]).starts_with("search maxn\n"));
    assert!(said(&["search", "nim"]).starts_with("search formula\n"));
    assert!(said(&["play", "nim3", "--as", "0"]).contains("the game is over"));
    assert!(said(&["play", "dice(board=3, win=2)", "--as", "0"]).contains("the game is over"));
    assert!(said(&["tree", "tree:(A={1 2 4} B={2})"]).contains("chance"));
    assert!(said(&["tree", "nim(matches=3)"]).starts_with("root  max"));
}

#[test]
fn what_fits_a_game_is_listed() {
    let text = said(&["searches", "nim(matches=9)"]);
    assert!(text.contains("formula      its own") && text.contains("when none is named: formula"), "{text}");
    assert!(text.contains("expectimax    it has no chance nodes"), "{text}");
    let fit = json(&["searches", "pig", "--json"]);
    assert_eq!(
        (&fit["own"][0]["name"], &fit["default"]),
        (&"value_iteration".into(), &"value_iteration".into())
    );
    assert!(fit["unfit"].as_array().unwrap().iter().any(|entry| entry["name"] == "ab"));
    assert!(said(&["searches", "formula"]).contains("nim"));
    assert!(refused(&["searches", "kalah(holes=99)"]).contains("from 1 to 7"));
    assert!(refused(&["search", "kalah", "--with", "formula"]).contains("nim has it"));
}

#[test]
fn training_by_name_goes_on_and_says_how_to_use_its_file() {
    let folder = folder("train");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let list = said(&["train"]);
    let listed = list.lines().any(|line| line.starts_with("network") && line.contains("dice"));
    assert!(listed && list.contains("games=300000"), "{list}");
    // By name, and as it was before trainers had names: the same file, byte for byte.
    let named =
        said(&["train", "dice(board=3,win=3)", "network", "games=600", &format!("file={}", path("a b"))]);
    assert!(named.contains("600 games in all") && named.contains("to use it:"), "{named}");
    said(&["train", "dice", "--board", "3", "--win", "3", "--games", "600", "--out", &path("c")]);
    assert_eq!(std::fs::read(path("a b")).unwrap(), std::fs::read(path("c")).unwrap());
    assert!(
        said(&["train", "dice", "--board", "3", "--win", "3", "--games", "600", "--out", &path("c")])
            .contains("nothing left to do")
    );
    let eval = format!("star1(depth=1, eval=network(file=\"{}\"))", path("c"));
    said(&["search", "dice(board=3,win=3)", "--with", &eval]);
    assert!(refused(&["train", "nim", "network"]).contains("unknown trainer \"network\" of nim"));
    assert!(refused(&["train", "dice", "network", "gamse=3"]).contains("no key gamse"));
    assert!(refused(&["train", "dice", "network", "lambda=7"]).contains("from 0 to 1"));
    assert!(refused(&["train", "dice", "network", "seven"]).contains("expected key=value"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn interrupted_training_loses_nothing() {
    let folder = folder("train-stop");
    let (whole, parts) = (folder.join("whole"), folder.join("parts"));
    let arguments = |file: &std::path::Path| {
        ["train", "dice", "network", "games=20000"]
            .map(String::from)
            .into_iter()
            .chain([format!("file={}", file.display())])
            .collect::<Vec<_>>()
    };
    let run = |file: &std::path::Path| {
        let mut command = command(&[]);
        command.args(arguments(file)).stdout(Stdio::piped());
        command.spawn().unwrap()
    };
    assert_eq!(ended(run(&whole)).status.code(), Some(0));
    let mut child = run(&parts);
    interrupt(&mut child, Duration::from_millis(700));
    let output = ended(child);
    let text = String::from_utf8(output.stdout).unwrap();
    if !text.contains("20000 games in all") {
        assert_eq!(output.status.code(), Some(130), "{text}");
        assert!(text.contains("the same command goes on"), "{text}");
    }
    assert_eq!(ended(run(&parts)).status.code(), Some(0));
    assert_eq!(std::fs::read(whole).unwrap(), std::fs::read(parts).unwrap());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn endgame_databases_are_made_and_asked() {
    let folder = folder("endgames");
    let data = folder.to_str().unwrap();
    let game = ["--game", "kalah(holes=4,seeds=3)", "--data", data];
    let call = |words: &[&str], more: &[&str]| plywood(&[words, &game, more].concat());
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).to_string();
    let position = "0,0,1,0:10 2,0,0,1:10 1";
    let missing = call(&["endgame", "probe", position], &[]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("plywood endgame build 4"));
    let built = call(&["endgame", "build", "6"], &["--json"]);
    let built: Value = serde_json::from_str(&text(&built)).unwrap();
    assert_eq!((&built["made"], &built["class"]), (&true.into(), &"6".into()));
    assert!(text(&call(&["endgame", "build", "6"], &[])).contains("kept already"));
    let probed: Value =
        serde_json::from_str(&text(&call(&["endgame", "probe", position], &["--json"]))).unwrap();
    let solved =
        json(&["solve", "kalah(holes=4,seeds=3)", "--position", position, "--memory", "1MB", "--json"]);
    assert_eq!(probed["value"], solved["value"]);
    assert!(text(&call(&["endgame", "probe", position], &[])).contains("seeds for player 1"));
    assert!(refused(&["endgame", "build", "6", "--game", "othello"]).contains("no endgame databases"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_book_is_grown_shown_asked_merged_and_played() {
    let folder = folder("book");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (game, one, two) = ("connect4(columns=5,rows=4)", path("one"), path("two"));
    let build = |file: &str, more: &[&str]| {
        said(&[&["book", game, "build", "--with", "solver", "--file", file], more].concat())
    };
    // The start is placed first, then positions are expanded.
    assert!(build(&one, &["--expand", "4"]).contains("4 expanded"));
    assert!(build(&one, &["--expand", "4"]).contains("book="));
    build(&two, &["--expand", "7", "--weight", "0"]);
    let shown = said(&["book", game, "show", "--file", &one, "--plies", "1"]);
    assert!(shown.contains("by solver") && shown.contains("best line:"), "{shown}");
    let asked = said(&["book", game, "probe", "--file", &one]);
    assert!(asked.contains("proven") && asked.lines().count() > 5, "{asked}");
    let beyond = said(&["book", game, "probe", "--file", &one, "--moves", "1 1 1 1 2 2 2 2"]);
    assert!(beyond.contains("does not have"), "{beyond}");
    said(&["book", game, "merge", "--file", &path("both"), &one, &two]);
    let spec = format!("random(book=\"{}\")", path("both"));
    let answer = json(&["search", game, "--with", &spec, "--json"]);
    let solved = json(&["solve", game, "--json"]);
    assert_eq!((&answer["nodes"], &answer["value"]), (&0.into(), &solved["value"]));
    said(&["match", game, &spec, "random", "--games", "4", "--data", &path("data")]);

    assert!(
        refused(&["book", game, "build", "--with", "ab(depth=2)", "--file", &one])
            .contains("grown by solver")
    );
    assert!(refused(&["book", "connect4", "show", "--file", &one]).contains("not of connect4"));
    assert!(refused(&["book", "pig", "build"]).contains("no book"));
    assert!(refused(&["book", game, "build", "--expand", "many", "--file", &one]).contains("--expand"));
    assert!(refused(&["book", game, "show", "--file", &path("none")]).contains("plywood book GAME build"));
    let text = std::fs::read_to_string(&one).unwrap();
    std::fs::write(&one, &text[..text.len() / 2]).unwrap();
    assert!(
        refused(&["search", game, "--with", &format!("ab(book=\"{one}\")")]).contains("cut off after line")
    );
    std::fs::remove_dir_all(folder).unwrap();
}
