//! Iterative deepening (Dice thesis, section 2.3.2): the loop that every depth-first search shares.
//!
//! Each iteration is a row of the report. The loop ends when the budget does, when the value is proven,
//! when nothing was guessed, or at the greatest depth; an iteration that was broken off counts only as far as it improved on the one before.

use plywood_core::{Game, Line, Report, Row, Turn, Value, words};

use crate::meter::Meter;
use crate::policy::finished;
use crate::scale::Scale;

/// The result of an iteration.
#[derive(Debug, Clone)]
pub struct Found<M> {
    /// The value in payoff units.
    pub value: f64,
    /// The value for each player, where there are more than two.
    pub values: Vec<f64>,
    /// Plies to the end, where a win or a loss is known.
    pub distance: Option<u32>,
    /// Whether the value is exact.
    pub proven: bool,
    /// Whether nothing was guessed, so that a deeper search finds the same. A model of the others keeps such a value
    /// from being proven.
    pub complete: bool,
    /// The principal variation.
    pub pv: Vec<M>,
}

impl<M> Found<M> {
    /// A search's value on its scale. `exact` says that nothing was guessed; a decided outcome is exact anyway.
    pub fn new<V: Value>(scale: &Scale<V>, value: V, pv: Vec<M>, exact: bool) -> Found<M> {
        let distance = scale.distance(value);
        Found {
            value: scale.payoff(value),
            values: Vec::new(),
            distance,
            proven: exact || scale.decided(value),
            complete: exact,
            pv,
        }
    }

    /// A value in payoff units that proves nothing.
    pub fn guess(value: f64, pv: Vec<M>) -> Found<M> {
        Found { value, values: Vec::new(), distance: None, proven: false, complete: false, pv }
    }
}

words! {
    /// Which depths are searched on the way to the deepest.
    pub enum Schedule {
        /// Every one, until a deeper one would change nothing.
        Steps = "on",
        /// Every one, past that too, as counts of nodes to a depth want it.
        Through = "through",
        /// Every second one, those of the last one's parity, until a deeper one would change nothing.
        Strides = "strides",
        /// The deepest alone.
        AtOnce = "off",
    }
}

impl Schedule {
    /// Ply by ply, or to the depth at once.
    pub fn deepening(on: bool) -> Schedule {
        if on { Schedule::Steps } else { Schedule::AtOnce }
    }

    /// The depths up to the deepest, in order.
    fn depths(self, deepest: u32) -> impl Iterator<Item = u32> {
        let first = match self {
            Schedule::Steps | Schedule::Through => deepest.min(1),
            // The first odd or even depth from one on.
            Schedule::Strides if deepest > 0 => 2 - deepest % 2,
            Schedule::Strides | Schedule::AtOnce => deepest,
        };
        (first..=deepest).step_by(if self == Schedule::Strides { 2 } else { 1 })
    }
}

/// A search that can be run to any depth.
pub trait Deepening<'a, G: Game> {
    /// Searches to a depth; none when the budget ran out on the way.
    fn iterate(&mut self, depth: u32) -> Option<Found<G::Move>>;
    /// The result of an unfinished iteration, if it is better than the one before.
    fn partial(&mut self) -> Option<Found<G::Move>>;
    /// The meter: the budget spent so far, and the listener.
    fn meter(&mut self) -> &mut Meter<'a, G::Move>;
}

/// No game that is searched to its end has more plies than this.
const DEEPEST: u32 = 1000;

/// Runs a search deeper and deeper within a budget. A few virtual calls an iteration, so that it is compiled once a game.
pub fn deepen<'a, G: Game>(
    line: &Line<G>,
    schedule: Schedule,
    search: &mut dyn Deepening<'a, G>,
) -> Report<G::Move> {
    if line.turn() == Turn::Over {
        return finished(line);
    }
    let deepest = search.meter().deepest.unwrap_or(DEEPEST);
    let mut report = Report::default();
    for depth in schedule.depths(deepest) {
        let news = &mut search.meter().news;
        (news.depth, news.pv) = (depth, report.pv.clone());
        news.values.clear();
        let Some(found) = search.iterate(depth) else {
            if let Some(partial) = search.partial() {
                keep(&mut report, partial);
            }
            break;
        };
        let settled = found.proven || found.complete;
        keep(&mut report, found);
        report.depth = depth;
        let meter = search.meter();
        let row = Row {
            depth,
            value: report.value,
            best: report.best,
            nodes: meter.nodes,
            evaluations: meter.evaluations,
            seconds: meter.seconds(),
            pv: report.pv.clone(),
        };
        meter.tell(&row);
        report.rows.push(row);
        if settled && schedule != Schedule::Through {
            break;
        }
    }
    let meter = search.meter();
    (report.nodes, report.evaluations, report.seconds) = (meter.nodes, meter.evaluations, meter.seconds());
    // Whatever happened, a player on turn gets a legal move.
    report.best = report.best.or_else(|| line.first_move());
    report
}

fn keep<M: Copy>(report: &mut Report<M>, found: Found<M>) {
    report.value = found.value;
    report.values = found.values;
    report.distance = found.distance;
    report.proven = found.proven;
    report.best = found.pv.first().copied().or(report.best);
    report.pv = found.pv;
}
