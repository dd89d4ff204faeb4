//! What OM search costs on random trees (sections 5.2.2 to 5.2.5).
//!
//! Trees are those of the `randomtree` game: the thesis' sums of base values, drawn by hashing instead of reseeding.

use plywood_core::Error;
use plywood_search::opponent::om::Version;

use crate::formulas::{om_one_pass, om_probing};
use crate::models::{Counted, Shape, evaluations};
use crate::sweep::{Sweep, told};
use crate::{Context, Evidence, Grid, Measured, Verdict};
use plywood_lab::report::{Mark, Plot, Series};
use plywood_lab::stats::summary::{mode, skewness};
use plywood_lab::stats::{Interval, bootstrap, median, percentiles};

const ONE_PASS: Counted = Counted::Om(Version::OnePass, None);
const PROBES: Counted = Counted::Om(Version::Probes, None);
const WITH_TABLE: Counted = Counted::Om(Version::Probes, Some(1 << 18));
/// The trees of figures 5.2 and 5.3.
const SQUARE: Shape = Shape { width: 4, depth: 8, types: 2 };

fn depths() -> Vec<(f64, Shape)> {
    (2..=11).map(|depth| (f64::from(depth), Shape { width: 3, depth, types: 2 })).collect()
}

fn widths() -> Vec<(f64, Shape)> {
    [2, 3, 4, 5, 6, 8, 10, 12, 16, 20]
        .map(|width| (f64::from(width), Shape { width, depth: 5, types: 2 }))
        .to_vec()
}

/// Evaluations on one tree: alpha-beta, one-pass and probing OM search.
type Counts = [f64; 3];

fn counted(context: &Context, trees: usize, mix: f64, shares: (f64, f64)) -> Result<Vec<Counts>, Error> {
    context.seeds(&format!("evaluations at mix {mix}"), trees, shares, |seed| {
        [Counted::AlphaBeta, ONE_PASS, PROBES].map(|search| evaluations(search, SQUARE, seed, mix))
    })
}

fn column(rows: &[Counts], place: usize) -> Vec<f64> {
    rows.iter().map(|row| row[place]).collect()
}

/// One search's evaluations per alpha-beta evaluation, tree by tree.
fn ratios_of(rows: &[Counts], place: usize) -> Vec<f64> {
    rows.iter().map(|row| row[place] / row[0]).collect()
}

fn range(one: &Interval) -> String {
    format!("{:.2} ({:.2} to {:.2})", one.value, one.low, one.high)
}

/// Figure 5.2.
pub fn counts(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(1000, 10_000);
    let rows = vec![counted(context, trees, 0.0, (0.0, 1.0))?];
    let games = trees as u64;
    let mut evidence = Evidence::new(format!(
        "{trees} of the thesis' 10,000 random trees, d = 8, w = 4; factors of medians, with intervals by drawing the trees again. \"About 3\" is read as \
         what rounds to 3, a small skewness as one below 1."
    ));
    let factor = |place: usize| {
        bootstrap(&rows, |rows| median(&column(&rows[0], place)) / median(&column(&rows[0], 0)))
    };
    let factors = [factor(2), factor(1)];
    evidence.grid(Grid::beside(context.entry, "Factors", 2, |row, _| Some(Measured::Sampled(factors[row]))));
    let mut plot = Plot::new("Evaluations", "evaluations", "trees");
    for (place, name) in ["alpha-beta", "one-pass", "probing"].into_iter().enumerate() {
        plot = plot.with(Series::histogram(name, &column(&rows[0], place), 1000.0));
    }
    evidence.plot(plot);
    evidence.judge(
        "factor-probing",
        Verdict::within(&factors[0], (2.5, 3.5), games),
        format!("{} times alpha-beta.", range(&factors[0])),
    );
    evidence.judge(
        "factor-onepass",
        Verdict::above(&factors[1], 4.0, games),
        format!("{} times alpha-beta.", range(&factors[1])),
    );
    let skews = [0, 1, 2].map(|place| bootstrap(&rows, |rows| skewness(&column(&rows[0], place))));
    evidence.judge(
        "shape",
        Verdict::all(skews.iter().map(|skew| Verdict::within(skew, (0.0, 1.0), games))),
        format!("Skewness {}.", skews.iter().map(range).collect::<Vec<_>>().join(", ")),
    );
    Ok(evidence)
}

/// Figure 5.3.
pub fn ratios(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(600, 10_000);
    let games = trees as u64;
    let rows = vec![counted(context, trees, 0.0, (0.0, 0.5))?];
    let mixed = counted(context, trees, 0.5, (0.5, 1.0))?;
    let mut evidence = Evidence::new(format!(
        "{trees} of the thesis' 10,000 random trees, d = 8, w = 4, tree by tree, with intervals by drawing the trees again. A peak is the fullest bin of \
         width 1 around a whole number. For the last claim the base values of Vop are mixed in halves with those of V0."
    ));
    let peak = |place: usize| bootstrap(&rows, |rows| mode(&ratios_of(&rows[0], place), 1.0, 0.5));
    let peaks = [peak(2), peak(1)];
    evidence.grid(Grid::beside(context.entry, "Peaks", 1, |row, _| Some(Measured::Sampled(peaks[row]))));
    let plot = Plot::new("Evaluations per alpha-beta evaluation", "ratio", "trees");
    evidence.plot(
        plot.with(Series::histogram("one-pass", &ratios_of(&rows[0], 1), 0.5)).with(Series::histogram(
            "probing",
            &ratios_of(&rows[0], 2),
            0.5,
        )),
    );
    let near = |place: usize, whole: f64| Verdict::within(&peaks[place], (whole - 0.5, whole + 0.5), games);
    evidence.judge(
        "peaks",
        Verdict::all([near(0, 3.0), near(1, 4.0)]),
        format!("Peaks at {} for probing and {} for one-pass.", range(&peaks[0]), range(&peaks[1])),
    );
    let more = [1, 2].map(|place| {
        bootstrap(&rows, |rows| skewness(&ratios_of(&rows[0], place)) - skewness(&column(&rows[0], place)))
    });
    evidence.judge(
        "skew",
        Verdict::all(more.iter().map(|one| Verdict::above(one, 0.0, games))),
        format!(
            "Skewness of the ratios less that of the counts: one-pass {}, probing {}.",
            range(&more[0]),
            range(&more[1])
        ),
    );
    let spread = |values: &[f64]| percentiles(values)[3] - percentiles(values)[1];
    let both: Vec<Vec<(Counts, Counts)>> = vec![rows[0].iter().copied().zip(mixed).collect()];
    let narrower = [1, 2].map(|place| {
        bootstrap(&both, |both| {
            let (apart, mixed): (Vec<Counts>, Vec<Counts>) = both[0].iter().copied().unzip();
            spread(&ratios_of(&apart, place)) - spread(&ratios_of(&mixed, place))
        })
    });
    evidence.judge(
        "correlation",
        Verdict::all(narrower.iter().map(|one| Verdict::above(one, 0.0, games))),
        format!(
            "Half mixed the interquartile range is smaller by {} for one-pass and {} for probing.",
            range(&narrower[0]),
            range(&narrower[1])
        ),
    );
    Ok(evidence)
}

const BOTH: [(&str, Counted); 2] = [("one-pass", ONE_PASS), ("probing", PROBES)];

fn started(trees: usize, what: &str) -> Evidence {
    Evidence::new(format!(
        "{trees} random trees a point (the thesis: 100), {what}. The ranges of the lost axes are unknown. Claims are judged by intervals \
         from drawing the trees again; a line is straight when the sag of a parabola through the medians may be nought."
    ))
}

/// Figure 5.4.
pub fn by_depth(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(100, 100);
    let mut evidence = started(trees, "w = 3, depths 2 to 11");
    let sweep = Sweep::run(context, &BOTH, ("depth", &depths()), trees, (0.0, 1.0))?;
    sweep.show(&mut evidence, false);
    let order = sweep.order(0, 1);
    let dearer = order.differences.iter().rev().take_while(|(_, one)| one.value > 0.0).last();
    let crossing = dearer.map_or(f64::NAN, |(depth, _)| depth - 1.0);
    evidence.grid(Grid::beside(context.entry, "Depth beyond which one-pass is dearer", 0, |_, _| {
        Some(Measured::Exact(crossing))
    }));
    evidence.judge("onepass-dearer", order.from(9.0), order.told());
    let sags = [0, 1].map(|search| sweep.sag(search, |ratio| ratio));
    evidence.judge(
        "onepass-nonlinear",
        Verdict::above(&sags[0], 0.0, sweep.count()),
        format!("The middle lies {}.", told(&sags[0])),
    );
    evidence.judge(
        "probing-linear",
        Verdict::nought(&sags[1]),
        format!("The middle lies {}.", told(&sags[1])),
    );
    Ok(evidence)
}

/// Figure 5.5.
pub fn by_width(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(250, 100);
    let mut evidence = started(trees, "d = 5, widths 2 to 20");
    let sweep = Sweep::run(context, &BOTH, ("width", &widths()), trees, (0.0, 1.0))?;
    sweep.show(&mut evidence, false);
    let order = sweep.order(0, 1);
    evidence.judge("onepass-dearer", order.from(0.0), order.told());
    let sags = [0, 1].map(|search| sweep.sag(search, |ratio| ratio));
    evidence.judge(
        "linear",
        Verdict::all(sags.iter().map(Verdict::nought)),
        format!("The middles lie {} for one-pass, {} for probing.", told(&sags[0]), told(&sags[1])),
    );
    let cheaper = sweep.sizes().iter().all(|width| om_one_pass(5, *width) < om_probing(5, *width));
    evidence.judge(
        "against-best-case",
        Verdict::all([order.from(0.0), Verdict::of(cheaper)]),
        "In the best case of this depth one-pass is the cheaper one at all these widths (om/figure3.6).",
    );
    Ok(evidence)
}

/// Figure 5.6.
pub fn with_table(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(40, 100);
    let mut evidence = started(trees, "a table of 2^18 entries for the probes, no deepening");
    let searches = [("probing", PROBES), ("probing with table", WITH_TABLE)];
    let mut verdicts = Vec::new();
    let mut seen = Vec::new();
    for (half, (variable, sizes)) in [("depth", depths()), ("width", widths())].into_iter().enumerate() {
        // Up to depth 3 the root's children alone are probed: no position twice.
        let sizes: Vec<_> = sizes.into_iter().filter(|(_, shape)| shape.depth > 3).collect();
        let shares = (half as f64 / 2.0, (half + 1) as f64 / 2.0);
        let sweep = Sweep::run(context, &searches, (variable, &sizes), trees, shares)?;
        sweep.show(&mut evidence, false);
        let order = sweep.order(0, 1);
        verdicts.extend(order.verdicts());
        seen.push(format!("By {variable}, without a table: {}", order.told()));
    }
    evidence.judge("helps", Verdict::all(verdicts), seen.join(" "));
    Ok(evidence)
}

/// Figure 5.7.
pub fn saved_by_table(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(40, 100);
    let games = trees as u64;
    let mut evidence =
        started(trees, "a table of 2^18 entries for the probes, no deepening; per cent of evaluations saved");
    let mut found = Vec::new();
    for (half, (sizes, variable)) in [(depths(), "depth"), (widths(), "width")].into_iter().enumerate() {
        let mut points = Vec::new();
        for (place, (size, shape)) in sizes.iter().enumerate() {
            let at = |place: usize| (half as f64 + place as f64 / sizes.len() as f64) / 2.0;
            let job = format!("table on {shape:?}");
            let saved = context.seeds(&job, trees, (at(place), at(place + 1)), |seed| {
                let [with, without] =
                    [WITH_TABLE, PROBES].map(|search| evaluations(search, *shape, seed, 0.0));
                100.0 * (1.0 - with / without)
            })?;
            points.push((*size, saved));
        }
        let line = points.iter().map(|(size, saved)| (*size, median(saved))).collect();
        let series = Series::new("saved", Mark::Line, line);
        evidence.plot(Plot::new("Saved by the table", variable, "per cent").with(series));
        found.push(points);
    }
    // By depth from 4 on: before, nothing is there to be saved. By width from the narrowest to the widest.
    let difference = |points: &[(f64, Vec<f64>)], from: usize| {
        let ends = [points[points.len() - 1].1.clone(), points[from].1.clone()];
        bootstrap(&ends, |ends| median(&ends[0]) - median(&ends[1]))
    };
    let deep = bootstrap(&[found[0][9].1.clone()], |groups| median(&groups[0]));
    evidence.grid(Grid::beside(context.entry, "Saved", 1, |_, _| Some(Measured::Sampled(deep))));
    let grows = difference(&found[0], 2);
    evidence.judge(
        "depth",
        Verdict::all([Verdict::above(&grows, 0.0, games), Verdict::within(&deep, (35.0, 45.0), games)]),
        format!(
            "{} % at depth 11, {} more than at depth 4; \"about 40\" is read as 35 to 45.",
            range(&deep),
            range(&grows)
        ),
    );
    let shrinks = difference(&found[1], 0);
    evidence.judge(
        "width",
        Verdict::below(&shrinks, 0.0, games),
        format!("{} % more at width 20 than at width 2.", range(&shrinks)),
    );
    evidence.judge(
        "considerable",
        Verdict::above(&deep, 0.0, games),
        format!("{} % at the largest depth.", range(&deep)),
    );
    Ok(evidence)
}

/// Sections 5.2.5 and 5.6.
pub fn summary(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(60, 100);
    let games = trees as u64;
    let mut evidence = started(
        trees,
        "w = 3 with depths 2 to 11, d = 5 with widths 2 to 20. The average factor is the mean over these sizes; \"most cases\" are more than half of them",
    );
    let (depths, widths) = (depths(), widths());
    let sweep = Sweep::run(context, &BOTH, ("depth", &depths), trees, (0.0, 0.3))?;
    let mut sizes = Vec::new();
    for (place, (_, shape)) in depths.iter().chain(&widths).enumerate() {
        let at = |place: usize| 0.3 + 0.7 * place as f64 / (depths.len() + widths.len()) as f64;
        let deeper = Shape { depth: shape.depth + 1, ..*shape };
        let job = format!("cost on {shape:?}");
        sizes.push(context.seeds(&job, trees, (at(place), at(place + 1)), |seed| {
            [(Counted::AlphaBeta, *shape), (ONE_PASS, *shape), (PROBES, *shape), (Counted::AlphaBeta, deeper)]
                .map(|(search, shape)| evaluations(search, shape, seed, 0.0))
        })?);
    }
    let mean = |values: &mut dyn Iterator<Item = f64>| {
        let values: Vec<f64> = values.collect();
        values.iter().sum::<f64>() / values.len() as f64
    };
    let factor = |rows: &Vec<[f64; 4]>| mean(&mut rows.iter().map(|row| row[2] / row[0]));
    let average = bootstrap(&sizes, |sizes| mean(&mut sizes.iter().map(factor)));
    let means: Vec<f64> = sizes.iter().map(factor).collect();
    let at_every = |statistic: &dyn Fn(&[[f64; 4]]) -> f64| -> Vec<Verdict> {
        let interval =
            |rows: &Vec<[f64; 4]>| bootstrap(std::slice::from_ref(rows), |rows| statistic(&rows[0]));
        sizes.iter().map(|rows| Verdict::above(&interval(rows), 0.0, games)).collect()
    };
    let within =
        at_every(&|rows| mean(&mut rows.iter().map(|row| row[3])) - mean(&mut rows.iter().map(|row| row[2])));
    let cheaper = at_every(&|rows| {
        let ratio = |place: usize| rows.iter().map(|row| row[place] / row[0]).collect::<Vec<f64>>();
        median(&ratio(1)) - median(&ratio(2))
    });
    let count = |verdicts: &[Verdict]| verdicts.iter().filter(|one| **one == Verdict::Holds).count();
    let ends = [means.iter().copied().fold(f64::MAX, f64::min), means.iter().copied().fold(0.0, f64::max)];
    let numbers = [ends[0], ends[1], if count(&within) == sizes.len() { 1.0 } else { 2.0 }];
    evidence.grid(Grid::beside(context.entry, "Cost", 2, |row, _| {
        numbers.get(row).map(|one| Measured::Exact(*one))
    }));
    let middle = means.iter().filter(|mean| (2.0..=4.0).contains(*mean)).count();
    evidence.judge(
        "two-to-four",
        Verdict::within(&average, (2.0, 4.0), games),
        format!(
            "{} on average over {} sizes; single sizes from {:.2} to {:.2}, {middle} of them between 2 and 4.",
            range(&average),
            means.len(),
            ends[0],
            ends[1]
        ),
    );
    evidence.judge(
        "one-ply",
        Verdict::most(&within),
        format!("Surely at {} of {} sizes.", count(&within), sizes.len()),
    );
    evidence.judge(
        "probing-best",
        Verdict::most(&cheaper),
        format!("Probing surely has the lower median at {} of {} sizes.", count(&cheaper), sizes.len()),
    );
    let sags = [0, 1].map(|search| sweep.sag(search, |ratio| ratio));
    evidence.judge(
        "onepass-superlinear",
        Verdict::all([Verdict::above(&sags[0], 0.0, games), Verdict::nought(&sags[1])]),
        format!("The middles lie {} for one-pass, {} for probing.", told(&sags[0]), told(&sags[1])),
    );
    Ok(evidence)
}
