//! The search around every method: what is done with the root's moves, how it is deepened, and how it is drawn.
//!
//! A [`Method`] says what a child of the root is worth; a [`Setup`] makes one for every search. The best move of the last
//! iteration is searched first, so that whatever replaces it is better; of equal moves the game's first is played.
//!
//! Methods that take windows for `v0` may have narrow ones ([`Windows`], section 3.4.6 of the opponent-model thesis): null
//! windows after the first move, and an aspiration window around the value of the last iteration.

use plywood_core::{
    Budget, Evaluator, Game, Line, Progress, Report, Search, Stop, Tick, TraceOf, Turn, Value,
};

use super::known::Known;
use super::walk::{Node, Walk, open};
use crate::alphabeta::{AlphaBeta, Child, nobody};
use crate::deepening::{Deepening, Found, Schedule, deepen};
use crate::meter::Meter;
use crate::observe::{Call, End, Observer, Recorder};

/// What a child of the root is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rated {
    /// MAX's value.
    pub v0: f64,
    /// What is weighed against it, or counts where it is equal; the more the better.
    pub beside: f64,
}

impl Rated {
    /// A value that counts alone.
    pub fn alone(v0: f64) -> Rated {
        Rated { v0, beside: 0.0 }
    }
}

/// What a method does with the children of the root. One virtual call a move of the root, so that what is around it is
/// compiled once a game.
pub trait Method<G: Game, E: Evaluator<G>> {
    /// What the end of the path, a child of the root, is worth: exact within the window for `v0`, a bound outside.
    fn child(&mut self, walk: &mut Walk<'_, G, E>, child: Node<'_, G>, window: (f64, f64)) -> Rated;

    /// Whether a child is better than the best so far; one that comes earlier in the game's order need only be as good.
    fn improves(&self, found: Rated, best: Rated, earlier: bool) -> bool {
        found.v0 > best.v0 || earlier && found.v0 == best.v0
    }

    /// Looks at the root first. The root's moves that may be chosen, as places; all of them unless a method restricts itself.
    fn allowed(&mut self, walk: &mut Walk<'_, G, E>, root: Node<'_, G>) -> Option<Vec<usize>> {
        let _ = (walk, root);
        None
    }
}

/// Which narrow windows for `v0` a search uses.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Windows {
    /// Null windows after the first move of MAX.
    pub pvs: bool,
    /// Half the width of a window around the value of the last iteration.
    pub aspiration: Option<f64>,
}

/// A value within a window, by a null window first where one is given; it is opened where that was too narrow.
pub(super) fn scouted(
    null: Option<f64>,
    (alpha, beta): (f64, f64),
    mut search: impl FnMut((f64, f64)) -> f64,
) -> f64 {
    if let Some(null) = null.filter(|null| *null < beta) {
        let value = search((alpha, null));
        if value <= alpha || value >= beta {
            return value;
        }
    }
    search((alpha, beta))
}

/// A method at work on the root, deepened like every other search.
struct Run<'a, 'w, G: Game, E: Evaluator<G>> {
    walk: Walk<'w, G, E>,
    method: &'a mut dyn Method<G, E>,
    windows: Windows,
    root: &'w G::Position,
    progress: &'a mut dyn Progress<G::Move>,
    /// The value and the move of the last iteration.
    last: Option<(f64, G::Move)>,
    /// The best of the iteration under way, and whether the last finished one met no horizon.
    best: Option<(f64, G::Move)>,
    complete: bool,
    values: Vec<(G::Move, f64)>,
}

impl<'a, 'w, G: Game, E: Evaluator<G>> Run<'a, 'w, G, E> {
    fn new(
        walk: Walk<'w, G, E>,
        method: &'a mut dyn Method<G, E>,
        windows: Windows,
        root: &'w G::Position,
        progress: &'a mut dyn Progress<G::Move>,
    ) -> Self {
        let (last, best, values) = (None, None, Vec::new());
        Run { walk, method, windows, root, progress, last, best, complete: false, values }
    }

    /// The root's value and the first move that has it among those searched; none when the budget ran out.
    fn search(&mut self, depth: u32) -> Option<(f64, Option<G::Move>)> {
        self.best = None;
        if let Some(known) = &mut self.walk.known {
            known.clear();
        }
        let root = Node { position: self.root, ply: 0, depth };
        if depth == 0 {
            return Some((self.walk.value(0, root, open()).to_f64(), None));
        }
        let children = self.walk.children(self.root);
        let allowed = self.method.allowed(&mut self.walk, root);
        let mut order: Vec<usize> = allowed.unwrap_or_else(|| (0..children.len()).collect());
        // The best move of the last iteration first, so that whatever replaces it is better.
        let last = self.last.map(|(_, last)| last);
        if let Some(place) = order.iter().position(|place| Some(children[*place].chosen) == last) {
            order[..=place].rotate_right(1);
        }
        let mut window = match self.windows.aspiration.zip(self.last) {
            Some((width, (last, _))) => (last - width, last + width),
            None => (f64::NEG_INFINITY, f64::INFINITY),
        };
        loop {
            let (value, best) = self.pass(root, &children, &order, window)?;
            if value <= window.0 && window.0 > f64::NEG_INFINITY {
                window.0 = f64::NEG_INFINITY;
            } else if value >= window.1 && window.1 < f64::INFINITY {
                window.1 = f64::INFINITY;
            } else {
                return Some((value, Some(best)));
            }
        }
    }

    /// One pass over the root's children within a window.
    fn pass(
        &mut self,
        root: Node<'_, G>,
        children: &[Child<G>],
        order: &[usize],
        (low, high): (f64, f64),
    ) -> Option<(f64, G::Move)> {
        (self.best, self.values) = (None, Vec::new());
        let mut best: Option<(Rated, usize)> = None;
        for place in order.iter().copied() {
            let child = &children[place];
            // A move that comes earlier in the game's order wins a tie.
            let earlier = best.is_none_or(|(_, best)| place < best);
            let alpha = best.map_or(low, |(best, _)| {
                low.max(if earlier { self.walk.next_down(best.v0) } else { best.v0 })
            });
            let mut found = Rated::alone(0.0);
            let null = (self.windows.pvs && best.is_some()).then(|| self.walk.next_up(alpha));
            scouted(null, (alpha, high), |window| {
                self.walk.descend(root, child);
                found = self.method.child(&mut self.walk, root.below(child), window);
                self.walk.ascend(Some(found.v0), End::Searched);
                found.v0
            });
            if self.walk.meter.stopped {
                return None;
            }
            self.values.push((child.chosen, self.walk.payoff(found.v0)));
            if best.is_none_or(|(best, _)| self.method.improves(found, best, earlier)) {
                best = Some((found, place));
                if found.v0 > low {
                    self.best = Some((found.v0, child.chosen));
                }
            }
            self.tick(root.depth);
            if found.v0 >= high {
                break;
            }
        }
        best.map(|(best, place)| (best.v0, children[place].chosen))
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
        self.last = best.map(|best| (value, best));
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
    /// Which narrow windows for `v0` it uses.
    fn windows(&self) -> Windows {
        Windows::default()
    }
    /// Forgets what is kept beside the probers.
    fn new_game(&mut self) {}
}

/// A search with models and what it keeps between moves; prober 0 has MAX's evaluation.
pub struct Modelling<G: Game, E: Evaluator<G>, S> {
    pub(super) probers: Vec<AlphaBeta<G, E>>,
    pub(super) setup: S,
    pub(super) known: Option<Known<G::Value>>,
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
        let walk = Walk::new(line, &mut self.probers, self.known.as_mut(), meter, self.setup.threads());
        let windows = self.setup.windows();
        let mut run = Run::new(walk, &mut *method, windows, line.position(), progress);
        deepen(line, budget, Schedule::deepening(self.setup.deepening()), &mut run)
    }

    fn trace(&mut self, line: &Line<G>, depth: u32, limit: usize) -> Option<TraceOf<G>> {
        let mut method = self.setup.method();
        Some(trace(line, depth, limit, &mut self.probers, &mut *method, self.setup.windows()))
    }
}

/// Draws a search by a method.
fn trace<G: Game, E: Evaluator<G>>(
    line: &Line<G>,
    depth: u32,
    limit: usize,
    probers: &mut [AlphaBeta<G, E>],
    method: &mut dyn Method<G, E>,
    windows: Windows,
) -> TraceOf<G> {
    let mut walk = Walk::new(line, probers, None, Meter::new(Budget::UNLIMITED, &Stop::new()), false);
    let mut recorder = Recorder::new(walk.probers[0].scale, limit);
    let (position, turn) = (line.position(), line.turn());
    recorder.enter(Call { step: None, position, turn, ply: 0, depth, window: open() });
    walk.recorder = Some(recorder);
    let mut run = Run::new(walk, method, windows, position, nobody());
    let value = run.search(depth).map_or(0.0, |(value, _)| value);
    let payoff = run.walk.payoff(value);
    let mut recorder = run.walk.recorder.take().expect("it was set above");
    recorder.tell("v0", payoff);
    recorder.leave_at(Some(payoff), End::Searched);
    recorder.trace
}
