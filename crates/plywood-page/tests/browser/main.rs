//! The page in a real browser, and its scripts in a type checker.
//!
//! One browser tells all stories, one after the other, against a server of its own on loopback. After each story the
//! console must have told no error, and axe must find nothing wrong with the screen as the story left it.

mod driver;
mod screenshots;
mod stories;
mod tools;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::time::Instant;

use driver::Tab;
use plywood_page::{Server, Settings};

/// A server with an empty data folder, and a browser at it.
fn opened() -> (tempfile::TempDir, Server, Tab) {
    let folder = tempfile::tempdir().expect("a folder");
    plywood_registry::install();
    let settings = Settings { data: folder.path().to_path_buf(), ..Settings::default() };
    let server = Server::start(settings).expect("the server starts");
    let tab = Tab::open(&server.url());
    (folder, server, tab)
}

#[test]
fn stories() {
    if !driver::installed() {
        return tools::skipped(
            "the page in a browser",
            "chromium and chromedriver (Debian: chromium chromium-driver)",
        );
    }
    let axe = tools::package("axe-core/axe.min.js").and_then(|path| std::fs::read_to_string(path).ok());
    if axe.is_none() {
        tools::skipped("accessibility", "axe-core (npm install --prefix target/npm axe-core)");
    }
    let only = std::env::var("PLYWOOD_STORY").unwrap_or_default();
    let (_folder, _server, tab) = opened();
    let mut failed = Vec::new();
    for (name, story) in stories::ALL.iter().filter(|(name, _)| name.contains(&only)) {
        let begun = Instant::now();
        let told = catch_unwind(AssertUnwindSafe(|| {
            story(&tab);
            assert_eq!(tab.errors(), [""; 0], "the console tells errors");
            if let Some(axe) = &axe {
                assert_eq!(tab.violations(axe), [""; 0], "axe finds violations");
            }
        }));
        println!(
            "{name}: {} in {:.1} s",
            if told.is_ok() { "told" } else { "FAILED" },
            begun.elapsed().as_secs_f64()
        );
        if told.is_err() {
            failed.push(*name);
            // What it left behind is not the next one's fault.
            let _ = catch_unwind(AssertUnwindSafe(|| tab.errors()));
        }
    }
    tab.close();
    assert!(failed.is_empty(), "failed: {}", failed.join(", "));
}

#[test]
fn scripts_have_types() {
    let Some(tsc) = tools::package(".bin/tsc") else {
        return tools::skipped(
            "types of the scripts",
            "typescript (npm install --prefix target/npm typescript)",
        );
    };
    let folder = env!("CARGO_MANIFEST_DIR");
    let checked = Command::new(tsc)
        .args(["--project", "tsconfig.json"])
        .current_dir(folder)
        .output()
        .expect("tsc runs");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

/// Writes a picture of every screen: `cargo test -p plywood-page --test browser -- --ignored screenshots`, with the folder
/// in `PLYWOOD_SCREENSHOTS`.
#[test]
#[ignore = "for people who look at pictures"]
fn screenshots() {
    let folder = std::env::var_os("PLYWOOD_SCREENSHOTS").expect("PLYWOOD_SCREENSHOTS names a folder");
    let (_folder, _server, tab) = opened();
    screenshots::take(&tab, std::path::Path::new(&folder));
    tab.close();
}
