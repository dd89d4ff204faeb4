//! The switches of the search: each is declared once, with its key, default and meaning.

use plywood_core::settings::{Takes, number, whole};
use plywood_core::spec::{Args, Size};
use plywood_core::{Error, Game, Value, settings, words};

use super::selective::Selective;
use crate::deepening::Schedule;
use crate::expectimax::ChanceRule;
use crate::plain::Fail;
use crate::table::{ENTRY_BYTES, Matching, Replacement, check_size};

words! {
    /// Where MTD(f) begins.
    pub enum FirstGuess {
        /// At the value of the iteration before.
        Last = "last",
        /// At plus infinity: then it is SSS*.
        Infinity = "infinity",
    }
}

settings! {
    /// The window of the root.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Window {
        group KEYS {
            /// half the width of a window around the last value, in the evaluation's points
            aspiration as "aspiration": Option<f64> = "none", number(0.0, 1e9).or("none"); None,
            /// what is returned beyond the window: soft or hard
            fail as "fail": Fail = "soft", Fail::TAKES; Fail::Soft,
        }
    }
}

settings! {
    /// MTD(f): null windows that home in on the value (Plaat). It lives on fail-soft bounds: with fail-hard ones every
    /// pass would move by one step.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Mtd {
        group KEYS {
            /// the first guess: last (the iteration before) or infinity (SSS*)
            start as "start": FirstGuess = "last", FirstGuess::TAKES; FirstGuess::Last,
        }
    }
}

/// How the root's window is chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Style {
    /// One open window, or one around the last value where an aspiration width is given.
    Window(Window),
    /// Null windows.
    Mtd(Mtd),
}

settings! {
    /// Every switch.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Config {
        group KEYS {
            /// search ply by ply (on), past a proven value too (through), every second ply (strides), or to the depth at once (off)
            deepening as "deepening": Schedule = "on", Schedule::TAKES; Schedule::AtOnce,
            /// transposition table: bytes (64MB), entries (65536 or 2^16) or off
            table as "table": Size = "16MB", Takes::Table { entry: ENTRY_BYTES, each: true }; Size::Off,
            /// which entry gives way: always, deep, big or two_level
            replacement as "replace": Replacement = "deep", Replacement::TAKES; Replacement::Deep,
            /// which entries serve: exact (the same depth) or deeper
            matching as "match": Matching = "deeper", Matching::TAKES; Matching::Deeper,
            /// positions that a symmetry maps to each other share an entry
            symmetry as "symmetry": bool = "off", Takes::Switch; false,
            /// enhanced transposition cutoffs: look the children up first, with at least this many plies
            /// left; on is 2
            etc as "etc": Option<u32> = "off", whole(2, 1000).degree(2.0); None,
            /// try moves that refuted a sibling first
            killers as "killers": bool = "on", Takes::Switch; false,
            /// try moves first that were good elsewhere
            history as "history": bool = "on", Takes::Switch; false,
            /// try moves first that the game itself finds promising, where it ranks them
            promise as "promise": bool = "on", Takes::Switch; false,
            /// order moves by evaluation at nodes with at least this many plies left, 2 or higher
            sort as "sort": Option<u32> = "none", whole(2, 1000).or("none"); None,
            /// a search this many plies shallower for a first move where the table has none; on is 2
            iid as "iid": Option<u32> = "off", whole(1, 1000).degree(2.0); None,
            /// late-move reductions of this many plies at most, more the later and the deeper; on is 1;
            /// unsound: values may differ from the full search
            lmr as "lmr": Option<u32> = "off", whole(1, 100).degree(1.0); None,
            /// follow loud moves beyond the horizon; changes what a depth means
            quiescence as "quiescence": bool = "off", Takes::Switch; false,
            /// points of the evaluation by which a draw is worth less than zero to this player
            contempt as "contempt": i32 = "0", whole(-1_000_000, 1_000_000); 0,
        }
        group BOUNDS {
            /// use what the game says is still possible from a position: evaluations stay within, and nodes end by it
            bounds as "bounds": bool = "on", Takes::Switch; false,
        }
        group NULL_WINDOWS {
            /// null windows after the first move at decision nodes
            pvs as "pvs": bool = "off", Takes::Switch; false,
        }
        group SHALLOWEST {
            /// nodes with fewer plies below them stay out of the table; from 2 on moves to leaves are not ordered either
            shallowest as "shallowest": u32 = "0", whole(0, 1000); 0,
        }
        group THREADS {
            /// how many threads search, 1 to 256; more than one need a table to share
            threads as "threads": usize = "1", whole(1, 256); 1,
        }
        fixed {
            /// How the root's window is chosen.
            style: Style = Style::Window(Window::PLAIN),
            /// Whether decision nodes cut at all; expectimax does not, but for values that cannot be beaten.
            prune: bool = true,
            /// The moves left out or followed further (unsound).
            selective: Selective = Selective::PLAIN,
            /// The rule at chance nodes.
            chance: ChanceRule = ChanceRule::PLAIN,
        }
    }
}

impl Config {
    /// The same, refused where its settings do not go together or ask for more memory than there is.
    pub fn checked(self, args: &Args) -> Result<Config, Error> {
        check_size(args, "table", self.table)?;
        if self.threads > 1 && self.table == Size::Off {
            let why = "threads share what they find through the table; set table=16MB, or threads=1";
            return Err(args.error("threads", why));
        }
        Ok(self)
    }

    /// Whether every switch is off that asks more of an inner node than its value.
    pub(super) fn bare<G: Game>(&self) -> bool {
        let ranked = self.killers || self.history || self.promise && G::RANKS || self.sort.is_some();
        let looked_up = self.table != Size::Off || self.etc.is_some() || self.iid.is_some();
        !(ranked || looked_up || self.pvs || self.lmr.is_some() || self.quiescence) && self.selective.off()
    }

    /// Whether moves to leaves are tried as the game lists them, because what is found there is not kept.
    pub(super) fn hastes_to_leaves(&self) -> bool {
        self.shallowest > 1 && !self.quiescence && self.selective.off()
    }

    /// The widest window of the scale's own bounds, opened by one step so that the bounds themselves are inside.
    pub(super) fn open<V: Value>(bounds: (V, V)) -> (V, V) {
        (bounds.0.next_down(), bounds.1.next_up())
    }
}
