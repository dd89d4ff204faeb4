//! Opponent-model thesis, chapters 1 to 5: the game of nim-5 (section 1.2 to 1.4), the best case of OM search by formula
//! (3.3), its written trees (2.3, 3.2 and 4.2), and its cost on random trees (5.2).

mod errors;
mod figures;
mod kalah;
mod nim;
mod othello;
mod random_trees;
mod reseeding;

use plywood_core::Error;
use plywood_search::opponent::om::Version;

use super::formulas::{alpha_beta, om_one_pass, om_probing, om_probing_printed, om_recursive, om_with_k};
use super::models::{Counted, Shape, best_case_evaluations};
use super::{Context, Evidence, Grid, Measured, Reproduction, Ruling};
use plywood_lab::report::{Mark, Plot, Series, show_number};

/// What runs.
pub const ENTRIES: &[Reproduction] = &[
    Reproduction { id: "om/figure1.1", run: nim::histories },
    Reproduction { id: "om/figure1.2", run: nim::complete_tree },
    Reproduction { id: "om/figure1.3", run: nim::strategies },
    Reproduction { id: "om/figure1.4", run: nim::reduced_game },
    Reproduction { id: "om/figure1.5", run: nim::restricted_game },
    Reproduction { id: "om/text2.1.2", run: kalah::m_and_n },
    Reproduction { id: "om/text2.4.3", run: othello::by_depths },
    Reproduction { id: "om/text2.4.4", run: othello::limited_evaluations },
    Reproduction { id: "om/figure2.1", run: figures::example },
    Reproduction { id: "om/figure3.1", run: figures::beta_pruning },
    Reproduction { id: "om/figure3.2", run: figures::window },
    Reproduction { id: "om/text3.2.4", run: figures::bounded_sum },
    Reproduction { id: "om/figure3.6", run: best_case },
    Reproduction { id: "om/figure4.1", run: errors::type_one },
    Reproduction { id: "om/figure4.2", run: errors::type_one_vanishing },
    Reproduction { id: "om/figure4.3", run: errors::type_two },
    Reproduction { id: "om/figure4.4", run: errors::type_two_vanishing },
    Reproduction { id: "om/figure4.5", run: errors::type_three },
    Reproduction { id: "om/figure4.6", run: errors::type_three_vanishing },
    Reproduction { id: "om/figure4.7", run: errors::type_four },
    Reproduction { id: "om/figure5.2", run: random_trees::counts },
    Reproduction { id: "om/figure5.3", run: random_trees::ratios },
    Reproduction { id: "om/figure5.4", run: random_trees::by_depth },
    Reproduction { id: "om/figure5.5", run: random_trees::by_width },
    Reproduction { id: "om/figure5.6", run: random_trees::with_table },
    Reproduction { id: "om/figure5.7", run: random_trees::saved_by_table },
    Reproduction { id: "om/text5.6", run: random_trees::summary },
    Reproduction { id: "om/text5.2.1", run: reseeding::compare },
];

/// Evaluations of a search by depth and width.
type Count = fn(u32, f64) -> f64;

const SEARCHES: [(&str, Count); 2] = [("one-pass", om_one_pass), ("probing", om_probing)];

fn best_case(_: &Context) -> Result<Evidence, Error> {
    let mut evidence = Evidence::new(
        "Formulas 3.9 (one-pass) and 3.10 (probing) divided by formula 3.1. Formula 3.10 is used repaired; as printed it counts probes at \
         leaves when the depth is odd. The axes of the lost graphs are unknown: depths 1 to 16, widths 2 to 20, as far as the thesis' trees go.",
    );
    for (name, count) in SEARCHES {
        for (parity, word) in [(0, "even"), (1, "odd")] {
            let mut plot = Plot::new(
                format!("Best case of {name} OM search, {word} depths"),
                "depth",
                "evaluations per alpha-beta evaluation",
            );
            for w in [2.0, 5.0, 10.0, 20.0] {
                let depths = (1..=16).filter(|d| d % 2 == parity);
                let points = depths.map(|d| (f64::from(d), count(d, w) / alpha_beta(d, w))).collect();
                plot = plot.with(Series::new(format!("w = {w}"), Mark::Line, points));
            }
            evidence.plot(plot);
        }
    }
    let widths = [2.0, 5.0, 10.0, 20.0];
    let columns: Vec<String> =
        widths.iter().flat_map(|w| [format!("1p, w={w}"), format!("Pb, w={w}")]).collect();
    let row = |d: u32| {
        let cells = widths.iter().flat_map(|&w| SEARCHES.map(|(_, count)| count(d, w) / alpha_beta(d, w)));
        (format!("d = {d}"), cells.map(Measured::Exact).collect())
    };
    evidence.grid(Grid::measured("Ratios by depth and width", &columns, 3, (1..=16).map(row).collect()));
    judge_order(&mut evidence);
    judge_shapes(&mut evidence);
    let forms_agree = (1..=12).all(|d| {
        (2..=12)
            .map(f64::from)
            .all(|w| om_recursive(d, w) == om_one_pass(d, w) && om_with_k(d, w) == om_one_pass(d, w))
    });
    let shapes = (2..=4).flat_map(|width| (2..=7).map(move |depth| Shape { width, depth, types: 2 }));
    let (mut counted, mut right, mut below) = (0, 0, 0);
    for shape in shapes {
        let one_pass = best_case_evaluations(Counted::Om(Version::OnePass, None), shape);
        let probing = best_case_evaluations(Counted::Om(Version::Probes, None), shape);
        counted += 1;
        right += usize::from(one_pass == om_one_pass(shape.depth, f64::from(shape.width)));
        below += usize::from(probing < one_pass);
    }
    evidence.judge(
        "optimal",
        Ruling::exact(forms_agree && right == counted && below == 0),
        format!(
            "On {right} of {counted} ordered trees (d = 2 to 7, w = 2 to 4) one-pass search makes exactly the evaluations of 3.9, and probing, \
             the other version there is, is below it on {below}. That nothing else could be is the theorem's word."
        ),
    );
    Ok(evidence)
}

fn judge_order(evidence: &mut Evidence) {
    let every = |d: u32, holds: &dyn Fn(f64, f64) -> bool, probing: Count| {
        (2..=20).map(f64::from).all(|w| holds(om_one_pass(d, w), probing(d, w)))
    };
    let depths = |holds: &dyn Fn(f64, f64) -> bool, probing: Count| -> Vec<u32> {
        (1..=16).filter(|&d| every(d, holds, probing)).collect()
    };
    let cheaper = depths(&|a, b| a < b, om_probing);
    evidence.judge(
        "onepass-cheaper",
        Ruling::exact(cheaper.len() == 16),
        format!(
            "One-pass is cheaper at every width for d ≥ {}, equal at d = {:?} and dearer at d = {:?}; by the misprinted formula cheaper for \
             d ≥ {}.",
            cheaper.first().copied().unwrap_or(0),
            depths(&|a, b| a == b, om_probing),
            depths(&|a, b| a > b, om_probing),
            depths(&|a, b| a < b, om_probing_printed).first().copied().unwrap_or(0),
        ),
    );
}

/// Curvature of three equally spaced values relative to their slope.
fn bend(values: [f64; 3]) -> f64 {
    ((values[2] - 2.0 * values[1] + values[0]) / (values[2] - values[0])).abs()
}

/// Whether numbers tend to zero: each is less than half of the one before.
pub(crate) fn vanishes(numbers: &[f64]) -> bool {
    numbers.windows(2).all(|pair| pair[1] < pair[0] / 2.0)
}

/// Second differences and slopes tend to zero when every doubling of the depth or width at least halves them.
fn judge_shapes(evidence: &mut Evidence) {
    let ratio = |count: Count, d: u32, w: f64| count(d, w) / alpha_beta(d, w);
    let worst = |of: &dyn Fn(Count) -> f64| SEARCHES.iter().map(|(_, count)| of(*count)).fold(0.0, f64::max);
    let largest = |numbers: &mut dyn Iterator<Item = f64>| numbers.fold(0.0, f64::max);
    let shown =
        |numbers: &[f64]| numbers.iter().map(|number| show_number(*number, 6)).collect::<Vec<_>>().join(", ");
    let by_depth = |d: u32| {
        worst(&|count| {
            let bends = (2..=20)
                .map(f64::from)
                .flat_map(|w| [d, d + 1].map(|d| bend([d - 2, d, d + 2].map(|d| ratio(count, d, w)))));
            largest(&mut bends.into_iter())
        })
    };
    let bends = [5, 10, 20, 40].map(by_depth);
    evidence.judge(
        "linear-depth",
        Ruling::exact(vanishes(&bends)),
        format!(
            "The largest bend against the slope over widths 2 to 20 around depths 5, 10, 20 and 40, each with the next: {}.",
            shown(&bends)
        ),
    );
    let by_width = |w: f64| {
        worst(&|count| {
            let bends = [2, 4, 6, 8, 10].map(|d| bend([w - 1.0, w, w + 1.0].map(|w| ratio(count, d, w))));
            largest(&mut bends.into_iter())
        })
    };
    let bends = [5.0, 10.0, 20.0, 40.0].map(by_width);
    evidence.judge(
        "linear-width-even",
        Ruling::exact(vanishes(&bends)),
        format!(
            "At even depths 2 to 10 the largest bend against the slope at widths 5, 10, 20 and 40: {}.",
            shown(&bends)
        ),
    );
    let slope = |w: f64| {
        worst(&|count| {
            let slopes = [3, 5, 7, 9].map(|d| (ratio(count, d, w + 1.0) - ratio(count, d, w)).abs());
            largest(&mut slopes.into_iter())
        })
    };
    let slopes = [10.0, 20.0, 40.0, 80.0].map(slope);
    evidence.judge(
        "width-odd",
        Ruling::exact(vanishes(&slopes)),
        format!(
            "At odd depths 3 to 9 the largest slope at widths 10, 20, 40 and 80: {}; the ratios level off.",
            shown(&slopes)
        ),
    );
}
