//! Boards of squares: their places and their look.

use super::shape::{Point, Shape};
use super::{Area, Kind, Paint, Picture};

/// Room for letters and numbers at the edges.
const EDGE: f64 = 26.0;
/// Room at an edge without.
const MARGIN: f64 = 12.0;

/// A board of squares, or of crossing lines. Its cells come first in its picture, row by row from the top.
#[derive(Debug, Clone)]
pub struct Grid {
    rows: usize,
    columns: usize,
    surface: Surface,
    /// Whether rows are counted from the top and letters stand above the board.
    downward: bool,
    size: f64,
}

/// The parts of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// Plain squares.
    Squares,
    /// Wooden squares of two colours.
    Chequered,
    /// Wood with lines, whose crossings are the cells.
    Crossings,
    /// Green felt.
    Felt,
}

impl Grid {
    /// A board.
    pub fn new(rows: usize, columns: usize, surface: Surface) -> Grid {
        let size = match rows.max(columns) {
            0..=4 => 76.0,
            5..=6 => 64.0,
            7..=8 => 56.0,
            9..=10 => 46.0,
            11..=15 => 36.0,
            _ => 32.0,
        };
        Grid { rows, columns, surface, downward: false, size }
    }

    /// The board with its rows counted from the top.
    pub fn downward(self) -> Grid {
        Grid { downward: true, ..self }
    }

    /// The cell in a row from the top and a column from the left.
    pub fn cell(&self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// Where a row from the top and a column from the left are.
    pub fn area(&self, row: usize, column: usize) -> Area {
        let (left, top) = self.corner();
        Area::rectangle(left + self.size * column as f64, top + self.size * row as f64, self.size, self.size)
    }

    /// The whole board.
    pub fn board(&self) -> Area {
        let (left, top) = self.corner();
        Area::rectangle(left, top, self.size * self.columns as f64, self.size * self.rows as f64)
    }

    fn corner(&self) -> Point {
        (EDGE, if self.downward { EDGE } else { MARGIN })
    }

    /// The name of a cell: the letter of its column and the number of its row.
    pub fn name(&self, row: usize, column: usize) -> String {
        format!("{}{}", letter(column), self.number(row))
    }

    fn number(&self, row: usize) -> usize {
        if self.downward { row + 1 } else { self.rows - row }
    }

    /// The empty board.
    pub fn picture(&self, title: &str) -> Picture {
        let board = self.board();
        let bottom = if self.downward { MARGIN } else { EDGE };
        let mut picture =
            Picture::new(title, board.x + board.width + MARGIN, board.y + board.height + bottom);
        self.draw(&mut picture);
        for row in 0..self.rows {
            for column in 0..self.columns {
                picture.cell(self.name(row, column), self.area(row, column), Kind::Spot);
            }
        }
        let edge = |at: Point, text: String| Shape::text(at, 13.0, text).fill(Paint::Faint);
        for row in 0..self.rows {
            let (_, y) = self.area(row, 0).centre();
            picture.labels.push(edge((EDGE / 2.0, y), self.number(row).to_string()));
        }
        let y = if self.downward { EDGE / 2.0 } else { board.y + board.height + EDGE / 2.0 };
        for column in 0..self.columns {
            let (x, _) = self.area(0, column).centre();
            picture.labels.push(edge((x, y), letter(column).to_string()));
        }
        picture
    }

    fn draw(&self, picture: &mut Picture) {
        let board = self.board();
        let (face, line) = match self.surface {
            Surface::Squares => (Paint::Square, Paint::Hair),
            Surface::Chequered | Surface::Crossings => (Paint::Board, Paint::BoardLine),
            Surface::Felt => (Paint::Felt, Paint::FeltLine),
        };
        picture.ground.push(board.shape().fill(face));
        if self.surface == Surface::Chequered {
            // The lower left square is dark.
            let squares = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
            for (row, column) in squares.filter(|(row, column)| (row + column + self.rows) % 2 == 1) {
                picture.ground.push(self.area(row, column).shape().fill(Paint::BoardOther));
            }
        } else {
            self.draw_lines(picture, line);
        }
        let rim = Shape::rectangle(board.x - 1.0, board.y - 1.0, board.width + 2.0, board.height + 2.0);
        picture.ground.push(rim.round(2.0).line(line, 2.0));
    }

    fn draw_lines(&self, picture: &mut Picture, paint: Paint) {
        let board = self.board();
        // Squares have lines between them, crossings have lines through them.
        let (first, shift) = if self.surface == Surface::Crossings { (0, 0.5) } else { (1, 0.0) };
        let inset = shift * self.size;
        let mut draw = |from: Point, to: Point| {
            picture.ground.push(Shape::segment(from, to).line(paint, 1.0));
        };
        for row in first..self.rows {
            let y = board.y + self.size * (row as f64 + shift);
            draw((board.x + inset, y), (board.x + board.width - inset, y));
        }
        for column in first..self.columns {
            let x = board.x + self.size * (column as f64 + shift);
            draw((x, board.y + inset), (x, board.y + board.height - inset));
        }
    }
}

/// The letter of a column; beyond z, two.
fn letter(column: usize) -> String {
    let last = char::from(b'a' + (column % 26) as u8);
    if column < 26 { last.to_string() } else { format!("{}{last}", letter(column / 26 - 1)) }
}
