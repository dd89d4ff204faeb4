//! Bao (opponent-model thesis, sections 5.5 and 7.5): seven tournaments of OM search, types learned for a player, and PrOM search with them.
//!
//! The weights of GA3, TDL2B and NGND6A are not published; ours were trained by the same recipes or better ones (see their
//! files), so scores say which claims hold for such players, not whether the printed numbers come out.

mod grand;
mod prom;
mod properties;
mod tournament;
mod types;

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::random::{below, seeded};
use plywood_core::{Budget, Error, Report, Task, Turn};
use plywood_lab::report::{Mark, Series};
use serde::{Deserialize, Serialize};

use super::{Cell, Context, Estimate, Evidence, Grid, Measured, Reproduction};

/// What runs.
pub const ENTRIES: &[Reproduction] = &[
    Reproduction { id: "bao/text5.5.2", run: properties::run },
    Reproduction { id: "bao/table5.5", run: tournament::first },
    Reproduction { id: "bao/table5.6", run: tournament::second },
    Reproduction { id: "bao/table5.7", run: tournament::third },
    Reproduction { id: "bao/table5.8", run: tournament::fourth },
    Reproduction { id: "bao/table5.9", run: tournament::fifth },
    Reproduction { id: "bao/table5.10", run: tournament::sixth },
    Reproduction { id: "bao/table5.11", run: tournament::seventh },
    Reproduction { id: "bao/table5.12", run: tournament::overview },
    Reproduction { id: "bao/table5.13", run: tournament::deviations },
    Reproduction { id: "bao/table7.4", run: types::run },
    Reproduction { id: "bao/figure7.11", run: prom::surface },
    Reproduction { id: "bao/figure7.12", run: prom::by_start },
    Reproduction { id: "bao/figure7.13", run: prom::by_length },
    Reproduction { id: "bao/figure7.14", run: prom::long_games },
    Reproduction { id: "bao/figure7.15", run: prom::prognosis },
    Reproduction { id: "bao/figure7.16", run: prom::transition },
    Reproduction { id: "bao/figure7.17", run: grand::run },
];

/// The evaluations as the tables name them.
const NAMES: [&str; 5] = ["MATERIAL", "DEFAULT", "GA3", "TDL2B", "NGND6A"];
const MATERIAL: usize = 0;
const DEFAULT: usize = 1;
const GA3: usize = 2;
const TDL2B: usize = 3;
const NGND6A: usize = 4;

/// Plies after which a game is nobody's; none was that long.
const LONGEST: usize = 1000;

/// Plies that are left out of every search where as little as possible is wanted.
fn cut(context: &Context) -> u32 {
    if context.glance() { 4 } else { 0 }
}

/// A job's name, apart from that of the real one where plies are left out.
fn job(context: &Context, name: &str) -> String {
    if context.glance() { format!("{name}, at a glance") } else { name.to_string() }
}

/// An evaluation made for a player: some are not the negation of what the other would see.
fn evaluation(place: usize, of: &str) -> String {
    match place {
        MATERIAL => "material".to_string(),
        _ => format!("{}(max={of})", NAMES[place].to_lowercase()),
    }
}

/// Alpha-beta to a depth.
fn alphabeta(place: usize, of: &str, depth: u32) -> String {
    format!("ab(depth={depth}, eval={}, table=off, deepening=off)", evaluation(place, of))
}

fn game() -> Result<Box<dyn AnyGame>, Error> {
    plywood_players::game("bao")
}

fn player(game: &dyn AnyGame, spec: &str) -> Result<Box<dyn AnyPlayer>, Error> {
    game.player(&spec.parse()?)
}

fn think(player: &mut dyn AnyPlayer, line: &dyn AnyLine) -> Result<Report, Error> {
    player.think(line, Task::new(Budget::UNSET))
}

/// A position after `2k` random moves with `k` drawn from a range, and `k`; where the game ends before, all is drawn again.
fn random_start(
    game: &dyn AnyGame,
    (low, high): (usize, usize),
    seed: u64,
) -> Result<(Box<dyn AnyLine>, usize), Error> {
    let mut rng = seeded(seed);
    loop {
        let moves_before = low + below(&mut rng, high - low + 1);
        let mut line = game.start();
        for _ in 0..2 * moves_before {
            let moves = line.moves();
            if moves.is_empty() {
                break;
            }
            line.step(&moves[below(&mut rng, moves.len())])?;
        }
        if line.turn() != Turn::Over {
            // The game begins here: what came before is not its history.
            return Ok((game.read(&line.position())?, moves_before));
        }
    }
}

/// A game that was played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Outcome {
    /// Whether South won.
    won: bool,
    /// Its plies.
    plies: usize,
}

/// Plays to the end; `watch` sees every position of South with South's report.
fn play(
    line: &mut dyn AnyLine,
    [south, north]: [&mut dyn AnyPlayer; 2],
    mut watch: impl FnMut(&dyn AnyLine, &Report) -> Result<(), Error>,
) -> Result<Outcome, Error> {
    let mut plies = 0;
    while let Turn::Player(player) = line.turn() {
        if plies == LONGEST {
            return Ok(Outcome { won: false, plies });
        }
        let of_south = player.index() == 0;
        let report = think(if of_south { &mut *south } else { &mut *north }, line)?;
        if of_south {
            watch(line, &report)?;
        }
        line.step(&report.best.ok_or_else(|| Error::new("a player has no move"))?)?;
        plies += 1;
    }
    Ok(Outcome { won: line.payoffs()[0] > 0.0, plies })
}

/// Evidence that says what all entries share.
fn started(method: impl Into<String>) -> Evidence {
    let mut evidence = Evidence::new(method);
    evidence.replaced(
        "GA3, TDL2B and NGND6A were trained anew: their weights are not published. The files of the weights say by which commands.",
    );
    evidence.reading(
        "An evaluation that is not the same for both players is computed for the player whose evaluation it is.",
    );
    evidence
}

/// A cell's number; none where nothing was observed.
fn known(estimate: Estimate) -> Option<Measured> {
    (!estimate.value.is_nan()).then(|| estimate.into())
}

/// A grid of our own numbers, some of which may not have been observed.
fn grid(title: &str, columns: &[String], rows: Vec<(String, Vec<Estimate>)>) -> Grid {
    let cell = |estimate| Cell { measured: known(estimate), ..Cell::default() };
    let cells = |numbers: Vec<Estimate>| numbers.into_iter().map(cell).collect();
    Grid {
        title: title.to_string(),
        columns: columns.to_vec(),
        rows: rows.into_iter().map(|(name, numbers)| (name, cells(numbers))).collect(),
        decimals: 2,
    }
}

/// A line through numbers with their intervals, those left out that were not observed.
fn curve(name: &str, points: impl Iterator<Item = (f64, Estimate)>) -> Series {
    let points: Vec<(f64, Estimate)> = points.filter(|(_, one)| !one.value.is_nan()).collect();
    let ends = points.iter().map(|(_, one)| (one.interval().low, one.interval().high)).collect();
    let middle = points.iter().map(|(x, one)| (*x, one.value)).collect();
    Series { ends, ..Series::new(name, Mark::Line, middle) }
}
