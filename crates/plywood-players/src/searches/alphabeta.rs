//! `ab`, `pvs` and `mtdf`: the enhanced search in three styles.

use plywood_core::{About, Args, Chance, Declaration, Error, Key, Knowledge, Search};
use plywood_search::alphabeta::selective::Selective;
use plywood_search::alphabeta::{self, Config, Style, Window};

use super::{EVAL, ORACLE, Recipe, WITHOUT_CHANCE, evaluator, oracle, two_players_no_chance};

/// Makes a search of what its spec says, with a style and a rule for chance that its name says.
pub(super) fn build<G: Knowledge>(
    game: &G,
    args: &Args,
    config: Config,
) -> Result<Box<dyn Search<G>>, Error> {
    let config = Config { selective: config.selective.clone().read(args)?, ..config.read(args)? };
    let search = alphabeta::AlphaBeta::new(evaluator(game, args, EVAL.name)?, config.checked(args)?);
    Ok(Box::new(search.asking(oracle(game, args, ORACLE.name)?)))
}

/// Keys of every search with a window.
const WINDOWED: &[&[Key]] = &[Window::KEYS, Config::THREADS, Config::KEYS, Selective::KEYS];

/// What the searches know.
const KNOWING: &[Key] = &[EVAL, Config::BOUNDS[0], ORACLE];

/// What the three styles have in common.
const fn entry(about: About, shared: &'static [&'static [Key]]) -> Declaration {
    let about = About { keys: KNOWING, ..about };
    Declaration { about, shared, misfit: two_players_no_chance, ..Declaration::PLAIN }
}

/// `ab`.
pub(super) struct AlphaBeta;

impl Recipe for AlphaBeta {
    const ENTRY: Declaration = entry(
        About {
            source: "Dice thesis, sections 2.2 and 2.3; lecture notes, Alpha-Beta Pruning and Newer Searches",
            ..About::plain("ab", "alpha-beta in negamax form, every enhancement a switch")
        },
        WINDOWED,
    );
    const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        build(game, args, Config { style: Style::Window(Window::PLAIN.read(args)?), ..Config::PLAIN })
    }
}

/// `pvs`.
pub(super) struct PrincipalVariation;

impl Recipe for PrincipalVariation {
    const ENTRY: Declaration = entry(
        About {
            source: "Dice thesis, section 2.3.6; lecture notes, Newer Searches",
            ..About::plain("pvs", "principal variation search: null windows after the first move")
        },
        WINDOWED,
    );
    const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let style = Style::Window(Window::PLAIN.read(args)?);
        build(game, args, Config { style, pvs: true, ..Config::PLAIN })
    }
}

/// `mtdf`.
pub(super) struct Mtd;

impl Recipe for Mtd {
    const ENTRY: Declaration = entry(
        About {
            source: "lecture notes, Newer Searches",
            ..About::plain("mtdf", "MTD(f): null windows that home in on the value; from infinity it is SSS*")
        },
        &[alphabeta::Mtd::KEYS, Config::THREADS, Config::KEYS, Selective::KEYS],
    );
    const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let style = Style::Mtd(alphabeta::Mtd::PLAIN.read(args)?);
        build(game, args, Config { style, ..Config::PLAIN })
    }
}
