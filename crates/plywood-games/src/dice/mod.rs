//! Dice: m in a row on an n x n board, where a die picks the line to play in (Dice thesis, section 4.1).
//!
//! Blue is the row player and begins, red the column player. At the start of a turn an n-sided die is rolled; the
//! player puts a stone into a free cell of that row (blue) or column (red). A full line is rolled again, which makes
//! every line with a free cell equally likely: chance nodes list just those. A full board is a draw.
//!
//! Two bitboards ([`grid`]), a Zobrist key updated with each stone, DPN notation (`notation.rs`), evaluations
//! (`evaluation.rs`, `network.rs`). A move is a cell: column letter and row number from the top, as in `d3`. An event
//! is the line rolled: the row's number for blue, the column's letter for red.

pub mod evaluation;
pub mod grid;
pub mod network;
mod notation;
mod picture;
pub mod streaks;

use std::ops::ControlFlow;

use plywood_core::random::mix;
use plywood_core::settings::whole;
use plywood_core::{
    About, Chance, Error, Game, Key, LastOf, Nature, Notation, PayoffKind, Picture, Player, Spec, Turn,
};

pub use evaluation::Evaluation;
use grid::{AnyGrid, Five, Grid, LARGEST};

use crate::bits::{Bits, Wide};

/// How the game is listed.
pub const ABOUT: About = About {
    name: "dice",
    about: "m in a row on an n x n board, a die picks the row (blue) or the column (red) to play in",
    keys: &[
        Key::taking("board", "5", whole(3, LARGEST as u64), "rows and columns, 3 to 17"),
        Key::taking("win", "4", whole(2, LARGEST as u64), "how many in a row win, 2 up to the board's size"),
    ],
    source: "Dice thesis, section 4.1",
};

/// The test positions of the thesis, appendix A.1: the 75 that are whole, in DPN, a comment before each.
pub const POSITIONS: &str = include_str!("positions.dpn");

/// The rules on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dice<S> {
    /// The geometry.
    pub grid: S,
}

/// The usual game: 5x5, four in a row.
pub const FIVE: Dice<Five> = Dice { grid: Five };

/// The next action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The die must be rolled.
    Roll,
    /// The player on turn plays in this line.
    Play(u8),
    /// The last player to move has won.
    Won,
    /// The board is full.
    Drawn,
}

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board<B> {
    /// The stones of blue and of red.
    pub stones: [B; 2],
    /// The key of the stones.
    key: u64,
    /// Who plays next, or would.
    pub mover: Player,
    /// The next action.
    pub phase: Phase,
}

/// A random word for each place and colour.
static STONE_KEYS: [[u64; 2]; (LARGEST * (LARGEST + 1)) as usize] = {
    let mut keys = [[0; 2]; (LARGEST * (LARGEST + 1)) as usize];
    let mut place = 0;
    while place < keys.len() {
        keys[place] = [mix(2 * place as u64 + 1), mix(2 * place as u64 + 2)];
        place += 1;
    }
    keys
};

/// The game on any board.
pub enum AnyDice {
    /// 5x5, four in a row.
    Five(Dice<Five>),
    /// Up to 10x10.
    Small(Dice<AnyGrid<u128>>),
    /// Up to 17x17.
    Large(Dice<AnyGrid<Wide>>),
}

/// Makes the game from its spec.
pub fn from_spec(spec: &Spec) -> Result<AnyDice, Error> {
    let list = [ABOUT];
    let (_, args) = About::find(&list, spec, "game")?;
    let size: u32 = args.get("board")?;
    // The default of four in a row does not fit the smallest board.
    let win = if args.given("win") { args.get("win")? } else { size.min(4) };
    if win > size {
        return Err(args.error("win", format!("{win} is out of range; it is a number from 2 to {size}")));
    }
    Ok(AnyDice::new(size, win))
}

impl AnyDice {
    /// The game of this size, from 3 to 17, and of this number in a row to win, from 2 to the size.
    pub fn new(size: u32, win: u32) -> AnyDice {
        match (size, win) {
            (5, 4) => AnyDice::Five(FIVE),
            (..=10, _) => AnyDice::Small(Dice { grid: AnyGrid::new(size, win) }),
            _ => AnyDice::Large(Dice { grid: AnyGrid::new(size, win) }),
        }
    }
}

/// The 75 whole test positions of the thesis.
pub fn test_positions() -> Vec<Board<u64>> {
    POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| FIVE.read_position(line).expect("the test positions are legal"))
        .collect()
}

impl<S: Grid> Dice<S> {
    /// All stones.
    #[inline]
    fn taken(board: &Board<S::Bits>) -> S::Bits {
        board.stones[0] | board.stones[1]
    }

    /// The cells of a line that a player may roll: a row for blue, a column for red.
    #[inline]
    fn line(&self, player: Player, line: u32) -> S::Bits {
        if player == Player::FIRST { self.grid.row(line) } else { self.grid.column(line) }
    }

    /// The lines with a free cell that the player on turn may roll, in ascending order.
    #[inline]
    fn open_lines(&self, board: &Board<S::Bits>) -> impl Iterator<Item = u8> + Clone {
        let (taken, mover, game) = (Self::taken(board), board.mover, *self);
        (0..self.grid.size()).filter_map(move |line| {
            let cells = game.line(mover, line);
            (taken & cells != cells).then_some(line as u8)
        })
    }

    /// The free cells in the line that was rolled.
    #[inline]
    fn playable(&self, board: &Board<S::Bits>) -> S::Bits {
        match board.phase {
            Phase::Play(line) => self.line(board.mover, u32::from(line)) & !Self::taken(board),
            _ => S::Bits::NONE,
        }
    }

    #[inline]
    fn with_stone(&self, board: &Board<S::Bits>, place: u32) -> Board<S::Bits> {
        let player = board.mover.index();
        let mut stones = board.stones;
        stones[player] = stones[player] | S::Bits::bit(place);
        let phase = if self.grid.has_line(stones[player]) {
            Phase::Won
        } else if stones[0] | stones[1] == self.grid.board() {
            Phase::Drawn
        } else {
            Phase::Roll
        };
        let key = board.key ^ STONE_KEYS[place as usize][player];
        Board { stones, key, mover: board.mover.other(), phase }
    }
}

impl<S: Grid> Game for Dice<S> {
    type Position = Board<S::Bits>;
    /// The place of the cell.
    type Move = u16;
    /// The line rolled.
    type Event = u8;
    type Value = f64;

    const CHANCE: Option<Chance> = Some(Chance::Enumerable);
    const BOUNDED: bool = true;

    fn nature(&self) -> Nature {
        Nature {
            chance: Chance::Enumerable,
            payoff: PayoffKind::Probability,
            longest: Some(2 * self.grid.size() * self.grid.size()),
            ..Nature::outcome()
        }
    }
    fn start(&self) -> Self::Position {
        Board { stones: [S::Bits::NONE; 2], key: 0, mover: Player::FIRST, phase: Phase::Roll }
    }
    #[inline]
    fn turn(&self, board: &Self::Position) -> Turn {
        match board.phase {
            Phase::Roll => Turn::Chance,
            Phase::Play(_) => Turn::Player(board.mover),
            Phase::Won | Phase::Drawn => Turn::Over,
        }
    }
    #[inline]
    fn children<B>(
        &self,
        board: &Self::Position,
        mut visit: impl FnMut(u16, Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.playable(board).places().try_for_each(|place| visit(place as u16, self.with_stone(board, place)))
    }
    #[inline]
    fn moves<B>(
        &self,
        board: &Self::Position,
        mut visit: impl FnMut(u16) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.playable(board).places().try_for_each(|place| visit(place as u16))
    }
    #[inline]
    fn play(&self, board: &Self::Position, place: u16) -> Self::Position {
        debug_assert!(self.playable(board).has(u32::from(place)), "the cell is free and in the line rolled");
        self.with_stone(board, u32::from(place))
    }
    #[inline]
    fn count_moves(&self, board: &Self::Position) -> usize {
        self.playable(board).count() as usize
    }
    #[inline]
    fn events<B>(
        &self,
        board: &Self::Position,
        mut visit: impl FnMut(u8, f64, Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if board.phase != Phase::Roll {
            return ControlFlow::Continue(());
        }
        let lines = self.open_lines(board);
        let probability = 1.0 / lines.clone().count() as f64;
        let mut lines = lines;
        lines.try_for_each(|line| visit(line, probability, Board { phase: Phase::Play(line), ..*board }))
    }
    fn happen(&self, board: &Self::Position, line: u8) -> Self::Position {
        debug_assert!(self.open_lines(board).any(|open| open == line), "the line has a free cell");
        Board { phase: Phase::Play(line), ..*board }
    }
    #[inline]
    fn payoff(&self, board: &Self::Position, player: Player) -> f64 {
        match (board.phase, player == board.mover) {
            (Phase::Won, false) => 1.0,
            (Phase::Won, true) => -1.0,
            _ => 0.0,
        }
    }
    #[inline]
    fn key(&self, board: &Self::Position) -> u64 {
        match board.phase {
            // Lines have keys of their own, far from those of the stones.
            Phase::Play(line) => board.key ^ mix(!u64::from(line)),
            Phase::Roll | Phase::Won | Phase::Drawn => board.key,
        }
    }
    fn move_slots(&self) -> usize {
        (self.grid.size() * self.grid.stride()) as usize
    }
    fn move_slot(&self, place: u16) -> usize {
        place as usize
    }

    fn symmetries(&self) -> usize {
        4
    }
    fn transform(&self, board: &Self::Position, symmetry: usize) -> Self::Position {
        let mut seen = Board { stones: [S::Bits::NONE; 2], key: 0, ..*board };
        for (player, stones) in board.stones.iter().enumerate() {
            for place in stones.places() {
                let place = u32::from(self.transform_move(place as u16, symmetry));
                seen.stones[player] = seen.stones[player] | S::Bits::bit(place);
                seen.key ^= STONE_KEYS[place as usize][player];
            }
        }
        if let Phase::Play(line) = board.phase {
            // Bit 0 mirrors columns, bit 1 rows: red rolls columns, blue rows.
            let mirrored = symmetry >> (1 - board.mover.index()) & 1 == 1;
            seen.phase = Phase::Play(if mirrored { self.grid.size() as u8 - 1 - line } else { line });
        }
        seen
    }
    fn transform_move(&self, place: u16, symmetry: usize) -> u16 {
        let (size, stride) = (self.grid.size() as u16, self.grid.stride() as u16);
        let (row, column) = (place / stride, place % stride);
        let row = if symmetry & 2 != 0 { size - 1 - row } else { row };
        let column = if symmetry & 1 != 0 { size - 1 - column } else { column };
        row * stride + column
    }

    /// Who has no winning row left without a stone of the other, or none that the stones to come can fill, cannot win.
    #[inline]
    fn bounds(&self, board: &Self::Position) -> Option<(f64, f64)> {
        let taken = Self::taken(board).count();
        if taken + 1 < 2 * self.grid.lines_apart() {
            return None;
        }
        let left = self.grid.size() * self.grid.size() - taken;
        let can_win = |player: Player| {
            let (own, other) = (board.stones[player.index()], board.stones[player.other().index()]);
            let turns = if player == board.mover { left.div_ceil(2) } else { left / 2 };
            self.grid.can_have_line(own, self.grid.board() & !other, turns)
        };
        let (blue, red) = (can_win(Player::FIRST), can_win(Player::SECOND));
        (!blue || !red).then_some((-f64::from(u8::from(red)), f64::from(u8::from(blue))))
    }
}

impl<S: Grid> Notation for Dice<S> {
    fn write_position(&self, board: &Self::Position) -> String {
        notation::write(&self.grid, board)
    }
    fn read_position(&self, text: &str) -> Result<Self::Position, Error> {
        notation::read(self, text)
    }
    fn write_move(&self, _: &Self::Position, place: u16) -> String {
        let (row, column) = (u32::from(place) / self.grid.stride(), u32::from(place) % self.grid.stride());
        format!("{}{}", notation::letter(column), row + 1)
    }
    fn write_event(&self, board: &Self::Position, line: u8) -> String {
        let line = u32::from(line);
        if board.mover == Player::FIRST { (line + 1).to_string() } else { notation::letter(line).to_string() }
    }
    fn draw(&self, board: &Self::Position) -> String {
        notation::draw(&self.grid, board)
    }
    fn picture(&self, board: &Self::Position, last: Option<LastOf<Self>>) -> Picture {
        picture::picture(self, board, last)
    }
}

#[cfg(test)]
mod tests;
