//! `expectimax`, `star1`, `star2`, `star_etc` and `star_proof`: one search, five rules at chance nodes.

use plywood_core::{About, Args, Chance, Error, Key, Knowledge, Limit, Search};
use plywood_search::alphabeta::Config;
use plywood_search::expectimax::ChanceRule;

use super::alphabeta::{build, switches};
use super::{
    BOUNDS, EVAL, LISTED_CHANCE, NO_CHANCE, ORACLE, Recipe, SearchEntry, two_players, two_players_chance,
};

/// Keys that mean the same but have another default where there is chance: only entries of the same depth keep a
/// table from changing values.
const CHANCE_KEYS: &[Key] = &[
    EVAL,
    BOUNDS,
    ORACLE,
    Key::new("match", "exact", "which entries serve: exact (the same depth) or deeper"),
    Key::new("chance_table", "off", "keep chance nodes in the table too"),
    Key::new(
        "shallowest",
        "0",
        "nodes with fewer plies below them stay out of the table; from 2 on moves to leaves are not ordered either",
    ),
    Config::THREADS,
];
const DECISIONS: &[Key] = &[
    Key::new("replace", "two_level", "which entry gives way: always, deep, big or two_level"),
    Key::new("pvs", "off", "null windows after the first move at decision nodes"),
];
/// What all Star searches share.
const STAR: &[&[Key]] = &[DECISIONS, CHANCE_KEYS, Config::KEYS, ChanceRule::KEYS];
const SWITCHES: [Key; 3] = [
    Key::new("chance_table", "on", "keep chance nodes in the table too"),
    Key::new(
        "successors",
        "on",
        "look every child of a chance node up in the table first, with so many plies left or more; on is 2",
    ),
    Key::new("probe", "1", "moves of each child to try first; 0 for none"),
];

fn config(args: &Args, rule: ChanceRule) -> Result<Config, Error> {
    let table = args.switch("chance_table")?;
    let shallowest = args.number("shallowest", 0, 1000)?;
    Ok(Config { chance: ChanceRule { table, ..rule }, shallowest, ..switches(args)? })
}

/// A Star search with a rule.
fn star<G: Knowledge>(game: &G, args: &Args, rule: ChanceRule) -> Result<Box<dyn Search<G>>, Error> {
    build(game, args, Config { pvs: args.switch("pvs")?, ..config(args, rule.read(args)?)? })
}

/// `expectimax`.
pub(super) struct Expectimax;

impl Recipe for Expectimax {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "expectimax",
            about: "expectimax: means at chance nodes, no cuts but for values that cannot be beaten",
            keys: &[ChanceRule::SAMPLES],
            source: "Dice thesis, section 2.4.1; PickPocket thesis, section 3.3.2",
        },
        shared: &[CHANCE_KEYS, Config::KEYS],
        misfit: |nature| two_players(nature).or((nature.chance == Chance::None).then_some(NO_CHANCE)),
        keeps: Limit::OF_TREES,
    };
    const CHANCE: &'static [Chance] = &[Chance::Enumerable, Chance::Sampled];
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let samples = ChanceRule::read_samples(args)?;
        if samples.is_none() && game.nature().chance == Chance::Sampled {
            return Err(args.error(
                "samples",
                "the chance events of this game can only be drawn: say how many, as in samples=15",
            ));
        }
        let rule = ChanceRule { samples, ..ChanceRule::EXPECTIMAX };
        build(game, args, Config { prune: false, ..config(args, rule)? })
    }
}

/// `star1`.
pub(super) struct Star1;

impl Recipe for Star1 {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "star1",
            about: "Star1: windows at chance nodes from bounds on the children not yet searched",
            keys: &[],
            source: "Dice thesis, section 2.4.3",
        },
        shared: STAR,
        misfit: two_players_chance,
        keeps: Limit::OF_TREES,
    };
    const CHANCE: &'static [Chance] = LISTED_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        star(game, args, ChanceRule::STAR1)
    }
}

/// `star2`.
pub(super) struct Star2;

impl Recipe for Star2 {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "star2",
            about: "Star2: Star1 after a probe of each child's first moves",
            keys: &[SWITCHES[2]],
            source: "Dice thesis, section 2.4.4",
        },
        shared: STAR,
        misfit: two_players_chance,
        keeps: Limit::OF_TREES,
    };
    const CHANCE: &'static [Chance] = LISTED_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        star(game, args, ChanceRule::STAR1.probing(args.number("probe", 0, 1000)?))
    }
}

/// `star_etc`.
pub(super) struct StarEtc;

impl Recipe for StarEtc {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "star_etc",
            about: "StarETC: Star2 with chance nodes in the table and a look at every child's entry first",
            keys: &SWITCHES,
            source: "Dice thesis, section 3",
        },
        shared: STAR,
        misfit: two_players_chance,
        keeps: Limit::OF_TREES,
    };
    const CHANCE: &'static [Chance] = LISTED_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let rule = ChanceRule {
            successors: args.degree("successors", 2, 2, 1000)?,
            ..ChanceRule::STAR_ETC.probing(args.number("probe", 0, 1000)?)
        };
        star(game, args, rule)
    }
}

/// `star_proof`.
pub(super) struct StarProof;

impl Recipe for StarProof {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "star_proof",
            about: "our best sound search: StarETC with proofs by foreseen events instead of probes",
            keys: PROOF_KEYS,
            source: "Dice thesis, sections 3 and 6.1",
        },
        shared: STAR,
        misfit: two_players_chance,
        keeps: Limit::OF_TREES,
    };
    const CHANCE: &'static [Chance] = LISTED_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let rule = ChanceRule {
            successors: args.degree("successors", 2, 2, 1000)?,
            ..ChanceRule::STAR_PROOF.probing(args.number("probe", 0, 1000)?)
        };
        star(game, args, rule)
    }
}

const PROOF_KEYS: &[Key] = &[
    SWITCHES[0],
    SWITCHES[1],
    Key::new("probe", "0", "moves of each child to try first; 0 for none"),
    Key::new(
        "shallowest",
        "2",
        "nodes with fewer plies below them stay out of the table; from 2 on moves to leaves are not ordered either",
    ),
    Key::new(
        "deepening",
        "strides",
        "search ply by ply (on), past a proven value too (through), every second ply (strides), or to the depth at once (off)",
    ),
    Key::new("sort", "2", "order moves by evaluation at nodes with so many plies left or more, 2 or higher"),
    Key { default: "on", ..Config::ETC },
    Key::new("proof", "on", "bounds that prove the value outside the window before exact values"),
    Key::new("order", "table", "the order of events: game, narrow (fewest moves first) or table"),
];
