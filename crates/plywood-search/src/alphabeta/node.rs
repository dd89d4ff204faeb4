//! One node: the procedure that every call of the search runs.
//!
//! Values and windows are from the position's own view; the sign at an edge compares the views of its two ends, so
//! that extra turns and chance between two moves need no special case.

use std::ops::ControlFlow;

use plywood_core::game::StepOf;
use plywood_core::random::mix;
use plywood_core::{Evaluator, Game, Player, Step, Tick, Turn, Value};

use super::{Child, Frame, Searcher, Style};
use crate::observe::{Call, End, Observer};
use crate::plain::Fail;
use crate::scale::seen_by;
use crate::table::Bound;

/// What led to a position, and its probability where it was an event.
pub(crate) type Via<G> = Option<(StepOf<G>, Option<f64>)>;

/// Moves searched in full before late ones are reduced.
const FULL_MOVES: usize = 4;
/// Reductions and internal deepening need at least this depth.
const DEEP_ENOUGH: u32 = 3;

/// What a decision node knows while it goes through its children.
pub(super) struct Loop<V> {
    pub(super) player: Player,
    pub(super) ply: u32,
    pub(super) depth: u32,
    pub(super) alpha: V,
    pub(super) beta: V,
    pub(super) best: V,
    /// Children searched so far.
    pub(super) index: usize,
    /// Children to search at most.
    pub(super) limit: usize,
}

/// Places in order of their ratings. The first is picked and the rest sorted only when it did not suffice: most nodes
/// are refuted by their first move.
struct BestFirst<'a> {
    order: &'a mut [u64],
    next: usize,
}

impl Iterator for BestFirst<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        match self.next {
            0 => {
                let mut best = 0;
                for place in 1..self.order.len() {
                    if self.order[place] > self.order[best] {
                        best = place;
                    }
                }
                if best > 0 {
                    self.order.swap(0, best);
                }
            }
            1 => self.order[1..].sort_unstable_by_key(|rating| std::cmp::Reverse(*rating)),
            _ => {}
        }
        self.next += 1;
        self.order.get(self.next - 1).map(|rating| !(*rating as u32) as usize)
    }
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// Counts a node and searches it. The value is meaningless once the meter has stopped.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub(crate) fn visit(
        &mut self,
        position: &G::Position,
        turn: Turn,
        via: Via<G>,
        ply: u32,
        depth: u32,
        alpha: G::Value,
        beta: G::Value,
    ) -> G::Value {
        if !self.meter.visit() {
            return G::Value::ZERO;
        }
        self.inside(position, turn, via, ply, depth, alpha, beta)
    }

    /// Searches a position that is counted already.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub(super) fn inside(
        &mut self,
        position: &G::Position,
        turn: Turn,
        via: Via<G>,
        ply: u32,
        depth: u32,
        alpha: G::Value,
        beta: G::Value,
    ) -> G::Value {
        if O::ON {
            self.observer.enter(Call { step: via, position, turn, ply, depth, window: (alpha, beta) });
        }
        let (value, end) = match turn {
            Turn::Over => {
                let payoff = self.evaluator.finished(self.game, position, turn.view());
                (self.scale.terminal(payoff, ply), End::Over)
            }
            Turn::Player(player) if depth > 0 => self.decision(position, player, ply, depth, alpha, beta),
            Turn::Chance if depth > 0 => self.chance(position, ply, depth, alpha, beta),
            Turn::Player(player) if self.config.quiescence => {
                self.quiesce(position, player, ply, alpha, beta)
            }
            _ => (self.evaluate(position, turn.view(), ply), End::Leaf),
        };
        if O::ON {
            self.observer.leave(value, if self.meter.stopped { End::Stopped } else { end });
        }
        value
    }

    /// A child's value in the view of `player`, who stands at `ply` above it: carries state, path and sign down and
    /// back.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub(crate) fn below(
        &mut self,
        position: &G::Position,
        player: Player,
        (step, probability): (StepOf<G>, Option<f64>),
        child: &G::Position,
        ply: u32,
        depth: u32,
        alpha: G::Value,
        beta: G::Value,
    ) -> G::Value {
        self.carry(position, step, child, ply);
        let ply = ply + 1;
        let turn = self.game.turn(child);
        let same = turn.view() == player;
        if let Some(keys) = &mut self.keys {
            if let Some(payoff) = self.game.ended_by_history(child, keys) {
                return self.ended(child, turn, (step, probability), player, payoff, ply);
            }
            keys.push(self.game.key(child));
        }
        let via = Some((step, probability));
        let value = if same {
            self.visit(child, turn, via, ply, depth, alpha, beta)
        } else {
            -self.visit(child, turn, via, ply, depth, -beta, -alpha)
        };
        if let Some(keys) = &mut self.keys {
            keys.pop();
        }
        value
    }

    /// Carries the evaluator's state one step down from the frame of `ply`; the line below is still empty.
    #[inline(always)]
    pub(crate) fn carry(&mut self, position: &G::Position, step: StepOf<G>, child: &G::Position, ply: u32) {
        let below = ply as usize + 1;
        if self.frames.len() < below + 2 {
            self.frames.push(Frame::new(E::State::default()));
        }
        let (above, rest) = self.frames.split_at_mut(below);
        rest[0].pv.clear();
        self.evaluator.advance(self.game, &above[below - 1].state, position, step, child, &mut rest[0].state);
    }

    /// A child at which history ended the game.
    #[cold]
    fn ended(
        &mut self,
        child: &G::Position,
        turn: Turn,
        (step, probability): (StepOf<G>, Option<f64>),
        player: Player,
        payoff: G::Value,
        ply: u32,
    ) -> G::Value {
        self.meter.visit();
        self.guesses += 1;
        self.history_ends += 1;
        if O::ON {
            let window = (G::Value::LOWEST, G::Value::HIGHEST);
            let step = Some((step, probability));
            self.observer.enter(Call { step, position: child, turn, ply, depth: 0, window });
            self.observer.leave(seen_by(turn.view(), self.scale.terminal(payoff, ply)), End::History);
        }
        seen_by(player, self.scale.terminal(payoff, ply))
    }

    pub(super) fn evaluate(&mut self, position: &G::Position, player: Player, ply: u32) -> G::Value {
        self.guesses += 1;
        self.glance(position, player, ply)
    }

    /// The evaluation of a position on the path, for the search's own use: no value rests on it.
    pub(crate) fn glance(&mut self, position: &G::Position, player: Player, ply: u32) -> G::Value {
        if self.memory.is_some() {
            return self.remembered(position, player, ply);
        }
        self.meter.evaluations += 1;
        self.evaluator.evaluate(self.game, position, &self.frames[ply as usize].state, player)
    }

    /// The evaluation out of the memory; one that has to be made counts.
    #[cold]
    pub(super) fn remembered(&mut self, position: &G::Position, player: Player, ply: u32) -> G::Value {
        let (memory, salt) = self.memory.expect("there is a memory");
        let key = mix(self.game.key(position) ^ salt.wrapping_add(u64::from(player.0)));
        memory.recall(key, || {
            self.meter.evaluations += 1;
            self.evaluator.evaluate(self.game, position, &self.frames[ply as usize].state, player)
        })
    }

    #[inline(never)]
    fn decision(
        &mut self,
        position: &G::Position,
        player: Player,
        ply: u32,
        depth: u32,
        alpha: G::Value,
        beta: G::Value,
    ) -> (G::Value, End) {
        let limit = std::mem::replace(&mut self.limit, usize::MAX);
        if self.bare && ply > 0 && limit == usize::MAX {
            return self.bare_decision(position, player, ply, depth, alpha, beta);
        }
        // 1. The table may know the value, or narrow the window, or name the move to try first.
        let marks = self.marks();
        let (mut low, mut high) = (alpha, beta);
        let mut first =
            if ply == 0 { self.best.as_ref().and_then(|(_, pv)| pv.first().copied()) } else { None };
        let mut place = (0, 0);
        if self.table.is_some() {
            place = self.table_key(position);
            if let Some(entry) = self.entry(place.0) {
                if first.is_none() {
                    let inverse = self.game.inverse(place.1);
                    first = entry.best.map(|best| self.game.transform_move(best, inverse));
                }
                // The root is always searched, so that there is a move to play.
                if ply > 0 {
                    match self.narrow(&entry, ply, depth, low, high) {
                        ControlFlow::Break(value) => return (value, End::Table),
                        ControlFlow::Continue(window) => (low, high) = window,
                    }
                }
            }
        }

        // 2. A shallower search finds a first move where the table has none.
        if self.config.iid && first.is_none() && depth > DEEP_ENOUGH && !O::ON {
            // Only a move is wanted, so its guesses do not count.
            let counts = (self.guesses, self.history_ends);
            self.decision(position, player, ply, depth - 2, low, high);
            (self.guesses, self.history_ends) = counts;
            if self.meter.stopped {
                return (G::Value::ZERO, End::Stopped);
            }
            first = self.frames[ply as usize].pv.first().copied();
            self.frames[ply as usize].pv.clear();
        }

        // 3. The children: as the game lists them, or in a better order, or none if the table refutes one already.
        let best = G::Value::LOWEST;
        let mut state = Loop { player, ply, depth, alpha: low, beta: high, best, index: 0, limit };
        if !self.config.prune {
            (state.alpha, state.beta) = self.unpruned();
        }
        let end = self.ordered(position, first, &mut state);
        let best = state.best;
        if self.meter.stopped {
            return (G::Value::ZERO, End::Stopped);
        }

        // 4. What was found goes into the table. Where moves were left out, it is a lower bound.
        if end != End::TableOfChild && self.table.is_some() {
            let line = &self.frames[ply as usize].pv;
            let first = line.first().map(|chosen| self.game.transform_move(*chosen, place.1));
            let high = if end == End::Probed { G::Value::LOWEST } else { high };
            self.remember(place.0, ply, depth, (low, high), best, first, marks);
        }
        if end == End::Probed {
            // What is not above the window says nothing of the moves left out.
            return (best.larger(low), end);
        }
        (self.returned(best, alpha, beta), end)
    }

    /// What a node returns for its best value: fail-hard search stays within the window.
    #[inline]
    pub(super) fn returned(&self, best: G::Value, alpha: G::Value, beta: G::Value) -> G::Value {
        match self.config.style {
            Style::Window { fail: Fail::Hard, .. } => best.larger(alpha).smaller(beta),
            _ => best,
        }
    }

    /// Searches the children in the order that table, killers and history suggest.
    #[inline(always)]
    fn ordered(&mut self, position: &G::Position, first: Option<G::Move>, state: &mut Loop<G::Value>) -> End {
        let ply = state.ply as usize;
        let mut children = std::mem::take(&mut self.frames[ply].children);
        let mut order = std::mem::take(&mut self.frames[ply].order);
        children.clear();
        let _ = self.game.children(position, |chosen, child| {
            children.push(Child { chosen, position: child });
            ControlFlow::<()>::Continue(())
        });
        let end = if self.cut_by_child(&children, state) {
            End::TableOfChild
        } else {
            self.rate(position, &children, &mut order, first, state);
            let mut places = BestFirst { order: &mut order, next: 0 }.map(|place| &children[place]);
            let end = places.find_map(|child| {
                if state.index == state.limit {
                    return Some(End::Probed);
                }
                self.consider(position, child.chosen, &child.position, state).break_value()
            });
            if O::ON && end == Some(End::Cut) {
                self.observer.prune(&mut places.map(|child| child.chosen));
            }
            end.unwrap_or(End::Searched)
        };
        self.frames[ply].children = children;
        self.frames[ply].order = order;
        end
    }

    /// Enhanced transposition cutoffs (Dice thesis, section 2.3.8): a child's entry that already refutes this
    /// position.
    fn cut_by_child(&mut self, children: &[Child<G>], state: &mut Loop<G::Value>) -> bool {
        if !self.config.etc || state.ply == 0 || state.depth < 2 {
            return false;
        }
        for child in children {
            let Some([lower, _]) = self.bounds_of_child(&child.position, state) else { continue };
            if lower.0 >= state.beta {
                self.guesses += u64::from(!lower.1);
                state.best = lower.0;
                return true;
            }
        }
        false
    }

    /// The table's bounds on a child in the view of the player on turn.
    fn bounds_of_child(&self, child: &G::Position, state: &Loop<G::Value>) -> Option<[Bound<G::Value>; 2]> {
        let entry = self.entry(self.table_key(child).0)?;
        let (lower, upper) = self.bounds(&entry, state.ply + 1, state.depth - 1);
        let same = self.game.turn(child).view() == state.player;
        Some(if same { [lower, upper] } else { [(-upper.0, upper.1), (-lower.0, lower.1)] })
    }

    /// What the table says of a child, where that is all the window needs to know: the child is not searched then.
    fn known(&mut self, child: &G::Position, state: &Loop<G::Value>) -> Option<G::Value> {
        let [lower, upper] = self.bounds_of_child(child, state)?;
        let (value, proven) = if lower.0 >= state.beta {
            lower
        } else if upper.0 <= state.alpha || lower.0 == upper.0 {
            upper
        } else {
            return None;
        };
        self.guesses += u64::from(!proven);
        // No line lies below a child that was not searched.
        self.line_below(state.ply).clear();
        Some(value)
    }

    /// Fills `order` with how good each child looks, and its place.
    #[inline(always)]
    pub(super) fn rate(
        &mut self,
        position: &G::Position,
        children: &[Child<G>],
        order: &mut Vec<u64>,
        first: Option<G::Move>,
        state: &Loop<G::Value>,
    ) {
        let killers = self.frames[state.ply as usize].killers;
        let sorted = self.config.sort.is_some_and(|least| state.depth >= least);
        order.clear();
        for (place, child) in children.iter().enumerate() {
            let chosen = child.chosen;
            let score = if first == Some(chosen) {
                u32::MAX
            } else if sorted {
                let seen = self.preview(position, chosen, &child.position, state.player, state.ply);
                ascending(seen.to_f64() as f32)
            } else if self.config.sort.is_some() && self.wins(&child.position, state) {
                u32::MAX
            } else if self.config.killers && killers.rank(chosen) > 0 {
                u32::MAX - 3 + killers.rank(chosen)
            } else if self.config.history {
                self.history.score(state.player, self.game.move_slot(chosen))
            } else {
                0
            };
            // Of equal scores the earlier place wins.
            order.push(u64::from(score) << 32 | u64::from(!(place as u32)));
        }
    }

    /// Whether a child ends the game in favour of the player on turn.
    fn wins(&self, child: &G::Position, state: &Loop<G::Value>) -> bool {
        self.game.turn(child) == Turn::Over
            && self.evaluator.finished(self.game, child, state.player) > G::Value::ZERO
    }

    /// The evaluation of a child in the view of the player on turn at `ply`, before it is searched.
    pub(crate) fn preview(
        &mut self,
        position: &G::Position,
        chosen: G::Move,
        child: &G::Position,
        player: Player,
        ply: u32,
    ) -> G::Value {
        if self.game.turn(child) == Turn::Over {
            let payoff = self.evaluator.finished(self.game, child, player);
            return self.scale.terminal(payoff, ply + 1);
        }
        self.carry(position, Step::Move(chosen), child, ply);
        self.glance(child, player, ply + 1)
    }

    /// Searches one child and updates what is known; breaks when the rest does not matter.
    #[inline(always)]
    fn consider(
        &mut self,
        position: &G::Position,
        chosen: G::Move,
        child: &G::Position,
        state: &mut Loop<G::Value>,
    ) -> ControlFlow<End> {
        let value = self.search_child(position, chosen, child, state);
        state.index += 1;
        if self.meter.stopped {
            return ControlFlow::Break(End::Stopped);
        }
        if state.ply == 0 {
            self.root_values.push((chosen, self.scale.payoff(value)));
            self.tell();
        }
        if value <= state.best {
            return ControlFlow::Continue(());
        }
        state.best = value;
        if value <= state.alpha {
            return ControlFlow::Continue(());
        }
        self.extend_line(state.ply, chosen);
        if self.config.prune {
            state.alpha = value;
        }
        if self.config.history {
            self.history.reward(state.player, self.game.move_slot(chosen), state.depth);
        }
        if value < state.beta && !self.unbeatable(value, child) {
            return ControlFlow::Continue(());
        }
        if self.config.killers {
            self.frames[state.ply as usize].killers.add(chosen);
        }
        ControlFlow::Break(End::Cut)
    }

    /// Without cuts only a move that ends the game with the best there is spares the others.
    #[inline]
    pub(super) fn unbeatable(&self, value: G::Value, child: &G::Position) -> bool {
        !self.config.prune && value >= self.scale.bounds.1 && self.game.turn(child) == Turn::Over
    }

    /// The window of a search that does not prune.
    pub(crate) fn unpruned(&self) -> (G::Value, G::Value) {
        (self.scale.bounds.0.next_down(), self.scale.bounds.1.next_up())
    }

    /// One child's value within the window.
    #[inline(always)]
    fn search_child(
        &mut self,
        position: &G::Position,
        chosen: G::Move,
        child: &G::Position,
        state: &Loop<G::Value>,
    ) -> G::Value {
        let Loop { player, ply, depth, alpha, beta, .. } = *state;
        if self.config.etc
            && depth > 1
            && let Some(value) = self.known(child, state)
        {
            return value;
        }
        if state.index > 0
            && self.doubts
            && let Some(value) = self.search_doubtful(position, chosen, child, state)
        {
            return value;
        }
        self.below(position, player, (Step::Move(chosen), None), child, ply, depth - 1, alpha, beta)
    }

    /// A later child's value where a reduced search or one with a null window is enough to know it.
    #[inline(never)]
    fn search_doubtful(
        &mut self,
        position: &G::Position,
        chosen: G::Move,
        child: &G::Position,
        state: &Loop<G::Value>,
    ) -> Option<G::Value> {
        let Loop { player, ply, depth, alpha, beta, index, .. } = *state;
        let null = alpha.next_up();
        let reducible = self.config.lmr && index >= FULL_MOVES && depth >= DEEP_ENOUGH;
        let reduced = reducible && !self.game.is_loud(position, chosen);
        let narrowed = self.config.pvs && null < beta;
        for (less, wanted) in [(2, reduced), (1, narrowed)] {
            if !wanted {
                continue;
            }
            let counts = (self.guesses, self.history_ends);
            let step = (Step::Move(chosen), None);
            let value = self.below(position, player, step, child, ply, depth - less, alpha, null);
            if value <= alpha || less == 1 && value >= beta || self.meter.stopped {
                return Some(value);
            }
            // It is searched again, so these guesses do not count.
            (self.guesses, self.history_ends) = counts;
        }
        None
    }

    /// The line of the next ply, whose frame is made where there is none yet.
    fn line_below(&mut self, ply: u32) -> &mut Vec<G::Move> {
        if self.frames.len() < ply as usize + 2 {
            self.frames.push(Frame::new(E::State::default()));
        }
        &mut self.frames[ply as usize + 1].pv
    }

    /// The line of this ply becomes the move and the line below it.
    pub(super) fn extend_line(&mut self, ply: u32, chosen: G::Move) {
        let (above, rest) = self.frames.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize].pv;
        line.clear();
        line.push(chosen);
        line.extend_from_slice(&rest[0].pv);
    }

    /// Beyond the horizon only loud moves are followed, and standing still is always an option.
    fn quiesce(
        &mut self,
        position: &G::Position,
        player: Player,
        ply: u32,
        alpha: G::Value,
        beta: G::Value,
    ) -> (G::Value, End) {
        let mut best = self.evaluate(position, player, ply);
        let mut alpha = alpha.larger(best);
        if best >= beta {
            return (best, End::Leaf);
        }
        let mut end = End::Leaf;
        let game = self.game;
        let _ = game.children(position, |chosen, child| {
            if !game.is_loud(position, chosen) {
                return ControlFlow::Continue(());
            }
            end = End::Searched;
            let value = self.below(position, player, (Step::Move(chosen), None), &child, ply, 0, alpha, beta);
            if self.meter.stopped {
                return ControlFlow::Break(());
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, chosen);
                }
            }
            if value >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (best, end)
    }

    /// Tells whoever listens how far the root is, when it is time.
    fn tell(&mut self) {
        if self.meter.take_tick() {
            let tick = Tick {
                depth: self.depth,
                nodes: self.meter.nodes,
                simulations: 0,
                seconds: self.meter.seconds(),
                pv: self.frames[0].pv.clone(),
                values: self.root_values.clone(),
            };
            self.progress.tick(&tick);
        }
    }
}

/// A number that grows with the float.
fn ascending(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
}
