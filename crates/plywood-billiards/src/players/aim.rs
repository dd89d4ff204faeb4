//! Geometry of aiming: where pockets are aimed at, ghost balls, clear paths, cues that fit.
//!
//! A ball goes where the line from the ghost ball through it points; the cue ball is sent at the ghost ball
//! (PickPocket thesis, section 3.1).

use crate::error_model::ErrorModel;
use crate::physics::Arena;
use crate::physics::clearance::lowest_elevation;
use crate::physics::shot::Shot;
use crate::players::tables::{Mouth, Shape};
use crate::table::Pockets;
use crate::table::layout::{CUE_BALL, Layout};
use crate::vector::Vec2;

/// Half the width of a pocket as a ball sees it, in radii.
const OPENING: f64 = 1.0;

/// A straight-in shot as geometry: the parameters of figure 3.6 of the PickPocket thesis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StraightIn {
    /// The ball to pocket.
    pub ball: u8,
    /// The pocket, by index.
    pub pocket: u8,
    /// Where the cue ball shall be when it meets the ball.
    pub ghost: Vec2,
    /// Direction of the aim, in degrees.
    pub phi: f64,
    /// Cosine of the cut angle.
    pub cut: f64,
    /// From ball to pocket.
    pub to_pocket: f64,
    /// From cue ball to ghost ball.
    pub to_ghost: f64,
}

impl StraightIn {
    /// The four numbers that say how difficult it is.
    pub fn shape(&self, arena: &Arena) -> Shape {
        let mouth = Mouth::of(arena, self.pocket);
        Shape {
            alpha: libm::acos(self.cut.clamp(-1.0, 1.0)).to_degrees(),
            d1: self.to_pocket,
            d2: self.to_ghost,
            beta: mouth.beta(mouth.at - self.ghost),
            side: mouth.side,
        }
    }

    /// A guess at how often the shot succeeds, from geometry alone.
    ///
    /// An error of the aim puts the ghost ball off by the way to it, which turns the ball's way by that over the diameter
    /// and the cut, which moves the ball by its way to the pocket. It falls if it arrives within `OPENING` radii of the
    /// middle of the mouth.
    pub fn success(&self, arena: &Arena, errors: &ErrorModel) -> f64 {
        let radius = arena.table.ball.radius;
        let off = errors.phi.to_radians() * self.to_ghost;
        let arrives_off = off / (2.0 * radius * self.cut) * self.to_pocket;
        if arrives_off > 0.0 {
            libm::erf(OPENING * radius / (std::f64::consts::SQRT_2 * arrives_off))
        } else {
            1.0
        }
    }
}

impl Arena {
    /// The point of a pocket that balls are aimed at: the middle of its mouth.
    pub fn mouth(&self, pocket: u8) -> Vec2 {
        let centre = self.outline.holes[pocket as usize].centre;
        match self.table.pockets {
            Pockets::Mouths { .. } => centre,
            _ => Vec2::new(centre.x.clamp(0.0, self.table.width), centre.y.clamp(0.0, self.table.length)),
        }
    }

    /// The pockets, by index.
    pub fn pockets(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.outline.holes.len() as u8
    }
}

/// Whether a ball can run from one point to another without touching a third ball.
pub fn is_clear(arena: &Arena, layout: &Layout, from: Vec2, to: Vec2, except: [u8; 2]) -> bool {
    let path = to - from;
    let length = path.norm_squared();
    let diameter = 2.0 * arena.table.ball.radius;
    layout.iter().filter(|(ball, _)| !except.contains(ball)).all(|(_, place)| {
        let share = if length > 0.0 { ((place - from).dot(path) / length).clamp(0.0, 1.0) } else { 0.0 };
        (from + path * share - place).norm() >= diameter
    })
}

/// The first ball that the cue ball meets when it runs straight in a direction; none where a rail comes first.
pub fn first_met(arena: &Arena, layout: &Layout, cue_ball: Vec2, phi: f64) -> Option<u8> {
    let (aim, diameter) = (Vec2::at_degrees(phi), 2.0 * arena.table.ball.radius);
    let contact = |(ball, place): (u8, Vec2)| {
        let (along, off) = (aim.dot(place - cue_ball), aim.cross(place - cue_ball));
        (along > 0.0 && off.abs() < diameter)
            .then(|| (along - (diameter * diameter - off * off).sqrt(), ball))
    };
    let first = layout.object_balls().filter_map(contact).min_by(|a, b| a.0.total_cmp(&b.0));
    first.filter(|(way, _)| arena.table.holds(cue_ball + aim * *way, 0.0)).map(|(_, ball)| ball)
}

/// The straight-in shot at a ball and a pocket, if it is geometrically possible: the ball between cue ball and pocket, the ghost ball on
/// the table and both ways clear.
pub fn straight_in(arena: &Arena, layout: &Layout, ball: u8, pocket: u8) -> Option<StraightIn> {
    let (cue_ball, target) = (layout.get(CUE_BALL)?, layout.get(ball)?);
    let mouth = arena.mouth(pocket);
    let line = mouth - target;
    let ghost = target - line.unit() * (2.0 * arena.table.ball.radius);
    let approach = ghost - cue_ball;
    let cut = approach.unit().dot(line.unit());
    let possible = cut > 0.02
        && arena.table.holds(ghost, 0.0)
        && is_clear(arena, layout, cue_ball, ghost, [CUE_BALL, ball])
        && is_clear(arena, layout, target, mouth, [CUE_BALL, ball])
        && faces_table(arena, mouth, line);
    possible.then(|| StraightIn {
        ball,
        pocket,
        ghost,
        phi: approach.degrees(),
        cut,
        to_pocket: line.norm(),
        to_ghost: approach.norm(),
    })
}

/// Whether a ball coming along this line enters the mouth from the front: side pockets are closed to balls along their rail.
fn faces_table(arena: &Arena, mouth: Vec2, line: Vec2) -> bool {
    let across = (mouth.x < 0.25 * arena.table.width || mouth.x > 0.75 * arena.table.width)
        && (mouth.y - 0.5 * arena.table.length).abs() < 0.25 * arena.table.length;
    !across || line.x.abs() > 0.3 * line.norm()
}

/// The shot with the lowest elevation at which the cue fits, raising the tip on the ball where the elevation alone is not enough.
pub fn make_room(arena: &Arena, layout: &Layout, shot: &Shot) -> Option<Shot> {
    let radius = arena.table.ball.radius * 1e3;
    [0.0, 0.3, 0.6].into_iter().find_map(|raise| {
        let raised = Shot { b: shot.b.max(raise * radius), ..*shot };
        Some(Shot { theta: lowest_elevation(arena, layout, &raised)?, ..raised })
    })
}

/// A speed that takes the ball of a straight-in shot to the pocket with something to spare: friction by the formulas of a
/// slide that turns into a roll, and what the cut keeps back.
pub fn firm_speed(arena: &Arena, shot: &StraightIn) -> f64 {
    let cloth = &arena.table.cloth;
    let (slide, roll) = (2.0 * cloth.sliding * cloth.gravity, 2.0 * cloth.rolling * cloth.gravity);
    // A ball starts sliding and keeps 5/7 of its speed once it rolls: 1.96 of the square is gone.
    let at_ball = 1.4 * (roll * (shot.to_pocket + 0.3)).sqrt();
    let at_ghost = (at_ball / shot.cut.max(0.1)).powi(2);
    // The cue ball meets the ball still sliding, or rolling if that is the longer way.
    let at_strike = (at_ghost + slide * shot.to_ghost).min(1.96 * (at_ghost + roll * shot.to_ghost)).sqrt();
    let gain = 2.0 / (1.0 + arena.table.ball.mass / arena.table.cue.mass);
    (at_strike / gain + 0.2).clamp(0.3, arena.table.cue.fastest)
}
