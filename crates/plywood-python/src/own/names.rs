//! Numbers for moves and events, given as they are met, by their texts.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::prelude::*;

/// The moves, or the events, of a game so far.
pub struct Names {
    most: usize,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    numbers: HashMap<String, u32>,
    list: Vec<(String, Arc<Py<PyAny>>)>,
}

impl Names {
    /// The largest number of different ones.
    pub fn new(most: usize) -> Names {
        Names { most, known: Mutex::default() }
    }

    /// How many there can be.
    pub fn most(&self) -> usize {
        self.most
    }

    /// The number of what has this text; none where there are too many.
    pub fn number(&self, text: &str, object: &Bound<'_, PyAny>) -> Option<u32> {
        // Nothing of Python is called while the lock is held.
        let mut known = self.lock();
        if let Some(number) = known.numbers.get(text) {
            return Some(*number);
        }
        let number = known.list.len();
        if number >= self.most {
            return None;
        }
        known.numbers.insert(text.to_string(), number as u32);
        known.list.push((text.to_string(), Arc::new(object.clone().unbind())));
        Some(number as u32)
    }

    /// The text of a number.
    pub fn text(&self, number: u32) -> String {
        self.lock().list[number as usize].0.clone()
    }

    /// The object of a number.
    pub fn object(&self, number: u32) -> Arc<Py<PyAny>> {
        self.lock().list[number as usize].1.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
