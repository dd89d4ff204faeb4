//! Where the program's files are, and writing them so that nothing half-written replaces a good one.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The data folder of the user: where the system keeps such things, or the current folder where it does not say.
pub fn data_folder() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = |below: &str| variable("HOME").map(|home| home.join(below));
    let base = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home("Library/Application Support")
    } else {
        variable("XDG_DATA_HOME").or_else(|| home(".local/share"))
    };
    base.unwrap_or_default().join("plywood")
}

/// Writes a file beside its place, then moves it there.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    write_pieces(path, &[content])
}

/// The same for content in pieces, one after the other.
pub fn write_pieces(path: &Path, pieces: &[&[u8]]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let name =
        path.file_name().ok_or_else(|| io::Error::other(format!("{} names no file", path.display())))?;
    let temporary = folder.join(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let written = File::create(&temporary)
        .and_then(|mut file| {
            pieces.iter().try_for_each(|piece| file.write_all(piece)).and_then(|()| file.sync_all())
        })
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/page.html");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        assert!(write_whole(&path.join("below a file"), b"no").is_err());
    }
}
