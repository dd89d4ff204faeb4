//! GGF: games with their players, as game servers keep them.
//!
//! Read and written. `(;GM[Othello]PB[dark]PW[light]RE[+4.000]TI[15:00]TY[8]BO[8 --...-- *]B[F5]W[F6/1.2/3];)`, many to a file. `BO`
//! is the position the game starts from, `*` for dark and `O` for light; a move may carry an evaluation and a time.

use plywood_core::{Error, Game, Line, Notation, Occasion, PayoffKind, Player, Turn};

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

/// Writes a game that was played from its start to its end, or is under way, where it has no payoffs yet; none where its
/// steps are not those of a game.
pub fn write(game: &Othello, played: &plywood_core::Played, occasion: &Occasion) -> Option<String> {
    let start = match played.start.as_str() {
        "" => game.start(),
        text => game.read_position(text).ok()?,
    };
    let letters: Vec<char> = game
        .cells()
        .map(|square| if obf::letter(&start, square) == 'X' { '*' } else { obf::letter(&start, square) })
        .collect();
    let rows: Vec<String> =
        letters.chunks(usize::from(game.size())).map(|row| row.iter().collect()).collect();
    let mover = if start.mover == Player::FIRST { '*' } else { 'O' };
    let mut line = Line::from(*game, start);
    let mut moves = String::new();
    for step in &played.steps {
        let colour = if line.turn() == Turn::Player(Player::FIRST) { 'B' } else { 'W' };
        line.try_step(step).ok()?;
        let name = if step == "pass" { "PA".to_string() } else { step.to_ascii_uppercase() };
        moves += &format!("{colour}[{name}]");
    }
    // A game that was broken off is lost by all discs, as servers count it.
    let result = match line.turn() {
        Turn::Over => Some(f64::from(game.margin(line.position(), Player::FIRST))),
        _ if played.payoffs.is_empty() => None,
        _ => {
            let ahead = (played.payoffs.first()? - played.payoffs.get(1)?).signum();
            Some(f64::from(game.area().count_ones()) * ahead)
        }
    };
    let result = result.map_or("?".to_string(), |result| format!("{result:+.3}"));
    let (year, month, day) = occasion.date;
    // A value ends at the first closing bracket, so square ones become round.
    let value = |text: &str| text.replace('[', "(").replace(']', ")");
    let player = |seat: usize| played.players.get(seat).map_or(String::new(), |name| value(name));
    let size = game.size();
    Some(format!(
        "(;GM[Othello]PC[{}]DT[{year:04}-{month:02}-{day:02}]PB[{}]PW[{}]RE[{result}]TY[{size}]BO[{size} {} {mover}]{moves};)\n",
        value(&format!("{}, game {}", occasion.event, occasion.round)),
        player(0),
        player(1),
        rows.join(" ")
    ))
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
    fn what_is_written_is_read_back() {
        let game = Othello::default();
        let occasion = Occasion { event: "a match".into(), date: (2026, 3, 9), round: "1.2".into() };
        let mut played = plywood_core::Played {
            game: "othello".into(),
            start: String::new(),
            steps: ["f5", "f6", "e6"].map(String::from).to_vec(),
            players: vec!["ab(depth=[4])".into(), "random".into()],
            payoffs: vec![1.0, -1.0],
            ending: "illegal move".into(),
        };
        let text = write(&game, &played, &occasion).unwrap();
        assert!(text.contains("DT[2026-03-09]") && text.contains("RE[+64.000]"), "{text}");
        let read = &super::read(&text).unwrap()[0];
        assert_eq!((read.dark.as_str(), transcript::write(&read.line).as_str()), ("ab(depth=(4))", "f5f6e6"));
        // A game under way has no result.
        let under_way = plywood_core::Played { payoffs: Vec::new(), ..played.clone() };
        let text = write(&game, &under_way, &occasion).unwrap();
        assert!(text.contains("RE[?]") && super::read(&text).unwrap()[0].result.is_empty(), "{text}");
        // From a position with light on turn.
        played.start = game.write_position(read.line.position());
        played.steps = vec![game.write_move(read.line.position(), game.square("f4").unwrap())];
        let text = write(&game, &played, &occasion).unwrap();
        let again = &super::read(&text).unwrap()[0];
        assert_eq!(again.line.start(), read.line.position());
        assert_eq!(again.line.steps().len(), 1);
        played.steps = vec!["a1".into()];
        assert_eq!(write(&game, &played, &occasion), None);
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
