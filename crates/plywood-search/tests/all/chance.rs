//! Every sound rule at chance nodes gives plain expectimax's value, for every window, with and without a table.

use crate::support::Told;
use plywood_core::random::{self, below, seeded, unit};
use plywood_core::spec::Size;
use plywood_core::{Budget, Evaluator, Game, Knowledge, Line, Notation, Search, Spec, Task, Turn, Value};
use plywood_games::dice::{self, AnyDice, FIVE};
use plywood_games::randomtree::RandomTree;
use plywood_games::tree;
use plywood_search::alphabeta::selective::Selective;
use plywood_search::alphabeta::{AlphaBeta, Config, Style, Window};
use plywood_search::deepening::Schedule;
use plywood_search::expectimax::calibrate::calibrate;
use plywood_search::expectimax::{ChanceRule, EventOrder};
use plywood_search::meter::Meter;
use plywood_search::plain::{Fail, Plain, oracle};
use plywood_search::table::{Matching, Replacement};

/// As far apart as values may be that should be the same.
const CLOSE: f64 = 1e-6;

/// Configurations that must not change a value: every rule by name, then random mixtures of all switches. A new switch
/// has to be named in the mixture.
fn sound(rng: &mut random::Rng, count: usize) -> Vec<Config> {
    let named = [
        ChanceRule::PLAIN,
        ChanceRule::STAR1,
        ChanceRule::STAR1.probing(1),
        ChanceRule::STAR1.probing(2),
        ChanceRule::STAR_ETC,
        ChanceRule::STAR_PROOF,
    ];
    let mut configs: Vec<Config> = named
        .into_iter()
        .flat_map(|chance| {
            let table =
                |table, bounds| Config { chance, table, bounds, matching: Matching::Exact, ..Config::PLAIN };
            [table(Size::Off, true), table(Size::Entries(64), false), table(Size::Entries(1 << 12), true)]
        })
        .collect();
    for _ in 0..count {
        let mut flip = || below(rng, 2) == 0;
        let switches: [bool; 10] = std::array::from_fn(|_| flip());
        let [windows, table, incremental, foresight, pvs, killers, history, hard, promise, bounds] = switches;
        let schemes = [Replacement::Always, Replacement::Deep, Replacement::Big, Replacement::TwoLevel];
        configs.push(Config {
            chance: ChanceRule {
                windows,
                table,
                successors: [None, Some(2), Some(3)][below(rng, 3)],
                incremental,
                foresight,
                probe: below(rng, 4) as u32,
                order: [EventOrder::Game, EventOrder::Narrow, EventOrder::Table][below(rng, 3)],
                // Unsound.
                lucky: None,
                cut: None,
                samples: None,
                ..ChanceRule::PLAIN
            },
            table: [Size::Off, Size::Entries(8), Size::Entries(1 << 10)][below(rng, 3)],
            replacement: schemes[below(rng, 4)],
            matching: Matching::Exact,
            style: Style::Window(Window {
                aspiration: None,
                fail: if hard { Fail::Hard } else { Fail::Soft },
            }),
            shallowest: below(rng, 3) as u32,
            sort: [None, Some(2)][below(rng, 2)],
            etc: [None, Some(2), Some(4)][below(rng, 3)],
            iid: [None, Some(2)][below(rng, 2)],
            pvs,
            killers,
            history,
            promise,
            bounds,
            // What `oracle.rs` tries.
            prune: true,
            deepening: Schedule::AtOnce,
            symmetry: false,
            // A test below has several.
            threads: 1,
            // Unsound.
            lmr: None,
            quiescence: false,
            selective: Selective::PLAIN,
            contempt: 0,
        });
    }
    configs
}

/// The plain value of a position, guesses kept within bounds or not.
fn plainly<G: Game<Value = f64>, E: Evaluator<G>>(
    line: &Line<G>,
    evaluator: &E,
    depth: u32,
    bounds: bool,
) -> f64 {
    let search = Plain::new(line, evaluator, Meter::unlimited());
    search.bounded(bounds).search(depth).expect("nothing limits it").0
}

/// Searches a position in many windows and compares with the plain value.
fn agrees<G: Notation<Value = f64>, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
    configs: &[Config],
    rng: &mut random::Rng,
) {
    let line = Line::from(game.clone(), position.clone());
    let exact = [false, true].map(|bounds| plainly(&line, evaluator, depth, bounds));
    let (low, high) = evaluator.range(game);
    let (low, high) = (low.min(game.nature().bounds.0), high.max(game.nature().bounds.1));
    for config in configs {
        let exact = exact[usize::from(config.bounds)];
        let mut search = AlphaBeta::new(evaluator.clone(), config.clone());
        let somewhere = |rng: &mut random::Rng| low + (high - low) * unit(rng);
        let (a, b) = (somewhere(rng), somewhere(rng));
        let near = exact + 0.05 * (high - low) * (unit(rng) - 0.5);
        let windows = [
            (f64::NEG_INFINITY, f64::INFINITY),
            (a.min(b), a.max(b).next_up()),
            (near, near.next_up()),
            (near - 0.01 * (high - low), near + 0.01 * (high - low)),
            (f64::NEG_INFINITY, f64::INFINITY),
        ];
        // The same search goes on, so later windows meet the table of the earlier ones.
        for (alpha, beta) in windows {
            let value = search.within(&line, depth, (alpha, beta));
            let right = if value <= alpha {
                exact <= value + CLOSE || exact <= alpha + CLOSE
            } else if value >= beta {
                exact >= value - CLOSE || exact >= beta - CLOSE
            } else {
                (value - exact).abs() < CLOSE
            };
            assert!(
                right,
                "{} to depth {depth} in ({alpha}, {beta}): {value}, plainly {exact}, with {config:?}",
                game.write_position(position)
            );
        }
    }
}

#[test]
fn random_trees_with_uneven_chances() {
    let mut rng = seeded(1);
    for seed in 0..2000 {
        let (width, scale) = (2 + seed % 3, [1, 3, 1000][(seed % 7 % 3) as usize]);
        let spec = format!("randomtree(width={width}, depth=7, seed={seed}, scale={scale}, chance=on)");
        let game = RandomTree::from_spec(&spec.parse::<Spec>().unwrap()).unwrap();
        let evaluator = game.evaluator(&Spec::word("v1")).unwrap();
        let mut position = game.start();
        if seed % 2 == 1 {
            position = game.play(&position, 0);
        }
        let depth = 1 + (seed % 6) as u32;
        let configs = sound(&mut rng, 6);
        agrees(&game, &evaluator, &position, depth.min(if width > 3 { 4 } else { 6 }), &configs, &mut rng);
    }
}

/// A random written tree: chance nodes follow chance nodes, players move twice, leaves lie anywhere.
fn written(rng: &mut random::Rng, depth: u32) -> String {
    if depth == 0 || below(rng, 6) == 0 {
        return (below(rng, 19) as i32 - 9).to_string();
    }
    let (open, close) = [("(", ")"), ("[", "]"), ("{", "}")][below(rng, 3)];
    let children: Vec<String> = (0..1 + below(rng, 3)).map(|_| written(rng, depth - 1)).collect();
    format!("{open}{}{close}", children.join(" "))
}

#[test]
fn irregular_trees() {
    let mut rng = seeded(2);
    for _ in 0..1500 {
        let text = format!("({} {})", written(&mut rng, 5), written(&mut rng, 4));
        let Ok(game) = tree::parse(&text) else { panic!("{text} is a tree") };
        let evaluator = game.evaluator(&Spec::word(game.evaluators()[0].name)).unwrap();
        let configs = sound(&mut rng, 4);
        agrees(&game, &evaluator, &game.start(), 8, &configs, &mut rng);
    }
}

/// A position after a number of random moves and events, or none where the game ended.
fn wander<G: Game>(game: &G, steps: usize, rng: &mut random::Rng) -> Option<G::Position> {
    let mut line = Line::new(game.clone());
    for _ in 0..steps {
        match line.turn() {
            Turn::Over => return None,
            Turn::Chance => drop(line.sample(rng)),
            Turn::Player(_) => line.play(game.random_move(line.position(), rng)),
        }
    }
    (line.turn() != Turn::Over).then(|| line.position().clone())
}

#[test]
fn small_dice_boards() {
    let mut rng = seeded(3);
    for seed in 0..60 {
        let AnyDice::Small(game) = AnyDice::new(3 + seed % 2, 3) else { panic!("a small board") };
        let evaluator = game.evaluator(&Spec::word("streaks")).unwrap();
        let Some(position) = wander(&game, 4 + seed as usize % 9, &mut rng) else { continue };
        agrees(&game, &evaluator, &position, 1 + seed % 6, &sound(&mut rng, 4), &mut rng);
    }
    for position in dice::test_positions().iter().step_by(9) {
        let evaluator = FIVE.evaluator(&Spec::word("network")).unwrap();
        agrees(&FIVE, &evaluator, position, 5, &sound(&mut rng, 4), &mut rng);
    }
}

#[test]
fn trees_that_say_what_is_possible() {
    let mut rng = seeded(4);
    for seed in 0..500 {
        let (width, scale) = (2 + seed % 2, [1, 3, 1000][seed % 7 % 3]);
        let spec = format!("randomtree(width={width}, depth=5, seed={seed}, scale={scale}, chance=on)");
        let game = RandomTree::from_spec(&spec.parse::<Spec>().unwrap()).unwrap();
        let told = Told { game, reach: 1 + seed as u32 % 5 };
        let evaluator = told.evaluator(&Spec::word(["v0", "v1"][seed % 2])).unwrap();
        let depth = 1 + (seed % 6) as u32;
        agrees(&told, &evaluator, &told.start(), depth, &sound(&mut rng, 6), &mut rng);
    }
    for _ in 0..500 {
        let text = format!("({} {})", written(&mut rng, 5), written(&mut rng, 4));
        let Ok(game) = tree::parse(&text) else { panic!("{text} is a tree") };
        let told = Told { game, reach: 1 + below(&mut rng, 5) as u32 };
        let evaluator = told.evaluator(&Spec::word(told.evaluators()[0].name)).unwrap();
        let depth = 2 + below(&mut rng, 7) as u32;
        agrees(&told, &evaluator, &told.start(), depth, &sound(&mut rng, 4), &mut rng);
    }
}

#[test]
fn bounds_spare_nodes_at_chance_nodes() {
    let AnyDice::Small(game) = AnyDice::new(4, 4) else { panic!("a small board") };
    let evaluator = game.evaluator(&Spec::word("streaks")).unwrap();
    let mut rng = seeded(5);
    let mut nodes = [0, 0];
    for _ in 0..12 {
        let Some(position) = wander(&game, 16, &mut rng) else { continue };
        for bounds in [false, true] {
            let config = Config { chance: ChanceRule::STAR1, bounds, ..Config::PLAIN };
            let mut search = AlphaBeta::new(evaluator.clone(), config);
            let line = Line::from(game, position);
            nodes[usize::from(bounds)] += search.think(&line, Task::new(Budget::depth(8))).nodes;
        }
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}

#[test]
fn counting_is_that_of_the_note() {
    // The root is not counted, all other calls are; three moves, then fifteen rolls.
    let line = Line::from(FIVE, FIVE.read_position(&format!("5 4 b 0 b r{}", " -".repeat(23))).unwrap());
    let nodes = |line: &Line<_>, depth| {
        let config = Config { prune: false, deepening: Schedule::Through, ..Config::PLAIN };
        let mut search = AlphaBeta::new(plywood_core::Zero, config);
        search.think(line, Task::new(Budget::depth(depth))).nodes
    };
    assert_eq!([nodes(&line, 1), nodes(&line, 2)], [3, 21]);
    // Plain expectimax with leaf value zero to depth 13 on the cheapest test positions.
    let mut totals: Vec<u64> = Vec::new();
    for position in dice::test_positions() {
        let empty = 25 - position.stones.iter().map(|stones| stones.count_ones()).sum::<u32>();
        if empty <= 9 {
            totals.push(nodes(&Line::from(FIVE, position), 13));
        }
    }
    assert_eq!(totals.iter().min(), Some(&8858), "the smallest of the 75: {totals:?}");
}

#[test]
fn threads_give_the_value_of_one() {
    let evaluator = FIVE.evaluator(&Spec::word("network")).unwrap();
    let table = Config { table: Size::Entries(1 << 14), matching: Matching::Exact, ..Config::PLAIN };
    let configs = [
        Config { prune: false, ..table.clone() },
        Config { chance: ChanceRule::STAR1, ..table.clone() },
        Config { chance: ChanceRule::STAR1.probing(1), ..table.clone() },
        Config { chance: ChanceRule::STAR_ETC, ..table.clone() },
        Config { chance: ChanceRule::STAR_PROOF, pvs: true, etc: Some(2), sort: Some(2), ..table },
    ];
    for position in dice::test_positions().iter().step_by(15) {
        let line = Line::from(FIVE, *position);
        let exact = oracle(&FIVE, &evaluator, position, 6);
        for (config, threads) in configs.iter().flat_map(|config| [1, 2, 3].map(|threads| (config, threads)))
        {
            let config = Config { threads, ..config.clone() };
            for _ in 0..if threads == 1 { 1 } else { repetitions() } {
                let mut search = AlphaBeta::new(evaluator.clone(), config.clone());
                let report = search.think(&line, Task::new(Budget::depth(6)));
                assert!((report.value - exact).abs() < CLOSE, "{} not {exact}: {config:?}", report.value);
            }
        }
    }
}

/// How often a search by several threads is repeated: ten times, or as `PLYWOOD_REPEAT` says.
fn repetitions() -> usize {
    std::env::var("PLYWOOD_REPEAT").ok().and_then(|number| number.parse().ok()).unwrap_or(10)
}

#[test]
fn samples_of_all_events_are_exact_and_fewer_are_close_on_average() {
    let evaluator = FIVE.evaluator(&Spec::word("network")).unwrap();
    let think = |position: &dice::Board<u64>, samples, seed| {
        let chance = ChanceRule { samples, ..ChanceRule::STAR1 };
        let mut search = AlphaBeta::new(evaluator.clone(), Config { chance, ..Config::PLAIN });
        search.think(&Line::from(FIVE, *position), Task::new(Budget::depth(5)).seed(seed)).value
    };
    let position = dice::test_positions()[0];
    let exact = think(&position, None, 0);
    assert_eq!(think(&position, Some(5), 0), exact, "five events need no sampling");
    let drawn: Vec<f64> = (0..40).map(|seed| think(&position, Some(2), seed)).collect();
    assert_eq!(think(&position, Some(2), 7), drawn[7], "a seed means the same sample");
    assert!(drawn.iter().any(|value| *value != exact), "two of five events are a sample");
    let mean = drawn.iter().sum::<f64>() / 40.0;
    assert!((mean - exact).abs() < 0.25, "{mean} {exact}");
}

#[test]
fn forward_pruning_is_calibrated_and_cheap() {
    let evaluator = FIVE.evaluator(&Spec::word("network")).unwrap();
    let fitted = calibrate(&FIVE, &evaluator, 5, 2, 60, 1);
    let (slope, deviation) = (fitted.slope, fitted.deviation);
    assert!(slope > 0.3 && slope < 2.0 && deviation > 0.0 && deviation < 0.5, "{fitted:?}");
    let mut nodes = [0, 0, 0];
    let mut apart = [0.0, 0.0, 0.0];
    let positions = dice::test_positions();
    for position in positions.iter().step_by(5) {
        let line = Line::from(FIVE, *position);
        let rules = [
            ChanceRule::STAR_ETC,
            ChanceRule {
                cut: fitted.cut,
                reduction: fitted.reduction,
                slope,
                deviation,
                ..ChanceRule::STAR_ETC
            },
            ChanceRule { lucky: Some(2), ..ChanceRule::STAR_ETC },
        ];
        let mut exact = 0.0;
        for (index, chance) in rules.into_iter().enumerate() {
            let config = Config {
                chance,
                table: Size::Entries(1 << 16),
                deepening: Schedule::Steps,
                killers: true,
                ..Config::PLAIN
            };
            let report = AlphaBeta::new(evaluator.clone(), config).think(&line, Task::new(Budget::depth(9)));
            exact = if index == 0 { report.value } else { exact };
            nodes[index] += report.nodes;
            apart[index] += (report.value.to_f64() - exact).abs() / 15.0;
        }
    }
    assert!(nodes[1] < nodes[0], "{nodes:?} {apart:?}");
    assert!(apart[1] < 0.15 && apart[2] < 0.15, "unsound, but not far off: {nodes:?} {apart:?}");
}
