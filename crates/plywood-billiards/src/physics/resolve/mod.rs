//! The effect of an event on its balls. Collision models are in modules named after their source.

pub mod ball_ball;
pub mod cushion;
mod settle;
pub mod strike;

pub(crate) use settle::{settle_at_cushion, settle_together};
