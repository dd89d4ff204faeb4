//! Best-first proof-number search over a tree in memory (lecture notes, "pn Search"): select the most proving
//! leaf, develop it, update its ancestors. `pn2` develops a leaf by a search of its own and then drops the
//! tree of that search, except for the leaf's children.

use std::ops::ControlFlow;

use plywood_core::{Bound, Game, Line, Player, Step, Trace, TraceNode, TraceOf, Turn};

use super::{Method, Numbers, Question, number};

/// A node of the tree.
#[derive(Debug, Clone)]
struct Node<M> {
    parent: u32,
    /// The first of its children, which stand one after the other.
    first: u32,
    children: u32,
    /// Whether the goal's player chooses.
    or: bool,
    chosen: Option<M>,
    numbers: Numbers,
}

/// The least size of a second-level tree, so that the first leaves are worth their search.
const SMALL: usize = 500;

/// A tree of proof and disproof numbers.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    most: usize,
    /// Whether its root is the question's, so that it has something to tell.
    tells: bool,
}

impl<M: Copy> Tree<M> {
    /// An empty tree that takes at most `memory` bytes.
    pub(super) fn new(memory: usize) -> Tree<M> {
        let most = (memory / size_of::<Node<M>>()).clamp(1, u32::MAX as usize - 1);
        Tree { nodes: Vec::new(), most, tells: true }
    }

    /// The root's numbers.
    pub(super) fn numbers(&self) -> Numbers {
        self.nodes[0].numbers
    }

    fn family(&self, node: usize) -> std::ops::Range<usize> {
        let first = self.nodes[node].first as usize;
        first..first + self.nodes[node].children as usize
    }

    /// The child through which the most proving leaf is reached.
    fn most_proving(&self, node: usize) -> usize {
        let or = self.nodes[node].or;
        let key = |child: &usize| self.nodes[*child].numbers.split(or);
        self.family(node).min_by_key(key).expect("it was developed")
    }

    /// Searches until the root is proven or disproven, or the memory or the budget is used up.
    pub(super) fn search<G: Game<Move = M>>(
        &mut self,
        question: &mut Question<G>,
        root: &G::Position,
        method: Method,
    ) {
        let or = question.game.turn(root) == Turn::Player(question.goal.player);
        self.nodes.push(Node {
            parent: 0,
            first: 0,
            children: 0,
            or,
            chosen: None,
            numbers: Numbers::UNKNOWN,
        });
        let mut path = vec![(0, root.clone())];
        while self.numbers().answer().is_none() && self.nodes.len() < self.most && !question.meter.stopped {
            // The path ends at the last node whose numbers changed: the most proving leaf lies below it.
            while self.nodes[path[path.len() - 1].0].children > 0 {
                let (node, position) = &path[path.len() - 1];
                let child = self.most_proving(*node);
                let chosen = self.nodes[child].chosen.expect("children have moves");
                let position = question.game.play(position, chosen);
                question.enter(&position);
                path.push((child, position));
            }
            let (leaf, position) = &path[path.len() - 1];
            match method {
                Method::Pn2 { part } => self.develop_by_search(question, *leaf, position, part),
                _ => self.develop(question, *leaf, position),
            }
            if self.nodes[path[path.len() - 1].0].children == 0 {
                break; // The budget ended while it was developed.
            }
            while let Some((node, _)) = path.last() {
                let before = self.nodes[*node].numbers;
                let children = self.family(*node).map(|child| self.nodes[child].numbers);
                let after = Numbers::of(self.nodes[*node].or, children);
                self.nodes[*node].numbers = after;
                if path.len() == 1 || before == after && after.answer().is_none() {
                    break;
                }
                path.pop();
                question.leave();
            }
            if self.tells && question.meter.ticked {
                self.tell(question);
            }
        }
        for _ in 1..path.len() {
            question.leave();
        }
        if self.tells {
            self.tell(question);
        }
    }

    fn tell<G: Game<Move = M>>(&self, question: &mut Question<G>) {
        let moves = self.family(0).map(|child| &self.nodes[child]);
        question.tell(self.numbers(), moves.filter_map(|node| Some((node.chosen?, node.numbers))));
    }

    /// Adds a leaf's children; none of them if the budget ends on the way.
    fn develop<G: Game<Move = M>>(
        &mut self,
        question: &mut Question<G>,
        leaf: usize,
        position: &G::Position,
    ) {
        let first = self.nodes.len();
        let game = question.game;
        let _ = game.children(position, |chosen, child| {
            if !question.meter.visit() {
                return ControlFlow::Break(());
            }
            let met = question.meet(&child);
            let numbers = question.first_numbers(&met, &child);
            let parent = leaf as u32;
            self.nodes.push(Node {
                parent,
                first: 0,
                children: 0,
                or: met.or,
                chosen: Some(chosen),
                numbers,
            });
            ControlFlow::Continue(())
        });
        if question.meter.stopped {
            self.nodes.truncate(first);
            return;
        }
        self.nodes[leaf].first = first as u32;
        self.nodes[leaf].children = (self.nodes.len() - first) as u32;
    }

    /// Adds a leaf's children with the numbers that a search below it found.
    fn develop_by_search<G: Game<Move = M>>(
        &mut self,
        question: &mut Question<G>,
        leaf: usize,
        position: &G::Position,
        part: f64,
    ) {
        let room = self.most - self.nodes.len();
        let most = ((self.nodes.len() as f64 * part) as usize).max(SMALL).min(room.max(1));
        let mut below = Tree { nodes: Vec::new(), most, tells: false };
        below.search(question, position, Method::Pn);
        let first = self.nodes.len();
        for child in below.family(0) {
            let node = &below.nodes[child];
            self.nodes.push(Node { parent: leaf as u32, first: 0, children: 0, ..node.clone() });
        }
        self.nodes[leaf].first = first as u32;
        self.nodes[leaf].children = (self.nodes.len() - first) as u32;
    }

    /// The line that the root's answer rests on, or the most proving one.
    pub(super) fn line(&self) -> Vec<M> {
        let mut line = Vec::new();
        let mut node = 0;
        while self.nodes[node].children > 0 {
            node = self.most_proving(node);
            line.extend(self.nodes[node].chosen);
        }
        line
    }

    /// The tree with its numbers, and the way to the most proving leaf.
    pub(super) fn trace<G: Game<Move = M>>(&self, line: &Line<G>, player: Player) -> TraceOf<G> {
        let mut on_way = vec![false; self.nodes.len()];
        let mut node = 0;
        on_way[0] = true;
        while self.nodes[node].children > 0 {
            node = self.most_proving(node);
            on_way[node] = true;
        }
        let game = line.game();
        let mut positions: Vec<G::Position> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            positions.push(match node.chosen {
                Some(chosen) => game.play(&positions[node.parent as usize], chosen),
                None => line.position().clone(),
            });
        }
        // Every node before its children, and all below it before the next, as trees are read.
        let mut trace: TraceOf<G> = Trace::default();
        let mut left = vec![(0, None)];
        while let Some((index, parent)) = left.pop() {
            let node = &self.nodes[index];
            let ply = parent.map_or(0, |parent: usize| trace.nodes[parent].ply + 1);
            let place = trace.nodes.len();
            left.extend(self.family(index).rev().map(|child| (child, Some(place))));
            let Numbers { proof, disproof } = node.numbers;
            let note = match (node.numbers.answer(), on_way[index]) {
                (Some(true), _) => "proven",
                (Some(false), _) => "disproven",
                (None, true) => "most proving",
                (None, false) => "",
            };
            trace.nodes.push(TraceNode {
                parent,
                step: node.chosen.map(Step::Move),
                probability: None,
                turn: game.turn(&positions[index]),
                ply,
                depth: 0,
                view: player,
                window: None,
                null_window: false,
                value: None,
                bound: Bound::Exact,
                each: Vec::new(),
                note: note.to_string(),
                values: vec![
                    ("proof".to_string(), number(proof)),
                    ("disproof".to_string(), number(disproof)),
                ],
                pruned: Vec::new(),
            });
        }
        trace
    }
}
