//! What the README shows is what the commands print, times aside. Where that has changed for a reason, the test writes the
//! README anew with PLYWOOD_BLESS=1: look at the difference.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::PROGRAM;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
const LEFT_OUT: &str = "…";

/// A command and the lines shown below it.
struct Shown<'a> {
    command: &'a str,
    /// The place of the first line below it.
    first: usize,
    lines: Vec<&'a str>,
}

/// Every command of the README's console blocks.
fn commands(readme: &str) -> Vec<Shown<'_>> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (place, line) in readme.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ plywood ").filter(|_| inside) {
            commands.push(Shown { command, first: place + 1, lines: Vec::new() });
        } else if let Some(last) = commands.last_mut().filter(|_| inside) {
            last.lines.push(line);
        }
    }
    commands
}

fn run(command: &str, folder: &Path) -> String {
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("\"$PLYWOOD\" {command}"))
        .env("PLYWOOD", PROGRAM)
        .env("XDG_DATA_HOME", folder)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "plywood {command}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A line without the times in it: the seconds of an iteration, and how long and how fast a search was.
fn timeless(line: &str) -> String {
    if let Some((counts, _)) = line.split_once(" evaluations) in ") {
        return counts.to_string();
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_row = words.len() > 4
        && words[0].parse::<u32>().is_ok()
        && words[1].starts_with(['+', '-'])
        && words[4].parse::<f64>().is_ok();
    if is_row { [&words[..4], &words[5..]].concat().join(" ") } else { line.trim_end().to_string() }
}

/// What of the output the README shows: all, or what stands before and after the lines left out.
fn cut<'a>(said: &'a str, shown: &[&'a str]) -> Vec<&'a str> {
    let said: Vec<&str> = said.trim_end().lines().collect();
    match shown.iter().position(|line| *line == LEFT_OUT) {
        Some(before) if said.len() >= shown.len() => {
            let after = said.len() - (shown.len() - before - 1);
            [&said[..before], &[LEFT_OUT], &said[after..]].concat()
        }
        _ => said,
    }
}

#[test]
fn every_command_prints_what_is_shown() {
    let readme = std::fs::read_to_string(README).expect("the README");
    let folder = tempfile::tempdir().unwrap();
    let bless = std::env::var_os("PLYWOOD_BLESS").is_some();
    let shown = commands(&readme);
    assert!(shown.len() >= 8, "the README shows {} commands", shown.len());
    let mut lines: Vec<String> = readme.lines().map(String::from).collect();
    // From the last to the first, so that places stay true when lines are written anew.
    for Shown { command, first, lines: shown } in shown.into_iter().rev() {
        let said = run(command, folder.path());
        let said = cut(&said, &shown);
        let differs = |place: usize| match (shown.get(place), said.get(place)) {
            (Some(shown), Some(said)) => timeless(shown) != timeless(said),
            (shown, said) => shown != said,
        };
        let Some(place) = (0..shown.len().max(said.len())).find(|place| differs(*place)) else { continue };
        assert!(
            bless,
            "plywood {command}\nthe README shows {:?}\nwhere it prints    {:?}",
            shown.get(place),
            said.get(place)
        );
        lines.splice(first..first + shown.len(), said.iter().map(|line| line.trim_end().to_string()));
    }
    if bless {
        std::fs::write(README, lines.join("\n") + "\n").unwrap();
    }
}

#[test]
fn the_readme_counts_what_can_be_reproduced() {
    let folder = tempfile::tempdir().unwrap();
    let list = run("repro --list", folder.path());
    let counts = list.lines().find(|line| line.contains(" entries: ")).unwrap();
    let readme = std::fs::read_to_string(README).unwrap();
    assert!(readme.contains(counts), "the README does not say {counts:?}");
}

/// The page runs for the README's questions to it.
#[test]
fn what_the_readme_asks_the_page_is_answered() {
    if Command::new("curl").arg("--version").output().is_err() {
        println!("skipped: there is no curl on this machine");
        return;
    }
    let readme = std::fs::read_to_string(README).unwrap();
    let asked: Vec<&str> = readme.lines().filter(|line| line.starts_with("curl ")).collect();
    assert!(asked.len() >= 4, "the README asks {} times", asked.len());
    let folder = tempfile::tempdir().unwrap();
    let mut page = Command::new(PROGRAM)
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(page.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let address = said.trim().rsplit("http://").next().unwrap().trim_end_matches('/').to_string();
    let outcomes: Vec<(&str, std::process::Output)> = asked
        .into_iter()
        .map(|command| {
            let there =
                command.replace("localhost:7878", &address).replace("curl -s", "curl -s --fail-with-body");
            (command, Command::new("sh").arg("-c").arg(there).output().unwrap())
        })
        .collect();
    page.kill().unwrap();
    page.wait().unwrap();
    for (command, output) in outcomes {
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.starts_with(['{', '[']), "{command}\n{text}");
    }
}
