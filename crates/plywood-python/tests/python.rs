//! The package's own tests, which are Python: run by pytest in the virtual environment that `environment.py` builds.
//!
//! Where there is none they are skipped, and say so; `PLYWOOD_PYTHON=required` makes that a failure.

use std::io::Write;
use std::path::Path;
use std::process::Command;

const BUILD: &str = "python3 crates/plywood-python/environment.py";

#[test]
fn the_tests_in_python_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = folder.join("../../target/venv/bin/python");
    if let Err(why) = is_ready(&python) {
        let required = std::env::var_os("PLYWOOD_PYTHON").is_some_and(|said| said == "required");
        assert!(!required, "{why}; {BUILD} builds it");
        // Straight to the terminal: what a passing test prints is not shown.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: the Python package is not tested: {why}; {BUILD} builds it"
        );
        return;
    }
    let status = Command::new(&python).args(["-m", "pytest"]).current_dir(folder).status();
    assert!(status.expect("pytest was found before").success(), "the Python tests failed");
}

/// Why the environment cannot be used, if so.
fn is_ready(python: &Path) -> Result<(), String> {
    if !python.exists() {
        return Err("there is no virtual environment target/venv".to_string());
    }
    let asked = Command::new(python).args(["-c", "import pytest, plywood"]).output();
    let output = asked.map_err(|error| error.to_string())?;
    let last_words = String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or_default().to_string();
    if output.status.success() { Ok(()) } else { Err(last_words) }
}
