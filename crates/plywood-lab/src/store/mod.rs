//! The store: every finished game of every run, in one SQLite file of a data folder.
//!
//! One process writes at a time (a lock file says which folder is taken), any number may read. Games are written by
//! one thread in transactions of a few hundredths of a second (see [`writer`]), each with a row for every move and chance
//! event, and counted only after the transaction is on disk. A run killed at any moment therefore resumes with every
//! finished game and plays none twice. Pieces of experiments that are not games lie in tables of their own.

mod compare;
mod copies;
mod difference;
mod machine;
mod merge;
mod pieces;
mod played;
pub mod query;
pub mod records;
mod runs;
mod schema;
pub mod writer;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

pub use compare::first_difference;
pub use copies::Copies;
pub use difference::difference;
pub use machine::{Machine, build, version};
pub use merge::merge;
pub use pieces::{Piece, program};
pub use records::{GameRecord, Seat, StepRecord};
pub use runs::{Allowed, PairingRow, RunPlan, RunRow, text_hash};
pub use writer::Writer;

/// Why a store was not opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite's own complaint.
    #[error("the store {path} failed: {source}")]
    Sqlite {
        /// The store's file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The folder or its lock cannot be used.
    #[error("cannot use the data folder {path}: {source}")]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Somebody else holds the lock.
    #[error("another process is writing to {0}; wait for it, or give another folder with --data")]
    Busy(PathBuf),
    /// There is no store to read.
    #[error("there is no store in {0}; a match or an experiment makes one")]
    Missing(PathBuf),
    /// The file is not a store of ours.
    #[error("{0} is not a Plywood store")]
    Foreign(PathBuf),
    /// The file was made by a version with other tables.
    #[error(
        "{path} has tables of version {found}, this program reads version {expected}; use the program that made it, or another folder with --data"
    )]
    Version {
        /// The store's file.
        path: PathBuf,
        /// Version found.
        found: i64,
        /// Version this program writes.
        expected: i64,
    },
    /// A run of this name has another experiment text.
    #[error(
        "run {name} was started from another experiment:\n{difference}give it another name, or go on under the new text with --changed"
    )]
    Changed {
        /// The run's name.
        name: String,
        /// Lines taken away and added.
        difference: String,
    },
    /// A run of this name was started by another build.
    #[error(
        "run {name} was started by build {found}, this is {current}; results of two builds do not mix (--any-build goes on all the same)"
    )]
    OtherBuild {
        /// The run's name.
        name: String,
        /// Build that started it.
        found: String,
        /// This build.
        current: String,
    },
    /// A run of this name is another slice of its experiment.
    #[error("run {name} holds slice {found} here, not {asked}; give each slice its own folder with --data")]
    OtherShard {
        /// The run's name.
        name: String,
        /// Slice in the store.
        found: String,
        /// Slice asked for.
        asked: String,
    },
    /// No run of this name.
    #[error("there is no run {name}; known runs: {known}")]
    NoRun {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// Two stores disagree about the same game.
    #[error("the stores disagree about {0}; they cannot be joined")]
    Disagree(String),
    /// The writer thread ended before its time.
    #[error("the store's writer has stopped")]
    WriterGone,
}

/// A result of the store.
pub type Result<T> = std::result::Result<T, StoreError>;

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Held while the store may be written; the system lets go of it when the process dies.
    _lock: Option<File>,
}

/// The data folder of the user: where the system keeps such things, or the current folder where it does not say.
pub fn default_folder() -> PathBuf {
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

/// The store's file inside a data folder.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join("lab.sqlite")
}

impl Store {
    /// Opens the store of a folder for writing, making both if they are missing.
    pub fn open(folder: &Path) -> Result<Self> {
        let lock = lock(folder)?;
        let path = file_in(folder);
        if path.exists() {
            // Look before touching: a foreign or newer file stays as it is.
            schema::check(&connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?, &path)?;
        }
        let connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        schema::prepare(&connection).map_err(|source| StoreError::Sqlite { path: path.clone(), source })?;
        Ok(Self { connection, path, _lock: Some(lock) })
    }

    /// Opens the store of a folder for reading; works while another process writes.
    pub fn open_read(folder: &Path) -> Result<Self> {
        let path = file_in(folder);
        if !path.exists() {
            return Err(StoreError::Missing(folder.to_path_buf()));
        }
        // Read-write, because a reader of a write-ahead log may have to make its index; we only select.
        let connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        schema::check(&connection, &path)?;
        Ok(Self { connection, path, _lock: None })
    }

    /// A store that is gone when it is dropped.
    pub fn in_memory() -> Result<Self> {
        let path = PathBuf::from(":memory:");
        let connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        schema::prepare(&connection).map_err(|source| StoreError::Sqlite { path: path.clone(), source })?;
        Ok(Self { connection, path, _lock: None })
    }

    /// The store's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn wrap<T>(&self, result: rusqlite::Result<T>) -> Result<T> {
        result.map_err(|source| StoreError::Sqlite { path: self.path.clone(), source })
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection> {
    let wrap = |source| StoreError::Sqlite { path: path.to_path_buf(), source };
    // A connection belongs to one thread at a time, so SQLite need not lock.
    let connection =
        Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(wrap)?;
    connection.busy_timeout(Duration::from_secs(10)).map_err(wrap)?;
    Ok(connection)
}

fn lock(folder: &Path) -> Result<File> {
    let wrap = |path: &Path| {
        let path = path.to_path_buf();
        move |source| StoreError::Folder { path, source }
    };
    std::fs::create_dir_all(folder).map_err(wrap(folder))?;
    let path = folder.join("lab.lock");
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(wrap(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Busy(folder.to_path_buf())),
        Err(TryLockError::Error(source)) => Err(wrap(&path)(source)),
    }
}

#[cfg(test)]
mod tests;
