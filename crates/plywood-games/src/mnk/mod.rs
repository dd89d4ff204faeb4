//! The m,n,k-game: k stones in a row on a board of m columns and n rows, up to 15x15. Tic-tac-toe is (3,3,3), gomoku (15,15,5).
//!
//! The player who first has k or more in a row wins; a full board is a draw. Two bitboards, row by row with
//! one empty place after each row, so that lines cannot wrap; all lines of one direction are looked at
//! together. Boards of at most 63 places are in one word, larger ones in five. Positions are written as rows
//! from the top, `X O .` with `/` between; X begins, so whose turn it is follows from the count, unless a
//! letter after the board says otherwise. Moves are a letter and a number, `a1` in the lower left corner.

mod evaluation;
mod notation;

use std::ops::ControlFlow;

use plywood_core::random::{below, mix};
use plywood_core::settings::whole;
use plywood_core::{About, Error, Game, Key, Nature, Never, Player, Rng, Spec, Turn};

pub use evaluation::Evaluation;

use crate::bits::{Bits, Wide, runs};
use crate::symmetry;

/// The longest side.
const LARGEST: u32 = 15;
/// Stones left to a player, below which it is looked at whether they fill a row.
const FEW: u32 = 4;
/// Places that fit into one word.
const NARROW: u32 = 63;

/// How the game is listed.
pub const ABOUT: About = About {
    name: "mnk",
    about: "k in a row on any board up to 15x15: gomoku unless keys say otherwise",
    keys: &[
        Key::taking("columns", "15", whole(1, LARGEST as u64), "columns, 1 to 15"),
        Key::taking("rows", "15", whole(1, LARGEST as u64), "rows, 1 to 15"),
        Key::taking("line", "5", whole(2, LARGEST as u64), "stones in a row that win, 2 to 15"),
    ],
    source: "lecture notes, Complexity of Games",
};

/// The rules on a board of some size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mnk<B> {
    columns: u32,
    rows: u32,
    line: u32,
    /// Every cell.
    board: B,
}

/// The stones, and whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board<B> {
    /// Of each player; a cell's place is `row * (columns + 1) + column`, rows from the top.
    stones: [B; 2],
    mover: Player,
}

/// The game on a board that fits into one word, or on a larger one.
pub enum AnyMnk {
    /// At most 63 places.
    Small(Mnk<u64>),
    /// More.
    Large(Mnk<Wide>),
}

/// Makes the game from its spec.
pub fn from_spec(spec: &Spec) -> Result<AnyMnk, Error> {
    let list = [ABOUT];
    let (_, args) = About::find(&list, spec, "game")?;
    let (columns, rows): (u32, u32) = (args.get("columns")?, args.get("rows")?);
    let line = args.get("line")?;
    if line > columns.max(rows) {
        return Err(args.error("line", format!("{line} in a row do not fit a board of {columns}x{rows}")));
    }
    Ok(if rows * (columns + 1) <= NARROW {
        AnyMnk::Small(Mnk::new(columns, rows, line))
    } else {
        AnyMnk::Large(Mnk::new(columns, rows, line))
    })
}

impl<B: Bits> Mnk<B> {
    fn new(columns: u32, rows: u32, line: u32) -> Mnk<B> {
        let row = B::low(columns);
        let board = (0..rows).fold(B::NONE, |board, nth| board | row << (nth * (columns + 1)));
        Mnk { columns, rows, line, board }
    }

    /// Places from a cell to the one below it.
    #[inline]
    fn stride(&self) -> u32 {
        self.columns + 1
    }
    /// The steps to the right, down, and down both diagonals.
    #[inline]
    fn directions(&self) -> [u32; 4] {
        let stride = self.stride();
        [1, stride, stride + 1, stride - 1]
    }
    #[inline]
    fn free(&self, board: &Board<B>) -> B {
        self.board & !(board.stones[0] | board.stones[1])
    }
    /// Whether stones have as many in a row as win.
    #[inline]
    fn has_line(&self, stones: B) -> bool {
        self.directions().into_iter().any(|step| runs(stones, step, self.line) != B::NONE)
    }
    /// The number of winning rows without a common cell: to close all rows of a player, the other one needs
    /// at least as many stones.
    #[inline]
    fn lines_apart(&self) -> u32 {
        let (across, down) = (self.columns / self.line, self.rows / self.line);
        self.rows * across + self.columns % self.line * down
    }

    /// The rows of a direction that are open, by where they begin: `n` of the list lack at most n stones. `open` are the cells
    /// without a stone of the other.
    #[inline]
    fn lacking<const N: usize>(&self, own: B, open: B, step: u32) -> [B; N] {
        let mut at_most = [self.board; N];
        for place in 0..self.line {
            let (own, open) = (own >> (place * step), open >> (place * step));
            for lacking in (1..N).rev() {
                at_most[lacking] = (at_most[lacking] & own) | (at_most[lacking - 1] & open);
            }
            at_most[0] = at_most[0] & own;
        }
        at_most
    }

    /// Whether a player can still get a row, with `left` cells left for both.
    fn can_win(&self, board: &Board<B>, player: Player, left: u32) -> bool {
        let [own, other] = [player, player.other()].map(|player| board.stones[player.index()]);
        let open = self.board & !other;
        let more = (left + u32::from(board.mover == player)) / 2;
        if more >= FEW {
            return self.has_line(open);
        }
        let filled = |step| self.lacking::<{ FEW as usize }>(own, open, step)[more as usize];
        self.directions().into_iter().any(|step| filled(step) != B::NONE)
    }

    /// The free cells where a stone makes as many in a row as win.
    fn winning(&self, own: B, other: B) -> B {
        let open = self.board & !other;
        let mut cells = B::NONE;
        for step in self.directions() {
            let [whole, one] = self.lacking(own, open, step);
            let threats = one & !whole;
            if threats != B::NONE {
                cells = (0..self.line).fold(cells, |cells, place| cells | threats << (place * step));
            }
        }
        cells & open & !own
    }

    /// The worth of the rows through a cell that are open for these stones, by the stones in them.
    fn worth(&self, own: B, other: B, place: u32) -> u32 {
        let open = self.board & !other;
        let places = self.rows * self.stride();
        let mut worth = 0;
        for step in self.directions() {
            // Plain loops: this is asked of every move.
            let (mut cells, mut stones) = (1, 0);
            for far in 1..self.line {
                let there = place + far * step;
                if there >= places || !open.has(there) {
                    break;
                }
                cells += 1;
                stones += u32::from(own.has(there));
            }
            for far in 1..self.line {
                if place < far * step || !open.has(place - far * step) {
                    break;
                }
                cells += 1;
                stones += u32::from(own.has(place - far * step));
            }
            if cells >= self.line {
                worth += 1 + 4 * stones;
            }
        }
        worth
    }

    /// A cell by its row from the top and its column.
    fn place(&self, row: u32, column: u32) -> u32 {
        row * self.stride() + column
    }
}

impl<B: Bits> Game for Mnk<B> {
    type Position = Board<B>;
    type Move = u8;
    type Event = Never;
    type Value = i32;

    const RANKS: bool = true;
    const BOUNDED: bool = true;

    fn nature(&self) -> Nature {
        Nature { longest: Some(self.columns * self.rows), ..Nature::outcome() }
    }
    fn start(&self) -> Board<B> {
        Board { stones: [B::NONE; 2], mover: Player::FIRST }
    }
    /// Only who moved last can have a row.
    #[inline]
    fn turn(&self, board: &Board<B>) -> Turn {
        if self.has_line(board.stones[board.mover.other().index()]) || self.free(board) == B::NONE {
            Turn::Over
        } else {
            Turn::Player(board.mover)
        }
    }
    #[inline]
    fn children<R>(
        &self,
        board: &Board<B>,
        mut visit: impl FnMut(u8, Board<B>) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        for place in self.free(board).places() {
            visit(place as u8, self.play(board, place as u8))?;
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn play(&self, board: &Board<B>, place: u8) -> Board<B> {
        debug_assert!(self.free(board).has(u32::from(place)), "the cell is free");
        let mut after = Board { mover: board.mover.other(), ..*board };
        let stones = &mut after.stones[board.mover.index()];
        *stones = *stones | B::bit(u32::from(place));
        after
    }
    fn count_moves(&self, board: &Board<B>) -> usize {
        self.free(board).count() as usize
    }
    fn random_move(&self, board: &Board<B>, rng: &mut Rng) -> u8 {
        let free = self.free(board);
        let nth = below(rng, free.count() as usize);
        free.places().nth(nth).expect("a cell is free") as u8
    }
    fn payoff(&self, board: &Board<B>, player: Player) -> i32 {
        let won = |player: Player| i32::from(self.has_line(board.stones[player.index()]));
        won(player) - won(player.other())
    }
    #[inline]
    fn key(&self, board: &Board<B>) -> u64 {
        let words = board.stones[0].words().chain(board.stones[1].words());
        words.fold(mix(u64::from(board.mover.0)), |key, word| mix(key ^ word))
    }
    fn move_slots(&self) -> usize {
        (self.rows * self.stride()) as usize
    }
    fn move_slot(&self, place: u8) -> usize {
        usize::from(place)
    }

    /// None on large boards: what is searched there is hardly met turned, and turning takes long.
    fn symmetries(&self) -> usize {
        match (self.rows * self.stride() <= NARROW, self.rows == self.columns) {
            (false, _) => 1,
            (true, true) => 8,
            (true, false) => 4,
        }
    }
    fn transform(&self, board: &Board<B>, symmetry: usize) -> Board<B> {
        let turned = |stones: B| {
            let places = stones.places().map(|place| self.transform_move(place as u8, symmetry));
            places.fold(B::NONE, |turned, place| turned | B::bit(u32::from(place)))
        };
        Board { stones: board.stones.map(turned), ..*board }
    }
    fn transform_move(&self, place: u8, symmetry: usize) -> u8 {
        let (row, column) = (u32::from(place) / self.stride(), u32::from(place) % self.stride());
        let row = if symmetry & 1 == 0 { row } else { self.rows - 1 - row };
        let column = if symmetry & 2 == 0 { column } else { self.columns - 1 - column };
        (if symmetry & 4 == 0 { self.place(row, column) } else { self.place(column, row) }) as u8
    }
    fn inverse(&self, symmetry: usize) -> usize {
        symmetry::inverse(symmetry)
    }

    /// Who has no open row left, or not the stones to fill one, cannot win.
    #[inline]
    fn bounds(&self, board: &Board<B>) -> Option<(i32, i32)> {
        let left = self.free(board).count();
        let stones = self.columns * self.rows - left;
        if stones + 1 < 2 * self.lines_apart() && left >= 2 * FEW {
            return None;
        }
        let wins = |player: Player| i32::from(self.can_win(board, player, left));
        let (low, high) = (-wins(Player::SECOND), wins(Player::FIRST));
        ((low, high) != (-1, 1)).then_some((low, high))
    }
    /// Moves that win, then those that prevent a win, then threats, then by the rows that a stone adds to or closes.
    fn promise(&self, before: &Board<B>, place: u8, after: &Board<B>) -> u8 {
        let (mover, other) = (before.mover.index(), before.mover.other().index());
        let (own, theirs) = (after.stones[mover], before.stones[other]);
        if self.has_line(own) {
            return u8::MAX;
        }
        if self.has_line(theirs | B::bit(u32::from(place))) {
            return u8::MAX - 1;
        }
        let threats = self.winning(own, theirs).count().min(2);
        let place = u32::from(place);
        let rows =
            self.worth(before.stones[mover], theirs, place) + self.worth(theirs, before.stones[mover], place);
        (80 * threats + rows.min(79)) as u8
    }
    /// A threat to win at once.
    fn is_forcing(&self, before: &Board<B>, _: u8, after: &Board<B>) -> bool {
        let [mover, other] = [before.mover, before.mover.other()].map(Player::index);
        self.winning(after.stones[mover], after.stones[other]) != B::NONE
    }
    fn null_move(&self, board: &Board<B>) -> Option<Board<B>> {
        Some(Board { mover: board.mover.other(), ..*board })
    }
}

#[cfg(test)]
mod tests;
