//! `maxn`, `paranoid` and `best_reply`.

use plywood_core::game::{Chance, Nature};
use plywood_core::settings::Takes;
use plywood_core::{About, Args, Declaration, Error, Key, Knowledge, Search};
use plywood_search::multiplayer::{MOST_PLAYERS, Multiplayer, Rule};

use super::{EVAL, Recipe, evaluator};

const SOURCE: &str = "lecture notes, Variations on 2-Player Games";

/// History ends are not looked for, and chance must be listed.
fn misfit(nature: &Nature) -> Option<&'static str> {
    if nature.players > MOST_PLAYERS {
        Some("it has more than eight players")
    } else if nature.history {
        Some("it can end by repetition, which only the searches for two players look for")
    } else if nature.chance == Chance::Sampled {
        Some("its chance events cannot be listed")
    } else {
        None
    }
}

fn build<G: Knowledge>(game: &G, args: &Args, rule: Rule) -> Result<Box<dyn Search<G>>, Error> {
    Ok(Box::new(Multiplayer { evaluator: evaluator(game, args, "eval")?, rule }))
}

/// What the searches have in common.
const fn entry(name: &'static str, about: &'static str, keys: &'static [Key]) -> Declaration {
    Declaration { about: About { name, about, keys, source: SOURCE }, misfit, ..Declaration::PLAIN }
}

/// `maxn`.
pub(super) struct MaxN;

impl Recipe for MaxN {
    const ENTRY: Declaration = entry(
        "maxn",
        "max^n: everybody maximises the own value; ties go to the first move",
        &[
            EVAL,
            Key::taking("prune", "on", Takes::Switch, "shallow pruning, which keeps the values at the root"),
        ],
    );
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        build(game, args, Rule::MaxN { shallow_pruning: args.get::<bool>("prune")? })
    }
}

/// `paranoid`.
pub(super) struct Paranoid;

impl Recipe for Paranoid {
    const ENTRY: Declaration =
        entry("paranoid", "everybody else minimises the value of the player on turn; alpha-beta", &[EVAL]);
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        build(game, args, Rule::Paranoid)
    }
}

/// `best_reply`.
pub(super) struct BestReply;

impl Recipe for BestReply {
    const ENTRY: Declaration = entry(
        "best_reply",
        "only one of the others chooses between two own turns, the rest play their first move; alpha-beta",
        &[EVAL],
    );
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        build(game, args, Rule::BestReply)
    }
}
