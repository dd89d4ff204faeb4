//! The switches of the search, as keys of its spec.

use plywood_core::spec::{Args, Key, Size};
use plywood_core::{Error, Spec, Value};

use crate::deepening::Schedule;
use crate::expectimax::ChanceRule;
use crate::plain::Fail;
use crate::table::{Matching, Replacement};

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
    /// Enhanced transposition cutoffs: look the children up before searching any.
    pub etc: bool,
    /// Killer moves.
    pub killers: bool,
    /// The history heuristic.
    pub history: bool,
    /// Order moves by the evaluation of what they lead to, where so many plies or more are left to search.
    pub sort: Option<u32>,
    /// Internal iterative deepening where the table has no move.
    pub iid: bool,
    /// Late-move reductions (unsound).
    pub lmr: bool,
    /// Follow loud moves beyond the horizon (changes what a depth means).
    pub quiescence: bool,
    /// What a draw is worth less than nought to the player who searches, in points of the evaluation.
    pub contempt: i32,
    /// What happens at chance nodes.
    pub chance: ChanceRule,
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
        etc: false,
        killers: false,
        history: false,
        sort: None,
        iid: false,
        lmr: false,
        quiescence: false,
        contempt: 0,
        chance: ChanceRule::EXPECTIMAX,
    };

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
        Key::new("etc", "off", "enhanced transposition cutoffs: look the children up first"),
        Key::new("killers", "on", "try moves that refuted a sibling first"),
        Key::new("history", "on", "try moves first that were good elsewhere"),
        Key::new(
            "sort",
            "none",
            "order moves by evaluation at nodes with so many plies left or more, 2 or higher",
        ),
        Key::new("iid", "off", "a shallower search for a first move where the table has none"),
        Key::new("lmr", "off", "late-move reductions; unsound: values may differ from the full search"),
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
            table: args.size("table")?,
            replacement: SCHEMES[args.choice("replace", &["always", "deep", "big", "two_level"])?],
            matching: [Matching::Exact, Matching::Deeper][args.choice("match", &["exact", "deeper"])?],
            symmetry: args.switch("symmetry")?,
            etc: args.switch("etc")?,
            killers: args.switch("killers")?,
            history: args.switch("history")?,
            sort: args.optional("sort", 2, 1000)?,
            iid: args.switch("iid")?,
            lmr: args.switch("lmr")?,
            quiescence: args.switch("quiescence")?,
            contempt: args.number("contempt", -1_000_000, 1_000_000)?,
            ..Config::BARE
        })
    }

    /// Whether every switch is off that asks more of an inner node than its value.
    pub(super) fn bare(&self) -> bool {
        let ordered =
            self.table != Size::Off || self.killers || self.history || self.sort.is_some() || self.iid;
        !(ordered || self.pvs || self.lmr || self.etc || self.quiescence)
    }

    /// The widest window of the scale's own bounds, opened by one step so that the bounds themselves are inside.
    pub(super) fn open<V: Value>(bounds: (V, V)) -> (V, V) {
        (bounds.0.next_down(), bounds.1.next_up())
    }
}
