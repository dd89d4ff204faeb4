//! Records of Othello as openings and as suites: OBF, GGF, WTHOR and transcripts.

use std::path::Path;

use plywood_lab::store::Store;

use super::{json, refusal, text};

const START: &str = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";

fn written(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.display().to_string()
}

/// A file of WTHOR with these games, best play being known with this number of empty squares.
fn wthor(games: &[(&[u8], u8)], empties: u8) -> Vec<u8> {
    let mut bytes = vec![0; 16];
    (bytes[4], bytes[12], bytes[14]) = (games.len() as u8, 8, empties);
    for (moves, theoretical) in games {
        let mut game = vec![0; 68];
        game[7] = *theoretical;
        game[8..8 + moves.len()].copy_from_slice(moves);
        bytes.extend(game);
    }
    bytes
}

/// The openings of the only run in a folder.
fn openings(data: &Path) -> Vec<String> {
    let store = Store::open_read(data).unwrap();
    let runs = store.runs().unwrap();
    store.openings(runs[0].id).unwrap()
}

#[test]
fn games_and_positions_of_files_are_openings() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let game = |moves: &str| format!("(;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[{START}]{moves};)\n");
    let ggf = game("B[F5]W[D6]B[C3]") + &game("B[F5]W[D6]B[C4]") + &game("B[F5]W[F6]B[E6]") + &game("B[F5]");
    let ggf = written(here, "games.ggf", ggf);
    let wtb = written(
        here,
        "games.wtb",
        wthor(&[(&[56, 64, 33], 40), (&[56, 64, 43], 20), (&[56, 66, 65], 32)], 58),
    );
    let lines = written(here, "lines.txt", "# after two moves\nf5d6\nf5f6\n");
    let obf = written(
        here,
        "positions.obf",
        "---------------------------OX------XO--------------------------- X; c4:+2; d3:+2;\n",
    );
    let begun = |name: &str, openings_of: &str| {
        let data = here.join(name);
        text(
            &[
                "match",
                "othello(payoff=margin)",
                "random",
                "random",
                "--games",
                "4",
                "--openings",
                openings_of,
            ],
            &data,
        );
        openings(&data)
    };
    // Two games are the same after two plies; one is shorter.
    let of_ggf = begun("1", &format!("file(path=\"{ggf}\", plies=2)"));
    assert_eq!(of_ggf.len(), 2);
    assert_eq!(begun("2", &format!("file(path=\"{wtb}\", plies=2)")), of_ggf);
    // Where best play is known a file of WTHOR needs no number.
    assert_eq!(begun("3", &wtb), of_ggf);
    assert_eq!(begun("4", &lines), ["f5d6", "f5f6"]);
    assert_eq!(begun("5", &obf).len(), 1);
    // The ends of the games, where they are not over.
    assert_eq!(begun("6", &ggf).len(), 2, "no more than groups of games");
}

#[test]
fn a_suite_is_compared_with_what_its_file_knows() {
    let folder = tempfile::tempdir().unwrap();
    // With one empty square dark wins all by h8; the second line names a wrong move on purpose.
    let full = "OOOOOOOXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOO- X";
    let obf = written(folder.path(), "suite.obf", format!("% known\n{full}; h8:-36;\n{full}; h8:+2;\n"));
    let margin = "othello(payoff=margin)";
    let found = json(&["suite", margin, &obf, "--with", "ab(depth=1)", "--json"], folder.path());
    let value = found["searches"][0]["measurements"][0]["value"].as_f64().unwrap();
    let compared = &found["compared"][0];
    assert_eq!((compared["moves"].as_u64(), compared["right_moves"].as_u64()), (Some(2), Some(2)));
    assert_eq!(compared["scores"].as_u64(), Some(2));
    let errors = [(value + 36.0).abs(), (value - 2.0).abs()];
    let mean = compared["mean_error"].as_f64().unwrap();
    assert!((mean - errors.iter().sum::<f64>() / 2.0).abs() < 1e-9, "{compared}");
    assert_eq!(
        compared["right_scores"].as_u64(),
        Some(errors.iter().filter(|error| **error < 1e-6).count() as u64)
    );
    let words = text(&["suite", margin, &obf, "--with", "ab(depth=1)"], folder.path());
    assert!(words.contains("best moves") && words.contains("mean error"), "{words}");
    // Wins are not discs: then moves alone are compared.
    let outcome = json(&["suite", "othello", &obf, "--with", "ab(depth=1)", "--json"], folder.path());
    assert_eq!(
        (outcome["compared"][0]["moves"].as_u64(), outcome["compared"][0]["scores"].as_u64()),
        (Some(2), Some(0))
    );
    // A file of games whose best play is known has scores too.
    let wtb = written(folder.path(), "games.wtb", wthor(&[(&[56, 64, 33], 40)], 58));
    let games = json(&["suite", margin, &wtb, "--with", "ab(depth=1)", "--json"], folder.path());
    assert_eq!(games["compared"][0]["scores"].as_u64(), Some(1));
    let plain = written(folder.path(), "plain.txt", "f5d6\n");
    let silent = json(&["suite", margin, &plain, "--with", "ab(depth=1)", "--json"], folder.path());
    assert!(silent.get("compared").is_none());
}

#[test]
fn wrong_files_are_refused_with_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let refused = |name: &str, content: &[u8], words: &[&str]| {
        let path = written(here, name, content);
        let data = here.join("data");
        for arguments in [
            vec!["match", "othello", "random", "random", "--openings", &path],
            vec!["suite", "othello", &path, "--with", "random"],
        ] {
            let error = refusal(&arguments, &data);
            words.iter().for_each(|word| assert!(error.contains(word), "{name}: {error}"));
        }
    };
    let bad = format!("\n(;GM[Othello]BO[{START}]B[A1];)");
    refused("illegal.ggf", bad.as_bytes(), &["line 2", "a1 is not a legal move", "column"]);
    refused(
        "broken.ggf",
        format!("(;GM[Othello]BO[{START}]B[F5").as_bytes(),
        &["line 1", "expected a property"],
    );
    refused("illegal.txt", b"f5d6\nf5a1\n", &["line 2", "a1 is not a legal move", "column 3"]);
    refused("short.obf", b"---X X\n", &["line 1", "64 squares", "column"]);
    let apart = format!("X{} X\n", &"--------------------------OX------XO---------------------------"[..63]);
    refused("apart.obf", apart.as_bytes(), &["line 1", "a1 touches no other"]);
    let good = wthor(&[(&[56, 64, 33], 40)], 58);
    refused("short.wtb", &good[..good.len() - 1], &["byte 83", "the header promises 1 games"]);
    let illegal = wthor(&[(&[56, 11], 40)], 0);
    refused("illegal.wtb", &illegal, &["game 1, move 2, byte 25", "a1 is not a legal move"]);
    refused("binary.txt", b"f5d6\n\xFF\xFE\n", &["line 2", "neither text nor games"]);
    refused("nothing.txt", b"# nothing\n", &["no position"]);
    let six = "(;GM[Othello]BO[6 ------ ------ --O*-- --*O-- ------ ------ *];)";
    refused("six.ggf", six.as_bytes(), &["game 1: its board is 6x6, not 8x8"]);
}
