//! What a player knows before the frame: how often a straight-in shot succeeds, and how hard it has to be struck.
//!
//! The PickPocket thesis fills three tables by simulation (sections 3.1.3, 3.1.5 and 3.1.6). Here the first is a table
//! too ([`Difficulty`]); the lowest speed is a closed formula ([`speed`]), because between events balls move by closed
//! formulas; and rebounds are simulated when they are asked for ([`crate::players::shots`]): one ball up to a rail takes a
//! microsecond, less than a look into a sparse table of 81 million places.

mod accuracy;
mod difficulty;
mod shipped;
pub mod speed;

pub use accuracy::{Accuracy, EstimateError, Test};
pub use difficulty::{Difficulty, Lookup, MOST_CELLS, Progress, Size};
pub use shipped::{file_name, save, shipped, stored, usual_size};

use crate::physics::Arena;
use crate::vector::Vec2;

/// The four numbers that say how difficult a straight-in shot is (figure 3.6).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// The cut: the angle between the ways of cue ball and object ball, in degrees.
    pub alpha: f64,
    /// From object ball to pocket, in metres.
    pub d1: f64,
    /// From cue ball to ghost ball, in metres.
    pub d2: f64,
    /// The angle between the way of the object ball and the middle of the pocket, in degrees.
    pub beta: f64,
    /// Whether the pocket is a side pocket.
    pub side: bool,
}

/// Where a pocket is and how it lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mouth {
    /// The point that balls are aimed at.
    pub at: Vec2,
    /// The direction out of the pocket into the table.
    pub axis: Vec2,
    /// Whether it is a side pocket.
    pub side: bool,
}

impl Mouth {
    /// The mouth of a pocket.
    pub fn of(arena: &Arena, pocket: u8) -> Mouth {
        let (at, table) = (arena.mouth(pocket), &arena.table);
        let side = (at.y - 0.5 * table.length).abs() < 0.25 * table.length;
        let across = if at.x < 0.5 * table.width { 1.0 } else { -1.0 };
        let along = if at.y < 0.5 * table.length { 1.0 } else { -1.0 };
        let axis = if side { Vec2::new(across, 0.0) } else { Vec2::new(across, along).unit() };
        Mouth { at, axis, side }
    }

    /// The angle, in degrees, at which a ball that runs along a direction comes in.
    pub fn beta(&self, direction: Vec2) -> f64 {
        libm::acos((-self.axis.dot(direction.unit())).clamp(-1.0, 1.0)).to_degrees()
    }
}
