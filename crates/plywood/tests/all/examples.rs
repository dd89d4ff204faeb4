//! The examples run, each of which checks what it shows; and a crate outside the workspace builds and does what it says.

#[path = "../../examples/by_name.rs"]
mod by_name;
#[path = "../../examples/own_evaluation.rs"]
mod own_evaluation;
#[path = "../../examples/own_game/main.rs"]
mod own_game;
#[path = "../../examples/stored_match.rs"]
mod stored_match;

use std::path::Path;
use std::process::Command;

#[test]
fn a_game_of_ones_own() {
    own_game::main();
}

#[test]
fn an_evaluation_of_ones_own() {
    own_evaluation::main();
}

#[test]
fn games_and_searches_by_name() {
    by_name::main().unwrap();
}

#[test]
fn a_match_that_is_kept() {
    stored_match::main().unwrap();
}

/// A program with a game and a search of its own: both are known to every command, and to each other's.
#[test]
fn a_workbench_of_ones_own() {
    // Cargo builds the examples beside the program before it runs tests.
    let program = Path::new(env!("CARGO_BIN_EXE_plywood")).with_file_name("examples").join("workbench");
    let told = |arguments: &[&str]| {
        let output = Command::new(&program).args(arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(told(&["games"]).contains("subtract"));
    assert!(told(&["searches", "subtract"]).contains("lowest"));
    assert!(told(&["searches", "lowest"]).contains("leaves the other player the fewest moves"));
    // It plays the own game, small ones and those whose searches are compiled for their types.
    for game in ["subtract", "tictactoe", "connect4", "othello", "loa", "dice"] {
        assert!(told(&["search", game, "--with", "lowest"]).contains("move "), "{game}");
    }
    let solved = told(&["solve", "subtract"]);
    assert!(solved.contains("loss") || solved.contains("-1"), "twelve is a multiple of four: {solved}");
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.sqlite");
    let data = data.to_str().unwrap();
    let result = told(&["match", "subtract", "lowest", "ab(depth=4)", "--games", "4", "--data", data]);
    assert!(result.contains("lowest"), "{result}");
}

/// Copies the crate away from here, with the versions of this workspace, builds it without a network and runs it.
#[test]
fn a_crate_outside_the_workspace() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (from, to) = (here.join("examples/outside"), Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside"));
    std::fs::create_dir_all(to.join("src")).unwrap();
    let manifest = std::fs::read_to_string(from.join("Cargo.toml")).unwrap();
    let manifest = manifest.replace("path = \"../..\"", &format!("path = {here:?}"));
    std::fs::write(to.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(from.join("src/main.rs"), to.join("src/main.rs")).unwrap();
    std::fs::copy(here.join("../../Cargo.lock"), to.join("Cargo.lock")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--target-dir", "target"])
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .current_dir(&to)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8(output.stdout).unwrap();
    // Who is moved to five and three loses, and no other such square is within reach.
    assert!(told.starts_with("slide Some((3, 3)), value 1, proven true\n"), "{told}");
    for part in
        ["\nvalue  +1.0000 (proven", "\nnodes  ", "ab(depth=6) against uct(simulations=50)", "\nElo   |"]
    {
        assert!(told.contains(part), "{part:?} in {told}");
    }
}
