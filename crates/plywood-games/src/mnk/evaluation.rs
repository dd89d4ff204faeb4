//! Evaluations of the m,n,k-game.
//!
//! `threats` adds up, for each player, the rows without a stone of the other player, by the number of stones
//! that they lack: one, two or three count [`WORTH`]. A player on turn with a row that lacks one stone is
//! about to win.

use plywood_core::knowledge::ZERO;
use plywood_core::{About, Error, Knowledge, Player, Spec, StaticEvaluator, Uniform, uniform_policy};

use super::{Board, Mnk};
use crate::bits::Bits;

/// The worth of an open row by the number of stones that it lacks.
const WORTH: [i32; 4] = [0, 27, 9, 3];
/// The worth of being on turn and lacking one stone; more than all rows of the largest board.
const ABOUT_TO_WIN: i32 = 100_000;

/// The evaluations by name.
#[derive(Debug, Clone, Copy)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// Open rows, by the stones they lack.
    Threats,
}

/// The worth of the open rows of a player, and whether one lacks a single stone.
fn open_rows<B: Bits>(game: &Mnk<B>, own: B, other: B) -> (i32, bool) {
    let (open, mut worth, mut near) = (game.board & !other, 0, false);
    for step in game.directions() {
        let at_most: [B; 4] = game.lacking(own, open, step);
        near |= at_most[1] != B::NONE;
        // A row without a stone is nobody's.
        for lacking in 1..4.min(game.line as usize) {
            let rows = at_most[lacking] & !at_most[lacking - 1];
            worth += WORTH[lacking] * rows.count() as i32;
        }
    }
    (worth, near)
}

impl<B: Bits> StaticEvaluator<Mnk<B>> for Evaluation {
    fn look(&self, game: &Mnk<B>, board: &Board<B>, player: Player) -> i32 {
        if matches!(self, Evaluation::Zero) {
            return 0;
        }
        let [own, other] = [player, player.other()].map(|player| board.stones[player.index()]);
        let ((mine, near), (theirs, theirs_near)) =
            (open_rows(game, own, other), open_rows(game, other, own));
        let about = match board.mover == player {
            true if near => ABOUT_TO_WIN,
            false if theirs_near => -ABOUT_TO_WIN,
            _ => 0,
        };
        mine - theirs + about
    }
    fn bounds(&self, game: &Mnk<B>) -> (i32, i32) {
        let most = 4 * (game.columns * game.rows) as i32 * WORTH[1] + ABOUT_TO_WIN;
        (-most, most)
    }
}

impl<B: Bits> Knowledge for Mnk<B> {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const { &[About::plain("threats", "open rows, by the stones they lack"), ZERO] }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, _) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(if about.name == "zero" { Evaluation::Zero } else { Evaluation::Threats })
    }
    uniform_policy!();
}
