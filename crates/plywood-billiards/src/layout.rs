//! Where the balls lie: up to 22 of them, the cue ball is number 0.
//!
//! As text: `0@0.558:0.559 1@0.558:1.677`, metres across and along from the bottom left corner, with
//! spaces or slashes between balls. Printed numbers
//! are exact, so that a layout comes back from its text to the last bit.

use crate::table::{Outline, Table};
use crate::vector::Vec2;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// The most balls a table can hold: snooker's 22.
pub const MAX_BALLS: usize = 22;
/// The number of the cue ball.
pub const CUE_BALL: u8 = 0;
/// Overlaps up to this many metres are round-off.
pub const OVERLAP_TOLERANCE: f64 = 1e-9;

/// The balls that lie on a table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(u8, Vec2)>", into = "Vec<(u8, Vec2)>")]
pub struct Layout {
    on_table: u32,
    places: [Vec2; MAX_BALLS],
}

/// Why a layout is refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LayoutError {
    /// A number that no ball has.
    #[error("ball {0} does not exist, balls are numbered 0 (the cue ball) to 21")]
    Number(u8),
    /// A ball given twice.
    #[error("ball {0} is given twice")]
    Twice(u8),
    /// A ball with its centre over a rail or a pocket.
    #[error("ball {ball} at ({x}, {y}) is off the table")]
    OffTable {
        /// The ball.
        ball: u8,
        /// Its place across.
        x: f64,
        /// Its place along.
        y: f64,
    },
    /// Two balls in the same place.
    #[error("balls {0} and {1} overlap by {2:.3e} m")]
    Overlap(u8, u8, f64),
    /// Text that is not a ball.
    #[error("'{0}' is not a ball; write number@across:along in metres, as in 3@0.55:1.2")]
    Text(String),
}

impl Default for Layout {
    fn default() -> Self {
        Layout::EMPTY
    }
}

impl Layout {
    /// No balls.
    pub const EMPTY: Layout = Layout { on_table: 0, places: [Vec2::ZERO; MAX_BALLS] };

    /// Puts a ball on the table, or moves it.
    ///
    /// # Panics
    /// When the number is not below [`MAX_BALLS`].
    pub fn place(&mut self, ball: u8, at: Vec2) {
        self.places[ball as usize] = at;
        self.on_table |= 1 << ball;
    }

    /// Takes a ball off the table.
    pub fn remove(&mut self, ball: u8) {
        self.on_table &= !(1 << ball);
        self.places[ball as usize] = Vec2::ZERO;
    }

    /// Where a ball lies, if it is on the table.
    #[inline]
    pub fn get(&self, ball: u8) -> Option<Vec2> {
        self.has(ball).then(|| self.places[ball as usize])
    }

    /// Whether a ball is on the table.
    #[inline]
    pub fn has(&self, ball: u8) -> bool {
        (ball as usize) < MAX_BALLS && self.on_table & (1 << ball) != 0
    }

    /// How many balls are on the table.
    pub fn count(&self) -> usize {
        self.on_table.count_ones() as usize
    }

    /// The balls and their places, by number.
    pub fn iter(&self) -> impl Iterator<Item = (u8, Vec2)> + '_ {
        (0..MAX_BALLS as u8).filter_map(|ball| Some((ball, self.get(ball)?)))
    }

    /// The balls other than the cue ball.
    pub fn object_balls(&self) -> impl Iterator<Item = (u8, Vec2)> + '_ {
        self.iter().filter(|&(ball, _)| ball != CUE_BALL)
    }

    /// Whether a ball could lie here without touching another; `except` is not looked at.
    pub fn is_free(&self, at: Vec2, radius: f64, except: u8) -> bool {
        self.iter()
            .all(|(ball, place)| ball == except || (place - at).norm() >= 2.0 * radius - OVERLAP_TOLERANCE)
    }

    /// Checks that all balls lie on the cloth and none overlap.
    pub fn check(&self, table: &Table, outline: &Outline) -> Result<(), LayoutError> {
        for (ball, place) in self.iter() {
            let in_hole = outline.holes.iter().any(|hole| (place - hole.centre).norm() < hole.radius);
            if !table.holds(place, OVERLAP_TOLERANCE) && !on_jawed_cloth(place, table, outline) || in_hole {
                return Err(LayoutError::OffTable { ball, x: place.x, y: place.y });
            }
            for (other, there) in self.iter().take_while(|&(other, _)| other < ball) {
                let overlap = 2.0 * table.ball.radius - (place - there).norm();
                if overlap > OVERLAP_TOLERANCE {
                    return Err(LayoutError::Overlap(other, ball, overlap));
                }
            }
        }
        Ok(())
    }
}

/// Between the jaws a ball may lie nearer to the corner than the rails allow, as long as it touches no cushion or jaw.
fn on_jawed_cloth(place: Vec2, table: &Table, outline: &Outline) -> bool {
    let radius = table.ball.radius;
    let near_pocket =
        outline.holes.iter().any(|hole| (place - hole.centre).norm() < hole.radius + 6.0 * radius)
            && table.holds(place, 2.0 * radius);
    let clear_of_jaws =
        outline.jaws.iter().all(|jaw| (place - jaw.centre).norm() >= jaw.radius + radius - OVERLAP_TOLERANCE);
    let clear_of_cushions = outline.cushions.iter().all(|cushion| {
        let along = cushion.to - cushion.from;
        let share = ((place - cushion.from).dot(along) / along.norm_squared()).clamp(0.0, 1.0);
        let gap = place - (cushion.from + along * share);
        gap.norm() >= radius - OVERLAP_TOLERANCE
            && (share <= 0.0 || share >= 1.0 || gap.dot(cushion.inward) > 0.0)
    });
    outline.holes.iter().any(|hole| hole.radius > 0.0) && near_pocket && clear_of_jaws && clear_of_cushions
}

impl TryFrom<Vec<(u8, Vec2)>> for Layout {
    type Error = LayoutError;

    fn try_from(balls: Vec<(u8, Vec2)>) -> Result<Layout, LayoutError> {
        let mut layout = Layout::EMPTY;
        for (ball, place) in balls {
            if ball as usize >= MAX_BALLS {
                return Err(LayoutError::Number(ball));
            }
            if layout.has(ball) {
                return Err(LayoutError::Twice(ball));
            }
            layout.place(ball, place);
        }
        Ok(layout)
    }
}

impl From<Layout> for Vec<(u8, Vec2)> {
    fn from(layout: Layout) -> Self {
        layout.iter().collect()
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (index, (ball, place)) in self.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{ball}@{}:{}", place.x, place.y)?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Layout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Layout, LayoutError> {
        let ball = |part: &str| {
            let (number, place) = part.split_once('@')?;
            let (x, y) = place.split_once(':')?;
            let place = Vec2::new(x.parse().ok()?, y.parse().ok()?);
            (place.x.is_finite() && place.y.is_finite()).then_some((number.parse().ok()?, place))
        };
        let balls: Result<Vec<_>, _> = text
            .split([' ', '/'])
            .filter(|part| !part.is_empty())
            .map(|part| ball(part).ok_or_else(|| LayoutError::Text(part.to_string())))
            .collect();
        Layout::try_from(balls?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trip_and_refusals() {
        let text = "0@0.558:0.559 1@0.1:0.30000000000000004 15@1:2";
        let layout: Layout = text.parse().unwrap();
        assert_eq!(layout.to_string(), text);
        assert_eq!(layout.count(), 3);
        for (bad, reason) in [
            ("0@1", "'0@1' is not a ball"),
            ("0@1:x", "is not a ball"),
            ("0@nan:1", "is not a ball"),
            ("22@1:1", "does not exist"),
            ("1@1:1 1@1:2", "given twice"),
        ] {
            let error = bad.parse::<Layout>().unwrap_err().to_string();
            assert!(error.contains(reason), "{bad}: {error}");
        }
    }

    #[test]
    fn overlaps_and_balls_off_the_table_are_refused() {
        let table = Table::preset("pooltool").unwrap();
        let outline = Outline::of(&table);
        let check = |text: &str| text.parse::<Layout>().unwrap().check(&table, &outline);
        assert_eq!(check("0@0.5:0.5 1@0.5:0.55715"), Ok(()));
        assert!(matches!(check("0@0.5:0.5 1@0.5:0.557"), Err(LayoutError::Overlap(0, 1, _))));
        assert!(matches!(check("0@0.02:0.5"), Err(LayoutError::OffTable { ball: 0, .. })));
        assert!(matches!(check("0@-0.02:-0.02"), Err(LayoutError::OffTable { .. })), "in the hole");
        assert_eq!(
            check("0@0.0275:0.0275"),
            Ok(()),
            "between the corner jaws, nearer to both rails than one radius"
        );
        assert!(matches!(check("0@0.5:-3"), Err(LayoutError::OffTable { .. })));
    }
}
