//! Players that wait for their next move: tables, trees, what was learned and programs of others live as long as their
//! game does, as they do at the terminal. Who has waited longest gives way; the game then goes on with a player that is
//! made anew.

use std::sync::{Mutex, MutexGuard, PoisonError};

use plywood_core::Spec;
use plywood_core::facade::AnyPlayer;

use crate::workshop::MEMORY;

/// Players that wait at most, each of which may be a program of its own.
const PLAYERS: usize = 32;
/// Tables and trees of all that wait.
const BYTES: u64 = 2 * MEMORY;

/// Whose move it is at which table.
#[derive(Debug, Clone, PartialEq)]
pub struct Chair {
    /// The table's name.
    pub table: String,
    /// The seat; none for who gives hints.
    pub seat: Option<usize>,
}

struct Waiting {
    chair: Chair,
    spec: Spec,
    bytes: u64,
    player: Box<dyn AnyPlayer>,
}

/// All that wait, the longest first.
#[derive(Default)]
pub struct Players {
    waiting: Mutex<Vec<Waiting>>,
}

impl Players {
    fn all(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The player of a spec that moved there before, where it still waits.
    pub fn take(&self, chair: &Chair, spec: &Spec) -> Option<Box<dyn AnyPlayer>> {
        let found = {
            let mut all = self.all();
            let place = all.iter().position(|one| one.chair == *chair)?;
            all.remove(place)
        };
        (found.spec == *spec).then_some(found.player)
    }

    /// Lets a player wait that takes this much memory.
    pub fn keep(&self, chair: Chair, spec: Spec, bytes: u64, player: Box<dyn AnyPlayer>) {
        let mut all = self.all();
        all.push(Waiting { chair, spec, bytes, player });
        let mut bytes: u64 = all.iter().map(|one| one.bytes).sum();
        let mut left = all.len();
        let too_many = |one: &&Waiting| {
            let many = left > PLAYERS || bytes > BYTES;
            (bytes, left) = (bytes - one.bytes, left - 1);
            many
        };
        let gone = all.iter().take_while(too_many).count();
        let gone: Vec<Waiting> = all.drain(..gone).collect();
        // A program may take a moment to end.
        drop(all);
        drop(gone);
    }

    /// Sends away who waits at a table.
    pub fn forget(&self, table: &str) {
        let gone: Vec<Waiting> = self.all().extract_if(.., |one| one.chair.table == table).collect();
        drop(gone);
    }

    /// Sends all away.
    pub fn clear(&self) {
        let gone = std::mem::take(&mut *self.all());
        drop(gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chair(table: usize) -> Chair {
        Chair { table: table.to_string(), seat: Some(1) }
    }

    fn keep(players: &Players, table: usize, bytes: u64) {
        let spec = Spec::word("random");
        let player = plywood_registry::game("nim").unwrap().player(&spec).unwrap();
        players.keep(chair(table), spec, bytes, player);
    }

    fn waits(players: &Players, table: usize) -> bool {
        players.take(&chair(table), &Spec::word("random")).is_some()
    }

    #[test]
    fn who_has_waited_longest_gives_way() {
        let players = Players::default();
        (0..PLAYERS + 2).for_each(|table| keep(&players, table, 1));
        assert!(!waits(&players, 0) && !waits(&players, 1));
        assert!(waits(&players, 2) && !waits(&players, 2), "who is taken waits no more");
        // Three of half the memory are one too many.
        (100..103).for_each(|table| keep(&players, table, BYTES / 2));
        assert_eq!([99, 100, 101, 102].map(|table| waits(&players, table)), [false, false, true, true]);
    }

    #[test]
    fn another_spec_or_table_is_another_player() {
        let players = Players::default();
        (0..2).for_each(|table| keep(&players, table, 1));
        assert!(players.take(&Chair { seat: None, ..chair(0) }, &Spec::word("random")).is_none());
        assert!(players.take(&chair(0), &Spec::word("ab")).is_none());
        players.forget("1");
        assert!(!waits(&players, 1));
    }
}
