//! Monte Carlo search for every game whose moves can be listed: chance nodes and any number of players included
//! (Monte Carlo Othello thesis, chapters 3 and 4).
//!
//! A simulation descends the tree, plays the game out from where the tree ends ([`playout`]), and adds the result to
//! every node on the way (`simulate`); `formula` says which way to go, `tree` keeps the numbers. Flat Monte Carlo
//! and UCB1 at the root are the same search with a tree of one ply.
//!
//! # Readings of algorithms 1 to 3
//! - *Value.* A node keeps the sum of the rewards of whoever moved there. With two players that is the negation at
//!   every ply of algorithm 3; with more, or with extra turns, it is what the negation stands for.
//! - *Reward.* UCB1 is proven for rewards from 0 to 1 (`reward=unit`: a win 1, a draw 1/2). A value that is negated
//!   suggests -1 to 1 (`reward=signed`), which is the same as half the exploration.
//! - *Leaf.* Algorithm 3 counts from the node above the leaf. Where a new leaf is born with one visit, as in the
//!   program the algorithms come from, that counts the simulation at every node once (`leaf=counted`). Read to the
//!   letter, a node's first simulation is not counted at the node itself (`leaf=skipped`); finished games are
//!   counted, or they would be chosen for ever.
//! - *Ties* are broken at random: children are listed in random order, and the first of equals is taken.
//! - *Children* are listed at the second visit instead of the first, which changes nothing but memory.
//! - *The move played* is that with the most visits (`choose=visits`) or the highest mean (`choose=mean`); the thesis
//!   says "the highest chance of winning" of flat search and nothing of UCT.
//!
//! Chance nodes sample their events; where those cannot be listed, nodes widen slowly (`widen`, `simulate`). A payoff
//! between the bounds of a game is a reward between 0 and 1. Sequential search is the same for the same seed; with
//! threads on one tree it depends on their timing, with a tree each it does not ([`control`](self)).

pub mod config;
pub mod playout;

mod answer;
mod control;
mod formula;
mod ledger;
mod simulate;
mod tree;

use std::sync::Arc;
use std::time::Instant;

use plywood_core::game::StepOf;
use plywood_core::random::{derive, seeded};
use plywood_core::{
    Budget, Evaluator, Game, Line, Oracle, Policy, Progress, Report, Search, Task, TraceOf, Turn,
};

use crate::policy::finished;
use answer::Root;
pub use config::{Config, Family, FinalMove, Leaf, LeafValue, Parallel, Reward};
use control::Control;
use playout::{Policies, Purse};
use simulate::{Setting, Worker};
use tree::{Layout, ROOT, Tree};

/// Monte Carlo search.
///
/// ```
/// use plywood_core::{Budget, Line, Search, Task, Uniform, Zero};
/// use plywood_search::mcts::{Config, MonteCarlo};
/// use plywood_small_games::tictactoe::TicTacToe;
///
/// let mut search = MonteCarlo::new(Uniform, Uniform, Zero, Config::default());
/// let report = search.think(&Line::new(TicTacToe), Task::new(Budget::simulations(500)).seed(1));
/// assert_eq!(report.simulations, 500);
/// assert!(report.best.is_some() && !report.tried.is_empty());
/// ```
pub struct MonteCarlo<G: Game, P, E> {
    policies: Policies<P>,
    evaluator: E,
    config: Config,
    /// One, or one a thread; memory is kept from move to move.
    trees: Vec<Tree<StepOf<G>>>,
    /// With `reuse`: where the tree is rebuilt, and what line it belongs to.
    spare: Option<Tree<StepOf<G>>>,
    last: Option<(G::Position, Vec<StepOf<G>>)>,
    oracle: Option<Arc<dyn Oracle<G>>>,
}

impl<G: Game, P: Policy<G>, E: Evaluator<G>> MonteCarlo<G, P, E> {
    /// A search with a policy for the player's own moves in playouts and one for all others.
    pub fn new(own: P, others: P, evaluator: E, config: Config) -> Self {
        let policies = Policies { own, others, noise: config.noise, decisive: config.decisive };
        MonteCarlo { policies, evaluator, config, trees: Vec::new(), spare: None, last: None, oracle: None }
    }

    /// The same search with an oracle, whose values are those of proven nodes: the solver is on then. Only for two
    /// players whose payoffs sum to zero.
    pub fn asking(mut self, oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        self.config.solver |= oracle.is_some();
        MonteCarlo { oracle, ..self }
    }

    /// Makes the trees ready for a line: empty, or with what is known from the last search.
    fn prepare(&mut self, line: &Line<G>, purse: &Purse) {
        let layout = Layout::new(&self.config, line.game().nature().chance);
        let wanted = if self.config.parallel == Parallel::Root { self.config.threads } else { 1 };
        let share = self.config.memory.0 / if self.config.reuse { wanted + 1 } else { wanted };
        while self.trees.len() < wanted {
            self.trees.push(Tree::new(layout, share));
        }
        let open = (purse.bounds.0 as f32, purse.bounds.1 as f32);
        for place in 0..wanted {
            let kept = self.config.reuse.then(|| self.find(line, place)).flatten();
            match kept {
                Some(ROOT) => {}
                Some(node) => {
                    let mut spare = self.spare.take().unwrap_or_else(|| Tree::new(layout, share));
                    self.trees[place].copy_below(node, &mut spare, open);
                    self.spare = Some(std::mem::replace(&mut self.trees[place], spare));
                }
                None => self.trees[place].clear(open),
            }
        }
        self.last = self.config.reuse.then(|| (line.start().clone(), line.steps().to_vec()));
    }

    /// The node of the last tree that a line leads to.
    fn find(&self, line: &Line<G>, place: usize) -> Option<u32> {
        let (start, steps) = self.last.as_ref()?;
        let more = line.steps().strip_prefix(steps.as_slice()).filter(|_| line.start() == start)?;
        let tree = &self.trees[place];
        more.iter().try_fold(ROOT, |node, step| tree.below(node).find(|child| tree.step(*child) == *step))
    }

    /// Runs simulations within a budget and returns what they were worth.
    fn run<'a>(
        &'a self,
        setting: &Setting<'a, G, P, E>,
        control: &Control,
        seed: u64,
        progress: &mut dyn Progress<G::Move>,
    ) -> Root<'a, G> {
        let worker = |index: usize| {
            let tree = &self.trees[index.min(self.trees.len() - 1)];
            Worker::new(setting, tree, seeded(derive(seed, index as u64)))
        };
        let mut first = worker(0);
        // What is told on the way rests on one tree: how far the others are depends on the clock.
        let mut root = Root::new(setting.line, &self.trees[..1], &self.config, setting.purse);
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.config.threads)
                .map(|index| {
                    let mut worker = worker(index);
                    scope.spawn(move || {
                        control.work(index, &mut worker, |_| {});
                        worker
                    })
                })
                .collect();
            control.work(0, &mut first, |worker| root.tell(control, worker, progress));
            root.add(&first);
            for other in others {
                root.add(&other.join().expect("a worker does not panic"));
            }
        });
        root.over(&self.trees)
    }
}

impl<G: Game, P: Policy<G>, E: Evaluator<G>> Search<G> for MonteCarlo<G, P, E> {
    fn new_game(&mut self) {
        self.last = None;
    }

    fn think(&mut self, line: &Line<G>, task: Task<'_, G::Move>) -> Report<G::Move> {
        if line.turn() == Turn::Over {
            return finished(line);
        }
        let start = Instant::now();
        let purse = Purse::new(&line.game().nature());
        self.prepare(line, &purse);
        let Task { budget, seed, stop, progress } = task;
        let seed = derive(seed, line.steps().len() as u64);
        let control = Control::new(budget, stop, start, &self.config);
        let setting = Setting {
            line,
            policies: &self.policies,
            evaluator: &self.evaluator,
            config: &self.config,
            purse,
            oracle: self.oracle.as_deref(),
        };
        let root = self.run(&setting, &control, seed, progress);
        root.tell_tree(progress);
        root.report(start.elapsed().as_secs_f64())
    }

    fn trace(&mut self, line: &Line<G>, budget: &Budget, limit: usize) -> Option<TraceOf<G>> {
        // Where nothing else is said, as many simulations as there is room for nodes.
        let unsaid = Budget { depth: None, ..*budget } == Budget::UNSET;
        let simulations = if unsaid { Some(limit as u64) } else { budget.simulations };
        self.think(line, Task::new(Budget { simulations, ..*budget }));
        if line.turn() == Turn::Over {
            return None;
        }
        let purse = Purse::new(&line.game().nature());
        Some(Root::new(line, &self.trees, &self.config, purse).draw(budget.depth?, limit))
    }
}

#[cfg(test)]
mod tests;
