//! The rack with its holes: a click anywhere in a column drops a stone there.

use plywood_core::picture::{Area, Caption, Kind, Look, Paint, Shape, What};
use plywood_core::{LastOf, Picture, Player, Step};

use super::shape::{self, Bits};
use super::{Board, Connect4};
use crate::row;

const CELL: f64 = 60.0;
const MARGIN: f64 = 16.0;
/// Room for the numbers of the columns.
const LABEL: f64 = 26.0;

/// Holes are cells row by row from the top; the columns follow.
pub(super) fn picture<S: shape::Shape>(
    game: &Connect4<S>,
    board: &Board<S::Bits>,
    last: Option<LastOf<Connect4<S>>>,
) -> Picture {
    let (columns, rows) = (game.shape.columns() as usize, game.shape.rows() as usize);
    let (wide, high) = (CELL * columns as f64, CELL * rows as f64);
    let mut picture = Picture::new("Connect four", wide + 2.0 * MARGIN, high + MARGIN + LABEL + 12.0);
    let frame = Shape::rectangle(MARGIN - 6.0, MARGIN - 6.0, wide + 12.0, high + 12.0).round(14.0);
    picture.ground.push(frame.fill(Paint::Rack).line(Paint::RackEdge, 2.0));
    let players = [("yellow", Look::Disc(Paint::Yellow)), ("red", Look::Disc(Paint::Red))];
    for row in 0..rows {
        for column in 0..columns {
            let centre = (MARGIN + CELL * (column as f64 + 0.5), MARGIN + CELL * (row as f64 + 0.5));
            let hole = Shape::circle(centre, 0.42 * CELL).fill(Paint::Paper);
            picture.ground.push(hole.line(Paint::RackEdge, 3.0));
            let height = rows - row;
            let name = format!("column {} row {height}", column + 1);
            let cell = picture.cell(name, Area::circle(centre, 0.46 * CELL), Kind::Zone);
            let bit = game.bit(column as u32, height as u32 - 1);
            for (player, (name, look)) in (0..).map(Player).zip(&players) {
                if Connect4::<S>::stones(board, player) & bit != S::Bits::NONE {
                    picture.put(cell, look.clone(), *name);
                }
            }
        }
    }
    for column in 0..columns {
        let left = MARGIN + CELL * column as f64;
        let name = format!("column {}", column + 1);
        picture.cell(name, Area::rectangle(left, MARGIN, CELL, high), Kind::Zone);
        let at = (left + CELL / 2.0, MARGIN + high + 8.0 + LABEL / 2.0);
        picture.labels.push(Shape::text(at, 15.0, (column + 1).to_string()).fill(Paint::Faint));
    }
    if let Some((before, Step::Move(column))) = last {
        let filled = (before.all & game.column(u32::from(column))).count() as usize;
        picture.changed((rows - 1 - filled) * columns + usize::from(column), What::Came);
    }
    let stones = board.all ^ board.own;
    row::draw(&mut picture, (rows, columns), 4, |row, column| {
        stones & game.bit(column as u32, (rows - 1 - row) as u32) != S::Bits::NONE
    });
    picture.aim(game, board, |column| vec![rows * columns + usize::from(column)]);
    picture.caption = Caption::of(game, board, &players);
    picture
}
