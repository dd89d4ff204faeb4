//! Players of one game, seen from all games: the players of each game, and the searches that fit it.
//!
//! A game lists its own players ([`plywood_core::Knowledge::specialists`]); they are asked before the generic
//! searches.

use plywood_core::error::one_of;
use plywood_core::facade::AnyGame;
use plywood_core::{Declaration, Error, Limit, Spec};

use crate::games::game;
use crate::registry::registry;
use crate::searches::{all as searches, entry};

/// Every specialist with the name of its game.
pub fn all() -> impl Iterator<Item = (&'static str, Declaration)> {
    registry().games.iter().flat_map(|entry| {
        let usual = game(entry.examples[0]).map_or(Vec::new(), |game| game.specialists().to_vec());
        usual.into_iter().map(|specialist| (entry.about.name, specialist))
    })
}

/// What plays under a name in a game with these players of its own: one of them, else the search of that name, else a
/// program of others.
pub fn declared<'a>(own: &'a [Declaration], name: &str) -> Option<&'a Declaration> {
    let program =
        || registry().programs.iter().map(|program| &program.entry).find(|one| one.about.name == name);
    own.iter().find(|one| one.about.name == name).or_else(|| entry(name)).or_else(program)
}

/// The budgets that a game's own player or a search of this name keeps; none where there is no such player.
pub fn keeps(own: &[Declaration], name: &str) -> &'static [Limit] {
    declared(own, name).map_or(&[], |player| player.keeps)
}

/// The refusal of a search that no game of this kind has: with the games that have it, or with all that there
/// is.
pub fn unknown(spec: &Spec, own: &[Declaration]) -> Error {
    let name = &spec.name;
    let holders: Vec<&str> = all().filter(|(_, one)| one.about.name == name).map(|(game, _)| game).collect();
    if !holders.is_empty() {
        return spec.error(format!(
            "this game has no player {name:?} of its own; {} {} it",
            holders.join(", "),
            if holders.len() == 1 { "has" } else { "have" }
        ));
    }
    let own = own.iter().map(|one| one.about.name);
    let known = one_of(own.chain(searches().map(|entry| entry.about.name)));
    spec.error(format!("unknown search {name:?}; known: {known}"))
}

/// The players of a game: its own, the searches that fit it, and the others with the reason why not.
pub struct Fit {
    /// The game's own players.
    pub own: Vec<Declaration>,
    /// Searches that fit.
    pub fitting: Vec<&'static Declaration>,
    /// Searches that do not, and why.
    pub unfit: Vec<(&'static Declaration, String)>,
}

/// The players and searches that fit a game, and those that do not.
pub fn fit(game: &dyn AnyGame) -> Fit {
    let (own, nature) = (game.specialists(), game.nature());
    let mut fit = Fit { own: own.to_vec(), fitting: Vec::new(), unfit: Vec::new() };
    for entry in searches() {
        match (entry.misfit)(&nature) {
            // A player of the game's own takes the place of a search of its name.
            _ if own.iter().any(|one| one.about.name == entry.about.name) => {}
            Some(reason) => fit.unfit.push((entry, reason.to_string())),
            // Some ask more of a game than its nature.
            None => match game.player(&Spec::word(entry.about.name)) {
                Ok(_) => fit.fitting.push(entry),
                Err(error) => fit.unfit.push((entry, error.reason().to_string())),
            },
        }
    }
    fit
}
