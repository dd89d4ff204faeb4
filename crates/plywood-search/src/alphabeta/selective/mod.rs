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

use plywood_core::{About, Args, Error, Key};

pub use probcut::{Fitted, Pair, ProbCut, fit};
pub use realization::{Counted, Realization};

/// A ply in the parts that fractional depths are counted in.
const PLY: u32 = 16;

/// What is selective about a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Selective {
    /// Null move: plies that the search after a pass and the one that verifies it are shallower.
    pub null: Option<u32>,
    /// Multi-cut: refutations among the first moves (twice as many) that end a node.
    pub multicut: Option<u32>,
    /// Shallow checks that end nodes.
    pub probcut: Option<Arc<ProbCut>>,
    /// Forcing moves cost no depth.
    pub extend: bool,
    /// Moves cost as much depth as they are unlikely.
    pub realization: Option<Arc<Realization>>,
    /// Plies that the line of a new best move at the root is searched further.
    pub secondary: Option<u32>,
}

const FILE: Key = Key::new("file", "none", "the file that was trained");

/// What the key `probcut` takes.
const CUTS: &[About] = &[
    About::plain("off", "no shallow checks"),
    About {
        keys: &[FILE, Key::new("t", "1.5", "deviations beyond the window that are enough, 0 to 100")],
        ..About::plain("single", "ProbCut: one check, at one distance from the horizon")
    },
    About {
        keys: &[FILE, Key::new("t", "1.5", "deviations beyond the window that are enough, 0 to 100")],
        ..About::plain("multi", "Multi-ProbCut: several checks of growing depth at every distance")
    },
];

/// What the key `realization` takes.
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

impl Selective {
    /// Nothing.
    pub const OFF: Selective = Selective {
        null: None,
        multicut: None,
        probcut: None,
        extend: false,
        realization: None,
        secondary: None,
    };

    /// The keys.
    pub const KEYS: &'static [Key] = &[
        Key::new(
            "null",
            "off",
            "null move with verification, searched so many plies less, where the game can pass; on is 2; unsound",
        ),
        Key::new(
            "multicut",
            "off",
            "end a node of a null window when so many of twice as many moves refute it two plies shallower; on is 3; \
             unsound",
        ),
        Key::new(
            "probcut",
            "off",
            "shallow checks: off, single(file=FILE, t=1.5) or multi(file=FILE, t=1.5); unsound",
        ),
        Key::new(
            "extend",
            "off",
            "moves that the game calls forcing cost no depth; changes what a depth means",
        ),
        Key::new(
            "realization",
            "off",
            "moves cost depth as they are unlikely: off, plain(file=FILE) or enhanced(file=FILE); changes what a depth \
             means",
        ),
        Key::new(
            "secondary",
            "off",
            "search so many plies on from the end of a new best line at the root; on is 2; unsound",
        ),
    ];

    /// A list of switches as a value by itself, as in `with(null=on, extend=on)`.
    pub const LIST: About =
        About { keys: Selective::KEYS, ..About::plain("with", "switches of selective search") };

    /// Reads [`Selective::KEYS`].
    pub fn read(args: &Args) -> Result<Selective, Error> {
        Ok(Selective {
            null: args.degree("null", 2, 1, 100)?,
            multicut: args.degree("multicut", 3, 1, 100)?,
            probcut: read_probcut(args)?,
            extend: args.switch("extend")?,
            realization: read_realization(args)?,
            secondary: args.degree("secondary", 2, 1, 100)?,
        })
    }

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

fn read_probcut(args: &Args) -> Result<Option<Arc<ProbCut>>, Error> {
    let spec = args.spec("probcut")?;
    let (about, keys) = About::find(CUTS, &spec, "kind of ProbCut")?;
    if about.name == "off" {
        return Ok(None);
    }
    let fitted = Fitted::load(Path::new(&file(&keys)?)).map_err(|error| spec.error(error.to_string()))?;
    let threshold = keys.number("t", 0.0, 100.0)?;
    Ok(Some(Arc::new(ProbCut::new(&fitted.pairs, about.name == "single", threshold))))
}

fn read_realization(args: &Args) -> Result<Option<Arc<Realization>>, Error> {
    let spec = args.spec("realization")?;
    let (about, keys) = About::find(KINDS, &spec, "kind of realization-probability search")?;
    if about.name == "off" {
        return Ok(None);
    }
    let counted = Counted::load(Path::new(&file(&keys)?)).map_err(|error| spec.error(error.to_string()))?;
    Ok(Some(Arc::new(Realization::new(&counted, about.name == "enhanced"))))
}

/// What selective search carries down a path, for each ply of it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Strand {
    /// Parts of a ply that are left beyond the whole ones.
    fraction: u32,
    /// Whether no pass is tried here: one led here, or one is being verified.
    passed: bool,
}
