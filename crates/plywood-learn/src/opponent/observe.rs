//! The moves that types of players would have played in the positions in which an opponent moved.

use plywood_core::{Budget, Game, Line, Search, Stop, Task};

/// A position of the record: which types agree with the opponent's move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// Whether each type would have played what the opponent played.
    pub agrees: Vec<bool>,
}

impl Observation {
    /// From the numbers of the types' moves and of the opponent's.
    pub fn new<M: PartialEq>(types: &[M], played: &M) -> Observation {
        Observation { agrees: types.iter().map(|one| one == played).collect() }
    }

    /// The one type that agrees, where no other does.
    pub fn unambiguous(&self) -> Option<usize> {
        let mut agreeing = (0..self.agrees.len()).filter(|place| self.agrees[*place]);
        agreeing.next().filter(|_| agreeing.next().is_none())
    }
}

/// A type of player: a search and what it may spend. The same search at several depths makes a model of depth.
pub struct TypeOfPlayer<G: Game> {
    /// How it thinks.
    pub search: Box<dyn Search<G>>,
    /// How much.
    pub budget: Budget,
}

/// Asks every type about every position of a record: a line, and what the opponent played at its end.
pub fn observe<G: Game>(
    types: &mut [TypeOfPlayer<G>],
    record: &[(Line<G>, G::Move)],
    stop: &Stop,
) -> Vec<Observation> {
    let ask = |(line, played): &(Line<G>, G::Move)| {
        let agrees = types.iter_mut().map(|one| {
            // Each position by itself: what a type would do must not depend on the order of the record.
            one.search.new_game();
            one.search.think(line, Task::new(one.budget).stop(stop)).best == Some(*played)
        });
        Observation { agrees: agrees.collect() }
    };
    record.iter().take_while(|_| !stop.raised()).map(ask).collect()
}
