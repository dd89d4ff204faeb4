//! Verdicts: a claim holds, does not hold, or is undecided, and then how many games would decide it.

use serde::Serialize;

use crate::stats::Interval;

/// What a measurement says about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The claim holds.
    Holds,
    /// It does not.
    DoesNotHold,
    /// The measurement is too small to say.
    Undecided {
        /// Games (or trees, positions) that would decide it, if the measured value is right.
        needed: Option<u64>,
    },
}

impl Verdict {
    /// From a plain comparison.
    pub fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::DoesNotHold }
    }

    /// The claim that a value lies above a threshold, measured with an interval from `games` games.
    pub fn above(interval: &Interval, threshold: f64, games: u64) -> Self {
        if interval.low > threshold {
            Self::Holds
        } else if interval.high < threshold {
            Self::DoesNotHold
        } else {
            Self::Undecided { needed: games_to_decide(interval, threshold, games) }
        }
    }

    /// The claim that a value lies below a threshold.
    pub fn below(interval: &Interval, threshold: f64, games: u64) -> Self {
        match Self::above(interval, threshold, games) {
            Self::Holds => Self::DoesNotHold,
            Self::DoesNotHold => Self::Holds,
            undecided => undecided,
        }
    }

    /// The verdict in words.
    pub fn words(self) -> String {
        match self {
            Self::Holds => "holds".to_string(),
            Self::DoesNotHold => "does not hold".to_string(),
            Self::Undecided { needed: Some(needed) } => format!("undecided; about {needed} would decide"),
            Self::Undecided { needed: None } => "undecided".to_string(),
        }
    }
}

/// How many games would part the value from the threshold: the interval shrinks as one over the root of their number.
pub fn games_to_decide(interval: &Interval, threshold: f64, games: u64) -> Option<u64> {
    let distance = (interval.value - threshold).abs();
    let ratio = interval.half_width() / distance;
    // Twice what just suffices on average, so that the next try decides more often than not.
    let needed = 2.0 * games as f64 * ratio * ratio;
    (needed.is_finite() && needed < 1e12).then(|| needed.ceil() as u64)
}

/// A claim's verdict with the numbers behind it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// The claim's id.
    pub claim: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What was seen, in a sentence.
    pub seen: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_how_much_more_it_takes() {
        let interval = Interval { value: 0.55, low: 0.45, high: 0.65 };
        let verdict = Verdict::above(&interval, 0.5, 100);
        assert_eq!(verdict, Verdict::Undecided { needed: Some(800) });
        assert_eq!(Verdict::above(&interval, 0.4, 100), Verdict::Holds);
        assert_eq!(Verdict::below(&interval, 0.4, 100), Verdict::DoesNotHold);
        assert_eq!(Verdict::above(&interval, 0.55, 100), Verdict::Undecided { needed: None });
    }
}
