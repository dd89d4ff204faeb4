//! The memory under tables: noughts that the system hands out page by page, when they are first written.
//!
//! So a table costs what is used of it, and is there at once whatever its size. The allocator's own way to memory of
//! noughts is lazy only for alignments that it has anyway: room for a cache line more is asked for, and the places begin
//! at one, so that places which share a line by their size do.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};

/// Bytes that are wiped faster than the system would hand out fresh ones.
const LITTLE: usize = 16 << 20;

/// Bytes that every system has.
const GIVEN: usize = 64 << 20;
/// Bytes of a cache line.
const LINE: usize = 64;

/// What is empty when all its bits are nought.
///
/// # Safety
///
/// Bytes of nought are a value of the type; it has nothing to drop, and threads may share it.
pub unsafe trait Blank: Sync + Send {}

// SAFETY: a number of nought.
unsafe impl Blank for AtomicU8 {}
// SAFETY: as above.
unsafe impl Blank for AtomicU32 {}
// SAFETY: as above.
unsafe impl Blank for AtomicU64 {}

/// So many empty places.
#[derive(Debug)]
pub struct Room<P> {
    memory: NonNull<u8>,
    layout: Layout,
    places: NonNull<P>,
    count: usize,
}

// SAFETY: a room owns its memory, and its places can be sent and shared.
unsafe impl<P: Blank> Send for Room<P> {}
// SAFETY: as above.
unsafe impl<P: Blank> Sync for Room<P> {}

impl<P: Blank> Room<P> {
    /// Room for so many places, one at least; none where the system has not so much memory.
    pub fn new(count: usize) -> Option<Room<P>> {
        const { assert!(align_of::<P>() <= LINE) };
        let count = count.max(1);
        let bytes = Layout::array::<P>(count).ok()?.size().checked_add(LINE)?;
        let layout = Layout::from_size_align(bytes, align_of::<u64>()).ok()?;
        // SAFETY: the layout is not empty.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = memory.align_offset(LINE);
        // SAFETY: the offset is less than the line that is too many.
        let places = unsafe { memory.add(offset) }.cast::<P>();
        in_large_pages(memory.as_ptr() as usize, layout.size());
        Some(Room { memory, layout, places, count })
    }

    /// Whether the system has memory for so many places. Little is always there, and is not asked for: memory that was
    /// had and given back is not lazy any more.
    pub fn fits(count: usize) -> bool {
        count <= GIVEN / size_of::<P>().max(1) || Room::<P>::new(count).is_some()
    }

    /// Has a place brought near, before it is asked for.
    #[inline(always)]
    pub fn fetch(&self, place: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint, which reads nothing; the address is not even looked at where it is not the program's.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.places.as_ptr().wrapping_add(place).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = place;
    }

    /// Empties every place: a little memory is wiped, much of it is taken anew.
    pub fn clear(&mut self) {
        let fresh = if self.layout.size() > LITTLE { Room::new(self.count) } else { None };
        match fresh {
            Some(fresh) => *self = fresh,
            // It is little, or there is no room for both at a time.
            // SAFETY: the memory holds so many places, nobody else refers to them, and noughts are empty ones.
            None => unsafe { self.places.write_bytes(0, self.count) },
        }
    }
}

impl<P: Blank> Deref for Room<P> {
    type Target = [P];
    #[inline(always)]
    fn deref(&self) -> &[P] {
        // SAFETY: the memory holds so many places, each of which was made of noughts: an empty one.
        unsafe { std::slice::from_raw_parts(self.places.as_ptr(), self.count) }
    }
}

impl<P> Drop for Room<P> {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout, and nothing refers to it any more.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) };
    }
}

/// Asks for large pages under memory, before it is touched: probes are scattered, and with small pages most of them
/// would also miss the processor's page buffer.
fn in_large_pages(start: usize, size: usize) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let (first, end) = (start.next_multiple_of(PAGE), start + size);
        // SAFETY: the pages lie within the memory, and the advice does not change what they hold.
        unsafe { libc::madvise(first as *mut _, end.saturating_sub(first), libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, size);
}
