//! Nodes to a depth (Dice thesis, sections 4.4, 5.2 and 6.1), over the test positions that are whole.

use plywood_core::{Error, Report};
use plywood_games::dice;

use super::larger;
use super::measure::{
    METHOD, Numbered, depth, falling, figures, line, measure, names, nodes, positions, specs, think,
};
use crate::{Cell, Context, Evidence, Grid, Measured, Verdict};
use plywood_lab::report::{Mark, Plot, Series, show_number};
use plywood_lab::stats::{Summary, Z95, correlation, mean};

/// Figure 5.2.
pub(super) fn summary(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = positions(context, |_| true);
    let mut evidence = Evidence::new(format!(
        "{METHOD} {} positions, depth {depth}. A second table has 2^22 entries.",
        positions.len()
    ));
    let small = measure(context, &positions, &specs("2^16"), depth, (0.0, 0.6))?;
    let figures_of = |reports: &[Vec<Report>]| -> Vec<[f64; 5]> {
        reports.iter().map(|reports| figures(&nodes(reports))).collect()
    };
    let first = figures_of(&small);
    evidence.grid(Grid::beside(context.entry, "Nodes, 2^16 entries", 0, |row, column| {
        Some(Measured::Exact(first[column][row]))
    }));
    let shares: Vec<f64> = context.entry.rows[2].values.clone();
    let rows = names().into_iter().take(4).enumerate().map(|(column, name)| {
        let cell = |published: f64, measured: f64| Cell {
            published: Some(100.0 * published),
            measured: Some(Measured::Exact(100.0 * measured)),
        };
        (name, vec![cell(shares[column] / shares[0], first[column][2] / first[0][2])])
    });
    evidence.grid(Grid {
        title: "Mean nodes, per cent of Expectimax's".into(),
        columns: vec!["per cent".into()],
        rows: rows.collect(),
        decimals: 1,
    });
    let large = figures_of(&measure(context, &positions, &specs("2^22"), depth, (0.6, 0.9))?);
    for (entries, all) in [("2^16", &first), ("2^22", &large)] {
        let rows = Summary::NAMES.iter().enumerate().map(|(row, name)| {
            (name.to_string(), all.iter().map(|figures| Measured::Exact(figures[row])).collect())
        });
        evidence.grid(Grid::measured(&format!("Nodes, {entries} entries"), &names(), 0, rows.collect()));
    }
    plain(context, &positions, depth, &mut evidence)?;
    let all: Vec<Vec<f64>> = small.iter().map(|reports| nodes(reports)).collect();
    let means: Vec<f64> = first.iter().map(|figures| figures[2]).collect();
    let medians: Vec<f64> = first.iter().map(|figures| figures[3]).collect();
    let saved = 1.0 - means[3] / means[2];
    evidence.judge(
        "staretc-saves-37",
        Verdict::of((saved - 0.37).abs() < 0.05),
        format!(
            "StarETC needs {} % fewer nodes than Star2 (printed 37 %), {} of Expectimax's (printed 0.103); our own needs \
             {} of StarETC's, and {} with 2^22 entries.",
            show_number(100.0 * saved, 1),
            show_number(means[3] / means[0], 4),
            show_number(means[4] / means[3], 3),
            show_number(large[4][2] / large[3][2], 3)
        ),
    );
    let named = |values: &[f64]| {
        let parts =
            names().into_iter().zip(values).map(|(name, value)| format!("{name} {}", show_number(*value, 0)));
        parts.collect::<Vec<_>>().join(", ")
    };
    evidence.judge(
        "order",
        Verdict::of(falling(&means[..4]) && falling(&medians[..4])),
        format!("Means: {}. Medians: {}.", named(&means), named(&medians)),
    );
    never_worse(&all, &mut evidence);
    let stones: Vec<f64> = positions
        .iter()
        .map(|(_, board)| f64::from(board.stones.iter().map(|stones| stones.count_ones()).sum::<u32>()))
        .collect();
    let spread = first[3][4] / means[3];
    let trend = correlation(&stones, &all[3].iter().map(|nodes| libm::log(*nodes)).collect::<Vec<_>>());
    evidence.judge(
        "wide-spread",
        Verdict::of(spread > 0.5 && trend < 0.0),
        format!(
            "StarETC's standard deviation is {} of its mean; the logarithm of its nodes falls with the stones, \
             correlation {}.",
            show_number(spread, 2),
            show_number(trend, 2)
        ),
    );
    Ok(evidence)
}

/// Expectimax with nothing else: leaf value nought, cells and rolls in ascending order.
fn plain(
    context: &Context,
    positions: &[Numbered],
    depth: u32,
    evidence: &mut Evidence,
) -> Result<(), Error> {
    let bare = "killers=off, history=off, eval=zero, deepening=through";
    let specs =
        ["off", "2^16"].map(|table| format!("expectimax(bounds=off, replace=always, table={table}, {bare})"));
    let reports = measure(context, positions, &specs, depth, (0.9, 1.0))?;
    let all: Vec<[f64; 5]> = reports.iter().map(|reports| figures(&nodes(reports))).collect();
    let rows = Summary::NAMES.iter().enumerate().map(|(row, name)| {
        (name.to_string(), all.iter().map(|figures| Measured::Exact(figures[row])).collect())
    });
    let columns = ["no table".to_string(), "2^16 entries".to_string()];
    evidence.grid(Grid::measured("Plain expectimax, leaf value 0: nodes", &columns, 0, rows.collect()));
    Ok(())
}

/// Judges the claim that Star2 and StarETC never need more nodes than Star1.
fn never_worse(all: &[Vec<f64>], evidence: &mut Evidence) {
    let worse = |column: usize| all[column].iter().zip(&all[1]).filter(|(a, b)| a > b).count();
    evidence.judge(
        "never-worse",
        Verdict::of(worse(2) == 0 && worse(3) == 0),
        format!(
            "Of {} positions Star2 needs more nodes than Star1 on {}, StarETC on {}.",
            all[0].len(),
            worse(2),
            worse(3)
        ),
    );
}

/// Figure 5.1.
pub(super) fn by_depth(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = positions(context, |_| true);
    let mut evidence = Evidence::new(format!(
        "{METHOD} {} positions, up to depth {depth}; ours deepens by two plies. On larger boards, which the thesis leaves \
         to later work, positions come from random play and depth is {}.",
        positions.len(),
        larger::DEPTH
    ));
    let reports = measure(context, &positions, &specs("2^16"), depth, (0.0, 0.9))?;
    let mut plot = Plot::new("Mean nodes by depth", "depth", "nodes, logarithm to base ten");
    let mut rows: Vec<(String, Vec<Measured>)> =
        (1..=depth).map(|depth| (format!("depth {depth}"), Vec::new())).collect();
    let mut last = Vec::new();
    for (name, reports) in names().into_iter().zip(&reports) {
        // A search that ends early because all is known needs no more nodes further down.
        let at = |report: &Report, depth: u32| {
            let row = report.rows.iter().rfind(|row| row.depth <= depth);
            row.map_or(0.0, |row| row.nodes as f64)
        };
        let curve: Vec<f64> = (1..=depth)
            .map(|depth| mean(&reports.iter().map(|report| at(report, depth)).collect::<Vec<_>>()))
            .collect();
        for (row, value) in rows.iter_mut().zip(&curve) {
            row.1.push(Measured::Exact(*value));
        }
        let points =
            curve.iter().enumerate().map(|(step, nodes)| (step as f64 + 1.0, libm::log10(nodes.max(1.0))));
        plot = plot.with(Series::new(name, Mark::Line, points.collect()));
        last.push(curve[curve.len() - 1]);
    }
    evidence.plot(plot);
    evidence.grid(Grid::measured("Mean nodes by depth", &names(), 0, rows));
    evidence.grid(larger::boards(context, (0.9, 1.0))?);
    evidence.judge(
        "order-by-depth",
        Verdict::of(falling(&last[..4])),
        format!(
            "At depth {depth}: Expectimax {}, Star1 {}, Star2 {}, StarETC {}.",
            show_number(last[0], 0),
            show_number(last[1], 0),
            show_number(last[2], 0),
            show_number(last[3], 0)
        ),
    );
    Ok(evidence)
}

/// Figures 5.3 and 5.4: by position.
pub(super) fn by_position(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = half(context);
    let mut evidence = Evidence::new(format!("{METHOD} Depth {depth}; numbers are the appendix's."));
    let reports = measure(context, &positions, &specs("2^16"), depth, (0.0, 1.0))?;
    let all: Vec<Vec<f64>> = reports.iter().map(|reports| nodes(reports)).collect();
    curves(&mut evidence, "Nodes by position", "nodes", &positions, &all, 0);
    never_worse(&all, &mut evidence);
    Ok(evidence)
}

/// The positions of a figure that shows half of them: 1 to 50 or 51 to 100.
pub(super) fn half(context: &Context) -> Vec<Numbered> {
    let first = ["dice/figure5.3", "dice/figure5.6"].contains(&context.entry.id.as_str());
    positions(context, |number| (number <= 50) == first)
}

/// One curve an algorithm over the positions, and the numbers.
pub(super) fn curves(
    evidence: &mut Evidence,
    title: &str,
    unit: &str,
    positions: &[Numbered],
    all: &[Vec<f64>],
    decimals: usize,
) {
    let mut plot = Plot::new(title, "position", unit).logarithmic();
    for (name, values) in names().into_iter().zip(all) {
        let points = positions.iter().zip(values).map(|((number, _), value)| (*number as f64, *value));
        plot = plot.with(Series::new(name, Mark::Line, points.collect()));
    }
    evidence.plot(plot);
    let rows = positions.iter().enumerate().map(|(place, (number, _))| {
        (format!("position {number}"), all.iter().map(|values| Measured::Exact(values[place])).collect())
    });
    evidence.grid(Grid::measured(title, &names(), decimals, rows.collect()));
}

/// Figure 4.5.
pub(super) fn sample_output(context: &Context) -> Result<Evidence, Error> {
    let text = "5 4 b 1 - - - - - b - - r - r b - - - r - b - - - - -";
    let mut evidence = Evidence::new(format!(
        "The position printed with the figure ({text}) has 23 cells and cannot be restored, so the first whole test \
         position is searched by StarETC; scores and counts are those of another position and another network."
    ));
    let game = plywood_players::game("dice")?;
    let first = line(&*game, &dice::test_positions()[0])?;
    let report = think(&*game, "star_etc(bounds=off, table=2^20)", &*first, 9, context.stop)?;
    let row = |printed: usize| {
        let name = &context.entry.rows[printed].name;
        let depth: u32 = name.trim_start_matches("depth ").parse().unwrap_or(0);
        report.rows.iter().find(|row| row.depth == depth)
    };
    evidence.grid(Grid::beside(context.entry, "One search by depth", 6, |printed, column| {
        let row = row(printed)?;
        // Seconds differ from run to run and are left out.
        [Some(row.value), Some(row.nodes as f64), None][column].map(Measured::Exact)
    }));
    let moves: Vec<_> = report.rows.iter().map(|row| &row.best).collect();
    let changes = moves.windows(2).filter(|pair| pair[0] != pair[1]).count();
    evidence.judge(
        "best-move-stable",
        Verdict::of(changes == 0),
        format!("The best move changes {changes} times from depth 1 to {}.", moves.len()),
    );
    let counts: Vec<u64> = report.rows.iter().map(|row| row.nodes).collect();
    evidence.judge(
        "cumulative",
        Verdict::of(counts.windows(2).all(|pair| pair[1] > pair[0])),
        format!("Nodes by depth: {counts:?}."),
    );
    Ok(evidence)
}

/// Section 6.1: the order of chance events.
pub(super) fn event_order(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context).min(11);
    let mut evidence = Evidence::new(format!(
        "{METHOD} StarETC to depth {depth} with three orders of the events, compared position by position."
    ));
    let orders = ["game", "narrow", "table"];
    let specs: Vec<String> =
        orders.iter().map(|order| format!("star_etc(bounds=off, table=2^16, order={order})")).collect();
    let reports = measure(context, &positions(context, |_| true), &specs, depth, (0.0, 1.0))?;
    let all: Vec<Vec<f64>> = reports.iter().map(|reports| nodes(reports)).collect();
    let columns: Vec<String> = vec!["mean nodes".into(), "share of the game's order".into()];
    let rows = orders.iter().zip(&all).map(|(order, nodes)| {
        (order.to_string(), vec![Measured::Exact(mean(nodes)), Measured::Exact(mean(nodes) / mean(&all[0]))])
    });
    evidence.grid(Grid::measured("Mean nodes by order of events", &columns, 3, rows.collect()));
    // The mean of the logarithms of the ratios, and its interval.
    let gain = |other: &[f64]| {
        let ratios: Vec<f64> = other.iter().zip(&all[0]).map(|(a, b)| libm::log(a / b)).collect();
        Summary::of(&ratios).map(|summary| summary.interval(Z95)).ok_or_else(|| Error::new("no positions"))
    };
    let gains = [gain(&all[1])?, gain(&all[2])?];
    let helps = gains.iter().any(|gain| gain.high < 0.0);
    evidence.judge(
        "no-saving",
        Verdict::of(!helps),
        format!(
            "Change of nodes in logarithms: fewest moves first {} ± {}, by the table {} ± {}.",
            show_number(gains[0].value, 3),
            show_number(gains[0].half_width(), 3),
            show_number(gains[1].value, 3),
            show_number(gains[1].half_width(), 3)
        ),
    );
    Ok(evidence)
}
