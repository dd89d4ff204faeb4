//! Numbered pieces of work with stored results: if an experiment is interrupted or killed, only the pieces
//! under way are lost.
//!
//! This is the loop of [`plywood_core::parallel`] with the store behind it, as [`crate::runner`] is for
//! games. The results are always read back from JSON, so an interrupted job has the same results as an
//! uninterrupted one, to the last bit.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use plywood_core::{Error, Stop};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::runner::RunError;
use crate::store::{JobKey, Piece, Store, StoreError};
use plywood_core::parallel::share_out;

/// The results of the numbered pieces of a job, in the order of `numbers`, kept in the store of a folder;
/// nothing if it was stopped. `progress` hears how many are done.
///
/// The name of a job says everything that its results depend on but the number and the code. Pieces of this name that
/// this code did before are not done again. What is not read back from its JSON as it was is an error.
pub fn pieces<T: Serialize + DeserializeOwned + Send>(
    folder: &Path,
    job: JobKey,
    numbers: &[u64],
    (threads, stop): (usize, &Stop),
    progress: &(dyn Fn(usize) + Sync),
    work: impl Fn(u64) -> Result<T, Error> + Sync,
) -> Result<Option<Vec<T>>, RunError> {
    let mut store = Store::open(folder)?;
    let (id, kept) = store.begin_job(job)?;
    let kept =
        kept.into_iter().filter_map(|(number, text)| Some((number, serde_json::from_str(&text).ok()?)));
    let found: Mutex<HashMap<u64, T>> = Mutex::new(kept.collect());
    let missing: Vec<u64> = {
        let found = lock(&found);
        numbers.iter().copied().filter(|number| !found.contains_key(number)).collect()
    };
    let done = AtomicUsize::new(numbers.len() - missing.len());
    progress(done.load(Ordering::Relaxed));

    let failure: Mutex<Option<RunError>> = Mutex::new(None);
    let (sender, queue) = channel();
    let piece = |number: u64| -> Result<String, Error> {
        let text = serde_json::to_string(&work(number)?).map_err(unreadable)?;
        let value = serde_json::from_str(&text).map_err(unreadable)?;
        // Work that was interrupted may have come to anything.
        if !stop.raised() {
            lock(&found).insert(number, value);
        }
        Ok(text)
    };
    let written = std::thread::scope(|scope| {
        let store = &mut store;
        let writer = scope.spawn(move || store.write_pieces(id, &queue));
        let sender = sender; // goes with this closure, and with it the writer's reason to wait
        share_out(
            threads,
            missing.len(),
            || sender.clone(),
            |sender, place| {
                if stop.raised() {
                    return ControlFlow::Break(());
                }
                let sent =
                    piece(missing[place]).map_err(RunError::from).and_then(|text| match stop.raised() {
                        true => Ok(()),
                        false => {
                            sender.send((missing[place], text)).map_err(|_| StoreError::WriterGone.into())
                        }
                    });
                if let Err(error) = sent {
                    lock(&failure).get_or_insert(error);
                    return ControlFlow::Break(());
                }
                progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                ControlFlow::Continue(())
            },
        );
        drop(sender);
        writer.join().map_err(|_| StoreError::WriterGone)
    });
    written??;
    if let Some(error) = failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        return Err(error);
    }
    let mut found = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok(numbers.iter().map(|number| found.remove(number)).collect())
}

/// A job whose pieces are done elsewhere: what comes back is written down here, each piece once.
#[derive(Debug)]
pub struct Keeper {
    store: Store,
    job: i64,
    kept: HashMap<u64, String>,
}

impl Keeper {
    /// Starts a job or goes on with it; no other process can meanwhile.
    pub fn open(folder: &Path, job: JobKey) -> Result<Keeper, StoreError> {
        let mut store = Store::open(folder)?;
        let (job, kept) = store.begin_job(job)?;
        Ok(Keeper { store, job, kept: kept.into_iter().collect() })
    }

    /// Whether a piece is on disk.
    pub fn has(&self, number: u64) -> bool {
        self.kept.contains_key(&number)
    }

    /// A piece's result as JSON.
    pub fn result(&self, number: u64) -> Option<&str> {
        self.kept.get(&number).map(String::as_str)
    }

    /// Writes those of some pieces that are new, and returns how many these are.
    pub fn add(&mut self, mut pieces: Vec<Piece>) -> Result<usize, StoreError> {
        pieces.retain(|(number, _)| !self.has(*number));
        let (sender, queue) = channel();
        // Nothing is lost: the queue's other end is held here.
        pieces.iter().for_each(|piece| drop(sender.send(piece.clone())));
        drop(sender);
        self.store.write_pieces(self.job, &queue)?;
        let fresh = pieces.len();
        self.kept.extend(pieces);
        Ok(fresh)
    }
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn unreadable(error: serde_json::Error) -> Error {
    Error::new(format!("a result cannot be kept as JSON: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> JobKey<'_> {
        JobKey { name, code: "c0de" }
    }

    fn run(
        folder: &Path,
        job: &str,
        count: u64,
        stop: &Stop,
        work: impl Fn(u64) -> f64 + Sync,
    ) -> Option<Vec<f64>> {
        let numbers: Vec<u64> = (0..count).collect();
        pieces(folder, of(job), &numbers, (2, stop), &|_| {}, |number| Ok(work(number))).unwrap()
    }

    #[test]
    fn an_interrupted_job_goes_on_where_it_was_and_comes_to_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let work = |number: u64| libm::sqrt(number as f64) / 3.0;
        let stop = Stop::new();
        let (first, second) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let stopped = run(folder.path(), "roots", 100, &stop, |number| {
            first.fetch_add(1, Ordering::Relaxed);
            if number == 40 {
                stop.raise();
            }
            work(number)
        });
        assert_eq!(stopped, None);
        let whole = run(folder.path(), "roots", 100, &Stop::new(), |number| {
            second.fetch_add(1, Ordering::Relaxed);
            work(number)
        });
        let expected: Vec<f64> = (0..100).map(work).collect();
        assert_eq!(whole, Some(expected));
        // Twice are those alone that were under way when it was stopped.
        let both = first.into_inner() + second.into_inner();
        assert!((100..=102).contains(&both), "{both}");
    }

    #[test]
    fn a_larger_job_does_only_what_is_missing_and_another_name_all() {
        let folder = tempfile::tempdir().unwrap();
        let calls = AtomicUsize::new(0);
        let count = |number: u64| {
            calls.fetch_add(1, Ordering::Relaxed);
            number as f64
        };
        for (job, size, expected) in [("a", 10, 10), ("a", 25, 15), ("a", 5, 0), ("b", 5, 5)] {
            calls.store(0, Ordering::Relaxed);
            let found = run(folder.path(), job, size, &Stop::new(), count).unwrap();
            assert_eq!((found.len() as u64, calls.load(Ordering::Relaxed)), (size, expected));
        }
        Store::open(folder.path()).unwrap().forget_jobs("a").unwrap();
        for (job, expected) in [("a", 5), ("b", 0)] {
            calls.store(0, Ordering::Relaxed);
            run(folder.path(), job, 5, &Stop::new(), count).unwrap();
            assert_eq!(calls.load(Ordering::Relaxed), expected);
        }
    }

    #[test]
    fn other_code_never_meets_the_pieces_and_finds_its_own_again() {
        let folder = tempfile::tempdir().unwrap();
        for (code, own) in [("one", 1), ("other", 2), ("one", 3)] {
            let work = |number| Ok(10 * own + number);
            let job = JobKey { name: "a", code };
            let found = pieces(folder.path(), job, &[0, 1], (1, &Stop::new()), &|_| {}, work).unwrap();
            let first = if code == "one" { 10 } else { 20 };
            assert_eq!(found, Some(vec![first, first + 1]));
        }
    }

    #[test]
    fn an_error_ends_it_and_what_was_done_before_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let numbers: Vec<u64> = (0..20).collect();
        let fail = |number: u64| if number == 12 { Err(Error::new("twelve")) } else { Ok(number) };
        let told = pieces(folder.path(), of("a"), &numbers, (1, &Stop::new()), &|_| {}, fail).unwrap_err();
        assert!(told.to_string().contains("twelve"), "{told}");
        let again = AtomicUsize::new(0);
        let work = |number: u64| {
            again.fetch_add(1, Ordering::Relaxed);
            Ok(number)
        };
        let whole = pieces(folder.path(), of("a"), &numbers, (1, &Stop::new()), &|_| {}, work).unwrap();
        assert_eq!((whole, again.into_inner()), (Some(numbers.clone()), 8));
        let no_number = |_| Ok(f64::NAN);
        let told =
            pieces(folder.path(), of("nan"), &numbers, (1, &Stop::new()), &|_| {}, no_number).unwrap_err();
        assert!(told.to_string().contains("JSON"), "{told}");
    }

    #[test]
    fn pieces_that_were_done_elsewhere_are_kept_once() {
        let folder = tempfile::tempdir().unwrap();
        let first = pieces(folder.path(), of("a"), &[3], (1, &Stop::new()), &|_| {}, Ok).unwrap();
        assert_eq!(first, Some(vec![3]));
        let mut keeper = Keeper::open(folder.path(), of("a")).unwrap();
        assert_eq!([2, 3].map(|number| keeper.has(number)), [false, true]);
        let come =
            |numbers: &[u64]| numbers.iter().map(|number| (*number, (10 * number).to_string())).collect();
        assert_eq!(keeper.add(come(&[2, 3, 4])).unwrap(), 2);
        assert_eq!(keeper.add(come(&[4])).unwrap(), 0);
        assert_eq!([2, 3, 5].map(|number| keeper.result(number)), [Some("20"), Some("3"), None]);
        assert!(Keeper::open(folder.path(), of("a")).is_err(), "one works on a job at a time");
        drop(keeper);
        let fail = |_| Err(Error::new("nothing is left to do"));
        let whole = pieces(folder.path(), of("a"), &[2, 3, 4], (1, &Stop::new()), &|_| {}, fail).unwrap();
        assert_eq!(whole, Some(vec![20, 3, 40]));
    }

    #[test]
    fn slices_are_joined_with_their_stores() {
        let folders = [0, 1, 2].map(|_| tempfile::tempdir().unwrap());
        for slice in 0..2 {
            let numbers: Vec<u64> = (0..30).filter(|number| number % 2 == slice).collect();
            let path = folders[slice as usize].path();
            pieces(path, of("a"), &numbers, (2, &Stop::new()), &|_| {}, Ok).unwrap();
        }
        crate::store::merge(folders[2].path(), &[folders[0].path(), folders[1].path()]).unwrap();
        let numbers: Vec<u64> = (0..30).collect();
        let fail = |_| Err(Error::new("nothing is left to do"));
        let whole = pieces(folders[2].path(), of("a"), &numbers, (2, &Stop::new()), &|_| {}, fail).unwrap();
        assert_eq!(whole, Some(numbers));
    }
}
