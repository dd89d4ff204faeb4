//! Work over many numbers on every core: threads take shares of them one after the other.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Numbers that a thread takes at a time.
const SHARE: usize = 1 << 14;

/// Does a piece of work for every share of the numbers below `count`; what each thread gathered comes back, in no order
/// that means anything.
pub fn in_shares<T: Default + Send>(count: usize, work: impl Fn(&mut T, Range<usize>) + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from).min(count.div_ceil(SHARE).max(1));
    let run = || {
        let mut gathered = T::default();
        loop {
            let start = next.fetch_add(SHARE, Relaxed);
            if start >= count {
                return gathered;
            }
            work(&mut gathered, start..(start + SHARE).min(count));
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut all = vec![run()];
        all.extend(others.into_iter().map(|other| other.join().expect("the work does not panic")));
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_one_share() {
        for count in [0, 1, SHARE, 5 * SHARE + 3] {
            let parts = in_shares(count, |seen: &mut Vec<usize>, share| seen.extend(share));
            let mut all = parts.concat();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..count));
        }
    }
}
