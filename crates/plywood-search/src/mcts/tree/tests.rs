//! What the reading of steps rests on, and callers that do what they must not.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Barrier;

use super::*;

const OPEN: (f32, f32) = (-1.0, 1.0);
/// Bytes for a few segments.
const MEMORY: usize = 1 << 19;

/// A step that is wrong if a part of it is another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Twice(u64, u64);

impl Twice {
    fn new(number: u64) -> Twice {
        Twice(number, !number)
    }
    fn number(self) -> u64 {
        assert_eq!(self.0, !self.1, "a step is whole");
        self.0
    }
}

fn layout(chance: Chance) -> Layout {
    Layout::new(&Config::plain(super::super::config::Family::Tree), chance)
}

fn tree(chance: Chance) -> Tree<Twice> {
    let mut tree = Tree::new(layout(chance), MEMORY);
    tree.clear(OPEN);
    tree
}

fn seeds(numbers: Range<u64>) -> Vec<Seed<Twice>> {
    let seed = |number| Seed { step: Twice::new(number), weight: 1.0, guess: 0.5, bounds: OPEN };
    numbers.map(seed).collect()
}

fn step_is_refused(tree: &Tree<Twice>, node: u32) -> bool {
    catch_unwind(AssertUnwindSafe(|| tree.step(node))).is_err()
}

#[test]
fn a_number_that_is_no_childs_has_no_step() {
    let empty = Tree::<Twice>::new(layout(Chance::None), MEMORY);
    assert!(step_is_refused(&empty, ROOT), "nothing is there before the first clear");
    let mut tree = tree(Chance::None);
    assert!([ROOT, 1, 2, 5000, u32::MAX].into_iter().all(|node| step_is_refused(&tree, node)));
    let block = tree.reserve().expand::<false>(ROOT, &seeds(0..3)).unwrap();
    assert_eq!(block.nodes().map(|node| tree.step(node).number()).collect::<Vec<_>>(), [0, 1, 2]);
    assert!([ROOT, 4, 5000, u32::MAX].into_iter().all(|node| step_is_refused(&tree, node)));
    // What was a node's number before is not when the tree is cleared, and root and nodes are as new.
    tree.clear(OPEN);
    assert!(block.nodes().all(|node| step_is_refused(&tree, node)));
    assert_eq!(tree.children(ROOT), None);
    let again = tree.reserve().expand::<false>(ROOT, &seeds(7..8)).unwrap();
    assert_eq!(tree.step(again.first).number(), 7);
    assert!(step_is_refused(&tree, again.first + 1));
}

#[test]
fn what_a_reserve_has_not_written_has_no_step() {
    let tree = tree(Chance::None);
    let mut reserve = tree.reserve();
    let block = reserve.expand::<true>(ROOT, &seeds(0..2)).unwrap();
    assert!(tree.nodes() > 2 + u64::from(block.first), "more was taken than was written");
    assert!((block.first + 2..tree.nodes() as u32).all(|node| step_is_refused(&tree, node)));
}

#[test]
fn what_is_no_node_gets_no_children() {
    let tree = tree(Chance::Sampled);
    let mut reserve = tree.reserve();
    assert_eq!(reserve.expand::<false>(9, &seeds(0..2)), None);
    assert_eq!(reserve.expand::<true>(9, &seeds(0..2)), None);
    let adopted = catch_unwind(AssertUnwindSafe(|| reserve.adopt::<false>(9, Twice::new(1), false)));
    assert!(adopted.is_err());
    assert!(step_is_refused(&tree, 9));
    assert!(
        catch_unwind(AssertUnwindSafe(|| tree.reserve().expand::<false>(u32::MAX, &seeds(0..2)))).is_err()
    );
}

#[test]
fn children_are_listed_once() {
    let tree = tree(Chance::None);
    let block = tree.reserve().expand::<false>(ROOT, &seeds(0..2)).unwrap();
    assert_eq!(tree.reserve().expand::<false>(ROOT, &seeds(5..9)), None);
    assert_eq!(tree.reserve().expand::<true>(ROOT, &seeds(5..9)), None);
    assert_eq!(tree.children(ROOT), Some(block));
    // More children than a segment has room for never fit, and the node stays as it was.
    let many = Segment::<Twice>::NODES as u64 + 1;
    assert_eq!(tree.reserve().expand::<true>(block.first, &seeds(0..many)), None);
    assert_eq!(tree.children(block.first), None);
    assert!(tree.reserve().expand::<true>(block.first, &seeds(0..1)).is_some());
}

/// Threads list, draw and read at the same nodes at the same time until memory is full: every step that anybody reads is
/// whole, and no node is given out twice.
#[test]
fn threads_never_share_a_node_that_one_of_them_writes() {
    const THREADS: u64 = if cfg!(miri) { 2 } else { 4 };
    let rounds = if cfg!(miri) { 20 } else { 2000 };
    let tree = tree(Chance::Sampled);
    let first = tree.reserve().expand::<true>(ROOT, &seeds(0..8)).unwrap();
    let barrier = Barrier::new(THREADS as usize);
    let work = |thread: u64| {
        let mut reserve = tree.reserve();
        let mut adopted = Vec::new();
        barrier.wait();
        for round in 0..rounds {
            let own = (thread + 1) << 32 | round << 8;
            let parent = first.first + (round % 4) as u32;
            adopted.extend(reserve.adopt::<true>(parent, Twice::new(own), false).map(|node| (node, own)));
            // The other four have children side by side, and so have the last of these.
            let parent = first.first + 4 + (round % 4) as u32;
            let parent = tree.children(parent).map_or(parent, |block| block.first + block.count - 1);
            reserve.expand::<true>(parent, &seeds(own..own + 3));
            for place in [0, 3, 5, 7] {
                let steps = tree.below(first.first + place).map(|node| tree.step(node).number());
                assert!(steps.take(50).all(|number| number >> 32 >= 1));
            }
        }
        adopted
    };
    let adopted: Vec<(u32, u64)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || work(thread))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(adopted.len() as u64 > THREADS);
    assert!(adopted.iter().all(|(node, number)| tree.step(*node).number() == *number));
    let listed = (0..4).flat_map(|place| tree.below(first.first + place)).count();
    assert_eq!(listed, adopted.len(), "every event hangs on its chain once");
}

#[test]
fn a_copy_has_the_same_steps() {
    let source = tree(Chance::None);
    let mut reserve = source.reserve();
    let block = reserve.expand::<false>(ROOT, &seeds(0..3)).unwrap();
    let below = reserve.expand::<false>(block.first + 1, &seeds(10..14)).unwrap();
    let mut copy = Tree::new(layout(Chance::None), MEMORY);
    source.copy_below(block.first + 1, &mut copy, OPEN);
    let steps = |tree: &Tree<Twice>, block: Block| -> Vec<u64> {
        block.nodes().map(|node| tree.step(node).number()).collect()
    };
    assert_eq!(steps(&copy, copy.children(ROOT).unwrap()), steps(&source, below));
    assert_eq!(copy.nodes(), 5);
}
