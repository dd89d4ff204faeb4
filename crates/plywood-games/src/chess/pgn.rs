//! PGN: games with their players and results, read and written.
//!
//! Comments, variations, annotations (`$1`, `!?`) and clock times are passed over. A game may start from a FEN tag.

use plywood_core::{Error, Game, Line, Notation, Occasion, Played, Turn};

use super::Chess;
use super::position::Position;

/// The longest line of a file.
const LINE: usize = 80;
/// How results are written.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A game.
#[derive(Debug, Clone)]
pub struct Record {
    /// Names and values as they stand at its head.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub line: Line<Chess>,
    /// The result as written after the moves; `*` where none is.
    pub result: String,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Reads every game of a file.
pub fn read(game: &Chess, text: &str) -> Result<Vec<Record>, Error> {
    let mut reader = Reader { text, at: 0 };
    let mut games = Vec::new();
    loop {
        reader.skip()?;
        if reader.at == text.len() {
            break;
        }
        let tags = reader.tags()?;
        let start = match tags.iter().find(|(name, _)| name == "FEN") {
            Some((_, fen)) => super::notation::read_fen(fen).map_err(|error| error.context("tag FEN"))?,
            None => game.start(),
        };
        let (line, result) = reader.moves(game, &start)?;
        games.push(Record { tags, line, result });
    }
    if games.is_empty() {
        return Err(Error::new("expected a game, found none"));
    }
    Ok(games)
}

/// Plays the moves of a text from a position.
pub(super) fn moves(game: &Chess, start: &Position, text: &str) -> Result<Line<Chess>, Error> {
    let mut reader = Reader { text, at: 0 };
    let (line, _) = reader.moves(game, start)?;
    reader.skip()?;
    if reader.at < text.len() {
        return Err(Error::at(text, reader.at, "expected the end of the moves"));
    }
    Ok(line)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, message: impl Into<String>) -> Error {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let end = self.rest().find('\n').map_or(self.text.len(), |end| self.at + end);
        let error = Error::at(&self.text[start..end], self.at - start, message);
        if line == 1 && end == self.text.len() { error } else { error.context(format!("line {line}")) }
    }

    /// Passes a piece that ends with a letter.
    fn pass(&mut self, end: char, what: &str) -> Result<(), Error> {
        match self.rest().find(end) {
            Some(length) => self.at += length + end.len_utf8(),
            None => return Err(self.error(format!("{what} is not closed by {end:?}"))),
        }
        Ok(())
    }

    /// Passes white space, comments, variations and annotations.
    fn skip(&mut self) -> Result<(), Error> {
        let mut depth = 0_usize;
        let opened = self.at;
        while let Some(next) = self.rest().chars().next() {
            let starts_line = self.at == 0 || self.text[..self.at].ends_with('\n');
            match next {
                '{' => self.pass('}', "a comment")?,
                ';' => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                '%' if starts_line => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                '(' => (self.at, depth) = (self.at + 1, depth + 1),
                ')' if depth > 0 => (self.at, depth) = (self.at + 1, depth - 1),
                '$' => {
                    let digits = self.rest()[1..].find(|found: char| !found.is_ascii_digit());
                    self.at += 1 + digits.unwrap_or(self.rest().len() - 1);
                }
                _ if depth > 0 || next.is_whitespace() || next == '\u{feff}' => self.at += next.len_utf8(),
                _ => break,
            }
        }
        if depth > 0 {
            self.at = opened;
            return Err(self.error("a variation is not closed by ')'"));
        }
        Ok(())
    }

    /// The tags at the head of a game.
    fn tags(&mut self) -> Result<Vec<(String, String)>, Error> {
        let mut tags = Vec::new();
        loop {
            self.skip()?;
            if !self.rest().starts_with('[') {
                return Ok(tags);
            }
            let wanted = "expected a tag such as [White \"Browne\"]";
            let opened = self.rest().find('"').ok_or_else(|| self.error(wanted))?;
            let name = self.rest()[1..opened].trim().to_string();
            if name.is_empty() || !name.chars().all(|found| found.is_ascii_alphanumeric() || found == '_') {
                return Err(self.error(wanted));
            }
            let (mut value, mut escaped, mut length) = (String::new(), false, None);
            for (index, found) in self.rest()[opened + 1..].char_indices() {
                match found {
                    '"' if !escaped => {
                        length = Some(index);
                        break;
                    }
                    '\n' => break,
                    '\\' if !escaped => escaped = true,
                    _ => {
                        value.push(found);
                        escaped = false;
                    }
                }
            }
            self.at +=
                opened + 2 + length.ok_or_else(|| self.error("a tag's value is not closed by '\"'"))?;
            tags.push((name, value));
            self.pass(']', "a tag")?;
        }
    }

    /// The moves up to a result, a tag or the end.
    fn moves(&mut self, game: &Chess, start: &Position) -> Result<(Line<Chess>, String), Error> {
        let mut line = Line::from(*game, start.clone());
        loop {
            self.skip()?;
            if self.rest().is_empty() || self.rest().starts_with('[') {
                return Ok((line, "*".to_string()));
            }
            let ends = |found: char| found.is_whitespace() || "{}();[$".contains(found);
            let word = &self.rest()[..self.rest().find(ends).unwrap_or(self.rest().len())];
            if word.is_empty() {
                return Err(self.error("expected a move"));
            }
            if let Some(result) = RESULTS.into_iter().find(|result| *result == word) {
                self.at += word.len();
                return Ok((line, result.to_string()));
            }
            // A number may stand right before its move: 1.e4.
            let bare = word.trim_start_matches(|found: char| found.is_ascii_digit());
            let chosen = match bare.strip_prefix('.') {
                Some(after) => after.trim_start_matches('.'),
                None if bare.is_empty() => "",
                None => word,
            };
            if !chosen.is_empty() {
                self.at += word.len() - chosen.len();
                // A game goes on although a position came again: claims are the players' business.
                let read = if game.turn(line.position()) == Turn::Over {
                    Err(Error::new(format!("the game is over: {chosen:?} cannot be played")))
                } else {
                    game.read_move(line.position(), chosen)
                };
                let read = read.map_err(|error| self.error(error.to_string()))?;
                line.play(read);
            }
            self.at += if chosen.is_empty() { word.len() } else { chosen.len() };
        }
    }
}

/// The moves of a line with their numbers, as words.
pub fn numbered(line: &Line<Chess>) -> Vec<String> {
    let mut words = Vec::new();
    for (index, before) in line.positions()[..line.steps().len()].iter().enumerate() {
        let (number, white) = (before.board().fullmove_number(), before.mover().0 == 0);
        if white {
            words.push(format!("{number}."));
        } else if index == 0 {
            words.push(format!("{number}..."));
        }
        words.push(line.write_step(index));
    }
    words
}

/// Writes a game that was played; none where its steps are not those of a game.
pub fn write(game: &Chess, played: &Played, occasion: &Occasion) -> Option<String> {
    let start =
        if played.start.is_empty() { game.start() } else { game.read_position(&played.start).ok()? };
    let mut line = Line::from(*game, start.clone());
    for step in &played.steps {
        line.play(game.read_move(line.position(), step).ok()?);
    }
    let result = match played.payoffs.first()? - played.payoffs.get(1)? {
        won if won > 0.0 => RESULTS[0],
        lost if lost < 0.0 => RESULTS[1],
        _ => RESULTS[2],
    };
    let (year, month, day) = occasion.date;
    let player = |seat: usize| played.players.get(seat).cloned().unwrap_or_default();
    let mut tags = vec![
        ("Event", occasion.event.clone()),
        ("Site", "?".to_string()),
        ("Date", format!("{year:04}.{month:02}.{day:02}")),
        ("Round", occasion.round.clone()),
        ("White", player(0)),
        ("Black", player(1)),
        ("Result", result.to_string()),
    ];
    if start.board() != game.start().board() {
        tags.extend([("SetUp", "1".to_string()), ("FEN", game.write_position(&start))]);
    }
    tags.push(("Termination", played.ending.clone()));
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
        text += &format!("[{name} \"{value}\"]\n");
    }
    let (mut width, mut body) = (0, String::new());
    for word in numbered(&line).into_iter().chain([result.to_string()]) {
        if width > 0 && width + 1 + word.len() >= LINE {
            body += "\n";
            width = 0;
        } else if width > 0 {
            body += " ";
            width += 1;
        }
        width += word.len();
        body += &word;
    }
    Some(format!("{text}\n{body}\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let game = Chess::default();
        let played = Played {
            game: "chess".into(),
            start: String::new(),
            steps: ["f3", "e5", "g4", "Qh4#"].map(str::to_string).to_vec(),
            players: vec!["ab(depth=\"3\")".into(), "random".into()],
            payoffs: vec![-1.0, 1.0],
            ending: "rules".into(),
        };
        let occasion = Occasion { event: "A \"match\"".into(), date: (2026, 11, 16), round: "1.1".into() };
        let text = write(&game, &played, &occasion).unwrap();
        assert!(text.contains("1. f3 e5 2. g4 Qh4# 0-1"), "{text}");
        let both = read(&game, &(text.clone() + &text)).unwrap();
        assert_eq!(both.len(), 2);
        assert_eq!(both[1].tag("Event"), Some("A \"match\""));
        assert_eq!((both[1].result.as_str(), both[1].line.payoff(plywood_core::Player::FIRST)), ("0-1", -1));
        let from =
            Played { start: "4k3/8/8/8/8/8/8/R3K3 b - - 3 40".into(), steps: vec!["Kd7".into()], ..played };
        let text = write(&game, &from, &occasion).unwrap();
        assert!(text.contains("[SetUp \"1\"]") && text.contains("40... Kd7"), "{text}");
        assert_eq!(read(&game, &text).unwrap()[0].line.position().board().fullmove_number(), 41);
    }

    #[test]
    fn comments_variations_and_marks_are_passed_over() {
        let game = Chess::default();
        let text = "% a remark\n[Event \"x\"]\n\n1.e4 {best (by test)} e5 $1 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3! Nc6?! ; more\n3.Bb5 a6 1/2-1/2\n";
        let record = &read(&game, text).unwrap()[0];
        assert_eq!(numbered(&record.line).join(" "), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6");
        assert_eq!(record.result, "1/2-1/2");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let game = Chess::default();
        for (text, words) in [
            ("1. e4 e5\n2. Ke3", "line 2"),
            ("1. e4 {never closed", "a comment is not closed"),
            ("1. e4 (1. d4", "a variation is not closed"),
            ("[White \"nobody\n1. e4", "not closed"),
            ("[White] 1. e4", "expected a tag"),
            ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4", "one king a side"),
            ("1. Nf3 Nf6 2. Ng1 Ng8 3. xyz", "not a legal move"),
            ("", "found none"),
        ] {
            let error = read(&game, text).expect_err(text).to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }
}
