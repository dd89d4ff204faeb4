//! Values computed at positions, kept by key.
//!
//! Probes of several opponent types meet the same leaves (opponent-model thesis, section 6.4.1): an
//! evaluation, or the expensive part of one, is computed once and remembered. A cache has a fixed size; newer
//! positions displace older ones, and a position is identified by its key. Several threads may use it.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use plywood_core::Value;
use plywood_core::random::mix;

use crate::room::Room;

/// Evaluations by key, each a word beside a check: what another thread has half written is not known.
#[derive(Debug)]
pub struct Evaluations<V> {
    places: Room<Pair>,
    /// Keys are combined with it: another number forgets everything.
    age: AtomicU64,
    closed: AtomicBool,
    values: PhantomData<V>,
}

/// The key combined with a value's bits, and the bits. No key leads to noughts: keys are odd.
type Pair = [AtomicU64; 2];

/// Bytes of a value that is kept.
pub const ENTRY_BYTES: usize = size_of::<Pair>();

impl<V: Value> Evaluations<V> {
    /// Room for a number of positions.
    ///
    /// # Panics
    ///
    /// If the system has too little memory.
    pub fn new(places: usize) -> Arc<Evaluations<V>> {
        Arc::new(Evaluations {
            places: Room::new(places).unwrap_or_else(|| panic!("no memory for {places} evaluations")),
            age: AtomicU64::new(0),
            closed: AtomicBool::new(false),
            values: PhantomData,
        })
    }

    /// Whether nothing is to be recalled for now; what is made is kept all the same.
    pub fn close(&self, closed: bool) {
        self.closed.store(closed, Relaxed);
    }

    /// What is kept for a key, or what is made now.
    #[inline]
    pub fn recall(&self, key: u64, make: impl FnOnce() -> V) -> V {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let key = (key ^ self.age.load(Relaxed)) | 1;
        let place = ((u128::from(key) * self.places.len() as u128) >> 64) as usize;
        let [check, bits] = &self.places[place];
        let kept = bits.load(Relaxed);
        if check.load(Relaxed) ^ kept.wrapping_mul(SPREAD) == key && !self.closed.load(Relaxed) {
            return V::from_bits(kept);
        }
        let value = make();
        bits.store(value.to_bits(), Relaxed);
        check.store(key ^ value.to_bits().wrapping_mul(SPREAD), Relaxed);
        value
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.age.store(mix(self.age.load(Relaxed).wrapping_add(1)), Relaxed);
    }
}

/// The parts of evaluations by key, and how often they were made.
#[derive(Debug)]
pub struct Cache<T> {
    slots: Vec<Mutex<Option<(u64, T)>>>,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl<T: Clone> Cache<T> {
    /// A cache of a number of positions.
    pub fn new(slots: usize) -> Arc<Cache<T>> {
        let slots = (0..slots.max(1)).map(|_| Mutex::new(None)).collect();
        Arc::new(Cache { slots, hits: AtomicU64::new(0), misses: AtomicU64::new(0) })
    }

    /// What is kept for a key, or what is made now.
    pub fn recall(&self, key: u64, make: impl FnOnce() -> T) -> T {
        let place = ((u128::from(key) * self.slots.len() as u128) >> 64) as usize;
        let mut slot = self.slots[place].lock().expect("making a value does not panic");
        match &*slot {
            Some((kept, value)) if *kept == key => {
                self.hits.fetch_add(1, Relaxed);
                value.clone()
            }
            _ => {
                let value = make();
                self.misses.fetch_add(1, Relaxed);
                *slot = Some((key, value.clone()));
                value
            }
        }
    }

    /// How often something was remembered, and how often it had to be made.
    pub fn counts(&self) -> (u64, u64) {
        (self.hits.load(Relaxed), self.misses.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_made_once_until_forgotten() {
        let kept = Evaluations::<f64>::new(1 << 10);
        let recall = |key: u64, value: f64| {
            let mut made = false;
            let found = kept.recall(mix(key), || {
                made = true;
                value
            });
            (found, made)
        };
        assert_eq!(recall(1, 0.0), (0.0, true), "nothing is known at first, zeros neither");
        assert_eq!(recall(1, 2.0), (0.0, false));
        kept.close(true);
        assert_eq!(recall(1, 3.0), (3.0, true), "a closed one only learns");
        kept.close(false);
        assert_eq!(recall(1, 4.0), (3.0, false));
        kept.clear();
        assert_eq!(recall(1, 5.0), (5.0, true));
        // Many more positions than places: whatever is recalled is that position's own.
        for key in (2..20_000).chain(2..20_000) {
            assert_eq!(recall(key, key as f64).0, key as f64);
        }
    }
}
