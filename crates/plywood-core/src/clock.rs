//! A player's clock: the time left for a whole game, and the time that each move adds.
//!
//! A clock is written `10m`, or `1m+0.5s` where each move adds half a second. [`Clock::share`] plans the time
//! of a move for every search that keeps a budget in time; all searches use the same plan, so none gains by
//! it. A share is never more than half of the time left, so a player that keeps to its share does not
//! overstep.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::quantity;

/// The time left, and the time that a move adds, in seconds.
///
/// ```
/// use plywood_core::Clock;
///
/// let mut clock: Clock = "1m+0.5s".parse()?;
/// assert_eq!((clock.left, clock.increment), (60.0, 0.5));
/// assert!(clock.spend(10.0).is_ok());
/// assert_eq!(clock.left, 50.5);
/// # Ok::<(), plywood_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// The time left.
    pub left: f64,
    /// The time that each move adds once it is made.
    pub increment: f64,
}

/// Moves that a player is assumed to have left, where the game may last longer or does not say.
const MANY: u32 = 25;
/// Moves that are kept in reserve near the end.
const FEW: u32 = 6;

impl Clock {
    /// The time for a move of a player that has at most `moves` moves left.
    ///
    /// ```
    /// use plywood_core::Clock;
    ///
    /// let clock = Clock { left: 60.0, increment: 0.0 };
    /// assert_eq!(clock.share(Some(20)), 3.0);
    /// ```
    pub fn share(&self, moves: Option<u32>) -> f64 {
        let moves = moves.unwrap_or(MANY).clamp(FEW, MANY);
        let fair = self.left / f64::from(moves) + 0.75 * self.increment;
        fair.min(self.left / 2.0).max(0.0)
    }

    /// Takes what a move cost and adds what it gains; where it was too much, by how much.
    ///
    /// # Errors
    ///
    /// If the move took more than was left; the error is the time overstepped, in seconds.
    pub fn spend(&mut self, seconds: f64) -> Result<(), f64> {
        self.left -= seconds;
        if self.left < 0.0 {
            return Err(-self.left);
        }
        self.left += self.increment;
        Ok(())
    }
}

impl FromStr for Clock {
    type Err = Error;
    fn from_str(text: &str) -> Result<Clock, Error> {
        let (left, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let read = |word: &str| quantity::seconds(word.trim());
        match (read(left), read(increment)) {
            (Some(left), Some(increment)) if left > 0.0 => Ok(Clock { left, increment }),
            _ => Err(Error::new(format!("expected a clock such as 10m or 1m+0.5s, found {text:?}"))),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}s", self.left)?;
        if self.increment > 0.0 { write!(out, "+{}s", self.increment) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for (text, left, increment, written) in [
            ("10m", 600.0, 0.0, "600s"),
            ("1m+0.5s", 60.0, 0.5, "60s+0.5s"),
            ("90s + 1s", 90.0, 1.0, "90s+1s"),
        ] {
            let clock: Clock = text.parse().unwrap();
            assert_eq!(clock, Clock { left, increment });
            assert_eq!(clock.to_string(), written);
            assert_eq!(written.parse::<Clock>(), Ok(clock));
        }
        for wrong in ["", "10", "0s", "+1s", "1m+", "1m+1", "-1m", "1m+-1s"] {
            assert!(wrong.parse::<Clock>().unwrap_err().to_string().contains("1m+0.5s"), "{wrong}");
        }
    }

    /// However long a game lasts, a player that keeps to its share has time left, and uses most of it.
    #[test]
    fn who_keeps_the_plan_never_oversteps() {
        for (text, moves) in [("10s", 30), ("10s", 500), ("1s+0.1s", 200), ("10m", 1)] {
            let mut clock: Clock = text.parse().unwrap();
            for made in 0..moves {
                let share = clock.share(Some(moves - made));
                assert!(share > 0.0 && share <= clock.left / 2.0);
                clock.spend(share).unwrap();
            }
        }
        let mut clock: Clock = "10s".parse().unwrap();
        (0..30).for_each(|made| clock.spend(clock.share(Some(30 - made))).unwrap());
        assert!(clock.left < 3.5, "{clock}");
        let over = clock.left + 2.0;
        assert!((clock.spend(over).unwrap_err() - 2.0).abs() < 1e-9);
    }
}
