//! Copies: games with the same start and the same steps, found by hash.
//!
//! Two deterministic players that meet from few openings play the same games over and over; counted as independent
//! they make a match look far more certain than it is.

use std::collections::HashMap;

use super::writer::Stored;

/// How many games of a set are really different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Copies {
    /// All games.
    pub games: u64,
    /// Different games.
    pub distinct: u64,
    /// How often the most frequent game occurs.
    pub largest: u64,
}

impl Copies {
    /// Counts copies among games of one pairing.
    pub fn count<'a>(games: impl IntoIterator<Item = &'a Stored>) -> Self {
        let mut seen: HashMap<u64, u64> = HashMap::new();
        for game in games {
            *seen.entry(game.hash).or_default() += 1;
        }
        Self {
            games: seen.values().sum(),
            distinct: seen.len() as u64,
            largest: seen.values().copied().max().unwrap_or(0),
        }
    }

    /// A warning where there are copies.
    pub fn warning(&self) -> Option<String> {
        (self.distinct < self.games).then(|| {
            format!(
                "only {} of {} games are distinct (one was played {} times): copies are not evidence; use more openings",
                self.distinct, self.games, self.largest
            )
        })
    }
}
