//! Won, drawn or lost, and how far the end is: level by level from the ends.
//!
//! A position is won in d + 1 plies as soon as one of its moves leads to a loss of the other in d, and lost in d + 1 when
//! the last of its moves is found to lead to a win of the other, in d; what is left when a level is empty is drawn. No game
//! has to take moves back: two passes over the forward moves turn them round into one list, four bytes a move, in which
//! every position finds those that lead to it. A game that does ([`Indexed::TAKES_BACK`]) is asked instead, and two bytes
//! a position are all that is needed. Each level is shared out among the cores.
//!
//! A position's word says how many of its moves are not known to lose until it is decided, and then the result: nobody asks
//! for both.

use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Relaxed};

use plywood_core::{Error, Stop};

use super::{Indexed, Reached, onward, played, stopped};
use crate::room::Room;
use crate::shares::in_shares;

/// Set in the word of a position that is decided; the plies stand below.
const DECIDED: u16 = 1 << 15;
/// Set beside it where the position is lost.
const LOST: u16 = 1 << 14;
/// The count of a position that cannot be lost: one of its moves ends in a draw.
const NEVER: u16 = DECIDED - 1;
/// A thread lists no more of a level than this part of all numbers.
const LISTED: usize = 256;
/// More plies than this no word holds.
const FARTHEST: u16 = LOST - 1;

/// The plies to a win, negative to a loss, zero where there is neither.
pub(super) fn read(entry: &AtomicU16) -> i16 {
    let word = entry.load(Relaxed);
    let plies = (word & FARTHEST) as i16;
    match (word & DECIDED, word & LOST) {
        (0, _) => 0,
        (_, 0) => plies,
        _ => -plies,
    }
}

/// Writes down that a move of an open position was found to win, or to lose; whether that decides it, `plies`
/// plies from the end.
fn learn(entry: &AtomicU16, wins: bool, plies: u16) -> bool {
    let after = |word: u16| match word {
        _ if word & DECIDED != 0 => None,
        _ if wins => Some(DECIDED | plies),
        0 | NEVER => None,
        1 => Some(DECIDED | LOST | plies),
        _ => Some(word - 1),
    };
    entry.fetch_update(Relaxed, Relaxed, after).is_ok_and(|before| wins || before == 1)
}

/// Solves every position of a class.
pub(super) fn solve<G: Indexed>(game: &G, class: &G::Class, stop: &Stop) -> Result<Room<AtomicU16>, Error> {
    let size = game.size(class);
    if size > 1 << 31 {
        return Err(Error::new(format!("{size} positions are too many; at most 2^31")));
    }
    let entries: Room<AtomicU16> = Room::for_entries(size)?;
    let (mut level, ends) = first_level(game, class, &entries, stop)?;
    let sources = if G::TAKES_BACK { None } else { Some(turned_round(game, class, &entries, &ends, stop)?) };
    let mut plies = 1;
    while !level.is_empty() {
        if stop.raised() {
            return Err(stopped());
        }
        if plies == FARTHEST {
            return Err(Error::new(format!("an end is more than {FARTHEST} plies away")));
        }
        let go_back = |next: &mut Found, number: usize| {
            let won = read(&entries[number]) > 0;
            let mut decide = |source: usize, same: bool| {
                if learn(&entries[source], won == same, plies + 1) {
                    next.add(source, size / LISTED);
                }
            };
            let Some(sources) = &sources else { return game.sources(class, number, decide) };
            let start = if number == 0 { 0 } else { ends[number - 1].load(Relaxed) as usize };
            for source in &sources[start..ends[number].load(Relaxed) as usize] {
                let source = source.load(Relaxed);
                decide((source >> 1) as usize, source & 1 == 1);
            }
        };
        level = Level::of(match &level {
            Level::Listed(numbers) => in_shares(numbers.len(), |next, share| {
                numbers[share].iter().for_each(|number| go_back(next, *number as usize));
            }),
            Level::Scattered => in_shares(size, |next, share| {
                let decided_now = |number: &usize| read(&entries[*number]).unsigned_abs() == plies;
                share.filter(decided_now).for_each(|number| go_back(next, number));
            }),
        });
        plies += 1;
    }
    Ok(entries)
}

/// The part of a level that a thread finds.
#[derive(Default)]
struct Found {
    numbers: Vec<u32>,
    too_many: bool,
}

impl Found {
    /// One number more, of `most` that are listed.
    fn add(&mut self, number: usize, most: usize) {
        if self.numbers.len() >= most {
            *self = Found { numbers: Vec::new(), too_many: true };
        }
        if !self.too_many {
            self.numbers.push(number as u32);
        }
    }
}

/// The numbers of a level. A list of many would be what takes most memory, and to find them by going through all words costs
/// little beside what is done for each.
enum Level {
    Listed(Vec<u32>),
    Scattered,
}

impl Level {
    fn of(found: Vec<Found>) -> Level {
        if found.iter().any(|part| part.too_many) {
            return Level::Scattered;
        }
        Level::Listed(found.into_iter().flat_map(|part| part.numbers).collect())
    }

    fn is_empty(&self) -> bool {
        matches!(self, Level::Listed(numbers) if numbers.is_empty())
    }
}

/// What is decided at once, and how many moves of other positions lead to each position.
type First = (Level, Room<AtomicU32>);

/// Looks at the ends of the game.
fn first_level<G: Indexed>(
    game: &G,
    class: &G::Class,
    entries: &Room<AtomicU16>,
    stop: &Stop,
) -> Result<First, Error> {
    let size = game.size(class);
    let ways: Room<AtomicU32> = Room::for_entries(size)?;
    let parts = in_shares(size, |(level, to): &mut (Found, Vec<usize>), share| {
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
            let word = if ends && best > 0 {
                DECIDED | 1
            } else if to.is_empty() && ends && best < 0 {
                DECIDED | LOST | 1
            } else if ends && best == 0 {
                NEVER
            } else {
                to.len() as u16
            };
            entries[number].store(word, Relaxed);
            if word & DECIDED != 0 {
                level.add(number, size / LISTED);
                continue;
            }
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
    Ok((Level::of(parts.into_iter().map(|(level, _)| level).collect()), ways))
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
