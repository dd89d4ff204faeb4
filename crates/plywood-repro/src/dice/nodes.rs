//! Nodes to a depth (Dice thesis, sections 4.4, 5.2 and 6.1), over the test positions that are whole.

use plywood_core::{Error, Report};
use plywood_games::dice;

use super::larger;
use super::measure::{
    Numbered, SCHEMES, Scheme, as_printed, depth, figures, less_and_less, line, measure, names, nodes,
    positions, saved, specs, started, think, together, whole,
};
use crate::{Cell, Context, Estimate, Evidence, Grid, Measured, Ruling};
use plywood_lab::report::{Mark, Plot, Series, show_number};
use plywood_lab::stats::{Summary, mean};

/// Figure 5.2.
pub(super) fn summary(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = positions(context, |_| true);
    let mut evidence = started("Nodes of all algorithms.", positions.len(), depth);
    let figures_of = |reports: &[Vec<Report>]| -> Vec<[f64; 5]> {
        reports.iter().map(|reports| figures(&nodes(reports))).collect()
    };
    let mut found = vec![measure(context, &positions, &specs("2^16", Scheme::Always), depth, (0.0, 0.45))?];
    // Expectimax is the same under both.
    let others = measure(context, &positions, &specs("2^16", Scheme::Deeper)[1..], depth, (0.45, 0.65))?;
    found.push([vec![found[0][0].clone()], others].concat());
    let first = figures_of(&found[0]);
    evidence.grid(Grid::beside(context.entry, "Nodes, 2^16 entries, overwritten", 0, |row, column| {
        Some(Measured::Exact(first[column][row]))
    }));
    let shares: Vec<f64> = context.entry.rows[2].values.clone();
    let rows = names().into_iter().take(4).enumerate().map(|(column, name)| {
        let cell = |published: f64, measured: f64| Cell {
            published: Some(100.0 * published),
            measured: Some(Measured::Exact(100.0 * measured)),
            error: None,
        };
        let share = |reports: &[Vec<Report>]| mean(&nodes(&reports[column])) / mean(&nodes(&reports[0]));
        (name, found.iter().map(|reports| cell(shares[column] / shares[0], share(reports))).collect())
    });
    evidence.grid(Grid {
        title: "Mean nodes, per cent of Expectimax's".into(),
        columns: SCHEMES.map(|(_, name)| name.to_string()).to_vec(),
        rows: rows.collect(),
        decimals: 1,
    });
    // A table of what a user would run: Expectimax and Star1 are left out of it, they take too long.
    let large =
        figures_of(&measure(context, &positions, &specs("2^22", Scheme::Deeper)[2..], depth, (0.65, 0.9))?);
    let second = figures_of(&found[1]);
    for (title, all) in [("overwritten", &first), ("the Stars keep the deeper of two", &second)] {
        let rows = Summary::NAMES.iter().enumerate().map(|(row, name)| {
            (name.to_string(), all.iter().map(|figures| Measured::Exact(figures[row])).collect())
        });
        evidence.grid(Grid::measured(&format!("Nodes, 2^16 entries, {title}"), &names(), 0, rows.collect()));
    }
    let rows = Summary::NAMES.iter().enumerate().map(|(row, name)| {
        (name.to_string(), large.iter().map(|figures| Measured::Exact(figures[row])).collect())
    });
    evidence.grid(Grid::measured("Nodes, 2^22 entries, the deeper of two", &names()[2..], 0, rows.collect()));
    plain(context, &positions, depth, &mut evidence)?;
    let counts =
        |reports: &[Vec<Report>]| -> Vec<Vec<f64>> { reports.iter().map(|reports| nodes(reports)).collect() };
    judge_schemes(&mut evidence, "staretc-saves-37", &found, |reports| {
        let all = counts(reports);
        let saved = saved(&all[3], &all[2]);
        let seen = format!(
            "StarETC needs {} of Star2's nodes less (printed 0.373), {} of Expectimax's (printed 0.103); ours {} of StarETC's.",
            saved.told(3),
            show_number(mean(&all[3]) / mean(&all[0]), 4),
            show_number(mean(&all[4]) / mean(&all[3]), 3),
        );
        (as_printed(&saved, 0.373, 0.05), seen)
    });
    let named = |values: Vec<f64>| {
        let parts =
            names().into_iter().zip(values).map(|(name, value)| format!("{name} {}", show_number(value, 0)));
        parts.collect::<Vec<_>>().join(", ")
    };
    judge_schemes(&mut evidence, "order", &found, |reports| {
        let figures = figures_of(reports);
        let column = |place: usize| named(figures.iter().map(|figures| figures[place]).collect());
        (less_and_less(&counts(reports)[..4], true), format!("Means: {}. Medians: {}.", column(2), column(3)))
    });
    judge_schemes(&mut evidence, "never-worse", &found, |reports| never_worse(&counts(reports), 75));
    let stones: Vec<f64> = positions
        .iter()
        .map(|(_, board)| f64::from(board.stones.iter().map(|stones| stones.count_ones()).sum::<u32>()))
        .collect();
    let all = counts(&found[0]);
    let spread = Estimate::drawn(&[all[3].clone()], |groups| {
        let figures = figures(&groups[0]);
        figures[4] / figures[2]
    });
    let trend = together(&stones, &all[3].iter().map(|nodes| libm::log(*nodes)).collect::<Vec<_>>());
    evidence.reading("\"Of the same order\" is read as a third to three times the mean.");
    evidence.judge(
        "wide-spread",
        Ruling::all([Ruling::within(&spread, (1.0 / 3.0, 3.0)), Ruling::below(&trend, 0.0)]),
        format!(
            "StarETC's standard deviation is {} of its mean; the logarithm of its nodes and the stones have a correlation of {}.",
            spread.told(2),
            trend.told(2)
        ),
    );
    Ok(evidence)
}

/// Judges a claim under both replacement schemes.
pub(super) fn judge_schemes(
    evidence: &mut Evidence,
    claim: &str,
    found: &[Vec<Vec<Report>>],
    judge: impl Fn(&[Vec<Report>]) -> (Ruling, String),
) {
    let readings = SCHEMES.iter().zip(found).map(|((_, name), reports)| {
        let (ruling, seen) = judge(reports);
        (*name, ruling, seen)
    });
    evidence.judge_readings(claim, readings.collect());
}

/// Expectimax with nothing else: leaf value zero, cells and rolls in ascending order.
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

/// The claim that Star2 and StarETC never need more nodes than Star1, on this number of positions.
fn never_worse(all: &[Vec<f64>], positions: usize) -> (Ruling, String) {
    let worse = |column: usize| all[column].iter().zip(&all[1]).filter(|(a, b)| a > b).count();
    let seen = format!(
        "Of {} positions Star2 needs more nodes than Star1 on {}, StarETC on {}.",
        all[0].len(),
        worse(2),
        worse(3)
    );
    (Ruling::never_of((worse(2) + worse(3)) as u64, all[0].len() as u64, positions as u64), seen)
}

/// Figure 5.1.
pub(super) fn by_depth(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = positions(context, |_| true);
    let mut evidence = started(
        &format!(
            "Mean nodes by depth. On larger boards, which the thesis leaves to later work, positions come from random play and depth is {}.",
            larger::DEPTH
        ),
        positions.len(),
        depth,
    );
    let reports = measure(context, &positions, &specs("2^16", Scheme::Always), depth, (0.0, 0.6))?;
    let others = measure(context, &positions, &specs("2^16", Scheme::Deeper)[1..4], depth, (0.6, 0.9))?;
    let found = [reports.clone(), [vec![reports[0].clone()], others].concat()];
    let mut plot = Plot::new("Mean nodes by depth", "depth", "nodes, logarithm to base ten");
    let mut rows: Vec<(String, Vec<Measured>)> =
        (1..=depth).map(|depth| (format!("depth {depth}"), Vec::new())).collect();
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
    }
    evidence.plot(plot);
    evidence.grid(Grid::measured("Mean nodes by depth", &names(), 0, rows));
    evidence.grid(larger::boards(context, (0.9, 1.0))?);
    judge_schemes(&mut evidence, "order-by-depth", &found, |reports| {
        let all: Vec<Vec<f64>> = reports.iter().take(4).map(|reports| nodes(reports)).collect();
        let means: Vec<String> = all.iter().map(|nodes| show_number(mean(nodes), 0)).collect();
        let seen = format!("At depth {depth} Expectimax, Star1, Star2, StarETC: {}.", means.join(", "));
        (less_and_less(&all, false), seen)
    });
    Ok(evidence)
}

/// Figures 5.3 and 5.4: by position.
pub(super) fn by_position(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context);
    let positions = half(context);
    let mut evidence = started("Nodes by position; numbers are the appendix's.", positions.len(), depth);
    let reports = measure(context, &positions, &specs("2^16", Scheme::Always), depth, (0.0, 0.7))?;
    let others = measure(context, &positions, &specs("2^16", Scheme::Deeper)[1..4], depth, (0.7, 1.0))?;
    let found = [reports.clone(), [vec![reports[0].clone()], others].concat()];
    let all: Vec<Vec<f64>> = reports.iter().map(|reports| nodes(reports)).collect();
    curves(&mut evidence, "Nodes by position, entries overwritten", "nodes", &positions, &all, 0);
    let whole = half_of(context).len();
    judge_schemes(&mut evidence, "never-worse", &found, |reports| {
        never_worse(&reports.iter().map(|reports| nodes(reports)).collect::<Vec<_>>(), whole)
    });
    Ok(evidence)
}

/// The positions of a figure that shows half of them: 1 to 50 or 51 to 100.
pub(super) fn half(context: &Context) -> Vec<Numbered> {
    let first = is_first(context);
    positions(context, |number| (number <= 50) == first)
}

fn is_first(context: &Context) -> bool {
    ["dice/figure5.3", "dice/figure5.6"].contains(&context.entry.id.as_str())
}

/// All whole positions of that half.
fn half_of(context: &Context) -> Vec<Numbered> {
    let first = is_first(context);
    whole(|number| (number <= 50) == first)
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

/// Moves of the printed position, and nodes that it needs to depths 1 and 2.
const PRINTED: [u64; 2] = [3, 21];

/// Figure 4.5.
pub(super) fn sample_output(context: &Context) -> Result<Evidence, Error> {
    let text = "5 4 b 1 - - - - - b - - r - r b - - - r - b - - - - -";
    let mut evidence = Evidence::new("StarETC, a table of 2^20 entries, to depth 9.");
    evidence.replaced(format!(
        "The position printed with the figure ({text}) has 23 cells and cannot be restored. The table shows the first whole test position \
         with {} nodes at depth 1 and {} at depth 2, as printed: three legal moves. Scores are those of our own network.",
        PRINTED[0], PRINTED[1]
    ));
    evidence.reading("\"Seldom\" is read as at fewer than a quarter of the steps from one depth to the next, over all such positions.");
    let game = plywood_players::game("dice")?;
    let mut reports = Vec::new();
    for board in dice::test_positions() {
        let first = line(&*game, &board)?;
        if first.moves().len() as u64 != PRINTED[0] || (context.glance() && reports.len() > 1) {
            continue;
        }
        let report = think(&*game, "star_etc(bounds=off, table=2^20)", &*first, 9, context.stop)?;
        if report.rows.iter().map(|row| row.nodes).take(2).eq(PRINTED) {
            reports.push(report);
        }
    }
    let report = reports.first().ok_or_else(|| Error::new("no test position has three moves"))?;
    evidence.scale("positions", reports.len(), 1);
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
    let changes: Vec<f64> = reports
        .iter()
        .map(|report| {
            let steps = report.rows.windows(2).map(|pair| f64::from(u8::from(pair[0].best != pair[1].best)));
            mean(&steps.collect::<Vec<f64>>())
        })
        .collect();
    let share = Estimate::mean(&changes);
    evidence.judge(
        "best-move-stable",
        Ruling::below(&share, 0.25),
        format!("The best move changes at {} of the steps, over {} positions.", share.told(3), reports.len()),
    );
    let counts: Vec<u64> = report.rows.iter().map(|row| row.nodes).collect();
    let sums = reports.iter().all(|report| report.rows.windows(2).all(|pair| pair[1].nodes > pair[0].nodes));
    evidence.judge("cumulative", Ruling::exact(sums), format!("Nodes by depth: {counts:?}."));
    Ok(evidence)
}

/// A saving that is none, as a logarithm.
const NO_SAVING: f64 = 0.05;

/// Section 6.1: the order of chance events.
pub(super) fn event_order(context: &Context) -> Result<Evidence, Error> {
    let depth = depth(context).min(11);
    let tested = positions(context, |_| true);
    let mut evidence = started(
        "StarETC with three orders of the events, compared position by position.",
        tested.len(),
        depth,
    );
    evidence.reading(format!("A saving of less than {NO_SAVING} in logarithms is none; the orders tried are ours, the thesis names none."));
    let orders = ["game", "narrow", "table"];
    let specs: Vec<String> = orders
        .iter()
        .map(|order| format!("star_etc(bounds=off, table=2^16, replace=always, order={order})"))
        .collect();
    let reports = measure(context, &tested, &specs, depth, (0.0, 1.0))?;
    let all: Vec<Vec<f64>> = reports.iter().map(|reports| nodes(reports)).collect();
    let columns: Vec<String> = vec!["mean nodes".into(), "share of the game's order".into()];
    let rows = orders.iter().zip(&all).map(|(order, nodes)| {
        (order.to_string(), vec![Measured::Exact(mean(nodes)), Measured::Exact(mean(nodes) / mean(&all[0]))])
    });
    evidence.grid(Grid::measured("Mean nodes by order of events", &columns, 3, rows.collect()));
    // The mean of the logarithms of the ratios.
    let gains = [1, 2].map(|order: usize| {
        let ratios: Vec<f64> = all[order].iter().zip(&all[0]).map(|(a, b)| libm::log(a / b)).collect();
        Estimate::mean(&ratios)
    });
    evidence.judge(
        "no-saving",
        Ruling::all(gains.iter().map(|gain| Ruling::above(gain, -NO_SAVING))),
        format!(
            "Change of nodes in logarithms: fewest moves first {}, by the table {}.",
            gains[0].told(3),
            gains[1].told(3)
        ),
    );
    Ok(evidence)
}
