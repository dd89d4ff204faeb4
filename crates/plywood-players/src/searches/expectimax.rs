//! `expectimax`, `star1`, `star2`, `star_etc` and `star_proof`: one search, five rules at chance nodes.

use plywood_core::{About, Args, Chance, Declaration, Error, Key, Knowledge, Search};
use plywood_search::alphabeta::Config;
use plywood_search::expectimax::ChanceRule;

use super::{EVAL, LISTED_CHANCE, NO_CHANCE, ORACLE, Recipe, alphabeta, two_players, two_players_chance};

/// The groups of keys that all of them share.
const SHARED: &[&[Key]] = &[
    Config::BOUNDS,
    ChanceRule::TABLE,
    Config::SHALLOWEST,
    Config::THREADS,
    Config::KEYS,
    ChanceRule::SAMPLES,
];

/// Only entries of the same depth keep a table from changing values.
const EXACT: (&str, &str) = ("match", "exact");

/// Makes a search with a rule, which its spec may change.
fn build<G: Knowledge>(
    game: &G,
    args: &Args,
    rule: ChanceRule,
    prune: bool,
) -> Result<Box<dyn Search<G>>, Error> {
    alphabeta::build(game, args, Config { chance: rule.read(args)?, prune, ..Config::PLAIN })
}

/// `expectimax`.
pub(super) struct Expectimax;

impl Recipe for Expectimax {
    const ENTRY: Declaration = Declaration {
        about: About {
            name: "expectimax",
            about: "expectimax: means at chance nodes, no cuts but for values that cannot be beaten",
            keys: &[EVAL, ORACLE],
            source: "Dice thesis, section 2.4.1; PickPocket thesis, section 3.3.2",
        },
        shared: SHARED,
        defaults: &[EXACT],
        misfit: |nature| two_players(nature).or((nature.chance == Chance::None).then_some(NO_CHANCE)),
        ..Declaration::PLAIN
    };
    const CHANCE: &'static [Chance] = &[Chance::Enumerable, Chance::Sampled];
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let samples: Option<usize> = args.get("samples")?;
        if samples.is_none() && game.nature().chance == Chance::Sampled {
            return Err(args.error(
                "samples",
                "the chance events of this game can only be drawn: say how many, as in samples=15",
            ));
        }
        build(game, args, ChanceRule::PLAIN, false)
    }
}

/// What the Star searches share on top.
const STAR: &[&[Key]] = &[Config::NULL_WINDOWS, ChanceRule::KEYS];

/// A Star search by its name, its keys beyond those that all share, their defaults, and its rule.
macro_rules! star_searches {
    ($($recipe:ident $name:literal, $about:literal, $source:literal, $keys:expr, $defaults:expr, $rule:expr;)*) => {$(
        #[doc = concat!("`", $name, "`.")]
        pub(super) struct $recipe;

        impl Recipe for $recipe {
            const ENTRY: Declaration = Declaration {
                about: About { name: $name, about: $about, keys: &[EVAL, ORACLE], source: $source },
                shared: &[
                    $keys[0], $keys[1], STAR[0], STAR[1], SHARED[0], SHARED[1], SHARED[2], SHARED[3], SHARED[4],
                    SHARED[5],
                ],
                defaults: $defaults,
                misfit: two_players_chance,
                ..Declaration::PLAIN
            };
            const CHANCE: &'static [Chance] = LISTED_CHANCE;
            fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
                build(game, args, $rule, true)
            }
        }
    )*};
}

/// No keys.
const NONE: &[Key] = &[];
/// The default of a table that keeps one entry for the deepest search and one for the newest.
const LEVELS: (&str, &str) = ("replace", "two_level");
const WITH_TABLE: (&str, &str) = ("chance_table", "on");

star_searches! {
    Star1 "star1", "Star1: windows at chance nodes from bounds on the children not yet searched",
        "Dice thesis, section 2.4.3", [NONE, NONE], &[EXACT, LEVELS], ChanceRule::STAR1;
    Star2 "star2", "Star2: Star1 after a probe of each child's first moves",
        "Dice thesis, section 2.4.4", [ChanceRule::PROBE, NONE], &[EXACT, LEVELS], ChanceRule::STAR1;
    StarEtc "star_etc", "StarETC: Star2 with chance nodes in the table and a look at every child's entry first",
        "Dice thesis, section 3", [ChanceRule::PROBE, ChanceRule::SUCCESSORS], &[EXACT, LEVELS, WITH_TABLE],
        ChanceRule::STAR1;
    StarProof "star_proof", "our best sound search: StarETC with proofs by foreseen events instead of probes",
        "Dice thesis, sections 3 and 6.1", [ChanceRule::PROBE, ChanceRule::SUCCESSORS],
        &[
            EXACT,
            LEVELS,
            WITH_TABLE,
            ("probe", "0"),
            ("shallowest", "2"),
            ("deepening", "strides"),
            ("sort", "2"),
            ("etc", "on"),
            ("proof", "on"),
            ("order", "table"),
        ],
        ChanceRule::STAR1;
}
