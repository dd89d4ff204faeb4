//! What the player has beyond the thesis: features, specified shots, chances that are sampled or ignored.

use crate::game;
use plywood_billiards::game::Billiards;
use plywood_billiards::game::rack::scatter;
use plywood_billiards::game::rules::{CueBall, Discipline, GameState, Group, Stage};
use plywood_billiards::players::pickpocket::{
    Breadth, Chances, Decision, Features, Method, PickPocket, Prune, Settings, Weights,
};
use plywood_billiards::table::layout::Layout;
use plywood_core::random::{derive, seeded};
use plywood_core::{Budget, Stop};

fn decide(game: &Billiards, settings: &Settings, state: &GameState, seed: u64) -> Decision {
    let player = PickPocket::new(game, settings.clone()).unwrap();
    let (decision, _) = player.decide(game, state, &Budget::UNSET, seed, &Stop::new());
    decision.stroke.check(&game.arena, state).unwrap_or_else(|error| panic!("{state}: {error}"));
    decision
}

fn on_table(discipline: Discipline, layout: Layout) -> GameState {
    let start = GameState::before_break(discipline, layout);
    let group = (discipline == Discipline::EightBall).then_some(Group::Solids);
    GameState { stage: Stage::Play, cue_ball: CueBall::Table, group, ..start }
}

fn eight_ball(layout: &str) -> GameState {
    on_table(Discipline::EightBall, layout.parse().unwrap())
}

/// Few samples, for tests.
fn quick() -> Settings {
    let below = Breadth { samples: 2, pairs: 2, variants: 2 };
    Settings { samples: 4, variants: 3, below, ..Settings::default() }
}

const FEATURES: Features = Features { open: 0.3, centre: 0.2, balls: 0.4, apart: 0.5 };

/// All of them in all games: a stroke for every state, the same pruned or not, on one thread or two.
#[test]
fn pruning_and_threads_change_nothing() {
    let ways = [
        Settings { features: FEATURES, ..quick() },
        Settings { specify: Some(2), root: Some(6), ..quick() },
        Settings { t0: 9.0, t1: 9.0, depth: 1, ..quick() },
        Settings {
            method: Method::Probabilistic,
            chances: Chances::Sampled,
            weights: Weights::Count,
            ..quick()
        },
    ];
    let specs = ["8ball", "8.5ball", "9ball", "one_pocket", "snooker", "cutthroat(players=3)"];
    let mut random = seeded(21);
    for (number, spec) in specs.into_iter().enumerate() {
        let game = game(spec);
        for (index, way) in ways.iter().enumerate() {
            let layout = scatter(&game.arena.table, 8, &mut random);
            let state = on_table(game.discipline, layout);
            let seed = derive(number as u64, index as u64);
            let whole = decide(&game, &Settings { prune: Prune::Off, ..way.clone() }, &state, seed);
            assert_eq!(whole, decide(&game, way, &state, seed), "{state}: {way:?}");
            let shared = decide(&game, &Settings { threads: 2, ..way.clone() }, &state, seed);
            assert_eq!(whole, shared, "{state}: {way:?}");
        }
    }
}

/// What a shot is worth that leaves a state with a feature, beside the same without it.
#[test]
fn features_count() {
    let game = game("8ball(errors=none)");
    let worth = |features, layout: &str| {
        let settings = Settings { features, depth: 1, samples: 1, variants: 1, ..Settings::default() };
        decide(&game, &settings, &eight_ball(layout), 1).score
    };
    let none = Features::default();
    let only = |layout: &str, features| worth(features, layout) - worth(none, layout);
    // Ball 1 falls; 2 and 3 lie free or touch, in the middle or at a rail.
    let free = "0@0.3:0.3 1@0.15:0.15 2@0.5:1.0 3@0.7:1.0 9@0.9:1.9 8@0.1:1.5";
    let touching = "0@0.3:0.3 1@0.15:0.15 2@0.5:1.0 3@0.5572:1.0 9@0.9:1.9 8@0.1:1.5";
    let at_rail = "0@0.3:0.3 1@0.15:0.15 2@0.03:1.0 3@1.08:1.0 9@0.9:1.9 8@0.1:1.5";
    let apart = Features { apart: 1.0, ..none };
    assert!(only(free, apart) > only(touching, apart) + 0.1);
    let balls = Features { balls: 1.0, ..none };
    assert!(only(free, balls) > only(at_rail, balls) + 0.1);
    let centre = Features { centre: 1.0, ..none };
    assert!((0.05..0.95).contains(&only(free, centre)));
}

/// Without error every way to say how likely a shot succeeds says the same.
#[test]
fn chances_agree_where_there_is_no_error() {
    let game = game("8ball(errors=none)");
    let mut random = seeded(8);
    for number in 0..20 {
        let state = on_table(game.discipline, scatter(&game.arena.table, 6, &mut random));
        let of = |chances| {
            let settings = Settings { method: Method::Probabilistic, chances, ..quick() };
            decide(&game, &settings, &state, number)
        };
        let table = of(Chances::Table);
        assert_eq!((table, table), (of(Chances::Sampled), of(Chances::Ignored)), "{state}");
    }
}

/// A long shot is rated alike by the table and by samples; who ignores the risk prefers what it leaves.
#[test]
fn chances_are_sampled_or_ignored() {
    let game = game("8ball(errors=high)");
    let state = eight_ball("0@0.2:0.3 1@0.9:1.3 8@0.06:2.17");
    let of = |chances| {
        let settings = Settings { method: Method::Greedy, chances, samples: 400, variants: 1, ..quick() };
        decide(&game, &settings, &state, 1).score
    };
    assert!((of(Chances::Table) - of(Chances::Sampled)).abs() < 0.15);
    assert!(of(Chances::Table) < 0.7);
    assert_eq!(of(Chances::Ignored), 1.0);
}

#[test]
fn shots_are_counted() {
    let game = game("8ball(errors=none)");
    let of = |layout: &str| {
        let settings = Settings { weights: Weights::Count, depth: 1, variants: 1, ..quick() };
        decide(&game, &settings, &eight_ball(layout), 1).score * 12.0
    };
    // After the 1 falls the 2 may go where nothing is in its way.
    let free = of("0@0.3:0.3 1@0.15:0.15 2@0.7:1.0 8@0.1:1.5");
    let two = of("0@0.3:0.3 1@0.15:0.15 2@0.7:1.0 3@0.5:1.4 8@0.1:1.5");
    assert!(free >= 1.0 && free.fract() < 1e-9 && two > free, "{free} and {two}");
}

/// Threads share out what progressive pruning leaves of the strongest player's samples, and change nothing.
#[test]
fn the_strongest_player_is_the_same_on_any_number_of_threads() {
    let game = game("8ball(errors=italy)");
    let mut random = seeded(31);
    let shark = Settings { root: Some(12), samples: 6, ..Settings::shark() };
    for number in 0..6 {
        let state = on_table(game.discipline, scatter(&game.arena.table, 7, &mut random));
        let once = decide(&game, &shark, &state, number);
        for threads in [2, 3] {
            assert_eq!(
                once,
                decide(&game, &Settings { threads, ..shark.clone() }, &state, number),
                "{state}"
            );
        }
    }
}

/// In cutthroat one's own balls are not to be pocketed, so it is nothing that they lie open.
#[test]
fn in_cutthroat_the_balls_of_the_others_count() {
    let game = game("cutthroat(errors=none)");
    let of = |own: &str| {
        // Ball 6 falls; what is left of the others is ball 11.
        let text = format!("0@0.3:0.3 6@0.15:0.15 11@0.03:1.0 {own}");
        let state = on_table(game.discipline, text.parse().unwrap());
        let features = Features { balls: 1.0, ..Features::default() };
        let settings = Settings { features, depth: 1, samples: 1, variants: 1, ..Settings::default() };
        let plain = Settings { features: Features::default(), ..settings.clone() };
        decide(&game, &settings, &state, 1).score - decide(&game, &plain, &state, 1).score
    };
    let (open, at_rail) = (of("1@0.5:1.2"), of("1@1.08:1.2"));
    assert!(open < at_rail, "{open} and {at_rail}");
}
