//! Games by name, and those whose speed is measured: the searches are compiled for their types here, so that a change to
//! another game, or to the list of all games in a crate above, compiles none of them anew.

use plywood_billiards::game::{self as billiards, Billiards};
use plywood_core::error::one_of;
use plywood_core::facade::AnyGame;
use plywood_core::{About, Error, Spec};
use plywood_games::connect4::{self, AnyConnect4};
use plywood_games::dice::{self, AnyDice};
use plywood_games::mnk::{self, AnyMnk};
use plywood_games::{bao, chess, kalah, loa, othello, puzzle, randomtree, tree};

use crate::adapter::{erase, erase_boxed, erase_open};
use crate::registry::registry;

/// A game in the registry.
#[derive(Clone, Copy)]
pub struct GameEntry {
    /// Its name, keys and source.
    pub about: About,
    /// Makes it.
    pub build: fn(&Spec) -> Result<Box<dyn AnyGame>, Error>,
    /// Specs that stand for all: the conformance suite runs on each, and help shows them.
    pub examples: &'static [&'static str],
}

fn connect4(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(match connect4::from_spec(spec)? {
        AnyConnect4::Standard(game) => erase_open(game, spec),
        AnyConnect4::Other(game) => erase_open(game, spec),
    })
}

/// `connect4`.
pub const CONNECT4: GameEntry = GameEntry {
    about: connect4::ABOUT,
    build: connect4,
    examples: &["connect4", "connect4(columns=5, rows=4)", "connect4(columns=8, rows=8)"],
};

fn mnk(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(match mnk::from_spec(spec)? {
        AnyMnk::Small(game) => erase_open(game, spec),
        AnyMnk::Large(game) => erase_boxed(game, spec),
    })
}

/// `mnk`.
pub const MNK: GameEntry = GameEntry {
    about: mnk::ABOUT,
    build: mnk,
    examples: &["mnk(columns=9, rows=9)", "mnk(columns=4, rows=3, line=3)", "mnk(columns=6, rows=5, line=4)"],
};

fn dice(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(match dice::from_spec(spec)? {
        AnyDice::Five(game) => erase_open(game, spec),
        AnyDice::Small(game) => erase_open(game, spec),
        AnyDice::Large(game) => erase_open(game, spec),
    })
}

/// `dice`.
pub const DICE: GameEntry = GameEntry {
    about: dice::ABOUT,
    build: dice,
    examples: &["dice", "dice(board=3, win=3)", "dice(board=9, win=6)", "dice(board=13, win=6)"],
};

fn othello(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(match othello::is_reversi(spec) {
        true => erase_boxed(othello::reversi::Reversi::from_spec(spec)?, spec),
        false => erase_open(othello::Othello::from_spec(spec)?, spec),
    })
}

/// `othello`.
pub const OTHELLO: GameEntry = GameEntry {
    about: othello::ABOUT,
    build: othello,
    examples: &[
        "othello",
        "othello(size=6, payoff=margin)",
        "othello(size=4)",
        "othello(size=6, rules=reversi)",
    ],
};

fn kalah(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(erase_open(kalah::Kalah::from_spec(spec)?, spec))
}

/// `kalah`.
pub const KALAH: GameEntry =
    GameEntry { about: kalah::ABOUT, build: kalah, examples: &["kalah", "kalah(holes=4, seeds=3)"] };

fn bao(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(erase_open(bao::Bao::from_spec(spec)?, spec))
}

/// `bao`.
pub const BAO: GameEntry =
    GameEntry { about: bao::ABOUT, build: bao, examples: &["bao", "bao(takasia=off, limit=200)"] };

fn loa(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(erase_open(loa::LinesOfAction::from_spec(spec)?, spec))
}

/// `loa`.
pub const LOA: GameEntry = GameEntry { about: loa::ABOUT, build: loa, examples: &["loa"] };

fn chess(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(erase(chess::Chess::from_spec(spec)?, spec))
}

/// `chess`.
pub const CHESS: GameEntry = GameEntry { about: chess::ABOUT, build: chess, examples: &["chess"] };

fn puzzle(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(erase_boxed(puzzle::Sliding::from_spec(spec)?, spec))
}

/// `puzzle`.
pub const PUZZLE: GameEntry =
    GameEntry { about: puzzle::ABOUT, build: puzzle, examples: &["puzzle", "puzzle(size=3)"] };

fn randomtree(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(erase_open(randomtree::RandomTree::from_spec(spec)?, spec))
}

/// `randomtree`.
pub const RANDOMTREE: GameEntry = GameEntry {
    about: randomtree::ABOUT,
    build: randomtree,
    examples: &["randomtree", "randomtree(width=3, depth=6, seed=7, chance=on)"],
};

fn tree(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Err(spec.error("a tree is written out, such as \"tree:([3 12 8] [2 4 6])\""))
}

/// `tree`.
pub const TREE: GameEntry = GameEntry {
    about: tree::ABOUT,
    build: tree,
    examples: &[
        "tree:([9/8 7/6] [8/6 6/7])",
        "tree:(A={1 2 4} B={2})",
        "tree:1(2(1/2/3 3/2/1) 3(0/0/1 1/0/0))",
    ],
};

/// Games on a table with pockets: one type.
pub const POOL: [GameEntry; 6] = [
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
];

fn pool(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    Ok(erase(Billiards::from_spec(spec)?, spec))
}

/// The beginning of a written tree.
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
    let games = registry().games;
    let entry = games.iter().find(|entry| entry.about.name == spec.name).ok_or_else(|| match games {
        [] => Error::new("no games are registered: plywood::install() does it"),
        _ => spec.error(format!(
            "unknown game {:?}; known: {}",
            spec.name,
            one_of(games.iter().map(|entry| entry.about.name))
        )),
    })?;
    (entry.build)(&spec)
}
