//! Lambda search: wins by threats, and by threats of threats (lecture notes, "Newer Searches"; Thomsen 2000).
//!
//! A win of order 0 is a move that wins at once. A move is a *threat of order n* if a win of an order below n
//! would follow should the other player pass. A *win of order n* goes by threats of order n against every
//! reply, until no reply is left that a lower order does not refute. Order 1 is what players call fours in
//! gomoku, ladders and checks; each higher order considers moves that force less. Passing is the game's
//! [`Game::null_move`]. A win that is found is a win by the rules, because every reply is searched; a win
//! that is not found says little.
//!
//! The depth in moves of the attacker grows step by step, and failures are kept in a table with their depth.
//! Wins are reported as proven, unless the game may end by its history, which this search ignores.

use std::collections::HashMap;
use std::ops::ControlFlow;

use plywood_core::random::mix;
use plywood_core::{Budget, Game, Line, Player, Report, Search, Task, Turn, Value};

use crate::meter::Meter;
use crate::policy::finished;

/// The highest order.
pub const HIGHEST: u8 = 3;
/// Moves of the attacker that are looked ahead at most.
const DEEPEST: u32 = 200;
/// A failure that no depth changes.
const AT_ANY_DEPTH: u32 = u32::MAX;

/// The knowledge of a position with the attacker on turn.
#[derive(Debug, Clone, Copy)]
enum Known<M> {
    /// The attacker wins, beginning with this move.
    Won(M),
    /// The attacker does not win within this number of own moves.
    Failed(u32),
}

/// The threats of one player.
#[derive(Debug)]
pub struct Threats<M> {
    attacker: Player,
    known: HashMap<u64, Known<M>>,
    most: usize,
    /// Whether something was left out because it lay too deep.
    cut: bool,
}

impl<M: Copy> Threats<M> {
    /// Nothing is known yet; at most `memory` bytes will be kept.
    pub fn new(attacker: Player, memory: usize) -> Threats<M> {
        // A map has up to twice the room of what is in it, and both while it grows.
        let most = (memory / (4 * size_of::<(u64, Known<M>)>())).max(16);
        Threats { attacker, known: HashMap::new(), most, cut: false }
    }

    fn keep(&mut self, key: u64, known: Known<M>) {
        if self.known.len() >= self.most {
            self.known.clear();
        }
        self.known.insert(key, known);
    }

    /// The attack on a game, its work counted by a meter.
    pub fn attack<'a, 'p, G: Game<Move = M>>(
        &'a mut self,
        game: &'a G,
        meter: &'a mut Meter<'p, M>,
    ) -> Attack<'a, 'p, G> {
        Attack { game, meter, threats: self }
    }
}

/// The threats of one player in a game.
pub struct Attack<'a, 'p, G: Game> {
    game: &'a G,
    meter: &'a mut Meter<'p, G::Move>,
    threats: &'a mut Threats<G::Move>,
}

impl<G: Game> Attack<'_, '_, G> {
    /// The first move of a win of at most this order, within `depth` moves of the attacker, who is on turn.
    pub fn win(&mut self, position: &G::Position, order: u8, depth: u32) -> Option<G::Move> {
        let game = self.game;
        let key = mix(game.key(position)) ^ u64::from(order);
        match self.threats.known.get(&key) {
            Some(Known::Won(chosen)) => return Some(*chosen),
            Some(Known::Failed(failed)) if *failed >= depth => {
                self.threats.cut |= *failed != AT_ANY_DEPTH;
                return None;
            }
            _ => {}
        }
        if depth == 0 {
            self.threats.cut = true;
            return None;
        }
        // What a lower order wins is found with less work.
        let lower = order.checked_sub(1).and_then(|lower| self.win(position, lower, depth));
        let before = std::mem::replace(&mut self.threats.cut, false);
        let found = lower.or_else(|| {
            let walk = game.children(position, |chosen, after| {
                if !self.meter.visit() {
                    return ControlFlow::Break(None);
                }
                if self.wins_by(&after, order, depth) {
                    return ControlFlow::Break(Some(chosen));
                }
                ControlFlow::Continue(())
            });
            walk.break_value().flatten()
        });
        if !self.meter.stopped {
            let failed = if self.threats.cut { depth } else { AT_ANY_DEPTH };
            self.threats.keep(key, found.map_or(Known::Failed(failed), Known::Won));
        }
        self.threats.cut |= before;
        found
    }

    /// Whether the attacker's move to this position is a threat of the order, and wins.
    fn wins_by(&mut self, after: &G::Position, order: u8, depth: u32) -> bool {
        match self.game.turn(after) {
            Turn::Over => self.won(after),
            Turn::Player(next) if next == self.threats.attacker => {
                self.win(after, order, depth - 1).is_some()
            }
            _ if order == 0 => false,
            _ => self.threatens(after, order, depth - 1) && self.holds(after, order, depth - 1),
        }
    }

    /// Whether a finished game is won by the attacker.
    fn won(&self, end: &G::Position) -> bool {
        self.game.payoff(end, self.threats.attacker) > G::Value::ZERO
    }

    /// Whether the attacker would win with a lower order if the other, who is on turn, passed.
    pub fn threatens(&mut self, position: &G::Position, order: u8, depth: u32) -> bool {
        let on_turn = Turn::Player(self.threats.attacker);
        let passed = self.game.null_move(position).filter(|passed| self.game.turn(passed) == on_turn);
        passed.is_some_and(|passed| self.win(&passed, order - 1, depth).is_some())
    }

    /// Whether a position after a move of the other loses to the order or a lower one.
    fn loses(&mut self, after: &G::Position, order: u8, depth: u32) -> bool {
        match self.game.turn(after) {
            Turn::Over => self.won(after),
            Turn::Player(next) if next == self.threats.attacker => self.win(after, order, depth).is_some(),
            _ => self.holds(after, order, depth),
        }
    }

    /// Whether every reply of the other, who is on turn, loses.
    fn holds(&mut self, position: &G::Position, order: u8, depth: u32) -> bool {
        let game = self.game;
        let escape = game.children(position, |_, after| {
            let lost = self.meter.visit() && self.loses(&after, order, depth);
            if lost { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        escape.is_continue() && !self.meter.stopped
    }

    /// The same as [`Attack::win`] to every depth, one after the other: the move and the depth.
    fn deepen(&mut self, position: &G::Position, order: u8) -> Option<(G::Move, u32)> {
        for depth in 1..=DEEPEST {
            self.threats.cut = false;
            if let Some(chosen) = self.win(position, order, depth) {
                return Some((chosen, depth));
            }
            if !self.threats.cut || self.meter.stopped {
                break;
            }
        }
        None
    }
}

/// A player that wins by threats where it can, and else prevents what the other threatens.
#[derive(Debug, Clone)]
pub struct Lambda {
    /// The order of the threats, 1 to 3.
    pub order: u8,
    /// Bytes for what is known of positions.
    pub memory: usize,
}

impl Lambda {
    /// A move after which the other has no win by threats within `depth` moves, the most promising first;
    /// whether none is left, where that is certain.
    fn parry<G: Game>(
        &self,
        line: &Line<G>,
        theirs: &mut Threats<G::Move>,
        depth: u32,
        meter: &mut Meter<'_, G::Move>,
    ) -> (Option<G::Move>, bool) {
        for (chosen, after) in promising(line) {
            let visited = meter.visit();
            if !visited || !theirs.attack(line.game(), meter).loses(&after, self.order, depth) {
                return (Some(chosen), false);
            }
        }
        (None, true)
    }
}

/// The moves with where they lead, the most promising first.
fn promising<G: Game>(line: &Line<G>) -> Vec<(G::Move, G::Position)> {
    let (game, here) = (line.game(), line.position());
    let mut moves = Vec::new();
    let _ = game.children(here, |chosen, after| {
        moves.push((game.promise(here, chosen, &after), chosen, after));
        ControlFlow::<()>::Continue(())
    });
    moves.sort_by_key(|(promise, _, _)| std::cmp::Reverse(*promise));
    moves.into_iter().map(|(_, chosen, after)| (chosen, after)).collect()
}

impl<G: Game> Search<G> for Lambda {
    fn think(&mut self, line: &Line<G>, task: Task<'_, G::Move>) -> Report<G::Move> {
        let Turn::Player(mover) = line.turn() else { return finished(line) };
        let Task { budget, stop, progress, .. } = task;
        let (game, here) = (line.game(), line.position());
        let certain = !game.nature().history;
        // Half of what there is goes into the own win, the rest into what the other threatens.
        let half = Budget {
            nodes: budget.nodes.map(|nodes| nodes / 2),
            seconds: budget.seconds.map(|seconds| seconds / 2.0),
            ..budget
        };
        let mut meter = Meter::new(Task::new(half).stop(&stop).telling(progress));
        let mut report = Report::default();
        let mut own = Threats::new(mover, self.memory / 2);
        let won = own.attack(game, &mut meter).deepen(here, self.order);
        let (mut nodes, seconds) = (meter.nodes, meter.seconds());
        if let Some((chosen, depth)) = won {
            (report.best, report.value, report.proven) = (Some(chosen), 1.0, certain);
            (report.depth, report.pv) = (2 * depth - 1, vec![chosen]);
        } else {
            let rest = Budget {
                nodes: budget.nodes.map(|most| most.saturating_sub(nodes)),
                seconds: budget.seconds.map(|most| (most - seconds).max(0.0)),
                ..budget
            };
            let mut meter = Meter::new(Task::new(rest).stop(&stop).telling(progress));
            let mut theirs = Threats::new(mover.other(), self.memory / 2);
            let passed = game.null_move(here).filter(|passed| matches!(game.turn(passed), Turn::Player(_)));
            let danger =
                passed.and_then(|passed| theirs.attack(game, &mut meter).deepen(&passed, self.order));
            if let Some((_, depth)) = danger {
                let (best, lost) = self.parry(line, &mut theirs, depth + 1, &mut meter);
                report.best = best;
                if lost {
                    (report.value, report.proven) = (-1.0, certain);
                }
            }
            nodes += meter.nodes;
            report.best = report.best.or_else(|| promising(line).first().map(|(chosen, _)| *chosen));
            report.pv = report.best.into_iter().collect();
            report.seconds = meter.seconds();
        }
        report.nodes = nodes;
        report.seconds += seconds;
        report
    }
}
