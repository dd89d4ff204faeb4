//! Nodes to a depth (Dice thesis, sections 4.4, 5.2 and 6.1), over the 75 test positions that are whole.
//!
//! Counted as the thesis does: the root is not a node, chance and decision nodes are, each costs a ply, and the
//! iterations of deepening add up. Tables have 2^16 entries, which comes nearest to the printed counts, and 2^22.

use std::sync::atomic::{AtomicUsize, Ordering};

use plywood_core::{Budget, Error, Line, Report, Search, Spec, Stop};
use plywood_games::dice::{self, Board, FIVE};
use plywood_players::searches;

use super::super::{Context, Grid, Measured, Outcome, Scale, Verdict};
use crate::report::{Mark, Plot, Series, show_number};

/// Plies of the thesis's searches.
const DEPTH: u32 = 13;
/// Plies where only a share of the default effort is wanted.
const SHALLOW: u32 = 7;
const METHOD: &str = "The 75 of the 101 printed positions that have 25 cells, searched ply by ply with our own network; \
    a table of 2^16 entries, exact depth, for all algorithms (the thesis says 64 MB and no more).";
/// The four algorithms of the thesis, and ours.
const ALGORITHMS: [(&str, &str); 5] = [
    ("Expectimax", "expectimax(replace=always, table="),
    ("Star1", "star1(table="),
    ("Star2", "star2(probe=1, table="),
    ("StarETC", "star_etc(table="),
    ("ours", "star_proof(table="),
];

fn depth(context: &Context) -> u32 {
    match context.scale {
        Scale::Times(factor) if factor < 1.0 => SHALLOW,
        _ => DEPTH,
    }
}

/// The test positions, or every so many of them where less is wanted.
fn positions(context: &Context) -> Vec<Board<u64>> {
    let all = dice::test_positions();
    let wanted = context.scale.amount(all.len(), all.len());
    all.iter().copied().step_by(all.len().div_ceil(wanted)).collect()
}

fn think(spec: &str, board: &Board<u64>, depth: u32, stop: &Stop) -> Result<Report<u16>, Error> {
    let spec: Spec = spec.parse()?;
    let (mut search, _): (Box<dyn Search<_>>, _) = searches::make(&FIVE, &spec)?;
    Ok(search.think(&Line::from(FIVE, *board), &Budget::depth(depth), 1, stop, &mut ()))
}

/// Every position searched by every algorithm, the positions shared out over the threads.
fn measure(context: &Context, specs: &[String], depth: u32) -> Result<Vec<Vec<Report<u16>>>, Error> {
    let positions = positions(context);
    let tasks: Vec<(usize, usize)> =
        (0..specs.len()).flat_map(|spec| (0..positions.len()).map(move |place| (spec, place))).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let worker = || {
        let mut found = Vec::new();
        while let Some((spec, place)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push(((*spec, *place), think(&specs[*spec], &positions[*place], depth, context.stop)));
            (context.progress)(done.fetch_add(1, Ordering::Relaxed) as f64 / tasks.len() as f64);
        }
        found
    };
    let mut found: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..context.threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a search does not panic")).collect()
    });
    found.sort_by_key(|(task, _)| *task);
    let mut rows: Vec<Vec<Report<u16>>> = specs.iter().map(|_| Vec::new()).collect();
    for ((spec, _), report) in found {
        rows[spec].push(report?);
    }
    Ok(rows)
}

fn specs(entries: &str) -> Vec<String> {
    ALGORITHMS.iter().map(|(_, spec)| format!("{spec}{entries})")).collect()
}

fn names() -> Vec<String> {
    ALGORITHMS.iter().map(|(name, _)| name.to_string()).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Smallest, largest, mean, median and standard deviation.
fn figures(values: &[f64]) -> [f64; 5] {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let middle = mean(values);
    let spread = mean(&values.iter().map(|value| (value - middle).powi(2)).collect::<Vec<_>>());
    [sorted[0], sorted[sorted.len() - 1], middle, sorted[sorted.len() / 2], libm::sqrt(spread)]
}

fn nodes(reports: &[Report<u16>]) -> Vec<f64> {
    reports.iter().map(|report| report.nodes as f64).collect()
}

fn falling(values: &[f64]) -> bool {
    values.windows(2).all(|pair| pair[0] > pair[1])
}

/// Figure 5.2.
pub(super) fn summary(context: &Context) -> Result<Outcome, Error> {
    let depth = depth(context);
    let mut outcome = Outcome::new(format!("{METHOD} Depth {depth}. A second table has 2^22 entries."));
    let mut small = Vec::new();
    for entries in ["2^16", "2^22"] {
        // Plain expectimax with a large table needs much memory for one figure: once, with the small one.
        let reports = measure(context, &specs(entries), depth)?;
        let all: Vec<[f64; 5]> = reports.iter().map(|reports| figures(&nodes(reports))).collect();
        if entries == "2^16" {
            outcome.grid(Grid::beside(context.entry, "Nodes, 2^16 entries", 0, |row, column| {
                Some(Measured::Exact(all[column][row]))
            }));
            small = reports;
        }
        let rows = ["min", "max", "mean", "median", "std"].iter().enumerate();
        let rows = rows.map(|(row, name)| {
            (name.to_string(), all.iter().map(|figures| Measured::Exact(figures[row])).collect())
        });
        outcome.grid(Grid::measured(&format!("Nodes, {entries} entries"), &names(), 0, rows.collect()));
    }
    let all: Vec<Vec<f64>> = small.iter().map(|reports| nodes(reports)).collect();
    let means: Vec<f64> = all.iter().map(|nodes| mean(nodes)).collect();
    let medians: Vec<f64> = all.iter().map(|nodes| figures(nodes)[3]).collect();
    let saved = 1.0 - means[3] / means[2];
    outcome.judge(
        "staretc-saves-37",
        Verdict::of((saved - 0.37).abs() < 0.05),
        format!(
            "StarETC needs {} % fewer nodes than Star2 (printed 37 %), {} of Expectimax's (printed 0.103); our own needs \
             {} of StarETC's.",
            show_number(100.0 * saved, 1),
            show_number(means[3] / means[0], 3),
            show_number(means[4] / means[3], 3)
        ),
    );
    let named = |values: &[f64]| {
        let parts =
            names().into_iter().zip(values).map(|(name, value)| format!("{name} {}", show_number(*value, 0)));
        parts.collect::<Vec<_>>().join(", ")
    };
    outcome.judge(
        "order",
        Verdict::of(falling(&means[..4]) && falling(&medians[..4])),
        format!("Means: {}. Medians: {}.", named(&means), named(&medians)),
    );
    let worse = |column: usize| all[column].iter().zip(&all[1]).filter(|(a, b)| a > b).count();
    outcome.judge(
        "never-worse",
        Verdict::of(worse(2) == 0 && worse(3) == 0),
        format!(
            "Of {} positions Star2 needs more than Star1 on {}, StarETC on {}.",
            all[0].len(),
            worse(2),
            worse(3)
        ),
    );
    let stones: Vec<f64> = positions(context)
        .iter()
        .map(|board| f64::from(board.stones.iter().map(|stones| stones.count_ones()).sum::<u32>()))
        .collect();
    let spread = figures(&all[3])[4] / means[3];
    let trend = correlation(&stones, &all[3].iter().map(|nodes| libm::log(*nodes)).collect::<Vec<_>>());
    outcome.judge(
        "wide-spread",
        Verdict::of(spread > 0.5 && trend < 0.0),
        format!(
            "StarETC's standard deviation is {} of its mean; the logarithm of its nodes falls with the stones, \
             correlation {}.",
            show_number(spread, 2),
            show_number(trend, 2)
        ),
    );
    Ok(outcome)
}

fn correlation(x: &[f64], y: &[f64]) -> f64 {
    let (mx, my) = (mean(x), mean(y));
    let product = |a: &[f64], ma: f64, b: &[f64], mb: f64| {
        a.iter().zip(b).map(|(a, b)| (a - ma) * (b - mb)).sum::<f64>()
    };
    product(x, mx, y, my) / libm::sqrt(product(x, mx, x, mx) * product(y, my, y, my))
}

/// Figure 5.1.
pub(super) fn by_depth(context: &Context) -> Result<Outcome, Error> {
    let depth = depth(context);
    let mut outcome = Outcome::new(format!("{METHOD} Up to depth {depth}; ours deepens by two plies."));
    let reports = measure(context, &specs("2^16"), depth)?;
    let mut plot = Plot::new("Mean nodes by depth", "depth", "nodes, logarithm to base ten");
    let mut rows: Vec<(String, Vec<Measured>)> =
        (1..=depth).map(|depth| (format!("depth {depth}"), Vec::new())).collect();
    let mut last = Vec::new();
    for (name, reports) in names().into_iter().zip(&reports) {
        // A search that ends early because all is known needs no more nodes further down.
        let at = |report: &Report<u16>, depth: u32| {
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
    outcome.plot(plot);
    outcome.grid(Grid::measured("Mean nodes by depth", &names(), 0, rows));
    outcome.judge(
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
    Ok(outcome)
}

/// Figures 5.3 and 5.4: by position.
pub(super) fn by_position(context: &Context) -> Result<Outcome, Error> {
    let depth = depth(context);
    let mut outcome =
        Outcome::new(format!("{METHOD} Depth {depth}; all whole positions in the appendix's order."));
    let reports = measure(context, &specs("2^16"), depth)?;
    let mut plot = Plot::new("Nodes by position", "position", "nodes, logarithm to base ten");
    for (name, reports) in names().into_iter().zip(&reports) {
        let points =
            nodes(reports).into_iter().enumerate().map(|(place, nodes)| (place as f64, libm::log10(nodes)));
        plot = plot.with(Series::new(name, Mark::Line, points.collect()));
    }
    outcome.plot(plot);
    let rows = (0..reports[0].len()).map(|place| {
        let values = reports.iter().map(|reports| Measured::Exact(reports[place].nodes as f64));
        (format!("position {}", place + 1), values.collect())
    });
    outcome.grid(Grid::measured("Nodes by position", &names(), 0, rows.collect()));
    let all: Vec<Vec<f64>> = reports.iter().map(|reports| nodes(reports)).collect();
    let rising = (0..all[0].len()).filter(|place| all[3][*place] < all[2][*place]).count();
    for claim in &context.entry.claims {
        outcome.judge(
            &claim.id,
            Verdict::of(2 * rising > all[0].len()),
            format!("StarETC needs fewer nodes than Star2 on {rising} of {} positions.", all[0].len()),
        );
    }
    Ok(outcome)
}

/// Figure 4.5.
pub(super) fn sample_output(context: &Context) -> Result<Outcome, Error> {
    let text = "5 4 b 1 - - - - - b - - r - r b - - - r - b - - - - -";
    let mut outcome = Outcome::new(format!(
        "The position printed with the figure ({text}) has 23 cells and cannot be restored, so the first whole test \
         position is searched by StarETC; scores and counts are those of another position and another network."
    ));
    let report = think("star_etc(table=2^20)", &dice::test_positions()[0], 9, context.stop)?;
    let row = |printed: usize| {
        let name = &context.entry.rows[printed].name;
        let depth: u32 = name.trim_start_matches("depth ").parse().unwrap_or(0);
        report.rows.iter().find(|row| row.depth == depth)
    };
    outcome.grid(Grid::beside(context.entry, "One search by depth", 6, |printed, column| {
        let row = row(printed)?;
        // Seconds differ from run to run and are left out.
        [Some(row.value), Some(row.nodes as f64), None][column].map(Measured::Exact)
    }));
    let moves: Vec<_> = report.rows.iter().map(|row| row.best).collect();
    let changes = moves.windows(2).filter(|pair| pair[0] != pair[1]).count();
    outcome.judge(
        "best-move-stable",
        Verdict::of(changes == 0),
        format!("The best move changes {changes} times from depth 1 to {}.", moves.len()),
    );
    let counts: Vec<u64> = report.rows.iter().map(|row| row.nodes).collect();
    outcome.judge(
        "cumulative",
        Verdict::of(counts.windows(2).all(|pair| pair[1] > pair[0])),
        format!("Nodes by depth: {counts:?}."),
    );
    Ok(outcome)
}

/// Section 6.1: the order of chance events.
pub(super) fn event_order(context: &Context) -> Result<Outcome, Error> {
    let depth = depth(context).min(11);
    let mut outcome = Outcome::new(format!(
        "{METHOD} StarETC to depth {depth} with three orders of the events, compared position by position."
    ));
    let orders = ["game", "narrow", "table"];
    let specs: Vec<String> =
        orders.iter().map(|order| format!("star_etc(table=2^16, order={order})")).collect();
    let reports = measure(context, &specs, depth)?;
    let all: Vec<Vec<f64>> = reports.iter().map(|reports| nodes(reports)).collect();
    let columns: Vec<String> = vec!["mean nodes".into(), "share of the game's order".into()];
    let rows = orders.iter().zip(&all).map(|(order, nodes)| {
        (order.to_string(), vec![Measured::Exact(mean(nodes)), Measured::Exact(mean(nodes) / mean(&all[0]))])
    });
    outcome.grid(Grid::measured("Mean nodes by order of events", &columns, 3, rows.collect()));
    // The mean of the logarithms of the ratios, and its standard error.
    let gain = |other: &[f64]| {
        let ratios: Vec<f64> = other.iter().zip(&all[0]).map(|(a, b)| libm::log(a / b)).collect();
        let [_, _, middle, _, spread] = figures(&ratios);
        (middle, spread / libm::sqrt(ratios.len() as f64))
    };
    let gains = [gain(&all[1]), gain(&all[2])];
    let helps = gains.iter().any(|(middle, error)| middle + 1.96 * error < 0.0);
    outcome.judge(
        "no-saving",
        Verdict::of(!helps),
        format!(
            "Change of nodes in logarithms: fewest moves first {} ± {}, by the table {} ± {}.",
            show_number(gains[0].0, 3),
            show_number(1.96 * gains[0].1, 3),
            show_number(gains[1].0, 3),
            show_number(1.96 * gains[1].1, 3)
        ),
    );
    Ok(outcome)
}
