//! What a value is worth where values are averaged: payoff units, seen through a utility function.
//!
//! PrOM search averages (opponent-model thesis, formula 6.4), so its values must be on a scale where means make sense:
//! a win counts one, not the search's billion, and a guess what the evaluator's range makes of it. Section 6.2.5 adds
//! a utility function for MAX's attitude to risk; ours has constant absolute aversion `a`:
//! `U(x) = (1 - exp(-a x)) / a`, and `U(x) = x` for `a = 0`. A negative `a` seeks risk.

use plywood_core::{PayoffKind, Value};

use crate::scale::Scale;

/// How much more than a win of no distance a win at once is worth: nearer wins stay better.
const NEARNESS: f64 = 1e-3;
/// The cost of a ply of distance.
const PLY: f64 = 1e-9;

/// A utility function of constant risk aversion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Utility {
    /// Above zero MAX avoids risk, below zero MAX seeks it; zero is neutral.
    pub aversion: f64,
}

impl Utility {
    /// Means as they are.
    pub const NEUTRAL: Utility = Utility { aversion: 0.0 };

    /// The utility of a payoff.
    pub fn of(self, payoff: f64) -> f64 {
        if self.aversion == 0.0 { payoff } else { -libm::expm1(-self.aversion * payoff) / self.aversion }
    }

    /// The payoff that has a utility: of a mean, its certainty equivalent.
    pub fn inverse(self, utility: f64) -> f64 {
        if self.aversion == 0.0 { utility } else { -libm::log1p(-self.aversion * utility) / self.aversion }
    }

    /// The utility of a search's value; a nearer win is worth a little more.
    pub(super) fn worth<V: Value>(self, scale: &Scale<V>, value: V) -> f64 {
        let payoff = scale.payoff(value);
        let near = scale.distance(value).map_or(0.0, |distance| NEARNESS - PLY * f64::from(distance));
        self.of(payoff + payoff * near)
    }

    /// A mean utility as a payoff for a report.
    pub(super) fn payoff(self, utility: f64) -> f64 {
        self.inverse(utility)
    }

    /// The largest value whose worth is surely not above a utility; the lowest of all where nothing is sure.
    pub(super) fn at_most<V: Value>(self, scale: &Scale<V>, utility: f64) -> V {
        if scale.kind() == PayoffKind::Outcome || !utility.is_finite() {
            return V::LOWEST;
        }
        crate::alphabeta::at_most(self.inverse(utility) * f64::from(scale.unit()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utilities_rise_and_invert() {
        for aversion in [-0.5, 0.0, 0.5, 2.0] {
            let utility = Utility { aversion };
            let payoffs = (-20..=20).map(|tenths| f64::from(tenths) / 10.0);
            for payoff in payoffs {
                assert!(utility.of(payoff + 0.1) > utility.of(payoff));
                assert!((utility.inverse(utility.of(payoff)) - payoff).abs() < 1e-9);
            }
            let mean = (utility.of(-1.0) + utility.of(1.0)) / 2.0;
            assert_eq!(utility.inverse(mean) < 0.0, aversion > 0.0, "aversion lowers the worth of a gamble");
        }
    }
}
