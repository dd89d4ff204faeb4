//! The event loop allocates nothing: a counting allocator watches shots that a warm simulator plays.

use plywood_bench::billiards::ALL_WORK;
use plywood_billiards::physics::{Arena, Event, Simulator};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    // Of this thread alone: the test harness allocates on its own.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `System.alloc` with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn shots_allocate_nothing() {
    for name in ["poolfiz", "pooltool"] {
        let arena = Arena::preset(name);
        let mut simulator = Simulator::new(&arena);
        let mut log: Vec<Event> = Vec::with_capacity(20_000);
        for work in ALL_WORK {
            let cases = work.cases(&arena, 50, 2);
            let before = ALLOCATIONS.get();
            let mut events = 0;
            for (layout, shot) in &cases {
                log.clear();
                simulator.start_unchecked(layout, shot, &mut log);
                simulator.run(&mut log);
                events += simulator.events();
            }
            assert_eq!(ALLOCATIONS.get() - before, 0, "{name}, {}", work.name());
            assert!(events > 300);
        }
    }
}
