//! Counts what a search spends and says when to stop.
//!
//! Counting a node is one comparison; the clock and the stop flag are looked at every `PATIENCE` nodes, and limits
//! in nodes or evaluations are met exactly because the next look is never later than they can be reached.

use std::time::Instant;

use plywood_core::{Budget, Stop};

/// Nodes between two looks at the clock.
const PATIENCE: u64 = 1024;
/// Seconds between two ticks to whoever listens.
const TICK: f64 = 0.1;

/// What a search has spent, and its limits.
#[derive(Debug)]
pub struct Meter {
    /// Nodes visited.
    pub nodes: u64,
    /// Calls of the evaluation.
    pub evaluations: u64,
    /// Whether a limit was reached or the search was asked to stop.
    pub stopped: bool,
    look_at: u64,
    budget: Budget,
    stop: Stop,
    start: Instant,
    last_tick: f64,
    due: bool,
}

impl Meter {
    /// A meter at nought.
    pub fn new(budget: Budget, stop: &Stop) -> Meter {
        let start = Instant::now();
        let stop = stop.clone();
        Meter {
            nodes: 0,
            evaluations: 0,
            stopped: false,
            look_at: 0,
            budget,
            stop,
            start,
            last_tick: 0.0,
            due: false,
        }
    }

    /// A meter for work beside this one: it counts from nought towards what is left.
    pub fn fork(&self) -> Meter {
        self.share(1)
    }

    /// A meter for one of several who work beside this one: it counts from nought towards its share of what is left.
    pub fn share(&self, among: u64) -> Meter {
        let left = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent) / among);
        let budget = Budget {
            nodes: left(self.budget.nodes, self.nodes),
            evaluations: left(self.budget.evaluations, self.evaluations),
            seconds: self.budget.seconds.map(|limit| (limit - self.seconds()).max(0.0)),
            ..self.budget
        };
        Meter { stopped: self.stopped, ..Meter::new(budget, &self.stop) }
    }

    /// Adds what was spent beside.
    pub fn join(&mut self, other: &Meter) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.stopped |= other.stopped;
    }

    /// Counts a node; false when the search has to end, and the node is not counted then.
    #[inline]
    pub fn visit(&mut self) -> bool {
        if self.nodes >= self.look_at && self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    #[cold]
    fn look(&mut self) -> bool {
        let seconds = self.seconds();
        // An open tick stays due until it is taken.
        self.due |= seconds - self.last_tick >= TICK;
        self.stopped = self.stopped
            || self.stop.raised()
            || self.budget.nodes.is_some_and(|limit| self.nodes >= limit)
            || self.budget.evaluations.is_some_and(|limit| self.evaluations >= limit)
            || self.budget.seconds.is_some_and(|limit| seconds >= limit);
        let nodes_left = self.budget.nodes.map_or(PATIENCE, |limit| limit.saturating_sub(self.nodes));
        // A node evaluates once at most, so evaluations cannot run out before as many nodes have passed.
        let evaluations_left =
            self.budget.evaluations.map_or(PATIENCE, |limit| limit.saturating_sub(self.evaluations));
        self.look_at = self.nodes + PATIENCE.min(nodes_left).min(evaluations_left);
        self.stopped
    }

    /// Whether it is time to tell whoever listens; true once a tick.
    pub fn take_tick(&mut self) -> bool {
        let due = std::mem::take(&mut self.due);
        if due {
            self.last_tick = self.seconds();
        }
        due
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}
