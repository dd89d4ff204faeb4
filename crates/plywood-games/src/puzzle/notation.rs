//! Boards as numbers row by row, moves as the tile that slides, and suites.
//!
//! A line of a suite is a board, then nothing, its length after a `;`, or what Korf's list has: the instance's number
//! before the board, after it the Manhattan distance, the length, and the nodes that plain IDA* takes.

use plywood_core::notation::split_score;
use plywood_core::{Error, LastOf, Notation, Picture};

use super::estimate::Manhattan;
use super::{MOST, Slide, Sliding, Tiles, picture};

/// The words of a text with their places.
fn words(text: &str) -> Vec<(usize, &str)> {
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words = text.split(|letter: char| letter.is_whitespace() || letter == ',' || letter == '/');
    words.filter(|word| !word.is_empty()).map(|word| (start(word), word)).collect()
}

impl Sliding {
    /// The board from one word for each cell.
    fn read_tiles(&self, text: &str, words: &[(usize, &str)]) -> Result<Tiles, Error> {
        let cells = self.cells();
        let mut seen = [false; MOST];
        let mut order = Vec::with_capacity(cells);
        for &(place, word) in words {
            let tile = word.parse::<usize>().ok().filter(|tile| *tile < cells).ok_or_else(|| {
                Error::at(text, place, format!("expected a tile from 0 to {}, found {word:?}", cells - 1))
            })?;
            if order.len() == cells {
                return Err(Error::at(text, place, format!("a board has {cells} tiles, 0 for the blank")));
            }
            if std::mem::replace(&mut seen[tile], true) {
                return Err(Error::at(text, place, format!("tile {tile} stands twice")));
            }
            order.push(tile as u8);
        }
        if order.len() < cells {
            let sentence = format!("expected {cells} tiles, 0 for the blank, found {}", order.len());
            return Err(Error::at(text, text.len(), sentence));
        }
        let tiles = Tiles::of(order);
        if !self.solvable(&tiles) {
            return Err(Error::new(
                "these tiles can never be put in order: two of them would have to change places",
            ));
        }
        Ok(tiles)
    }

    /// A line of Korf's list, whose words are given.
    fn read_listed(&self, text: &str, words: &[(usize, &str)]) -> Result<(Tiles, Option<f64>), Error> {
        let cells = self.cells();
        let tiles = self.read_tiles(text, &words[1..=cells])?;
        let number = |index: usize, what: &str| {
            let (place, word) = words[cells + 1 + index];
            word.parse::<u64>()
                .map_err(|_| Error::at(text, place, format!("expected {what}, found {word:?}")))
        };
        let (estimate, length) = (number(0, "the Manhattan distance")?, number(1, "the length")?);
        number(2, "the nodes of IDA*")?;
        let distance = u64::from(Manhattan::new(self).distance(&tiles));
        if estimate != distance {
            let sentence = format!("the tiles are {distance} moves from their places, not {estimate}");
            return Err(Error::at(text, words[cells + 1].0, sentence));
        }
        Ok((tiles, Some(length as f64)))
    }
}

impl Notation for Sliding {
    fn write_position(&self, tiles: &Tiles) -> String {
        (0..self.cells()).map(|cell| tiles.tile(cell).to_string()).collect::<Vec<_>>().join(" ")
    }
    fn read_position(&self, text: &str) -> Result<Tiles, Error> {
        self.read_tiles(text, &words(text))
    }
    fn write_move(&self, tiles: &Tiles, slide: Slide) -> String {
        tiles.tile(self.beside(tiles.blank(), slide)).to_string()
    }
    fn read_problem(&self, text: &str) -> Result<(Tiles, Option<f64>), Error> {
        let (board, score) = split_score(text)?;
        let words = words(board);
        if score.is_some() || words.len() <= self.cells() {
            return Ok((self.read_tiles(board, &words)?, score));
        }
        if words.len() != self.cells() + 4 {
            let sentence = format!(
                "expected {0} tiles, or a number, {0} tiles, Manhattan distance, length and nodes; found {1} numbers",
                self.cells(),
                words.len()
            );
            return Err(Error::at(text, text.len(), sentence));
        }
        self.read_listed(board, &words)
    }
    /// The moves that it takes at least.
    fn unit(&self) -> &'static str {
        "moves"
    }
    fn score(&self, _: &Tiles, _: f64, distance: Option<u32>) -> Option<f64> {
        distance.map(f64::from)
    }
    fn draw(&self, tiles: &Tiles) -> String {
        let cell = |cell: usize| match tiles.tile(cell) {
            0 => "  .".to_string(),
            tile => format!("{tile:>3}"),
        };
        let row =
            |row: usize| (0..self.side()).map(|column| cell(row * self.side() + column)).collect::<String>();
        (0..self.side()).map(|index| row(index) + "\n").collect()
    }
    fn picture(&self, tiles: &Tiles, last: Option<LastOf<Self>>) -> Picture {
        picture::picture(self, tiles, last)
    }
}
