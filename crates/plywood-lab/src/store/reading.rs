//! Opening a store to read it, wherever it lies.
//!
//! A reader of a write-ahead log needs files beside the store: the log, and an index that it may have to make. In a folder
//! that cannot be written (an archive, a share, a mounted image) there are two cases. Without a log the file is whole and
//! is read as one that nobody changes. With a log, left by a run that was killed, ignoring it would lose games: then
//! both are copied to a temporary folder and read there.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{Result, StoreError, connect, schema};

/// A copy that is gone when it is dropped.
#[derive(Debug)]
pub(super) struct Copy(PathBuf);

impl Drop for Copy {
    fn drop(&mut self) {
        // What cannot be removed is the system's temporary folder's business.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A store's file that can be read.
pub(super) struct Opened {
    /// To it, or to what is read in its place.
    pub connection: Connection,
    /// Where another connection finds the same.
    pub address: String,
    /// The copy that is read, where one had to be made.
    pub copy: Option<Copy>,
}

/// Opens a store's file to read it.
pub(super) fn open(path: &Path) -> Result<Opened> {
    let address = path.to_string_lossy().into_owned();
    // Read-write, because a reader may have to make the log's index; we only select.
    match checked(&address, path, OpenFlags::SQLITE_OPEN_READ_WRITE) {
        Err(StoreError::Sqlite { cause, .. }) if cannot_write(&cause) => open_fixed(path),
        connection => Ok(Opened { connection: connection?, address, copy: None }),
    }
}

/// Opens a store that cannot be written.
pub(super) fn open_fixed(path: &Path) -> Result<Opened> {
    let log = beside(path, "-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        let wrap = |cause| StoreError::Folder { path: path.to_path_buf(), cause };
        let (copy, file) = copy(path, &log).map_err(wrap)?;
        let address = file.to_string_lossy().into_owned();
        let connection = checked(&address, path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        return Ok(Opened { connection, address, copy: Some(copy) });
    }
    let address = unchanging(path);
    let connection = checked(&address, path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    Ok(Opened { connection, address, copy: None })
}

/// Opens what stands at an address in the place of a store's file; one without tables is no store yet.
fn checked(address: &str, path: &Path, flags: OpenFlags) -> Result<Connection> {
    let connection = connect(Path::new(address), flags)?;
    if schema::check(&connection, path)? {
        return Ok(connection);
    }
    Err(StoreError::Missing(path.parent().unwrap_or(path).to_path_buf()))
}

fn cannot_write(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
    )
}

/// The file's name as SQLite takes it with the word that nobody changes it.
fn unchanging(path: &Path) -> String {
    let path = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?immutable=1")
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn copy(path: &Path, log: &Path) -> std::io::Result<(Copy, PathBuf)> {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("plywood-read-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let copy = Copy(folder);
    let file = copy.0.join("lab.sqlite");
    // The log after the file: what comes into the file meanwhile is in the log as well.
    for (from, to) in [(path, file.clone()), (log, beside(&file, "-wal"))] {
        // Bytes alone: a copy of the permissions might not be writable.
        std::io::copy(&mut std::fs::File::open(from)?, &mut std::fs::File::create(to)?)?;
    }
    Ok((copy, file))
}
