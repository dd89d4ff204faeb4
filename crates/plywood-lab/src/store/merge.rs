//! Joining the stores of slices into one.
//!
//! A run must have the same basis and code everywhere. A game that two stores hold must be the same in both; then one
//! copy is kept. The joined store is written in one transaction a source: all of it, or nothing. Sources are only read.

use std::path::Path;

use rusqlite::{Connection, params};

use super::pieces::copy_pieces;
use super::{Result, RunRow, Store, StoreError};

/// Joins the stores of `sources` into the store of `target`, making it if it is missing.
///
/// # Errors
///
/// If a source is no store, if a run has another experiment or code in it, or if two stores disagree about a
/// game; and if SQLite fails.
pub fn merge(target: &Path, sources: &[&Path]) -> Result<()> {
    // All sources are opened before the target is made: a name that is wrong leaves nothing behind.
    let opened: Vec<Store> = sources.iter().map(|source| Store::open_read(source)).collect::<Result<_>>()?;
    let mut store = Store::open(target)?;
    opened.iter().try_for_each(|source| add(&mut store, source))
}

fn add(store: &mut Store, source: &Store) -> Result<()> {
    let runs = source.runs()?;
    let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
    store.locked(&names, |store| {
        store.wrap(store.connection.execute("ATTACH ?1 AS source", [&source.address]))?;
        let result = add_attached(store, &runs);
        store.wrap(store.connection.execute("DETACH source", []))?;
        result
    })
}

fn add_attached(store: &Store, sources: &[RunRow]) -> Result<()> {
    store.wrap(store.connection.execute_batch("BEGIN IMMEDIATE"))?;
    let copied = sources.iter().try_for_each(|source| add_run(store, source));
    let copied = copied.and_then(|()| store.wrap(copy_pieces(&store.connection)));
    let end = if copied.is_ok() { "COMMIT" } else { "ROLLBACK" };
    store.wrap(store.connection.execute_batch(end))?;
    copied
}

fn add_run(store: &Store, source: &RunRow) -> Result<()> {
    let target = match store.find_run(&source.name)? {
        None => store.wrap(copy_run(&store.connection, source))?,
        Some(run) => {
            let name = run.name.clone();
            if !run.is_of(&source.basis, &source.experiment) {
                let difference = run.difference(&source.basis, &source.experiment);
                return Err(StoreError::Changed { name, difference, games: run.stored });
            }
            if run.code != source.code {
                return Err(StoreError::OtherBuild { name, found: run.code, current: source.code.clone() });
            }
            store.wrap(copy_lists(&store.connection, run.id, source.id))?;
            run.id
        }
    };
    if let Some((pairing, number)) = store.wrap(disagreement(&store.connection, target, source.id))? {
        return Err(StoreError::Disagree(format!(
            "game {number} of pairing {pairing} of run {}",
            source.name
        )));
    }
    store.wrap(copy_games(&store.connection, target, source.id))
}

fn copy_run(connection: &Connection, source: &RunRow) -> rusqlite::Result<i64> {
    connection.execute(
        "INSERT INTO main.run (name, kind, experiment, hash, basis, version, build, seed, planned, shard, machine, overloaded, started)
         SELECT name, kind, experiment, hash, basis, version, build, seed, planned, '', machine, overloaded, started
         FROM source.run WHERE id = ?1",
        [source.id],
    )?;
    let target = connection.last_insert_rowid();
    if !source.note.is_empty() {
        connection.execute("INSERT INTO main.note VALUES (?1, ?2)", params![target, source.note])?;
    }
    copy_lists(connection, target, source.id)?;
    Ok(target)
}

/// Pairings and openings; a source with more games has more openings.
fn copy_lists(connection: &Connection, target: i64, source: i64) -> rusqlite::Result<()> {
    for (table, columns) in [("pairing", "number, game, contestants"), ("opening", "number, text")] {
        let sql = format!(
            "INSERT OR IGNORE INTO main.{table} SELECT ?1, {columns} FROM source.{table} WHERE run = ?2"
        );
        connection.execute(&sql, [target, source])?;
    }
    Ok(())
}

/// A game that both stores hold with different content.
fn disagreement(connection: &Connection, target: i64, source: i64) -> rusqlite::Result<Option<(u32, u32)>> {
    use rusqlite::OptionalExtension;
    connection
        .query_row(
            "SELECT a.pairing, a.number FROM main.game a JOIN source.game b
             ON a.pairing = b.pairing AND a.number = b.number
             WHERE a.run = ?1 AND b.run = ?2 AND (a.hash, a.payoffs, a.reason, a.opening, a.first_seat)
                 != (b.hash, b.payoffs, b.reason, b.opening, b.first_seat) LIMIT 1",
            [target, source],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()
}

fn copy_games(connection: &Connection, target: i64, source: i64) -> rusqlite::Result<()> {
    let before: i64 =
        connection.query_row("SELECT ifnull(max(id), 0) FROM main.game", [], |row| row.get(0))?;
    connection.execute(
        "INSERT OR IGNORE INTO main.game
             (run, pairing, number, opening, first_seat, half_points, payoffs, reason, plies, hash, micros)
         SELECT ?1, pairing, number, opening, first_seat, half_points, payoffs, reason, plies, hash, micros
         FROM source.game WHERE run = ?2 ORDER BY id",
        [target, source],
    )?;
    connection.execute(
        "INSERT INTO main.step SELECT a.id, ply, seat, text, value, proven, depth, nodes, evaluations, simulations,
             s.micros, counters
         FROM main.game a JOIN source.game b ON a.pairing = b.pairing AND a.number = b.number
         JOIN source.step s ON s.game = b.id
         WHERE a.run = ?1 AND b.run = ?2 AND a.id > ?3",
        params![target, source, before],
    )?;
    connection.execute(
        "UPDATE main.run SET overloaded = max(overloaded, (SELECT overloaded FROM source.run WHERE id = ?2)),
             planned = max(planned, (SELECT planned FROM source.run WHERE id = ?2)) WHERE id = ?1",
        [target, source],
    )?;
    Ok(())
}
