//! Endgame databases by retrograde analysis: the exact value of every position of a class, worked out from the ends of
//! the game backwards (lecture notes, "Retrograde Analysis"; Thompson 1986).
//!
//! A game that is [`Indexed`] numbers the positions of a class. Where it is won or lost, `levels` finds the result and the
//! distance to the end, whatever ways lead round; where it pays a margin, `margins` finds the margin, and no
//! position may come again. A [`Database`] is a byte a number (two where a byte is too small), an oracle for every
//! search, and a file in the data folder with a checksum; a file that is damaged or of another version is made anew.
//!
//! Limits: what the history of a game decides (repetitions, a number of moves without progress) is not seen, as is usual.

mod levels;
mod margins;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU16;

use plywood_core::{
    Chance, Error, ErrorKind, Exact, Game, Oracle, PayoffKind, Player, Stop, Turn, Value, cache, files,
};

use crate::shares::in_shares;

/// A game that numbers the positions of classes. Values are told by the numbers, for the player on turn:
/// positions of one number have the same value for that player, but for what is [`Indexed::settled`].
pub trait Indexed: Game {
    /// A set of positions that no move leads out of, with whatever tables numbering them takes.
    type Class: Clone + Send + Sync + 'static;

    /// The class that people call so.
    fn read_class(&self, text: &str) -> Result<Self::Class, Error>;
    /// The name of a class; [`Indexed::read_class`] reads it back.
    fn write_class(&self, class: &Self::Class) -> String;
    /// The classes that hold a position, the least first; none where there is none.
    fn classes(&self, position: &Self::Position) -> Vec<Self::Class>;
    /// The name of the file of a class: it tells every rule that values depend on.
    fn class_file(&self, class: &Self::Class) -> String;

    /// One more than the largest number.
    fn size(&self, class: &Self::Class) -> usize;
    /// The number of a position that is not over; none where the class does not hold it.
    fn number(&self, class: &Self::Class, position: &Self::Position) -> Option<usize>;
    /// A position of a number with nothing settled; none where no position has it.
    fn position(&self, class: &Self::Class, number: usize) -> Option<Self::Position>;
    /// The first player's gain in a position beyond that of the position of its number: stones in store,
    /// points made.
    fn settled(&self, _position: &Self::Position) -> Self::Value {
        Self::Value::ZERO
    }

    /// Whether [`Indexed::sources`] takes moves back. Memory is for the positions alone then, not for the moves.
    const TAKES_BACK: bool = false;
    /// Visits the numbers of the positions from which a move leads to the one of a number, each as often as moves do, with
    /// whether the same player is on turn in both. Asked only where [`Indexed::TAKES_BACK`] says so.
    fn sources(&self, _class: &Self::Class, _number: usize, _visit: impl FnMut(usize, bool)) {}

    /// What the first player gets where a position ends what a class counts, though the game goes on: a change into
    /// another ending whose value is known.
    fn concluded(&self, _class: &Self::Class, _position: &Self::Position) -> Option<Self::Value> {
        None
    }

    /// What a finished position of a class pays the player who would be on turn; the first where a game does not say who.
    fn finished(&self, _class: &Self::Class, position: &Self::Position) -> i32 {
        self.payoff(position, Player::FIRST).to_f64() as i32
    }
    /// What positions of a class are counted apart by, such as who is on turn; none where all are counted together.
    fn groups(&self, _class: &Self::Class) -> Vec<String> {
        Vec::new()
    }
    /// The group of a number, and how many positions that look different it stands for.
    fn group(&self, _class: &Self::Class, _number: usize) -> (usize, u64) {
        (0, 1)
    }
}

/// Where a move leads.
enum Reached {
    /// The game is over and pays the one who moved this.
    End(i32),
    /// It goes on.
    On {
        number: usize,
        /// Whether the one who moved is on turn again.
        same: bool,
        /// The payoff that is settled for that player.
        settled: i32,
    },
}

/// Visits where the moves of a position lead. Only for a player's turn.
fn onward<G: Indexed>(game: &G, class: &G::Class, position: &G::Position, mut visit: impl FnMut(Reached)) {
    let mover = game.turn(position).view();
    let _ = game.children(position, |_, after| {
        let concluded = game.concluded(class, &after).map(|payoff| payoff.to_f64() as i32);
        visit(match game.turn(&after) {
            _ if concluded.is_some() => {
                let payoff = concluded.unwrap_or(0);
                Reached::End(if mover == Player::FIRST { payoff } else { -payoff })
            }
            Turn::Player(next) => {
                let settled = game.settled(&after).to_f64() as i32;
                Reached::On {
                    number: game.number(class, &after).expect("no move leads out of a class"),
                    same: next == mover,
                    settled: if mover == Player::FIRST { settled } else { -settled },
                }
            }
            _ => Reached::End(game.payoff(&after, mover).to_f64() as i32),
        });
        std::ops::ControlFlow::<()>::Continue(())
    });
}

/// The position of a number where somebody is on turn.
fn played<G: Indexed>(game: &G, class: &G::Class, number: usize) -> Option<G::Position> {
    game.position(class, number).filter(|position| game.turn(position) != Turn::Over)
}

/// Why an analysis was given up.
fn stopped() -> Error {
    Error::new("stopped before the database was whole").of(ErrorKind::Interrupted)
}

/// The values of every position of a class.
#[derive(Debug, Clone)]
pub struct Database<G: Indexed> {
    class: G::Class,
    margin: bool,
    /// A number a place: of an outcome the plies to a win, negative to a loss, zero for a draw; else the
    /// margin. A byte each where all fit, else two.
    content: Vec<u8>,
    wide: bool,
}

/// The content of a database.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary<P> {
    /// Positions, finished ones left out.
    pub positions: u64,
    /// Those that the player on turn wins, or gains from.
    pub wins: u64,
    /// Those that are even.
    pub draws: u64,
    /// Those that the player on turn loses, or loses from.
    pub losses: u64,
    /// The longest win, or the greatest gain, and the first position that has it.
    pub most: Option<(u32, P)>,
}

/// The content of a group of a database, finished positions counted: every position that looks different.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Counted {
    /// The group.
    pub name: String,
    /// Positions.
    pub positions: u64,
    /// Those that the player on turn wins.
    pub wins: u64,
    /// Those that are drawn.
    pub draws: u64,
    /// Those that the player on turn loses.
    pub losses: u64,
    /// Wins by plies to the end.
    pub win_plies: BTreeMap<u32, u64>,
    /// Losses by plies to the end, zero where the game is lost already.
    pub loss_plies: BTreeMap<u32, u64>,
}

impl Counted {
    fn add(&mut self, entry: i16, finished: Option<i32>, times: u64) {
        self.positions += times;
        let plies = u32::from(entry.unsigned_abs());
        match finished.unwrap_or(i32::from(entry)).signum() {
            1 => {
                self.wins += times;
                *self.win_plies.entry(plies).or_default() += times;
            }
            -1 => {
                self.losses += times;
                *self.loss_plies.entry(plies).or_default() += times;
            }
            _ => self.draws += times,
        }
    }

    fn join(&mut self, other: &Counted) {
        self.positions += other.positions;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        let sides = [(&mut self.win_plies, &other.win_plies), (&mut self.loss_plies, &other.loss_plies)];
        for (own, others) in sides {
            others.iter().for_each(|(plies, times)| *own.entry(*plies).or_default() += times);
        }
    }
}

/// Reasons why a game has no databases, whatever it numbers.
fn misfit<G: Game>(game: &G) -> Option<&'static str> {
    let nature = game.nature();
    if nature.chance != Chance::None || nature.players > 2 {
        Some("databases are for one or two players without chance")
    } else if nature.payoff == PayoffKind::Probability {
        Some("databases are for games that are won or lost or pay a margin")
    } else {
        None
    }
}

impl<G: Indexed> Database<G> {
    /// Works out a class, on every core.
    pub fn build(game: &G, class: G::Class, stop: &Stop) -> Result<Database<G>, Error> {
        if let Some(reason) = misfit(game) {
            return Err(Error::new(reason));
        }
        let margin = game.nature().payoff == PayoffKind::Margin;
        let mut entries =
            if margin { margins::solve(game, &class, stop)? } else { levels::solve(game, &class, stop)? };
        let size = game.size(&class);
        let narrow = in_shares(size, |wide: &mut bool, mut share| {
            *wide = *wide || share.any(|number| i8::try_from(read_entry(&entries[number], margin)).is_err());
        });
        let wide = narrow.contains(&true);
        let mut content = Vec::with_capacity(if wide { 2 * size } else { size });
        // Piece by piece, so that never all of both is there at a time.
        for start in (0..size).step_by(PIECE) {
            let end = (start + PIECE).min(size);
            let piece = entries[start..end].iter().map(|entry| read_entry(entry, margin));
            if wide {
                content.extend(piece.flat_map(i16::to_le_bytes));
            } else {
                content.extend(piece.map(|entry| entry as u8));
            }
            entries.give_back(end);
        }
        Ok(Database { class, margin, content, wide })
    }

    /// The file of a class in a data folder, and what its content is called.
    pub fn file(game: &G, class: &G::Class, folder: &Path) -> (PathBuf, String) {
        let name = game.class_file(class);
        (folder.join("endgames").join(format!("{name}.bin")), format!("endgame {name}, version 1"))
    }

    /// A class as it is kept in a data folder; refused where it is not whole.
    pub fn load(game: &G, class: G::Class, folder: &Path) -> Result<Database<G>, Error> {
        let (path, name) = Database::file(game, &class, folder);
        let content = cache::load(&path, &name)?;
        let size = game.size(&class);
        if content.len() != size && content.len() != 2 * size {
            return Err(Error::new(format!("{}: it has another number of positions", path.display())));
        }
        let margin = game.nature().payoff == PayoffKind::Margin;
        Ok(Database { class, margin, wide: content.len() != size, content })
    }

    /// A class as it is kept in a data folder, or made now and kept then; whether it was made.
    pub fn kept(game: &G, class: G::Class, folder: &Path, stop: &Stop) -> Result<(Database<G>, bool), Error> {
        if let Ok(database) = Database::load(game, class.clone(), folder) {
            return Ok((database, false));
        }
        let (path, name) = Database::file(game, &class, folder);
        let database = Database::build(game, class, stop)?;
        cache::save(&path, &name, &database.content)?;
        Ok((database, true))
    }

    /// The same in the user's data folder, unless so few positions are made as fast as read.
    pub fn at_hand(game: &G, class: G::Class) -> Result<Database<G>, Error> {
        if game.size(&class) <= FEW {
            return Database::build(game, class, &Stop::new());
        }
        Database::kept(game, class, &files::data_folder(), &Stop::new()).map(|(database, _)| database)
    }

    /// The class.
    pub fn class(&self) -> &G::Class {
        &self.class
    }

    /// Whether it tells how far the end is; margins are told without.
    pub fn tells_distance(&self) -> bool {
        !self.margin
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.content.len()
    }

    fn entry(&self, number: usize) -> i16 {
        if self.wide {
            i16::from_le_bytes([self.content[2 * number], self.content[2 * number + 1]])
        } else {
            i16::from(self.content[number] as i8)
        }
    }

    /// Its content.
    pub fn summary(&self, game: &G) -> Summary<G::Position> {
        #[derive(Default)]
        struct Part {
            counts: [u64; 3],
            most: Option<(i16, std::cmp::Reverse<usize>)>,
        }
        let parts = in_shares(game.size(&self.class), |part: &mut Part, share| {
            for number in share.filter(|number| played(game, &self.class, *number).is_some()) {
                let entry = self.entry(number);
                part.counts[(1 - entry.signum()) as usize] += 1;
                if entry > 0 {
                    part.most = part.most.max(Some((entry, std::cmp::Reverse(number))));
                }
            }
        });
        let count = |kind: usize| parts.iter().map(|part| part.counts[kind]).sum();
        let [wins, draws, losses]: [u64; 3] = [count(0), count(1), count(2)];
        let most = parts.iter().filter_map(|part| part.most).max();
        let most = most.and_then(|(entry, number)| {
            Some((u32::from(entry.unsigned_abs()), game.position(&self.class, number.0)?))
        });
        Summary { positions: wins + draws + losses, wins, draws, losses, most }
    }

    /// The content of each group of it.
    pub fn counts(&self, game: &G) -> Vec<Counted> {
        let names = game.groups(&self.class);
        let parts = in_shares(game.size(&self.class), |part: &mut Vec<Counted>, share| {
            part.resize(names.len(), Counted::default());
            for number in share {
                let Some(position) = game.position(&self.class, number) else { continue };
                let (group, times) = game.group(&self.class, number);
                let turn = game.turn(&position);
                let over = (turn == Turn::Over).then(|| game.finished(&self.class, &position));
                if let Some(counted) = part.get_mut(group) {
                    counted.add(self.entry(number), over, times);
                }
            }
        });
        let mut all: Vec<Counted> =
            names.into_iter().map(|name| Counted { name, ..Counted::default() }).collect();
        for part in parts {
            all.iter_mut().zip(&part).for_each(|(counted, more)| counted.join(more));
        }
        all
    }
}

/// Classes of no more numbers than this are made as fast as read.
const FEW: usize = 1 << 20;

/// Entries that become content at a time.
const PIECE: usize = 1 << 18;

/// An entry of a finished analysis.
fn read_entry(entry: &AtomicU16, margin: bool) -> i16 {
    if margin { margins::read(entry).unwrap_or(0) } else { levels::read(entry) }
}

impl<G: Indexed> Oracle<G> for Database<G> {
    fn probe(&self, game: &G, position: &G::Position) -> Option<Exact<G::Value>> {
        let Turn::Player(mover) = game.turn(position) else {
            return Some(Exact { payoff: game.payoff(position, Player::FIRST), distance: Some(0) });
        };
        let entry = i32::from(self.entry(game.number(&self.class, position)?));
        let for_first = |value: i32| if mover == Player::FIRST { value } else { -value };
        if self.margin {
            return Some(Exact { payoff: game.settled(position).plus(for_first(entry)), distance: None });
        }
        let payoff = G::Value::from_f64(f64::from(for_first(entry.signum())));
        Some(Exact { payoff, distance: (entry != 0).then_some(entry.unsigned_abs()) })
    }
}
