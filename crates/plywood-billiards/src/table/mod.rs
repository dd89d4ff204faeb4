//! Everything that describes a table: balls, cloth, cushions, pockets, cue and the collision models that go with them.
//!
//! A [`Table`] is plain data that can be read from and written to TOML; [`Arena`](crate::physics::Arena) is the form
//! the simulator runs on. Presets: [`Table::preset`]. Lengths in metres, masses in kilograms, angles in degrees.

mod file;
pub mod layout;
mod outline;
mod presets;

pub use file::TableError;
pub use outline::{Jaw, JawPockets, Outline, PocketCircle, StraightCushion, Surface, Wall, WallPart};
pub use presets::PRESETS;

use crate::vector::Vec2;
use serde::{Deserialize, Serialize};

/// A complete table description.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The name of the table.
    pub name: String,
    /// Playing surface across, between the noses of the cushions.
    pub width: f64,
    /// Playing surface along.
    pub length: f64,
    /// The balls, all alike.
    pub ball: Ball,
    /// The cloth.
    pub cloth: Cloth,
    /// How balls collide with one another.
    pub collision: Collision,
    /// The cushions and how balls rebound from them.
    pub cushion: Cushion,
    /// The cue, how it strikes, and the limits it is held to.
    pub cue: Cue,
    /// The shape of the boundary.
    pub pockets: Pockets,
    /// How tightly balls are racked.
    pub rack: Rack,
}

/// A ball.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ball {
    /// Mass.
    pub mass: f64,
    /// Radius.
    pub radius: f64,
}

/// Friction between ball and cloth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cloth {
    /// Coefficient of a ball that slides.
    pub sliding: f64,
    /// Coefficient of a ball that rolls.
    pub rolling: f64,
    /// Coefficient of side spin: it decays at `5 spinning g / 2R`.
    pub spinning: f64,
    /// What part of that decay applies while the ball slides (FastFiz: a quarter).
    pub spinning_while_sliding: f64,
    /// Acceleration of gravity.
    pub gravity: f64,
}

/// The model of a collision between two balls.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "model", rename_all = "snake_case", deny_unknown_fields)]
pub enum Collision {
    /// Frictionless and elastic: normal velocities are exchanged.
    Elastic,
    /// Inelastic, with one coefficient of friction for any speed.
    ConstantFriction {
        /// Coefficient of restitution.
        restitution: f64,
        /// Coefficient of friction between balls.
        friction: f64,
    },
    /// Inelastic, with friction that falls with the speed of the slip: `base + extra exp(-decay |slip|)` (Alciatore, TP A-14).
    AlciatoreFriction {
        /// Coefficient of restitution.
        restitution: f64,
        /// Friction at high speed.
        base: f64,
        /// The part that low speed adds.
        extra: f64,
        /// How fast that vanishes with speed, in seconds a metre.
        decay: f64,
    },
    /// As FastFiz does to match poolfiz.
    Fastfiz {
        /// Coefficient of friction between balls.
        friction: f64,
    },
}

/// The cushions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cushion {
    /// How a ball rebounds.
    pub model: CushionModel,
    /// Coefficient of restitution.
    pub restitution: f64,
    /// Coefficient of friction between ball and cushion.
    pub friction: f64,
    /// Height of the nose over the cloth.
    pub height: f64,
}

/// The model of a rebound from a cushion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CushionModel {
    /// The normal velocity is reversed and multiplied by the restitution; spin is kept.
    Simple,
    /// Han, "Dynamics in carom and three cushion billiards", 2005.
    Han2005,
    /// Mathavan, Jackson, Parkin, "A theoretical analysis of billiard ball dynamics under cushion impacts", 2010.
    Mathavan2010,
    /// As FastFiz does: both velocities times 0.9, spin times 0.1.
    Fastfiz,
}

/// The cue.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cue {
    /// How the tip sets the ball in motion.
    pub model: StrikeModel,
    /// Mass of the cue.
    pub mass: f64,
    /// Mass of the end that moves sideways in a strike off centre, which makes the ball squirt; none for no squirt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_mass: Option<f64>,
    /// Length of the cue, for its clearance.
    pub length: f64,
    /// Height of the rails that the cue has to clear.
    pub rail_height: f64,
    /// Fastest strike that is allowed.
    pub fastest: f64,
    /// Steepest elevation that is allowed, in degrees.
    pub steepest: f64,
}

/// How offsets of the tip are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrikeModel {
    /// Offsets in the frame of the ball, with the correction factors of FastFiz (Leckie and Greenspan, equations 1 to 3).
    Fastfiz,
    /// Offsets in the frame of the cue, as the shooter sees them (Alciatore, TP A-30).
    Alciatore,
}

/// The shape of the boundary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "shape", rename_all = "snake_case")]
pub enum Pockets {
    /// Four cushions, no pockets.
    None,
    /// Plain mouths without jaws: a ball that reaches the line of the mouth is pocketed.
    Mouths {
        /// Width of a corner mouth, from horn to horn.
        corner: f64,
        /// Width of a side mouth.
        side: f64,
    },
    /// Pockets with rounded jaws.
    Jaws(JawPockets),
    /// Every cushion, jaw and pocket spelled out.
    Outline(Outline),
}

/// How balls are racked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rack {
    /// Every ball is moved at random by at most half this much, so that gaps are between nothing and twice this.
    pub gap: f64,
}

impl Table {
    /// The middle of the head string, a quarter along the table: the player breaks from behind it.
    pub fn head_spot(&self) -> Vec2 {
        Vec2::new(0.5 * self.width, 0.25 * self.length)
    }

    /// The foot spot, three quarters along the table: the rack starts there.
    pub fn foot_spot(&self) -> Vec2 {
        Vec2::new(0.5 * self.width, 0.75 * self.length)
    }

    /// Whether a ball centre lies between the cushions, so that no part of the ball is over a rail.
    pub fn holds(&self, centre: Vec2, tolerance: f64) -> bool {
        let radius = self.ball.radius - tolerance;
        centre.x >= radius
            && centre.x <= self.width - radius
            && centre.y >= radius
            && centre.y <= self.length - radius
    }
}
