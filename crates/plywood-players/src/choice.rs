//! The search for a game when the user names none.
//!
//! It is the first of these that exists: the game's own solver, if it answers at once or the game has one
//! player; alpha-beta, or StarETC for games with chance, or max^n for more players; the first player of the
//! game's own; UCT; any legal move.

use plywood_core::facade::{AnyGame, AnyPlayer};
use plywood_core::{Chance, Declaration, Error, Spec};

use crate::searches::fits;

/// The purpose of a default search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The best answer in the time there is.
    Play,
    /// A tree as the textbooks draw it: nothing but the search itself.
    Draw,
}

/// The spec of the search that fits a game when none is named.
pub fn choose(game: &dyn AnyGame, purpose: Purpose) -> &'static str {
    let nature = game.nature();
    let own = game.specialists();
    // One that searches may find nothing within its time, and a search for two players is the better guess then.
    let at_once = |one: &Declaration| one.at_once || nature.players == 1;
    let exact = own.iter().find(|one| one.exact && at_once(one) && purpose == Purpose::Play);
    if let Some(solver) = exact {
        return solver.about.name;
    }
    // Of events that can only be drawn a picture shows a few.
    if purpose == Purpose::Draw && nature.chance == Chance::Sampled {
        return "expectimax(samples=2, depth=2, table=off, deepening=off, killers=off, history=off)";
    }
    let searches = match purpose {
        Purpose::Play => ["ab", "star_etc", "maxn"],
        Purpose::Draw => [
            "ab(table=off, deepening=off, killers=off, history=off)",
            "expectimax(table=off, deepening=off, killers=off, history=off)",
            "maxn",
        ],
    };
    let fitting = |spec: &&str| fits(spec.split('(').next().unwrap_or_default(), &nature);
    let searching = searches.into_iter().find(fitting);
    let own = || own.first().map(|one| one.about.name);
    searching.or_else(own).or_else(|| ["uct", "random"].into_iter().find(fitting)).unwrap_or("random")
}

/// Makes the player that a spec names, or one that fits the game.
pub fn player(game: &dyn AnyGame, spec: Option<&str>, purpose: Purpose) -> Result<Box<dyn AnyPlayer>, Error> {
    let spec: Spec = spec.unwrap_or_else(|| choose(game, purpose)).parse()?;
    game.player(&spec)
}
