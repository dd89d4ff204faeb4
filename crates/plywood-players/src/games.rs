//! Every game by name.
//!
//! A new game is one entry here: it then plays, searches, perfts, draws and is tested like all others.

use plywood_billiards::game::{self as billiards, Billiards};
use plywood_core::error::one_of;
use plywood_core::facade::AnyGame;
use plywood_core::{About, Error, Spec};
use plywood_games::connect4::{self, AnyConnect4};
use plywood_games::dice::{self, AnyDice};
use plywood_games::mnk::{self, AnyMnk};
use plywood_games::{
    bao, chess, einstein, kalah, loa, nim, nim3, othello, pig, puzzle, randomtree, tictactoe, tree,
};

use crate::adapter::{erase, erase_boxed};

/// A game in the registry.
pub struct GameEntry {
    /// Its name, keys and source.
    pub about: About,
    /// Makes it.
    pub build: fn(&Spec) -> Result<Box<dyn AnyGame>, Error>,
    /// Specs that stand for all: the conformance suite runs on each, and help shows them.
    pub examples: &'static [&'static str],
}

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
    GameEntry {
        about: connect4::ABOUT,
        build: |spec| {
            Ok(match connect4::from_spec(spec)? {
                AnyConnect4::Standard(game) => erase(game, spec),
                AnyConnect4::Other(game) => erase(game, spec),
            })
        },
        examples: &["connect4", "connect4(columns=5, rows=4)", "connect4(columns=8, rows=8)"],
    },
    GameEntry {
        about: mnk::ABOUT,
        build: |spec| {
            Ok(match mnk::from_spec(spec)? {
                AnyMnk::Small(game) => erase(game, spec),
                AnyMnk::Large(game) => erase_boxed(game, spec),
            })
        },
        examples: &[
            "mnk(columns=9, rows=9)",
            "mnk(columns=4, rows=3, line=3)",
            "mnk(columns=6, rows=5, line=4)",
        ],
    },
    GameEntry {
        about: dice::ABOUT,
        build: |spec| {
            Ok(match dice::from_spec(spec)? {
                AnyDice::Five(game) => erase(game, spec),
                AnyDice::Small(game) => erase(game, spec),
                AnyDice::Large(game) => erase(game, spec),
            })
        },
        examples: &["dice", "dice(board=3, win=3)", "dice(board=9, win=6)", "dice(board=13, win=6)"],
    },
    GameEntry {
        about: othello::ABOUT,
        build: |spec| {
            Ok(match othello::is_reversi(spec) {
                true => erase_boxed(othello::reversi::Reversi::from_spec(spec)?, spec),
                false => erase(othello::Othello::from_spec(spec)?, spec),
            })
        },
        examples: &[
            "othello",
            "othello(size=6, payoff=margin)",
            "othello(size=4)",
            "othello(size=6, rules=reversi)",
        ],
    },
    GameEntry {
        about: kalah::ABOUT,
        build: |spec| Ok(erase(kalah::Kalah::from_spec(spec)?, spec)),
        examples: &["kalah", "kalah(holes=4, seeds=3)"],
    },
    GameEntry {
        about: bao::ABOUT,
        build: |spec| Ok(erase(bao::Bao::from_spec(spec)?, spec)),
        examples: &["bao", "bao(takasia=off, limit=200)"],
    },
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
    GameEntry {
        about: loa::ABOUT,
        build: |spec| Ok(erase(loa::LinesOfAction::from_spec(spec)?, spec)),
        examples: &["loa"],
    },
    GameEntry {
        about: chess::ABOUT,
        build: |spec| Ok(erase(chess::Chess::from_spec(spec)?, spec)),
        examples: &["chess"],
    },
    GameEntry {
        about: billiards::ABOUT[0],
        build: pool,
        examples: &["8ball", "8ball(table=9ft, errors=low)"],
    },
    GameEntry { about: billiards::ABOUT[1], build: pool, examples: &["8.5ball"] },
    GameEntry { about: billiards::ABOUT[2], build: pool, examples: &["9ball", "9ball(table=pooltool)"] },
    GameEntry { about: billiards::ABOUT[3], build: pool, examples: &["one_pocket"] },
    GameEntry { about: billiards::ABOUT[4], build: pool, examples: &["snooker"] },
    GameEntry {
        about: billiards::ABOUT[5],
        build: pool,
        examples: &["cutthroat", "cutthroat(players=5, table=9ft)"],
    },
    GameEntry {
        about: puzzle::ABOUT,
        build: |spec| Ok(erase_boxed(puzzle::Sliding::from_spec(spec)?, spec)),
        examples: &["puzzle", "puzzle(size=3)"],
    },
    GameEntry {
        about: randomtree::ABOUT,
        build: |spec| Ok(erase(randomtree::RandomTree::from_spec(spec)?, spec)),
        examples: &["randomtree", "randomtree(width=3, depth=6, seed=7, chance=on)"],
    },
    GameEntry {
        about: tree::ABOUT,
        build: |spec| Err(spec.error("a tree is written out, such as \"tree:([3 12 8] [2 4 6])\"")),
        examples: &[
            "tree:([9/8 7/6] [8/6 6/7])",
            "tree:(A={1 2 4} B={2})",
            "tree:1(2(1/2/3 3/2/1) 3(0/0/1 1/0/0))",
        ],
    },
];

/// The games on a table with pockets are one type.
fn pool(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(erase(Billiards::from_spec(spec)?, spec))
}

/// What written trees start with.
const WRITTEN: &str = "tree:";

/// Makes a game from text: a spec, or a written tree.
pub fn game(text: &str) -> Result<Box<dyn AnyGame>, Error> {
    if let Some(written) = text.trim_start().strip_prefix(WRITTEN) {
        let shift = text.len() - written.len();
        let tree = tree::parse(written).map_err(|error| error.within(text, shift))?;
        let spec = format!("{WRITTEN}{}", tree.text());
        return Ok(erase_boxed(tree, spec));
    }
    let spec: Spec = text.parse()?;
    let entry = GAMES.iter().find(|entry| entry.about.name == spec.name).ok_or_else(|| {
        spec.error(format!(
            "unknown game {:?}; known: {}",
            spec.name,
            one_of(GAMES.iter().map(|entry| entry.about.name))
        ))
    })?;
    (entry.build)(&spec)
}
