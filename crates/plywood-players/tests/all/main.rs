//! Games and players by name: one program, so that all there is is linked once.

mod billiards;
mod boxed;
mod budgets;
mod chance_root;
mod chess;
mod learned;
mod memory;
mod montecarlo;
mod normal;
mod opponent;
mod registry;
mod rules;
mod settings;
mod specialists;
mod threads;

use std::path::{Path, PathBuf};

/// The files of a folder and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Tests inside the library are not compiled, so they would never fail.
#[test]
fn the_library_has_no_tests_inside() {
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let inside = std::fs::read_to_string(&file).unwrap().contains("#[test]");
        assert!(!inside, "{} has a test: its place is in tests/all", file.display());
    }
}
