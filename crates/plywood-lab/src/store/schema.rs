//! Tables and their version.
//!
//! A game is known by (run, pairing, number); its steps hang on its row id, in one tree ordered by (game, ply), so that
//! writing appends. That a step's game exists is not checked row by row: both are always written together. Times are
//! whole microseconds. Seats count from 0; chance has none.

use std::path::Path;

use rusqlite::{Connection, ErrorCode};

use super::{Result, StoreError};

/// Raised whenever a table changes.
pub const VERSION: i64 = 1;
/// "PLYW": marks the file as ours.
const APPLICATION: i64 = 0x504C_5957;

const TABLES: &str = "
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    experiment TEXT NOT NULL,
    hash TEXT NOT NULL,
    basis TEXT NOT NULL,
    version TEXT NOT NULL,
    build TEXT NOT NULL,
    seed INTEGER NOT NULL,
    planned INTEGER NOT NULL,
    shard TEXT NOT NULL,
    machine TEXT NOT NULL,
    overloaded INTEGER NOT NULL,
    started INTEGER NOT NULL
);
CREATE TABLE pairing (
    run INTEGER NOT NULL REFERENCES run,
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    contestants TEXT NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE TABLE opening (
    run INTEGER NOT NULL REFERENCES run,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run,
    pairing INTEGER NOT NULL,
    number INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    first_seat INTEGER NOT NULL,
    half_points INTEGER NOT NULL,
    payoffs TEXT NOT NULL,
    reason TEXT NOT NULL,
    plies INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    micros INTEGER NOT NULL,
    UNIQUE (run, pairing, number)
);
CREATE TABLE step (
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER,
    text TEXT NOT NULL,
    value REAL,
    proven INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    evaluations INTEGER NOT NULL,
    simulations INTEGER NOT NULL,
    micros INTEGER NOT NULL,
    counters TEXT,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
";

/// Remarks of people on runs. Earlier programs had none: it is made where it is missing, and not looked for where it is.
const NOTES: &str =
    "CREATE TABLE IF NOT EXISTS note (run INTEGER PRIMARY KEY REFERENCES run, text TEXT NOT NULL)";

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

/// Refuses a file that is not a store of this version, and says whether it has its tables: an empty file, just being made or
/// left by a kill at birth, passes without.
pub fn check(connection: &Connection, path: &Path) -> Result<bool> {
    let foreign = |cause: rusqlite::Error| match cause.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::Foreign(path.to_path_buf()),
        // A store, perhaps, that could not be read.
        _ => StoreError::Sqlite { path: path.to_path_buf(), cause },
    };
    // All of it from one moment: somebody may be making the tables.
    let _moment = connection.unchecked_transaction().map_err(foreign)?;
    let application = pragma(connection, "application_id").map_err(foreign)?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(foreign)?;
    if application != APPLICATION && tables > 0 {
        return Err(StoreError::Foreign(path.to_path_buf()));
    }
    let found = pragma(connection, "user_version").map_err(foreign)?;
    if tables > 0 && found != VERSION {
        return Err(StoreError::Version { path: path.to_path_buf(), found, expected: VERSION });
    }
    Ok(tables > 0)
}

/// Makes the tables where they are missing, and sets the connection up for durable appending.
pub fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    // Only a new file takes it: large pages suit rows that are appended.
    connection.pragma_update(None, "page_size", 16_384)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // FULL: a committed transaction outlives a power cut, at one sync a batch.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    connection.pragma_update(None, "cache_size", -65_536)?;
    if pragma(connection, "user_version")? == 0 {
        connection.execute_batch(&format!(
            "BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT;"
        ))?;
    }
    connection.execute_batch(NOTES)
}

/// Whether there is a table of remarks.
pub fn has_notes(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'note'", [], |row| row.get(0))
}
