//! Chess as a user meets it: counts, endings, the UCI protocol, a game to its end.

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::support::{command, refused, said};

/// What the program says to lines on its standard input.
fn spoken(arguments: &[&str], lines: &str) -> Output {
    let mut child =
        command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

#[test]
fn positions_are_counted() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let count: Value =
        serde_json::from_str(&said(&["perft", "chess", "3", "--position", kiwipete, "--json"])).unwrap();
    assert_eq!(count["leaves"], 97_862);
    assert!(
        refused(&["perft", "chess", "1", "--position", "8/8/8/8/8/8/8/8 w - - 0 1"])
            .contains("one king a side")
    );
}

#[test]
fn endings_are_made_and_asked() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let fen = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1";
    assert!(refused(&["endgame", "probe", fen, "--data", data]).contains("endgame build KRK"));
    assert!(refused(&["endgame", "build", "KPK", "--data", data]).contains("pawns are not covered"));
    let built = said(&["endgame", "build", "KRK", "--data", data]);
    assert!(built.contains("KRK, White to move") && built.contains("175,168"), "{built}");
    let suite = folder.path().join("suite.txt");
    std::fs::write(&suite, format!("# a remark\n{fen}\n8/8/8/3k4/8/8/1R6/K7 b - - 0 1\n7k/8/6K1/8/8/8/8/R7 w - - 0 1\nR6k/8/6K1/8/8/8/8/8 b - - 0 1\n")).unwrap();
    let told = said(&["endgame", "probe", "--suite", suite.to_str().unwrap(), "--data", data, "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told.as_array().unwrap().len(), 4);
    assert_eq!((&told[0]["fen"], &told[0]["wdl"]), (&fen.into(), &1.into()));
    assert_eq!(told[1]["wdl"], -1);
    assert_eq!((&told[2]["wdl"], &told[2]["dtm"], &told[2]["dtc"]), (&1.into(), &1.into(), &1.into()));
    assert_eq!((&told[3]["wdl"], &told[3]["dtm"]), (&(-1).into(), &0.into()));
    let one: Value =
        serde_json::from_str(&said(&["endgame", "probe", fen, "--data", data, "--json"])).unwrap();
    assert_eq!(one[0], told[0]);
    assert!(said(&["endgame", "probe", fen, "--data", data]).contains("to conversion"));
}

#[test]
fn uci_is_spoken() {
    let conversation = "uci\nnonsense\nisready\nposition startpos moves e2e4 e7e5\ngo depth 2\n\
                        position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo nodes 2000\nposition fen broken\n\
                        setoption name Spec value nothing\ngo infinite\nstop\nquit\n";
    let output = spoken(&["uci"], conversation);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("uciok") && text.contains("readyok"), "{text}");
    assert!(text.contains("info depth 2 ") && text.contains("bestmove a1a8"), "{text}");
    assert_eq!(text.matches("bestmove ").count(), 3, "{text}");
    assert_eq!(text.matches("info string ").count(), 2, "{text}");
}

/// A person mates in two moves, against somebody who moves at random.
#[test]
fn a_game_is_played_to_mate() {
    let start = "k7/8/2K5/8/8/8/8/1R6 w - - 0 1";
    let output = spoken(&["play", "chess", "--position", start, "--against", "random"], "Kc7\nRa1#\n");
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(output.status.success() && text.contains("Ka7"), "{text}");
    assert!(text.contains("player 1 wins"), "{text}");
}
