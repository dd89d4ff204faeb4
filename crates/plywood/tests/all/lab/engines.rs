//! Programs of others in matches: copies of this program through each protocol, and programs that hang, crash and cheat.
#![cfg(unix)]

use std::path::Path;
use std::time::{Duration, Instant};

use plywood_core::Stop;
use plywood_engines::process::Process;
use plywood_lab::store::Store;

use super::{json, refusal, text};
use crate::support::PROGRAM;

/// The reasons and hashes of the games of the only run in a folder.
fn endings(folder: &Path) -> Vec<(String, u64)> {
    let store = Store::open_read(folder).unwrap();
    let runs = store.runs().unwrap();
    store.games(runs[0].id).unwrap().into_iter().map(|game| (game.reason, game.hash)).collect()
}

/// Plays a match and says how its games ended.
fn played(arguments: &[&str]) -> Vec<(String, u64)> {
    let folder = tempfile::tempdir().unwrap();
    text(&[&["match"], arguments].concat(), folder.path());
    endings(folder.path())
}

/// A program in a few lines of shell: what it does with each line it reads.
fn script(folder: &Path, name: &str, cases: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, format!("while read -r word rest; do case \"$word\" in {cases} esac; done\n"))
        .unwrap();
    format!("sh {}", path.display())
}

#[test]
fn a_copy_behind_the_line_protocol_plays_the_same_games() {
    let game = "connect4(columns=5, rows=4)";
    let few = ["--games", "6", "--seed", "3", "--openings", "random(plies=2)"];
    let within = played(&[&[game, "ab(depth=3)", "uct(simulations=60)"], &few[..]].concat());
    let uct = format!("engine(cmd=\"{PROGRAM} engine '{game}' uct\", simulations=60)");
    let ab = format!("engine(cmd=\"{PROGRAM} engine '{game}' 'ab(depth=3)'\")");
    assert_eq!(played(&[&[game, "ab(depth=3)", &uct], &few[..]].concat()), within, "one of them outside");
    assert_eq!(played(&[&[game, &ab, &uct], &few[..]].concat()), within, "both outside");
    assert!(within.iter().all(|(reason, _)| reason == "rules"));
}

#[test]
fn two_copies_finish_games_of_chance_and_of_three_players() {
    for (game, seats) in [("pig(target=12)", 2), ("nim3(matches=6)", 3)] {
        let engine = format!("engine(cmd=\"{PROGRAM} engine '{game}' random\", time=1s)");
        let players = vec![engine.as_str(); seats];
        let games = played(&[&[game], &players[..], &["--games", "3"]].concat());
        assert_eq!(games.len(), 3);
        assert!(games.iter().all(|(reason, _)| reason == "rules"), "{games:?}");
    }
}

#[test]
fn two_copies_finish_games_by_nboard() {
    let engine = format!("engine(cmd=\"{PROGRAM} nboard --with ab\", protocol=nboard, depth=2)");
    let outside = played(&["othello", &engine, &engine, "--games", "2", "--openings", "random(plies=4)"]);
    assert_eq!(outside.len(), 2);
    assert!(outside.iter().all(|(reason, _)| reason == "rules"), "{outside:?}");
}

#[test]
fn two_programs_finish_games_by_uci() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let command = script(
        folder.path(),
        "uci.sh",
        &format!(
            "uci) echo id name fake; echo uciok;; isready) echo readyok;; \
             setoption|position) echo \"$word $rest\" >> {};; \
             go) echo info depth 3 score cp 40 nodes 7 pv 1; echo bestmove 1 ponder 1;;",
            heard.display()
        ),
    );
    let engine = format!("engine(cmd=\"{command}\", protocol=uci, depth=3, options=with(Hash=16))");
    let games = played(&["nim(matches=4)", &engine, &engine, "--games", "2"]);
    assert!(games.len() == 2 && games.iter().all(|(reason, _)| reason == "rules"), "{games:?}");
    let heard = std::fs::read_to_string(heard).unwrap();
    assert!(heard.contains("setoption name Hash value 16") && heard.contains("position fen 4"), "{heard}");
}

/// A match of a program that goes wrong against one that does not: all games are stored, and lost for that reason.
fn lost(of: &str, cases: &str, keys: &str, reason: &str) {
    let folder = tempfile::tempdir().unwrap();
    let command = script(folder.path(), "engine.sh", cases);
    let engine = format!("engine(cmd=\"{command}\", {keys})");
    let data = folder.path().join("data");
    let result = json(&["match", of, &engine, "random", "--games", "4", "--json"], &data);
    let pairing = &result["pairings"][0];
    assert_eq!((pairing["games"].as_u64(), pairing["losses"].as_u64()), (Some(4), Some(4)), "{pairing}");
    let endings = endings(&data);
    assert_eq!(endings.len(), 4);
    assert!(
        endings.iter().all(|(found, _)| found.contains(reason) && found.contains("engine(")),
        "{endings:?}"
    );
}

const GREETING: &str = "plywood) echo plywood 1 fake;; game) echo ready;;";

#[test]
fn a_program_that_hangs_has_lost_and_nobody_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let waited = folder.path().join("waited");
    let sleep = format!("sleep 1000; echo >{}", waited.display());
    lost("nim", &format!("{GREETING} go) {sleep};;"), "patience=300ms, depth=1", "hung: no answer");
    // One that hangs before the first word, one that talks without end, one that closes its output and stays.
    lost("nim", "nothing) ;;", "patience=300ms", "hung: no answer");
    lost(
        "nim",
        &format!("{GREETING} go) while :; do echo nonsense; done;;"),
        "patience=300ms, depth=1",
        "no answer",
    );
    lost(
        "nim",
        &format!("{GREETING} go) exec >&-; {sleep};;"),
        "patience=60s, depth=1",
        "crashed: the program",
    );
    assert!(!waited.exists());
}

#[test]
fn a_program_that_crashes_has_lost_and_is_started_again() {
    lost(
        "nim",
        &format!("{GREETING} go) echo out of ideas >&2; exit 3;;"),
        "depth=1",
        "crashed: the program ended, exit status: 3",
    );
    lost("othello", "nboard) exit 1;;", "protocol=nboard", "crashed");
    lost("nim", "uci) kill -9 $$;;", "protocol=uci", "crashed");
}

#[test]
fn a_program_that_cheats_or_talks_rubbish_has_lost() {
    lost("nim", &format!("{GREETING} go) echo move 9;;"), "depth=1", "illegal move \"9\"");
    lost("nim", &format!("{GREETING} go) echo move;;"), "depth=1", "illegal move \"\"");
    lost("nim", &format!("{GREETING} go) echo error I give up;;"), "depth=1", "I give up");
    lost("othello", "ping) echo pong 1;; go) echo === A1/2/3;;", "protocol=nboard", "illegal move");
    lost(
        "nim",
        "plywood) echo plywood 1;; game) echo error I play whist alone;;",
        "depth=1",
        "I play whist alone",
    );
}

/// What is still running of a program that is asked about by a file it names.
fn running(file: &Path) -> bool {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let name = file.display().to_string();
    processes.into_iter().any(|process| {
        let command = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&command).contains(&name)
    })
}

#[test]
fn a_process_ends_with_what_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parent.sh");
    std::fs::write(&path, "echo here; sh -c 'sleep 1000; true' $0 & wait\n").unwrap();
    let command = ["sh".to_string(), path.display().to_string()];
    let mut process = Process::start(Path::new("/bin/sh"), &command).unwrap();
    let deadline = Instant::now() + Duration::from_secs(300);
    assert_eq!(process.hear(deadline, &Stop::new()).unwrap(), "here");
    if Path::new("/proc/self/cmdline").exists() {
        assert!(running(&path));
    }
    drop(process);
    // What was killed may take a moment to leave the list.
    while running(&path) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!running(&path));
}

#[test]
fn a_program_on_a_clock_is_told_what_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let command = script(
        folder.path(),
        "clock.sh",
        &format!("{GREETING} go) echo \"$rest\" >> {}; echo move 1;;", heard.display()),
    );
    let engine = format!("engine(cmd=\"{command}\")");
    let games = played(&["nim(matches=9)", &engine, "ab", "--games", "2", "--clock", "1h+2s"]);
    assert!(games.iter().all(|(reason, _)| reason == "rules"), "{games:?}");
    let heard = std::fs::read_to_string(heard).unwrap();
    assert!(heard.lines().all(|line| line.starts_with("clock 3") && line.contains(" 2 seed ")), "{heard}");
    let wrong = refusal(&["match", "nim", "ab", "ab", "--clock", "soon"], folder.path());
    assert!(wrong.contains("10m or 1m+0.5s"), "{wrong}");
}

/// A talk with the board that was written down: `>` is what the board says, `<` what the engine answers, `*` a number
/// that differs from time to time.
#[test]
fn a_recorded_nboard_conversation() {
    let recorded = include_str!("nboard.txt");
    let command: Vec<String> = [PROGRAM, "nboard", "--with", "ab(eval=squares)"].map(String::from).to_vec();
    let mut process = Process::start(Path::new(PROGRAM), &command).unwrap();
    let deadline = Instant::now() + Duration::from_secs(300);
    for line in recorded.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(said) = line.strip_prefix("> ") {
            process.say(said).unwrap();
            continue;
        }
        let expected = line.strip_prefix("< ").unwrap();
        let found = process.hear(deadline, &Stop::new()).unwrap();
        let fields = |text: &str| text.split([' ', '/']).map(str::to_string).collect::<Vec<_>>();
        let same = fields(expected).len() == fields(&found).len()
            && fields(expected)
                .iter()
                .zip(fields(&found))
                .all(|(one, other)| one == "*" && other.parse::<f64>().is_ok() || *one == other);
        assert!(same, "expected {expected:?}, found {found:?}");
    }
}
