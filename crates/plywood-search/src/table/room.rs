//! The memory under a table: noughts that the system hands out page by page, when they are first written.
//!
//! So a table costs what is used of it, and is there at once whatever its size. The allocator's own way to memory of
//! noughts is lazy only for alignments that it has anyway: room for one place more is asked for, and the places begin
//! where they are aligned.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;

use super::entry::Place;

/// So many empty places.
#[derive(Debug)]
pub(super) struct Room {
    memory: NonNull<u8>,
    layout: Layout,
    places: NonNull<Place>,
    count: usize,
}

// SAFETY: a room owns its memory, and places are atomic words.
unsafe impl Send for Room {}
// SAFETY: as above.
unsafe impl Sync for Room {}

impl Room {
    /// Room for so many places, one at least; none where the system has not so much memory.
    pub(super) fn new(count: usize) -> Option<Room> {
        let count = count.max(1);
        let layout = Layout::array::<Place>(count.checked_add(1)?).ok()?;
        let layout = Layout::from_size_align(layout.size(), align_of::<u64>()).ok()?;
        // SAFETY: the layout is not empty.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = memory.align_offset(align_of::<Place>());
        // SAFETY: the offset is less than the size of the place that is too many.
        let places = unsafe { memory.add(offset) }.cast::<Place>();
        in_large_pages(memory.as_ptr() as usize, layout.size());
        Some(Room { memory, layout, places, count })
    }

    /// Empties every place.
    pub(super) fn clear(&mut self) {
        match Room::new(self.count) {
            Some(fresh) => *self = fresh,
            // There is no room for both at a time.
            None => self.iter().for_each(Place::clear),
        }
    }
}

impl Deref for Room {
    type Target = [Place];
    #[inline(always)]
    fn deref(&self) -> &[Place] {
        // SAFETY: the memory holds so many places, each of which was made of noughts: an empty one.
        unsafe { std::slice::from_raw_parts(self.places.as_ptr(), self.count) }
    }
}

impl Drop for Room {
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
