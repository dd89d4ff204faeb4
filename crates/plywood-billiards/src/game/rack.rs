//! Racks: how the balls lie before the break, with small random gaps (PickPocket thesis, sections 2.4 and 4.2).

use crate::game::rules::snooker::{COLOURS, dearest_first};
use crate::table::Table;
use crate::table::layout::{CUE_BALL, Layout};
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
    lay(table, &order, &triangle_seats(), table.foot_spot(), random)
}

/// The seats of a triangle of five rows.
fn triangle_seats() -> Vec<(i32, i32)> {
    (0..5).flat_map(|row| (0..=row).map(move |seat| (row, 2 * seat - row))).collect()
}

/// Snooker's reds in a triangle behind the pink, the colours on their spots, the cue ball in the D.
pub fn snooker(table: &Table, random: &mut impl Rng) -> Layout {
    let reds: Vec<u8> = (1..=15).collect();
    let behind_pink = Vec2::new(0.0, 2.0 * table.ball.radius + 2.0 * table.rack.gap);
    let mut layout = lay(table, &reds, &triangle_seats(), colour_spot(table, PINK) + behind_pink, random);
    for ball in COLOURS.iter() {
        layout.place(ball, colour_spot(table, ball));
    }
    let brown = colour_spot(table, BROWN);
    layout.place(CUE_BALL, brown + Vec2::new(0.5 * D_RADIUS * table.width, 0.0));
    layout
}

const BROWN: u8 = 18;
const PINK: u8 = 20;
/// How far along a snooker table the baulk line is.
const BAULK: f64 = 0.2065;
/// How far along it the black has its spot.
const BLACK_SPOT: f64 = 0.909;
/// The radius of the D as a part of the width.
const D_RADIUS: f64 = 0.164;

/// Where a colour of snooker belongs: yellow, brown and green on the baulk line (from the right), blue in the middle, pink
/// at three quarters, black near the foot.
pub fn colour_spot(table: &Table, colour: u8) -> Vec2 {
    let (across, along) = match colour {
        16 => (0.5 + D_RADIUS, BAULK),
        17 => (0.5 - D_RADIUS, BAULK),
        BROWN => (0.5, BAULK),
        19 => (0.5, 0.5),
        PINK => (0.5, 0.75),
        _ => (0.5, BLACK_SPOT),
    };
    Vec2::new(across * table.width, along * table.length)
}

/// Whether a place is in snooker's D, the half circle behind the baulk line.
pub fn is_in_d(table: &Table, at: Vec2) -> bool {
    let from = at - colour_spot(table, BROWN);
    from.y <= 0.0 && from.norm() <= D_RADIUS * table.width
}

/// Puts a colour on its spot, or on the dearest that is free, or as near to its own as others allow.
pub fn spot_colour(layout: &mut Layout, table: &Table, colour: u8) {
    let spots = dearest_first().map(|other| colour_spot(table, other));
    let own = colour_spot(table, colour);
    let free = |at: &Vec2| layout.is_free(*at, table.ball.radius, colour);
    match [own].into_iter().chain(spots).find(free) {
        Some(at) => layout.place(colour, at),
        None => spot_near(layout, table, colour, own),
    }
}

/// Nine balls in a diamond: the 1 on the foot spot, the 9 in the middle, the others anywhere.
pub fn diamond(table: &Table, random: &mut impl Rng) -> Layout {
    let mut others: Vec<u8> = (2..9).collect();
    shuffle(&mut others, random);
    let order = [1, others[0], others[1], others[2], 9, others[3], others[4], others[5], others[6]];
    let rows = [(0, 0), (1, -1), (1, 1), (2, -2), (2, 0), (2, 2), (3, -1), (3, 1), (4, 0)];
    lay(table, &order, &rows, table.foot_spot(), random)
}

/// Puts balls on the seats of a rack, given as row and half-balls to the right of the middle, and where its apex is.
fn lay(table: &Table, balls: &[u8], seats: &[(i32, i32)], apex: Vec2, random: &mut impl Rng) -> Layout {
    let gap = table.rack.gap;
    let pitch = 2.0 * table.ball.radius + gap;
    let mut layout = Layout::EMPTY;
    layout.place(CUE_BALL, table.head_spot());
    for (&ball, &(row, seat)) in balls.iter().zip(seats) {
        let seat = Vec2::new(0.5 * pitch * f64::from(seat), 0.5 * 3f64.sqrt() * pitch * f64::from(row));
        // Half the gap at most, in any direction: neighbours never overlap.
        let shift = Vec2::at_degrees(360.0 * random.random::<f64>()) * (0.5 * gap * random.random::<f64>());
        layout.place(ball, apex + seat + shift);
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
    spot_near(layout, table, ball, table.foot_spot());
}

/// The same for any spot.
fn spot_near(layout: &mut Layout, table: &Table, ball: u8, spot: Vec2) {
    let step = 0.05 * table.ball.radius;
    let behind =
        (0..).map(|k| spot.y + step * f64::from(k)).take_while(|y| *y <= table.length - table.ball.radius);
    let before = (1..).map(|k| spot.y - step * f64::from(k)).take_while(|y| *y >= table.ball.radius);
    let free = behind
        .chain(before)
        .map(|y| Vec2::new(spot.x, y))
        .find(|&at| layout.is_free(at, table.ball.radius, ball));
    // Balls cannot fill the whole length of a table.
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
                let reds = snooker(&table, &mut random);
                reds.check(&table, &outline).unwrap();
                assert!(reds.count() == 22 && is_in_d(&table, reds.get(CUE_BALL).unwrap()));
            }
        }
    }
}
