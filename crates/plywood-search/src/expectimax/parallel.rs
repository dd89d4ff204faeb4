//! Parallel search at chance nodes (Dice thesis, section 6.1): the events under a root move are shared out.
//!
//! At the root the moves are searched one after the other, best first; the events that follow a move are searched at
//! the same time, each by the worker with its number, which keeps its own table and history. Their mean in the game's
//! order is the move's value. Events are searched with open windows, so the value at a fixed depth is that of the
//! sequential search, whatever the number of workers; there are more nodes, because workers share nothing and cuts
//! between the root's moves are lost. Where no chance node follows a move, one worker searches it.

use std::ops::ControlFlow;
use std::thread;

use plywood_core::{Budget, Evaluator, Game, Line, Player, Progress, Report, Search, Stop, TraceOf, Turn};

use crate::alphabeta::{AlphaBeta, Config};
use crate::deepening::{Deepening, Found, Schedule, deepen};
use crate::meter::Meter;
use crate::scale::seen_by;

/// The search: one sequential search a worker.
pub struct Parallel<G: Game, E> {
    workers: Vec<AlphaBeta<G, E>>,
}

impl<G: Game, E: Evaluator<G>> Parallel<G, E> {
    /// A search with so many workers, at least one.
    pub fn new(evaluator: E, config: &Config, workers: usize) -> Self {
        let config = Config { deepening: Schedule::AtOnce, ..config.clone() };
        let worker = || AlphaBeta::new(evaluator.clone(), config.clone());
        Parallel { workers: (0..workers.max(1)).map(|_| worker()).collect() }
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for Parallel<G, E> {
    fn new_game(&mut self) {
        self.workers.iter_mut().for_each(Search::new_game);
    }

    fn think(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        seed: u64,
        stop: &Stop,
        progress: &mut dyn Progress<G::Move>,
    ) -> Report<G::Move> {
        let meter = Meter::new(*budget, stop);
        let mut crew = Crew {
            workers: &mut self.workers,
            line,
            budget: *budget,
            seed,
            stop,
            meter,
            first: None,
            progress,
        };
        deepen(line, budget, Schedule::Steps, &mut crew)
    }

    fn trace(&mut self, line: &Line<G>, depth: u32, limit: usize) -> Option<TraceOf<G>> {
        self.workers[0].trace(line, depth, limit)
    }
}

/// One search under way.
struct Crew<'a, G: Game, E> {
    workers: &'a mut [AlphaBeta<G, E>],
    line: &'a Line<G>,
    budget: Budget,
    seed: u64,
    stop: &'a Stop,
    meter: Meter,
    /// The best move of the last iteration.
    first: Option<G::Move>,
    progress: &'a mut dyn Progress<G::Move>,
}

/// A position to search, and what it counts for in its parent's mean.
type Task<G> = (f64, <G as Game>::Position);

impl<G: Game, E: Evaluator<G>> Crew<'_, G, E> {
    /// What follows a position: its events where chance is on turn, else itself.
    fn tasks(&self, position: &G::Position) -> Vec<Task<G>> {
        let game = self.line.game();
        if game.turn(position) != Turn::Chance {
            return vec![(1.0, position.clone())];
        }
        let mut tasks = Vec::new();
        let _ = game.events(position, |_, probability, child| {
            tasks.push((probability, child));
            ControlFlow::<()>::Continue(())
        });
        tasks
    }

    /// The mean over tasks for the first player, each searched to a depth; none when the budget ran out. Proven where
    /// every part is.
    fn mean(&mut self, tasks: &[Task<G>], depth: u32) -> Option<(f64, bool)> {
        let (line, seed, stop, count) = (self.line, self.seed, self.stop, self.workers.len());
        let left = Budget {
            depth: Some(depth),
            nodes: self.budget.nodes.map(|nodes| nodes.saturating_sub(self.meter.nodes)),
            seconds: self.budget.seconds.map(|seconds| (seconds - self.meter.seconds()).max(0.0)),
            ..Budget::UNLIMITED
        };
        let mut reports: Vec<(usize, Report<G::Move>)> = thread::scope(|scope| {
            let handles: Vec<_> = self
                .workers
                .iter_mut()
                .enumerate()
                .map(|(number, worker)| {
                    scope.spawn(move || {
                        let own = (number..tasks.len()).step_by(count);
                        let search = |index: usize| {
                            let here = Line::from(line.game().clone(), tasks[index].1.clone());
                            (index, worker.think(&here, &left, seed, stop, &mut ()))
                        };
                        own.map(search).collect::<Vec<_>>()
                    })
                })
                .collect();
            handles.into_iter().flat_map(|handle| handle.join().expect("a worker does not panic")).collect()
        });
        reports.sort_by_key(|(index, _)| *index);
        let (mut mean, mut proven, mut finished) = (0.0, true, true);
        for (index, report) in &reports {
            let (probability, position) = &tasks[*index];
            let turn = line.game().turn(position);
            finished &= turn == Turn::Over || report.depth == depth || report.proven;
            proven &= report.proven;
            mean += probability * seen_by(turn.view(), report.value);
            self.meter.nodes += report.nodes + 1;
            self.meter.evaluations += report.evaluations;
        }
        self.meter.stopped |= !finished || self.stop.raised();
        (!self.meter.stopped).then_some((mean, proven))
    }
}

impl<G: Game, E: Evaluator<G>> Deepening<G> for Crew<'_, G, E> {
    fn iterate(&mut self, depth: u32) -> Option<Found<G::Move>> {
        let (game, root) = (self.line.game(), self.line.position());
        let mut moves: Vec<(Option<G::Move>, G::Position)> = Vec::new();
        let view = game.turn(root).view();
        if let Turn::Player(_) = game.turn(root) {
            let _ = game.children(root, |chosen, child| {
                moves.push((Some(chosen), child));
                ControlFlow::<()>::Continue(())
            });
            moves.sort_by_key(|(chosen, _)| *chosen != self.first);
        } else {
            moves.push((None, root.clone()));
        }
        let below = depth - u32::from(moves[0].0.is_some());
        let mut best: Option<(f64, Option<G::Move>)> = None;
        let mut all_proven = true;
        for (chosen, child) in moves {
            self.meter.nodes += u64::from(chosen.is_some());
            let tasks = self.tasks(&child);
            let chance = game.turn(&child) == Turn::Chance;
            // A chance node at the horizon is evaluated as it is.
            let (tasks, left) =
                if chance && below > 0 { (tasks, below - 1) } else { (vec![(1.0, child.clone())], below) };
            let (mean, proven) = self.mean(&tasks, left)?;
            all_proven &= proven;
            let value = if view == Player::FIRST { mean } else { -mean };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, chosen));
            }
        }
        let (value, chosen) = best?;
        self.first = chosen;
        Some(Found {
            value,
            values: Vec::new(),
            distance: None,
            proven: all_proven,
            pv: chosen.into_iter().collect(),
        })
    }

    fn partial(&mut self) -> Option<Found<G::Move>> {
        None
    }
    fn meter(&self) -> &Meter {
        &self.meter
    }
    fn progress(&mut self) -> &mut dyn Progress<G::Move> {
        self.progress
    }
}
