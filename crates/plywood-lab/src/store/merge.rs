//! Joining the stores of slices into one.
//!
//! A run must have the same experiment and build everywhere. A game that two stores hold must be the same in both;
//! then one copy is kept. The joined store is written in one transaction a source: all of it, or nothing.

use std::path::Path;

use rusqlite::{Connection, params};

use super::pieces::copy_pieces;
use super::{Result, Store, StoreError, difference, file_in, lock, schema};

/// Joins the stores of `sources` into the store of `target`, making it if it is missing.
pub fn merge(target: &Path, sources: &[&Path]) -> Result<()> {
    let mut store = Store::open(target)?;
    for source in sources {
        let path = file_in(source);
        if !path.exists() {
            return Err(StoreError::Missing(source.to_path_buf()));
        }
        let _lock = lock(source)?;
        add(&mut store, &path)?;
    }
    Ok(())
}

fn add(store: &mut Store, path: &Path) -> Result<()> {
    {
        let connection = super::connect(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        schema::check(&connection, path)?;
    }
    let attached = path.to_string_lossy().into_owned();
    store.wrap(store.connection.execute("ATTACH ?1 AS source", [attached]))?;
    let result = add_attached(store);
    store.wrap(store.connection.execute("DETACH source", []))?;
    result
}

struct SourceRun {
    id: i64,
    name: String,
    experiment: String,
    version: String,
    build: String,
}

fn add_attached(store: &mut Store) -> Result<()> {
    let sources = store.rows("SELECT id, name, experiment, version, build FROM source.run", [], |row| {
        Ok(SourceRun {
            id: row.get(0)?,
            name: row.get(1)?,
            experiment: row.get(2)?,
            version: row.get(3)?,
            build: row.get(4)?,
        })
    })?;
    store.wrap(store.connection.execute_batch("BEGIN IMMEDIATE"))?;
    let copied = sources.iter().try_for_each(|source| add_run(store, source));
    let copied = copied.and_then(|()| store.wrap(copy_pieces(&store.connection)));
    let end = if copied.is_ok() { "COMMIT" } else { "ROLLBACK" };
    store.wrap(store.connection.execute_batch(end))?;
    copied
}

fn add_run(store: &Store, source: &SourceRun) -> Result<()> {
    let target = match store.find_run(&source.name)? {
        None => store.wrap(copy_run(&store.connection, source.id))?,
        Some(run) => {
            let name = || source.name.clone();
            if run.experiment != source.experiment {
                let difference = difference(&run.experiment, &source.experiment);
                return Err(StoreError::Changed { name: name(), difference });
            }
            if (&run.version, &run.build) != (&source.version, &source.build) {
                return Err(StoreError::OtherBuild {
                    name: name(),
                    found: run.build,
                    current: source.build.clone(),
                });
            }
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

fn copy_run(connection: &Connection, source: i64) -> rusqlite::Result<i64> {
    connection.execute(
        "INSERT INTO run (name, kind, experiment, hash, basis, version, build, seed, planned, shard, machine, overloaded, started)
         SELECT name, kind, experiment, hash, basis, version, build, seed, planned, '', machine, overloaded, started
         FROM source.run WHERE id = ?1",
        [source],
    )?;
    let target = connection.last_insert_rowid();
    for (table, columns) in [("pairing", "number, game, contestants"), ("opening", "number, text")] {
        let sql = format!("INSERT INTO {table} SELECT ?1, {columns} FROM source.{table} WHERE run = ?2");
        connection.execute(&sql, [target, source])?;
    }
    Ok(target)
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
        "UPDATE main.run SET overloaded = max(overloaded, (SELECT overloaded FROM source.run WHERE id = ?2))
         WHERE id = ?1",
        [target, source],
    )?;
    Ok(())
}
