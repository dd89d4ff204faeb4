//! `om`, `prom`, `mstar` and the forerunners: searches with a model of the opponent.
//!
//! Models are evaluations of the game by name, weighted sums of them, or what was learned of an opponent
//! ([`crate::learned`]). A PrOM player lists its types:
//! `prom(own=v0, types=either(type(p=0.3), type(eval=v1, p=0.7, probe=5)))`; an M* player its levels, outermost first:
//! `mstar(levels=levels(v0, v1, v2))`.

use plywood_core::settings::{Takes, number, whole, words};
use plywood_core::spec::Size;
use plywood_core::{About, Args, Chance, Declaration, Error, Key, Knowledge, Search, Spec};
use plywood_learn::opponent::learner::{Learner, Rule};
use plywood_search::alphabeta::selective::Selective;
use plywood_search::alphabeta::{Config, Style, Window};
use plywood_search::cache;
use plywood_search::opponent::forerunners::{Fallibility, Forerunner};
use plywood_search::opponent::modelling::Windows;
use plywood_search::opponent::mstar::{Nested, NestedConfig, Passes};
use plywood_search::opponent::om::{Om as OmSearch, OmConfig, Pruning, Ties, Version};
use plywood_search::opponent::prom::{EqualMoves, OpponentType, Prom as PromSearch, PromConfig, Sharing};
use plywood_search::opponent::risk::Attitude;
use plywood_search::opponent::utility::Utility;
use plywood_search::plain::Fail;
use plywood_search::table::{self, read_size};

use crate::learned::{blend, blend_of, types_of};

use super::{ORACLE, Recipe, WITHOUT_CHANCE, oracle, oracle_of, two_players_no_chance};

/// Keys of the alpha-beta searches inside.
const PROBES: &[&[Key]] = &[
    &[Key::taking("deepening", "on", Takes::Switch, "search ply by ply (on), or to the depth at once (off)")],
    Config::KEYS,
    Selective::KEYS,
];

/// Probes match exact depths unless told otherwise, so that a prediction does not depend on what was searched before.
const EXACT: (&str, &str) = ("match", "exact");

const OWN: Key = Key::taking(
    "own",
    "default",
    Takes::Evaluation,
    "the player's evaluation; default is the game's first, weighted(NAME=WEIGHT, ...) a sum of several",
);
const MODEL: Key = Key::taking(
    "opponent",
    "default",
    Takes::Evaluation,
    "the evaluation of the opponent in the model, learned(file=FILE) for what `plywood train GAME opponent` found",
);
const OPPONENT_ORACLE: Key = Key::taking(
    "opponent_oracle",
    "none",
    Takes::Oracle,
    "exact values that the opponent has in the model: an oracle of the game",
);
const VERSION: Key = Key::taking(
    "version",
    "probes",
    words(&["probes", "one_pass"]),
    "how the values are found: probes (alpha-beta inside) or one_pass",
);
const PRUNE: Key = Key::taking(
    "prune",
    "beta",
    words(&["none", "beta", "bounded"]),
    "what is cut: none, beta or bounded (needs bound)",
);
const BOUND: Key = Key::taking(
    "bound",
    "none",
    number(0.0, 1e9).or("none"),
    "the greatest difference between the evaluations at leaves, in their points",
);
const SPECULATE: Key = Key::taking(
    "speculate",
    "none",
    whole(0, 10_000).or("none"),
    "predict moves at most this many plies below the root; none for all",
);

const PVS: Key = Key::taking(
    "pvs",
    "off",
    Takes::Switch,
    "null windows after the first move, in the probes and for our own value",
);
const ASPIRATION: Key = Key::taking(
    "aspiration",
    "none",
    number(0.0, 1e9).or("none"),
    "half the width of a window around the last value, in the evaluation's points",
);
const OWN_TABLE: Key = Key::taking(
    "own_table",
    "off",
    Takes::Table { entry: table::ENTRY_BYTES, each: false },
    "a table of our values beside those of the probes (one_pass: of everybody's): bytes, entries or off",
);
const THREADS: Key =
    Key::taking("threads", "1", whole(1, 64), "threads that share the moves at the root, 1 to 64");

const OPPONENT_SELECTIVE: Key = Key::new(
    "opponent_selective",
    "same",
    "selective switches of the model's probes: same as ours, or a list such as with(null=on, extend=on)",
);

/// The switches of the searches inside.
fn inner(args: &Args) -> Result<Config, Error> {
    let config = Config { selective: Selective::PLAIN.read(args)?, ..Config::PLAIN.read(args)? };
    config.checked(args)
}

/// The selective switches under a key; `same` are our own.
fn selective(spec: &Spec, own: &Selective) -> Result<Selective, Error> {
    if spec.name == "same" && spec.args.is_empty() {
        return Ok(own.clone());
    }
    let (_, args) = About::find(&[Selective::LIST], spec, "list of switches")?;
    Selective::PLAIN.read(&args)
}

/// One pass searches for all at once, and nothing is searched less in it.
fn refuse_selective(args: &Args, version: Version, switches: &[Selective]) -> Result<(), Error> {
    if version == Version::OnePass && switches.iter().any(|one| *one != Selective::PLAIN) {
        return Err(args.error("version", "selective switches work in probes only"));
    }
    Ok(())
}

/// The switches of the probes, narrow windows included.
fn probes(args: &Args) -> Result<(Config, Windows), Error> {
    let windows = Windows { pvs: args.get::<bool>("pvs")?, aspiration: args.get("aspiration")? };
    let style = Style::Window(Window { aspiration: windows.aspiration, fail: Fail::Soft });
    Ok((Config { pvs: windows.pvs, style, ..inner(args)? }, windows))
}

fn pruning(args: &Args) -> Result<Pruning, Error> {
    let bound: Option<f64> = args.get("bound")?;
    match (args.chosen("prune")?, bound) {
        (0, _) => Ok(Pruning::None),
        (1, _) => Ok(Pruning::Beta),
        (_, Some(bound)) => Ok(Pruning::BoundedSum(bound)),
        (_, None) => Err(args.error("prune", "bounded needs bound, such as bound=50")),
    }
}

/// A bounded sum needs the same leaves for everybody.
fn same_leaves(args: &Args, pruning: Pruning, different: bool) -> Result<(), Error> {
    if matches!(pruning, Pruning::BoundedSum(_)) && (different || args.given("speculate")) {
        return Err(args.error("prune", "bounded needs the same leaves for all: no probe and no speculate"));
    }
    Ok(())
}

/// An oracle's values are not near anybody's evaluation.
fn refuse_bounded(args: &Args, pruning: Pruning, asks: bool) -> Result<(), Error> {
    if matches!(pruning, Pruning::BoundedSum(_)) && asks {
        return Err(args.error("prune", "bounded knows no oracles: their values are not within the bound"));
    }
    Ok(())
}

fn version(args: &Args) -> Result<Version, Error> {
    Ok([Version::Probes, Version::OnePass][args.chosen("version")?])
}

/// `om`.
pub(super) struct Om;

impl Recipe for Om {
    const ENTRY: Declaration = Declaration {
        about: About {
            name: "om",
            about: "opponent-model search: the opponent is a minimax player with an evaluation that we know",
            keys: &[
                OWN,
                MODEL,
                ORACLE,
                OPPONENT_ORACLE,
                OPPONENT_SELECTIVE,
                VERSION,
                PRUNE,
                BOUND,
                SPECULATE,
                Key::taking(
                    "probe",
                    "none",
                    whole(0, 10_000).or("none"),
                    "plies that the opponent searches after our move; none for as deep as we do",
                ),
                Key::taking(
                    "ties",
                    "first",
                    words(&["first", "worst"]),
                    "which of the opponent's equal moves counts: first, or worst for us",
                ),
                Key::taking(
                    "epsilon",
                    "0",
                    number(0.0, 1e9),
                    "with ties=worst: how wrong the opponent's values may be (M*-epsilon)",
                ),
                Key::new(
                    "risk",
                    "pure",
                    "pure, strict (only moves of the best minimax value; strict(MARGIN) those nearly as good), gain_first, loss_first, balanced(DELTA) or \
                     root_value (root-value pruning: not exact)",
                ),
                PVS,
                ASPIRATION,
                OWN_TABLE,
                THREADS,
            ],
            source: "opponent-model thesis, chapters 2 and 3",
        },
        shared: PROBES,
        defaults: &[EXACT],
        misfit: two_players_no_chance,
        tables: |_| Ok(2),
        ..Declaration::PLAIN
    };
    const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let (probes, settings) = om_settings(args)?;
        let (own, model) = (blend(game, args, "own")?, blend(game, args, "opponent")?);
        let oracles = [oracle(game, args, "oracle")?, oracle(game, args, "opponent_oracle")?];
        refuse_bounded(args, settings.pruning, oracles.iter().any(Option::is_some))?;
        let theirs = selective(&args.spec(OPPONENT_SELECTIVE.name)?, &probes.selective)?;
        let switches = [probes.selective.clone(), theirs];
        refuse_selective(args, settings.version, &switches)?;
        let search = OmSearch::new(own, model, probes, settings);
        Ok(Box::new(search.asking(&oracles).selecting(&switches)))
    }
}

/// The switches of the probes and of `om` itself.
fn om_settings(args: &Args) -> Result<(Config, OmConfig), Error> {
    let epsilon = args.get("epsilon")?;
    let (attitude, root_value) = risk(args)?;
    let (probes, windows) = probes(args)?;
    let settings = OmConfig {
        version: version(args)?,
        pruning: pruning(args)?,
        ties: [Ties::First, Ties::Worst { epsilon }][args.chosen("ties")?],
        probe: args.get("probe")?,
        speculate: args.get("speculate")?,
        attitude,
        root_value,
        windows,
        own_table: read_size(args, "own_table")?,
        threads: args.get("threads")?,
        deepening: args.get::<bool>("deepening")?,
    };
    same_leaves(args, settings.pruning, settings.probe.is_some())?;
    if settings.root_value && settings.version == Version::OnePass {
        return Err(args.error("version", "root_value pruning works with probes only"));
    }
    Ok((probes, settings))
}

/// The margin of `risk=strict(MARGIN)`, in points of our evaluation; none for other words.
fn margin(args: &Args) -> Result<Option<f64>, Error> {
    let spec = args.spec("risk")?;
    if spec.name != "strict" || spec.args.is_empty() {
        return Ok(None);
    }
    let margin = match &spec.args[..] {
        [(None, margin)] if margin.args.is_empty() => margin.name.parse().ok(),
        _ => None,
    };
    let margin = margin.filter(|margin: &f64| (0.0..=1e9).contains(margin));
    margin.map(Some).ok_or_else(|| args.error("risk", "strict takes what may be given up, as in strict(20)"))
}

/// How gain is weighed against risk, and whether root values prune.
fn risk(args: &Args) -> Result<(Attitude, bool), Error> {
    let spec = args.spec("risk")?;
    if let Some(margin) = margin(args)? {
        return Ok((Attitude::Strict(margin), false));
    }
    if spec.name == "balanced" {
        let delta = match &spec.args[..] {
            [] => Some(1.0),
            [(None, delta)] if delta.args.is_empty() => delta.name.parse().ok(),
            _ => None,
        };
        let delta = delta.filter(|delta| (1e-9..=1e9).contains(delta));
        let refused = || args.error("risk", "balanced takes what is added to the risk, as in balanced(2)");
        return Ok((Attitude::Balanced(delta.ok_or_else(refused)?), false));
    }
    let words = ["pure", "strict", "gain_first", "loss_first", "root_value", "balanced"];
    let attitudes =
        [Attitude::Pure, Attitude::Strict(0.0), Attitude::GainFirst, Attitude::LossFirst, Attitude::Pure];
    let place = args.choice("risk", &words)?;
    Ok((attitudes[place], words[place] == "root_value"))
}

/// What a type of opponent takes.
const TYPE: About = About {
    name: "type",
    about: "a type of opponent",
    keys: &[
        Key::taking("eval", "own", Takes::Evaluation, "its evaluation; own is the player's"),
        Key::taking("oracle", "none", Takes::Oracle, "exact values that it has: an oracle of the game"),
        Key::taking("p", "1", number(0.0, 1e9), "its probability; probabilities are scaled to sum to one"),
        Key::taking(
            "probe",
            "none",
            whole(1, 10_000).or("none"),
            "plies that it searches after our move; none for as deep as we do",
        ),
        Key::new(
            "selective",
            "same",
            "its selective switches: same as ours, or a list such as with(null=on)",
        ),
        Key::new("model", "none", "its model of us: an evaluation, or levels(...) of them"),
    ],
    source: "",
};

/// `prom`.
pub(super) struct Prom;

impl Recipe for Prom {
    const ENTRY: Declaration = Declaration {
        about: About {
            name: "prom",
            about: "probabilistic opponent-model search: the opponent is one of several types",
            keys: &[
                OWN,
                ORACLE,
                Key::new(
                    "types",
                    "either(type)",
                    "the types, such as either(type(p=0.3), type(eval=NAME, p=0.7, probe=5, model=NAME)), or learned(file=FILE)",
                ),
                VERSION,
                PRUNE,
                BOUND,
                SPECULATE,
                Key::taking(
                    "ties",
                    "first",
                    words(&["first", "random"]),
                    "which of its equal moves a type plays: first or random",
                ),
                Key::new(
                    "risk",
                    "pure",
                    "pure, or strict: only moves of the best minimax value; strict(MARGIN) those nearly as good",
                ),
                Key::taking(
                    "aversion",
                    "0",
                    number(-1e3, 1e3),
                    "aversion to risk in means of payoffs; a negative number seeks risk",
                ),
                Key::taking(
                    "shared",
                    "off",
                    Takes::Table { entry: cache::ENTRY_BYTES, each: false },
                    "evaluations to remember for all types together, such as 2^16",
                ),
                Key::new(
                    "learn",
                    "off",
                    "believe more in types that play as the opponent does: off, fast(rate=0.05), slow(skill=0.8, \
                     gamma=0.1), or switch(sure=0.6), which plays against the likeliest alone; watch=3 are the plies that types without probe look ahead for that",
                ),
                PVS,
                ASPIRATION,
                OWN_TABLE,
                THREADS,
            ],
            source: "opponent-model thesis, chapter 6",
        },
        shared: PROBES,
        defaults: &[EXACT],
        misfit: two_players_no_chance,
        tables: |args| Ok(1 + args.spec("types")?.args.len().max(1) as u64),
        ..Declaration::PLAIN
    };
    const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let mut names = Names::new(args)?;
        let types = types(args, &mut names)?;
        let (probes, settings) = prom_settings(args, &types)?;
        let blends: Result<Vec<_>, Error> =
            names.holders.iter().map(|(own, ..)| blend_of(game, own)).collect();
        let oracles: Result<Vec<_>, Error> =
            names.holders.iter().map(|(_, spec, _)| oracle_of(game, spec)).collect();
        let switches: Result<Vec<_>, Error> =
            names.holders.iter().map(|(.., spec)| selective(spec, &probes.selective)).collect();
        let (blends, oracles, switches) = (blends?, oracles?, switches?);
        refuse_selective(args, settings.version, &switches)?;
        refuse_bounded(args, settings.pruning, oracles.iter().any(Option::is_some))?;
        let prom = PromSearch::new(blends, types, probes, settings).asking(&oracles).selecting(&switches);
        Ok(match learning(args)? {
            None => Box::new(prom),
            Some((rule, plies)) => Box::new(Learner::new(prom, rule, plies)),
        })
    }
}

/// The switches of the probes and of `prom` itself.
fn prom_settings(args: &Args, types: &[OpponentType]) -> Result<(Config, PromConfig), Error> {
    let (probes, _) = probes(args)?;
    let settings = PromConfig {
        version: version(args)?,
        pruning: pruning(args)?,
        ties: [EqualMoves::First, EqualMoves::Random][args.chosen("ties")?],
        speculate: args.get("speculate")?,
        strict: match margin(args)? {
            None => (args.choice("risk", &["pure", "strict"])? == 1).then_some(0.0),
            margin => margin,
        },
        utility: Utility { aversion: args.get("aversion")? },
        sharing: match read_size(args, "shared")? {
            Size::Off => Sharing::None,
            Size::Entries(entries) => Sharing::All(entries),
            Size::Bytes(bytes) => Sharing::All(bytes / cache::ENTRY_BYTES),
        },
        threads: args.get("threads")?,
        own_table: read_size(args, "own_table")?,
        deepening: args.get::<bool>("deepening")?,
    };
    same_leaves(args, settings.pruning, types.iter().any(|one| one.probe.is_some()))?;
    if settings.version == Version::OnePass && types.iter().any(|one| one.levels.len() > 1) {
        return Err(args.error("version", "one_pass knows types without a model only"));
    }
    Ok((probes, settings))
}

const WATCH: Key = Key::taking(
    "watch",
    "3",
    whole(1, 1000),
    "plies that types without a probe look ahead when they are watched",
);

/// How type probabilities follow a game.
const LEARNING: &[About] = &[
    About::plain("off", "not at all"),
    About {
        keys: &[
            Key::taking("rate", "0.05", number(0.0, 0.99), "what agreeing types gain and others lose"),
            WATCH,
        ],
        ..About::plain("fast", "by whether a type would have played the move")
    },
    About {
        keys: &[
            Key::taking("skill", "0.8", number(1e-9, 1.0), "how likely a type is not to leave its best move"),
            Key::taking("gamma", "0.1", number(0.0, 1.0), "the learning factor"),
            WATCH,
        ],
        ..About::plain("slow", "by how willing a type was to play the move")
    },
    About {
        keys: &[
            Key::taking("skill", "0.8", number(1e-9, 1.0), "how likely a type is not to leave its best move"),
            Key::taking("gamma", "0.3", number(0.0, 1.0), "the learning factor"),
            Key::taking(
                "sure",
                "0.6",
                number(0.0, 1.0),
                "what has to be believed of a type to play against it alone, 0 to 1",
            ),
            WATCH,
        ],
        ..About::plain("switch", "as slow, but only the likeliest type counts once it is likely enough")
    },
];

fn learning(args: &Args) -> Result<Option<(Rule, u32)>, Error> {
    let spec = args.spec("learn")?;
    let (about, keys) = About::find(LEARNING, &spec, "way to learn")?;
    let rule = match about.name {
        "off" => return Ok(None),
        "fast" => Rule::Fast { rate: keys.get("rate")? },
        name => {
            let (skill, gamma) = (keys.get("skill")?, keys.get("gamma")?);
            match name {
                "slow" => Rule::Slow { skill, gamma },
                _ => Rule::Switch { skill, gamma, sure: keys.get("sure")? },
            }
        }
    };
    Ok(Some((rule, keys.get("watch")?)))
}

/// The evaluations of a model with the oracle and the selective switches that go with each: every one is named once, so
/// that types with the same share a table.
struct Names {
    holders: Vec<(Spec, Spec, Spec)>,
}

impl Names {
    /// The player's own alone.
    fn new(args: &Args) -> Result<Names, Error> {
        Ok(Names { holders: vec![(args.spec("own")?, args.spec("oracle")?, Spec::word("same"))] })
    }

    /// The place of an evaluation with the oracle of a type.
    fn place(&mut self, spec: &Spec, one: &Args) -> Result<usize, Error> {
        let own = spec.name == "own" && spec.args.is_empty();
        let evaluation = if own { self.holders[0].0.clone() } else { spec.clone() };
        let holder = (evaluation, one.spec("oracle")?, one.spec("selective")?);
        if let Some(place) = self.holders.iter().position(|known| *known == holder) {
            return Ok(place);
        }
        self.holders.push(holder);
        Ok(self.holders.len() - 1)
    }
}

/// The items of a list such as `either(a, b)`; anything else is a list of one.
fn items(spec: &Spec, name: &str) -> Result<Vec<Spec>, Error> {
    if spec.name != name {
        return Ok(vec![spec.clone()]);
    }
    if let Some((Some(key), value)) = spec.args.iter().find(|(key, _)| key.is_some()) {
        return Err(value.error(format!("{name}(...) is a list without keys, found {key}=")));
    }
    if spec.args.is_empty() {
        return Err(spec.error(format!("{name}(...) lists at least one")));
    }
    Ok(spec.args.iter().map(|(_, value)| value.clone()).collect())
}

fn types(args: &Args, names: &mut Names) -> Result<Vec<OpponentType>, Error> {
    let list = [TYPE];
    let mut types = Vec::new();
    for spec in items(&types_of(&args.spec("types")?)?, "either")? {
        let (_, one) = About::find(&list, &spec, "kind of opponent")?;
        let mut levels = vec![names.place(&one.spec("eval")?, &one)?];
        let model = one.spec("model")?;
        if model.name != "none" {
            for level in items(&model, "levels")? {
                levels.push(names.place(&level, &one)?);
            }
        }
        let probability = one.get("p")?;
        types.push(OpponentType { levels, probability, probe: one.get("probe")? });
    }
    let total: f64 = types.iter().map(|one| one.probability).sum();
    if total <= 0.0 {
        return Err(args.error("types", "some type must have a probability above zero"));
    }
    types.iter_mut().for_each(|one| one.probability /= total);
    Ok(types)
}

/// `mstar`.
pub(super) struct MStar;

impl Recipe for MStar {
    const ENTRY: Declaration = Declaration {
        about: About {
            name: "mstar",
            about: "M* search: the opponent has a model of us, which has a model of the opponent, and so on",
            keys: &[
                ORACLE,
                OPPONENT_ORACLE,
                Key::new(
                    "levels",
                    "levels(default)",
                    "evaluations, ours first: levels(OURS, THEIRS, OURS TO THEM)",
                ),
                Key::taking(
                    "passes",
                    "multi",
                    words(&["multi", "one", "mutual"]),
                    "multi (a level at a time, probes inside), one (all at once) or mutual (two levels that know \
                     each other: a game whose sum is not zero)",
                ),
                BOUND,
                Key::taking(
                    "epsilon",
                    "none",
                    number(0.0, 1e9).or("none"),
                    "how wrong a model's values may be (M*-epsilon)",
                ),
            ],
            source: "opponent-model thesis, sections 2.4.4, 2.4.5 and 2.5.1",
        },
        shared: PROBES,
        defaults: &[EXACT],
        misfit: two_players_no_chance,
        tables: |args| Ok(args.spec("levels")?.args.len().max(1) as u64),
        ..Declaration::PLAIN
    };
    const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let levels = items(&args.spec("levels")?, "levels")?;
        let levels = levels.iter().map(|level| blend_of(game, level)).collect::<Result<Vec<_>, Error>>()?;
        let bound = args.get("bound")?;
        let passes = args.chosen("passes")?;
        if passes == 2 && levels.len() != 2 {
            return Err(args.error("levels", "mutual search has two levels"));
        }
        let settings = NestedConfig {
            passes: [Passes::Multi, Passes::One { bound }, Passes::Mutual][passes],
            epsilon: args.get("epsilon")?,
            deepening: args.get::<bool>("deepening")?,
        };
        let asks = ["oracle", "opponent_oracle"].map(|key| oracle(game, args, key));
        let [own, theirs] = asks;
        let (own, theirs) = (own?, theirs?);
        if matches!(settings.passes, Passes::One { .. }) && (own.is_some() || theirs.is_some()) {
            return Err(args.error("passes", "oracles are asked with passes=multi or mutual"));
        }
        let oracles: Vec<_> =
            (0..levels.len()).map(|level| if level == 0 { own.clone() } else { theirs.clone() }).collect();
        Ok(Box::new(Nested::new(levels, inner(args)?, settings).asking(&oracles)))
    }
}

/// A forerunner by its name, its keys and how they make a rule.
macro_rules! forerunner {
    (
        $recipe:ident, $name:literal, $about:literal, $section:literal, players $players:literal, [$($key:expr),*],
        |$args:ident| $rule:expr
    ) => {
        #[doc = concat!("`", $name, "`.")]
        pub(super) struct $recipe;

        impl Recipe for $recipe {
            const ENTRY: Declaration = Declaration {
                about: About {
                    name: $name,
                    about: $about,
                    keys: &[OWN, ORACLE, $($key),*],
                    source: concat!("opponent-model thesis, section ", $section),
                },
                shared: PROBES,
        defaults: &[EXACT],
                misfit: two_players_no_chance,
                tables: |_| Ok($players),
..Declaration::PLAIN
};
            const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
            fn make<G: Knowledge>(game: &G, $args: &Args) -> Result<Box<dyn Search<G>>, Error> {
                foreruns(game, $args, $rule)
            }
        }
    };
}

#[inline(never)]
fn foreruns<G: Knowledge>(game: &G, args: &Args, rule: Forerunner) -> Result<Box<dyn Search<G>>, Error> {
    let own = blend(game, args, "own")?;
    let heuristic = matches!(rule, Forerunner::HeuristicProgram { .. });
    let model = if heuristic { blend(game, args, "opponent")? } else { own.clone() };
    let theirs = if heuristic { oracle(game, args, "opponent_oracle")? } else { None };
    let oracles = [oracle(game, args, "oracle")?, theirs];
    let search = Fallibility::new(own, model, inner(args)?, rule, args.get::<bool>("deepening")?);
    Ok(Box::new(search.asking(&oracles)))
}

const SKILL: Key = Key::taking(
    "skill",
    "0.8",
    number(1e-9, 1.0),
    "the opponent's skill P: the move of rank r weighs (1 - P)^(r - 1)",
);

forerunner!(
    MAndN,
    "mn",
    "M & N search: a bonus for nodes with several good moves",
    "2.1.2",
    players 1,
    [
        Key::taking("m", "2", whole(1, 1000), "our moves that count"),
        Key::taking("n", "2", whole(1, 1000), "the opponent's moves that count"),
        Key::taking(
            "bonus",
            "1", number(0.0, 1e9),
            "what a second move as good as the best adds, in payoff units; a third half of it"
        ),
        Key::taking("reach", "4", number(1e-9, 1e9), "a move worse than the best by this much adds nothing")
    ],
    |args| Forerunner::MAndN {
        max_moves: args.get("m")?,
        min_moves: args.get("n")?,
        bonus: args.get("bonus")?,
        reach: args.get("reach")?,
    }
);
forerunner!(
    Fallible,
    "fallible",
    "*-minimax for a fallible opponent: the opponent's moves by rank",
    "2.1.3",
    players 1,
    [SKILL],
    |args| Forerunner::Fallible { skill: args.get("skill")? }
);
forerunner!(
    HeuristicProgram,
    "heuristic",
    "Jansen's heuristic program: the opponent's moves by a heuristic's rank",
    "2.1.4",
    players 2,
    [
        MODEL,
        OPPONENT_ORACLE,
        SKILL,
        Key::taking("delta", "1", number(0.0, 1e9), "what may be given up of the true value, in payoff units")
    ],
    |args| Forerunner::HeuristicProgram {
        skill: args.get("skill")?,
        delta: args.get("delta")?,
    }
);
forerunner!(
    BestOptimal,
    "optimal",
    "Jansen's best optimal: the optimal move with the fewest optimal replies",
    "2.1.4",
    players 1,
    [],
    |_args| Forerunner::BestOptimal
);
forerunner!(
    SpeculativePlay,
    "speculative",
    "speculative play: a bonus for moves with many losing replies",
    "2.1.5",
    players 1,
    [
        Key::taking("weight", "0.01", number(0.0, 1e9), "what a ply of distance to a known win adds, in payoff units"),
        Key::taking("limit", "0.1", number(0.0, 1e9), "the greatest bonus")
    ],
    |args| Forerunner::SpeculativePlay {
        weight: args.get("weight")?,
        limit: args.get("limit")?,
    }
);
