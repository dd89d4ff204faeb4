//! Text and picture of the m,n,k-game.

use plywood_core::picture::grid::{Grid, Surface};
use plywood_core::picture::{Caption, Look, Paint, What};
use plywood_core::{Error, LastOf, Notation, Picture, Player, Step};

use super::{Board, Mnk};
use crate::bits::Bits;
use crate::notation::{Words, draw_grid};
use crate::row;

/// The players' letters.
const LETTERS: [char; 2] = ['X', 'O'];

/// The player of a letter.
fn player(letter: char) -> Option<Player> {
    let letter = letter.to_ascii_uppercase();
    LETTERS.iter().position(|known| *known == letter).map(|index| Player(index as u8))
}

impl<B: Bits> Mnk<B> {
    /// The rows from the top.
    fn written(&self, board: &Board<B>) -> Vec<String> {
        let letter = |place: u32| {
            let holder = board.stones.iter().position(|stones| stones.has(place));
            holder.map_or('.', |holder| LETTERS[holder])
        };
        let row = |row| (0..self.columns).map(|column| letter(self.place(row, column))).collect();
        (0..self.rows).map(row).collect()
    }
}

/// Whose turn it is by the count of stones, where X began.
fn by_count<B: Bits>(stones: &[B; 2]) -> Option<Player> {
    let [crosses, noughts] = stones.map(Bits::count);
    match crosses.checked_sub(noughts)? {
        0 => Some(Player::FIRST),
        1 => Some(Player::SECOND),
        _ => None,
    }
}

impl<B: Bits> Notation for Mnk<B> {
    fn write_position(&self, board: &Board<B>) -> String {
        let rows = self.written(board).join("/");
        if by_count(&board.stones) == Some(board.mover) {
            rows
        } else {
            format!("{rows} {}", LETTERS[board.mover.index()])
        }
    }
    fn read_position(&self, text: &str) -> Result<Board<B>, Error> {
        let mut words = Words::of(text);
        let cells = words.next(&format!("{} rows with / between", self.rows))?;
        let mut stones = [B::NONE; 2];
        let grid = cells.grid(self.rows as usize, self.columns as usize)?;
        for (index, (letter, word)) in (0..).zip(grid) {
            match (player(letter), letter) {
                (Some(player), _) => {
                    let place = self.place(index / self.columns, index % self.columns);
                    stones[player.index()] = stones[player.index()] | B::bit(place);
                }
                (None, '.' | '-') => {}
                _ => return Err(word.expected("X, O or '.'")),
            }
        }
        let said = words.next("the player on turn").ok();
        let mover = match said {
            Some(word) => {
                let mut letters = word.str().chars();
                let found = letters.next().and_then(player).filter(|_| letters.next().is_none());
                found.ok_or_else(|| word.expected("X or O, who is on turn"))?
            }
            None => by_count(&stones).ok_or_else(|| {
                let [crosses, noughts] = stones.map(Bits::count);
                Error::new(format!(
                    "X begins, so with {crosses} X and {noughts} O a letter must say who is on turn"
                ))
            })?,
        };
        words.end()?;
        if self.has_line(stones[mover.index()]) {
            return Err(Error::new(format!("the player on turn already has {} in a row", self.line)));
        }
        Ok(Board { stones, mover })
    }
    fn write_move(&self, _: &Board<B>, place: u8) -> String {
        let (row, column) = (u32::from(place) / self.stride(), u32::from(place) % self.stride());
        format!("{}{}", char::from(b'a' + column as u8), self.rows - row)
    }
    fn draw(&self, board: &Board<B>) -> String {
        draw_grid(&self.written(board))
    }
    fn picture(&self, board: &Board<B>, last: Option<LastOf<Self>>) -> Picture {
        let (rows, columns) = (self.rows as usize, self.columns as usize);
        let large = rows.max(columns) > 8;
        let surface = if large { Surface::Crossings } else { Surface::Squares };
        let players = if large {
            [("X", Look::Disc(Paint::Black)), ("O", Look::Disc(Paint::White))]
        } else {
            [("X", Look::Cross(Paint::Blue)), ("O", Look::Ring(Paint::Red))]
        };
        let grid = Grid::new(rows, columns, surface);
        let mut picture = grid.picture(&format!("{} in a row", self.line));
        let cell = |place: u32| grid.cell((place / self.stride()) as usize, (place % self.stride()) as usize);
        for (stones, (name, look)) in board.stones.iter().zip(&players) {
            stones.places().for_each(|place| picture.put(cell(place), look.clone(), *name));
        }
        if let Some((_, Step::Move(place))) = last {
            picture.changed(cell(u32::from(place)), What::Came);
        }
        for stones in board.stones {
            row::draw(&mut picture, (rows, columns), self.line as usize, |row, column| {
                stones.has(self.place(row as u32, column as u32))
            });
        }
        picture.aim(self, board, |place| vec![cell(u32::from(place))]);
        picture.caption = Caption::of(self, board, &players);
        picture
    }
}
