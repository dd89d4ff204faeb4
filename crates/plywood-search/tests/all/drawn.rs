//! Chance that can only be drawn: sampled expectimax and widening UCT against exact values.

use std::ops::ControlFlow;

use plywood_core::game::{Chance, Nature, PayoffKind};
use plywood_core::random::{Generator, Rng};
use plywood_core::spec::Size;
use plywood_core::{
    Budget, Evaluator, Game, Line, Player, Report, Search, StaticEvaluator, Task, Turn, Uniform, Zero,
};
use plywood_games::randomtree::RandomTree;
use plywood_search::alphabeta::{AlphaBeta, Config};
use plywood_search::deepening::Schedule;
use plywood_search::expectimax::ChanceRule;
use plywood_search::mcts::{self, Family, MonteCarlo, Parallel};
use plywood_search::plain::oracle;
use plywood_search::table::Matching;

/// A game with its events hidden: they can be drawn, but not listed.
#[derive(Clone)]
struct Drawn<G>(G);

impl<G: Game> Game for Drawn<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Event = G::Event;
    type Value = G::Value;

    fn nature(&self) -> Nature {
        Nature { chance: Chance::Sampled, ..self.0.nature() }
    }
    fn start(&self) -> G::Position {
        self.0.start()
    }
    fn turn(&self, position: &G::Position) -> Turn {
        self.0.turn(position)
    }
    fn children<B>(
        &self,
        position: &G::Position,
        visit: impl FnMut(G::Move, G::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.children(position, visit)
    }
    fn play(&self, position: &G::Position, chosen: G::Move) -> G::Position {
        self.0.play(position, chosen)
    }
    fn payoff(&self, position: &G::Position, player: Player) -> G::Value {
        self.0.payoff(position, player)
    }
    fn key(&self, position: &G::Position) -> u64 {
        self.0.key(position)
    }
    fn move_slots(&self) -> usize {
        self.0.move_slots()
    }
    fn move_slot(&self, chosen: G::Move) -> usize {
        self.0.move_slot(chosen)
    }
    fn sample(&self, position: &G::Position, rng: &mut Rng) -> (G::Event, G::Position) {
        self.0.sample(position, rng)
    }
    fn happen(&self, position: &G::Position, event: G::Event) -> G::Position {
        self.0.happen(position, event)
    }
}

/// What an evaluator of a game says where its events are hidden.
#[derive(Clone)]
struct Behind<E>(E);

impl<G: Game, E: Evaluator<G, State = ()>> StaticEvaluator<Drawn<G>> for Behind<E> {
    fn look(&self, game: &Drawn<G>, position: &G::Position, player: Player) -> G::Value {
        self.0.evaluate(&game.0, position, &(), player)
    }
    fn bounds(&self, game: &Drawn<G>) -> (G::Value, G::Value) {
        self.0.range(&game.0)
    }
}

/// One shot: a player picks a target, and a number from a continuum says whether it is hit. Where there is applause the
/// player bows before the game is over.
#[derive(Clone, Copy)]
struct Gallery {
    applause: bool,
}

const GALLERY: Gallery = Gallery { applause: false };

/// How easy the targets are.
const TARGETS: [f64; 4] = [0.3, 0.72, 0.6, 0.1];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shot {
    Ready,
    Fired(usize),
    Cheered(bool),
    Done(bool),
}

impl Game for Gallery {
    type Position = Shot;
    type Move = usize;
    type Event = u64;
    type Value = f64;

    fn nature(&self) -> Nature {
        Nature { chance: Chance::Sampled, payoff: PayoffKind::Probability, ..Nature::outcome() }
    }
    fn start(&self) -> Shot {
        Shot::Ready
    }
    fn turn(&self, shot: &Shot) -> Turn {
        match shot {
            Shot::Ready | Shot::Cheered(_) => Turn::Player(Player::FIRST),
            Shot::Fired(_) => Turn::Chance,
            Shot::Done(_) => Turn::Over,
        }
    }
    fn children<B>(
        &self,
        shot: &Shot,
        mut visit: impl FnMut(usize, Shot) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let moves = if *shot == Shot::Ready { TARGETS.len() } else { 1 };
        (0..moves).try_for_each(|target| visit(target, self.play(shot, target)))
    }
    fn play(&self, shot: &Shot, target: usize) -> Shot {
        if let Shot::Cheered(hit) = *shot { Shot::Done(hit) } else { Shot::Fired(target) }
    }
    fn payoff(&self, shot: &Shot, player: Player) -> f64 {
        if (*shot == Shot::Done(true)) == (player == Player::FIRST) { 1.0 } else { -1.0 }
    }
    fn key(&self, shot: &Shot) -> u64 {
        match shot {
            Shot::Ready => 1,
            Shot::Fired(target) => 2 + *target as u64,
            Shot::Done(hit) => 100 + u64::from(*hit),
            Shot::Cheered(hit) => 102 + u64::from(*hit),
        }
    }
    fn move_slots(&self) -> usize {
        TARGETS.len()
    }
    fn move_slot(&self, target: usize) -> usize {
        target
    }
    fn sample(&self, shot: &Shot, rng: &mut Rng) -> (u64, Shot) {
        let event = rng.next_u64();
        (event, self.happen(shot, event))
    }
    fn happen(&self, shot: &Shot, event: u64) -> Shot {
        let Shot::Fired(target) = *shot else { unreachable!("somebody has fired") };
        let hit = event as f64 / 2f64.powi(64) < TARGETS[target];
        if self.applause { Shot::Cheered(hit) } else { Shot::Done(hit) }
    }
}

fn think<G: Game>(search: &mut dyn Search<G>, line: &Line<G>, budget: Budget, seed: u64) -> Report<G::Move> {
    let report = search.think(line, Task::new(budget).seed(seed));
    Report { seconds: 0.0, rows: Vec::new(), ..report }
}

fn uct(config: mcts::Config) -> MonteCarlo<Gallery, Uniform, Zero> {
    MonteCarlo::new(Uniform, Uniform, Zero, config)
}

fn tree(depth: u32, seed: u64) -> RandomTree {
    let spec = format!("randomtree(width=3, depth={depth}, seed={seed}, chance=on)");
    RandomTree::from_spec(&spec.parse().unwrap()).unwrap()
}

fn sampling(samples: usize) -> Config {
    let chance = ChanceRule { samples: Some(samples), ..ChanceRule::PLAIN };
    Config { prune: false, chance, ..Config::PLAIN }
}

#[test]
fn uct_on_one_shot_agrees_with_plain_sampling() {
    let line = Line::new(GALLERY);
    for family in [Family::Flat, Family::Bandit, Family::Tree] {
        let report = think(&mut uct(mcts::Config::plain(family)), &line, Budget::simulations(20_000), 1);
        assert_eq!(report.best, Some(1), "{family:?}");
        assert!(!report.proven);
        let error = (report.value - (2.0 * TARGETS[1] - 1.0)).abs();
        assert!(error < 0.05, "{family:?}: off by {error}");
    }
    // Where play goes on, a power of one draws at every visit, and one below goes back to what it knows.
    let line = Line::new(Gallery { applause: true });
    for (widen_power, most) in [(1.0, 0.05), (0.75, 0.1)] {
        let config = mcts::Config { widen: 1.0, widen_power, ..mcts::Config::plain(Family::Tree) };
        let report = think(&mut uct(config), &line, Budget::simulations(20_000), 1);
        assert_eq!(report.best, Some(1));
        assert!((report.value - (2.0 * TARGETS[1] - 1.0)).abs() < most, "{widen_power}: {}", report.value);
    }
}

/// A chance node that is visited n times has as many children as the rule says.
#[test]
fn nodes_widen_as_the_rule_says() {
    let line = Line::from(Gallery { applause: true }, Shot::Fired(0));
    let ends = Line::from(GALLERY, Shot::Fired(0));
    for (widen, widen_power, visits) in
        [(1.0, 0.5, 100_u64), (2.0, 0.5, 50), (3.0, 0.25, 1000), (1.0, 1.0, 77)]
    {
        let config = mcts::Config { widen, widen_power, ..mcts::Config::plain(Family::Tree) };
        let budget = Budget { depth: Some(1), ..Budget::simulations(visits) };
        let trace = uct(config).trace(&line, &budget, 10_000).unwrap();
        let allowed = (widen * (visits as f64).powf(widen_power)).ceil() as usize;
        assert_eq!(trace.nodes.len() - 1, allowed.min(visits as usize), "{widen} * {visits}^{widen_power}");
        let trace = uct(config).trace(&ends, &budget, 10_000).unwrap();
        assert_eq!(
            trace.nodes.len() as u64 - 1,
            visits,
            "where every event ends the game, every visit draws"
        );
    }
}

#[test]
fn uct_approaches_the_exact_value_of_hidden_chance() {
    for seed in 0..4 {
        let game = tree(4, seed);
        let exact = oracle(&game, &Zero, &game.start(), 10);
        let line = Line::new(Drawn(game));
        let plain = mcts::Config::plain(Family::Tree);
        for config in [
            plain,
            mcts::Config { threads: 2, ..plain },
            mcts::Config { threads: 2, parallel: Parallel::Root, ..plain },
            mcts::Config { rave: 50.0, leaf: mcts::Leaf::Skipped, ..plain },
            mcts::Config { reuse: true, ..plain },
        ] {
            let mut search = MonteCarlo::new(Uniform, Uniform, Zero, config);
            let report = think(&mut search, &line, Budget::simulations(60_000), 1);
            let (low, high) = game.nature().bounds;
            let error = (report.value - exact).abs() / (high - low);
            assert!(error < 0.02, "seed {seed}: {} and {exact}, {config:?}", report.value);
            if config.threads == 1 {
                assert!(!think(&mut search, &line, Budget::simulations(10), 1).proven);
            }
        }
    }
}

/// The tree below an event that was drawn, and met again in the game, is carried over.
#[test]
fn a_kept_tree_follows_drawn_events() {
    let mut line = Line::new(Drawn(tree(8, 1)));
    let config = mcts::Config { reuse: true, ..mcts::Config::plain(Family::Tree) };
    let mut search = MonteCarlo::new(Uniform, Uniform, Zero, config);
    let report = think(&mut search, &line, Budget::simulations(5000), 1);
    line.play(report.best.unwrap());
    line.sample(&mut plywood_core::random::seeded(3));
    let kept = think(&mut search, &line, Budget::simulations(1), 1).nodes;
    search.new_game();
    let fresh = think(&mut search, &line, Budget::simulations(1), 1).nodes;
    assert!(kept > 10 * fresh, "{kept} nodes kept, {fresh} fresh");
}

#[test]
fn sampled_expectimax_approaches_the_exact_value_and_proves_nothing() {
    for seed in 0..4 {
        let game = tree(4, seed);
        let exact = oracle(&game, &Zero, &game.start(), 10);
        let line = Line::new(Drawn(game));
        // Events are few, so that many samples are still few children.
        let report = think(&mut AlphaBeta::new(Zero, sampling(20_000)), &line, Budget::depth(8), 1);
        let (low, high) = game.nature().bounds;
        assert!((report.value - exact).abs() / (high - low) < 0.005, "{} and {exact}", report.value);
        assert!(!report.proven, "a sample is not the whole");
    }
}

/// What is drawn depends on the seed and the position: a table, deepening and repetition change nothing.
#[test]
fn sampled_expectimax_is_the_same_with_a_table() {
    let mut values = Vec::new();
    for seed in 0..4 {
        let line = Line::new(Drawn(tree(6, 5)));
        let evaluator =
            Behind(plywood_core::Knowledge::evaluator(&tree(6, 5), &plywood_core::Spec::word("v0")).unwrap());
        let bare = sampling(4);
        let tabled = Config {
            table: Size::Entries(1 << 10),
            matching: Matching::Exact,
            deepening: Schedule::Steps,
            chance: ChanceRule { table: true, ..bare.chance },
            ..bare.clone()
        };
        let value = |config: Config| {
            let report = think(&mut AlphaBeta::new(evaluator.clone(), config), &line, Budget::depth(6), seed);
            (report.value, report.best)
        };
        assert_eq!(value(bare.clone()), value(bare.clone()));
        let (plain, stored) = (value(bare), value(tabled));
        assert!((plain.0 - stored.0).abs() < 1e-9 && plain.1 == stored.1, "{plain:?} and {stored:?}");
        values.push(plain.0);
    }
    assert!(values.windows(2).any(|pair| pair[0] != pair[1]), "another seed draws other events");
}
