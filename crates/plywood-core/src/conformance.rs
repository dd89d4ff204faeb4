//! The conditions that every game must satisfy, checked along random games.
//!
//! [`rules`] and [`evaluators`] check typed games, [`facade`] checks games behind the facade. The registry
//! runs all of them for each of its games, so a new game there is checked here. Each function panics with a
//! sentence about the first failure; the functions are meant for tests.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::facade::AnyGame;
use crate::game::{Chance, Game, PayoffKind, Player, Step, Sum, Turn};
use crate::knowledge::{Evaluator, Knowledge, Oracle, Policy};
use crate::line::Line;
use crate::notation::Notation;
use crate::picture;
use crate::random::{self, Generator, Rng};
use crate::spec::{About, Spec};
use crate::task::Task;
use crate::value::Value;

/// Games without a bound on their length are walked this far.
const LONGEST_WALK: usize = 400;

/// Plays random games and checks the rules of the contract at every position.
///
/// ```
/// plywood_core::conformance::rules(&plywood_small_games::tictactoe::TicTacToe, 3);
/// ```
pub fn rules<G: Notation>(game: &G, games: u64) {
    let nature = game.nature();
    assert!(nature.players >= 1, "a game has players");
    assert!(nature.bounds.0 <= nature.bounds.1, "payoff bounds are in order");
    assert!(
        !nature.history || nature.players == 2 && nature.sum == Sum::Zero,
        "history needs two opposed players"
    );
    assert!(nature.chance == Chance::None || G::Value::AVERAGES, "chance needs values that average");
    assert!(G::CHANCE.is_none_or(|chance| chance == nature.chance), "chance is what the type says it is");
    let (mut texts, mut keys) = (HashMap::new(), HashMap::new());
    for seed in 0..games {
        random_end(game, seed);
        let mut rng = random::seeded(seed);
        let mut line = Line::new(game.clone());
        loop {
            position(game, &line, &mut rng);
            bounds(game, &line);
            let (key, text) = (game.key(line.position()), game.write_essence(line.position()));
            assert!(
                nature.history || text == game.write_position(line.position()),
                "only games with history have counters in their texts"
            );
            assert_eq!(*keys.entry(text.clone()).or_insert(key), key, "{text} has one key");
            assert_eq!(
                *texts.entry(key).or_insert_with(|| text.clone()),
                text,
                "different positions have different keys"
            );
            match line.turn() {
                Turn::Over => break,
                Turn::Chance => drop(line.sample(&mut rng)),
                Turn::Player(_) => line.play(game.random_move(line.position(), &mut rng)),
            }
            let length = line.steps().len();
            if let Some(longest) = nature.longest {
                assert!(length <= longest as usize, "a game of {length} steps is longer than declared");
            } else if length >= LONGEST_WALK {
                break;
            }
        }
    }
}

/// A game played to its end at once is the one played step by step with the same random numbers.
fn random_end<G: Game>(game: &G, seed: u64) {
    let (mut rng, mut again) = (random::seeded(seed), random::seeded(seed));
    let mut here = game.start();
    let mut steps = 0;
    while game.turn(&here) != Turn::Over && steps < LONGEST_WALK {
        here = match game.turn(&here) {
            Turn::Chance => game.sample(&here, &mut rng).1,
            _ => game.play(&here, game.random_move(&here, &mut rng)),
        };
        steps += 1;
    }
    if game.turn(&here) != Turn::Over {
        return;
    }
    let end = game.random_end(game.start(), steps as u32 + 1, &mut again);
    assert_eq!(end, Some(here), "a random game ends elsewhere when it is played at once");
    assert_eq!(
        rng.next_u64(),
        again.next_u64(),
        "a random game draws other numbers when it is played at once"
    );
    let short = game.random_end(game.start(), steps as u32, &mut random::seeded(seed));
    assert_eq!(short, None, "{steps} steps are too few to see that the game is over");
}

/// A game's bounds hold at the end, and shrink with every possible step.
fn bounds<G: Game>(game: &G, line: &Line<G>) {
    let widest = (G::Value::from_f64(game.nature().bounds.0), G::Value::from_f64(game.nature().bounds.1));
    let possible = |position: &G::Position| game.bounds(position).unwrap_or(widest);
    assert!(G::BOUNDED || game.bounds(line.position()).is_none(), "a game that has bounds says so");
    let (low, high) = possible(line.position());
    assert!(low <= high && low >= widest.0 && high <= widest.1, "bounds {low} to {high} are in order");
    if line.turn() == Turn::Over {
        let payoff = line.payoff(Player::FIRST);
        for before in line.positions() {
            let (low, high) = possible(before);
            assert!(
                payoff >= low && payoff <= high,
                "{payoff} at the end was thought to be out of {low} to {high}"
            );
        }
    }
    let shrinks = |after: G::Position| {
        let inner = possible(&after);
        assert!(inner.0 >= low && inner.1 <= high, "what was impossible stays so");
        ControlFlow::<()>::Continue(())
    };
    match game.turn(line.position()) {
        Turn::Player(_) => drop(game.children(line.position(), |_, after| shrinks(after))),
        Turn::Chance => drop(game.events(line.position(), |_, _, after| shrinks(after))),
        Turn::Over => {}
    }
}

fn position<G: Notation>(game: &G, line: &Line<G>, rng: &mut Rng) {
    let here = line.position();
    let text = game.write_position(here);
    let again =
        game.read_position(&text).unwrap_or_else(|error| panic!("{text:?} is not read back: {error}"));
    assert_eq!(*here, again, "{text:?} is read back with loss");
    assert_eq!(game.key(here), game.key(&again), "the key of {text:?} differs when computed afresh");
    assert!(!game.draw(here).is_empty(), "a position can be drawn");
    match game.turn(here) {
        Turn::Over => payoffs(game, line),
        Turn::Player(player) => {
            assert!(player.index() < game.nature().players, "the player on turn exists");
            let mut children = Vec::new();
            let _ = game.children(here, |chosen, after| {
                children.push((chosen, after));
                ControlFlow::<()>::Continue(())
            });
            assert!(!children.is_empty(), "a player on turn at {text:?} has a move");
            moves(game, here, &children, rng);
            symmetry(game, here, &children);
        }
        Turn::Chance => {
            assert!(game.nature().chance != Chance::None, "a game that declares no chance has none");
            if game.nature().chance == Chance::Enumerable {
                let mut events = Vec::new();
                let _ = game.events(here, |event, probability, after| {
                    events.push((event, probability, after));
                    ControlFlow::<()>::Continue(())
                });
                let total: f64 = events.iter().map(|event| event.1).sum();
                assert!((total - 1.0).abs() < 1e-9, "probabilities at {text:?} sum to {total}");
                for (event, probability, after) in &events {
                    assert!(*probability > 0.0, "an event of {text:?} cannot happen");
                    assert_eq!(game.happen(here, *event), *after, "happen and events agree");
                    let name = game.write_event(here, *event);
                    assert_eq!(game.read_event(here, &name), Ok(*event), "event {name:?} is read back");
                }
            } else {
                draws(game, here, rng);
            }
        }
    }
}

/// Events that can only be drawn: the same numbers draw the same, and what was drawn happens again, by its text too.
fn draws<G: Notation>(game: &G, here: &G::Position, rng: &mut Rng) {
    let listed = game.events(here, |event, _, _| ControlFlow::Break(event)).break_value();
    assert_eq!(listed, None, "events that are said to be drawn are not listed");
    let again = game.sample(here, &mut rng.clone());
    let (event, after) = game.sample(here, rng);
    assert_eq!((event, &after), (again.0, &again.1), "the same random numbers draw the same event");
    assert_eq!(game.happen(here, event), after, "happen and sample agree");
    let name = game.write_event(here, event);
    assert_eq!(game.read_event(here, &name), Ok(event), "event {name:?} is read back");
}

fn payoffs<G: Game>(game: &G, line: &Line<G>) {
    let nature = game.nature();
    let all: Vec<f64> =
        (0..nature.players).map(|player| line.payoff(Player(player as u8)).to_f64()).collect();
    for payoff in &all {
        assert!(*payoff >= nature.bounds.0 && *payoff <= nature.bounds.1, "payoff {payoff} is out of bounds");
        assert!(
            nature.payoff != PayoffKind::Outcome || [-1.0, 0.0, 1.0].contains(payoff),
            "an outcome is 1, 0 or -1"
        );
    }
    let total: f64 = all.iter().sum();
    match nature.sum {
        Sum::Zero => assert!(total.abs() < 1e-9, "payoffs sum to {total}, not to zero"),
        Sum::Constant(sum) => assert!((total - sum).abs() < 1e-9, "payoffs sum to {total}, not to {sum}"),
        Sum::General => {}
    }
}

fn moves<G: Notation>(game: &G, here: &G::Position, children: &[(G::Move, G::Position)], rng: &mut Rng) {
    let mut listed = Vec::new();
    let _ = game.moves(here, |chosen| {
        listed.push(chosen);
        ControlFlow::<()>::Continue(())
    });
    assert!(listed.iter().eq(children.iter().map(|child| &child.0)), "moves and children agree in order");
    assert_eq!(game.count_moves(here), children.len(), "count_moves counts the moves");
    assert!(listed.contains(&game.random_move(here, rng)), "a random move is legal");
    let (mut names, mut slots) = (HashMap::new(), HashMap::new());
    let continuous = game.nature().chance == Chance::Sampled;
    for (chosen, after) in children {
        assert_eq!(game.play(here, *chosen), *after, "play and children agree on {chosen:?}");
        let fresh = game.read_position(&game.write_position(after)).expect("a child is read back");
        assert_eq!(
            game.key(after),
            game.key(&fresh),
            "the incremental key after {chosen:?} equals the fresh one"
        );
        let slot = game.move_slot(*chosen);
        assert!(slot < game.move_slots(), "the slot of {chosen:?} is in range");
        let alone = slots.insert(slot, *chosen).is_none();
        assert!(alone || continuous, "{chosen:?} has no slot of its own among the moves here");
        let promise = game.promise(here, *chosen, after);
        assert!(G::RANKS || promise == 0, "a game that ranks moves says so");
        let name = game.write_move(here, *chosen);
        assert_eq!(game.read_move(here, &name), Ok(*chosen), "move {name:?} is read back");
        assert_eq!(names.insert(name.clone(), *chosen), None, "two moves are written {name:?}");
    }
    if let Some(passed) = game.null_move(here) {
        assert_eq!(
            Turn::Player(game.turn(here).view().other()),
            game.turn(&passed),
            "a pass passes the turn"
        );
        assert_ne!(game.key(here), game.key(&passed), "who is on turn is part of the key");
        assert_eq!(game.null_move(&passed).as_ref().unwrap_or(here), here, "two passes change nothing");
    }
    for nonsense in ["", "no such move", "\u{1F600}", "-1", "99999999999999999999"] {
        assert!(game.read_move(here, nonsense).is_err(), "{nonsense:?} is no move");
    }
}

fn symmetry<G: Game>(game: &G, here: &G::Position, children: &[(G::Move, G::Position)]) {
    for symmetry in 0..game.symmetries() {
        let seen = game.transform(here, symmetry);
        assert!(symmetry > 0 || seen == *here, "symmetry 0 is the identity");
        assert_eq!(
            game.transform(&seen, game.inverse(symmetry)),
            *here,
            "the inverse of symmetry {symmetry} undoes it"
        );
        assert_eq!(game.count_moves(&seen), children.len(), "symmetry {symmetry} keeps the number of moves");
        for (chosen, after) in children {
            let renamed = game.transform_move(*chosen, symmetry);
            assert_eq!(
                game.play(&seen, renamed),
                game.transform(after, symmetry),
                "playing and symmetry {symmetry} commute for {chosen:?}"
            );
        }
    }
}

/// Checks every evaluator, policy and oracle of a game along random games: range, antisymmetry, that the state carried
/// along gives the same value as one made afresh, that ends are seen as they were thought possible, and that exact
/// values agree with the values one step further.
pub fn evaluators<G: Knowledge + Notation>(game: &G, games: u64) {
    for about in game.evaluators() {
        let evaluator = game.evaluator(&Spec::word(about.name)).expect("a listed evaluator can be made");
        for seed in 0..games {
            walk(game, &evaluator, about, seed);
        }
    }
    for about in game.oracles() {
        // One that cannot be made for these rules says why.
        if let Ok(oracle) = game.oracle(&Spec::word(about.name)) {
            (0..games).for_each(|seed| exact(game, &*oracle, about, seed));
        }
    }
    for about in game.policies() {
        let policy = game.policy(&Spec::word(about.name)).expect("a listed policy can be made");
        let mut rng = random::seeded(1);
        let mut line = Line::new(game.clone());
        let mut state = Default::default();
        for _ in 0..LONGEST_WALK {
            match line.turn() {
                Turn::Over => break,
                Turn::Chance => drop(line.sample(&mut rng)),
                Turn::Player(_) => {
                    let chosen = policy.choose(game, line.position(), &mut state, &mut rng);
                    let name = game.write_move(line.position(), chosen);
                    assert_eq!(
                        game.read_move(line.position(), &name),
                        Ok(chosen),
                        "{} plays legally",
                        about.name
                    );
                    line.play(chosen);
                }
            }
        }
    }
}

fn walk<G: Knowledge + Notation>(game: &G, evaluator: &G::Evaluator, about: &About, seed: u64) {
    let (low, high) = evaluator.range(game);
    assert!(low <= high, "the range of {} is in order", about.name);
    let mut rng = random::seeded(seed);
    let mut line = Line::new(game.clone());
    let mut state = evaluator.root(game, line.position());
    for _ in 0..LONGEST_WALK {
        let before = line.position().clone();
        if game.turn(&before) == Turn::Over {
            let end = evaluator.finished(game, &before, Player::FIRST);
            let possible = |here: &G::Position| evaluator.possible(game, here);
            for (low, high) in line.positions().iter().filter_map(possible) {
                assert!(end >= low && end <= high, "{} sees {end} outside {low} to {high}", about.name);
            }
        }
        if line.turn() == Turn::Over {
            break;
        }
        let all: Vec<G::Value> = (0..game.nature().players)
            .map(|player| evaluator.evaluate(game, &before, &state, Player(player as u8)))
            .collect();
        let fresh = evaluator.root(game, &before);
        for (player, value) in all.iter().enumerate() {
            let afresh = evaluator.evaluate(game, &before, &fresh, Player(player as u8));
            assert!(
                (value.to_f64() - afresh.to_f64()).abs() < 1e-9,
                "{} carried along gives {value}, afresh {afresh}, at {}",
                about.name,
                game.write_position(&before)
            );
            assert!(*value >= low && *value <= high, "{} gives {value}, outside {low} to {high}", about.name);
        }
        if evaluator.antisymmetric() && all.len() == 2 {
            assert!(all[0] == -all[1], "{} says it is antisymmetric", about.name);
        }
        let step = match line.turn() {
            Turn::Chance => Step::Event(line.sample(&mut rng)),
            _ => {
                let chosen = game.random_move(&before, &mut rng);
                line.play(chosen);
                Step::Move(chosen)
            }
        };
        let mut child = <G::Evaluator as Evaluator<G>>::State::default();
        evaluator.advance(game, &state, &before, step, line.position(), &mut child);
        state = child;
    }
}

/// An oracle's values are payoffs at the end, within the bounds before it, and where all that follows is known the best
/// or the mean of that, one step nearer to the end.
fn exact<G: Knowledge>(game: &G, oracle: &dyn Oracle<G>, about: &About, seed: u64) {
    let mut rng = random::seeded(seed);
    let mut line = Line::new(game.clone());
    for _ in 0..LONGEST_WALK {
        let here = line.position();
        let turn = game.turn(here);
        if let Some(known) = oracle.probe(game, here) {
            let (low, high) = game.nature().bounds;
            let (low, high) = game.bounds(here).map_or((low, high), |(a, b)| (a.to_f64(), b.to_f64()));
            let payoff = known.payoff.to_f64();
            assert!(payoff >= low && payoff <= high, "{} says {payoff}, outside {low} to {high}", about.name);
            let backed = match turn {
                Turn::Over => Some((game.payoff(here, Player::FIRST).to_f64(), Some(0))),
                Turn::Player(player) => best_after(game, oracle, here, player),
                Turn::Chance => mean_after(game, oracle, here),
            };
            if let Some((value, distance)) = backed {
                assert!((value - payoff).abs() < 1e-12, "{} says {payoff}, its children {value}", about.name);
                assert!(known.distance.is_none() || known.distance == distance, "{}'s distance", about.name);
            }
        }
        match line.turn() {
            Turn::Over => break,
            Turn::Chance => drop(line.sample(&mut rng)),
            Turn::Player(_) => line.play(game.random_move(line.position(), &mut rng)),
        }
    }
}

/// The result of the player's best move, for the first player, with its distance from here: the shortest way
/// to a win, the longest to anything else.
fn best_after<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    here: &G::Position,
    player: Player,
) -> Option<(f64, Option<u32>)> {
    let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
    let mut best: Option<(f64, Option<u32>)> = None;
    let flow = game.children(here, |_, after| {
        let Some(known) = oracle.probe(game, &after) else { return ControlFlow::Break(()) };
        let value = sign * known.payoff.to_f64();
        let wins = value > 0.0;
        let nearer = |a: Option<u32>, b: Option<u32>| if wins { a < b } else { a > b };
        if best.is_none_or(|(most, away)| value > most || value == most && nearer(known.distance, away)) {
            best = Some((value, known.distance));
        }
        ControlFlow::Continue(())
    });
    let best = best.filter(|_| flow.is_continue());
    best.map(|(value, distance)| (sign * value, distance.map(|distance| distance + 1)))
}

/// The mean of what the events lead to; how far away the end is then, nobody says.
fn mean_after<G: Game>(game: &G, oracle: &dyn Oracle<G>, here: &G::Position) -> Option<(f64, Option<u32>)> {
    let mut mean = 0.0;
    let flow = game.events(here, |_, probability, after| match oracle.probe(game, &after) {
        Some(known) => {
            mean += probability * known.payoff.to_f64();
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    });
    flow.is_continue().then_some((mean, None))
}

/// Plays random games through the facade and checks that text, undo, copies, refusals and the `random` player work.
pub fn facade(game: &dyn AnyGame, games: u64) {
    let nature = game.nature();
    let mut player = game.player(&Spec::word("random")).expect("every game has a random player");
    for seed in 0..games {
        let mut rng = random::seeded(seed);
        let mut line = game.start();
        player.new_game();
        for ply in 0..LONGEST_WALK {
            let text = line.position();
            let copy = game.read(&text).unwrap_or_else(|error| panic!("{text:?} is not read: {error}"));
            assert_eq!(copy.position(), text, "positions are read without loss");
            assert_eq!(line.steps().len(), ply, "a line remembers its steps");
            assert!(line.step("no such thing").is_err(), "nonsense is refused");
            assert_eq!(line.position(), text, "a refusal changes nothing");
            picture::check::check(&*line);
            match line.turn() {
                Turn::Over => break,
                Turn::Chance => drop(line.sample(&mut rng)),
                Turn::Player(_) => {
                    let report = player
                        .think(&*line, Task::new(Budget::UNSET).seed(seed))
                        .expect("the random player thinks");
                    line.step(&report.best.expect("a player on turn has a move")).expect("its move is legal");
                }
            }
            let after = line.position();
            let last = line.steps().pop().expect("a step was made");
            assert!(line.undo(), "a step can be taken back");
            assert_eq!(line.position(), text, "undo restores the position");
            line.step(&last).expect("what was undone can be done again");
            assert_eq!(line.position(), after, "and leads to the same position");
        }
        picture::check::well_formed(&line.picture());
        if line.turn() == Turn::Over {
            assert_eq!(line.payoffs().len(), nature.players, "a payoff for each player");
            assert!(line.moves().is_empty() && line.events().is_empty(), "nothing follows the end");
            let report = player.think(&*line, Task::new(Budget::UNSET)).expect("an answer");
            assert_eq!(report.best, None, "no move is suggested after the end");
        }
    }
    for nonsense in ["", "nonsense \u{1F600}", "((((", "99999999999999999999 99999999999999999999"] {
        assert!(game.read(nonsense).is_err(), "{nonsense:?} is no position");
    }
    let unknown = game.player(&Spec::word("no_such_search")).err().expect("an unknown search is refused");
    assert!(unknown.to_string().contains("random"), "the refusal names what there is: {unknown}");
}
