//! The end of a search: simulations are handed out in small batches, and the clock is read between batches.
//!
//! Threads on one tree take their batches from the rest of the budget. Threads with a tree each have a share
//! of simulations, nodes and evaluations that is fixed beforehand, and a proof ends only the search that
//! found it. The answer is therefore the same however fast each of them runs. Only the clock and the stop
//! flag end them all.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use plywood_core::{Budget, Evaluator, Game, Policy, Stop};

use super::config::{Config, Parallel};
use super::simulate::Worker;

/// Simulations between two looks at the clock.
const BATCH: u64 = 16;

/// The state that the workers of a search share.
pub struct Control {
    given: AtomicU64,
    budget: Budget,
    start: Instant,
    stop: Stop,
    solver: bool,
    threads: u64,
    /// Whether the workers share one tree.
    pub shared: bool,
    over: AtomicBool,
}

impl Control {
    /// The control of a search. A budget in depth means nothing here, one in nodes or evaluations is kept to a batch.
    pub fn new(budget: Budget, stop: Stop, start: Instant, config: &Config) -> Control {
        Control {
            given: AtomicU64::new(0),
            budget,
            start,
            stop,
            solver: config.solver,
            threads: config.threads as u64,
            shared: config.threads > 1 && config.parallel == Parallel::Tree,
            over: AtomicBool::new(false),
        }
    }

    /// Simulations so far, as a worker knows it by its own number: where each worker has its own tree, all
    /// have done as many.
    pub fn given(&self, own: u64) -> u64 {
        let given = if self.shared { self.given.load(Relaxed) } else { own * self.threads };
        given.min(self.budget.simulations.unwrap_or(u64::MAX))
    }

    /// Seconds so far.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// The part of a limit that is a worker's own.
    fn share(&self, limit: Option<u64>, worker: u64) -> u64 {
        let share = |limit: u64| limit / self.threads + u64::from(worker < limit % self.threads);
        limit.map_or(u64::MAX, share)
    }

    /// Runs the worker of a number until the budget ends; `between` is called between batches.
    pub fn work<'a, G: Game, P: Policy<G>, E: Evaluator<G>>(
        &self,
        number: usize,
        worker: &mut Worker<'a, G, P, E>,
        mut between: impl FnMut(&Worker<'a, G, P, E>),
    ) {
        let number = number as u64;
        let simulations = self.share(self.budget.simulations, number);
        let evaluations = self.share(self.budget.evaluations, number);
        let nodes = match self.budget.nodes {
            Some(nodes) if self.shared => nodes,
            nodes => self.share(nodes, number),
        };
        loop {
            let batch = if self.shared {
                let before = self.given.fetch_add(BATCH, Relaxed);
                self.budget.simulations.map_or(BATCH, |all| BATCH.min(all.saturating_sub(before)))
            } else {
                BATCH.min(simulations - worker.count)
            };
            for _ in 0..batch {
                if self.shared {
                    worker.simulate::<true>();
                } else {
                    worker.simulate::<false>();
                }
            }
            let spent = batch < BATCH
                || worker.nodes() >= nodes
                || worker.evaluations >= evaluations
                || self.solver && worker.proven();
            let stopped =
                self.stop.raised() || self.budget.seconds.is_some_and(|limit| self.seconds() >= limit);
            if stopped || spent && self.shared {
                self.over.store(true, Relaxed);
            }
            if spent || self.over.load(Relaxed) {
                worker.settle();
                return;
            }
            between(worker);
        }
    }
}
