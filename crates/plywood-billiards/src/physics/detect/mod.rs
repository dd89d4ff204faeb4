//! The next event and its time: contacts between balls, and between a ball and the boundary.
//!
//! All times are found inside the window in which nothing else can happen to the balls in question, with
//! cheap enclosures first: the three Bezier points of a quadratic path enclose it, so most candidates are
//! dismissed by a few products.

mod boundary;
mod circle;
pub mod roots;

pub use boundary::boundary_contact;
pub use circle::circle_contact;

/// A gap below this many metres is contact.
pub(crate) const CONTACT: f64 = 1e-11;
/// Two things at contact that approach slower than this, in metres a second, rest against each other.
pub(crate) const REST: f64 = 1e-11;
/// Half-accelerations toward each other below this are round-off.
pub(crate) const PUSH: f64 = 1e-13;
