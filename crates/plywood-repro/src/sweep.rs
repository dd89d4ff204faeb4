//! Evaluations per alpha-beta evaluation of several searches on the same random trees, over a series of sizes, and what may
//! be said of them.
//!
//! Trees are the observations: intervals come from drawing them again, all searches of a tree together
//! ([`plywood_lab::stats::bootstrap`]). A claim of order is judged by the interval of the difference, a claim of straightness by
//! the sag of a parabola through the medians: it holds when the interval of the sag contains nought.

use plywood_core::Error;

use super::models::{Counted, Shape, evaluations};
use super::{Context, Evidence, Grid, Measured, Verdict};
use plywood_lab::report::{Mark, Plot, Series};
use plywood_lab::stats::{Interval, bootstrap, median, percentiles, sag};

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
    pub differences: Vec<(f64, Interval)>,
    trees: u64,
}

impl Sweep {
    /// Runs the searches on so many trees of each size; `shares` are of the whole reproduction.
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

    /// Trees of each size.
    pub fn count(&self) -> u64 {
        self.trees[0].len() as u64
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
    pub fn statistic(&self, place: usize, search: usize, of: impl Fn(&[f64]) -> f64) -> Interval {
        bootstrap(&[self.ratios(place, search)], |groups| of(&groups[0]))
    }

    /// A statistic of all searches' ratios at a size, those of one tree kept together, with its interval.
    pub fn together(&self, place: usize, of: impl Fn(&[Vec<f64>]) -> f64) -> Interval {
        let searches = self.names.len();
        bootstrap(&self.trees[place..=place], |groups| {
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
        Order { differences: differences.collect(), trees: self.count() }
    }

    /// The sag of a search's medians over the sizes, after a change of scale.
    pub fn sag(&self, search: usize, scale: fn(f64) -> f64) -> Interval {
        let groups: Vec<Vec<f64>> = (0..self.sizes.len()).map(|place| self.ratios(place, search)).collect();
        bootstrap(&groups, |groups| {
            let points = self.sizes.iter().zip(groups).map(|(size, values)| (*size, scale(median(values))));
            sag(&points.collect::<Vec<_>>())
        })
    }
}

impl Order {
    /// A verdict for every size: the first is the larger one.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.differences.iter().map(|(_, one)| Verdict::above(one, 0.0, self.trees)).collect()
    }

    /// The same for the sizes from one on.
    pub fn from(&self, least: f64) -> Verdict {
        let large = self.differences.iter().filter(|(size, _)| *size >= least);
        Verdict::all(large.map(|(_, one)| Verdict::above(one, 0.0, self.trees)))
    }

    /// What was seen.
    pub fn told(&self) -> String {
        let sizes = |wanted: fn(&Interval) -> bool| {
            let sizes = self.differences.iter().filter(|(_, one)| wanted(one)).map(|(size, _)| *size);
            format!("{:?}", sizes.collect::<Vec<f64>>())
        };
        format!(
            "The median is surely larger at {}, surely smaller at {}, by intervals of the difference.",
            sizes(|one| one.low > 0.0),
            sizes(|one| one.high < 0.0)
        )
    }
}

/// A sag in words.
pub fn told(sag: &Interval) -> String {
    format!("{:.2} of the rise below a straight line ({:.2} to {:.2})", sag.value, sag.low, sag.high)
}

fn column(trees: &[Ratios], search: usize) -> Vec<f64> {
    trees.iter().map(|tree| tree[search]).collect()
}
