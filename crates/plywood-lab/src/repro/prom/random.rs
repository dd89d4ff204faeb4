//! What PrOM search costs on random trees, and what it gains (section 7.2).
//!
//! Evaluations of all types together; MAX's values of leaves are counted on top, where the thesis shares them with the first type
//! (a few per cent).

use plywood_core::{Error, Game, Knowledge, Spec};
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::om::{Pruning, Ties, Version};
use plywood_search::opponent::prom::{EqualMoves, OpponentType};
use plywood_search::opponent::utility::Utility;

use crate::report::{Mark, Plot, Series};
use crate::repro::models::{
    Counted, Shape, bend, evaluations, histogram, median, median_interval, over_trees, percentiles,
    random_tree, ratios,
};
use crate::repro::{Context, Grid, Measured, Outcome, Verdict};

const ONE_PASS: Counted = Counted::Prom(Version::OnePass, Pruning::Beta, None);
const PROBES: Counted = Counted::Prom(Version::Probes, Pruning::Beta, None);
const WITH_TABLES: Counted = Counted::Prom(Version::Probes, Pruning::Beta, Some(1 << 17));

fn quartiles(values: &[f64]) -> f64 {
    percentiles(values)[3] - percentiles(values)[1]
}

/// Figure 7.1.
pub fn versions(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(60, 10_000);
    let shape = Shape { width: 4, depth: 8, types: 2 };
    let searches = [
        ("OM one-pass", Counted::Om(Version::OnePass, None)),
        ("OM probing", Counted::Om(Version::Probes, None)),
        ("PrOM probing, pruned", PROBES),
        ("PrOM probing", Counted::Prom(Version::Probes, Pruning::None, None)),
        ("PrOM one-pass, pruned", ONE_PASS),
        ("PrOM one-pass", Counted::Prom(Version::OnePass, Pruning::None, None)),
    ];
    let mut outcome =
        Outcome::new(format!("{trees} of the thesis' 10,000 random trees, d = 8, w = 4, two types."));
    let mut found = Vec::new();
    let mut plot = Plot::new("Evaluations per alpha-beta evaluation", "ratio", "trees");
    for (place, (name, search)) in searches.iter().enumerate() {
        let values = ratios(context, *search, shape, trees, (place as f64 / 6.0, (place + 1) as f64 / 6.0))?;
        plot = plot.with(histogram(name, &values, 1.0));
        found.push(values);
    }
    outcome.plot(plot);
    let columns = ["5 %", "25 %", "median", "75 %", "95 %"].map(String::from);
    let rows = searches
        .iter()
        .zip(&found)
        .map(|((name, _), values)| (name.to_string(), percentiles(values).map(Measured::Exact).to_vec()));
    outcome.grid(Grid::measured("Ratios", &columns, 2, rows.collect()));
    let medians: Vec<f64> = found.iter().map(|values| median(values)).collect();
    let (one_pass, probing) = (medians[5] - medians[4], medians[3] - medians[2]);
    outcome.judge(
        "pruning-effect",
        Verdict::of(one_pass > probing),
        format!("Pruning saves {one_pass:.1} in one-pass and {probing:.1} in probing search."),
    );
    outcome.judge(
        "onepass-dearer",
        Verdict::of(medians[4] > medians[3] && medians[3] >= medians[2]),
        format!(
            "Medians {:.1} one-pass pruned, {:.1} probing, {:.1} probing pruned.",
            medians[4], medians[3], medians[2]
        ),
    );
    let spreads = [quartiles(&found[1]), quartiles(&found[2]), quartiles(&found[4])];
    outcome.judge(
        "spread",
        Verdict::of(spreads[0] < spreads[1] && spreads[1] < spreads[2]),
        format!("Interquartile ranges {spreads:.2?} (OM, PrOM probing, PrOM one-pass)."),
    );
    Ok(outcome)
}

/// A point of a series: where it is, and a ratio for each tree.
type Sampled = (f64, Vec<f64>);

/// Medians over several shapes for one-pass and probing, shown; then everything measured.
fn both(
    context: &Context,
    outcome: &mut Outcome,
    shapes: &[(f64, Shape)],
    trees: usize,
    variable: &str,
) -> Result<[Vec<Sampled>; 2], Error> {
    let mut found = [Vec::new(), Vec::new()];
    let total = 2.0 * shapes.len() as f64;
    let mut plot = Plot::new("Medians", variable, "evaluations per alpha-beta evaluation").logarithmic();
    for (which, (name, search)) in [("one-pass", ONE_PASS), ("probing", PROBES)].iter().enumerate() {
        for (place, (x, shape)) in shapes.iter().enumerate() {
            let done = (which * shapes.len() + place) as f64;
            found[which]
                .push((*x, ratios(context, *search, *shape, trees, (done / total, (done + 1.0) / total))?));
        }
        let columns = ["5 %", "25 %", "median", "75 %", "95 %"].map(String::from);
        let rows = found[which].iter().map(|(x, values)| {
            (format!("{variable} {x}"), percentiles(values).map(Measured::Exact).to_vec())
        });
        outcome.grid(Grid::measured(
            &format!("{name}: evaluations per alpha-beta evaluation"),
            &columns,
            2,
            rows.collect(),
        ));
        plot = plot.with(Series::new(*name, Mark::Line, medians(&found[which])));
    }
    outcome.plot(plot);
    Ok(found)
}

fn medians(found: &[Sampled]) -> Vec<(f64, f64)> {
    found.iter().map(|(x, values)| (*x, median(values))).collect()
}

fn started(trees: usize, what: &str) -> Outcome {
    Outcome::new(format!(
        "{trees} of the thesis' 100 random trees a point, {what}. The ranges of the lost axes are unknown."
    ))
}

fn logarithms(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    points.iter().map(|(x, y)| (*x, libm::log(*y))).collect()
}

/// Figure 7.2.
pub fn by_depth(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(20, 100);
    let mut outcome = started(trees, "w = 3, three types, depths 2 to 9");
    let shapes: Vec<_> =
        (2..=9).map(|depth| (f64::from(depth), Shape { width: 3, depth, types: 3 })).collect();
    let found = both(context, &mut outcome, &shapes, trees, "depth")?;
    let [one, probes] = [medians(&found[0]), medians(&found[1])];
    let bends = [&one, &probes].map(|points| bend(&logarithms(points)));
    outcome.judge(
        "exponential",
        Verdict::of(bends.iter().all(|bend| bend.abs() < 0.2)),
        format!("On the logarithmic scale the middles lie {bends:.2?} of the rise below straight lines."),
    );
    let (last, other) = (one.last().map_or(0.0, |point| point.1), probes.last().map_or(0.0, |point| point.1));
    outcome.judge(
        "onepass-dearer",
        Verdict::of(last > other),
        format!("{last:.1} against {other:.1} at depth 9."),
    );
    let ends = found[1].last().map_or([1.0; 5], |(_, values)| percentiles(values)).map(libm::log);
    let (up, down) = (ends[4] - ends[2], ends[2] - ends[0]);
    outcome.judge("spread-symmetric", Verdict::of(up / down > 0.5 && up / down < 2.0), format!("At depth 9 the 95th percentile lies {up:.2} above the median's logarithm, the 5th {down:.2} below."));
    Ok(outcome)
}

/// Figure 7.3.
pub fn by_width(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(20, 100);
    let mut outcome = started(trees, "d = 5, three types, widths 2 to 10");
    let shapes: Vec<_> = [2, 3, 4, 5, 6, 8, 10]
        .iter()
        .map(|width| (f64::from(*width), Shape { width: *width, depth: 5, types: 3 }))
        .collect();
    let found = both(context, &mut outcome, &shapes, trees, "width")?;
    let [one, probes] = [medians(&found[0]), medians(&found[1])];
    let dearer = one.iter().zip(&probes).filter(|(one, probes)| one.1 > probes.1).count();
    outcome.judge(
        "onepass-dearer",
        Verdict::of(dearer == one.len()),
        format!("At {dearer} of {} widths.", one.len()),
    );
    let bends = [bend(&one), bend(&probes)];
    outcome.judge(
        "linear",
        Verdict::of(bends.iter().all(|bend| bend.abs() < 0.15)),
        format!("The middles lie {bends:.2?} of the rise below straight lines."),
    );
    Ok(outcome)
}

/// Figure 7.4.
pub fn by_types(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(40, 100);
    let mut outcome = started(trees, "d = 5, w = 3, one to eight types");
    let shapes: Vec<_> = (1..=8).map(|types| (types as f64, Shape { width: 3, depth: 5, types })).collect();
    let found = both(context, &mut outcome, &shapes, trees, "types")?;
    let overlap = found[0].iter().zip(&found[1]).filter(|(one, probes)| {
        let (a, b) = (median_interval(&one.1), median_interval(&probes.1));
        a.0 <= b.1 && b.0 <= a.1
    });
    let overlap = overlap.count();
    outcome.judge(
        "no-difference",
        Verdict::of(overlap == shapes.len()),
        format!("The intervals of the medians overlap at {overlap} of {} numbers of types.", shapes.len()),
    );
    let bends = [bend(&medians(&found[0])), bend(&medians(&found[1]))];
    outcome.judge(
        "linear",
        Verdict::of(bends.iter().all(|bend| bend.abs() < 0.15)),
        format!("The middles lie {bends:.2?} of the rise below straight lines."),
    );
    Ok(outcome)
}

/// Figure 7.5.
pub fn tables(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(5, 100);
    let mut outcome =
        started(trees, "tables of 2^17 entries a type; depths 3 to 10, widths 2 to 8, one to six types");
    let lists: [(&str, Vec<(f64, Shape)>); 3] = [
        ("depth", (3..=10).map(|depth| (f64::from(depth), Shape { width: 3, depth, types: 3 })).collect()),
        (
            "width",
            [2, 3, 4, 6, 8].map(|width| (f64::from(width), Shape { width, depth: 5, types: 3 })).to_vec(),
        ),
        ("types", (1..=6).map(|types| (types as f64, Shape { width: 3, depth: 5, types })).collect()),
    ];
    let mut found = Vec::new();
    for (which, (variable, shapes)) in lists.iter().enumerate() {
        let mut points = Vec::new();
        for (place, (x, shape)) in shapes.iter().enumerate() {
            let at = |place: usize| (which as f64 + place as f64 / shapes.len() as f64) / 3.0;
            let saved = over_trees(context, trees, (at(place), at(place + 1)), |seed| {
                100.0
                    * (1.0
                        - evaluations(WITH_TABLES, *shape, seed, 0.0)
                            / evaluations(PROBES, *shape, seed, 0.0))
            })?;
            points.push((*x, median(&saved)));
        }
        outcome.plot(Plot::new("Saved by the tables", *variable, "per cent").with(Series::new(
            "saved",
            Mark::Line,
            points.clone(),
        )));
        found.push(points);
    }
    let rise = |points: &[(f64, f64)]| points[points.len() - 1].1 - points[0].1;
    let falls = found[0].windows(2).find(|pair| pair[1].1 <= pair[0].1).map(|pair| pair[0].0);
    outcome.grid(Grid::beside(context.entry, "Depth from which nothing more is saved", 0, |_, _| {
        falls.map(Measured::Exact)
    }));
    outcome.judge(
        "depth",
        Verdict::of(falls.is_some_and(|depth| (8.0..=10.0).contains(&depth))),
        format!(
            "Saved by depth: {:.0?}; the tables {}.",
            found[0],
            falls.map_or("never overflow here".to_string(), |depth| format!(
                "save no more from depth {depth} on"
            ))
        ),
    );
    outcome.judge("width", Verdict::of(rise(&found[1]) < 0.0), format!("Saved by width: {:.0?}.", found[1]));
    outcome.judge("types", Verdict::of(rise(&found[2]) > 0.0), format!("Saved by types: {:.0?}.", found[2]));
    Ok(outcome)
}

/// Figure 7.6.
pub fn surplus(context: &Context) -> Result<Outcome, Error> {
    let trees = context.scale.amount(3000, 10_000);
    let shape = Shape { width: 2, depth: 5, types: 2 };
    let found = over_trees(context, trees, (0.0, 1.0), |seed| {
        let tree = random_tree(shape, seed, 0.0);
        let functions = ["v0", "v1"].map(|name| tree.evaluator(&Spec::word(name)).expect("it has two"));
        let root = tree.start();
        let node = (&root, 0, shape.depth);
        let definition = Definition::new(&tree, &root);
        let types = [(OpponentType::plain(0, 0.4), 5), (OpponentType::plain(1, 0.6), 5)];
        let minimax = definition.minimax(&functions[0], node);
        let om = definition.om(&functions[0], &functions[1], node, 5, None, Ties::First);
        let prom = definition.prom(&functions, &types, node, None, EqualMoves::First, Utility::NEUTRAL);
        if om > minimax { Some((prom - minimax) / (om - minimax)) } else { None }
    })?;
    let defined: Vec<f64> = found.iter().flatten().copied().collect();
    let mut outcome = Outcome::new(format!(
        "{trees} of the thesis' 10,000 trees, d = 5, w = 2, probabilities 0.4 and 0.6. On {} trees OM search gains nothing and the ratio is not defined; the \
         thesis puts them at 0.",
        trees - defined.len()
    ));
    let shown: Vec<f64> = found.iter().map(|ratio| ratio.unwrap_or(0.0).clamp(-0.5, 3.0)).collect();
    outcome.plot(
        Plot::new("Surplus of PrOM over that of OM search", "ratio", "trees")
            .with(histogram("trees", &shown, 0.05)),
    );
    let near = |centre: f64| shown.iter().filter(|ratio| (*ratio - centre).abs() < 0.02).count();
    let around = |centre: f64| (near(centre - 0.06) + near(centre + 0.06)) / 2;
    outcome.grid(Grid::beside(context.entry, "Peaks", 1, |_, column| {
        let centre = [0.0, 0.6][column.min(1)];
        (near(centre) > around(centre)).then_some(Measured::Exact(centre))
    }));
    let above = defined.iter().filter(|ratio| **ratio > 1.0 + 1e-9).count();
    outcome.judge("above-one", Verdict::of(above > 0), format!("{above} trees."));
    for (id, centre) in [("peak-0.6", 0.6), ("peak-0", 0.0)] {
        outcome.judge(
            id,
            Verdict::of(near(centre) > 2 * around(centre)),
            format!(
                "{} trees within 0.02 of {centre}, {} in such a window beside it.",
                near(centre),
                around(centre)
            ),
        );
    }
    Ok(outcome)
}
