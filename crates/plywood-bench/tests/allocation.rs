//! Shots and searches allocate nothing: a counting allocator watches a warm simulator, and frames played as playouts are.

use plywood_bench::billiards::ALL_WORK;
use plywood_billiards::game::Billiards;
use plywood_billiards::physics::{Arena, Event, Simulator};
use plywood_core::random::{Rng, seeded};
use plywood_core::{Game, Knowledge, Policy, Spec, StaticEvaluator, Turn};
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

/// Plays on to the end by a policy, looking at every position, and tells the allocations and the shots.
fn play_out(game: &Billiards, policy: &str, random: &mut Rng) -> (u64, u32) {
    let policy = game.policy(&Spec::word(policy)).unwrap();
    let evaluator = game.evaluator(&Spec::word("shots")).unwrap();
    let (_, mut position) = game.sample(&game.start(), random);
    let before = ALLOCATIONS.get();
    let mut shots = 0;
    while let Turn::Player(player) = game.turn(&position) {
        evaluator.look(game, &position, player);
        let stroke = policy.choose(game, &position, &mut (), random);
        position = game.sample(&game.play(&position, stroke), random).1;
        game.key(&position);
        shots += 1;
    }
    (ALLOCATIONS.get() - before, shots)
}

#[test]
fn playouts_allocate_nothing() {
    for spec in ["8ball", "9ball(table=pooltool)", "one_pocket(errors=low)"] {
        let game = Billiards::from_spec(&spec.parse().unwrap()).unwrap();
        for policy in ["nearest", "uniform"] {
            let mut random = seeded(1);
            (0..5).for_each(|_| {
                play_out(&game, policy, &mut random);
            });
            let (allocations, shots) = play_out(&game, policy, &mut random);
            assert_eq!(allocations, 0, "{spec} by {policy}, {shots} shots");
            assert!(shots > 3);
        }
    }
}
