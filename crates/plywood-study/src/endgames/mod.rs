//! Endgame databases by name: the games that have them, making one, asking one.
//!
//! A game whose positions are [`Indexed`] is one entry in [`ENDGAMES`]; the first entry is the default.

mod chess;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use plywood_core::error::one_of;
use plywood_core::{Error, Notation, Oracle, Player, Spec, Stop, Turn, Value};
use plywood_games::{kalah, puzzle};
use plywood_search::retrograde::{Counted, Database, Indexed};
use serde::Serialize;

/// A game that has databases.
pub struct EndgameEntry {
    /// The game's name.
    pub game: &'static str,
    /// The names of its classes, with an example.
    pub classes: &'static str,
    /// Makes the game.
    pub open: fn(&Spec) -> Result<Box<dyn Endgames>, Error>,
}

/// Every game that has databases.
pub static ENDGAMES: &[EndgameEntry] = &[
    EndgameEntry {
        game: "chess",
        classes: "the men of both sides, four at most and no pawns, such as KQKR",
        open: chess::open,
    },
    EndgameEntry {
        game: "kalah",
        classes: "seeds left in the pits at most, such as 12",
        open: |spec| Ok(Box::new(Typed(kalah::Kalah::from_spec(spec)?))),
    },
    EndgameEntry {
        game: "puzzle",
        classes: "all, of the board of size 3",
        open: |spec| Ok(Box::new(Typed(puzzle::Sliding::from_spec(spec)?))),
    },
];

/// The databases of a game.
pub trait Endgames {
    /// Makes the database of a class and keeps it in a data folder, unless a whole one is there already.
    fn build(&self, class: &str, folder: &Path, stop: &Stop) -> Result<Built, Error>;
    /// The knowledge of a position in the smallest database of a data folder that holds it.
    fn probe(&self, position: &str, folder: &Path) -> Result<Probed, Error>;
    /// The knowledge of many positions in the databases of a data folder, each file read once.
    fn answers(&self, positions: &[&str], folder: &Path) -> Result<Vec<Answer>, Error>;
}

/// The knowledge of a position, in a line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// The position.
    pub position: String,
    /// The payoff for the player on turn; for the first player where nobody is.
    pub value: f64,
    /// Plies to the end, where it is won or lost.
    pub distance: Option<u32>,
    /// Plies to the end or to a change into another ending, where a game counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion: Option<u32>,
}

/// The content of a group of positions, finished ones and all that look different counted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    /// The group.
    pub name: String,
    /// The event to which plies are counted: the end, or a conversion.
    pub counted: &'static str,
    /// Positions.
    pub positions: u64,
    /// Those that the player on turn wins.
    pub wins: u64,
    /// Those that are drawn.
    pub draws: u64,
    /// Those that the player on turn loses.
    pub losses: u64,
    /// Wins by plies.
    pub win_plies: BTreeMap<u32, u64>,
    /// Losses by plies.
    pub loss_plies: BTreeMap<u32, u64>,
}

impl Group {
    fn new(counted: &'static str, found: Counted) -> Group {
        let Counted { name, positions, wins, draws, losses, win_plies, loss_plies } = found;
        Group { name, counted, positions, wins, draws, losses, win_plies, loss_plies }
    }
}

/// A database that was made now or was there already.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Built {
    /// The class.
    pub class: String,
    /// Whether it was made now.
    pub made: bool,
    /// Its file.
    pub file: PathBuf,
    /// Bytes of its values.
    pub bytes: usize,
    /// Positions, finished ones left out.
    pub positions: u64,
    /// Those that the player on turn wins, or gains from.
    pub wins: u64,
    /// Those that are even.
    pub draws: u64,
    /// Those that the player on turn loses, or loses from.
    pub losses: u64,
    /// The length of the longest win, or the greatest gain.
    pub most: u32,
    /// Its unit: plies, or the game's payoffs.
    pub unit: &'static str,
    /// The first position that has it.
    pub example: Option<String>,
    /// The content of groups of positions, where a game has some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Seconds.
    pub seconds: f64,
}

/// The knowledge of a position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Probed {
    /// The class whose database was asked.
    pub class: String,
    /// The position.
    pub position: String,
    /// The payoff for the player on turn; for the first player where nobody is.
    pub value: f64,
    /// Plies to the end, where it is won or lost.
    pub distance: Option<u32>,
    /// Plies to the end or to a change into another ending, where a game counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion: Option<u32>,
    /// Every move, the best first.
    pub moves: Vec<ProbedMove>,
    /// Whose view it is.
    #[serde(skip)]
    pub view: Player,
}

/// The knowledge of a move.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProbedMove {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The payoff for the one who moves.
    pub value: f64,
    /// Plies to the end, the move counted, where it is won or lost.
    pub distance: Option<u32>,
}

/// The databases of the game that a spec names; of the first that has some where there is none.
///
/// # Errors
///
/// If the game has no databases.
pub fn endgames(game: Option<&str>) -> Result<Box<dyn Endgames>, Error> {
    let spec: Spec = game.unwrap_or(ENDGAMES[0].game).parse()?;
    // The border's check: what is no game at all, or has wrong keys, is told as everywhere.
    plywood_players::game(&spec.to_string())?;
    let entry = ENDGAMES.iter().find(|entry| entry.game == spec.name).ok_or_else(|| {
        let known = one_of(ENDGAMES.iter().map(|entry| entry.game));
        spec.error(format!("{} has no endgame databases; {known} has", spec.name))
    })?;
    (entry.open)(&spec)
}

/// A typed game behind [`Endgames`].
struct Typed<G>(G);

impl<G: Indexed + Notation> Endgames for Typed<G> {
    fn build(&self, class: &str, folder: &Path, stop: &Stop) -> Result<Built, Error> {
        let Typed(game) = self;
        let class = game.read_class(class)?;
        let start = Instant::now();
        let (database, made) = Database::kept(game, class, folder, stop)?;
        Ok(built(game, &database, made, folder, start.elapsed().as_secs_f64()))
    }

    fn probe(&self, position: &str, folder: &Path) -> Result<Probed, Error> {
        let Typed(game) = self;
        let position = game.read_position(position)?;
        Ok(probed(game, &kept(game, &position, folder)?, &position))
    }

    fn answers(&self, positions: &[&str], folder: &Path) -> Result<Vec<Answer>, Error> {
        let Typed(game) = self;
        let mut databases = Vec::new();
        let answer = |text: &&str| {
            let position = game.read_position(text)?;
            let database = one_of_kept(game, &mut databases, &position, folder)?;
            Ok(answered(game, database, &position))
        };
        in_lines(positions, answer)
    }
}

/// Answers line by line; an error names its line.
fn in_lines(
    positions: &[&str],
    mut answer: impl FnMut(&&str) -> Result<Answer, Error>,
) -> Result<Vec<Answer>, Error> {
    let numbered = positions.iter().enumerate();
    numbered
        .map(|(index, text)| answer(text).map_err(|error| error.context(format!("position {}", index + 1))))
        .collect()
}

/// A database that was made now or was there already.
fn built<G: Indexed + Notation>(
    game: &G,
    database: &Database<G>,
    made: bool,
    folder: &Path,
    seconds: f64,
) -> Built {
    let class = database.class();
    let summary = database.summary(game);
    Built {
        class: game.write_class(class),
        made,
        file: Database::file(game, class, folder).0,
        bytes: database.bytes(),
        positions: summary.positions,
        wins: summary.wins,
        draws: summary.draws,
        losses: summary.losses,
        most: summary.most.as_ref().map_or(0, |(most, _)| *most),
        unit: if database.tells_distance() { "plies" } else { game.unit() },
        example: summary.most.map(|(_, position)| game.write_position(&position)),
        groups: Vec::new(),
        seconds,
    }
}

/// The least database that is kept and holds a position.
fn kept<G: Indexed>(game: &G, position: &G::Position, folder: &Path) -> Result<Database<G>, Error> {
    let classes = game.classes(position);
    let least = classes.first().ok_or_else(|| Error::new("no class of databases holds this position"))?;
    // A file that is damaged is told of, where there is no other.
    let mut refused = None;
    let kept = classes.iter().find_map(|class| {
        if !Database::file(game, class, folder).0.exists() {
            return None;
        }
        let loaded = Database::load(game, class.clone(), folder);
        loaded.map_err(|error| refused = Some(error.to_string())).ok()
    });
    kept.ok_or_else(|| {
        let why = refused.map_or("no database that holds it is kept".to_string(), |why| why);
        let class = game.write_class(least);
        Error::new(format!("{why}; the least is class {class}: make it by plywood endgame build {class}"))
    })
}

/// One of the databases that were read, or read now.
fn one_of_kept<'a, G: Indexed>(
    game: &G,
    databases: &'a mut Vec<Database<G>>,
    position: &G::Position,
    folder: &Path,
) -> Result<&'a Database<G>, Error> {
    let holds = |database: &Database<G>| game.number(database.class(), position).is_some();
    match databases.iter().position(holds) {
        Some(index) => Ok(&databases[index]),
        None => {
            databases.push(kept(game, position, folder)?);
            Ok(databases.last().expect("one was pushed"))
        }
    }
}

/// The value of a position in a database that holds it, in a player's view.
fn seen<G: Indexed>(
    game: &G,
    database: &Database<G>,
    position: &G::Position,
    view: Player,
) -> (f64, Option<u32>) {
    let exact = database.probe(game, position).expect("the class holds it");
    let payoff = exact.payoff.to_f64();
    (if view == Player::FIRST { payoff } else { 0.0 - payoff }, exact.distance)
}

fn answered<G: Indexed + Notation>(game: &G, database: &Database<G>, position: &G::Position) -> Answer {
    let (value, distance) = seen(game, database, position, game.turn(position).view());
    Answer { position: game.write_position(position), value, distance, conversion: None }
}

/// The knowledge of a position and its moves.
fn probed<G: Indexed + Notation>(game: &G, database: &Database<G>, position: &G::Position) -> Probed {
    let turn = game.turn(position);
    let (value, distance) = seen(game, database, position, turn.view());
    let mut moves = Vec::new();
    if turn != Turn::Over {
        let _ = game.children(position, |chosen, after| {
            let (value, distance) = seen(game, database, &after, turn.view());
            // A distance without a win or a loss is that of an end.
            let distance = distance.filter(|_| value != 0.0 && database.tells_distance());
            let chosen = game.write_move(position, chosen);
            moves.push(ProbedMove { chosen, value, distance: distance.map(|plies| plies + 1) });
            std::ops::ControlFlow::<()>::Continue(())
        });
    }
    moves.sort_by(|a, b| better(b).total_cmp(&better(a)));
    Probed {
        class: game.write_class(database.class()),
        position: game.write_position(position),
        value,
        distance,
        conversion: None,
        moves,
        view: turn.view(),
    }
}

/// The value of a move, a soon win and a late loss a little more.
fn better(known: &ProbedMove) -> f64 {
    let hair = known.distance.map_or(0.0, |plies| 1.0 / (f64::from(plies) + 1.0));
    known.value + hair * known.value.signum() / 2.0
}
