//! The parallel loop: any number of threads take numbered pieces of work in order.
//!
//! The result of a piece depends on its number alone, so the number of threads changes only the time. The lab
//! runs games, positions and experiments by this loop, with a store behind it; [`pieces`] is for work that
//! needs no store.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Stop;

/// Threads of this machine.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Shares the numbers below `count` out over threads, each with a worker of its own, until all are done or one breaks off.
pub fn share_out<W>(
    threads: usize,
    count: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) -> ControlFlow<()> + Sync,
) {
    let next = AtomicUsize::new(0);
    let lane = || {
        let mut worker = worker();
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && number < count
        {
            if work(&mut worker, number).is_break() {
                next.store(count, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.min(count).max(1) {
            scope.spawn(lane);
        }
    });
}

/// The results of the numbers below `count`, in order; nothing if it was stopped. `progress` hears how many
/// are done.
///
/// ```
/// use plywood_core::Stop;
/// use plywood_core::parallel::pieces;
///
/// let squares = pieces(2, 4, &Stop::new(), &|_| {}, |number| number * number);
/// assert_eq!(squares, Some(vec![0, 1, 4, 9]));
/// ```
pub fn pieces<T: Send>(
    threads: usize,
    count: usize,
    stop: &Stop,
    progress: &(dyn Fn(usize) + Sync),
    work: impl Fn(usize) -> T + Sync,
) -> Option<Vec<T>> {
    let found = Mutex::new(Vec::with_capacity(count));
    let done = AtomicUsize::new(0);
    let keep = |number: usize, value: T| {
        found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((number, value));
    };
    share_out(
        threads,
        count,
        || (),
        |(), number| {
            if stop.raised() {
                return ControlFlow::Break(());
            }
            keep(number, work(number));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            ControlFlow::Continue(())
        },
    );
    if stop.raised() {
        return None;
    }
    let mut found = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    found.sort_by_key(|(number, _)| *number);
    Some(found.into_iter().map(|(_, value)| value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_in_order_on_any_number_of_threads() {
        let heard = AtomicUsize::new(0);
        for threads in [0, 1, 3, 8] {
            heard.store(0, Ordering::Relaxed);
            let progress = |done: usize| {
                heard.fetch_max(done, Ordering::Relaxed);
            };
            let squares = pieces(threads, 1000, &Stop::new(), &progress, |number| number * number).unwrap();
            assert!(squares.iter().enumerate().all(|(number, square)| *square == number * number));
            assert_eq!((squares.len(), heard.load(Ordering::Relaxed)), (1000, 1000));
        }
        assert_eq!(pieces(2, 0, &Stop::new(), &|_| {}, |number| number), Some(Vec::new()));
    }

    #[test]
    fn what_is_stopped_gives_nothing() {
        let stop = Stop::new();
        let begun = AtomicUsize::new(0);
        let stopped = pieces(2, 1000, &stop, &|_| {}, |number| {
            begun.fetch_add(1, Ordering::Relaxed);
            if number == 10 {
                stop.raise();
            }
        });
        assert_eq!(stopped, None);
        assert!(begun.load(Ordering::Relaxed) < 1000);
    }

    #[test]
    fn every_thread_has_a_worker_and_a_break_ends_them_all() {
        let (workers, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let worker = || workers.fetch_add(1, Ordering::Relaxed);
        share_out(3, 100, worker, |_, number| {
            done.fetch_add(1, Ordering::Relaxed);
            if number == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(workers.load(Ordering::Relaxed), 3);
        share_out(1000, 2, worker, |_, _| ControlFlow::Continue(()));
        assert_eq!(workers.load(Ordering::Relaxed), 5, "nobody without work");
        assert!((51..=53).contains(&done.load(Ordering::Relaxed)));
    }
}
