//! The next thing a ball meets at the boundary.
//!
//! First the walls: leaving the region between them where a cushion lies settles the matter. Only a ball that leaves
//! through a gap, or is already between the jaws of a pocket, is held against every piece of the outline.

use super::{CONTACT, PUSH, REST, circle::circle_contact, roots::first_closing};
use crate::physics::Arena;
use crate::table::Surface;
use crate::vector::Vec2;

/// The first contact of a path `c + b t + a t^2` with the boundary in `[0, window]`.
#[inline]
pub fn boundary_contact(arena: &Arena, c: Vec2, b: Vec2, a: Vec2, window: f64) -> Option<(f64, Surface)> {
    let mut first = window;
    let mut met = None;
    let mut through_gap = arena.walls.is_empty();
    for wall in &arena.walls {
        let normal = wall.inward;
        let (g0, g1, g2) = (normal.dot(c) - wall.offset, normal.dot(b), normal.dot(a));
        if g0 < -CONTACT {
            through_gap = true;
            break;
        }
        // Bezier points of the distance: while they are positive, so is the distance.
        if g0 > CONTACT && g0 + 0.5 * g1 * first > 0.0 && g0 + (g1 + g2 * first) * first > 0.0 {
            continue;
        }
        let Some(time) = first_closing(g0, g1, g2, first, CONTACT, REST, PUSH) else { continue };
        let along = normal.left().dot(c + (b + a * time) * time);
        first = time;
        met = wall
            .parts
            .iter()
            .find(|part| along >= part.from && along <= part.to)
            .map(|part| (time, part.surface));
        through_gap = met.is_none();
    }
    if through_gap { search_all(arena, c, b, a, window) } else { met }
}

/// Holds a path against every cushion, jaw and hole.
fn search_all(arena: &Arena, c: Vec2, b: Vec2, a: Vec2, window: f64) -> Option<(f64, Surface)> {
    let mut first = window;
    let mut met = None;
    for line in &arena.lines {
        let normal = line.inward;
        let (g0, g1, g2) = (normal.dot(c) - line.offset, normal.dot(b), normal.dot(a));
        let closing = if g0 >= -CONTACT {
            first_closing(g0, g1, g2, first, CONTACT, REST, PUSH)
        } else {
            // Behind the line but beside its piece of cushion: the ball may come out and then meet it from the front.
            coming_back(g0, g1, g2).filter(|&time| time <= first)
        };
        let Some(time) = closing else { continue };
        let along = normal.left().dot(c + (b + a * time) * time);
        if along >= line.from && along <= line.to {
            first = time;
            met = Some((time, line.surface));
        }
    }
    for circle in &arena.circles {
        if let Some(time) = circle_contact(c - circle.centre, b, a, circle.radius, first)
            && (time < first || met.is_none())
        {
            first = time;
            met = Some((time, circle.surface));
        }
    }
    met
}

/// When a gap that starts negative, opens and closes again does so.
fn coming_back(g0: f64, g1: f64, g2: f64) -> Option<f64> {
    let discriminant = g1 * g1 - 4.0 * g2 * g0;
    (g1 > 0.0 && g2 < 0.0 && discriminant > 0.0).then(|| (g1 + discriminant.sqrt()) / (-2.0 * g2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rack::scatter;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The walls are only a short cut: with jaws, a search of every piece has to find the same.
    #[test]
    fn walls_find_what_a_full_search_finds() {
        let arena = Arena::preset("pooltool");
        assert_eq!(arena.walls.len(), 4);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut seen = [0; 3];
        for _ in 0..20_000 {
            let c = scatter(&arena.table, 1, &mut random).get(0).unwrap();
            let velocity = Vec2::at_degrees(random.random_range(0.0..360.0)) * random.random_range(0.0..5.0);
            let bend = Vec2::at_degrees(random.random_range(0.0..360.0)) * random.random_range(0.0..1.0);
            let window = random.random_range(0.0..2.0);
            let fast = boundary_contact(&arena, c, velocity, bend, window);
            let slow = search_all(&arena, c, velocity, bend, window);
            match (fast, slow) {
                (Some((a, _)), Some((b, surface))) => {
                    assert!((a - b).abs() < 1e-9, "{a} against {b}");
                    seen[match surface {
                        Surface::Cushion(_) => 0,
                        Surface::Jaw(_) => 1,
                        Surface::Pocket(_) => 2,
                    }] += 1;
                }
                (None, None) => {}
                other => panic!("{other:?} from {c:?} {velocity:?} {bend:?} in {window}"),
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }
}
