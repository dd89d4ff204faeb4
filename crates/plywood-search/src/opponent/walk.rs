//! What every opponent-model search shares: the path it walks, the probers that follow it, and how it is deepened.
//!
//! MAX is the player on turn at the root. Every value is told in MAX's view: `v0`, his own, as a float (it may be a
//! mean), those of the models in the game's own values. Prober 0 has MAX's evaluation, the others those of models.

use std::ops::ControlFlow;

use plywood_core::{
    Budget, Evaluator, Game, Line, Player, Progress, Report, Search, Step, Stop, Tick, Trace, Turn, Value,
};

use super::utility::Utility;
use crate::alphabeta::{Child, Choice, Prober, Target, at_most};
use crate::deepening::{Deepening, Found, deepen};
use crate::meter::Meter;
use crate::observe::{Call, End, Observer, Recorder};
use crate::scale::seen_by;

/// An open window for values.
pub(super) fn open<V: Value>() -> (V, V) {
    (V::LOWEST, V::HIGHEST)
}

/// The path of a search under way and the probers that follow it.
pub struct Walk<'a, G: Game, E: Evaluator<G>> {
    pub(super) game: &'a G,
    /// The player on turn at the root.
    pub(super) max: Player,
    pub(super) probers: &'a mut [Prober<G, E>],
    pub(super) meter: Meter,
    keys: Option<Vec<u64>>,
    /// The first player's payoff where history ended the game at the end of the path.
    ended: Option<G::Value>,
    /// Ends by history so far: what rests on one is a guess.
    ends: u64,
    recorder: Option<Recorder<'a, G>>,
    /// Whose view each recorded node of the path has.
    views: Vec<Player>,
    /// What `v0` is counted in.
    pub(super) units: Units,
    /// Whether probes of several models run side by side.
    threads: bool,
}

/// A node at the end of the path: its position, plies from the root, plies to search.
pub struct Node<'n, G: Game> {
    pub(super) position: &'n G::Position,
    pub(super) ply: u32,
    pub(super) depth: u32,
}

impl<G: Game> Copy for Node<'_, G> {}

impl<G: Game> Clone for Node<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'n, G: Game> Node<'n, G> {
    /// A child of this node.
    pub(super) fn below(&self, child: &'n Child<G>) -> Self {
        Node { position: &child.position, ply: self.ply + 1, depth: self.depth - 1 }
    }

    /// The same node, searched to another depth.
    pub(super) fn to(self, depth: u32) -> Self {
        Node { depth, ..self }
    }
}

/// What `v0` is counted in.
#[derive(Clone, Copy)]
pub(super) enum Units {
    /// Points of MAX's evaluation.
    Points,
    /// Payoff units seen through a utility function.
    Worth(Utility),
}

/// Probes shallower than this are not worth a thread of their own.
const DEEP_ENOUGH: u32 = 5;

/// A probe of MIN that is asked for: prober, depth, and window in MAX's view.
pub(super) type Asked<V> = (usize, u32, (V, V));

/// A probe's answer: the value in MAX's view, and the moves that would be chosen.
pub(super) type Prediction<G> = (<G as Game>::Value, Vec<Child<G>>);

impl<'a, G: Game, E: Evaluator<G>> Walk<'a, G, E> {
    /// A walk from the end of a line.
    pub(super) fn new(
        line: &'a Line<G>,
        probers: &'a mut [Prober<G, E>],
        meter: Meter,
        threads: bool,
    ) -> Self {
        let game = line.game();
        for prober in probers.iter_mut() {
            prober.start(line, meter.fork());
        }
        Walk {
            game,
            max: line.turn().view(),
            probers,
            meter,
            keys: game.nature().history.then(|| line.keys().to_vec()),
            ended: None,
            ends: 0,
            recorder: None,
            views: Vec::new(),
            units: Units::Points,
            threads,
        }
    }

    /// Whose turn it is at the end of the path, history counted.
    pub(super) fn turn(&self, position: &G::Position) -> Turn {
        if self.ended.is_some() { Turn::Over } else { self.game.turn(position) }
    }

    /// `v0` in payoff units.
    pub(super) fn payoff(&self, v0: f64) -> f64 {
        let scale = self.probers[0].scale();
        match self.units {
            Units::Points => scale.payoff(G::Value::from_f64(v0)),
            Units::Worth(utility) => utility.payoff(v0),
        }
    }

    /// Guesses so far, of whichever kind.
    fn guesses(&self) -> u64 {
        self.ends + self.probers.iter().map(|prober| prober.guesses).sum::<u64>()
    }

    /// The children of a position in the game's order.
    pub(super) fn children(&self, position: &G::Position) -> Vec<Child<G>> {
        let mut children = Vec::new();
        let _ = self.game.children(position, |chosen, child| {
            children.push(Child { chosen, position: child });
            ControlFlow::<()>::Continue(())
        });
        children
    }

    /// Goes to a child of a node.
    pub(super) fn descend(&mut self, node: Node<'_, G>, child: &Child<G>) {
        self.step(node, child);
        if let Some(recorder) = &mut self.recorder {
            let turn = if self.ended.is_some() { Turn::Over } else { self.game.turn(&child.position) };
            let window = open();
            self.views.push(turn.view());
            recorder.enter(Call {
                step: Some((Step::Move(child.chosen), None)),
                position: &child.position,
                turn,
                ply: node.ply + 1,
                depth: 0,
                window,
            });
        }
    }

    /// Goes to a child without a drawing.
    pub(super) fn step(&mut self, node: Node<'_, G>, child: &Child<G>) {
        if let Some(keys) = &mut self.keys {
            self.ended = self.game.ended_by_history(&child.position, keys);
            self.ends += u64::from(self.ended.is_some());
            keys.push(self.game.key(&child.position));
        }
        let step = Step::Move(child.chosen);
        for prober in self.probers.iter_mut() {
            prober.descend(self.game, node.position, step, &child.position, node.ply);
        }
    }

    /// Comes back from a child without a drawing.
    pub(super) fn step_back(&mut self) {
        self.ended = None;
        if let Some(keys) = &mut self.keys {
            keys.pop();
        }
        self.probers.iter_mut().for_each(Prober::ascend);
    }

    /// Comes back from a child whose `v0` is known; none where it was not needed.
    pub(super) fn ascend(&mut self, v0: Option<f64>, end: End) {
        self.step_back();
        let payoff = v0.map(|v0| self.payoff(v0));
        if let Some(recorder) = &mut self.recorder {
            if let Some(payoff) = payoff {
                recorder.tell("v0", payoff);
            }
            let own = self.views.pop() == Some(self.max);
            recorder.leave_at(payoff.map(|payoff| if own { payoff } else { -payoff }), end);
        }
    }

    /// Notes a value of a model at the end of the path, for a drawing.
    pub(super) fn tell(&mut self, model: usize, name: &str, value: G::Value) {
        if let Some(recorder) = &mut self.recorder {
            recorder.tell(name, self.probers[model].scale().payoff(value));
        }
    }

    /// Notes any other number at the end of the path, for a drawing.
    pub(super) fn tell_number(&mut self, name: &str, number: f64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.tell(name, number);
        }
    }

    /// Notes which children were cut off at the end of the path, for a drawing.
    pub(super) fn tell_pruned(&mut self, children: &[Child<G>]) {
        if let Some(recorder) = &mut self.recorder {
            recorder.prune(&mut children.iter().map(|child| child.chosen));
        }
    }

    /// A model's minimax value of the end of the path, in MAX's view.
    pub(super) fn value(
        &mut self,
        model: usize,
        node: Node<'_, G>,
        window: (G::Value, G::Value),
    ) -> G::Value {
        let prober = &mut self.probers[model];
        if let Some(payoff) = self.ended {
            self.meter.visit();
            return seen_by(self.max, prober.scale().terminal(payoff, node.ply));
        }
        let target = target(self.game, node);
        prober.value(self.game, target, &mut self.meter, self.max, window)
    }

    /// MAX's own minimax value of the end of the path, within a window.
    pub(super) fn own(&mut self, node: Node<'_, G>, (alpha, beta): (f64, f64)) -> f64 {
        self.value(0, node, (at_most(alpha), -at_most::<G::Value>(-beta))).to_f64()
    }

    /// What a model whose turn it is would choose, within a window in MAX's view; the depth is at least one.
    pub(super) fn predict(
        &mut self,
        model: usize,
        node: Node<'_, G>,
        (alpha, beta): (G::Value, G::Value),
        choice: Choice,
    ) -> Prediction<G> {
        let target = target(self.game, node);
        let own = target.turn.view() == self.max;
        let window = if own { (alpha, beta) } else { (-beta, -alpha) };
        let (value, moves) = self.probers[model].predict(self.game, target, &mut self.meter, window, choice);
        (if own { value } else { -value }, moves)
    }

    /// What several models would choose at a position of MIN: (prober, depth, window in MAX's view) each. Deep probes of different probers run side by side where that was asked for.
    pub(super) fn predict_all(
        &mut self,
        node: Node<'_, G>,
        asked: &[Asked<G::Value>],
        choice: Choice,
    ) -> Vec<Prediction<G>> {
        let mut models: Vec<usize> = asked.iter().map(|(model, ..)| *model).collect();
        models.sort_unstable();
        models.dedup();
        let shallowest = asked.iter().map(|(_, depth, _)| *depth).min().unwrap_or(0);
        if !self.threads || models.len() < 2 || shallowest < DEEP_ENOUGH {
            return asked
                .iter()
                .map(|(model, depth, window)| self.predict(*model, node.to(*depth), *window, choice))
                .collect();
        }
        // Two lanes of probers, each with a meter of its own: a model's probes stay in their order.
        let game = self.game;
        let half = models[models.len() / 2];
        let (left, right) = self.probers.split_at_mut(half);
        let lane = |probers: &mut [Prober<G, E>], from: usize, mut meter: Meter| {
            let mut found = Vec::new();
            for (place, (model, depth, (low, high))) in asked.iter().enumerate() {
                if (from..from + probers.len()).contains(model) {
                    let target = target(game, node.to(*depth));
                    let window = (-*high, -*low);
                    let (value, moves) =
                        probers[model - from].predict(game, target, &mut meter, window, choice);
                    found.push((place, (-value, moves)));
                }
            }
            (found, meter)
        };
        let (here, there) = (self.meter.fork(), self.meter.fork());
        let (mut found, more, meters) = std::thread::scope(|scope| {
            let other = scope.spawn(|| lane(right, half, there));
            let (found, meter) = lane(left, 0, here);
            let (more, other_meter) = other.join().expect("the other lane finishes");
            (found, more, [meter, other_meter])
        });
        meters.iter().for_each(|meter| self.meter.join(meter));
        found.extend(more);
        found.sort_unstable_by_key(|(place, _)| *place);
        found.into_iter().map(|(_, prediction)| prediction).collect()
    }
}

/// What a prober is asked about.
fn target<'n, G: Game>(game: &G, node: Node<'n, G>) -> Target<'n, G> {
    let Node { position, ply, depth } = node;
    Target { position, turn: game.turn(position), ply, depth }
}

/// What a method does with the children of the root. One virtual call a move of the root, so that what is around it is
/// compiled once a game.
pub trait Method<G: Game, E: Evaluator<G>> {
    /// `v0` of the end of the path, a child of the root; exact where it is above `alpha`, an upper bound otherwise.
    fn child(&mut self, walk: &mut Walk<'_, G, E>, child: Node<'_, G>, alpha: f64) -> f64;

    /// Whether the child just searched is better than the best so far, whose `v0` is at most `alpha`; one that comes
    /// earlier in the game's order need only be as good, and has an `alpha` just below.
    fn improves(&mut self, v0: f64, alpha: f64, earlier: bool) -> bool {
        let _ = earlier;
        v0 > alpha
    }

    /// Looks at the root first. The root's moves that may be chosen, as places; all of them unless a method restricts itself.
    fn allowed(&mut self, walk: &mut Walk<'_, G, E>, root: Node<'_, G>) -> Option<Vec<usize>> {
        let _ = (walk, root);
        None
    }
}

/// A method at work on the root, deepened like every other search.
pub(super) struct Run<'a, 'w, G: Game, E: Evaluator<G>> {
    pub(super) walk: Walk<'w, G, E>,
    pub(super) method: &'a mut dyn Method<G, E>,
    root: &'w G::Position,
    progress: &'a mut dyn Progress<G::Move>,
    last: Option<G::Move>,
    /// The best of the iteration under way, and whether the last finished one met no horizon.
    best: Option<(f64, G::Move)>,
    complete: bool,
    values: Vec<(G::Move, f64)>,
}

impl<'a, 'w, G: Game, E: Evaluator<G>> Run<'a, 'w, G, E> {
    pub(super) fn new(
        walk: Walk<'w, G, E>,
        root: &'w G::Position,
        method: &'a mut dyn Method<G, E>,
        progress: &'a mut dyn Progress<G::Move>,
    ) -> Self {
        Run { walk, method, root, progress, last: None, best: None, complete: false, values: Vec::new() }
    }

    /// The root's value and the first move that has it among those searched; none when the budget ran out.
    pub(super) fn search(&mut self, depth: u32) -> Option<(f64, Option<G::Move>)> {
        (self.best, self.values) = (None, Vec::new());
        let root = Node { position: self.root, ply: 0, depth };
        if depth == 0 {
            return Some((self.walk.value(0, root, open()).to_f64(), None));
        }
        let children = self.walk.children(self.root);
        let allowed = self.method.allowed(&mut self.walk, root);
        let mut order: Vec<usize> = allowed.unwrap_or_else(|| (0..children.len()).collect());
        // The best move of the last iteration first, so that whatever replaces it is better.
        if let Some(place) = order.iter().position(|place| Some(children[*place].chosen) == self.last) {
            order[..=place].rotate_right(1);
        }
        let mut best_place = usize::MAX;
        for place in order {
            let child = &children[place];
            // A move that comes earlier in the game's order wins a tie.
            let alpha = self.best.map_or(f64::NEG_INFINITY, |(value, _)| {
                if place < best_place { f64::next_down(value) } else { value }
            });
            self.walk.descend(root, child);
            let v0 = self.method.child(&mut self.walk, root.below(child), alpha);
            self.walk.ascend(Some(v0), End::Searched);
            if self.walk.meter.stopped {
                return None;
            }
            self.values.push((child.chosen, self.walk.payoff(v0)));
            if self.method.improves(v0, alpha, place < best_place) {
                self.best = Some((v0, child.chosen));
                best_place = place;
            }
            self.tick(depth);
        }
        let (value, best) = self.best?;
        Some((value, Some(best)))
    }

    fn tick(&mut self, depth: u32) {
        if self.walk.meter.take_tick() {
            let tick = Tick {
                depth,
                nodes: self.walk.meter.nodes,
                simulations: 0,
                seconds: self.walk.meter.seconds(),
                pv: self.best.map(|(_, best)| best).into_iter().collect(),
                values: self.values.clone(),
            };
            self.progress.tick(&tick);
        }
    }

    fn found(&self, value: f64, best: Option<G::Move>) -> Found<G::Move> {
        let value = self.walk.payoff(value);
        // A value that rests on a model is never proven.
        Found { value, values: Vec::new(), distance: None, proven: false, pv: best.into_iter().collect() }
    }
}

impl<G: Game, E: Evaluator<G>> Deepening<G> for Run<'_, '_, G, E> {
    fn iterate(&mut self, depth: u32) -> Option<Found<G::Move>> {
        if self.complete {
            // The whole game was seen: deeper is the same.
            self.best = None;
            return None;
        }
        let before = self.walk.guesses();
        let (value, best) = self.search(depth)?;
        self.complete = self.walk.guesses() == before;
        self.last = best;
        Some(self.found(value, best))
    }

    fn partial(&mut self) -> Option<Found<G::Move>> {
        let (value, best) = self.best?;
        Some(self.found(value, Some(best)))
    }

    fn meter(&self) -> &Meter {
        &self.walk.meter
    }

    fn progress(&mut self) -> &mut dyn Progress<G::Move> {
        self.progress
    }
}

/// What tells the searches of this module apart.
pub trait Setup<G: Game, E: Evaluator<G>>: Send + 'static {
    /// The method for one search.
    fn method(&self) -> Box<dyn Method<G, E> + '_>;
    /// Ply by ply, or to the depth at once.
    fn deepening(&self) -> bool;
    /// Whether deep probes of different models run side by side.
    fn threads(&self) -> bool {
        false
    }
    /// Forgets what is kept beside the probers.
    fn new_game(&mut self) {}
}

/// A search with models and what it keeps between moves; prober 0 has MAX's evaluation.
pub struct Modelling<G: Game, E: Evaluator<G>, S> {
    pub(super) probers: Vec<Prober<G, E>>,
    pub(super) setup: S,
}

impl<G: Game, E: Evaluator<G>, S: Setup<G, E>> Search<G> for Modelling<G, E, S> {
    fn new_game(&mut self) {
        self.probers.iter_mut().for_each(Prober::new_game);
        self.setup.new_game();
    }

    fn think(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        _: u64,
        stop: &Stop,
        progress: &mut dyn Progress<G::Move>,
    ) -> Report<G::Move> {
        if line.turn() == Turn::Over {
            return crate::random::finished(line);
        }
        let mut method = self.setup.method();
        let meter = Meter::new(*budget, stop);
        let walk = Walk::new(line, &mut self.probers, meter, self.setup.threads());
        let mut run = Run::new(walk, line.position(), &mut *method, progress);
        deepen(line, budget, self.setup.deepening(), &mut run)
    }

    fn trace(&mut self, line: &Line<G>, depth: u32, limit: usize) -> Option<Trace> {
        let mut method = self.setup.method();
        Some(trace(line, depth, limit, &mut self.probers, &mut *method))
    }
}

/// Draws a search by a method.
fn trace<G: Game, E: Evaluator<G>>(
    line: &Line<G>,
    depth: u32,
    limit: usize,
    probers: &mut [Prober<G, E>],
    method: &mut dyn Method<G, E>,
) -> Trace {
    let mut walk = Walk::new(line, probers, Meter::new(Budget::UNLIMITED, &Stop::new()), false);
    let game = line.game();
    let mut recorder = Recorder::new(game, *walk.probers[0].scale(), limit);
    let (position, turn) = (line.position(), line.turn());
    recorder.enter(Call { step: None, position, turn, ply: 0, depth, window: open() });
    walk.recorder = Some(recorder);
    let nobody = &mut ();
    let mut run = Run::new(walk, position, method, nobody);
    let value = run.search(depth).map_or(0.0, |(value, _)| value);
    let payoff = run.walk.payoff(value);
    let mut recorder = run.walk.recorder.take().expect("it was set above");
    recorder.tell("v0", payoff);
    recorder.leave_at(Some(payoff), End::Searched);
    recorder.trace
}
