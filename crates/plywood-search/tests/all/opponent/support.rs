//! Random trees and runs of searches on them.

use plywood_core::random::{below, seeded};
use plywood_core::spec::Size;
use plywood_core::{Budget, Game, Knowledge, Line, Report, Search, Spec, Task, Turn};
use plywood_games::randomtree::{Function, Node, RandomTree};
use plywood_search::alphabeta::{Config, Style, Window};
use plywood_search::opponent::definition::Definition;
use plywood_search::plain::Fail;
use plywood_search::table::Matching;
use plywood_small_games::tictactoe::TicTacToe;

/// A tree to search and how deep.
pub struct Case {
    pub tree: RandomTree,
    pub depth: u32,
    pub seed: u64,
}

/// `count` trees of several shapes, with few and with many ties, ending at the search depth or beyond it.
pub fn cases(count: u64) -> impl Iterator<Item = Case> {
    (0..count).map(|seed| {
        let width = 2 + seed % 3;
        let depth = 1 + (seed / 3 % if width == 2 { 6 } else { 4 }) as u32;
        let scale = [2, 5, 1000][(seed / 7 % 3) as usize];
        let ends = if seed % 2 == 0 { depth } else { 24 };
        let text =
            format!("randomtree(width={width}, depth={ends}, seed={seed}, functions=4, scale={scale})");
        Case { tree: tree(&text), depth, seed }
    })
}

pub fn tree(spec: &str) -> RandomTree {
    RandomTree::from_spec(&spec.parse::<Spec>().unwrap()).unwrap()
}

impl Case {
    pub fn functions(&self) -> Vec<Function> {
        (0..4).map(|index| self.tree.evaluator(&Spec::word(&format!("v{index}"))).unwrap()).collect()
    }

    /// Children of every node.
    pub fn width(&self) -> u32 {
        self.tree.count_moves(&self.tree.start()) as u32
    }

    pub fn definition(&self) -> Definition<'_, RandomTree> {
        Definition::new(&self.tree, &self.tree.start())
    }

    /// The greatest difference between two functions at the leaves.
    pub fn spread(&self, first: usize, second: usize) -> f64 {
        self.leaves().iter().fold(0.0, |most, leaf| {
            (self.tree.value(leaf, first) - self.tree.value(leaf, second)).abs().max(most)
        })
    }

    fn leaves(&self) -> Vec<Node> {
        let mut nodes = vec![self.tree.start()];
        for _ in 0..self.depth {
            let children = |node: &Node| self.definition().children(node).into_iter().map(|(_, child)| child);
            nodes = nodes.iter().flat_map(children).collect();
        }
        nodes
    }

    /// Runs a search to the case's depth.
    pub fn run(&self, mut search: impl Search<RandomTree>) -> Report<u32> {
        let line = Line::new(self.tree);
        search.think(&line, Task::new(Budget::depth(self.depth)))
    }
}

/// A game of tic-tac-toe after some random plies, unless it is over then.
pub fn tic_tac_toe(seed: u64, plies: u64) -> Option<Line<TicTacToe>> {
    let mut rng = seeded(seed);
    let mut line = Line::new(TicTacToe);
    for _ in 0..plies {
        let children = Definition::new(&TicTacToe, line.position()).children(line.position());
        if line.turn() == Turn::Over {
            return None;
        }
        line.play(children[below(&mut rng, children.len())].0);
    }
    (line.turn() != Turn::Over).then_some(line)
}

/// Switches of the probes: none, and everything that keeps fixed-depth values, without and with a narrow window.
pub fn probes() -> [Config; 3] {
    let full = Config {
        table: Size::Entries(1 << 12),
        matching: Matching::Exact,
        killers: true,
        history: true,
        pvs: true,
        etc: Some(2),
        ..Config::PLAIN
    };
    let style = Style::Window(Window { aspiration: Some(2.0), fail: Fail::Soft });
    [Config::PLAIN, full.clone(), Config { style, ..full }]
}
