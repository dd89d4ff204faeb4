//! The enhanced alpha-beta search: one procedure for decision nodes, every enhancement a switch.
//!
//! Sources: Dice thesis, sections 2.2 and 2.3 (negamax, fail-soft, deepening, internal deepening, history, killers,
//! principal variation search, table, enhanced transposition cutoffs); lecture notes, "Transposition Tables",
//! "Optimization of Search" and "Newer Searches" (aspiration window, MTD(f)). What happens at chance nodes is the
//! business of [`crate::expectimax`].
//!
//! - A search under way goes by what is settled when it begins (`rules.rs`), keeps a frame for each ply of its way
//!   (`path.rs`), and counts and learns as it goes (`ledger.rs`).
//! - [`node`](self) procedure: `node.rs`. What is known of a node before: `known.rs`. Searches started from inside
//!   another: `probe.rs`. Root windows (aspiration, MTD(f)): `root.rs`. Several threads: `team.rs`. Switches:
//!   `config.rs`.
//! - Everything is sound but late-move reductions and quiescence, which change what a fixed depth means, and selective
//!   search ([`selective`]).
//!
//! Cost: a node with every switch off is a move list, a turn test and a comparison; see the benchmarks.

mod bare;
mod config;
mod known;
mod ledger;
mod node;
mod path;
mod probe;
mod root;
mod rules;
pub mod selective;
mod stored;
mod team;

pub use config::{Config, FirstGuess, Mtd, Style, Window};
pub(crate) use node::Node;
pub(crate) use probe::{Equals, at_most};

use std::sync::Arc;

use plywood_core::random::mix;
use plywood_core::{Budget, Evaluator, Game, Line, Oracle, Player, Report, Search, Task, TraceOf};

use crate::cache::Evaluations;
use crate::deepening::{Deepening, Found, deepen};
use crate::marks::Marks;
use crate::meter::Meter;
use crate::observe::{Observer, Recorder, Seat};
use crate::ordering::History;
use crate::scale::Scale;
use crate::table::TranspositionTable;
use ledger::Ledger;
use path::Path;
use rules::Rules;
use team::Team;

/// The search with what it keeps between moves: the table and the history.
///
/// ```
/// use plywood_core::{Budget, Line, Search, Task, Zero};
/// use plywood_search::alphabeta::{AlphaBeta, Config};
/// use plywood_small_games::tictactoe::TicTacToe;
///
/// let config = Config { etc: Some(2), ..Config::default() };
/// let mut search = AlphaBeta::new(Zero, config);
/// let report = search.think(&Line::new(TicTacToe), Task::new(Budget::depth(9)));
/// assert_eq!((report.value, report.proven), (0.0, true)); // a draw
/// ```
pub struct AlphaBeta<G: Game, E> {
    evaluator: E,
    config: Config,
    table: Option<TranspositionTable<G::Value>>,
    /// One a thread.
    histories: Vec<History>,
    marks: Option<Marks>,
    /// Who searched last: with contempt the table holds that player's values.
    root_player: Option<Player>,
    /// Evaluations shared with other searches, under keys of this one's own.
    cache: Option<(Arc<Evaluations<G::Value>>, u64)>,
    oracle: Option<Arc<dyn Oracle<G>>>,
}

impl<G: Game, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A search that knows nothing yet.
    pub fn new(evaluator: E, config: Config) -> Self {
        let table = TranspositionTable::new(config.table, config.replacement);
        // Threads share what they find through the table alone.
        let marks = (config.threads > 1 && table.is_some()).then(Marks::default);
        let histories = Vec::new();
        AlphaBeta { evaluator, config, table, histories, marks, root_player: None, cache: None, oracle: None }
    }

    /// The same search with other selective switches.
    pub fn selecting(mut self, selective: &selective::Selective) -> Self {
        self.config.selective.clone_from(selective);
        self
    }

    /// The same search with an oracle that it asks at every node but the root.
    pub fn asking(self, oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        AlphaBeta { oracle, ..self }
    }

    /// The same search with a cache that it shares with others; `index` tells them apart.
    pub(crate) fn remembering(self, cache: Option<Arc<Evaluations<G::Value>>>, index: usize) -> Self {
        AlphaBeta { cache: cache.map(|cache| (cache, mix(index as u64))), ..self }
    }

    /// The value of the end of a line searched to a depth within a window, in its own view and on the search's scale:
    /// exact inside the window, a bound outside.
    pub fn within(&mut self, line: &Line<G>, depth: u32, (alpha, beta): (G::Value, G::Value)) -> G::Value {
        let meter = Meter::unlimited();
        self.searcher(line, meter, ()).root(depth, alpha, beta).expect("nothing limits it")
    }

    /// A search from the end of a line by one thread, about to begin.
    pub(crate) fn searcher<'a, O: Observer<G>>(
        &'a mut self,
        line: &'a Line<G>,
        meter: Meter<'a, G::Move>,
        observer: O,
    ) -> Searcher<'a, G, E, O> {
        let (start, histories) = self.start(line, 0, 1);
        Searcher { marks: None, ..start.searcher(&mut histories[0], meter, observer) }
    }

    /// Gets ready for a search from the end of a line by a number of threads.
    fn start<'a>(
        &'a mut self,
        line: &'a Line<G>,
        seed: u64,
        threads: usize,
    ) -> (Start<'a, G, E>, &'a mut [History]) {
        let player = line.turn().view();
        if let Some(table) = &mut self.table {
            if self.config.contempt != 0 && self.root_player.replace(player) != Some(player) {
                table.clear();
            }
            table.next_search();
        }
        while self.histories.len() < threads {
            self.histories.push(History::new(line.game()));
        }
        let AlphaBeta { evaluator, config, table, marks, cache, oracle, .. } = self;
        let (table, marks, oracle) = (table.as_ref(), marks.as_ref(), oracle.as_deref());
        let cache = cache.as_ref().map(|(cache, salt)| (&**cache, *salt));
        (Start { line, evaluator, config, table, marks, cache, oracle, seed }, &mut self.histories)
    }
}

/// The start of the threads of a search.
struct Start<'a, G: Game, E> {
    line: &'a Line<G>,
    evaluator: &'a E,
    config: &'a Config,
    table: Option<&'a TranspositionTable<G::Value>>,
    marks: Option<&'a Marks>,
    cache: Option<(&'a Evaluations<G::Value>, u64)>,
    oracle: Option<&'a dyn Oracle<G>>,
    seed: u64,
}

impl<'a, G: Game, E: Evaluator<G>> Start<'a, G, E> {
    fn searcher<O: Observer<G>>(
        &self,
        history: &'a mut History,
        meter: Meter<'a, G::Move>,
        observer: O,
    ) -> Searcher<'a, G, E, O> {
        let Start { line, evaluator, config, table, marks, cache, oracle, seed } = *self;
        let (game, player) = (line.game(), line.turn().view());
        let keys = game.nature().history.then(|| line.keys().to_vec());
        Searcher {
            game,
            evaluator,
            root: line.position(),
            rules: Rules::new((game, evaluator), player, config, oracle, seed, observer.on()),
            path: Path::new(evaluator.root(game, line.position()), keys),
            ledger: Ledger::new(history),
            table,
            marks,
            meter,
            best: None,
            cache,
            observer,
        }
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for AlphaBeta<G, E> {
    fn new_game(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.histories.clear();
    }

    fn think(&mut self, line: &Line<G>, task: Task<'_, G::Move>) -> Report<G::Move> {
        let schedule = self.config.deepening;
        let threads = if self.marks.is_some() { self.config.threads } else { 1 };
        let (start, histories) = self.start(line, task.seed, threads);
        let meter = Meter::new(task);
        if threads == 1 {
            let nobody: Seat<G> = None;
            return deepen(line, schedule, &mut start.searcher(&mut histories[0], meter, nobody));
        }
        let idle = histories.iter_mut().map(|history| start.searcher(history, Meter::unlimited(), None));
        deepen(line, schedule, &mut Team { searchers: idle.collect(), meter, partial: None })
    }

    fn trace(&mut self, line: &Line<G>, budget: &Budget, limit: usize) -> Option<TraceOf<G>> {
        let depth = budget.depth?;
        let game = line.game();
        let recorder = Recorder::new(Scale::new(game, &self.evaluator), limit);
        let mut searcher = self.searcher(line, Meter::unlimited(), Some(Box::new(recorder)));
        searcher.iterate(depth);
        searcher.observer.map(|recorder| recorder.trace)
    }
}

/// A move and the position it leads to.
pub(crate) struct Child<G: Game> {
    pub(crate) chosen: G::Move,
    pub(crate) position: G::Position,
}

/// One search under way.
pub(crate) struct Searcher<'a, G: Game, E: Evaluator<G>, O> {
    pub(crate) game: &'a G,
    evaluator: &'a E,
    root: &'a G::Position,
    pub(crate) rules: Rules<'a, G>,
    pub(crate) path: Path<G, E>,
    pub(crate) ledger: Ledger<'a>,
    pub(crate) table: Option<&'a TranspositionTable<G::Value>>,
    /// Where threads that share the table mark what they are at.
    marks: Option<&'a Marks>,
    pub(crate) meter: Meter<'a, G::Move>,
    /// The best of the last finished iteration.
    best: Option<(G::Value, Vec<G::Move>)>,
    /// Evaluations that are remembered, under keys of this evaluator's own.
    cache: Option<(&'a Evaluations<G::Value>, u64)>,
    observer: O,
}

impl<'a, G: Game, E: Evaluator<G>, O: Observer<G>> Deepening<'a, G> for Searcher<'a, G, E, O> {
    fn iterate(&mut self, depth: u32) -> Option<Found<G::Move>> {
        let before = self.ledger.mark();
        let value = self.windows(depth)?;
        let pv = self.path.line_mut(0).take();
        self.best = Some((value, pv.clone()));
        Some(Found::new(self.rules.scale(), value, pv, self.ledger.is_proven_since(before)))
    }

    fn partial(&mut self) -> Option<Found<G::Move>> {
        // The move searched first was the best so far, so any line found since is better.
        let pv = self.path.line_mut(0).take();
        let values = &self.meter.news.values;
        let (_, value) = values.iter().rev().find(|(chosen, _)| Some(chosen) == pv.first())?;
        Some(Found::guess(*value, pv))
    }

    fn meter(&mut self) -> &mut Meter<'a, G::Move> {
        &mut self.meter
    }
}
