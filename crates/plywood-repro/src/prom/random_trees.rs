//! What PrOM search costs on random trees, and what it gains (section 7.2).
//!
//! Evaluations of all types together; MAX takes his values of leaves from the type with his evaluation,
//! as the thesis counts, where that type has seen them.

use plywood_core::{Error, Game, Knowledge, Spec};
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::om::{Pruning, Ties, Version};
use plywood_search::opponent::prom::{EqualMoves, OpponentType};
use plywood_search::opponent::utility::Utility;

use crate::models::{Counted, Shape, evaluations, random_tree};
use crate::sweep::{Sweep, told};
use crate::{Context, Evidence, Grid, Measured, Verdict};
use plywood_lab::report::{Mark, Plot, Series};
use plywood_lab::stats::{Interval, Z95, bootstrap, median, percentiles};

const ONE_PASS: Counted = Counted::Prom(Version::OnePass, Pruning::Beta, None);
const PROBES: Counted = Counted::Prom(Version::Probes, Pruning::Beta, None);
const WITH_TABLES: Counted = Counted::Prom(Version::Probes, Pruning::Beta, Some(1 << 17));
const BOTH: [(&str, Counted); 2] = [("one-pass", ONE_PASS), ("probing", PROBES)];

fn quartiles(values: &[f64]) -> f64 {
    percentiles(values)[3] - percentiles(values)[1]
}

fn range(one: &Interval) -> String {
    format!("{:.2} ({:.2} to {:.2})", one.value, one.low, one.high)
}

/// Figure 7.1.
pub fn versions(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(400, 10_000);
    let games = trees as u64;
    let shape = Shape { width: 4, depth: 8, types: 2 };
    let searches = [
        ("OM one-pass", Counted::Om(Version::OnePass, None)),
        ("OM probing", Counted::Om(Version::Probes, None)),
        ("PrOM probing, pruned", PROBES),
        ("PrOM probing", Counted::Prom(Version::Probes, Pruning::None, None)),
        ("PrOM one-pass, pruned", ONE_PASS),
        ("PrOM one-pass", Counted::Prom(Version::OnePass, Pruning::None, None)),
    ];
    let mut evidence = Evidence::new(format!(
        "{trees} of the thesis' 10,000 random trees, d = 8, w = 4, two types. Claims are judged by intervals from drawing the trees again."
    ));
    let sweep = Sweep::run(context, &searches, ("depth", &[(8.0, shape)]), trees, (0.0, 1.0))?;
    let mut plot = Plot::new("Evaluations per alpha-beta evaluation", "ratio", "trees");
    for (search, (name, _)) in searches.iter().enumerate() {
        plot = plot.with(Series::histogram(*name, &sweep.ratios(0, search), 1.0));
    }
    evidence.plot(plot);
    let columns = ["5 %", "25 %", "median", "75 %", "95 %"].map(String::from);
    let row = |(search, (name, _)): (usize, &(&str, Counted))| {
        (name.to_string(), percentiles(&sweep.ratios(0, search)).map(Measured::Exact).to_vec())
    };
    evidence.grid(Grid::measured("Ratios", &columns, 2, searches.iter().enumerate().map(row).collect()));
    let saving = |ratios: &[Vec<f64>], plain: usize| median(&ratios[plain]) - median(&ratios[plain - 1]);
    let more = sweep.together(0, |ratios| saving(ratios, 5) - saving(ratios, 3));
    evidence.judge(
        "pruning-effect",
        Verdict::above(&more, 0.0, games),
        format!("Pruning saves {} more in one-pass than in probing search.", range(&more)),
    );
    let dearer = sweep.together(0, |ratios| median(&ratios[4]) - median(&ratios[3]));
    let pruned = sweep.together(0, |ratios| saving(ratios, 3));
    evidence.judge(
        "onepass-dearer",
        Verdict::all([Verdict::above(&dearer, 0.0, games), Verdict::of(pruned.low >= 0.0)]),
        format!(
            "One-pass pruned less probing: {}; probing less probing pruned: {}.",
            range(&dearer),
            range(&pruned)
        ),
    );
    let wider = |one: usize, other: usize| {
        sweep.together(0, |ratios| quartiles(&ratios[one]) - quartiles(&ratios[other]))
    };
    let steps = [wider(2, 1), wider(4, 2)];
    evidence.judge(
        "spread",
        Verdict::all(steps.iter().map(|step| Verdict::above(step, 0.0, games))),
        format!(
            "The interquartile range grows by {} from OM to probing PrOM and by {} to one-pass PrOM search.",
            range(&steps[0]),
            range(&steps[1])
        ),
    );
    Ok(evidence)
}

fn started(trees: usize, what: &str) -> Evidence {
    Evidence::new(format!(
        "{trees} random trees a point (the thesis: 100), {what}. The ranges of the lost axes are unknown. Claims are judged by intervals \
         from drawing the trees again; a line is straight when the sag of a parabola through the medians may be nought."
    ))
}

/// Runs both versions over some sizes and judges whether their lines are straight.
fn both(
    context: &Context,
    evidence: &mut Evidence,
    (variable, sizes): (&'static str, &[(f64, Shape)]),
    trees: usize,
    (claim, scale): (&str, fn(f64) -> f64),
) -> Result<Sweep, Error> {
    let sweep = Sweep::run(context, &BOTH, (variable, sizes), trees, (0.0, 1.0))?;
    sweep.show(evidence, true);
    let sags = [0, 1].map(|search| sweep.sag(search, scale));
    evidence.judge(
        claim,
        Verdict::all(sags.iter().map(Verdict::nought)),
        format!("The middles lie {} for one-pass, {} for probing.", told(&sags[0]), told(&sags[1])),
    );
    Ok(sweep)
}

/// Figure 7.2.
pub fn by_depth(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(100, 100);
    let mut evidence = started(trees, "w = 3, three types, depths 2 to 9, sag of the logarithms");
    let sizes: Vec<_> =
        (2..=9).map(|depth| (f64::from(depth), Shape { width: 3, depth, types: 3 })).collect();
    let sweep = both(context, &mut evidence, ("depth", &sizes), trees, ("exponential", libm::log))?;
    let order = sweep.order(0, 1);
    evidence.judge("onepass-dearer", order.from(9.0), format!("{} Judged at depth 9.", order.told()));
    let lopsided = sweep.statistic(sizes.len() - 1, 1, |values| {
        let [low, _, middle, _, high] = percentiles(values).map(libm::log);
        (high - middle) - (middle - low)
    });
    evidence.judge(
        "spread-symmetric",
        Verdict::nought(&lopsided),
        format!(
            "At depth 9 the 95th percentile of probing lies {} farther from the median than the 5th, in logarithms.",
            range(&lopsided)
        ),
    );
    Ok(evidence)
}

/// Figure 7.3.
pub fn by_width(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(60, 100);
    let mut evidence = started(trees, "d = 5, three types, widths 2 to 10");
    let sizes: Vec<_> = [2, 3, 4, 5, 6, 8, 10]
        .iter()
        .map(|width| (f64::from(*width), Shape { width: *width, depth: 5, types: 3 }))
        .collect();
    let sweep = both(context, &mut evidence, ("width", &sizes), trees, ("linear", |ratio| ratio))?;
    let order = sweep.order(0, 1);
    evidence.judge("onepass-dearer", order.from(0.0), order.told());
    Ok(evidence)
}

/// Figure 7.4.
pub fn by_types(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(100, 100);
    let mut evidence = started(trees, "d = 5, w = 3, one to eight types");
    let sizes: Vec<_> = (1..=8).map(|types| (types as f64, Shape { width: 3, depth: 5, types })).collect();
    let sweep = both(context, &mut evidence, ("types", &sizes), trees, ("linear", |ratio| ratio))?;
    let overlap = (0..sizes.len()).filter(|place| {
        let [one, other] = [0, 1].map(|search| sweep.statistic(*place, search, median));
        one.low <= other.high && other.low <= one.high
    });
    let overlap = overlap.count();
    evidence.judge(
        "no-difference",
        Verdict::of(overlap == sizes.len()),
        format!("The intervals of the medians overlap at {overlap} of {} numbers of types.", sizes.len()),
    );
    Ok(evidence)
}

/// What tables save, per cent, at each of some sizes: for every tree.
type Saved = Vec<(f64, Vec<f64>)>;

/// Figure 7.5.
pub fn tables(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(8, 100);
    let games = trees as u64;
    let mut evidence =
        started(trees, "tables of 2^17 entries a type; depths 3 to 11, widths 2 to 8, one to six types");
    let lists: [(&str, Vec<(f64, Shape)>); 3] = [
        ("depth", (3..=11).map(|depth| (f64::from(depth), Shape { width: 3, depth, types: 3 })).collect()),
        (
            "width",
            [2, 3, 4, 6, 8].map(|width| (f64::from(width), Shape { width, depth: 5, types: 3 })).to_vec(),
        ),
        ("types", (1..=6).map(|types| (types as f64, Shape { width: 3, depth: 5, types })).collect()),
    ];
    let mut found: Vec<Saved> = Vec::new();
    for (which, (variable, sizes)) in lists.iter().enumerate() {
        let mut points = Vec::new();
        // The deep trees are most of the work; the small ones may be many.
        let ends = [(0.0, 0.9), (0.9, 0.95), (0.95, 1.0)][which];
        let count = if which == 0 { trees } else { 10 * trees };
        for (place, (size, shape)) in sizes.iter().enumerate() {
            let at = |place: usize| ends.0 + (ends.1 - ends.0) * place as f64 / sizes.len() as f64;
            let job = format!("tables on {shape:?}");
            let saved = context.seeds(&job, count, (at(place), at(place + 1)), |seed| {
                let [with, without] =
                    [WITH_TABLES, PROBES].map(|search| evaluations(search, *shape, seed, 0.0));
                100.0 * (1.0 - with / without)
            })?;
            points.push((*size, saved));
        }
        let line = points.iter().map(|(size, saved)| (*size, median(saved))).collect();
        let series = Series::new("saved", Mark::Line, line);
        evidence.plot(Plot::new("Saved by the tables", *variable, "per cent").with(series));
        found.push(points);
    }
    let shown = |saved: &Saved| {
        let points = saved.iter().map(|(size, saved)| format!("{size}: {:.0} %", median(saved)));
        points.collect::<Vec<_>>().join(", ")
    };
    // The depth where most is saved.
    let by_depth: Vec<Vec<f64>> = found[0].iter().map(|(_, saved)| saved.clone()).collect();
    let top = bootstrap(&by_depth, |groups| {
        let medians = groups.iter().map(|saved| median(saved));
        let best =
            medians.enumerate().fold((0, f64::MIN), |best, one| if one.1 > best.1 { one } else { best });
        found[0][best.0].0
    });
    evidence.grid(Grid::beside(context.entry, "Depth from which nothing more is saved", 0, |_, _| {
        Some(Measured::Sampled(top))
    }));
    evidence.judge(
        "depth",
        Verdict::within(&top, (8.5, 10.5), games),
        format!("Most is saved at depth {} ({} to {}): {}.", top.value, top.low, top.high, shown(&found[0])),
    );
    let rise = |saved: &Saved| {
        let ends = [saved[saved.len() - 1].1.clone(), saved[0].1.clone()];
        bootstrap(&ends, |ends| median(&ends[0]) - median(&ends[1]))
    };
    let [by_width, by_types] = [rise(&found[1]), rise(&found[2])];
    evidence.judge(
        "width",
        Verdict::below(&by_width, 0.0, 10 * games),
        format!("{}; {} more at width 8 than at width 2.", shown(&found[1]), range(&by_width)),
    );
    evidence.judge(
        "types",
        Verdict::above(&by_types, 0.0, 10 * games),
        format!("{}; {} more with six types than with one.", shown(&found[2]), range(&by_types)),
    );
    Ok(evidence)
}

/// PrOM search's gain over OM search's on every tree, where OM search gains; the type with Vop has this probability.
fn surpluses(
    context: &Context,
    trees: usize,
    likely: f64,
    shares: (f64, f64),
) -> Result<Vec<Option<f64>>, Error> {
    let shape = Shape { width: 2, depth: 5, types: 2 };
    context.seeds(&format!("surplus at {likely}"), trees, shares, |seed| {
        let tree = random_tree(shape, seed, 0.0);
        let functions = ["v0", "v1"].map(|name| tree.evaluator(&Spec::word(name)).expect("it has two"));
        let root = tree.start();
        let node = (&root, 0, shape.depth);
        let definition = Definition::new(&tree, &root);
        let types = [(OpponentType::plain(0, 1.0 - likely), 5), (OpponentType::plain(1, likely), 5)];
        let minimax = definition.minimax(&functions[0], node);
        let om = definition.om(&functions[0], &functions[1], node, 5, None, Ties::First);
        let prom = definition.prom(&functions, &types, node, None, EqualMoves::First, Utility::NEUTRAL);
        if om > minimax { Some((prom - minimax) / (om - minimax)) } else { None }
    })
}

/// Trees within 0.02 of a ratio less those in such a window beside it, by their counts: a peak is above nought.
fn peak(ratios: &[Option<f64>], centre: f64) -> Interval {
    let near = |centre: f64| {
        ratios.iter().filter(|ratio| (ratio.unwrap_or(0.0) - centre).abs() < 0.02).count() as f64
    };
    let beside = (near(centre - 0.06) + near(centre + 0.06)) / 2.0;
    let half = Z95 * libm::sqrt(near(centre) + beside / 2.0);
    let value = near(centre) - beside;
    Interval { value, low: value - half, high: value + half }
}

/// Figure 7.6.
pub fn surplus(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(10_000, 10_000);
    let found = surpluses(context, trees, 0.6, (0.0, 0.5))?;
    let other = surpluses(context, trees, 0.7, (0.5, 1.0))?;
    let undefined = found.iter().filter(|ratio| ratio.is_none()).count();
    let mut evidence = Evidence::new(format!(
        "{trees} trees (the thesis: 10,000), d = 5, w = 2, probabilities 0.4 and 0.6. On {undefined} trees OM search gains nothing and the ratio is not \
         defined; the thesis puts them at 0. A peak is where surely more trees are than in windows beside it, by their counts; for the peak at the \
         probability, 0.3 and 0.7 are tried as well."
    ));
    let shown: Vec<f64> = found.iter().map(|ratio| ratio.unwrap_or(0.0).clamp(-0.5, 3.0)).collect();
    evidence.plot(
        Plot::new("Surplus of PrOM over that of OM search", "ratio", "trees")
            .with(Series::histogram("trees", &shown, 0.05)),
    );
    evidence.grid(Grid::beside(context.entry, "Peaks", 1, |_, column| {
        let centre = [0.0, 0.6][column.min(1)];
        (peak(&found, centre).low > 0.0).then_some(Measured::Exact(centre))
    }));
    let above = found.iter().flatten().filter(|ratio| **ratio > 1.0 + 1e-9).count();
    evidence.judge("above-one", Verdict::of(above > 0), format!("{above} trees."));
    let games = trees as u64;
    let [likely, likelier, none] = [peak(&found, 0.6), peak(&other, 0.7), peak(&found, 0.0)];
    evidence.judge(
        "peak-0.6",
        Verdict::all([Verdict::above(&likely, 0.0, games), Verdict::above(&likelier, 0.0, games)]),
        format!(
            "{:.0} trees more than beside it at 0.6, with 0.7 for the probability {:.0} at 0.7.",
            likely.value, likelier.value
        ),
    );
    evidence.judge(
        "peak-0",
        Verdict::above(&none, 0.0, games),
        format!("{:.0} trees more than beside it.", none.value),
    );
    Ok(evidence)
}
