//! What a search is asked for.

use crate::budget::{Budget, Stop};
use crate::report::Progress;

/// An order to think: what may be spent, what random numbers are drawn from, who may stop it and who hears of it.
///
/// ```
/// use plywood_core::{Budget, Stop, Task};
///
/// let stop = Stop::new();
/// let task: Task = Task::new(Budget::depth(6)).seed(1).stop(&stop);
/// assert_eq!((task.budget.depth, task.seed), (Some(6), 1));
/// ```
pub struct Task<'a, M = String> {
    /// The budget. A player by name takes its default of a second where nothing is set ([`Budget::UNSET`]); a
    /// typed search has no default.
    pub budget: Budget,
    /// The seed of its random numbers: the same seed gives the same answer.
    pub seed: u64,
    /// Ends it early.
    pub stop: Stop,
    /// Hears how far it is.
    pub progress: &'a mut dyn Progress<M>,
}

impl<'a, M> Task<'a, M> {
    /// A task with a budget and seed 0, which nobody stops and nobody listens to.
    pub fn new(budget: Budget) -> Self {
        // A box of nothing takes no memory, so nothing is lost with it.
        let nobody = Box::leak(Box::new(()));
        Task { budget, seed: 0, stop: Stop::new(), progress: nobody }
    }

    /// The same task with another seed.
    pub fn seed(self, seed: u64) -> Self {
        Task { seed, ..self }
    }

    /// The same task, ended when this flag is raised.
    pub fn stop(self, stop: &Stop) -> Self {
        Task { stop: stop.clone(), ..self }
    }

    /// The same task with somebody who listens.
    pub fn telling<'b>(self, progress: &'b mut dyn Progress<M>) -> Task<'b, M> {
        Task { budget: self.budget, seed: self.seed, stop: self.stop, progress }
    }
}
