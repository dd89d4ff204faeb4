//! The lab from outside: matches that are killed, interrupted, split and joined, and what the commands say.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use plywood_core::random::{below, seeded};
use plywood_lab::store::{Store, first_difference};
use serde_json::Value;

fn plywood(arguments: &[&str], data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.args(arguments).arg("--data").arg(data).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(arguments: &[&str], data: &Path) -> Output {
    plywood(arguments, data).output().unwrap()
}

fn text(arguments: &[&str], data: &Path) -> String {
    let output = output(arguments, data);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str], data: &Path) -> Value {
    serde_json::from_str(&text(arguments, data)).unwrap()
}

fn refusal(arguments: &[&str], data: &Path) -> String {
    let output = output(arguments, data);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn difference(a: &Path, b: &Path) -> Option<String> {
    first_difference(&Store::open_read(a).unwrap(), &Store::open_read(b).unwrap()).unwrap()
}

/// Waits so long, then kills or interrupts; whether the run was still going.
fn end_after(child: &mut Child, wait: Duration, end: impl FnOnce(&mut Child)) -> bool {
    std::thread::sleep(wait);
    let running = child.try_wait().unwrap().is_none();
    end(child);
    child.wait().unwrap();
    running
}

#[test]
fn a_match_killed_ten_times_has_exactly_the_games_of_an_undisturbed_one() {
    let (calm, rough) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let arguments = ["match", "tictactoe", "random", "random", "--games", "60000", "--seed", "5"];
    text(&arguments, calm.path());
    let mut rng = seeded(5);
    let mut killed = 0;
    for _ in 0..10 {
        let wait = Duration::from_millis(5 + below(&mut rng, 70) as u64);
        let mut child = plywood(&arguments, rough.path()).spawn().unwrap();
        killed += u32::from(end_after(&mut child, wait, |child| child.kill().unwrap()));
    }
    assert_eq!(killed, 10, "the run was over before it could be killed");
    text(&arguments, rough.path());
    assert_eq!(difference(calm.path(), rough.path()), None);
}

#[cfg(unix)]
#[test]
fn after_an_interrupt_the_same_command_goes_on() {
    let (calm, rough) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let arguments = ["match", "tictactoe", "random", "random", "--games", "40000", "--seed", "6"];
    text(&arguments, calm.path());
    let child = plywood(&arguments, rough.path()).spawn().unwrap();
    // Some games must be stored before the interrupt.
    let stored = || {
        Store::open_read(rough.path())
            .and_then(|store| store.runs())
            .is_ok_and(|runs| runs.iter().any(|r| r.stored > 0))
    };
    while !stored() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("the same command goes on"));
    text(&arguments, rough.path());
    assert_eq!(difference(calm.path(), rough.path()), None);
}

#[test]
fn threads_and_slices_give_the_same_store() {
    let folder = || tempfile::tempdir().unwrap();
    let (one, two, joined, slices) = (folder(), folder(), folder(), [folder(), folder(), folder()]);
    let arguments = [
        "match",
        "connect4",
        "ab(depth=4)",
        "ab(depth=2)",
        "--games",
        "60",
        "--seed",
        "1",
        "--openings",
        "random(plies=4)",
    ];
    let with = |more: &[&'static str]| -> Vec<&str> {
        arguments.iter().copied().chain(more.iter().copied()).collect()
    };
    let shown = text(&with(&["--threads", "1"]), one.path());
    for part in ["Ptnml |", "Elo   |", "nElo  |", "LOS   |", "distinct"] {
        assert!(shown.contains(part), "{part} is missing in\n{shown}");
    }
    text(&with(&["--threads", "2"]), two.path());
    assert_eq!(difference(one.path(), two.path()), None);
    for (slice, name) in slices.iter().zip(["1/3", "2/3", "3/3"]) {
        text(&with(&["--shard", name]), slice.path());
    }
    let sources: Vec<&str> = slices.iter().map(|slice| slice.path().to_str().unwrap()).collect();
    let target = joined.path().to_str().unwrap();
    text(&["lab", "merge", target, sources[0], sources[1], sources[2]], joined.path());
    assert_eq!(difference(one.path(), joined.path()), None);
}

#[test]
fn copies_are_counted_and_warned_of() {
    let data = tempfile::tempdir().unwrap();
    let arguments = ["match", "connect4", "ab(depth=3)", "ab(depth=2)", "--games", "20", "--json"];
    let result = json(&arguments, data.path());
    assert_eq!(result["games"], 20);
    assert_eq!(result["distinct"], 2);
    assert!(result["warning"].as_str().unwrap().contains("only 2 of 20 games are distinct"));
    for key in ["wins", "draws", "losses", "score", "low", "high"] {
        assert!(result[key].is_number(), "{key}");
    }
    let different = [
        "match",
        "connect4",
        "ab(depth=3)",
        "ab(depth=2)",
        "--games",
        "20",
        "--openings",
        "random(plies=4)",
        "--json",
    ];
    // Ten openings give at least ten games; the two of a pair may be the same one.
    assert!(json(&different, data.path())["distinct"].as_u64().unwrap() >= 10);
}

#[test]
fn a_run_is_listed_shown_drawn_and_exported() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("ladder.toml");
    let experiment = "game = \"connect4\"\nseed = 3\ngames = 4\nopenings = \"random(plies=3)\"\nmode = \"gauntlet\"\n\
                      players = [\"random\", { spec = \"ab\", depth = [1, 2] }]\n";
    std::fs::write(&file, experiment).unwrap();
    let path = file.to_str().unwrap();
    let shown = text(&["match", "--experiment", path], data.path());
    assert!(shown.contains("random against ab(depth=2)"), "{shown}");
    let runs = json(&["lab", "list", "--json"], data.path());
    assert_eq!((runs[0]["name"].as_str(), runs[0]["stored"].as_u64()), (Some("ladder"), Some(8)));
    assert!(text(&["lab", "show", "ladder"], data.path()).contains(shown.split_once("\n\n").unwrap().1));
    let svg = data.path().join("ladder.svg");
    text(&["lab", "plot", "ladder", "--out", svg.to_str().unwrap()], data.path());
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    let exported = json(&["lab", "export", "ladder", "--json"], data.path());
    assert_eq!(exported["games"].as_array().unwrap().len(), 8);
    let steps = exported["steps"].as_array().unwrap().len();
    assert_eq!(text(&["lab", "export", "ladder", "--csv"], data.path()).lines().count(), steps + 1);
    assert!(text(&["lab", "export", "ladder", "--md"], data.path()).contains("| pairing |"));

    // A changed file is refused with the difference, unless told otherwise.
    std::fs::write(&file, experiment.replace("games = 4", "games = 6")).unwrap();
    let error = refusal(&["match", "--experiment", path], data.path());
    assert!(error.contains("- games = 4\n+ games = 6") && error.contains("--changed"), "{error}");
    text(&["match", "--experiment", path, "--changed"], data.path());
    assert_eq!(json(&["lab", "list", "--json"], data.path())[0]["stored"], 12);
}

#[test]
fn a_suite_measures_every_search_on_every_position() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("positions.txt");
    let games = json(
        &[
            "match",
            "connect4",
            "random",
            "random",
            "--games",
            "6",
            "--openings",
            "random(plies=6)",
            "--name",
            "openings",
            "--json",
        ],
        data.path(),
    );
    assert_eq!(games["games"], 6);
    let openings = json(&["lab", "export", "openings", "--json"], data.path());
    let positions: Vec<&str> =
        openings["openings"].as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect();
    std::fs::write(&file, format!("# three positions\n{}\n", positions.join("\n"))).unwrap();
    let path = file.to_str().unwrap();
    let arguments =
        ["suite", "connect4", path, "--with", "ab", "--with", "minimax", "--depths", "2,3", "--json"];
    let result = json(&arguments, data.path());
    let searches = result["searches"].as_array().unwrap();
    assert_eq!(searches.len(), 4);
    for search in searches {
        assert_eq!(search["measurements"].as_array().unwrap().len(), 3);
        assert!(search["nodes"]["median"].as_f64().unwrap() > 0.0);
    }
    // Alpha-beta finds minimax's value with no more nodes.
    let column = |search: usize, key: &str| -> Vec<f64> {
        let all = searches[search]["measurements"].as_array().unwrap();
        all.iter().map(|m| m[key].as_f64().unwrap()).collect()
    };
    assert_eq!(column(0, "value"), column(2, "value"));
    assert!(column(1, "nodes").iter().zip(column(3, "nodes")).all(|(pruned, plain)| *pruned <= plain));
}

#[test]
fn wrong_input_is_refused_with_a_sentence() {
    let data = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str); 7] = [
        (&["match", "conect4", "random", "random"], "connect4"),
        (&["match", "connect4", "ab(dpeth=3)", "random"], "depth"),
        (&["match", "connect4", "random"], "2 players"),
        (&["match", "connect4", "random", "random", "--games", "0"], "at least one game"),
        (&["match", "connect4", "random", "random", "--shard", "4/3"], "1/3"),
        (&["match", "connect4", "random", "random", "--sprt", "5"], "0,5"),
        (&["match", "connect4", "random", "random", "--sprt", "0,5", "--shard", "1/2"], "--shard"),
    ];
    for (arguments, part) in cases {
        let error = refusal(arguments, data.path());
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
    assert!(refusal(&["lab", "list"], data.path()).contains("no store"), "nothing was made");
    text(&["match", "tictactoe", "random", "random", "--games", "2"], data.path());
    assert!(refusal(&["lab", "show", "nobody"], data.path()).contains("known runs: match-"));
    let _held = Store::open(data.path()).unwrap();
    assert!(
        refusal(&["match", "tictactoe", "random", "random"], data.path())
            .contains("another process is writing")
    );
}

#[test]
fn the_scoreboard_lists_every_published_entry() {
    let run =
        |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().unwrap();
    let list = run(&["repro", "--list", "--json"]);
    let entries: Value = serde_json::from_slice(&list.stdout).unwrap();
    let entries = entries.as_array().unwrap();
    assert_eq!(entries.iter().filter(|entry| entry["reported"] == false).count(), 137);
    for entry in entries {
        assert!(["ready", "not yet", "cannot"].contains(&entry["state"].as_str().unwrap()));
        assert!(entry["source"].as_str().unwrap().contains(", "));
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let shown = run(&["repro", "dice/figure4.4", "--out", out]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("input-formula: holds"));
    assert!(folder.path().join("dice/figure4.4/index.html").exists());
    assert_eq!(run(&["repro", "dice/figure9.9"]).status.code(), Some(2));
    assert_eq!(run(&["repro", "billiards/table4.18"]).status.code(), Some(2));
}

#[test]
fn all_entries_of_a_family_run_once_and_are_told_together() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (out, results) = (path("report"), path("RESULTS.md"));
    let all = ["repro", "--all", "--only", "om/figure1", "--out", &out, "--results", &results];
    let run = || Command::new(env!("CARGO_BIN_EXE_plywood")).args(all).output().unwrap();
    let first = run();
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    assert!(String::from_utf8_lossy(&first.stderr).starts_with("5 entries to run, 0 done before"));
    let second = run();
    assert!(String::from_utf8_lossy(&second.stderr).starts_with("0 entries to run, 5 done before"));
    let page = std::fs::read_to_string(path("report/index.html")).unwrap();
    let told = std::fs::read_to_string(&results).unwrap();
    for id in ["om/figure1.1", "om/figure1.5"] {
        assert!(page.contains(id) && told.contains(id));
    }
    let list = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(["repro", "--list", "--json", "--out", &out])
        .output()
        .unwrap();
    let entries: Value = serde_json::from_slice(&list.stdout).unwrap();
    let entry = entries.as_array().unwrap().iter().find(|entry| entry["id"] == "om/figure1.3").unwrap();
    assert_eq!(entry["last"]["judgements"].as_array().unwrap().len(), 3);
}
