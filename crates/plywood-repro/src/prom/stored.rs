//! Algorithm 6.5 as it is printed, each type with a table of whatever its probes visit: leaves too.
//!
//! The searches of the library keep inner nodes alone. Leaves are most of a tree, so a table that keeps them is full two plies
//! earlier, which is what figure 7.5 is about. Of two entries for one place the deeper stays (section 5.2.4).

use plywood_core::Game;
use plywood_games::randomtree::{Node, RandomTree};

use crate::models::{Shape, random_tree};

/// What a value says of a node.
#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What a table knows of a node at a height above the leaves.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    depth: u32,
    value: f64,
    bound: Bound,
    best: u32,
}

/// A search of one tree.
struct Search {
    tree: RandomTree,
    shape: Shape,
    /// A table for each type; without places nothing is kept.
    tables: Vec<Vec<Option<Entry>>>,
    evaluations: u64,
}

/// Evaluations of the search on a random tree with tables of `entries` entries.
pub fn evaluations(shape: Shape, seed: u64, entries: usize) -> f64 {
    let tree = random_tree(shape, seed, 0.0);
    let tables = vec![vec![None; entries]; shape.types];
    let mut search = Search { tree, shape, tables, evaluations: 0 };
    search.max(&tree.start(), shape.depth, &vec![f64::INFINITY; shape.types]);
    search.evaluations as f64
}

impl Search {
    /// The entry's place in a type's table.
    fn place(&mut self, of_type: usize, key: u64) -> Option<&mut Option<Entry>> {
        let table = &mut self.tables[of_type];
        let place = (key as usize).checked_rem(table.len())?;
        table.get_mut(place)
    }

    fn known(&mut self, of_type: usize, key: u64, depth: u32) -> Option<Entry> {
        let found = *self.place(of_type, key)?;
        found.filter(|entry| entry.key == key && entry.depth == depth)
    }

    fn keep(&mut self, of_type: usize, entry: Entry) {
        if let Some(place) = self.place(of_type, entry.key)
            && place.is_none_or(|old| old.key == entry.key || old.depth <= entry.depth)
        {
            *place = Some(entry);
        }
    }

    fn leaf(&mut self, of_type: usize, node: &Node) -> f64 {
        let key = self.tree.key(node);
        if let Some(entry) = self.known(of_type, key, 0) {
            return entry.value;
        }
        self.evaluations += 1;
        let value = self.tree.value(node, of_type);
        self.keep(of_type, Entry { key, depth: 0, value, bound: Bound::Exact, best: 0 });
        value
    }

    /// Alpha-beta for a type: its value for MAX and the best move.
    fn probe(
        &mut self,
        of_type: usize,
        node: &Node,
        depth: u32,
        max: bool,
        (low, high): (f64, f64),
    ) -> (f64, u32) {
        if depth == 0 {
            return (self.leaf(of_type, node), 0);
        }
        let key = self.tree.key(node);
        if let Some(Entry { value, bound, best, .. }) = self.known(of_type, key, depth) {
            let serves = match bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= high,
                Bound::AtMost => value <= low,
            };
            if serves {
                return (value, best);
            }
        }
        let (mut alpha, mut beta) = (low, high);
        let (mut value, mut best) = (if max { f64::NEG_INFINITY } else { f64::INFINITY }, 0);
        for step in 0..self.shape.width {
            let child = self.tree.play(node, step);
            let (below, _) = self.probe(of_type, &child, depth - 1, !max, (alpha, beta));
            if if max { below > value } else { below < value } {
                (value, best) = (below, step);
            }
            if max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        let bound = match value {
            value if value <= low => Bound::AtMost,
            value if value >= high => Bound::AtLeast,
            _ => Bound::Exact,
        };
        self.keep(of_type, Entry { key, depth, value, bound, best });
        (value, best)
    }

    /// MAX's value of a node of MAX.
    fn max(&mut self, node: &Node, depth: u32, bounds: &[f64]) -> f64 {
        if depth == 0 {
            return self.leaf(0, node);
        }
        let children = (0..self.shape.width).map(|step| {
            let child = self.tree.play(node, step);
            self.min(&child, depth - 1, bounds)
        });
        children.fold(f64::NEG_INFINITY, f64::max)
    }

    /// MAX's value of a node of MIN, whose types are equally likely.
    fn min(&mut self, node: &Node, depth: u32, bounds: &[f64]) -> f64 {
        if depth == 0 {
            return self.leaf(0, node);
        }
        let window = |of_type: usize| (f64::NEG_INFINITY, bounds[of_type]);
        let chosen: Vec<(f64, u32)> = (0..self.shape.types)
            .map(|of_type| self.probe(of_type, node, depth, false, window(of_type)))
            .collect();
        let mut sum = 0.0;
        for step in 0..self.shape.width {
            let types = chosen.iter().filter(|(_, best)| *best == step).count();
            if types == 0 {
                continue;
            }
            let below: Vec<f64> = chosen
                .iter()
                .map(|(value, best)| if *best == step { value + 1.0 } else { f64::INFINITY })
                .collect();
            // The first type has MAX's evaluation, and has just evaluated the leaf that it plays.
            let value = match chosen[0] {
                (value, best) if depth == 1 && best == step => value,
                _ => self.max(&self.tree.play(node, step), depth - 1, &below),
            };
            sum += value * types as f64;
        }
        sum / self.shape.types as f64
    }
}

#[cfg(test)]
mod tests {
    use plywood_search::opponent::om::{Pruning, Version};

    use super::*;
    use crate::models::{self, Counted, Own};

    #[test]
    fn without_a_table_it_is_the_search_of_the_library() {
        let counted = Counted::Prom(Version::Probes, Pruning::Beta, None, Own::Apart);
        for (width, depth, types) in [(3, 5, 3), (2, 7, 2), (4, 4, 1), (3, 6, 4)] {
            let shape = Shape { width, depth, types };
            for seed in 0..20 {
                assert_eq!(evaluations(shape, seed, 0), models::evaluations(counted, shape, seed, 0.0));
            }
        }
    }

    #[test]
    fn a_leaf_is_evaluated_once_a_type_while_there_is_room() {
        let shape = Shape { width: 3, depth: 6, types: 3 };
        let [none, one, many] = [0, 1, 1 << 17].map(|entries| evaluations(shape, 7, entries));
        assert!(many <= 3.0 * 729.0 && many < 0.7 * none, "{none} {many}");
        assert!(one <= none && one > many);
    }
}
