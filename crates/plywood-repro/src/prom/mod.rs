//! Opponent-model thesis, chapters 6 and 7: PrOM search on written trees (sections 6.2 and 6.3), its best case by formula
//! (6.5), its cost on random trees (7.2) and the learning of probabilities (7.4).

mod figures;
mod learning;
mod random_trees;
mod stored;

use plywood_core::Error;
use plywood_search::opponent::om::{Pruning, Version};

use crate::formulas::{alpha_beta, prom_one_pass, prom_probing, prom_probing_printed};
use crate::models::{Counted, Own, Shape, best_case_evaluations};
use crate::om::vanishes;
use crate::{Context, Evidence, Grid, Measured, Reproduction, Ruling};
use plywood_lab::report::{Mark, Plot, Series, show_number};

/// What runs.
pub const ENTRIES: &[Reproduction] = &[
    Reproduction { id: "prom/figure6.1", run: figures::example },
    Reproduction { id: "prom/figure6.2", run: figures::shallow_pruning },
    Reproduction { id: "prom/figure6.3", run: figures::deep_pruning },
    Reproduction { id: "prom/figure6.4", run: figures::windows },
    Reproduction { id: "prom/text6.2.4", run: figures::relations },
    Reproduction { id: "prom/figure6.6", run: best_case },
    Reproduction { id: "prom/figure7.1", run: random_trees::versions },
    Reproduction { id: "prom/figure7.2", run: random_trees::by_depth },
    Reproduction { id: "prom/figure7.3", run: random_trees::by_width },
    Reproduction { id: "prom/figure7.4", run: random_trees::by_types },
    Reproduction { id: "prom/figure7.5", run: random_trees::tables },
    Reproduction { id: "prom/figure7.6", run: random_trees::surplus },
    Reproduction { id: "prom/figure7.7", run: learning::five_types },
    Reproduction { id: "prom/figure7.8", run: learning::by_types },
    Reproduction { id: "prom/figure7.9", run: learning::stability },
    Reproduction { id: "prom/figure7.10", run: learning::outside },
];

/// The depths and widths of the lost axes, as far as the thesis' trees go.
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=16;
const WIDTHS: std::ops::RangeInclusive<u32> = 2..=20;

/// Evaluations on ordered trees with several types: how many were counted, and those that are not proportional to the types.
fn by_types() -> (usize, Vec<String>) {
    let versions = [("one-pass", Version::OnePass), ("probing", Version::Probes)];
    let (mut counted, mut off) = (0, Vec::new());
    for (name, version) in versions {
        for (width, depth) in [2, 3].into_iter().flat_map(|width| (2..=6).map(move |depth| (width, depth))) {
            let count = |types| {
                best_case_evaluations(
                    Counted::Prom(version, Pruning::Beta, None, Own::Shared),
                    Shape { width, depth, types },
                )
            };
            let one = count(1);
            for types in 2..=4 {
                counted += 1;
                let many = count(types);
                if many != types as f64 * one {
                    off.push(format!(
                        "{name}, w = {width}, d = {depth}: {many} for {types} types, {one} for one"
                    ));
                }
            }
        }
    }
    (counted, off)
}

fn best_case(_: &Context) -> Result<Evidence, Error> {
    let mut evidence = Evidence::new(
        "Formulas 6.10 (one-pass) and 6.11 (probing), divided by the number of types and by formula 3.1. Formula 6.11 is drawn repaired; \
         as printed it counts probes at leaves when the depth is odd. The axes of the lost graphs are unknown: depths 1 to 16, widths 2 to 20.",
    );
    let one_pass = |d: u32, w: f64| prom_one_pass(d, w, 1.0) / alpha_beta(d, w);
    let probing = |d: u32, w: f64| prom_probing(d, w, 1.0) / alpha_beta(d, w);
    for (parity, name) in [(0, "even"), (1, "odd")] {
        let depths = || DEPTHS.filter(move |d| d % 2 == parity);
        let mut plot = Plot::new(
            format!("Best case against depth, {name} depths"),
            "depth",
            "evaluations per type and alpha-beta evaluation",
        )
        .logarithmic();
        for w in [2.0, 5.0, 20.0] {
            let points =
                |ratio: &dyn Fn(u32, f64) -> f64| depths().map(|d| (f64::from(d), ratio(d, w))).collect();
            plot = plot.with(Series::new(format!("one-pass, w = {w}"), Mark::Line, points(&one_pass)));
            plot = plot.with(Series::new(format!("probing, w = {w}"), Mark::Line, points(&probing)));
        }
        evidence.plot(plot);
    }
    let columns: Vec<String> =
        [2, 5, 10, 20].iter().flat_map(|w| [format!("1p, w={w}"), format!("Pb, w={w}")]).collect();
    let row = |d: u32| {
        let cells = [2.0, 5.0, 10.0, 20.0].iter().flat_map(|&w| [one_pass(d, w), probing(d, w)]);
        (format!("d = {d}"), cells.map(Measured::Exact).collect())
    };
    evidence.grid(Grid::measured("Ratios by depth and width", &columns, 3, DEPTHS.map(row).collect()));

    let cheaper = |d: u32, w: u32| {
        let w = f64::from(w);
        prom_probing_printed(d, w, 1.0) < prom_one_pass(d, w, 1.0)
    };
    let dear: Vec<u32> = DEPTHS.filter(|&d| !WIDTHS.clone().any(|w| cheaper(d, w))).collect();
    let always = DEPTHS.filter(|&d| WIDTHS.clone().all(|w| cheaper(d, w))).min();
    evidence.judge(
        "probing-preferred",
        Ruling::exact(dear.is_empty()),
        format!(
            "By the printed formulas probing is cheaper at no width for d = {dear:?}, and at every width from d = {} on.",
            always.map_or("none".to_string(), |d| d.to_string())
        ),
    );
    let (counted, off) = by_types();
    evidence.judge(
        "linear-types",
        Ruling::exact(off.is_empty()),
        format!(
            "Of {counted} counts by both searches on ordered trees (d = 2 to 6, w = 2 and 3, two to four types) {} are not the number of \
             types times the count of one type{}{}.",
            off.len(),
            if off.is_empty() { "" } else { ": " },
            off.join(", ")
        ),
    );

    // Growth over two plies: a factor for one-pass, a step for probing; how far both are from their limits.
    let grows = |w: f64, depth: u32| {
        let factor = one_pass(depth + 2, w) / one_pass(depth, w);
        let step = |d: u32| probing(d + 2, w) - probing(d, w);
        let expected = (2.0 * w - 1.0) / w;
        [(factor / expected - 1.0).abs(), (step(depth + 2) / step(depth) - 1.0).abs()]
    };
    let worst = |which: usize, depth: u32| {
        let errors = WIDTHS.flat_map(|w| [depth, depth + 1].map(|depth| grows(f64::from(w), depth)[which]));
        errors.fold(0.0, f64::max)
    };
    let [factors, steps] = [0, 1].map(|which| [5, 10, 20].map(|depth| worst(which, depth)));
    let limits = vanishes(&factors) && vanishes(&steps);
    evidence.judge(
        "no-deep-pruning",
        Ruling::exact(limits),
        format!(
            "Two plies more multiply the one-pass ratio by (2w - 1)/w within {} at depths 5, 10 and 20, each with the next, over widths 2 to 20, and raise the \
             probing ratio by a constant within {}.",
            factors.map(|one| show_number(one, 6)).join(", "),
            steps.map(|one| show_number(one, 6)).join(", ")
        ),
    );
    evidence.judge(
        "exponential-odd",
        Ruling::exact(!limits),
        "One-pass is exponential and probing linear for both parities, not exponential for odd and linear for even depths.",
    );
    Ok(evidence)
}
