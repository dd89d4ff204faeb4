//! The right to write.
//!
//! Several processes share a folder: SQLite lets their transactions take turns. Opening a store to write
//! takes the folder's lock for a moment, so that tables are made once. Playing, deleting or renaming a run
//! takes that run's lock until it ends, so that no game is played twice. The system releases both locks when
//! a process dies.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Result, StoreError, text_hash};

/// How long to wait for somebody else who is opening the store.
const PATIENCE: Duration = Duration::from_secs(10);

/// Takes the folder's lock, making the folder if it is missing; waits a little while another process has it.
pub(super) fn of_folder(folder: &Path) -> Result<File> {
    let path = folder.join("lab.lock");
    let begun = Instant::now();
    loop {
        match take(&path)? {
            Some(file) => return Ok(file),
            None if begun.elapsed() > PATIENCE => return Err(StoreError::Busy(folder.to_path_buf())),
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// Takes the lock of a run, or says that another process has it.
pub(super) fn of_run(folder: &Path, name: &str) -> Result<File> {
    // A name may hold anything; its hash is a file's name everywhere.
    let path = folder.join("locks").join(format!("{}.lock", text_hash(name)));
    take(&path)?.ok_or_else(|| StoreError::RunBusy { name: name.to_string(), folder: folder.to_path_buf() })
}

fn take(path: &Path) -> Result<Option<File>> {
    fn wrap(path: &Path) -> impl FnOnce(std::io::Error) -> StoreError + use<> {
        let path: PathBuf = path.to_path_buf();
        move |cause| StoreError::Folder { path, cause }
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(wrap(folder))?;
    }
    let file = File::options().create(true).truncate(false).write(true).open(path).map_err(wrap(path))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(cause)) => Err(wrap(path)(cause)),
    }
}
