//! `policy`, `mc`, `ucb` and `uct`: playout policies as players, and Monte Carlo search in three families.

use plywood_core::game::{Chance, Nature, Sum};
use plywood_core::settings::Takes;
use plywood_core::{About, Args, Declaration, Error, Key, Knowledge, Limit, Search, Spec};
use plywood_search::mcts::playout::MOST_PLAYERS;
use plywood_search::mcts::{Config, Family, LeafValue, MonteCarlo};
use plywood_search::policy::PolicyPlayer;

use super::{EVAL, ORACLE, Recipe, evaluator, oracle};

const PLAYOUT: Key = Key::taking(
    "playout",
    "default",
    Takes::Policy,
    "the policy for one's own moves in playouts; default is the game's first",
);
const OPPONENT: Key =
    Key::taking("opponent", "same", Takes::Policy, "the policy for the opponent's moves in playouts");
const SOURCE: &str = "Monte Carlo Othello thesis, chapters 3 and 4";

/// The policy of a spec; `default` is the game's first.
fn policy<G: Knowledge>(game: &G, spec: &Spec) -> Result<G::Policy, Error> {
    if spec.name == "default" && spec.args.is_empty() {
        return game.policy(&Spec::word(game.policies()[0].name));
    }
    game.policy(spec)
}

fn misfit(nature: &Nature) -> Option<&'static str> {
    (nature.players > MOST_PLAYERS).then_some("it has more than eight players")
}

/// The switches, and the policies for one's own moves and the opponent's.
fn settings(nature: &Nature, args: &Args, family: Family) -> Result<(Config, [Spec; 2]), Error> {
    let config = Config::of(family).read(args)?;
    let opposed = nature.players == 2 && nature.sum == Sum::Zero;
    let asks = family == Family::Tree && args.spec(ORACLE.name)? != Spec::word("none");
    for (key, wanted) in [
        ("solver", config.solver),
        ("implicit", config.implicit > 0.0),
        ("leaves", config.leaves == LeafValue::Evaluation),
        (ORACLE.name, asks),
    ] {
        if wanted && !opposed {
            return Err(args.error(key, "it needs two players whose payoffs sum to zero"));
        }
        if wanted && key != ORACLE.name && key != "leaves" && nature.chance == Chance::Sampled {
            return Err(args.error(key, "it needs chance events that can be listed"));
        }
    }
    let (own, others) = (args.spec("playout")?, args.spec("opponent")?);
    let others = if others.name == "same" && others.args.is_empty() { own.clone() } else { others };
    Ok((config, [own, others]))
}

#[inline(never)]
fn build<G: Knowledge>(game: &G, args: &Args, family: Family) -> Result<Box<dyn Search<G>>, Error> {
    let (config, [own, others]) = settings(&game.nature(), args, family)?;
    let (own, others) = (policy(game, &own)?, policy(game, &others)?);
    let (evaluator, oracle) = if family == Family::Tree {
        (evaluator(game, args, "eval")?, oracle(game, args, ORACLE.name)?)
    } else {
        (game.evaluator(&Spec::word(game.evaluators()[0].name))?, None)
    };
    Ok(Box::new(MonteCarlo::new(own, others, evaluator, config).asking(oracle)))
}

/// `policy`.
pub(super) struct ByPolicy;

impl Recipe for ByPolicy {
    const ENTRY: Declaration = Declaration {
        about: About {
            name: "policy",
            about: "plays what a playout policy of the game chooses, such as policy(name=cpm) in othello",
            keys: &[Key::taking("name", "default", Takes::Policy, "the policy; default is the game's first")],
            source: "Monte Carlo Othello thesis, section 4.3",
        },
        keeps: Limit::ALL,
        at_once: true,
        ..Declaration::PLAIN
    };
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        Ok(Box::new(PolicyPlayer(policy(game, &args.spec("name")?)?)))
    }
}

/// What the searches by playouts have in common.
const fn entry(name: &'static str, about: &'static str, shared: &'static [&'static [Key]]) -> Declaration {
    let about = About { name, about, keys: &[PLAYOUT, OPPONENT], source: SOURCE };
    Declaration { about, shared, misfit, keeps: Limit::OF_PLAYOUTS, endless: true, ..Declaration::PLAIN }
}

/// `mc`.
pub(super) struct Flat;

impl Recipe for Flat {
    const ENTRY: Declaration =
        entry("mc", "flat Monte Carlo: as many playouts for every move", &[Config::SHARED]);
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        build(game, args, Family::Flat)
    }
}

/// `ucb`.
pub(super) struct Bandit;

impl Recipe for Bandit {
    const ENTRY: Declaration =
        entry("ucb", "UCB1 among the moves of the root", &[Config::SHARED, Config::BANDIT]);
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        build(game, args, Family::Bandit)
    }
}

/// `uct`.
pub(super) struct Tree;

impl Recipe for Tree {
    const ENTRY: Declaration = entry(
        "uct",
        "UCT: UCB1 at every node of a growing tree, every enhancement a switch",
        &[
            Config::SHARED,
            Config::BANDIT,
            Config::TREE,
            &[
                EVAL,
                Key {
                    about: "exact values where the game has them, as those of proven nodes: one of the game's oracles by name",
                    ..ORACLE
                },
            ],
        ],
    );
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        build(game, args, Family::Tree)
    }
}
