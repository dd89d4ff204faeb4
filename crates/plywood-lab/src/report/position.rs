//! A position in words or as data: the player on turn, the legal moves or possible events, the result of a
//! finished game.

use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::{Nature, Picture, Turn};
use serde::{Deserialize, Serialize};

/// Everything that can be said of the end of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// The game's spec.
    pub game: String,
    /// The game's declaration about itself.
    pub nature: Nature,
    /// The position in the game's notation.
    pub position: String,
    /// Whose turn it is.
    pub turn: Turn,
    /// The legal moves.
    pub moves: Vec<String>,
    /// The possible chance events, with probabilities.
    pub events: Vec<(String, f64)>,
    /// The payoff of each player, where the game is over.
    pub payoffs: Option<Vec<f64>>,
    /// How the game ended, where it is over.
    pub ending: Option<String>,
    /// The position in characters.
    pub drawing: String,
    /// The position as a picture, with what clicks mean.
    pub picture: Picture,
}

impl Shown {
    /// Looks at the end of a line.
    pub fn new(game: &dyn AnyGame, line: &dyn AnyLine) -> Self {
        let over = line.turn() == Turn::Over;
        Self {
            game: game.spec(),
            nature: game.nature(),
            position: line.position(),
            turn: line.turn(),
            moves: line.moves(),
            events: line.events(),
            payoffs: over.then(|| line.payoffs()),
            ending: over.then(|| line.ending()),
            drawing: line.draw(),
            picture: line.picture(),
        }
    }

    /// The board, the position, whose turn it is and what can happen.
    pub fn text(&self) -> String {
        let below = match self.turn {
            Turn::Player(_) => format!("moves: {}", self.moves.join(" ")),
            Turn::Chance => format!("events: {}", events_in_words(&self.events)),
            Turn::Over => format!(
                "payoffs: {:?} (by {})",
                self.payoffs.as_deref().unwrap_or_default(),
                self.ending.as_deref().unwrap_or_default()
            ),
        };
        format!("{}\n{}\n{}\n{below}\n", self.drawing, self.position, turn_in_words(self.turn))
    }
}

/// Whose turn it is.
pub fn turn_in_words(turn: Turn) -> String {
    match turn {
        Turn::Player(player) => format!("player {} to move", player.0 + 1),
        Turn::Chance => "chance decides".to_string(),
        Turn::Over => "the game is over".to_string(),
    }
}

/// The possible chance events, each with its probability; events that cannot be listed are drawn.
pub fn events_in_words(events: &[(String, f64)]) -> String {
    if events.is_empty() {
        return "too many to list; they are drawn".to_string();
    }
    let words: Vec<String> =
        events.iter().map(|(name, probability)| format!("{name} ({probability:.4})")).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::mock;

    #[test]
    fn every_turn_has_its_words() {
        let game = mock::make("tokens(tokens=2, dice=on)").unwrap();
        let mut line = game.start();
        let first = Shown::new(&*game, &*line);
        assert!(first.text().ends_with("player 1 to move\nmoves: 1 2\n"), "{}", first.text());
        assert!(first.payoffs.is_none() && first.ending.is_none());
        line.step("1").unwrap();
        let thrown = Shown::new(&*game, &*line).text();
        assert!(thrown.contains("chance decides\nevents: "), "{thrown}");
        let mut line = mock::make("tokens(tokens=2)").unwrap().start();
        line.step("2").unwrap();
        let over = Shown::new(&*game, &*line);
        assert!(over.text().contains("the game is over\npayoffs: [1.0, -1.0] (by rules)"), "{}", over.text());
        assert!(events_in_words(&[]).contains("drawn"));
    }
}
