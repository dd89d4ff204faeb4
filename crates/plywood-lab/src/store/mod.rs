//! The store: every finished game of every run, in one SQLite file of a data folder.
//!
//! One process plays a run at a time (see `locks.rs`); several may play runs of one folder, and any number may read, from
//! folders that cannot be written, too (see `reading.rs`). Games are written by one thread in transactions of a few
//! hundredths of a second (see [`writer`]), each with a row for every move and chance event, and counted only after
//! the transaction is on disk. A run killed at any moment therefore resumes with every finished game and plays none
//! twice. No game is deleted but by [`Store::delete`]. Pieces of experiments that are not games lie in tables of their own.

mod compare;
mod copies;
mod difference;
mod locks;
mod machine;
mod merge;
mod pieces;
mod played;
pub mod query;
mod reading;
pub mod records;
mod runs;
mod schema;
pub mod writer;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plywood_core::quantity::said_count;
use plywood_core::{Error, ErrorKind};
use rusqlite::{Connection, OpenFlags};

pub use compare::first_difference;
pub use copies::Copies;
pub use difference::difference;
pub use machine::{Machine, code_with, commit, version};
pub use merge::merge;
pub use pieces::{JobKey, Piece};
pub use records::{GameRecord, Seat, StepRecord};
pub use runs::{Allowed, Begun, PairingRow, RunPlan, RunRow, SetAside, program, text_hash};
pub use writer::Writer;

fn in_words(games: &u64) -> String {
    said_count(*games, "game", "games")
}

/// Why a store was not opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite's own complaint.
    #[error("the store {path} failed: {cause}")]
    Sqlite {
        /// The store's file.
        path: PathBuf,
        /// The error of SQLite.
        cause: rusqlite::Error,
    },
    /// The folder or its lock cannot be used.
    #[error("cannot use the data folder {path}: {cause}")]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// The error of the system.
        cause: std::io::Error,
    },
    /// Somebody else holds the folder's lock.
    #[error("another process is opening the store in {0} and does not end; give another folder")]
    Busy(PathBuf),
    /// Somebody else plays the run.
    #[error("another process is writing run {name} in {folder}; wait for it, or give another name or folder")]
    RunBusy {
        /// The run's name.
        name: String,
        /// The data folder.
        folder: PathBuf,
    },
    /// There is no store to read.
    #[error("there is no store in {0}; a match or an experiment makes one")]
    Missing(PathBuf),
    /// The file is not a store of ours.
    #[error("{0} is not a Plywood store")]
    Foreign(PathBuf),
    /// The file was made by a version with other tables.
    #[error(
        "{path} has tables of version {found}, this program reads version {expected}; use the program that made it, or another folder"
    )]
    Version {
        /// The store's file.
        path: PathBuf,
        /// Version found.
        found: i64,
        /// Version this program writes.
        expected: i64,
    },
    /// A run of this name is of another experiment.
    #[error(
        "run {name} was started from another experiment:\n{difference}its {kept} are kept: give the new one another name, \
         or have the old one put under another name first",
        kept = in_words(.games)
    )]
    Changed {
        /// The run's name.
        name: String,
        /// Lines taken away and added.
        difference: String,
        /// Games it has.
        games: u64,
    },
    /// A run of this name is there already.
    #[error("there is a run {0} already")]
    Taken(String),
    /// A name that begins several runs.
    #[error("{name} begins several runs: {known}")]
    Ambiguous {
        /// The name asked for.
        name: String,
        /// The runs that begin so.
        known: String,
    },
    /// A run of this name was started by another build.
    #[error("run {name} was started by build {found}, this is {current}; results of two builds do not mix")]
    OtherBuild {
        /// The run's name.
        name: String,
        /// Build that started it.
        found: String,
        /// This build.
        current: String,
    },
    /// A run of this name is another slice of its experiment.
    #[error("run {name} holds slice {found} here, not {asked}; give each slice its own folder")]
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

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Error::from_other(ErrorKind::Storage, error)
    }
}

/// A result of the store.
pub type Result<T> = std::result::Result<T, StoreError>;

/// How long a transaction waits for those of other processes.
const WAIT: Duration = Duration::from_secs(60);

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// The data folder, where there is one.
    folder: Option<PathBuf>,
    /// Locks of runs, by their names.
    locks: BTreeMap<String, File>,
    /// Where another connection finds what this one reads.
    address: String,
    /// The copy that is read in the place of a store that cannot be read itself.
    _copy: Option<reading::Copy>,
}

pub use plywood_core::files::data_folder as default_folder;

/// The store's file inside a data folder.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join("lab.sqlite")
}

impl Store {
    /// Opens the store of a folder for writing, making both if they are missing.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written, another process keeps its lock, or the file is no store of this
    /// version.
    pub fn open(folder: &Path) -> Result<Self> {
        let _lock = locks::of_folder(folder)?;
        let path = file_in(folder);
        if path.exists() {
            // Look before touching: a foreign or newer file stays as it is.
            schema::check(&connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?, &path)?;
        }
        let connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        Self::prepared(connection, path, Some(folder.to_path_buf()))
    }

    /// Opens the store of a folder for reading; works while others write, and where nobody can.
    ///
    /// # Errors
    ///
    /// If there is no store in the folder, or the file is no store of this version.
    pub fn open_read(folder: &Path) -> Result<Self> {
        let path = file_in(folder);
        if !path.exists() {
            return Err(StoreError::Missing(folder.to_path_buf()));
        }
        let reading::Opened { connection, address, copy } = reading::open(&path)?;
        let folder = Some(folder.to_path_buf());
        Ok(Self { connection, path, folder, locks: BTreeMap::new(), address, _copy: copy })
    }

    /// A store that is gone when it is dropped.
    ///
    /// # Errors
    ///
    /// If SQLite fails.
    pub fn in_memory() -> Result<Self> {
        let path = PathBuf::from(":memory:");
        Self::prepared(connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?, path, None)
    }

    fn prepared(connection: Connection, path: PathBuf, folder: Option<PathBuf>) -> Result<Self> {
        schema::prepare(&connection).map_err(|cause| StoreError::Sqlite { path: path.clone(), cause })?;
        let address = path.to_string_lossy().into_owned();
        Ok(Self { connection, path, folder, locks: BTreeMap::new(), address, _copy: None })
    }

    /// Does something with the locks of runs, and lets go of those that it did not have before.
    fn locked<T>(&mut self, names: &[&str], work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let before: BTreeSet<String> = self.locks.keys().cloned().collect();
        let done = names.iter().try_for_each(|name| self.lock_run(name)).and_then(|()| work(self));
        self.locks.retain(|name, _| before.contains(name));
        done
    }

    /// Takes the lock of a run until the store is dropped.
    fn lock_run(&mut self, name: &str) -> Result<()> {
        if let Some(folder) = self.folder.as_deref().filter(|_| !self.locks.contains_key(name)) {
            self.locks.insert(name.to_string(), locks::of_run(folder, name)?);
        }
        Ok(())
    }

    /// The store's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn wrap<T>(&self, result: rusqlite::Result<T>) -> Result<T> {
        result.map_err(|cause| StoreError::Sqlite { path: self.path.clone(), cause })
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection> {
    let wrap = |cause| StoreError::Sqlite { path: path.to_path_buf(), cause };
    // A connection belongs to one thread at a time, so SQLite need not lock.
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(path, flags).map_err(wrap)?;
    connection.busy_timeout(WAIT).map_err(wrap)?;
    Ok(connection)
}

#[cfg(test)]
mod tests;
