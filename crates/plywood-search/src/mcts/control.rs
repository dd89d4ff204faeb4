//! When to stop: simulations are handed out in small batches, and between batches somebody looks at the clock.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use plywood_core::{Budget, Evaluator, Game, Policy, Stop};

use super::simulate::Worker;

/// Simulations between two looks at the clock.
const BATCH: u64 = 16;

/// What the workers of a search share.
pub struct Control {
    given: AtomicU64,
    simulations: u64,
    nodes: Option<u64>,
    evaluations: Option<u64>,
    seconds: Option<f64>,
    start: Instant,
    stop: Stop,
    solver: bool,
    over: AtomicBool,
}

impl Control {
    /// The control of a search. A budget in depth means nothing here, one in nodes or evaluations is kept to a batch.
    pub fn new(budget: &Budget, stop: &Stop, start: Instant, solver: bool) -> Control {
        Control {
            given: AtomicU64::new(0),
            simulations: budget.simulations.unwrap_or(u64::MAX),
            nodes: budget.nodes,
            evaluations: budget.evaluations,
            seconds: budget.seconds,
            start,
            stop: stop.clone(),
            solver,
            over: AtomicBool::new(false),
        }
    }

    /// Simulations handed out so far.
    pub fn given(&self) -> u64 {
        self.given.load(Relaxed).min(self.simulations)
    }

    /// Seconds so far.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Runs a worker until the budget ends; `between` is called between batches.
    pub fn work<'a, G: Game, P: Policy<G>, E: Evaluator<G>>(
        &self,
        worker: &mut Worker<'a, G, P, E>,
        shared: bool,
        mut between: impl FnMut(&Worker<'a, G, P, E>),
    ) {
        loop {
            let before = self.given.fetch_add(BATCH, Relaxed);
            let batch = BATCH.min(self.simulations.saturating_sub(before));
            for _ in 0..batch {
                if shared {
                    worker.simulate::<true>();
                } else {
                    worker.simulate::<false>();
                }
            }
            let ended = batch < BATCH
                || self.stop.raised()
                || self.seconds.is_some_and(|limit| self.seconds() >= limit)
                || self.nodes.is_some_and(|limit| worker.nodes() >= limit)
                || self.evaluations.is_some_and(|limit| worker.evaluations >= limit)
                || self.solver && worker.proven();
            if ended {
                self.over.store(true, Relaxed);
            }
            if self.over.load(Relaxed) {
                worker.settle();
                return;
            }
            between(worker);
        }
    }
}
