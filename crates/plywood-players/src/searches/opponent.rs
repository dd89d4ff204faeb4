//! `om`, `prom`, `mstar` and the forerunners: searches with a model of the opponent.
//!
//! Models are evaluations of the game by name. A PrOM player lists its types:
//! `prom(own=v0, types=either(type(p=0.3), type(eval=v1, p=0.7, probe=5)))`; an M* player its levels, outermost first:
//! `mstar(levels=levels(v0, v1, v2))`.

use plywood_core::{About, Args, Error, Key, Knowledge, Limit, Search, Spec};
use plywood_search::alphabeta::Config;
use plywood_search::opponent::forerunners::{Fallibility, Forerunner};
use plywood_search::opponent::mstar::{Nested, NestedConfig, Passes};
use plywood_search::opponent::om::{Om as OmSearch, OmConfig, Pruning, Ties, Version};
use plywood_search::opponent::prom::{EqualMoves, OpponentType, Prom as PromSearch, PromConfig, Sharing};
use plywood_search::opponent::risk::Attitude;
use plywood_search::opponent::utility::Utility;

use super::{Recipe, SearchEntry, evaluator, evaluator_of, two_players_no_chance};

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Keys of one search, then those of the alpha-beta searches inside. Those match exact depths unless told otherwise, so
/// that a prediction does not depend on what was searched before.
const fn with_probes<const N: usize>(own: &[Key]) -> [Key; N] {
    let mut keys = [OWN; N];
    let mut place = 0;
    while place < N {
        keys[place] = if place < own.len() { own[place] } else { Config::KEYS[place - own.len()] };
        if same(keys[place].name, "match") {
            keys[place].default = "exact";
        }
        place += 1;
    }
    keys
}

const PROBES: usize = Config::KEYS.len();
const OWN: Key = Key::new("own", "default", "the player's evaluation; default is the game's first");
const MODEL: Key = Key::new("opponent", "default", "the evaluation of the opponent in the model");
const VERSION: Key =
    Key::new("version", "probes", "how the values are found: probes (alpha-beta inside) or one_pass");
const PRUNE: Key = Key::new("prune", "beta", "what is cut: none, beta or bounded (needs bound)");
const BOUND: Key =
    Key::new("bound", "none", "the greatest difference between the evaluations at leaves, in their points");
const SPECULATE: Key =
    Key::new("speculate", "none", "predict moves at most this many plies below the root; none for all");

fn pruning(args: &Args) -> Result<Pruning, Error> {
    let bound: Option<f64> = args.optional("bound", 0.0, 1e9)?;
    match (args.choice("prune", &["none", "beta", "bounded"])?, bound) {
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

fn version(args: &Args) -> Result<Version, Error> {
    Ok([Version::Probes, Version::OnePass][args.choice("version", &["probes", "one_pass"])?])
}

/// `om`.
pub(super) struct Om;

impl Recipe for Om {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "om",
            about: "opponent-model search: the opponent is a minimax player with an evaluation that we know",
            keys: &with_probes::<{ 11 + PROBES }>(&[
                OWN,
                MODEL,
                VERSION,
                PRUNE,
                BOUND,
                SPECULATE,
                Key::new(
                    "probe",
                    "none",
                    "plies that the opponent searches after our move; none for as deep as we do",
                ),
                Key::new(
                    "ties",
                    "first",
                    "which of the opponent's equal moves counts: first, or worst for us",
                ),
                Key::new(
                    "epsilon",
                    "0",
                    "with ties=worst: how wrong the opponent's values may be (M*-epsilon)",
                ),
                Key::new(
                    "risk",
                    "pure",
                    "pure, strict (only moves of the best minimax value), gain_first, loss_first, balanced(DELTA) or \
                     root_value (root-value pruning: not exact)",
                ),
                Key::new(
                    "delta",
                    "1",
                    "with risk=balanced: what is added to the risk before dividing the gain by it",
                ),
            ]),
            source: "opponent-model thesis, chapters 2 and 3",
        },
        misfit: two_players_no_chance,
        keeps: Limit::OF_TREES,
    };
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let epsilon = args.number("epsilon", 0.0, 1e9)?;
        let risks = ["pure", "strict", "gain_first", "loss_first", "balanced", "root_value"];
        let risk = args.choice("risk", &risks)?;
        let attitudes = [
            Attitude::Pure,
            Attitude::Strict,
            Attitude::GainFirst,
            Attitude::LossFirst,
            Attitude::Balanced(args.number("delta", 1e-9, 1e9)?),
            Attitude::Pure,
        ];
        let settings = OmConfig {
            version: version(args)?,
            pruning: pruning(args)?,
            ties: [Ties::First, Ties::Worst { epsilon }][args.choice("ties", &["first", "worst"])?],
            probe: args.optional("probe", 0, 10_000)?,
            speculate: args.optional("speculate", 0, 10_000)?,
            attitude: attitudes[risk],
            root_value: risk == risks.len() - 1,
            deepening: args.switch("deepening")?,
        };
        same_leaves(args, settings.pruning, settings.probe.is_some())?;
        if settings.root_value && settings.version == Version::OnePass {
            return Err(args.error("version", "root_value pruning works with probes only"));
        }
        let (own, model) = (evaluator(game, args, "own")?, evaluator(game, args, "opponent")?);
        Ok(Box::new(OmSearch::new(own, model, Config::read(args)?, settings)))
    }
}

/// What a type of opponent takes.
const TYPE: About = About {
    name: "type",
    about: "a type of opponent",
    keys: &[
        Key::new("eval", "own", "its evaluation; own is the player's"),
        Key::new("p", "1", "its probability; probabilities are scaled to sum to one"),
        Key::new("probe", "none", "plies that it searches after our move; none for as deep as we do"),
        Key::new("model", "none", "its model of us: an evaluation, or levels(...) of them"),
    ],
    source: "",
};

/// `prom`.
pub(super) struct Prom;

impl Recipe for Prom {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "prom",
            about: "probabilistic opponent-model search: the opponent is one of several types",
            keys: &with_probes::<{ 11 + PROBES }>(&[
                OWN,
                Key::new(
                    "types",
                    "either(type)",
                    "the types, such as either(type(p=0.3), type(eval=NAME, p=0.7, probe=5, model=NAME))",
                ),
                VERSION,
                PRUNE,
                BOUND,
                SPECULATE,
                Key::new("ties", "first", "which of its equal moves a type plays: first or random"),
                Key::new("risk", "pure", "pure, or strict: only moves of the best minimax value"),
                Key::new("aversion", "0", "fear of risk in means of payoffs; below nought it is sought"),
                Key::new("shared", "off", "evaluations to remember for all types together, such as 2^16"),
                Key::new("threads", "1", "2 lets deep probes of different types run side by side"),
            ]),
            source: "opponent-model thesis, chapter 6",
        },
        misfit: two_players_no_chance,
        keeps: Limit::OF_TREES,
    };
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let mut evaluations = Evaluations { game, names: vec![args.spec("own")?], made: Vec::new() };
        evaluations.made.push(evaluator(game, args, "own")?);
        let types = types(args, &mut evaluations)?;
        let settings = PromConfig {
            version: version(args)?,
            pruning: pruning(args)?,
            ties: [EqualMoves::First, EqualMoves::Random][args.choice("ties", &["first", "random"])?],
            speculate: args.optional("speculate", 0, 10_000)?,
            strict: args.choice("risk", &["pure", "strict"])? == 1,
            utility: Utility { aversion: args.number("aversion", -1e3, 1e3)? },
            sharing: match args.size("shared")? {
                plywood_core::spec::Size::Off => Sharing::None,
                plywood_core::spec::Size::Entries(entries) => Sharing::All(entries),
                plywood_core::spec::Size::Bytes(bytes) => Sharing::All(bytes / 32),
            },
            threads: args.number("threads", 1, 2)? == 2,
            deepening: args.switch("deepening")?,
        };
        same_leaves(args, settings.pruning, types.iter().any(|one| one.probe.is_some()))?;
        if settings.version == Version::OnePass && types.iter().any(|one| one.levels.len() > 1) {
            return Err(args.error("version", "one_pass knows types without a model only"));
        }
        Ok(Box::new(PromSearch::new(evaluations.made, types, Config::read(args)?, settings)))
    }
}

/// The evaluations of a model: each named one is made once, so that types with the same one share its table.
struct Evaluations<'a, G: Knowledge> {
    game: &'a G,
    names: Vec<Spec>,
    made: Vec<G::Evaluator>,
}

impl<G: Knowledge> Evaluations<'_, G> {
    fn place(&mut self, spec: &Spec) -> Result<usize, Error> {
        if spec.name == "own" && spec.args.is_empty() {
            return Ok(0);
        }
        if let Some(place) = self.names.iter().position(|name| name == spec) {
            return Ok(place);
        }
        self.made.push(evaluator_of(self.game, spec)?);
        self.names.push(spec.clone());
        Ok(self.names.len() - 1)
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

fn types<G: Knowledge>(
    args: &Args,
    evaluations: &mut Evaluations<'_, G>,
) -> Result<Vec<OpponentType>, Error> {
    let list = [TYPE];
    let mut types = Vec::new();
    for spec in items(&args.spec("types")?, "either")? {
        let (_, one) = About::find(&list, &spec, "kind of opponent")?;
        let mut levels = vec![evaluations.place(&one.spec("eval")?)?];
        let model = one.spec("model")?;
        if model.name != "none" {
            for level in items(&model, "levels")? {
                levels.push(evaluations.place(&level)?);
            }
        }
        let probability = one.number("p", 0.0, 1e9)?;
        types.push(OpponentType { levels, probability, probe: one.optional("probe", 1, 10_000)? });
    }
    let total: f64 = types.iter().map(|one| one.probability).sum();
    if total <= 0.0 {
        return Err(args.error("types", "some type must have a probability above nought"));
    }
    types.iter_mut().for_each(|one| one.probability /= total);
    Ok(types)
}

/// `mstar`.
pub(super) struct MStar;

impl Recipe for MStar {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "mstar",
            about: "M* search: the opponent has a model of us, which has a model of the opponent, and so on",
            keys: &with_probes::<{ 4 + PROBES }>(&[
                Key::new(
                    "levels",
                    "levels(default)",
                    "evaluations, ours first: levels(OURS, THEIRS, OURS TO THEM)",
                ),
                Key::new(
                    "passes",
                    "multi",
                    "multi (a level at a time, probes inside), one (all at once) or mutual (two levels that know \
                     each other: a game whose sum is not nought)",
                ),
                BOUND,
                Key::new("epsilon", "none", "how wrong a model's values may be (M*-epsilon)"),
            ]),
            source: "opponent-model thesis, sections 2.4.4, 2.4.5 and 2.5.1",
        },
        misfit: two_players_no_chance,
        keeps: Limit::OF_TREES,
    };
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let levels = items(&args.spec("levels")?, "levels")?;
        let levels =
            levels.iter().map(|level| evaluator_of(game, level)).collect::<Result<Vec<_>, Error>>()?;
        let bound = args.optional("bound", 0.0, 1e9)?;
        let passes = args.choice("passes", &["multi", "one", "mutual"])?;
        if passes == 2 && levels.len() != 2 {
            return Err(args.error("levels", "mutual search has two levels"));
        }
        let settings = NestedConfig {
            passes: [Passes::Multi, Passes::One { bound }, Passes::Mutual][passes],
            epsilon: args.optional("epsilon", 0.0, 1e9)?,
            deepening: args.switch("deepening")?,
        };
        Ok(Box::new(Nested::new(levels, Config::read(args)?, settings)))
    }
}

/// A forerunner by its name, its keys and how they make a rule.
macro_rules! forerunner {
    ($recipe:ident, $name:literal, $about:literal, $section:literal, [$($key:expr),*], |$args:ident| $rule:expr) => {
        #[doc = concat!("`", $name, "`.")]
        pub(super) struct $recipe;

        impl Recipe for $recipe {
            const ENTRY: SearchEntry = SearchEntry {
                about: About {
                    name: $name,
                    about: $about,
                    keys: {
                        const OWN_KEYS: &[Key] = &[OWN, $($key),*];
                        &with_probes::<{ OWN_KEYS.len() + PROBES }>(OWN_KEYS)
                    },
                    source: concat!("opponent-model thesis, section ", $section),
                },
                misfit: two_players_no_chance,
                keeps: Limit::OF_TREES,
            };
            fn make<G: Knowledge>(game: &G, $args: &Args) -> Result<Box<dyn Search<G>>, Error> {
                let rule = $rule;
                let own = evaluator(game, $args, "own")?;
                let heuristic = matches!(rule, Forerunner::HeuristicProgram { .. });
                let model = if heuristic { evaluator(game, $args, "opponent")? } else { own.clone() };
                let deepening = $args.switch("deepening")?;
                Ok(Box::new(Fallibility::new(own, model, Config::read($args)?, rule, deepening)))
            }
        }
    };
}

const SKILL: Key =
    Key::new("skill", "0.8", "the opponent's skill P: the move of rank r weighs (1 - P)^(r - 1)");

forerunner!(
    MAndN,
    "mn",
    "M & N search: a bonus for nodes with several good moves",
    "2.1.2",
    [
        Key::new("m", "2", "our moves that count"),
        Key::new("n", "2", "the opponent's moves that count"),
        Key::new(
            "bonus",
            "1",
            "what a second move as good as the best adds, in payoff units; a third half of it"
        ),
        Key::new("reach", "4", "a move worse than the best by this much adds nothing")
    ],
    |args| Forerunner::MAndN {
        max_moves: args.number("m", 1, 1000)?,
        min_moves: args.number("n", 1, 1000)?,
        bonus: args.number("bonus", 0.0, 1e9)?,
        reach: args.number("reach", 1e-9, 1e9)?,
    }
);
forerunner!(
    Fallible,
    "fallible",
    "*-minimax for a fallible opponent: the opponent's moves by rank",
    "2.1.3",
    [SKILL],
    |args| Forerunner::Fallible { skill: args.number("skill", 1e-9, 1.0)? }
);
forerunner!(
    HeuristicProgram,
    "heuristic",
    "Jansen's heuristic program: the opponent's moves by a heuristic's rank",
    "2.1.4",
    [MODEL, SKILL, Key::new("delta", "1", "what may be given up of the true value, in payoff units")],
    |args| Forerunner::HeuristicProgram {
        skill: args.number("skill", 1e-9, 1.0)?,
        delta: args.number("delta", 0.0, 1e9)?,
    }
);
forerunner!(
    BestOptimal,
    "optimal",
    "Jansen's best optimal: the optimal move with the fewest optimal replies",
    "2.1.4",
    [],
    |_args| Forerunner::BestOptimal
);
forerunner!(
    SpeculativePlay,
    "speculative",
    "speculative play: a bonus for moves with many losing replies",
    "2.1.5",
    [
        Key::new("weight", "0.01", "what a ply of distance to a known win adds, in payoff units"),
        Key::new("limit", "0.1", "the greatest bonus")
    ],
    |args| Forerunner::SpeculativePlay {
        weight: args.number("weight", 0.0, 1e9)?,
        limit: args.number("limit", 0.0, 1e9)?,
    }
);
