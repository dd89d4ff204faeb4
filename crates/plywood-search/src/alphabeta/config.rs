//! The switches of the search, as keys of its spec.

use plywood_core::spec::{Args, Key, Size};
use plywood_core::{Error, Game, Spec, Value};

use super::selective::Selective;
use crate::deepening::Schedule;
use crate::expectimax::ChanceRule;
use crate::plain::Fail;
use crate::table::{Matching, Replacement, read_size};

/// How the root's window is chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Style {
    /// One open window, or one around the last value where an aspiration width is given.
    Window {
        /// Half the width of the window in the evaluation's points; none for an open one.
        aspiration: Option<f64>,
        /// What is returned beyond the window.
        fail: Fail,
    },
    /// MTD(f): null windows that home in on the value (Plaat). It lives on fail-soft bounds: with fail-hard ones every
    /// pass would move by one step.
    Mtd {
        /// Start at plus infinity instead of the last value: then it is SSS*.
        from_infinity: bool,
    },
}

/// Every switch.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The root's window.
    pub style: Style,
    /// Whether decision nodes cut at all; expectimax does not, but for values that cannot be beaten.
    pub prune: bool,
    /// Null windows after the first move (principal variation search).
    pub pvs: bool,
    /// Which depths are searched on the way to the deepest.
    pub deepening: Schedule,
    /// The table's size.
    pub table: Size,
    /// Which table entries give way.
    pub replacement: Replacement,
    /// Which table entries serve.
    pub matching: Matching,
    /// Nodes with fewer plies below them than this stay out of the table.
    pub shallowest: u32,
    /// Whether positions that a symmetry maps to each other share an entry.
    pub symmetry: bool,
    /// Enhanced transposition cutoffs where so many plies or more are left: look the children up before searching any.
    pub etc: Option<u32>,
    /// Killer moves.
    pub killers: bool,
    /// The history heuristic.
    pub history: bool,
    /// The game's own opinion of its moves, before killers and history.
    pub promise: bool,
    /// Order moves by the evaluation of what they lead to, where so many plies or more are left to search.
    pub sort: Option<u32>,
    /// Internal iterative deepening where the table has no move: a search of so many plies less.
    pub iid: Option<u32>,
    /// Late-move reductions (unsound): plies that a late move is searched less at most.
    pub lmr: Option<u32>,
    /// Follow loud moves beyond the horizon (changes what a depth means).
    pub quiescence: bool,
    /// What is left out or followed further (unsound).
    pub selective: Selective,
    /// Use what the game says is still possible from a position.
    pub bounds: bool,
    /// What a draw is worth less than nought to the player who searches, in points of the evaluation.
    pub contempt: i32,
    /// What happens at chance nodes.
    pub chance: ChanceRule,
    /// How many threads search; more than one need a table to share.
    pub threads: usize,
}

/// What `ab` means: every key at its default.
impl Default for Config {
    fn default() -> Config {
        let spec = Spec::word("ab");
        let args = Args::new(&spec, &[Config::KEYS, Config::WINDOW_KEYS]);
        args.and_then(|args| Ok(Config { style: Config::read_window(&args)?, ..Config::read(&args)? }))
            .expect("the defaults of the keys can be read")
    }
}

impl Config {
    /// Nothing but the window.
    pub const BARE: Config = Config {
        style: Style::Window { aspiration: None, fail: Fail::Soft },
        prune: true,
        pvs: false,
        deepening: Schedule::AtOnce,
        table: Size::Off,
        replacement: Replacement::Deep,
        matching: Matching::Deeper,
        shallowest: 0,
        symmetry: false,
        etc: None,
        killers: false,
        history: false,
        promise: false,
        sort: None,
        iid: None,
        lmr: None,
        quiescence: false,
        selective: Selective::OFF,
        bounds: false,
        contempt: 0,
        chance: ChanceRule::EXPECTIMAX,
        threads: 1,
    };

    /// The key of enhanced transposition cutoffs.
    pub const ETC: Key = Key::new(
        "etc",
        "off",
        "enhanced transposition cutoffs: look the children up first, with so many plies left or more; on is 2",
    );

    /// The key of searches that several threads can share.
    pub const THREADS: Key =
        Key::new("threads", "1", "how many threads search, 1 to 256; more than one need a table to share");

    /// The keys that `ab`, `pvs` and `mtdf` share.
    pub const KEYS: &'static [Key] = &[
        Key::new(
            "deepening",
            "on",
            "search ply by ply (on), past a proven value too (through), every second ply (strides), or to the depth at once (off)",
        ),
        Key::new("table", "16MB", "transposition table: bytes (64MB), entries (65536 or 2^16) or off"),
        Key::new("replace", "deep", "which entry gives way: always, deep, big or two_level"),
        Key::new("match", "deeper", "which entries serve: exact (the same depth) or deeper"),
        Key::new("symmetry", "off", "positions that a symmetry maps to each other share an entry"),
        Config::ETC,
        Key::new("killers", "on", "try moves that refuted a sibling first"),
        Key::new("history", "on", "try moves first that were good elsewhere"),
        Key::new(
            "promise",
            "on",
            "try moves first that the game itself finds promising, where it ranks them",
        ),
        Key::new(
            "sort",
            "none",
            "order moves by evaluation at nodes with so many plies left or more, 2 or higher",
        ),
        Key::new(
            "iid",
            "off",
            "a search of so many plies less for a first move where the table has none; on is 2",
        ),
        Key::new(
            "lmr",
            "off",
            "late-move reductions of so many plies at most, more the later and the deeper; on is 1; unsound: values may \
             differ from the full search",
        ),
        Key::new("quiescence", "off", "follow loud moves beyond the horizon; changes what a depth means"),
        Key::new(
            "contempt",
            "0",
            "points of the evaluation that a draw is worth less than nought to this player",
        ),
    ];

    /// The keys of a search with one window.
    pub const WINDOW_KEYS: &'static [Key] = &[
        Key::new(
            "aspiration",
            "none",
            "half the width of a window around the last value, in the evaluation's points",
        ),
        Key::new("fail", "soft", "what is returned beyond the window: soft or hard"),
    ];

    /// Reads [`Config::THREADS`] on top of what is read.
    pub fn read_threads(self, args: &Args) -> Result<Config, Error> {
        let threads = args.number("threads", 1, 256)?;
        if threads > 1 && self.table == Size::Off {
            let why = "threads share what they find through the table; set table=16MB, or threads=1";
            return Err(args.error("threads", why));
        }
        Ok(Config { threads, ..self })
    }

    /// Reads [`Config::WINDOW_KEYS`].
    pub fn read_window(args: &Args) -> Result<Style, Error> {
        Ok(Style::Window {
            aspiration: args.optional("aspiration", 0.0, 1e9)?,
            fail: [Fail::Soft, Fail::Hard][args.choice("fail", &["soft", "hard"])?],
        })
    }

    /// Reads [`Config::KEYS`].
    pub fn read(args: &Args) -> Result<Config, Error> {
        const SCHEMES: [Replacement; 4] =
            [Replacement::Always, Replacement::Deep, Replacement::Big, Replacement::TwoLevel];
        const SCHEDULES: [Schedule; 4] =
            [Schedule::Steps, Schedule::Through, Schedule::Strides, Schedule::AtOnce];
        Ok(Config {
            deepening: SCHEDULES[args.choice("deepening", &["on", "through", "strides", "off"])?],
            table: read_size(args, "table")?,
            replacement: SCHEMES[args.choice("replace", &["always", "deep", "big", "two_level"])?],
            matching: [Matching::Exact, Matching::Deeper][args.choice("match", &["exact", "deeper"])?],
            symmetry: args.switch("symmetry")?,
            etc: args.degree("etc", 2, 2, 1000)?,
            killers: args.switch("killers")?,
            history: args.switch("history")?,
            promise: args.switch("promise")?,
            sort: args.optional("sort", 2, 1000)?,
            iid: args.degree("iid", 2, 1, 1000)?,
            lmr: args.degree("lmr", 1, 1, 100)?,
            quiescence: args.switch("quiescence")?,
            contempt: args.number("contempt", -1_000_000, 1_000_000)?,
            ..Config::BARE
        })
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
