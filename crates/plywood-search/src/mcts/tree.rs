//! The tree: a struct of arrays that grows in segments and never moves, so that threads can share it.
//!
//! A node is a number. The children of a node lie side by side in one segment, so that choosing among them reads a
//! few cache lines of each array. Events that can only be drawn come one by one: they hang on a chain. Arrays that a
//! switch needs exist only where it is on. Rewards are whole numbers of [`ONE`], so that sums do not depend on their
//! order.
//!
//! Visits, rewards and bounds are atomics without order among them: a thread may see another's visit before its
//! reward. One thread alone reads and writes them like plain numbers.
//!
//! A step is no atomic, and is there only when it was written. Two rules keep it sound whatever number a
//! caller makes up. It is written once between two calls of [`Tree::clear`], by the [`Reserve`] that the tree
//! gave the node to, which is never given to another. And the node's entry in `children`, [`EMPTY`] until
//! then, is set after it: every reader of a step looks there first.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

use plywood_core::random::below;
use plywood_core::{Chance, Rng};

use super::config::Config;

/// The number of the root.
pub(super) const ROOT: u32 = 0;
/// The reward of the highest payoff.
pub(super) const ONE: u64 = 1 << 20;
/// Nodes that a thread takes at a time from a tree that it shares.
const RESERVED: usize = 256;

/// Set in the number of children where they hang on a chain.
const CHAINED: u32 = 1 << 31;

/// Set in the number of draws of an event that ends the game.
const FINISHED: u32 = 1 << 31;

/// There is no such node, or its step is not written yet.
const EMPTY: u64 = 0;
/// Nobody has listed the children yet.
const UNKNOWN: u64 = 1;
/// A thread is listing them.
const BUSY: u64 = 2;

/// A step that its thread writes before it shows the node to others.
struct Slot<S>(UnsafeCell<MaybeUninit<S>>);

// SAFETY: a slot is written once between two calls of `clear`, which has the tree to itself: by the one reserve that has
// the node, while the node is `EMPTY`. It is read only where the node was seen, with acquire order, not to be `EMPTY`, and
// every store that makes it so comes after the writing with release order.
unsafe impl<S: Send + Sync> Sync for Slot<S> {}

impl<S: Copy> Slot<S> {
    /// The step.
    ///
    /// # Safety
    ///
    /// It was written, what was written is known to this thread, and nobody writes it now.
    #[inline(always)]
    unsafe fn read(&self) -> S {
        // SAFETY: what the caller promises.
        unsafe { (*self.0.get()).assume_init() }
    }
}

/// How often a node was visited, and what for. Both are read and written together, so they lie together: a thread that
/// has to fetch them from another fetches one cache line.
#[derive(Default)]
pub(super) struct Tally {
    visits: AtomicU32,
    rewards: AtomicU64,
}

impl Tally {
    /// Visits.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }
    /// The sum of the rewards.
    #[inline]
    pub(super) fn rewards(&self) -> u64 {
        self.rewards.load(Relaxed)
    }
    fn set(&self, visits: u32, rewards: u64) {
        self.visits.store(visits, Relaxed);
        self.rewards.store(rewards, Relaxed);
    }
    #[inline]
    fn add<const SHARED: bool>(&self, visits: u32, rewards: u64) {
        add::<SHARED>(&self.visits, visits);
        add_long::<SHARED>(&self.rewards, rewards);
    }
}

/// The arrays of some nodes.
pub(super) struct Segment<S> {
    steps: Box<[Slot<S>]>,
    children: Box<[AtomicU64]>,
    pub(super) tallies: Box<[Tally]>,
    /// Those of simulations in which the move came at any time; with `rave`.
    pub(super) as_first: Box<[Tally]>,
    /// The evaluation in units of reward, for whoever moved here; with `bias` or `implicit`.
    pub(super) guesses: Box<[AtomicU32]>,
    /// The same, backed up; with `implicit`.
    pub(super) implicit: Box<[AtomicU32]>,
    /// Bounds on the first player's payoff; with `solver`.
    pub(super) lower: Box<[AtomicU32]>,
    pub(super) upper: Box<[AtomicU32]>,
    /// Probabilities of events; in games with chance that can be listed.
    pub(super) weights: Box<[AtomicU32]>,
    /// The sibling drawn before, and how often this one was drawn; in games with chance that can only be drawn.
    links: Box<[AtomicU32]>,
    draws: Box<[AtomicU32]>,
}

/// Which arrays there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    as_first: bool,
    guesses: bool,
    implicit: bool,
    bounds: bool,
    weights: bool,
    chains: bool,
}

impl Layout {
    /// The arrays that a configuration needs for a game with such chance.
    pub(super) fn new(config: &Config, chance: Chance) -> Layout {
        Layout {
            as_first: config.rave > 0.0,
            guesses: config.guesses(),
            implicit: config.implicit > 0.0,
            bounds: config.solver,
            weights: chance == Chance::Enumerable,
            chains: chance == Chance::Sampled,
        }
    }

    /// Bytes a node.
    fn bytes<S>(&self) -> usize {
        let words = usize::from(self.guesses)
            + usize::from(self.implicit)
            + 2 * usize::from(self.bounds)
            + usize::from(self.weights)
            + 2 * usize::from(self.chains);
        let tallies = 1 + usize::from(self.as_first);
        size_of::<S>() + size_of::<u64>() + tallies * size_of::<Tally>() + size_of::<u32>() * words
    }
}

impl<S> Segment<S> {
    /// Nodes a segment: fewer where a step is large, so that a tree of little memory has room for one.
    const NODES: usize = if size_of::<S>() <= 64 { 1 << 12 } else { 1 << 9 };

    fn new(layout: &Layout) -> Segment<S> {
        fn words<S, T: Default>(wanted: bool) -> Box<[T]> {
            (0..if wanted { Segment::<S>::NODES } else { 0 }).map(|_| T::default()).collect()
        }
        Segment {
            steps: (0..Self::NODES).map(|_| Slot(UnsafeCell::new(MaybeUninit::uninit()))).collect(),
            children: words::<S, _>(true),
            tallies: words::<S, _>(true),
            as_first: words::<S, _>(layout.as_first),
            guesses: words::<S, _>(layout.guesses),
            implicit: words::<S, _>(layout.implicit),
            lower: words::<S, _>(layout.bounds),
            upper: words::<S, _>(layout.bounds),
            weights: words::<S, _>(layout.weights),
            links: words::<S, _>(layout.chains),
            draws: words::<S, _>(layout.chains),
        }
    }

    /// A node as it is before its first visit.
    fn clear(&self, place: usize) {
        // It is empty already: this brings it near while nobody waits for it.
        self.children[place].store(EMPTY, Relaxed);
        self.tallies[place].set(0, 0);
        if !self.as_first.is_empty() {
            self.as_first[place].set(0, 0);
        }
    }

    /// Writes the step of a node that only a reserve knows of, and makes it a node for all. For [`Reserve`] alone, once a
    /// node.
    #[inline]
    fn write(&self, place: usize, step: S) {
        debug_assert_eq!(self.children[place].load(Relaxed), EMPTY, "a step is written once");
        // SAFETY: the node is of a reserve that gives it out this once, so nobody else writes; nobody reads while it is
        // `EMPTY`.
        unsafe { (*self.steps[place].0.get()).write(step) };
        self.children[place].store(UNKNOWN, Release);
    }
}

/// The children of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// The first.
    pub(super) first: u32,
    /// How many.
    pub(super) count: u32,
    /// Whether they hang on a chain from the first on, instead of lying side by side.
    chained: bool,
}

impl Block {
    fn packed(self) -> u64 {
        let count = self.count | if self.chained { CHAINED } else { 0 };
        u64::from(count) << 32 | u64::from(self.first)
    }

    fn unpacked(packed: u64) -> Block {
        let count = (packed >> 32) as u32;
        Block { first: packed as u32, count: count & !CHAINED, chained: count & CHAINED != 0 }
    }

    /// The numbers of children that lie side by side.
    #[inline]
    pub(super) fn nodes(self) -> impl Iterator<Item = u32> {
        self.first..self.first + self.count
    }
}

/// A child to be, as it is when its parent is expanded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seed<S> {
    /// What leads to it.
    pub(super) step: S,
    /// The probability of an event.
    pub(super) weight: f32,
    /// The evaluation in units of reward, for whoever moves there.
    pub(super) guess: f32,
    /// Bounds on the first player's payoff.
    pub(super) bounds: (f32, f32),
}

/// The tree.
pub(super) struct Tree<S> {
    segments: Vec<OnceLock<Box<Segment<S>>>>,
    layout: Layout,
    used: Apart<AtomicU32>,
}

/// What threads write to, away from what they read in every step.
#[repr(align(128))]
struct Apart<T>(T);

pub(super) fn load(cell: &AtomicU32) -> f32 {
    f32::from_bits(cell.load(Relaxed))
}
pub(super) fn store(cell: &AtomicU32, number: f32) {
    cell.store(number.to_bits(), Relaxed);
}

impl<S: Copy + Send + Sync> Tree<S> {
    /// A tree that never takes more than `memory` bytes.
    pub(super) fn new(layout: Layout, memory: usize) -> Tree<S> {
        let nodes = Segment::<S>::NODES;
        let segments = (memory / (layout.bytes::<S>() * nodes)).clamp(1, u32::MAX as usize / nodes);
        let segments = (0..segments).map(|_| OnceLock::new()).collect();
        Tree { segments, layout, used: Apart(AtomicU32::new(0)) }
    }

    /// Forgets everything but the memory, and puts a root there.
    pub(super) fn clear(&mut self, bounds: (f32, f32)) {
        for segment in
            self.segments.iter_mut().take(self.used.0.get_mut().div_ceil(Segment::<S>::NODES as u32) as usize)
        {
            if let Some(segment) = segment.get_mut() {
                segment.children.iter_mut().for_each(|children| *children = AtomicU64::new(EMPTY));
            }
        }
        self.used.0 = AtomicU32::new(1);
        let segment = self.segments[0].get_or_init(|| Box::new(Segment::new(&self.layout)));
        segment.clear(0);
        segment.children[0].store(UNKNOWN, Relaxed);
        if self.layout.bounds {
            store(&segment.lower[0], bounds.0);
            store(&segment.upper[0], bounds.1);
        }
        if self.layout.implicit {
            store(&segment.implicit[0], 0.5);
        }
    }

    /// How many nodes there are, the root and what is lost at the ends of segments included.
    pub(super) fn nodes(&self) -> u64 {
        u64::from(self.used.0.load(Relaxed))
    }

    /// Bytes that its arrays take.
    pub(super) fn bytes(&self) -> usize {
        let made = self.segments.iter().filter(|segment| segment.get().is_some()).count();
        made * Segment::<S>::NODES * self.layout.bytes::<S>()
    }

    /// The segment of a node and its place there.
    #[inline]
    pub(super) fn place(&self, node: u32) -> (&Segment<S>, usize) {
        let nodes = Segment::<S>::NODES;
        let segment = self.segments[node as usize / nodes].get().expect("a node has its segment");
        (segment, node as usize % nodes)
    }

    /// Visits of a node.
    #[inline]
    pub(super) fn visits(&self, node: u32) -> u32 {
        let (segment, place) = self.place(node);
        segment.tallies[place].visits()
    }

    /// The mean reward of a node for whoever moved there; a half before any visit.
    pub(super) fn mean(&self, node: u32) -> f64 {
        let (segment, place) = self.place(node);
        let tally = &segment.tallies[place];
        match tally.visits() {
            0 => 0.5,
            visits => tally.rewards() as f64 / (ONE as f64 * f64::from(visits)),
        }
    }

    /// Bounds on the first player's payoff, with `solver`.
    #[inline]
    pub(super) fn bounds(&self, node: u32) -> (f32, f32) {
        let (segment, place) = self.place(node);
        (load(&segment.lower[place]), load(&segment.upper[place]))
    }

    /// Counts a visit; with several threads it is a loss until its reward comes.
    #[inline]
    pub(super) fn visit<const SHARED: bool>(&self, node: u32) -> u32 {
        let (segment, place) = self.place(node);
        let cell = &segment.tallies[place].visits;
        if SHARED {
            return cell.fetch_add(1, Relaxed) + 1;
        }
        let visits = cell.load(Relaxed) + 1;
        cell.store(visits, Relaxed);
        visits
    }

    /// Takes a visit back.
    pub(super) fn unvisit<const SHARED: bool>(&self, node: u32) {
        let (segment, place) = self.place(node);
        add::<SHARED>(&segment.tallies[place].visits, u32::MAX);
    }

    /// Adds a reward.
    #[inline]
    pub(super) fn reward<const SHARED: bool>(&self, node: u32, reward: u64) {
        let (segment, place) = self.place(node);
        add_long::<SHARED>(&segment.tallies[place].rewards, reward);
    }

    /// Adds visits and rewards that a thread has kept to itself.
    pub(super) fn add(&self, node: u32, visits: u32, rewards: u64) {
        let (segment, place) = self.place(node);
        segment.tallies[place].add::<true>(visits, rewards);
    }

    /// Adds a reward to the all-moves-as-first statistics.
    pub(super) fn reward_as_first<const SHARED: bool>(&self, node: u32, reward: u64) {
        let (segment, place) = self.place(node);
        segment.as_first[place].add::<SHARED>(1, reward);
    }

    /// What leads to a node that is a child.
    ///
    /// # Panics
    ///
    /// At the root, and at a number that is no node's.
    #[inline]
    pub(super) fn step(&self, node: u32) -> S {
        let (segment, place) = self.place(node);
        let written = segment.children[place].load(Acquire) != EMPTY;
        assert!(written && node != ROOT, "only a child has a step");
        // SAFETY: a node other than the root is not `EMPTY` after its step was written, and acquiring that has made the
        // writing known here. Nobody writes it again while the tree is borrowed.
        unsafe { segment.steps[place].read() }
    }

    /// Children that lie side by side, and what leads to each.
    ///
    /// # Panics
    ///
    /// As [`Tree::step`] does.
    #[inline]
    pub(super) fn steps(&self, block: Block) -> impl Iterator<Item = (u32, S)> {
        let (segment, start) = self.place(block.first);
        let range = start..start + block.count as usize;
        assert!(block.first != ROOT, "only a child has a step");
        let slots = segment.steps[range.clone()].iter().zip(&segment.children[range]);
        block.nodes().zip(slots).map(|(node, (slot, children))| {
            assert!(children.load(Acquire) != EMPTY, "only a child has a step");
            // SAFETY: as in `step`; the root comes before all others.
            (node, unsafe { slot.read() })
        })
    }

    /// The children, where they are listed.
    #[inline]
    pub(super) fn children(&self, node: u32) -> Option<Block> {
        let (segment, place) = self.place(node);
        let packed = segment.children[place].load(Acquire);
        (packed > BUSY).then(|| Block::unpacked(packed))
    }

    /// The children's numbers, listed or drawn; none before.
    pub(super) fn below(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let block = self.children(node).unwrap_or(Block { first: ROOT, count: 0, chained: false });
        let mut next = block.first;
        (0..block.count).map(move |_| {
            let node = next;
            next = if block.chained { self.link(node) } else { node + 1 };
            node
        })
    }

    /// The sibling that was drawn before a node.
    fn link(&self, node: u32) -> u32 {
        let (segment, place) = self.place(node);
        segment.links[place].load(Relaxed)
    }

    /// How often an event was drawn.
    fn draws(&self, node: u32) -> u32 {
        let (segment, place) = self.place(node);
        segment.draws[place].load(Relaxed) & !FINISHED
    }

    /// How many different events drawn at a node did not end the game.
    pub(super) fn open_draws(&self, node: u32) -> usize {
        let open = |child: &u32| {
            let (segment, place) = self.place(*child);
            segment.draws[place].load(Relaxed) & FINISHED == 0
        };
        self.below(node).filter(open).count()
    }

    /// Counts another draw of an event.
    pub(super) fn draw_again(&self, node: u32) {
        let (segment, place) = self.place(node);
        segment.draws[place].fetch_add(1, Relaxed);
    }

    /// One of the events drawn at a node, each in proportion to its draws; none where there are none.
    pub(super) fn drawn(&self, node: u32, rng: &mut Rng) -> Option<u32> {
        let total: usize = self.below(node).map(|child| self.draws(child) as usize).sum();
        let mut left = if total > 0 { below(rng, total) } else { return None };
        self.below(node).find(|child| {
            let draws = self.draws(*child) as usize;
            let found = left < draws;
            left = left.saturating_sub(draws);
            found
        })
    }

    /// What a thread needs to add nodes.
    pub(super) fn reserve(&self) -> Reserve<'_, S> {
        Reserve { tree: self, nodes: 0..0 }
    }

    /// Room for some nodes side by side, cleared.
    fn fresh(&self, count: usize) -> Option<u32> {
        let first = self.take(count)?;
        let (home, start) = self.place(first);
        (start..start + count).for_each(|place| home.clear(place));
        Some(first)
    }

    /// Room for some nodes side by side.
    fn take(&self, count: usize) -> Option<u32> {
        let nodes = Segment::<S>::NODES;
        let mut used = self.used.0.load(Relaxed);
        loop {
            let mut first = used as usize;
            if first % nodes + count > nodes {
                first = first.next_multiple_of(nodes);
            }
            let segment = self.segments.get(first / nodes)?;
            if count > nodes {
                return None;
            }
            match self.used.0.compare_exchange_weak(used, (first + count) as u32, Relaxed, Relaxed) {
                Ok(_) => {
                    segment.get_or_init(|| Box::new(Segment::new(&self.layout)));
                    return Some(first as u32);
                }
                Err(now) => used = now,
            }
        }
    }

    /// Copies the tree below a node, which becomes the root, into another tree. What does not fit is left out.
    pub(super) fn copy_below(&self, node: u32, other: &mut Tree<S>, bounds: (f32, f32)) {
        other.clear(bounds);
        let mut reserve = other.reserve();
        self.copy_node(node, other, ROOT);
        let mut waiting = vec![(node, ROOT)];
        while let Some((from, to)) = waiting.pop() {
            let Some(block) = self.children(from) else { continue };
            // The last one drawn is the first of its chain.
            let old: Vec<u32> = if block.chained {
                self.below(from).collect::<Vec<_>>().into_iter().rev().collect()
            } else {
                block.nodes().collect()
            };
            let new: Vec<u32> = if block.chained {
                let adopt = |child: &u32| reserve.adopt::<false>(to, self.step(*child), false);
                old.iter().map_while(adopt).collect()
            } else {
                let seeds: Vec<Seed<S>> = old.iter().map(|child| self.seed(*child)).collect();
                reserve.expand::<false>(to, &seeds).into_iter().flat_map(Block::nodes).collect()
            };
            for (old, new) in old.into_iter().zip(new) {
                self.copy_node(old, other, new);
                waiting.push((old, new));
            }
        }
    }

    fn seed(&self, node: u32) -> Seed<S> {
        let (segment, place) = self.place(node);
        let number = |cells: &[AtomicU32]| cells.get(place).map_or(0.0, load);
        Seed {
            step: self.step(node),
            weight: number(&segment.weights),
            guess: number(&segment.guesses),
            bounds: (number(&segment.lower), number(&segment.upper)),
        }
    }

    fn copy_node(&self, node: u32, other: &Tree<S>, to: u32) {
        let ((from, old), (into, new)) = (self.place(node), other.place(to));
        let copy = |from: &[AtomicU32], into: &[AtomicU32]| {
            if let Some(cell) = from.get(old) {
                into[new].store(cell.load(Relaxed), Relaxed);
            }
        };
        let copy_tally = |from: &[Tally], into: &[Tally]| {
            if let Some(tally) = from.get(old) {
                into[new].set(tally.visits(), tally.rewards());
            }
        };
        copy_tally(&from.tallies, &into.tallies);
        copy_tally(&from.as_first, &into.as_first);
        copy(&from.implicit, &into.implicit);
        copy(&from.lower, &into.lower);
        copy(&from.upper, &into.upper);
        copy(&from.draws, &into.draws);
    }
}

/// Nodes that were taken from a tree and are this thread's alone, to be written and shown to all. There is no other way to
/// add nodes; the tree cannot be cleared as long as there is one.
pub(super) struct Reserve<'t, S> {
    tree: &'t Tree<S>,
    nodes: Range<u32>,
}

impl<S: Copy + Send + Sync> Reserve<'_, S> {
    /// Lists the children of a node. None where another thread is at it, it has some, or memory is full.
    pub(super) fn expand<const SHARED: bool>(&mut self, node: u32, seeds: &[Seed<S>]) -> Option<Block> {
        let (tree, layout) = (self.tree, &self.tree.layout);
        let (segment, place) = tree.place(node);
        let cell = &segment.children[place];
        if SHARED {
            cell.compare_exchange(UNKNOWN, BUSY, Acquire, Relaxed).ok()?;
        } else if cell.load(Acquire) != UNKNOWN {
            return None;
        }
        let Some(first) = self.take::<SHARED>(seeds.len()) else {
            cell.store(UNKNOWN, Release);
            return None;
        };
        let (home, start) = tree.place(first);
        for (seed, place) in seeds.iter().zip(start..) {
            home.write(place, seed.step);
            if layout.weights {
                store(&home.weights[place], seed.weight);
            }
            if layout.guesses {
                store(&home.guesses[place], seed.guess);
            }
            if layout.implicit {
                store(&home.implicit[place], seed.guess);
            }
            if layout.bounds {
                store(&home.lower[place], seed.bounds.0);
                store(&home.upper[place], seed.bounds.1);
            }
        }
        let block = Block { first, count: seeds.len() as u32, chained: false };
        cell.store(block.packed(), Release);
        Some(block)
    }

    /// Hangs a drawn event, which may have ended the game, onto the chain of a chance node. None where memory is full.
    pub(super) fn adopt<const SHARED: bool>(&mut self, node: u32, step: S, finished: bool) -> Option<u32> {
        let (segment, place) = self.tree.place(node);
        let cell = &segment.children[place];
        let mut known = cell.load(Acquire);
        assert!(known != EMPTY, "only a node has children");
        let child = self.take::<SHARED>(1)?;
        let (home, at) = self.tree.place(child);
        home.draws[at].store(if finished { 1 | FINISHED } else { 1 }, Relaxed);
        home.write(at, step);
        loop {
            let Block { first, count, .. } = Block::unpacked(known);
            home.links[at].store(first, Relaxed);
            let longer = Block { first: child, count: count + 1, chained: true };
            // What the chain holds so far was published by others: it is acquired and passed on.
            match cell.compare_exchange_weak(known, longer.packed(), AcqRel, Acquire) {
                Ok(_) => return Some(child),
                Err(now) => known = now,
            }
        }
    }

    /// Some nodes side by side, as they are before their first visit. Threads that share the tree take them from a reserve
    /// of their own, so that they do not write to the same cache lines. A reserve is cleared in one go: an atomic addition
    /// waits until all writes before it are done, and those to memory that was not used for long take longest.
    #[inline]
    fn take<const SHARED: bool>(&mut self, count: usize) -> Option<u32> {
        if !SHARED {
            return self.tree.fresh(count);
        }
        if self.nodes.len() < count {
            let room = count.max(RESERVED);
            self.nodes = self.tree.fresh(room).map_or(0..0, |first| first..first + room as u32);
        }
        (self.nodes.len() >= count).then(|| {
            self.nodes.start += count as u32;
            self.nodes.start - count as u32
        })
    }
}

#[inline]
fn add<const SHARED: bool>(cell: &AtomicU32, amount: u32) {
    if SHARED {
        cell.fetch_add(amount, Relaxed);
    } else {
        cell.store(cell.load(Relaxed).wrapping_add(amount), Relaxed);
    }
}

#[inline]
fn add_long<const SHARED: bool>(cell: &AtomicU64, amount: u64) {
    if SHARED {
        // Half of the rewards are zero, and adding takes as long as a dozen other steps.
        if amount > 0 {
            cell.fetch_add(amount, Relaxed);
        }
    } else {
        cell.store(cell.load(Relaxed) + amount, Relaxed);
    }
}

#[cfg(test)]
mod tests;
