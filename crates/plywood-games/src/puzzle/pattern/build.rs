//! How databases are made: breadth first from the goal, level by level over the whole array, on several threads.
//!
//! *Whole* databases have the blank in their pattern and count every move: a level is what a move of the blank leads to
//! from the last. *Additive* ones count the moves of the pattern's tiles alone, wherever the blank is: a state is where
//! the tiles are and which of the parts of the other cells the blank is in, between which it cannot go without moving
//! a tile. There are eight parts at most (no two of a cell each are neighbours), so a byte holds those seen, two more
//! those found for this level and the next, and a fourth the least distance: one word a number, one memory access a
//! move.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use plywood_core::Error;
use plywood_search::room::Room;
use plywood_search::shares;

use super::super::{MOST, Slide, Sliding};
use super::index::{Index, Prefix};

/// The largest number of moves that a board may take. An entry is a distance plus one, and zero is unknown.
const MOST_MOVES: u8 = u8::MAX - 1;

/// Cells beside each cell, as bits.
fn neighbours(game: &Sliding) -> [u32; MOST] {
    std::array::from_fn(|cell| {
        let slides = Slide::ALL.into_iter().filter(|slide| game.open(cell) >> *slide as u8 & 1 == 1);
        slides.map(|slide| 1 << game.beside(cell, slide)).sum()
    })
}

/// Shares the numbers below `count` out over all cores; whether the work says yes for any share.
fn in_shares(count: usize, work: impl Fn(Range<usize>) -> bool + Sync) -> bool {
    shares::in_shares(count, |any: &mut bool, share| *any |= work(share)).contains(&true)
}

/// The places of set bits.
fn places(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        place
    })
}

/// Distances of a pattern in which the blank stands first, every move counted.
pub(super) fn whole(game: &Sliding, tiles: &[u8]) -> Result<Vec<u8>, Error> {
    debug_assert_eq!(tiles.first(), Some(&0), "the blank is in it");
    let (index, beside) = (Index::new(game.cells(), tiles.len()), neighbours(game));
    let distances: Room<AtomicU8> = Room::for_entries(index.len())?;
    // At the goal every tile is in the cell of its number.
    distances[index.number(tiles.iter().copied())].store(1, Relaxed);
    for level in 0..MOST_MOVES {
        let more = in_shares(index.len(), |share| {
            let mut any = false;
            for number in share.filter(|number| distances[*number].load(Relaxed) == level + 1) {
                let (mut cells, taken) = index.cells(number);
                let blank = cells[0];
                for to in places(beside[usize::from(blank)]) {
                    let pushed = cells.iter().take(tiles.len()).position(|cell| *cell == to);
                    let pushed = pushed.filter(|_| taken >> to & 1 == 1);
                    if let Some(nth) = pushed {
                        cells[nth] = blank;
                    }
                    cells[0] = to;
                    let reached = &distances[index.number(cells.iter().take(tiles.len()).copied())];
                    if reached.load(Relaxed) == 0 {
                        reached.store(level + 2, Relaxed);
                        any = true;
                    }
                    cells[0] = blank;
                    if let Some(nth) = pushed {
                        cells[nth] = to;
                    }
                }
            }
            any
        });
        if !more {
            break;
        }
    }
    Ok(distances.iter().map(|kept| kept.load(Relaxed).wrapping_sub(1)).collect())
}

/// For every set of free cells, the part that each cell is in, four bits each.
fn parts(game: &Sliding) -> Vec<u64> {
    let beside = neighbours(game);
    let numbered = |free: u32| {
        let (mut left, mut parts, mut part) = (free, 0, 0);
        while left != 0 {
            let mut grown = left & left.wrapping_neg();
            loop {
                let more = places(grown).fold(grown, |grown, cell| grown | beside[usize::from(cell)] & free);
                if more == grown {
                    break;
                }
                grown = more;
            }
            places(grown).for_each(|cell| parts |= part << (4 * cell));
            left &= !grown;
            part += 1;
        }
        parts
    };
    (0..1 << game.cells()).map(numbered).collect()
}

/// Distances of a pattern without the blank, the moves of its own tiles counted.
pub(super) fn additive(game: &Sliding, tiles: &[u8]) -> Result<Vec<u8>, Error> {
    const SEEN: u32 = 0;
    const DISTANCE: u32 = 24;
    let (index, beside, parts) = (Index::new(game.cells(), tiles.len()), neighbours(game), parts(game));
    let all = (1_u32 << game.cells()) - 1;
    let part = |free: u32, cell: u8| (parts[free as usize] >> (4 * cell) & 15) as u32;
    let words: Room<AtomicU32> = Room::for_entries(index.len())?;
    // At the goal every tile is in the cell of its number, and the blank in the first one.
    let free = all & !tiles.iter().fold(0, |taken, tile| taken | 1 << tile);
    words[index.number(tiles.iter().copied())].fetch_or(1 << (8 + part(free, 0)), Relaxed);
    for level in 0..u32::from(MOST_MOVES) {
        let (this, next) = if level % 2 == 0 { (8, 16) } else { (16, 8) };
        let more = in_shares(index.len(), |share| {
            let mut any = false;
            for number in share {
                let word = words[number].load(Relaxed);
                let found = word >> this & 255;
                if found == 0 {
                    continue;
                }
                any = true;
                // Others may set bits of the next level meanwhile.
                words[number].fetch_and(!(255 << this), Relaxed);
                if word >> DISTANCE == 0 {
                    words[number].fetch_or((level + 1) << DISTANCE, Relaxed);
                }
                let fresh = found & !(word >> SEEN & 255);
                if fresh == 0 {
                    continue;
                }
                words[number].fetch_or(fresh << SEEN, Relaxed);
                let (cells, taken) = index.cells(number);
                let free = all & !taken;
                let mut prefix = Prefix::default();
                for (nth, &from) in cells.iter().enumerate().take(tiles.len()) {
                    for to in places(beside[usize::from(from)] & free) {
                        if fresh >> part(free, to) & 1 == 0 {
                            continue;
                        }
                        let reached = &words[index.moved(prefix, &cells, nth, to)];
                        let bit = 1 << part(free ^ 1 << to ^ 1 << from, from);
                        if reached.load(Relaxed) & (bit << SEEN | bit << next) == 0 {
                            reached.fetch_or(bit << next, Relaxed);
                        }
                    }
                    prefix = index.push(prefix, nth, from);
                }
            }
            any
        });
        if !more {
            break;
        }
    }
    Ok(words.iter().map(|word| ((word.load(Relaxed) >> DISTANCE) as u8).wrapping_sub(1)).collect())
}
