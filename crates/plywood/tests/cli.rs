//! The command line as a user meets it: what it prints, what it refuses, and with what exit code.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn plywood(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().expect("the program runs")
}

fn said(arguments: &[&str]) -> String {
    let output = plywood(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(arguments)).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

/// The refusal, which comes with exit code 2 and nothing on standard output.
fn refused(arguments: &[&str]) -> String {
    let output = plywood(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stdout));
    assert!(output.stdout.is_empty(), "{arguments:?} prints nothing but the refusal");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn lists_games_and_searches() {
    let games = json(&["games", "--json"]);
    let names: Vec<&str> =
        games["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    for name in
        ["tictactoe", "nim", "connect4", "kalah", "nim3", "pig", "einstein", "loa", "randomtree", "tree"]
    {
        assert!(names.contains(&name), "{name} is listed");
    }
    let searches = said(&["searches"]);
    for name in ["minimax", "ab", "pvs", "mtdf", "expectimax", "maxn", "paranoid", "best_reply", "random"] {
        assert!(searches.lines().any(|line| line.starts_with(name)), "{name} is listed");
    }
    assert!(said(&["searches", "mtdf"]).contains("start=last"));
    assert!(refused(&["searches", "nothing"]).contains("known:"));
}

#[test]
fn perft_counts() {
    let count = json(&["perft", "tictactoe", "9", "--json"]);
    assert_eq!(count["leaves"].as_u64().unwrap() + count["finished"].as_u64().unwrap(), 255_168);
    let count = json(&["perft", "nim", "3", "--json"]);
    assert_eq!((&count["leaves"], &count["finished"]), (&Value::from(10), &Value::from(2)));
    let count = json(&["perft", "connect4", "0", "--json"]);
    assert_eq!(count["leaves"], 1);
}

#[test]
fn a_search_reports_everything() {
    let report = json(&["search", "connect4(columns=5,rows=4)", "--with", "ab(depth=6)", "--json"]);
    for field in
        ["move", "value", "proven", "distance", "depth", "nodes", "evaluations", "seconds", "pv", "rows"]
    {
        assert!(report.get(field).is_some(), "{field} is reported");
    }
    assert_eq!(report["rows"].as_array().unwrap().len(), 6);
    assert_eq!(report["rows"][5]["nodes"], report["nodes"]);
    // Outcomes are told as 1, 0 and -1.
    let won = json(&["search", "tictactoe", "--position", "XX./OO./...", "--with", "ab", "--json"]);
    assert_eq!((&won["move"], &won["value"], &won["distance"]), (&"c3".into(), &1.0.into(), &1.into()));
    let nim = json(&["search", "nim(matches=5)", "--with", "minimax", "--json"]);
    assert_eq!((&nim["move"], &nim["value"], &nim["proven"]), (&"1".into(), &1.0.into(), &true.into()));
}

#[test]
fn odd_requests_get_sensible_answers() {
    // Deeper than the game is long.
    let report = json(&["search", "nim", "--with", "ab(depth=500)", "--json"]);
    assert_eq!((&report["value"], &report["proven"]), (&1.0.into(), &true.into()));
    // Nothing to spend.
    for budget in ["depth=0", "nodes=0", "evaluations=0", "time=0s"] {
        let report = json(&["search", "connect4", "--with", &format!("ab({budget})"), "--json"]);
        assert!(report["move"].is_string(), "{budget} still has a move");
    }
    // Over already.
    let report = json(&["search", "tictactoe", "--position", "XXX/OO./...", "--with", "ab", "--json"]);
    assert_eq!(
        (&report["move"], &report["value"], &report["proven"]),
        (&Value::Null, &1.0.into(), &true.into())
    );
    assert!(said(&["show", "tictactoe", "--position", "XXX/OO./..."]).contains("the game is over"));
    let tree = said(&["tree", "tictactoe", "--position", "XXX/OO./..."]);
    assert!(tree.contains("over"), "{tree}");
}

#[test]
fn bad_input_is_refused_with_place_and_cause() {
    assert!(refused(&["search", "chess"]).contains("unknown game \"chess\"; known: tictactoe"));
    assert!(refused(&["search", "connect4", "--with", "ab(dpeth=3)"]).contains("no key dpeth"));
    assert!(refused(&["search", "connect4", "--with", "ab(depth=x)"]).contains("column 10"));
    assert!(refused(&["search", "connect4", "--with", "ab(depth=3"]).contains("expected ',' or ')'"));
    assert!(refused(&["search", "connect4", "--with", "expectimax"]).contains("no chance nodes"));
    assert!(refused(&["search", "pig", "--with", "ab"]).contains("chance nodes"));
    assert!(refused(&["search", "nim3", "--with", "ab"]).contains("two players"));
    assert!(refused(&["search", "connect4", "--with", "ab(eval=nothing)"]).contains("known: lines or zero"));
    assert!(refused(&["show", "connect4(columns=9)"]).contains("from 1 to 8"));
    assert!(refused(&["show", "tictactoe", "--position", "XY./.../..."]).contains("column 2"));
    assert!(refused(&["show", "connect4", "--moves", "4 9"]).contains("step 2 of the moves"));
    assert!(refused(&["tree", "tree:([3 12 8] [2 4 6]"]).contains("column"));
    assert!(refused(&["tree", "tree:{0.5: 1 0.6: 2}"]).contains("sum to 1.1"));
    assert!(refused(&["suite", "connect4", "no/such/file", "--with", "ab"]).contains("no/such/file"));
    assert!(refused(&["bench", "nothing"]).contains("known: core"));
    assert!(refused(&["search", "connect4", "--suite", "file"]).contains("--suite"));
    assert_eq!(plywood(&["perft", "connect4", "minus"]).status.code(), Some(2));
    assert_eq!(plywood(&["nothing"]).status.code(), Some(2));
}

#[test]
fn a_suite_of_positions() {
    let folder = std::env::temp_dir().join(format!("plywood-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let suite = folder.join("suite.txt");
    std::fs::write(&suite, "# two positions\n.../.../...\nXX./OO./...\n").unwrap();
    let suite = suite.to_str().unwrap();
    let data = folder.to_str().unwrap();
    let found = json(&["suite", "tictactoe", suite, "--with", "ab", "--data", data, "--json"]);
    assert_eq!(found["positions"].as_array().unwrap().len(), 2);
    assert_eq!(found["searches"][0]["measurements"][1]["move"], "c3");
    std::fs::write(suite, ".../.../...\nXXX\n").unwrap();
    assert!(refused(&["suite", "tictactoe", suite, "--with", "ab", "--data", data]).contains("line 2"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn trees_are_drawn() {
    let outline = said(&["tree", "tree:(A=[3 12 8] B=[2 4 6])"]);
    assert!(outline.contains("B  min  window (3, ∞)  ≤ 2  cut  not searched: 2 3"), "{outline}");
    let path = std::env::temp_dir().join(format!("plywood-tree-{}.svg", std::process::id()));
    said(&["tree", "tree:({0.3: 1 0.7: 2} 1.5)", "--with", "expectimax", "--svg", path.to_str().unwrap()]);
    let drawing = std::fs::read_to_string(&path).unwrap();
    assert!(drawing.starts_with("<svg") && drawing.contains("1.7") && drawing.trim_end().ends_with("</svg>"));
    std::fs::remove_file(path).unwrap();
    let three = said(&["tree", "tree:1(2(1/2/3 3/2/1) 3(0/0/1 1/0/0))", "--with", "maxn"]);
    assert!(three.contains("player 2 "), "{three}");
    assert!(refused(&["tree", "tictactoe", "--with", "random"]).contains("cannot be drawn"));
    let trace = json(&["tree", "nim(matches=3)", "--json"]);
    assert_eq!(trace["truncated"], false);
}

#[test]
fn a_game_at_the_terminal() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(["play", "tictactoe", "--against", "ab"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // An illegal move, a hint, a move, taking it back, another one, then leaving.
    child.stdin.take().unwrap().write_all(b"z9\nhint\nundo\nb2\nundo\na1\nmoves\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\"z9\" is not a legal move here; legal: a3, b3"), "{text}");
    assert!(text.contains("nothing of yours to take back"), "{text}");
    assert_eq!(text.matches("player 2 plays").count(), 2, "one answer before and one after the undo: {text}");
    assert!(refused(&["play", "tictactoe", "--as", "3"]).contains("--as goes from 0 to 2"));
    // Watching a game with dice to its end.
    let watched = said(&["play", "pig(target=6)", "--as", "0", "--against", "random"]);
    assert!(watched.contains("the game is over, payoffs"), "{watched}");
}
