//! What the tests need beside the browser: axe and TypeScript, installed by npm into a folder of their own.
//!
//! They are looked for in the folder that `PLYWOOD_NPM` names, else in `target/npm`:
//! `npm install --prefix target/npm axe-core typescript`. Where `PLYWOOD_BROWSER` is `required`, as on the machine that
//! checks every change, a test that lacks something fails; elsewhere it says what it skips.

use std::path::{Path, PathBuf};

/// A file of an installed package; none where it is not there.
pub fn package(file: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/npm");
    let folder = std::env::var_os("PLYWOOD_NPM").map_or(root, PathBuf::from);
    Some(folder.join("node_modules").join(file)).filter(|path| path.exists())
}

/// Says that something is skipped for want of something; fails where it must be there.
pub fn skipped(what: &str, wanted: &str) {
    let text = format!("skipped: {what}, for want of {wanted}");
    assert!(std::env::var_os("PLYWOOD_BROWSER").is_none_or(|word| word != "required"), "{text}");
    // Past the test harness, which would keep it to itself.
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{text}");
}
