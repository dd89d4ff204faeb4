//! What OM search costs on random trees (sections 5.2.2 to 5.2.5).
//!
//! Trees are those of the `randomtree` game: the thesis' sums of base values, drawn by hashing instead of reseeding.

use plywood_core::Error;
use plywood_search::opponent::om::Version;

use crate::report::{Mark, Plot, Series};
use crate::repro::models::{
    Counted, Shape, bend, evaluations, histogram, median, mode, over_trees, percentiles,
};
use crate::repro::{Context, Grid, Measured, Outcome, Verdict};
use crate::stats::summary::skewness;

const ONE_PASS: Counted = Counted::Om(Version::OnePass, None);
const PROBES: Counted = Counted::Om(Version::Probes, None);
const WITH_TABLE: Counted = Counted::Om(Version::Probes, Some(1 << 18));
/// The trees of figures 5.2 and 5.3.
const SQUARE: Shape = Shape { width: 4, depth: 8, types: 2 };

fn depths() -> Vec<Shape> {
    (2..=11).map(|depth| Shape { width: 3, depth, types: 2 }).collect()
}

fn widths() -> Vec<Shape> {
    [2, 3, 4, 5, 6, 8, 10, 12, 16, 20].map(|width| Shape { width, depth: 5, types: 2 }).to_vec()
}

/// Evaluations of alpha-beta, one-pass and probing OM search on the same trees.
fn counted(context: &Context, trees: usize, mix: f64, shares: (f64, f64)) -> Result<[Vec<f64>; 3], Error> {
    let rows = over_trees(context, trees, shares, |seed| {
        [Counted::AlphaBeta, ONE_PASS, PROBES].map(|search| evaluations(search, SQUARE, seed, mix))
    })?;
    Ok([0, 1, 2].map(|place| rows.iter().map(|row| row[place]).collect()))
}

/// Figure 5.2.
pub fn counts(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(1000, 10_000);
    let [ab, one_pass, probes] = counted(context, trees, 0.0, (0.0, 1.0))?;
    let mut outcome = Outcome::new(format!(
        "{trees} of the thesis' 10,000 random trees, d = 8, w = 4; factors of medians."
    ));
    let factors = [median(&probes) / median(&ab), median(&one_pass) / median(&ab)];
    outcome.grid(Grid::beside(context.entry, "Factors", 2, |row, _| Some(Measured::Exact(factors[row]))));
    let mut plot = Plot::new("Evaluations", "evaluations", "trees");
    for (name, values) in [("alpha-beta", &ab), ("one-pass", &one_pass), ("probing", &probes)] {
        plot = plot.with(histogram(name, values, 1000.0));
    }
    outcome.plot(plot);
    outcome.judge(
        "factor-probing",
        Verdict::of((2.5..3.5).contains(&factors[0])),
        format!("{:.2} times alpha-beta.", factors[0]),
    );
    outcome.judge(
        "factor-onepass",
        Verdict::of(factors[1] > 4.0),
        format!("{:.2} times alpha-beta.", factors[1]),
    );
    let skews = [&ab, &one_pass, &probes].map(|values| skewness(values));
    outcome.judge(
        "shape",
        Verdict::of(skews.iter().all(|skew| *skew > 0.0 && *skew < 2.0)),
        format!("Skewness {skews:.2?}."),
    );
    Ok(outcome)
}

/// One-pass and probing evaluations per alpha-beta evaluation, tree by tree.
fn ratios_of(counts: &[Vec<f64>; 3]) -> [Vec<f64>; 2] {
    [1, 2].map(|place| counts[place].iter().zip(&counts[0]).map(|(one, ab)| one / ab).collect())
}

/// Figure 5.3.
pub fn ratios(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(600, 10_000);
    let counts = counted(context, trees, 0.0, (0.0, 0.5))?;
    let [one_pass, probes] = ratios_of(&counts);
    let mut outcome = Outcome::new(format!(
        "{trees} of the thesis' 10,000 random trees, d = 8, w = 4, tree by tree; peaks of histograms of width 0.5. For the last claim the base \
         values of Vop are mixed in halves with those of V0."
    ));
    let peaks = [mode(&probes, 0.5), mode(&one_pass, 0.5)];
    outcome.grid(Grid::beside(context.entry, "Peaks", 2, |row, _| Some(Measured::Exact(peaks[row]))));
    let plot = Plot::new("Evaluations per alpha-beta evaluation", "ratio", "trees");
    outcome.plot(plot.with(histogram("one-pass", &one_pass, 0.5)).with(histogram("probing", &probes, 0.5)));
    let near = (peaks[0] - 3.0).abs() <= 0.75 && (peaks[1] - 4.0).abs() <= 0.75;
    outcome.judge(
        "peaks",
        Verdict::of(near),
        format!("Peaks at {:.2} for probing and {:.2} for one-pass.", peaks[0], peaks[1]),
    );
    let skews = [skewness(&one_pass), skewness(&probes), skewness(&counts[1]), skewness(&counts[2])];
    outcome.judge(
        "skew",
        Verdict::of(skews[0] > skews[2] && skews[1] > skews[3]),
        format!("Skewness of ratios {:.2?}, of counts {:.2?}.", &skews[..2], &skews[2..]),
    );
    let mixed = ratios_of(&counted(context, trees, 0.5, (0.5, 1.0))?);
    let spread = |values: &[f64]| percentiles(values)[3] - percentiles(values)[1];
    let (before, after) = ([spread(&one_pass), spread(&probes)], [spread(&mixed[0]), spread(&mixed[1])]);
    outcome.judge(
        "correlation",
        Verdict::of(after[0] < before[0] && after[1] < before[1]),
        format!("Interquartile ranges {before:.2?} independent, {after:.2?} half mixed (one-pass, probing)."),
    );
    Ok(outcome)
}

/// Ratios of both versions, or others, over several sizes: medians, and the whole as a grid and plots.
fn series(
    context: &Context,
    outcome: &mut Outcome,
    searches: &[(&str, Counted)],
    shapes: &[Shape],
    trees: usize,
    variable: &str,
) -> Result<Vec<Vec<(f64, f64)>>, Error> {
    let mut medians = Vec::new();
    let total = (searches.len() * shapes.len()) as f64;
    for (which, (name, search)) in searches.iter().enumerate() {
        let mut rows = Vec::new();
        let mut points = Vec::new();
        for (place, shape) in shapes.iter().enumerate() {
            let done = (which * shapes.len() + place) as f64;
            let values = ratios_at(context, *search, *shape, trees, (done / total, (done + 1.0) / total))?;
            let x = f64::from(if variable == "depth" { shape.depth } else { shape.width });
            points.push((x, median(&values)));
            rows.push((format!("{variable} {x}"), percentiles(&values).map(Measured::Exact).to_vec()));
        }
        let columns = ["5 %", "25 %", "median", "75 %", "95 %"].map(String::from);
        outcome.grid(Grid::measured(
            &format!("{name}: evaluations per alpha-beta evaluation"),
            &columns,
            2,
            rows,
        ));
        medians.push(points);
    }
    let mut plot = Plot::new("Medians", variable, "evaluations per alpha-beta evaluation");
    for ((name, _), points) in searches.iter().zip(&medians) {
        plot = plot.with(Series::new(*name, Mark::Line, points.clone()));
    }
    outcome.plot(plot);
    Ok(medians)
}

fn ratios_at(
    context: &Context,
    search: Counted,
    shape: Shape,
    trees: usize,
    shares: (f64, f64),
) -> Result<Vec<f64>, Error> {
    crate::repro::models::ratios(context, search, shape, trees, shares)
}

const BOTH: [(&str, Counted); 2] = [("one-pass", ONE_PASS), ("probing", PROBES)];

fn started(trees: usize, what: &str) -> Outcome {
    Outcome::new(format!(
        "{trees} of the thesis' 100 random trees a point, {what}. The ranges of the lost axes are unknown."
    ))
}

/// Figure 5.4.
pub fn by_depth(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(40, 100);
    let mut outcome = started(trees, "w = 3, depths 2 to 11");
    let medians = series(context, &mut outcome, &BOTH, &depths(), trees, "depth")?;
    let above: Vec<f64> = medians[0]
        .iter()
        .zip(&medians[1])
        .filter(|(one, probes)| one.1 > probes.1)
        .map(|(one, _)| one.0)
        .collect();
    let crossing = medians[0]
        .iter()
        .zip(&medians[1])
        .rev()
        .take_while(|(one, probes)| one.1 > probes.1)
        .last()
        .map_or(f64::NAN, |(one, _)| one.0 - 1.0);
    outcome.grid(Grid::beside(context.entry, "Depth beyond which one-pass is dearer", 0, |_, _| {
        Some(Measured::Exact(crossing))
    }));
    outcome.judge(
        "onepass-dearer",
        Verdict::of([9.0, 10.0, 11.0].iter().all(|depth| above.contains(depth))),
        format!("One-pass is dearer at depths {above:?}."),
    );
    let bends = [bend(&medians[0]), bend(&medians[1])];
    outcome.judge(
        "onepass-nonlinear",
        Verdict::of(bends[0] > 0.05),
        format!("The middle lies {:.2} of the rise below a straight line.", bends[0]),
    );
    outcome.judge(
        "probing-linear",
        Verdict::of(bends[1].abs() < 0.15),
        format!("The middle lies {:.2} of the rise below a straight line.", bends[1]),
    );
    Ok(outcome)
}

/// Figure 5.5.
pub fn by_width(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(40, 100);
    let mut outcome = started(trees, "d = 5, widths 2 to 20");
    let medians = series(context, &mut outcome, &BOTH, &widths(), trees, "width")?;
    let dearer = medians[0].iter().zip(&medians[1]).filter(|(one, probes)| one.1 > probes.1).count();
    outcome.judge(
        "onepass-dearer",
        Verdict::of(dearer == medians[0].len()),
        format!("At {dearer} of {} widths.", medians[0].len()),
    );
    let bends = [bend(&medians[0]), bend(&medians[1])];
    outcome.judge(
        "linear",
        Verdict::of(bends.iter().all(|bend| bend.abs() < 0.15)),
        format!("The middles lie {bends:.2?} of the rise below straight lines."),
    );
    outcome.judge(
        "against-best-case",
        Verdict::of(2 * dearer > medians[0].len()),
        "In the best case one-pass is the cheaper one (om/figure3.6).",
    );
    Ok(outcome)
}

/// Figure 5.6.
pub fn with_table(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(15, 100);
    let mut outcome = started(trees, "a table of 2^18 entries for the probes, no deepening");
    let searches = [("probing", PROBES), ("probing with table", WITH_TABLE)];
    let mut lower = 0;
    let mut points = 0;
    for (shapes, variable) in [(depths(), "depth"), (widths(), "width")] {
        let medians = series(context, &mut outcome, &searches, &shapes[1..], trees, variable)?;
        lower += medians[0].iter().zip(&medians[1]).filter(|(without, with)| with.1 < without.1).count();
        points += medians[0].len();
    }
    outcome.judge(
        "helps",
        Verdict::of(lower == points),
        format!("The median is lower with the table at {lower} of {points} sizes."),
    );
    Ok(outcome)
}

/// Figure 5.7.
pub fn saved_by_table(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(15, 100);
    let mut outcome =
        started(trees, "a table of 2^18 entries for the probes, no deepening; per cent of evaluations saved");
    let mut found = Vec::new();
    for (half, (shapes, variable)) in [(depths(), "depth"), (widths(), "width")].into_iter().enumerate() {
        let mut points = Vec::new();
        for (place, shape) in shapes.iter().enumerate() {
            let at = |place: usize| (half as f64 + place as f64 / shapes.len() as f64) / 2.0;
            let saved = over_trees(context, trees, (at(place), at(place + 1)), |seed| {
                100.0
                    * (1.0
                        - evaluations(WITH_TABLE, *shape, seed, 0.0) / evaluations(PROBES, *shape, seed, 0.0))
            })?;
            points.push((f64::from(if half == 0 { shape.depth } else { shape.width }), median(&saved)));
        }
        outcome.plot(Plot::new("Saved by the table", variable, "per cent").with(Series::new(
            "saved",
            Mark::Line,
            points.clone(),
        )));
        found.push(points);
    }
    let deep = found[0].last().map_or(0.0, |point| point.1);
    outcome.grid(Grid::beside(context.entry, "Saved", 1, |_, _| Some(Measured::Exact(deep))));
    let grows = found[0][2].1 < deep;
    outcome.judge(
        "depth",
        Verdict::of(grows && (30.0..50.0).contains(&deep)),
        format!("From {:.0} % at depth {} to {deep:.0} % at depth 11.", found[0][2].1, found[0][2].0),
    );
    let (narrow, wide) = (found[1][0].1, found[1].last().map_or(0.0, |point| point.1));
    outcome.judge(
        "width",
        Verdict::of(wide < narrow),
        format!("{narrow:.0} % at width 2, {wide:.0} % at width 20."),
    );
    outcome.judge("considerable", Verdict::of(deep > 20.0), format!("{deep:.0} % at the largest depth."));
    Ok(outcome)
}

/// Sections 5.2.5 and 5.6.
pub fn summary(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(30, 100);
    let mut outcome = started(trees, "w = 3 with depths 2 to 11, d = 5 with widths 2 to 20; means");
    let shapes: Vec<Shape> = depths().into_iter().chain(widths()).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let mut means = Vec::new();
    let (mut within, mut cheaper) = (0, 0);
    for (place, shape) in shapes.iter().enumerate() {
        let at = |place: usize| place as f64 / shapes.len() as f64;
        let deeper = Shape { depth: shape.depth + 1, ..*shape };
        let rows = over_trees(context, trees, (at(place), at(place + 1)), |seed| {
            [(Counted::AlphaBeta, *shape), (ONE_PASS, *shape), (PROBES, *shape), (Counted::AlphaBeta, deeper)]
                .map(|(search, shape)| evaluations(search, shape, seed, 0.0))
        })?;
        let column = |place: usize| rows.iter().map(|row| row[place]).collect::<Vec<f64>>();
        let ratio = |place: usize| rows.iter().map(|row| row[place] / row[0]).collect::<Vec<f64>>();
        means.push(mean(&ratio(2)));
        within += usize::from(mean(&column(2)) <= mean(&column(3)));
        cheaper += usize::from(median(&ratio(2)) < median(&ratio(1)));
    }
    let (least, most) =
        (means.iter().copied().fold(f64::MAX, f64::min), means.iter().copied().fold(0.0, f64::max));
    let ply = if within == shapes.len() { 1.0 } else { 2.0 };
    let numbers = [least, most, ply];
    outcome.grid(Grid::beside(context.entry, "Cost", 2, |row, _| {
        numbers.get(row).map(|one| Measured::Exact(*one))
    }));
    let middle = means.iter().filter(|mean| (2.0..=4.0).contains(*mean)).count();
    outcome.judge(
        "two-to-four",
        Verdict::of(2 * middle > means.len()),
        format!(
            "Mean ratios from {least:.2} to {most:.2}, {middle} of {} sizes between 2 and 4.",
            means.len()
        ),
    );
    outcome.judge(
        "one-ply",
        Verdict::of(2 * within > shapes.len()),
        format!("At {within} of {} sizes.", shapes.len()),
    );
    outcome.judge(
        "probing-best",
        Verdict::of(2 * cheaper > shapes.len()),
        format!("Probing has the lower median at {cheaper} of {} sizes.", shapes.len()),
    );
    let bends = [ONE_PASS, PROBES].map(|search| {
        let points = depths().into_iter().map(|shape| {
            let values: Vec<f64> = (0..trees as u64)
                .map(|seed| {
                    evaluations(search, shape, seed, 0.0) / evaluations(Counted::AlphaBeta, shape, seed, 0.0)
                })
                .collect();
            (f64::from(shape.depth), median(&values))
        });
        bend(&points.collect::<Vec<_>>())
    });
    outcome.judge(
        "onepass-superlinear",
        Verdict::of(bends[0] > 0.05 && bends[1].abs() < 0.15),
        format!("The middles lie {bends:.2?} of the rise below straight lines."),
    );
    Ok(outcome)
}
