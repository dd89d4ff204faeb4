//! What PrOM search costs on random trees, and what it gains (section 7.2).
//!
//! Evaluations of all types together; MAX takes values of leaves from the type with MAX's evaluation, as the
//! thesis counts, where that type has seen them.

use plywood_core::{Error, Game, Knowledge, Spec};
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::om::{Pruning, Ties, Version};
use plywood_search::opponent::prom::{EqualMoves, OpponentType};
use plywood_search::opponent::utility::Utility;

use super::stored;
use crate::models::{Counted, Own, Shape, evaluations, random_tree};
use crate::savings::{Saved, TOLERANCE, rise, steps};
use crate::sweep::{STRAIGHT, Sweep, straight, told};
use crate::{Context, Estimate, Evidence, Grid, Measured, Ruling};
use plywood_lab::report::{Mark, Plot, Series};
use plywood_lab::stats::summary::mode;
use plywood_lab::stats::{median, percentiles};

fn versions_counting(own: Own) -> [(&'static str, Counted); 2] {
    [
        ("one-pass", Counted::Prom(Version::OnePass, Pruning::Beta, None, own)),
        ("probing", Counted::Prom(Version::Probes, Pruning::Beta, None, own)),
    ]
}

/// Both ways to count, which the thesis leaves open, and their names.
const COUNTED: [(Own, &str); 2] =
    [(Own::Shared, "V0 shared with type 0"), (Own::Apart, "V0 counted once more")];

fn quartiles(values: &[f64]) -> f64 {
    percentiles(values)[3] - percentiles(values)[1]
}

fn started(what: &str, trees: usize, published: usize) -> Evidence {
    let mut evidence =
        Evidence::new(format!("Random trees, {what}. Errors come from drawing the trees again."));
    evidence.replaced("Trees are drawn by hashing a node's path instead of reseeding MT19937 (om/text5.2.1 compares such trees).");
    evidence.scale("trees a point", trees, published);
    evidence
}

/// Figure 7.1.
pub fn versions(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(400, 10_000);
    let shape = Shape { width: 4, depth: 8, types: 2 };
    let prom = |version, pruning| Counted::Prom(version, pruning, None, Own::Shared);
    let searches = [
        ("OM one-pass", Counted::Om(Version::OnePass, None)),
        ("OM probing", Counted::Om(Version::Probes, None)),
        ("PrOM probing, pruned", prom(Version::Probes, Pruning::Beta)),
        ("PrOM probing", prom(Version::Probes, Pruning::None)),
        ("PrOM one-pass, pruned", prom(Version::OnePass, Pruning::Beta)),
        ("PrOM one-pass", prom(Version::OnePass, Pruning::None)),
    ];
    let mut evidence = started("d = 8, w = 4, two types", trees, 10_000);
    evidence.reading("MAX takes his values of leaves from the type with his evaluation.");
    evidence.reading(format!(
        "Where the claim allows equality, {EQUAL} more alpha-beta evaluations are still equal."
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
        Ruling::above(&more, 0.0),
        format!("Pruning saves {} more in one-pass than in probing search.", more.told(2)),
    );
    let dearer = sweep.together(0, |ratios| median(&ratios[4]) - median(&ratios[3]));
    let pruned = sweep.together(0, |ratios| saving(ratios, 3));
    evidence.judge(
        "onepass-dearer",
        Ruling::all([Ruling::above(&dearer, 0.0), Ruling::above(&pruned, -EQUAL)]),
        format!(
            "One-pass pruned less probing: {}; probing less probing pruned: {}.",
            dearer.told(2),
            pruned.told(2)
        ),
    );
    let wider = |one: usize, other: usize| {
        sweep.together(0, |ratios| quartiles(&ratios[one]) - quartiles(&ratios[other]))
    };
    let steps = [wider(2, 1), wider(4, 2)];
    evidence.judge(
        "spread",
        Ruling::all(steps.iter().map(|step| Ruling::above(step, 0.0))),
        format!(
            "The interquartile range grows by {} from OM to probing PrOM and by {} to one-pass PrOM search.",
            steps[0].told(2),
            steps[1].told(2)
        ),
    );
    Ok(evidence)
}

/// A difference of medians that is none, in alpha-beta evaluations.
const EQUAL: f64 = 0.05;

/// Runs both versions over some sizes, counted in both ways.
fn both(
    context: &Context,
    evidence: &mut Evidence,
    (variable, sizes): (&'static str, &[(f64, Shape)]),
    trees: usize,
) -> Result<Vec<Sweep>, Error> {
    evidence.reading(
        "The setting shares V0 of type 0 with MAX; algorithm 6.4 names V0 and V0 to Vn-1, which is one evaluation a leaf more. Both \
         are run; tables and plots come in this order.",
    );
    evidence.reading("The ranges of the lost axes are unknown.");
    let half = |place: usize| (place as f64 / 2.0, (place + 1) as f64 / 2.0);
    let run = |(place, (own, _)): (usize, &(Own, &str))| {
        Sweep::run(context, &versions_counting(*own), (variable, sizes), trees, half(place))
    };
    let sweeps = COUNTED.iter().enumerate().map(run).collect::<Result<Vec<Sweep>, Error>>()?;
    sweeps.iter().for_each(|sweep| sweep.show(evidence, true));
    Ok(sweeps)
}

/// Judges a claim for both ways to count.
fn judge_both(
    evidence: &mut Evidence,
    claim: &str,
    sweeps: &[Sweep],
    judge: impl Fn(&Sweep) -> (Ruling, String),
) {
    let readings = COUNTED.iter().zip(sweeps).map(|((_, name), sweep)| {
        let (ruling, seen) = judge(sweep);
        (*name, ruling, seen)
    });
    evidence.judge_readings(claim, readings.collect());
}

/// The claim that the medians of both versions lie on straight lines, after a change of scale.
fn straight_lines(sweep: &Sweep, scale: fn(f64) -> f64) -> (Ruling, String) {
    let sags = [0, 1].map(|search| sweep.sag(search, scale));
    let seen = format!("The middles lie {} for one-pass, {} for probing.", told(&sags[0]), told(&sags[1]));
    (straight(&sags), seen)
}

fn straight_reading(of: &str) -> String {
    format!(
        "A line is straight when the middle of a parabola through the {of} lies within {STRAIGHT} of its rise from the chord."
    )
}

/// Figure 7.2.
pub fn by_depth(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(100, 100);
    let deepest = if context.glance() { 9 } else { 12 };
    let mut evidence = started(&format!("w = 3, three types, depths 2 to {deepest}"), trees, 100);
    evidence.reading(straight_reading("logarithms of the medians"));
    evidence.reading(format!(
        "\"Larger depths\" are judged at depth {deepest}. \"About symmetrically\": in logarithms the two halves of the range from the 5th to the 95th \
         percentile differ by at most {LOPSIDED} of it."
    ));
    let sizes: Vec<_> =
        (2..=deepest).map(|depth| (f64::from(depth), Shape { width: 3, depth, types: 3 })).collect();
    let sweeps = both(context, &mut evidence, ("depth", &sizes), trees)?;
    judge_both(&mut evidence, "exponential", &sweeps, |sweep| straight_lines(sweep, libm::log));
    judge_both(&mut evidence, "onepass-dearer", &sweeps, |sweep| {
        let order = sweep.order(0, 1);
        (order.from(f64::from(deepest)), order.told())
    });
    judge_both(&mut evidence, "spread-symmetric", &sweeps, |sweep| {
        let halves = sweep.statistic(sizes.len() - 1, 1, lopsided);
        let seen =
            format!("At depth {deepest} the halves of probing differ by {} of the range.", halves.told(2));
        (Ruling::within(&halves, (-LOPSIDED, LOPSIDED)), seen)
    });
    Ok(evidence)
}

/// How lopsided a spread may be that is called symmetric.
const LOPSIDED: f64 = 0.25;

/// How much farther from the median the 95th percentile lies than the 5th, in logarithms, as a share of the range between them.
fn lopsided(values: &[f64]) -> f64 {
    let [low, _, middle, _, high] = percentiles(values).map(libm::log);
    ((high - middle) - (middle - low)) / (high - low)
}

/// Figure 7.3.
pub fn by_width(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(60, 100);
    let mut evidence = started("d = 5, three types, widths 2 to 10", trees, 100);
    evidence.reading(straight_reading("medians"));
    let sizes: Vec<_> = [2, 3, 4, 5, 6, 8, 10]
        .iter()
        .map(|width| (f64::from(*width), Shape { width: *width, depth: 5, types: 3 }))
        .collect();
    let sweeps = both(context, &mut evidence, ("width", &sizes), trees)?;
    judge_both(&mut evidence, "linear", &sweeps, |sweep| straight_lines(sweep, |ratio| ratio));
    judge_both(&mut evidence, "onepass-dearer", &sweeps, |sweep| {
        let order = sweep.order(0, 1);
        (order.from(0.0), order.told())
    });
    Ok(evidence)
}

/// How far apart medians may be that do not differ, as a logarithm of their ratio.
const NO_DIFFERENCE: f64 = 0.1;

/// Figure 7.4.
pub fn by_types(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(200, 100);
    let mut evidence = started("d = 5, w = 3, one to eight types", trees, 100);
    evidence.reading(straight_reading("medians"));
    evidence.reading(
        "Intervals that overlap are no evidence that two things do not differ: the medians of both versions must lie within a tenth of \
         each other for every number of types.",
    );
    let sizes: Vec<_> = (1..=8).map(|types| (types as f64, Shape { width: 3, depth: 5, types })).collect();
    let sweeps = both(context, &mut evidence, ("types", &sizes), trees)?;
    judge_both(&mut evidence, "linear", &sweeps, |sweep| straight_lines(sweep, |ratio| ratio));
    judge_both(&mut evidence, "no-difference", &sweeps, |sweep| {
        let apart: Vec<Estimate> = (0..sizes.len())
            .map(|place| sweep.together(place, |ratios| libm::log(median(&ratios[0]) / median(&ratios[1]))))
            .collect();
        let range = (-NO_DIFFERENCE, NO_DIFFERENCE);
        let seen = apart.iter().map(|one| format!("{:.2}", one.value)).collect::<Vec<_>>().join(", ");
        let ruling = Ruling::all(apart.iter().map(|one| Ruling::within(one, range)));
        (ruling, format!("Logarithm of one-pass over probing by number of types: {seen}."))
    });
    Ok(evidence)
}

/// The claim that savings grow up to a depth of 9 or 10 and no more beyond.
fn grows_until_full(saved: &Saved) -> Ruling {
    let until = |top: f64| {
        let place = saved.iter().position(|(depth, _)| *depth == top).unwrap_or(0);
        let rises = steps(&saved[..=place]).into_iter().map(|step| Ruling::above(&step, -TOLERANCE));
        let stays = steps(&saved[place..]).into_iter().map(|step| Ruling::below(&step, TOLERANCE));
        Ruling::all(rises.chain(stays).chain([Ruling::above(&rise(&saved[0], &saved[place]), 0.0)]))
    };
    Ruling::any([until(9.0), until(10.0)])
}

/// Entries of a type's table.
const ENTRIES: usize = 1 << 17;

/// What a table may hold, which the thesis does not say.
const STORED: [&str; 2] = ["Inner nodes stored", "Leaves stored too"];

/// Figure 7.5.
pub fn tables(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(30, 100);
    let deepest = if context.glance() { 10 } else { 13 };
    let mut evidence =
        started("tables of 2^17 entries a type; w = 3 by depth, d = 5 otherwise, three types", trees, 100);
    evidence.reading(format!(
        "Widths 2 to 8, one to six types and depths 3 to {deepest}; the lost graph's ranges are unknown. A saving grows when no size saves \
         {TOLERANCE} less than the one before, and grows no more when none saves {TOLERANCE} more."
    ));
    evidence.reading(
        "Whether leaves are stored decides where tables overflow. Both are run: inner nodes of the probes alone, and leaves in the same \
         table. Of two entries for one place the deeper stays, as in section 5.2.4.",
    );
    let lists: [(&str, Vec<(f64, Shape)>); 3] = [
        (
            "depth",
            (3..=deepest).map(|depth| (f64::from(depth), Shape { width: 3, depth, types: 3 })).collect(),
        ),
        (
            "width",
            [2, 3, 4, 6, 8].map(|width| (f64::from(width), Shape { width, depth: 5, types: 3 })).to_vec(),
        ),
        ("types", (1..=6).map(|types| (types as f64, Shape { width: 3, depth: 5, types })).collect()),
    ];
    // By what is stored, and by what varies.
    let mut found: [Vec<Saved>; 2] = Default::default();
    for (which, (variable, sizes)) in lists.iter().enumerate() {
        // The deep trees are most of the work; the small ones may be many.
        let ends = [(0.0, 0.9), (0.9, 0.95), (0.95, 1.0)][which];
        let count = if which == 0 { trees } else { 10 * trees };
        let mut points: [Saved; 2] = Default::default();
        for (place, (size, shape)) in sizes.iter().enumerate() {
            let at = |place: usize| ends.0 + (ends.1 - ends.0) * place as f64 / sizes.len() as f64;
            let job = format!("what tables save on {shape:?}");
            let saved = context.seeds(&job, count, (at(place), at(place + 1)), |seed| saved(*shape, seed))?;
            for (stored, points) in points.iter_mut().enumerate() {
                points.push((*size, saved.iter().map(|saved| saved[stored]).collect()));
            }
        }
        let mut plot = Plot::new("Saved by the tables", *variable, "per cent");
        for (name, points) in STORED.iter().zip(&points) {
            let line = points.iter().map(|(size, saved)| (*size, median(saved))).collect();
            plot = plot.with(Series::new(*name, Mark::Line, line));
        }
        evidence.plot(plot);
        found.iter_mut().zip(points).for_each(|(found, points)| found.push(points));
    }
    let tops = found.each_ref().map(|found| most_saved(&found[0]));
    evidence
        .grid(Grid::beside(context.entry, "Depth at which most is saved", 0, |_, _| Some(tops[0].into())));
    let mut judge = |claim: &str, ruling: &dyn Fn(usize) -> Ruling, varied: usize| {
        let readings = STORED.iter().enumerate().map(|(stored, name)| {
            let points = found[stored][varied].iter();
            let shown = points.map(|(size, saved)| format!("{size}: {:.1} %", median(saved)));
            let shown = shown.collect::<Vec<_>>().join(", ");
            let seen = match varied {
                0 => format!("Most is saved at depth {}: {shown}.", tops[stored].told(1)),
                _ => format!("{shown}."),
            };
            (*name, ruling(stored), seen)
        });
        evidence.judge_readings(claim, readings.collect());
    };
    judge("depth", &|stored| grows_until_full(&found[stored][0]), 0);
    let falls =
        |stored: usize| Ruling::all(steps(&found[stored][1]).iter().map(|step| Ruling::below(step, 0.0)));
    judge("width", &falls, 1);
    let grows = |stored: usize| {
        let saved = &found[stored][2];
        let steps = steps(saved).into_iter().map(|step| Ruling::above(&step, -TOLERANCE));
        Ruling::all(steps.chain([Ruling::above(&rise(&saved[0], &saved[5]), 0.0)]))
    };
    judge("types", &grows, 2);
    Ok(evidence)
}

/// Per cent of the evaluations that tables save on a random tree, by what is stored.
fn saved(shape: Shape, seed: u64) -> [f64; 2] {
    let probes = |table| Counted::Prom(Version::Probes, Pruning::Beta, table, Own::Shared);
    let [inner, without] = [Some(ENTRIES), None].map(|table| evaluations(probes(table), shape, seed, 0.0));
    let [all, nothing] = [ENTRIES, 0].map(|entries| stored::evaluations(shape, seed, entries));
    [(inner, without), (all, nothing)].map(|(with, without)| 100.0 * (1.0 - with / without))
}

/// The size at which most is saved.
fn most_saved(saved: &Saved) -> Estimate {
    let groups: Vec<Vec<f64>> = saved.iter().map(|(_, saved)| saved.clone()).collect();
    Estimate::drawn(&groups, |groups| {
        let medians = groups.iter().map(|saved| median(saved));
        let best =
            medians.enumerate().fold((0, f64::MIN), |best, one| if one.1 > best.1 { one } else { best });
        saved[best.0].0
    })
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

/// Half the width of the windows that peaks are counted in.
const NEAR: f64 = 0.02;

/// The claim that there is a peak at a ratio: more than a third of the trees in three windows of one width, at the ratio and on
/// either side of it, are in the middle one.
fn peak(ratios: &[f64], centre: f64) -> (Ruling, u64) {
    let near = |centre: f64| ratios.iter().filter(|ratio| (*ratio - centre).abs() < NEAR).count() as u64;
    let beside = near(centre - 3.0 * NEAR) + near(centre + 3.0 * NEAR);
    let ruling = Ruling::share_above(near(centre), near(centre) + beside, 1.0 / 3.0);
    (ruling.ruled("more than a third of the trees in the window and in those beside it, by the binomial distribution"), near(centre))
}

/// The middle of the fullest window of that width in a range.
fn fullest(ratios: &[f64], (low, high): (f64, f64)) -> f64 {
    let inside: Vec<f64> = ratios.iter().copied().filter(|ratio| (low..high).contains(ratio)).collect();
    mode(&inside, 2.0 * NEAR, low)
}

/// Figure 7.6.
pub fn surplus(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(10_000, 10_000);
    let found = surpluses(context, trees, 0.6, (0.0, 0.5))?;
    let other = surpluses(context, trees, 0.7, (0.5, 1.0))?;
    let undefined = found.iter().filter(|ratio| ratio.is_none()).count();
    let mut evidence = Evidence::new(
        "d = 5, w = 2, probabilities 0.4 and 0.6; for the peak at the probability, 0.3 and 0.7 are tried as well.",
    );
    evidence.scale("trees", trees, 10_000);
    evidence.reading(format!(
        "On {undefined} trees OM search gains nothing and the ratio is not defined; the thesis puts them at 0, and so does this."
    ));
    evidence.reading("A peak is a window of width 0.04 that has more trees than the windows beside it.");
    let put = |ratios: &[Option<f64>]| ratios.iter().map(|ratio| ratio.unwrap_or(0.0)).collect::<Vec<f64>>();
    let (ratios, others) = (put(&found), put(&other));
    const SHOWN: (f64, f64) = (-0.5, 3.0);
    let shown: Vec<f64> = ratios.iter().copied().filter(|ratio| (SHOWN.0..SHOWN.1).contains(ratio)).collect();
    let beyond = ratios.len() - shown.len();
    evidence.plot(
        Plot::new(
            format!(
                "Surplus of PrOM over that of OM search; {beyond} trees lie beyond {} or {}",
                SHOWN.0, SHOWN.1
            ),
            "ratio",
            "trees",
        )
        .with(Series::histogram("trees", &shown, 0.05)),
    );
    // Windows are laid so that one lies around each printed place; which is the fullest is measured.
    let places = [fullest(&ratios, (-0.3, 0.3)), fullest(&ratios, (0.3, 0.9))];
    evidence.grid(Grid::beside(context.entry, "Fullest windows below and above 0.3", 2, |_, column| {
        Some(Measured::Exact(places[column.min(1)]))
    }));
    let above = found.iter().flatten().filter(|ratio| **ratio > 1.0 + 1e-9).count();
    evidence.judge("above-one", Ruling::some(above as u64, trees as u64), format!("{above} trees."));
    let [likely, likelier, none] = [peak(&ratios, 0.6), peak(&others, 0.7), peak(&ratios, 0.0)];
    evidence.judge(
        "peak-0.6",
        Ruling::all([likely.0, likelier.0]),
        format!("{} trees at 0.6, with 0.7 for the probability {} at 0.7.", likely.1, likelier.1),
    );
    evidence.judge("peak-0", none.0, format!("{} trees.", none.1));
    Ok(evidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use plywood_core::random::{seeded, unit};

    /// Numbers spread evenly from 0 to 1, and some more at a place.
    fn ratios(count: usize, more: usize, place: f64) -> Vec<f64> {
        let mut rng = seeded(3);
        (0..count).map(|_| unit(&mut rng)).chain(std::iter::repeat_n(place, more)).collect()
    }

    #[test]
    fn peaks_are_found_where_they_are() {
        let with = ratios(10_000, 500, 0.61);
        assert_eq!(peak(&with, 0.6).0.verdict(), Verdict::Holds);
        assert!((fullest(&with, (0.3, 0.9)) - 0.6).abs() < 1e-9);
        assert_ne!(peak(&ratios(10_000, 0, 0.0), 0.6).0.verdict(), Verdict::Holds);
        assert_eq!(peak(&ratios(10_000, 500, 0.66), 0.6).0.verdict(), Verdict::DoesNotHold);
        assert_ne!(peak(&ratios(20, 1, 0.6), 0.6).0.verdict(), Verdict::Holds);
    }

    #[test]
    fn savings_must_grow_before_and_stay_after() {
        let mut rng = seeded(1);
        let mut saved = |curve: [f64; 9]| -> Saved {
            let around =
                |level: f64, rng: &mut _| (0..100).map(|_| level + 4.0 * (unit(rng) - 0.5)).collect();
            curve
                .iter()
                .enumerate()
                .map(|(place, level)| (place as f64 + 3.0, around(*level, &mut rng)))
                .collect()
        };
        let full = saved([0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 30.0, 29.0]);
        assert_eq!(grows_until_full(&full).verdict(), Verdict::Holds);
        let growing = saved([0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0]);
        assert_eq!(grows_until_full(&growing).verdict(), Verdict::DoesNotHold);
        let early = saved([0.0, 5.0, 10.0, 15.0, 20.0, 10.0, 9.0, 8.0, 7.0]);
        assert_eq!(grows_until_full(&early).verdict(), Verdict::DoesNotHold);
    }
}
