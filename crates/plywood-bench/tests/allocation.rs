//! Shots and searches allocate nothing: a counting allocator watches a warm simulator, and frames played as playouts are.

use allocation_counter::measure;
use plywood_bench::billiards::ALL_WORK;
use plywood_billiards::game::Billiards;
use plywood_billiards::physics::{Arena, Event, Simulator};
use plywood_core::random::{Rng, seeded};
use plywood_core::{Game, Knowledge, Policy, Spec, StaticEvaluator, Turn};

#[test]
fn shots_allocate_nothing() {
    for name in ["poolfiz", "pooltool"] {
        let arena = Arena::preset(name);
        let mut simulator = Simulator::new(&arena);
        let mut log: Vec<Event> = Vec::with_capacity(20_000);
        for work in ALL_WORK {
            let cases = work.cases(&arena, 50, 2);
            let mut events = 0;
            let allocations = measure(|| {
                for (layout, shot) in &cases {
                    log.clear();
                    simulator.start_unchecked(layout, shot, &mut log);
                    simulator.run(&mut log);
                    events += simulator.events();
                }
            });
            assert_eq!(allocations.count_total, 0, "{name}, {}", work.name());
            assert!(events > 300);
        }
    }
}

/// Plays on to the end by a policy, looking at every position, and tells the allocations and the shots.
fn play_out(game: &Billiards, policy: &str, random: &mut Rng) -> (u64, u32) {
    let policy = game.policy(&Spec::word(policy)).unwrap();
    let evaluator = game.evaluator(&Spec::word("shots")).unwrap();
    let (_, mut position) = game.sample(&game.start(), random);
    let mut shots = 0;
    let allocations = measure(|| {
        while let Turn::Player(player) = game.turn(&position) {
            evaluator.look(game, &position, player);
            let stroke = policy.choose(game, &position, &mut (), random);
            position = game.sample(&game.play(&position, stroke), random).1;
            game.key(&position);
            shots += 1;
        }
    });
    (allocations.count_total, shots)
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
