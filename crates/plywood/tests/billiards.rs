//! The billiards commands as a user meets them.

use std::process::{Command, Output};

fn plywood(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plywood"))
        .arg("billiards")
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn refused(arguments: &[&str], reason: &str) {
    let output = plywood(arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
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

#[test]
fn a_frame_is_recorded_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("frame.json");
    let record = record.to_str().unwrap();
    assert!(plywood(&["frame", "9ball", "--seed", "2", "--record", record]).status.success());
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
    refused(&["frame", "snooker"], "unknown game");
    refused(&["straight-in", "--errors", "huge"], "is no error model");
}
