//! What opponent-model search costs (opponent-model thesis, sections 5.2 and 7.2): evaluations per evaluation of plain
//! alpha-beta on the same random trees, the same beside alpha-beta with the same table and ordering, and nodes a second.

use plywood_core::spec::Size;
use plywood_core::{Budget, Knowledge, Line, Report, Search, Spec, Stop};
use plywood_games::randomtree::{Function, RandomTree};
use plywood_search::alphabeta::{AlphaBeta, Config};
use plywood_search::opponent::mstar::{Nested, NestedConfig, Passes};
use plywood_search::opponent::om::{Om, OmConfig, Pruning, Version};
use plywood_search::opponent::prom::{OpponentType, Prom, PromConfig};
use plywood_search::table::Matching;

use super::{Row, interleaved};

/// Trees a point.
const TREES: u64 = 30;

/// A random tree of a width whose leaves lie beyond the search, with an evaluation for each type.
fn tree(width: u32, seed: u64) -> (RandomTree, Vec<Function>) {
    let spec = format!("randomtree(width={width}, functions=4, seed={seed})");
    let tree = RandomTree::from_spec(&spec.parse::<Spec>().expect("the spec is written here"))
        .expect("the keys are right");
    let function = |place: usize| tree.evaluator(&Spec::word(&format!("v{place}"))).expect("it has four");
    (tree, (0..4).map(function).collect())
}

/// Table and ordering as players have them.
fn enhanced() -> Config {
    Config {
        table: Size::Entries(1 << 18),
        matching: Matching::Exact,
        deepening: true,
        killers: true,
        history: true,
        ..Config::BARE
    }
}

/// What is measured: alpha-beta plain and enhanced, and opponent-model searches.
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

fn search(name: usize, functions: &[Function]) -> Box<dyn Search<RandomTree>> {
    let om = |version, probes, deepening| {
        let settings = OmConfig { version, pruning: Pruning::Beta, deepening, ..OmConfig::PLAIN };
        Box::new(Om::new(functions[0], functions[1], probes, settings))
    };
    let prom = |version, probes, deepening, shared| {
        let types = (0..3).map(|place| OpponentType::plain(place, 1.0 / 3.0)).collect();
        let settings = PromConfig { version, deepening, shared, ..PromConfig::PLAIN };
        Box::new(Prom::new(functions.to_vec(), types, probes, settings))
    };
    match name {
        0 => Box::new(AlphaBeta::new(functions[0], Config::BARE)),
        1 => Box::new(AlphaBeta::new(functions[0], enhanced())),
        2 => om(Version::OnePass, Config::BARE, false),
        3 => om(Version::Probes, Config::BARE, false),
        4 => om(Version::Probes, enhanced(), true),
        5 => prom(Version::OnePass, Config::BARE, false, None),
        6 => prom(Version::Probes, enhanced(), true, Some(1 << 16)),
        _ => {
            let settings = NestedConfig { passes: Passes::Multi, epsilon: None, deepening: true };
            Box::new(Nested::new(functions[..3].to_vec(), enhanced(), settings))
        }
    }
}

fn run(name: usize, width: u32, depth: u32, seed: u64) -> Report<u32> {
    let (tree, functions) = tree(width, seed);
    search(name, &functions).think(&Line::new(tree), &Budget::depth(depth), 0, &Stop::new(), &mut ())
}

/// Median ratio of a search's evaluations to another's on the same trees.
pub fn ratio(name: usize, to: usize, width: u32, depth: u32, trees: u64) -> f64 {
    let one = |seed| {
        run(name, width, depth, seed).evaluations as f64 / run(to, width, depth, seed).evaluations as f64
    };
    super::median(&mut (0..trees).map(one).collect::<Vec<f64>>())
}

/// Measures.
pub fn run_suite() -> Vec<Row> {
    let mut rows = Vec::new();
    let aim = |name: usize| match name {
        4 => "aim: at most 2",
        6 => "aim: at most 6; not met: each type asks every leaf that any type may reach",
        3 => "thesis: about 3",
        2 => "thesis: about 4",
        _ => "",
    };
    for (name, title) in SEARCHES.iter().enumerate().skip(1) {
        let plain = ratio(name, 0, 4, 8, TREES);
        rows.push(Row::new(format!("{title}: d=8, w=4"), plain, "evaluations per plain ab", aim(name)));
        if name > 1 {
            let value = ratio(name, 1, 4, 8, TREES);
            rows.push(Row::new(format!("{title}: d=8, w=4"), value, "evaluations per enhanced ab", ""));
        }
    }
    let series = (4..=9).map(|depth| (3, depth)).chain([2, 4, 6, 8].map(|width| (width, 5)));
    for (width, depth) in series {
        for name in [2, 3, 4, 5, 6] {
            let value = ratio(name, 0, width, depth, TREES / 3);
            let title = format!("{}: d={depth}, w={width}", SEARCHES[name]);
            rows.push(Row::new(title, value, "evaluations per plain ab", ""));
        }
    }
    rows.extend(speeds());
    rows
}

/// Nodes a second, interleaved.
fn speeds() -> Vec<Row> {
    let chosen = [0, 1, 2, 4, 6];
    let nodes: Vec<u64> = chosen.iter().map(|name| run(*name, 4, 8, 1).nodes).collect();
    let mut runs: Vec<_> = chosen.iter().map(|name| move || drop(run(*name, 4, 8, 1))).collect();
    let mut rivals: Vec<&mut dyn FnMut()> = runs.iter_mut().map(|run| run as &mut dyn FnMut()).collect();
    let seconds = interleaved(5, &mut rivals);
    let row = |(name, (nodes, seconds)): (&usize, (&u64, &f64))| {
        Row::new(format!("{}: speed", SEARCHES[*name]), *nodes as f64 / seconds, "nodes/s", "")
    };
    chosen.iter().zip(nodes.iter().zip(&seconds)).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One model costs at most twice alpha-beta. Three independent types cost far more than the six times hoped for.
    #[test]
    fn one_model_costs_at_most_twice_alpha_beta() {
        let (om, prom) = (ratio(4, 0, 4, 8, 15), ratio(6, 0, 4, 8, 15));
        assert!(om <= 2.0, "OM search with probes and table: {om}");
        assert!((6.0..18.0).contains(&prom), "PrOM search with three types: {prom}");
    }
}
