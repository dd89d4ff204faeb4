//! Who does the work of an entry: this process alone; others, who are handed its games and its pieces as the entry comes to
//! them; or this process for another one, which asks it for some pieces.
//!
//! What a game or a piece comes to depends on its number alone, so the entry comes to the same whoever does what.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Mutex;

use plywood_core::{Error, ErrorKind, Stop};
use plywood_lab::experiment::Experiment;
use plywood_lab::store::Piece;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Context, Effort, find};

/// Others that work on an entry. What they do not do is done here.
pub trait Others: Sync {
    /// Has the missing games of an experiment played, and stored in a folder as the run of a name. The shares say
    /// between which parts of the whole entry this lies.
    fn games(
        &self,
        folder: &Path,
        name: &str,
        experiment: &Experiment,
        shares: (f64, f64),
    ) -> Result<(), Error>;

    /// Has the missing pieces of a job done, and kept in the store of a folder.
    fn pieces(&self, folder: &Path, job: &str, numbers: &[u64], shares: (f64, f64)) -> Result<(), Error>;
}

/// Who does the work of an entry.
#[derive(Clone, Copy)]
pub enum Hands<'a> {
    /// This process.
    Own,
    /// Others, and this process what they leave.
    Others(&'a dyn Others),
    /// This process, but only what it is asked for.
    Asked(&'a Asked),
}

/// Pieces of one job that another process asks for, with what earlier jobs of the entry came to.
pub struct Asked {
    job: String,
    numbers: Vec<u64>,
    known: HashMap<String, HashMap<u64, String>>,
    reached: Mutex<Reached>,
}

/// How far an entry came towards the pieces that it is asked for.
#[derive(Default)]
enum Reached {
    /// Not to its end, and not to them.
    #[default]
    Nothing,
    /// To work that comes before them, and whose results are not known here.
    Unknown,
    /// To them: they are done.
    Done(Vec<Piece>),
}

impl Asked {
    /// Results of a job that is known; the pieces of the one that is asked for are done, and then the entry ends.
    pub(crate) fn answer<T: Serialize + DeserializeOwned>(
        &self,
        job: &str,
        numbers: &[u64],
        work: impl Fn(u64) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let unreadable = |error: serde_json::Error| Error::new(format!("job {job}: {error}"));
        let here: HashSet<u64> = numbers.iter().copied().collect();
        if job == self.job && self.numbers.iter().all(|number| here.contains(number)) {
            let piece =
                |number: &u64| Ok((*number, serde_json::to_string(&work(*number)?).map_err(unreadable)?));
            let done = self.numbers.iter().map(piece).collect::<Result<Vec<Piece>, Error>>()?;
            return Err(self.end(Reached::Done(done)));
        }
        let known = self.known.get(job).ok_or_else(|| self.unreached())?;
        let result = |number: &u64| {
            let text = known.get(number).ok_or_else(|| self.unreached())?;
            serde_json::from_str(text).map_err(unreadable)
        };
        numbers.iter().map(result).collect()
    }

    /// The entry comes to work that nobody asked for here, and whose results are not known.
    pub(crate) fn unreached(&self) -> Error {
        self.end(Reached::Unknown)
    }

    /// Notes how far the entry came; the error that is returned ends it, and says nothing.
    fn end(&self, reached: Reached) -> Error {
        *self.reached.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = reached;
        Error::new("the entry ends where it was asked to").of(ErrorKind::Interrupted)
    }
}

/// What some pieces of a job of an entry come to, for a process that runs the entry with [`Others`]; `known` are its jobs up to
/// there. Nothing where the entry does not come to the job by these alone: where games come first, or where this machine has
/// other data.
pub fn pieces_of(
    id: &str,
    (effort, seed): (Effort, u64),
    (job, numbers): (String, Vec<u64>),
    known: HashMap<String, HashMap<u64, String>>,
    stop: &Stop,
) -> Result<Option<Vec<Piece>>, Error> {
    let (entry, reproduction) = find(id)?;
    let asked = Asked { job, numbers, known, reached: Mutex::default() };
    let (hands, folder) = (Hands::Asked(&asked), Path::new(""));
    let context = Context { entry, effort, seed, threads: 1, stop, progress: &|_| {}, folder, hands };
    let ended = (reproduction.run)(&context).map(drop);
    match asked.reached.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        Reached::Done(pieces) => Ok(Some(pieces)),
        Reached::Unknown => Ok(None),
        Reached::Nothing => ended.map(|()| None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evidence, ROOM, run};
    use plywood_lab::kept::Keeper;
    use plywood_lab::store::JobKey;

    /// Does an entry's pieces as other processes would, two numbers at a time, and leaves its games.
    #[derive(Default)]
    struct Elsewhere {
        id: &'static str,
        known: Mutex<HashMap<String, HashMap<u64, String>>>,
        /// Pieces done, and batches that were not reached.
        seen: Mutex<[usize; 2]>,
    }

    impl Others for Elsewhere {
        fn games(&self, _: &Path, _: &str, _: &Experiment, _: (f64, f64)) -> Result<(), Error> {
            Ok(())
        }

        fn pieces(&self, folder: &Path, job: &str, numbers: &[u64], _: (f64, f64)) -> Result<(), Error> {
            let mut keeper = Keeper::open(folder, JobKey { name: job, code: &ROOM.digest() }).unwrap();
            let mut known = self.known.lock().unwrap();
            let missing: Vec<u64> = numbers.iter().copied().filter(|number| !keeper.has(*number)).collect();
            for numbers in missing.chunks(2) {
                let asked = (job.to_string(), numbers.to_vec());
                match pieces_of(self.id, (Effort::Glance, 1), asked, known.clone(), &Stop::new())? {
                    None => self.seen.lock().unwrap()[1] += 1,
                    Some(done) => self.seen.lock().unwrap()[0] += keeper.add(done).unwrap(),
                }
            }
            let result = |number: &u64| Some((*number, keeper.result(*number)?.to_string()));
            known.insert(job.to_string(), numbers.iter().filter_map(result).collect());
            Ok(())
        }
    }

    fn by(hands: Hands, id: &str, folder: &Path) -> Evidence {
        let (entry, reproduction) = find(id).unwrap();
        let (stop, effort) = (&Stop::new(), Effort::Glance);
        plywood_registry::install();
        let context = Context { entry, effort, seed: 1, threads: 2, stop, progress: &|_| {}, folder, hands };
        run(reproduction, &context).unwrap()
    }

    #[test]
    fn an_entry_comes_to_the_same_whoever_does_its_pieces() {
        let id = "prom/figure7.6";
        let [one, other] = [0, 1].map(|_| tempfile::tempdir().unwrap());
        let elsewhere = Elsewhere { id, ..Elsewhere::default() };
        let evidence = by(Hands::Others(&elsewhere), id, one.path());
        let [done, unreached] = *elsewhere.seen.lock().unwrap();
        assert!(done > 2 && unreached == 0, "{done} pieces, {unreached} not reached");
        assert_eq!(format!("{evidence:?}"), format!("{:?}", by(Hands::Own, id, other.path())));
        // A second time nothing is left to do.
        by(Hands::Others(&elsewhere), id, one.path());
        assert_eq!(elsewhere.seen.lock().unwrap()[0], done);
    }

    #[test]
    fn what_cannot_be_reached_is_said() {
        let asked = |job: &str| (job.to_string(), vec![0]);
        let order = (Effort::Glance, 1);
        let none = pieces_of("othello/table5.2", order, asked("a"), HashMap::new(), &Stop::new());
        assert_eq!(none.unwrap(), None);
        assert!(pieces_of("no/entry", order, asked("a"), HashMap::new(), &Stop::new()).is_err());
    }
}
