//! Racks: how the balls lie before the break, with small random gaps (PickPocket thesis, sections 2.4 and 4.2).

use crate::layout::{CUE_BALL, Layout};
use crate::table::Table;
use crate::vector::Vec2;
use rand::{Rng, RngExt};

/// The fifteen balls in a triangle: the 1 on the foot spot, the 8 in the middle, a solid and a stripe in the far corners,
/// the others anywhere. The cue ball lies on the head spot.
pub fn triangle(table: &Table, random: &mut impl Rng) -> Layout {
    let mut others: Vec<u8> = (2..16).filter(|&ball| ball != 8).collect();
    shuffle(&mut others, random);
    // Places in the triangle, row by row: 0 is the apex, 4 the middle of the third row, 10 and 14 the corners.
    let mut order = [0u8; 15];
    order[0] = 1;
    order[4] = 8;
    let stripe = others.iter().position(|&ball| ball > 8).expect("there are seven stripes");
    let stripe = others.swap_remove(stripe);
    let solid = others.iter().position(|&ball| ball < 8).expect("there are six solids left");
    let solid = others.swap_remove(solid);
    let left = random.random::<bool>();
    (order[10], order[14]) = if left { (solid, stripe) } else { (stripe, solid) };
    for place in order.iter_mut().filter(|place| **place == 0) {
        *place = others.pop().expect("as many balls as places");
    }
    let mut rows = Vec::new();
    for row in 0..5 {
        rows.extend((0..=row).map(|seat| (row, 2 * seat - row)));
    }
    lay(table, &order, &rows, random)
}

/// Nine balls in a diamond: the 1 on the foot spot, the 9 in the middle, the others anywhere.
pub fn diamond(table: &Table, random: &mut impl Rng) -> Layout {
    let mut others: Vec<u8> = (2..9).collect();
    shuffle(&mut others, random);
    let order = [1, others[0], others[1], others[2], 9, others[3], others[4], others[5], others[6]];
    let rows = [(0, 0), (1, -1), (1, 1), (2, -2), (2, 0), (2, 2), (3, -1), (3, 1), (4, 0)];
    lay(table, &order, &rows, random)
}

/// Puts balls on the seats of a rack, given as row and half-balls to the right of the middle.
fn lay(table: &Table, balls: &[u8], seats: &[(i32, i32)], random: &mut impl Rng) -> Layout {
    let gap = table.rack.gap;
    let pitch = 2.0 * table.ball.radius + gap;
    let mut layout = Layout::EMPTY;
    layout.place(CUE_BALL, table.head_spot());
    for (&ball, &(row, seat)) in balls.iter().zip(seats) {
        let seat = Vec2::new(0.5 * pitch * f64::from(seat), 0.5 * 3f64.sqrt() * pitch * f64::from(row));
        // Half the gap at most, in any direction: neighbours never overlap.
        let shift = Vec2::at_degrees(360.0 * random.random::<f64>()) * (0.5 * gap * random.random::<f64>());
        layout.place(ball, table.foot_spot() + seat + shift);
    }
    layout
}

fn shuffle(balls: &mut [u8], random: &mut impl Rng) {
    for last in (1..balls.len()).rev() {
        balls.swap(last, random.random_range(0..=last));
    }
}

/// Puts a ball on the foot spot, or as near to it as others allow: first behind it toward the foot rail, then before it.
pub fn spot(layout: &mut Layout, table: &Table, ball: u8) {
    let spot = table.foot_spot();
    let step = 0.05 * table.ball.radius;
    let behind =
        (0..).map(|k| spot.y + step * f64::from(k)).take_while(|y| *y <= table.length - table.ball.radius);
    let before = (1..).map(|k| spot.y - step * f64::from(k)).take_while(|y| *y >= table.ball.radius);
    let free = behind
        .chain(before)
        .map(|y| Vec2::new(spot.x, y))
        .find(|&at| layout.is_free(at, table.ball.radius, ball));
    // Fifteen balls cannot fill the whole length of a table.
    layout.place(ball, free.unwrap_or(spot));
}

/// Balls 0 up to `count` anywhere on the cloth, none overlapping.
pub fn scatter(table: &Table, count: u8, random: &mut impl Rng) -> Layout {
    let radius = table.ball.radius;
    let mut layout = Layout::EMPTY;
    for ball in 0..count {
        loop {
            let place = Vec2::new(
                random.random_range(radius..table.width - radius),
                random.random_range(radius..table.length - radius),
            );
            if is_over_cloth(table, place) && layout.is_free(place, radius, ball) {
                layout.place(ball, place);
                break;
            }
        }
    }
    layout
}

/// Whether a ball can rest here: plain corner mouths cut off the corners of the rectangle.
pub fn is_over_cloth(table: &Table, place: Vec2) -> bool {
    let crate::table::Pockets::Mouths { corner, .. } = table.pockets else { return table.holds(place, 0.0) };
    let from_corner = place.x.min(table.width - place.x) + place.y.min(table.length - place.y);
    table.holds(place, 0.0) && from_corner > corner / std::f64::consts::SQRT_2 + table.ball.radius
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Outline, PRESETS};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn racks_are_complete_and_do_not_overlap() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for (name, _) in PRESETS {
            let table = Table::preset(name).unwrap();
            let outline = Outline::of(&table);
            for _ in 0..20 {
                let rack = triangle(&table, &mut random);
                rack.check(&table, &outline).unwrap();
                assert_eq!(rack.count(), 16);
                let spot = rack.get(1).unwrap() - table.foot_spot();
                assert!(spot.norm() <= table.rack.gap);
                let far: Vec<u8> = rack
                    .object_balls()
                    .filter(|(_, at)| (at.x - table.width / 2.0).abs() > 0.1)
                    .map(|(b, _)| b)
                    .collect();
                assert!(far.len() == 2 && (far[0] < 8) != (far[1] < 8), "corners {far:?}");
                let nine = diamond(&table, &mut random);
                nine.check(&table, &outline).unwrap();
                assert_eq!(nine.count(), 10);
            }
        }
    }
}
