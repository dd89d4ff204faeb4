//! Connect four on any board up to 8x8: the game for speed and symmetry.
//!
//! Two bitboards, column by column with one empty cell above each column, so that lines cannot wrap and "the cells
//! to play" is one addition. The usual 7x6 board has its geometry compiled in ([`shape::Standard`]); all others
//! share one version with the geometry at run time.
//! Positions are written as rows from the top, `X O .` with `/` between; X begins. Moves are columns from 1.

mod evaluation;
mod picture;
pub mod shape;
pub mod solver;
mod suite;

use std::ops::ControlFlow;

use plywood_core::random::{below, mix};
use plywood_core::settings::whole;
use plywood_core::{
    About, Error, Game, Key, LastOf, Nature, Never, Notation, Picture, Player, Rng, Spec, Turn,
};

pub use evaluation::Evaluation;
use shape::{AnyBoard, Bits, Shape, Standard};

/// How the game is listed.
pub const ABOUT: About = About {
    name: "connect4",
    about: "four in a row with gravity, on any board up to 8x8",
    keys: &[
        Key::taking("columns", "7", whole(1, 8), "columns, 1 to 8"),
        Key::taking("rows", "6", whole(1, 8), "rows, 1 to 8"),
    ],
    source: "lecture notes, Complexity of Games",
};

/// The rules on a board of some shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Connect4<S> {
    pub(crate) shape: S,
}

/// The stones of the player on turn, and all stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board<B> {
    /// The stones of the player on turn.
    pub own: B,
    /// All stones.
    pub all: B,
}

/// The game on the usual board or on another one.
pub enum AnyConnect4 {
    /// 7 columns, 6 rows.
    Standard(Connect4<Standard>),
    /// Anything else.
    Other(Connect4<AnyBoard>),
}

/// Makes the game from its spec.
pub fn from_spec(spec: &Spec) -> Result<AnyConnect4, Error> {
    let list = [ABOUT];
    let (_, args) = About::find(&list, spec, "game")?;
    let (columns, rows) = (args.get("columns")?, args.get("rows")?);
    Ok(match (columns, rows) {
        (7, 6) => AnyConnect4::Standard(Connect4 { shape: Standard }),
        _ => AnyConnect4::Other(Connect4 { shape: AnyBoard::new(columns, rows) }),
    })
}

impl<S: Shape> Connect4<S> {
    /// Whether stones have four in a row.
    #[inline]
    pub fn has_four(&self, stones: S::Bits) -> bool {
        let stride = self.shape.rows() + 1;
        [1, stride - 1, stride, stride + 1].into_iter().any(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != S::Bits::NONE
        })
    }

    /// The number of fours without a common cell: to close all fours of a player, the other one needs at
    /// least as many stones.
    #[inline]
    fn fours_apart(&self) -> u32 {
        let (columns, rows) = (self.shape.columns(), self.shape.rows());
        columns * (rows / 4) + (rows % 4) * (columns / 4)
    }

    /// The free cells that a stone would fall into, one a column.
    #[inline]
    fn playable(&self, all: S::Bits) -> S::Bits {
        all.plus(self.shape.bottom()) & self.shape.board()
    }

    /// Whether stones win with the next one, if it is theirs.
    #[inline]
    fn threatens(&self, stones: S::Bits, all: S::Bits) -> bool {
        self.wins(stones, self.playable(all)) != S::Bits::NONE
    }

    /// The cells of a column.
    #[inline]
    fn column(&self, column: u32) -> S::Bits {
        S::Bits::low(self.shape.rows()) << (column * (self.shape.rows() + 1))
    }

    #[inline]
    fn mover(board: &Board<S::Bits>) -> Player {
        Player((board.all.count() & 1) as u8)
    }

    /// The stones of a player.
    pub(crate) fn stones(board: &Board<S::Bits>, player: Player) -> S::Bits {
        if Self::mover(board) == player { board.own } else { board.all ^ board.own }
    }

    fn bit(&self, column: u32, row: u32) -> S::Bits {
        S::Bits::ONE << (column * (self.shape.rows() + 1) + row)
    }

    /// The letter of a cell, rows counted from the bottom.
    fn letter(&self, board: &Board<S::Bits>, column: u32, row: u32) -> char {
        let bit = self.bit(column, row);
        if board.all & bit == S::Bits::NONE {
            '.'
        } else if Self::stones(board, Player::FIRST) & bit != S::Bits::NONE {
            'X'
        } else {
            'O'
        }
    }
}

impl<S: Shape> Game for Connect4<S> {
    type Position = Board<S::Bits>;
    type Move = u8;
    type Event = Never;
    type Value = i32;

    const BOUNDED: bool = true;

    fn nature(&self) -> Nature {
        Nature { longest: Some(self.shape.columns() * self.shape.rows()), ..Nature::outcome() }
    }
    fn start(&self) -> Self::Position {
        Board { own: S::Bits::NONE, all: S::Bits::NONE }
    }
    #[inline]
    fn turn(&self, board: &Self::Position) -> Turn {
        if self.has_four(board.all ^ board.own) || board.all == self.shape.board() {
            Turn::Over
        } else {
            Turn::Player(Self::mover(board))
        }
    }
    #[inline]
    fn children<B>(
        &self,
        board: &Self::Position,
        mut visit: impl FnMut(u8, Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let playable = self.playable(board.all);
        for &column in self.shape.outwards() {
            let cell = playable & self.column(column);
            if cell != S::Bits::NONE {
                visit(column as u8, Board { own: board.all ^ board.own, all: board.all | cell })?;
            }
        }
        ControlFlow::Continue(())
    }
    fn play(&self, board: &Self::Position, column: u8) -> Self::Position {
        let cell = self.playable(board.all) & self.column(u32::from(column));
        debug_assert!(cell != S::Bits::NONE, "the column has room");
        Board { own: board.all ^ board.own, all: board.all | cell }
    }
    #[inline]
    fn count_moves(&self, board: &Self::Position) -> usize {
        self.playable(board.all).count() as usize
    }
    #[inline]
    fn random_move(&self, board: &Self::Position, rng: &mut Rng) -> u8 {
        // Most columns have room: drawing again until one does is faster than counting, and as fair.
        let playable = self.playable(board.all);
        loop {
            let column = below(rng, self.shape.columns() as usize) as u32;
            if playable & self.column(column) != S::Bits::NONE {
                return column as u8;
            }
        }
    }
    #[inline]
    fn payoff(&self, board: &Self::Position, player: Player) -> i32 {
        // Only who moved last can have four.
        match (self.has_four(board.all ^ board.own), Self::mover(board) == player) {
            (false, _) => 0,
            (true, true) => -1,
            (true, false) => 1,
        }
    }
    #[inline]
    fn key(&self, board: &Self::Position) -> u64 {
        // The sum is different for every position: it sets a marker above each column's stones.
        let mut key = 0;
        for word in board.own.plus(board.all).plus(self.shape.bottom()).words() {
            key = mix(key ^ word);
        }
        key
    }
    fn move_slots(&self) -> usize {
        self.shape.columns() as usize
    }
    fn move_slot(&self, column: u8) -> usize {
        column as usize
    }

    fn symmetries(&self) -> usize {
        2
    }
    fn transform(&self, board: &Self::Position, symmetry: usize) -> Self::Position {
        if symmetry == 0 {
            return *board;
        }
        let (columns, stride) = (self.shape.columns(), self.shape.rows() + 1);
        let mirrored = |stones: S::Bits| {
            (0..columns).fold(S::Bits::NONE, |seen, column| {
                let cells = (stones >> (column * stride)) & S::Bits::low(stride);
                seen | (cells << ((columns - 1 - column) * stride))
            })
        };
        Board { own: mirrored(board.own), all: mirrored(board.all) }
    }
    fn transform_move(&self, column: u8, symmetry: usize) -> u8 {
        if symmetry == 0 { column } else { self.shape.columns() as u8 - 1 - column }
    }

    /// Who has no four left without a stone of the other cannot win.
    #[inline]
    fn bounds(&self, board: &Self::Position) -> Option<(i32, i32)> {
        if board.all.count() + 1 < 2 * self.fours_apart() {
            return None;
        }
        let closed = |player: Player| Self::stones(board, player.other());
        let wins = |player: Player| i32::from(self.has_four(self.shape.board() & !closed(player)));
        let (low, high) = (-wins(Player::SECOND), wins(Player::FIRST));
        ((low, high) != (-1, 1)).then_some((low, high))
    }

    /// One that threatens to win with the next stone.
    #[inline]
    fn is_forcing(&self, _: &Self::Position, _: u8, after: &Self::Position) -> bool {
        self.threatens(after.all ^ after.own, after.all)
    }
    /// By what the stone does (stops a win, threatens one, neither) and by its column's distance from the middle.
    fn category(&self, before: &Self::Position, column: u8, after: &Self::Position) -> u16 {
        let (stone, columns) = (before.all ^ after.all, self.shape.columns());
        let theirs = before.all ^ before.own;
        let stops = self.wins(theirs, stone) != S::Bits::NONE;
        let does = if stops { 2 } else { u16::from(self.threatens(after.all ^ after.own, after.all)) };
        does * 8 + (2 * u32::from(column) + 1).abs_diff(columns) as u16
    }
}

impl<S: Shape> Notation for Connect4<S> {
    fn write_position(&self, board: &Self::Position) -> String {
        let row =
            |row: u32| (0..self.shape.columns()).map(|column| self.letter(board, column, row)).collect();
        (0..self.shape.rows()).rev().map(row).collect::<Vec<String>>().join("/")
    }
    fn read_position(&self, text: &str) -> Result<Self::Position, Error> {
        let (columns, rows) = (self.shape.columns(), self.shape.rows());
        let mut stones = [S::Bits::NONE; 2];
        let mut place = 0;
        for (offset, letter) in text.char_indices().filter(|(_, letter)| !matches!(letter, '/' | ' ' | '\n'))
        {
            let player = match letter.to_ascii_uppercase() {
                'X' => Some(0),
                'O' => Some(1),
                '.' => None,
                other => {
                    return Err(Error::at(text, offset, format!("expected X, O or '.', found {other:?}")));
                }
            };
            if place == columns * rows {
                return Err(Error::at(text, offset, format!("more than {columns} times {rows} cells")));
            }
            if let Some(player) = player {
                stones[player] = stones[player] | self.bit(place % columns, rows - 1 - place / columns);
            }
            place += 1;
        }
        if place != columns * rows {
            return Err(Error::at(
                text,
                text.len(),
                format!("expected {rows} rows of {columns} cells, found {place} cells"),
            ));
        }
        let all = stones[0] | stones[1];
        for column in 0..columns {
            let filled = all & self.column(column);
            let heap = self.column(column) & filled.plus(self.bit(column, 0));
            if filled & heap != S::Bits::NONE {
                return Err(Error::new(format!("a stone hangs in the air in column {}", column + 1)));
            }
        }
        let [crosses, noughts] = stones.map(Bits::count);
        if crosses != noughts && crosses != noughts + 1 {
            return Err(Error::new(format!("X begins, so {crosses} X and {noughts} O cannot be")));
        }
        let mover = (all.count() & 1) as usize;
        if self.has_four(stones[mover]) {
            return Err(Error::new("the player on turn already has four in a row"));
        }
        Ok(Board { own: stones[mover], all })
    }
    fn write_move(&self, _: &Self::Position, column: u8) -> String {
        (column + 1).to_string()
    }
    fn read_problem(&self, text: &str) -> Result<(Self::Position, Option<f64>), Error> {
        suite::read(self, text)
    }
    fn unit(&self) -> &'static str {
        "stones"
    }
    fn score(&self, board: &Self::Position, payoff: f64, distance: Option<u32>) -> Option<f64> {
        if payoff == 0.0 { Some(0.0) } else { Some(payoff * suite::stones_left(self, board, distance?)) }
    }
    fn draw(&self, board: &Self::Position) -> String {
        let mut picture = String::new();
        for row in (0..self.shape.rows()).rev() {
            for column in 0..self.shape.columns() {
                picture.push(' ');
                picture.push(self.letter(board, column, row));
            }
            picture.push('\n');
        }
        let labels: String = (1..=self.shape.columns()).map(|column| format!(" {column}")).collect();
        picture + &labels + "\n"
    }
    fn picture(&self, board: &Self::Position, last: Option<LastOf<Self>>) -> Picture {
        picture::picture(self, board, last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_in_every_direction_wins_and_lines_do_not_wrap() {
        let game = Connect4 { shape: Standard };
        let over = |text: &str| game.turn(&game.read_position(text).unwrap()) == Turn::Over;
        assert!(over("......./......./......./......./OOO..../XXXX..."));
        assert!(over("......./......./X....../X.O..../X.O..../X.O...."));
        assert!(over("......./......./...X.../..XO.../.XOX.../XOXO..O"));
        assert!(over("......./......./X....../OX...../XOX..../OXOX..O"));
        // The top of one column and the bottom of the next are not neighbours.
        assert!(!over("O....../X....../X....../X....../O....../OX....."));
    }

    #[test]
    fn impossible_boards_are_refused() {
        let game = Connect4 { shape: AnyBoard::new(4, 3) };
        for text in [
            "X.../..../....",
            "..../..../XX..",
            "..../..../O...",
            "..../OOO./XXXX X",
            "..../OOOO/XXXX",
            "....",
        ] {
            assert!(game.read_position(text).is_err(), "{text}");
        }
    }

    #[test]
    fn shapes_agree_on_the_usual_board() {
        let (usual, other) = (Connect4 { shape: Standard }, Connect4 { shape: AnyBoard::new(7, 6) });
        let mut rng = plywood_core::random::seeded(1);
        for _ in 0..50 {
            let (mut here, mut there) = (usual.start(), other.start());
            while let Turn::Player(_) = usual.turn(&here) {
                assert_eq!(usual.write_position(&here), other.write_position(&there));
                assert_eq!(usual.turn(&here), other.turn(&there));
                let column = usual.random_move(&here, &mut rng);
                (here, there) = (usual.play(&here, column), other.play(&there, column));
            }
            assert_eq!(other.turn(&there), Turn::Over);
        }
    }
}
