//! What there is by name: every game, programs of others and books, put into the players' registry.
//!
//! A new game is one entry here: it then plays, searches, perfts, draws and is tested like all others. Games whose speed is
//! measured have theirs in [`plywood_players::games`], where searches are compiled for their types.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

use plywood_core::facade::AnyGame;
use plywood_core::{Error, Knowledge, Notation};
use plywood_players::adapter;
use plywood_players::boxed::Boxable;
use plywood_players::games::{
    BAO, CHESS, CONNECT4, DICE, GameEntry, KALAH, LOA, MNK, OTHELLO, POOL, PUZZLE, RANDOMTREE, TREE,
};
use plywood_players::registry::{self, Registry};
use plywood_small_games::{einstein, nim, nim3, pig, tictactoe};

/// Every game.
pub static GAMES: &[GameEntry] = &[
    GameEntry {
        about: tictactoe::ABOUT,
        build: |spec| Ok(erase_boxed(tictactoe::TicTacToe::from_spec(spec)?, spec)),
        examples: &["tictactoe"],
    },
    GameEntry {
        about: nim::ABOUT,
        build: |spec| Ok(erase_boxed(nim::Nim::from_spec(spec)?, spec)),
        examples: &["nim", "nim(matches=20, misere=on)", "nim(strike=3)"],
    },
    CONNECT4,
    MNK,
    DICE,
    OTHELLO,
    KALAH,
    BAO,
    GameEntry {
        about: nim3::ABOUT,
        build: |spec| Ok(erase_boxed(nim3::Nim3::from_spec(spec)?, spec)),
        examples: &["nim3", "nim3(matches=12, most=4)"],
    },
    GameEntry {
        about: pig::ABOUT,
        build: |spec| Ok(erase_boxed(pig::Pig::from_spec(spec)?, spec)),
        examples: &["pig", "pig(target=10)"],
    },
    GameEntry {
        about: einstein::ABOUT,
        build: |spec| Ok(erase_boxed(einstein::Einstein::from_spec(spec)?, spec)),
        examples: &["einstein", "einstein(board=3)"],
    },
    LOA,
    CHESS,
    POOL[0],
    POOL[1],
    POOL[2],
    POOL[3],
    POOL[4],
    POOL[5],
    PUZZLE,
    RANDOMTREE,
    TREE,
];

/// All there is: every game, programs of others and books. A program may add its own before it runs.
pub fn registry() -> Registry {
    Registry {
        room: Some(&ROOM),
        games: GAMES,
        searches: &[],
        programs: &[plywood_engines::PROGRAM],
        keys: &[plywood_study::book::BY_BOOK],
    }
}

/// Fills the players' registry with all there is, unless it is filled: whoever makes games and players by name comes here
/// first.
pub fn install() {
    registry::install(registry());
}

/// Makes a game from text: a spec, or a written tree.
///
/// # Errors
///
/// If no game has the name, or a key or a value of the spec is wrong.
pub fn game(text: &str) -> Result<Box<dyn AnyGame>, Error> {
    install();
    plywood_players::game(text)
}

/// Puts a typed game behind the facade; `spec` makes it again.
pub fn erase<G: Knowledge + Notation + PartialEq>(game: G, spec: impl ToString) -> Box<dyn AnyGame> {
    install();
    adapter::erase(game, spec)
}

/// Puts a typed game behind the facade that shares one instantiation of every search with other games: builds are
/// shorter, searches a little slower.
pub fn erase_boxed<G: Boxable>(game: G, spec: impl ToString) -> Box<dyn AnyGame> {
    install();
    adapter::erase_boxed(game, spec)
}
