//! Exact margins of a game in which no position repeats: each margin follows from the positions that its
//! moves lead to.
//!
//! Threads go through the numbers and, from each, depth-first to unknown positions. Two threads may compute
//! the same entry; they write the same value into it.

use std::sync::atomic::{AtomicBool, AtomicU16, Ordering::Relaxed};

use plywood_core::{Error, Stop};

use super::{Indexed, Reached, onward, played, stopped};
use crate::room::Room;
use crate::shares::in_shares;

/// Lines longer than this mean that positions come again.
const LONGEST: u32 = 2_000;
/// The offset of a margin in its entry, so that zero is unknown.
const SHIFT: i32 = 1 << 15;

/// The margin for the player on turn, where it is known.
pub(super) fn read(entry: &AtomicU16) -> Option<i16> {
    let kept = entry.load(Relaxed);
    (kept != 0).then(|| (i32::from(kept) - SHIFT) as i16)
}

/// Solves every position of a class.
pub(super) fn solve<G: Indexed>(game: &G, class: &G::Class, stop: &Stop) -> Result<Room<AtomicU16>, Error> {
    let size = game.size(class);
    let work = Work { game, class, entries: Room::for_entries(size)?, endless: AtomicBool::new(false) };
    in_shares(size, |(): &mut (), share| {
        for number in share {
            if stop.raised() || work.endless.load(Relaxed) {
                return;
            }
            if let Some(position) = played(game, class, number) {
                work.margin(number, &position, 0);
            }
        }
    });
    if stop.raised() {
        return Err(stopped());
    }
    if work.endless.into_inner() {
        return Err(Error::new(
            "positions of this class come again, so that margins do not follow from each other",
        ));
    }
    Ok(work.entries)
}

struct Work<'a, G: Indexed> {
    game: &'a G,
    class: &'a G::Class,
    entries: Room<AtomicU16>,
    endless: AtomicBool,
}

impl<G: Indexed> Work<'_, G> {
    /// The gain of the player on turn.
    fn margin(&self, number: usize, position: &G::Position, depth: u32) -> i32 {
        if let Some(known) = read(&self.entries[number]) {
            return i32::from(known);
        }
        if depth > LONGEST {
            self.endless.store(true, Relaxed);
            return 0;
        }
        let mut best = i32::MIN;
        onward(self.game, self.class, position, |reached| {
            let margin = match reached {
                Reached::End(payoff) => payoff,
                Reached::On { number, same, settled } => {
                    let known = read(&self.entries[number]).map(i32::from);
                    let after = known.unwrap_or_else(|| {
                        let next = played(self.game, self.class, number).expect("a move leads to it");
                        self.margin(number, &next, depth + 1)
                    });
                    settled + if same { after } else { -after }
                }
            };
            best = best.max(margin);
        });
        self.entries[number].store((best + SHIFT) as u16, Relaxed);
        best
    }
}
