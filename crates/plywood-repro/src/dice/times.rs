//! Time to a depth (Dice thesis, sections 5.2 and 5.3), and what StarETC saves.

use plywood_core::{Error, Report};

use super::measure::{
    Numbered, Scheme, as_printed, depth, figures, less_and_less, measure, names, nodes, positions, saved,
    specs, started, together, whole,
};
use super::nodes::{curves, half, judge_schemes};
use crate::{Context, Estimate, Evidence, Grid, Measured, Ruling};
use plywood_lab::report::show_number;
use plywood_lab::stats::mean;

/// How near to one a correlation is that is called near.
const NEAR: f64 = 0.95;
/// The largest factor between speeds that are nearly equal.
const EQUAL: f64 = 1.5;
/// Plies to which all values are compared.
const COMPARED: u32 = 9;

fn milliseconds(reports: &[Report]) -> Vec<f64> {
    reports.iter().map(|report| 1000.0 * report.seconds).collect()
}

/// Figure 5.5.
pub(super) fn summary(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = positions(context, |_| true);
    let mut evidence = started(
        "Wall-clock time; the algorithms follow each other on each position.",
        positions.len(),
        depth,
    );
    evidence.timed = true;
    evidence.reading(format!("\"Near\" one is a correlation above {NEAR}, \"nearly equal\" speeds differ by less than a factor of {EQUAL}."));
    let reports = measure(context, &positions, &specs("2^16", Scheme::Always), depth, (0.0, 0.7))?;
    let others = measure(context, &positions, &specs("2^16", Scheme::Deeper)[1..4], depth, (0.7, 1.0))?;
    let found = [reports.clone(), [vec![reports[0].clone()], others].concat()];
    let all: Vec<[f64; 5]> = reports.iter().map(|reports| figures(&milliseconds(reports))).collect();
    evidence.grid(Grid::beside(context.entry, "Milliseconds", 1, |row, column| {
        Some(Measured::Exact(all[column][row]))
    }));
    let means: Vec<f64> = all.iter().map(|figures| figures[2]).collect();
    let rows = names().into_iter().zip(&reports).zip(&means);
    let rows = rows.map(|((name, reports), time)| {
        let values = [*time, time / means[0], mean(&nodes(reports)) / time];
        (name, values.map(Measured::Exact).to_vec())
    });
    let columns = ["mean milliseconds", "of Expectimax's", "nodes a millisecond"].map(String::from);
    evidence.grid(Grid::measured("Mean time", &columns, 3, rows.collect()));
    let times = |reports: &[Vec<Report>]| -> Vec<Vec<f64>> {
        reports.iter().map(|reports| milliseconds(reports)).collect()
    };
    judge_schemes(&mut evidence, "staretc-saves-31", &found, |reports| {
        let all = times(reports);
        let saved = saved(&all[3], &all[2]);
        (
            as_printed(&saved, 0.311, 0.05),
            format!("StarETC takes {} of Star2's time less (printed 0.311).", saved.told(3)),
        )
    });
    judge_schemes(&mut evidence, "order", &found, |reports| {
        let all = times(&reports[..4]);
        let means: Vec<f64> = all.iter().map(|times| mean(times)).collect();
        (less_and_less(&all, true), format!("Mean milliseconds {means:.0?}."))
    });
    let (ruling, seen) = follows(&reports);
    let apart = speeds_apart(&reports[..4]);
    evidence.judge(
        "time-follows-nodes",
        Ruling::all([ruling, Ruling::below(&apart, EQUAL)]),
        format!("{seen} Nodes a millisecond differ by a factor of {}.", apart.told(2)),
    );
    Ok(evidence)
}

/// Figures 5.6 and 5.7.
pub(super) fn by_position(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = half(context);
    let mut evidence =
        started("Wall-clock time by position; numbers are the appendix's.", positions.len(), depth);
    evidence.timed = true;
    evidence.reading(format!("\"Near\" one is a correlation above {NEAR}."));
    let reports = measure(context, &positions, &specs("2^16", Scheme::Always), depth, (0.0, 1.0))?;
    let all: Vec<Vec<f64>> = reports.iter().map(|reports| milliseconds(reports)).collect();
    curves(&mut evidence, "Time by position", "milliseconds", &positions, &all, 2);
    let (ruling, seen) = follows(&reports);
    evidence.judge("time-follows-nodes", ruling, seen);
    Ok(evidence)
}

/// The claim that time follows nodes, algorithm by algorithm.
fn follows(reports: &[Vec<Report>]) -> (Ruling, String) {
    let each: Vec<Estimate> =
        reports.iter().take(4).map(|reports| together(&nodes(reports), &milliseconds(reports))).collect();
    let shown: Vec<String> = each.iter().map(|one| show_number(one.value, 3)).collect();
    let seen = format!(
        "Correlation of time and nodes over the positions, algorithm by algorithm: {}.",
        shown.join(", ")
    );
    (Ruling::all(each.iter().map(|one| Ruling::above(one, NEAR))), seen)
}

/// The factor between the fastest and the slowest algorithm in nodes a millisecond; positions are the sample.
fn speeds_apart(reports: &[Vec<Report>]) -> Estimate {
    let row = |place: usize| -> Vec<(f64, f64)> {
        reports.iter().map(|reports| (reports[place].nodes as f64, 1000.0 * reports[place].seconds)).collect()
    };
    let rows: Vec<Vec<(f64, f64)>> = (0..reports[0].len()).map(row).collect();
    Estimate::drawn(&[rows], |groups| {
        let speed = |column: usize| {
            let sum =
                |pick: fn(&(f64, f64)) -> f64| groups[0].iter().map(|row| pick(&row[column])).sum::<f64>();
            sum(|pair| pair.0) / sum(|pair| pair.1)
        };
        let speeds: Vec<f64> = (0..reports.len()).map(speed).collect();
        figures(&speeds)[1] / figures(&speeds)[0]
    })
}

/// A number of every search.
type Counted = fn(&[Report]) -> Vec<f64>;

/// Section 5.3: what StarETC saves against Star2.
pub(super) fn savings(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = positions(context, |_| true);
    let mut evidence = started("What StarETC saves against Star2.", positions.len(), depth);
    evidence.timed = true;
    evidence.reading(format!(
        "Values of all four algorithms are compared at every depth to {COMPARED}, on all whole positions."
    ));
    evidence.reading("The print's last digit is smaller than the error of 100 positions; an interval by drawing positions again says how much.");
    let halves = [(Scheme::Always, (0.0, 0.4)), (Scheme::Deeper, (0.4, 0.8))];
    let found = halves
        .map(|(scheme, shares)| measure(context, &positions, &specs("2^16", scheme)[2..4], depth, shares))
        .into_iter()
        .collect::<Result<Vec<_>, Error>>()?;
    let measured = |reports: &[Vec<Report>], values: Counted| {
        saved(&values(&reports[1]), &values(&reports[0])).times(100.0)
    };
    let both: [Counted; 2] = [nodes, milliseconds];
    evidence.grid(Grid::beside(context.entry, "Per cent saved, entries overwritten", 1, |_, column| {
        Some(measured(&found[0], both[column]).into())
    }));
    evidence.grid(Grid::beside(context.entry, "Per cent saved, the deeper of two kept", 1, |_, column| {
        Some(measured(&found[1], both[column]).into())
    }));
    for (claim, values, printed) in [("nodes-37", both[0], 37.0), ("time-31", both[1], 31.0)] {
        judge_schemes(&mut evidence, claim, &found, |reports| {
            let saved = measured(reports, values);
            (as_printed(&saved, printed, 0.5), format!("{} % less (printed {printed} %).", saved.told(1)))
        });
    }
    same_values(context, &mut evidence, (0.8, 1.0))?;
    Ok(evidence)
}

/// Compares the values of all four algorithms on all whole positions.
fn same_values(context: &Context, evidence: &mut Evidence, shares: (f64, f64)) -> Result<(), Error> {
    let all: Vec<Numbered> = whole(|number| !context.glance() || number < 3);
    let depth = if context.glance() { 5 } else { COMPARED };
    let reports = measure(context, &all, &specs("2^16", Scheme::Always)[..4], depth, shares)?;
    let mut apart: f64 = 0.0;
    for others in &reports[1..] {
        for (one, other) in reports[0].iter().zip(others) {
            for (a, b) in one.rows.iter().zip(&other.rows) {
                apart = apart.max((a.value - b.value).abs());
            }
        }
    }
    evidence.judge(
        "same-value",
        Ruling::never_of(u64::from(apart >= 1e-9), all.len() as u64, whole(|_| true).len() as u64),
        format!(
            "Values of the four algorithms differ by {apart:.1e} at most, over {} positions and all depths.",
            all.len()
        ),
    );
    Ok(())
}
