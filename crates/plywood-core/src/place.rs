//! A place in a game as people and programs give it: a game, a position of it, moves from there.

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::facade::{AnyGame, AnyLine, GameMaker};

/// Where in which game; the start of the game unless more is said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The game's spec.
    pub game: String,
    /// A position in the game's notation; the game's start without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves and events from there, with spaces or commas between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
}

/// A game, and a line of it.
pub type Opened = (Box<dyn AnyGame>, Box<dyn AnyLine>);

impl Place {
    /// Makes the game, and a line of it that ends at the place.
    pub fn open(&self, make: &GameMaker) -> Result<Opened, Error> {
        let game = make(&self.game).map_err(|error| error.context("game"))?;
        let line = self.line(&*game)?;
        Ok((game, line))
    }

    /// A line of the game that ends at the place; the game's spec is not looked at.
    pub fn line(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyLine>, Error> {
        let mut line = match &self.position {
            Some(text) => game.read(text).map_err(|error| error.context("position"))?,
            None => game.start(),
        };
        let moves = self.moves.as_deref().unwrap_or_default();
        for (index, text) in moves.split([' ', ',']).filter(|text| !text.is_empty()).enumerate() {
            line.step(text).map_err(|error| error.context(format!("step {} of the moves", index + 1)))?;
        }
        Ok(line)
    }
}
