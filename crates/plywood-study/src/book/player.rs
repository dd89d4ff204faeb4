//! A player with a book: it plays by the book where it can, and thinks where it cannot.

use std::path::Path;

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::random::{below, seeded};
use plywood_core::settings::{Takes, number};
use plywood_core::{About, Error, Key, Player, Report, Spec, Task, Trace};

use plywood_players::registry::{KeyEntry, Make};

use super::{Book, Entry, Lure};

/// The key by which any player is given a book.
pub const BOOK: Key = Key::new(
    "book",
    "none",
    "play by an opening book where it has the position: a file of `plywood book`, or with(file=FILE, lure=0.5)",
);

const WITH: About = About {
    keys: &[
        Key::taking("file", "none", Takes::File, "the book's file"),
        Key::taking(
            "lure",
            "0",
            number(-1e6, 1e6),
            "payoffs that a position is worth more in which the opponent always lost",
        ),
    ],
    ..About::plain("with", "a book and how it is played")
};

/// The key in the registry.
pub const BY_BOOK: KeyEntry = KeyEntry { key: BOOK, make: with_book };

/// Makes a player by its spec, with a book where the spec names one.
pub fn with_book(game: &dyn AnyGame, spec: &Spec, make: Make) -> Result<Box<dyn AnyPlayer>, Error> {
    let Some(named) = spec.get(BOOK.name).cloned() else { return make(spec) };
    let mut without = spec.clone();
    without.args.retain(|(key, _)| key.as_deref() != Some(BOOK.name));
    let player = make(&without)?;
    let (file, lure) = if named.args.is_empty() {
        (named.name.clone(), 0.0)
    } else {
        let (_, args) = About::find(&[WITH], &named, "way to name a book")?;
        (args.word("file")?, args.get("lure")?)
    };
    if file == "none" {
        return Ok(player);
    }
    let book = Book::load(game, Path::new(&file)).map_err(|error| named.error(error.to_string()))?;
    Ok(Box::new(BookPlayer { player, book, lure, spec: spec.to_string(), named }))
}

struct BookPlayer {
    player: Box<dyn AnyPlayer>,
    book: Book,
    lure: f64,
    spec: String,
    named: Spec,
}

impl BookPlayer {
    /// The book's answer for a position; none where it does not know its moves. Of moves worth the same any
    /// is played.
    fn answer(&self, line: &dyn AnyLine, seed: u64) -> Option<Report> {
        let entry = self.book.probe(line).filter(|entry| !entry.children.is_empty())?;
        let player = entry.turn.view();
        let lure = (self.lure != 0.0).then_some(Lure { seat: player.other(), weight: self.lure });
        let ranked = self.book.ranked(entry);
        let worth = |child: &Entry| {
            let exact = child.worth.to(player);
            (Book::luring(child, player, lure), if lure.is_some() { 0 } else { exact.1 })
        };
        let best = ranked
            .iter()
            .map(|(_, child)| worth(child))
            .max_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal))?;
        let equal: Vec<&(&str, &Entry)> = ranked.iter().filter(|(_, child)| worth(child) == best).collect();
        let (name, child) = equal[below(&mut seeded(seed), equal.len())];
        let mut pv = vec![(*name).to_string()];
        let mut here: &Entry = child;
        while let Some((name, child)) = self.book.ranked(here).first() {
            pv.push((*name).to_string());
            here = child;
        }
        let value = child.worth.value;
        Some(Report {
            best: pv.first().cloned(),
            value: if player == Player::FIRST { value } else { -value },
            proven: child.worth.proven && entry.worth.proven,
            distance: child.worth.distance.map(|plies| plies.saturating_add(1)),
            pv,
            ..Report::default()
        })
    }
}

impl AnyPlayer for BookPlayer {
    fn spec(&self) -> String {
        self.spec.clone()
    }
    fn normal(&self) -> String {
        let normal = self.player.normal().parse::<Spec>();
        let with = normal.and_then(|spec| spec.with(BOOK.name, &self.named.to_string()));
        with.map_or_else(|_| self.spec.clone(), |spec| spec.to_string())
    }
    fn new_game(&mut self) {
        self.player.new_game();
    }
    fn think(&mut self, line: &dyn AnyLine, task: Task<'_>) -> Result<Report, Error> {
        match self.answer(line, task.seed) {
            Some(report) if line.moves().contains(report.best.as_ref().expect("a move of the book")) => {
                Ok(report)
            }
            _ => self.player.think(line, task),
        }
    }
    fn trace(&mut self, line: &dyn AnyLine, limit: usize) -> Result<Trace, Error> {
        self.player.trace(line, limit)
    }
}
