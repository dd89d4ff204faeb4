//! Ball in hand: a map of the best shot from every place, and the best of its hills (PickPocket thesis,
//! section 3.4.2).

use super::PickPocket;
use super::planner::{Limits, Planner};
use super::root::PLACES;
use crate::game::Billiards;
use crate::game::rules::{CueBall, GameState};
use crate::physics::Arena;
use crate::vector::Vec2;
use plywood_core::random::{below, derive, seeded};
use plywood_core::{Budget, Stop};

/// Cells of the map across the table; along there are as many as its length has room for.
const ACROSS: usize = 18;
/// Cells from which hills are climbed.
const CLIMBS: usize = 60;
/// How likely the best shot succeeds, by where the cue ball is put.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Cells across.
    pub columns: usize,
    /// Cells along.
    pub rows: usize,
    /// The edge of a cell, in metres.
    pub edge: Vec2,
    /// The chance of the best shot, row by row from the bottom left; nothing where the cue ball may not be put.
    pub cells: Vec<Option<f64>>,
}

impl Map {
    fn empty(arena: &Arena) -> Map {
        let table = &arena.table;
        let rows = (ACROSS as f64 * table.length / table.width).round() as usize;
        let edge = Vec2::new(table.width / ACROSS as f64, table.length / rows as f64);
        Map { columns: ACROSS, rows, edge, cells: vec![None; ACROSS * rows] }
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: usize) -> Vec2 {
        let (column, row) = (cell % self.columns, cell / self.columns);
        Vec2::new((column as f64 + 0.5) * self.edge.x, (row as f64 + 0.5) * self.edge.y)
    }

    /// The best cell around one, itself included; of equals itself, else the first.
    fn uphill(&self, cell: usize) -> usize {
        let (column, row) = (cell % self.columns, cell / self.columns);
        let mut best = cell;
        for y in row.saturating_sub(1)..=(row + 1).min(self.rows - 1) {
            for x in column.saturating_sub(1)..=(column + 1).min(self.columns - 1) {
                let next = y * self.columns + x;
                if self.cells[next] > self.cells[best] {
                    best = next;
                }
            }
        }
        best
    }

    /// The highest hills, the highest first: each the end of a climb from a random cell.
    pub fn hills(&self, most: usize, seed: u64) -> Vec<usize> {
        let mut random = seeded(seed);
        let mut tops: Vec<usize> = Vec::new();
        for _ in 0..CLIMBS {
            let mut cell = below(&mut random, self.cells.len());
            loop {
                let next = self.uphill(cell);
                if next == cell {
                    break;
                }
                cell = next;
            }
            if self.cells[cell].is_some_and(|chance| chance > 0.0) && !tops.contains(&cell) {
                tops.push(cell);
            }
        }
        tops.sort_by(|a, b| {
            self.cells[*b].partial_cmp(&self.cells[*a]).unwrap_or(std::cmp::Ordering::Equal).then(a.cmp(b))
        });
        tops.truncate(most);
        tops
    }
}

impl Planner<'_> {
    /// The map of a state with ball in hand.
    pub fn map(&mut self, state: &GameState) -> Map {
        let mut map = Map::empty(self.arena);
        let beyond = state.nearest_target(&self.arena.table);
        for cell in 0..map.cells.len() {
            let at = map.middle(cell);
            if !state.may_place(&self.arena.table, at) {
                continue;
            }
            let lying = Self::lying(state, Some(at));
            let reached =
                |ball| beyond.is_none_or(|line| lying.layout.get(ball).is_some_and(|at| at.y > line));
            let likeliest = self.rated(&lying).iter().find(|(_, opening)| reached(opening.aim.ball));
            map.cells[cell] = Some(likeliest.map_or(0.0, |(chance, _)| *chance));
        }
        map
    }

    /// Where the cue ball is played from: where it lies, or the best places for it.
    pub(super) fn places(&mut self, state: &GameState, seed: u64) -> Vec<Option<Vec2>> {
        if state.cue_ball == CueBall::Table {
            return vec![None];
        }
        let map = self.map(state);
        let hills = map.hills(self.settings.places, derive(seed, PLACES));
        hills.into_iter().map(|cell| Some(map.middle(cell))).collect()
    }
}

impl PickPocket {
    /// The map of a state as if the cue ball were in hand.
    pub fn map(&self, game: &Billiards, state: &GameState) -> Map {
        let limits = Limits::new(&Budget::UNSET, &Stop::new());
        let errors = self.errors(game);
        let mut planner = Planner::new(&game.arena, errors, &self.difficulty, &self.settings, &limits);
        let cue_ball = if state.cue_ball == CueBall::Table { CueBall::Hand } else { state.cue_ball };
        planner.map(&GameState { cue_ball, ..*state })
    }
}
