//! Othello exactly: a solver for endings, and what the engine thinks with.
//!
//! Null-window searches close in on the value from a first guess. On the way to the end of the game the search goes deeper
//! step by step with the pattern evaluation at its leaves, then plays to the end with cuts that are likely to be right,
//! fewer at each step, and at last without any: every step leaves good first moves in the table for the next
//! (`node.rs`, `certainty.rs`). The last few squares have routines of their own (`last.rs`). Threads share the table
//! (`table.rs`) and leave marks on what they are at.
//!
//! Where the game pays the margin of discs, the value is that; where it pays the outcome, the search asks only who wins.
//! Only for the usual board. Nodes are those of the value alone; what the line of best play takes on top is told as
//! `line_nodes`.
//!
//! Sources: Monte Carlo Othello thesis, section 2.3; lecture notes, "Transposition Tables"; Buro 1995 for ProbCut.

pub mod certainty;
mod last;
mod node;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use plywood_core::settings::{Takes, whole};
use plywood_core::spec::Size;
use plywood_core::{
    About, Args, Declaration, Error, Exact, Game, Key, Limit, Line, Oracle, PayoffKind, Player, Report, Row,
    Search, Spec, Task, Turn,
};
use plywood_search::marks::Marks;
use plywood_search::meter::Meter;
use plywood_search::policy::finished;
use plywood_search::table::read_size;

use super::kernel::{Native, native};
use super::patterns::layout::LAYOUT;
use super::patterns::{DISC, Patterns};
use super::{Board, Othello, PASS};
use certainty::{CERTAIN, LEVELS};
use node::{Place, Searcher};
pub(super) use table::ENTRY_BYTES;
use table::{NONE, Table, key};

/// How the player is listed.
pub(super) const SOLVER: Declaration = Declaration {
    about: About {
        name: "solver",
        about: "endings exactly, by null windows: the margin, or who wins where the game pays that",
        keys: &[
            Key::taking(
                "table",
                "256MB",
                Takes::Table { entry: ENTRY_BYTES, each: true },
                "memory of the table: a size such as 1GB, or entries such as 2^22",
            ),
            Key::taking("threads", "1", whole(1, 64), "threads that search together, 1 to 64"),
            Key::taking(
                "patterns",
                "shipped",
                Takes::File,
                "the file of pattern weights that order moves, or shipped",
            ),
        ],
        source: "Monte Carlo Othello thesis, section 2.3; Buro 1995",
    },
    exact: true,
    keeps: &[Limit::Time],
    ..Declaration::PLAIN
};

/// How the oracle is listed.
pub(super) const ORACLE: About = About {
    name: "solver",
    about: "solves positions with few empty squares whenever it is asked",
    keys: &[
        Key::taking("empty", "10", whole(0, 64), "empty squares at most, 0 to 64"),
        Key::taking(
            "table",
            "16MB",
            Takes::Table { entry: ENTRY_BYTES, each: true },
            "memory of the table: a size such as 1GB, or entries such as 2^22",
        ),
    ],
    source: "",
};

/// Empty squares up to which an ending is solved at once.
const AT_ONCE: u32 = 12;

/// A solver.
pub struct Solver {
    game: Othello,
    table: Table,
    threads: usize,
    patterns: Arc<Patterns>,
}

/// What is known of a value, and the move that reaches the lower bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Between {
    /// The value is at least this.
    pub low: i32,
    /// And at most this.
    pub high: i32,
    /// A move that reaches `low`; [`PASS`] where there is none better.
    pub best: u8,
}

/// The weights that a key `patterns` names.
pub(super) fn weights_of(args: &Args) -> Result<Arc<Patterns>, Error> {
    match args.word("patterns")?.as_str() {
        "shipped" => Ok(Patterns::shipped()),
        file => Patterns::load(file),
    }
}

impl Solver {
    /// A solver with a table of a size and a number of threads.
    pub fn new(game: &Othello, size: Size, threads: usize, patterns: Arc<Patterns>) -> Solver {
        Solver { game: *game, table: Table::new(size), threads, patterns }
    }

    /// The solver as a player.
    pub(super) fn from_args(game: &Othello, args: &Args) -> Result<Solver, Error> {
        let (size, threads) = (read_size(args, "table")?, args.get("threads")?);
        Ok(Solver::new(game, size, threads, weights_of(args)?))
    }

    /// The margin of an ending for the player on turn, and the nodes that it took.
    ///
    /// # Panics
    ///
    /// If both have a disc on the same square.
    pub fn margin(&mut self, own: u64, opponent: u64) -> (i32, u64) {
        let mut meter = Meter::unlimited();
        let found = self.solve(own, opponent, false, &mut meter);
        (found.low, meter.nodes)
    }

    /// The value of a position to a depth by a search of some certainty, in whole discs.
    ///
    /// # Panics
    ///
    /// If both have a disc on the same square.
    pub fn value(&mut self, own: u64, opponent: u64, depth: u32, certainty: u8) -> i32 {
        let mut meter = Meter::unlimited();
        let place = Place::new(own, opponent);
        let depth = depth.min(place.empty());
        let guess = self.patterns.value(&place.indices, place.empty()) / DISC;
        self.close_in(&place, depth, certainty, guess, (-64, 64), &mut meter).low
    }

    /// What the evaluation says of a position, in whole discs.
    pub(super) fn look(&self, board: &Board) -> i32 {
        self.patterns.look(board) / DISC
    }

    /// One step of a search that goes deeper step by step: closes in on the value to a depth from a guess.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn step(
        &self,
        own: u64,
        opponent: u64,
        depth: u32,
        certainty: u8,
        guess: i32,
        widest: (i32, i32),
        meter: &mut Meter<'_, u8>,
    ) -> Between {
        self.close_in(&Place::new(own, opponent), depth, certainty, guess, widest, meter)
    }

    /// Lets what was found so far grow old.
    pub(super) fn age(&mut self) {
        self.table.age();
    }

    /// Closes in on the value of a position on turn, step by step; only as far as who wins where that is all that counts.
    fn solve(&self, own: u64, opponent: u64, outcome: bool, meter: &mut Meter<'_, u8>) -> Between {
        let place = Place::new(own, opponent);
        let empty = place.empty();
        let mut guess = 0;
        for (depth, certainty) in steps(empty) {
            let widest = if outcome && depth >= empty { (-1, 1) } else { (-64, 64) };
            let found = self.close_in(&place, depth, certainty, guess, widest, meter);
            if meter.stopped {
                let unknown = Between { low: widest.0, high: widest.1, best: found.best };
                return if certainty == CERTAIN && depth >= empty { found } else { unknown };
            }
            guess = found.low;
            let row = Row {
                depth,
                value: f64::from(found.low),
                best: Some(found.best),
                nodes: meter.nodes,
                evaluations: meter.evaluations,
                seconds: meter.seconds(),
                pv: vec![found.best],
            };
            meter.tell(&row);
            if certainty == CERTAIN && depth >= empty {
                return found;
            }
        }
        unreachable!("the last step is certain")
    }

    /// Null windows from a guess on until one value is left, or the meter stops.
    fn close_in(
        &self,
        place: &Place,
        depth: u32,
        certainty: u8,
        guess: i32,
        (low, high): (i32, i32),
        meter: &mut Meter<'_, u8>,
    ) -> Between {
        let mut found = Between { low, high, best: self.known_best(place) };
        // Margins are even.
        let step = if depth >= place.empty() { 2 } else { 1 };
        let mut guess = if step == 2 { guess & !1 } else { guess };
        while found.low < found.high {
            let beta = guess.clamp(found.low + 1, found.high);
            let beta = if step == 2 { (beta + 1) & !1 } else { beta };
            let Some((value, best)) = self.test(place, depth, certainty, beta - 1, meter) else { break };
            // A likely bound may be odd: the margin beyond it is meant.
            if value >= beta {
                found.low = if step == 2 { (value + 1) & !1 } else { value }.min(found.high);
                found.best = best;
            } else {
                found.high = if step == 2 { value & !1 } else { value }.max(found.low);
            }
            guess = if value >= beta { value + step } else { value };
            if certainty == CERTAIN && depth >= place.empty() {
                let told = |value: i32| if high == 1 { value.signum() } else { value };
                meter.tell_bounds(f64::from(told(found.low)), f64::from(told(found.high)));
            }
        }
        found
    }

    /// The best move that the table knows, else any.
    fn known_best(&self, place: &Place) -> u8 {
        let moves = self.searcher(Meter::unlimited(), None).moves(place.own, place.opponent);
        let known = self.table.probe(key(place.own, place.opponent)).map_or(NONE, |known| known.best[0]);
        if known < 64 && moves >> known & 1 == 1 {
            known
        } else if moves != 0 {
            moves.trailing_zeros() as u8
        } else {
            PASS
        }
    }

    fn searcher<'a, 'm>(
        &'a self,
        meter: Meter<'m, u8>,
        marks: Option<&'a Marks>,
    ) -> Searcher<'a, 'm, Native> {
        let (table, patterns, layout) = (&self.table, &*self.patterns, &*LAYOUT);
        Searcher { kernel: native(), table, patterns, layout, meter, marks, last: 0, chosen: NONE }
    }

    /// Whether the value is more than a number: a bound beyond it, and the move that says so; none when the meter stops.
    fn test(
        &self,
        place: &Place,
        depth: u32,
        certainty: u8,
        alpha: i32,
        meter: &mut Meter<'_, u8>,
    ) -> Option<(i32, u8)> {
        let marks = (self.threads > 1).then(Marks::default);
        meter.race(self.threads, |meter| {
            let mut searcher = self.searcher(meter, marks.as_ref());
            let value = searcher.root(place, depth, certainty, alpha);
            (value.map(|value| (value, searcher.chosen)), searcher.meter)
        })
    }

    /// The line of best play from a position whose value is known, as far as the meter allows.
    fn line(&self, board: &Board, mut value: i32, first: u8, meter: Meter<'_, u8>) -> (Vec<u8>, u64) {
        let mut searcher = self.searcher(meter, None);
        let (mut here, mut line, mut next) = (*board, Vec::new(), Some(first));
        while let Some(chosen) = next {
            here = self.game.play(&here, chosen);
            line.push(chosen);
            value = -value;
            if here.over {
                break;
            }
            next = searcher.keeper(&here, value);
        }
        (line, searcher.meter.nodes)
    }
}

/// The steps to an exact value: depth and certainty of each.
fn steps(empty: u32) -> Vec<(u32, u8)> {
    let mut steps = Vec::new();
    if empty > AT_ONCE {
        let deepest = (empty - 8).min(12);
        steps.extend((4..=deepest).step_by(2).map(|depth| (depth, 0)));
        let levels: &[u8] = match empty {
            ..=15 => &[0],
            16..=19 => &[0, 2],
            _ => &[0, 1, 2, 3],
        };
        steps.extend(levels.iter().map(|level| (empty, *level)));
    }
    steps.push((empty, CERTAIN));
    steps
}

impl Searcher<'_, '_, Native> {
    /// Whether the value of a position with a move is more than a number; none when the meter has stopped.
    pub(super) fn root(&mut self, place: &Place, depth: u32, certainty: u8, alpha: i32) -> Option<i32> {
        let moves = self.moves(place.own, place.opponent);
        let known = self.table.probe(key(place.own, place.opponent)).map_or([NONE; 2], |known| known.best);
        let value = if moves == 0 {
            let value = self.deep(place, depth, certainty, alpha);
            self.chosen = PASS;
            value
        } else {
            self.branch(place, moves, depth, certainty, alpha, known)
        };
        self.meter.nodes += self.last;
        self.last = 0;
        (!self.meter.stopped).then_some(value)
    }

    /// A move that keeps a value which is known to be exact; none when the meter has stopped.
    fn keeper(&mut self, board: &Board, value: i32) -> Option<u8> {
        if board.moves == 0 {
            return Some(PASS);
        }
        let place = Place::new(board.own, board.opponent);
        let empty = place.empty();
        self.root(&place, empty, CERTAIN, value - 1).map(|_| self.chosen)
    }
}

impl Search<Othello> for Solver {
    fn new_game(&mut self) {
        self.table.clear();
    }

    fn think(&mut self, line: &Line<Othello>, task: Task<'_, u8>) -> Report<u8> {
        if line.turn() == Turn::Over {
            return finished(line);
        }
        let board = line.position();
        let outcome = self.game.payoff == PayoffKind::Outcome;
        self.table.age();
        let mut meter = Meter::new(task);
        let Between { low, high, best } = self.solve(board.own, board.opponent, outcome, &mut meter);
        let told = |value: i32| if outcome { value.signum() } else { value };
        let proven = told(low) == told(high);
        let (pv, more) =
            if proven && !outcome { self.line(board, low, best, meter.fork()) } else { (vec![best], 0) };
        Report {
            best: Some(best),
            value: if proven { f64::from(told(low)) } else { 0.0 },
            proven,
            depth: 64 - board.occupied().count_ones(),
            nodes: meter.nodes,
            evaluations: meter.evaluations,
            seconds: meter.seconds(),
            pv,
            counters: BTreeMap::from([("line_nodes".to_string(), more as f64)]),
            ..Report::default()
        }
    }
}

/// The solver asked about single positions, for searches of other kinds.
pub struct Endings {
    solver: Solver,
    empty: u32,
}

impl Endings {
    /// Makes the oracle from its spec.
    pub(super) fn from_spec(game: &Othello, spec: &Spec) -> Result<Endings, Error> {
        let list = [ORACLE];
        let (_, args) = About::find(&list, spec, "oracle")?;
        let solver = Solver::new(game, read_size(&args, "table")?, 1, Patterns::shipped());
        Ok(Endings { solver, empty: args.get("empty")? })
    }
}

impl Oracle<Othello> for Endings {
    fn probe(&self, game: &Othello, board: &Board) -> Option<Exact<i32>> {
        if 64 - board.occupied().count_ones() > self.empty {
            return None;
        }
        if board.over {
            return Some(Exact { payoff: game.payoff(board, Player::FIRST), distance: Some(0) });
        }
        let outcome = game.payoff == PayoffKind::Outcome;
        let mut meter = Meter::unlimited();
        let value = self.solver.solve(board.own, board.opponent, outcome, &mut meter).low;
        let value = if outcome { value.signum() } else { value };
        let payoff = if board.mover == Player::FIRST { value } else { -value };
        Some(Exact { payoff, distance: None })
    }
}

/// What a level of certainty means in percent.
pub fn percent(certainty: u8) -> u8 {
    LEVELS[usize::from(certainty)].1
}
