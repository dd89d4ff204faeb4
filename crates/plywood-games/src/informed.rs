//! A player with an oracle, which it asks about every move.
//!
//! Among moves with the same payoff it prefers a nearer win and a farther loss, where the oracle gives
//! distances. A move to a position that the oracle does not know is worse than any move to a known one.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use plywood_core::{Exact, Game, Line, Oracle, Player, Report, Search, Task, Turn, Value};

/// Plays by what an oracle knows.
pub struct Informed<O>(pub O);

impl<O> Informed<O> {
    /// The exact value of a position, finished or known.
    fn look<G: Game>(&self, game: &G, position: &G::Position) -> Option<Exact<G::Value>>
    where
        O: Oracle<G>,
    {
        match game.turn(position) {
            Turn::Over => Some(Exact { payoff: game.payoff(position, Player::FIRST), distance: Some(0) }),
            _ => self.0.probe(game, position),
        }
    }
}

/// Which of two exact values a player likes better; one that is not known is worse than any.
fn preferred<V: Value>(player: Player, one: Option<Exact<V>>, other: Option<Exact<V>>) -> Ordering {
    let (Some(one), Some(other)) = (one, other) else { return one.is_some().cmp(&other.is_some()) };
    let seen = |exact: &Exact<V>| if player == Player::FIRST { exact.payoff } else { -exact.payoff };
    let by_payoff = seen(&one).partial_cmp(&seen(&other)).unwrap_or(Ordering::Equal);
    by_payoff.then_with(|| match (one.distance, other.distance) {
        (Some(near), Some(far)) if seen(&one) > V::ZERO => far.cmp(&near),
        (Some(near), Some(far)) => near.cmp(&far),
        _ => Ordering::Equal,
    })
}

/// The oracle's value of a position, where it knows it.
type Known<G> = Option<Exact<<G as Game>::Value>>;

impl<G: Game, O: Oracle<G>> Search<G> for Informed<O> {
    fn think(&mut self, line: &Line<G>, _: Task<'_, G::Move>) -> Report<G::Move> {
        let (game, position, turn) = (line.game(), line.position(), line.turn());
        let mut report = Report::default();
        if turn == Turn::Over {
            let value = line.payoff(Player::FIRST).to_f64();
            return Report { value, proven: true, distance: Some(0), ..report };
        }
        if let Turn::Player(player) = turn {
            let mut best: Option<(G::Move, Known<G>)> = None;
            let _ = game.children(position, |chosen, child| {
                report.nodes += 1;
                let known = self.look(game, &child);
                if best.as_ref().is_none_or(|(_, so_far)| preferred(player, known, *so_far).is_gt()) {
                    best = Some((chosen, known));
                }
                ControlFlow::<()>::Continue(())
            });
            report.best = best.map(|(chosen, _)| chosen);
            report.pv = report.best.into_iter().collect();
        }
        if let Some(exact) = self.0.probe(game, position) {
            let value = exact.payoff.to_f64();
            report.value = if turn.view() == Player::FIRST { value } else { -value };
            (report.proven, report.distance) = (true, exact.distance);
        }
        report
    }
}
