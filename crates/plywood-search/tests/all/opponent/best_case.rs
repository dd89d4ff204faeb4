//! Counted evaluations on best-case trees are the closed forms (opponent-model thesis, formulas 3.1, 3.9, 3.10, 6.10
//! and 6.11). As printed, 3.10 and 6.11 count probes at leaves where the depth is odd; the sum must stop earlier.

use plywood_core::Search;
use plywood_games::randomtree::RandomTree;
use plywood_search::alphabeta::{AlphaBeta, Config};
use plywood_search::opponent::om::{Om, OmConfig, Pruning, Version};
use plywood_search::opponent::prom::{OpponentType, Prom, PromConfig, Sharing};

use super::support::{Case, tree};

fn ordered() -> impl Iterator<Item = (Case, u32)> {
    let sizes =
        (2..=4).flat_map(|width| (1..=if width == 2 { 8 } else { 6 }).map(move |depth| (width, depth)));
    sizes.map(|(width, depth)| {
        let tree = tree(&format!("randomtree(width={width}, functions=4, ordered=on, scale=1000000)"));
        (Case { tree, depth, seed: 0 }, width)
    })
}

fn evaluations(case: &Case, search: impl Search<RandomTree>) -> f64 {
    case.run(search).evaluations as f64
}

#[test]
fn alpha_beta_and_om_search() {
    for (case, width) in ordered() {
        let functions = case.functions();
        let (depth, width) = (case.depth, f64::from(width));
        let ab = evaluations(&case, AlphaBeta::new(functions[0], Config::PLAIN));
        assert_eq!(ab, closed_forms::alpha_beta(depth, width), "3.1 at depth {depth}, width {width}");
        let om = |version, pruning| {
            let settings = OmConfig { version, pruning, ..OmConfig::PLAIN };
            evaluations(&case, Om::new(functions[0], functions[1], Config::PLAIN, settings))
        };
        let one_pass = om(Version::OnePass, Pruning::Beta);
        assert_eq!(one_pass, closed_forms::om_one_pass(depth, width), "3.9 at depth {depth}, width {width}");
        let probes = om(Version::Probes, Pruning::Beta);
        assert_eq!(probes, closed_forms::om_probes(depth, width), "3.10 at depth {depth}, width {width}");
        // A bound that says nothing changes nothing.
        assert_eq!(om(Version::OnePass, Pruning::BoundedSum(f64::INFINITY)), one_pass);
    }
}

#[test]
fn prom_search() {
    for (case, width) in ordered() {
        for count in 1..=4 {
            let share = 1.0 / count as f64;
            let types: Vec<_> = (0..count).map(|model| OpponentType::plain(model, share)).collect();
            let prom = |version, sharing| {
                let settings = PromConfig { version, sharing, ..PromConfig::PLAIN };
                evaluations(&case, Prom::new(case.functions(), types.clone(), Config::PLAIN, settings))
            };
            let (depth, width) = (case.depth, f64::from(width));
            let told = format!("depth {depth}, width {width}, {count} types");
            let expected = closed_forms::prom_one_pass(depth, width, count);
            assert_eq!(prom(Version::OnePass, Sharing::None), expected, "6.10 at {told}");
            // 6.11 takes MAX's values of the leaves from the probes of the type with MAX's evaluation. To
            // share everything saves what other probes saw as well.
            let made = prom(Version::Probes, Sharing::Own(1 << 16));
            assert_eq!(made, closed_forms::prom_probes(depth, width, count), "6.11 at {told}");
            assert!(prom(Version::Probes, Sharing::All(1 << 16)) <= made);
        }
    }
}

/// The closed forms, written as the sums they come from.
mod closed_forms {
    /// `width` to the half of a depth, rounded down and up.
    fn halves(depth: u32, width: f64) -> (f64, f64) {
        (width.powi((depth / 2) as i32), width.powi(depth.div_ceil(2) as i32))
    }

    /// 3.1.
    pub fn alpha_beta(depth: u32, width: f64) -> f64 {
        let (down, up) = halves(depth, width);
        down + up - 1.0
    }

    /// 3.9.
    pub fn om_one_pass(depth: u32, width: f64) -> f64 {
        let (down, up) = halves(depth, width);
        up + down + (width - 1.0) * f64::from(depth.div_ceil(2)) * down
    }

    /// All probes of one opponent: `w^i` of them at every odd ply `2 i - 1` above the leaves.
    fn probes(depth: u32, width: f64) -> f64 {
        (1..=depth / 2).map(|i| width.powi(i as i32) * alpha_beta(depth + 1 - 2 * i, width)).sum()
    }

    /// 3.10, repaired.
    pub fn om_probes(depth: u32, width: f64) -> f64 {
        halves(depth, width).1 + probes(depth, width)
    }

    /// 6.10.
    pub fn prom_one_pass(depth: u32, width: f64, types: usize) -> f64 {
        let half = depth.div_ceil(2) as i32;
        types as f64 * (2.0 * width - 1.0).powi(half - 1) * width.powi(2 + (depth / 2) as i32 - half)
    }

    /// 6.11, repaired.
    pub fn prom_probes(depth: u32, width: f64, types: usize) -> f64 {
        if depth == 1 { width } else { types as f64 * probes(depth, width) }
    }
}
