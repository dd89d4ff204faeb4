//! Selective search: switches that leave out what is unlikely to matter, or follow further what is likely to. All are
//! unsound: a value may differ from that of the full search of the same depth.
//!
//! - `null` (Beal 1989; verified as Tabibi and Netanyahu 2002): who can pass and is still above the window after a
//!   shallower search is above it, if a shallower search without the pass agrees. Through
//!   [`null_move`](plywood_core::Game::null_move).
//! - `probcut` (Buro 1995; several checks: Buro 1997): a shallow value far enough outside the window is taken for the
//!   deep one ([`ProbCut`], calibrated from searched positions).
//! - `multicut` (Bjornsson and Marsland 1999): where several of the first moves refute the position in a shallower
//!   search, one surely does in the deep one. Only at null windows, so `pvs` and `mtdf` alone use it.
//! - `extend`: moves that leave hardly a choice cost no depth, up to twice the plies asked for. Through
//!   [`is_forcing`](plywood_core::Game::is_forcing).
//! - `realization` (Tsuruoka, Yokoyama and Chikayama 2002; enhanced: Winands and Bjornsson 2007): a move costs the more
//!   depth the less often players choose its kind, in fractions of a ply ([`Realization`], counted from games).
//! - `secondary` (Greenblatt 1967; lecture notes, "Solutions"): the line of a new best move at the root is searched
//!   further from its end; a value that falls there is the move's.
//!
//! Before the children: `forward.rs`. At each child: `weighed.rs`. Where nothing of this is on, a search asks once a
//! node and once a child, in tests that were there already. A cut rests on a guess, and it never claims a decided value,
//! so that what is proven stays proven. What a cut says is not stored: a later visit may see deeper.

mod forward;
mod probcut;
mod realization;
mod weighed;

use std::path::Path;
use std::sync::Arc;

use plywood_core::settings::{Loaded, Takes, number, whole};
use plywood_core::{About, Args, Error, Key, Spec, settings};

pub use probcut::{Fitted, Pair, ProbCut, fit};
pub use realization::{Counted, Realization};

/// A ply in the parts that fractional depths are counted in.
const PLY: u32 = 16;

/// The file that a check or a cost was trained into.
const FILE: Key = Key::taking("file", "none", Takes::File, "the file that was trained");
/// How far outside is enough.
const DEVIATIONS: Key =
    Key::taking("t", "1.5", number(0.0, 100.0), "deviations beyond the window that are enough, 0 to 100");

/// The values of the key `probcut`.
const CUTS: &[About] = &[
    About::plain("off", "no shallow checks"),
    About {
        keys: &[FILE, DEVIATIONS],
        ..About::plain("single", "ProbCut: one check, at one distance from the horizon")
    },
    About {
        keys: &[FILE, DEVIATIONS],
        ..About::plain("multi", "Multi-ProbCut: several checks of growing depth at every distance")
    },
];

/// The values of the key `realization`.
const KINDS: &[About] = &[
    About::plain("off", "every move costs a ply"),
    About {
        keys: &[FILE],
        ..About::plain("plain", "unlikely moves are searched less, and again where one looks best")
    },
    About {
        keys: &[FILE],
        ..About::plain(
            "enhanced",
            "the same by null windows; a move that looks best is verified by one first",
        )
    },
];

settings! {
    /// The selective switches of a search.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Selective {
        group KEYS {
            /// null move with verification, searched this many plies shallower, where the game can pass; on
            /// is 2; unsound
            null as "null": Option<u32> = "off", whole(1, 100).degree(2.0); None,
            /// end a node of a null window when this many of twice as many moves refute it two plies
            /// shallower; on is 3; unsound
            multicut as "multicut": Option<u32> = "off", whole(1, 100).degree(3.0); None,
            /// shallow checks: off, single(file=FILE, t=1.5) or multi(file=FILE, t=1.5); unsound
            probcut as "probcut": Option<Arc<ProbCut>> = "off", Takes::OneOf { list: CUTS }; None,
            /// moves that the game calls forcing cost no depth; changes what a depth means
            extend as "extend": bool = "off", Takes::Switch; false,
            /// moves cost depth as they are unlikely: off, plain(file=FILE) or enhanced(file=FILE); changes what a depth
            /// means
            realization as "realization": Option<Arc<Realization>> = "off", Takes::OneOf { list: KINDS }; None,
            /// search this many plies further from the end of a new best line at the root; on is 2; unsound
            secondary as "secondary": Option<u32> = "off", whole(1, 100).degree(2.0); None,
        }
    }
}

impl Selective {
    /// A list of switches as a value by itself, as in `with(null=on, extend=on)`.
    pub const LIST: About =
        About { keys: Selective::KEYS, ..About::plain("with", "switches of selective search") };

    /// Whether nodes may end before their children are searched.
    pub(super) fn cuts(&self) -> bool {
        self.null.is_some() || self.multicut.is_some() || self.probcut.is_some()
    }

    /// Whether moves may cost other than a ply.
    pub(super) fn weighs(&self) -> bool {
        self.extend || self.realization.is_some()
    }

    /// Whether everything is off.
    pub(super) fn off(&self) -> bool {
        !self.cuts() && !self.weighs() && self.secondary.is_none()
    }
}

fn file(args: &Args) -> Result<String, Error> {
    if args.given(FILE.name) {
        args.word(FILE.name)
    } else {
        Err(args.error(FILE.name, "name the file that was trained, as in file=NAME"))
    }
}

impl Loaded for ProbCut {
    fn load(name: &str, args: &Args) -> Result<ProbCut, Error> {
        let file = file(args)?;
        let fitted = Fitted::load(Path::new(&file)).map_err(|error| args.error(FILE.name, error))?;
        let mut cuts = ProbCut::new(&fitted.pairs, name == "single", args.get(DEVIATIONS.name)?);
        cuts.file = file;
        Ok(cuts)
    }
    fn spec(&self) -> String {
        let name = if self.single { "single" } else { "multi" };
        format!("{name}(file={}, t={})", Spec::word(&self.file), self.threshold)
    }
}

impl Loaded for Realization {
    fn load(name: &str, args: &Args) -> Result<Realization, Error> {
        let file = file(args)?;
        let counted = Counted::load(Path::new(&file)).map_err(|error| args.error(FILE.name, error))?;
        let mut costs = Realization::new(&counted, name == "enhanced");
        costs.file = file;
        Ok(costs)
    }
    fn spec(&self) -> String {
        let name = if self.enhanced { "enhanced" } else { "plain" };
        format!("{name}(file={})", Spec::word(&self.file))
    }
}

/// The state that selective search carries down a path, for each ply of it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Strand {
    /// Parts of a ply that are left beyond the whole ones.
    fraction: u32,
    /// Whether no pass is tried here: one led here, or one is being verified.
    passed: bool,
}
