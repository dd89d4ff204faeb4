//! WTHOR: the French federation's game files, `.wtb`.
//!
//! A header of 16 bytes (bytes 4 to 7 count the games, little-endian; byte 12 is the board's size, 0 standing for 8;
//! byte 14 with how many empty squares best play is known), then 68 bytes a game: tournament, dark and light player as 16-bit numbers, dark's discs at the end, dark's discs
//! under best play, and 60 moves as ten times the row plus the column, 0 for none.

use plywood_core::{Error, Line, PayoffKind, Player};

use super::transcript;
use crate::othello::Othello;

const HEADER: usize = 16;
const RECORD: usize = 68;
const MOVES: usize = 8;

/// A game.
#[derive(Debug, Clone)]
pub struct Played {
    /// The number of the tournament.
    pub tournament: u16,
    /// The number of who had the dark discs.
    pub dark: u16,
    /// The number of who had the light discs.
    pub light: u16,
    /// Dark's discs at the end, empty squares to the winner.
    pub score: u8,
    /// Dark's discs under best play from the file's depth on.
    pub theoretical: u8,
    /// After how many plies that depth is reached, and the margin under best play for who is on turn there.
    pub scored: Option<(usize, f64)>,
    /// The moves.
    pub line: Line<Othello>,
}

/// Reads a file.
pub fn read(bytes: &[u8]) -> Result<Vec<Played>, Error> {
    if bytes.len() < HEADER {
        return Err(Error::new(format!(
            "byte {}: the file ends within the header of {HEADER} bytes",
            bytes.len()
        )));
    }
    if !matches!(bytes[12], 0 | 8) {
        return Err(Error::new(format!("byte 12: expected a board of 8, found {}", bytes[12])));
    }
    let games = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) as usize;
    let body = &bytes[HEADER..];
    if body.len() / RECORD < games || !body.len().is_multiple_of(RECORD) {
        return Err(Error::new(format!(
            "byte {}: the header promises {games} games of {RECORD} bytes, and {} bytes follow it",
            bytes.len(),
            body.len()
        )));
    }
    body.chunks(RECORD)
        .take(games)
        .enumerate()
        .map(|(index, record)| game(index, record, bytes[14]))
        .collect()
}

fn game(index: usize, record: &[u8], empties: u8) -> Result<Played, Error> {
    let number = |place: usize| u16::from_le_bytes([record[place], record[place + 1]]);
    let mut line = Line::new(Othello::new(8, PayoffKind::Outcome));
    for (place, code) in record.iter().enumerate().skip(MOVES).take_while(|(_, code)| **code != 0) {
        let wrong = |message: String| {
            let byte = HEADER + index * RECORD + place;
            Error::new(format!("game {}, move {}, byte {byte}: {message}", index + 1, place - MOVES + 1))
        };
        let (row, column) = (code / 10, code % 10);
        if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
            return Err(wrong(format!("expected ten times the row plus the column, found {code}")));
        }
        transcript::play(&mut line, (row - 1) * 8 + column - 1).map_err(wrong)?;
    }
    let squares = 64 - u32::from(empties.min(60));
    let reached = line.positions().iter().position(|board| board.occupied().count_ones() == squares);
    let scored = reached.filter(|_| (1..60).contains(&empties) && record[7] <= 64).map(|plies| {
        let dark = 2.0 * f64::from(record[7]) - 64.0;
        (plies, if line.positions()[plies].mover == Player::FIRST { dark } else { -dark })
    });
    Ok(Played {
        tournament: number(0),
        dark: number(2),
        light: number(4),
        score: record[6],
        theoretical: record[7],
        scored,
        line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with one game: f5 d6 c3.
    fn file() -> Vec<u8> {
        let mut bytes = vec![0; HEADER + RECORD];
        bytes[4] = 1;
        bytes[12] = 8;
        bytes[HEADER..HEADER + 11].copy_from_slice(&[7, 0, 1, 2, 3, 0, 40, 32, 56, 64, 33]);
        bytes
    }

    #[test]
    fn games_are_read() {
        let games = read(&file()).unwrap();
        assert_eq!(games.len(), 1);
        let game = &games[0];
        assert_eq!((game.tournament, game.dark, game.light), (7, 513, 3));
        assert_eq!((game.score, game.theoretical), (40, 32));
        assert_eq!(transcript::write(&game.line), "f5d6c3");
        assert_eq!(game.scored, None);
        // Best play is known with 58 empty squares: dark would get 40 of 64 discs, and is on turn.
        let mut bytes = file();
        (bytes[14], bytes[HEADER + 7]) = (58, 40);
        assert_eq!(read(&bytes).unwrap()[0].scored, Some((2, 16.0)));
        bytes[14] = 59;
        assert_eq!(read(&bytes).unwrap()[0].scored, Some((1, -16.0)));
        bytes[14] = 20;
        assert_eq!(read(&bytes).unwrap()[0].scored, None);
    }

    #[test]
    fn refusals_name_the_byte() {
        let refused = |bytes: &[u8], words: &str| {
            let error = read(bytes).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        };
        let bytes = file();
        for length in 0..bytes.len() {
            refused(&bytes[..length], &format!("byte {length}"));
        }
        let mut bytes = file();
        bytes[HEADER + MOVES] = 11;
        refused(&bytes, "game 1, move 1, byte 24: a1 is not a legal move");
        bytes[HEADER + MOVES] = 99;
        refused(&bytes, "byte 24");
        bytes[12] = 10;
        refused(&bytes, "byte 12");
    }
}
