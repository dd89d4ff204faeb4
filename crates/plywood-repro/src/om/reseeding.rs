//! Section 5.2.1: does drawing a node's children from a generator reseeded by the node's own base value bias the trees?
//!
//! Two sets of trees, one reseeded at every node, one drawn from a single stream; their minimax root values are compared by a
//! t-test for unequal variances.

use plywood_core::Error;
use plywood_core::random::derive;

use crate::twister::Twister;
use crate::{Context, Estimate, Evidence, Grid, Measured, Ruling};
use plywood_lab::report::{Plot, Series, show_number};
use plywood_lab::stats::Summary;
use plywood_lab::stats::hypothesis::welch;

const WIDTH: u32 = 3;
const DEPTH: u32 = 6;
/// Trees of each set in the thesis; there are always more here, so that the test is a sharper one.
const PUBLISHED: usize = 10_000;
/// How far the means may lie apart, in standard deviations of a root value, where the two sets are called the same. A difference of
/// this size is what the thesis's own test of 10,000 trees would find in nineteen runs of twenty.
const ALIKE: f64 = 0.05;

/// Runs the comparison.
pub fn compare(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(4 * PUBLISHED, PUBLISHED);
    let values = context.seeds("root values", trees, (0.0, 1.0), |seed| {
        let generator = |set: u64| Twister::new(derive(seed, set) as u32);
        [
            f64::from(reseeded(&mut generator(0), DEPTH, 0.0, true)),
            f64::from(streamed(&mut generator(1), DEPTH, 0.0, true)),
        ]
    })?;
    let sets = [0, 1].map(|set: usize| values.iter().map(|pair| pair[set]).collect::<Vec<f64>>());
    let test =
        welch(&sets[0], &sets[1]).ok_or_else(|| Error::new("a t-test needs at least two trees a set"))?;
    let mut evidence = Evidence::new(format!(
        "Trees with d = {DEPTH}, w = {WIDTH}, generator MT19937; minimax of V0 at the root. Reseeded: a node's base value seeds the \
         generator of its children; against it, one stream for the whole tree."
    ));
    evidence.reading("The seed is the bits of the base value as a float; the text does not say how a number from 0 to 1 becomes one.");
    evidence.reading(format!(
        "Not to be told apart means that the means lie within {ALIKE} standard deviations of a root value; a small t alone is no evidence."
    ));
    evidence.scale("trees a set", trees, PUBLISHED);
    evidence.grid(Grid::beside(context.entry, "Test of equal means", 3, |row, _| {
        (row == 0).then_some(Measured::Exact(test.t))
    }));
    let columns: Vec<String> = ["trees", "mean", "deviation", "median"].map(String::from).to_vec();
    let row = |name: &str, set: &[f64]| {
        let cells = Summary::of(set)
            .map(|s| [s.count as f64, s.mean, s.deviation, s.median])
            .unwrap_or([f64::NAN; 4]);
        (name.to_string(), cells.map(Measured::Exact).to_vec())
    };
    evidence.grid(Grid::measured(
        "Root values",
        &columns,
        1,
        vec![row("reseeded", &sets[0]), row("one stream", &sets[1])],
    ));
    let mut plot = Plot::new("Root values of both sets", "minimax value of the root", "trees");
    for (name, set) in [("reseeded", &sets[0]), ("one stream", &sets[1])] {
        plot = plot.with(Series::histogram(name, set, 100.0));
    }
    evidence.plot(plot);
    evidence.judge(
        "same-distribution",
        alike(&sets[0], &sets[1]),
        format!(
            "t = {} with p = {}; printed 0.34, critical 1.96, which one true claim in twenty exceeds by chance.",
            show_number(test.t, 3),
            show_number(test.p, 3)
        ),
    );
    Ok(evidence)
}

/// The claim that two samples have one mean, within a share of their deviation.
fn alike(one: &[f64], other: &[f64]) -> Ruling {
    let deviation = Summary::of(one).map_or(f64::NAN, |summary| summary.deviation);
    let apart = Estimate::mean(one).minus(Estimate::mean(other)).times(1.0 / deviation);
    Ruling::within(&apart, (-ALIKE, ALIKE))
}

fn leaf(sum: f32) -> f32 {
    (sum * 1000.0).round()
}

fn better(max: bool, a: f32, b: f32) -> f32 {
    if (a > b) == max { a } else { b }
}

/// Minimax where every node's children come from a generator of their own.
fn reseeded(generator: &mut Twister, depth: u32, sum: f32, max: bool) -> f32 {
    if depth == 0 {
        return leaf(sum);
    }
    // Children draw their base values in turn, V0 and V_op each; only V0 counts here.
    let bases: Vec<f32> = (0..WIDTH)
        .map(|_| {
            let base = generator.unit();
            generator.unit();
            base
        })
        .collect();
    let below = bases.into_iter().map(|base| {
        // At the leaves nothing is drawn, so nothing is seeded.
        if depth == 1 {
            leaf(sum + base)
        } else {
            reseeded(&mut Twister::new(base.to_bits()), depth - 1, sum + base, !max)
        }
    });
    below.reduce(|a, b| better(max, a, b)).unwrap_or_default()
}

/// Minimax where one stream serves the whole tree, depth first.
fn streamed(stream: &mut Twister, depth: u32, sum: f32, max: bool) -> f32 {
    if depth == 0 {
        return leaf(sum);
    }
    let mut best = None;
    for _ in 0..WIDTH {
        let base = stream.unit();
        stream.unit();
        let value = streamed(stream, depth - 1, sum + base, !max);
        best = Some(best.map_or(value, |best| better(max, best, value)));
    }
    best.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use plywood_core::random::{seeded, unit};

    #[test]
    fn few_trees_do_not_show_that_two_sets_are_alike() {
        let set = |seed, count, shift: f64| {
            let mut rng = seeded(seed);
            (0..count).map(|_| unit(&mut rng) + shift).collect::<Vec<f64>>()
        };
        assert!(matches!(alike(&set(1, 50, 0.0), &set(2, 50, 0.0)).verdict(), Verdict::Undecided { .. }));
        assert_eq!(alike(&set(1, 40_000, 0.0), &set(2, 40_000, 0.0)).verdict(), Verdict::Holds);
        assert_eq!(alike(&set(1, 40_000, 0.03), &set(2, 40_000, 0.0)).verdict(), Verdict::DoesNotHold);
    }
}
