//! Reading positions word by word, with errors that name the place, and drawing boards.

use std::str::FromStr;

use plywood_core::{Error, Player};

/// The words of a text, one after the other.
pub struct Words<'a> {
    text: &'a str,
    at: usize,
}

/// A piece of a text that remembers where it stands.
#[derive(Clone, Copy)]
pub struct Word<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

impl<'a> Words<'a> {
    /// The words of a text.
    pub fn of(text: &'a str) -> Words<'a> {
        Words { text, at: 0 }
    }

    fn take(&mut self) -> Word<'a> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.len() - rest.trim_start().len();
        let rest = &self.text[start..];
        let end = start + rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.at = end;
        Word { text: self.text, start, end }
    }

    /// The next word, which should be what the error says.
    pub fn next(&mut self, what: &str) -> Result<Word<'a>, Error> {
        let word = self.take();
        if word.str().is_empty() { Err(word.expected(what)) } else { Ok(word) }
    }

    /// Checks that no word is left.
    pub fn end(mut self) -> Result<(), Error> {
        self.take().end()
    }
}

impl<'a> Word<'a> {
    /// The word itself.
    pub fn str(&self) -> &'a str {
        &self.text[self.start..self.end]
    }

    /// An error at the word.
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error::at(self.text, self.start, message)
    }

    /// The error that something else should stand here.
    pub fn expected(&self, what: &str) -> Error {
        match self.str() {
            "" => self.error(format!("expected {what}, found nothing")),
            found => self.error(format!("expected {what}, found {found:?}")),
        }
    }

    /// Checks that nothing stands here.
    pub fn end(&self) -> Result<(), Error> {
        if self.str().is_empty() { Ok(()) } else { Err(self.expected("the end")) }
    }

    /// The two parts before and after the first separator.
    pub fn split(&self, separator: char) -> Option<(Word<'a>, Word<'a>)> {
        let middle = self.start + self.str().find(separator)?;
        let before = Word { end: middle, ..*self };
        Some((before, Word { start: middle + separator.len_utf8(), ..*self }))
    }

    /// The parts between separators.
    pub fn split_all(&self, separator: char) -> Vec<Word<'a>> {
        let mut parts = Vec::new();
        let mut rest = *self;
        while let Some((part, after)) = rest.split(separator) {
            parts.push(part);
            rest = after;
        }
        parts.push(rest);
        parts
    }

    /// The cells of a board written as rows with `/` between, each with its place.
    pub fn grid(&self, rows: usize, columns: usize) -> Result<Vec<(char, Word<'a>)>, Error> {
        let lines = self.split_all('/');
        if lines.len() != rows {
            return Err(self.error(format!("expected {rows} rows with / between, found {}", lines.len())));
        }
        let mut cells = Vec::with_capacity(rows * columns);
        for line in lines {
            let found = line.str().chars().count();
            if found != columns {
                return Err(line.error(format!("expected {columns} cells, found {found}")));
            }
            cells.extend(line.str().char_indices().map(|(offset, letter)| {
                let start = line.start + offset;
                (letter, Word { start, end: start + letter.len_utf8(), ..line })
            }));
        }
        Ok(cells)
    }

    /// The word as a number within bounds.
    pub fn number<N: FromStr + PartialOrd + std::fmt::Display>(&self, low: N, high: N) -> Result<N, Error> {
        match self.str().parse::<N>() {
            Ok(number) if number >= low && number <= high => Ok(number),
            _ => Err(self.expected(&format!("a number from {low} to {high}"))),
        }
    }
}

/// A player as a number counted from one.
pub fn player_number(player: Player) -> u8 {
    player.0 + 1
}

/// Reads the player on turn, a number counted from one.
pub fn read_player(words: &mut Words, players: u8) -> Result<Player, Error> {
    let numbers: Vec<String> = (1..=players).map(|number| number.to_string()).collect();
    let what = format!("the player on turn, {}", plywood_core::error::one_of(&numbers));
    let word = words.next(&what)?;
    match numbers.iter().position(|number| number == word.str()) {
        Some(index) => Ok(Player(index as u8)),
        None => Err(word.expected(&what)),
    }
}

/// A board as a picture: rows from the top with spaces between the cells, numbers and letters at the edges.
pub fn draw_grid(rows: &[String]) -> String {
    let spaced = |cells: String| cells.chars().map(|cell| format!(" {cell}")).collect::<String>();
    let columns = rows[0].chars().count();
    let width = rows.len().to_string().len();
    let mut picture = String::new();
    for (row, number) in rows.iter().zip((1..=rows.len()).rev()) {
        picture += &format!("{number:>width$}{}\n", spaced(row.clone()));
    }
    picture + &format!("{:width$}{}\n", "", spaced(('a'..).take(columns).collect()))
}
