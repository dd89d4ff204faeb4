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
        met = wall.parts.iter().find(|part| along >= part.from && along <= part.to).map(|part| (time, part.surface));
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
        // A ball already far behind the line is beside its piece of cushion, not in front of it.
        if g0 < -CONTACT || (g0 > CONTACT && g0 + 0.5 * g1 * first > 0.0 && g0 + (g1 + g2 * first) * first > 0.0) {
            continue;
        }
        let Some(time) = first_closing(g0, g1, g2, first, CONTACT, REST, PUSH) else { continue };
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
