//! Searches for one player: the cheapest way to a goal (lecture notes, "Optimization of Search (Single Agent
//! and Game)" and "A 15-Puzzle Experiment").
//!
//! A [`Puzzle`] is a game of one player whose ends are goals. A [`Heuristic`] is a lower bound on the cost of
//! the way to a goal, updated move by move. [`Nearby`] knows the exact cost close to the goal.
//!
//! - [`ida`]: iterative-deepening A* (Korf 1985), with a transposition table and the exact costs near the
//!   goal.
//! - [`best_first`]: A* with every position in memory, and breadth-first search: the oracles.

pub mod best_first;
pub mod ida;

use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_core::{Game, Line, Player, Report, Turn, Value};

/// A game of one player that is over at its goals.
pub trait Puzzle: Game {
    /// The cost of a move; at least one.
    #[inline]
    fn cost(&self, _position: &Self::Position, _chosen: Self::Move) -> u32 {
        1
    }
    /// Whether a position is a goal.
    #[inline]
    fn is_goal(&self, position: &Self::Position) -> bool {
        self.turn(position) == Turn::Over
    }
    /// Visits the moves that do not take the last one back, in the order of [`Game::children`].
    fn onward<B>(
        &self,
        position: &Self::Position,
        last: Option<Self::Move>,
        visit: impl FnMut(Self::Move, Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B>;
}

/// Says what the way to a goal costs at least.
pub trait Heuristic<P: Puzzle>: Send + Sync + 'static {
    /// The state that is carried from a position to the next.
    type State: Copy + Send;

    /// The state of a position.
    fn root(&self, puzzle: &P, position: &P::Position) -> Self::State;
    /// The state after a move. An estimate of `enough` or more need not be exact, nor its state of any use.
    fn advance(
        &self,
        puzzle: &P,
        state: &Self::State,
        before: &P::Position,
        chosen: P::Move,
        after: &P::Position,
        enough: u32,
    ) -> Self::State;
    /// The estimate: never more than the true cost, and zero at a goal.
    fn estimate(&self, state: &Self::State) -> u32;
}

/// Nothing is known: every way may be free.
#[derive(Debug, Clone, Copy, Default)]
pub struct Blind;

impl<P: Puzzle> Heuristic<P> for Blind {
    type State = ();
    fn root(&self, _: &P, _: &P::Position) {}
    fn advance(&self, _: &P, (): &(), _: &P::Position, _: P::Move, _: &P::Position, _: u32) {}
    fn estimate(&self, (): &()) -> u32 {
        0
    }
}

/// An estimate that several searches share.
impl<P: Puzzle, H: Heuristic<P>> Heuristic<P> for Arc<H> {
    type State = H::State;
    fn root(&self, puzzle: &P, position: &P::Position) -> H::State {
        (**self).root(puzzle, position)
    }
    #[inline(always)]
    fn advance(
        &self,
        puzzle: &P,
        state: &H::State,
        before: &P::Position,
        chosen: P::Move,
        after: &P::Position,
        enough: u32,
    ) -> H::State {
        (**self).advance(puzzle, state, before, chosen, after, enough)
    }
    #[inline(always)]
    fn estimate(&self, state: &H::State) -> u32 {
        (**self).estimate(state)
    }
}

/// The knowledge of the cost of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// It is this.
    Exactly(u32),
    /// It is this or more.
    AtLeast(u32),
}

/// Knows the cost of every position that is close enough to a goal.
pub trait Nearby<P: Puzzle>: Send + Sync {
    /// Every position that costs no more than this is known.
    fn reach(&self) -> u32;
    /// The exact cost of a position within reach; what any other costs at least, more than the reach.
    fn cost(&self, puzzle: &P, position: &P::Position) -> Cost;
}

/// The result of a search: the moves to a goal, or none.
type Way<P> = Option<Vec<<P as Game>::Move>>;

/// The report of a search about a line, given the way to a goal.
fn report<P: Puzzle>(line: &Line<P>, way: Way<P>) -> Report<P::Move> {
    let puzzle = line.game();
    let Some(way) = way else {
        // Whatever happened, a player on turn gets a legal move.
        return Report { best: line.first_move(), ..Report::default() };
    };
    let end = way.iter().fold(line.position().clone(), |here, chosen| puzzle.play(&here, *chosen));
    Report {
        best: way.first().copied(),
        value: puzzle.payoff(&end, Player::FIRST).to_f64(),
        proven: true,
        distance: Some(way.len() as u32),
        depth: way.len() as u32,
        pv: way,
        ..Report::default()
    }
}
