//! TD(lambda) by self-play (Dice thesis, section 4.2.3, after TD-Gammon; opponent-model thesis, section 5.3.2).
//!
//! Both sides choose their moves by a search with the network itself ([`Chooser`]): one ply deep, where a finished game
//! counts as what it pays, so a win is taken when there is one, or deeper by alpha-beta. `P_k` is the network's value, for the first player, of the position after the
//! k-th move, and the payoff at the end. After each move every weight moves by
//! `rate * (P_k - P_{k-1}) * e`, where the trace `e` is the gradient of `P_{k-1}` plus lambda times the old trace.
//!
//! Without chance all games would be much alike. Games may begin with moves drawn at random, and now and then a move is
//! drawn instead of chosen; then the traces start afresh behind it, because what it costs is nobody's mistake.
//!
//! A game with symmetric boards may be learned from in every symmetric view at once, each with traces of its own: a stone
//! teaches eight squares instead of one.
//!
//! Game number i draws its events from (seed, i) alone and traces start afresh with each game, so a network and the
//! number of games played are all there is to resume from. The trainer knows nothing of a game's features.

use std::ops::ControlFlow;

use plywood_core::random::{below, derive, seeded, unit};
use plywood_core::{Budget, Evaluator, Game, Line, Player, Rng, Search, Task, Turn, Value};
use plywood_eval::perceptron::{Active, Activity};
use plywood_eval::{Features, Perceptron};
use plywood_search::alphabeta::{AlphaBeta, Config};

/// How to train.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule {
    /// The learning rate of the first game.
    pub rate: f32,
    /// Games after which the rate is half of what it was; zero for a rate that stays.
    pub halving: u64,
    /// How far back a difference reaches: 0 for the last position alone, 1 for all of them.
    pub lambda: f32,
    /// The seed of the events.
    pub seed: u64,
    /// How often a move is drawn instead of chosen.
    pub explore: f64,
    /// The largest number of moves drawn at random at the start of a game.
    pub opening: u32,
    /// Moves after which a game is a draw.
    pub longest: u32,
    /// Whether games are learned from in every symmetric view.
    pub symmetric: bool,
}

impl Schedule {
    /// The rate in a game with this number: what is left to learn is less than the noise of a large one.
    fn rate_in(&self, game: u64) -> f32 {
        match self.halving {
            0 => self.rate,
            games => self.rate * libm::exp2(-(game as f64) / games as f64) as f32,
        }
    }

    /// Every move is chosen, and every game is played to its end.
    pub const fn plain(rate: f32, lambda: f32, seed: u64) -> Schedule {
        Schedule {
            rate,
            halving: 0,
            lambda,
            seed,
            explore: 0.0,
            opening: 0,
            longest: u32::MAX,
            symmetric: false,
        }
    }
}

/// Chooses moves by the network as it is.
pub trait Chooser<G: Game> {
    /// The move of the player on turn at the end of a line.
    fn choose(&mut self, network: &Perceptron, line: &Line<G>) -> G::Move;
}

/// The move that looks best, one ply deep, the first of equals.
#[derive(Debug, Clone, Default)]
pub struct Greedy<F> {
    features: F,
    activity: Activity,
    /// First-layer sums of the position on turn.
    sums: Vec<f32>,
    active: Vec<Active>,
}

impl<F> Greedy<F> {
    /// A chooser that sees these features.
    pub fn new(features: F) -> Self {
        Greedy { features, activity: Activity::default(), sums: Vec::new(), active: Vec::new() }
    }
}

impl<G: Game, F: Features<G>> Chooser<G> for Greedy<F> {
    fn choose(&mut self, network: &Perceptron, line: &Line<G>) -> G::Move {
        let (game, position, player) = (line.game(), line.position(), line.turn().view());
        let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
        let mut best: Option<(f32, G::Move)> = None;
        self.active.clear();
        self.features.list(game, position, &mut self.active);
        network.sums(&self.active, &mut self.sums);
        let _ = game.children(position, |chosen, child| {
            let value = if game.turn(&child) == Turn::Over {
                game.payoff(&child, Player::FIRST).to_f64() as f32
            } else {
                self.active.clear();
                self.features.change(game, position, chosen, &mut self.active);
                network.forward_from(&self.sums, &self.active, &mut self.activity)
            };
            if best.as_ref().is_none_or(|(most, _)| sign * value > *most) {
                best = Some((sign * value, chosen));
            }
            ControlFlow::<()>::Continue(())
        });
        best.expect("a player on turn has a move").1
    }
}

/// The move that alpha-beta finds, some plies deep, with an evaluation made of the network.
#[derive(Debug, Clone, Copy)]
pub struct Deep<M> {
    /// Makes the evaluation.
    pub evaluation: M,
    /// Plies.
    pub depth: u32,
}

impl<G: Game, E: Evaluator<G>, M: Fn(&Perceptron) -> E> Chooser<G> for Deep<M> {
    fn choose(&mut self, network: &Perceptron, line: &Line<G>) -> G::Move {
        // Weights change with every move, so nothing found before would be of use.
        let config = Config { killers: true, promise: true, ..Config::PLAIN };
        let mut search = AlphaBeta::new((self.evaluation)(network), config);
        let report = search.think(line, Task::new(Budget::depth(self.depth)));
        report.best.expect("a player on turn has a move")
    }
}

/// Counts over some games.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Moves made.
    pub moves: u64,
    /// The sum of the first player's payoffs.
    pub payoff: f64,
    /// The sum of the squared temporal differences.
    pub squares: f64,
}

/// A trainer at work.
pub struct Temporal<G: Game, F, C> {
    game: G,
    features: F,
    chooser: C,
    /// The network so far.
    pub network: Perceptron,
    schedule: Schedule,
    /// Games played so far.
    pub games: u64,
    /// One for each symmetry that is learned from, the board as it is first.
    views: Vec<View>,
    activity: Activity,
    active: Vec<Active>,
}

/// A game as it looks through a symmetry.
struct View {
    symmetry: usize,
    /// Traces, of the network's shape; none where lambda is zero.
    trace: Option<Perceptron>,
    /// The inputs of the position after the last move.
    last: Vec<Active>,
    /// What the network says of them; none where nothing is to be compared with it.
    before: Option<f32>,
}

impl<G: Game, F: Features<G>, C: Chooser<G>> Temporal<G, F, C> {
    /// A trainer that goes on with a network after a number of games.
    pub fn new(
        game: G,
        (features, chooser): (F, C),
        network: Perceptron,
        schedule: Schedule,
        games: u64,
    ) -> Self {
        assert_eq!(network.sizes()[0], features.inputs(&game), "the network sees the features");
        let trace = (schedule.lambda > 0.0).then(|| Perceptron::zeros(network.sizes(), network.form()));
        let symmetries = if schedule.symmetric { game.symmetries() } else { 1 };
        let view = |symmetry: usize| View { symmetry, trace: trace.clone(), last: Vec::new(), before: None };
        let views = (0..symmetries).map(view).collect();
        Temporal {
            game,
            features,
            chooser,
            network,
            schedule,
            games,
            views,
            activity: Activity::default(),
            active: Vec::new(),
        }
    }

    /// The network's value of the end of a line through a symmetry for the first player; what a finished game pays.
    fn value(&mut self, line: &Line<G>, symmetry: usize) -> f32 {
        if line.turn() == Turn::Over {
            return line.payoff(Player::FIRST).to_f64() as f32;
        }
        self.active.clear();
        match symmetry {
            0 => self.features.list(&self.game, line.position(), &mut self.active),
            _ => {
                let seen = self.game.transform(line.position(), symmetry);
                self.features.list(&self.game, &seen, &mut self.active);
            }
        }
        self.network.forward(&self.active, &mut self.activity)
    }

    /// Plays one game and learns from it.
    pub fn play(&mut self, tally: &mut Tally) {
        let mut rng = seeded(derive(self.schedule.seed, self.games));
        let mut line = self.opened(&mut rng);
        let mut left = self.schedule.longest;
        self.forget();
        loop {
            match line.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    line.sample(&mut rng);
                }
                Turn::Player(_) if left == 0 => break,
                Turn::Player(_) if self.schedule.explore > 0.0 && unit(&mut rng) < self.schedule.explore => {
                    line.play(self.game.random_move(line.position(), &mut rng));
                    self.forget();
                    left -= 1;
                }
                Turn::Player(_) => {
                    line.play(self.chooser.choose(&self.network, &line));
                    tally.moves += 1;
                    left -= 1;
                    tally.squares += self.compare(&line);
                }
            }
        }
        tally.games += 1;
        tally.payoff += if left == 0 { 0.0 } else { line.payoff(Player::FIRST).to_f64() };
        self.games += 1;
    }

    /// A line after the opening that is drawn for a game; from the start where the game ended within it.
    fn opened(&self, rng: &mut Rng) -> Line<G> {
        let mut line = Line::new(self.game.clone());
        let opening =
            if self.schedule.opening > 0 { below(rng, self.schedule.opening as usize + 1) } else { 0 };
        for _ in 0..opening {
            match line.turn() {
                Turn::Over => return Line::new(self.game.clone()),
                Turn::Chance => {
                    line.sample(rng);
                }
                Turn::Player(_) => line.play(self.game.random_move(line.position(), rng)),
            }
        }
        line
    }

    /// Learns from what the last move changed, in every view; the squared difference in the first.
    fn compare(&mut self, line: &Line<G>) -> f64 {
        let mut square = 0.0;
        let mut views = std::mem::take(&mut self.views);
        for view in &mut views {
            let value = self.value(line, view.symmetry);
            if let Some(before) = view.before {
                self.learn(view, value - before);
                if view.symmetry == 0 {
                    square = f64::from(value - before).powi(2);
                }
            }
        }
        if line.turn() != Turn::Over {
            // The weights have moved, so the values to compare the next ones with are taken anew.
            for view in &mut views {
                view.before = Some(self.value(line, view.symmetry));
                std::mem::swap(&mut view.last, &mut self.active);
            }
        }
        self.views = views;
        square
    }

    /// Traces start afresh, and the next move is compared with nothing.
    fn forget(&mut self) {
        for view in &mut self.views {
            view.before = None;
            if let Some(trace) = &mut view.trace {
                trace.scale(0.0);
            }
        }
    }

    /// Moves the weights for a difference to the value of the position that a view saw last.
    fn learn(&mut self, view: &mut View, difference: f32) {
        let step = self.schedule.rate_in(self.games) * difference;
        self.network.forward(&view.last, &mut self.activity);
        self.network.backward(&mut self.activity);
        let add = |slots: &mut [f32], errors: &[f32], factor: f32| {
            slots.iter_mut().zip(errors).for_each(|(slot, error)| *slot += error * factor);
        };
        let network = &mut self.network;
        match &mut view.trace {
            None => self.activity.derivatives(&view.last, |layer, place, errors, factor| {
                add(network.at_mut(layer, place), errors, factor * step);
            }),
            Some(trace) => {
                trace.scale(self.schedule.lambda);
                self.activity.derivatives(&view.last, |layer, place, errors, factor| {
                    add(trace.at_mut(layer, place), errors, factor);
                });
                network.add(trace, step);
            }
        }
    }
}
