//! The registry: what a program puts in from above this crate.
//!
//! Searches are compiled here; games whose speed nobody measures, programs of others and books are not known here, so that
//! a change to one of them compiles no search anew. A program fills the registry once, before it asks for anything by
//! name.

use std::sync::OnceLock;

use plywood_core::code::{self, Room};
use plywood_core::facade::{AnyGame, AnyPlayer};
use plywood_core::{Args, Declaration, Error, Key, Search, Spec};

use crate::ROOM;
use crate::boxed::Boxed;
use crate::games::GameEntry;
use crate::searches::Recipe;

/// Everything that has a name, besides the searches.
pub struct Registry {
    /// The crate that fills it: with those it rests on it is the code that plays. None where it has something of a crate that
    /// takes no digest: then the file that runs is what the code is known by.
    pub room: Option<&'static Room>,
    /// Every game.
    pub games: &'static [GameEntry],
    /// Searches from elsewhere, for any game.
    pub searches: &'static [SearchEntry],
    /// Programs of others, as players of any game.
    pub programs: &'static [ProgramEntry],
    /// Keys that any player takes.
    pub keys: &'static [KeyEntry],
}

/// A search from elsewhere. It is compiled once, for the boxed game, and plays every game whose moves are numbers.
#[derive(Clone, Copy)]
pub struct SearchEntry {
    /// Its declaration.
    pub declaration: Declaration,
    /// Makes it from its checked arguments.
    pub make: fn(&Boxed, &Args) -> MadeSearch,
}

impl SearchEntry {
    /// The entry of a recipe.
    pub const fn of<R: Recipe>() -> SearchEntry {
        SearchEntry { declaration: R::ENTRY, make: R::make::<Boxed> }
    }
}

/// A player of any game that knows nothing but the facade: a program of somebody else.
pub struct ProgramEntry {
    /// Its name, keys and budgets.
    pub entry: Declaration,
    /// Whether a spec means it: a game may have a player of its own by the same name.
    pub is_named: fn(&Spec) -> bool,
    /// Makes it.
    pub make: fn(&dyn AnyGame, &Spec) -> MadePlayer,
}

/// A key that any player takes.
pub struct KeyEntry {
    /// The key.
    pub key: Key,
    /// Makes a player by a spec that has the key, with what makes one by a spec that has not.
    pub make: fn(&dyn AnyGame, &Spec, Make) -> MadePlayer,
}

/// Makes a player by its spec.
pub type Make<'a> = &'a dyn Fn(&Spec) -> MadePlayer;

/// A player, or why there is none.
pub type MadePlayer = Result<Box<dyn AnyPlayer>, Error>;

/// A search of the boxed game, or why there is none.
pub type MadeSearch = Result<Box<dyn Search<Boxed>>, Error>;

static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// Fills the registry, unless it is filled.
pub fn install(registry: Registry) {
    let _ = REGISTRY.set(registry);
}

/// The search from elsewhere of this name.
pub(crate) fn search(name: &str) -> Option<&'static SearchEntry> {
    registry().searches.iter().find(|entry| entry.declaration.about.name == name)
}

/// The registry; an empty one until it is filled.
pub fn registry() -> &'static Registry {
    static EMPTY: Registry =
        Registry { room: Some(&ROOM), games: &[], searches: &[], programs: &[], keys: &[] };
    REGISTRY.get().unwrap_or(&EMPTY)
}

impl Registry {
    /// The same with a game, which comes before others of its name.
    pub fn with_game(self, entry: GameEntry) -> Registry {
        Registry { room: None, games: [&[entry], self.games].concat().leak(), ..self }
    }

    /// The same with a search for any game that it fits, which comes before others of its name.
    pub fn with_search<R: Recipe>(self) -> Registry {
        Registry { room: None, searches: [&[SearchEntry::of::<R>()], self.searches].concat().leak(), ..self }
    }

    /// The keys that any player takes.
    pub fn keys(&self) -> Vec<Key> {
        self.keys.iter().map(|entry| entry.key).collect()
    }

    /// The identity of the code that plays these.
    pub fn code(&self) -> String {
        self.room.map_or_else(code::of_file, Room::digest)
    }

    /// Whether a spec's name is one of a program of somebody else.
    pub fn is_program(&self, name: &str) -> bool {
        self.programs.iter().any(|program| program.entry.about.name == name)
    }
}

/// What the code is known by that plays games of a type, which may be of a crate that takes no digest.
pub(crate) fn code_of(game_type: &str) -> String {
    let owner = game_type.split("::").next().unwrap_or_default().replace('_', "-");
    match registry() {
        Registry { room: Some(room), .. } if room.sources().contains_key(owner.as_str()) => room.digest(),
        _ => code::of_file(),
    }
}

/// Makes a player of a game: by the keys that any player takes, a program of others, or by `own` one of the game's.
pub(crate) fn player(game: &dyn AnyGame, spec: &Spec, own: Make) -> MadePlayer {
    let Registry { keys, programs, .. } = registry();
    if let Some(entry) = keys.iter().find(|entry| spec.get(entry.key.name).is_some()) {
        return (entry.make)(game, spec, &|spec| player(game, spec, own));
    }
    match programs.iter().find(|program| (program.is_named)(spec)) {
        Some(program) => (program.make)(game, spec),
        None => own(spec),
    }
}
