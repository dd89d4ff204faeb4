//! Dice Position Notation (Dice thesis, section 4.5): `<board> <win> <b|r> <roll> <cells, row by row: - b r>`.
//!
//! The roll is counted from 0, as the thesis's positions have it (its grammar says from 1, which does not fit them);
//! -1 means that the die must still be rolled, and stands in finished games too.

use plywood_core::{Error, Player};

use super::grid::Grid;
use super::{Board, Dice, Phase, STONE_KEYS};
use crate::bits::Bits;

/// The letter of a column.
pub(super) fn letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}

fn colour<B: Bits>(board: &Board<B>, place: u32, empty: char) -> char {
    if board.stones[0].has(place) {
        'b'
    } else if board.stones[1].has(place) {
        'r'
    } else {
        empty
    }
}

pub(super) fn write<S: Grid>(grid: &S, board: &Board<S::Bits>) -> String {
    let mover = if board.mover == Player::FIRST { 'b' } else { 'r' };
    let roll = if let Phase::Play(line) = board.phase { i32::from(line) } else { -1 };
    let mut text = format!("{} {} {mover} {roll}", grid.size(), grid.win());
    for row in 0..grid.size() {
        for column in 0..grid.size() {
            text.push(' ');
            text.push(colour(board, row * grid.stride() + column, '-'));
        }
    }
    text
}

pub(super) fn draw<S: Grid>(grid: &S, board: &Board<S::Bits>) -> String {
    let mut picture = String::new();
    for row in 0..grid.size() {
        picture += &format!("{:>2} ", row + 1);
        for column in 0..grid.size() {
            picture.push(' ');
            picture.push(colour(board, row * grid.stride() + column, '.'));
        }
        picture.push('\n');
    }
    picture += "   ";
    for column in 0..grid.size() {
        picture.push(' ');
        picture.push(letter(column));
    }
    picture + "\n" + &state(board) + "\n"
}

/// The next action, or the end of the game.
pub(super) fn state<B>(board: &Board<B>) -> String {
    let (mover, other) = if board.mover == Player::FIRST { ("blue", "red") } else { ("red", "blue") };
    match board.phase {
        Phase::Roll => format!("{mover} rolls"),
        Phase::Play(line) if board.mover == Player::FIRST => format!("blue plays in row {}", line + 1),
        Phase::Play(line) => format!("red plays in column {}", letter(u32::from(line))),
        Phase::Won => format!("{other} has won"),
        Phase::Drawn => "drawn".to_string(),
    }
}

/// The words of a text with their byte offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

pub(super) fn read<S: Grid>(game: &Dice<S>, text: &str) -> Result<Board<S::Bits>, Error> {
    let grid = &game.grid;
    let (size, win) = (grid.size(), grid.win());
    let mut words = words(text);
    let mut field = |what: &str| {
        words.next().ok_or_else(|| {
            Error::at(text, text.len(), format!("the {what} is missing: <board> <win> <b|r> <roll> <cells>"))
        })
    };

    // 1. The head: board, win, player, roll.
    for (what, expected) in [("board size", size), ("win length", win)] {
        let (offset, word) = field(what)?;
        if word.parse() != Ok(expected) {
            let message = format!("expected the {what} of this game, {expected}, found {word:?}");
            return Err(Error::at(text, offset, message));
        }
    }
    let (mover_at, word) = field("player on turn")?;
    let mover = match word {
        "b" => Player::FIRST,
        "r" => Player::SECOND,
        other => {
            return Err(Error::at(text, mover_at, format!("expected the player b or r, found {other:?}")));
        }
    };
    let (roll_at, word) = field("roll")?;
    let roll = word.parse::<i32>().ok().filter(|roll| (-1..size as i32).contains(roll)).ok_or_else(|| {
        let message = format!("expected a roll from 0 to {} or -1 for none yet, found {word:?}", size - 1);
        Error::at(text, roll_at, message)
    })?;

    // 2. The cells.
    let mut board = Board { stones: [S::Bits::NONE; 2], key: 0, mover, phase: Phase::Roll };
    let mut cells = 0;
    for (offset, word) in words {
        if cells == size * size {
            return Err(Error::at(text, offset, format!("more than {size} times {size} cells")));
        }
        let (row, column) = (cells / size, cells % size);
        let place = row * grid.stride() + column;
        let player = match word {
            "-" => None,
            "b" => Some(0),
            "r" => Some(1),
            other => {
                let cell = format!("cell {}{}", letter(column), row + 1);
                return Err(Error::at(text, offset, format!("{cell}: expected -, b or r, found {other:?}")));
            }
        };
        if let Some(player) = player {
            board.stones[player] = board.stones[player] | S::Bits::bit(place);
            board.key ^= STONE_KEYS[place as usize][player];
        }
        cells += 1;
    }
    if cells != size * size {
        let message = format!("expected {size} times {size} cells, found {cells}");
        return Err(Error::at(text, text.trim_end().len(), message));
    }
    finish(game, board, roll, text, [mover_at, roll_at])
}

/// Checks that the stones can have come about, and finds out what has to happen next.
fn finish<S: Grid>(
    game: &Dice<S>,
    mut board: Board<S::Bits>,
    roll: i32,
    text: &str,
    [mover_at, roll_at]: [usize; 2],
) -> Result<Board<S::Bits>, Error> {
    let grid = &game.grid;
    let [blue, red] = board.stones.map(Bits::count);
    if blue != red + board.mover.index() as u32 {
        let message = format!(
            "blue begins, so with {} on turn {blue} blue and {red} red stones cannot be: {} too many",
            if board.mover == Player::FIRST { "blue" } else { "red" },
            if blue > red + board.mover.index() as u32 { "blue has" } else { "red has" },
        );
        return Err(Error::at(text, mover_at, message));
    }
    let [blue_line, red_line] = board.stones.map(|stones| grid.has_line(stones));
    if blue_line && red_line {
        return Err(Error::new(format!("both players have {} in a row", grid.win())));
    }
    let last = board.mover.other().index();
    if [blue_line, red_line][board.mover.index()] {
        let message = "the player on turn already has a line: the game was over a move ago";
        return Err(Error::at(text, mover_at, message));
    }
    if [blue_line, red_line][last] {
        let stones = board.stones[last];
        if stones.places().all(|place| grid.has_line(stones & !S::Bits::bit(place))) {
            return Err(Error::new("the winner has two lines that no single last stone can have made"));
        }
        board.phase = Phase::Won;
    } else if Dice::<S>::taken(&board) == grid.board() {
        board.phase = Phase::Drawn;
    }
    if roll >= 0 {
        if board.phase != Phase::Roll {
            return Err(Error::at(text, roll_at, "the game is over, so no die is rolled: expected -1"));
        }
        if !game.open_lines(&board).any(|line| i32::from(line) == roll) {
            let line = if board.mover == Player::FIRST { "row" } else { "column" };
            return Err(Error::at(text, roll_at, format!("the {line} of roll {roll} is full")));
        }
        board.phase = Phase::Play(roll as u8);
    }
    Ok(board)
}
