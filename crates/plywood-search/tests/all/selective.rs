//! Selective switches: each is the full search where it has nothing to leave out, keeps budgets and proofs, and leaves
//! out something where it has.

use std::sync::Arc;

use plywood_core::random::{Rng, below, seeded};
use plywood_core::spec::Size;
use plywood_core::{Budget, Evaluator, Game, Knowledge, Line, Notation, Report, Search, Spec, Task, Turn};
use plywood_games::connect4::{AnyConnect4, Connect4, shape::AnyBoard};
use plywood_games::loa::LinesOfAction;
use plywood_games::othello::Othello;
use plywood_search::alphabeta::selective::{Counted, Pair, ProbCut, Realization, Selective};
use plywood_search::alphabeta::{AlphaBeta, Config, Mtd, Style};
use plywood_search::deepening::Schedule;
use plywood_search::table::Matching;
use plywood_small_games::tictactoe::TicTacToe;

const OFF: Selective = Selective::PLAIN;

fn evaluator<G: Knowledge>(game: &G) -> G::Evaluator {
    game.evaluator(&Spec::word(game.evaluators()[0].name)).expect("the default evaluation")
}

fn othello(size: u32) -> Othello {
    Othello::from_spec(&format!("othello(size={size})").parse().unwrap()).unwrap()
}

fn connect4(columns: u32, rows: u32) -> Connect4<AnyBoard> {
    let spec = format!("connect4(columns={columns}, rows={rows})").parse().unwrap();
    let AnyConnect4::Other(game) = plywood_games::connect4::from_spec(&spec).unwrap() else {
        panic!("not the usual board")
    };
    game
}

fn random_line<G: Game>(game: &G, plies: usize, rng: &mut Rng) -> Line<G> {
    let mut line = Line::new(game.clone());
    for _ in 0..plies {
        if line.turn() == Turn::Over {
            break;
        }
        line.play(game.random_move(line.position(), rng));
    }
    line
}

fn pvs(selective: Selective) -> Config {
    Config { pvs: true, table: Size::Entries(1 << 14), matching: Matching::Exact, selective, ..Config::PLAIN }
}

fn think<G: Game, E: Evaluator<G>>(
    line: &Line<G>,
    evaluator: &E,
    config: Config,
    budget: Budget,
) -> Report<G::Move> {
    AlphaBeta::new(evaluator.clone(), config).think(line, Task::new(budget))
}

/// Checks of every depth up to ten whose shallow values lie within a deviation of the deep ones, or anywhere.
fn probcut(threshold: f64) -> Option<Arc<ProbCut>> {
    let pair = |deep| Pair { deep, shallow: deep - 2, slope: 1.0, offset: 0.0, deviation: 0.02 };
    Some(Arc::new(ProbCut::new(&(3..=10).map(pair).collect::<Vec<_>>(), false, threshold)))
}

/// Every fourth kind is usual, so that it costs a ply; of the others one in `odds` is played.
fn realization(odds: u64, enhanced: bool) -> Option<Arc<Realization>> {
    let kind =
        |kind: u16| if kind.is_multiple_of(4) { (kind, 1 << 40, 1 << 39) } else { (kind, 1000, 1000 / odds) };
    let kinds = (0..256).map(kind).collect();
    let counted = Counted { game: String::new(), note: String::new(), kinds };
    Some(Arc::new(Realization::new(&counted, enhanced)))
}

/// Each switch by itself.
fn switches() -> Vec<(&'static str, Selective)> {
    vec![
        ("null", Selective { null: Some(2), ..OFF }),
        ("multicut", Selective { multicut: Some(2), ..OFF }),
        ("probcut", Selective { probcut: probcut(0.5), ..OFF }),
        ("extend", Selective { extend: true, ..OFF }),
        ("plain realization", Selective { realization: realization(40, false), ..OFF }),
        ("enhanced realization", Selective { realization: realization(40, true), ..OFF }),
        ("secondary", Selective { secondary: Some(2), ..OFF }),
    ]
}

/// Switches that have nothing to leave out, whatever the game.
fn idle() -> Vec<(&'static str, Selective)> {
    vec![
        ("as many refutations as no position has moves", Selective { multicut: Some(100), ..OFF }),
        ("a threshold that nothing passes", Selective { probcut: probcut(1e9), ..OFF }),
        ("every kind as likely", Selective { realization: realization(2, false), ..OFF }),
        ("every kind as likely, enhanced", Selective { realization: realization(2, true), ..OFF }),
    ]
}

#[test]
fn with_nothing_to_leave_out_it_is_the_full_search() {
    fn check<G: Knowledge + Notation>(game: &G, seed: u64, plies: usize, more: &[(&str, Selective)]) {
        let (mut rng, evaluator) = (seeded(seed), evaluator(game));
        for _ in 0..25 {
            let drawn = below(&mut rng, plies);
            let line = random_line(game, drawn, &mut rng);
            let depth = 3 + below(&mut rng, 3) as u32;
            // With history what the table has depends on the way.
            let table = if game.nature().history { Size::Off } else { Size::Entries(1 << 14) };
            let value = |config: Config| {
                think(&line, &evaluator, Config { table, ..config }, Budget::depth(depth)).value
            };
            let full = value(pvs(OFF));
            for (name, selective) in idle().iter().chain(more) {
                for style in [Config::PLAIN.style, Style::Mtd(Mtd::PLAIN)] {
                    let config = Config { style, ..pvs(selective.clone()) };
                    let place = game.write_position(line.position());
                    assert_eq!(value(config.clone()), full, "{name} at {place} to {depth}");
                    assert_eq!(value(Config { pvs: false, ..config }), full, "{name} at {place} to {depth}");
                }
            }
        }
    }
    // Games that do not pass, and name no forcing moves.
    let without = [
        ("no pass", Selective { null: Some(2), ..OFF }),
        ("no forcing move", Selective { extend: true, ..OFF }),
    ];
    check(&TicTacToe, 1, 6, &without);
    check(&connect4(5, 4), 2, 14, &without[..1]);
    check(&othello(6), 3, 25, &[]);
    check(&LinesOfAction, 4, 30, &without[1..]);
}

#[test]
fn something_is_left_out() {
    // Nodes of all searches together, in tenths of those of the full search.
    fn tenths<G: Knowledge>(game: &G, depth: u32, selective: &Selective) -> u64 {
        let (mut rng, evaluator) = (seeded(5), evaluator(game));
        let mut sums = [0, 0];
        for _ in 0..12 {
            let line = random_line(game, 12, &mut rng);
            for (sum, selective) in sums.iter_mut().zip([&OFF, selective]) {
                *sum += think(&line, &evaluator, pvs(selective.clone()), Budget::depth(depth)).nodes;
            }
        }
        10 * sums[1] / sums[0]
    }
    let switches = switches();
    let named = |name: &str| &switches.iter().find(|switch| switch.0 == name).unwrap().1;
    for name in ["null", "multicut", "probcut", "plain realization", "enhanced realization"] {
        assert!(tenths(&LinesOfAction, 5, named(name)) < 10, "{name} saves nodes in lines of action");
        assert!(tenths(&othello(8), 6, named(name)) < 10, "{name} saves nodes in Othello");
    }
    for name in ["extend", "secondary"] {
        assert!(tenths(&othello(8), 4, named(name)) >= 10, "{name} looks further");
    }
}

#[test]
fn extensions_see_a_forced_win_beyond_the_horizon() {
    // X at b1, c1 and d1 would win at once; with c1 and d1 alone X threatens on both sides and wins with the
    // second stone from now, which is the third ply.
    let game = connect4(7, 5);
    let position = game.read_position("......./......./......./..OO.../..XX...").unwrap();
    let line = Line::from(game, position);
    let value = |selective, depth| {
        let report = think(&line, &evaluator(&game), pvs(selective), Budget::depth(depth));
        (report.value == 1.0, report.distance)
    };
    assert_eq!(value(OFF, 2), (false, None));
    assert_eq!(value(OFF, 3), (true, Some(3)));
    assert_eq!(value(Selective { extend: true, ..OFF }, 2), (true, Some(3)));
}

#[test]
fn what_is_proven_is_true() {
    let game = othello(4);
    let mut rng = seeded(7);
    let mut proofs = 0;
    for _ in 0..60 {
        let drawn = 3 + below(&mut rng, 7);
        let line = random_line(&game, drawn, &mut rng);
        if line.turn() == Turn::Over {
            continue;
        }
        let truth = think(&line, &evaluator(&game), pvs(OFF), Budget::depth(40));
        assert!(truth.proven);
        for (name, selective) in switches() {
            for depth in [3, 5, 8, 40] {
                let report = think(&line, &evaluator(&game), pvs(selective.clone()), Budget::depth(depth));
                if report.proven {
                    proofs += 1;
                    assert_eq!(
                        report.value,
                        truth.value,
                        "{name} at {}",
                        game.write_position(line.position())
                    );
                }
            }
        }
    }
    assert!(proofs > 100, "{proofs} proofs");
}

#[test]
fn budgets_are_kept_moves_are_legal_and_the_same_twice() {
    let mut rng = seeded(6);
    let evaluator = evaluator(&LinesOfAction);
    for nodes in 1..40 {
        let line = random_line(&LinesOfAction, 20, &mut rng);
        if line.turn() == Turn::Over {
            continue;
        }
        for (name, selective) in switches() {
            let config = Config { deepening: Schedule::Steps, iid: Some(2), lmr: Some(1), ..pvs(selective) };
            for budget in
                [Budget::nodes(nodes * 37), Budget { evaluations: Some(nodes * 23), ..Budget::UNSET }]
            {
                let run = || think(&line, &evaluator, config.clone(), budget);
                let report = run();
                assert!(budget.nodes.is_none_or(|most| report.nodes <= most), "{name}");
                assert!(budget.evaluations.is_none_or(|most| report.evaluations <= most), "{name}");
                let best = report.best.expect("a move");
                let text = LinesOfAction.write_move(line.position(), best);
                assert!(LinesOfAction.read_move(line.position(), &text).is_ok(), "{name} plays {text}");
                let again = run();
                assert_eq!((again.best, again.nodes, again.value), (Some(best), report.nodes, report.value));
            }
        }
    }
}

#[test]
fn trees_are_drawn_with_their_cuts() {
    let mut rng = seeded(8);
    let line = random_line(&LinesOfAction, 10, &mut rng);
    for (name, selective) in switches() {
        let mut search = AlphaBeta::new(evaluator(&LinesOfAction), pvs(selective));
        let trace = search.trace(&line, &Budget::depth(4), 2000).expect("a search that can be drawn");
        assert!(trace.nodes.len() > 10, "{name}");
    }
}
