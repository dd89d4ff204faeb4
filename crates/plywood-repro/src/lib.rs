//! Reproduction: one command for every published entry, published numbers beside measured ones, a verdict for
//! each claim.
//!
//! There is one module for each family of entries. A module lists its [`Reproduction`]s. Entries that
//! cannot be run are in `impossible.rs` with the reason.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

mod bao;
mod billiards;
mod dice;
mod evidence;
mod formulas;
pub mod hands;
mod impossible;
mod kqkr;
mod lecture;
mod loa;
mod models;
mod om;
mod othello;
pub mod page;
mod printed;
mod prom;
pub mod published;
mod puzzle;
pub mod record;
pub mod results;
mod savings;
pub mod scoreboard;
mod sweep;
mod trees;
mod twister;
pub mod verdict;

use std::path::{Path, PathBuf};
use std::time::Instant;

use plywood_core::random::derive;
use plywood_core::{Error, ErrorKind, Played, Stop};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::published::Entry;
use plywood_lab::experiment::Experiment;
use plywood_lab::kept;
use plywood_lab::matches::PairingResult;
use plywood_lab::matches::stored::{games_stored, run_name, run_stored};
use plywood_lab::runner::Live;
use plywood_lab::stats::Distribution;
use plywood_lab::store::{JobKey, Store, code_with, file_in};
use plywood_players::game;
use plywood_players::registry::registry;

pub use evidence::{Amount, Cell, Evidence, Grid, Measured};
pub use hands::{Asked, Hands, Others};
pub use plywood_lab::stats::Estimate;
pub use verdict::{Judgement, Ruling, Verdict};

/// How much of the document's effort to spend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// A multiple of the default, which takes at most two minutes on two cores.
    Times(f64),
    /// What the document used, or the default where that is more.
    Full,
    /// As little as shows that an entry runs.
    Glance,
}

impl Effort {
    /// How many of something: `default` times the scale and at least one, or what the document used. A scale may go beyond
    /// the document, where that would decide a claim.
    pub fn amount(self, default: usize, full: usize) -> usize {
        match self {
            Self::Times(factor) => ((default as f64 * factor).round() as usize).max(1),
            Self::Full => full.max(default),
            Self::Glance => default.div_ceil(50),
        }
    }
}

/// The error of an entry that was stopped.
pub fn interrupted() -> Error {
    Error::new("interrupted; what was done is kept, the same command goes on from there")
        .of(ErrorKind::Interrupted)
}

/// What a reproduction is given.
pub struct Context<'a> {
    /// The published entry.
    pub entry: &'static Entry,
    /// How much to do.
    pub effort: Effort,
    /// Seed of everything drawn.
    pub seed: u64,
    /// Threads to use.
    pub threads: usize,
    /// Raised when the user has had enough.
    pub stop: &'a Stop,
    /// Told the share done, from 0 to 1.
    pub progress: &'a (dyn Fn(f64) + Sync),
    /// Where the page will be; the games of matches are stored there, too.
    pub folder: &'a Path,
    /// Who does the work.
    pub hands: Hands<'a>,
}

impl Context<'_> {
    /// Whether as little as possible is wanted.
    pub fn glance(&self) -> bool {
        self.effort == Effort::Glance
    }

    /// Where games are stored that several entries of a family look at: beside their pages.
    pub fn shared_folder(&self) -> PathBuf {
        if self.folder.ends_with(&self.entry.id) {
            self.folder.with_file_name("games")
        } else {
            self.folder.to_path_buf()
        }
    }

    /// The same with another folder.
    pub fn within<'b>(&'b self, folder: &'b Path) -> Context<'b> {
        let Context { entry, effort, seed, threads, stop, progress, hands, .. } = *self;
        Context { entry, effort, seed, threads, stop, progress, folder, hands }
    }

    /// Plays an experiment, its games stored beside the page, and tells how far it is between two shares of the whole.
    ///
    /// Games that the same code played before count, so a larger scale goes on from a smaller one.
    pub fn play(
        &self,
        name: &str,
        experiment: &Experiment,
        shares: (f64, f64),
    ) -> Result<Vec<PairingResult>, Error> {
        self.hand_out(name, experiment, shares)?;
        let work = (self.threads, self.stop);
        let ran = run_stored(self.folder, name, experiment, &game, work, &mut self.between(shares));
        ran.map(|(_, results)| results)
    }

    /// Plays an experiment as [`Context::play`] does and hands back its games, by pairing and number.
    pub fn games(
        &self,
        name: &str,
        experiment: &Experiment,
        shares: (f64, f64),
    ) -> Result<Vec<Played>, Error> {
        self.hand_out(name, experiment, shares)?;
        let work = (self.threads, self.stop);
        games_stored(self.folder, name, experiment, &game, work, &mut self.between(shares))
    }

    /// Has others play an experiment, where there are any.
    fn hand_out(&self, name: &str, experiment: &Experiment, shares: (f64, f64)) -> Result<(), Error> {
        match self.hands {
            Hands::Own => Ok(()),
            Hands::Others(others) => {
                let name = run_name(name, &code_with(registry().code()));
                others.games(self.folder, &name, experiment, shares)
            }
            Hands::Asked(asked) => Err(asked.unreached()),
        }
    }

    /// Tells how far a run is between two shares of the whole.
    fn between(&self, (from, to): (f64, f64)) -> impl FnMut(&Live) {
        move |live| (self.progress)(from + (to - from) * live.done as f64 / live.planned.max(1) as f64)
    }
}

/// What the code is known by that an entry rests on: all rooms up to this one, but those that its family never enters.
pub fn code_of(id: &str) -> String {
    match id.starts_with("billiards/") {
        true => ROOM.digest(),
        false => ROOM.digest_without(&[&plywood_billiards::ROOM]),
    }
}

impl Context<'_> {
    /// What each numbered piece of a job comes to, in the order of the numbers, on all threads. Results are kept beside the
    /// page: what was interrupted goes on, and a larger effort goes on from a smaller one.
    ///
    /// `job` names it within the entry: it says what a piece depends on but its number and the seed.
    pub fn pieces<T: Serialize + DeserializeOwned + Send>(
        &self,
        job: &str,
        numbers: &[u64],
        shares: (f64, f64),
        work: impl Fn(u64) -> Result<T, Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        self.shared(&format!("{} seed {} {job}", self.entry.id, self.seed), numbers, shares, work)
    }

    /// The same for a job that several entries look at: its whole name says what a piece depends on but its number.
    pub fn shared<T: Serialize + DeserializeOwned + Send>(
        &self,
        job: &str,
        numbers: &[u64],
        shares: (f64, f64),
        work: impl Fn(u64) -> Result<T, Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        match self.hands {
            Hands::Own => {}
            Hands::Others(others) => others.pieces(self.folder, job, numbers, shares)?,
            Hands::Asked(asked) => return asked.answer(job, numbers, work),
        }
        let ((from, to), count) = (shares, numbers.len().max(1) as f64);
        let progress = |done: usize| (self.progress)(from + (to - from) * done as f64 / count);
        let code = ROOM.digest();
        let job = JobKey { name: job, code: &code };
        kept::pieces(self.folder, job, numbers, (self.threads, self.stop), &progress, work)?
            .ok_or_else(interrupted)
    }

    /// What each of `count` seeds comes to, such as a random tree's.
    pub fn seeds<T: Serialize + DeserializeOwned + Send>(
        &self,
        job: &str,
        count: usize,
        shares: (f64, f64),
        work: impl Fn(u64) -> T + Sync,
    ) -> Result<Vec<T>, Error> {
        let numbers: Vec<u64> = (0..count as u64).collect();
        self.pieces(job, &numbers, shares, |number| Ok(work(derive(self.seed, number) >> 1)))
    }
}

/// The first player's mean score in a match; a pair of games with seats swapped is one observation.
pub(crate) fn score(result: &PairingResult) -> Estimate {
    let estimate = |counts: &dyn Distribution| {
        Estimate::known(
            counts.mean(),
            libm::sqrt(counts.variance() / (counts.total() as f64 - 1.0)),
            counts.total(),
        )
    };
    match &result.pairs {
        Some(pairs) if 2 * pairs.total() == result.games => estimate(pairs),
        _ => estimate(&result.total),
    }
}

/// An entry that can be run.
#[derive(Clone, Copy)]
pub struct Reproduction {
    /// The entry's id.
    pub id: &'static str,
    /// Runs it.
    pub run: fn(&Context) -> Result<Evidence, Error>,
}

/// Whether an entry can be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It runs.
    Ready,
    /// It cannot be run, for this reason.
    Cannot(&'static str),
}

impl State {
    /// The state in a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Cannot(_) => "cannot",
        }
    }
}

/// All entries that run.
fn reproductions() -> impl Iterator<Item = &'static Reproduction> {
    [
        bao::ENTRIES,
        billiards::ENTRIES,
        dice::ENTRIES,
        kqkr::ENTRIES,
        lecture::ENTRIES,
        loa::ENTRIES,
        om::ENTRIES,
        othello::ENTRIES,
        prom::ENTRIES,
        puzzle::ENTRIES,
    ]
    .into_iter()
    .flatten()
}

/// Whether an entry can be run.
pub fn state(id: &str) -> State {
    impossible::reason(id).map_or(State::Ready, State::Cannot)
}

/// The entry and what runs it, or a sentence that says why not.
pub fn find(id: &str) -> Result<(&'static Entry, &'static Reproduction), Error> {
    let entry = published::entry(id).ok_or_else(|| {
        let family = id.split('/').next().unwrap_or(id);
        let known: Vec<&str> = published::entries().iter().map(|entry| entry.id.as_str()).collect();
        let near: Vec<&str> = known.iter().filter(|known| known.starts_with(family)).copied().collect();
        let hint = if near.is_empty() {
            "`plywood repro --list` shows them all".to_string()
        } else {
            near.join(", ")
        };
        Error::new(format!("no published entry {id:?}; there are: {hint}"))
    })?;
    match reproductions().find(|reproduction| reproduction.id == id) {
        Some(reproduction) => Ok((entry, reproduction)),
        None => Err(Error::new(format!(
            "{id} cannot be run: {}",
            impossible::reason(id).unwrap_or("nothing runs it")
        ))),
    }
}

/// Runs an entry and checks that every claim got its verdict.
pub fn run(reproduction: &Reproduction, context: &Context) -> Result<Evidence, Error> {
    let evidence = (reproduction.run)(context)?;
    for claim in &context.entry.claims {
        if !evidence.judgements.iter().any(|judgement| judgement.claim == claim.id) {
            return Err(Error::new(format!("{}: claim {} got no verdict", reproduction.id, claim.id)));
        }
    }
    if evidence.timed && file_in(context.folder).exists() {
        // What rests on the clock is measured anew the next time.
        Store::open(context.folder)?.forget_jobs(reproduction.id)?;
    }
    Ok(evidence)
}

/// How an entry is run.
pub struct Order {
    /// How much to do.
    pub effort: Effort,
    /// The same in words, for the record.
    pub scale: String,
    /// Seed of everything drawn.
    pub seed: u64,
    /// Threads to use.
    pub threads: usize,
}

impl Order {
    /// An entry at a scale as it is written: `full`, or a multiple of the default effort.
    pub fn new(scale: &str, seed: u64, threads: usize) -> Result<Order, Error> {
        let effort = match (scale, scale.parse::<f64>()) {
            ("full", _) => Effort::Full,
            (_, Ok(factor)) if factor.is_finite() && factor > 0.0 => Effort::Times(factor),
            _ => return Err(Error::new(format!("scale {scale}: expected a number above 0"))),
        };
        Ok(Order { effort, scale: scale.to_string(), seed, threads })
    }
}

/// Runs an entry and writes its page and its record below a folder; what was stopped is kept, and goes on the next time.
pub fn reproduce(
    above: &Path,
    id: &str,
    order: &Order,
    hands: Hands,
    stop: &Stop,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<(Evidence, page::Made, PathBuf), Error> {
    let Order { effort, scale, seed, threads } = order;
    let (entry, reproduction) = find(id)?;
    let folder = above.join(id);
    let (effort, seed, threads) = (*effort, *seed, *threads);
    let context = Context { entry, effort, seed, threads, stop, progress, folder: &folder, hands };
    let begun = Instant::now();
    let evidence = run(reproduction, &context)?;
    if stop.raised() {
        return Err(interrupted());
    }
    let made = page::Made { scale: scale.clone(), seed, seconds: begun.elapsed().as_secs_f64() };
    let path = page::write(above, entry, &evidence, &made)
        .map_err(|error| Error::from_other(ErrorKind::Storage, error).context(folder.display()))?;
    Ok((evidence, made, path))
}

#[cfg(test)]
mod tests;
