//! Watching single nodes of a search.
//!
//! A search asks [`Observer::on`] before it reports anything. Searches inside others have no listener (`()`),
//! which costs nothing. All others have a place for a [`Recorder`], which writes a [`plywood_core::Trace`]
//! for drawing: one test a node costs less than a second copy of every search in the program.

use plywood_core::game::StepOf;
use plywood_core::{Bound, Game, Player, Step, TraceNode, TraceOf, Turn, Value};

use crate::scale::Scale;

/// How a call of the search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All that had to be searched was.
    Searched,
    /// A value at or above beta made the rest irrelevant.
    Cut,
    /// The horizon: the evaluator was asked.
    Leaf,
    /// The game is over.
    Over,
    /// History ended the game.
    History,
    /// The table knew enough.
    Table,
    /// The table knew enough of a child.
    TableOfChild,
    /// The bounds were enough to know the value.
    Bounds,
    /// The oracle knew the value.
    Oracle,
    /// Only some moves were tried: a lower bound.
    Probed,
    /// A shallower search made an unsound cut.
    Forward,
    /// The budget ran out.
    Stopped,
}

/// A call of the search.
pub struct Call<'a, G: Game> {
    /// The step that led here, and its probability where it is an event; none at the root.
    pub step: Option<(StepOf<G>, Option<f64>)>,
    /// The position.
    pub position: &'a G::Position,
    /// Whose turn it is.
    pub turn: Turn,
    /// Plies from the root.
    pub ply: u32,
    /// Plies still to search.
    pub depth: u32,
    /// The window in the node's own view.
    pub window: (G::Value, G::Value),
}

/// Hears of every call.
pub trait Observer<G: Game> {
    /// Whether anybody listens.
    fn on(&self) -> bool;
    /// A call begins.
    fn enter(&mut self, call: Call<'_, G>);
    /// Moves of the call under way that will not be searched.
    fn prune(&mut self, moves: &mut dyn Iterator<Item = G::Move>);
    /// The call under way ends with a value in its own view.
    fn leave(&mut self, value: G::Value, end: End);
}

/// Nobody listens.
impl<G: Game> Observer<G> for () {
    #[inline(always)]
    fn on(&self) -> bool {
        false
    }
    fn enter(&mut self, _: Call<'_, G>) {}
    fn prune(&mut self, _: &mut dyn Iterator<Item = G::Move>) {}
    fn leave(&mut self, _: G::Value, _: End) {}
}

/// Where somebody may listen.
pub type Seat<G> = Option<Box<Recorder<G>>>;

impl<G: Game> Observer<G> for Seat<G> {
    #[inline(always)]
    fn on(&self) -> bool {
        self.is_some()
    }
    #[cold]
    #[inline(never)]
    fn enter(&mut self, call: Call<'_, G>) {
        if let Some(recorder) = self {
            recorder.enter(call);
        }
    }
    #[cold]
    #[inline(never)]
    fn prune(&mut self, moves: &mut dyn Iterator<Item = G::Move>) {
        if let Some(recorder) = self {
            recorder.prune(moves);
        }
    }
    #[cold]
    #[inline(never)]
    fn leave(&mut self, value: G::Value, end: End) {
        if let Some(recorder) = self {
            recorder.leave(value, end);
        }
    }
}

/// A lowest and a highest payoff.
type Range = (f64, f64);

/// Writes down every call, up to a limit.
pub struct Recorder<G: Game> {
    scale: Scale<G::Value>,
    limit: usize,
    /// The calls under way.
    path: Vec<Under>,
    /// Whose values are told; none where every node tells its own.
    pub view: Option<Player>,
    /// Whether windows mean anything to the search.
    pub windows: bool,
    /// The calls written so far.
    pub trace: TraceOf<G>,
}

/// A call under way.
struct Under {
    /// Its place in the trace; none beyond the limit.
    place: Option<usize>,
    /// The calls it made that have ended.
    made: Vec<usize>,
}

impl<G: Game> Recorder<G> {
    /// A recorder that keeps at most `limit` calls.
    pub fn new(scale: Scale<G::Value>, limit: usize) -> Self {
        let trace = TraceOf::<G>::default();
        Recorder { scale, limit, path: Vec::new(), view: None, windows: true, trace }
    }

    /// The call under way, where it is kept.
    fn under(&mut self) -> Option<&mut TraceNode<StepOf<G>>> {
        let place = self.path.last()?.place?;
        Some(&mut self.trace.nodes[place])
    }

    /// Names a further value of the call under way.
    pub fn tell(&mut self, name: &str, value: f64) {
        if let Some(node) = self.under() {
            node.values.push((name.to_string(), value));
        }
    }

    /// Tells a value of the call under way for each player.
    pub fn tell_each(&mut self, values: impl IntoIterator<Item = f64>) {
        if let Some(node) = self.under() {
            node.each = values.into_iter().collect();
        }
    }

    /// A window in payoffs; infinite where it is open.
    fn window(&self, (low, high): (G::Value, G::Value)) -> (f64, f64) {
        let (least, most) = self.scale.bounds;
        (
            if low <= least { f64::NEG_INFINITY } else { self.scale.payoff(low) },
            if high >= most { f64::INFINITY } else { self.scale.payoff(high) },
        )
    }
}

impl<G: Game> Observer<G> for Recorder<G> {
    fn on(&self) -> bool {
        true
    }

    fn enter(&mut self, call: Call<'_, G>) {
        let place = self.trace.nodes.len();
        if place >= self.limit {
            self.trace.truncated = true;
            self.path.push(Under { place: None, made: Vec::new() });
            return;
        }
        let (low, high) = call.window;
        self.trace.nodes.push(TraceNode {
            parent: self.path.last().and_then(|under| under.place),
            step: call.step.map(|step| step.0),
            probability: call.step.and_then(|step| step.1),
            turn: call.turn,
            ply: call.ply,
            depth: call.depth,
            view: self.view.unwrap_or(call.turn.view()),
            window: self.windows.then(|| self.window(call.window)),
            null_window: self.windows && high == low.next_up(),
            value: None,
            bound: Bound::Exact,
            each: Vec::new(),
            note: String::new(),
            values: Vec::new(),
            pruned: Vec::new(),
        });
        self.path.push(Under { place: Some(place), made: Vec::new() });
    }

    fn prune(&mut self, moves: &mut dyn Iterator<Item = G::Move>) {
        if let Some(node) = self.under() {
            node.pruned.extend(moves.map(Step::Move));
        }
    }

    fn leave(&mut self, value: G::Value, end: End) {
        let payoff = (end != End::Stopped).then(|| self.scale.payoff(value));
        if let (Some(under), Some(payoff)) = (self.path.last(), payoff)
            && let Some(place) = under.place
        {
            self.trace.nodes[place].bound = self.bound(place, &under.made, payoff, end);
        }
        self.leave_at(payoff, end);
    }
}

impl<G: Game> Recorder<G> {
    /// The call under way ends with a payoff in its own view, or without one.
    pub fn leave_at(&mut self, payoff: Option<f64>, end: End) {
        let Some(Under { place: Some(place), .. }) = self.path.pop() else { return };
        if let Some(above) = self.path.last_mut() {
            above.made.push(place);
        }
        let root = self.trace.nodes[0].turn;
        let node = &mut self.trace.nodes[place];
        node.value = payoff;
        // Without windows, what was left out beside the root player's best could only have been better.
        if !self.windows && !node.pruned.is_empty() && node.turn == root {
            node.bound = Bound::AtLeast;
        }
        node.note = match end {
            End::Searched => "",
            End::Cut if node.pruned.is_empty() => "",
            End::Cut => "cut",
            End::Leaf => "leaf",
            End::Over => "over",
            End::History => "history",
            End::Table => "table",
            End::TableOfChild => "table of a child",
            End::Bounds => "bounds",
            End::Oracle => "oracle",
            End::Probed => "probe",
            End::Forward => "forward cut",
            End::Stopped => "stopped",
        }
        .to_string();
    }

    /// What a payoff says of the true one: what the calls below say together, or else what the window lets it say.
    fn bound(&self, place: usize, made: &[usize], payoff: f64, end: End) -> Bound {
        let node = &self.trace.nodes[place];
        let by_window = match node.window {
            Some((_, high)) if payoff >= high => Bound::AtLeast,
            Some((low, _)) if payoff <= low => Bound::AtMost,
            _ => Bound::Exact,
        };
        match end {
            End::Leaf | End::Over | End::History | End::Stopped => return Bound::Exact,
            End::Probed => return Bound::AtLeast,
            End::Oracle => return Bound::Exact,
            End::Table | End::TableOfChild | End::Forward | End::Bounds => return by_window,
            End::Searched | End::Cut => {}
        }
        if !node.each.is_empty() {
            return if node.pruned.is_empty() { Bound::Exact } else { Bound::AtLeast };
        }
        let Some((low, high)) = self.range_of(place, made) else { return by_window };
        let is = |other: f64| (other - payoff).abs() <= 1e-9 * payoff.abs().max(1.0);
        match (is(low), is(high)) {
            (true, true) => Bound::Exact,
            (true, false) => Bound::AtLeast,
            (false, true) => Bound::AtMost,
            (false, false) => by_window,
        }
    }

    /// Between which payoffs the calls below leave a node's value; none where not all of them are known.
    fn range_of(&self, place: usize, made: &[usize]) -> Option<Range> {
        let node = &self.trace.nodes[place];
        if self.trace.truncated {
            return None;
        }
        // What several calls for one step say holds together, if they went equally deep; else the last one counts.
        let mut below: Vec<(&TraceNode<StepOf<G>>, Range)> = Vec::new();
        for child in
            made.iter().rev().map(|child| &self.trace.nodes[*child]).filter(|child| child.step.is_some())
        {
            let (low, high) = seen_from(child, node.view)?;
            match below.iter_mut().find(|(last, _)| last.step == child.step) {
                None => below.push((child, (low, high))),
                Some((last, range)) if last.depth == child.depth && low <= range.1 && high >= range.0 => {
                    *range = (range.0.max(low), range.1.min(high));
                }
                Some(_) => {}
            }
        }
        if below.is_empty() {
            return None;
        }
        let ranges: Vec<(f64, f64)> = below.iter().map(|(_, range)| *range).collect();
        let rest = !node.pruned.is_empty();
        match node.turn {
            Turn::Over => None,
            Turn::Player(player) if player == node.view => {
                let most =
                    |pick: fn(&(f64, f64)) -> f64| ranges.iter().map(pick).fold(f64::NEG_INFINITY, f64::max);
                Some((most(|range| range.0), if rest { f64::INFINITY } else { most(|range| range.1) }))
            }
            Turn::Player(_) => {
                let least =
                    |pick: fn(&(f64, f64)) -> f64| ranges.iter().map(pick).fold(f64::INFINITY, f64::min);
                Some((if rest { f64::NEG_INFINITY } else { least(|range| range.0) }, least(|range| range.1)))
            }
            Turn::Chance => {
                let weights: Vec<f64> = below.iter().filter_map(|(child, _)| child.probability).collect();
                let all = weights.iter().sum::<f64>();
                let mean = |pick: fn(&(f64, f64)) -> f64| {
                    ranges.iter().zip(&weights).map(|(range, weight)| weight * pick(range)).sum::<f64>()
                };
                ((all - 1.0).abs() < 1e-9).then(|| (mean(|range| range.0), mean(|range| range.1)))
            }
        }
    }
}

/// Between which payoffs of a player a call leaves its value.
fn seen_from<S>(node: &TraceNode<S>, view: Player) -> Option<(f64, f64)> {
    let value = node.value?;
    let (value, bound) = if node.view == view { (value, node.bound) } else { (-value, node.bound.turned()) };
    Some(match bound {
        Bound::Exact => (value, value),
        Bound::AtLeast => (value, f64::INFINITY),
        Bound::AtMost => (f64::NEG_INFINITY, value),
    })
}
