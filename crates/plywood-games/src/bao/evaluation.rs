//! Evaluations of bao by hand (opponent-model thesis, section 5.5.3): `material` and `default`.

use plywood_core::knowledge::ZERO;
use plywood_core::{About, Error, Knowledge, Player, Spec, StaticEvaluator, Uniform, uniform_policy};

use super::{Bao, Board, HOUSE, STONES, capturable, stones, total};

/// The evaluations of bao.
#[derive(Debug, Clone, Copy)]
pub enum Evaluation {
    /// Nought.
    Zero,
    /// Stones on the player's side minus those on the other's.
    Material,
    /// Stones by row, captures, houses; more eager to take a house than afraid to lose one.
    Default,
}

/// Points of `default`.
const FRONT: i32 = 3;
const BACK: i32 = 5;
const CAPTURE: i32 = 5;
const OWNED_HOUSE: i32 = 200;
const TAKE_HOUSE: i32 = 100;
const LOSE_HOUSE: i32 = 50;

/// Stones, captures and an active house, without the capture of the other's house; and whether that is possible.
fn standing(board: &Board, player: Player) -> (i32, bool) {
    let (own, other) = board.seen_by(player);
    let sum = |row: u64| total(u128::from(row)) as i32;
    let captures = capturable(own, other, board.in_namua(player));
    let captured: i32 =
        (0..8).filter(|hole| captures >> hole & 1 != 0).map(|hole| i32::from(stones(other, hole))).sum();
    let house = if board.houses[player.index()] { OWNED_HOUSE } else { 0 };
    let score = FRONT * sum(own as u64) + BACK * sum((own >> 64) as u64) + CAPTURE * captured + house;
    (score, board.houses[player.other().index()] && captures >> HOUSE & 1 != 0)
}

impl StaticEvaluator<Bao> for Evaluation {
    fn look(&self, _: &Bao, board: &Board, player: Player) -> i32 {
        match self {
            Evaluation::Zero => 0,
            Evaluation::Material => {
                let (own, other) = board.seen_by(player);
                total(own) as i32 - total(other) as i32
            }
            Evaluation::Default => {
                let (own, takes) = standing(board, player);
                let (other, loses) = standing(board, player.other());
                own - other + i32::from(takes) * TAKE_HOUSE - i32::from(loses) * LOSE_HOUSE
            }
        }
    }
    fn bounds(&self, _: &Bao) -> (i32, i32) {
        let stones = STONES as i32;
        match self {
            Evaluation::Zero => (0, 0),
            Evaluation::Material => (-stones, stones),
            // Each stone lies on one side and can be captured by one player.
            Evaluation::Default => {
                let most = stones * (BACK + CAPTURE) + OWNED_HOUSE;
                (-most - LOSE_HOUSE, most + TAKE_HOUSE)
            }
        }
    }
    fn mirrors(&self) -> bool {
        !matches!(self, Evaluation::Default)
    }
}

impl Knowledge for Bao {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const {
            &[
                About::plain(
                    "default",
                    "stones by row, captures and houses; keener to take a house than to keep one",
                ),
                About::plain("material", "stones on the player's side minus those on the other's"),
                ZERO,
            ]
        }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, _) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(match about.name {
            "default" => Evaluation::Default,
            "material" => Evaluation::Material,
            _ => Evaluation::Zero,
        })
    }
    uniform_policy!();
}
