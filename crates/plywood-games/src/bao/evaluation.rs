//! Evaluations of bao (opponent-model thesis, section 5.5.3): `material` and `default` by hand, `ga3`, `tdl2b` and
//! `ngnd6a` as they were learned.
//!
//! Some give a player what they do not take from the other, so it matters whose evaluation it is: searches ask for the player on
//! turn at a leaf, who is the one that searches at even depths alone. `max=south` or `max=north` says it once and for all.

use std::sync::Arc;

use plywood_core::knowledge::ZERO;
use plywood_core::settings::{Takes, words};
use plywood_core::{
    About, Args, Declaration, Error, Key, Knowledge, Player, Search, Spec, StaticEvaluator, Uniform,
    uniform_policy,
};

use super::engine::{FUNDI, Fundi};
use super::learned::{self, Network, Weights};
use super::{Bao, Board, HOUSE, STONES, capturable, stones, total};

/// The evaluations of bao.
#[derive(Debug, Clone)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// Stones on the player's side minus those on the other's.
    Material,
    /// Stones by row, captures, houses; more eager to take a house than afraid to lose one.
    Default,
    /// Whole weights for what a player and the other have: `ga3` and `tdl2b`.
    Linear(Arc<Weights>),
    /// A normalised Gaussian network: `ngnd6a`.
    Gaussian(Arc<Network>),
    /// As one player sees it, and the other way round for the other.
    Of(Player, Arc<Evaluation>),
}

impl Evaluation {
    /// The same, made for a player: the other gets its negation.
    pub fn of(self, player: Player) -> Evaluation {
        if self.mirrors() { self } else { Evaluation::Of(player, Arc::new(self)) }
    }
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

impl Evaluation {
    /// The worth of the board to a player.
    fn worth(&self, board: &Board, player: Player) -> i32 {
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
            Evaluation::Linear(weights) => weights.value(board, player),
            Evaluation::Gaussian(network) => network.value(board, player),
            Evaluation::Of(max, one) => {
                let value = one.worth(board, *max);
                if player == *max { value } else { -value }
            }
        }
    }
    /// The least and the most that can be.
    fn range(&self) -> (i32, i32) {
        let stones = STONES as i32;
        match self {
            Evaluation::Zero => (0, 0),
            Evaluation::Material => (-stones, stones),
            // Each stone lies on one side and can be captured by one player.
            Evaluation::Default => {
                let most = stones * (BACK + CAPTURE) + OWNED_HOUSE;
                (-most - LOSE_HOUSE, most + TAKE_HOUSE)
            }
            Evaluation::Linear(weights) => (-weights.most(), weights.most()),
            Evaluation::Gaussian(_) => (-Network::MOST, Network::MOST),
            Evaluation::Of(_, one) => {
                let (low, high) = one.range();
                let most = high.max(-low);
                (-most, most)
            }
        }
    }
}

impl StaticEvaluator<Bao> for Evaluation {
    fn look(&self, _: &Bao, board: &Board, player: Player) -> i32 {
        self.worth(board, player)
    }
    fn bounds(&self, _: &Bao) -> (i32, i32) {
        self.range()
    }
    fn mirrors(&self) -> bool {
        match self {
            Evaluation::Zero | Evaluation::Material | Evaluation::Of(..) => true,
            Evaluation::Linear(weights) => weights.mirrors(),
            Evaluation::Default | Evaluation::Gaussian(_) => false,
        }
    }
}

const MAX: Key = Key::taking(
    "max",
    "mover",
    words(&["mover", "south", "north"]),
    "whose evaluation it is: south's, north's or the player's on turn at a leaf",
);
const FILE: &[Key] =
    &[Key::taking("file", "shipped", Takes::File, "a file that `plywood train bao` made, in quotes"), MAX];

impl Knowledge for Bao {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const {
            &[
                About {
                    keys: &[MAX],
                    ..About::plain(
                        "default",
                        "stones by row, captures and houses; keener to take a house than to keep one",
                    )
                },
                About::plain("material", "stones on the player's side minus those on the other's"),
                About { keys: FILE, ..About::plain("ga3", "27 whole weights, bred by a genetic algorithm") },
                About { keys: FILE, ..About::plain("tdl2b", "54 weights, learned by TD-leaf against ga3") },
                About {
                    keys: FILE,
                    ..About::plain(
                        "ngnd6a",
                        "a Gaussian network of 54 nuclei, learned by TD-leaf against tdl2b",
                    )
                },
                ZERO,
            ]
        }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, args) = About::find(self.evaluators(), spec, "evaluation")?;
        let file = if args.given("file") { Some(args.word("file")?) } else { None };
        let told = |error: Error| spec.error(error.to_string());
        let max = match args.given("max").then(|| args.chosen("max")).transpose()? {
            Some(1) => Some(Player::FIRST),
            Some(2) => Some(Player::SECOND),
            _ => None,
        };
        let one = match about.name {
            "default" => Evaluation::Default,
            "material" => Evaluation::Material,
            "ga3" | "tdl2b" => {
                Evaluation::Linear(learned::weights(about.name, file.as_deref()).map_err(told)?)
            }
            "ngnd6a" => Evaluation::Gaussian(learned::network(file.as_deref()).map_err(told)?),
            _ => Evaluation::Zero,
        };
        Ok(match max {
            Some(player) => one.of(player),
            None => one,
        })
    }
    fn specialists(&self) -> &'static [Declaration] {
        &[FUNDI]
    }
    fn specialist(&self, _: &str, args: &Args) -> Result<Box<dyn Search<Self>>, Error> {
        Ok(Box::new(Fundi::from_args(self, args)?))
    }
    uniform_policy!();
}
