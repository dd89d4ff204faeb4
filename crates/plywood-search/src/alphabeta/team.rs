//! Several threads on one tree (simplified ABDADA: Weill 1996; Kerrigan's form without changes to the table).
//!
//! Every thread runs the same search of the root and keeps its results in one table. Before a thread searches
//! a child it leaves a mark. A thread that finds a later child marked searches another one first and comes
//! back when that is done; by then the table mostly has the answer. When nothing else is left, threads search
//! the same child and divide its subtree. The first thread to finish an iteration has the answer, and the
//! others stop.
//!
//! At a fixed depth the value is that of one thread wherever the table does not change it: with entries of
//! the same depth, or on complete searches. The choice among equal moves, and the number of nodes, depend on
//! timing. Threads learn each other's results through the table alone, so they need one.

use std::thread;

use plywood_core::{Evaluator, Game};

use super::Searcher;
use super::node::Node;
use crate::deepening::{Deepening, Found};
use crate::meter::Meter;
use crate::observe::{Observer, Seat};

/// Nodes with fewer plies below them than this are not worth a mark.
const WORTH_A_MARK: u32 = 3;

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// Whether others may be at work below a node, so that its children are marked.
    #[inline(always)]
    pub(crate) fn together(&self, node: &Node<'_, G>) -> bool {
        self.marks.is_some() && node.depth >= WORTH_A_MARK
    }

    fn mark(&self, node: &Node<'_, G>, child: &G::Position) -> u64 {
        // Never zero.
        self.game.key(child) ^ u64::from(node.depth).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1
    }

    /// Moves a child that nobody is at work on to a place in the order, where there is one from that place on.
    pub(crate) fn free_first<'c, T>(
        &self,
        node: &Node<'_, G>,
        order: &mut [T],
        place: usize,
        child: impl Fn(&T) -> &'c G::Position,
    ) where
        G: 'c,
    {
        let Some(marks) = self.marks else { return };
        let free = |entry: &T| !marks.has(self.mark(node, child(entry)));
        if let Some(ahead) = order[place..].iter().position(free) {
            order[place..=place + ahead].rotate_right(1);
        }
    }

    /// Searches a child, under a mark where others may be at work.
    #[inline(always)]
    pub(crate) fn marked<R>(
        &mut self,
        node: &Node<'_, G>,
        child: &G::Position,
        search: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let set = match self.marks {
            Some(marks) if self.together(node) => Some((marks, self.mark(node, child))),
            _ => None,
        };
        if let Some((marks, mark)) = set {
            marks.set(mark);
        }
        let result = search(self);
        if let Some((marks, mark)) = set {
            marks.take(mark);
        }
        result
    }
}

/// A search by several threads under way.
pub(super) struct Team<'a, G: Game, E: Evaluator<G>> {
    /// One a thread, at least one; their meters count an iteration each.
    pub(super) searchers: Vec<Searcher<'a, G, E, Seat<G>>>,
    pub(super) meter: Meter<'a, G::Move>,
    /// The result of an iteration that no thread finished.
    pub(super) partial: Option<Found<G::Move>>,
}

impl<'a, G: Game, E: Evaluator<G>> Deepening<'a, G> for Team<'a, G, E> {
    fn iterate(&mut self, depth: u32) -> Option<Found<G::Move>> {
        let threads = if depth > WORTH_A_MARK { self.searchers.len() } else { 1 };
        let (meters, pool) = self.meter.split(threads);
        for (searcher, meter) in self.searchers.iter_mut().zip(meters) {
            searcher.meter = meter;
        }
        let work =
            |searcher: &mut Searcher<'_, G, E, Seat<G>>| searcher.iterate(depth).filter(|_| pool.halt());
        let found: Vec<Option<Found<G::Move>>> = thread::scope(|scope| {
            let (first, others) = self.searchers[..threads].split_first_mut().expect("there is a thread");
            let others: Vec<_> = others.iter_mut().map(|searcher| scope.spawn(|| work(searcher))).collect();
            let first = work(first);
            let others = others.into_iter().map(|other| other.join().expect("a search does not panic"));
            [first].into_iter().chain(others).collect()
        });
        let winner = found.iter().position(Option::is_some);
        if winner.is_none() {
            // Who has seen most of the root knows best.
            let most = self.searchers.iter_mut().rev().max_by_key(|one| one.meter.news.values.len());
            self.partial = most.and_then(Searcher::partial);
        }
        let idle = || Meter::unlimited();
        let spent = self.searchers[..threads].iter_mut().map(|one| std::mem::replace(&mut one.meter, idle()));
        self.meter.join(spent);
        // Those who were beaten did not reach a limit.
        self.meter.stopped &= winner.is_none();
        let best = self.searchers[winner?].best.clone();
        self.searchers.iter_mut().for_each(|searcher| searcher.best.clone_from(&best));
        found.into_iter().flatten().next()
    }

    fn partial(&mut self) -> Option<Found<G::Move>> {
        self.partial.take()
    }

    fn meter(&mut self) -> &mut Meter<'a, G::Move> {
        &mut self.meter
    }
}
