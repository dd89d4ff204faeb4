//! Searches of the test positions, timed and counted, and what is said of them (Dice thesis, section 5).
//!
//! Counted as the thesis does: the root is not a node, chance and decision nodes are, each costs a ply, and the
//! iterations of deepening add up. Tables have 2^16 entries, which comes nearest to the printed counts, and 2^22.

use std::sync::atomic::{AtomicUsize, Ordering};

use plywood_core::{Budget, Error, Line, Report, Search, Spec, Stop};
use plywood_games::dice::{self, Board, FIVE};
use plywood_players::searches;

use crate::{Context, Scale};

/// Plies of the thesis's searches.
const DEPTH: u32 = 13;
/// Plies where only a share of the default effort is wanted.
const SHALLOW: u32 = 7;
/// Positions at the default effort.
const POSITIONS: usize = 13;
/// How positions are searched.
pub const METHOD: &str = "Test positions that are whole (75 of the 101 printed have 25 cells; by default every sixth), searched ply by \
    ply with our own network; a table of 2^16 entries, exact depth, for all algorithms (the thesis says 64 MB and no \
    more); Expectimax's is direct-mapped and always replaces, the others keep the deeper of two.";
/// The four algorithms of the thesis, and ours.
const ALGORITHMS: [(&str, &str); 5] = [
    ("Expectimax", "expectimax(replace=always, table="),
    ("Star1", "star1(table="),
    ("Star2", "star2(probe=1, table="),
    ("StarETC", "star_etc(table="),
    ("ours", "star_proof(table="),
];

/// A test position with its number in the appendix.
pub type Numbered = (usize, Board<u64>);

/// The depth that is searched to.
pub fn depth(context: &Context) -> u32 {
    match context.scale {
        Scale::Times(factor) if factor < 1.0 => SHALLOW,
        _ => DEPTH,
    }
}

/// The test positions that a range of numbers has, or every so many of them where less is wanted.
pub fn positions(context: &Context, numbers: impl Fn(usize) -> bool) -> Vec<Numbered> {
    // A position's number stands in the comment before it.
    let lines: Vec<&str> = dice::POSITIONS.lines().collect();
    let found = lines.windows(2).filter(|pair| pair[0].starts_with('#') && pair[1].starts_with('5'));
    let found = found.map(|pair| pair[0].trim_start_matches("# ").parse().unwrap_or(0));
    let all: Vec<Numbered> =
        found.zip(dice::test_positions()).filter(|(number, _)| numbers(*number)).collect();
    let wanted = context.scale.amount(POSITIONS, all.len()).min(all.len());
    all.iter().copied().step_by(all.len().div_ceil(wanted)).collect()
}

/// One search of one position.
pub fn think(spec: &str, board: &Board<u64>, depth: u32, stop: &Stop) -> Result<Report<u16>, Error> {
    let spec: Spec = spec.parse()?;
    let (mut search, _): (Box<dyn Search<_>>, _) = searches::make(&FIVE, &spec)?;
    Ok(search.think(&Line::from(FIVE, *board), &Budget::depth(depth), 1, stop, &mut ()))
}

/// Every position searched by every algorithm: the reports of each algorithm. Positions are shared out over the
/// threads; the algorithms follow each other on each, so that times are comparable.
pub fn measure(
    context: &Context,
    positions: &[Numbered],
    specs: &[String],
    depth: u32,
    (from, to): (f64, f64),
) -> Result<Vec<Vec<Report<u16>>>, Error> {
    let tasks: Vec<(usize, usize)> =
        (0..positions.len()).flat_map(|place| (0..specs.len()).map(move |spec| (place, spec))).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let worker = || {
        let mut found = Vec::new();
        while let Some((place, spec)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push(((*place, *spec), think(&specs[*spec], &positions[*place].1, depth, context.stop)));
            let share = (done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / tasks.len() as f64;
            (context.progress)(from + (to - from) * share);
        }
        found
    };
    let mut found: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..context.threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a search does not panic")).collect()
    });
    if context.stop.raised() {
        return Err(Error::new("interrupted"));
    }
    found.sort_by_key(|(task, _)| *task);
    let mut rows: Vec<Vec<Report<u16>>> = specs.iter().map(|_| Vec::new()).collect();
    for ((_, spec), report) in found {
        rows[spec].push(report?);
    }
    Ok(rows)
}

/// The algorithms with a table of so many entries.
pub fn specs(entries: &str) -> Vec<String> {
    ALGORITHMS.iter().map(|(_, spec)| format!("{spec}{entries})")).collect()
}

/// The algorithms' names.
pub fn names() -> Vec<String> {
    ALGORITHMS.iter().map(|(name, _)| name.to_string()).collect()
}

/// The arithmetic mean.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The rows of the printed summaries.
pub const FIGURES: [&str; 5] = ["min", "max", "mean", "median", "std"];

/// Smallest, largest, mean, median and standard deviation.
pub fn figures(values: &[f64]) -> [f64; 5] {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let middle = mean(values);
    let spread = mean(&values.iter().map(|value| (value - middle).powi(2)).collect::<Vec<_>>());
    [sorted[0], sorted[sorted.len() - 1], middle, sorted[sorted.len() / 2], libm::sqrt(spread)]
}

/// Nodes of each search.
pub fn nodes(reports: &[Report<u16>]) -> Vec<f64> {
    reports.iter().map(|report| report.nodes as f64).collect()
}

/// Whether each value is smaller than the one before.
pub fn falling(values: &[f64]) -> bool {
    values.windows(2).all(|pair| pair[0] > pair[1])
}

/// Pearson's correlation.
pub fn correlation(x: &[f64], y: &[f64]) -> f64 {
    let (mx, my) = (mean(x), mean(y));
    let product = |a: &[f64], ma: f64, b: &[f64], mb: f64| {
        a.iter().zip(b).map(|(a, b)| (a - ma) * (b - mb)).sum::<f64>()
    };
    product(x, mx, y, my) / libm::sqrt(product(x, mx, x, mx) * product(y, my, y, my))
}
