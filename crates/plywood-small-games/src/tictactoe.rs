//! Tic-tac-toe: the plain case, and the first game to read.
//!
//! Three in a row on a 3x3 board. The evaluation is the lecture notes' one ("Static Board Evaluator"): lines still
//! open for X minus lines still open for O.
//! Positions are written as nine of `X O .`, row by row from the top, with `/` between rows; X begins, so whose turn
//! it is follows from the count.

use std::ops::ControlFlow;

use plywood_core::knowledge::ZERO;
use plywood_core::picture::grid::{Grid, Surface};
use plywood_core::picture::{Caption, Look, Paint, What};
use plywood_core::random::mix;
use plywood_core::{
    About, Error, Game, Knowledge, LastOf, Nature, Never, Notation, Picture, Player, Spec, StaticEvaluator,
    Step, Turn, Uniform, uniform_policy,
};

use plywood_games::row;

/// How the game is listed.
pub const ABOUT: About = About {
    name: "tictactoe",
    about: "three in a row on a 3x3 board",
    keys: &[],
    source: "lecture notes, Static Board Evaluator",
};

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TicTacToe;

/// A board: the cells of X and of O as bits, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Board {
    stones: [u16; 2],
}

const FULL: u16 = 0b111_111_111;
/// Rows, columns and diagonals.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl Board {
    fn mover(&self) -> Player {
        Player(((self.stones[0] | self.stones[1]).count_ones() % 2) as u8)
    }
    fn has_line(&self, player: Player) -> bool {
        LINES.iter().any(|line| self.stones[player.index()] & line == *line)
    }
    /// Lines on which the other player has no stone.
    fn open_lines(&self, player: Player) -> i32 {
        LINES.iter().filter(|line| self.stones[player.other().index()] & **line == 0).count() as i32
    }
}

impl TicTacToe {
    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<TicTacToe, Error> {
        About::find(&[ABOUT], spec, "game").map(|_| TicTacToe)
    }
}

impl Game for TicTacToe {
    type Position = Board;
    type Move = u8;
    type Event = Never;
    type Value = i32;

    const BOUNDED: bool = true;

    fn nature(&self) -> Nature {
        Nature { longest: Some(9), ..Nature::outcome() }
    }
    fn start(&self) -> Board {
        Board::default()
    }
    fn turn(&self, board: &Board) -> Turn {
        let mover = board.mover();
        if board.has_line(mover.other()) || board.stones[0] | board.stones[1] == FULL {
            Turn::Over
        } else {
            Turn::Player(mover)
        }
    }
    fn children<B>(
        &self,
        board: &Board,
        mut visit: impl FnMut(u8, Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut free = FULL & !(board.stones[0] | board.stones[1]);
        while free != 0 {
            let cell = free.trailing_zeros() as u8;
            free &= free - 1;
            visit(cell, self.play(board, cell))?;
        }
        ControlFlow::Continue(())
    }
    fn play(&self, board: &Board, cell: u8) -> Board {
        debug_assert!((board.stones[0] | board.stones[1]) & 1 << cell == 0, "the cell is free");
        let mut after = *board;
        after.stones[board.mover().index()] |= 1 << cell;
        after
    }
    fn payoff(&self, board: &Board, player: Player) -> i32 {
        i32::from(board.has_line(player)) - i32::from(board.has_line(player.other()))
    }
    fn key(&self, board: &Board) -> u64 {
        mix(u64::from(board.stones[0]) << 16 | u64::from(board.stones[1]))
    }
    fn move_slots(&self) -> usize {
        9
    }
    fn move_slot(&self, cell: u8) -> usize {
        cell as usize
    }

    fn symmetries(&self) -> usize {
        8
    }
    fn transform(&self, board: &Board, symmetry: usize) -> Board {
        let turned = |stones: u16| {
            (0..9)
                .filter(|cell| stones >> cell & 1 == 1)
                .map(|cell| 1 << self.transform_move(cell, symmetry))
                .sum()
        };
        Board { stones: board.stones.map(turned) }
    }
    fn transform_move(&self, cell: u8, symmetry: usize) -> u8 {
        let (mut row, mut column) = (cell / 3, cell % 3);
        if symmetry & 4 != 0 {
            column = 2 - column;
        }
        for _ in 0..symmetry & 3 {
            (row, column) = (column, 2 - row);
        }
        row * 3 + column
    }
    fn inverse(&self, symmetry: usize) -> usize {
        // A mirrored view is its own inverse; a quarter turn is undone by three more.
        if symmetry & 4 != 0 { symmetry } else { (4 - symmetry) & 3 }
    }

    /// Who has no open line left cannot win.
    fn bounds(&self, board: &Board) -> Option<(i32, i32)> {
        let wins = |player: Player| i32::from(board.open_lines(player) > 0);
        Some((-wins(Player::SECOND), wins(Player::FIRST)))
    }
}

impl Notation for TicTacToe {
    fn write_position(&self, board: &Board) -> String {
        let letter = |cell: usize| match [board.stones[0] >> cell & 1, board.stones[1] >> cell & 1] {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        };
        let row = |row: usize| (0..3).map(|column| letter(row * 3 + column)).collect::<String>();
        [row(0), row(1), row(2)].join("/")
    }
    fn read_position(&self, text: &str) -> Result<Board, Error> {
        let mut board = Board::default();
        let mut cells = 0;
        for (offset, letter) in text.char_indices().filter(|(_, letter)| !matches!(letter, '/' | ' ')) {
            let player = match letter.to_ascii_uppercase() {
                'X' => Some(Player::FIRST),
                'O' => Some(Player::SECOND),
                '.' | '-' => None,
                other => {
                    return Err(Error::at(text, offset, format!("expected X, O or '.', found {other:?}")));
                }
            };
            if cells == 9 {
                return Err(Error::at(text, offset, "more than nine cells"));
            }
            if let Some(player) = player {
                board.stones[player.index()] |= 1 << cells;
            }
            cells += 1;
        }
        if cells != 9 {
            return Err(Error::at(text, text.len(), format!("expected nine cells, found {cells}")));
        }
        let [crosses, noughts] = board.stones.map(u16::count_ones);
        if crosses != noughts && crosses != noughts + 1 {
            return Err(Error::new(format!("X begins, so {crosses} X and {noughts} O cannot be")));
        }
        if board.has_line(board.mover()) {
            return Err(Error::new("the player on turn already has three in a row"));
        }
        Ok(board)
    }
    fn write_move(&self, _: &Board, cell: u8) -> String {
        format!("{}{}", char::from(b'a' + cell % 3), 3 - cell / 3)
    }
    fn draw(&self, board: &Board) -> String {
        let text = self.write_position(board);
        let rows = text.split('/').enumerate().map(|(row, cells)| {
            let spaced: Vec<String> = cells.chars().map(String::from).collect();
            format!("{} {}\n", 3 - row, spaced.join(" "))
        });
        rows.collect::<String>() + "  a b c\n"
    }
    fn picture(&self, board: &Board, last: Option<LastOf<Self>>) -> Picture {
        let players = [("X", Look::Cross(Paint::Blue)), ("O", Look::Ring(Paint::Red))];
        let mut picture = Grid::new(3, 3, Surface::Squares).picture("Tic-tac-toe");
        for (stones, (name, look)) in board.stones.iter().zip(&players) {
            (0..9)
                .filter(|cell| stones >> cell & 1 == 1)
                .for_each(|cell| picture.put(cell, look.clone(), *name));
        }
        if let Some((_, Step::Move(cell))) = last {
            picture.changed(usize::from(cell), What::Came);
        }
        for stones in board.stones {
            row::draw(&mut picture, (3, 3), 3, |row, column| stones >> (3 * row + column) & 1 == 1);
        }
        picture.aim(self, board, |cell| vec![usize::from(cell)]);
        picture.caption = Caption::of(self, board, &players);
        picture
    }
}

/// The evaluations of tic-tac-toe.
#[derive(Debug, Clone, Copy)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// Open lines of the player minus those of the other.
    OpenLines,
}

impl StaticEvaluator<TicTacToe> for Evaluation {
    fn look(&self, _: &TicTacToe, board: &Board, player: Player) -> i32 {
        match self {
            Evaluation::Zero => 0,
            Evaluation::OpenLines => board.open_lines(player) - board.open_lines(player.other()),
        }
    }
    fn bounds(&self, _: &TicTacToe) -> (i32, i32) {
        (-8, 8)
    }
}

impl Knowledge for TicTacToe {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const {
            &[
                About::plain("open_lines", "lines still open for the player minus those open for the other"),
                ZERO,
            ]
        }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, _) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(if about.name == "zero" { Evaluation::Zero } else { Evaluation::OpenLines })
    }
    uniform_policy!();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notes_evaluation() {
        // X in the centre closes four of O's lines and none of its own.
        let board = TicTacToe.read_position(".../.X./...").unwrap();
        assert_eq!(Evaluation::OpenLines.look(&TicTacToe, &board, Player::FIRST), 8 - 4);
    }

    #[test]
    fn impossible_boards_are_refused() {
        for text in ["XX./.../...", "XXX/OO./...O", "XXX/.../...", "OOO/XXX/...", "XO?/.../...", "X"] {
            assert!(TicTacToe.read_position(text).is_err(), "{text}");
        }
    }
}
