//! Evaluations of Othello for minimax.
//!
//! `discs` and `squares` are the two of the lecture notes ("Static Board Evaluator"); the notes print no weights, so
//! the table below is ours. `iago` has the terms and weights of Iago (Monte Carlo Othello thesis, section 2.3.1;
//! Rosenbloom 1982): edge stability, internal stability, current and potential mobility, the first and third growing
//! with the number of moves played. Edges are looked up in its edge table (`super::edges`); with `edges=stable`, and on
//! smaller boards, stable discs on edges are counted instead. `bill` is the evaluation of Iago's successor
//! ([`super::bill`]).

use std::path::Path;
use std::sync::Arc;

use plywood_core::files::read_text;
use plywood_core::knowledge::ZERO;
use plywood_core::settings::{Takes, words};
use plywood_core::{
    About, Args, Declaration, Error, Key, Knowledge, Oracle, Player, Search, Spec, StaticEvaluator,
};

use super::agents::AGENTS;
use super::bill;
use super::board::{self, Board};
use super::edges;
use super::engine::{EDGE, Engine};
use super::kernel::{Kernel, Task};
use super::patterns::{self, Patterns};
use super::solver::{self, Endings, SOLVER, Solver};
use super::stability::stable;
use super::{Agent, Othello};

/// The evaluations by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// Discs.
    Discs,
    /// Weighted squares.
    Squares,
    /// Stability and mobility; edges by the table, or by their stable discs.
    Iago {
        /// Whether by the table.
        table: bool,
    },
    /// Edges, mobility and sequences with learned weights, kept for as long as the program runs.
    Bill(&'static bill::Weights),
    /// Trained patterns, kept for as long as the program runs.
    Patterns(&'static Patterns),
}

/// The worth of a disc by the distances of its square from the nearest edges, 3 standing for more.
const WEIGHTS: [[i32; 4]; 4] = [[100, -25, 10, 5], [-25, -50, -3, -3], [10, -3, 3, 1], [5, -3, 1, 1]];

/// No sum of weights is larger: an upper bound on the sum of all absolute weights of a board.
const MOST_WEIGHT: i32 = 1200;
/// No value of `iago` is larger: the four terms at their largest.
const MOST_IAGO: i32 = 672 * (edges::MOST / 32) + 300_000;

fn weighted(game: &Othello, discs: u64) -> i32 {
    let edge =
        |place: u8| usize::from((place - game.rim()).min(game.size() - 1 - (place - game.rim())).min(3));
    board::squares(discs).map(|square| WEIGHTS[edge(square / 8)][edge(square % 8)]).sum()
}

/// Iago's sum.
struct Iago<'a>(&'a Othello, u64, u64, bool);

impl Task for Iago<'_> {
    type Output = i32;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Iago(game, own, other, table) = self;
        let occupied = own | other;
        let moves_played = occupied.count_ones() as i32 - 4;
        let edge = game.edges();
        let count = |bits: u64| bits.count_ones() as i32;
        // A share of the total, in thousandths; the two spare units keep small totals from shouting.
        let share = |ours: i32, theirs: i32| 1000 * (ours - theirs) / (ours + theirs + 2);
        let [ours, theirs] = stable(game, [own, other]);
        // The table's unit is 32 thousandths of what the weight is for.
        let edges = match table && game.size() == 8 {
            true => edges::worth(own, other) / 32,
            false => 10 * (count(ours & edge) - count(theirs & edge)),
        };
        let inner = count(ours & !edge) - count(theirs & !edge);
        let current = share(
            count(kernel.moves(own, other) & game.area()),
            count(kernel.moves(other, own) & game.area()),
        );
        let frontier = game.frontier(occupied);
        let potential = share(count(frontier & other), count(frontier & own));
        let edge_weight = 312 + 6 * moves_played;
        let current_weight = if moves_played < 25 { 50 + 2 * moves_played } else { 75 + moves_played };
        edge_weight * edges + 360 * inner + current_weight * current + 99 * potential
    }
}

impl StaticEvaluator<Othello> for Evaluation {
    fn look(&self, game: &Othello, board: &Board, player: Player) -> i32 {
        let (own, other) = (board.discs(player), board.discs(player.other()));
        match self {
            Evaluation::Zero => 0,
            Evaluation::Discs => own.count_ones() as i32 - other.count_ones() as i32,
            Evaluation::Squares => weighted(game, own) - weighted(game, other),
            Evaluation::Iago { table } => game.level.run(Iago(game, own, other, *table)),
            Evaluation::Bill(weights) => weights.value(game, board, player),
            Evaluation::Patterns(weights) => {
                let value = weights.look(board);
                if player == board.mover { value } else { -value }
            }
        }
    }
    fn bounds(&self, _: &Othello) -> (i32, i32) {
        let most = match self {
            Evaluation::Zero => 0,
            Evaluation::Discs => 64,
            Evaluation::Squares => MOST_WEIGHT,
            Evaluation::Iago { .. } => MOST_IAGO,
            Evaluation::Bill(_) => bill::MOST,
            Evaluation::Patterns(_) => patterns::MOST,
        };
        (-most, most)
    }
    fn points(&self) -> i32 {
        // How many points a disc of the final margin weighs: enough that a won game beats a good position.
        match self {
            Evaluation::Zero | Evaluation::Discs => 1,
            Evaluation::Squares => 20,
            Evaluation::Iago { table: false } => 10_000,
            Evaluation::Iago { table: true } => 20_000,
            Evaluation::Bill(_) => 1000,
            Evaluation::Patterns(_) => patterns::DISC,
        }
    }
}

/// The evaluations as they are listed; the last one is of the usual board alone.
const EVALUATORS: &[About] = &[
    About {
        source: "Monte Carlo Othello thesis, section 2.3.1",
        keys: &[Key::taking(
            "edges",
            "table",
            words(&["table", "stable"]),
            "table (Iago's, on 8x8) or stable (stable discs on edges)",
        )],
        ..About::plain("iago", "stable discs, current and potential mobility, as Iago weighs them")
    },
    About {
        source: "Monte Carlo Othello thesis, section 2.3.2",
        keys: &[Key::taking(
            "file",
            "none",
            Takes::File,
            "weights of `plywood train othello bill`; none are those shipped",
        )],
        ..About::plain(
            "bill",
            "edge table, weighted mobility, sequences of discs, as Bill has them, with learned weights",
        )
    },
    About {
        source: "lecture notes, Static Board Evaluator",
        ..About::plain("squares", "weighted squares: corners good, squares beside them bad")
    },
    About {
        source: "lecture notes, Static Board Evaluator",
        ..About::plain("discs", "discs of the player minus those of the other")
    },
    ZERO,
    About {
        keys: &[Key::taking("file", "shipped", Takes::File, "the file of weights, or shipped")],
        source: "Monte Carlo Othello thesis, last page; Buro 1997",
        ..About::plain("patterns", "trained patterns: the margin expected, on the usual board")
    },
];

impl Knowledge for Othello {
    type Evaluator = Evaluation;
    type Policy = Agent;
    fn evaluators(&self) -> &'static [About] {
        if self.is_usual() { EVALUATORS } else { &EVALUATORS[..EVALUATORS.len() - 1] }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, args) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(match about.name {
            "iago" => Evaluation::Iago { table: args.chosen("edges")? == 0 },
            "bill" => Evaluation::Bill(match args.word("file")?.as_str() {
                "none" => &bill::LEARNED,
                path => {
                    let text = read_text(Path::new(path));
                    let text =
                        text.map_err(|error| args.error("file", format!("cannot read {path}: {error}")))?;
                    let weights = bill::Weights::read(&text);
                    let weights = weights.map_err(|error| args.error("file", format!("{path}: {error}")))?;
                    Box::leak(Box::new(weights))
                }
            }),
            "patterns" => Evaluation::Patterns(patterns::evaluation(&args.word("file")?)?),
            "squares" => Evaluation::Squares,
            "discs" => Evaluation::Discs,
            _ => Evaluation::Zero,
        })
    }
    fn policies(&self) -> &'static [About] {
        AGENTS
    }
    fn policy(&self, spec: &Spec) -> Result<Agent, Error> {
        Agent::from_spec(spec)
    }
    fn specialists(&self) -> &'static [Declaration] {
        if self.is_usual() { &[SOLVER, EDGE] } else { &[] }
    }
    fn specialist(&self, name: &str, args: &Args) -> Result<Box<dyn Search<Self>>, Error> {
        Ok(match name {
            "edge" => Box::new(Engine::from_args(self, args)?),
            _ => Box::new(Solver::from_args(self, args)?),
        })
    }
    fn oracles(&self) -> &'static [About] {
        if self.is_usual() { &[solver::ORACLE] } else { &[] }
    }
    fn oracle(&self, spec: &Spec) -> Result<Arc<dyn Oracle<Self>>, Error> {
        Ok(Arc::new(Endings::from_spec(self, spec)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_weights_is_within_its_bound() {
        let all: i32 = (0..64).map(|square| weighted(&Othello::default(), 1 << square).abs()).sum();
        assert!(all <= MOST_WEIGHT, "{all}");
    }
}
