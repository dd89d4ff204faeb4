//! Evaluations of chess, in hundredths of a pawn but where they say otherwise.
//!
//! `positional` is the one to play with: material and squares that change from the middle game to the endgame (by what
//! pieces are left), mobility, king safety and pawns; where no pawns are left the weaker king is driven to the edge, and a
//! queen against a rook has an evaluation of its own. Each
//! part has its weight as a key. `material` counts 1, 3, 3, 5, 9; `squares` and `pieces` are the control of squares and of
//! men of the lecture notes ("Evaluation Features for Games"). Squares are worth what simple formulas of rank, file and
//! distance from the centre say: nothing here is tuned.

mod queen_against_rook;
mod terms;

use cozy_chess::{Color, Piece};
use plywood_core::knowledge::ZERO;
use plywood_core::settings::whole;
use plywood_core::{About, Error, Key, Player, Spec, StaticEvaluator};

use super::Chess;
use super::position::{Position, color};
use terms::Attacks;

/// No evaluation is larger.
const MOST: i32 = 20_000;

/// How they are listed.
pub(super) const LISTED: &[About] = &[
    About {
        keys: &[
            Key::taking(
                "squares",
                "100",
                whole(-1000, 1000),
                "the weight of the squares that men stand on, in per cent",
            ),
            Key::taking("mobility", "100", whole(-1000, 1000), "the weight of mobility, in per cent"),
            Key::taking("safety", "100", whole(-1000, 1000), "the weight of the kings' safety, in per cent"),
            Key::taking(
                "pawns",
                "100",
                whole(-1000, 1000),
                "the weight of the pawns' formation, in per cent",
            ),
        ],
        ..About::plain(
            "positional",
            "material, squares, mobility, king safety and pawns, from middle game to endgame",
        )
    },
    About::plain("material", "men by 1, 3, 3, 5 and 9"),
    About {
        source: "lecture notes, evaluation features",
        ..About::plain(
            "squares",
            "square control: squares that more men of the player's attack than of the other's",
        )
    },
    About {
        source: "lecture notes, evaluation features",
        ..About::plain(
            "pieces",
            "piece control: men of the other's attacked and own men protected, by their worth",
        )
    },
    ZERO,
];

/// The evaluations of chess, each the player's part minus the other's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// Men by 1, 3, 3, 5 and 9.
    Material,
    /// Squares that more men of the player's attack.
    Squares,
    /// Men attacked and protected.
    Pieces,
    /// The one to play with, with weights in per cent.
    Positional(Weights),
}

/// Weights of the parts of [`Evaluation::Positional`], in per cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    squares: i32,
    mobility: i32,
    safety: i32,
    pawns: i32,
}

/// The worth of men as beginners learn it, the pawn first.
const WORTH: [i32; Piece::NUM] = [1, 3, 3, 5, 9, 0];

impl Evaluation {
    /// The evaluation that a spec names.
    pub(super) fn from_spec(spec: &Spec) -> Result<Evaluation, Error> {
        let (about, args) = About::find(LISTED, spec, "evaluation")?;
        Ok(match about.name {
            "positional" => {
                let weight = |key: &str| args.get::<i32>(key);
                Evaluation::Positional(Weights {
                    squares: weight("squares")?,
                    mobility: weight("mobility")?,
                    safety: weight("safety")?,
                    pawns: weight("pawns")?,
                })
            }
            "material" => Evaluation::Material,
            "squares" => Evaluation::Squares,
            "pieces" => Evaluation::Pieces,
            _ => Evaluation::Zero,
        })
    }

    /// White's part minus Black's.
    fn white(&self, position: &Position) -> i32 {
        let board = position.board();
        match self {
            Evaluation::Zero => 0,
            Evaluation::Material => {
                let count = |color: Color, piece: Piece| board.colored_pieces(color, piece).len() as i32;
                let more = |piece: Piece| count(Color::White, piece) - count(Color::Black, piece);
                Piece::ALL.into_iter().map(|piece| WORTH[piece as usize] * more(piece)).sum()
            }
            Evaluation::Squares => {
                let [white, black] = [Color::White, Color::Black].map(|color| Attacks::of(board, color));
                white
                    .counts
                    .iter()
                    .zip(&black.counts)
                    .map(|(own, other)| i32::from(own.cmp(other) as i8))
                    .sum()
            }
            Evaluation::Pieces => {
                let [white, black] = [Color::White, Color::Black].map(|color| Attacks::of(board, color));
                let worth = |attacks: &Attacks| -> i32 {
                    let on = |piece: Piece| (attacks.all & board.pieces(piece)).len() as i32;
                    Piece::ALL.into_iter().map(|piece| WORTH[piece as usize] * on(piece)).sum()
                };
                worth(&white) - worth(&black)
            }
            Evaluation::Positional(weights) => terms::positional(board, weights).clamp(-MOST, MOST),
        }
    }
}

impl StaticEvaluator<Chess> for Evaluation {
    fn look(&self, _: &Chess, position: &Position, player: Player) -> i32 {
        let white = self.white(position);
        if color(player) == Color::White { white } else { -white }
    }
    fn bounds(&self, _: &Chess) -> (i32, i32) {
        let most = match self {
            Evaluation::Zero => 0,
            // Nine queens, two rooks, bishops and knights; and 64 squares.
            Evaluation::Material | Evaluation::Pieces => 9 * 9 + 2 * (5 + 3 + 3),
            Evaluation::Squares => 64,
            Evaluation::Positional(_) => MOST,
        };
        // Positions that were set up may have other men.
        let most = if matches!(self, Evaluation::Material | Evaluation::Pieces) { 2 * most } else { most };
        (-most, most)
    }
}
