//! What was computed at positions, kept by key.
//!
//! Probes of several opponent types meet the same leaves (opponent-model thesis, section 6.4.1): an evaluation, or the
//! costly part of one, is made once and remembered. The cache is of fixed size and newer positions displace older
//! ones; a position is known by its key. Several threads may use it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// What was found at positions, by key.
#[derive(Debug)]
pub struct Cache<T> {
    slots: Vec<Mutex<Option<(u64, T)>>>,
    hits: AtomicU64,
    misses: AtomicU64,
    closed: AtomicBool,
}

impl<T: Clone> Cache<T> {
    /// A cache of so many positions.
    pub fn new(slots: usize) -> Arc<Cache<T>> {
        let slots = (0..slots.max(1)).map(|_| Mutex::new(None)).collect();
        Arc::new(Cache {
            slots,
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
            closed: AtomicBool::new(false),
        })
    }

    /// Whether nothing is to be recalled for now; what is made is kept all the same.
    pub fn close(&self, closed: bool) {
        self.closed.store(closed, Ordering::Relaxed);
    }

    /// What is kept for a key, or what is made now.
    pub fn recall(&self, key: u64, make: impl FnOnce() -> T) -> T {
        let place = ((u128::from(key) * self.slots.len() as u128) >> 64) as usize;
        let mut slot = self.slots[place].lock().expect("making a value does not panic");
        match &*slot {
            Some((kept, value)) if *kept == key && !self.closed.load(Ordering::Relaxed) => {
                self.hits.fetch_add(1, Ordering::Relaxed);
                value.clone()
            }
            _ => {
                let value = make();
                self.misses.fetch_add(1, Ordering::Relaxed);
                *slot = Some((key, value.clone()));
                value
            }
        }
    }

    /// How often something was remembered, and how often it had to be made.
    pub fn counts(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed))
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.slots.iter().for_each(|slot| *slot.lock().expect("making a value does not panic") = None);
    }
}
