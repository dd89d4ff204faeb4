//! The meter of a search: it counts nodes and evaluations, ends the search, and reports progress.
//!
//! Counting a node is one comparison. The clock and the stop flag are read every `PATIENCE` nodes, or sooner
//! where nodes are slow; if time is limited they are read at the start as well, because the first nodes fetch
//! the memory of the table. Limits in nodes or evaluations are met exactly, because the next reading is never
//! later than they can be reached. Threads that share a budget take it from a pool in small shares, so it is
//! never exceeded.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use plywood_core::{Budget, Progress, Proving, Row, Stop, Task, Tick};

/// Nodes between two looks at the clock at most.
const PATIENCE: u64 = 1024;
/// Nodes or evaluations that a thread takes from a shared budget at most: what it may leave unspent.
const SHARE: u64 = 64;
/// Seconds between two looks at which the next one comes sooner.
const LONG: f64 = 0.02;
/// Seconds between two ticks to whoever listens: with the looks between them, still ten a second.
const TICK: f64 = 0.05;

/// What a search has spent, its limits, and what it tells.
pub struct Meter<'a, M> {
    /// Nodes visited.
    pub nodes: u64,
    /// Calls of the evaluation.
    pub evaluations: u64,
    /// Whether a limit was reached or the search was asked to stop.
    pub stopped: bool,
    /// Whether a tick was told since the search looked here last, who may have more to tell then.
    pub ticked: bool,
    /// What the next tick tells beside nodes and seconds.
    pub news: Tick<M>,
    /// The plies that may be searched at most.
    pub(crate) deepest: Option<u32>,
    look_at: u64,
    patience: u64,
    most_nodes: u64,
    most_evaluations: u64,
    most_seconds: f64,
    stop: Stop,
    start: Instant,
    last_look: f64,
    last_tick: f64,
    progress: Option<&'a mut dyn Progress<M>>,
    pool: Option<Arc<Pool>>,
    /// Nodes that the pool has heard of.
    published: u64,
}

/// What threads that share a budget have left of it.
#[derive(Debug)]
pub struct Pool {
    nodes: AtomicU64,
    evaluations: AtomicU64,
    /// Nodes spent by all, for ticks.
    spent: AtomicU64,
    halted: AtomicBool,
    threads: u64,
}

impl Pool {
    /// Tells every thread to stop; true for the first who says so.
    pub fn halt(&self) -> bool {
        !self.halted.swap(true, Relaxed)
    }

    /// A share of what is left, zero where nothing is left: less as the end comes near.
    fn share(&self, left: &AtomicU64) -> u64 {
        let part = |left: u64| (left / (2 * self.threads)).clamp(1, SHARE);
        match left.fetch_update(Relaxed, Relaxed, |left| (left > 0).then(|| left - part(left))) {
            Ok(before) => part(before),
            Err(_) => 0,
        }
    }
}

impl<'a, M> Meter<'a, M> {
    /// A meter at zero for a task.
    pub fn new<'t: 'a>(task: Task<'t, M>) -> Self {
        let Task { budget, stop, .. } = task;
        let progress: &'a mut dyn Progress<M> = task.progress;
        Meter { deepest: budget.depth, progress: Some(progress), ..Meter::within(budget, stop) }
    }

    /// A meter at zero that limits nothing and to which nobody listens.
    pub fn unlimited() -> Self {
        Meter::within(Budget::UNSET, Stop::new())
    }

    fn within(budget: Budget, stop: Stop) -> Self {
        Meter {
            nodes: 0,
            evaluations: 0,
            stopped: false,
            ticked: false,
            news: silence(),
            deepest: None,
            look_at: 0,
            patience: if budget.seconds.is_some() { 1 } else { PATIENCE },
            most_nodes: budget.nodes.unwrap_or(u64::MAX),
            most_evaluations: budget.evaluations.unwrap_or(u64::MAX),
            most_seconds: budget.seconds.unwrap_or(f64::INFINITY),
            stop,
            start: Instant::now(),
            last_look: 0.0,
            last_tick: 0.0,
            progress: None,
            pool: None,
            published: 0,
        }
    }

    /// A meter for work beside this one to which nobody listens: it counts from zero towards what is left.
    pub fn fork<'b>(&self) -> Meter<'b, M> {
        let left = |most: u64, spent: u64| if most == u64::MAX { most } else { most.saturating_sub(spent) };
        Meter {
            stopped: self.stopped,
            most_nodes: left(self.most_nodes, self.nodes),
            most_evaluations: left(self.most_evaluations, self.evaluations),
            most_seconds: self.most_seconds,
            patience: self.patience,
            start: self.start,
            ..Meter::within(Budget::UNSET, self.stop.clone())
        }
    }

    /// Adds what was spent beside.
    pub fn add(&mut self, other: &Meter<'_, M>) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.stopped |= other.stopped;
        self.look_at = 0;
    }

    /// Meters at zero for threads that share what is left; the first of them tells. They come back by
    /// [`Meter::join`].
    pub fn split(&mut self, threads: usize) -> (Vec<Self>, Arc<Pool>) {
        let left = |most: u64, spent: u64| AtomicU64::new(most.saturating_sub(spent));
        let pool = Arc::new(Pool {
            nodes: left(self.most_nodes, self.nodes),
            evaluations: left(self.most_evaluations, self.evaluations),
            spent: AtomicU64::new(self.nodes),
            halted: AtomicBool::new(false),
            threads: threads as u64,
        });
        // What is not limited is not shared out.
        let most = |limit: u64| if limit == u64::MAX { u64::MAX } else { 0 };
        let meters = (0..threads).map(|_| Meter {
            stopped: self.stopped,
            most_nodes: most(self.most_nodes),
            most_evaluations: most(self.most_evaluations),
            most_seconds: self.most_seconds,
            patience: self.patience,
            start: self.start,
            last_look: self.last_look,
            last_tick: self.last_tick,
            pool: Some(Arc::clone(&pool)),
            ..Meter::within(Budget::UNSET, self.stop.clone())
        });
        let mut meters: Vec<Self> = meters.collect();
        meters[0].progress = self.progress.take();
        meters[0].news = std::mem::replace(&mut self.news, silence());
        (meters, pool)
    }

    /// Adds what was spent beside, and tells again.
    pub fn join(&mut self, others: impl IntoIterator<Item = Self>) {
        for (index, other) in others.into_iter().enumerate() {
            self.add(&other);
            if index == 0 {
                (self.progress, self.news) = (other.progress, other.news);
                (self.last_look, self.last_tick) = (other.last_look, other.last_tick);
            }
        }
    }

    /// Lets threads work at one question, each with a meter of its own, until the first of them has an answer: none where
    /// a limit was reached. What all have spent is counted.
    pub fn race<V: Send>(
        &mut self,
        threads: usize,
        work: impl Fn(Self) -> (Option<V>, Self) + Sync,
    ) -> Option<V>
    where
        Self: Send,
    {
        let (meters, pool) = self.split(threads);
        let work = |meter| {
            let (value, spent) = work(meter);
            (value.filter(|_| pool.halt()), spent)
        };
        let found: Vec<(Option<V>, Self)> = thread::scope(|scope| {
            let work = &work;
            let mut meters = meters.into_iter();
            let first = meters.next().expect("there is a thread");
            let others: Vec<_> = meters.map(|meter| scope.spawn(move || work(meter))).collect();
            let first = work(first);
            let others = others.into_iter().map(|other| other.join().expect("a search does not panic"));
            [first].into_iter().chain(others).collect()
        });
        let (values, spent): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let value = values.into_iter().flatten().next();
        self.join(spent);
        // Those who were beaten did not reach a limit.
        self.stopped &= value.is_none();
        value
    }

    /// Counts a node; false when the search has to end, and the node is not counted then.
    #[inline]
    pub fn visit(&mut self) -> bool {
        if self.nodes >= self.look_at && self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Counts an evaluation that is not a node's own; false when the search has to end, and it is not counted then.
    pub fn glimpse(&mut self) -> bool {
        if self.evaluations >= self.most_evaluations {
            self.look();
        }
        if self.stopped {
            self.look_at = self.nodes;
            return false;
        }
        self.evaluations += 1;
        // The nodes up to the next look may evaluate once each.
        self.look_at = self.look_at.min(self.nodes.saturating_add(self.most_evaluations - self.evaluations));
        true
    }

    #[cold]
    fn look(&mut self) -> bool {
        let seconds = self.seconds();
        let since = seconds - self.last_look;
        self.last_look = seconds;
        if since > LONG {
            self.patience = (self.patience / 2).max(1);
        } else if since < LONG / 4.0 {
            self.patience = (self.patience * 2).min(PATIENCE);
        }
        let mut spent = self.nodes;
        if let Some(pool) = &self.pool {
            let unheard = self.nodes - self.published;
            spent = pool.spent.fetch_add(unheard, Relaxed) + unheard;
            self.published = self.nodes;
            if self.nodes >= self.most_nodes {
                self.most_nodes += pool.share(&pool.nodes);
            }
            if self.evaluations >= self.most_evaluations {
                self.most_evaluations += pool.share(&pool.evaluations);
            }
            self.stopped |= pool.halted.load(Relaxed);
        }
        self.stopped = self.stopped
            || self.stop.raised()
            || self.nodes >= self.most_nodes
            || self.evaluations >= self.most_evaluations
            || seconds >= self.most_seconds;
        // A node evaluates once at most, so evaluations cannot run out before as many nodes have passed.
        let left = (self.most_nodes - self.nodes).min(self.most_evaluations - self.evaluations);
        self.look_at = self.nodes + self.patience.min(left);
        if seconds - self.last_tick >= TICK {
            self.last_tick = seconds;
            if let Some(progress) = &mut self.progress {
                (self.news.nodes, self.news.seconds) = (spent, seconds);
                progress.tick(&self.news);
                self.ticked = true;
            }
        }
        self.stopped
    }

    /// Tells whoever listens of a finished iteration.
    pub fn tell(&mut self, row: &Row<M>) {
        if let Some(progress) = &mut self.progress {
            progress.row(row);
        }
    }

    /// Tells whoever listens what the value is proven to lie between, in payoff units.
    pub fn tell_bounds(&mut self, low: f64, high: f64) {
        if let Some(progress) = &mut self.progress {
            progress.bounds(low, high);
        }
    }

    /// Tells whoever listens how far a proof is.
    pub fn tell_proving(&mut self, proving: &Proving<M>) {
        self.ticked = false;
        if let Some(progress) = &mut self.progress {
            progress.proving(proving);
        }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        #[cfg(test)]
        if let Some(seconds) = clock::read() {
            return seconds;
        }
        self.start.elapsed().as_secs_f64()
    }
}

/// Nothing to tell yet.
fn silence<M>() -> Tick<M> {
    Tick { depth: 0, nodes: 0, simulations: 0, seconds: 0.0, pv: Vec::new(), values: Vec::new() }
}

/// A clock that goes on by a fixed step whenever it is read, for tests of this thread.
#[cfg(test)]
pub(crate) mod clock {
    use std::cell::Cell;

    thread_local! {
        static CLOCK: Cell<Option<(f64, f64)>> = const { Cell::new(None) };
    }

    /// Starts the clock with a step, or goes on with another.
    pub(crate) fn start(step: f64) {
        CLOCK.set(Some((CLOCK.get().map_or(0.0, |(now, _)| now), step)));
    }

    pub(super) fn read() -> Option<f64> {
        let (now, step) = CLOCK.get()?;
        CLOCK.set(Some((now + step, step)));
        Some(now)
    }
}

#[cfg(test)]
mod tests {
    use plywood_core::spec::Size;
    use plywood_core::{Game, Knowledge, Line, Search, Spec};
    use plywood_games::dice::{self, FIVE};
    use plywood_games::othello::Othello;
    use plywood_small_games::nim3::Nim3;

    use super::*;
    use crate::alphabeta::{AlphaBeta, Config};
    use crate::expectimax::ChanceRule;
    use crate::multiplayer::{Multiplayer, Rule};
    use crate::opponent::om::{Om, OmConfig};
    use crate::plain::Minimax;

    /// Writes down the nodes that ticks tell of.
    #[derive(Default)]
    struct Listener(Vec<u64>);

    impl<M> Progress<M> for Listener {
        fn row(&mut self, _: &Row<M>) {}
        fn tick(&mut self, tick: &Tick<M>) {
            self.0.push(tick.nodes);
        }
    }

    /// Runs a search with a clock that goes on by 4.9 ms whenever it is read, which soon is every [`PATIENCE`] nodes,
    /// and returns how many nodes pass between two ticks at most.
    fn silence_of<G: Game>(search: &mut dyn Search<G>, line: &Line<G>) -> u64 {
        let nodes = 60_000;
        clock::start(0.0049);
        let mut listener = Listener::default();
        let report = search.think(line, Task::new(Budget::nodes(nodes)).telling(&mut listener));
        assert!(report.nodes * 10 >= nodes * 9, "it works long enough: {}", report.nodes);
        let heard = [0].into_iter().chain(listener.0).chain([report.nodes]).collect::<Vec<u64>>();
        heard.windows(2).map(|pair| pair[1] - pair[0]).max().expect("it begins and ends")
    }

    /// Fifty milliseconds are eleven looks at that clock.
    fn ticks<G: Game>(name: &str, search: &mut dyn Search<G>, line: &Line<G>) {
        let silence = silence_of(search, line);
        assert!(silence <= 12 * PATIENCE, "{name} is silent for {silence} nodes");
    }

    fn first_of<G: Knowledge>(game: &G) -> G::Evaluator {
        game.evaluator(&Spec::word(game.evaluators()[0].name)).expect("the default evaluation")
    }

    /// One root move takes longer than a tick, so ticks come from inside it.
    #[test]
    fn every_search_ticks_inside_a_root_move() {
        let othello = Othello::default();
        let line = Line::new(othello);
        let evaluator = first_of(&othello);
        let enhanced = Config { table: Size::Entries(1 << 12), killers: true, ..Config::PLAIN };
        ticks("bare", &mut AlphaBeta::new(evaluator, Config::PLAIN), &line);
        ticks("enhanced", &mut AlphaBeta::new(evaluator, enhanced.clone()), &line);
        // Two threads: the one that tells may have to wait for a core while the other works, but it gets its share of the
        // machine over a longer search. Were all nodes its own, one in 12 * PATIENCE would be told.
        let team = Config { threads: 2, ..enhanced.clone() };
        clock::start(0.0049);
        let (nodes, mut listener) = (6_000_000, Listener::default());
        let task = Task::new(Budget::nodes(nodes)).telling(&mut listener);
        AlphaBeta::new(evaluator, team).think(&line, task);
        let (heard, most) = (listener.0.len() as u64, nodes / (12 * PATIENCE));
        assert!(heard * 8 >= most, "{heard} ticks of {most}");
        ticks("minimax", &mut Minimax { evaluator, deepening: false, bounds: false }, &line);
        let mut om = Om::new(evaluator, evaluator, enhanced.clone(), OmConfig::PLAIN);
        ticks("om", &mut om, &line);
        let line = Line::from(FIVE, dice::test_positions()[0]);
        let evaluator = first_of(&FIVE);
        for chance in [ChanceRule::PLAIN, ChanceRule::STAR_PROOF] {
            let config = Config { chance, ..enhanced.clone() };
            ticks("chance", &mut AlphaBeta::new(evaluator.clone(), config), &line);
        }
        for rule in [Rule::MaxN { shallow_pruning: true }, Rule::Paranoid, Rule::BestReply] {
            let nim = Nim3::from_spec(&"nim3(matches=60)".parse().expect("a spec")).expect("nim for three");
            ticks("several players", &mut Multiplayer { evaluator: first_of(&nim), rule }, &Line::new(nim));
        }
    }

    #[test]
    fn slow_nodes_are_looked_at_sooner() {
        // At first every node may be slow, then they are fast for a while, then slow again.
        clock::start(1.0);
        let mut listener = Listener::default();
        let budget = Budget { seconds: Some(f64::MAX), ..Budget::nodes(200_000) };
        let mut meter = Meter::<()>::new(Task::new(budget).telling(&mut listener));
        let count = |meter: &mut Meter<()>, nodes| while meter.nodes < nodes && meter.visit() {};
        count(&mut meter, 5);
        clock::start(0.001);
        count(&mut meter, 190_000);
        clock::start(1.0);
        count(&mut meter, u64::MAX);
        assert_eq!(meter.nodes, 200_000, "the budget is met exactly");
        let Listener(nodes) = listener;
        let begin = &nodes[..20];
        assert!(begin[..3] == [2, 3, 4], "{begin:?}");
        let steps = |from: usize| nodes[from..].windows(2).map(|pair| pair[1] - pair[0]);
        assert!(steps(0).any(|step| step > 10 * PATIENCE), "{begin:?}");
        let slow = nodes.iter().position(|node| *node > 190_000).expect("it goes on");
        assert!(nodes.len() > 1000 && steps(slow + 12).all(|step| step <= 1), "{begin:?}");
    }
}
