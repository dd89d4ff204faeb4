//! Slide "A 15-Puzzle Experiment": IDA* alone, and with transposition table, endgame database and pattern database.
//!
//! The slide names neither test set nor patterns. Taken are shuffled boards of our own, the Manhattan distance, and
//! Culberson and Schaeffer's fringe and corner patterns with reflection: those of eight squares where they are kept in
//! the data folder or the full effort is asked for, since they take minutes to make, else those of seven.

use std::sync::Arc;

use plywood_core::files::data_folder;
use plywood_core::random::derive;
use plywood_core::spec::Size;
use plywood_core::{Budget, Error, Line, Search, Stop, Task};
use plywood_games::puzzle::pattern::{Patterns, Set};
use plywood_games::puzzle::{Endings, Manhattan, Sliding};
use plywood_search::single::ida::Ida;
use plywood_search::single::{Heuristic, Nearby};

use super::{Context, Effort, Estimate, Evidence, Grid, Measured, Reproduction, Ruling};

/// What runs.
pub const ENTRIES: &[Reproduction] = &[Reproduction { id: "puzzle/table-15puzzle", run }];

/// Entries of the slide's transposition table.
const TABLE: usize = 1 << 18;
/// Moves within which the slide's endgame database knows every position.
const REACH: u32 = 22;
/// The greatest Manhattan distance of a board below the full effort: about a fifth of all boards, which take seconds where others
/// take minutes.
const NEAR: u32 = 32;

/// What a row of the table adds to IDA*.
#[derive(Clone, Copy)]
struct Adds {
    table: bool,
    endings: bool,
    patterns: bool,
}

/// The rows, in the slide's order.
const ROWS: [Adds; 6] = {
    const fn adds(table: bool, endings: bool, patterns: bool) -> Adds {
        Adds { table, endings, patterns }
    }
    [
        adds(false, false, false),
        adds(true, false, false),
        adds(false, true, false),
        adds(true, true, false),
        adds(false, false, true),
        adds(true, true, true),
    ]
};

/// Length and nodes of one board under one row.
fn solve<H: Heuristic<Sliding>>(
    game: &Sliding,
    seed: u64,
    adds: Adds,
    estimate: H,
    endings: &Arc<dyn Nearby<Sliding>>,
    stop: &Stop,
) -> Option<(u32, u64)> {
    let table = if adds.table { Size::Entries(TABLE) } else { Size::Off };
    let nearby = adds.endings.then(|| Arc::clone(endings));
    let mut search = Ida::new(estimate).with_table(table).with_nearby(nearby);
    let line = Line::from(*game, game.shuffled(seed));
    let report = search.think(&line, Task::new(Budget::ENDLESS).seed(1).stop(stop));
    report.distance.map(|length| (length, report.nodes))
}

fn run(context: &Context) -> Result<Evidence, Error> {
    let game = Sliding::new(4, 1);
    let boards = context.effort.amount(20, 100);
    let named =
        |name: &str| Set::named(&game, name).ok_or_else(|| Error::new(format!("no patterns {name:?}")));
    let (eight, seven) = (named("fringe_corner")?, named("fringe_corner_7")?);
    let set = if eight.kept(&data_folder()) || context.effort == Effort::Full { eight } else { seven };
    let squares = set.patterns[0].len();
    let estimate = Arc::new(Manhattan::new(&game));
    let patterns = Arc::new(Patterns::kept(&game, set)?);
    let endings: Arc<dyn Nearby<Sliding>> = Arc::new(Endings::new(&game, REACH));
    let mut evidence = Evidence::new(format!(
        "Shuffled boards; Manhattan distance; a table of 2^18 entries in which the newer position \
         stays; every position within {REACH} moves; fringe and corner patterns of {squares} squares with the blank, with \
         reflection, the larger value of all counts. Nodes are positions generated."
    ));
    evidence.replaced("The slide names neither its boards nor its patterns; ours stand for them.");
    let farthest = if context.effort == Effort::Full { u32::MAX } else { NEAR };
    if farthest == NEAR {
        evidence.reading(format!(
            "Below the full effort boards farther than {NEAR} by Manhattan distance are passed over; on near ones everything saves less."
        ));
    }
    evidence.reading("\"About\" is read as not less than half, not more than twice; boards are the sample.");
    evidence.scale("boards", boards, "not said");
    let near = |number: &u64| {
        let board = game.shuffled(derive(context.seed, *number));
        Manhattan::new(&game).root(&game, &board) <= farthest
    };
    let numbers: Vec<u64> = (0..).filter(near).take(boards).collect();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    let mut lengths: Option<Vec<u32>> = None;
    for (row, adds) in ROWS.into_iter().enumerate() {
        let share = |row: usize| row as f64 / ROWS.len() as f64;
        let job = format!("row {row} with {squares} squares");
        let found = context.pieces(&job, &numbers, (share(row), share(row + 1)), |number| {
            let seed = derive(context.seed, number);
            let found = if adds.patterns {
                solve(&game, seed, adds, Arc::clone(&patterns), &endings, context.stop)
            } else {
                solve(&game, seed, adds, Arc::clone(&estimate), &endings, context.stop)
            };
            found.ok_or_else(|| Error::new("interrupted"))
        })?;
        let these: Vec<u32> = found.iter().map(|(length, _)| *length).collect();
        if lengths.get_or_insert(these.clone()) != &these {
            return Err(Error::new("two searches found ways of different length: one of them is wrong"));
        }
        rows.push(found.iter().map(|(_, nodes)| *nodes as f64).collect());
    }
    let totals: Vec<f64> = rows.iter().map(|nodes| nodes.iter().sum()).collect();
    let percent = |row: usize| 100.0 * totals[row] / totals[0];
    evidence.grid(Grid::beside(context.entry, "Nodes in all and percent of plain IDA*", 2, |row, column| {
        Some(Measured::Exact(if column == 0 { totals[row] } else { percent(row) }))
    }));
    judge(context, &mut evidence, &rows);
    Ok(evidence)
}

/// How many times the nodes of one search another needs, as a logarithm; boards are the sample.
fn times(more: &[f64], fewer: &[f64]) -> Estimate {
    let boards: Vec<(f64, f64)> = more.iter().copied().zip(fewer.iter().copied()).collect();
    Estimate::drawn(&[boards], |groups| {
        let sum = |pick: fn(&(f64, f64)) -> f64| groups[0].iter().map(pick).sum::<f64>();
        libm::log(sum(|board| board.0) / sum(|board| board.1))
    })
}

fn judge(context: &Context, evidence: &mut Evidence, rows: &[Vec<f64>]) {
    let [plain, table, endings, both, patterns, all] = rows else { return };
    let fold = times(plain, all);
    let range = [0.5, 2.0].map(|factor| libm::log(1707.0 * factor));
    evidence.judge(
        "fold-1707",
        Ruling::within(&fold, (range[0], range[1]))
            .ruled("from half to twice 1707, by two one-sided tests of the logarithm"),
        format!(
            "{:.0}-fold here; other boards and patterns than the slide's, which it does not name.",
            libm::exp(fold.value)
        ),
    );
    let gain = times(both, patterns);
    evidence.judge(
        "pdb-dominates",
        Ruling::above(&gain, libm::log(100.0)).ruled("a hundred times fewer, by the logarithm"),
        format!("{:.0} times fewer than with table and endings.", libm::exp(gain.value)),
    );
    let lowered = [table, endings, both, patterns, all].map(|row| times(plain, row));
    let added = [times(table, both), times(endings, both), times(patterns, all)];
    evidence.judge(
        "each-helps",
        Ruling::all(lowered.iter().chain(&added).map(|one| Ruling::above(one, 0.0))),
        "Compared row by row.",
    );
    let rows = &context.entry.rows;
    let printed = rows
        .iter()
        .all(|row| (100.0 * row.values[0] / rows[0].values[0] - row.values[1]).abs() < 0.005 + 1e-9);
    evidence.judge("percent", Ruling::exact(printed), "The printed counts divided by the first of them.");
}
