//! The program's files: where they are, how they are written, and how games and players read them.
//!
//! A written file replaces the old one only when it is complete.
//!
//! The files that a player is made from are part of its identity: the same player with another network under
//! the same file name is another player. A game or a player therefore reads its files by [`read`] or
//! [`read_text`] while it is made. Code that must tell players apart makes them within [`noting`], which
//! reports the files read. Code that makes players for strangers does so within [`confined`], which refuses
//! files outside a folder.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::random::seed_of_bytes;

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
///
/// # Errors
///
/// If the folder or the file cannot be written.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    write_pieces(path, &[content])
}

/// The same for content in pieces, one after the other.
///
/// # Errors
///
/// If the folder or the file cannot be written.
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

/// A file that was read, known by what was in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Content {
    /// Its name, as it was given.
    pub path: String,
    /// A hash of its bytes.
    pub hash: u64,
}

impl Content {
    /// Files with their hashes, a line each, in the order of their names: what is the same for the same contents.
    pub fn lines(mut files: Vec<Content>) -> String {
        files.sort();
        files.dedup();
        files.iter().map(|file| format!("file {} = {:016x}\n", file.path, file.hash)).collect()
    }
}

thread_local! {
    /// Files read so far within each [`noting`] that this thread is in, the innermost last.
    static NOTED: RefCell<Vec<Vec<Content>>> = const { RefCell::new(Vec::new()) };
    /// The folder that this thread may read in, where it is [`confined`].
    static CONFINED: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// Does some work that may read files of one folder alone, on this thread: what a game or a player names elsewhere is
/// refused, by whatever path it is named.
pub fn confined<T>(folder: &Path, work: impl FnOnce() -> T) -> T {
    /// Opens the door again, however the work ends.
    struct Reopen(Option<PathBuf>);
    impl Drop for Reopen {
        fn drop(&mut self) {
            CONFINED.set(self.0.take());
        }
    }
    let _reopen = Reopen(CONFINED.replace(Some(folder.to_path_buf())));
    work()
}

/// Refuses a path outside the folder that this thread is confined to.
fn permitted(path: &Path) -> io::Result<()> {
    CONFINED.with_borrow(|folder| {
        let Some(folder) = folder else { return Ok(()) };
        // A file that does not exist is refused alike, so that nobody learns which do.
        let inside = path.canonicalize().and_then(|path| Ok(path.starts_with(folder.canonicalize()?)));
        if inside.unwrap_or(false) {
            return Ok(());
        }
        let reason = format!("only files of {} may be read here", folder.display());
        Err(io::Error::new(io::ErrorKind::PermissionDenied, reason))
    })
}

/// Reads a file that a game or a player names.
///
/// # Errors
///
/// If the file cannot be read, or lies outside the folder that this thread is confined to.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    permitted(path)?;
    let bytes = std::fs::read(path)?;
    NOTED.with_borrow_mut(|levels| {
        if let Some(noted) = levels.last_mut() {
            noted.push(Content { path: path.display().to_string(), hash: seed_of_bytes(&bytes) });
        }
    });
    Ok(bytes)
}

/// Reads a file of text that a game or a player names.
///
/// # Errors
///
/// If the file cannot be read or is not UTF-8, or lies outside the folder that this thread is confined to.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
}

/// Does some work and tells which files it read on this thread, each once, in the order of their names.
pub fn noting<T>(work: impl FnOnce() -> T) -> (T, Vec<Content>) {
    NOTED.with_borrow_mut(|levels| levels.push(Vec::new()));
    let done = work();
    let mut noted = NOTED.with_borrow_mut(|levels| levels.pop().unwrap_or_default());
    noted.sort();
    noted.dedup();
    NOTED.with_borrow_mut(|levels| {
        levels.last_mut().into_iter().for_each(|outer| outer.extend_from_slice(&noted))
    });
    (done, noted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_noted_by_its_content() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.net");
        let look = || noting(|| read_text(&path).unwrap());
        std::fs::write(&path, "one").unwrap();
        let (text, first) = look();
        assert_eq!((text.as_str(), first.len()), ("one", 1));
        assert_eq!(first[0].path, path.display().to_string());
        assert_eq!(noting(|| (look(), look())).1, first, "once, and outside too");
        std::fs::write(&path, "two").unwrap();
        assert_ne!(look().1, first);
        assert_eq!(noting(|| read(&folder.path().join("missing")).is_err()), (true, vec![]));
        read(&path).unwrap();
    }

    #[test]
    fn who_is_confined_reads_one_folder() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, outside) = (folder.path().join("data"), folder.path().join("secret"));
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(&outside, "secret").unwrap();
        std::fs::write(inside.join("a"), "a").unwrap();
        let escape = inside.join("../secret");
        confined(&inside, || {
            assert_eq!(read(&inside.join("a")).unwrap(), b"a");
            for path in [&outside, &escape, &folder.path().join("missing")] {
                assert_eq!(
                    read(path).unwrap_err().kind(),
                    io::ErrorKind::PermissionDenied,
                    "{}",
                    path.display()
                );
            }
        });
        assert!(read(&escape).is_ok(), "the door is open again");
    }

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
