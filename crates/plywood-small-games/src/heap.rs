//! A heap of matches as a picture: the match that is clicked and all behind it are taken.

use plywood_core::picture::{Area, Caption, Kind, Look, Shape, What};
use plywood_core::{LastOf, Notation, Picture, Step};

/// From one match to the next, and from one row to the next.
const STEP: f64 = 26.0;
const ROW: f64 = 84.0;
const HIGH: f64 = 68.0;
const MARGIN: f64 = 22.0;
/// Room for the line that says how many are left.
const LABEL: f64 = 34.0;

/// A game in which a number of matches is taken from one heap.
pub(crate) trait Taking: Notation {
    /// Matches on the table.
    fn left(&self, position: &Self::Position) -> usize;
    /// Matches on the table at the start.
    fn full(&self) -> usize;
    /// How many a move takes.
    fn taken(&self, chosen: Self::Move) -> usize;
}

/// The picture of a heap. Cell `n` is the match with number `n`; matches are taken from the last one back.
pub(crate) fn picture<G: Taking>(
    game: &G,
    position: &G::Position,
    last: Option<LastOf<G>>,
    title: &str,
    caption: Caption,
) -> Picture {
    let (left, full) = (game.left(position), game.full());
    let across = match full {
        0..=60 => 10,
        61..=240 => 20,
        _ => 40,
    };
    let rows = full.div_ceil(across);
    let wide = STEP * across.min(full) as f64;
    let mut picture =
        Picture::new(title, (wide + 2.0 * MARGIN).max(240.0), ROW * rows as f64 + MARGIN + LABEL);
    let edge = (picture.width - wide) / 2.0;
    for index in 0..full {
        let (row, column) = (index / across, index % across);
        let (x, y) = (edge + STEP * column as f64, MARGIN + ROW * row as f64);
        let name =
            if index < left { format!("take {}", left - index) } else { format!("taken {}", index + 1) };
        let cell = picture.cell(name, Area::rectangle(x, y, STEP, HIGH + 8.0), Kind::Zone);
        let middle = picture.cells[cell].area.centre();
        let burnt = index >= left;
        picture.put_at(middle, HIGH, Look::Match { burnt }, if burnt { "" } else { "match" });
    }
    if let Some((_, Step::Move(chosen))) = last {
        (left..left + game.taken(chosen)).rev().for_each(|cell| picture.changed(cell, What::Left));
    }
    picture.aim(game, position, |chosen| vec![left - game.taken(chosen)]);
    let matches = if left == 1 { "match" } else { "matches" };
    let label = format!("{left} {matches} left");
    let bottom = picture.height - LABEL / 2.0;
    picture.labels.push(Shape::text((picture.width / 2.0, bottom), 15.0, label.clone()).bold());
    picture.description = format!("{label}. {}", caption.text);
    picture.caption = caption;
    picture
}
