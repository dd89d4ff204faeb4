//! Results of numbered pieces of work that are not games: one row a piece, its result as JSON.
//!
//! A job is known by its name and by the program that works on it, down to its bytes: a piece never meets results of
//! other code. The tables are made when they are first needed, so stores without them stay as they are.

use std::io::Read;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use plywood_core::random::mix;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::writer::BATCH;
use super::{Result, Store, build, version};

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS job (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    program TEXT NOT NULL,
    UNIQUE (name, program)
);
CREATE TABLE IF NOT EXISTS piece (
    job INTEGER NOT NULL REFERENCES job,
    number INTEGER NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (job, number)
) WITHOUT ROWID;
";

/// A piece's number and its result.
pub type Piece = (u64, String);

/// The file that this code is in: the program, or a library that another program has loaded.
fn own_file() -> std::io::Result<PathBuf> {
    let here = program as *const () as usize;
    // A line of the map of memory: from-to rights offset device inode path.
    let holds = |line: &str| {
        let (from, to) = line.split_once(' ')?.0.split_once('-')?;
        let address = |text| usize::from_str_radix(text, 16).ok();
        let path = &line[line.find('/')?..];
        (address(from)?..address(to)?).contains(&here).then(|| PathBuf::from(path))
    };
    let map = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    map.lines().find_map(holds).map_or_else(std::env::current_exe, Ok)
}

/// The program in a word: version, build, and a hash of the file that runs.
pub fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let mut bytes = Vec::new();
        // Where the file cannot be read, the build has to do.
        let read = own_file().and_then(std::fs::File::open);
        let _ = read.and_then(|mut file| file.read_to_end(&mut bytes));
        let words = bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        format!("{} {} {:016x}", version(), build(), words.fold(0, |hash, word| mix(hash ^ word)))
    })
}

impl Store {
    /// Starts a job or goes on with it; returns its id and the pieces it already has.
    pub fn begin_job(&mut self, name: &str) -> Result<(i64, Vec<Piece>)> {
        // One process works on a job at a time, as on a run.
        self.lock_run(&format!("job {name}"))?;
        self.wrap(self.connection.execute_batch(TABLES))?;
        self.wrap(
            self.connection
                .execute("INSERT OR IGNORE INTO job (name, program) VALUES (?1, ?2)", [name, program()]),
        )?;
        let id = self.connection.query_row(
            "SELECT id FROM job WHERE name = ?1 AND program = ?2",
            [name, program()],
            |row| row.get(0),
        );
        let id: i64 = self.wrap(id)?;
        let pieces = self.rows("SELECT number, result FROM piece WHERE job = ?1", [id], |row| {
            Ok((row.get::<_, i64>(0)? as u64, row.get(1)?))
        })?;
        Ok((id, pieces))
    }

    /// Writes a job's pieces until nobody sends any more. Each waits less than a tenth of a second for its transaction.
    pub fn write_pieces(&mut self, job: i64, queue: &Receiver<Piece>) -> Result<()> {
        self.wrap(write_all(&self.connection, job, queue))
    }

    /// Forgets all jobs whose names begin so, such as measurements by the clock that are to be made anew.
    pub fn forget_jobs(&mut self, beginning: &str) -> Result<()> {
        let forget = || {
            let transaction = self.connection.unchecked_transaction()?;
            transaction.execute_batch(TABLES)?;
            let which = "substr(name, 1, length(?1)) = ?1";
            transaction.execute(
                &format!("DELETE FROM piece WHERE job IN (SELECT id FROM job WHERE {which})"),
                [beginning],
            )?;
            transaction.execute(&format!("DELETE FROM job WHERE {which}"), [beginning])?;
            transaction.commit()
        };
        self.wrap(forget())
    }
}

fn write_all(connection: &Connection, job: i64, queue: &Receiver<Piece>) -> rusqlite::Result<()> {
    let mut insert = connection.prepare("INSERT OR REPLACE INTO piece VALUES (?1, ?2, ?3)")?;
    while let Ok(first) = queue.recv() {
        let deadline = Instant::now() + BATCH;
        let mut batch = vec![first];
        while let Ok(next) = queue.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            batch.push(next);
        }
        // Other processes wait for the writing alone.
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        for (number, result) in batch {
            insert.execute(params![job, number as i64, result])?;
        }
        transaction.commit()?;
    }
    Ok(())
}

/// Takes over the pieces of an attached store named `source`; those that are here already stay.
pub(super) fn copy_pieces(connection: &Connection) -> rusqlite::Result<()> {
    let there: i64 = connection.query_row(
        "SELECT count(*) FROM source.sqlite_schema WHERE type = 'table' AND name = 'piece'",
        [],
        |row| row.get(0),
    )?;
    if there == 0 {
        return Ok(());
    }
    connection.execute_batch(TABLES)?;
    connection.execute_batch(
        "INSERT OR IGNORE INTO main.job (name, program) SELECT name, program FROM source.job;
         INSERT OR IGNORE INTO main.piece SELECT a.id, number, result FROM source.piece
             JOIN source.job b ON b.id = job JOIN main.job a ON (a.name, a.program) = (b.name, b.program);",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_runs_is_found() {
        assert_eq!(own_file().unwrap(), std::env::current_exe().unwrap());
    }
}
