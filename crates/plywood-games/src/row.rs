//! Finding stones in a row, to draw a line through them.

use plywood_core::picture::{Paint, Picture, Shape};

/// Draws a line through the first `length` stones in a row. Cells of the picture are rows from the top,
/// `columns` each.
pub fn draw(
    picture: &mut Picture,
    (rows, columns): (usize, usize),
    length: usize,
    holds: impl Fn(usize, usize) -> bool,
) {
    let starts = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    for (row, column) in starts {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let at = |step: usize| {
                let column = column.checked_add_signed(right * step as isize)?;
                let row = row + down * step;
                (row < rows && column < columns && holds(row, column)).then_some(row * columns + column)
            };
            if let (true, Some(end)) = ((0..length).all(|step| at(step).is_some()), at(length - 1)) {
                let [from, to] = [row * columns + column, end].map(|cell| picture.cells[cell].area.centre());
                let wide = 0.1 * picture.cells[end].area.size();
                picture.lines.push(Shape::segment(from, to).line(Paint::Ink, wide).opacity(0.75));
                return;
            }
        }
    }
}
