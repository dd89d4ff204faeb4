//! Evaluations of Othello for minimax.
//!
//! `discs` and `squares` are the two of the lecture notes ("Static Board Evaluator"); the notes print no weights, so
//! the table below is ours. `iago` has the terms and weights of Iago (Monte Carlo Othello thesis, section 2.3.1;
//! Rosenbloom 1982): edge stability, internal stability, current and potential mobility, the first and third growing
//! with the number of moves played. Stable discs are found on the board instead of in Iago's edge table
//! ([`super::stability`]).

use std::sync::Arc;

use plywood_core::knowledge::ZERO;
use plywood_core::{
    About, Args, Error, Key, Knowledge, Oracle, Player, Search, Spec, Specialist, StaticEvaluator,
};

use super::agents::AGENTS;
use super::board::{self, Board};
use super::engine::{EDGE, Engine};
use super::kernel::{Kernel, Task};
use super::patterns::{self, Patterns};
use super::solver::{self, Endings, SOLVER, Solver};
use super::stability::stable;
use super::{Agent, Othello};

/// The evaluations by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// Nought.
    Zero,
    /// Discs.
    Discs,
    /// Weighted squares.
    Squares,
    /// Stability and mobility.
    Iago,
    /// Trained patterns, kept for as long as the program runs.
    Patterns(&'static Patterns),
}

/// What a disc is worth by the distances of its square from the nearest edges, 3 standing for more.
const WEIGHTS: [[i32; 4]; 4] = [[100, -25, 10, 5], [-25, -50, -3, -3], [10, -3, 3, 1], [5, -3, 1, 1]];

/// No sum of weights is larger: an upper bound on the sum of all absolute weights of a board.
const MOST_WEIGHT: i32 = 1200;
/// No value of `iago` is larger: the four terms at their largest.
const MOST_IAGO: i32 = 500_000;

fn weighted(game: &Othello, discs: u64) -> i32 {
    let edge =
        |place: u8| usize::from((place - game.rim()).min(game.size() - 1 - (place - game.rim())).min(3));
    board::squares(discs).map(|square| WEIGHTS[edge(square / 8)][edge(square % 8)]).sum()
}

/// Iago's sum.
struct Iago<'a>(&'a Othello, u64, u64);

impl Task for Iago<'_> {
    type Output = i32;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Iago(game, own, other) = self;
        let occupied = own | other;
        let moves_played = occupied.count_ones() as i32 - 4;
        let edge = game.edges();
        let count = |bits: u64| bits.count_ones() as i32;
        // A share of the total, in thousandths; the two spare units keep small totals from shouting.
        let share = |ours: i32, theirs: i32| 1000 * (ours - theirs) / (ours + theirs + 2);
        let [ours, theirs] = stable(game, [own, other]);
        let edges = count(ours & edge) - count(theirs & edge);
        let inner = count(ours & !edge) - count(theirs & !edge);
        let current = share(
            count(kernel.moves(own, other) & game.area()),
            count(kernel.moves(other, own) & game.area()),
        );
        let frontier = game.frontier(occupied);
        let potential = share(count(frontier & other), count(frontier & own));
        let edge_weight = 312 + 6 * moves_played;
        let current_weight = if moves_played < 25 { 50 + 2 * moves_played } else { 75 + moves_played };
        edge_weight * 10 * edges + 360 * inner + current_weight * current + 99 * potential
    }
}

impl StaticEvaluator<Othello> for Evaluation {
    fn look(&self, game: &Othello, board: &Board, player: Player) -> i32 {
        let (own, other) = (board.discs(player), board.discs(player.other()));
        match self {
            Evaluation::Zero => 0,
            Evaluation::Discs => own.count_ones() as i32 - other.count_ones() as i32,
            Evaluation::Squares => weighted(game, own) - weighted(game, other),
            Evaluation::Iago => game.level.run(Iago(game, own, other)),
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
            Evaluation::Iago => MOST_IAGO,
            Evaluation::Patterns(_) => patterns::MOST,
        };
        (-most, most)
    }
    fn points(&self) -> i32 {
        // How many points a disc of the final margin weighs: so many that a won game beats a good position.
        match self {
            Evaluation::Zero | Evaluation::Discs => 1,
            Evaluation::Squares => 20,
            Evaluation::Iago => 10_000,
            Evaluation::Patterns(_) => patterns::DISC,
        }
    }
}

impl Knowledge for Othello {
    type Evaluator = Evaluation;
    type Policy = Agent;
    fn evaluators(&self) -> &'static [About] {
        const {
            &[
                About {
                    source: "Monte Carlo Othello thesis, section 2.3.1",
                    ..About::plain(
                        "iago",
                        "stable discs, current and potential mobility, as Iago weighs them",
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
                About {
                    keys: &[Key::new("file", "shipped", "the file of weights, or shipped")],
                    source: "Monte Carlo Othello thesis, last page; Buro 1997",
                    ..About::plain("patterns", "trained patterns: the margin expected, on the usual board")
                },
                ZERO,
            ]
        }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, args) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(match about.name {
            "patterns" if !self.is_usual() => {
                return Err(spec.error("patterns are those of the usual board, 8x8"));
            }
            "patterns" => Evaluation::Patterns(patterns::evaluation(&args.word("file")?)?),
            "iago" => Evaluation::Iago,
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
    fn specialists(&self) -> &'static [Specialist] {
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
