//! `edge`: a player for whole games, by the search of the solver with the pattern evaluation at its leaves.
//!
//! The search goes deeper ply by ply with cuts that are probably correct (Multi-ProbCut). When few squares
//! are left it plays to the end of the game, with fewer and fewer such cuts, and last exactly
//! ([`super::solver`]). The time of a move is the budget's, or a share of a clock for the whole game. A new
//! depth does not begin when most of the time is gone, because it would not be finished. Levels are for
//! people: from one that looks one ply ahead and errs to one that uses all the time it has.
//!
//! With `hints` every move gets a value, the depth of its search and its certainty in percent: counters named
//! after the move, as `hint f5`, `depth f5` and `certainty f5`.

use std::collections::BTreeMap;
use std::sync::Arc;

use plywood_core::random::{below, derive, seeded};
use plywood_core::settings::{Takes, whole};
use plywood_core::spec::Size;
use plywood_core::{
    About, Args, Budget, Declaration, Error, Game, Key, Limit, Line, PayoffKind, Report, Row, Search, Task,
    Turn,
};
use plywood_search::meter::Meter;
use plywood_search::policy::finished;
use plywood_search::table::read_size;

use super::patterns::Patterns;
use super::solver::certainty::CERTAIN;
use super::solver::{Between, ENTRY_BYTES, Solver, percent, weights_of};
use super::{Board, Othello, PASS};

/// How the player is listed.
pub(super) const EDGE: Declaration = Declaration {
    about: About {
        name: "edge",
        about: "an engine for whole games: pattern evaluation, Multi-ProbCut, exact endings, levels, hints",
        keys: &[
            Key::taking(
                "level",
                "20",
                whole(0, STRONGEST as u64),
                "how well it plays, from 0 (a beginner) to 20 (as well as time allows)",
            ),
            Key::taking(
                "clock",
                "none",
                Takes::Time,
                "time for all its moves of a game, such as 5m; moves get shares of it",
            ),
            Key::taking("hints", "0", whole(0, 60), "how many moves get a value of their own, 0 to 60"),
            Key::taking(
                "table",
                "64MB",
                Takes::Table { entry: ENTRY_BYTES, each: true },
                "memory of the table: a size such as 1GB, or entries such as 2^22",
            ),
            Key::taking("threads", "1", whole(1, 64), "threads that search together, 1 to 64"),
            Key::taking("patterns", "shipped", Takes::File, "the file of pattern weights, or shipped"),
        ],
        source: "Monte Carlo Othello thesis, last page; Buro 1997",
    },
    keeps: &[Limit::Depth, Limit::Time],
    levels: crate::LEVELS,
    ..Declaration::PLAIN
};

/// The highest level.
const STRONGEST: u32 = 20;
/// How sure the cuts of the midgame are.
const MIDGAME: u8 = 1;
/// Empty squares that a search of the midgame leaves before it rather goes on to the end.
const BEFORE_THE_END: u32 = 9;
/// The share of a move's time after which no new depth is begun.
const ENOUGH: f64 = 0.6;
/// Moves before the end by which the clock should have been used: endings are exact and need little.
const SPARE: u32 = 8;
/// The largest error of a beginner in judging a move, in discs either way.
const ERRS: usize = 6;

/// The engine.
pub struct Engine {
    game: Othello,
    solver: Solver,
    level: u32,
    hints: usize,
    clock: Option<f64>,
    /// Seconds of the clock that are spent.
    spent: f64,
}

/// The result so far.
struct Found {
    value: i32,
    best: u8,
    depth: u32,
    certainty: u8,
    rows: Vec<Row<u8>>,
}

impl Engine {
    /// The engine at its strongest, with a table of a size and a number of threads.
    pub fn new(game: &Othello, size: Size, threads: usize, patterns: Arc<Patterns>) -> Engine {
        let solver = Solver::new(game, size, threads, patterns);
        Engine { game: *game, solver, level: STRONGEST, hints: 0, clock: None, spent: 0.0 }
    }

    /// The engine as a player.
    pub(super) fn from_args(game: &Othello, args: &Args) -> Result<Engine, Error> {
        let (size, threads) = (read_size(args, "table")?, args.get("threads")?);
        Ok(Engine {
            level: args.get("level")?,
            hints: args.get("hints")?,
            clock: args.seconds("clock")?,
            ..Engine::new(game, size, threads, weights_of(args)?)
        })
    }

    /// The seconds of a move: those of the budget, and of the clock a share for each move that is left.
    fn seconds(&self, budget: &Budget, empty: u32) -> Option<f64> {
        let share = self.clock.map(|clock| {
            let moves = (empty.saturating_sub(SPARE) / 2).max(3);
            ((clock - self.spent) / f64::from(moves)).max(0.001)
        });
        match (budget.seconds, share) {
            (Some(seconds), Some(share)) => Some(seconds.min(share)),
            (seconds, share) => seconds.or(share),
        }
    }

    /// The steps of a search: depth and certainty of each.
    fn steps(&self, budget: &Budget, empty: u32) -> Vec<(u32, u8)> {
        let deepest = budget.depth.unwrap_or(64);
        let (deepest, selective, exact) = match self.level {
            STRONGEST => (deepest, 64, 64),
            level => (deepest.min(level.max(1)), level + 6, level + 4),
        };
        let midgame = deepest.min(empty.saturating_sub(BEFORE_THE_END)).max(1).min(empty);
        let mut steps: Vec<(u32, u8)> = (1..=midgame).map(|depth| (depth, MIDGAME)).collect();
        let to_the_end = |limit: u32| empty <= limit && budget.depth.is_none_or(|depth| empty <= depth);
        if to_the_end(selective) {
            steps.extend((0..CERTAIN).map(|certainty| (empty, certainty)));
        }
        if to_the_end(exact) {
            steps.push((empty, CERTAIN));
        }
        steps
    }

    /// Searches step by step until the time is spent.
    fn search(
        &self,
        board: &Board,
        budget: &Budget,
        seconds: Option<f64>,
        meter: &mut Meter<'_, u8>,
    ) -> Found {
        let empty = 64 - board.occupied().count_ones();
        let best = if board.moves == 0 { PASS } else { board.moves.trailing_zeros() as u8 };
        let mut found = Found { value: 0, best, depth: 0, certainty: 0, rows: Vec::new() };
        for (depth, certainty) in self.steps(budget, empty) {
            let late = seconds.is_some_and(|seconds| meter.seconds() > ENOUGH * seconds);
            if found.depth > 0 && late {
                break;
            }
            let widest =
                if self.outcome() && depth >= empty && certainty == CERTAIN { (-1, 1) } else { (-64, 64) };
            let Between { low, high, best } =
                self.solver.step(board.own, board.opponent, depth, certainty, found.value, widest, meter);
            if meter.stopped {
                // What a deeper search proved better is better; else the last whole step stands.
                if low > widest.0 {
                    found.best = best;
                }
                break;
            }
            debug_assert!(low >= high, "one value is left");
            found = Found { value: low, best, depth, certainty, rows: found.rows };
            let row = Row {
                depth,
                value: self.told(low, certainty == CERTAIN && depth >= empty),
                best: Some(best),
                nodes: meter.nodes,
                evaluations: meter.evaluations,
                seconds: meter.seconds(),
                pv: vec![best],
            };
            meter.tell(&row);
            found.rows.push(row);
        }
        found
    }

    fn outcome(&self) -> bool {
        self.game.payoff == PayoffKind::Outcome
    }

    /// A value in units of the payoff: in a game of outcomes a guess is a share of the board.
    fn told(&self, value: i32, proven: bool) -> f64 {
        match (self.outcome(), proven) {
            (true, true) => f64::from(value.signum()),
            (true, false) => f64::from(value.clamp(-63, 63)) / 64.0,
            _ => f64::from(value),
        }
    }

    /// A move as a beginner sees it: one ply ahead, and not well.
    fn beginner(&mut self, board: &Board, seed: u64) -> u8 {
        let mut rng = seeded(seed);
        let mut best: Option<(i32, u8)> = None;
        let _ = self.game.children(board, |chosen, child| {
            let value = match self.game.turn(&child) {
                Turn::Over => self.game.margin(&child, board.mover),
                _ => -self.solver.look(&child),
            };
            let value = value + below(&mut rng, 2 * ERRS + 1) as i32;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, chosen));
            }
            std::ops::ControlFlow::<()>::Continue(())
        });
        best.map_or(PASS, |(_, chosen)| chosen)
    }

    /// Values of single moves, as counters.
    fn hint(&self, board: &Board, found: &Found, meter: &mut Meter<'_, u8>) -> BTreeMap<String, f64> {
        let mut counters = BTreeMap::new();
        if self.hints == 0 || found.depth == 0 {
            return counters;
        }
        let mut list: Vec<(i32, u8, Board)> = Vec::new();
        let _ = self.game.children(board, |chosen, child| {
            let value =
                if child.over { self.game.margin(&child, board.mover) } else { -self.solver.look(&child) };
            list.push((if chosen == found.best { 100 } else { value }, chosen, child));
            std::ops::ControlFlow::<()>::Continue(())
        });
        list.sort_by_key(|(value, ..)| -value);
        for (guess, chosen, child) in list.into_iter().take(self.hints) {
            let name = if chosen == PASS { "pass".to_string() } else { self.game.square_name(chosen) };
            let (value, certainty) = if child.over {
                (self.game.margin(&child, board.mover), CERTAIN)
            } else if chosen == found.best && !self.outcome() {
                (found.value, found.certainty)
            } else {
                let (depth, guess) = (found.depth - 1, -guess.clamp(-64, 64));
                let reply = self.solver.step(
                    child.own,
                    child.opponent,
                    depth,
                    found.certainty,
                    guess,
                    (-64, 64),
                    meter,
                );
                if meter.stopped {
                    break;
                }
                (-reply.low, found.certainty)
            };
            let exact = certainty == CERTAIN && found.depth >= 64 - board.occupied().count_ones();
            counters.insert(format!("hint {name}"), f64::from(value));
            counters.insert(format!("depth {name}"), f64::from(found.depth));
            counters.insert(
                format!("certainty {name}"),
                if exact { 100.0 } else { f64::from(percent(certainty).min(99)) },
            );
        }
        counters
    }
}

impl Search<Othello> for Engine {
    fn new_game(&mut self) {
        self.solver.new_game();
        self.spent = 0.0;
    }

    fn think(&mut self, line: &Line<Othello>, task: Task<'_, u8>) -> Report<u8> {
        if line.turn() == Turn::Over {
            return finished(line);
        }
        let board = line.position();
        let empty = 64 - board.occupied().count_ones();
        let Task { budget, seed, .. } = task;
        let seconds = self.seconds(&budget, empty);
        let mut meter = Meter::new(Task { budget: Budget { seconds, ..budget }, ..task });
        self.solver.age();
        let alone = board.count == 1 && self.hints == 0;
        let quick = Budget { depth: Some(budget.depth.map_or(1, |depth| depth.min(1))), ..budget };
        let mut found = self.search(board, if alone { &quick } else { &budget }, seconds, &mut meter);
        if self.level == 0 {
            found.best = self.beginner(board, derive(seed, line.steps().len() as u64));
        }
        let counters = self.hint(board, &found, &mut meter);
        let proven = found.certainty == CERTAIN && found.depth >= empty && self.level > 0;
        self.spent += meter.seconds();
        Report {
            best: Some(found.best),
            value: self.told(found.value, proven),
            proven,
            depth: found.depth,
            nodes: meter.nodes,
            evaluations: meter.evaluations,
            seconds: meter.seconds(),
            pv: vec![found.best],
            rows: found.rows,
            counters,
            ..Report::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(level: u32, hints: usize, payoff: PayoffKind) -> Engine {
        let game = Othello::new(8, payoff);
        Engine { level, hints, ..Engine::new(&game, Size::Entries(1 << 16), 1, Patterns::shipped()) }
    }

    fn think(engine: &mut Engine, board: Board, budget: Budget) -> Report<u8> {
        let line = Line::from(engine.game, board);
        engine.think(&line, Task::new(budget).seed(3))
    }

    #[test]
    fn every_level_plays_legal_moves_to_the_end() {
        for level in [0, 1, 4, 7] {
            let mut engine = engine(level, 0, PayoffKind::Outcome);
            let game = engine.game;
            let mut board = game.start();
            while game.turn(&board) != Turn::Over {
                let report = think(&mut engine, board, Budget::depth(4));
                let best = report.best.expect("there is a move");
                assert!(if best == PASS { board.moves == 0 } else { board.moves >> best & 1 == 1 });
                assert!(report.value.abs() <= 1.0 && (report.proven || report.value.abs() < 1.0));
                board = game.play(&board, best);
            }
        }
    }

    #[test]
    fn hints_tell_values_depth_and_certainty() {
        let mut engine = engine(20, 60, PayoffKind::Margin);
        let start = engine.game.start();
        let report = think(&mut engine, start, Budget::depth(5));
        // The four first moves are the same but for symmetry.
        let values: Vec<f64> =
            ["d3", "c4", "f5", "e6"].map(|name| report.counters[&format!("hint {name}")]).to_vec();
        assert!(values.iter().all(|value| *value == report.value), "{values:?} {}", report.value);
        assert_eq!(report.counters["depth d3"], 5.0);
        assert!(report.counters["certainty d3"] < 100.0);
    }

    #[test]
    fn a_clock_is_shared_out_and_never_overdrawn() {
        let mut engine = engine(20, 0, PayoffKind::Outcome);
        engine.clock = Some(60.0);
        let mut left = 60.0;
        for empty in (1..=60).rev().step_by(2) {
            let share = engine.seconds(&Budget::UNSET, empty).expect("there is a clock");
            assert!(share < left, "{share} of {left} with {empty} empty squares");
            engine.spent += share;
            left -= share;
        }
        assert!(left < 20.0, "most of it is used: {left}");
    }
}
