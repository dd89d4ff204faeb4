//! Contact of two balls, of a ball with a round jaw, and of a ball's centre with a hole: all the same quartic.
//!
//! With `D(t) = C + B t + A t^2` between the centres, contact is `|D|^2 = d^2` from outside (Leckie and Greenspan,
//! section 3.2).

use super::{CONTACT, PUSH, REST, roots::first_descent};
use crate::vector::Vec2;

/// The first time in `[0, window]` at which `|C + B t + A t^2|` comes down to `distance`.
#[inline]
pub fn circle_contact(c: Vec2, b: Vec2, a: Vec2, distance: f64, window: f64) -> Option<f64> {
    let squared = distance * distance;
    let far = c.norm_squared();
    let gap = far - squared;
    if gap <= 2.0 * distance * CONTACT {
        return leave_and_return(c, b, a, distance, window);
    }
    // The path lies in the triangle of its Bezier points c, middle, end. Is a line between it and the circle?
    let middle = c + b * (0.5 * window);
    let end = c + (b + a * window) * window;
    let (near_middle, near_end) = (c.dot(middle), c.dot(end));
    let limit = squared * far;
    if near_middle > 0.0 && near_end > 0.0 && near_middle * near_middle > limit && near_end * near_end > limit
    {
        return None;
    }
    let chord = end - c;
    let (start_side, middle_side) = (chord.cross(c), chord.cross(middle));
    let limit = squared * chord.norm_squared();
    if start_side * middle_side > 0.0 && start_side * start_side > limit && middle_side * middle_side > limit
    {
        return None;
    }
    let quartic = [gap, 2.0 * b.dot(c), b.norm_squared() + 2.0 * a.dot(c), 2.0 * a.dot(b), a.norm_squared()];
    first_descent(&quartic, window)
}

/// Two circles that touch already: at once when they approach or are pushed together, later when they part and come back.
#[cold]
fn leave_and_return(c: Vec2, b: Vec2, a: Vec2, distance: f64, window: f64) -> Option<f64> {
    let slope = 2.0 * b.dot(c);
    let curve = b.norm_squared() + 2.0 * a.dot(c);
    let per_metre = 2.0 * distance;
    if slope < -per_metre * REST {
        return Some(0.0);
    }
    if slope > per_metre * REST {
        return first_descent(&[slope, curve, 2.0 * a.dot(b), a.norm_squared()], window);
    }
    if curve < -per_metre * PUSH {
        return Some(0.0);
    }
    if curve <= per_metre * PUSH {
        return None;
    }
    first_descent(&[curve, 2.0 * a.dot(b), a.norm_squared()], window)
}

#[cfg(test)]
mod tests {
    use super::*;

    const D: f64 = 0.05715;

    #[test]
    fn head_on_and_grazing() {
        let c = Vec2::new(1.0, 0.0);
        let hit = circle_contact(c, Vec2::new(-1.0, 0.0), Vec2::ZERO, D, 9.0).unwrap();
        assert!((hit - (1.0 - D)).abs() < 1e-14);
        assert_eq!(circle_contact(c, Vec2::new(-1.0, 0.0), Vec2::ZERO, D, 0.9), None);
        for (offset, meets) in [(D - 1e-12, true), (D + 1e-12, false)] {
            let found = circle_contact(Vec2::new(1.0, offset), Vec2::new(-1.0, 0.0), Vec2::ZERO, D, 9.0);
            assert_eq!(found.is_some(), meets, "grazing at {offset}");
        }
    }

    #[test]
    fn touching_balls() {
        let c = Vec2::new(D, 0.0);
        let along = |speed: f64| Vec2::new(speed, 0.0);
        assert_eq!(circle_contact(c, along(-0.1), Vec2::ZERO, D, 9.0), Some(0.0));
        assert_eq!(circle_contact(c, along(0.1), Vec2::ZERO, D, 9.0), None);
        assert_eq!(circle_contact(c, Vec2::ZERO, Vec2::ZERO, D, 9.0), None);
        assert_eq!(circle_contact(c, Vec2::ZERO, along(-1.0), D, 9.0), Some(0.0));
        assert_eq!(circle_contact(c, Vec2::ZERO, along(1.0), D, 9.0), None);
        let back = circle_contact(c, along(1.0), along(-1.0), D, 9.0).unwrap();
        assert!((back - 1.0).abs() < 1e-12, "parts and comes back after one second, not {back}");
    }

    #[test]
    fn agrees_with_small_steps() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0
        };
        let mut met = 0;
        for case in 0..3000 {
            let c = Vec2::new(0.5 * random(), 0.5 * random());
            if c.norm() < D + 1e-3 {
                continue;
            }
            let (b, a) = (Vec2::new(2.0 * random(), 2.0 * random()), Vec2::new(random(), random()));
            let window = 1.5;
            let gap = |t: f64| (c + (b + a * t) * t).norm() - D;
            let steps = 20_000;
            let stepped = (1..=steps).map(|k| k as f64 * window / steps as f64).find(|&t| gap(t) < 0.0);
            match (circle_contact(c, b, a, D, window), stepped) {
                (Some(exact), Some(coarse)) => {
                    met += 1;
                    assert!(
                        exact <= coarse && coarse - exact < 1e-3,
                        "case {case}: {exact} against {coarse}"
                    );
                    assert!(gap(exact).abs() < 1e-13, "case {case}: gap {}", gap(exact));
                }
                (None, None) => {}
                // Steps may miss a short overlap, never the other way round.
                (Some(exact), None) => assert!(gap(exact).abs() < 1e-13),
                (None, Some(coarse)) => panic!("case {case}: missed a contact near {coarse}"),
            }
        }
        assert!(met > 100);
    }
}
