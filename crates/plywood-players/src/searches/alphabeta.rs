//! `ab`, `pvs` and `mtdf`: the enhanced search in three styles.

use plywood_core::{About, Args, Chance, Error, Key, Knowledge, Limit, Search};
use plywood_search::alphabeta::selective::Selective;
use plywood_search::alphabeta::{self, Config, Style};

use super::{
    BOUNDS, EVAL, ORACLE, Recipe, SearchEntry, WITHOUT_CHANCE, evaluator, oracle, two_players_no_chance,
};

/// What the searches know, and how their windows are set.
const WINDOWED: &[Key] =
    &[EVAL, BOUNDS, ORACLE, Config::WINDOW_KEYS[0], Config::WINDOW_KEYS[1], Config::THREADS];

/// Reads the switches that all styles share.
pub(super) fn switches(args: &Args) -> Result<Config, Error> {
    Ok(Config { bounds: args.switch(BOUNDS.name)?, ..Config::read(args)? })
}

/// The same with what is selective, which searches of chance nodes do not take.
fn all_switches(args: &Args) -> Result<Config, Error> {
    Ok(Config { selective: Selective::read(args)?, ..switches(args)? })
}

pub(super) fn build<G: Knowledge>(
    game: &G,
    args: &Args,
    config: Config,
) -> Result<Box<dyn Search<G>>, Error> {
    let search = alphabeta::AlphaBeta::new(evaluator(game, args, EVAL.name)?, config.read_threads(args)?);
    Ok(Box::new(search.asking(oracle(game, args, ORACLE.name)?)))
}

/// What the three styles have in common.
const fn entry(about: About) -> SearchEntry {
    SearchEntry {
        about,
        shared: &[Config::KEYS, Selective::KEYS],
        misfit: two_players_no_chance,
        keeps: Limit::OF_TREES,
    }
}

/// `ab`.
pub(super) struct AlphaBeta;

impl Recipe for AlphaBeta {
    const ENTRY: SearchEntry = entry(About {
        name: "ab",
        about: "alpha-beta in negamax form, every enhancement a switch",
        keys: WINDOWED,
        source: "Dice thesis, sections 2.2 and 2.3; lecture notes, Alpha-Beta Pruning and Newer Searches",
    });
    const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        build(game, args, Config { style: Config::read_window(args)?, ..all_switches(args)? })
    }
}

/// `pvs`.
pub(super) struct PrincipalVariation;

impl Recipe for PrincipalVariation {
    const ENTRY: SearchEntry = entry(About {
        name: "pvs",
        about: "principal variation search: null windows after the first move",
        keys: WINDOWED,
        source: "Dice thesis, section 2.3.6; lecture notes, Newer Searches",
    });
    const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        build(game, args, Config { style: Config::read_window(args)?, pvs: true, ..all_switches(args)? })
    }
}

/// `mtdf`.
pub(super) struct Mtd;

impl Recipe for Mtd {
    const ENTRY: SearchEntry = entry(About {
        name: "mtdf",
        about: "MTD(f): null windows that home in on the value; from infinity it is SSS*",
        keys: &[
            EVAL,
            BOUNDS,
            ORACLE,
            Key::new("start", "last", "the first guess: last (the iteration before) or infinity (SSS*)"),
            Config::THREADS,
        ],
        source: "lecture notes, Newer Searches",
    });
    const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let from_infinity = args.choice("start", &["last", "infinity"])? == 1;
        build(game, args, Config { style: Style::Mtd { from_infinity }, ..all_switches(args)? })
    }
}
