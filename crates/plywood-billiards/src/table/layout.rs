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

/// A set of balls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balls(u32);

impl Balls {
    /// No ball.
    pub const EMPTY: Balls = Balls(0);

    /// The balls from one number up to and with another.
    pub const fn range(from: u8, to: u8) -> Balls {
        Balls((2 << to) - (1 << from))
    }

    /// Whether a ball is among them.
    #[inline]
    pub const fn contains(self, ball: u8) -> bool {
        (ball as usize) < MAX_BALLS && self.0 & (1 << ball) != 0
    }

    /// Puts a ball among them.
    pub const fn insert(&mut self, ball: u8) {
        self.0 |= 1 << ball;
    }

    /// Those that are also in another set.
    pub const fn and(self, other: Balls) -> Balls {
        Balls(self.0 & other.0)
    }

    /// Those that are not in another set.
    pub const fn without(self, other: Balls) -> Balls {
        Balls(self.0 & !other.0)
    }

    /// Those of both sets.
    pub const fn or(self, other: Balls) -> Balls {
        Balls(self.0 | other.0)
    }

    /// The lowest alone, or none.
    pub const fn lowest(self) -> Balls {
        Balls(self.0 & self.0.wrapping_neg())
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set as the bits of a number.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Their numbers, lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let ball = (left != 0).then(|| left.trailing_zeros() as u8);
            left &= left.wrapping_sub(1);
            ball
        })
    }
}

impl FromIterator<u8> for Balls {
    fn from_iter<I: IntoIterator<Item = u8>>(balls: I) -> Balls {
        balls.into_iter().fold(Balls::EMPTY, |set, ball| set.or(Balls(1 << ball)))
    }
}

/// The balls that lie on a table. Two are the same where they are to the last bit.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<(u8, Vec2)>", into = "Vec<(u8, Vec2)>")]
pub struct Layout {
    on_table: Balls,
    places: [Vec2; MAX_BALLS],
}

impl PartialEq for Layout {
    fn eq(&self, other: &Layout) -> bool {
        let places = || self.places.iter().zip(&other.places);
        self.on_table == other.on_table && places().all(|(here, there)| here.bits() == there.bits())
    }
}

impl Eq for Layout {}

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
    pub const EMPTY: Layout = Layout { on_table: Balls::EMPTY, places: [Vec2::ZERO; MAX_BALLS] };

    /// Puts a ball on the table, or moves it.
    ///
    /// # Panics
    /// When the number is not below [`MAX_BALLS`].
    pub fn place(&mut self, ball: u8, at: Vec2) {
        self.places[ball as usize] = at;
        self.on_table.insert(ball);
    }

    /// Takes a ball off the table.
    pub fn remove(&mut self, ball: u8) {
        self.on_table = self.on_table.without(Balls::range(ball, ball));
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
        self.on_table.contains(ball)
    }

    /// How many balls are on the table.
    pub fn count(&self) -> usize {
        self.on_table.len()
    }

    /// The balls on the table.
    #[inline]
    pub fn balls(&self) -> Balls {
        self.on_table
    }

    /// The numbered balls on the table: all but the cue ball.
    #[inline]
    pub fn objects(&self) -> Balls {
        self.on_table.without(Balls::range(CUE_BALL, CUE_BALL))
    }

    /// The balls and their places, by number.
    pub fn iter(&self) -> impl Iterator<Item = (u8, Vec2)> + '_ {
        self.on_table.iter().map(|ball| (ball, self.places[ball as usize]))
    }

    /// The balls other than the cue ball.
    pub fn object_balls(&self) -> impl Iterator<Item = (u8, Vec2)> + '_ {
        self.objects().iter().map(|ball| (ball, self.places[ball as usize]))
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
    fn sets_of_balls() {
        let balls: Balls = [9, 1, 4].into_iter().collect();
        assert_eq!(balls.iter().collect::<Vec<u8>>(), [1, 4, 9]);
        assert_eq!(
            (balls.len(), balls.contains(4), balls.contains(5), balls.contains(200)),
            (3, true, false, false)
        );
        assert_eq!(balls.lowest().iter().collect::<Vec<u8>>(), [1]);
        assert_eq!(balls.and(Balls::range(4, 8)), Balls::range(4, 4));
        assert_eq!(balls.without(Balls::range(4, 21)), Balls::range(1, 1));
        assert!(Balls::EMPTY.lowest().is_empty());
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
