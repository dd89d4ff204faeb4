//! Monte Carlo search against exact values, and each promise of its switches.

use std::thread::{self, ThreadId};
use std::time::Duration;

use super::tree::ROOT;
use super::*;
use crate::alphabeta::{self, AlphaBeta};
use crate::plain::oracle;
use plywood_core::random::{Rng, SeedableRng};
use plywood_core::settings::Bytes;
use plywood_core::{Branch, Knowledge, Notation, PayoffKind, Row, Spec, Task, Tick, Tried, Uniform, Zero};
use plywood_games::connect4::Connect4;
use plywood_games::connect4::shape::Standard;
use plywood_games::kalah::Kalah;
use plywood_games::othello::{self, Othello};
use plywood_games::randomtree::RandomTree;
use plywood_small_games::nim::Nim;
use plywood_small_games::nim3::Nim3;
use plywood_small_games::pig::Pig;
use plywood_small_games::tictactoe::TicTacToe;

fn search<G: Game>(config: Config) -> MonteCarlo<G, Uniform, Zero> {
    MonteCarlo::new(Uniform, Uniform, Zero, config)
}

fn tree() -> Config {
    Config::plain(Family::Tree)
}

fn ask<G: Game, P: Policy<G>, E: Evaluator<G>>(
    search: &mut MonteCarlo<G, P, E>,
    line: &Line<G>,
    simulations: u64,
    seed: u64,
) -> Report<G::Move> {
    let report = search.think(line, Task::new(Budget::simulations(simulations)).seed(seed));
    Report { seconds: 0.0, rows: Vec::new(), ..report }
}

#[test]
fn the_same_seed_is_the_same_search() {
    let line = Line::new(Connect4::<Standard>::default());
    let run = |seed| ask(&mut search(tree()), &line, 5000, seed);
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
    // Whatever was searched before.
    let mut used = search(tree());
    ask(&mut used, &line, 777, 5);
    assert_eq!(ask(&mut used, &line, 5000, 1), run(1));
}

/// Plays at random, and takes its time on the thread that asks or on all others.
#[derive(Clone, Copy)]
struct Slow {
    asking: ThreadId,
    slow: Option<bool>,
}

impl<G: Game> Policy<G> for Slow {
    type State = ();
    fn choose(&self, game: &G, position: &G::Position, _: &mut (), rng: &mut Rng) -> G::Move {
        if self.slow == Some(thread::current().id() == self.asking) {
            thread::sleep(Duration::from_micros(5));
        }
        game.random_move(position, rng)
    }
}

/// Trees of their own have fixed shares: which thread is the slow one changes nothing, rows included.
#[test]
fn searches_with_a_tree_each_are_the_same_under_any_load() {
    let rooted = Config { threads: 3, parallel: Parallel::Root, ..tree() };
    let several = |family| Config { threads: 3, parallel: Parallel::Root, ..Config::plain(family) };
    let line = Line::new(TicTacToe);
    let mut nearly_over = line.clone();
    [4, 0, 8, 2].into_iter().for_each(|cell| nearly_over.play(cell));
    let nodes = Budget { nodes: Some(300), ..Budget::simulations(4000) };
    let evaluations = Budget { evaluations: Some(500), ..Budget::simulations(4000) };
    for (config, line, budget) in [
        (rooted, &line, Budget::simulations(1000)),
        (Config { solver: true, ..rooted }, &nearly_over, Budget::simulations(2000)),
        (rooted, &line, nodes),
        (Config { bias: 1.0, ..rooted }, &line, evaluations),
        (several(Family::Flat), &line, Budget::simulations(500)),
        (several(Family::Bandit), &line, Budget::simulations(500)),
    ] {
        let run = |slow: Option<bool>| {
            let policy = Slow { asking: thread::current().id(), slow };
            let mut search = MonteCarlo::new(policy, policy, Zero, config);
            let mut report = search.think(line, Task::new(budget).seed(1));
            report.seconds = 0.0;
            report.rows.iter_mut().for_each(|row| row.seconds = 0.0);
            report
        };
        let calm = run(None);
        assert_eq!(run(Some(true)), calm, "the asking thread is slow, {config:?}");
        assert_eq!(run(Some(false)), calm, "the others are slow, {config:?}");
        if budget == Budget::simulations(500) {
            assert_eq!(calm.simulations, 500, "every simulation is somebody's");
        }
    }
}

#[test]
fn flat_search_shares_out_evenly_and_the_bandit_does_not() {
    let line = Line::new(TicTacToe);
    let visits = |family| {
        let mut search = search(Config::plain(family));
        ask(&mut search, &line, 900, 1);
        let tree = &search.trees[0];
        let mut visits: Vec<u32> =
            tree.children(ROOT).unwrap().nodes().map(|node| tree.visits(node)).collect();
        visits.sort_unstable();
        visits
    };
    assert_eq!(visits(Family::Flat), [100; 9]);
    let bandit = visits(Family::Bandit);
    assert_eq!(bandit.iter().sum::<u32>(), 900);
    assert!(bandit[8] > bandit[0] + 20, "{bandit:?}");
}

#[test]
fn a_skipped_leaf_is_not_counted_once() {
    let line = Line::new(TicTacToe);
    let visits = |leaf, simulations| {
        let mut search = search(Config { leaf, ..tree() });
        ask(&mut search, &line, simulations, 1);
        let tree = &search.trees[0];
        tree.children(ROOT).unwrap().nodes().map(|node| tree.visits(node)).sum::<u32>()
    };
    assert_eq!((visits(Leaf::Counted, 1), visits(Leaf::Skipped, 1)), (1, 0));
    // Each of the nine children loses its first simulation.
    assert_eq!((visits(Leaf::Counted, 300), visits(Leaf::Skipped, 300)), (300, 291));
}

#[test]
fn every_switch_finds_the_winning_column() {
    // X has three in column 4 and O threatens in column 1: only 4 wins, only 1 does not lose.
    let game = Connect4::<Standard>::default();
    let board = game.read_position("......./......./......./O..X.../O..X.../O..X...").unwrap();
    let line = Line::from(game, board);
    let plain = tree();
    for config in [
        plain,
        Config { reward: Reward::Signed, ..plain },
        Config { leaf: Leaf::Skipped, ..plain },
        Config { final_move: FinalMove::Mean, ..plain },
        Config { first_play: Some(0.6), ..plain },
        Config { rave: 200.0, ..plain },
        Config { bias: 2.0, ..plain },
        Config { implicit: 0.3, ..plain },
        Config { decisive: true, ..plain },
        Config { solver: true, ..plain },
        Config { reuse: true, ..plain },
        Config { threads: 2, ..plain },
        Config { threads: 2, parallel: Parallel::Root, ..plain },
        Config::plain(Family::Bandit),
        Config { final_move: FinalMove::Mean, ..Config::plain(Family::Flat) },
    ] {
        let evaluator = game.evaluator(&Spec::word("lines")).unwrap();
        let report = ask(&mut MonteCarlo::new(Uniform, Uniform, evaluator, config), &line, 2000, 3);
        assert_eq!(report.best, Some(3), "{config:?}");
        assert_eq!(report.proven, config.solver, "{config:?}");
    }
}

#[test]
fn the_solver_proves_that_tictactoe_is_a_draw() {
    let mut search = search(Config { solver: true, ..tree() });
    let report = ask(&mut search, &Line::new(TicTacToe), 1_000_000, 1);
    assert!(report.proven);
    assert_eq!(report.value, 0.0);
    assert!(report.simulations < 1_000_000);
}

/// A position of a random game with `empties` empty squares.
fn endgame(game: &Othello, empties: u32, rng: &mut Rng) -> othello::Board {
    loop {
        let mut board = game.start();
        while game.turn(&board) != Turn::Over {
            if (game.area() & !board.occupied()).count_ones() == empties && board.moves != 0 {
                return board;
            }
            board = game.play(&board, game.random_move(&board, rng));
        }
    }
}

#[test]
fn alpha_beta_and_proven_nodes_agree_on_othello_endgames() {
    let game = Othello::new(8, PayoffKind::Outcome);
    let mut rng = Rng::seed_from_u64(12);
    for empties in (4..=12).flat_map(|empties| [empties; 2]) {
        let line = Line::from(game, endgame(&game, empties, &mut rng));
        let config = alphabeta::Config {
            table: plywood_core::spec::Size::Bytes(16 << 20),
            ..alphabeta::Config::PLAIN
        };
        let budget = Budget::depth(2 * empties);
        let exact = AlphaBeta::new(Zero, config.clone()).think(&line, Task::new(budget));
        assert!(exact.proven, "alpha-beta solves {empties} empties");
        if empties <= 6 {
            let slow = oracle(&game, &Zero, line.position(), 2 * empties);
            assert_eq!(exact.value, f64::from(slow.signum()));
        }
        let solver = Config { solver: true, ..tree() };
        let report = ask(&mut search(solver), &line, 2_000_000, 1);
        assert!(report.proven, "UCT proves {empties} empties");
        assert_eq!(report.value, exact.value, "{}", game.write_position(line.position()));
        // And the move keeps the value.
        let mut after = line.clone();
        after.play(report.best.unwrap());
        let reply = AlphaBeta::new(Zero, config).think(&after, Task::new(budget));
        let sign = if after.turn() == Turn::Player(line.turn().view()) { 1.0 } else { -1.0 };
        let kept = if after.turn() == Turn::Over {
            f64::from(after.payoff(line.turn().view()))
        } else {
            sign * reply.value
        };
        assert_eq!(kept, exact.value);
    }
}

#[test]
fn chance_nodes_are_averaged_and_bounded() {
    for seed in 0..4 {
        let spec: Spec = format!("randomtree(width=3, depth=5, seed={seed}, chance=on)").parse().unwrap();
        let game = RandomTree::from_spec(&spec).unwrap();
        let line = Line::new(game);
        let exact = oracle(&game, &Zero, line.position(), 10);
        let report = ask(&mut search(Config { solver: true, ..tree() }), &line, 500_000, 1);
        assert!(report.proven);
        assert!((report.value - exact).abs() < 1e-3 * exact.abs().max(1.0), "{} and {exact}", report.value);
    }
}

#[test]
fn memory_is_kept_to_and_the_search_goes_on() {
    let line = Line::new(Connect4::<Standard>::default());
    let config = Config { memory: Bytes(1 << 20), ..tree() };
    let report = ask(&mut search(config), &line, 100_000, 1);
    assert_eq!(report.simulations, 100_000);
    assert!(report.counters["tree_bytes"] <= f64::from(1 << 20), "{:?}", report.counters);
    assert_eq!(report.best, Some(3), "the middle column is best");
}

#[test]
fn the_tree_is_kept_between_moves() {
    let mut line = Line::new(TicTacToe);
    let mut kept = search(Config { reuse: true, ..tree() });
    let first = ask(&mut kept, &line, 2000, 1);
    line.play(first.best.unwrap());
    line.play(first.pv[1]);
    let carried = ask(&mut kept, &line, 1, 1).nodes;
    let fresh = ask(&mut search(tree()), &line, 1, 1).nodes;
    assert!(carried > 10 * fresh, "{carried} nodes after one simulation, {fresh} without reuse");
    kept.new_game();
    assert_eq!(ask(&mut kept, &line, 1, 1).nodes, fresh, "a new game starts afresh");
}

#[test]
fn threads_on_one_tree_count_every_simulation() {
    let line = Line::new(Othello::default());
    let policy = |name| line.game().policy(&Spec::word(name)).unwrap();
    let think = |threads| {
        let config = Config { threads, noise: 0.5, ..tree() };
        let mut search = MonteCarlo::new(policy("roxanne"), policy("random"), Zero, config);
        (ask(&mut search, &line, 10_000, 1), search)
    };
    let (report, shared) = think(4);
    assert_eq!(report.simulations, 10_000);
    let tree = &shared.trees[0];
    assert_eq!(tree.visits(ROOT), 10_000);
    let below: u32 = tree.children(ROOT).unwrap().nodes().map(|node| tree.visits(node)).sum();
    // A thread that finds the root being listed plays out from the root.
    assert!((9_000..=10_000).contains(&below), "{below}");
    // Rewards that got lost would show as a lower value than one thread finds.
    let (alone, _) = think(1);
    assert!((report.value - alone.value).abs() < 0.1, "{} and {}", report.value, alone.value);
}

#[test]
fn the_drawing_is_a_tree_of_visited_nodes() {
    let line = Line::new(TicTacToe);
    let budget = Budget::depth(2);
    let trace = search(tree()).trace(&line, &budget, 100).unwrap();
    assert!(trace.nodes.len() > 10 && trace.nodes.len() <= 100);
    assert_eq!(trace.nodes[0].note, "100 visits");
    for node in &trace.nodes[1..] {
        let parent = &trace.nodes[node.parent.unwrap()];
        assert_eq!(node.ply, parent.ply + 1);
        assert!(node.ply <= 2 && node.step.is_some());
    }
    // Simulations that were asked for are kept to, so that a tree can be seen growing.
    for simulations in 1..=9 {
        let budget = Budget { simulations: Some(simulations), ..budget };
        let trace = search(tree()).trace(&line, &budget, 100).unwrap();
        let visits = if simulations == 1 { "visit" } else { "visits" };
        assert_eq!(trace.nodes[0].note, format!("{simulations} {visits}"));
        assert_eq!(trace.nodes.len() as u64, simulations + 1, "one node a simulation, and the root");
    }
}

#[test]
fn an_oracle_settles_the_root_but_a_move_comes_out() {
    let spec = |text: &str| text.parse::<Spec>().unwrap();
    for matches in [5, 6, 7, 8, 21, 22] {
        let nim = Nim::from_spec(&spec(&format!("nim(matches={matches})"))).unwrap();
        let mut search = search(tree()).asking(Some(nim.oracle(&spec("formula")).unwrap()));
        let report = ask(&mut search, &Line::new(nim), 100, 1);
        let wins = matches % 4 != 0;
        assert_eq!((report.value, report.proven), (if wins { 1.0 } else { -1.0 }, true), "{matches}");
        assert!(report.best.is_some_and(|taken| !wins || taken == matches % 4), "{report:?}");
    }
    let pig = Pig::new(20);
    let exact = pig.oracle(&spec("value_iteration")).unwrap();
    let wanted = exact.probe(&pig, &pig.start()).unwrap().payoff;
    let report = ask(&mut search(tree()).asking(Some(exact)), &Line::new(pig), 100, 1);
    assert!(report.proven && (report.value - wanted).abs() < 1e-6, "{} {wanted}", report.value);
    // An oracle of the endings alone helps the solver to the value of the whole.
    let kalah = Kalah::new(3, 1);
    let mut plain = search(Config { solver: true, ..tree() });
    let mut told = search(tree()).asking(Some(kalah.oracle(&spec("endings(seeds=3)")).unwrap()));
    let [plain, told] = [&mut plain, &mut told].map(|search| ask(search, &Line::new(kalah), 200_000, 1));
    assert!(plain.proven && told.proven && plain.value == told.value, "{plain:?} {told:?}");
    assert!(told.simulations < plain.simulations, "{} {}", told.simulations, plain.simulations);
}

/// Wants a number of nodes of the tree, and keeps the last that were told.
struct Watcher<M>(usize, Vec<Branch<M>>);

impl<M: Clone + Send> Progress<M> for Watcher<M> {
    fn row(&mut self, _: &Row<M>) {}
    fn tick(&mut self, _: &Tick<M>) {}
    fn wanted(&self) -> usize {
        self.0
    }
    fn tree(&mut self, branches: &[Branch<M>]) {
        self.1 = branches.to_vec();
    }
}

#[test]
fn the_tree_is_told_where_it_is_wanted() {
    let line = Line::new(TicTacToe);
    let told = |wanted: usize| {
        let mut watcher = Watcher(wanted, Vec::new());
        let budget = Budget::simulations(2_000);
        let report = search(tree()).think(&line, Task::new(budget).seed(1).telling(&mut watcher));
        (report, watcher.1)
    };
    assert!(told(0).1.is_empty());
    let (report, branches) = told(30);
    assert_eq!(branches.len(), 30);
    for (place, branch) in branches.iter().enumerate() {
        let above = &branch.line[..branch.line.len() - 1];
        let parent = branches[..place].iter().find(|other| other.line == above);
        assert!(
            above.is_empty() || parent.is_some_and(|parent| parent.visits >= branch.visits),
            "{branch:?}"
        );
        assert!(place == 0 || branches[place - 1].visits >= branch.visits, "the most visited come first");
    }
    // The root's moves are those of the report.
    for branch in branches.iter().filter(|branch| branch.line.len() == 1) {
        let tried = Tried { chosen: branch.line[0], visits: branch.visits, value: branch.value };
        assert!(report.tried.contains(&tried), "{tried:?}");
    }
    assert_eq!(branches[0].line[..1], report.pv[..1]);
}

/// With three players the value of the one on turn is the same number in both places, and the others' belong to it: in
/// this game payoffs sum to 1. Whichever way the simulations are shared out.
#[test]
fn values_of_three_players_are_of_one_move() {
    let nim = Nim3::from_spec(&"nim3".parse().unwrap()).unwrap();
    let mut line = Line::new(nim);
    line.play(line.first_move().unwrap());
    let own_trees = Config { threads: 2, parallel: Parallel::Root, ..tree() };
    for config in [tree(), Config { leaf: Leaf::Skipped, ..tree() }, own_trees, Config::plain(Family::Flat)] {
        let report = ask(&mut search(config), &line, 500, 1);
        assert_eq!(report.values.len(), 3);
        assert_eq!(report.value, report.values[line.turn().view().index()], "{config:?}");
        let sum: f64 = report.values.iter().sum();
        assert!((sum - 1.0).abs() < 1e-5, "{:?} of {config:?}", report.values);
        let best = report.tried.iter().find(|tried| Some(tried.chosen) == report.best);
        assert_eq!(best.map(|best| best.value), Some(report.value), "{config:?}");
    }
}
