//! Random game trees, made on the fly from a seed (opponent-model thesis, section 5.2.1, after Newborn).
//!
//! Every inner node has the same number of children. A node has a random base value for each evaluation function,
//! uniform on [0, 1]; the value of a node is the sum of the base values on its path, times a scale, rounded. So
//! values of neighbours are correlated, as in real games, and a tree depends on its seed alone, not on what is
//! visited. Children's random numbers come from hashing the parent's number and the child's place, where the thesis
//! reseeds a generator with the parent's base value: the distribution is the same.
//!
//! Players alternate; with `chance=on` an event with uneven probabilities follows each move. The game ends at the
//! tree's depth, and the evaluations `v0`, `v1`, ... keep disagreeing there. A search that stops earlier sees a tree
//! without finished games, as in the thesis. An ordered tree is the best case of pruning (section 3.3); `mix` correlates
//! the functions. A position is the path to it: `/2/0/3`; a small scale makes many ties.

use std::ops::ControlFlow;

use plywood_core::picture::Caption;
use plywood_core::picture::tree::{Tone, Twig, tree};
use plywood_core::random::{derive, mix};
use plywood_core::settings::{Takes, number, whole};
use plywood_core::{
    About, Chance, Error, Game, Key, Knowledge, LastOf, Nature, Notation, PayoffKind, Picture, Player, Spec,
    StaticEvaluator, Turn, Uniform, uniform_policy,
};

use crate::functions;
use crate::tree::picture::{kind, short, turn_in_words};

/// How the game is listed.
pub const ABOUT: About = About {
    name: "randomtree",
    about: "uniform random trees with correlated values, one or more evaluations, with or without chance",
    keys: &[
        Key::taking("width", "4", whole(1, 32), "children of every inner node, 1 to 32"),
        Key::taking("depth", "24", whole(1, MAX_DEPTH as u64), "plies to the end, 1 to 24"),
        Key::taking("seed", "1", whole(0, u64::MAX), "which tree"),
        Key::taking(
            "functions",
            "2",
            whole(1, functions::MOST as u64),
            "evaluation functions, 1 to 8: v0, v1, ...",
        ),
        Key::taking(
            "scale",
            "1000",
            whole(1, 1_000_000),
            "values are sums of numbers in [0, 1] times this, rounded; a small one makes ties",
        ),
        Key::taking(
            "mix",
            "0",
            number(0.0, 1.0),
            "share of v0 in the base values of the other functions, 0 to 1",
        ),
        Key::taking(
            "ordered",
            "off",
            Takes::Switch,
            "children in the order that prunes best under every function, nothing random",
        ),
        Key::taking("chance", "off", Takes::Switch, "an event with uneven probabilities follows each move"),
    ],
    source: "opponent-model thesis, section 5.2.1",
};

/// Plies at most: a path of five bits a ply fits a word.
const MAX_DEPTH: u32 = 24;
const STEP_BITS: u32 = 5;

/// The rules of one tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RandomTree {
    width: u32,
    depth: u32,
    seed: u64,
    functions: usize,
    scale: f64,
    mix: f32,
    ordered: bool,
    chance: bool,
}

/// A node: the path to it, its random number, and the sums of base values along the path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Node {
    path: u128,
    random: u64,
    ply: u32,
    sums: [f32; functions::MOST],
}

impl RandomTree {
    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<RandomTree, Error> {
        let list = [ABOUT];
        let (_, args) = About::find(&list, spec, "game")?;
        Ok(RandomTree {
            width: args.get("width")?,
            depth: args.get("depth")?,
            seed: args.get("seed")?,
            functions: args.get("functions")?,
            scale: args.get("scale")?,
            mix: args.get("mix")?,
            ordered: args.get::<bool>("ordered")?,
            chance: args.get::<bool>("chance")?,
        })
    }

    /// A number in [0, 1) with the precision of a float.
    fn uniform(word: u64) -> f32 {
        (word >> 40) as f32 / (1u32 << 24) as f32
    }

    fn node(&self, path: u128, random: u64, ply: u32, mut sums: [f32; functions::MOST]) -> Node {
        let first = Self::uniform(derive(random, 0));
        for (function, sum) in sums.iter_mut().enumerate().take(self.functions) {
            let own = Self::uniform(derive(random, function as u64));
            *sum += if self.ordered { 0.0 } else { self.mix * first + (1.0 - self.mix) * own };
        }
        Node { path, random, ply, sums }
    }

    /// In an ordered tree the first child is the best for the player who chooses it, and each further one worse.
    fn step_down(&self, node: &mut Node, place: u32) {
        let share = place as f32 / self.width as f32;
        let base = if node.ply % 2 == 1 { 1.0 - share } else { share };
        for (function, sum) in node.sums.iter_mut().enumerate().take(self.functions) {
            *sum += base / (function + 1) as f32;
        }
    }

    fn child(&self, node: &Node, place: u32) -> Node {
        let random = mix(node.random ^ u64::from(place + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut child =
            self.node(node.path << STEP_BITS | u128::from(place), random, node.ply + 1, node.sums);
        if self.ordered {
            self.step_down(&mut child, place);
        }
        child
    }

    /// The value of a node for the first player under an evaluation function.
    pub fn value(&self, node: &Node, function: usize) -> f64 {
        (f64::from(node.sums[function]) * self.scale).round()
    }

    /// Uneven weights of the events of a chance node; they sum to one.
    fn probabilities(&self, node: &Node) -> impl Iterator<Item = f64> {
        let random = node.random;
        let weight = move |place: u32| 0.1 + f64::from(Self::uniform(derive(!random, u64::from(place))));
        let total: f64 = (0..self.width).map(weight).sum();
        (0..self.width).map(move |place| weight(place) / total)
    }
}

impl Game for RandomTree {
    type Position = Node;
    type Move = u32;
    type Event = u32;
    type Value = f64;

    fn nature(&self) -> Nature {
        let most = self.scale * f64::from(self.depth + 1);
        Nature {
            chance: if self.chance { Chance::Enumerable } else { Chance::None },
            payoff: PayoffKind::Margin,
            bounds: (-most, most),
            longest: Some(self.depth),
            ..Nature::outcome()
        }
    }
    fn start(&self) -> Node {
        self.node(0, mix(self.seed), 0, [0.0; functions::MOST])
    }
    fn turn(&self, node: &Node) -> Turn {
        match (node.ply == self.depth, self.chance) {
            (true, _) => Turn::Over,
            (false, false) => Turn::Player(Player((node.ply % 2) as u8)),
            (false, true) if node.ply % 2 == 1 => Turn::Chance,
            (false, true) => Turn::Player(Player((node.ply / 2 % 2) as u8)),
        }
    }
    fn children<B>(&self, node: &Node, mut visit: impl FnMut(u32, Node) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.width).try_for_each(|place| visit(place, self.child(node, place)))
    }
    fn play(&self, node: &Node, place: u32) -> Node {
        debug_assert!(place < self.width, "the child exists");
        self.child(node, place)
    }
    fn count_moves(&self, _: &Node) -> usize {
        self.width as usize
    }
    fn events<B>(
        &self,
        node: &Node,
        mut visit: impl FnMut(u32, f64, Node) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.turn(node) != Turn::Chance {
            return ControlFlow::Continue(());
        }
        (0..self.width)
            .zip(self.probabilities(node))
            .try_for_each(|(place, probability)| visit(place, probability, self.child(node, place)))
    }
    fn payoff(&self, node: &Node, player: Player) -> f64 {
        let value = self.value(node, 0);
        if player == Player::FIRST { value } else { -value }
    }
    fn key(&self, node: &Node) -> u64 {
        mix(node.random)
    }
    fn move_slots(&self) -> usize {
        self.width as usize
    }
    fn move_slot(&self, place: u32) -> usize {
        place as usize
    }
}

impl Notation for RandomTree {
    fn write_position(&self, node: &Node) -> String {
        let mask = (1 << STEP_BITS) - 1;
        let steps: String =
            (0..node.ply).rev().map(|step| format!("/{}", node.path >> (step * STEP_BITS) & mask)).collect();
        if steps.is_empty() { "/".to_string() } else { steps }
    }
    fn read_position(&self, text: &str) -> Result<Node, Error> {
        let Some(rest) = text.trim().strip_prefix('/') else {
            return Err(Error::at(text, 0, "a position is the path to it, such as / for the root or /2/0/3"));
        };
        let mut node = self.start();
        for step in rest.split('/').filter(|_| !rest.is_empty()) {
            let offset = step.as_ptr() as usize - text.as_ptr() as usize;
            let place: u32 = step.parse().ok().filter(|place| *place < self.width).ok_or_else(|| {
                Error::at(
                    text,
                    offset,
                    format!("expected a child from 0 to {}, found {step:?}", self.width - 1),
                )
            })?;
            if node.ply == self.depth {
                return Err(Error::at(text, offset, format!("the tree ends after {} plies", self.depth)));
            }
            node = self.child(&node, place);
        }
        Ok(node)
    }
    fn write_move(&self, _: &Node, place: u32) -> String {
        place.to_string()
    }
    fn draw(&self, node: &Node) -> String {
        let values: Vec<String> = (0..self.functions)
            .map(|function| format!("v{function} = {}", self.value(node, function)))
            .collect();
        format!("{}   {}\n", self.write_position(node), values.join(", "))
    }
    /// The node, the way to it, its children and, where there are few, theirs.
    fn picture(&self, node: &Node, _: Option<LastOf<Self>>) -> Picture {
        let mut path = vec![self.start()];
        for step in (0..node.ply).rev() {
            let place = (node.path >> (step * STEP_BITS)) as u32 & ((1 << STEP_BITS) - 1);
            path.push(self.child(&path[path.len() - 1], place));
        }
        let mut twigs: Vec<Twig> = Vec::new();
        for above in &path[path.len().saturating_sub(DRAWN_ABOVE + 1)..] {
            twigs.push(self.twig(above, twigs.len().checked_sub(1)));
        }
        let here = twigs.len() - 1;
        twigs[here].tone = Tone::Here;
        let mut cells = Vec::new();
        for (place, child) in self.all_below(node).enumerate() {
            cells.push(twigs.len());
            twigs.push(self.twig(&child, Some(here)));
            if self.turn(node) == Turn::Chance {
                let probability = self.probabilities(node).nth(place).map_or(String::new(), short);
                twigs[cells[place]].step += &format!(" · {probability}");
            }
            for below in self.all_below(&child).filter(|_| self.width <= MOST_DRAWN_BELOW) {
                twigs.push(self.twig(&below, Some(cells[place])));
            }
        }
        let mut picture = tree("Random tree", &twigs, &[]);
        picture.aim(self, node, |place| vec![cells[place as usize]]);
        let turn = turn_in_words(self.turn(node));
        picture.caption =
            Caption { text: format!("{turn} at {}", self.write_position(node)), chips: Vec::new() };
        picture.description = format!("{}. {turn}", self.draw(node).trim_end());
        picture
    }
}

/// Nodes above a position that are drawn, and the most children that are drawn with their own.
const DRAWN_ABOVE: usize = 2;
const MOST_DRAWN_BELOW: u32 = 4;

impl RandomTree {
    fn all_below(&self, node: &Node) -> impl Iterator<Item = Node> {
        let count = if node.ply == self.depth { 0 } else { self.width };
        let (tree, node) = (*self, *node);
        (0..count).map(move |place| tree.child(&node, place))
    }

    fn twig(&self, node: &Node, parent: Option<usize>) -> Twig {
        let notes = (1..self.functions).map(|function| format!("v{function} {}", self.value(node, function)));
        let name = self.write_position(node);
        Twig {
            value: self.value(node, 0).to_string(),
            step: name.rsplit('/').next().unwrap_or_default().to_string(),
            notes: notes.collect(),
            name,
            ..Twig::new(parent, kind(self.turn(node), 2))
        }
    }
}

/// One of the tree's evaluation functions.
#[derive(Debug, Clone, Copy)]
pub struct Function(usize);

impl StaticEvaluator<RandomTree> for Function {
    fn look(&self, tree: &RandomTree, node: &Node, player: Player) -> f64 {
        let value = tree.value(node, self.0);
        if player == Player::FIRST { value } else { -value }
    }
    fn end(&self, tree: &RandomTree, node: &Node, player: Player) -> f64 {
        self.look(tree, node, player)
    }
    fn bounds(&self, tree: &RandomTree) -> (f64, f64) {
        tree.nature().bounds
    }
}

impl Knowledge for RandomTree {
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
