//! The command line as a user meets it: what it prints, what it refuses, and with what exit code.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::support::{PROGRAM, command, interrupt, json, plywood, refused, said};

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
    let unknown = refused(&["searches", "nothing"]);
    let (_, known) = unknown.split_once("known: ").unwrap();
    assert_eq!(known.matches("random").count(), 1, "every name once: {unknown}");
}

#[test]
fn openings_are_written_so_that_they_can_be_read() {
    let rule = "played(player=ab(depth=1), stages=2)";
    let text = said(&["openings", "loa", rule, "--count", "4", "--seed", "3"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("# plywood openings loa \"{rule}\" --count 4 --seed 3"));
    assert_eq!(lines.len(), 5, "{text}");
    lines[1..].iter().for_each(|position| drop(said(&["show", "loa", "--position", position])));
    assert!(refused(&["openings", "loa", "played"]).contains("needs a player"));
    assert!(refused(&["rivals", "tictactoe", "--opponent", "nobody"]).contains("nobody"));
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
    assert!(refused(&["search", "checkers"]).contains("unknown game \"checkers\"; known: tictactoe"));
    let refusal = refused(&["search", "connect4", "--with", "ab(depth=3, dpeth=3)"]);
    assert!(
        refusal.contains("no key dpeth") && refusal.contains(", depth, nodes, evaluations or time "),
        "{refusal}"
    );
    assert!(refusal.ends_with("  ab(depth=3, dpeth=3)\n              ^\n"), "the key is wrong: {refusal}");
    assert!(
        refused(&["search", "connect4", "--with", "uct(depth=3)"]).ends_with("  uct(depth=3)\n      ^\n")
    );
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
    let mut child = Command::new(PROGRAM)
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
    assert!(watched.contains("the game is over: player "), "{watched}");
}

/// What the program says to lines at its prompt.
fn answered(arguments: &[&str], lines: &str) -> String {
    let mut child =
        command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_tutor_says_what_would_have_been_better() {
    let nim = ["play", "nim(matches=3)", "--tutor", "--seed", "1"];
    let text = answered(&nim, "1\nquit\n");
    assert!(text.contains("3 is better than 1 by 2.00"), "{text}");
    assert!(text.contains("player 2 plays "), "{text}");
    let text = answered(&nim, "3\n");
    assert!(text.contains("player 1 wins (you)\nNo choice of yours was seen yet"), "{text}");
}

#[test]
fn a_level_has_a_name() {
    let watched = |level: &str| said(&["play", "tictactoe", "--as", "0", "--seed", "1", "--level", level]);
    assert!(watched("beginner").contains("against random;"));
    assert!(watched("novice").contains("(depth=1)"));
    assert!(refused(&["play", "tictactoe", "--level", "grandmaster"]).contains("beginner, novice"));
}

#[test]
fn brackets_without_end_are_refused() {
    let nested = |open: &str, close: &str| format!("{}1{}", open.repeat(20_000), close.repeat(20_000));
    for game in
        [nested("a(", ")"), format!("tree:{}", nested("(", ")")), format!("tree:{}", nested("{", "}"))]
    {
        assert!(refused(&["show", &game]).contains("deeper than"), "{}", &game[..20]);
    }
    assert!(refused(&["search", "nim", "--with", &nested("a(", ")")]).contains("deeper than"));
}

#[test]
fn numbers_are_read_as_people_write_them() {
    let nodes =
        |with: &str| json(&["search", "connect4", "--with", with, "--json"])["nodes"].as_u64().unwrap();
    assert_eq!(nodes("ab(nodes=20k, table=1mb)"), 20_000);
    assert_eq!(nodes("ab(nodes=2e4, table=1MiB)"), 20_000);
    assert_eq!(nodes("ab(nodes=0.02M, time=10m, table=2^10)"), 20_000);
    assert!(nodes("ab(time=50ms, table=1.5MB)") > 0);
    let refusal = refused(&["search", "connect4", "--with", "ab(table=64M)"]);
    assert!(refusal.contains("bytes (64MB), a number of entries"), "entries or megabytes? {refusal}");
}

#[test]
fn lists_fit_the_terminal_and_one_of_them_is_shown_whole() {
    for width in [60, 100] {
        for arguments in
            [&["games"][..], &["searches"], &["searches", "ab"], &["games", "othello"], &["searches", "pig"]]
        {
            let output =
                Command::new(PROGRAM).args(arguments).env("COLUMNS", width.to_string()).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let too_long =
                text.lines().find(|line| line.chars().count() > width && !line.starts_with("example"));
            assert_eq!(too_long, None, "{arguments:?} in {width} columns");
        }
    }
    let othello = said(&["games", "othello"]);
    for words in
        ["source: ", "payoff=outcome", "discs", "\nevaluations\n", "\nplayouts\n", "example: plywood search "]
    {
        assert!(othello.contains(words), "{words}: {othello}");
    }
    assert!(said(&["games", "othello(payoff=margin)"]).contains("discs from -64 to 64"));
    assert!(said(&["games", "tree"]).contains("tree:"), "one that is nothing without its arguments");
    assert_eq!(json(&["games", "kalah", "--json"])["unit"], "seeds");
    assert!(refused(&["games", "go"]).contains("known: tictactoe"));
    let ab = said(&["searches", "ab"]);
    for words in ["source: ", "table=16MB", "\nbudgets\n", "example: plywood search "] {
        assert!(ab.contains(words), "{words}: {ab}");
    }
    // Every example of a search is a command that works.
    let examples: Vec<Value> = json(&["searches", "--json"])["searches"].as_array().unwrap().clone();
    for search in examples.iter().filter_map(|search| search["name"].as_str()) {
        let text = said(&["searches", search]);
        let example = text.lines().find_map(|line| line.strip_prefix("example: plywood search ")).unwrap();
        let (game, with) = example.split_once(" --with ").unwrap();
        // A user who types it has the program among their commands.
        let with = with.replace("plywood engine", &format!("{PROGRAM} engine"));
        said(&["search", game, "--with", with.trim_matches(['"', '\''])]);
    }
}

#[test]
fn values_say_what_they_are_counted_in() {
    let value = |arguments: &[&str]| {
        let text = said(&[&["search"], arguments].concat());
        text.lines().find(|line| line.starts_with("value")).unwrap().to_string()
    };
    assert!(value(&["kalah", "--with", "ab(depth=2)"]).ends_with(" seeds for player 1"));
    assert!(
        value(&["othello(payoff=margin)", "--moves", "f5", "--with", "ab(depth=1)"])
            .ends_with(" discs for player 2")
    );
    assert!(
        value(&["connect4", "--with", "ab(depth=2)"]).ends_with(" for player 1 (1 wins, 0 draws, -1 loses)")
    );
    assert!(value(&["pig(target=10)", "--with", "expectimax(depth=3)"]).ends_with(" % to win)"));
    let won = value(&["tictactoe", "--position", "XX./OO./...", "--with", "ab"]);
    assert_eq!(won, "value  +1.0000 for player 1 (a win, proven, 1 ply to the end)");
    assert!(
        value(&["tictactoe", "--with", "ab"]).starts_with("value  +0.0000 for player 1 ("),
        "zero has no sign"
    );
    let solved = |arguments: &[&str]| {
        let text = said(&[&["solve"], arguments].concat());
        text.lines().find(|line| line.starts_with("value")).unwrap().to_string()
    };
    assert!(solved(&["kalah(holes=2,seeds=2)"]).ends_with(" seeds for player 1"));
    assert_eq!(solved(&["nim(matches=1)"]), "value  +1 for player 1 (a win), 1 ply to the end");
    assert!(solved(&["tictactoe", "--memory", "1MB"]).starts_with("value  +0 for player 1"));
    // A few lucky playouts are no win.
    let lucky = value(&["nim(matches=9)", "--with", "uct(simulations=1)"]);
    assert!(lucky.ends_with("(1 wins, 0 draws, -1 loses)"), "{lucky}");
    // A score that is not the payoff says what it counts.
    assert_eq!(
        solved(&["connect4", "--moves", "1 2 1 2 1 2", "--memory", "1MB"]),
        "value  +18 stones for player 1 (a win), 1 ply to the end"
    );
    let puzzle = solved(&["puzzle(size=3)"]);
    assert!(puzzle.contains(" moves for player 1 (solved), "), "{puzzle}");
    let digits = solved(&["pig(target=10)"]).split(' ').nth(2).unwrap().len();
    assert!(digits <= "+0.418849".len(), "no more places than say something");
    assert!(said(&["games", "puzzle"]).contains("\n1 player, no chance"));
    assert!(said(&["search", "dice(board=3)"]).contains("move   none: chance is on turn\n"));
    for (game, unit) in [("kalah", "seeds"), ("connect4", "outcome"), ("pig", "expected outcome")] {
        let (listed, found) = (
            json(&["games", game, "--json"]),
            json(&["search", game, "--with", "uct(simulations=1)", "--json"]),
        );
        assert_eq!((&listed["unit"], &found["unit"]), (&unit.into(), &unit.into()), "{game}");
    }
}

#[test]
fn a_game_without_a_search_finds_one_that_fits() {
    for game in ["dice", "nim3", "pig", "einstein", "8ball", "tree:(A={1 2 4} B={2})"] {
        assert!(said(&["tree", game]).starts_with("root  "), "{game}");
        let output = plywood(&["play", game, "--as", "1"]);
        assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(said(&["search", "dice"]).starts_with("search star_etc"));
}

#[test]
fn new_dice_each_time_unless_seeded_and_a_winner_at_the_end() {
    let watch = |seed: &[&str]| {
        let play = ["play", "pig(target=30)", "--as", "0", "--against", "random"];
        said(&[&play[..], seed].concat())
    };
    let without_seed =
        |text: &str| text.lines().filter(|line| !line.contains("--seed")).collect::<Vec<_>>().join("\n");
    let games: Vec<String> = (0..3).map(|_| without_seed(&watch(&[]))).collect();
    assert!(games[0] != games[1] || games[1] != games[2], "three games with the same dice");
    assert_eq!(watch(&["--seed", "7"]), watch(&["--seed", "7"]));
    assert!(games[0].contains("the game is over: player "), "{}", games[0]);
    let kalah =
        said(&["play", "kalah(holes=2,seeds=2)", "--as", "0", "--against", "ab(depth=2)", "--seed", "1"]);
    assert!(
        kalah.contains("the game is over: ") && (kalah.contains("seeds") || kalah.contains("a draw")),
        "{kalah}"
    );
}

#[test]
fn much_memory_is_said_before_it_is_taken() {
    let output = plywood(&["search", "connect4", "--with", "uct(simulations=10, memory=2GB)"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("up to 2 GB of memory"), "{told}");
    assert!(plywood(&["search", "connect4", "--with", "uct(simulations=10)"]).stderr.is_empty());
}

/// Starts a command, interrupts it as Ctrl-C does after an amount of work, and returns its exit code and what
/// it printed.
#[cfg(unix)]
fn interrupted(arguments: &[&str], after: Duration) -> (Option<i32>, String) {
    let mut child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    interrupt(&mut child, after);
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[cfg(unix)]
#[test]
fn what_is_interrupted_shows_what_it_has_and_exits_with_130() {
    let second = Duration::from_millis(1500);
    let (code, text) = interrupted(&["search", "connect4", "--with", "ab(depth=40)"], second);
    assert_eq!(code, Some(130), "{text}");
    assert!(text.contains("move   "), "{text}");
    let (code, text) = interrupted(&["search", "othello", "--with", "uct(time=60s)", "--json"], second);
    assert_eq!(code, Some(130));
    assert!(serde_json::from_str::<Value>(&text).unwrap()["simulations"].as_u64() > Some(0));
    let (code, text) = interrupted(&["perft", "othello", "14"], second);
    assert_eq!((code, text.as_str()), (Some(130), ""));
    let folder = std::env::temp_dir().join(format!("plywood-tune-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let experiment = folder.join("c.toml");
    let text = "game = \"tictactoe\"\nplayer = \"uct(simulations=20, c={c})\"\npairs = 1000000\n\
                [parameters.c]\nstart = 8.0\nmin = 0.0\nmax = 9.0\nstep = 1.0\n";
    std::fs::write(&experiment, text).unwrap();
    let tune = ["tune", experiment.to_str().unwrap(), "--data", folder.to_str().unwrap()];
    let pairs = |text: &str| -> u64 {
        let line = text.lines().find(|line| line.starts_with("c after ")).expect(text);
        line.split(' ').nth(2).unwrap().parse().unwrap()
    };
    let (code, first) = interrupted(&tune, second);
    assert_eq!(code, Some(130), "{first}");
    assert!(pairs(&first) > 0 && first.contains("the same command goes on"), "{first}");
    let (code, told) = interrupted(&[&tune[..], &["--json"]].concat(), second);
    let told: Value = serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told}"));
    assert_eq!((code, &told["interrupted"]), (Some(130), &true.into()), "one object, interrupted or not");
    let (_, then) = interrupted(&tune, second);
    assert!(pairs(&then) > pairs(&first), "it goes on where it was: {first}\n{then}");
    std::fs::remove_dir_all(folder).unwrap();
}
