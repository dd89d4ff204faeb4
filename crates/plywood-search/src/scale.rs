//! The scale of a search's values.
//!
//! In an outcome game a win lies beyond every evaluation, and a nearer win is worth more: `WIN - ply`. A
//! margin is counted in points of the evaluator. A probability is itself. Only decided outcomes depend on the
//! ply, so only they are shifted when they go into a table and come out at another ply.
//!
//! A win whose distance is unknown lies below every other win: [`SURE`]. A game's bounds and an oracle
//! without distances give this value to a won position.

use plywood_core::{Evaluator, Exact, Game, PayoffKind, Player, Value};

/// A win at the root; a win `n` plies away is worth `WIN - n`.
pub const WIN: i32 = 1_000_000_000;
/// No game is longer than this many plies, so beyond it lies no evaluation.
const LONGEST: i32 = 1_000_000;
/// A win some time.
pub const SURE: i32 = WIN - LONGEST + 1;

/// How payoffs and evaluations of one game and one evaluator become values of a search and back.
#[derive(Debug, Clone, Copy)]
pub struct Scale<V> {
    kind: PayoffKind,
    unit: i32,
    /// The largest evaluation in absolute value.
    range: f64,
    /// The worth of a drawn outcome game to the first player: zero, unless somebody despises draws.
    draw: V,
    /// Values of a larger size are wins and losses of an outcome game.
    undecided: V,
    /// No value lies outside.
    pub bounds: (V, V),
}

impl<V: Value> Scale<V> {
    /// The scale of a game under an evaluator.
    pub fn new<G: Game<Value = V>, E: Evaluator<G>>(game: &G, evaluator: &E) -> Scale<V> {
        let nature = game.nature();
        let (low, high) = evaluator.range(game);
        let unit = if nature.payoff == PayoffKind::Margin { evaluator.unit() } else { 1 };
        let bounds = match nature.payoff {
            PayoffKind::Outcome => (V::from_f64(f64::from(-WIN)), V::from_f64(f64::from(WIN))),
            PayoffKind::Margin | PayoffKind::Probability => (
                V::from_f64(nature.bounds.0).times(unit).smaller(low),
                V::from_f64(nature.bounds.1).times(unit).larger(high),
            ),
        };
        let range = low.to_f64().abs().max(high.to_f64().abs());
        let undecided = match nature.payoff {
            PayoffKind::Outcome => V::from_f64(f64::from(WIN - LONGEST)),
            PayoffKind::Margin | PayoffKind::Probability => V::HIGHEST,
        };
        Scale { kind: nature.payoff, unit, range, draw: V::ZERO, undecided, bounds }
    }

    /// The same scale for a player to whom a drawn outcome game is worth `contempt` points less than zero:
    /// the contempt factor (opponent-model thesis, section 2.1.7). It lies within the evaluator's range.
    pub fn despising(self, player: Player, contempt: i32) -> Scale<V> {
        let most = V::from_f64(self.range);
        let contempt = V::from_f64(f64::from(contempt)).smaller(most).larger(-most);
        Scale { draw: seen_by(player, -contempt), ..self }
    }

    /// The meaning of a payoff.
    pub fn kind(&self) -> PayoffKind {
        self.kind
    }

    /// Points of one unit of a margin.
    pub fn unit(&self) -> i32 {
        self.unit
    }

    /// The first player's value of a finished game, from the first player's payoff.
    #[inline]
    pub fn terminal(&self, payoff: V, ply: u32) -> V {
        match self.kind {
            PayoffKind::Outcome if payoff == V::ZERO => self.draw,
            PayoffKind::Outcome => payoff.times(WIN - ply as i32),
            PayoffKind::Margin => payoff.times(self.unit),
            PayoffKind::Probability => payoff,
        }
    }

    /// An oracle's value, as the first player's value at a ply.
    pub fn exact(&self, known: Exact<V>, ply: u32) -> V {
        match (self.kind, known.distance) {
            (PayoffKind::Outcome, None) if known.payoff != V::ZERO => known.payoff.times(SURE),
            _ => self.terminal(known.payoff, ply + known.distance.unwrap_or(0)),
        }
    }

    /// Bounds on the first player's value at a ply before the end, from what that player's payoff can still
    /// be. A win of an outcome game may come with the next ply, or any time.
    #[inline]
    pub fn possible(&self, (low, high): (V, V), ply: u32) -> (V, V) {
        if self.kind != PayoffKind::Outcome {
            return (low.times(self.unit), high.times(self.unit));
        }
        let at_least =
            |payoff: V| if payoff > V::ZERO { payoff.times(SURE) } else { self.terminal(payoff, ply + 1) };
        let at_most =
            |payoff: V| if payoff < V::ZERO { payoff.times(SURE) } else { self.terminal(payoff, ply + 1) };
        (at_least(low), at_most(high))
    }

    /// Whether the value is a win or a loss of an outcome game: such a value rests on finished games alone.
    #[inline]
    pub fn decided(&self, value: V) -> bool {
        value > self.undecided || value < -self.undecided
    }

    /// The value as seen from the node itself, for a table.
    #[inline]
    pub fn into_table(&self, value: V, ply: u32) -> V {
        self.shift(value, ply as i32)
    }

    /// The value as seen from the root, out of a table.
    #[inline]
    pub fn out_of_table(&self, value: V, ply: u32) -> V {
        self.shift(value, -(ply as i32))
    }

    #[inline]
    fn shift(&self, value: V, away: i32) -> V {
        // The open ends of a window stay what they are, and so does a win that comes some time.
        let some_time = || value.to_f64().abs() == f64::from(SURE);
        if !self.decided(value) || value == V::LOWEST || value == V::HIGHEST || some_time() {
            value
        } else if value > V::ZERO {
            value.plus(away)
        } else {
            value.plus(-away)
        }
    }

    /// The value in payoff units: an outcome game's guesses are scaled by the evaluator's range.
    pub fn payoff(&self, value: V) -> f64 {
        match self.kind {
            PayoffKind::Outcome if self.decided(value) => value.to_f64().signum(),
            PayoffKind::Outcome => value.to_f64() / (self.range + 1.0),
            PayoffKind::Margin => value.to_f64() / f64::from(self.unit),
            PayoffKind::Probability => value.to_f64(),
        }
    }

    /// The value of a guessed payoff; none where no evaluation lies.
    pub fn guess(&self, payoff: f64) -> Option<V> {
        let value = match self.kind {
            PayoffKind::Outcome if payoff.abs() >= 1.0 => return None,
            PayoffKind::Outcome => payoff * (self.range + 1.0),
            PayoffKind::Margin => payoff * f64::from(self.unit),
            PayoffKind::Probability => payoff,
        };
        let (low, high) = self.bounds;
        (value > low.to_f64() && value < high.to_f64()).then(|| V::from_f64(value))
    }

    /// No evaluation is less.
    pub fn worst(&self) -> V {
        V::from_f64(-self.range)
    }

    /// Plies from the root to the end, for a decided value that knows them.
    pub fn distance(&self, value: V) -> Option<u32> {
        let size = value.to_f64().abs();
        (self.decided(value) && size != f64::from(SURE)).then(|| (f64::from(WIN) - size) as u32)
    }
}

/// A value of the first player as seen by `view`.
#[inline]
pub fn seen_by<V: Value>(view: Player, value: V) -> V {
    if view == Player::FIRST { value } else { -value }
}

/// Bounds on a value of the first player as seen by `view`.
#[inline]
pub fn bounds_seen_by<V: Value>(view: Player, (low, high): (V, V)) -> (V, V) {
    if view == Player::FIRST { (low, high) } else { (-high, -low) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Zero;
    use plywood_small_games::nim::Nim;

    fn scale() -> Scale<i32> {
        Scale::new(&Nim::from_spec(&"nim".parse().unwrap()).unwrap(), &Zero)
    }

    #[test]
    fn a_win_some_time_is_the_least_of_wins_and_the_same_at_every_ply() {
        let scale = scale();
        let sure = scale.exact(Exact { payoff: 1, distance: None }, 7);
        let late = scale.exact(Exact { payoff: 1, distance: Some(900_000) }, 7);
        assert!(scale.decided(sure) && sure < late && scale.payoff(sure) == 1.0);
        assert_eq!((scale.distance(sure), scale.distance(late)), (None, Some(900_007)));
        assert_eq!((scale.into_table(sure, 5), scale.out_of_table(-sure, 5)), (sure, -sure));
        assert_eq!(scale.into_table(late, 7), WIN - 900_000);
    }

    #[test]
    fn bounds_leave_room_for_every_end_that_is_possible() {
        let scale = scale();
        let (ply, now, sure) = (4, WIN - 5, SURE);
        assert_eq!(scale.possible((-1, 1), ply), (-now, now));
        assert_eq!(scale.possible((0, 1), ply), (0, now));
        assert_eq!(scale.possible((1, 1), ply), (sure, now));
        assert_eq!(scale.possible((-1, -1), ply), (-now, -sure));
        assert_eq!(scale.possible((0, 0), ply), (0, 0));
        assert_eq!(bounds_seen_by(Player::SECOND, (0, now)), (-now, 0));
    }
}
