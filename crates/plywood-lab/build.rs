//! Writes down what this room's code is known by, and for people the commit that the program was built from.

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_string())
}

fn main() {
    plywood_digest::write(&["src"]);
    let described = git(&["describe", "--always", "--dirty=+", "--abbrev=12", "--exclude=*"]);
    println!("cargo::rustc-env=PLYWOOD_COMMIT={}", described.as_deref().unwrap_or("unknown"));
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}
