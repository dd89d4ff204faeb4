//! Oracles in opponent models, against the definitions with oracles: MAX's replaces MAX's evaluation at
//! leaves, a model's ends nodes of its minimax.

use plywood_core::random::{below, seeded};
use plywood_core::spec::Size;
use plywood_core::{Budget, Game, Knowledge, Line, Player, Search, Spec, Task, Turn, Value};
use plywood_games::kalah::Kalah;
use plywood_search::alphabeta::Config;
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::forerunners::{Fallibility, Forerunner, rank_probabilities};
use plywood_search::opponent::mstar::{Nested, NestedConfig, Passes};
use plywood_search::opponent::om::{Om, OmConfig, Pruning, Ties, Version};
use plywood_search::opponent::prom::{EqualMoves, OpponentType, Prom, PromConfig};
use plywood_search::opponent::utility::Utility;
use plywood_search::scale::Scale;
use plywood_small_games::nim::Nim;

use super::support::probes;

/// Searches positions with every combination of oracles; the number of positions at which the model's oracle counted.
fn check<G: Knowledge>(
    game: &G,
    lines: &[Line<G>],
    oracle: &str,
    evaluations: [&str; 2],
    depth: u32,
) -> usize {
    let oracle = game.oracle(&oracle.parse().unwrap()).unwrap();
    let [first, second] = evaluations.map(|name| game.evaluator(&Spec::word(name)).unwrap());
    let mut differed = 0;
    for (number, line) in lines.iter().enumerate() {
        let mut seen = Vec::new();
        for (mine, theirs) in [(false, false), (true, false), (false, true), (true, true)] {
            let oracles = [mine, theirs].map(|has| has.then(|| oracle.clone()));
            let definition = Definition::new(game, line.position()).asking(&oracles);
            let root = (line.position(), 0, depth);
            let om = definition.om(&first, &second, root, depth, None, Ties::First);
            let om = Scale::new(game, &first).payoff(G::Value::from_f64(om));
            let types = [0, 1].map(|place| (OpponentType::plain(place, 0.5), depth));
            let prom = definition.prom(
                &[first.clone(), second.clone()],
                &types,
                root,
                None,
                EqualMoves::First,
                Utility::NEUTRAL,
            );
            for version in [Version::Probes, Version::OnePass] {
                for pruning in [Pruning::None, Pruning::Beta] {
                    let probes = probes()[number % 3].clone();
                    let own_table = [Size::Off, Size::Entries(256)][number / 3 % 2];
                    let settings = OmConfig { version, pruning, own_table, ..OmConfig::PLAIN };
                    let told = format!("{settings:?}, oracles {mine} {theirs}, position {number}");
                    let mut search =
                        Om::new(first.clone(), second.clone(), probes.clone(), settings).asking(&oracles);
                    let report = search.think(line, Task::new(Budget::depth(depth)));
                    assert!((report.value - om).abs() < 1e-9, "{} for {om}: {told}", report.value);
                    let types = vec![OpponentType::plain(0, 0.5), OpponentType::plain(1, 0.5)];
                    let settings = PromConfig { version, pruning, own_table, ..PromConfig::PLAIN };
                    let evaluations = vec![first.clone(), second.clone()];
                    let mut search = Prom::new(evaluations, types, probes, settings).asking(&oracles);
                    let report = search.think(line, Task::new(Budget::depth(depth)));
                    assert!((report.value - prom).abs() < 1e-9, "PrOM {} for {prom}: {told}", report.value);
                }
            }
            seen.push(om);
        }
        differed += usize::from(seen[0] != seen[2] || seen[1] != seen[3]);
    }
    differed
}

/// Positions after random moves.
fn lines<G: Game>(game: &G, count: u64, plies: u64) -> Vec<Line<G>> {
    let play = |seed: u64| {
        let mut rng = seeded(seed);
        let mut line = Line::new(game.clone());
        for _ in 0..below(&mut rng, plies as usize) {
            if line.turn() == Turn::Over {
                break;
            }
            line.play(game.random_move(line.position(), &mut rng));
        }
        line
    };
    (0..count).map(play).filter(|line| line.turn() != Turn::Over).collect()
}

#[test]
fn kalah_endings() {
    let game = Kalah::from_spec(&"kalah(holes=3, seeds=2)".parse().unwrap()).unwrap();
    let differed = check(&game, &lines(&game, 120, 8), "endings(seeds=6)", ["store", "store"], 4);
    assert!(differed > 5, "a model without the oracle plays otherwise on {differed} positions");
}

#[test]
fn nims_formula() {
    let game = Nim::from_spec(&"nim(matches=12)".parse().unwrap()).unwrap();
    let differed = check(&game, &lines(&game, 40, 5), "formula", ["zero", "reduced"], 4);
    assert!(differed > 0, "a model without the formula plays otherwise somewhere");
}

/// M* search of one to three levels, and both players who know each other, each with its oracle or without.
#[test]
fn nested_models_ask_each_for_himself() {
    let game = Kalah::from_spec(&"kalah(holes=3, seeds=2)".parse().unwrap()).unwrap();
    let oracle = game.oracle(&"endings(seeds=6)".parse().unwrap()).unwrap();
    let store = game.evaluator(&Spec::word("store")).unwrap();
    let mut differed = 0;
    for (number, line) in lines(&game, 150, 8).iter().enumerate() {
        let max = line.turn().view();
        let count = 1 + number % 3;
        let root = (line.position(), 0, 4);
        let mut seen = Vec::new();
        for holders in 0..1_u32 << count {
            let oracles: Vec<_> =
                (0..count).map(|level| (holders >> level & 1 == 1).then(|| oracle.clone())).collect();
            let definition = Definition::new(&game, line.position()).asking(&oracles);
            let evaluations = vec![store; count];
            // The root itself is searched, whoever has an oracle.
            let children = definition.children(line.position());
            let below =
                children.iter().map(|(_, child)| definition.nested(&evaluations, max, (child, 1, 3), None));
            let expected = below.fold(i32::MIN, i32::max);
            for passes in [Passes::Multi, Passes::One { bound: None }, Passes::One { bound: Some(0.0) }] {
                let settings = NestedConfig { passes, epsilon: None, deepening: number % 2 == 0 };
                let mut search =
                    Nested::new(evaluations.clone(), probes()[number % 3].clone(), settings).asking(&oracles);
                let report = search.think(line, Task::new(Budget::depth(4)));
                let told = format!("{settings:?}, {count} levels, oracles {holders:b}, position {number}");
                assert_eq!(report.value, f64::from(expected), "{told}");
            }
            if count == 2 {
                let (expected, _) = definition.mutual(&store, &store, root);
                let mut search = Nested::mutual(store, store, false).asking(&oracles);
                let report = search.think(line, Task::new(Budget::depth(4)));
                assert_eq!(
                    report.value,
                    f64::from(expected),
                    "both know, oracles {holders:b}, position {number}"
                );
            }
            seen.push(expected);
        }
        differed += usize::from(count > 1 && seen.iter().any(|value| *value != seen[0]));
    }
    assert!(differed > 10, "it matters who has the oracle on {differed} positions");
}

/// A child of a node in MAX's view: by the rule, by minimax, and by the model's evaluation.
#[derive(Clone, Copy)]
struct Below {
    value: f64,
    minimax: f64,
    looks: f64,
}

/// A rule's value of a node in MAX's view, from those of its children.
type Rule<'a> = &'a dyn Fn(bool, &[Below]) -> f64;

/// The values of a node's children by a rule of MAX, who may have an oracle.
fn backed(
    game: &Kalah,
    definition: &Definition<'_, Kalah>,
    rule: Rule,
    max: Player,
    (position, ply, depth): (&<Kalah as Game>::Position, u32, u32),
) -> Vec<Below> {
    let store = game.evaluator(&Spec::word("store")).unwrap();
    let child = |(_, child): (_, <Kalah as Game>::Position)| {
        let node = (&child, ply + 1, depth - 1);
        let minimax = f64::from(definition.minimax_of(0, &store, node));
        let value = if node.2 == 0 || game.turn(&child) == Turn::Over {
            minimax
        } else {
            rule(game.turn(&child).view() == max, &backed(game, definition, rule, max, node))
        };
        Below { value, minimax, looks: f64::from(definition.minimax(&store, (&child, ply + 1, 0))) }
    };
    definition.children(position).into_iter().map(child).collect()
}

/// In the view of whoever chooses, best first.
fn ranked(max: bool, below: &[Below], by: fn(&Below) -> f64) -> Vec<f64> {
    let sign = if max { 1.0 } else { -1.0 };
    let mut ranked = below.to_vec();
    ranked.sort_by(|one, other| (sign * by(other)).total_cmp(&(sign * by(one))));
    ranked.iter().map(|one| sign * one.value).collect()
}

/// The mean by rank, for MAX.
fn mean(ranked: &[f64], skill: f64) -> f64 {
    -ranked
        .iter()
        .zip(rank_probabilities(skill, ranked.len()))
        .map(|(value, share)| value * share)
        .sum::<f64>()
}

/// The forerunners take MAX's oracle for the truth at leaves and for true values, and allow for errors all the same.
#[test]
fn forerunners_know_the_truth_by_an_oracle() {
    let game = Kalah::from_spec(&"kalah(holes=3, seeds=2)".parse().unwrap()).unwrap();
    let oracle = game.oracle(&"endings(seeds=6)".parse().unwrap()).unwrap();
    let store = game.evaluator(&Spec::word("store")).unwrap();
    let m_and_n = |max: bool, below: &[Below]| {
        let values = ranked(max, below, |one| one.value);
        let second = values.get(1).map_or(0.0, |value| 1.0 - ((values[0] - value) / 4.0).min(1.0));
        if max { values[0] + second } else { -(values[0] + second) }
    };
    let fallible = |max: bool, below: &[Below]| {
        let values = ranked(max, below, |one| one.value);
        if max { values[0] } else { mean(&values, 0.6) }
    };
    let program = |max: bool, below: &[Below]| {
        let best = below.iter().fold(f64::MIN, |most, one| most.max(one.minimax));
        let safe = below.iter().filter(|one| one.minimax >= best - 1.0);
        if max {
            safe.fold(f64::MIN, |most, one| most.max(one.value))
        } else {
            mean(&ranked(max, below, |one| one.looks), 0.75)
        }
    };
    let rules: [(Forerunner, Rule); 3] = [
        (Forerunner::MAndN { max_moves: 2, min_moves: 2, bonus: 1.0, reach: 4.0 }, &m_and_n),
        (Forerunner::Fallible { skill: 0.6 }, &fallible),
        (Forerunner::HeuristicProgram { skill: 0.75, delta: 1.0 }, &program),
    ];
    let mut differed = [0; 3];
    for (number, line) in lines(&game, 120, 8).iter().enumerate() {
        for (place, (forerunner, rule)) in rules.iter().enumerate() {
            let mut values = Vec::new();
            for oracle in [None, Some(oracle.clone())] {
                let oracles = [oracle, None];
                let definition = Definition::new(&game, line.position()).asking(&oracles);
                let root = backed(&game, &definition, rule, line.turn().view(), (line.position(), 0, 4));
                // M & N search counts no bonus for the root's own choice.
                let expected = match forerunner {
                    Forerunner::HeuristicProgram { .. } => rule(true, &root),
                    _ => root.iter().fold(f64::MIN, |most, one| most.max(one.value)),
                };
                let mut search =
                    Fallibility::new(store, store, Config::PLAIN, *forerunner, false).asking(&oracles);
                let report = search.think(line, Task::new(Budget::depth(4)));
                let told = format!("{forerunner:?}, position {number}");
                assert!((report.value - expected).abs() < 1e-9, "{} for {expected}: {told}", report.value);
                values.push(expected);
            }
            differed[place] += usize::from(values[0] != values[1]);
        }
    }
    assert!(differed.iter().all(|count| *count > 10), "the oracle matters on {differed:?} positions");
}
