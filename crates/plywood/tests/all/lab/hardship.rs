//! What a run has to survive: kills at any time, a disk that is full, others in the same folder. Nothing is lost, and
//! nothing is done twice.
//!
//! A few kills are part of every test run; a hundred of them by
//! `cargo test --release -p plywood --test all -- --ignored a_hundred_kills`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use plywood_core::random::{below, seeded};

use super::{difference, json, output, plywood, text};
use crate::support::{PROGRAM, killed, work_of};

/// Something that takes a while and is killed meanwhile.
struct Ordeal {
    name: &'static str,
    /// Its command, working in a folder.
    command: fn(&Path) -> Command,
    /// How two folders differ in what it made; nothing where they are the same.
    differ: fn(&Path, &Path) -> Option<String>,
}

fn program(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

const REPRODUCED: &str = "lecture/text-chess";

const ORDEALS: [Ordeal; 4] = [
    Ordeal {
        name: "match",
        command: |folder| {
            let arguments =
                ["match", "tictactoe", "random", "random", "random", "--games", "30000", "--data", "data"];
            program(&arguments, folder)
        },
        differ: |calm, rough| difference(&calm.join("data"), &rough.join("data")),
    },
    Ordeal {
        name: "suite",
        command: |folder| {
            let positions: String = (0..3000).map(|line| format!("{} first\n", 4 + line % 17)).collect();
            std::fs::write(folder.join("positions.txt"), positions).unwrap();
            let arguments = [
                "suite",
                "nim(matches=20)",
                "positions.txt",
                "--with",
                "ab(depth=5, table=64KB)",
                "--with",
                "uct(simulations=1500)",
                "--data",
                "data",
            ];
            program(&arguments, folder)
        },
        differ: |calm, rough| difference(&calm.join("data"), &rough.join("data")),
    },
    Ordeal {
        name: "repro",
        command: |folder| program(&["repro", REPRODUCED, "--scale", "0.6"], folder),
        differ: |calm, rough| {
            let of = |folder: &Path| folder.join("report").join(REPRODUCED);
            difference(&of(calm), &of(rough))
        },
    },
    Ordeal {
        name: "train",
        command: |folder| {
            program(
                &["train", "dice(board=3, win=3)", "network", "games=120000", "seed=1", "file=a.net"],
                folder,
            )
        },
        differ: |calm, rough| {
            let read = |folder: &Path| std::fs::read(folder.join("a.net")).unwrap();
            (read(calm) != read(rough)).then(|| "other weights".to_string())
        },
    },
];

/// Kills everything so often, at moments spread over the work that it takes undisturbed.
fn survive(kills: u32, seed: u64) {
    let mut rng = seeded(seed);
    for ordeal in &ORDEALS {
        let (calm, rough) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let whole = work_of((ordeal.command)(calm.path()).spawn().unwrap());
        // Shares of the whole work, so that it is still going when the last kill comes, whatever the machine does beside.
        let share = (whole.as_millis() as usize / kills as usize).max(30);
        let mut times = 0;
        for _ in 0..kills {
            let wait = Duration::from_millis(below(&mut rng, share) as u64);
            times += u32::from(killed((ordeal.command)(rough.path()).spawn().unwrap(), wait));
        }
        assert!(times > kills / 2, "{} was over after {times} of {kills} kills", ordeal.name);
        assert!((ordeal.command)(rough.path()).status().unwrap().success(), "{}", ordeal.name);
        assert_eq!((ordeal.differ)(calm.path(), rough.path()), None, "{} after {times} kills", ordeal.name);
        eprintln!("{}: killed {times} times", ordeal.name);
    }
}

#[test]
fn kills_lose_nothing_and_repeat_nothing() {
    survive(3, 11);
}

#[test]
#[ignore = "a hundred kills, by command: twelve are in every test run"]
fn a_hundred_kills_lose_nothing_and_repeat_nothing() {
    survive(25, 12);
}

#[test]
fn several_processes_fill_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (shared, joined) = (folder.path().join("shared"), folder.path().join("joined"));
    let arguments =
        |seed: &'static str| ["match", "tictactoe", "random", "random", "--games", "8000", "--seed", seed];
    let children = ["1", "2", "3"].map(|seed| plywood(&arguments(seed), &shared).spawn().unwrap());
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let alone: Vec<PathBuf> = ["1", "2", "3"].map(|seed| folder.path().join(seed)).to_vec();
    for (seed, data) in ["1", "2", "3"].into_iter().zip(&alone) {
        text(&arguments(seed), data);
    }
    let sources: Vec<&str> = alone.iter().map(|data| data.to_str().unwrap()).collect();
    text(&[&["lab", "merge"], &sources[..]].concat(), &joined);
    assert_eq!(difference(&shared, &joined), None);
}

#[test]
fn two_processes_never_play_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let (shared, calm) = (folder.path().join("shared"), folder.path().join("calm"));
    let arguments = ["match", "tictactoe", "random", "random", "--games", "40000", "--name", "one"];
    let mut first = plywood(&arguments, &shared).spawn().unwrap();
    while !shared.join("locks").exists() && first.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    let second = output(&arguments, &shared);
    let running = first.try_wait().unwrap().is_none();
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(first.wait().unwrap().success());
    // Where the first was quick the second finds all there.
    assert!(!running || said.contains("another process is writing run one"), "{said}");
    text(&arguments, &calm);
    assert_eq!(difference(&calm, &shared), None);
}

/// A limit on the size of files is what a full disk is to whoever writes, for root as well.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (calm, rough) = (folder.path().join("calm"), folder.path().join("rough"));
    let arguments = ["match", "tictactoe", "random", "random", "--games", "20000", "--name", "full"];
    text(&arguments, &calm);
    // In blocks of 512 bytes; with the signal ignored writing fails, without it the process is killed.
    for (blocks, trap) in
        [("40", "trap '' XFSZ;"), ("1200", "trap '' XFSZ;"), ("2500", ""), ("3000", "trap '' XFSZ;")]
    {
        let script = format!("{trap} ulimit -f {blocks}; exec \"$@\"");
        let mut limited = Command::new("sh");
        limited.args(["-c", &script, "sh", PROGRAM]).args(arguments).arg("--data").arg(&rough);
        let output = limited.output().unwrap();
        assert!(!output.status.success(), "{blocks} blocks held it all");
        if !trap.is_empty() {
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(told.contains("the store") && told.contains("rough"), "{told}");
        }
        if rough.join("lab.sqlite").metadata().is_ok_and(|file| file.len() > 100_000) {
            // What is there can be read.
            json(&["lab", "list", "--json"], &rough);
        }
    }
    text(&arguments, &rough);
    assert_eq!(difference(&calm, &rough), None);
}
