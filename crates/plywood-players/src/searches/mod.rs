//! Every search by name.
//!
//! A new search is a [`Recipe`] in a module here and its name in the list below: it then plays every game it fits.

mod alphabeta;
mod expectimax;
mod montecarlo;
mod multiplayer;
mod opponent;
mod proof;
mod simple;

use std::sync::Arc;

use plywood_core::game::{Chance, Nature, Sum};
use plywood_core::settings::Takes;
use plywood_core::{Args, Budget, Declaration, Error, ErrorKind, Key, Knowledge, Oracle, Search, Spec};

use crate::registry::registry;
use crate::specialists;

/// How a search is made for any game.
pub trait Recipe {
    /// Its name, keys, source, and the games it fits.
    const ENTRY: Declaration;
    /// The kinds of chance it fits: for games that are always of another it is not compiled.
    const CHANCE: &'static [Chance] = &[Chance::None, Chance::Enumerable, Chance::Sampled];
    /// Makes it for a game from its checked arguments.
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error>;
}

/// A search that knows its game, and what it may spend a move.
pub type Made<G> = (Box<dyn Search<G>>, Budget);

macro_rules! searches {
    ($($recipe:ty),* $(,)?) => {
        /// Every search.
        pub static SEARCHES: &[Declaration] = &[$(<$recipe as Recipe>::ENTRY),*];

        /// Makes a search for a game, with the budget that its spec sets: the game's own players are asked first.
        #[inline(never)]
        pub fn make<G: Knowledge>(game: &G, spec: &Spec) -> Result<Made<G>, Error> {
            if let Some(made) = specialist(game, spec)? {
                return Ok(made);
            }
            let Some(place) = place(&spec.name) else {
                return Err(specialists::unknown(spec, game.specialists()));
            };
            let (args, budget) = check(&SEARCHES[place], &game.nature(), spec)?;
            let makers: &[Maker<G>] = const { &[$(maker::<G, $recipe>()),*] };
            Ok((makers[place](game, &args)?, budget))
        }
    };
}

/// Makes a search from its checked arguments.
type Maker<G> = fn(&G, &Args) -> Result<Box<dyn Search<G>>, Error>;

/// The maker of a recipe, or a refusal where no game of the type fits: then the search is not compiled for it.
const fn maker<G: Knowledge, R: Recipe>() -> Maker<G> {
    let Some(kind) = G::CHANCE else { return R::make };
    let mut place = 0;
    while place < R::CHANCE.len() {
        if R::CHANCE[place] as u8 == kind as u8 {
            return R::make;
        }
        place += 1;
    }
    |_, _| Err(Error::new("this search is for games of another kind of chance"))
}

searches![
    simple::Random,
    simple::Minimax,
    alphabeta::AlphaBeta,
    alphabeta::PrincipalVariation,
    alphabeta::Mtd,
    expectimax::Expectimax,
    expectimax::Star1,
    expectimax::Star2,
    expectimax::StarEtc,
    expectimax::StarProof,
    proof::Pn,
    proof::Pn2,
    proof::DfPn,
    proof::Pds,
    proof::PnsStar,
    proof::LambdaSearch,
    opponent::Om,
    opponent::Prom,
    opponent::MStar,
    opponent::MAndN,
    opponent::Fallible,
    opponent::HeuristicProgram,
    opponent::BestOptimal,
    opponent::SpeculativePlay,
    multiplayer::MaxN,
    multiplayer::Paranoid,
    multiplayer::BestReply,
    montecarlo::ByPolicy,
    montecarlo::Flat,
    montecarlo::Bandit,
    montecarlo::Tree,
];

/// The evaluation key that most searches take.
pub const EVAL: Key = Key::taking(
    "eval",
    "default",
    Takes::Evaluation,
    "the evaluation at the horizon; default is the game's first",
);

/// The key by which most searches are given exact values.
pub const ORACLE: Key = Key::taking(
    "oracle",
    "none",
    Takes::Oracle,
    "exact values where the game has them: one of the game's oracles by name",
);

/// Makes one of the game's own players, where the spec names one.
pub fn specialist<G: Knowledge>(game: &G, spec: &Spec) -> Result<Option<Made<G>>, Error> {
    let Some(known) = game.specialists().iter().find(|known| known.about.name == spec.name) else {
        return Ok(None);
    };
    let (args, budget) = known.arguments(spec)?;
    Ok(Some((game.specialist(&spec.name, &args)?, budget)))
}

/// The error of a search that does not fit a game, from the reason.
pub(crate) fn misfit(name: &str, reason: Error) -> Error {
    reason.of(ErrorKind::Misfit).context(format!("{name} does not fit this game"))
}

/// The arguments of a search that fits, and its budget.
pub(crate) fn check<'a>(
    entry: &Declaration,
    nature: &Nature,
    spec: &'a Spec,
) -> Result<(Args<'a>, Budget), Error> {
    if let Some(reason) = (entry.misfit)(nature) {
        return Err(misfit(&spec.name, spec.error(reason)));
    }
    entry.arguments(spec)
}

/// The place of the search of this name.
fn place(name: &str) -> Option<usize> {
    SEARCHES.iter().position(|entry| entry.about.name == name)
}

/// Every search for any game that it fits: those of this crate, and those that a program has put into the registry.
pub fn all() -> impl Iterator<Item = &'static Declaration> {
    SEARCHES.iter().chain(registry().searches.iter().map(|entry| &entry.declaration))
}

/// The search of this name.
pub fn entry(name: &str) -> Option<&'static Declaration> {
    all().find(|entry| entry.about.name == name)
}

/// Whether a search fits games of a nature.
pub fn fits(name: &str, nature: &Nature) -> bool {
    entry(name).is_some_and(|entry| (entry.misfit)(nature).is_none())
}

/// The evaluator that a spec names under a key.
pub fn evaluator<G: Knowledge>(game: &G, args: &Args, key: &str) -> Result<G::Evaluator, Error> {
    evaluator_of(game, &args.spec(key)?)
}

/// The evaluator that a spec names.
pub fn evaluator_of<G: Knowledge>(game: &G, spec: &Spec) -> Result<G::Evaluator, Error> {
    if spec.name == "default" && spec.args.is_empty() {
        return game.evaluator(&Spec::word(game.evaluators()[0].name));
    }
    game.evaluator(spec)
}

/// The oracle that a spec names under a key; none where it is `none`.
pub fn oracle<G: Knowledge>(game: &G, args: &Args, key: &str) -> Result<Option<Arc<dyn Oracle<G>>>, Error> {
    oracle_of(game, &args.spec(key)?)
}

/// The oracle that a spec names; none where it is `none`.
#[inline(never)]
pub fn oracle_of<G: Knowledge>(game: &G, spec: &Spec) -> Result<Option<Arc<dyn Oracle<G>>>, Error> {
    if spec.name == "none" && spec.args.is_empty() {
        return Ok(None);
    }
    if game.oracles().is_empty() {
        return Err(spec.error("this game has no oracles"));
    }
    game.oracle(spec).map(Some)
}

/// For searches that need two players whose payoffs sum to zero.
pub fn two_players(nature: &Nature) -> Option<&'static str> {
    (nature.players != 2 || nature.sum != Sum::Zero)
        .then_some("it needs two players whose payoffs sum to zero")
}

/// For searches that need that and no chance.
pub fn two_players_no_chance(nature: &Nature) -> Option<&'static str> {
    two_players(nature)
        .or((nature.chance != Chance::None)
            .then_some("it has chance nodes; expectimax and its kin search those"))
}

/// Kinds of chance of searches that know none.
pub const WITHOUT_CHANCE: &[Chance] = &[Chance::None];

/// Kinds of chance of searches that list events.
pub const LISTED_CHANCE: &[Chance] = &[Chance::Enumerable];

/// Why searches of chance nodes do not fit games without.
const NO_CHANCE: &str = "it has no chance nodes; ab and its kin search those";

/// For searches of chance nodes that are listed.
pub fn two_players_chance(nature: &Nature) -> Option<&'static str> {
    two_players(nature).or(match nature.chance {
        Chance::Enumerable => None,
        Chance::None => Some(NO_CHANCE),
        Chance::Sampled => {
            Some("its chance events can only be drawn; expectimax(samples=15) and uct do that")
        }
    })
}
