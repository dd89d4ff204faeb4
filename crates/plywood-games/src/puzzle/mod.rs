//! The sliding-tile puzzle, 3x3 or 4x4: one player, and the fewest moves to put the tiles in order.
//!
//! The goal has the blank in the upper left corner and the tiles in order after it, as in Korf's instances. A position is
//! a word with four bits a cell. A move is where the blank goes: up, left, right or down, in this order, which is that of
//! Korf's node counts; it is written as the number of the tile that slides. Half of all orders of the tiles cannot be
//! reached, and they are refused.
//!
//! A solved puzzle pays one, and as with every outcome the shorter way is better: the score of a position is the number
//! of moves that it takes at least.
//! Source: lecture notes, "A 15-Puzzle Experiment".

mod endings;
mod estimate;
mod notation;
pub mod pattern;
mod picture;
mod players;
mod retrograde;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use plywood_core::game::{PayoffKind, Sum};
use plywood_core::random::{below, mix, seeded};
use plywood_core::settings::whole;
use plywood_core::{About, Error, Game, Key, Nature, Never, Numbered, Player, Spec, Turn};
use plywood_search::single::Puzzle;

pub use endings::Endings;
pub use estimate::{Conflict, Manhattan};
pub use retrograde::All;

/// How the game is listed.
pub const ABOUT: About = About {
    name: "puzzle",
    about: "the sliding-tile puzzle for one player: the fewest moves to order the tiles",
    keys: &[
        Key::taking("size", "4", whole(3, 4), "tiles a side and one more: 3 or 4"),
        Key::taking("seed", "1", whole(0, u64::MAX), "which shuffled board to start from"),
    ],
    source: "lecture notes, A 15-Puzzle Experiment",
};

/// The most cells a board has.
pub(crate) const MOST: usize = 16;

/// The rules on a board of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sliding {
    size: u8,
    seed: u64,
}

/// Where the tiles are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tiles {
    /// The tile in each cell, four bits each, row by row from the top; zero is the blank.
    cells: u64,
    blank: u8,
}

/// Where the blank goes. Its number and that of the way back add up to three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Slide {
    /// The tile above comes down.
    Up,
    /// The tile on the left comes right.
    Left,
    /// The tile on the right comes left.
    Right,
    /// The tile below comes up.
    Down,
}

impl Slide {
    /// All of them, in the order of the searches.
    pub const ALL: [Slide; 4] = [Slide::Up, Slide::Left, Slide::Right, Slide::Down];
}

impl Numbered for Slide {
    fn number(self) -> u32 {
        self as u32
    }
    fn from_number(number: u32) -> Slide {
        Slide::ALL[number as usize]
    }
}

/// The slides that each cell allows the blank, as bits, on a board of a size.
const fn open(size: usize) -> [u8; MOST] {
    let mut open = [0; MOST];
    let mut cell = 0;
    while cell < size * size {
        let (row, column) = (cell / size, cell % size);
        open[cell] = (row > 0) as u8
            | ((column > 0) as u8) << 1
            | ((column + 1 < size) as u8) << 2
            | ((row + 1 < size) as u8) << 3;
        cell += 1;
    }
    open
}
static OPEN: [[u8; MOST]; 2] = [open(3), open(4)];

impl Tiles {
    /// The board of tiles in cells, where each number stands once.
    pub(crate) fn of(tiles: impl IntoIterator<Item = u8>) -> Tiles {
        let (mut cells, mut blank) = (0, 0);
        for (cell, tile) in tiles.into_iter().enumerate() {
            cells |= u64::from(tile) << (4 * cell);
            if tile == 0 {
                blank = cell as u8;
            }
        }
        Tiles { cells, blank }
    }
    /// The tile in a cell.
    #[inline(always)]
    pub(crate) fn tile(&self, cell: usize) -> usize {
        (self.cells >> (4 * cell) & 15) as usize
    }
    /// The cell of the blank.
    #[inline(always)]
    pub(crate) fn blank(&self) -> usize {
        usize::from(self.blank)
    }
}

impl Sliding {
    /// The puzzle with a side of 3 or 4 cells, shuffled by a seed.
    pub fn new(size: u8, seed: u64) -> Sliding {
        Sliding { size: size.clamp(3, 4), seed }
    }

    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<Sliding, Error> {
        let list = [ABOUT];
        let (_, args) = About::find(&list, spec, "game")?;
        Ok(Sliding::new(args.get("size")?, args.get("seed")?))
    }

    /// Cells a side.
    #[inline(always)]
    pub(crate) fn side(&self) -> usize {
        usize::from(self.size)
    }
    /// Cells.
    #[inline(always)]
    pub(crate) fn cells(&self) -> usize {
        self.side() * self.side()
    }
    /// The board with every tile in its place.
    pub fn goal(&self) -> Tiles {
        Tiles { cells: 0xFEDC_BA98_7654_3210 & (u64::MAX >> (64 - 4 * self.cells())), blank: 0 }
    }
    /// The cell that the blank comes to.
    #[inline(always)]
    pub(crate) fn beside(&self, cell: usize, slide: Slide) -> usize {
        match slide {
            Slide::Up => cell - self.side(),
            Slide::Left => cell - 1,
            Slide::Right => cell + 1,
            Slide::Down => cell + self.side(),
        }
    }
    /// The slides that a cell allows the blank, as bits.
    #[inline(always)]
    pub(crate) fn open(&self, cell: usize) -> u8 {
        OPEN[self.side() - 3][cell & 15]
    }
    /// The board after a slide.
    #[inline(always)]
    fn slide(&self, tiles: &Tiles, slide: Slide) -> Tiles {
        let (from, to) = (tiles.blank(), self.beside(tiles.blank(), slide));
        let tile = tiles.cells >> (4 * to) & 15;
        Tiles { cells: tiles.cells ^ tile << (4 * to) ^ tile << (4 * from), blank: to as u8 }
    }
    /// Whether the tiles can be put in order: the parity of their order is that of the blank's way home.
    fn solvable(&self, tiles: &Tiles) -> bool {
        let order: Vec<usize> = (0..self.cells()).map(|cell| tiles.tile(cell)).collect();
        let inversions = (0..order.len())
            .flat_map(|first| order[first + 1..].iter().map(move |later| (first, *later)))
            .filter(|(first, later)| order[*first] > *later)
            .count();
        let way = tiles.blank() / self.side() + tiles.blank() % self.side();
        inversions % 2 == way % 2
    }
    /// A board in random order that can be solved and is not.
    pub fn shuffled(&self, seed: u64) -> Tiles {
        let mut rng = seeded(seed);
        loop {
            let mut order: Vec<u8> = (0..self.cells() as u8).collect();
            for last in (1..order.len()).rev() {
                order.swap(last, below(&mut rng, last + 1));
            }
            let tiles = Tiles::of(order);
            if self.solvable(&tiles) && tiles != self.goal() {
                return tiles;
            }
        }
    }
}

impl Game for Sliding {
    type Position = Tiles;
    type Move = Slide;
    type Event = Never;
    type Value = i32;

    fn nature(&self) -> Nature {
        Nature {
            players: 1,
            payoff: PayoffKind::Outcome,
            sum: Sum::Constant(1.0),
            bounds: (0.0, 1.0),
            ..Nature::outcome()
        }
    }
    fn start(&self) -> Tiles {
        self.shuffled(self.seed)
    }
    #[inline(always)]
    fn turn(&self, tiles: &Tiles) -> Turn {
        if tiles.cells == self.goal().cells { Turn::Over } else { Turn::Player(Player::FIRST) }
    }
    #[inline]
    fn children<B>(
        &self,
        tiles: &Tiles,
        visit: impl FnMut(Slide, Tiles) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.onward(tiles, None, visit)
    }
    fn play(&self, tiles: &Tiles, slide: Slide) -> Tiles {
        debug_assert!(self.open(tiles.blank()) >> slide as u8 & 1 == 1, "the blank can go there");
        self.slide(tiles, slide)
    }
    fn payoff(&self, _: &Tiles, _: Player) -> i32 {
        1
    }
    #[inline]
    fn key(&self, tiles: &Tiles) -> u64 {
        mix(tiles.cells)
    }
    fn move_slots(&self) -> usize {
        Slide::ALL.len()
    }
    fn move_slot(&self, slide: Slide) -> usize {
        slide as usize
    }
    fn count_moves(&self, tiles: &Tiles) -> usize {
        self.open(tiles.blank()).count_ones() as usize
    }
}

impl Puzzle for Sliding {
    #[inline(always)]
    fn onward<B>(
        &self,
        tiles: &Tiles,
        last: Option<Slide>,
        mut visit: impl FnMut(Slide, Tiles) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let back = last.map_or(0, |last| 8 >> last as u8);
        let open = self.open(tiles.blank()) & !back;
        for slide in Slide::ALL {
            if open >> slide as u8 & 1 == 1 {
                visit(slide, self.slide(tiles, slide))?;
            }
        }
        ControlFlow::Continue(())
    }
}
