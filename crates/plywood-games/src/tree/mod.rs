//! Written trees: the textbook figures as games, for tests and teaching.
//!
//! `tree:([9/8 7/6] [8/6 6/7])` is a game. A max node is `( )`, a min node `[ ]`, a chance node `{0.3: … 0.7: …}`
//! (without probabilities: equal ones); with more than two players a node is `1( … )`, `2( … )` and so on. A leaf is
//! one or more numbers with `/` between: in a two-player tree a value for each evaluation function, `v0` being the
//! payoff of the first player; in a tree with numbered players a payoff for each. A child may be named: `(A=… B=…)`;
//! otherwise moves are called by their place from 1. A position is the path to a node: `/A/2`, the root `/`.

mod parse;
pub(crate) mod picture;

use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_core::error::one_of;
use plywood_core::random::mix;
use plywood_core::{
    About, Chance, Error, Game, Knowledge, LastOf, Nature, Notation, PayoffKind, Picture, Player, Spec,
    StaticEvaluator, Sum, Turn, Uniform, uniform_policy,
};

use crate::functions;

pub use parse::parse;

/// How the game is listed.
pub const ABOUT: About = About {
    name: "tree",
    about: "a tree written down: max ( ), min [ ], chance {p: }, players by number 1( ), leaves 3 or 9/8",
    keys: &[],
    source: "lecture notes, Minimax Algorithm; opponent-model thesis, chapters 1 to 4 and 6; Dice thesis, figure 4.3",
};

/// A node of a written tree.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    turn: Turn,
    parent: Option<u32>,
    /// The step from the parent: a name and a probability.
    name: String,
    probability: f64,
    children: Vec<u32>,
    /// The values of a leaf.
    values: Vec<f64>,
}

/// A written tree; the root comes first.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    nodes: Arc<[Node]>,
    players: usize,
    chance: bool,
    functions: usize,
    bounds: (f64, f64),
    height: u32,
}

impl Tree {
    fn node(&self, place: u32) -> &Node {
        &self.nodes[place as usize]
    }

    /// The tree as text again.
    pub fn text(&self) -> String {
        self.write(0)
    }

    fn write(&self, place: u32) -> String {
        let node = self.node(place);
        let named = |child: &u32| {
            let below = self.node(*child);
            let text = self.write(*child);
            match node.turn {
                Turn::Chance => format!("{}: {text}", below.probability),
                _ if below.name.starts_with(|letter: char| letter.is_ascii_digit()) => text,
                _ => format!("{}={text}", below.name),
            }
        };
        let inside = node.children.iter().map(named).collect::<Vec<_>>().join(" ");
        match node.turn {
            Turn::Over => node.values.iter().map(f64::to_string).collect::<Vec<_>>().join("/"),
            Turn::Chance => format!("{{{inside}}}"),
            Turn::Player(player) if self.players > 2 => format!("{}({inside})", player.0 + 1),
            Turn::Player(Player::FIRST) => format!("({inside})"),
            Turn::Player(_) => format!("[{inside}]"),
        }
    }
}

impl Game for Tree {
    /// The node's place in the tree.
    type Position = u32;
    /// The child's place in the tree.
    type Move = u32;
    type Event = u32;
    type Value = f64;

    fn nature(&self) -> Nature {
        Nature {
            players: self.players,
            chance: if self.chance { Chance::Enumerable } else { Chance::None },
            payoff: PayoffKind::Margin,
            sum: if self.players > 2 { Sum::General } else { Sum::Zero },
            bounds: self.bounds,
            longest: Some(self.height),
            history: false,
        }
    }
    fn start(&self) -> u32 {
        0
    }
    fn turn(&self, place: &u32) -> Turn {
        self.node(*place).turn
    }
    fn children<B>(&self, place: &u32, mut visit: impl FnMut(u32, u32) -> ControlFlow<B>) -> ControlFlow<B> {
        self.node(*place).children.iter().try_for_each(|child| visit(*child, *child))
    }
    fn play(&self, place: &u32, child: u32) -> u32 {
        debug_assert_eq!(self.node(child).parent, Some(*place), "the child is one of this node's");
        child
    }
    fn events<B>(
        &self,
        place: &u32,
        mut visit: impl FnMut(u32, f64, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.turn(place) != Turn::Chance {
            return ControlFlow::Continue(());
        }
        let node = self.node(*place);
        node.children.iter().try_for_each(|child| visit(*child, self.node(*child).probability, *child))
    }
    fn payoff(&self, place: &u32, player: Player) -> f64 {
        Function(0).end(self, place, player)
    }
    fn key(&self, place: &u32) -> u64 {
        mix(u64::from(*place))
    }
    fn move_slots(&self) -> usize {
        self.nodes.len()
    }
    fn move_slot(&self, child: u32) -> usize {
        child as usize
    }
}

impl Notation for Tree {
    fn write_position(&self, place: &u32) -> String {
        let node = self.node(*place);
        match node.parent {
            None => "/".to_string(),
            Some(0) => format!("/{}", node.name),
            Some(parent) => format!("{}/{}", self.write_position(&parent), node.name),
        }
    }
    fn read_position(&self, text: &str) -> Result<u32, Error> {
        let Some(rest) = text.trim().strip_prefix('/') else {
            return Err(Error::at(text, 0, "a position is the path to it, such as / for the root or /1/2"));
        };
        let mut place = 0;
        for step in rest.split('/').filter(|_| !rest.is_empty()) {
            let node = self.node(place);
            place = *node.children.iter().find(|child| self.node(**child).name == step).ok_or_else(|| {
                let names = one_of(node.children.iter().map(|child| &self.node(*child).name));
                let offset = step.as_ptr() as usize - text.as_ptr() as usize;
                Error::at(text, offset, format!("no child {step:?} here; there is {names}"))
            })?;
        }
        Ok(place)
    }
    fn write_move(&self, _: &u32, child: u32) -> String {
        self.node(child).name.clone()
    }
    fn write_event(&self, _: &u32, child: u32) -> String {
        self.node(child).name.clone()
    }
    fn draw(&self, place: &u32) -> String {
        self.write(*place) + "\n"
    }
    fn picture(&self, place: &u32, _: Option<LastOf<Self>>) -> Picture {
        picture::picture(self, *place)
    }
}

/// One of the values of the leaves.
#[derive(Debug, Clone, Copy)]
pub struct Function(usize);

impl StaticEvaluator<Tree> for Function {
    fn look(&self, _: &Tree, _: &u32, _: Player) -> f64 {
        // Only leaves have values.
        0.0
    }
    fn end(&self, tree: &Tree, place: &u32, player: Player) -> f64 {
        let values = &tree.node(*place).values;
        if tree.players > 2 {
            return values[player.index()];
        }
        let value = values[self.0.min(values.len() - 1)];
        if player == Player::FIRST { value } else { -value }
    }
    fn bounds(&self, tree: &Tree) -> (f64, f64) {
        tree.bounds
    }
}

impl Knowledge for Tree {
    type Evaluator = Function;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const { &functions::LISTED }.split_at(self.functions).0
    }
    fn evaluator(&self, spec: &Spec) -> Result<Function, Error> {
        functions::number(spec, self.functions).map(Function)
    }
    uniform_policy!();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back() {
        for text in [
            "([9/8 7/6] [8/6 6/7])",
            "(A={0.25: 1 0.75: 2} B=[1 (2 3)])",
            "1(2(1/2/3 3/2/1) 3(0/0/1 1/0/0))",
            "5",
        ] {
            let tree = parse(text).unwrap();
            assert_eq!(tree.text(), text);
            assert_eq!(parse(&tree.text()).unwrap().text(), text);
        }
        assert_eq!(parse("({1 2 3 4})").unwrap().text(), "({0.25: 1 0.25: 2 0.25: 3 0.25: 4})");
    }

    #[test]
    fn errors_name_the_place() {
        for (text, column) in [
            ("", 1),
            ("(", 2),
            ("(1 2", 5),
            ("(1 2]", 5),
            ("()", 2),
            ("(1 x)", 4),
            ("{0.5: 1 0.6: 2}", 1),
            ("{0.5: 1 2}", 9),
            ("(1) 2", 5),
            ("(1/2/3 [4/5])", 9),
            ("(1 1(2 3))", 4),
            ("1(1/2 2/3)", 3),
            ("(A=1 A=2)", 6),
            ("(1/2/3/4/5/6/7/8/9)", 2),
            ("{0: 1 1: 2}", 2),
            ("9(1/2)", 1),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!(error.column(), Some(column), "{text}: {error}");
        }
        assert!(parse(&"(".repeat(100_000)).is_err(), "depth is limited");
    }
}
