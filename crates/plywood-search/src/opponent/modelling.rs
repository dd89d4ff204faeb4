//! The search around every method: what is done with the root's moves, how it is deepened, and how it is drawn.
//!
//! A [`Method`] says what a child of the root is worth; a [`Setup`] makes one for every search. The best move of the last
//! iteration is searched first, so that whatever replaces it is better; of equal moves the game's first is played.

use plywood_core::{
    Budget, Evaluator, Game, Line, Progress, Report, Search, Stop, Tick, TraceOf, Turn, Value,
};

use super::walk::{Node, Walk, open};
use crate::alphabeta::{AlphaBeta, nobody};
use crate::deepening::{Deepening, Found, Schedule, deepen};
use crate::meter::Meter;
use crate::observe::{Call, End, Observer, Recorder};

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
struct Run<'a, 'w, G: Game, E: Evaluator<G>> {
    walk: Walk<'w, G, E>,
    method: &'a mut dyn Method<G, E>,
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
    pub(super) probers: Vec<AlphaBeta<G, E>>,
    pub(super) setup: S,
}

impl<G: Game, E: Evaluator<G>, S: Setup<G, E>> Search<G> for Modelling<G, E, S> {
    fn new_game(&mut self) {
        self.probers.iter_mut().for_each(Search::new_game);
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
        deepen(line, budget, Schedule::deepening(self.setup.deepening()), &mut run)
    }

    fn trace(&mut self, line: &Line<G>, depth: u32, limit: usize) -> Option<TraceOf<G>> {
        let mut method = self.setup.method();
        Some(trace(line, depth, limit, &mut self.probers, &mut *method))
    }
}

/// Draws a search by a method.
fn trace<G: Game, E: Evaluator<G>>(
    line: &Line<G>,
    depth: u32,
    limit: usize,
    probers: &mut [AlphaBeta<G, E>],
    method: &mut dyn Method<G, E>,
) -> TraceOf<G> {
    let mut walk = Walk::new(line, probers, Meter::new(Budget::UNLIMITED, &Stop::new()), false);
    let mut recorder = Recorder::new(walk.probers[0].scale, limit);
    recorder.windows = false;
    let (position, turn) = (line.position(), line.turn());
    recorder.enter(Call { step: None, position, turn, ply: 0, depth, window: open() });
    walk.recorder = Some(recorder);
    let mut run = Run::new(walk, position, method, nobody());
    let value = run.search(depth).map_or(0.0, |(value, _)| value);
    let payoff = run.walk.payoff(value);
    let mut recorder = run.walk.recorder.take().expect("it was set above");
    recorder.tell("v0", payoff);
    recorder.leave_at(Some(payoff), End::Searched);
    recorder.trace
}
