//! A position of a game that is written in Python.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, Weak};

use plywood::Turn;
use plywood::core::random::seed_of;
use pyo3::prelude::*;

/// A position: the object, its text, and what was asked about it before.
#[derive(Clone)]
pub struct Place(Arc<Content>);

struct Content {
    object: Py<PyAny>,
    text: String,
    key: u64,
    turn: Turn,
    moves: OnceLock<Arc<[u32]>>,
    /// The evaluation, by player.
    values: Box<[OnceLock<f64>]>,
    brood: Option<Brood>,
}

/// Positions that were made together, and are evaluated together.
#[derive(Clone, Default)]
pub struct Brood(Arc<Mutex<Vec<Weak<Content>>>>);

impl Brood {
    /// Those of the positions that are still there.
    fn members(&self) -> Vec<Place> {
        let list = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        list.iter().filter_map(|member| member.upgrade().map(Place)).collect()
    }
}

impl Place {
    /// A position with its text and turn, which belongs to a brood or to none.
    pub fn new(object: Py<PyAny>, text: String, turn: Turn, players: usize, brood: Option<&Brood>) -> Place {
        let values = (0..players).map(|_| OnceLock::new()).collect();
        let (key, moves) = (seed_of(&text), OnceLock::new());
        let place =
            Place(Arc::new(Content { object, text, key, turn, moves, values, brood: brood.cloned() }));
        if let Some(Brood(list)) = brood {
            list.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(Arc::downgrade(&place.0));
        }
        place
    }

    pub fn object(&self) -> &Py<PyAny> {
        &self.0.object
    }
    pub fn text(&self) -> &str {
        &self.0.text
    }
    pub fn key(&self) -> u64 {
        self.0.key
    }
    pub fn turn(&self) -> Turn {
        self.0.turn
    }

    /// The moves, where they were listed before.
    pub fn moves(&self) -> Option<Arc<[u32]>> {
        self.0.moves.get().cloned()
    }
    /// Remembers the moves.
    pub fn remember_moves(&self, moves: Arc<[u32]>) {
        // Another thread that was faster says the same.
        let _ = self.0.moves.set(moves);
    }

    /// The value for a player, where it was asked before.
    pub fn value(&self, player: usize) -> Option<f64> {
        self.0.values[player].get().copied()
    }
    /// Remembers a value.
    pub fn remember_value(&self, player: usize, value: f64) {
        let _ = self.0.values[player].set(value);
    }

    /// This position first, then those made with it that have no value for the player yet and are not over.
    pub fn companions(&self, player: usize) -> Vec<Place> {
        let members = self.0.brood.as_ref().map(Brood::members).unwrap_or_default();
        let waiting = members.into_iter().filter(|other| {
            !Arc::ptr_eq(&self.0, &other.0) && other.turn() != Turn::Over && other.value(player).is_none()
        });
        std::iter::once(self.clone()).chain(waiting).collect()
    }
}

/// Positions of the same text are the same.
impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        self.0.text == other.0.text
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.text)
    }
}
