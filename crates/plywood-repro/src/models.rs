//! Opponent models in reproductions: values of written trees, and evaluations on random trees.

use plywood_core::spec::Size;
use plywood_core::{Budget, Error, Game, Knowledge, Line, Notation, Search, Spec, Task};
use plywood_games::randomtree::RandomTree;
use plywood_games::tree::{Function, Tree, parse};
use plywood_search::alphabeta::{AlphaBeta, Config};
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::om::{Om, OmConfig, Pruning, Ties, Version};
use plywood_search::opponent::prom::{EqualMoves, OpponentType, Prom, PromConfig, Sharing};
use plywood_search::opponent::utility::Utility;
use plywood_search::table::{Matching, Replacement};

/// Leaves at most whose values are shared with MAX.
const MOST_LEAVES: usize = 1 << 21;

/// Deep enough for every written tree.
const WHOLE: u32 = 99;

/// A written tree with its evaluations.
pub struct Written {
    /// The tree.
    pub tree: Tree,
    functions: Vec<Function>,
}

impl Written {
    /// Reads a tree whose root is MAX's; one with MIN at the root gets a node of MAX above.
    pub fn read(text: &str) -> Result<Written, Error> {
        let text = if text.trim_start().starts_with('[') { format!("({text})") } else { text.to_string() };
        let tree = parse(&text)?;
        let function = |about: &plywood_core::About| tree.evaluator(&Spec::word(about.name));
        let functions = tree.evaluators().iter().map(function).collect::<Result<_, Error>>()?;
        Ok(Written { tree, functions })
    }

    fn function(&self, place: usize) -> Function {
        self.functions[place.min(self.functions.len() - 1)]
    }

    /// The value of a leaf by one of the evaluations.
    pub fn leaf(&self, function: usize, place: u32) -> f64 {
        let root = self.tree.start();
        Definition::new(&self.tree, &root).minimax(&self.function(function), (&place, 0, WHOLE))
    }

    fn at(&self, path: &str) -> u32 {
        self.tree.read_position(path).expect("the path is written here")
    }

    /// The minimax value of a node by one of the evaluations.
    pub fn minimax(&self, function: usize, path: &str) -> f64 {
        let root = self.tree.start();
        Definition::new(&self.tree, &root).minimax(&self.function(function), (&self.at(path), 0, WHOLE))
    }

    /// The OM value of a node.
    pub fn om(&self, path: &str) -> f64 {
        let root = self.tree.start();
        let node = (&self.at(path), 0, WHOLE);
        let (own, model) = (self.function(0), self.function(1));
        Definition::new(&self.tree, &root).om(&own, &model, node, WHOLE, None, Ties::First)
    }

    /// The PrOM value of a node with two types of these probabilities.
    pub fn prom(&self, path: &str, probabilities: [f64; 2]) -> f64 {
        let root = self.tree.start();
        let types = [0, 1].map(|place| (OpponentType::plain(place, probabilities[place]), WHOLE));
        let node = (&self.at(path), 0, WHOLE);
        let functions = [self.function(0), self.function(1)];
        Definition::new(&self.tree, &root).prom(
            &functions,
            &types,
            node,
            None,
            EqualMoves::First,
            Utility::NEUTRAL,
        )
    }

    /// The number, from 1, of the root's first move with the greatest value.
    pub fn best(&self, value: impl Fn(&Written, &str) -> f64) -> usize {
        let count = self.tree.count_moves(&self.tree.start());
        let values: Vec<f64> = (1..=count).map(|place| value(self, &format!("/{place}"))).collect();
        let most = values.iter().copied().fold(f64::MIN, f64::max);
        1 + values.iter().position(|value| *value == most).expect("there is a move")
    }

    /// OM search as it is searched: its value, and the trace of its calls.
    pub fn search_om(&self, version: Version, pruning: Pruning) -> (f64, plywood_core::Trace) {
        let settings = OmConfig { version, pruning, ..OmConfig::PLAIN };
        let mut search = Om::new(self.function(0), self.function(1), Config::PLAIN, settings);
        self.run(&mut search)
    }

    /// PrOM search as it is searched, types equally likely.
    pub fn search_prom(&self, version: Version) -> (f64, plywood_core::Trace) {
        let types = vec![OpponentType::plain(0, 0.5), OpponentType::plain(1, 0.5)];
        let functions = vec![self.function(0), self.function(1)];
        let settings = PromConfig { version, ..PromConfig::PLAIN };
        self.run(&mut Prom::new(functions, types, Config::PLAIN, settings))
    }

    fn run(&self, search: &mut dyn Search<Tree>) -> (f64, plywood_core::Trace) {
        let line = Line::new(self.tree.clone());
        let trace =
            search.trace(&line, &Budget::depth(WHOLE), 10_000).expect("it can be drawn").written(&line);
        (search.think(&line, Task::new(Budget::depth(WHOLE))).value, trace)
    }
}

/// A random tree to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Children of every node.
    pub width: u32,
    /// Plies to search.
    pub depth: u32,
    /// Opponent types.
    pub types: usize,
}

/// A search whose evaluations are counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Counted {
    /// Alpha-beta with V0.
    AlphaBeta,
    /// Beta-pruning OM search; probes may have a table of a number of entries.
    Om(Version, Option<usize>),
    /// One-pass bounded-sum OM search with this bound.
    BoundedOm(f64),
    /// PrOM search, pruned or not; probes may have a table each.
    Prom(Version, Pruning, Option<usize>, Own),
}

/// How MAX's own evaluation of a leaf counts in PrOM search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Own {
    /// It is the first type's, which has the same function.
    Shared,
    /// It is one more, as algorithm 6.4 names V0 beside V0 to Vn-1.
    Apart,
}

fn probes(table: Option<usize>) -> Config {
    let table = table.map_or(Size::Off, Size::Entries);
    Config { table, replacement: Replacement::Deep, matching: Matching::Exact, ..Config::PLAIN }
}

/// A random tree by seed; `mix` correlates the evaluations.
pub fn random_tree(size: Shape, seed: u64, mix: f64) -> RandomTree {
    let functions = size.types.max(2);
    let spec = format!("randomtree(width={}, functions={functions}, seed={seed}, mix={mix})", size.width);
    let spec: Spec = spec.parse().expect("the spec is written here");
    RandomTree::from_spec(&spec).expect("the keys are right")
}

/// Evaluations of a search on a random tree.
pub fn evaluations(search: Counted, size: Shape, seed: u64, mix: f64) -> f64 {
    evaluations_on(search, size, random_tree(size, seed, mix))
}

/// Evaluations of a search on a tree in the order that prunes best.
pub fn best_case_evaluations(search: Counted, size: Shape) -> f64 {
    let functions = size.types.max(2);
    let spec = format!("randomtree(width={}, functions={functions}, ordered=on, scale=1000000)", size.width);
    let spec: Spec = spec.parse().expect("the spec is written here");
    evaluations_on(search, size, RandomTree::from_spec(&spec).expect("the keys are right"))
}

fn evaluations_on(search: Counted, size: Shape, tree: RandomTree) -> f64 {
    let function = |place: usize| tree.evaluator(&Spec::word(&format!("v{place}"))).expect("it has so many");
    let mut search: Box<dyn Search<RandomTree>> = match search {
        Counted::AlphaBeta => Box::new(AlphaBeta::new(function(0), Config::PLAIN)),
        Counted::Om(version, table) => {
            let settings = OmConfig { version, ..OmConfig::PLAIN };
            Box::new(Om::new(function(0), function(1), probes(table), settings))
        }
        Counted::BoundedOm(bound) => {
            let pruning = Pruning::BoundedSum(bound);
            let settings = OmConfig { version: Version::OnePass, pruning, ..OmConfig::PLAIN };
            Box::new(Om::new(function(0), function(1), Config::PLAIN, settings))
        }
        Counted::Prom(version, pruning, table, own) => {
            let share = 1.0 / size.types as f64;
            let types = (0..size.types).map(|place| OpponentType::plain(place, share)).collect();
            // MAX's values of leaves are shared with the first type, as the thesis counts. With four places a leaf few
            // are displaced.
            let leaves = (size.width as usize).saturating_pow(size.depth);
            let sharing = match own {
                Own::Shared => Sharing::Own(leaves.saturating_mul(4).min(MOST_LEAVES)),
                Own::Apart => Sharing::None,
            };
            let settings = PromConfig { version, pruning, sharing, ..PromConfig::PLAIN };
            Box::new(Prom::new((0..size.types).map(function).collect(), types, probes(table), settings))
        }
    };
    let report = search.think(&Line::new(tree), Task::new(Budget::depth(size.depth)));
    report.evaluations as f64
}
