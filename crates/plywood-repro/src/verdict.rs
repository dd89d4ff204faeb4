//! Verdicts: a claim holds, does not hold, or is undecided, and then how many games would decide it.

use serde::Serialize;

use plywood_lab::stats::Interval;

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

    /// The claim that a value lies within a range.
    pub fn within(interval: &Interval, (low, high): (f64, f64), games: u64) -> Self {
        Self::all([Self::above(interval, low, games), Self::below(interval, high, games)])
    }

    /// The claim that a value is nought as far as can be told: its interval says nothing else.
    pub fn nought(interval: &Interval) -> Self {
        Self::of(interval.contains(0.0))
    }

    /// Several claims at once.
    pub fn all(claims: impl IntoIterator<Item = Self>) -> Self {
        claims.into_iter().fold(Self::Holds, |all, claim| match (all, claim) {
            (Self::DoesNotHold, _) | (_, Self::DoesNotHold) => Self::DoesNotHold,
            (Self::Undecided { needed: one }, Self::Undecided { needed: other }) => {
                Self::Undecided { needed: one.zip(other).map(|(one, other)| one.max(other)) }
            }
            (Self::Undecided { needed }, _) | (_, Self::Undecided { needed }) => Self::Undecided { needed },
            _ => Self::Holds,
        })
    }

    /// The claim that most of several claims hold.
    pub fn most(claims: &[Self]) -> Self {
        let count = |wanted: Self| claims.iter().filter(|claim| **claim == wanted).count();
        match (2 * count(Self::Holds) > claims.len(), 2 * count(Self::DoesNotHold) >= claims.len()) {
            (true, _) => Self::Holds,
            (_, true) => Self::DoesNotHold,
            _ => Self::Undecided { needed: None },
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

    #[test]
    fn ranges_and_several_claims() {
        let interval = Interval { value: 3.0, low: 2.6, high: 3.4 };
        assert_eq!(Verdict::within(&interval, (2.5, 3.5), 10), Verdict::Holds);
        assert_eq!(Verdict::within(&interval, (3.5, 4.5), 10), Verdict::DoesNotHold);
        assert!(matches!(Verdict::within(&interval, (3.2, 4.0), 10), Verdict::Undecided { .. }));
        assert_eq!(Verdict::nought(&interval), Verdict::DoesNotHold);
        let open = Verdict::Undecided { needed: Some(7) };
        assert_eq!(Verdict::all([Verdict::Holds, open]), open);
        assert_eq!(Verdict::all([open, Verdict::DoesNotHold]), Verdict::DoesNotHold);
        assert_eq!(Verdict::most(&[Verdict::Holds, Verdict::Holds, Verdict::DoesNotHold]), Verdict::Holds);
        assert_eq!(Verdict::most(&[Verdict::Holds, open]), Verdict::Undecided { needed: None });
    }
}
