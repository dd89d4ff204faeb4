//! Evaluations per alpha-beta evaluation of several searches on the same random trees, over a series of sizes, and what may
//! be said of them.
//!
//! Trees are the observations: intervals come from drawing them again, all searches of a tree together
//! ([`Estimate::drawn`]). A claim of order is judged by the difference of the medians, a claim of straightness by the sag of a
//! parabola through them: a line is straight when its middle surely lies within [`STRAIGHT`] of its rise from the chord.

use plywood_core::Error;

use super::models::{Counted, Shape, evaluations};
use super::{Context, Estimate, Evidence, Grid, Measured, Ruling};
use plywood_lab::report::{Mark, Plot, Series};
use plywood_lab::stats::{median, percentiles, sag};

/// How far the middle of a line that is called straight may lie from its chord, as a share of its rise. The square of a number lies
/// a quarter below from 0 to 1, its root 0.21 above.
pub const STRAIGHT: f64 = 0.1;

/// The ratios of one tree, a search each.
type Ratios = Vec<f64>;

/// Searches on random trees of several sizes.
pub struct Sweep {
    names: Vec<&'static str>,
    variable: &'static str,
    sizes: Vec<f64>,
    /// By size and tree.
    trees: Vec<Vec<Ratios>>,
}

/// How a search's median lies to another's at every size.
pub struct Order {
    /// The first less the second.
    pub differences: Vec<(f64, Estimate)>,
}

impl Sweep {
    /// Runs the searches on a number of trees of each size; `shares` are of the whole reproduction.
    pub fn run(
        context: &Context,
        searches: &[(&'static str, Counted)],
        (variable, sizes): (&'static str, &[(f64, Shape)]),
        trees: usize,
        shares: (f64, f64),
    ) -> Result<Sweep, Error> {
        let mut found = Vec::new();
        for (place, (_, shape)) in sizes.iter().enumerate() {
            let at = |place: usize| shares.0 + (shares.1 - shares.0) * place as f64 / sizes.len() as f64;
            let job = format!("sweep of {searches:?} on {shape:?}");
            found.push(context.seeds(&job, trees, (at(place), at(place + 1)), |seed| {
                let plain = evaluations(Counted::AlphaBeta, *shape, seed, 0.0);
                searches.iter().map(|(_, search)| evaluations(*search, *shape, seed, 0.0) / plain).collect()
            })?);
        }
        Ok(Sweep {
            names: searches.iter().map(|(name, _)| *name).collect(),
            variable,
            sizes: sizes.iter().map(|(size, _)| *size).collect(),
            trees: found,
        })
    }

    /// The sizes.
    pub fn sizes(&self) -> &[f64] {
        &self.sizes
    }

    /// A search's ratios at a size.
    pub fn ratios(&self, place: usize, search: usize) -> Vec<f64> {
        column(&self.trees[place], search)
    }

    /// A statistic of a search's ratios at a size, with its interval.
    pub fn statistic(&self, place: usize, search: usize, of: impl Fn(&[f64]) -> f64) -> Estimate {
        Estimate::drawn(&[self.ratios(place, search)], |groups| of(&groups[0]))
    }

    /// A statistic of all searches' ratios at a size, those of one tree kept together, with its interval.
    pub fn together(&self, place: usize, of: impl Fn(&[Vec<f64>]) -> f64) -> Estimate {
        let searches = self.names.len();
        Estimate::drawn(&self.trees[place..=place], |groups| {
            of(&(0..searches).map(|search| column(&groups[0], search)).collect::<Vec<_>>())
        })
    }

    /// The medians of a search.
    pub fn medians(&self, search: usize) -> Vec<(f64, f64)> {
        let at = |place: usize| (self.sizes[place], median(&self.ratios(place, search)));
        (0..self.sizes.len()).map(at).collect()
    }

    /// Tables of percentiles and a plot of medians.
    pub fn show(&self, evidence: &mut Evidence, logarithmic: bool) {
        let columns = ["5 %", "25 %", "median", "75 %", "95 %"].map(String::from);
        let mut plot = Plot::new("Medians", self.variable, "evaluations per alpha-beta evaluation");
        if logarithmic {
            plot = plot.logarithmic();
        }
        for (search, name) in self.names.iter().enumerate() {
            let row = |(place, size): (usize, &f64)| {
                let cells = percentiles(&self.ratios(place, search)).map(Measured::Exact).to_vec();
                (format!("{} {size}", self.variable), cells)
            };
            let rows = self.sizes.iter().enumerate().map(row).collect();
            let title = format!("{name}: evaluations per alpha-beta evaluation");
            evidence.grid(Grid::measured(&title, &columns, 2, rows));
            plot = plot.with(Series::new(*name, Mark::Line, self.medians(search)));
        }
        evidence.plot(plot);
    }

    /// How one search's median lies to another's.
    pub fn order(&self, one: usize, other: usize) -> Order {
        let difference =
            |place: usize| self.together(place, |searches| median(&searches[one]) - median(&searches[other]));
        let differences = self.sizes.iter().enumerate().map(|(place, size)| (*size, difference(place)));
        Order { differences: differences.collect() }
    }

    /// The size beyond which one search's median is the larger one to the end: the last size at which it is not.
    pub fn crossing(&self, one: usize, other: usize) -> Estimate {
        Estimate::drawn(&self.trees, |sizes| {
            let larger = |trees: &Vec<Ratios>| median(&column(trees, one)) > median(&column(trees, other));
            let last = sizes.iter().rposition(|trees| !larger(trees));
            last.map_or(self.sizes[0] - 1.0, |place| self.sizes[place])
        })
    }

    /// The sag of a search's medians over the sizes, after a change of scale.
    pub fn sag(&self, search: usize, scale: fn(f64) -> f64) -> Estimate {
        let groups: Vec<Vec<f64>> = (0..self.sizes.len()).map(|place| self.ratios(place, search)).collect();
        Estimate::drawn(&groups, |groups| {
            let points = self.sizes.iter().zip(groups).map(|(size, values)| (*size, scale(median(values))));
            sag(&points.collect::<Vec<_>>())
        })
    }
}

impl Order {
    /// The claim that the first is the larger one, for all sizes from one on.
    pub fn from(&self, least: f64) -> Ruling {
        let large = self.differences.iter().filter(|(size, _)| *size >= least);
        Ruling::all(large.map(|(_, one)| Ruling::above(one, 0.0)))
    }

    /// What was seen.
    pub fn told(&self) -> String {
        let sizes = |sign: f64| {
            let beyond = self.differences.iter().filter(|(_, one)| {
                let interval = one.times(sign).interval();
                interval.low > 0.0
            });
            format!("{:?}", beyond.map(|(size, _)| *size).collect::<Vec<f64>>())
        };
        format!(
            "By 95 % intervals of the difference the median is larger at {}, smaller at {}.",
            sizes(1.0),
            sizes(-1.0)
        )
    }
}

/// The claim that lines are straight, by their sags.
pub fn straight(sags: &[Estimate]) -> Ruling {
    let rule =
        format!("the sag of each line from -{STRAIGHT} to {STRAIGHT} of its rise, by two one-sided tests");
    Ruling::all(sags.iter().map(|sag| Ruling::within(sag, (-STRAIGHT, STRAIGHT)))).ruled(rule)
}

/// A sag in words.
pub fn told(sag: &Estimate) -> String {
    format!("{} of the rise below a straight line", sag.told(3))
}

fn column(trees: &[Ratios], search: usize) -> Vec<f64> {
    trees.iter().map(|tree| tree[search]).collect()
}
