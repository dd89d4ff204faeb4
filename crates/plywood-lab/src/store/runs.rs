//! Starting a run, and finding it again.
//!
//! A run is known by its name. Coming back to it needs the same experiment text, the same build and the same slice;
//! anything else is refused unless it is allowed by name, so that two experiments never share a table of results.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{OptionalExtension, Transaction, params};

use super::machine::{Machine, build, version};
use super::writer::Stored;
use super::{Result, Store, StoreError, difference};

/// One pairing of an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingRow {
    /// The game's spec.
    pub game: String,
    /// The players' specs, one a seat.
    pub contestants: Vec<String>,
}

/// Everything that is decided before the first game.
#[derive(Clone, Debug, PartialEq)]
pub struct RunPlan {
    /// The run's name.
    pub name: String,
    /// `match` or `suite`.
    pub kind: String,
    /// The experiment's text.
    pub experiment: String,
    /// The part of the text that decides what game i looks like: all but how many games there are.
    pub basis: String,
    /// The experiment's seed.
    pub seed: u64,
    /// Slice of the experiment, such as `1/3`; empty for the whole.
    pub shard: String,
    /// Games of the whole experiment.
    pub planned: u64,
    /// The pairings.
    pub pairings: Vec<PairingRow>,
    /// The openings, which all pairings share.
    pub openings: Vec<String>,
}

/// What may differ when a run goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Another experiment text: its games are kept if only their number changed, else the run starts over.
    pub changed: bool,
    /// Another build.
    pub any_build: bool,
}

/// A run as the store knows it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RunRow {
    /// Row id.
    #[serde(skip)]
    pub id: i64,
    /// Name.
    pub name: String,
    /// `match` or `suite`.
    pub kind: String,
    /// Experiment text.
    pub experiment: String,
    /// Hash of the text.
    pub hash: String,
    /// Program version.
    pub version: String,
    /// Program build.
    pub build: String,
    /// Seed.
    pub seed: u64,
    /// Games planned.
    pub planned: u64,
    /// Games stored.
    pub stored: u64,
    /// Slice; empty for the whole.
    pub shard: String,
    /// Machine, as JSON.
    pub machine: String,
    /// Whether the machine was overloaded when the run was started, continued or ended.
    pub overloaded: bool,
    /// Start in seconds since 1970.
    pub started: i64,
}

/// A text's hash as it is stored: 64 bits in hexadecimal.
pub fn text_hash(text: &str) -> String {
    format!("{:016x}", plywood_core::random::seed_of(text))
}

impl Store {
    /// Starts a run or goes on with it; returns its id and the games it already has.
    pub fn begin(
        &mut self,
        plan: &RunPlan,
        machine: &Machine,
        threads: usize,
        allowed: Allowed,
    ) -> Result<(i64, Vec<Stored>)> {
        let found = self.find_run(&plan.name)?;
        if let Some(run) = &found {
            self.check_same(run, plan, allowed)?;
        }
        let overloaded = machine.overloaded_by(threads);
        let transaction = self.connection.unchecked_transaction();
        let result = transaction.and_then(|transaction| {
            let id = match &found {
                None => insert(&transaction, plan, machine, overloaded)?,
                Some(run) => {
                    refresh(&transaction, run, plan, overloaded)?;
                    run.id
                }
            };
            transaction.commit()?;
            Ok(id)
        });
        let id = self.wrap(result)?;
        Ok((id, self.games(id)?))
    }

    fn check_same(&self, run: &RunRow, plan: &RunPlan, allowed: Allowed) -> Result<()> {
        if run.experiment != plan.experiment && !allowed.changed {
            let difference = difference(&run.experiment, &plan.experiment);
            return Err(StoreError::Changed { name: run.name.clone(), difference });
        }
        let same_build = run.build == build() && run.version == version();
        if !same_build && !allowed.any_build {
            let found = format!("{} ({})", run.build, run.version);
            let current = format!("{} ({})", build(), version());
            return Err(StoreError::OtherBuild { name: run.name.clone(), found, current });
        }
        if run.shard != plan.shard {
            let word =
                |shard: &str| if shard.is_empty() { "the whole".to_string() } else { shard.to_string() };
            return Err(StoreError::OtherShard {
                name: run.name.clone(),
                found: word(&run.shard),
                asked: word(&plan.shard),
            });
        }
        Ok(())
    }

    /// The run of this name, if there is one.
    pub fn find_run(&self, name: &str) -> Result<Option<RunRow>> {
        let sql = format!("{SELECT_RUN} WHERE name = ?1");
        self.wrap(self.connection.query_row(&sql, [name], read_run).optional())
    }

    /// The run of this name, or an error that lists the names there are.
    pub fn run(&self, name: &str) -> Result<RunRow> {
        if let Some(run) = self.find_run(name)? {
            return Ok(run);
        }
        let known: Vec<String> = self.runs()?.into_iter().map(|run| run.name).collect();
        let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
        Err(StoreError::NoRun { name: name.to_string(), known })
    }

    /// All runs, oldest first.
    pub fn runs(&self) -> Result<Vec<RunRow>> {
        self.rows(&format!("{SELECT_RUN} ORDER BY started, id"), [], read_run)
    }

    /// Notes that the machine was overloaded while a run was made.
    pub fn mark_overloaded(&mut self, run: i64) -> Result<()> {
        self.wrap(self.connection.execute("UPDATE run SET overloaded = 1 WHERE id = ?1", [run])).map(drop)
    }

    /// Forgets the games of a pairing from a number on; the sequential test ended before them.
    pub fn drop_games_from(&mut self, run: i64, pairing: u32, number: u32) -> Result<()> {
        let drop = || {
            let transaction = self.connection.unchecked_transaction()?;
            delete_games(
                &transaction,
                "run = ?1 AND pairing = ?2 AND number >= ?3",
                params![run, pairing, number],
            )?;
            transaction.commit()
        };
        self.wrap(drop())
    }
}

const SELECT_RUN: &str = "SELECT id, name, kind, experiment, hash, version, build, seed, planned,
    (SELECT count(*) FROM game WHERE game.run = run.id), shard, machine, overloaded, started FROM run";

fn read_run(row: &rusqlite::Row) -> rusqlite::Result<RunRow> {
    Ok(RunRow {
        id: row.get(0)?,
        name: row.get(1)?,
        kind: row.get(2)?,
        experiment: row.get(3)?,
        hash: row.get(4)?,
        version: row.get(5)?,
        build: row.get(6)?,
        seed: row.get::<_, i64>(7)? as u64,
        planned: row.get::<_, i64>(8)? as u64,
        stored: row.get::<_, i64>(9)? as u64,
        shard: row.get(10)?,
        machine: row.get(11)?,
        overloaded: row.get(12)?,
        started: row.get(13)?,
    })
}

fn insert(
    transaction: &Transaction,
    plan: &RunPlan,
    machine: &Machine,
    overloaded: bool,
) -> rusqlite::Result<i64> {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    transaction.execute(
        "INSERT INTO run (name, kind, experiment, hash, basis, version, build, seed, planned, shard, machine, overloaded, started)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        params![
            plan.name,
            plan.kind,
            plan.experiment,
            text_hash(&plan.experiment),
            text_hash(&plan.basis),
            version(),
            build(),
            plan.seed as i64,
            plan.planned as i64,
            plan.shard,
            serde_json::json!(machine).to_string(),
            overloaded,
            started as i64
        ],
    )?;
    let id = transaction.last_insert_rowid();
    insert_lists(transaction, id, plan)?;
    Ok(id)
}

fn insert_lists(transaction: &Transaction, run: i64, plan: &RunPlan) -> rusqlite::Result<()> {
    let mut pairing_row = transaction.prepare("INSERT INTO pairing VALUES (?1, ?2, ?3, ?4)")?;
    for (number, pairing) in plan.pairings.iter().enumerate() {
        let contestants = serde_json::json!(pairing.contestants).to_string();
        pairing_row.execute(params![run, number as i64, pairing.game, contestants])?;
    }
    let mut opening_row = transaction.prepare("INSERT INTO opening VALUES (?1, ?2, ?3)")?;
    for (number, text) in plan.openings.iter().enumerate() {
        opening_row.execute(params![run, number as i64, text])?;
    }
    Ok(())
}

/// Going on: notes the load and, where the text changed, takes the new one and drops the games it no longer covers.
fn refresh(
    transaction: &Transaction,
    run: &RunRow,
    plan: &RunPlan,
    overloaded: bool,
) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE run SET overloaded = max(overloaded, ?2) WHERE id = ?1",
        params![run.id, overloaded],
    )?;
    if run.experiment == plan.experiment {
        return Ok(());
    }
    let basis: String =
        transaction.query_row("SELECT basis FROM run WHERE id = ?1", [run.id], |row| row.get(0))?;
    let pairings = plan.pairings.len().max(1) as u64;
    let kept = if basis == text_hash(&plan.basis) { plan.planned / pairings } else { 0 };
    delete_games(transaction, "run = ?1 AND number >= ?2", params![run.id, kept as i64])?;
    transaction.execute(
        "UPDATE run SET experiment = ?2, hash = ?3, basis = ?4, seed = ?5, planned = ?6, kind = ?7 WHERE id = ?1",
        params![
            run.id,
            plan.experiment,
            text_hash(&plan.experiment),
            text_hash(&plan.basis),
            plan.seed as i64,
            plan.planned as i64,
            plan.kind
        ],
    )?;
    transaction.execute("DELETE FROM pairing WHERE run = ?1", [run.id])?;
    transaction.execute("DELETE FROM opening WHERE run = ?1", [run.id])?;
    insert_lists(transaction, run.id, plan)
}

fn delete_games(
    transaction: &Transaction,
    which: &str,
    parameters: &[&dyn rusqlite::ToSql],
) -> rusqlite::Result<()> {
    transaction.execute(
        &format!("DELETE FROM step WHERE game IN (SELECT id FROM game WHERE {which})"),
        parameters,
    )?;
    transaction.execute(&format!("DELETE FROM game WHERE {which}"), parameters)?;
    Ok(())
}
