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
use crate::table::Finding;

/// What led to a position, and its probability where it was an event.
pub(crate) type Via<G> = Option<(StepOf<G>, Option<f64>)>;

/// The key of an evaluation in a memory that evaluators share.
pub(super) fn leaf_key<G: Game>(game: &G, position: &G::Position, salt: u64, player: Player) -> u64 {
    mix(game.key(position) ^ salt.wrapping_add(u64::from(player.0)))
}

/// Moves searched in full before late ones are reduced.
const FULL_MOVES: usize = 4;
/// Reductions and internal deepening need at least this depth.
const DEEP_ENOUGH: u32 = 3;

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// Counts a node and searches it. The value is meaningless once the meter has stopped.
    #[allow(clippy::too_many_arguments)]
    #[inline]
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
    #[inline]
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
    #[inline]
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
        let ply = ply + 1;
        if self.frames.len() < ply as usize + 2 {
            self.frames.push(Frame::new(E::State::default()));
        }
        let (above, rest) = self.frames.split_at_mut(ply as usize);
        rest[0].pv.clear();
        self.evaluator.advance(
            self.game,
            &above[ply as usize - 1].state,
            position,
            step,
            child,
            &mut rest[0].state,
        );
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

    fn evaluate(&mut self, position: &G::Position, player: Player, ply: u32) -> G::Value {
        self.guesses += 1;
        let state = &self.frames[ply as usize].state;
        let (game, evaluator, evaluations) = (self.game, self.evaluator, &mut self.meter.evaluations);
        let mut make = || {
            *evaluations += 1;
            evaluator.evaluate(game, position, state, player)
        };
        match self.memory {
            None => make(),
            Some((memory, salt)) => memory.recall(leaf_key(game, position, salt, player), make),
        }
    }

    /// The key of a position in the table, and the symmetry through which the table sees it.
    pub(crate) fn table_key(&self, position: &G::Position) -> (u64, usize) {
        let key = self.game.key(position);
        if !self.config.symmetry {
            return (key, 0);
        }
        let seen = (1..self.game.symmetries())
            .map(|symmetry| (self.game.key(&self.game.transform(position, symmetry)), symmetry));
        seen.fold((key, 0), |least, other| if other.0 < least.0 { other } else { least })
    }

    fn decision(
        &mut self,
        position: &G::Position,
        player: Player,
        ply: u32,
        depth: u32,
        alpha: G::Value,
        beta: G::Value,
    ) -> (G::Value, End) {
        // 1. The table may know the value, or narrow the window, or name the move to try first.
        let (guesses, history_ends, nodes) = (self.guesses, self.history_ends, self.meter.nodes);
        let (mut low, mut high) = (alpha, beta);
        let mut first =
            if ply == 0 { self.best.as_ref().and_then(|(_, pv)| pv.first().copied()) } else { None };
        let mut place = (0, 0);
        if let Some(table) = self.table.as_deref() {
            place = self.table_key(position);
            if let Some(entry) = table.probe(place.0) {
                if first.is_none() {
                    let inverse = self.game.inverse(place.1);
                    first = entry.best.map(|best| self.game.transform_move(best, inverse));
                }
                // The root is always searched, so that there is a move to play.
                if ply > 0 {
                    let (lower, upper) = entry.bounds(depth, self.config.matching);
                    let lower = (self.scale.out_of_table(lower.0, ply), lower.1);
                    let upper = (self.scale.out_of_table(upper.0, ply), upper.1);
                    if lower.0 >= high || lower.0 == upper.0 {
                        self.guesses += u64::from(!lower.1);
                        return (lower.0, End::Table);
                    }
                    if upper.0 <= low {
                        self.guesses += u64::from(!upper.1);
                        return (upper.0, End::Table);
                    }
                    if lower.0 > low {
                        self.guesses += u64::from(!lower.1);
                        low = lower.0;
                    }
                    if upper.0 < high {
                        self.guesses += u64::from(!upper.1);
                        high = upper.0;
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

        // 3. The children, and whether the table already refutes this position through one of them.
        let mut children = std::mem::take(&mut self.frames[ply as usize].children);
        let mut order = std::mem::take(&mut self.frames[ply as usize].order);
        children.clear();
        let _ = self.game.children(position, |chosen, child| {
            children.push(Child { chosen, position: child });
            ControlFlow::<()>::Continue(())
        });
        let (best, end) = match self.cut_by_child(&children, player, ply, depth, high) {
            Some(value) => (value, End::TableOfChild),
            None => {
                self.order(&children, &mut order, player, ply, first);
                self.search_children(position, player, ply, depth, (low, high), &children, &order)
            }
        };
        self.frames[ply as usize].children = children;
        self.frames[ply as usize].order = order;
        if self.meter.stopped {
            return (G::Value::ZERO, End::Stopped);
        }

        // 4. What was found goes into the table, unless it rests on history.
        if let Some(table) = self.table.as_deref_mut()
            && end != End::TableOfChild
            && self.history_ends == history_ends
        {
            let proven = self.guesses == guesses;
            let decided = self.scale.decided(best);
            let value = self.scale.into_table(best, ply);
            let open = (G::Value::LOWEST, G::Value::HIGHEST);
            table.store(
                place.0,
                Finding {
                    depth,
                    lower: if best > low {
                        (value, proven || decided && best > G::Value::ZERO)
                    } else {
                        (open.0, false)
                    },
                    upper: if best < high {
                        (value, proven || decided && best < G::Value::ZERO)
                    } else {
                        (open.1, false)
                    },
                    best: self.frames[ply as usize]
                        .pv
                        .first()
                        .map(|chosen| self.game.transform_move(*chosen, place.1)),
                    effort: self.meter.nodes - nodes,
                },
            );
        }
        let value = match self.config.style {
            Style::Window { fail: Fail::Hard, .. } => best.larger(alpha).smaller(beta),
            _ => best,
        };
        (value, end)
    }

    /// Enhanced transposition cutoffs (Dice thesis, section 2.3.8): a child's entry that already refutes this
    /// position.
    fn cut_by_child(
        &mut self,
        children: &[Child<G>],
        player: Player,
        ply: u32,
        depth: u32,
        beta: G::Value,
    ) -> Option<G::Value> {
        if !self.config.etc || ply == 0 || depth < 2 {
            return None;
        }
        let table = self.table.as_deref()?;
        for child in children {
            let Some(entry) = table.probe(self.table_key(&child.position).0) else { continue };
            let (lower, upper) = entry.bounds(depth - 1, self.config.matching);
            let same = self.game.turn(&child.position).view() == player;
            let (value, proven) = if same { lower } else { (-upper.0, upper.1) };
            let value = self.scale.out_of_table(value, ply + 1);
            if value >= beta {
                self.guesses += u64::from(!proven);
                return Some(value);
            }
        }
        None
    }

    /// Fills `order` with the places of the children, best first.
    pub(super) fn order(
        &self,
        children: &[Child<G>],
        order: &mut Vec<(u32, u32)>,
        player: Player,
        ply: u32,
        first: Option<G::Move>,
    ) {
        order.clear();
        if !self.config.orders() && first.is_none() {
            order.extend((0..children.len() as u32).map(|place| (0, place)));
            return;
        }
        let killers = &self.frames[ply as usize].killers;
        for (place, child) in children.iter().enumerate() {
            let chosen = child.chosen;
            let score = if first == Some(chosen) {
                u32::MAX
            } else if self.config.killers && killers.rank(chosen) > 0 {
                u32::MAX - 3 + killers.rank(chosen)
            } else if self.config.history {
                self.history.score(player, self.game.move_slot(chosen))
            } else {
                0
            };
            order.push((score, place as u32));
        }
        order.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    }

    #[allow(clippy::too_many_arguments)]
    fn search_children(
        &mut self,
        position: &G::Position,
        player: Player,
        ply: u32,
        depth: u32,
        window: (G::Value, G::Value),
        children: &[Child<G>],
        order: &[(u32, u32)],
    ) -> (G::Value, End) {
        let (mut alpha, beta) = if self.config.prune { window } else { self.unpruned() };
        let mut best = G::Value::LOWEST;
        for (index, (_, place)) in order.iter().enumerate() {
            let child = &children[*place as usize];
            let chosen = child.chosen;
            let value = self.search_child(position, player, ply, depth, (alpha, beta), child, index);
            if self.meter.stopped {
                return (best, End::Stopped);
            }
            if ply == 0 {
                self.root_values.push((chosen, self.scale.payoff(value)));
                self.tell();
            }
            if value <= best {
                continue;
            }
            best = value;
            if value <= alpha {
                continue;
            }
            self.extend_line(ply, chosen);
            if self.config.prune {
                alpha = value;
            }
            if value >= beta {
                self.refuted(chosen, player, ply, depth);
                if O::ON {
                    let mut rest =
                        order[index + 1..].iter().map(|(_, place)| children[*place as usize].chosen);
                    self.observer.prune(&mut rest);
                }
                return (best, if index + 1 < order.len() { End::Cut } else { End::Searched });
            }
        }
        if self.config.history
            && let Some(chosen) = self.frames[ply as usize].pv.first()
        {
            self.history.reward(player, self.game.move_slot(*chosen), depth);
        }
        (best, End::Searched)
    }

    /// The window of a search that does not prune: only a value that cannot be beaten ends a node.
    pub(crate) fn unpruned(&self) -> (G::Value, G::Value) {
        (self.scale.bounds.0.next_down(), self.scale.bounds.1)
    }

    /// One child's value: reduced and with a null window first, where the switches say so.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn search_child(
        &mut self,
        position: &G::Position,
        player: Player,
        ply: u32,
        depth: u32,
        (alpha, beta): (G::Value, G::Value),
        child: &Child<G>,
        index: usize,
    ) -> G::Value {
        let step = (Step::Move(child.chosen), None);
        let null = alpha.next_up();
        if self.config.lmr && index >= FULL_MOVES && depth >= DEEP_ENOUGH {
            if !self.game.is_loud(position, child.chosen) {
                let counts = (self.guesses, self.history_ends);
                let value = self.below(position, player, step, &child.position, ply, depth - 2, alpha, null);
                if value <= alpha || self.meter.stopped {
                    return value;
                }
                (self.guesses, self.history_ends) = counts;
            }
        }
        if self.config.pvs && index > 0 && null < beta {
            let value = self.below(position, player, step, &child.position, ply, depth - 1, alpha, null);
            if value <= alpha || value >= beta || self.meter.stopped {
                return value;
            }
        }
        self.below(position, player, step, &child.position, ply, depth - 1, alpha, beta)
    }

    /// A move refuted a position: remember it for the siblings and for elsewhere.
    fn refuted(&mut self, chosen: G::Move, player: Player, ply: u32, depth: u32) {
        if self.config.killers {
            self.frames[ply as usize].killers.add(chosen);
        }
        if self.config.history {
            self.history.reward(player, self.game.move_slot(chosen), depth);
        }
    }

    /// The line of this ply becomes the move and the line below it.
    fn extend_line(&mut self, ply: u32, chosen: G::Move) {
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
