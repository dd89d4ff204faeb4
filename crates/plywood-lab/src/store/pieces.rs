//! Results of numbered pieces of work that are not games: one row a piece, its result as JSON.
//!
//! A job is known by its name and by the code that works on it: a piece never meets results of other code. The tables are made when they are first needed, so stores without them stay as they are.

use std::sync::mpsc::Receiver;
use std::time::Instant;

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::writer::BATCH;
use super::{Result, Store};

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

/// A job, known by its name and by the code that works on it.
#[derive(Clone, Copy, Debug)]
pub struct JobKey<'a> {
    /// Everything that its pieces depend on beside their numbers and the code.
    pub name: &'a str,
    /// The identity of the code ([`plywood_core::code`]).
    pub code: &'a str,
}

/// A piece's number and its result.
pub type Piece = (u64, String);

impl Store {
    /// Starts a job or goes on with it; returns its id and the pieces it already has by this code.
    pub fn begin_job(&mut self, JobKey { name, code }: JobKey) -> Result<(i64, Vec<Piece>)> {
        // One process works on a job at a time, as on a run.
        self.lock_run(&format!("job {name}"))?;
        self.wrap(self.connection.execute_batch(TABLES))?;
        self.wrap(
            self.connection
                .execute("INSERT OR IGNORE INTO job (name, program) VALUES (?1, ?2)", [name, code]),
        )?;
        let id = self.connection.query_row(
            "SELECT id FROM job WHERE name = ?1 AND program = ?2",
            [name, code],
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
