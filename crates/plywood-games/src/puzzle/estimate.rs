//! Estimates without a database: the Manhattan distance, and with it linear conflicts.
//!
//! Two tiles in the row (or column) that both belong to, in the wrong order, must pass each other: one of them leaves
//! the line and comes back, two moves that the Manhattan distance does not count (Hansson, Mayer and Yung 1992). Of each
//! line as few tiles leave as put the rest in order.

use plywood_search::single::Heuristic;

use super::{MOST, Slide, Sliding, Tiles};

/// The moves that every tile is away from its place, were it alone on the board.
#[derive(Debug, Clone)]
pub struct Manhattan {
    /// The addition of a tile that slides into the blank from a cell, by the slide, that cell and the tile.
    change: [[[i8; MOST]; MOST]; 4],
    /// By cell and tile.
    away: [[u8; MOST]; MOST],
}

impl Manhattan {
    /// The distances on a board.
    pub fn new(game: &Sliding) -> Manhattan {
        let side = game.side();
        let distance = |cell: usize, tile: usize| {
            let rows = (cell / side).abs_diff(tile / side);
            // The blank's way does not count, nor what is beside a small board.
            let counts = tile > 0 && cell.max(tile) < game.cells();
            if counts { (rows + (cell % side).abs_diff(tile % side)) as u8 } else { 0 }
        };
        let away: [[u8; MOST]; MOST] =
            std::array::from_fn(|cell| std::array::from_fn(|tile| distance(cell, tile)));
        let mut change = [[[0; MOST]; MOST]; 4];
        for blank in 0..game.cells() {
            for slide in Slide::ALL.into_iter().filter(|slide| game.open(blank) >> *slide as u8 & 1 == 1) {
                let from = game.beside(blank, slide);
                for tile in 0..game.cells() {
                    change[slide as usize][from][tile] = away[blank][tile] as i8 - away[from][tile] as i8;
                }
            }
        }
        Manhattan { change, away }
    }

    /// The sum over all tiles.
    pub fn distance(&self, tiles: &Tiles) -> u32 {
        (0..MOST).map(|cell| u32::from(self.away[cell][tiles.tile(cell)])).sum()
    }
}

impl Heuristic<Sliding> for Manhattan {
    type State = u32;
    fn root(&self, _: &Sliding, tiles: &Tiles) -> u32 {
        self.distance(tiles)
    }
    #[inline(always)]
    fn advance(&self, _: &Sliding, sum: &u32, before: &Tiles, slide: Slide, after: &Tiles, _: u32) -> u32 {
        let from = after.blank() & 15;
        sum.wrapping_add_signed(i32::from(self.change[slide as usize][from][before.tile(from)]))
    }
    #[inline(always)]
    fn estimate(&self, sum: &u32) -> u32 {
        *sum
    }
}

/// The Manhattan distance and two moves for every tile that has to leave its line.
#[derive(Debug, Clone)]
pub struct Conflict {
    manhattan: Manhattan,
    /// Moves on top, by the four bits of each place of a line: one more than the place that the tile there belongs to,
    /// zero where it belongs to another line.
    extra: Vec<u8>,
}

/// Tiles of a line that have to leave it so that the rest is in order: those beyond the longest rising row.
fn leaving(goals: &[usize]) -> usize {
    let mut longest = vec![0; goals.len()];
    for (place, goal) in goals.iter().enumerate() {
        let before = (0..place).filter(|other| goals[*other] < *goal).map(|other| longest[other]).max();
        longest[place] = before.unwrap_or(0) + 1;
    }
    goals.len() - longest.iter().max().unwrap_or(&0)
}

impl Conflict {
    /// The estimate on a board.
    pub fn new(game: &Sliding) -> Conflict {
        let places = |line: usize| (0..game.side()).map(move |place| line >> (4 * place) & 15);
        let extra = (0..1 << (4 * game.side())).map(|line| {
            let goals: Vec<usize> = places(line).filter(|goal| (1..=game.side()).contains(goal)).collect();
            // A line never holds a tile twice.
            2 * leaving(&goals) as u8
        });
        Conflict { manhattan: Manhattan::new(game), extra: extra.collect() }
    }

    /// The addition of the conflicts of all rows and columns.
    fn conflicts(&self, game: &Sliding, tiles: &Tiles) -> u32 {
        let side = game.side();
        let (mut rows, mut columns) = ([0; 4], [0; 4]);
        for cell in 0..game.cells() {
            let (row, column, tile) = (cell / side, cell % side, tiles.tile(cell));
            if tile != 0 && tile / side == row {
                rows[row] |= (tile % side + 1) << (4 * column);
            }
            if tile != 0 && tile % side == column {
                columns[column] |= (tile / side + 1) << (4 * row);
            }
        }
        rows.iter().chain(&columns).map(|line| u32::from(self.extra[*line])).sum()
    }
}

impl Heuristic<Sliding> for Conflict {
    /// The Manhattan distance, and what conflicts add.
    type State = (u32, u32);
    fn root(&self, game: &Sliding, tiles: &Tiles) -> (u32, u32) {
        (self.manhattan.root(game, tiles), self.conflicts(game, tiles))
    }
    #[inline]
    fn advance(
        &self,
        game: &Sliding,
        (sum, _): &(u32, u32),
        before: &Tiles,
        slide: Slide,
        after: &Tiles,
        enough: u32,
    ) -> (u32, u32) {
        let sum = self.manhattan.advance(game, sum, before, slide, after, enough);
        (sum, if sum >= enough { 0 } else { self.conflicts(game, after) })
    }
    #[inline]
    fn estimate(&self, (sum, extra): &(u32, u32)) -> u32 {
        sum + extra
    }
}
