//! Searches of the test positions, timed and counted, and what is said of them (Dice thesis, section 5).
//!
//! Counted as the thesis does: the root is not a node, chance and decision nodes are, each costs a ply, and the
//! iterations of deepening add up. Tables have 2^16 entries, which comes nearest to the printed counts, and 2^22.

use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::{Budget, Error, Notation, Report, Stop};
use plywood_games::dice::{self, Board, FIVE};

use crate::{Context, Effort};
use plywood_lab::stats::Summary;

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
    ("Expectimax", "expectimax(bounds=off, replace=always, table="),
    ("Star1", "star1(bounds=off, table="),
    ("Star2", "star2(bounds=off, probe=1, table="),
    ("StarETC", "star_etc(bounds=off, table="),
    ("ours", "star_proof(table="),
];

/// A test position with its number in the appendix.
pub type Numbered = (usize, Board<u64>);

/// The depth that is searched to.
pub fn depth(context: &Context) -> u32 {
    match context.effort {
        Effort::Times(factor) if factor < 1.0 => SHALLOW,
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
    let wanted = context.effort.amount(POSITIONS, all.len()).min(all.len());
    all.iter().copied().step_by(all.len().div_ceil(wanted)).collect()
}

/// One search of one position.
pub fn think(
    game: &dyn AnyGame,
    spec: &str,
    position: &dyn AnyLine,
    depth: u32,
    stop: &Stop,
) -> Result<Report, Error> {
    game.player(&spec.parse()?)?.think(position, &Budget::depth(depth), 1, stop, &mut ())
}

/// A test position as the game reads it.
pub fn line(game: &dyn AnyGame, board: &Board<u64>) -> Result<Box<dyn AnyLine>, Error> {
    game.read(&FIVE.write_position(board))
}

/// Every position searched by every algorithm: the reports of each algorithm. Positions are shared out over the
/// threads; the algorithms follow each other on each, so that times are comparable.
pub fn measure(
    context: &Context,
    positions: &[Numbered],
    specs: &[String],
    depth: u32,
    shares: (f64, f64),
) -> Result<Vec<Vec<Report>>, Error> {
    let game = plywood_players::game("dice")?;
    let job = format!("depth {depth} by {}", specs.join(" "));
    let each = specs.len() as u64;
    let pieces =
        positions.iter().flat_map(|(number, _)| (0..each).map(move |spec| *number as u64 * each + spec));
    let found = context.pieces(&job, &pieces.collect::<Vec<u64>>(), shares, |piece| {
        let number = (piece / each) as usize;
        let (_, board) =
            positions.iter().find(|(other, _)| *other == number).expect("a piece is of a position");
        think(&*game, &specs[(piece % each) as usize], &*line(&*game, board)?, depth, context.stop)
    })?;
    let mut rows: Vec<Vec<Report>> = vec![Vec::new(); specs.len()];
    for (piece, report) in found.into_iter().enumerate() {
        rows[piece % specs.len()].push(report);
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

/// Smallest, largest, mean, median and standard deviation: the rows of the printed summaries.
pub fn figures(values: &[f64]) -> [f64; 5] {
    Summary::of(values).map_or([f64::NAN; 5], |summary| summary.numbers())
}

/// Nodes of each search.
pub fn nodes(reports: &[Report]) -> Vec<f64> {
    reports.iter().map(|report| report.nodes as f64).collect()
}

/// Whether each value is smaller than the one before.
pub fn falling(values: &[f64]) -> bool {
    values.windows(2).all(|pair| pair[0] > pair[1])
}
