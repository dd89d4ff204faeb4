//! The enhanced search as a servant: probes that another search starts from positions on its own path.
//!
//! Opponent models ask at every node of the opponent what that opponent would do (opponent-model thesis, section
//! 3.1.2). A [`Prober`] answers with its own evaluator, table, history and killers. It follows the path of the search
//! it serves ([`Prober::descend`], [`Prober::ascend`]), so that values of all probers count plies from the same root.
//!
//! [`Prober::predict`] is a probe that also says which moves its player would choose, equal ones included: its root
//! keeps windows one step wider where an equal move would matter, so the answer does not depend on move ordering.

use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_core::game::StepOf;
use plywood_core::random::mix;
use plywood_core::{Evaluator, Game, Line, Player, Step, Turn, Value};

use super::node::Loop;
use super::{Child, Config, Frame, Searcher, Style};
use crate::memory::Memory;
use crate::meter::Meter;
use crate::ordering::History;
use crate::scale::Scale;
use crate::table::{Finding, Table};

/// Which of the moves that look equally good to a player are reported.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Choice {
    /// The first in the game's own order.
    First,
    /// Every one whose value is no more than this much short of the best.
    Within(f64),
}

impl Choice {
    /// How far from the best a move may be and still be reported.
    pub(crate) fn slack(self) -> f64 {
        match self {
            Choice::First => 0.0,
            Choice::Within(slack) => slack,
        }
    }
}

/// A position on the path: where it is, and how far it is to be searched.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a, G: Game> {
    /// The position.
    pub(crate) position: &'a G::Position,
    /// Whose turn it is there.
    pub(crate) turn: Turn,
    /// Plies from the root.
    pub(crate) ply: u32,
    /// Plies to search below.
    pub(crate) depth: u32,
}

/// The enhanced search of one evaluator, to be started anywhere below a root.
pub(crate) struct Prober<G: Game, E: Evaluator<G>> {
    pub(crate) evaluator: E,
    config: Config,
    table: Option<Table<G::Value, G::Move>>,
    history: Option<History>,
    frames: Vec<Frame<G, E>>,
    keys: Option<Vec<u64>>,
    scale: Option<Scale<G::Value>>,
    spare: Option<Meter>,
    /// Horizon evaluations and other guesses so far.
    pub(crate) guesses: u64,
    /// Ends by history so far.
    pub(crate) history_ends: u64,
    /// Who searched last: with contempt the table holds that player's values.
    searcher: Option<Player>,
    /// Evaluations shared with other probers, under keys of this one's own.
    memory: Option<(Arc<Memory<G::Value>>, u64)>,
}

impl<G: Game, E: Evaluator<G>> Prober<G, E> {
    /// A prober that knows nothing yet.
    pub(crate) fn new(evaluator: E, config: Config) -> Self {
        let table = Table::new(config.table, config.replacement);
        Prober {
            evaluator,
            config,
            table,
            history: None,
            frames: Vec::new(),
            keys: None,
            scale: None,
            spare: None,
            guesses: 0,
            history_ends: 0,
            searcher: None,
            memory: None,
        }
    }

    /// The same prober with a memory that it shares with others; `index` tells them apart.
    pub(crate) fn remembering(self, memory: Option<Arc<Memory<G::Value>>>, index: usize) -> Self {
        Prober { memory: memory.map(|memory| (memory, mix(index as u64))), ..self }
    }

    /// Forgets everything about earlier games.
    pub(crate) fn new_game(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.history = None;
    }

    /// Gets ready for a search from the end of a line; `spare` is a meter to swap with.
    pub(crate) fn start(&mut self, line: &Line<G>, spare: Meter) {
        let (game, player) = (line.game(), line.turn().view());
        if let Some(table) = &mut self.table {
            if self.config.contempt != 0 && self.searcher.replace(player) != Some(player) {
                table.clear();
            }
            table.next_search();
        }
        self.history.get_or_insert_with(|| History::new(game));
        self.scale = Some(Scale::new(game, &self.evaluator).despising(player, self.config.contempt));
        self.keys = game.nature().history.then(|| line.keys().to_vec());
        self.frames.clear();
        self.frames.push(Frame::new(self.evaluator.root(game, line.position())));
        self.frames.push(Frame::new(E::State::default()));
        self.spare = Some(spare);
    }

    /// The scale of the prober's values.
    pub(crate) fn scale(&self) -> &Scale<G::Value> {
        self.scale.as_ref().expect("the prober was started")
    }

    /// Follows the search one step down, from a position at `ply`.
    pub(crate) fn descend(
        &mut self,
        game: &G,
        position: &G::Position,
        step: StepOf<G>,
        child: &G::Position,
        ply: u32,
    ) {
        let below = ply as usize + 1;
        while self.frames.len() < below + 2 {
            self.frames.push(Frame::new(E::State::default()));
        }
        let (above, rest) = self.frames.split_at_mut(below);
        self.evaluator.advance(game, &above[below - 1].state, position, step, child, &mut rest[0].state);
        if let Some(keys) = &mut self.keys {
            keys.push(game.key(child));
        }
    }

    /// Follows the search one step up.
    pub(crate) fn ascend(&mut self) {
        if let Some(keys) = &mut self.keys {
            keys.pop();
        }
    }

    /// Runs the enhanced search on this prober's memory, counted by the caller's meter.
    fn run<R>(
        &mut self,
        game: &G,
        root: &G::Position,
        meter: &mut Meter,
        inside: impl FnOnce(&mut Searcher<'_, G, E, ()>) -> R,
    ) -> R {
        let mut searcher = Searcher {
            game,
            evaluator: &self.evaluator,
            config: &self.config,
            scale: self.scale.expect("the prober was started"),
            root,
            bare: self.config.bare() && !game.nature().history,
            doubts: self.config.pvs || self.config.lmr,
            table: self.table.as_mut(),
            history: self.history.as_mut().expect("the prober was started"),
            meter: self.spare.take().expect("the prober was started"),
            keys: self.keys.take(),
            frames: std::mem::take(&mut self.frames),
            guesses: self.guesses,
            history_ends: self.history_ends,
            best: None,
            depth: 0,
            limit: usize::MAX,
            seed: 0,
            root_values: Vec::new(),
            memory: self.memory.as_ref().map(|(memory, salt)| (&**memory, *salt)),
            progress: &mut (),
            observer: &mut (),
        };
        std::mem::swap(&mut searcher.meter, meter);
        let result = inside(&mut searcher);
        std::mem::swap(&mut searcher.meter, meter);
        let Searcher { meter: spare, keys, frames, guesses, history_ends, .. } = searcher;
        (self.spare, self.keys, self.frames) = (Some(spare), keys, frames);
        (self.guesses, self.history_ends) = (guesses, history_ends);
        result
    }

    /// The value of a position in a player's view, within a window of that view.
    pub(crate) fn value(
        &mut self,
        game: &G,
        target: Target<'_, G>,
        meter: &mut Meter,
        viewer: Player,
        (alpha, beta): (G::Value, G::Value),
    ) -> G::Value {
        let Target { position, turn, ply, depth } = target;
        let view = turn.view();
        let window = if view == viewer { (alpha, beta) } else { (-beta, -alpha) };
        let value = match turn {
            Turn::Over => {
                meter.visit();
                let payoff = self.evaluator.finished(game, position, view);
                self.scale().terminal(payoff, ply)
            }
            Turn::Player(_) if depth == 0 && !self.config.quiescence && self.memory.is_none() => {
                meter.visit();
                meter.evaluations += 1;
                self.guesses += 1;
                self.evaluator.evaluate(game, position, &self.frames[ply as usize].state, view)
            }
            _ => self.run(game, position, meter, |searcher| searcher.value_within(target, window)),
        };
        if view == viewer { value } else { -value }
    }

    /// The value to the player on turn, in his own view, and the moves he would choose, best first in the game's
    /// order. Values at or below `alpha` and at or above `beta` are bounds; then the moves mean nothing. `depth` is
    /// at least one.
    pub(crate) fn predict(
        &mut self,
        game: &G,
        target: Target<'_, G>,
        meter: &mut Meter,
        (alpha, beta): (G::Value, G::Value),
        choice: Choice,
    ) -> (G::Value, Vec<Child<G>>) {
        self.run(game, target.position, meter, |searcher| searcher.aspire_to(&target, (alpha, beta), choice))
    }
}

/// A child that may be chosen: its place, and its value in the view of the player on turn.
type Candidate<V> = (usize, V);

// The node procedure is inlined where it is called: once for each of these is enough.
impl<G: Game, E: Evaluator<G>> Searcher<'_, G, E, ()> {
    #[inline(never)]
    fn value_within(&mut self, target: Target<'_, G>, (alpha, beta): (G::Value, G::Value)) -> G::Value {
        let Target { position, turn, ply, depth } = target;
        self.visit(position, turn, None, ply, depth, alpha, beta)
    }

    /// A probe, at first in a window around what the table has of the position from a shallower search, where an
    /// aspiration width is given (section 3.4.6).
    fn aspire_to(
        &mut self,
        target: &Target<'_, G>,
        (alpha, beta): (G::Value, G::Value),
        choice: Choice,
    ) -> (G::Value, Vec<Child<G>>) {
        let guess = self.entry(self.table_key(target.position).0).and_then(|entry| {
            let ends = [entry.lower, entry.upper].map(|end| self.scale.out_of_table(end, target.ply));
            ends.into_iter().find(|end| *end > G::Value::LOWEST && *end < G::Value::HIGHEST)
        });
        let (Style::Window { aspiration: Some(width), .. }, Some(guess)) = (self.config.style, guess) else {
            return self.choose(target, (alpha, beta), choice);
        };
        // What counts as equal must be inside, too.
        let slack = choice.slack();
        let guess = guess.to_f64();
        let mut low = at_most::<G::Value>(guess - width - slack).next_down().larger(alpha);
        let mut high = at_most::<G::Value>(guess + width).next_up().smaller(beta);
        loop {
            if low >= high {
                (low, high) = (alpha, beta);
            }
            let (value, moves) = self.choose(target, (low, high), choice);
            if value.to_f64() - slack <= low.to_f64() && low > alpha && !self.meter.stopped {
                low = alpha;
            } else if value >= high && high < beta && !self.meter.stopped {
                high = beta;
            } else {
                return (value, moves);
            }
        }
    }

    #[inline(never)]
    fn choose(
        &mut self,
        target: &Target<'_, G>,
        (alpha, beta): (G::Value, G::Value),
        choice: Choice,
    ) -> (G::Value, Vec<Child<G>>) {
        let Target { position, turn, ply, depth } = *target;
        let player = turn.view();
        self.meter.visit();
        let (history_ends, nodes) = (self.history_ends, self.meter.nodes);
        let mut children = Vec::new();
        let _ = self.game.children(position, |chosen, child| {
            children.push(Child { chosen, position: child });
            ControlFlow::<()>::Continue(())
        });

        // 1. The table may know the value and one best move; equal moves are still to be found.
        let place = self.table_key(position);
        let entry = self.table.as_deref().and_then(|table| table.probe(place.0)).copied();
        let first = entry.and_then(|entry| entry.best);
        let first = first.map(|best| self.game.transform_move(best, self.game.inverse(place.1)));
        let known = entry.and_then(|entry| {
            let (lower, upper) = entry.bounds(depth, self.config.matching);
            let value = self.scale.out_of_table(lower.0, ply);
            (lower.0 == upper.0 && value > alpha && value < beta).then_some((value, lower.1))
        });
        let known = known.and_then(|(value, proven)| {
            let place = children.iter().position(|child| Some(child.chosen) == first)?;
            self.guesses += u64::from(!proven);
            Some((place, value))
        });

        // 2. Children in the order that cuts best, windows open for what could still be chosen.
        let mut order = Vec::new();
        let state =
            Loop { player, ply, depth, alpha, beta, best: G::Value::LOWEST, index: 0, limit: usize::MAX };
        self.rate(position, &children, &mut order, first, &state);
        order.sort_unstable_by_key(|rating| std::cmp::Reverse(*rating));
        let mut best: Option<Candidate<G::Value>> = known;
        let mut candidates: Vec<Candidate<G::Value>> = known.into_iter().collect();
        for rating in &order {
            let place = !(*rating as u32) as usize;
            if known.is_some_and(|(first, _)| place == first || choice == Choice::First && place > first) {
                continue;
            }
            let low = match (best, choice) {
                (None, _) => alpha,
                (Some((first, value)), Choice::First) if place > first => value,
                (Some((_, value)), Choice::First) => value.next_down(),
                (Some((_, value)), Choice::Within(slack)) => slackened(value, slack).next_down(),
            };
            let low = low.larger(alpha);
            // Where the best value is known, it is enough to learn whether a move comes near it.
            let (null, high) = (low.next_up(), if known.is_some() { low.next_up() } else { beta });
            let child = &children[place];
            let step = (Step::Move(child.chosen), None);
            let narrowed = self.config.pvs && best.is_some() && null < high;
            let window = if narrowed { null } else { high };
            let mut value = self.below(position, player, step, &child.position, ply, depth - 1, low, window);
            if narrowed && value > low && value < high && !self.meter.stopped {
                value = self.below(position, player, step, &child.position, ply, depth - 1, low, high);
            }
            if self.meter.stopped {
                return (G::Value::ZERO, Vec::new());
            }
            if value > low || best.is_none() {
                candidates.push((place, value));
            }
            let better = best.is_none_or(|(first, top)| value > top || value == top && place < first);
            if better {
                best = Some((place, value));
                if value >= beta {
                    break;
                }
            }
        }
        let (place_of_best, value) = best.expect("a player on turn has a move");

        // 3. What was found goes into the table, unless it rests on history.
        if let Some(table) = self.table.as_deref_mut()
            && known.is_none()
            && self.history_ends == history_ends
        {
            let shifted = self.scale.into_table(value, ply);
            let best = children[place_of_best].chosen;
            table.store(
                place.0,
                Finding {
                    depth,
                    lower: if value > alpha { (shifted, false) } else { (G::Value::LOWEST, false) },
                    upper: if value < beta { (shifted, false) } else { (G::Value::HIGHEST, false) },
                    best: (value > alpha).then(|| self.game.transform_move(best, place.1)),
                    effort: self.meter.nodes - nodes,
                },
            );
        }

        // 4. The moves that would be chosen, in the game's order.
        let keep = match choice {
            Choice::First => value,
            Choice::Within(slack) => slackened(value, slack),
        };
        candidates.retain(|(place, found)| match choice {
            Choice::First => *place == place_of_best,
            Choice::Within(_) => *found >= keep,
        });
        candidates.sort_unstable_by_key(|(place, _)| *place);
        candidates.dedup_by_key(|(place, _)| *place);
        let mut places = candidates.iter().map(|(place, _)| *place).peekable();
        let mut at = 0;
        children.retain(|_| {
            let chosen = places.next_if_eq(&at).is_some();
            at += 1;
            chosen
        });
        (value, children)
    }
}

/// A value less a slack.
fn slackened<V: Value>(value: V, slack: f64) -> V {
    if slack == 0.0 {
        return value;
    }
    let lower = value.to_f64() - slack;
    if lower <= V::LOWEST.to_f64() { V::LOWEST } else { at_most(lower) }
}

/// The largest value that is not above a number.
pub(crate) fn at_most<V: Value>(number: f64) -> V {
    if number <= V::LOWEST.to_f64() {
        return V::LOWEST;
    }
    if number >= V::HIGHEST.to_f64() {
        return V::HIGHEST;
    }
    let value = V::from_f64(number);
    if value.to_f64() > number { value.next_down() } else { value }
}
