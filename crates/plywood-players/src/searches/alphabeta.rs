//! `ab`, `pvs` and `mtdf`: the enhanced search in three styles.

use plywood_core::{About, Args, Error, Key, Knowledge, Limit, Search};
use plywood_search::alphabeta::{self, Config, Style};

use super::{EVAL, Recipe, SearchEntry, evaluator, two_players_no_chance};

/// The evaluation, then keys of one style, then those that all share.
const fn with_shared<const N: usize>(own: &[Key]) -> [Key; N] {
    let mut keys = [EVAL; N];
    let mut place = 0;
    while place + 1 < N {
        keys[place + 1] = if place < own.len() { own[place] } else { Config::KEYS[place - own.len()] };
        place += 1;
    }
    keys
}

const SHARED: usize = 1 + Config::KEYS.len();
const WINDOWED: usize = SHARED + Config::WINDOW_KEYS.len();

pub(super) fn build<G: Knowledge>(
    game: &G,
    args: &Args,
    config: Config,
) -> Result<Box<dyn Search<G>>, Error> {
    Ok(Box::new(alphabeta::AlphaBeta::new(evaluator(game, args, "eval")?, config)))
}

/// `ab`.
pub(super) struct AlphaBeta;

impl Recipe for AlphaBeta {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "ab",
            about: "alpha-beta in negamax form, every enhancement a switch",
            keys: &with_shared::<WINDOWED>(Config::WINDOW_KEYS),
            source: "Dice thesis, sections 2.2 and 2.3; lecture notes, Alpha-Beta Pruning and Newer Searches",
        },
        misfit: two_players_no_chance,
        keeps: Limit::OF_TREES,
    };
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        build(game, args, Config { style: Config::read_window(args)?, ..Config::read(args)? })
    }
}

/// `pvs`.
pub(super) struct PrincipalVariation;

impl Recipe for PrincipalVariation {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "pvs",
            about: "principal variation search: null windows after the first move",
            keys: &with_shared::<WINDOWED>(Config::WINDOW_KEYS),
            source: "Dice thesis, section 2.3.6; lecture notes, Newer Searches",
        },
        misfit: two_players_no_chance,
        keeps: Limit::OF_TREES,
    };
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        build(game, args, Config { style: Config::read_window(args)?, pvs: true, ..Config::read(args)? })
    }
}

/// `mtdf`.
pub(super) struct Mtd;

impl Recipe for Mtd {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "mtdf",
            about: "MTD(f): null windows that home in on the value; from infinity it is SSS*",
            keys: &with_shared::<{ SHARED + 1 }>(&[Key::new(
                "start",
                "last",
                "the first guess: last (the iteration before) or infinity (SSS*)",
            )]),
            source: "lecture notes, Newer Searches",
        },
        misfit: two_players_no_chance,
        keeps: Limit::OF_TREES,
    };
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let from_infinity = args.choice("start", &["last", "infinity"])? == 1;
        build(game, args, Config { style: Style::Mtd { from_infinity }, ..Config::read(args)? })
    }
}
