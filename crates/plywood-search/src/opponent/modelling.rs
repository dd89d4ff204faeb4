//! The search around every method: what is done with the root's moves, how it is deepened, and how it is drawn.
//!
//! A [`Method`] says what a child of the root is worth; a [`Setup`] makes one for every search. The best move of the last
//! iteration is searched first, so that whatever replaces it is better; of equal moves the game's first is played.
//!
//! Methods that take windows for `v0` may have narrow ones ([`Windows`], section 3.4.6 of the opponent-model thesis): null
//! windows after the first move, and an aspiration window around the value of the last iteration.
//!
//! Several threads share the root's moves, each with probers and tables of its own (a [`Crew`]). Value and move are those
//! of one thread; what it costs is not, because who finds a good move first helps the others. A budget in nodes or
//! evaluations is shared out before an iteration, so it is never passed.

use std::sync::{Arc, Mutex};

use plywood_core::spec::Size;
use plywood_core::{Budget, Evaluator, Game, Line, Oracle, Report, Search, Task, TraceOf, Value};

use super::known::Known;
use super::walk::{Node, Walk, open, spare};
use crate::alphabeta::selective::Selective;
use crate::alphabeta::{AlphaBeta, Child, Config};
use crate::deepening::{Deepening, Found, Schedule, deepen};
use crate::meter::Meter;
use crate::observe::{Call, End, Observer, Recorder};

/// The value of a child of the root.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rated {
    /// MAX's value.
    pub v0: f64,
    /// The second value, which is weighed against it or breaks ties; the more the better.
    pub beside: f64,
}

impl Rated {
    /// A value that counts alone.
    pub fn alone(v0: f64) -> Rated {
        Rated { v0, beside: 0.0 }
    }
}

/// A method's treatment of the children of the root. One virtual call a move of the root, so that what is
/// around it is compiled once a game.
pub trait Method<G: Game, E: Evaluator<G>>: Send {
    /// The value of the end of the path, a child of the root: exact within the window for `v0`, a bound
    /// outside.
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

/// Iterations less deep than this are not worth threads.
const DEEP_ENOUGH: u32 = 4;

/// A thread's way through the tree, and what it does with the root's children.
struct Hand<'a, G: Game, E: Evaluator<G>> {
    walk: Walk<'a, G, E>,
    method: Box<dyn Method<G, E> + 'a>,
}

/// One pass over the root's children within a window.
#[derive(Clone, Copy)]
struct Pass<'p, G: Game> {
    root: Node<'p, G>,
    children: &'p [Child<G>],
    /// The places of the children that are searched, in this order.
    order: &'p [usize],
    window: (f64, f64),
    pvs: bool,
}

/// The common result of the threads of a pass.
struct Standing<M> {
    /// The next child to search, as a place in the order.
    next: usize,
    best: Option<(Rated, usize)>,
    values: Vec<(M, f64)>,
    stopped: bool,
}

impl<G: Game, E: Evaluator<G>> Hand<'_, G, E> {
    /// Takes child after child until none is left; `told` hears of each.
    fn work(
        &mut self,
        pass: &Pass<'_, G>,
        standing: &Mutex<Standing<G::Move>>,
        mut told: impl FnMut(&mut Walk<'_, G, E>, &Standing<G::Move>),
    ) {
        let (low, high) = pass.window;
        let lock = || standing.lock().expect("nobody panics with it");
        loop {
            let mut now = lock();
            let Some(place) = pass.order.get(now.next).copied().filter(|_| !now.stopped) else { return };
            now.next += 1;
            let best = now.best;
            drop(now);
            // A move that comes earlier in the game's order wins a tie.
            let alpha = best.map_or(low, |(best, before)| {
                low.max(if place < before { self.walk.next_down(best.v0) } else { best.v0 })
            });
            let found = self.child(pass, place, alpha, best.is_some() && pass.pvs);
            let mut now = lock();
            if self.walk.meter.stopped {
                now.stopped = true;
                return;
            }
            now.values.push((pass.children[place].chosen, self.walk.payoff(found.v0)));
            let improves =
                now.best.is_none_or(|(best, before)| self.method.improves(found, best, place < before));
            if improves {
                now.best = Some((found, place));
            }
            if found.v0 >= high {
                now.next = usize::MAX;
            }
            told(&mut self.walk, &now);
        }
    }

    fn child(&mut self, pass: &Pass<'_, G>, place: usize, alpha: f64, scout: bool) -> Rated {
        let child = &pass.children[place];
        let null = scout.then(|| self.walk.next_up(alpha));
        let mut found = Rated::alone(0.0);
        scouted(null, (alpha, pass.window.1), |window| {
            self.walk.descend(pass.root, child);
            found = self.method.child(&mut self.walk, pass.root.below(child), window);
            self.walk.ascend(Some(found.v0), End::Searched);
            found.v0
        });
        found
    }
}

/// A method at work on the root, deepened like every other search.
struct Run<'a, G: Game, E: Evaluator<G>> {
    /// The first one has the meter between passes.
    hands: Vec<Hand<'a, G, E>>,
    windows: Windows,
    root: &'a G::Position,
    /// The value and the move of the last iteration.
    last: Option<(f64, G::Move)>,
    /// The best of the iteration under way.
    best: Option<(f64, G::Move)>,
}

impl<'a, G: Game, E: Evaluator<G>> Run<'a, G, E> {
    fn new(hands: Vec<Hand<'a, G, E>>, windows: Windows, root: &'a G::Position) -> Self {
        Run { hands, windows, root, last: None, best: None }
    }

    /// The root's value and the first move that has it among those searched; none when the budget ran out.
    fn search(&mut self, depth: u32) -> Option<(f64, Option<G::Move>)> {
        self.best = None;
        self.hands.iter_mut().flat_map(|hand| &mut hand.walk.known).for_each(|known| known.clear());
        let root = Node { position: self.root, ply: 0, depth };
        let first = &mut self.hands[0];
        if depth == 0 {
            return Some((first.walk.value(0, root, open()).to_f64(), None));
        }
        let children = first.walk.children(self.root);
        let allowed = first.method.allowed(&mut first.walk, root);
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
            let pass = Pass { root, children: &children, order: &order, window, pvs: self.windows.pvs };
            let (value, best) = self.pass(&pass)?;
            if value <= window.0 && window.0 > f64::NEG_INFINITY {
                window.0 = f64::NEG_INFINITY;
            } else if value >= window.1 && window.1 < f64::INFINITY {
                window.1 = f64::INFINITY;
            } else {
                return Some((value, Some(best)));
            }
        }
    }

    /// One pass, by one thread or several; none when the budget ran out.
    fn pass(&mut self, pass: &Pass<'_, G>) -> Option<(f64, G::Move)> {
        let standing = Mutex::new(Standing { next: 0, best: None, values: Vec::new(), stopped: false });
        let deep = pass.root.depth >= DEEP_ENOUGH;
        let count = if deep { self.hands.len().min(pass.order.len()).max(1) } else { 1 };
        let hands = &mut self.hands[..count];
        let whole = (count > 1).then(|| {
            let mut whole = std::mem::replace(&mut hands[0].walk.meter, spare());
            let (meters, _) = whole.split(count);
            hands.iter_mut().zip(meters).for_each(|(hand, meter)| hand.walk.meter = meter);
            whole
        });
        let (first, others) = hands.split_first_mut().expect("there is a thread");
        std::thread::scope(|scope| {
            for hand in others {
                let standing = &standing;
                scope.spawn(move || {
                    // What the method finds out at the root, each finds out for itself.
                    hand.method.allowed(&mut hand.walk, pass.root);
                    hand.work(pass, standing, |_, _| ());
                });
            }
            first.work(pass, &standing, |walk, now| {
                let news = &mut walk.meter.news;
                news.pv = now.best.map(|(_, place)| pass.children[place].chosen).into_iter().collect();
                news.values.clone_from(&now.values);
            });
        });
        if let Some(mut whole) = whole {
            let hands = self.hands[..count].iter_mut();
            whole.join(hands.map(|hand| std::mem::replace(&mut hand.walk.meter, spare())));
            self.hands[0].walk.meter = whole;
        }
        let standing = standing.into_inner().expect("nobody panicked with it");
        let best = standing.best.map(|(best, place)| (best.v0, pass.children[place].chosen));
        self.best = best.filter(|(value, _)| *value > pass.window.0);
        best.filter(|_| !standing.stopped)
    }

    fn found(&self, value: f64, best: Option<G::Move>) -> Found<G::Move> {
        let value = self.hands[0].walk.payoff(value);
        // A value that rests on a model is never proven.
        Found::guess(value, best.into_iter().collect())
    }

    fn guesses(&self) -> u64 {
        self.hands.iter().map(|hand| hand.walk.guesses()).sum()
    }
}

impl<'a, G: Game, E: Evaluator<G>> Deepening<'a, G> for Run<'a, G, E> {
    fn iterate(&mut self, depth: u32) -> Option<Found<G::Move>> {
        let before = self.guesses();
        let (value, best) = self.search(depth)?;
        let complete = self.guesses() == before;
        self.last = best.map(|best| (value, best));
        Some(Found { complete, ..self.found(value, best) })
    }

    fn partial(&mut self) -> Option<Found<G::Move>> {
        let (value, best) = self.best?;
        Some(self.found(value, Some(best)))
    }

    fn meter(&mut self) -> &mut Meter<'a, G::Move> {
        &mut self.hands[0].walk.meter
    }
}

/// The differences between the searches of this module.
pub trait Setup<G: Game, E: Evaluator<G>>: Send + 'static {
    /// The method for one search.
    fn method(&self) -> Box<dyn Method<G, E> + '_>;
    /// Ply by ply, or to the depth at once.
    fn deepening(&self) -> bool;
    /// Which narrow windows for `v0` it uses.
    fn windows(&self) -> Windows {
        Windows::default()
    }
    /// Forgets what is kept beside the probers.
    fn new_game(&mut self) {}
}

/// The state of a thread between moves: its probers, the first one with MAX's evaluation, and its values of
/// nodes.
pub struct Crew<G: Game, E: Evaluator<G>> {
    pub(super) probers: Vec<AlphaBeta<G, E>>,
    pub(super) known: Option<Known<G::Value>>,
}

/// The settings of probes for one of several threads, which share the room for tables.
pub(super) fn shared_out(probes: &Config, threads: usize) -> Config {
    Config { table: part(probes.table, threads), ..probes.clone() }
}

/// A part of some room.
pub(super) fn part(size: Size, of: usize) -> Size {
    match size {
        Size::Off => Size::Off,
        Size::Bytes(bytes) => Size::Bytes(bytes / of),
        Size::Entries(entries) => Size::Entries((entries / of).max(1)),
    }
}

/// A search with models and what it keeps between moves.
pub struct Modelling<G: Game, E: Evaluator<G>, S> {
    pub(super) crews: Vec<Crew<G, E>>,
    pub(super) setup: S,
}

impl<G: Game, E: Evaluator<G>, S> Modelling<G, E, S> {
    /// The same search with what is selective about each evaluation's holder, in the order of the evaluations (sections
    /// 3.4.4 and 6.4.4): MAX's where MAX does not speculate, a model's in its probes.
    pub fn selecting(mut self, selective: &[Selective]) -> Self {
        for crew in &mut self.crews {
            let probers = std::mem::take(&mut crew.probers).into_iter().zip(selective);
            crew.probers = probers.map(|(prober, selective)| prober.selecting(selective)).collect();
        }
        self
    }

    /// The same search with what each evaluation's holder knows exactly, in the order of the evaluations. A
    /// model asks its oracle at every node of its probes. MAX asks its own where it does not speculate, at
    /// leaves and beyond the speculative depth: an oracle that ended speculative nodes would leave nothing to
    /// speculate on (section 3.4.5).
    pub fn asking(mut self, oracles: &[Option<Arc<dyn Oracle<G>>>]) -> Self {
        for crew in &mut self.crews {
            let probers = std::mem::take(&mut crew.probers).into_iter().zip(oracles);
            crew.probers = probers.map(|(prober, oracle)| prober.asking(oracle.clone())).collect();
        }
        self
    }
}

impl<G: Game, E: Evaluator<G>, S: Setup<G, E>> Search<G> for Modelling<G, E, S> {
    fn new_game(&mut self) {
        self.crews.iter_mut().flat_map(|crew| &mut crew.probers).for_each(Search::new_game);
        self.setup.new_game();
    }

    fn think(&mut self, line: &Line<G>, task: Task<'_, G::Move>) -> Report<G::Move> {
        let setup = &self.setup;
        let mut meters = vec![Meter::new(task)];
        let hand = |crew| {
            let meter = meters.pop().unwrap_or_else(spare);
            Hand { walk: Walk::new(line, crew, meter), method: setup.method() }
        };
        let hands = self.crews.iter_mut().map(hand).collect();
        let mut run = Run::new(hands, setup.windows(), line.position());
        let mut report = deepen(line, Schedule::deepening(setup.deepening()), &mut run);
        // What a decided value foresees is no proof, but a number worth telling.
        let foreseen = run.best.or(run.last).and_then(|(value, _)| run.hands[0].walk.plies(value));
        if let Some(plies) = foreseen {
            report.counters.insert("predicted plies".to_string(), f64::from(plies));
        }
        report
    }

    fn trace(&mut self, line: &Line<G>, budget: &Budget, limit: usize) -> Option<TraceOf<G>> {
        let depth = budget.depth?;
        let mut walk = Walk::new(line, &mut self.crews[0], spare());
        let mut recorder = Recorder::new(*walk.probers[0].rules.scale(), limit);
        recorder.windows = false;
        let (position, turn) = (line.position(), line.turn());
        recorder.enter(Call { step: None, position, turn, ply: 0, depth, window: open() });
        walk.recorder = Some(recorder);
        let hands = vec![Hand { walk, method: self.setup.method() }];
        let mut run = Run::new(hands, self.setup.windows(), position);
        let value = run.search(depth).map_or(0.0, |(value, _)| value);
        let walk = &mut run.hands[0].walk;
        let payoff = walk.payoff(value);
        let mut recorder = walk.recorder.take().expect("it was set above");
        recorder.tell("v0", payoff);
        recorder.leave_at(Some(payoff), End::Searched);
        Some(recorder.trace)
    }
}
