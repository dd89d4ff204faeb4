//! Every command that the README shows runs.

use std::process::Command;

#[test]
fn every_command_runs() {
    let readme =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).expect("the README");
    let folder = std::env::temp_dir().join(format!("plywood-readme-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut commands = 0;
    for line in readme.lines().filter_map(|line| line.strip_prefix("$ plywood ")) {
        commands += 1;
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("\"$PLYWOOD\" {line}"))
            .env("PLYWOOD", env!("CARGO_BIN_EXE_plywood"))
            .env("XDG_DATA_HOME", &folder)
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "plywood {line}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "plywood {line} prints something");
    }
    assert!(commands >= 8, "the README shows {commands} commands");
    std::fs::remove_dir_all(folder).unwrap();
}
