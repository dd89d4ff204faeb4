//! OBF: a position a line, with the scores of moves.
//!
//! ```text
//! line  = board " " side { ";" score } [ ";" ] [ "%" comment ]
//! board = "X", "O" or "-" for every square from a1 on
//! score = move ":" signed number
//! ```

use plywood_core::error::one_of;
use plywood_core::{Error, Notation, Player};

use super::in_line;
use crate::othello::{Board, Othello, PASS};

/// A position with what is known about its moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub board: Board,
    /// The final difference of discs after a move, for the player on turn.
    pub scores: Vec<(u8, i32)>,
}

/// The letter of a square.
pub(in crate::othello) fn letter(board: &Board, square: u8) -> char {
    let holds = |player| board.discs(player) >> square & 1 == 1;
    match (holds(Player::FIRST), holds(Player::SECOND)) {
        (true, _) => 'X',
        (_, true) => 'O',
        _ => '-',
    }
}

/// Writes a position.
pub fn write_board(game: &Othello, board: &Board) -> String {
    let cells: String = game.cells().map(|square| letter(board, square)).collect();
    format!("{cells} {}", ['X', 'O'][board.mover.index()])
}

/// Reads a position; a `;` may follow.
pub fn read_board(game: &Othello, text: &str) -> Result<Board, Error> {
    let (discs, mover) = read_discs(game, text)?;
    game.board(discs, mover)
}

/// Reads the discs of both and who is on turn, whether they can occur or not.
pub(in crate::othello) fn read_discs(game: &Othello, text: &str) -> Result<([u64; 2], Player), Error> {
    let mut discs = [0_u64; 2];
    let mut letters = text.char_indices().peekable();
    let cells = game.cells().count();
    for (place, square) in game.cells().enumerate() {
        let (offset, found) = letters.peek().copied().unwrap_or((text.len(), ' '));
        match found.to_ascii_uppercase() {
            'X' | '*' => discs[0] |= 1 << square,
            'O' => discs[1] |= 1 << square,
            '-' | '.' => {}
            ' ' => {
                return Err(Error::at(text, offset, format!("expected {cells} squares, found {place}")));
            }
            other => return Err(Error::at(text, offset, format!("expected X, O or -, found {other:?}"))),
        }
        letters.next();
    }
    let after = letters.peek().map_or(text.len(), |letter| letter.0);
    if text[after..].chars().next().is_some_and(|letter| !letter.is_whitespace()) {
        return Err(Error::at(text, after, format!("expected a space after {cells} squares")));
    }
    let rest = text[after..].trim_start();
    let place = text.len() - rest.len();
    let mover = match rest.trim_end_matches([';', ' ']) {
        "X" | "x" | "*" => Player::FIRST,
        "O" | "o" => Player::SECOND,
        other => {
            return Err(Error::at(text, place, format!("expected who is on turn, X or O, found {other:?}")));
        }
    };
    Ok((discs, mover))
}

/// Reads a file.
pub fn read(game: &Othello, text: &str) -> Result<Vec<Record>, Error> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let filled = lines.map(|(number, line)| (number, line.split('%').next().unwrap_or_default()));
    filled
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| read_line(game, line).map_err(in_line(number)))
        .collect()
}

pub(super) fn read_line(game: &Othello, line: &str) -> Result<Record, Error> {
    let mut fields = line.split(';');
    let first = fields.next().unwrap_or_default();
    let shift = first.len() - first.trim_start().len();
    let board = read_board(game, first.trim()).map_err(|error| error.within(line, shift))?;
    let mut scores = Vec::new();
    let mut offset = first.len() + 1;
    for field in fields {
        let place = offset + field.len() - field.trim_start().len();
        offset += field.len() + 1;
        if field.trim().is_empty() {
            continue;
        }
        let (name, score) = field.trim().split_once(':').ok_or_else(|| {
            Error::at(line, place, format!("expected move:score, found {:?}", field.trim()))
        })?;
        let chosen = if name.eq_ignore_ascii_case("pa") || name.eq_ignore_ascii_case("ps") {
            (board.moves == 0 && !board.over).then_some(PASS)
        } else {
            game.square(name).filter(|square| board.moves >> square & 1 == 1)
        };
        let legal =
            || one_of(crate::othello::board::squares(board.moves).map(|square| game.square_name(square)));
        let chosen = chosen.ok_or_else(|| {
            Error::at(line, place, format!("{name:?} is not a legal move here; legal: {}", legal()))
        })?;
        let most = game.area().count_ones() as i32;
        let score =
            score.trim().parse::<i32>().ok().filter(|score| score.abs() <= most).ok_or_else(|| {
                let place = place + name.len() + 1;
                Error::at(line, place, format!("expected a score from -{most} to {most}, found {score:?}"))
            })?;
        scores.push((chosen, score));
    }
    Ok(Record { board, scores })
}

/// Writes records, one a line.
pub fn write(game: &Othello, records: &[Record]) -> String {
    let mut text = String::new();
    for record in records {
        text += &write_board(game, &record.board);
        text.push(';');
        for (chosen, score) in &record.scores {
            let name = if *chosen == PASS {
                "PA".to_string()
            } else {
                game.write_move(&record.board, *chosen).to_ascii_uppercase()
            };
            text += &format!(" {name}:{score:+};");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Game;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn records_are_read_back() {
        let game = Othello::default();
        let text = format!("% a comment\n{START}; D3:+2; c4:-64; % more\n\n{START};\n");
        let records = read(&game, &text).unwrap();
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].board, game.start());
        assert_eq!(records[0].scores.len(), 2);
        assert_eq!(read(&game, &write(&game, &records)).unwrap(), records);
        assert_eq!(
            game.read_position("f5d6c3").unwrap(),
            *super::super::transcript::read(&game, "f5d6c3").unwrap().position()
        );
    }

    #[test]
    fn refusals_name_line_and_column() {
        let game = Othello::default();
        let long = format!("-{START}");
        let lonely = format!("X{}", &START[1..]);
        let hollow = START.replace("OX-", "O--");
        let nobody = START.replace(" X", " ?");
        for (bad, column) in [
            (&START[1..], Some(64)),
            (long.as_str(), Some(65)),
            ("?", Some(1)),
            (nobody.as_str(), Some(66)),
            (lonely.as_str(), None),
            (hollow.as_str(), None),
            (&format!("{START}; a1:+2;"), Some(69)),
            (&format!("{START}; d3 +2;"), Some(69)),
            (&format!("{START}; d3:+65;"), Some(72)),
        ] {
            let text = format!("{START};\n{bad}\n");
            let error = read(&game, &text).unwrap_err();
            assert!(error.to_string().starts_with("line 2: "), "{error}");
            assert_eq!(error.column(), column, "{bad}: {error}");
        }
    }

    /// The endgame suite belongs to others and is read where it lies; without it there is nothing to test.
    #[test]
    fn the_endgame_suite_is_read() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/othello/ffo40-49.obf");
        let Ok(text) = std::fs::read_to_string(path) else {
            return crate::testing::skipped(&format!("{path} is missing"));
        };
        let game = Othello::default();
        let records = read(&game, &text).unwrap();
        let best: Vec<i32> =
            records.iter().map(|record| record.scores.iter().map(|score| score.1).max().unwrap()).collect();
        assert_eq!(best, [38, 0, 6, -12, -14, 6, -8, 4, 28, 16]);
        for record in records {
            assert_eq!(record.scores.len(), usize::from(record.board.count), "every legal move has a score");
        }
    }
}
