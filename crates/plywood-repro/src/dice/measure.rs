//! Searches of the test positions, timed and counted, and what is said of them (Dice thesis, section 5).
//!
//! Counted as the thesis does: the root is not a node, chance and decision nodes are, each costs a ply, and the
//! iterations of deepening add up. Tables have 2^16 entries, which comes nearest to the printed counts, and 2^22.

use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::{Budget, Error, Notation, Report, Stop, Task};
use plywood_games::dice::{self, Board, FIVE};

use crate::{Context, Estimate, Evidence, Ruling};
use plywood_lab::stats::{Summary, correlation, mean, median};

/// Plies of the thesis's searches.
const DEPTH: u32 = 13;
/// Plies where only a glance is wanted.
const SHALLOW: u32 = 7;
/// Positions at the default effort.
const POSITIONS: usize = 13;
/// Positions in the document.
const PUBLISHED: usize = 100;
/// The four algorithms of the thesis, and ours.
const ALGORITHMS: [(&str, &str); 5] = [
    ("Expectimax", "expectimax(bounds=off, "),
    ("Star1", "star1(bounds=off, "),
    ("Star2", "star2(bounds=off, probe=1, "),
    ("StarETC", "star_etc(bounds=off, "),
    ("ours", "star_proof(bounds=off, "),
];

/// What gives way in a table: the thesis does not say, and it decides what StarETC saves.
#[derive(Clone, Copy, PartialEq)]
pub enum Scheme {
    /// Entries are overwritten, for all algorithms alike.
    Always,
    /// The Stars keep the deeper of two; Expectimax overwrites.
    Deeper,
}

/// Both, with their names.
pub const SCHEMES: [(Scheme, &str); 2] =
    [(Scheme::Always, "Entries overwritten"), (Scheme::Deeper, "The Stars keep the deeper of two")];

/// Evidence that says how positions are searched.
pub fn started(method: &str, positions: usize, depth: u32) -> Evidence {
    let mut evidence =
        Evidence::new(format!("{method} Test positions are searched ply by ply with our own network."));
    evidence.replaced("Of the 101 positions printed 75 have all 25 cells; the others are left out.");
    evidence.replaced("The trained weights are not published; ours were trained in the same way.");
    evidence.reading(
        "Tables have 2^16 entries that serve at exactly their depth: the thesis says 64 MB and no more, and this size comes nearest to its \
         counts. Star2 probes one move of each child.",
    );
    evidence.reading(
        "All four share one table, and section 3.1 calls entries that are overwritten typical; whether they are decides what StarETC saves. Both \
         are run: overwritten always, and two entries of which the Stars keep the deeper one.",
    );
    evidence.reading("The column \"ours\" is star_proof: it deepens by twos and evaluates more leaves a node than the others.");
    evidence.scale("positions", positions, PUBLISHED);
    evidence.scale("plies", depth, DEPTH);
    evidence
}

/// A test position with its number in the appendix.
pub type Numbered = (usize, Board<u64>);

/// The depth that is searched to.
pub fn depth(context: &Context) -> u32 {
    if context.glance() { SHALLOW } else { DEPTH }
}

/// The test positions that a range of numbers has, or every n-th of them where less is wanted.
pub fn positions(context: &Context, numbers: impl Fn(usize) -> bool) -> Vec<Numbered> {
    let all = whole(numbers);
    let wanted = context.effort.amount(POSITIONS, all.len()).min(all.len());
    (0..wanted).map(|place| all[place * all.len() / wanted]).collect()
}

/// All whole test positions that a range of numbers has.
pub fn whole(numbers: impl Fn(usize) -> bool) -> Vec<Numbered> {
    // A position's number stands in the comment before it.
    let lines: Vec<&str> = dice::POSITIONS.lines().collect();
    let found = lines.windows(2).filter(|pair| pair[0].starts_with('#') && pair[1].starts_with('5'));
    let found = found.map(|pair| pair[0].trim_start_matches("# ").parse().unwrap_or(0));
    found.zip(dice::test_positions()).filter(|(number, _)| numbers(*number)).collect()
}

/// One search of one position.
pub fn think(
    game: &dyn AnyGame,
    spec: &str,
    position: &dyn AnyLine,
    depth: u32,
    stop: &Stop,
) -> Result<Report, Error> {
    game.player(&spec.parse()?)?.think(position, Task::new(Budget::depth(depth)).seed(1).stop(stop))
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

/// The algorithms with a table of a number of entries.
pub fn specs(entries: &str, scheme: Scheme) -> Vec<String> {
    let replace = |place: usize| if place == 0 || scheme == Scheme::Always { "always" } else { "two_level" };
    let spec = |(place, (_, spec)): (usize, &(&str, &str))| {
        format!("{spec}replace={}, table={entries})", replace(place))
    };
    ALGORITHMS.iter().enumerate().map(spec).collect()
}

/// By how much one search needs less than another on average, as a share; positions are the sample.
pub fn saved(less: &[f64], more: &[f64]) -> Estimate {
    let pairs: Vec<(f64, f64)> = less.iter().copied().zip(more.iter().copied()).collect();
    let sum = |pairs: &[(f64, f64)], pick: fn(&(f64, f64)) -> f64| pairs.iter().map(pick).sum::<f64>();
    Estimate::drawn(&[pairs], |groups| 1.0 - sum(&groups[0], |pair| pair.0) / sum(&groups[0], |pair| pair.1))
}

/// The claim that a saving is the printed one, give or take a margin. The print's own error is that of its 100 positions.
pub fn as_printed(saved: &Estimate, printed: f64, margin: f64) -> Ruling {
    let error = saved.error * libm::sqrt(saved.size as f64 / PUBLISHED as f64);
    Ruling::near(saved, printed, error, margin)
}

/// The claim that each algorithm needs less than the one before, by means and by medians over the positions.
pub fn less_and_less(all: &[Vec<f64>], medians: bool) -> Ruling {
    let steps = all.windows(2).flat_map(|pair| {
        let pairs: Vec<(f64, f64)> = pair[0].iter().copied().zip(pair[1].iter().copied()).collect();
        let step = |of: fn(&[f64]) -> f64| {
            Estimate::drawn(std::slice::from_ref(&pairs), |groups| {
                let (more, less): (Vec<f64>, Vec<f64>) = groups[0].iter().copied().unzip();
                libm::log(of(&more) / of(&less))
            })
        };
        let mut steps = vec![Ruling::above(&step(mean), 0.0)];
        if medians {
            steps.push(Ruling::above(&step(median), 0.0));
        }
        steps
    });
    Ruling::all(steps).ruled(format!(
        "the logarithm of each mean{} over the next above 0, positions drawn again",
        if medians { " and median" } else { "" }
    ))
}

/// The correlation of two numbers over positions.
pub fn together(one: &[f64], other: &[f64]) -> Estimate {
    let pairs: Vec<(f64, f64)> = one.iter().copied().zip(other.iter().copied()).collect();
    Estimate::drawn(&[pairs], |groups| {
        let (one, other): (Vec<f64>, Vec<f64>) = groups[0].iter().copied().unzip();
        correlation(&one, &other)
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn thirteen_positions_do_not_measure_a_saving_to_a_per_cent() {
        let more: Vec<f64> = (1..=13).map(|place| f64::from(place * place * 1000)).collect();
        let less: Vec<f64> =
            more.iter().enumerate().map(|(place, nodes)| nodes * (0.5 + 0.02 * place as f64)).collect();
        let saved = saved(&less, &more);
        assert!(matches!(as_printed(&saved, saved.value, 0.005).verdict(), Verdict::Undecided { .. }));
        assert_eq!(as_printed(&saved, 0.9, 0.05).verdict(), Verdict::DoesNotHold);
        assert_eq!(less_and_less(&[more.clone(), less.clone()], true).verdict(), Verdict::Holds);
        assert_eq!(less_and_less(&[less, more], true).verdict(), Verdict::DoesNotHold);
    }
}
