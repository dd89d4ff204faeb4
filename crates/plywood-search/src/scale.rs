//! The scale that a search's values live on.
//!
//! In an outcome game a win lies beyond every evaluation and is worth more the nearer it is: `WIN - ply`. A margin
//! is counted in points of the evaluator. A probability is what it is. Only decided outcomes depend on the ply, so
//! only they are shifted when they go into a table and come out at another ply.

use plywood_core::{Evaluator, Game, PayoffKind, Player, Value};

/// A win at the root; a win `n` plies away is worth `WIN - n`.
pub const WIN: i32 = 1_000_000_000;
/// No game is longer than this many plies, so beyond it lies no evaluation.
const LONGEST: i32 = 1_000_000;

/// How payoffs and evaluations of one game and one evaluator become values of a search and back.
#[derive(Debug, Clone, Copy)]
pub struct Scale<V> {
    kind: PayoffKind,
    unit: i32,
    /// The largest evaluation in absolute value.
    range: f64,
    /// What a drawn outcome game is worth to the first player: nought, unless somebody despises draws.
    draw: V,
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
        Scale { kind: nature.payoff, unit, range, draw: V::ZERO, bounds }
    }

    /// The same scale for a player to whom a drawn outcome game is worth so many points less than nought: the
    /// contempt factor (opponent-model thesis, section 2.1.7). It lies within the evaluator's range.
    pub fn despising(self, player: Player, contempt: i32) -> Scale<V> {
        let most = V::from_f64(self.range);
        let contempt = V::from_f64(f64::from(contempt)).smaller(most).larger(-most);
        Scale { draw: seen_by(player, -contempt), ..self }
    }

    /// What a payoff means.
    pub fn kind(&self) -> PayoffKind {
        self.kind
    }

    /// Points of one unit of a margin.
    pub fn unit(&self) -> i32 {
        self.unit
    }

    /// The first player's value of a finished game, from his payoff.
    #[inline]
    pub fn terminal(&self, payoff: V, ply: u32) -> V {
        match self.kind {
            PayoffKind::Outcome if payoff == V::ZERO => self.draw,
            PayoffKind::Outcome => payoff.times(WIN - ply as i32),
            PayoffKind::Margin => payoff.times(self.unit),
            PayoffKind::Probability => payoff,
        }
    }

    /// Whether the value is a win or a loss of an outcome game: such a value rests on finished games alone.
    #[inline]
    pub fn decided(&self, value: V) -> bool {
        self.kind == PayoffKind::Outcome && value.to_f64().abs() > f64::from(WIN - LONGEST)
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
        // The open ends of a window stay what they are.
        if !self.decided(value) || value == V::LOWEST || value == V::HIGHEST {
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

    /// Plies from the root to the end, for a decided value.
    pub fn distance(&self, value: V) -> Option<u32> {
        self.decided(value).then(|| (f64::from(WIN) - value.to_f64().abs()) as u32)
    }
}

/// A value of the first player as seen by `view`.
pub fn seen_by<V: Value>(view: Player, value: V) -> V {
    if view == Player::FIRST { value } else { -value }
}
