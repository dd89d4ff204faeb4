//! The visits and rewards that a thread has counted at the busy nodes of a shared tree and not yet written
//! there.
//!
//! Two threads that write to the same few nodes in every simulation, the root and the best moves below it,
//! spend more time on passing those cache lines between them than on playouts. Visits and rewards of a node
//! with many visits are therefore kept here until they are a certain part of its visits. Nodes with few
//! visits, where virtual losses matter, are written at once. A search with one thread has no ledger.

use super::tree::Tree;

/// Entries; a node has its place by its number.
const ENTRIES: usize = 256;
/// A node is busy from this number of visits on.
const BUSY: u32 = 32;
/// A node's entry is written to the tree when it holds one in this number of its visits.
const PART: u32 = 16;
/// And at the latest when it holds this many.
const MOST: u32 = 256;

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    node: u32,
    visits: u32,
    rewards: u64,
}

/// The visits and rewards that the tree does not know of yet.
#[derive(Debug)]
pub struct Ledger([Entry; ENTRIES]);

impl Ledger {
    /// Nothing yet.
    pub fn new() -> Ledger {
        Ledger([Entry::default(); ENTRIES])
    }

    /// The entry of a node, empty if it was another's.
    fn entry<S: Copy + Send + Sync>(&mut self, tree: &Tree<S>, node: u32) -> &mut Entry {
        let entry = &mut self.0[node as usize % ENTRIES];
        if entry.node != node {
            Self::write(tree, entry);
            entry.node = node;
        }
        entry
    }

    fn write<S: Copy + Send + Sync>(tree: &Tree<S>, entry: &mut Entry) {
        if entry.visits > 0 || entry.rewards > 0 {
            tree.add(entry.node, entry.visits, entry.rewards);
            (entry.visits, entry.rewards) = (0, 0);
        }
    }

    /// Counts a visit and returns how many there are now.
    #[inline]
    pub fn visit<S: Copy + Send + Sync>(&mut self, tree: &Tree<S>, node: u32) -> u32 {
        let known = tree.visits(node);
        if known < BUSY {
            return tree.visit::<true>(node);
        }
        let entry = self.entry(tree, node);
        entry.visits += 1;
        known + entry.visits
    }

    /// Adds a reward.
    #[inline]
    pub fn reward<S: Copy + Send + Sync>(&mut self, tree: &Tree<S>, node: u32, reward: u64) {
        let known = tree.visits(node);
        if known < BUSY {
            return tree.reward::<true>(node, reward);
        }
        let entry = self.entry(tree, node);
        entry.rewards += reward;
        if entry.visits >= MOST.min(known / PART) {
            Self::write(tree, entry);
        }
    }

    /// Writes everything to the tree.
    pub fn settle<S: Copy + Send + Sync>(&mut self, tree: &Tree<S>) {
        self.0.iter_mut().for_each(|entry| Self::write(tree, entry));
    }
}
