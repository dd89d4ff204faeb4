//! Opening books: positions near the start with values, for any game of two players without chance, from any search.
//!
//! A book is a tree of positions by the moves that lead to them; the same position after the same number of plies is one
//! node, so it is a graph without cycles. Values are the first player's payoffs: a node whose moves are all in the book
//! has the best of theirs, any other what a search said of it. `grow.rs` decides what is searched next, `player.rs` plays
//! by a book.
//!
//! The file is text ([`plywood_core::labelled`]): a truncated or damaged one is refused with the line. A book goes on
//! growing where it was left, and two of the same game can be merged. Ends by history are those of the first way that led
//! to a position.

mod grow;
mod player;

pub use grow::{Growth, Lure};
pub use player::{BOOK, BY_BOOK, with_book};

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::game::Chance;
use plywood_core::labelled::Kind;
use plywood_core::{Error, Player, Report, Sum, Turn};

const FILE: Kind = Kind { name: "opening book", version: 1, made_by: "`plywood book GAME build`" };

/// The knowledge of a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worth {
    /// The first player's payoff.
    pub value: f64,
    /// Plies to the end, where that is known.
    pub distance: Option<u32>,
    /// Whether the value is exact.
    pub proven: bool,
}

impl Worth {
    /// The result of a search, in the view of the player on turn.
    fn of(report: &Report, turn: Turn) -> Worth {
        // Zero has no sign.
        let value = if turn.view() == Player::FIRST { report.value } else { -report.value } + 0.0;
        Worth { value, distance: report.distance, proven: report.proven }
    }

    /// How good it is to a player: by the payoff, and among equal ones a fast win and a slow loss first.
    fn to(&self, player: Player) -> (f64, i64) {
        let value = if player == Player::FIRST { self.value } else { -self.value };
        let distance = self.distance.map_or(0, i64::from);
        (value, if value > 0.0 { -distance } else { distance })
    }
}

/// Games of an opponent that ran into a position, by the opponent's seat.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Met {
    /// How many.
    pub games: [u32; 2],
    /// The opponent's payoffs in them together.
    pub payoffs: [f64; 2],
}

/// A position of a book.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The moves that lead to it.
    pub path: Vec<String>,
    /// Whose turn it is.
    pub turn: Turn,
    /// The result of a search.
    pub searched: Worth,
    /// Nodes of that search.
    pub effort: u64,
    /// Its worth with all knowledge below it.
    pub worth: Worth,
    /// Games of an opponent.
    pub met: Met,
    /// Its moves and their places, where they are in the book.
    pub children: Vec<(String, usize)>,
    parents: Vec<usize>,
}

/// A book of a game.
#[derive(Debug, Clone)]
pub struct Book {
    game: String,
    /// The search that the values come from.
    pub by: String,
    /// The least and the most that the first player can get.
    bounds: (f64, f64),
    entries: Vec<Entry>,
    /// By position: how many plies away from the start it is, and its place then.
    places: HashMap<String, Vec<(usize, usize)>>,
}

impl Book {
    /// Where the book of a game is kept unless a file is named.
    pub fn usual_file(game: &str) -> PathBuf {
        let name: String =
            game.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
        plywood_core::files::data_folder().join("books").join(format!("{}.book", name.trim_matches('-')))
    }

    /// A book that knows nothing.
    ///
    /// # Errors
    ///
    /// If the game cannot have a book: it needs two players whose payoffs sum to zero, and no chance.
    pub fn new(game: &dyn AnyGame, by: &str) -> Result<Book, Error> {
        let nature = game.nature();
        if nature.players != 2 || nature.chance != Chance::None || nature.sum != Sum::Zero {
            return Err(Error::new(format!(
                "{} can have no book: it needs two players whose payoffs sum to zero, and no chance",
                game.spec()
            )));
        }
        let (game, bounds) = (game.normal(), nature.bounds);
        Ok(Book { game, by: by.to_string(), bounds, entries: Vec::new(), places: HashMap::new() })
    }

    /// The positions, parents before their children.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many positions have their moves in the book.
    pub fn expanded(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.children.is_empty()).count()
    }

    /// The knowledge of the end of a line.
    pub fn probe(&self, line: &dyn AnyLine) -> Option<&Entry> {
        // A line that starts elsewhere may have come here in another number of plies.
        let anywhere = || self.places.get(&line.position()).map(|places| places[0].1);
        self.find(line).or_else(anywhere).map(|place| &self.entries[place])
    }

    /// The place of the end of a line.
    fn find(&self, line: &dyn AnyLine) -> Option<usize> {
        let (plies, places) = (line.steps().len(), self.places.get(&line.position())?);
        places.iter().find(|known| known.0 == plies).map(|known| known.1)
    }

    /// The children of a position with what they are worth to the player on turn, best first.
    pub fn ranked<'a>(&'a self, entry: &'a Entry) -> Vec<(&'a str, &'a Entry)> {
        let mut moves: Vec<(&'a str, &'a Entry)> =
            entry.children.iter().map(|(name, place)| (name.as_str(), &self.entries[*place])).collect();
        let rank = |child: &Entry| child.worth.to(entry.turn.view());
        moves.sort_by(|a, b| rank(b.1).partial_cmp(&rank(a.1)).unwrap_or(std::cmp::Ordering::Equal));
        moves
    }

    /// Puts a position in, or finds it; whether it is new.
    fn place(
        &mut self,
        line: &dyn AnyLine,
        parent: Option<usize>,
        searched: Worth,
        effort: u64,
    ) -> (usize, bool) {
        let path = line.steps();
        let (place, new) = match self.find(line) {
            Some(place) => (place, false),
            None => {
                let (place, plies) = (self.entries.len(), path.len());
                self.entries.push(Entry {
                    path,
                    turn: line.turn(),
                    searched,
                    effort,
                    worth: searched,
                    met: Met::default(),
                    children: Vec::new(),
                    parents: Vec::new(),
                });
                self.places.entry(line.position()).or_default().push((plies, place));
                (place, true)
            }
        };
        if let Some(parent) = parent {
            let last = line.steps().pop().expect("a child has a move that led to it");
            self.entries[parent].children.push((last, place));
            self.entries[place].parents.push(parent);
        }
        (place, new)
    }

    /// The worth of a position from its children; what was searched where they are not in the book.
    fn backed_up(&self, place: usize) -> Worth {
        let entry = &self.entries[place];
        let ranked = self.ranked(entry);
        let Some((_, best)) = ranked.first() else { return entry.searched };
        let Worth { value, distance, proven } = best.worth;
        // A proven best is enough where nothing could be better.
        let most = if entry.turn.view() == Player::FIRST { self.bounds.1 } else { self.bounds.0 };
        let all = || ranked.iter().all(|(_, child)| child.worth.proven);
        let proven = proven && (value == most || all()) || entry.searched.proven;
        if entry.searched.proven && !best.worth.proven {
            return entry.searched;
        }
        Worth { value, distance: distance.map(|plies| plies.saturating_add(1)), proven }
    }

    /// Carries what changed at a position up to the start.
    fn update(&mut self, place: usize) {
        let mut changed = vec![place];
        while let Some(place) = changed.pop() {
            let worth = self.backed_up(place);
            if worth != self.entries[place].worth {
                self.entries[place].worth = worth;
                changed.extend(&self.entries[place].parents);
            }
        }
    }

    /// Takes over what another book of the same game knows: its positions, and values that are proven or took more.
    ///
    /// # Errors
    ///
    /// If the other book is of another game.
    pub fn merge(&mut self, game: &dyn AnyGame, other: &Book) -> Result<(), Error> {
        if self.game != other.game {
            return Err(Error::new(format!("a book of {} is no book of {}", other.game, self.game)));
        }
        let rows: Vec<Row> = other.rows().collect();
        self.fill(game, &rows)?;
        if self.by != other.by {
            self.by = format!("{} and {}", self.by, other.by);
        }
        Ok(())
    }

    /// Puts positions in by the moves that lead to them, parents first.
    fn fill(&mut self, game: &dyn AnyGame, rows: &[Row]) -> Result<(), Error> {
        let mut lines: HashMap<&[String], Box<dyn AnyLine>> = HashMap::new();
        let parents: HashSet<&[String]> =
            rows.iter().filter_map(|row| row.path.split_last().map(|(_, before)| before)).collect();
        for row in rows {
            let told = |why: &str| Error::new(format!("{why} (moves {})", row.path.join(" ")));
            let line = match row.path.split_last() {
                None => game.start(),
                Some((last, before)) => {
                    let above =
                        lines.get(before).ok_or_else(|| told("a position comes before its parent"))?;
                    let mut line = above.boxed_clone();
                    line.step(last).map_err(|error| told(&error.to_string()))?;
                    line
                }
            };
            let above = row.path.split_last().map(|(_, before)| &lines[before]);
            let parent = above.and_then(|above| self.find(&**above));
            let known = parent.filter(|parent| {
                let last = row.path.last();
                self.entries[*parent].children.iter().any(|(name, _)| Some(name) == last)
            });
            let parent = if known.is_some() { None } else { parent };
            let (place, new) = self.place(&*line, parent, row.searched, row.effort);
            let entry = &mut self.entries[place];
            let better = (row.searched.proven, row.effort) > (entry.searched.proven, entry.effort);
            if !new && better {
                (entry.searched, entry.effort) = (row.searched, row.effort);
            }
            if entry.met == Met::default() {
                entry.met = row.met;
            }
            if parents.contains(&row.path[..]) {
                lines.insert(&row.path, line);
            }
        }
        // Children first: a position's worth is theirs.
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|place| std::cmp::Reverse(self.entries[*place].path.len()));
        for place in order {
            self.entries[place].worth = self.backed_up(place);
        }
        self.entries
            .iter()
            .all(|entry| self.is_whole(game, entry))
            .then_some(())
            .ok_or_else(|| Error::new("a position has only some of its moves in the book"))
    }

    fn is_whole(&self, game: &dyn AnyGame, entry: &Entry) -> bool {
        entry.children.is_empty() || {
            let mut line = game.start();
            entry.path.iter().all(|step| line.step(step).is_ok())
                && line.moves().len() == entry.children.len()
        }
    }

    /// The lines of the file: every edge once, parents first.
    fn rows(&self) -> impl Iterator<Item = Row> {
        let row = |entry: &Entry, path: Vec<String>| Row {
            path,
            searched: entry.searched,
            effort: entry.effort,
            met: entry.met,
        };
        let mut rows: Vec<Row> = self.entries.first().map(|root| row(root, Vec::new())).into_iter().collect();
        for entry in &self.entries {
            for (name, child) in &entry.children {
                let path = entry.path.iter().chain([name]).cloned().collect();
                rows.push(row(&self.entries[*child], path));
            }
        }
        // A position that is reached in several ways has its children under the first of them, which is shorter or as
        // long: in order of length every parent stands before.
        rows.sort_by_key(|row| row.path.len());
        rows.into_iter()
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        FILE.save(path, &self.text())
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let head = [("game", self.game.clone()), ("by", self.by.clone())];
        FILE.text(head.into_iter().chain(self.rows().map(|row| ("node", row.text()))))
    }

    /// Reads a file of a game's book.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged, or is the book of another game.
    pub fn load(game: &dyn AnyGame, path: &Path) -> Result<Book, Error> {
        FILE.load(path, |text| Book::read(game, text))
    }

    /// Reads a file's text.
    pub fn read(game: &dyn AnyGame, text: &str) -> Result<Book, Error> {
        let file = FILE.read_whole(text)?;
        let of = file.value("game")?;
        if of != game.normal() {
            return Err(Error::new(format!("it is a book of {of}, not of {}", game.normal())));
        }
        let mut book = Book::new(game, file.value("by")?)?;
        let read = |(place, text): (usize, &str)| {
            Row::read(text)
                .ok_or_else(|| Error::new(format!("line {place} is no position of a book: {text:?}")))
        };
        let rows = file.values("node").map(read).collect::<Result<Vec<Row>, Error>>()?;
        book.fill(game, &rows)?;
        Ok(book)
    }
}

/// A position as a line of the file: numbers, then the moves that lead to it, with tabs between.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    path: Vec<String>,
    searched: Worth,
    effort: u64,
    met: Met,
}

impl Row {
    fn text(&self) -> String {
        let Worth { value, distance, proven } = self.searched;
        let distance = distance.map_or("-".to_string(), |plies| plies.to_string());
        let Met { games, payoffs } = self.met;
        let numbers = format!(
            "{value} {distance} {} {} {} {} {} {}",
            if proven { "proven" } else { "guess" },
            self.effort,
            games[0],
            payoffs[0],
            games[1],
            payoffs[1]
        );
        std::iter::once(&numbers).chain(&self.path).map(String::as_str).collect::<Vec<_>>().join("\t")
    }

    fn read(text: &str) -> Option<Row> {
        let finite = |word: &str| word.parse().ok().filter(|number: &f64| number.is_finite());
        let mut parts = text.split('\t');
        let words: Vec<&str> = parts.next()?.split(' ').collect();
        let [value, distance, proven, effort, first_games, first_payoffs, second_games, second_payoffs] =
            words[..]
        else {
            return None;
        };
        Some(Row {
            path: parts.map(str::to_string).collect(),
            searched: Worth {
                value: finite(value)?,
                distance: if distance == "-" { None } else { Some(distance.parse().ok()?) },
                proven: ["guess", "proven"].iter().position(|word| *word == proven)? == 1,
            },
            effort: effort.parse().ok()?,
            met: Met {
                games: [first_games.parse().ok()?, second_games.parse().ok()?],
                payoffs: [finite(first_payoffs)?, finite(second_payoffs)?],
            },
        })
    }
}
