//! The memory under tables: zeros that the system hands out page by page, when they are first written.
//!
//! So a table costs what is used of it, and is there at once whatever its size. It is mapped, not allocated: an allocator
//! keeps what is given back and wipes it for the next table, used or not.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

use memmap2::{MmapMut, MmapRaw};
use plywood_core::Error;

/// Bytes that are wiped faster than the system would hand out fresh ones.
const LITTLE: usize = 16 << 20;
/// The least that any system has for a page, where mappings begin.
const LEAST_PAGE: usize = 1 << 12;
/// A multiple of what any system has for a page.
#[cfg(all(target_os = "linux", not(miri)))]
const WHOLE_PAGES: usize = 1 << 16;

/// A type whose value is empty when all its bits are zero.
///
/// # Safety
///
/// Zero bytes are a value of the type, and zero bytes may be written over any value of it that nobody
/// borrows.
pub unsafe trait Blank: Sync + Send {}

// SAFETY: the number zero.
unsafe impl Blank for AtomicU8 {}
// SAFETY: as above.
unsafe impl Blank for AtomicU16 {}
// SAFETY: as above.
unsafe impl Blank for AtomicU32 {}
// SAFETY: as above.
unsafe impl Blank for AtomicU64 {}
// SAFETY: an array has no bytes but those of its elements.
unsafe impl<T: Blank, const N: usize> Blank for [T; N] {}

/// A number of empty places.
#[derive(Debug)]
pub struct Room<P> {
    /// Mapped for this alone, and never seen as bytes: places are written through shared references.
    memory: MmapRaw,
    count: usize,
    places: PhantomData<P>,
}

impl<P: Blank> Room<P> {
    /// A place has nothing to drop, and is aligned as every mapping is: asked when the program is compiled.
    const FITS: () = assert!(!std::mem::needs_drop::<P>() && align_of::<P>() <= LEAST_PAGE);

    /// Room for `count` places, one at least; none where the system has too little memory.
    pub fn new(count: usize) -> Option<Room<P>> {
        const { Self::FITS };
        let count = count.max(1);
        let memory = MmapMut::map_anon(count.checked_mul(size_of::<P>())?).ok()?;
        in_large_pages(&memory);
        Some(Room { memory: memory.into(), count, places: PhantomData })
    }

    /// The same for a database, with an error where there is too little memory.
    pub fn for_entries(count: usize) -> Result<Room<P>, Error> {
        let short = || Error::new(format!("there is no memory for a database of {count} entries"));
        Room::new(count).ok_or_else(short)
    }

    /// Whether the system has memory for `count` places. To ask costs nothing: memory is taken when it is
    /// used.
    pub fn fits(count: usize) -> bool {
        Room::<P>::new(count).is_some()
    }

    /// Has a place brought near, before it is asked for.
    #[inline(always)]
    pub fn fetch(&self, place: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint, which reads nothing; the address is not even looked at where it is not the program's.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.start().wrapping_add(place).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = place;
    }

    /// Gives back the memory of the first places, which nobody needs any more: what they hold is not said.
    pub fn give_back(&mut self, first: usize) {
        #[cfg(all(target_os = "linux", not(miri)))]
        {
            let bytes = first.min(self.count) * size_of::<P>() / WHOLE_PAGES * WHOLE_PAGES;
            debug_assert!(bytes <= self.memory.len(), "what is given back was taken");
            // SAFETY: the mapping is nobody else's, so that pages which are given back are zeros when they
            // are read again, and zeros are a value of every place. No reference to a place outlives
            // `&mut self`.
            let _ =
                unsafe { self.memory.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, 0, bytes) };
        }
        #[cfg(any(not(target_os = "linux"), miri))]
        let _ = first;
    }

    /// Empties every place: a little memory is wiped, much of it is taken anew.
    pub fn clear(&mut self) {
        let fresh = if self.memory.len() > LITTLE { Room::new(self.count) } else { None };
        match fresh {
            Some(fresh) => *self = fresh,
            // It is little, or there is no room for both at a time.
            // SAFETY: the mapping holds `count` places, zeros are a value of each, and `&mut self` is the only way
            // to them.
            None => unsafe { self.start().write_bytes(0, self.count) },
        }
    }
}

impl<P> Room<P> {
    /// The first place: a pointer that may be written through, as places are.
    #[inline(always)]
    fn start(&self) -> *mut P {
        let start: *mut P = self.memory.as_mut_ptr().cast();
        debug_assert!(start.is_aligned() && self.count * size_of::<P>() <= self.memory.len());
        start
    }
}

impl<P: Blank> Deref for Room<P> {
    type Target = [P];
    #[inline(always)]
    fn deref(&self) -> &[P] {
        // SAFETY: the memory begins with a page and holds `count` places, each of which was made of zeros. It
        // is borrowed as places alone, and stays mapped as long as the room.
        unsafe { std::slice::from_raw_parts(self.start(), self.count) }
    }
}

/// Asks for large pages under memory, before it is touched: probes are scattered, and with small pages most of them
/// would also miss the processor's page buffer. Without them it is memory all the same, as it is under Miri, which takes
/// no advice.
fn in_large_pages(memory: &MmapMut) {
    #[cfg(all(target_os = "linux", not(miri)))]
    let _ = memory.advise(memmap2::Advice::HugePage);
    #[cfg(any(not(target_os = "linux"), miri))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn what_is_given_back_takes_nothing_else_with_it() {
        let mut room: Room<AtomicU16> = Room::new(300_000).unwrap();
        room.iter().for_each(|place| place.store(7, Relaxed));
        for first in [0, 1, 100_001, 200_003] {
            room.give_back(first);
            assert!(room[first..].iter().all(|place| place.load(Relaxed) == 7), "{first}");
        }
        #[cfg(all(target_os = "linux", not(miri)))]
        assert_eq!(room[0].load(Relaxed), 0);
        room.give_back(usize::MAX);
        assert_eq!(room.len(), 300_000);
    }

    /// What the slice of places rests on, and that they are emptied however many there are.
    #[test]
    fn places_are_aligned_as_many_as_asked_for_and_empty_when_cleared() {
        let large = if cfg!(miri) { 4000 } else { LITTLE / size_of::<AtomicU64>() + 1 };
        for count in [0, 1, 3, 1000, large] {
            let mut room: Room<AtomicU64> = Room::new(count).unwrap();
            assert_eq!(room.len(), count.max(1));
            assert!(room.as_ptr().is_aligned());
            let last = room.len() - 1;
            for _ in 0..2 {
                assert!(room.iter().all(|place| place.load(Relaxed) == 0), "{count}");
                room[0].store(u64::MAX, Relaxed);
                room[last].store(u64::MAX, Relaxed);
                room.clear();
            }
        }
        assert!(Room::<AtomicU64>::new(usize::MAX).is_none(), "no number of bytes is as large");
        assert!(Room::<AtomicU64>::new(usize::MAX / 8).is_none(), "no memory is as large");
    }

    #[test]
    fn places_that_are_not_there_can_be_brought_near_but_not_read() {
        let room: Room<AtomicU16> = Room::new(5).unwrap();
        [0, 5, usize::MAX].into_iter().for_each(|place| room.fetch(place));
        assert!(room.get(5).is_none());
    }

    #[test]
    fn threads_share_places() {
        let room: Room<AtomicU32> = Room::new(64).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| room.iter().for_each(|place| _ = place.fetch_add(1, Relaxed)));
            }
        });
        assert!(room.iter().all(|place| place.load(Relaxed) == 2));
    }
}
