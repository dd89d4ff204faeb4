//! What opponent-model search costs (opponent-model thesis, sections 5.2 and 7.2): evaluations per evaluation of plain
//! alpha-beta on the same random trees, per evaluation of alpha-beta with the same table and ordering, and nodes a
//! second. Nothing is deepened, as in the thesis. An evaluation is one call of one function, and each counts.
//!
//! For PrOM search two more numbers say what is possible: the positions evaluated where types share the components of
//! their evaluation (section 6.4.1), and the least that probes can do ([`floor`]).

mod floor;

use plywood_core::spec::Size;
use plywood_core::{Budget, Knowledge, Line, Player, Report, Search, Spec, Task};
use plywood_games::randomtree::{Function, Node, RandomTree};
use plywood_search::alphabeta::{AlphaBeta, Config};
use plywood_search::cache::Cache;
use plywood_search::opponent::mstar::{Nested, NestedConfig, Passes};
use plywood_search::opponent::om::{Om, OmConfig, Pruning, Version};
use plywood_search::opponent::prom::{OpponentType, Prom, PromConfig, Sharing};
use plywood_search::opponent::shared::{Components, Weighted};
use plywood_search::table::Matching;

use super::{Row, interleaved, median};

/// Trees a point, the first of them.
const TREES: u64 = 30;
/// Types of opponent in PrOM search; the first has MAX's own evaluation.
const TYPES: usize = 3;
/// Evaluations or components that are remembered.
const REMEMBERED: usize = 1 << 20;

/// A random tree of a width whose leaves lie beyond the search; `mix` correlates its functions.
fn tree(width: u32, mix: f64, seed: u64) -> RandomTree {
    let spec = format!("randomtree(width={width}, functions=4, mix={mix}, seed={seed})");
    RandomTree::from_spec(&spec.parse::<Spec>().expect("the spec is written here"))
        .expect("the keys are right")
}

fn functions(tree: &RandomTree) -> Vec<Function> {
    let function = |place: usize| tree.evaluator(&Spec::word(&format!("v{place}"))).expect("it has four");
    (0..4).map(function).collect()
}

/// A table, and moves ordered by evaluation where four plies or more are left.
fn enhanced() -> Config {
    Config { table: Size::Entries(1 << 18), matching: Matching::Exact, sort: Some(4), ..Config::PLAIN }
}

/// What is measured.
const SEARCHES: [&str; 8] = [
    "ab",
    "ab, table and ordering",
    "om one-pass",
    "om probes",
    "om probes, table and ordering",
    "prom one-pass, 3 types",
    "prom probes, 3 types, table and ordering",
    "mstar 3 levels, table and ordering",
];
const PLAIN: usize = 0;
const ENHANCED: usize = 1;
const OM: usize = 4;
const PROM: usize = 6;

fn types() -> Vec<OpponentType> {
    (0..TYPES).map(|place| OpponentType::plain(place, 1.0 / TYPES as f64)).collect()
}

fn search(name: usize, tree: &RandomTree) -> Box<dyn Search<RandomTree>> {
    let functions = functions(tree);
    let om = |version, probes| {
        let settings = OmConfig { version, pruning: Pruning::Beta, ..OmConfig::PLAIN };
        Box::new(Om::new(functions[0], functions[1], probes, settings))
    };
    let prom = |version, probes, sharing| {
        let settings = PromConfig { version, sharing, ..PromConfig::PLAIN };
        Box::new(Prom::new(functions.clone(), types(), probes, settings))
    };
    match name {
        PLAIN => Box::new(AlphaBeta::new(functions[0], Config::PLAIN)),
        ENHANCED => Box::new(AlphaBeta::new(functions[0], enhanced())),
        2 => om(Version::OnePass, Config::PLAIN),
        3 => om(Version::Probes, Config::PLAIN),
        OM => om(Version::Probes, enhanced()),
        5 => prom(Version::OnePass, Config::PLAIN, Sharing::None),
        PROM => prom(Version::Probes, enhanced(), Sharing::All(REMEMBERED)),
        _ => {
            let settings = NestedConfig { passes: Passes::Multi, epsilon: None, deepening: false };
            Box::new(Nested::new(functions[..3].to_vec(), enhanced(), settings))
        }
    }
}

fn run(search: &mut dyn Search<RandomTree>, tree: RandomTree, depth: u32) -> Report<u32> {
    search.think(&Line::new(tree), Task::new(Budget::depth(depth)))
}

/// The values of a tree's functions at a node, as components that all of them are weightings of.
struct Values;

impl Components<RandomTree> for Values {
    fn components(&self, tree: &RandomTree, node: &Node, player: Player) -> Vec<f64> {
        let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
        (0..TYPES).map(|function| sign * tree.value(node, function)).collect()
    }
    fn largest(&self, _: &RandomTree) -> f64 {
        25_000.0
    }
}

/// Positions evaluated by PrOM search whose types share all components.
fn positions(tree: RandomTree, depth: u32) -> u64 {
    let cache = Cache::new(REMEMBERED);
    let one_hot = |place: usize| (0..TYPES).map(|other| f64::from(u8::from(other == place))).collect();
    let family = Weighted::family(Values, cache.clone(), &(0..TYPES).map(one_hot).collect::<Vec<Vec<f64>>>());
    let settings = PromConfig { sharing: Sharing::All(REMEMBERED), ..PromConfig::PLAIN };
    run(&mut Prom::new(family, types(), enhanced(), settings), tree, depth);
    cache.counts().1
}

/// The median over the first trees of a shape of what one number is per another.
fn ratio(
    width: u32,
    mix: f64,
    trees: u64,
    of: impl Fn(RandomTree) -> f64,
    to: impl Fn(RandomTree) -> f64,
) -> f64 {
    let one = |seed| {
        let tree = tree(width, mix, seed);
        of(tree) / to(tree)
    };
    median(&(0..trees).map(one).collect::<Vec<f64>>())
}

/// Evaluations of a search.
fn evaluations(name: usize, depth: u32) -> impl Fn(RandomTree) -> f64 {
    move |tree| run(&mut *search(name, &tree), tree, depth).evaluations as f64
}

/// Measures.
pub fn run_suite() -> Vec<Row> {
    let aim = |name: usize| match name {
        2 => "thesis: about 4",
        3 => "thesis: about 3",
        OM => "aim: at most 2; thesis: 2 to 4",
        PROM => "aim: at most 6, beyond the floor of such probes below",
        _ => "",
    };
    let mut rows = Vec::new();
    for (name, title) in SEARCHES.iter().enumerate().skip(1) {
        rows.extend(both(title, name, (4, 8), TREES, aim(name)));
    }
    rows.extend(possible());
    let series = (4..=9).map(|depth| (3, depth)).chain([2, 4, 6, 8].map(|width| (width, 5)));
    for shape in series {
        for name in [2, 3, OM, 5, PROM] {
            rows.extend(both(SEARCHES[name], name, shape, TREES / 3, ""));
        }
    }
    rows.extend(speeds());
    rows
}

/// Evaluations per evaluation of plain alpha-beta, and of alpha-beta with the same table and ordering.
fn both(title: &str, name: usize, (width, depth): (u32, u32), trees: u64, aim: &str) -> Vec<Row> {
    let per = |to| ratio(width, 0.0, trees, evaluations(name, depth), evaluations(to, depth));
    let row =
        |to: &str, value, unit, aim| Row::new(format!("{title}: d={depth}, w={width}{to}"), value, unit, aim);
    let plain = row("", per(PLAIN), "evaluations per plain ab", aim);
    let beside =
        (name != ENHANCED).then(|| row(" (enhanced)", per(ENHANCED), "evaluations per enhanced ab", ""));
    std::iter::once(plain).chain(beside).collect()
}

/// What is possible for PrOM search with three types at depth 8 and width 4.
fn possible() -> Vec<Row> {
    let row = |name: &str, mix, of: &dyn Fn(RandomTree) -> f64, unit, beside| {
        let value = ratio(4, mix, TREES, of, evaluations(PLAIN, 8));
        Row::new(format!("{name}: d=8, w=4"), value, unit, beside)
    };
    vec![
        row(
            "prom probes, 3 types, shared components",
            0.0,
            &|tree| positions(tree, 8) as f64,
            "positions per plain ab",
            "aim: at most 6; one evaluation of a position serves all types",
        ),
        row(
            "prom probes, 3 types with half their base values in common",
            0.5,
            &evaluations(PROM, 8),
            "evaluations per plain ab",
            "",
        ),
        row(
            "prom probes, 3 types, floor",
            0.0,
            &|tree| floor::evaluations(&tree, TYPES, 4, 8) as f64,
            "evaluations per plain ab",
            "every probe in perfect order, nothing evaluated twice",
        ),
    ]
}

/// Nodes a second, interleaved; every round has a tree of its own, so that tables need not be cleared. There are enough of
/// them for the first use of a table's memory not to count.
fn speeds() -> Vec<Row> {
    let chosen = [PLAIN, ENHANCED, 2, OM, 5, PROM];
    let mut searches: Vec<_> = chosen.iter().map(|name| search(*name, &tree(4, 0.0, 0))).collect();
    let mut spent = vec![(0, 0.0); chosen.len()];
    for seed in 0..TREES {
        let tree = tree(4, 0.0, seed);
        for (search, (nodes, seconds)) in searches.iter_mut().zip(&mut spent) {
            *seconds += interleaved(1, &mut [&mut || *nodes += run(&mut **search, tree, 8).nodes])[0];
        }
    }
    let row = |(name, (nodes, seconds)): (&usize, &(u64, f64))| {
        Row::new(format!("{}: speed", SEARCHES[*name]), *nodes as f64 / seconds, "nodes/s", "")
    };
    chosen.iter().zip(&spent).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One model costs at most twice alpha-beta. Three types that know different things cost more than the six times
    /// hoped for, as does the best that probes can do; where they share components they cost no more.
    #[test]
    fn what_opponent_models_cost() {
        let ab = evaluations(PLAIN, 8);
        let om = ratio(4, 0.0, 9, evaluations(OM, 8), &ab);
        assert!(om <= 2.0, "OM search with probes and table: {om}");
        let prom = ratio(4, 0.0, 9, evaluations(PROM, 8), &ab);
        let least = ratio(4, 0.0, 9, |tree| floor::evaluations(&tree, TYPES, 4, 8) as f64, &ab);
        assert!(least > 6.0 && prom > least && prom < 13.0, "PrOM search: {prom}, floor {least}");
        let shared = ratio(4, 0.0, 9, |tree| positions(tree, 8) as f64, &ab);
        assert!(shared <= 6.0, "PrOM search with shared components: {shared}");
    }
}
