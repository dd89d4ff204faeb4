//! Marks that threads on one tree leave at their nodes, so that other threads search other nodes first.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The nodes being searched, as marks; zero is none. A mark that displaces another or is taken away
/// too soon costs time, never the value.
#[derive(Debug)]
pub struct Marks(Vec<AtomicU64>);

impl Default for Marks {
    fn default() -> Self {
        Marks((0..Self::PLACES).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Marks {
    const PLACES: usize = 1 << 12;

    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.0[(mark >> 32) as usize % Self::PLACES]
    }
    /// Whether somebody is there.
    pub fn has(&self, mark: u64) -> bool {
        self.place(mark).load(Relaxed) == mark
    }
    /// Leaves a mark, which is not zero.
    pub fn set(&self, mark: u64) {
        self.place(mark).store(mark, Relaxed);
    }
    /// Takes a mark away.
    pub fn take(&self, mark: u64) {
        // Only if nobody put another one there meanwhile.
        let _ = self.place(mark).compare_exchange(mark, 0, Relaxed, Relaxed);
    }
}
