//! Reading a run back: games, pairings, openings and steps.

use rusqlite::types::Type;
use rusqlite::{Params, Row};
use serde::de::DeserializeOwned;

use super::runs::PairingRow;
use super::writer::Stored;
use super::{Result, Store};

/// A step as it is exported.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StepRow {
    /// Pairing of the game.
    pub pairing: u32,
    /// Number of the game within its pairing.
    pub number: u32,
    /// Steps before this one, after the opening.
    pub ply: u32,
    /// Seat of the player; none for chance.
    pub seat: Option<u8>,
    /// Move or event.
    pub text: String,
    /// Value from the mover's view.
    pub value: Option<f64>,
    /// Whether the value was proven.
    pub proven: bool,
    /// Depth.
    pub depth: u32,
    /// Nodes.
    pub nodes: i64,
    /// Evaluations.
    pub evaluations: i64,
    /// Playouts.
    pub simulations: i64,
    /// Time.
    pub micros: i64,
    /// Named counters as JSON.
    pub counters: Option<String>,
}

/// A column that holds JSON.
pub(super) fn from_json<T: DeserializeOwned>(row: &Row, column: usize) -> rusqlite::Result<T> {
    let text = row.get_ref(column)?.as_str()?;
    serde_json::from_str(text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error)))
}

impl Store {
    pub(super) fn rows<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        read: impl FnMut(&Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let query = || self.connection.prepare(sql)?.query_map(parameters, read)?.collect();
        self.wrap(query())
    }

    /// Games of a run by pairing and number.
    pub fn games(&self, run: i64) -> Result<Vec<Stored>> {
        let sql = "SELECT pairing, number, first_seat, half_points, reason, hash, plies, payoffs FROM game
                   WHERE run = ?1 ORDER BY pairing, number";
        self.rows(sql, [run], |row| {
            Ok(Stored {
                pairing: row.get(0)?,
                number: row.get(1)?,
                first_seat: row.get(2)?,
                half_points: row.get(3)?,
                reason: row.get(4)?,
                hash: row.get::<_, i64>(5)? as u64,
                plies: row.get(6)?,
                payoffs: from_json(row, 7)?,
            })
        })
    }

    /// The opening's number of each game of a run, in the order of [`Store::games`].
    pub fn opening_numbers(&self, run: i64) -> Result<Vec<u32>> {
        self.rows("SELECT opening FROM game WHERE run = ?1 ORDER BY pairing, number", [run], |row| row.get(0))
    }

    /// Pairings of a run by number.
    pub fn pairings(&self, run: i64) -> Result<Vec<PairingRow>> {
        let sql = "SELECT game, contestants FROM pairing WHERE run = ?1 ORDER BY number";
        self.rows(sql, [run], |row| Ok(PairingRow { game: row.get(0)?, contestants: from_json(row, 1)? }))
    }

    /// Openings of a run by number.
    pub fn openings(&self, run: i64) -> Result<Vec<String>> {
        self.rows("SELECT text FROM opening WHERE run = ?1 ORDER BY number", [run], |row| row.get(0))
    }

    /// Visits the steps of a run by pairing, game and ply; there may be too many to list.
    pub fn visit_steps(&self, run: i64, mut visit: impl FnMut(StepRow)) -> Result<()> {
        let sql = format!("{STEPS} WHERE run = ?1 ORDER BY pairing, number, ply");
        let mut walk = || {
            let mut statement = self.connection.prepare(&sql)?;
            let mut rows = statement.query([run])?;
            while let Some(row) = rows.next()? {
                visit(read_step(row)?);
            }
            Ok(())
        };
        self.wrap(walk())
    }

    /// The steps of one game of a run.
    pub fn steps_of(&self, run: i64, pairing: u32, number: u32) -> Result<Vec<StepRow>> {
        let sql = format!("{STEPS} WHERE run = ?1 AND pairing = ?2 AND number = ?3 ORDER BY ply");
        self.rows(&sql, (run, pairing, number), read_step)
    }
}

const STEPS: &str =
    "SELECT pairing, number, ply, seat, text, value, proven, depth, nodes, evaluations, simulations,
     step.micros, counters FROM step JOIN game ON step.game = game.id";

fn read_step(row: &Row) -> rusqlite::Result<StepRow> {
    Ok(StepRow {
        pairing: row.get(0)?,
        number: row.get(1)?,
        ply: row.get(2)?,
        seat: row.get(3)?,
        text: row.get(4)?,
        value: row.get(5)?,
        proven: row.get(6)?,
        depth: row.get(7)?,
        nodes: row.get(8)?,
        evaluations: row.get(9)?,
        simulations: row.get(10)?,
        micros: row.get(11)?,
        counters: row.get(12)?,
    })
}
