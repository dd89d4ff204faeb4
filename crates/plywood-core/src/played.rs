//! A finished game as text, as a store hands it to code that learns from games or shows them.

use serde::{Deserialize, Serialize};

/// A game from its start to its end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The game's spec.
    pub game: String,
    /// The position it started from; the empty text is the game's own start.
    pub start: String,
    /// Its moves and events from there.
    pub steps: Vec<String>,
    /// The players' specs by seat.
    pub players: Vec<String>,
    /// The payoff of every seat.
    pub payoffs: Vec<f64>,
    /// How it ended.
    pub ending: String,
}

/// When and as part of what a game was played: what its record says beside the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occasion {
    /// The match or experiment.
    pub event: String,
    /// Year, month and day.
    pub date: (i64, u32, u32),
    /// The number of the game, such as `1.3` for the third of the first pairing.
    pub round: String,
}

/// A game of a file of others: how it went, and the score that the file knows for one of its positions.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded<L> {
    /// Its moves.
    pub line: L,
    /// After how many plies the score is known, and the score for the player on turn there.
    pub score: Option<(usize, f64)>,
}
