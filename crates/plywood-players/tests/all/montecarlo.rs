//! UCT plays every registered game by name, chance nodes and more than two players included, and finds what is best in
//! small positions of each.

use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::{Budget, Chance, Sum, Task, Turn, random};
use plywood_registry::{GAMES, game};

fn examples() -> impl Iterator<Item = (&'static str, Box<dyn AnyGame>)> {
    GAMES.iter().flat_map(|entry| entry.examples).map(|spec| (*spec, game(spec).unwrap()))
}

/// Games whose whole tree can be walked.
fn listed() -> impl Iterator<Item = (&'static str, Box<dyn AnyGame>)> {
    examples().filter(|(_, game)| game.nature().chance != Chance::Sampled)
}

fn ask(game: &dyn AnyGame, spec: &str, line: &dyn AnyLine, seed: u64) -> plywood_core::Report {
    let mut player = game.player(&spec.parse().unwrap()).unwrap();
    player.think(line, Task::new(Budget::UNSET).seed(seed)).unwrap()
}

#[test]
fn every_family_plays_every_game() {
    for (spec, game) in examples() {
        for search in ["mc(simulations=20)", "ucb(simulations=20)", "uct(simulations=20, rave=100, bias=1)"] {
            let mut line = game.start();
            let mut rng = random::seeded(3);
            for ply in 0..12 {
                match line.turn() {
                    Turn::Over => break,
                    Turn::Chance => drop(line.sample(&mut rng)),
                    Turn::Player(_) => {
                        let report = ask(&*game, search, &*line, ply);
                        assert_eq!(report.simulations, 20, "{search} in {spec}");
                        line.step(&report.best.unwrap()).unwrap_or_else(|error| panic!("{spec}: {error}"));
                    }
                }
            }
        }
    }
}

/// What everybody gets under best play, by the whole tree below a line; none where it has more than `left` nodes.
fn solve(line: &mut Box<dyn AnyLine>, left: &mut usize) -> Option<Vec<f64>> {
    let turn = line.turn();
    if turn == Turn::Over {
        return Some(line.payoffs());
    }
    *left = left.checked_sub(1)?;
    let steps: Vec<(String, f64)> = match turn {
        Turn::Chance => line.events(),
        _ => line.moves().into_iter().map(|name| (name, 1.0)).collect(),
    };
    let mut best: Option<Vec<f64>> = None;
    for (name, weight) in steps {
        line.step(&name).unwrap();
        let values = solve(line, left);
        line.undo();
        let values = values?;
        if let (Some(best), Turn::Player(player)) = (&best, turn)
            && best[player.index()] == values[player.index()]
            && *best != values
        {
            // Whom a player favours who gains nothing by it is anybody's guess.
            return None;
        }
        best = Some(match (best, turn) {
            (None, Turn::Chance) => values.iter().map(|value| value * weight).collect(),
            (Some(sum), Turn::Chance) => {
                sum.iter().zip(&values).map(|(sum, value)| sum + value * weight).collect()
            }
            (Some(best), _) if best[turn.view().index()] >= values[turn.view().index()] => best,
            _ => values,
        });
    }
    best
}

/// Whether a move that was too large to solve at first gets the highest payoff as well.
fn wins_too(line: &dyn AnyLine, chosen: &str, highest: f64) -> bool {
    let Turn::Player(player) = line.turn() else { return false };
    let mut after = line.boxed_clone();
    after.step(chosen).unwrap();
    solve(&mut after, &mut 1_000_000).is_some_and(|values| values[player.index()] == highest)
}

/// The moves that are best, where the position is small enough to say and not all are.
fn best_moves(line: &mut Box<dyn AnyLine>, highest: f64) -> Option<Vec<String>> {
    let Turn::Player(player) = line.turn() else { return None };
    let moves = line.moves();
    let mut left = 600;
    let mut values = Vec::new();
    for name in &moves {
        line.step(name).unwrap();
        // Where the tree is too large, a move that ends the game with the highest payoff is best all the same.
        let value = match solve(line, &mut left) {
            Some(values) => Some(values[player.index()]),
            None => (line.turn() == Turn::Over).then(|| line.payoffs()[player.index()]),
        };
        line.undo();
        values.push(value);
    }
    let sure = values.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    if values.iter().any(Option::is_none) && sure < highest {
        return None;
    }
    let best: Vec<String> = moves
        .iter()
        .zip(&values)
        .filter(|(_, value)| value.is_some_and(|value| value >= sure - 1e-9))
        .map(|(name, _)| name.clone())
        .collect();
    // A near miss would ask for more simulations than a test should make.
    let clear = values.iter().flatten().all(|value| *value >= sure - 1e-9 || *value < sure - 0.15);
    (best.len() < moves.len() && clear).then_some(best)
}

#[test]
fn uct_finds_the_best_move_in_small_positions_of_every_game() {
    for (spec, game) in listed() {
        let nature = game.nature();
        let highest = nature.bounds.1;
        let opposed = nature.players == 2 && nature.sum == Sum::Zero;
        let search = if opposed { "uct(simulations=60000, solver=on)" } else { "uct(simulations=60000)" };
        let mut found = 0;
        for seed in 0..40 {
            let mut rng = random::seeded(seed);
            let mut line = game.start();
            for _ in 0..400 {
                if found >= 3 || line.turn() == Turn::Over {
                    break;
                }
                if let Some(best) = best_moves(&mut line, highest) {
                    found += 1;
                    let report = ask(&*game, search, &*line, seed);
                    let chosen = report.best.unwrap();
                    assert!(
                        best.contains(&chosen) || wins_too(&*line, &chosen, highest),
                        "{spec} at {}: {chosen}, not {best:?}",
                        line.position()
                    );
                    break;
                }
                match line.turn() {
                    Turn::Chance => drop(line.sample(&mut rng)),
                    _ => {
                        let moves = line.moves();
                        line.step(&moves[random::below(&mut rng, moves.len())]).unwrap();
                    }
                }
            }
        }
        println!("{spec}: {found} positions");
        // Of one player nobody knows from the payoff which way is shorter.
        assert!(found > 0 || spec.starts_with("tree:") || nature.players == 1, "{spec} has small positions");
    }
}

#[test]
fn wrong_keys_and_misfits_are_refused_by_name() {
    let refused = |game_spec: &str, search: &str| {
        let game = game(game_spec).unwrap();
        game.player(&search.parse().unwrap())
            .err()
            .unwrap_or_else(|| panic!("{search} in {game_spec}"))
            .to_string()
    };
    assert!(refused("othello", "uct(playout=nobody)").contains("known: random, roxanne"));
    assert!(refused("othello", "uct(sims=5)").contains("simulations"));
    assert!(refused("othello", "uct(noise=2)").contains("0 to 1"));
    assert!(refused("othello", "uct(memory=1KB)").contains("1MB"));
    assert!(refused("nim3", "uct(solver=on)").contains("two players"));
    assert!(refused("othello", "policy(name=cpm(ties=last))").contains("random or first"));
}

/// Leaves that are worth what the evaluation says: an evaluation a simulation, and the same answer for a
/// seed. Only for two players.
#[test]
fn leaves_may_be_worth_what_the_evaluation_says() {
    let othello = game("othello").unwrap();
    let line = othello.read("f5d6c3d3c4").unwrap();
    let spec = "uct(leaves=eval, eval=patterns, simulations=300, c=0.1)";
    let (first, again) = (ask(&*othello, spec, &*line, 1), ask(&*othello, spec, &*line, 1));
    assert_eq!((first.simulations, &first.best, first.value), (300, &again.best, again.value));
    assert!(first.evaluations >= 250, "{}", first.evaluations);
    let refusal = game("nim3").unwrap().player(&"uct(leaves=eval)".parse().unwrap()).err().unwrap();
    assert!(refusal.to_string().contains("two players"), "{refusal}");
}
