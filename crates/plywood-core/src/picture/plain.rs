//! The picture of a game that describes none: its drawing in characters, and a button for each move.

use super::shape::{Shape, width_of};
use super::{Area, Kind, Paint, Picture, Target};

/// The height of letters in a drawing.
const LETTER: f64 = 15.0;
/// From one line of a drawing to the next.
const LINE: f64 = 20.0;
const MARGIN: f64 = 16.0;
/// How wide a picture becomes for its buttons' sake.
const WIDE: f64 = 560.0;
const BUTTON: f64 = 34.0;
const GAP: f64 = 8.0;

/// A drawing in characters with buttons under it, one a move.
pub fn plain(drawing: &str, moves: impl IntoIterator<Item = String>) -> Picture {
    let lines: Vec<&str> = drawing.trim_end().lines().collect();
    let mut picture = Picture::new("Position", 0.0, 2.0 * MARGIN + LINE * lines.len() as f64);
    for (row, line) in lines.iter().enumerate() {
        let at = (MARGIN, MARGIN + LINE * (row as f64 + 0.5));
        picture.labels.push(Shape::text(at, LETTER, *line).mono().start());
    }
    let right = picture.labels.iter().map(|label| label.extent()[2]).fold(0.0, f64::max);
    picture.width = right + MARGIN;
    picture.description = drawing.trim_end().to_string();
    let moves: Vec<String> = moves.into_iter().collect();
    let buttons = add_buttons(&mut picture, &moves);
    picture.targets =
        moves.into_iter().zip(buttons).map(|(play, cell)| Target { clicks: vec![cell], play }).collect();
    picture
}

/// Adds rows of buttons under a picture, which grows, and says which cells they are.
pub fn add_buttons(picture: &mut Picture, names: &[String]) -> Vec<usize> {
    if names.is_empty() {
        return Vec::new();
    }
    let wide = |name: &String| width_of(name, LETTER) + 26.0;
    let widest = names.iter().map(wide).fold(0.0, f64::max) + 2.0 * MARGIN;
    let all = names.iter().map(|name| wide(name) + GAP).sum::<f64>() + 2.0 * MARGIN;
    picture.width = picture.width.max(widest).max(all.min(WIDE));
    let (mut x, mut y) = (MARGIN, picture.height);
    let mut cells = Vec::new();
    for name in names {
        if x > MARGIN && x + wide(name) > picture.width - MARGIN + 1e-9 {
            (x, y) = (MARGIN, y + BUTTON + GAP);
        }
        cells.push(picture.cell(name.clone(), Area::rectangle(x, y, wide(name), BUTTON), Kind::Button));
        x += wide(name) + GAP;
    }
    picture.height = y + BUTTON + MARGIN;
    cells
}

impl Area {
    /// A button with a text on it.
    pub(super) fn button(&self, text: &str) -> [Shape; 2] {
        [
            Shape::rectangle(self.x, self.y, self.width, self.height)
                .round(8.0)
                .fill(Paint::Button)
                .line(Paint::Faint, 1.2),
            Shape::text(self.centre(), LETTER.min(0.6 * self.height), text),
        ]
    }
}
