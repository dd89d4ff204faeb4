//! Threat search by its definition, its wins by alpha-beta, and proofs that are guided by it.

use std::ops::ControlFlow;

use plywood_core::random::seeded;
use plywood_core::{Budget, Game, Line, Notation, Player, Report, Search, Task, Turn, Value};
use plywood_games::loa::LinesOfAction;
use plywood_games::mnk::{self, AnyMnk, Mnk};
use plywood_games::othello::Othello;
use plywood_search::lambda::Lambda;
use plywood_search::proof::{Aim, Proof};

use crate::proof::{METHODS, truth};

fn board(columns: u32, rows: u32, line: u32) -> Mnk<u64> {
    let spec = format!("mnk(columns={columns}, rows={rows}, line={line})");
    match mnk::from_spec(&spec.parse().unwrap()).unwrap() {
        AnyMnk::Small(game) => game,
        AnyMnk::Large(_) => panic!("{spec} is large"),
    }
}

fn think<G: Game>(line: &Line<G>, order: u8, budget: &Budget) -> Report<G::Move> {
    Lambda { order, memory: 1 << 22 }.think(line, Task::new(*budget).seed(1))
}

/// A line of random moves that is not over.
fn random_line<G: Game>(game: &G, plies: usize, seed: u64) -> Option<Line<G>> {
    let mut rng = seeded(seed);
    let mut line = Line::new(game.clone());
    for _ in 0..plies {
        if line.turn() == Turn::Over {
            return None;
        }
        line.play(game.random_move(line.position(), &mut rng));
    }
    (line.turn() != Turn::Over).then_some(line)
}

/// Whether the attacker, who is on turn, wins by threats of this order, word by word as it is defined.
fn literal<G: Game>(game: &G, position: &G::Position, attacker: Player, order: u8) -> bool {
    if order > 0 && literal(game, position, attacker, order - 1) {
        return true;
    }
    let found = game.children(position, |_, after| {
        let wins = match game.turn(&after) {
            Turn::Over => game.payoff(&after, attacker) > G::Value::ZERO,
            _ => {
                let passed = game.null_move(&after).expect("the game can pass");
                order > 0
                    && literal(game, &passed, attacker, order - 1)
                    && game
                        .children(&after, |_, reply| {
                            let lost = match game.turn(&reply) {
                                Turn::Over => game.payoff(&reply, attacker) > G::Value::ZERO,
                                _ => literal(game, &reply, attacker, order),
                            };
                            if lost { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                        })
                        .is_continue()
            }
        };
        if wins { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.is_break()
}

#[test]
fn wins_are_those_of_the_definition() {
    let mut found = [0; 4];
    for (game, plies, orders) in [
        (board(4, 3, 3), 2, 1..=3),
        (board(4, 4, 4), 8, 1..=3),
        (board(5, 4, 4), 9, 1..=2),
        (board(5, 5, 4), 10, 1..=2),
    ] {
        for seed in 0..40 {
            let Some(line) = random_line(&game, plies, seed) else { continue };
            let mover = line.turn().view();
            for order in orders.clone() {
                let report = think(&line, order, &Budget::UNSET);
                let wins = literal(&game, line.position(), mover, order);
                assert_eq!(
                    report.value == 1.0,
                    wins,
                    "order {order}: {}",
                    game.write_position(line.position())
                );
                found[usize::from(order)] += u32::from(wins);
            }
        }
    }
    assert!(found[1] > 20 && found[2] > found[1] / 2, "{found:?}");
}

fn right<G: Game + Notation>(game: &G, plies: usize, lines: u64) {
    let mut proven = 0;
    for line in (0..lines).filter_map(|seed| random_line(game, plies, seed)) {
        for order in 1..=3 {
            let report = think(&line, order, &Budget::nodes(200_000));
            assert!(report.best.is_some() && report.nodes <= 200_000);
            if report.proven {
                proven += 1;
                assert_eq!(
                    report.value,
                    truth(&line),
                    "order {order}: {}",
                    game.write_position(line.position())
                );
            }
        }
    }
    assert!(proven > 5, "{proven} answers of {lines} lines");
}

#[test]
fn what_is_told_as_proven_is_true() {
    right(&board(4, 3, 3), 3, 60);
    right(&board(4, 4, 3), 6, 40);
    right(&board(5, 4, 4), 11, 60);
    right(&Othello::from_spec(&"othello(size=4)".parse().unwrap()).unwrap(), 7, 60);
}

/// An open three wins by order 1 on a long board, two open twos that cross only by order 2.
#[test]
fn orders_are_what_people_call_them() {
    let game = board(7, 7, 4);
    let line = |text: &str| Line::from(game, game.read_position(text).unwrap());
    let value = |text: &str, order: u8| think(&line(text), order, &Budget::UNSET).value;
    let open_two = "......./......./......./..XX.../......./...O.../..O.... X";
    assert_eq!([value(open_two, 1), value(open_two, 2)], [1.0, 1.0], "three open at both ends");
    let crossing = "......./...O.../......./..X.X../...O.../......./....... X";
    assert_eq!(value(crossing, 1), 1.0);
    let one = "......./......./......./...X.../......./.....O./....... X";
    assert_eq!(value(one, 1), 0.0, "one stone threatens nothing");
    assert_eq!(value(one, 2), 1.0, "but an open two does");
}

/// Who cannot win prevents what the other threatens, and says when nothing does.
#[test]
fn threats_are_parried() {
    let game = board(5, 5, 4);
    let position = game.read_position("X..../.OOO./X..../X..../..... O").unwrap();
    let mine = Line::from(game, position);
    assert_eq!(think(&mine, 1, &Budget::UNSET).value, 1.0);
    // The same with the other on turn and both ends open: lost, and told so.
    let lost = Line::from(game, game.read_position("....X/.OOO./X..../..X../..... X").unwrap());
    let report = think(&lost, 1, &Budget::UNSET);
    assert!(report.proven && report.value == 0.0 - 1.0 || report.value == 1.0, "{report:?}");
    // With one end closed there is one reply.
    let shut = Line::from(game, game.read_position("X..../XOOO./...../..X../..... X").unwrap());
    let report = think(&shut, 1, &Budget::UNSET);
    assert_eq!(game.write_move(shut.position(), report.best.unwrap()), "e4");
}

/// Where history may end a game nothing longer than a move is told as proven.
#[test]
fn history_leaves_doubt() {
    let game = LinesOfAction::from_spec(&"loa".parse().unwrap()).unwrap();
    for line in (0..10).filter_map(|seed| random_line(&game, 30, seed)) {
        let report = think(&line, 1, &Budget::nodes(20_000));
        assert!(!report.proven && report.best.is_some());
    }
}

#[test]
fn guided_proofs_have_the_same_values() {
    for (game, plies) in [(board(3, 3, 3), 0), (board(4, 3, 3), 1), (board(4, 4, 4), 6), (board(5, 4, 4), 12)]
    {
        for line in (0..8).filter_map(|seed| random_line(&game, plies, seed)) {
            let expected = truth(&line);
            for method in METHODS {
                for threats in 0..=3 {
                    let mut proof = Proof { method, aim: Aim::Value, memory: 1 << 22, threats };
                    let report = proof.think(&line, Task::new(Budget::nodes(5_000_000)).seed(1));
                    let text = game.write_position(line.position());
                    assert_eq!(
                        (report.value, report.proven),
                        (expected, true),
                        "{method:?} {threats} {text}"
                    );
                }
            }
        }
    }
}

/// The boards whose values are known: (4,3,3) is won, (3,3,3) is drawn.
#[test]
fn small_boards_have_their_values() {
    for (game, value) in [(board(4, 3, 3), 1.0), (board(3, 3, 3), 0.0)] {
        for method in METHODS {
            let mut proof = Proof { method, aim: Aim::Value, memory: 1 << 24, threats: 0 };
            let report = proof.think(&Line::new(game), Task::new(Budget::UNSET).seed(1));
            assert_eq!((report.value, report.proven), (value, true), "{method:?}");
        }
        assert_eq!(truth(&Line::new(game)), value);
    }
}
