//! A* and breadth-first search: every position met stays in memory, identified by its key.
//!
//! Breadth-first search is A* without a heuristic. Both are slow, large and obviously correct: the oracles of
//! the others.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::ops::ControlFlow;

use plywood_core::{Line, Report, Search, Task};

use super::{Heuristic, Puzzle, Way, report};
use crate::meter::Meter;
use crate::policy::metered;

/// A* with a heuristic; with [`super::Blind`] it is breadth-first search.
#[derive(Debug, Clone, Copy, Default)]
pub struct BestFirst<H>(pub H);

/// A position met: its cost so far, and the place and the move it was reached from.
struct Met<P: Puzzle> {
    position: P::Position,
    cost: u32,
    from: Option<(usize, P::Move)>,
}

impl<H> BestFirst<H> {
    /// The cheapest way from a position; none when the meter stopped or there is none.
    fn search<P: Puzzle>(&self, puzzle: &P, start: &P::Position, meter: &mut Meter<'_, P::Move>) -> Way<P>
    where
        H: Heuristic<P>,
    {
        let guess = |position: &P::Position| self.0.estimate(&self.0.root(puzzle, position));
        let mut met = vec![Met::<P> { position: start.clone(), cost: 0, from: None }];
        let mut places = HashMap::from([(puzzle.key(start), 0)]);
        // The least sum first; of equals the one with the most cost behind it, then the older one.
        let mut open = BinaryHeap::from([(Reverse(guess(start)), 0, Reverse(0))]);
        while let Some((_, cost, Reverse(place))) = open.pop() {
            let here = met[place].position.clone();
            if cost > met[place].cost {
                continue;
            }
            if puzzle.is_goal(&here) {
                return Some(way_to(&met, place));
            }
            puzzle
                .children(&here, |chosen, after| {
                    if !meter.visit() {
                        return ControlFlow::Break(());
                    }
                    let cost = cost + puzzle.cost(&here, chosen);
                    let next = met.len();
                    let place = *places.entry(puzzle.key(&after)).or_insert(next);
                    let from = Some((places[&puzzle.key(&here)], chosen));
                    if place == next {
                        met.push(Met { position: after, cost, from });
                    } else if cost < met[place].cost {
                        (met[place].cost, met[place].from) = (cost, from);
                    } else {
                        return ControlFlow::Continue(());
                    }
                    open.push((Reverse(cost + guess(&met[place].position)), cost, Reverse(place)));
                    ControlFlow::Continue(())
                })
                .is_continue()
                .then_some(())?;
        }
        None
    }
}

fn way_to<P: Puzzle>(met: &[Met<P>], mut place: usize) -> Vec<P::Move> {
    let mut way = Vec::new();
    while let Some((from, chosen)) = met[place].from {
        way.push(chosen);
        place = from;
    }
    way.reverse();
    way
}

impl<P: Puzzle, H: Heuristic<P>> Search<P> for BestFirst<H> {
    fn think(&mut self, line: &Line<P>, task: Task<'_, P::Move>) -> Report<P::Move> {
        metered(line, task, |meter| report(line, self.search(line.game(), line.position(), meter)))
    }
}

/// How many positions are how many moves away from one, as far as asked; all of them where nothing new comes.
pub fn levels<P: Puzzle>(puzzle: &P, start: &P::Position, most: u32) -> Vec<u64> {
    let mut seen = HashSet::from([puzzle.key(start)]);
    let (mut level, mut counts) = (vec![start.clone()], vec![1]);
    for _ in 0..most {
        let mut next = Vec::new();
        for here in &level {
            // Goals have moves too here: it is the graph that is counted, not games.
            let _ = puzzle.onward(here, None, |_, after| {
                if seen.insert(puzzle.key(&after)) {
                    next.push(after);
                }
                ControlFlow::<()>::Continue(())
            });
        }
        if next.is_empty() {
            break;
        }
        counts.push(next.len() as u64);
        level = next;
    }
    counts
}
