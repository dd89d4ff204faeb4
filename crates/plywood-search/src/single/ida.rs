//! Iterative-deepening A* (Korf 1985).
//!
//! Depth-first searches to a growing bound on cost so far plus estimate; the next bound is the least that was beyond the
//! last one. A node is a position that a move leads to, whether or not its estimate lets it in; a way is the first that
//! is found within the bound.
//!
//! The table keeps what a position was found to cost at least, so that it is not searched again with less to spend
//! (lecture notes, "+ TT"); moves are not taken back, and a bound found without them holds for every way into a
//! position, because the way back leads to a position that has more to spend. What is known near the goal ends a line
//! as soon as no more than that is left to spend ("+ DB").

use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_core::spec::Size;
use plywood_core::{Line, Report, Row, Search, Task, Turn};

use super::{Cost, Heuristic, Nearby, Puzzle, report};
use crate::meter::Meter;
use crate::policy::finished;

/// Costs that positions were found to have at least, by key; newer positions displace older ones.
#[derive(Debug)]
struct Bounds(Vec<(u64, u32)>);

/// Bytes of an entry of the table.
pub const ENTRY_BYTES: usize = size_of::<(u64, u32)>();

impl Bounds {
    fn new(size: Size) -> Option<Bounds> {
        let entries = match size {
            Size::Off => return None,
            Size::Bytes(bytes) => bytes / ENTRY_BYTES,
            Size::Entries(entries) => entries,
        };
        Some(Bounds(vec![(0, 0); entries.max(1)]))
    }
    fn place(&mut self, key: u64) -> &mut (u64, u32) {
        let place = ((u128::from(key) * self.0.len() as u128) >> 64) as usize;
        &mut self.0[place]
    }
    fn at_least(&mut self, key: u64) -> u32 {
        let (kept, cost) = *self.place(key);
        if kept == key { cost } else { 0 }
    }
    fn keep(&mut self, key: u64, cost: u32) {
        let cost = cost.max(self.at_least(key));
        *self.place(key) = (key, cost);
    }
}

/// The search.
pub struct Ida<P: Puzzle, H> {
    heuristic: H,
    table: Option<Bounds>,
    nearby: Option<Arc<dyn Nearby<P>>>,
}

impl<P: Puzzle, H: Heuristic<P>> Ida<P, H> {
    /// The search with nothing but a heuristic.
    pub fn new(heuristic: H) -> Ida<P, H> {
        Ida { heuristic, table: None, nearby: None }
    }
    /// The same search with a table of a size.
    pub fn with_table(self, size: Size) -> Ida<P, H> {
        Ida { table: Bounds::new(size), ..self }
    }
    /// The same search with what is known near the goal.
    pub fn with_nearby(self, nearby: Option<Arc<dyn Nearby<P>>>) -> Ida<P, H> {
        Ida { nearby, ..self }
    }
}

/// One search under way.
struct Deepening<'a, 'm, P: Puzzle, H> {
    puzzle: &'a P,
    heuristic: &'a H,
    table: Option<&'a mut Bounds>,
    nearby: Option<&'a dyn Nearby<P>>,
    meter: Meter<'m, P::Move>,
    /// By how much the cheapest line was beyond the bound.
    beyond: u32,
    /// The way to the goal, last move first.
    way: Vec<P::Move>,
}

impl<P: Puzzle, H: Heuristic<P>> Deepening<'_, '_, P, H> {
    /// Searches the moves of a position that is no goal with `left` left to spend; breaks with true when a
    /// goal was found, with false when the meter stopped. `EXTRAS` says that there is a table or something
    /// known near the goal.
    fn search<const EXTRAS: bool>(
        &mut self,
        here: &P::Position,
        state: &H::State,
        last: Option<P::Move>,
        left: u32,
    ) -> ControlFlow<bool> {
        let (puzzle, heuristic) = (self.puzzle, self.heuristic);
        let before = self.beyond;
        if EXTRAS {
            self.beyond = u32::MAX;
        }
        puzzle.onward(here, last, |chosen, after| {
            if !self.meter.visit() {
                return ControlFlow::Break(false);
            }
            let cost = puzzle.cost(here, chosen);
            // What would be beyond the bound.
            let enough = (left + 1).saturating_sub(cost);
            let next = heuristic.advance(puzzle, state, here, chosen, &after, enough);
            let estimate = heuristic.estimate(&next);
            if estimate >= enough {
                self.beyond = self.beyond.min(estimate + cost - left);
                return ControlFlow::Continue(());
            }
            let left = left - cost;
            let settled = if EXTRAS { self.settle(&after, left) } else { None };
            let found = match settled {
                Some(found) => found,
                None if estimate == 0 && puzzle.is_goal(&after) => ControlFlow::Break(true),
                None => self.search::<EXTRAS>(&after, &next, Some(chosen), left),
            };
            if found == ControlFlow::Break(true) {
                self.way.push(chosen);
            }
            found
        })?;
        if EXTRAS {
            let dearer = left.saturating_add(self.beyond);
            if let Some(table) = &mut self.table {
                table.keep(puzzle.key(here), dearer);
            }
            self.beyond = self.beyond.min(before);
        }
        ControlFlow::Continue(())
    }

    /// The result of a search of a position with `left` left to spend, where that is known.
    fn settle(&mut self, here: &P::Position, left: u32) -> Option<ControlFlow<bool>> {
        if let Some(table) = &mut self.table {
            let least = table.at_least(self.puzzle.key(here));
            if least > left {
                self.beyond = self.beyond.min(least - left);
                return Some(ControlFlow::Continue(()));
            }
        }
        let nearby = self.nearby.filter(|nearby| left <= nearby.reach())?;
        Some(match nearby.cost(self.puzzle, here) {
            Cost::Exactly(cost) if cost <= left => {
                self.way = descend(self.puzzle, nearby, here, cost);
                self.way.reverse();
                ControlFlow::Break(true)
            }
            Cost::Exactly(cost) | Cost::AtLeast(cost) => {
                self.beyond = self.beyond.min(cost - left);
                ControlFlow::Continue(())
            }
        })
    }
}

/// The way from a position whose cost is known, by what is known of the positions after it.
fn descend<P: Puzzle>(puzzle: &P, nearby: &dyn Nearby<P>, start: &P::Position, cost: u32) -> Vec<P::Move> {
    let (mut here, mut left, mut way) = (start.clone(), cost, Vec::new());
    while left > 0 {
        let next = puzzle.children(&here, |chosen, after| {
            let step = puzzle.cost(&here, chosen);
            match nearby.cost(puzzle, &after) {
                Cost::Exactly(cost) if cost + step == left => ControlFlow::Break((chosen, after, cost)),
                _ => ControlFlow::Continue(()),
            }
        });
        let (chosen, after, cost) =
            next.break_value().expect("the cost of a position comes from one after it");
        way.push(chosen);
        (here, left) = (after, cost);
    }
    way
}

impl<P: Puzzle, H: Heuristic<P>> Search<P> for Ida<P, H> {
    fn new_game(&mut self) {
        if let Some(table) = &mut self.table {
            table.0.fill((0, 0));
        }
    }

    fn think(&mut self, line: &Line<P>, task: Task<'_, P::Move>) -> Report<P::Move> {
        if line.turn() == Turn::Over {
            return finished(line);
        }
        let (puzzle, start) = (line.game(), line.position());
        let root = self.heuristic.root(puzzle, start);
        let extras = self.table.is_some() || self.nearby.is_some();
        let mut search = Deepening {
            puzzle,
            heuristic: &self.heuristic,
            table: self.table.as_mut(),
            nearby: self.nearby.as_deref(),
            meter: Meter::new(task),
            beyond: 0,
            way: Vec::new(),
        };
        let (mut bound, mut rows) = (self.heuristic.estimate(&root), Vec::new());
        let found = loop {
            search.meter.news.depth = bound;
            search.beyond = u32::MAX;
            let found = if extras {
                search.search::<true>(start, &root, None, bound)
            } else {
                search.search::<false>(start, &root, None, bound)
            };
            let row = Row {
                depth: bound,
                value: 0.0,
                best: None,
                nodes: search.meter.nodes,
                evaluations: 0,
                seconds: search.meter.seconds(),
                pv: Vec::new(),
            };
            if found.is_break() {
                break found.break_value().unwrap_or(false);
            }
            search.meter.tell(&row);
            rows.push(row);
            bound = match bound.checked_add(search.beyond) {
                Some(bound) => bound,
                // No line was beyond the bound: there is no way at all.
                None => break false,
            };
        };
        search.way.reverse();
        let way = found.then_some(search.way);
        let (nodes, seconds) = (search.meter.nodes, search.meter.seconds());
        Report { rows, nodes, seconds, ..report(line, way) }
    }
}
