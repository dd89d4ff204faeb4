//! Time to a depth (Dice thesis, sections 5.2 and 5.3), and what StarETC saves.

use plywood_core::{Error, Report};

use super::measure::{METHOD, depth, falling, figures, measure, names, nodes, positions, specs};
use super::nodes::{curves, half};
use crate::{Context, Evidence, Grid, Measured, Verdict};
use plywood_lab::report::show_number;
use plywood_lab::stats::{correlation, mean};

/// How near to one a correlation is that is called near.
const NEAR: f64 = 0.95;
/// Plies to which all values are compared.
const COMPARED: u32 = 9;

fn milliseconds(reports: &[Report]) -> Vec<f64> {
    reports.iter().map(|report| 1000.0 * report.seconds).collect()
}

/// Figure 5.5.
pub(super) fn summary(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = positions(context, |_| true);
    let mut evidence = Evidence::timed(format!(
        "{METHOD} {} positions, depth {depth}, wall-clock time; the algorithms follow each other on each position.",
        positions.len()
    ));
    let reports = measure(context, &positions, &specs("2^16"), depth, (0.0, 1.0))?;
    let all: Vec<[f64; 5]> = reports.iter().map(|reports| figures(&milliseconds(reports))).collect();
    evidence.grid(Grid::beside(context.entry, "Milliseconds", 1, |row, column| {
        Some(Measured::Exact(all[column][row]))
    }));
    let means: Vec<f64> = all.iter().map(|figures| figures[2]).collect();
    let medians: Vec<f64> = all.iter().map(|figures| figures[3]).collect();
    let rows = names().into_iter().zip(&reports).zip(&means);
    let rows = rows.map(|((name, reports), time)| {
        let values = [*time, time / means[0], mean(&nodes(reports)) / time];
        (name, values.map(Measured::Exact).to_vec())
    });
    let columns = ["mean milliseconds", "of Expectimax's", "nodes a millisecond"].map(String::from);
    evidence.grid(Grid::measured("Mean time", &columns, 3, rows.collect()));
    let saved = 1.0 - means[3] / means[2];
    evidence.judge(
        "staretc-saves-31",
        Verdict::of((saved - 0.31).abs() < 0.05),
        format!("StarETC takes {} % less time than Star2 (printed 31 %).", show_number(100.0 * saved, 1)),
    );
    evidence.judge(
        "order",
        Verdict::of(falling(&means[..4]) && falling(&medians[..4])),
        format!("Mean milliseconds {:.0?}, medians {:.0?}.", &means[..4], &medians[..4]),
    );
    let speeds: Vec<f64> =
        reports.iter().zip(&means).map(|(r, time)| mean(&nodes(r)) / time).take(4).collect();
    let apart = figures(&speeds)[1] / figures(&speeds)[0];
    follows(
        &reports,
        apart < 1.5,
        &format!("Nodes a millisecond differ by a factor of {apart:.2}."),
        &mut evidence,
    );
    Ok(evidence)
}

/// Figures 5.6 and 5.7.
pub(super) fn by_position(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = half(context);
    let mut evidence =
        Evidence::timed(format!("{METHOD} Depth {depth}, wall-clock time; numbers are the appendix's."));
    let reports = measure(context, &positions, &specs("2^16"), depth, (0.0, 1.0))?;
    let all: Vec<Vec<f64>> = reports.iter().map(|reports| milliseconds(reports)).collect();
    curves(&mut evidence, "Time by position", "milliseconds", &positions, &all, 2);
    follows(&reports, true, "", &mut evidence);
    Ok(evidence)
}

/// Judges the claim that time follows nodes.
fn follows(reports: &[Vec<Report>], also: bool, seen: &str, evidence: &mut Evidence) {
    let each: Vec<f64> =
        reports.iter().take(4).map(|reports| correlation(&nodes(reports), &milliseconds(reports))).collect();
    evidence.judge(
        "time-follows-nodes",
        Verdict::of(also && each.iter().all(|value| *value > NEAR)),
        format!(
            "Correlation of time and nodes over the positions, algorithm by algorithm: {each:.3?}. {seen}"
        ),
    );
}

/// Section 5.3: what StarETC saves against Star2.
pub(super) fn savings(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = positions(context, |_| true);
    let mut evidence = Evidence::timed(format!(
        "{METHOD} {} positions, depth {depth}; values of all four algorithms are compared at every depth to {COMPARED}.",
        positions.len()
    ));
    let reports = measure(context, &positions, &specs("2^16")[2..4], depth, (0.0, 0.9))?;
    let saved = |values: &dyn Fn(&[Report]) -> Vec<f64>| {
        100.0 * (1.0 - mean(&values(&reports[1])) / mean(&values(&reports[0])))
    };
    let savings = [saved(&nodes), saved(&milliseconds)];
    evidence.grid(Grid::beside(context.entry, "Per cent saved", 1, |_, column| {
        Some(Measured::Exact(savings[column]))
    }));
    for (claim, saved, printed) in [("nodes-37", savings[0], 37.0), ("time-31", savings[1], 31.0)] {
        evidence.judge(
            claim,
            Verdict::of(saved.round() == printed),
            format!("{} % less (printed {printed} %).", show_number(saved, 1)),
        );
    }
    let reports = measure(context, &positions, &specs("2^16")[..4], depth.min(COMPARED), (0.9, 1.0))?;
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
        Verdict::of(apart < 1e-9),
        format!(
            "Values of the four algorithms differ by {apart:.1e} at most, over all positions and depths."
        ),
    );
    Ok(evidence)
}
