//! Won, drawn or lost, and how far the end is: level by level from the ends.
//!
//! A position is won in d + 1 plies as soon as one of its moves leads to a loss of the other in d, and lost in d + 1 when
//! the last of its moves is found to lead to a win of the other, in d; what is left when a level is empty is drawn. No game
//! has to take moves back: two passes over the forward moves turn them round into one list, four bytes a move, in which
//! every position finds those that lead to it. A game that does ([`Indexed::TAKES_BACK`]) is asked instead, and four bytes
//! a position are all that is needed. Each level is shared out among the cores.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Relaxed};

use plywood_core::{Error, Stop};

use super::{Indexed, Reached, onward, played, stopped};
use crate::room::Room;
use crate::shares::in_shares;

/// Of a position that cannot be lost: one of its moves ends in a draw.
const NEVER: u16 = u16::MAX;
/// Levels of more numbers than this are kept in parts.
const MANY: usize = 1 << 18;
/// More plies than this no entry holds.
const FARTHEST: i16 = i16::MAX;

/// The plies to a win, less than nought to a loss, nought where there is neither.
pub(super) fn read(entry: &AtomicU16) -> i16 {
    entry.load(Relaxed) as i16
}

/// Solves every position of a class.
pub(super) fn solve<G: Indexed>(game: &G, class: &G::Class, stop: &Stop) -> Result<Room<AtomicU16>, Error> {
    let size = game.size(class);
    if size > 1 << 31 {
        return Err(Error::new(format!("{size} positions are too many; at most 2^31")));
    }
    let entries: Room<AtomicU16> = Room::for_entries(size)?;
    let (mut level, open, ends) = first_level(game, class, &entries, stop)?;
    let sources = if G::TAKES_BACK { None } else { Some(turned_round(game, class, &entries, &ends, stop)?) };
    let mut plies = 1;
    while !level.is_empty() {
        let mut next = Vec::new();
        if stop.raised() {
            return Err(stopped());
        }
        if plies == FARTHEST {
            return Err(Error::new(format!("an end is more than {FARTHEST} plies away")));
        }
        plies += 1;
        let decided = |part: &[u32], next: &mut Vec<u32>, share: Range<usize>| {
            for number in &part[share] {
                let number = *number as usize;
                let won = read(&entries[number]) > 0;
                let mut decide = |source: usize, same: bool| {
                    let (entry, open) = (&entries[source], &open[source]);
                    let found = if won == same {
                        entry.compare_exchange(0, plies as u16, Relaxed, Relaxed).is_ok()
                    } else {
                        // What was decided at once counts no moves.
                        let left = open.load(Relaxed);
                        let last = left != NEVER && left != 0 && open.fetch_sub(1, Relaxed) == 1;
                        if last {
                            entry.store(-plies as u16, Relaxed);
                        }
                        last
                    };
                    if found {
                        next.push(source as u32);
                    }
                };
                let Some(sources) = &sources else {
                    game.sources(class, number, decide);
                    continue;
                };
                let start = if number == 0 { 0 } else { ends[number - 1].load(Relaxed) as usize };
                for source in &sources[start..ends[number].load(Relaxed) as usize] {
                    let source = source.load(Relaxed);
                    decide((source >> 1) as usize, source & 1 == 1);
                }
            }
        };
        // A part is given back as soon as it was gone through.
        for part in level {
            next.extend(in_shares(part.len(), |next: &mut Vec<u32>, share| decided(&part, next, share)));
        }
        level = together(next);
    }
    Ok(entries)
}

/// The parts of a level: few numbers in one, so that threads can share them, and many as they were gathered, because a
/// copy of them would be what takes most memory.
fn together(mut parts: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    parts.retain(|part| !part.is_empty());
    let few = parts.iter().map(Vec::len).sum::<usize>() <= MANY;
    if few && parts.len() > 1 { vec![parts.concat()] } else { parts }
}

/// What is decided at once, how many moves of each other position are not known to lose, and how many moves of such
/// positions lead to each position.
type First = (Vec<Vec<u32>>, Room<AtomicU16>, Room<AtomicU32>);

/// Looks at the ends of the game.
fn first_level<G: Indexed>(
    game: &G,
    class: &G::Class,
    entries: &Room<AtomicU16>,
    stop: &Stop,
) -> Result<First, Error> {
    let size = game.size(class);
    let (open, ways): (Room<AtomicU16>, Room<AtomicU32>) =
        (Room::for_entries(size)?, Room::for_entries(size)?);
    let parts = in_shares(size, |(level, to): &mut (Vec<u32>, Vec<usize>), share| {
        for number in share {
            if stop.raised() {
                return;
            }
            let Some(position) = played(game, class, number) else { continue };
            let (mut best, mut ends) = (i32::MIN, false);
            to.clear();
            onward(game, class, &position, |reached| match reached {
                Reached::End(payoff) => (best, ends) = (best.max(payoff), true),
                Reached::On { number, .. } => to.push(number),
            });
            let decided = if ends && best > 0 {
                1
            } else if to.is_empty() && ends && best < 0 {
                -1
            } else {
                0_i16
            };
            if decided != 0 {
                entries[number].store(decided as u16, Relaxed);
                level.push(number as u32);
                continue;
            }
            let count = if ends && best == 0 { NEVER } else { to.len() as u16 };
            open[number].store(count, Relaxed);
            if !G::TAKES_BACK {
                for to in to.iter() {
                    ways[*to].fetch_add(1, Relaxed);
                }
            }
        }
    });
    if stop.raised() {
        return Err(stopped());
    }
    Ok((together(parts.into_iter().map(|(level, _)| level).collect()), open, ways))
}

/// For each position those from which a move leads to it, and whether the same player is on turn in both; where each
/// list ends is written into `ways`, which held how long they are.
fn turned_round<G: Indexed>(
    game: &G,
    class: &G::Class,
    entries: &Room<AtomicU16>,
    ways: &Room<AtomicU32>,
    stop: &Stop,
) -> Result<Room<AtomicU32>, Error> {
    let mut total = 0_u32;
    for way in ways.iter() {
        let start = total;
        total = total
            .checked_add(way.load(Relaxed))
            .ok_or_else(|| Error::new("there are more than 2^32 moves in this class"))?;
        way.store(start, Relaxed);
    }
    let sources: Room<AtomicU32> = Room::for_entries(total as usize)?;
    in_shares(game.size(class), |(): &mut (), share| {
        for number in share.filter(|number| read(&entries[*number]) == 0) {
            if stop.raised() {
                return;
            }
            let Some(position) = played(game, class, number) else { continue };
            onward(game, class, &position, |reached| {
                if let Reached::On { number: to, same, .. } = reached {
                    // What was the start of a list moves on to its end.
                    let place = ways[to].fetch_add(1, Relaxed) as usize;
                    sources[place].store((number as u32) << 1 | u32::from(same), Relaxed);
                }
            });
        }
    });
    if stop.raised() { Err(stopped()) } else { Ok(sources) }
}
