//! A table in characters, the long side from left to right: `o` is the cue ball, `a` to `f` are 10 to 15, `*` the pockets.

use crate::physics::Arena;
use crate::table::layout::{CUE_BALL, Layout};
use crate::vector::Vec2;

const COLUMNS: usize = 72;
const ROWS: usize = 18;

/// The picture of a layout.
pub fn draw(arena: &Arena, layout: &Layout) -> String {
    let mut cells = vec![vec![' '; COLUMNS + 2]; ROWS + 2];
    let (last_row, last_column) = (ROWS + 1, COLUMNS + 1);
    for (row, line) in cells.iter_mut().enumerate() {
        for (column, cell) in line.iter_mut().enumerate() {
            let at_end = column == 0 || column == last_column;
            let at_side = row == 0 || row == last_row;
            *cell = match (at_end, at_side) {
                (true, true) => '+',
                (true, false) => '|',
                (false, true) => '-',
                (false, false) => ' ',
            };
        }
    }
    let place = |at: Vec2| {
        let share =
            |value: f64, of: f64, cells: usize| 1 + ((value / of * cells as f64) as usize).min(cells - 1);
        (share(at.x, arena.table.width, ROWS), share(at.y, arena.table.length, COLUMNS))
    };
    for pocket in arena.pockets() {
        let (row, column) = place(arena.mouth(pocket));
        let (row, column) =
            (if row <= ROWS / 2 { 0 } else { last_row }, if column <= 3 { 0 } else { column });
        cells[row][if column >= COLUMNS - 2 { last_column } else { column }] = '*';
    }
    for (ball, at) in layout.iter() {
        let (row, column) = place(at);
        let letter =
            if ball == CUE_BALL { 'o' } else { char::from_digit(u32::from(ball), 36).unwrap_or('?') };
        cells[row][column] = letter;
    }
    cells.into_iter().map(|line| line.into_iter().collect::<String>() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balls_and_pockets_are_where_they_should_be() {
        let arena = Arena::preset("poolfiz");
        let picture = draw(&arena, &"0@0.1:0.1 12@1.0:2.1".parse().unwrap());
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines.len(), ROWS + 2);
        assert_eq!(picture.matches('*').count(), 6);
        assert!(lines[2].find('o').unwrap() < 6 && lines[17].find('c').unwrap() > 65);
    }
}
