//! The savings of a table at several sizes of trees, and their change from one size to the next.

use crate::Estimate;
use plywood_lab::stats::median;

/// Per cent of evaluations saved at each of some sizes, for every tree.
pub type Saved = Vec<(f64, Vec<f64>)>;

/// How much less than the one before a saving may be that is said to grow, in per cent of evaluations; and how much more where it
/// is said to grow no more.
pub const TOLERANCE: f64 = 2.0;

/// The median saving at one size less that at another.
pub fn rise(from: &(f64, Vec<f64>), to: &(f64, Vec<f64>)) -> Estimate {
    Estimate::drawn(&[to.1.clone(), from.1.clone()], |ends| median(&ends[0]) - median(&ends[1]))
}

/// The change from each size to the next.
pub fn steps(saved: &[(f64, Vec<f64>)]) -> Vec<Estimate> {
    saved.windows(2).map(|pair| rise(&pair[0], &pair[1])).collect()
}
