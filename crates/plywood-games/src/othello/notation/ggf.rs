//! GGF: games with their players, as game servers keep them.
//!
//! `(;GM[Othello]PB[dark]PW[light]RE[+4.000]TI[15:00]TY[8]BO[8 --...-- *]B[F5]W[F6/1.2/3];)`, many to a file. `BO`
//! is the position the game starts from, `*` for dark and `O` for light; a move may carry an evaluation and a time.

use plywood_core::{Error, Game, Line, PayoffKind, Player, Turn};

use super::{obf, transcript};
use crate::othello::{Othello, PASS};

/// A game.
#[derive(Debug, Clone)]
pub struct Played {
    /// Who had the dark discs.
    pub dark: String,
    /// Who had the light discs.
    pub light: String,
    /// The result as written, for dark; empty where none is.
    pub result: String,
    /// The moves.
    pub line: Line<Othello>,
}

/// Reads every game of a file.
pub fn read(text: &str) -> Result<Vec<Played>, Error> {
    let mut reader = Reader { text, at: 0 };
    let mut games = Vec::new();
    while reader.find("(;") {
        games.push(reader.game()?);
    }
    if games.is_empty() {
        return Err(reader.error(text.len(), "expected a game, (;GM[Othello]...;), found none"));
    }
    Ok(games)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// An error at a byte, told by line and column.
    fn error(&self, offset: usize, message: impl Into<String>) -> Error {
        let before = &self.text[..offset];
        let start = before.rfind('\n').map_or(0, |place| place + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        super::in_line(before.matches('\n').count() + 1)(Error::at(line, offset - start, message))
    }

    fn find(&mut self, what: &str) -> bool {
        let found = self.text[self.at..].find(what);
        self.at += found.map_or(0, |place| place + what.len());
        found.is_some()
    }

    /// The next property and its value, with the value's place; none at the end of the game.
    fn property(&mut self) -> Result<Option<(&'a str, &'a str, usize)>, Error> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let rest = &self.text[self.at..];
        if rest.starts_with(";)") {
            self.at += 2;
            return Ok(None);
        }
        let name = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_uppercase()).len();
        let open = rest[name..].starts_with('[').then_some(name + 1);
        let close = open.and_then(|open| rest[open..].find(']').map(|place| (open, open + place)));
        match close {
            Some((open, close)) if name > 0 => {
                let place = self.at + open;
                self.at += close + 1;
                Ok(Some((&rest[..name], &rest[open..close], place)))
            }
            _ => Err(self.error(self.at, "expected a property such as B[F5], or ;) at the end of the game")),
        }
    }

    fn game(&mut self) -> Result<Played, Error> {
        let (mut dark, mut light, mut result) = (String::new(), String::new(), String::new());
        let mut line: Option<Line<Othello>> = None;
        let begin = self.at;
        while let Some((name, value, place)) = self.property()? {
            match name {
                "GM" if !value.eq_ignore_ascii_case("othello") => {
                    return Err(self.error(place, format!("expected GM[Othello], found GM[{value}]")));
                }
                "PB" => dark = value.to_string(),
                "PW" => light = value.to_string(),
                "RE" if value != "?" => result = value.to_string(),
                "BO" => line = Some(self.board(value, place)?),
                "B" | "W" => {
                    let line = line
                        .as_mut()
                        .ok_or_else(|| self.error(place, "a move comes before the board, BO[...]"))?;
                    let player = if name == "B" { Player::FIRST } else { Player::SECOND };
                    self.step(line, player, value, place)?;
                }
                _ => {}
            }
        }
        let line = line.ok_or_else(|| self.error(begin, "the game has no board, BO[...]"))?;
        Ok(Played { dark, light, result, line })
    }

    fn board(&self, value: &str, place: usize) -> Result<Line<Othello>, Error> {
        let (size, board) = value.split_once(' ').unwrap_or((value, ""));
        let game = match size {
            "8" | "6" | "4" => Othello::new(size.as_bytes()[0] - b'0', PayoffKind::Outcome),
            _ => return Err(self.error(place, format!("expected a board of 8, 6 or 4, found {size:?}"))),
        };
        // Rows may be set apart by spaces; the last letter is who is on turn.
        let letters: String = board.split_whitespace().collect();
        let Some((last, mover)) = letters.char_indices().next_back() else {
            return Err(self.error(place, "expected the squares of the board and who is on turn"));
        };
        let start = obf::read_board(&game, &format!("{} {mover}", &letters[..last]));
        let start =
            start.map_err(|error| self.error(place, error.to_string().lines().next().unwrap_or_default()))?;
        Ok(Line::from(game, start))
    }

    fn step(&self, line: &mut Line<Othello>, player: Player, value: &str, place: usize) -> Result<(), Error> {
        let name = value.split('/').next().unwrap_or_default().trim();
        if line.turn() != Turn::Player(player) {
            // A pass that was left out.
            if line.turn() != Turn::Player(player.other()) || line.position().moves != 0 {
                return Err(self.error(place, format!("{name:?} is played out of turn")));
            }
            line.play(PASS);
        }
        if name.eq_ignore_ascii_case("pa") || name.eq_ignore_ascii_case("pass") {
            if line.position().moves != 0 {
                return Err(self.error(place, "a pass, but there are legal moves"));
            }
            line.play(PASS);
            return Ok(());
        }
        let square = line.game().square(name);
        let square = square.ok_or_else(|| self.error(place, format!("{name:?} is not a square")))?;
        if line.game().count_moves(line.position()) > 0 && line.position().moves == 0 {
            return Err(self.error(place, format!("{name} is not a legal move here: it has to be a pass")));
        }
        transcript::play(line, square).map_err(|message| self.error(place, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

    #[test]
    fn games_are_read() {
        let text = format!(
            "1 (;GM[Othello]PC[NBoard]PB[ann]PW[bob]RE[?]TI[15:00]TY[8]{BOARD}B[F5]W[f6/1.5/2]B[E6//3];)\n\
             (;GM[Othello]PB[cid]PW[dee]RE[+4.00]{BOARD};)"
        );
        let games = read(&text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].dark.as_str(), games[0].light.as_str()), ("ann", "bob"));
        assert_eq!(transcript::write(&games[0].line), "f5f6e6");
        assert_eq!(games[1].result, "+4.00");
        assert_eq!(*games[1].line.position(), Othello::default().start());
    }

    #[test]
    fn refusals_name_line_and_column() {
        for (text, line, column) in [
            (format!("\n(;GM[Othello]{BOARD}B[A1];)"), 2, 15 + BOARD.len() + 1),
            (format!("(;GM[Othello]{BOARD}W[F5];)"), 1, 15 + BOARD.len() + 1),
            (format!("(;GM[Othello]{BOARD}B[F5"), 1, 14 + BOARD.len()),
            ("(;GM[Chess];)".to_string(), 1, 6),
            ("(;GM[Othello]B[F5];)".to_string(), 1, 16),
            ("(;GM[Othello]BO[8 -- *];)".to_string(), 1, 17),
            ("nothing".to_string(), 1, 8),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.to_string().starts_with(&format!("line {line}: ")), "{text}: {error}");
            assert_eq!(error.column(), Some(column), "{text}: {error}");
        }
    }
}
