//! Minimax, expectimax and alpha-beta as in textbooks (lecture notes, "Minimax Algorithm" and "Alpha-Beta
//! Pruning"; Dice thesis, sections 2.1, 2.2 and 2.4.1).
//!
//! Small and obviously correct: the oracles that test every faster search. The player `minimax` searches with
//! [`Plain`].

use std::ops::ControlFlow;

use plywood_core::{
    Budget, Evaluator, Game, Line, Player, Report, Search, Step, Task, TraceOf, Turn, Value, words,
};

use crate::alphabeta::{AlphaBeta, Config};
use crate::deepening::{Deepening, Found, Schedule, deepen};
use crate::meter::Meter;
use crate::scale::{Scale, bounds_seen_by, seen_by};

/// Plain minimax, which at chance nodes is plain expectimax.
pub struct Plain<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    root: &'a G::Position,
    scale: Scale<G::Value>,
    meter: Meter<'a, G::Move>,
    /// Keys of the game so far and of the path, for games that can end by history.
    keys: Option<Vec<u64>>,
    /// Whether guesses stay within what the game says is still possible.
    bounds: bool,
    /// Whether the horizon or the end by history was met.
    guessed: bool,
}

impl<'a, G: Game, E: Evaluator<G>> Plain<'a, G, E> {
    /// A search from the end of a line.
    pub fn new(line: &'a Line<G>, evaluator: &'a E, meter: Meter<'a, G::Move>) -> Self {
        let game = line.game();
        Plain {
            game,
            evaluator,
            root: line.position(),
            scale: Scale::new(game, evaluator),
            meter,
            keys: game.nature().history.then(|| line.keys().to_vec()),
            bounds: false,
            guessed: false,
        }
    }

    /// The same search with guesses kept within what the game says is still possible, or not.
    pub fn bounded(self, bounds: bool) -> Self {
        Plain { bounds, ..self }
    }

    /// The value of the root searched to a depth, and the first move that has it; none when the budget ran out.
    pub fn search(&mut self, depth: u32) -> Option<(G::Value, Option<G::Move>)> {
        let state = self.evaluator.root(self.game, self.root);
        self.value(self.root, &state, 0, depth)
    }

    /// The value of a position from its own view: the largest of its children's at a decision node, their mean at a
    /// chance node, the evaluator's guess at the horizon. With it comes the first move that has the value.
    fn value(
        &mut self,
        position: &G::Position,
        state: &E::State,
        ply: u32,
        depth: u32,
    ) -> Option<(G::Value, Option<G::Move>)> {
        let (game, turn) = (self.game, self.game.turn(position));
        match turn {
            Turn::Over => {
                let payoff = self.evaluator.finished(game, position, turn.view());
                Some((self.scale.terminal(payoff, ply), None))
            }
            _ if depth == 0 => Some((self.guess(position, state, turn, ply), None)),
            Turn::Player(_) => {
                let mut best = None;
                let flow = game.children(position, |chosen, child| {
                    let found = self.below(position, state, Step::Move(chosen), &child, ply, depth);
                    match (found, best) {
                        (None, _) => return ControlFlow::Break(()),
                        (Some(found), Some((value, _))) if found <= value => {}
                        (Some(found), _) => best = Some((found, Some(chosen))),
                    }
                    ControlFlow::Continue(())
                });
                flow.is_continue().then_some(best).flatten()
            }
            Turn::Chance => {
                let mut mean = 0.0;
                let flow = game.events(position, |event, probability, child| {
                    match self.below(position, state, Step::Event(event), &child, ply, depth) {
                        None => return ControlFlow::Break(()),
                        Some(found) => mean += probability * found.to_f64(),
                    }
                    ControlFlow::Continue(())
                });
                flow.is_continue().then(|| (G::Value::from_f64(mean), None))
            }
        }
    }

    /// The evaluation, no lower or higher than what is possible; where only one value is, that is no guess.
    fn guess(&mut self, position: &G::Position, state: &E::State, turn: Turn, ply: u32) -> G::Value {
        let possible = if self.bounds { self.evaluator.possible(self.game, position) } else { None };
        let possible = possible.map(|payoffs| self.scale.possible(payoffs, ply));
        let (low, high) =
            bounds_seen_by(turn.view(), possible.unwrap_or((G::Value::LOWEST, G::Value::HIGHEST)));
        if low == high {
            return low;
        }
        self.meter.evaluations += 1;
        self.guessed = true;
        self.evaluator.evaluate(self.game, position, state, turn.view()).larger(low).smaller(high)
    }

    /// A child's value in its parent's view.
    fn below(
        &mut self,
        position: &G::Position,
        state: &E::State,
        step: Step<G::Move, G::Event>,
        child: &G::Position,
        ply: u32,
        depth: u32,
    ) -> Option<G::Value> {
        if !self.meter.visit() {
            return None;
        }
        let (view, below) = (self.game.turn(position).view(), self.game.turn(child).view());
        if let Some(keys) = &mut self.keys {
            if let Some(payoff) = self.game.ended_by_history(child, keys) {
                self.guessed = true;
                return Some(seen_by(view, self.scale.terminal(payoff, ply + 1)));
            }
            keys.push(self.game.key(child));
        }
        let mut carried = E::State::default();
        self.evaluator.advance(self.game, state, position, step, child, &mut carried);
        let found = self.value(child, &carried, ply + 1, depth - 1);
        if let Some(keys) = &mut self.keys {
            keys.pop();
        }
        found.map(|(value, _)| if below == view { value } else { -value })
    }
}

/// The value of a position searched to a depth, from its own view: the oracle of the tests.
pub fn oracle<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
) -> G::Value {
    let line = Line::from(game.clone(), position.clone());
    let mut search = Plain::new(&line, evaluator, Meter::unlimited());
    search.search(depth).expect("nothing limits it").0
}

impl<'a, G: Game, E: Evaluator<G>> Deepening<'a, G> for Plain<'a, G, E> {
    fn iterate(&mut self, depth: u32) -> Option<Found<G::Move>> {
        self.guessed = false;
        let (value, best) = self.search(depth)?;
        Some(Found::new(&self.scale, value, best.into_iter().collect(), !self.guessed))
    }
    fn partial(&mut self) -> Option<Found<G::Move>> {
        None
    }
    fn meter(&mut self) -> &mut Meter<'a, G::Move> {
        &mut self.meter
    }
}

/// The `minimax` player: plain minimax, deepened ply by ply.
///
/// ```
/// use plywood_core::{Budget, Line, Search, Task, Zero};
/// use plywood_search::plain::Minimax;
/// use plywood_small_games::tictactoe::TicTacToe;
///
/// let mut line = Line::new(TicTacToe);
/// for cell in [0, 3, 1, 4] {
///     line.play(cell);
/// }
/// let report = Minimax { evaluator: Zero, deepening: true, bounds: true }.think(&line, Task::new(Budget::depth(3)));
/// assert_eq!((report.best, report.distance), (Some(2), Some(1))); // three in a row
/// ```
#[derive(Debug, Clone)]
pub struct Minimax<E> {
    /// The evaluator at the horizon.
    pub evaluator: E,
    /// Whether it deepens ply by ply or goes to its depth at once.
    pub deepening: bool,
    /// Whether guesses stay within what the game says is still possible.
    pub bounds: bool,
}

impl<G: Game, E: Evaluator<G>> Search<G> for Minimax<E> {
    fn think(&mut self, line: &Line<G>, task: Task<'_, G::Move>) -> Report<G::Move> {
        let mut search = Plain::new(line, &self.evaluator, Meter::new(task)).bounded(self.bounds);
        deepen(line, Schedule::deepening(self.deepening), &mut search)
    }
    fn trace(&mut self, line: &Line<G>, budget: &Budget, limit: usize) -> Option<TraceOf<G>> {
        // The enhanced search with everything off and no cuts makes the same calls, and can be watched.
        let config = Config { prune: false, ..Config::PLAIN };
        AlphaBeta::new(self.evaluator.clone(), config).trace(line, budget, limit)
    }
}

words! {
    /// The return value of plain alpha-beta when the value lies outside the window.
    pub enum Fail {
        /// The best bound on the value that the search has seen (Dice thesis, section 2.3.1).
        Soft = "soft",
        /// The bound of the window that was crossed.
        Hard = "hard",
    }
}

/// Plain alpha-beta over decision nodes for an evaluator without state, with nothing but the window. Values are from
/// the position's own view; `nodes` counts the positions below the root.
pub struct PlainAlphaBeta<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    scale: Scale<G::Value>,
    fail: Fail,
    /// Positions visited below the root.
    pub nodes: u64,
    /// Positions at the horizon.
    pub leaves: u64,
}

impl<'a, G: Game, E: Evaluator<G, State = ()>> PlainAlphaBeta<'a, G, E> {
    /// A search that has visited nothing yet.
    pub fn new(game: &'a G, evaluator: &'a E, fail: Fail) -> Self {
        let scale = Scale::new(game, evaluator);
        PlainAlphaBeta { game, evaluator, scale, fail, nodes: 0, leaves: 0 }
    }

    /// The value within a window.
    pub fn search(
        &mut self,
        position: &G::Position,
        depth: u32,
        alpha: G::Value,
        beta: G::Value,
    ) -> G::Value {
        match self.game.turn(position) {
            Turn::Player(player) if depth > 0 => self.node(position, player, 0, depth, alpha, beta),
            turn => self.leaf(position, turn, 0, depth),
        }
    }

    /// The value of a position that is not searched: the game is over, or no plies are left.
    #[inline]
    fn leaf(&mut self, position: &G::Position, turn: Turn, ply: u32, depth: u32) -> G::Value {
        self.leaves += u64::from(depth == 0);
        if turn == Turn::Over {
            let payoff = self.evaluator.finished(self.game, position, turn.view());
            return self.scale.terminal(payoff, ply);
        }
        self.evaluator.evaluate(self.game, position, &(), turn.view())
    }

    /// The value of a position at which a player is on turn and plies are left.
    fn node(
        &mut self,
        position: &G::Position,
        player: Player,
        ply: u32,
        depth: u32,
        mut alpha: G::Value,
        beta: G::Value,
    ) -> G::Value {
        let game = self.game;
        let mut best = if self.fail == Fail::Hard { alpha } else { G::Value::LOWEST };
        let _ = game.children(position, |_, child| {
            self.nodes += 1;
            let turn = game.turn(&child);
            let same = turn.view() == player;
            let (low, high) = if same { (alpha, beta) } else { (-beta, -alpha) };
            let found = match turn {
                Turn::Player(next) if depth > 1 => self.node(&child, next, ply + 1, depth - 1, low, high),
                _ => self.leaf(&child, turn, ply + 1, depth - 1),
            };
            let found = if same { found } else { -found };
            if found > best {
                best = found;
                alpha = alpha.larger(found);
                if found >= beta {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        if self.fail == Fail::Hard { best.smaller(beta) } else { best }
    }
}
