//! Drop-out expansion (Lincke 2000): which position of a book is searched further.
//!
//! Every ply away from the start costs one, and every move that is worth less than the best costs what it drops, times a
//! weight. The leaf with the least cost is expanded: all its moves are searched. A large weight keeps to the best lines, a
//! small one answers bad moves as well.
//!
//! Against an opponent whose games are known ([`Lure`], opponent-model thesis, section 2.1.7), moves that the
//! opponent plays drop less at the opponent's nodes, and at ours those positions are worth more in which the
//! opponent has fared badly. Seats take turns.

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::random::derive;
use plywood_core::{Budget, Error, Played, Player, Spec, Stop, Task, Turn};

use super::{Book, Entry, Met, Worth};

/// Games after which what an opponent got in a position counts half.
const DOUBTED: f64 = 4.0;

/// The use of an opponent's games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lure {
    /// The opponent's seat.
    pub seat: Player,
    /// The bonus, in payoffs, of a position in which the opponent always lost.
    pub weight: f64,
}

impl Met {
    /// How badly the opponent fared here from a seat, from -1 to 1 where payoffs are; zero where the opponent
    /// never was.
    fn grief(&self, seat: Player) -> f64 {
        let (games, payoffs) = (f64::from(self.games[seat.index()]), self.payoffs[seat.index()]);
        -payoffs / (games + DOUBTED)
    }
}

impl Book {
    /// The worth of a position to a player, with the bonus for luring an opponent into it.
    pub(super) fn luring(entry: &Entry, player: Player, lure: Option<Lure>) -> f64 {
        let bonus = lure
            .filter(|lure| lure.seat != player)
            .map_or(0.0, |lure| lure.weight * entry.met.grief(lure.seat));
        entry.worth.to(player).0 + bonus
    }

    /// The drop of each move of a position.
    fn drops(&self, entry: &Entry, lure: Option<Lure>) -> Vec<f64> {
        let player = entry.turn.view();
        let children = || entry.children.iter().map(|(_, place)| &self.entries[*place]);
        let values: Vec<f64> = children().map(|child| Book::luring(child, player, lure)).collect();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let games = |entry: &Entry| lure.map_or(0, |lure| entry.met.games[lure.seat.index()]);
        let theirs = lure.is_some_and(|lure| lure.seat == player);
        let share = |child: &Entry| {
            let shares = theirs && games(entry) > 0;
            if shares { (f64::from(games(child)) / f64::from(games(entry))).min(1.0) } else { 0.0 }
        };
        values.iter().zip(children()).map(|(value, child)| (best - value) * (1.0 - share(child))).collect()
    }

    /// The leaf to expand next; none where every line is at its end.
    pub(super) fn next_leaf(&self, weight: f64, lure: Option<Lure>) -> Option<usize> {
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|place| std::cmp::Reverse(self.entries[*place].path.len()));
        // The cost below each position, and the child that has it.
        let mut below: Vec<(f64, Option<usize>)> = vec![(0.0, None); self.entries.len()];
        for place in order {
            let entry = &self.entries[place];
            below[place] = if entry.turn == Turn::Over {
                (f64::INFINITY, None)
            } else {
                let drops = self.drops(entry, lure);
                let costs = entry.children.iter().zip(drops);
                let costs =
                    costs.map(|((_, child), drop)| (1.0 + weight * drop + below[*child].0, Some(*child)));
                costs.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, None))
            };
        }
        let mut place = 0;
        if below.first()?.0.is_infinite() {
            return None;
        }
        while let (_, Some(child)) = below[place] {
            place = child;
        }
        Some(place)
    }

    /// Notes the games of an opponent, in place of those noted before.
    pub fn meet(&mut self, game: &dyn AnyGame, games: &[Played], opponent: &str) -> Result<usize, Error> {
        self.entries.iter_mut().for_each(|entry| entry.met = Met::default());
        let mut met = 0;
        for played in games.iter().filter(|played| played.start.is_empty() && played.game == game.spec()) {
            for seat in (0..2).filter(|seat| played.players[*seat] == opponent) {
                met += 1;
                let mut line = game.start();
                for step in std::iter::once(None).chain(played.steps.iter().map(Some)) {
                    if let Some(step) = step {
                        line.step(step)?;
                    }
                    let Some(place) = self.find(&*line) else { break };
                    let entry = &mut self.entries[place].met;
                    entry.games[seat] += 1;
                    entry.payoffs[seat] += played.payoffs[seat];
                }
            }
        }
        Ok(met)
    }
}

/// A book that grows.
pub struct Growth<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Who searches.
    pub player: Box<dyn AnyPlayer>,
    /// The cost of a drop by one payoff, in plies.
    pub weight: f64,
    /// The weight of an opponent's games; zero for none.
    pub lure: f64,
}

impl Growth<'_> {
    /// Expands a position, the start at first; false where nothing is left or the flag was raised on the way: then
    /// nothing has changed, but that the start may be there.
    pub fn step(&mut self, book: &mut Book, stop: &Stop) -> Result<bool, Error> {
        if !self.begin(book, stop)? {
            return Ok(false);
        }
        let seat = Player((book.expanded() % 2) as u8);
        let lure = (self.lure != 0.0).then_some(Lure { seat, weight: self.lure });
        let Some(leaf) = book.next_leaf(self.weight, lure) else { return Ok(false) };
        let mut line = self.game.start();
        for step in &book.entries[leaf].path {
            line.step(step)?;
        }
        self.expand(book, leaf, &*line, stop)
    }

    /// Puts the start in; false where the flag was raised on the way.
    fn begin(&mut self, book: &mut Book, stop: &Stop) -> Result<bool, Error> {
        if book.entries.is_empty() {
            let line = self.game.start();
            let Some((worth, effort)) = self.search(&*line, stop)? else { return Ok(false) };
            book.place(&*line, None, worth, effort);
        }
        Ok(true)
    }

    /// Learns from a game (Buro 1997): expands a number of its positions, from where it left the book, so
    /// that the better of its moves are found and repeated, and the worse ones are not. False where the flag
    /// was raised on the way.
    pub fn learn(
        &mut self,
        book: &mut Book,
        played: &Played,
        positions: usize,
        stop: &Stop,
    ) -> Result<bool, Error> {
        if !self.begin(book, stop)? {
            return Ok(false);
        }
        let mut line = self.game.start();
        let mut left = positions;
        for step in &played.steps {
            let Some(place) = book.find(&*line) else { break };
            if book.entries[place].children.is_empty() {
                if left == 0 {
                    break;
                }
                if !self.expand(book, place, &*line, stop)? {
                    return Ok(false);
                }
                left -= 1;
            }
            line.step(step)?;
        }
        Ok(true)
    }

    /// Searches all moves of a position that is in the book without them.
    fn expand(
        &mut self,
        book: &mut Book,
        leaf: usize,
        line: &dyn AnyLine,
        stop: &Stop,
    ) -> Result<bool, Error> {
        let mut found = Vec::new();
        for name in line.moves() {
            let mut child = line.boxed_clone();
            child.step(&name)?;
            let known = book.find(&*child);
            let searched = match known.map(|place| &book.entries[place]) {
                Some(entry) => Some((entry.searched, entry.effort)),
                None => self.search(&*child, stop)?,
            };
            let Some(searched) = searched else { return Ok(false) };
            found.push((child, searched));
        }
        for (child, (worth, effort)) in found {
            book.place(&*child, Some(leaf), worth, effort);
        }
        book.update(leaf);
        Ok(true)
    }

    /// The worth of a position, and the nodes of the search; none where the flag was raised.
    fn search(&mut self, line: &dyn AnyLine, stop: &Stop) -> Result<Option<(Worth, u64)>, Error> {
        if line.turn() == Turn::Over {
            return Ok(Some((Worth { value: line.payoffs()[0], distance: Some(0), proven: true }, 0)));
        }
        // A guess must not depend on what was searched before; what is exact may profit from it.
        let name = self.player.spec().parse::<Spec>().map_or(String::new(), |spec| spec.name);
        if !self.game.specialists().iter().any(|one| one.exact && one.about.name == name) {
            self.player.new_game();
        }
        let seed = derive(1, line.key());
        let report = self.player.think(line, Task::new(Budget::UNSET).seed(seed).stop(stop))?;
        Ok((!stop.raised()).then(|| (Worth::of(&report, line.turn()), report.nodes)))
    }
}
