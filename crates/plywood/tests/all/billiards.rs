//! The billiards commands as a user meets them.

use std::process::{Command, Output};

use crate::support;

fn plywood(arguments: &[&str]) -> Output {
    support::plywood(&[&["billiards"], arguments].concat())
}

fn refused(arguments: &[&str], reason: &str) {
    let error = support::refused(&[&["billiards"], arguments].concat());
    assert!(error.contains(reason), "{arguments:?}: {error}");
}

#[test]
fn a_shot_is_told_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let drawing = folder.path().join("shot.svg");
    let svg = drawing.to_str().unwrap();
    let output = plywood(&["shot", "0@0.5:0.5 1@0.6:1.2", "phi=81.9/theta=5/v=2", "--json", "--svg", svg]);
    assert!(output.status.success());
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["events"][1]["kind"]["balls"]["second"], 1);
    assert_eq!(told["pocketed"][0][1], "rb");
    assert!(std::fs::read_to_string(&drawing).unwrap().starts_with("<svg"));
}

#[test]
fn the_referee_rules_on_shots_of_a_game() {
    let state = "8ball turn=1 stage=play cue=hand groups=solids 1@0.6:1.2 9@0.2:0.4 8@0.3:0.9";
    let output = plywood(&["shot", state, "place=0.5:0.5/phi=81.9/theta=5/v=2/call=1:rb"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("pocketed the 1 in the bottom right pocket as called and shoots again."), "{text}");
}

/// The record of the first frame of a match.
fn recorded(game: &str, folder: &std::path::Path) -> String {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (data, record) = (path("data"), path("frame.json"));
    let run = |arguments: &[&str]| {
        let all = [arguments, &["--data", &data]].concat();
        let output =
            Command::new(env!("CARGO_BIN_EXE_plywood")).args(all).output().expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run(&["match", game, "nearest", "random", "--games", "2", "--name", "recorded", "--seed", "2"]);
    run(&["lab", "show", "recorded", "--frame", "1", "--record", &record]);
    record
}

/// Whether two frames of a game can be played; what is said if not.
fn playable(game: &str, folder: &std::path::Path) -> Result<(), String> {
    let data = folder.join("played");
    let output = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(["match", game, "nearest", "random", "--games", "2", "--data", data.to_str().unwrap()])
        .output()
        .expect("the program runs");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8(output.stderr).unwrap()) }
}

#[test]
fn a_frame_is_recorded_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let record = &*recorded("9ball", folder.path());
    let output = plywood(&["replay", record]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("shots replayed exactly"));
    // Another shot leads elsewhere: in the list of steps the first is the rack, the third what the first stroke came to.
    let mut changed: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(record).unwrap()).unwrap();
    let made = changed["steps"][2].as_str().unwrap().replacen("phi=", "phi=1", 1);
    changed["steps"][2] = made.into();
    std::fs::write(record, changed.to_string()).unwrap();
    refused(&["replay", record], "frame.json");
}

#[test]
fn bad_input_is_refused_with_the_reason() {
    refused(&["shot", "0@0.5:0.5 1@0.5:0.51", "phi=1/v=1"], "overlap");
    refused(&["shot", "0@9:0.5", "phi=1/v=1"], "off the table");
    refused(&["shot", "abc", "phi=1/v=1"], "is not a ball");
    refused(&["shot", "0@0.5:0.5", "phi=1/v=-1"], "v is -1");
    refused(&["shot", "0@0.5:0.5", "phi=1/v=1/a=50"], "within the ball");
    refused(&["shot", "0@0.5:0.5", "phi=1/v=1", "--table", "square"], "there is no table");
    refused(&["check", "no-such-file.json"], "no-such-file.json");
    refused(&["check", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], "not a file of reference shots");
    refused(&["table", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], "not a table description");
    refused(&["straight-in", "--errors", "huge"], "is no error model");
}

/// Shots observed become a model, and the model plays.
#[test]
fn errors_are_learned_from_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (record, model) = (recorded("snooker", folder.path()), path("learned.toml"));
    let output = plywood(&["calibrate", &record, "--out", &model, "--json"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let (shots, phi) = (told["shots"].as_u64().unwrap(), told["deviations"][0].as_f64().unwrap());
    assert!(shots > 20 && (0.1..0.3).contains(&phi), "{told}");
    playable(&format!("8ball(errors=\"{model}\")"), folder.path()).unwrap();
    refused(&["calibrate"], "name a file");
    refused(&["calibrate", &record, "--out", &path("model.json")], "ends in .toml");
    std::fs::write(path("one.txt"), "phi=1/v=2 > phi=1.1/v=2\n").unwrap();
    refused(&["calibrate", &path("one.txt")], "too few to learn from (1 shot)");
    std::fs::write(path("bad.toml"), "deviations = [1, 2, 3, 4, -5]").unwrap();
    let refusal = playable(&format!("8ball(errors=\"{}\")", path("bad.toml")), folder.path()).unwrap_err();
    assert!(refusal.contains("a deviation of -5"), "{refusal}");
}

/// A stored match shows what kinds of shots were played, and draws a frame.
#[test]
fn frames_of_a_stored_match_are_told_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let run = |arguments: &[&str]| {
        let mut all = arguments.to_vec();
        all.extend(["--data", data]);
        support::plywood(&all)
    };
    assert!(run(&["match", "9ball", "nearest", "random", "--games", "4", "--name", "pool"]).status.success());
    let text = String::from_utf8(run(&["lab", "show", "pool"]).stdout).unwrap();
    assert!(text.contains("SIS") && text.contains("run-outs"), "{text}");
    let drawing = folder.path().join("frame.svg");
    let shown = run(&["lab", "show", "pool", "--frame", "2", "--svg", drawing.to_str().unwrap()]);
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains("ruling") && shown.contains("wins."), "{shown}");
    assert!(std::fs::read_to_string(drawing).unwrap().matches("<svg ").count() > 2);
    let output = run(&["lab", "show", "pool", "--frame", "5"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("frames 1 to 4, not 5"));
    let learned = support::json(&["billiards", "calibrate", "--run", "pool", "--data", data, "--json"]);
    assert!(learned["shots"].as_u64() > Some(8));
}

/// A table in a file that changes after the match: its frames are not shown on another table.
#[test]
fn frames_on_a_table_that_has_changed_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (data, file) = (path("data"), path("mine.toml"));
    let run = |arguments: &[&str]| {
        let all = [arguments, &["--data", &data]].concat();
        support::plywood(&all)
    };
    let table = String::from_utf8(plywood(&["table", "9ft"]).stdout).unwrap();
    std::fs::write(&file, &table).unwrap();
    let game = format!("9ball(table=\"{file}\")");
    assert!(run(&["match", &game, "nearest", "random", "--games", "2", "--name", "pool"]).status.success());
    let shown = || run(&["lab", "show", "pool", "--frame", "1"]);
    let first = shown().stdout;
    assert!(String::from_utf8_lossy(&first).contains("wins."));
    let slower = table.replacen("rolling = 0.01", "rolling = 0.02", 1);
    assert_ne!(slower, table);
    std::fs::write(&file, slower).unwrap();
    for arguments in [&["lab", "show", "pool", "--frame", "1"][..], &["lab", "show", "pool"]] {
        let output = run(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("mine.toml has changed since run pool was played on it"), "{error}");
    }
    std::fs::remove_file(&file).unwrap();
    assert!(String::from_utf8(shown().stderr).unwrap().contains("a table that is not there any more"));
    std::fs::write(&file, &table).unwrap();
    assert_eq!(shown().stdout, first);
}

/// Constants are found from where balls came to rest, and the table plays.
#[test]
fn constants_are_fitted_to_strokes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (mine, strokes, fitted) = (path("mine.toml"), path("strokes.txt"), path("fitted.toml"));
    let table = String::from_utf8(plywood(&["table", "poolfiz"]).stdout).unwrap();
    std::fs::write(&mine, table.replacen("rolling = 0.015", "rolling = 0.011", 1)).unwrap();
    let record = recorded(&format!("8ball(table=\"{mine}\")"), folder.path());
    // The record stands alone.
    std::fs::remove_file(&mine).unwrap();
    assert!(plywood(&["replay", &record, "--strokes", &strokes]).status.success());
    let output = plywood(&["calibrate", &strokes, "--fit", "rolling", "--out", &fitted, "--json"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rolling = told["constants"][0]["fitted"].as_f64().unwrap();
    assert!((rolling - 0.011).abs() < 1e-4, "{told}");
    assert!(std::fs::read_to_string(&fitted).unwrap().contains("rolling = 0.01"));
    playable(&format!("8ball(table=\"{fitted}\")"), folder.path()).unwrap();
    refused(&["calibrate", &strokes, "--fit", "stickiness"], "known: cloth.sliding");
    refused(&["calibrate", &record, "--fit", "rolling"], "holds strokes, not where balls came to rest");
    refused(&["calibrate", "--run", "pool", "--fit", "rolling"], "a stored match holds strokes");
    refused(&["calibrate", &strokes], "such lines are for --fit");
    let few: String = std::fs::read_to_string(&strokes)
        .unwrap()
        .lines()
        .take(4)
        .map(|line| line.to_string() + "\n")
        .collect();
    std::fs::write(&strokes, few).unwrap();
    refused(&["calibrate", &strokes, "--fit", "rolling"], "4 strokes are too few to fit 1 constant;");
}
