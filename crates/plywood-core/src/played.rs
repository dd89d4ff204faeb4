//! A finished game as text: what a store hands to whoever learns from games or shows them.

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
    /// What every seat got.
    pub payoffs: Vec<f64>,
    /// How it ended.
    pub ending: String,
}
