//! Collisions of two balls of equal mass.

mod alciatore;
mod elastic;
mod fastfiz;

use crate::physics::evolve::{BallState, Motion};
use crate::table::Collision;

/// Changes the motion of two balls that touch, by the model of the table.
///
/// Models that are not symmetric take `first` as the ball that hits.
pub fn collide(model: &Collision, first: &mut BallState, second: &mut BallState, radius: f64) {
    let normal = (second.position - first.position).unit();
    let second_moved = second.motion.travels();
    first.motion = Motion::Sliding;
    second.motion = Motion::Sliding;
    match *model {
        Collision::Elastic => elastic::exchange(first, second, normal, 1.0),
        Collision::ConstantFriction { restitution, friction } => {
            alciatore::rub(first, second, normal, radius, restitution, |_| friction);
        }
        Collision::AlciatoreFriction { restitution, base, extra, decay } => {
            alciatore::rub(first, second, normal, radius, restitution, |slip| {
                base + extra * libm::exp(-decay * slip)
            });
        }
        Collision::Fastfiz { friction } => {
            fastfiz::collide(first, second, normal, radius, friction, second_moved)
        }
    }
}
