//! Starting a run, and finding it again.
//!
//! A run is identified by its name. To continue it, the basis (everything that decides game i, the contents
//! of files included), the code and the slice must be the same; anything else is refused unless the caller
//! allows it by name, so two experiments never share a table of results. The number of games and the rule to
//! stop may change freely. Only [`Store::delete`] deletes games.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{OptionalExtension, Transaction, TransactionBehavior, params};

use super::machine::{Machine, commit, version};
use super::writer::Stored;
use super::{Result, Store, StoreError, difference, schema};

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
    /// Everything that decides game i, and nothing else, a line each: all but the number of games.
    pub basis: String,
    /// The identity of the code that plays ([`plywood_core::code`]).
    pub code: String,
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
    /// A remark for people; none leaves the one there is.
    pub note: Option<String>,
}

/// The differences that are allowed when a run continues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Another experiment: the run of before is kept under another name.
    pub changed: bool,
    /// Another build.
    pub any_build: bool,
}

/// A run that was started or goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Begun {
    /// Its row id.
    pub run: i64,
    /// The games it already has.
    pub games: Vec<Stored>,
    /// The run that had its name before, where that was of another experiment.
    pub aside: Option<SetAside>,
}

/// A run that made room for one of another experiment.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SetAside {
    /// The name it is kept under.
    pub name: String,
    /// The games it has.
    pub games: u64,
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
    /// Everything that decides its games; of runs of earlier programs a hash.
    #[serde(skip)]
    pub basis: String,
    /// The program's version and commit, for people.
    pub version: String,
    /// The identity of the code that played; of runs of earlier programs the commit.
    pub code: String,
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
    /// A remark for people.
    #[serde(default)]
    pub note: String,
}

impl RunRow {
    /// Whether it is of an experiment; runs of earlier programs are known by their text alone.
    pub fn is_of(&self, basis: &str, experiment: &str) -> bool {
        if self.knows_basis() { self.basis == basis } else { self.experiment == experiment }
    }

    fn knows_basis(&self) -> bool {
        self.basis.contains('\n')
    }

    /// How another experiment differs from the run's, line by line.
    pub(super) fn difference(&self, basis: &str, experiment: &str) -> String {
        let (old, new) =
            if self.knows_basis() { (&*self.basis, basis) } else { (&*self.experiment, experiment) };
        difference(old, new)
    }
}

/// A text's hash as it is stored: 64 bits in hexadecimal.
pub fn text_hash(text: &str) -> String {
    format!("{:016x}", plywood_core::random::seed_of(text))
}

/// The program's version and commit, for people.
pub fn program() -> String {
    format!("{} ({})", version(), commit())
}

/// Seconds since 1970; the clock of a machine may be wrong, and nothing but the date shown hangs on it.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs() as i64)
}

impl Store {
    /// Starts a run or goes on with it; no other process can, until this store is dropped.
    ///
    /// # Errors
    ///
    /// If another process plays the run, or a run of this name has another experiment, code or slice and the
    /// caller did not allow that; and if SQLite fails.
    pub fn begin(
        &mut self,
        plan: &RunPlan,
        machine: &Machine,
        threads: usize,
        allowed: Allowed,
    ) -> Result<Begun> {
        self.begin_at(plan, machine, threads, allowed, now())
    }

    /// The same at a time, in seconds since 1970.
    pub fn begin_at(
        &mut self,
        plan: &RunPlan,
        machine: &Machine,
        threads: usize,
        allowed: Allowed,
        time: i64,
    ) -> Result<Begun> {
        let held = self.locks.contains_key(&plan.name);
        self.lock_run(&plan.name)?;
        let begun = self.start(plan, machine, threads, allowed, time);
        if begun.is_err() && !held {
            self.locks.remove(&plan.name);
        }
        begun
    }

    fn start(
        &self,
        plan: &RunPlan,
        machine: &Machine,
        threads: usize,
        allowed: Allowed,
        time: i64,
    ) -> Result<Begun> {
        let mut found = self.find_run(&plan.name)?;
        let mut aside = None;
        if let Some(run) = found.take_if(|run| allowed.changed && !run.is_of(&plan.basis, &plan.experiment)) {
            let name = self.free_name(&run.name)?;
            aside = Some((run.id, SetAside { name, games: run.stored }));
        }
        if let Some(run) = &found {
            check_same(run, plan, allowed)?;
        }
        let overloaded = machine.overloaded_by(threads);
        let run = self.change(|transaction| {
            if let Some((id, SetAside { name, .. })) = &aside {
                transaction.execute("UPDATE run SET name = ?2 WHERE id = ?1", params![id, name])?;
            }
            let id = match &found {
                None => insert(transaction, plan, machine, overloaded, time)?,
                Some(run) => refresh(transaction, run, plan, overloaded).map(|()| run.id)?,
            };
            if let Some(note) = &plan.note {
                write_note(transaction, id, note)?;
            }
            Ok(id)
        })?;
        Ok(Begun { run, games: self.games(run)?, aside: aside.map(|(_, aside)| aside) })
    }

    /// One transaction: all of it, or nothing.
    fn change<T>(&self, work: impl FnOnce(&Transaction) -> rusqlite::Result<T>) -> Result<T> {
        // Immediate: one that reads first and writes later cannot wait for others.
        let begun = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate);
        self.wrap(begun.and_then(|transaction| {
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        }))
    }

    /// A name like this one that no run has.
    fn free_name(&self, name: &str) -> Result<String> {
        let mut number = 1;
        loop {
            let free = format!("{name}.{number}");
            if self.find_run(&free)?.is_none() {
                return Ok(free);
            }
            number += 1;
        }
    }

    /// Deletes a run with all its games, and says how many there were. The whole name, so that no slip deletes one.
    ///
    /// # Errors
    ///
    /// If no run has the name, another process plays it, or SQLite fails.
    pub fn delete(&mut self, name: &str) -> Result<u64> {
        self.locked(&[name], |store| store.delete_locked(name))
    }

    fn delete_locked(&self, name: &str) -> Result<u64> {
        let Some(run) = self.find_run(name)? else { return Err(self.unknown(name)?) };
        self.change(|transaction| {
            let of_games = "DELETE FROM step WHERE game IN (SELECT id FROM game WHERE run = ?1)";
            transaction.execute(of_games, [run.id])?;
            for table in ["game", "pairing", "opening", "note"] {
                transaction.execute(&format!("DELETE FROM {table} WHERE run = ?1"), [run.id])?;
            }
            transaction.execute("DELETE FROM run WHERE id = ?1", [run.id])
        })?;
        Ok(run.stored)
    }

    /// Gives a run another name.
    ///
    /// # Errors
    ///
    /// If no run has the name, the new name is taken, another process plays the run, or SQLite fails.
    pub fn rename(&mut self, name: &str, new: &str) -> Result<()> {
        let run = self.run(name)?;
        self.locked(&[&run.name, new], |store| {
            if store.find_run(new)?.is_some() {
                return Err(StoreError::Taken(new.to_string()));
            }
            store.change(|transaction| {
                transaction.execute("UPDATE run SET name = ?2 WHERE id = ?1", params![run.id, new]).map(drop)
            })
        })
    }

    /// Puts a remark on a run, in the place of the one it had.
    ///
    /// # Errors
    ///
    /// If no run has the name, or SQLite fails.
    pub fn annotate(&mut self, name: &str, note: &str) -> Result<()> {
        let run = self.run(name)?;
        self.change(|transaction| write_note(transaction, run.id, note))
    }

    /// The run of this name, if there is one.
    ///
    /// # Errors
    ///
    /// If SQLite fails.
    pub fn find_run(&self, name: &str) -> Result<Option<RunRow>> {
        let sql = format!("{} WHERE name = ?1", self.select_run()?);
        self.wrap(self.connection.query_row(&sql, [name], read_run).optional())
    }

    /// The run of this name, or the only one that begins with it; else an error that lists the names there are.
    ///
    /// # Errors
    ///
    /// If no run or several runs begin with the name, or SQLite fails.
    pub fn run(&self, name: &str) -> Result<RunRow> {
        if let Some(run) = self.find_run(name)? {
            return Ok(run);
        }
        let mut begun: Vec<RunRow> = self.runs()?;
        begun.retain(|run| run.name.starts_with(name));
        match begun.len() {
            0 => Err(self.unknown(name)?),
            1 => Ok(begun.remove(0)),
            _ => Err(StoreError::Ambiguous { name: name.to_string(), known: names(&begun) }),
        }
    }

    fn unknown(&self, name: &str) -> Result<StoreError> {
        let runs = self.runs()?;
        let known = if runs.is_empty() { "none".to_string() } else { names(&runs) };
        Ok(StoreError::NoRun { name: name.to_string(), known })
    }

    /// All runs in the order they were begun, whatever the clock said.
    ///
    /// # Errors
    ///
    /// If SQLite fails.
    pub fn runs(&self) -> Result<Vec<RunRow>> {
        self.rows(&format!("{} ORDER BY id", self.select_run()?), [], read_run)
    }

    fn select_run(&self) -> Result<String> {
        let notes = self.wrap(schema::has_notes(&self.connection))?;
        let note = if notes { "(SELECT text FROM note WHERE note.run = run.id)" } else { "NULL" };
        Ok(format!(
            "SELECT id, name, kind, experiment, hash, version, build, seed, planned,
             (SELECT count(*) FROM game WHERE game.run = run.id), shard, machine, overloaded, started, basis, {note} FROM run"
        ))
    }

    /// Notes that the machine was overloaded while a run was made.
    pub fn mark_overloaded(&mut self, run: i64) -> Result<()> {
        self.wrap(self.connection.execute("UPDATE run SET overloaded = 1 WHERE id = ?1", [run])).map(drop)
    }
}

fn names(runs: &[RunRow]) -> String {
    runs.iter().map(|run| run.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn check_same(run: &RunRow, plan: &RunPlan, allowed: Allowed) -> Result<()> {
    let name = run.name.clone();
    if !run.is_of(&plan.basis, &plan.experiment) {
        let difference = run.difference(&plan.basis, &plan.experiment);
        return Err(StoreError::Changed { name, difference, games: run.stored });
    }
    if run.code != plan.code && !allowed.any_build {
        let found = format!("{} (version {})", run.code, run.version);
        let current = format!("{} (version {})", plan.code, program());
        return Err(StoreError::OtherBuild { name, found, current });
    }
    if run.shard != plan.shard {
        let word = |shard: &str| if shard.is_empty() { "the whole".to_string() } else { shard.to_string() };
        return Err(StoreError::OtherShard { name, found: word(&run.shard), asked: word(&plan.shard) });
    }
    Ok(())
}

fn read_run(row: &rusqlite::Row) -> rusqlite::Result<RunRow> {
    Ok(RunRow {
        id: row.get(0)?,
        name: row.get(1)?,
        kind: row.get(2)?,
        experiment: row.get(3)?,
        hash: row.get(4)?,
        version: row.get(5)?,
        code: row.get(6)?,
        seed: row.get::<_, i64>(7)? as u64,
        planned: row.get::<_, i64>(8)? as u64,
        stored: row.get::<_, i64>(9)? as u64,
        shard: row.get(10)?,
        machine: row.get(11)?,
        overloaded: row.get(12)?,
        started: row.get(13)?,
        basis: row.get(14)?,
        note: row.get::<_, Option<String>>(15)?.unwrap_or_default(),
    })
}

fn insert(
    transaction: &Transaction,
    plan: &RunPlan,
    machine: &Machine,
    overloaded: bool,
    time: i64,
) -> rusqlite::Result<i64> {
    transaction.execute(
        "INSERT INTO run (name, kind, experiment, hash, basis, version, build, seed, planned, shard, machine, overloaded, started)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        params![
            plan.name,
            plan.kind,
            plan.experiment,
            text_hash(&plan.experiment),
            plan.basis,
            program(),
            plan.code,
            plan.seed as i64,
            plan.planned as i64,
            plan.shard,
            serde_json::json!(machine).to_string(),
            overloaded,
            time
        ],
    )?;
    let id = transaction.last_insert_rowid();
    insert_lists(transaction, id, plan)?;
    Ok(id)
}

fn insert_lists(transaction: &Transaction, run: i64, plan: &RunPlan) -> rusqlite::Result<()> {
    let mut pairing_row = transaction.prepare("INSERT OR IGNORE INTO pairing VALUES (?1, ?2, ?3, ?4)")?;
    for (number, pairing) in plan.pairings.iter().enumerate() {
        let contestants = serde_json::json!(pairing.contestants).to_string();
        pairing_row.execute(params![run, number as i64, pairing.game, contestants])?;
    }
    let mut opening_row = transaction.prepare("INSERT OR IGNORE INTO opening VALUES (?1, ?2, ?3)")?;
    for (number, text) in plan.openings.iter().enumerate() {
        opening_row.execute(params![run, number as i64, text])?;
    }
    Ok(())
}

/// Going on: notes the load, and takes the new text and the openings of more games. Fewer games leave the text as it is,
/// because those there are stay.
fn refresh(
    transaction: &Transaction,
    run: &RunRow,
    plan: &RunPlan,
    overloaded: bool,
) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE run SET overloaded = max(overloaded, ?2), basis = ?3 WHERE id = ?1",
        params![run.id, overloaded, plan.basis],
    )?;
    if run.experiment == plan.experiment || plan.planned < run.planned {
        return Ok(());
    }
    transaction.execute(
        "UPDATE run SET experiment = ?2, hash = ?3, planned = ?4 WHERE id = ?1",
        params![run.id, plan.experiment, text_hash(&plan.experiment), plan.planned as i64],
    )?;
    insert_lists(transaction, run.id, plan)
}

fn write_note(transaction: &Transaction, run: i64, note: &str) -> rusqlite::Result<()> {
    transaction.execute("INSERT OR REPLACE INTO note VALUES (?1, ?2)", params![run, note]).map(drop)
}
