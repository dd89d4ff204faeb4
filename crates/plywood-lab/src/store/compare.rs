//! Equality of stores: all rows agree except times and machine.
//!
//! Both stores are read side by side in the order of names and numbers, so that row ids, which depend on the order in
//! which games finished, play no part.

use rusqlite::types::Value;
use rusqlite::{Connection, Rows};

use super::{Result, Store};

/// The compared tables: a name, and rows in an order that does not depend on when they were written.
const COMPARED: [(&str, &str); 5] = [
    ("run", "SELECT name, kind, experiment, hash, version, build, seed, planned FROM run ORDER BY name"),
    (
        "pairing",
        "SELECT run.name, number, game, contestants FROM pairing JOIN run ON run = run.id ORDER BY 1, 2",
    ),
    (
        "opening",
        "SELECT run.name, number, text FROM opening JOIN run ON run = run.id ORDER BY 1, 2",
    ),
    (
        "game",
        "SELECT run.name, pairing, number, opening, first_seat, half_points, payoffs, reason, plies, game.hash
         FROM game JOIN run ON run = run.id ORDER BY 1, 2, 3",
    ),
    (
        "step",
        "SELECT run.name, pairing, number, ply, seat, text, value, proven, depth, nodes, evaluations, simulations, counters
         FROM step JOIN game ON step.game = game.id JOIN run ON run = run.id ORDER BY 1, 2, 3, 4",
    ),
];

/// The first row in which two stores differ, told in words; `None` when they are equal.
pub fn first_difference(a: &Store, b: &Store) -> Result<Option<String>> {
    for (table, sql) in COMPARED {
        let found = a.wrap(compare(&a.connection, &b.connection, table, sql))?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

fn compare(a: &Connection, b: &Connection, table: &str, sql: &str) -> rusqlite::Result<Option<String>> {
    let (mut first, mut second) = (a.prepare(sql)?, b.prepare(sql)?);
    let width = first.column_count();
    let (mut first, mut second) = (first.query([])?, second.query([])?);
    loop {
        match (next(&mut first, width)?, next(&mut second, width)?) {
            (None, None) => return Ok(None),
            (left, right) if left == right => {}
            (left, right) => return Ok(Some(format!("{table}: {} against {}", show(left), show(right)))),
        }
    }
}

fn next(rows: &mut Rows, width: usize) -> rusqlite::Result<Option<Vec<Value>>> {
    rows.next()?.map(|row| (0..width).map(|column| row.get(column)).collect()).transpose()
}

fn show(row: Option<Vec<Value>>) -> String {
    row.map_or("nothing".to_string(), |values| format!("{values:?}"))
}
