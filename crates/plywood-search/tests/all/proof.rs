//! Every proof search gives the value of plain minimax: on small games, on random trees, and on random graphs with
//! transpositions and cycles, where a position that comes again on its path is a draw.

use std::ops::ControlFlow;

use plywood_core::random::{below, seeded};
use plywood_core::{
    Budget, Game, Line, Nature, Never, Player, Progress, Proving, Report, Row, Search, Task, Tick, Turn,
};
use plywood_games::bao::Bao;
use plywood_games::connect4::{self, AnyConnect4};
use plywood_games::kalah::Kalah;
use plywood_games::othello::Othello;
use plywood_search::alphabeta::{AlphaBeta, Config};
use plywood_search::proof::{Aim, Method, Proof};
use plywood_small_games::nim::Nim;
use plywood_small_games::tictactoe::TicTacToe;

pub(crate) const METHODS: [Method; 7] = [
    Method::Pn,
    Method::Pn2 { part: 1.0 },
    Method::Pn2 { part: 0.1 },
    Method::DfPn { epsilon: 0.0 },
    Method::DfPn { epsilon: 0.25 },
    Method::Pds,
    Method::Star,
];

fn think<G: Game>(line: &Line<G>, proof: &mut Proof, budget: &Budget) -> Report<G::Move> {
    proof.think(line, Task::new(*budget).seed(1))
}

/// More than any of these takes: what goes round for ever is found out.
const PLENTY: Budget = Budget { nodes: Some(5_000_000), ..Budget::UNSET };

fn value<G: Game>(line: &Line<G>, method: Method, memory: usize) -> (f64, bool) {
    let report = think(line, &mut Proof { method, aim: Aim::Value, memory, threats: 0 }, &PLENTY);
    (report.value, report.proven)
}

/// Positions are numbers; some are ends, the others lead to some others, back to earlier ones too.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Graph {
    pub(crate) movers: Vec<Player>,
    /// The payoff of ends for the first player.
    pub(crate) ends: Vec<Option<i32>>,
    pub(crate) edges: Vec<Vec<usize>>,
    /// Whether the game itself says that a repeated position is a draw, or just goes on for ever.
    history: bool,
}

impl Graph {
    pub(crate) fn random(seed: u64, history: bool) -> Graph {
        let mut rng = seeded(seed);
        let size = 4 + below(&mut rng, 7);
        let end =
            |index: usize, rng: &mut _| (index > 0 && below(rng, 3) == 0).then(|| below(rng, 3) as i32 - 1);
        let ends: Vec<Option<i32>> = (0..size).map(|index| end(index, &mut rng)).collect();
        let movers = (0..size).map(|_| Player(below(&mut rng, 2) as u8)).collect();
        let edges = (0..size).map(|_| {
            let mut to: Vec<usize> = (0..1 + below(&mut rng, 3)).map(|_| below(&mut rng, size)).collect();
            to.sort_unstable();
            to.dedup();
            to
        });
        let edges = edges.collect();
        Graph { movers, ends, edges, history }
    }

    /// The first player's value, by every path.
    pub(crate) fn truth(&self, at: usize, path: &mut Vec<usize>) -> i32 {
        if let Some(payoff) = self.ends[at] {
            return payoff;
        }
        if path.contains(&at) {
            return 0;
        }
        path.push(at);
        let values = self.edges[at].iter().map(|to| self.truth(*to, path)).collect::<Vec<_>>();
        path.pop();
        let best = if self.movers[at] == Player::FIRST { values.iter().max() } else { values.iter().min() };
        *best.expect("every position leads somewhere")
    }
}

impl Game for Graph {
    type Position = usize;
    type Move = usize;
    type Event = Never;
    type Value = i32;
    fn nature(&self) -> Nature {
        Nature { history: self.history, ..Nature::outcome() }
    }
    fn start(&self) -> usize {
        0
    }
    fn turn(&self, at: &usize) -> Turn {
        if self.ends[*at].is_some() { Turn::Over } else { Turn::Player(self.movers[*at]) }
    }
    fn children<B>(
        &self,
        at: &usize,
        mut visit: impl FnMut(usize, usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.edges[*at].iter().try_for_each(|to| visit(*to, *to))
    }
    fn play(&self, _: &usize, to: usize) -> usize {
        to
    }
    fn payoff(&self, at: &usize, player: Player) -> i32 {
        let first = self.ends[*at].expect("an end");
        if player == Player::FIRST { first } else { -first }
    }
    fn key(&self, at: &usize) -> u64 {
        plywood_core::random::mix(*at as u64 + 1)
    }
    fn move_slots(&self) -> usize {
        self.edges.len()
    }
    fn move_slot(&self, to: usize) -> usize {
        to
    }
    fn ended_by_history(&self, at: &usize, keys: &[u64]) -> Option<i32> {
        (self.ends[*at].is_none() && keys.contains(&self.key(at))).then_some(0)
    }
}

#[test]
fn graphs_with_cycles_and_transpositions_have_the_value_of_every_path() {
    for seed in 0..2_000 {
        let graph = Graph::random(seed, seed % 2 == 0);
        let first = f64::from(graph.truth(0, &mut Vec::new()));
        let truth = if graph.movers[0] == Player::FIRST { first } else { -first };
        let line = Line::new(graph.clone());
        for method in METHODS {
            for memory in [1 << 20, 24 * 1_536] {
                let tree = matches!(method, Method::Pn | Method::Pn2 { .. });
                if memory < 1 << 20 && tree {
                    continue;
                }
                assert_eq!(
                    value(&line, method, memory),
                    (truth, true),
                    "{method:?} {memory}: {seed} {graph:?}"
                );
            }
        }
    }
}

/// The value by alpha-beta to the end, for the player on turn.
pub(crate) fn truth<G: Game>(line: &Line<G>) -> f64 {
    let report =
        AlphaBeta::new(plywood_core::Zero, Config::default()).think(line, Task::new(Budget::UNSET).seed(1));
    assert!(report.proven);
    report.value
}

/// Plays random moves until few are left, and compares there.
fn compare<G: Game>(game: &G, plies: usize, games: u64) {
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut line = Line::new(game.clone());
        for _ in 0..plies {
            if line.turn() != Turn::Over {
                let chosen = game.random_move(line.position(), &mut rng);
                line.play(chosen);
            }
        }
        if line.turn() == Turn::Over {
            continue;
        }
        let expected = truth(&line);
        for method in METHODS {
            let (found, proven) = value(&line, method, 1 << 24);
            assert!(
                proven && found == expected,
                "{method:?} found {found}, not {expected}: {:?}",
                line.position()
            );
        }
    }
}

#[test]
fn small_games_have_their_values() {
    compare(&TicTacToe, 0, 1);
    compare(&TicTacToe, 2, 20);
    compare(&Nim::from_spec(&"nim".parse().unwrap()).unwrap(), 0, 1);
    compare(&Kalah::new(3, 2), 3, 10);
    compare(&Kalah::new(2, 3), 0, 1);
    compare(&Othello::from_spec(&"othello(size=4)".parse().unwrap()).unwrap(), 5, 10);
    compare(&Othello::from_spec(&"othello(size=4, payoff=margin)".parse().unwrap()).unwrap(), 6, 6);
    match connect4::from_spec(&"connect4(columns=4, rows=4)".parse().unwrap()).unwrap() {
        AnyConnect4::Standard(game) => compare(&game, 6, 10),
        AnyConnect4::Other(game) => compare(&game, 6, 10),
    }
}

#[test]
fn a_goal_is_one_question() {
    let line = Line::new(TicTacToe);
    for method in METHODS {
        for (at_least, proven) in [(1.0, false), (0.0, true)] {
            let mut proof = Proof { method, aim: Aim::AtLeast(at_least), memory: 1 << 24, threats: 0 };
            let report = think(&line, &mut proof, &Budget::UNSET);
            let numbers = (report.counters["proof"], report.counters["disproof"]);
            let expected = if proven { (0.0, f64::INFINITY) } else { (f64::INFINITY, 0.0) };
            assert_eq!(numbers, expected, "{method:?}");
        }
    }
}

#[test]
fn budgets_and_memory_are_kept_and_the_answer_is_unknown() {
    let line = Line::new(Kalah::new(4, 3));
    for method in METHODS {
        let mut proof = Proof { method, aim: Aim::Value, memory: 1 << 20, threats: 0 };
        let report = think(&line, &mut proof, &Budget { nodes: Some(1_000), ..Budget::UNSET });
        assert!(
            !report.proven && report.nodes <= 1_000 && report.best.is_some(),
            "{method:?} {}",
            report.nodes
        );
    }
    let mut small = Proof { method: Method::Pn, aim: Aim::Value, memory: 4_000, threats: 0 };
    let report = think(&Line::new(Bao::new()), &mut small, &Budget::UNSET);
    assert!(!report.proven && report.nodes < 200, "{}", report.nodes);
}

/// A worked example: leaf by leaf, A is refuted at once, then B is proven by its one open child; C is never looked into.
#[test]
fn a_written_tree_is_searched_leaf_by_leaf() {
    let tree = plywood_games::tree::parse("(A=[0 (1 0)] B=[(1 0) 1] C=[1 (0 [0 1]) 1])").unwrap();
    let mut proof = Proof { method: Method::Pn, aim: Aim::AtLeast(1.0), memory: 1 << 20, threats: 0 };
    let endless = f64::INFINITY;
    for (nodes, root, [a, b, c], most_proving) in [
        (3, (1.0, 3.0), [(1.0, 1.0), (1.0, 1.0), (1.0, 1.0)], vec![0, 1]),
        (5, (1.0, 2.0), [(endless, 0.0), (1.0, 1.0), (1.0, 1.0)], vec![0, 4]),
        (7, (1.0, 2.0), [(endless, 0.0), (1.0, 1.0), (1.0, 1.0)], vec![0, 4, 5]),
        (9, (0.0, endless), [(endless, 0.0), (0.0, endless), (1.0, 1.0)], vec![]),
    ] {
        let trace = proof.trace(&Line::new(tree.clone()), &Budget::UNSET, nodes).unwrap();
        let top = trace.nodes.iter().filter(|node| node.ply < 2);
        let numbers: Vec<(f64, f64)> = top.map(|node| (node.values[0].1, node.values[1].1)).collect();
        assert_eq!(numbers, [root, a, b, c], "after {nodes} nodes");
        let way = |(place, node): (usize, &plywood_core::TraceNode<_>)| {
            (node.note == "most proving").then_some(place)
        };
        assert_eq!(trace.nodes.iter().enumerate().filter_map(way).collect::<Vec<_>>(), most_proving);
    }
}

/// Keeps what a proof search tells.
struct Listener<M>(Vec<Proving<M>>);

impl<M: Clone + Send> Progress<M> for Listener<M> {
    fn row(&mut self, _: &Row<M>) {}
    fn tick(&mut self, _: &Tick<M>) {}
    fn proving(&mut self, proving: &Proving<M>) {
        self.0.push(proving.clone());
    }
}

#[test]
fn every_method_tells_how_far_it_is() {
    let line = Line::new(TicTacToe);
    let moves = line.game().count_moves(line.position());
    for method in METHODS {
        let mut listener = Listener(Vec::new());
        let mut proof = Proof { method, aim: Aim::AtLeast(1.0), memory: 1 << 20, threats: 0 };
        let report = proof.think(&line, Task::new(PLENTY).seed(1).telling(&mut listener));
        let last = listener.0.last().unwrap_or_else(|| panic!("{method:?} tells nothing"));
        assert_eq!(last.at_least, 1.0);
        assert_eq!(
            (last.proof, last.disproof),
            (report.counters["proof"], report.counters["disproof"]),
            "{method:?}"
        );
        assert_eq!(last.moves.len(), moves, "{method:?}");
        // The player on turn chooses: what is proven of one move is proven, and disproofs add up.
        let least = last.moves.iter().map(|(_, (proof, _))| *proof).fold(f64::INFINITY, f64::min);
        let sum: f64 = last.moves.iter().map(|(_, (_, disproof))| *disproof).sum();
        assert_eq!((last.proof, last.disproof), (least, sum), "{method:?}");
    }
}

#[test]
fn a_proof_that_was_stopped_tells_open_numbers() {
    let line = Line::new(Othello::default());
    for method in METHODS {
        let mut listener = Listener(Vec::new());
        let mut proof = Proof { method, aim: Aim::AtLeast(1.0), memory: 1 << 22, threats: 0 };
        proof.think(&line, Task::new(Budget::nodes(20_000)).seed(1).telling(&mut listener));
        let last = listener.0.last().unwrap_or_else(|| panic!("{method:?} tells nothing"));
        assert!(last.proof > 0.0 && last.disproof > 0.0 && last.moves.len() == 4, "{method:?}: {last:?}");
    }
}
