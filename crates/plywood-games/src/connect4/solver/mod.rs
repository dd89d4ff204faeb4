//! Connect four exactly: a solver for any board up to 8x8.
//!
//! Null-window searches close in on the score from both sides, first where a win or a loss would be near, because such
//! searches are shallow. A node knows much before it looks further (`judgement.rs`): moves that lose at once are not
//! made, wins two stones ahead are seen, and pairs of cells bound the score. Moves come in the order of the cells to win
//! in that they make. The table keeps both bounds of a position behind a partial key that is as good as a whole one
//! (`table.rs`). Threads share the table and leave marks on what they are at (`node.rs`).
//!
//! The solver is a player, which answers with a move that keeps the score, and an oracle for positions with few free
//! cells. Nodes are those of the score alone; what the line of best play takes on top is told as `line_nodes`.
//!
//! Sources: lecture notes, "Transposition Tables"; Allis 1988 for follow-up.

mod judgement;
mod node;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use plywood_core::settings::{Takes, whole};
use plywood_core::spec::Size;
use plywood_core::{
    About, Args, Declaration, Error, Exact, Game, Key, Limit, Line, Oracle, Player, Report, Search, Spec,
    Task, Turn,
};
use plywood_search::marks::Marks;
use plywood_search::meter::Meter;
use plywood_search::policy::finished;
use plywood_search::table::read_size;

use super::shape::{Bits, Shape};
use super::{Board, Connect4};
use judgement::{distance, loss_now, win_now};
use node::Searcher;
pub use table::Number;
use table::Table;

/// How the player is listed.
pub(super) const SOLVER: Declaration = Declaration {
    about: About {
        name: "solver",
        about: "the exact score by null windows, and a move that keeps it",
        keys: &[
            Key::taking(
                "table",
                "128MB",
                Takes::Table { entry: size_of::<u64>(), each: true },
                "memory of the table: a size such as 1GB, or entries such as 2^22",
            ),
            Key::taking("threads", "1", whole(1, 64), "threads that search together, 1 to 64"),
        ],
        source: "lecture notes, Transposition Tables; Allis 1988",
    },
    exact: true,
    keeps: &[Limit::Nodes, Limit::Time],
    ..Declaration::PLAIN
};

/// How the oracle is listed.
pub(super) const ORACLE: About = About {
    name: "solver",
    about: "solves positions with few free cells whenever it is asked",
    keys: &[
        Key::taking("free", "14", whole(0, 64), "free cells at most, 0 to 64"),
        Key::taking(
            "table",
            "16MB",
            Takes::Table { entry: size_of::<u64>(), each: true },
            "memory of the table: a size such as 1GB, or entries such as 2^22",
        ),
    ],
    source: "",
};

/// The solver of one board shape.
pub struct Solver<S: Shape> {
    game: Connect4<S>,
    table: Table,
    threads: usize,
    /// The lower cells of pairs, for follow-up.
    lower: S::Bits,
}

/// The known bounds of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Between {
    low: i32,
    high: i32,
}

impl<S: Shape<Bits: Number>> Solver<S> {
    /// A solver with a table of a size and a number of threads.
    pub fn new(game: &Connect4<S>, size: Size, threads: usize) -> Solver<S> {
        let bits = game.shape.columns() * (game.shape.rows() + 1);
        Solver { game: *game, table: Table::new(size, bits), threads, lower: game.lower_cells() }
    }

    /// The solver as a player.
    pub(super) fn from_args(game: &Connect4<S>, args: &Args) -> Result<Solver<S>, Error> {
        Ok(Solver::new(game, read_size(args, "table")?, args.get("threads")?))
    }

    /// The exact score of a position of an unfinished game, as suites count it, and the nodes that it took.
    pub fn score(&mut self, board: &Board<S::Bits>) -> (i32, u64) {
        let mut meter = Meter::unlimited();
        let found = self.close_in(board, &mut meter);
        (found.low, meter.nodes)
    }

    fn searcher<'a, 'm>(&'a self, meter: Meter<'m, u8>, marks: Option<&'a Marks>) -> Searcher<'a, 'm, S> {
        Searcher { game: &self.game, table: &self.table, meter, lower: self.lower, marks }
    }

    /// Halves what is left between, nearer to the end where a search is shallow, until one score is left or the meter
    /// stops.
    fn close_in(&self, board: &Board<S::Bits>, meter: &mut Meter<'_, u8>) -> Between {
        let left = (self.game.shape.board() & !board.all).count() as i32;
        let wins = self.game.wins(board.own, self.game.shape.board() & !board.all);
        if wins & self.game.playable(board.all) != S::Bits::NONE {
            return Between { low: win_now(left), high: win_now(left) };
        }
        let mut between = Between { low: loss_now(left), high: (win_now(left) - 1).max(0) };
        while between.low < between.high && !meter.stopped {
            let middle = between.middle();
            let Some(value) = self.test(board, middle, meter) else { break };
            if value <= middle {
                between.high = value;
            } else {
                between.low = value;
            }
            meter.tell_bounds(f64::from(between.low.signum()), f64::from(between.high.signum()));
        }
        between
    }

    /// Whether the score is larger than a number, as a bound beyond it; none when the meter stops.
    fn test(&self, board: &Board<S::Bits>, number: i32, meter: &mut Meter<'_, u8>) -> Option<i32> {
        let marks = (self.threads > 1).then(Marks::default);
        meter.race(self.threads, |meter| {
            let mut searcher = self.searcher(meter, marks.as_ref());
            (searcher.score(board, number, number + 1), searcher.meter)
        })
    }

    /// The line of best play from a position whose score is known, as far as the meter allows.
    fn line(&self, board: &Board<S::Bits>, mut score: i32, meter: Meter<'_, u8>) -> (Vec<u8>, u64) {
        let mut searcher = self.searcher(meter, None);
        let (mut here, mut line) = (*board, Vec::new());
        while let Turn::Player(_) = self.game.turn(&here) {
            let Some(column) = searcher.keeper(&here, score) else { break };
            here = self.game.play(&here, column);
            line.push(column);
            score = -score;
        }
        (line, searcher.meter.nodes)
    }

    /// A move for who could not wait: one that wins, else one that does not lose at once, else any.
    fn sensible(&self, board: &Board<S::Bits>) -> Option<u8> {
        let rank = |child: &Board<S::Bits>| {
            let free = self.game.shape.board() & !child.all;
            let replies = self.game.wins(child.own, free) & self.game.playable(child.all);
            match (self.game.turn(child), replies == S::Bits::NONE) {
                (Turn::Over, _) => 2,
                (_, safe) => u8::from(safe),
            }
        };
        let mut best = None;
        let _ = self.game.children(board, |column, child| {
            let rank = rank(&child);
            if best.is_none_or(|(most, _)| rank > most) {
                best = Some((rank, column));
            }
            ControlFlow::<()>::Continue(())
        });
        best.map(|(_, column)| column)
    }
}

impl Between {
    /// The next question: about three fifths of the way to the nearer end of the game, on the side where more
    /// is open.
    fn middle(self) -> i32 {
        let middle = self.low + (self.high - self.low) / 2;
        let (near_loss, near_win) = (self.low * 3 / 5, self.high * 3 / 5);
        let middle = if middle <= 0 && near_loss < middle {
            near_loss
        } else if middle >= 0 && near_win > middle {
            near_win
        } else {
            middle
        };
        middle.min(self.high - 1)
    }
}

impl<S: Shape<Bits: Number>> Search<Connect4<S>> for Solver<S> {
    fn new_game(&mut self) {
        self.table.clear();
    }

    fn think(&mut self, line: &Line<Connect4<S>>, task: Task<'_, u8>) -> Report<u8> {
        if line.turn() == Turn::Over {
            return finished(line);
        }
        let board = line.position();
        let mut meter = Meter::new(task);
        let Between { low, high } = self.close_in(board, &mut meter);
        let left = (self.game.shape.board() & !board.all).count() as i32;
        let (pv, more) = if low == high { self.line(board, low, meter.fork()) } else { (Vec::new(), 0) };
        let decided = low.signum() == high.signum();
        Report {
            best: pv.first().copied().or_else(|| self.sensible(board)),
            value: if decided { f64::from(low.signum()) } else { 0.0 },
            proven: decided,
            distance: (low == high && low != 0).then(|| distance(left, low)),
            nodes: meter.nodes,
            seconds: meter.seconds(),
            pv,
            counters: BTreeMap::from([("line_nodes".to_string(), more as f64)]),
            ..Report::default()
        }
    }
}

/// The solver asked about single positions, for searches of other kinds.
pub struct Endings<S: Shape> {
    solver: Solver<S>,
    free: u32,
}

impl<S: Shape<Bits: Number>> Endings<S> {
    /// Makes the oracle from its spec.
    pub(super) fn from_spec(game: &Connect4<S>, spec: &Spec) -> Result<Endings<S>, Error> {
        let list = [ORACLE];
        let (_, args) = About::find(&list, spec, "oracle")?;
        let free = args.get("free")?;
        Ok(Endings { solver: Solver::new(game, read_size(&args, "table")?, 1), free })
    }
}

impl<S: Shape<Bits: Number>> Oracle<Connect4<S>> for Endings<S> {
    fn probe(&self, game: &Connect4<S>, board: &Board<S::Bits>) -> Option<Exact<i32>> {
        let left = (game.shape.board() & !board.all).count();
        if left > self.free {
            return None;
        }
        if game.turn(board) == Turn::Over {
            return Some(Exact { payoff: game.payoff(board, Player::FIRST), distance: Some(0) });
        }
        let Between { low: score, .. } = self.solver.close_in(board, &mut Meter::unlimited());
        let mover = if Connect4::<S>::mover(board) == Player::FIRST { 1 } else { -1 };
        let distance = if score == 0 { left } else { distance(left as i32, score) };
        Some(Exact { payoff: mover * score.signum(), distance: Some(distance) })
    }
}
