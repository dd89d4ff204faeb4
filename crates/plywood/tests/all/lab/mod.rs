//! The lab from outside: matches that are killed, interrupted, split and joined, and what the commands say.

mod engines;
mod hardship;
mod records;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use plywood_core::random::{below, seeded};
use plywood_lab::store::{Store, first_difference};
use serde_json::Value;

use crate::support::{self, PROGRAM};

fn plywood(arguments: &[&str], data: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
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

#[test]
fn a_match_killed_ten_times_has_exactly_the_games_of_an_undisturbed_one() {
    let (calm, rough) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let arguments = ["match", "tictactoe", "random", "random", "--games", "60000", "--seed", "5"];
    text(&arguments, calm.path());
    let mut rng = seeded(5);
    let mut killed = 0;
    for _ in 0..10 {
        let wait = Duration::from_millis(5 + below(&mut rng, 70) as u64);
        killed += u32::from(support::killed(plywood(&arguments, rough.path()).spawn().unwrap(), wait));
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
    assert_eq!(output.status.code(), Some(130));
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
    let said = text(&["lab", "merge", sources[0], sources[1], sources[2]], joined.path());
    assert!(said.contains("joined 3 folders") && said.contains("60 of 60"), "{said}");
    assert_eq!(difference(one.path(), joined.path()), None);
    for slice in &sources {
        let runs = json(&["lab", "list", "--json"], Path::new(slice));
        assert!(runs[0]["stored"].as_u64().unwrap() < 30, "a source is only read");
    }
    assert!(
        refusal(&["lab", "merge", "missing", sources[0]], &joined.path().join("new")).contains("no store")
    );
    assert!(!joined.path().join("new").exists());
}

#[test]
fn copies_are_counted_and_warned_of() {
    let data = tempfile::tempdir().unwrap();
    let arguments = ["match", "connect4", "ab(depth=3)", "ab(depth=2)", "--games", "20", "--json"];
    let result = &json(&arguments, data.path())["pairings"][0];
    assert_eq!(result["games"], 20);
    assert_eq!(result["distinct"], 2);
    assert!(result["warning"].as_str().unwrap().contains("only 2 of 20 games are distinct"));
    for key in ["wins", "draws", "losses"] {
        assert!(result[key].is_number(), "{key}");
    }
    for key in ["value", "low", "high"] {
        assert!(result["score"][key].is_number(), "{key}");
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
    assert!(json(&different, data.path())["pairings"][0]["distinct"].as_u64().unwrap() >= 10);
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
    let games = exported["games"].as_array().unwrap();
    let steps: usize = games.iter().map(|game| game["steps"].as_array().unwrap().len()).sum();
    assert_eq!(games[1]["players"], serde_json::json!(["ab(depth=1)", "random"]));
    assert_eq!((&games[1]["first_seat"], &games[1]["steps"][0]["ply"]), (&2.into(), &1.into()));
    assert_eq!(games[0]["opening"], exported["openings"][0]);
    assert_eq!(text(&["lab", "export", "ladder", "--csv"], data.path()).lines().count(), steps + 1);
    assert!(text(&["lab", "export", "ladder", "--md"], data.path()).contains("| pairing |"));

    // More games go on; other players are refused with the difference, unless the old ones are put aside.
    std::fs::write(&file, experiment.replace("games = 4", "games = 6")).unwrap();
    assert!(
        text(&["match", "--experiment", path], data.path()).contains("8 games were stored before, 4 are new")
    );
    std::fs::write(&file, experiment.replace("[1, 2]", "[1, 3]")).unwrap();
    let error = refusal(&["match", "--experiment", path], data.path());
    assert!(
        error.contains("- player = ab(depth=2)\n+ player = ab(depth=3)") && error.contains("--changed"),
        "{error}"
    );
    let said = text(&["match", "--experiment", path, "--changed"], data.path());
    assert!(said.contains("kept as ladder.1, with 12 games"), "{said}");
    // Fewer games than there are: nothing is played, and nothing deleted.
    let said = text(&["match", "--experiment", path, "--games", "2"], data.path());
    assert!(said.contains("nothing was played") && said.contains("fewer were asked for"), "{said}");
    let stored = || -> Vec<(String, u64)> {
        let runs = json(&["lab", "list", "--json"], data.path());
        let one = |run: &Value| (run["name"].as_str().unwrap().to_string(), run["stored"].as_u64().unwrap());
        runs.as_array().unwrap().iter().map(one).collect()
    };
    assert_eq!(stored(), [("ladder.1".to_string(), 12), ("ladder".to_string(), 8)]);
    // By hand: another name, and away with it, by its whole name.
    assert!(
        text(&["lab", "rename", "ladder.1", "older"], data.path()).contains("ladder.1 is now called older")
    );
    assert!(refusal(&["lab", "delete", "old"], data.path()).contains("known runs: older, ladder"));
    assert!(text(&["lab", "delete", "older"], data.path()).contains("deleted run older with 12 games"));
    assert_eq!(stored(), [("ladder".to_string(), 8)]);
    let noted = text(&["lab", "note", "lad", "three depths"], data.path());
    assert_eq!(noted, "run ladder has the note: three depths\n");
    assert!(refusal(&["lab", "list", "nobody"], data.path()).contains("known runs: ladder"));
    assert_eq!(json(&["lab", "list", "nobody", "--json"], data.path()), serde_json::json!([]));
    let list = text(&["lab", "list", "la"], data.path());
    for part in ["connect4", "random, ab(depth=1), ab(depth=3)", "8 of 8", "three depths"] {
        assert!(list.contains(part), "{part} is missing in\n{list}");
    }
}

#[test]
fn a_file_that_a_player_names_is_part_of_the_run() {
    let data = tempfile::tempdir().unwrap();
    let (net, data) = (data.path().join("cur.net"), data.path().join("data"));
    let train = |seed: &str| {
        let file = format!("file={}", net.display());
        let _ = std::fs::remove_file(&net);
        let done = Command::new(PROGRAM)
            .args(["train", "dice(board=3, win=3)", "network", "games=20", seed, &file])
            .output();
        assert!(done.unwrap().status.success());
    };
    let player = format!("expectimax(depth=1, eval=network(file=\"{}\"))", net.display());
    let arguments = ["match", "dice(board=3, win=3)", &player, "random", "--games", "4"];
    train("seed=1");
    let first = text(&arguments, &data);
    assert!(!first.contains("nothing was played"));
    let again = text(&arguments, &data);
    assert!(again.contains("nothing was played: all of this was stored before (4 games)"), "{again}");
    train("seed=2");
    let other = text(&arguments, &data);
    assert!(!other.contains("nothing was played"), "{other}");
    assert_ne!(first.lines().next(), other.lines().next(), "another network is another run");
    // Under a name of one's own the difference is told.
    let named = [&arguments[..], &["--name", "mine"]].concat();
    text(&named, &data);
    train("seed=3");
    let error = refusal(&named, &data);
    assert!(error.contains("- file ") && error.contains("cur.net"), "{error}");
}

#[test]
fn three_players_are_judged_as_three() {
    let data = tempfile::tempdir().unwrap();
    let shown = text(&["match", "nim3", "random", "random", "random", "--games", "300"], data.path());
    for part in ["random #1", "random #3", "seat 3", "0.3333", "rating"] {
        assert!(shown.contains(part), "{part} is missing in\n{shown}");
    }
    assert!(!shown.contains("Elo") && !shown.contains("LOS"), "{shown}");
}

#[test]
fn one_game_is_a_game() {
    let data = tempfile::tempdir().unwrap();
    let game = ["match", "nim", "random", "random", "--games", "1", "--no-swap", "--name", "single"];
    text(&game, data.path());
    assert!(
        text(&game, data.path()).contains("nothing was played: all of this was stored before (1 game)\n")
    );
    let more = game.map(|word| if word == "1" { "3" } else { word });
    assert!(text(&more, data.path()).contains("1 game was stored before, 2 are new\n"));
    let other = game.map(|word| if word == "--no-swap" { "--seed=2" } else { word });
    assert!(refusal(&other, data.path()).contains("its 3 games are kept"));
    let file = data.path().join("positions.txt");
    std::fs::write(&file, "5 first\n").unwrap();
    let suite = ["suite", "nim", file.to_str().unwrap(), "--with", "ab(depth=2)"];
    text(&suite, data.path());
    let again = text(&suite, data.path());
    assert!(again.contains("nothing was searched: all of this was stored before (1 position)\n"), "{again}");
    assert!(text(&["lab", "delete", "single"], data.path()).contains("with 3 games\n"));
}

#[test]
fn draws_alone_do_not_prove_that_players_are_equal() {
    let data = tempfile::tempdir().unwrap();
    let players = ["match", "tictactoe", "ab", "ab(killers=off)", "--games", "4"];
    let shown = text(&players, data.path());
    assert!(shown.contains("N: 4 W: 0 L: 0 D: 4") && !shown.contains("-0.00"), "{shown}");
    let pairing = &json(&[&players[..], &["--json"]].concat(), data.path())["pairings"][0];
    let (score, elo) = (&pairing["score"], &pairing["elo"]);
    assert!(score["low"].as_f64() < Some(0.5) && score["high"].as_f64() > Some(0.5), "{score}");
    assert!(elo["low"].as_f64() < Some(-50.0) && elo["high"].as_f64() > Some(50.0), "{elo}");
}

#[test]
fn whoever_wins_all_has_an_elo_without_end() {
    let data = tempfile::tempdir().unwrap();
    let arguments = [
        "match",
        "connect4",
        "ab(depth=5)",
        "random",
        "--games",
        "10",
        "--openings",
        "random(plies=2)",
        "--json",
    ];
    let elo = &json(&arguments, data.path())["pairings"][0]["elo"];
    assert_eq!((&elo["value"], &elo["high"]), (&"Infinity".into(), &"Infinity".into()));
    assert!(elo["low"].is_number());
}

#[cfg(target_os = "linux")]
#[test]
fn a_store_is_read_where_nothing_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let (data, archive) = (folder.path().join("data"), folder.path().join("archive"));
    std::fs::create_dir(&archive).unwrap();
    text(&["match", "tictactoe", "random", "random", "--games", "8", "--name", "kept"], &data);
    // A mount for this command alone; the user who runs the tests may not be allowed to make one.
    let within = |command: &str| {
        let script = format!(
            "mount --bind \"$DATA\" \"$ARCHIVE\" && mount -o remount,bind,ro \"$ARCHIVE\" || exit 77; \
             touch \"$ARCHIVE/x\" 2>/dev/null && exit 78; \"$PLYWOOD\" {command} --data \"$ARCHIVE\""
        );
        let mut unshare = Command::new("unshare");
        unshare.args(["--mount", "--map-root-user", "sh", "-c", &script]);
        unshare.env("DATA", &data).env("ARCHIVE", &archive).env("PLYWOOD", PROGRAM);
        unshare.output().unwrap()
    };
    let listed = within("lab list");
    if listed.status.code() != Some(0) && !String::from_utf8_lossy(&listed.stderr).contains("error:") {
        eprintln!("no mounts here: {}", String::from_utf8_lossy(&listed.stderr));
        return;
    }
    let said = |output: Output| {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(said(listed).contains("8 of 8"));
    assert!(said(within("lab show kept")).contains("N: 8"));
    // A log that a kill left there counts as well.
    let store = Store::open(&data).unwrap();
    assert!(said(within("lab export kept --csv")).lines().count() > 40);
    drop(store);
    let refused = within("match tictactoe random random --games 9 --name kept");
    assert_eq!(refused.status.code(), Some(2));
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(why.contains("cannot use the data folder"), "{why}");
    assert_eq!(why.matches("os error").count(), 1, "the cause is told once: {why}");
    // And joined from there.
    let joined = folder.path().join("joined");
    let merged = within(&format!("lab merge \"$ARCHIVE\" --data \"{}\" #", joined.display()));
    assert!(said(merged).contains("8 of 8"));
}

#[test]
fn an_experiment_file_needs_little_and_options_count() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("mine.toml");
    std::fs::write(&file, text(&["lab", "example"], data.path())).unwrap();
    let path = file.to_str().unwrap();
    let with =
        ["match", "--experiment", path, "--games", "2", "--seed", "7", "--openings", "random(plies=2)"];
    let result = json(&[&with[..], &["--json"]].concat(), data.path());
    assert_eq!((&result["run"], result["pairings"].as_array().unwrap().len()), (&"mine".into(), 6));
    let shown = text(&["lab", "show", "mine"], data.path());
    assert!(shown.contains("seed = 7") && shown.contains("openings = \"random(plies=2)\""), "{shown}");
}

#[test]
fn a_test_that_is_undecided_says_what_would_decide_it() {
    let data = tempfile::tempdir().unwrap();
    let arguments = [
        "match",
        "tictactoe",
        "random",
        "random",
        "--games",
        "40",
        "--sprt=0,5",
        "--alpha",
        "0.001",
        "--beta",
        "0.002",
    ];
    let shown = text(&arguments, data.path());
    assert!(shown.contains("LLR   |") && shown.contains("(-6.21, 6.91)"), "{shown}");
    let advice = shown.lines().find(|line| line.starts_with("  plywood match")).expect("an advice");
    // The command is one that can be pasted, and goes on.
    let command = advice.trim().replacen("plywood", "\"$PLYWOOD\"", 1);
    let run = Command::new("sh").args(["-c", &command]).env("PLYWOOD", PROGRAM).output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(
        said.contains("40 games were stored before"),
        "{command}\n{said}{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let name = shown.lines().next().unwrap().strip_prefix("run ").unwrap();
    let svg = data.path().join("llr.svg");
    text(&["lab", "plot", name, "--llr", "--out", svg.to_str().unwrap()], data.path());
    assert!(std::fs::read_to_string(svg).unwrap().contains("H1 accepted"));
    // One that is decided is over, whatever was planned.
    let clear =
        ["match", "tictactoe", "ab(depth=2)", "random", "--games", "4000", "--sprt=0,50", "--name", "clear"];
    assert!(text(&clear, data.path()).contains("H1 accepted"));
    let list = text(&["lab", "list"], data.path());
    assert!(list.lines().any(|line| line.starts_with("clear") && line.contains("test decided")), "{list}");
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
    assert_eq!(games["pairings"][0]["games"], 6);
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
fn a_suite_reads_standard_input_and_tells_each_position_as_it_comes() {
    use std::io::Write;
    let data = tempfile::tempdir().unwrap();
    let search = |more: &[&str]| {
        let arguments = [&["suite", "nim(matches=20)", "-", "--with", "ab(depth=3)"], more].concat();
        let mut child = plywood(&arguments, data.path()).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"# piles\n9 first\n8 first\n7 first\n").unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    // Stored before or not, all lines are there, and the summary is the last one.
    for before in [0, 3] {
        let said = search(&["--json-lines"]);
        let lines: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 4, "{said}");
        let mut told: Vec<(u64, &str)> = lines[..3]
            .iter()
            .map(|line| (line["number"].as_u64().unwrap(), line["position"].as_str().unwrap()))
            .collect();
        told.sort();
        assert_eq!(told, [(1, "9 first"), (2, "8 first"), (3, "7 first")]);
        assert!(lines.iter().take(3).all(|line| line["nodes"].is_number() && line["move"].is_string()));
        assert_eq!((&lines[3]["stored_before"], &lines[3]["positions"]), (&before.into(), &3.into()));
    }
    let rows = search(&["--positions"]);
    assert!(rows.contains("ab(depth=3), 8 first\n") && rows.contains("nothing was searched"), "{rows}");
}

#[test]
fn the_same_players_spelled_otherwise_are_the_same_run() {
    let data = tempfile::tempdir().unwrap();
    text(&["match", "connect4", "ab(depth=2, table=64KB)", "random", "--games", "4"], data.path());
    let other = ["match", "connect4(columns=7)", "ab(table=64kib,depth=02)", "random", "--games", "6"];
    assert!(text(&other, data.path()).contains("4 games were stored before, 2 are new"));
}

#[test]
fn games_are_written_for_people() {
    let data = tempfile::tempdir().unwrap();
    text(&["match", "connect4", "ab(depth=1)", "random", "--games", "2", "--name", "four"], data.path());
    let games = text(&["lab", "export", "four", "--games"], data.path());
    for part in [
        "[Event \"four\"]",
        "[Player1 \"ab(depth=1)\"]",
        "[Player2 \"ab(depth=1)\"]",
        "[Round \"1.2\"]",
        "\n1. ",
    ] {
        assert!(games.contains(part), "{part} is missing in\n{games}");
    }
    text(&["match", "othello(size=6)", "random", "random", "--games", "2", "--name", "six"], data.path());
    let games = text(&["lab", "export", "six", "--games"], data.path());
    assert!(
        games.starts_with("(;GM[Othello]PC[six, game 1.1]DT[") && games.contains("TY[6]BO[6 ------ "),
        "{games}"
    );
}

#[test]
fn wrong_input_is_refused_with_a_sentence() {
    let data = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str); 9] = [
        (&["match", "conect4", "random", "random"], "connect4"),
        (&["match", "connect4", "ab(dpeth=3)", "random"], "depth"),
        (&["match", "connect4", "random"], "2 players"),
        (&["match", "connect4", "random", "random", "--games", "0"], "at least one game"),
        (&["match", "connect4", "random", "random", "--shard", "4/3"], "1/3"),
        (&["match", "connect4", "random", "random", "--sprt", "5"], "0,5"),
        (&["match", "connect4", "random", "random", "--games", "4000000000"], "a run has at most 10,000,000"),
        (&["match", "connect4", "random", "random", "--threads", "100000"], "4096"),
        (&["match", "connect4", "random", "random", "--sprt", "0,5", "--shard", "1/2"], "--shard"),
    ];
    for (arguments, part) in cases {
        let error = refusal(arguments, data.path());
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
    assert!(refusal(&["lab", "list"], data.path()).contains("no store"), "nothing was made");
    text(&["match", "tictactoe", "random", "random", "--games", "2"], data.path());
    assert!(refusal(&["lab", "show", "nobody"], data.path()).contains("known runs: match-"));
    // One run at a time, but others beside it.
    let held = Store::open(data.path()).unwrap();
    let name = held.runs().unwrap()[0].name.clone();
    let lock = data.path().join("locks").read_dir().unwrap().next().unwrap().unwrap().path();
    let lock = std::fs::File::open(lock).unwrap();
    lock.lock().unwrap();
    let busy = refusal(&["match", "tictactoe", "random", "random"], data.path());
    assert!(busy.contains(&format!("another process is writing run {name}")), "{busy}");
    text(&["match", "tictactoe", "random", "random", "--games", "2", "--seed", "2"], data.path());
}

#[test]
fn the_scoreboard_lists_every_published_entry() {
    let run = |arguments: &[&str]| Command::new(PROGRAM).args(arguments).output().unwrap();
    let list = run(&["repro", "--list", "--json"]);
    let entries: Value = serde_json::from_slice(&list.stdout).unwrap();
    let entries = entries.as_array().unwrap();
    assert_eq!(
        entries.iter().filter(|entry| entry["reported"] == false && entry["ours"] == false).count(),
        137
    );
    for entry in entries {
        assert!(["ready", "cannot"].contains(&entry["state"].as_str().unwrap()));
        assert!(entry["source"].as_str().unwrap().contains(", "));
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let shown = run(&["repro", "dice/figure4.4", "--out", out]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("input-formula: holds"));
    assert!(folder.path().join("dice/figure4.4/index.html").exists());
    assert_eq!(run(&["repro", "dice/figure9.9"]).status.code(), Some(2));
    assert_eq!(run(&["repro", "lecture/text-status"]).status.code(), Some(2));
}

#[test]
fn all_entries_of_a_family_run_once_and_are_told_together() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (out, results) = (path("report"), path("RESULTS.md"));
    let all = ["repro", "--all", "--only", "om/figure1", "--out", &out, "--results", &results];
    let run = || Command::new(PROGRAM).args(all).output().unwrap();
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
    let list = Command::new(PROGRAM).args(["repro", "--list", "--json", "--out", &out]).output().unwrap();
    let entries: Value = serde_json::from_slice(&list.stdout).unwrap();
    let entry = entries.as_array().unwrap().iter().find(|entry| entry["id"] == "om/figure1.3").unwrap();
    assert_eq!(entry["last"]["judgements"].as_array().unwrap().len(), 3);
}
