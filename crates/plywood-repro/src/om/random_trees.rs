//! What OM search costs on random trees (sections 5.2.2 to 5.2.5).
//!
//! Trees are those of the `randomtree` game: the thesis' sums of base values, drawn by hashing instead of reseeding.

use plywood_core::Error;
use plywood_search::opponent::om::Version;

use crate::formulas::{om_one_pass, om_probing};
use crate::models::{Counted, Shape, evaluations};
use crate::savings::{Saved, TOLERANCE, rise, steps};
use crate::sweep::{STRAIGHT, Sweep, straight, told};
use crate::{Context, Estimate, Evidence, Grid, Ruling};
use plywood_lab::report::{Mark, Plot, Series};
use plywood_lab::stats::summary::{mode, skewness};
use plywood_lab::stats::{mean, median, percentiles};

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

/// What the trees are, for every entry here.
fn started(what: &str, trees: usize, published: usize) -> Evidence {
    let mut evidence =
        Evidence::new(format!("Random trees, {what}. Errors come from drawing the trees again."));
    evidence.replaced("Trees are drawn by hashing a node's path instead of reseeding MT19937 (om/text5.2.1 compares such trees).");
    evidence.scale("trees a point", trees, published);
    evidence
}

const LOST_AXES: &str = "The ranges of the lost axes are unknown: w = 3 with depths 2 to 11, d = 5 with widths 2 to 20 are taken.";

fn straight_reading() -> String {
    format!(
        "A line is straight when the middle of a parabola through its medians lies within {STRAIGHT} of its rise from the chord."
    )
}

/// Figure 5.2.
pub fn counts(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(1000, 10_000);
    let rows = vec![counted(context, trees, 0.0, (0.0, 1.0))?];
    let mut evidence = started("d = 8, w = 4; factors of medians", trees, 10_000);
    evidence.reading("\"About 3\" is read as what rounds to 3, a small skewness as one below 1.");
    let factor = |place: usize| {
        Estimate::drawn(&rows, |rows| median(&column(&rows[0], place)) / median(&column(&rows[0], 0)))
    };
    let factors = [factor(2), factor(1)];
    evidence.grid(Grid::beside(context.entry, "Factors", 2, |row, _| Some(factors[row].into())));
    let mut plot = Plot::new("Evaluations", "evaluations", "trees");
    for (place, name) in ["alpha-beta", "one-pass", "probing"].into_iter().enumerate() {
        plot = plot.with(Series::histogram(name, &column(&rows[0], place), 1000.0));
    }
    evidence.plot(plot);
    evidence.judge(
        "factor-probing",
        Ruling::within(&factors[0], (2.5, 3.5)),
        format!("{} times alpha-beta.", factors[0].told(2)),
    );
    evidence.judge(
        "factor-onepass",
        Ruling::above(&factors[1], 4.0),
        format!("{} times alpha-beta.", factors[1].told(2)),
    );
    let skews = [0, 1, 2].map(|place| Estimate::drawn(&rows, |rows| skewness(&column(&rows[0], place))));
    evidence.judge(
        "shape",
        Ruling::all(skews.iter().map(|skew| Ruling::within(skew, (0.0, 1.0)))),
        format!("Skewness {}.", listed(&skews)),
    );
    Ok(evidence)
}

fn listed(estimates: &[Estimate]) -> String {
    estimates.iter().map(|one| one.told(2)).collect::<Vec<_>>().join(", ")
}

/// Trees by the whole number that their ratio rounds to.
fn by_whole_number(ratios: &[f64]) -> Vec<u64> {
    const LARGEST: usize = 20;
    let mut counts = vec![0; LARGEST + 1];
    ratios.iter().for_each(|ratio| counts[(ratio.round() as usize).min(LARGEST)] += 1);
    counts
}

/// Figure 5.3.
pub fn ratios(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(600, 10_000);
    let rows = vec![counted(context, trees, 0.0, (0.0, 0.5))?];
    let mixed = counted(context, trees, 0.5, (0.5, 1.0))?;
    let mut evidence = started("d = 8, w = 4, tree by tree", trees, 10_000);
    evidence.reading("A peak is the fullest bin of width 1 around a whole number.");
    evidence.reading("For the last claim the base values of Vop are mixed in halves with those of V0.");
    let bins = [2, 1].map(|place| by_whole_number(&ratios_of(&rows[0], place)));
    let peaks =
        [2, 1].map(|place| Estimate::drawn(&rows, |rows| mode(&ratios_of(&rows[0], place), 1.0, 0.5)));
    evidence.grid(Grid::beside(context.entry, "Peaks", 1, |row, _| Some(peaks[row].into())));
    let plot = Plot::new("Evaluations per alpha-beta evaluation", "ratio", "trees");
    evidence.plot(
        plot.with(Series::histogram("one-pass", &ratios_of(&rows[0], 1), 0.5)).with(Series::histogram(
            "probing",
            &ratios_of(&rows[0], 2),
            0.5,
        )),
    );
    evidence.judge(
        "peaks",
        Ruling::all([Ruling::fullest(&bins[0], 3), Ruling::fullest(&bins[1], 4)]),
        format!(
            "Trees with a ratio that rounds to 1, 2, ... 6: probing {:?}, one-pass {:?}.",
            &bins[0][1..7],
            &bins[1][1..7]
        ),
    );
    let more = [1, 2].map(|place| {
        Estimate::drawn(&rows, |rows| {
            skewness(&ratios_of(&rows[0], place)) - skewness(&column(&rows[0], place))
        })
    });
    evidence.judge(
        "skew",
        Ruling::all(more.iter().map(|one| Ruling::above(one, 0.0))),
        format!("Skewness of the ratios less that of the counts, one-pass and probing: {}.", listed(&more)),
    );
    let spread = |values: &[f64]| percentiles(values)[3] - percentiles(values)[1];
    let both: Vec<Vec<(Counts, Counts)>> = vec![rows[0].iter().copied().zip(mixed).collect()];
    let narrower = [1, 2].map(|place| {
        Estimate::drawn(&both, |both| {
            let (apart, mixed): (Vec<Counts>, Vec<Counts>) = both[0].iter().copied().unzip();
            spread(&ratios_of(&apart, place)) - spread(&ratios_of(&mixed, place))
        })
    });
    evidence.judge(
        "correlation",
        Ruling::all(narrower.iter().map(|one| Ruling::above(one, 0.0))),
        format!(
            "Half mixed the interquartile range of one-pass and probing is smaller by {}.",
            listed(&narrower)
        ),
    );
    Ok(evidence)
}

const BOTH: [(&str, Counted); 2] = [("one-pass", ONE_PASS), ("probing", PROBES)];

/// Figure 5.4.
pub fn by_depth(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(100, 100);
    let mut evidence = started("w = 3, depths 2 to 11", trees, 100);
    evidence.reading(LOST_AXES);
    evidence.reading(straight_reading());
    let sweep = Sweep::run(context, &BOTH, ("depth", &depths()), trees, (0.0, 1.0))?;
    sweep.show(&mut evidence, false);
    let order = sweep.order(0, 1);
    let crossing = sweep.crossing(0, 1);
    evidence.grid(Grid::beside(context.entry, "Depth beyond which one-pass is dearer", 0, |_, _| {
        Some(crossing.into())
    }));
    evidence.judge("onepass-dearer", order.from(9.0), order.told());
    let sags = [0, 1].map(|search| sweep.sag(search, |ratio| ratio));
    evidence.judge(
        "onepass-nonlinear",
        Ruling::above(&sags[0], 0.0),
        format!("The middle lies {}.", told(&sags[0])),
    );
    evidence.judge("probing-linear", straight(&sags[1..]), format!("The middle lies {}.", told(&sags[1])));
    Ok(evidence)
}

/// Figure 5.5.
pub fn by_width(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(250, 100);
    let mut evidence = started("d = 5, widths 2 to 20", trees, 100);
    evidence.reading(LOST_AXES);
    evidence.reading(straight_reading());
    let sweep = Sweep::run(context, &BOTH, ("width", &widths()), trees, (0.0, 1.0))?;
    sweep.show(&mut evidence, false);
    let order = sweep.order(0, 1);
    evidence.judge("onepass-dearer", order.from(0.0), order.told());
    let sags = [0, 1].map(|search| sweep.sag(search, |ratio| ratio));
    evidence.judge(
        "linear",
        straight(&sags),
        format!("The middles lie {} for one-pass, {} for probing.", told(&sags[0]), told(&sags[1])),
    );
    let cheaper = sweep.sizes().iter().all(|width| om_one_pass(5, *width) < om_probing(5, *width));
    evidence.judge(
        "against-best-case",
        Ruling::all([order.from(0.0), Ruling::exact(cheaper)]),
        "In the best case of this depth one-pass is the cheaper one at all these widths (om/figure3.6).",
    );
    Ok(evidence)
}

/// What the table saves.
fn saved(
    context: &Context,
    sizes: &[(f64, Shape)],
    trees: usize,
    (from, to): (f64, f64),
) -> Result<Saved, Error> {
    let at = |place: usize| from + (to - from) * place as f64 / sizes.len() as f64;
    let point = |(place, (size, shape)): (usize, &(f64, Shape))| {
        let job = format!("table on {shape:?}");
        let saved = context.seeds(&job, trees, (at(place), at(place + 1)), |seed| {
            let [with, without] = [WITH_TABLE, PROBES].map(|search| evaluations(search, *shape, seed, 0.0));
            100.0 * (1.0 - with / without)
        })?;
        Ok((*size, saved))
    };
    sizes.iter().enumerate().map(point).collect()
}

/// The claim that the table lowers evaluations on more than half of the trees, at every size from one on.
fn helps(saved: &Saved, least: f64) -> Ruling {
    let sizes = saved.iter().filter(|(size, _)| *size >= least);
    Ruling::all(sizes.map(|(_, saved)| {
        let lowered = saved.iter().filter(|saved| **saved > 0.0).count();
        Ruling::share_above(lowered as u64, saved.len() as u64, 0.5)
    }))
    .ruled("at every size fewer evaluations on more than half of the trees, by the binomial distribution")
}

/// Figure 5.6.
pub fn with_table(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(40, 100);
    let mut evidence = started("a table of 2^18 entries for the probes, no deepening", trees, 100);
    evidence.reading(LOST_AXES);
    evidence.reading(
        "Up to depth 3 no position is probed twice, so a table cannot help there. Whether the lost graph begins earlier decides the \
         claim: it is judged from depth 2 and from depth 4 on.",
    );
    let searches = [("probing", PROBES), ("probing with table", WITH_TABLE)];
    let mut found: Vec<Saved> = Vec::new();
    for (half, (variable, sizes)) in [("depth", depths()), ("width", widths())].into_iter().enumerate() {
        let shares = (half as f64 / 2.0, (half + 1) as f64 / 2.0);
        let sweep = Sweep::run(context, &searches, (variable, &sizes), trees, shares)?;
        sweep.show(&mut evidence, false);
        let saved = |(place, size): (usize, &f64)| {
            let [without, with] = [0, 1].map(|search| sweep.ratios(place, search));
            (*size, without.iter().zip(&with).map(|(without, with)| without - with).collect())
        };
        found.push(sweep.sizes().iter().enumerate().map(saved).collect());
    }
    let seen = |from: f64| {
        let open = found[0].iter().filter(|(size, saved)| *size >= from && median(saved) <= 0.0);
        format!(
            "Depths at which the table does not lower the median: {:?}.",
            open.map(|(size, _)| *size).collect::<Vec<_>>()
        )
    };
    let judged = |from: f64| Ruling::all([helps(&found[0], from), helps(&found[1], 0.0)]);
    evidence.judge_readings(
        "helps",
        vec![("From depth 4", judged(4.0), seen(4.0)), ("From depth 2", judged(2.0), seen(2.0))],
    );
    Ok(evidence)
}

/// The claim that a saving grows with every step to a plateau of 35 to 45 per cent, which its last two sizes are on.
fn grows_to_forty(saved: &Saved) -> Ruling {
    let rises = steps(saved).into_iter().map(|step| Ruling::above(&step, -TOLERANCE));
    let total = rise(&saved[0], &saved[saved.len() - 1]);
    let plateau = saved[saved.len() - 2..].iter().map(|(_, saved)| {
        let level = Estimate::drawn(std::slice::from_ref(saved), |groups| median(&groups[0]));
        Ruling::within(&level, (35.0, 45.0))
    });
    Ruling::all(rises.chain([Ruling::above(&total, 0.0)]).chain(plateau))
}

fn shrinks(saved: &Saved) -> Ruling {
    Ruling::all(steps(saved).iter().map(|step| Ruling::below(step, 0.0)))
}

fn curve(saved: &Saved) -> String {
    saved.iter().map(|(size, saved)| format!("{size}: {:.1}", median(saved))).collect::<Vec<_>>().join(", ")
}

/// Figure 5.7.
pub fn saved_by_table(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(40, 100);
    let mut evidence = started(
        "a table of 2^18 entries for the probes, no deepening; per cent of evaluations saved",
        trees,
        100,
    );
    evidence.reading(LOST_AXES);
    evidence.reading(format!(
        "It grows when no depth from 3 on saves {TOLERANCE} less than the one before; \"about 40\" is 35 to 45 at the last two depths; \
         \"considerable\" is more than 10."
    ));
    let mut found = Vec::new();
    for (half, (sizes, variable)) in [(depths(), "depth"), (widths(), "width")].into_iter().enumerate() {
        let points = saved(context, &sizes, trees, (half as f64 / 2.0, (half + 1) as f64 / 2.0))?;
        let line = points.iter().map(|(size, saved)| (*size, median(saved))).collect();
        let series = Series::new("saved", Mark::Line, line);
        evidence.plot(Plot::new("Saved by the table", variable, "per cent").with(series));
        found.push(points);
    }
    let deep = Estimate::drawn(&[found[0][9].1.clone()], |groups| median(&groups[0]));
    evidence.grid(Grid::beside(context.entry, "Saved", 1, |_, _| Some(deep.into())));
    let from_three: Saved = found[0][1..].to_vec();
    evidence.judge(
        "depth",
        grows_to_forty(&from_three),
        format!("Per cent saved by depth: {}.", curve(&found[0])),
    );
    evidence.judge("width", shrinks(&found[1]), format!("Per cent saved by width: {}.", curve(&found[1])));
    evidence.judge(
        "considerable",
        Ruling::above(&deep, 10.0),
        format!("{} % at the largest depth.", deep.told(1)),
    );
    Ok(evidence)
}

fn mean_of(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    mean(&values)
}

/// Evaluations on one tree: alpha-beta, one-pass, probing, and alpha-beta a ply deeper.
type Row = [f64; 4];

/// Plies of alpha-beta that probing costs: how far its evaluations lie on the way to a ply more, in logarithms.
fn plies(rows: &[Row]) -> f64 {
    let [shallow, probing, deeper] = [0, 2, 3].map(|place| mean_of(rows.iter().map(|row| row[place])));
    libm::log(probing / shallow) / libm::log(deeper / shallow)
}

/// Sections 5.2.5 and 5.6.
pub fn summary(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(60, 100);
    let mut evidence = started("the depth and width series of figures 5.4 and 5.5", trees, 100);
    evidence.reading(LOST_AXES);
    evidence.reading(
        "The average factor is the mean over these sizes; \"most cases\" are more than half of them.",
    );
    evidence.reading(straight_reading());
    let (depths, widths) = (depths(), widths());
    let sweep = Sweep::run(context, &BOTH, ("depth", &depths), trees, (0.0, 0.3))?;
    let mut sizes: Vec<Vec<Row>> = Vec::new();
    for (place, (_, shape)) in depths.iter().chain(&widths).enumerate() {
        let at = |place: usize| 0.3 + 0.7 * place as f64 / (depths.len() + widths.len()) as f64;
        let deeper = Shape { depth: shape.depth + 1, ..*shape };
        let job = format!("cost on {shape:?}");
        sizes.push(context.seeds(&job, trees, (at(place), at(place + 1)), |seed| {
            [(Counted::AlphaBeta, *shape), (ONE_PASS, *shape), (PROBES, *shape), (Counted::AlphaBeta, deeper)]
                .map(|(search, shape)| evaluations(search, shape, seed, 0.0))
        })?);
    }
    let factor = |rows: &Vec<Row>| mean_of(rows.iter().map(|row| row[2] / row[0]));
    let average = Estimate::drawn(&sizes, |sizes| mean_of(sizes.iter().map(factor)));
    let at_every = |statistic: &dyn Fn(&[Row]) -> f64| -> Vec<Estimate> {
        let at = |rows: &Vec<Row>| Estimate::drawn(std::slice::from_ref(rows), |rows| statistic(&rows[0]));
        sizes.iter().map(at).collect()
    };
    let factors = at_every(&|rows| mean_of(rows.iter().map(|row| row[2] / row[0])));
    let cost = at_every(&plies);
    let cheaper = at_every(&|rows| {
        let ratio = |place: usize| rows.iter().map(|row| row[place] / row[0]).collect::<Vec<f64>>();
        median(&ratio(1)) - median(&ratio(2))
    });
    let by_value = |one: &&Estimate, other: &&Estimate| one.value.total_cmp(&other.value);
    let [least, most] = [factors.iter().min_by(by_value), factors.iter().max_by(by_value)];
    let numbers = [least, most, cost.iter().max_by(by_value)];
    evidence.grid(Grid::beside(context.entry, "Cost, at the size with the least or most", 2, |row, _| {
        numbers.get(row).copied().flatten().map(|one| (*one).into())
    }));
    let middle = factors.iter().filter(|factor| (2.0..=4.0).contains(&factor.value)).count();
    evidence.judge(
        "two-to-four",
        Ruling::within(&average, (2.0, 4.0)),
        format!(
            "{} on average over {} sizes; {middle} of them between 2 and 4.",
            average.told(2),
            factors.len()
        ),
    );
    let under = cost.iter().filter(|cost| cost.interval().high < 1.0).count();
    evidence.judge(
        "one-ply",
        Ruling::most(cost.iter().map(|cost| Ruling::below(cost, 1.0))),
        format!("Less than a ply, by 95 % intervals, at {under} of {} sizes.", sizes.len()),
    );
    let lower = cheaper.iter().filter(|one| one.interval().low > 0.0).count();
    evidence.judge(
        "probing-best",
        Ruling::most(cheaper.iter().map(|one| Ruling::above(one, 0.0))),
        format!("Probing has the lower median, by 95 % intervals, at {lower} of {} sizes.", sizes.len()),
    );
    let sags = [0, 1].map(|search| sweep.sag(search, |ratio| ratio));
    evidence.judge(
        "onepass-superlinear",
        Ruling::all([Ruling::above(&sags[0], 0.0), straight(&sags[1..])]),
        format!("The middles lie {} for one-pass, {} for probing.", told(&sags[0]), told(&sags[1])),
    );
    Ok(evidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use plywood_core::random::{seeded, unit};

    /// Savings that scatter about a curve.
    fn scattered(curve: &[f64], trees: usize) -> Saved {
        let mut rng = seeded(1);
        let mut around = |level: f64| (0..trees).map(|_| level + 6.0 * (unit(&mut rng) - 0.5)).collect();
        curve.iter().enumerate().map(|(place, level)| (place as f64, around(*level))).collect()
    }

    #[test]
    fn ends_alone_do_not_make_a_curve_grow_or_shrink() {
        let rising = [0.0, 12.0, 22.0, 30.0, 36.0, 39.0, 40.0, 40.0];
        assert_eq!(grows_to_forty(&scattered(&rising, 100)).verdict(), Verdict::Holds);
        let dented = [0.0, 12.0, 22.0, 14.0, 36.0, 39.0, 40.0, 40.0];
        assert_eq!(grows_to_forty(&scattered(&dented, 100)).verdict(), Verdict::DoesNotHold);
        let falling = [40.0, 30.0, 20.0, 10.0];
        assert_eq!(shrinks(&scattered(&falling, 100)).verdict(), Verdict::Holds);
        assert_eq!(shrinks(&scattered(&[40.0, 30.0, 35.0, 10.0], 100)).verdict(), Verdict::DoesNotHold);
    }

    #[test]
    fn a_table_that_saves_nothing_at_some_size_does_not_help_at_every_size() {
        let mut saved = scattered(&[20.0, 30.0, 30.0], 40);
        assert_eq!(helps(&saved, 0.0).verdict(), Verdict::Holds);
        saved[0].1 = vec![0.0; 40];
        assert_eq!(helps(&saved, 0.0).verdict(), Verdict::DoesNotHold);
        assert_eq!(helps(&saved, 1.0).verdict(), Verdict::Holds);
    }

    #[test]
    fn plies_are_measured() {
        assert!((plies(&[[10.0, 0.0, 30.0, 90.0]]) - 0.5).abs() < 1e-12);
        assert!((plies(&[[10.0, 0.0, 270.0, 90.0]]) - 1.5).abs() < 1e-12);
    }
}
