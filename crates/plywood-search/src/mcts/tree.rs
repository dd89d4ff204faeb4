//! The tree: a struct of arrays that grows in segments and never moves, so that threads can share it.
//!
//! A node is a number. The children of a node lie side by side in one segment, so that choosing among them reads a
//! few cache lines of each array. Arrays that a switch needs exist only where it is on. Rewards are whole numbers of
//! [`ONE`], so that sums do not depend on their order.
//!
//! Visits, rewards and bounds are atomics without order among them: a thread may see another's visit before its
//! reward. One thread alone reads and writes them like plain numbers.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

use super::config::Config;

/// The number of the root.
pub const ROOT: u32 = 0;
/// The reward of the highest payoff.
pub const ONE: u64 = 1 << 20;
/// Nodes a segment.
const SEGMENT: usize = 1 << 12;

/// Nodes that a thread takes at a time from a tree that it shares.
const RESERVE: usize = 256;

/// Nobody has listed the children yet.
const UNKNOWN: u64 = 0;
/// A thread is listing them.
const BUSY: u64 = 1;

/// A step that its thread writes before it shows the node to others.
struct Slot<S>(UnsafeCell<MaybeUninit<S>>);

// SAFETY: a slot is written once, by the thread that was given its block, before the block is published with release
// order; it is read only through a block that was found with acquire order.
unsafe impl<S: Send + Sync> Sync for Slot<S> {}

/// The arrays of some nodes.
pub(super) struct Segment<S> {
    steps: Box<[Slot<S>]>,
    children: Box<[AtomicU64]>,
    pub(super) visits: Box<[AtomicU32]>,
    pub(super) rewards: Box<[AtomicU64]>,
    /// Visits and rewards of simulations in which the move came at any time; with `rave`.
    pub(super) amaf_visits: Box<[AtomicU32]>,
    pub(super) amaf_rewards: Box<[AtomicU64]>,
    /// The evaluation in units of reward, for whoever moved here; with `bias` or `implicit`.
    pub(super) guesses: Box<[AtomicU32]>,
    /// The same, backed up; with `implicit`.
    pub(super) implicit: Box<[AtomicU32]>,
    /// Bounds on the first player's payoff; with `solver`.
    pub(super) lower: Box<[AtomicU32]>,
    pub(super) upper: Box<[AtomicU32]>,
    /// Probabilities of events; in games with chance.
    pub(super) weights: Box<[AtomicU32]>,
}

/// Which arrays there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    amaf: bool,
    guesses: bool,
    implicit: bool,
    bounds: bool,
    weights: bool,
}

impl Layout {
    /// The arrays that a configuration needs.
    pub fn new(config: &Config, chance: bool) -> Layout {
        Layout {
            amaf: config.rave > 0.0,
            guesses: config.guesses(),
            implicit: config.implicit > 0.0,
            bounds: config.solver,
            weights: chance,
        }
    }

    /// Bytes a node.
    fn bytes<S>(&self) -> usize {
        let words = usize::from(self.guesses)
            + usize::from(self.implicit)
            + 2 * usize::from(self.bounds)
            + usize::from(self.weights)
            + 3 * usize::from(self.amaf);
        size_of::<S>() + 8 + 4 + 8 + 4 * words
    }
}

fn words<T: Default>(wanted: bool) -> Box<[T]> {
    (0..if wanted { SEGMENT } else { 0 }).map(|_| T::default()).collect()
}

impl<S> Segment<S> {
    fn new(layout: &Layout) -> Segment<S> {
        Segment {
            steps: (0..SEGMENT).map(|_| Slot(UnsafeCell::new(MaybeUninit::uninit()))).collect(),
            children: words(true),
            visits: words(true),
            rewards: words(true),
            amaf_visits: words(layout.amaf),
            amaf_rewards: words(layout.amaf),
            guesses: words(layout.guesses),
            implicit: words(layout.implicit),
            lower: words(layout.bounds),
            upper: words(layout.bounds),
            weights: words(layout.weights),
        }
    }

    /// A node as it is before its first visit.
    fn clear(&self, place: usize) {
        self.children[place].store(UNKNOWN, Relaxed);
        self.visits[place].store(0, Relaxed);
        self.rewards[place].store(0, Relaxed);
        if !self.amaf_visits.is_empty() {
            self.amaf_visits[place].store(0, Relaxed);
            self.amaf_rewards[place].store(0, Relaxed);
        }
    }
}

/// The children of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// The first.
    pub first: u32,
    /// How many.
    pub count: u32,
}

impl Block {
    fn packed(self) -> u64 {
        u64::from(self.count) << 32 | u64::from(self.first)
    }

    /// The children's numbers.
    pub fn nodes(self) -> impl Iterator<Item = u32> {
        self.first..self.first + self.count
    }
}

/// A child to be, as it is when its parent is expanded.
#[derive(Debug, Clone, Copy)]
pub struct Seed<S> {
    /// What leads to it.
    pub step: S,
    /// The probability of an event.
    pub weight: f32,
    /// The evaluation in units of reward, for whoever moves there.
    pub guess: f32,
    /// Bounds on the first player's payoff.
    pub bounds: (f32, f32),
}

/// The tree.
pub struct Tree<S> {
    segments: Vec<OnceLock<Box<Segment<S>>>>,
    used: AtomicU32,
    layout: Layout,
}

pub(super) fn load(cell: &AtomicU32) -> f32 {
    f32::from_bits(cell.load(Relaxed))
}
pub(super) fn store(cell: &AtomicU32, number: f32) {
    cell.store(number.to_bits(), Relaxed);
}

impl<S: Copy + Send + Sync> Tree<S> {
    /// A tree that never takes more than so many bytes.
    pub fn new(layout: Layout, memory: usize) -> Tree<S> {
        let segments = (memory / (layout.bytes::<S>() * SEGMENT)).clamp(1, u32::MAX as usize / SEGMENT);
        Tree { segments: (0..segments).map(|_| OnceLock::new()).collect(), used: AtomicU32::new(0), layout }
    }

    /// Forgets everything but the memory, and puts a root there.
    pub fn clear(&mut self, bounds: (f32, f32)) {
        self.used = AtomicU32::new(1);
        let segment = self.segments[0].get_or_init(|| Box::new(Segment::new(&self.layout)));
        segment.clear(0);
        if self.layout.bounds {
            store(&segment.lower[0], bounds.0);
            store(&segment.upper[0], bounds.1);
        }
        if self.layout.implicit {
            store(&segment.implicit[0], 0.5);
        }
    }

    /// How many nodes there are, the root and what is lost at the ends of segments included.
    pub fn nodes(&self) -> u64 {
        u64::from(self.used.load(Relaxed))
    }

    /// Bytes that its arrays take.
    pub fn bytes(&self) -> usize {
        let made = self.segments.iter().filter(|segment| segment.get().is_some()).count();
        made * SEGMENT * self.layout.bytes::<S>()
    }

    /// The segment of a node and its place there.
    #[inline]
    pub(super) fn place(&self, node: u32) -> (&Segment<S>, usize) {
        let segment = self.segments[node as usize / SEGMENT].get().expect("a node has its segment");
        (segment, node as usize % SEGMENT)
    }

    /// Visits of a node.
    #[inline]
    pub fn visits(&self, node: u32) -> u32 {
        let (segment, place) = self.place(node);
        segment.visits[place].load(Relaxed)
    }

    /// The mean reward of a node for whoever moved there; a half before any visit.
    pub fn mean(&self, node: u32) -> f64 {
        let (segment, place) = self.place(node);
        match segment.visits[place].load(Relaxed) {
            0 => 0.5,
            visits => segment.rewards[place].load(Relaxed) as f64 / (ONE as f64 * f64::from(visits)),
        }
    }

    /// Bounds on the first player's payoff, with `solver`.
    #[inline]
    pub fn bounds(&self, node: u32) -> (f32, f32) {
        let (segment, place) = self.place(node);
        (load(&segment.lower[place]), load(&segment.upper[place]))
    }

    /// Counts a visit; with several threads it is a loss until its reward comes.
    #[inline]
    pub fn visit<const SHARED: bool>(&self, node: u32) -> u32 {
        let (segment, place) = self.place(node);
        let cell = &segment.visits[place];
        if SHARED {
            return cell.fetch_add(1, Relaxed) + 1;
        }
        let visits = cell.load(Relaxed) + 1;
        cell.store(visits, Relaxed);
        visits
    }

    /// Takes a visit back.
    pub fn unvisit<const SHARED: bool>(&self, node: u32) {
        let (segment, place) = self.place(node);
        add::<SHARED>(&segment.visits[place], u32::MAX);
    }

    /// Adds a reward.
    #[inline]
    pub fn reward<const SHARED: bool>(&self, node: u32, reward: u64) {
        let (segment, place) = self.place(node);
        add_long::<SHARED>(&segment.rewards[place], reward);
    }

    /// Adds visits and rewards that a thread has kept to itself.
    pub fn add(&self, node: u32, visits: u32, rewards: u64) {
        let (segment, place) = self.place(node);
        add::<true>(&segment.visits[place], visits);
        add_long::<true>(&segment.rewards[place], rewards);
    }

    /// Adds a reward to the all-moves-as-first statistics.
    pub fn reward_as_first<const SHARED: bool>(&self, node: u32, reward: u64) {
        let (segment, place) = self.place(node);
        add::<SHARED>(&segment.amaf_visits[place], 1);
        add_long::<SHARED>(&segment.amaf_rewards[place], reward);
    }

    /// What leads to a node that is a child.
    #[inline]
    pub fn step(&self, node: u32) -> S {
        let (segment, place) = self.place(node);
        // SAFETY: a number of a child comes out of `children` or `expand`, after its step was written.
        unsafe { (*segment.steps[place].0.get()).assume_init() }
    }

    /// The children, where they are listed.
    #[inline]
    pub fn children(&self, node: u32) -> Option<Block> {
        let (segment, place) = self.place(node);
        let packed = segment.children[place].load(Acquire);
        (packed > BUSY).then_some(Block { first: packed as u32, count: (packed >> 32) as u32 })
    }

    /// Lists the children of a node. None where another thread is at it or memory is full.
    ///
    /// Threads that share the tree take nodes from a reserve of their own, so that they do not write to the same cache
    /// lines.
    pub fn expand<const SHARED: bool>(
        &self,
        node: u32,
        seeds: &[Seed<S>],
        reserve: &mut Range<u32>,
    ) -> Option<Block> {
        let (segment, place) = self.place(node);
        let cell = &segment.children[place];
        if SHARED && cell.compare_exchange(UNKNOWN, BUSY, Relaxed, Relaxed).is_err() {
            return None;
        }
        if SHARED && reserve.len() < seeds.len() {
            let room = seeds.len().max(RESERVE);
            *reserve = self.take(room).map_or(0..0, |first| first..first + room as u32);
        }
        let first = if SHARED {
            let first = reserve.start;
            (reserve.len() >= seeds.len()).then(|| {
                reserve.start += seeds.len() as u32;
                first
            })
        } else {
            self.take(seeds.len())
        };
        let Some(first) = first else {
            cell.store(UNKNOWN, Relaxed);
            return None;
        };
        let (home, start) = self.place(first);
        for (seed, place) in seeds.iter().zip(start..) {
            home.clear(place);
            // SAFETY: the block was given to this thread alone and is not published yet.
            unsafe { (*home.steps[place].0.get()).write(seed.step) };
            if self.layout.weights {
                store(&home.weights[place], seed.weight);
            }
            if self.layout.guesses {
                store(&home.guesses[place], seed.guess);
            }
            if self.layout.implicit {
                store(&home.implicit[place], seed.guess);
            }
            if self.layout.bounds {
                store(&home.lower[place], seed.bounds.0);
                store(&home.upper[place], seed.bounds.1);
            }
        }
        let block = Block { first, count: seeds.len() as u32 };
        cell.store(block.packed(), Release);
        Some(block)
    }

    /// Room for some nodes side by side.
    fn take(&self, count: usize) -> Option<u32> {
        let mut used = self.used.load(Relaxed);
        loop {
            let mut first = used as usize;
            if first % SEGMENT + count > SEGMENT {
                first = first.next_multiple_of(SEGMENT);
            }
            let segment = self.segments.get(first / SEGMENT)?;
            if count > SEGMENT {
                return None;
            }
            match self.used.compare_exchange_weak(used, (first + count) as u32, Relaxed, Relaxed) {
                Ok(_) => {
                    segment.get_or_init(|| Box::new(Segment::new(&self.layout)));
                    return Some(first as u32);
                }
                Err(now) => used = now,
            }
        }
    }

    /// Copies the tree below a node, which becomes the root, into another tree. What does not fit is left out.
    pub fn copy_below(&self, node: u32, other: &mut Tree<S>, bounds: (f32, f32)) {
        other.clear(bounds);
        self.copy_node(node, other, ROOT);
        let mut waiting = vec![(node, ROOT)];
        while let Some((from, to)) = waiting.pop() {
            let Some(block) = self.children(from) else { continue };
            let seeds: Vec<Seed<S>> = block.nodes().map(|child| self.seed(child)).collect();
            let Some(copied) = other.expand::<false>(to, &seeds, &mut (0..0)) else { continue };
            for (old, new) in block.nodes().zip(copied.nodes()) {
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
        let copy_long = |from: &[AtomicU64], into: &[AtomicU64]| {
            if let Some(cell) = from.get(old) {
                into[new].store(cell.load(Relaxed), Relaxed);
            }
        };
        copy(&from.visits, &into.visits);
        copy_long(&from.rewards, &into.rewards);
        copy(&from.amaf_visits, &into.amaf_visits);
        copy_long(&from.amaf_rewards, &into.amaf_rewards);
        copy(&from.implicit, &into.implicit);
        copy(&from.lower, &into.lower);
        copy(&from.upper, &into.upper);
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
        cell.fetch_add(amount, Relaxed);
    } else {
        cell.store(cell.load(Relaxed) + amount, Relaxed);
    }
}
