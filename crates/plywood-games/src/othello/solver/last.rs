//! The last one to four empty squares, each by a routine of its own, and the few before them by parity alone.
//!
//! All are null windows: the value is at most `alpha`, or it is more. Squares in quadrants with an odd number of empty
//! ones come first, because who puts the last disc into a region gains by it.

use super::super::board::spread;
use super::super::kernel::Kernel;
use super::node::Searcher;

/// The squares around each square.
static AROUND: [u64; 64] = around();

const fn around() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = spread(1 << square) & !(1 << square);
        square += 1;
    }
    table
}

/// The quadrant of a square, as one of four bits.
#[inline(always)]
pub(super) const fn quadrant(square: u32) -> u32 {
    1 << ((square >> 5 & 1) << 1 | (square >> 2 & 1))
}

/// The squares of some quadrants.
static QUADRANTS: [u64; 16] = quadrants();

const fn quadrants() -> [u64; 16] {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 64 {
            if set as u32 & quadrant(square) != 0 {
                table[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    table
}

/// The quadrants with an odd number of some squares.
#[inline(always)]
pub(super) fn odd(squares: u64) -> u32 {
    let mut set = 0;
    for quadrant in 0..4 {
        set |= ((squares & QUADRANTS[1 << quadrant]).count_ones() & 1) << quadrant;
    }
    set
}

/// The squares of the quadrants of a set.
#[inline(always)]
pub(super) fn squares_of(set: u32) -> u64 {
    QUADRANTS[set as usize & 15]
}

/// The final margin of a player with some discs, empty squares to the winner.
#[inline(always)]
pub(super) fn final_margin(own: u64, opponent: u64) -> i32 {
    let (own, opponent) = (own.count_ones() as i32, opponent.count_ones() as i32);
    let difference = own - opponent;
    difference + difference.signum() * (64 - own - opponent)
}

/// Less than every margin.
pub(super) const LEAST: i32 = -100;

impl<K: Kernel> Searcher<'_, '_, K> {
    /// One empty square: nothing is left to choose.
    #[inline(always)]
    fn one(&mut self, own: u64, square: u32, alpha: i32) -> i32 {
        self.last += 1;
        let count = 2 * own.count_ones() as i32 - 64;
        let turned = self.kernel.turned_at_last(own, square as u8) as i32;
        if turned != 0 {
            return count + 2 * turned + 2;
        }
        // A player who cannot take the square has at most the discs held now, and the square if ahead.
        let kept = if count >= 0 { count + 2 } else { count };
        if kept <= alpha {
            return kept;
        }
        let other = !own & !(1 << square);
        let lost = self.kernel.turned_at_last(other, square as u8) as i32;
        if lost != 0 { count - 2 * lost } else { kept }
    }

    /// Two empty squares.
    #[inline(always)]
    fn two(&mut self, own: K::Squares, opponent: K::Squares, first: u32, second: u32, alpha: i32) -> i32 {
        self.last += 1;
        let kernel = self.kernel;
        let (us, them) = (kernel.word(own), kernel.word(opponent));
        let mut best = LEAST;
        if AROUND[first as usize & 63] & them != 0 {
            let turned = kernel.word(kernel.turned(own, opponent, first as u8));
            if turned != 0 {
                best = -self.one(them ^ turned, second, !alpha);
                if best > alpha {
                    return best;
                }
            }
        }
        if AROUND[second as usize & 63] & them != 0 {
            let turned = kernel.word(kernel.turned(own, opponent, second as u8));
            if turned != 0 {
                return best.max(-self.one(them ^ turned, first, !alpha));
            }
        }
        if best != LEAST {
            return best;
        }
        // Pass: the other chooses what is least for us.
        let mut worst = -LEAST;
        if AROUND[first as usize & 63] & us != 0 {
            let turned = kernel.word(kernel.turned(opponent, own, first as u8));
            if turned != 0 {
                worst = self.one(us ^ turned, second, alpha);
                if worst <= alpha {
                    return worst;
                }
            }
        }
        if AROUND[second as usize & 63] & us != 0 {
            let turned = kernel.word(kernel.turned(opponent, own, second as u8));
            if turned != 0 {
                return worst.min(self.one(us ^ turned, first, alpha));
            }
        }
        if worst != -LEAST { worst } else { final_margin(us, them) }
    }

    /// Three empty squares, those of odd quadrants first.
    #[inline(always)]
    fn three(&mut self, own: K::Squares, opponent: K::Squares, empty: u64, odd: u32, alpha: i32) -> i32 {
        self.last += 1;
        let first = empty & squares_of(odd);
        let (a, rest) = if first != 0 && first != empty {
            (first.trailing_zeros(), empty & !first)
        } else {
            (empty.trailing_zeros(), empty & (empty - 1))
        };
        let (b, c) = (rest.trailing_zeros(), (rest & (rest - 1)).trailing_zeros());
        let value = self.three_in_order(own, opponent, a, b, c, alpha);
        if value != LEAST {
            return value;
        }
        let value = self.three_in_order(opponent, own, a, b, c, !alpha);
        if value != LEAST { -value } else { final_margin(self.kernel.word(own), self.kernel.word(opponent)) }
    }

    #[inline(always)]
    fn three_in_order(
        &mut self,
        own: K::Squares,
        opponent: K::Squares,
        a: u32,
        b: u32,
        c: u32,
        alpha: i32,
    ) -> i32 {
        let them = self.kernel.word(opponent);
        let mut best = LEAST;
        for (square, first, second) in [(a, b, c), (b, a, c), (c, a, b)] {
            if AROUND[square as usize & 63] & them == 0 {
                continue;
            }
            if let Some((own, opponent)) = self.put(own, opponent, square) {
                best = best.max(-self.two(own, opponent, first, second, !alpha));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// The board after a disc, with the other on turn; none where it turns nothing.
    #[inline(always)]
    fn put(&self, own: K::Squares, opponent: K::Squares, square: u32) -> Option<(K::Squares, K::Squares)> {
        let kernel = self.kernel;
        let turned = kernel.turned(own, opponent, square as u8);
        if kernel.word(turned) == 0 {
            return None;
        }
        let disc = kernel.hold(1 << square);
        let after = kernel.differing(kernel.differing(own, turned), disc);
        Some((kernel.differing(opponent, turned), after))
    }

    /// Four empty squares, those of odd quadrants first.
    fn four(&mut self, own: K::Squares, opponent: K::Squares, empty: u64, odd: u32, alpha: i32) -> i32 {
        self.last += 1;
        let value = self.four_in_order(own, opponent, empty, odd, alpha);
        if value != LEAST {
            return value;
        }
        let value = self.four_in_order(opponent, own, empty, odd, !alpha);
        if value != LEAST { -value } else { final_margin(self.kernel.word(own), self.kernel.word(opponent)) }
    }

    #[inline(always)]
    fn four_in_order(
        &mut self,
        own: K::Squares,
        opponent: K::Squares,
        empty: u64,
        odd: u32,
        alpha: i32,
    ) -> i32 {
        let them = self.kernel.word(opponent);
        let mut best = LEAST;
        let mut now = empty & squares_of(odd);
        let mut later = empty ^ now;
        loop {
            if now == 0 {
                if later == 0 {
                    return best;
                }
                (now, later) = (later, 0);
            }
            let square = now.trailing_zeros();
            now &= now - 1;
            if AROUND[square as usize & 63] & them == 0 {
                continue;
            }
            if let Some((own, opponent)) = self.put(own, opponent, square) {
                let left = empty & !(1 << square);
                best = best.max(-self.three(own, opponent, left, odd ^ quadrant(square), !alpha));
                if best > alpha {
                    return best;
                }
            }
        }
    }

    /// A few empty squares, four at least: by parity, corners first.
    pub(super) fn few(
        &mut self,
        own: K::Squares,
        opponent: K::Squares,
        empty: u64,
        odd: u32,
        alpha: i32,
    ) -> i32 {
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        let kernel = self.kernel;
        let count = empty.count_ones();
        if count == 4 {
            return self.four(own, opponent, empty, odd, alpha);
        }
        self.last += 1;
        let moves = kernel.ends(own, opponent) & empty;
        if moves == 0 {
            if kernel.ends(opponent, own) & empty == 0 {
                return final_margin(kernel.word(own), kernel.word(opponent));
            }
            return -self.few(opponent, own, empty, odd, !alpha);
        }
        let first = moves & squares_of(odd);
        let groups = [first & CORNERS, first & !CORNERS, moves & !first & CORNERS, moves & !first & !CORNERS];
        let mut best = LEAST;
        for group in groups {
            let mut now = group;
            while now != 0 {
                let square = now.trailing_zeros();
                now &= now - 1;
                let turned = kernel.turned(own, opponent, square as u8);
                let after = kernel.differing(kernel.differing(own, turned), kernel.hold(1 << square));
                let next = kernel.differing(opponent, turned);
                let left = empty & !(1 << square);
                let value = -self.few(next, after, left, odd ^ quadrant(square), !alpha);
                if value > best {
                    best = value;
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Any number of empty squares up to a few, none included.
    pub(super) fn at_last(&mut self, own: u64, opponent: u64, alpha: i32) -> i32 {
        let empty = !(own | opponent);
        let (held, other) = (self.kernel.hold(own), self.kernel.hold(opponent));
        let first = empty.trailing_zeros();
        match empty.count_ones() {
            0 => {
                self.last += 1;
                final_margin(own, opponent)
            }
            1 => self.one(own, first, alpha),
            2 => self.two(held, other, first, (empty & (empty - 1)).trailing_zeros(), alpha),
            3 => self.three(held, other, empty, odd(empty), alpha),
            _ => self.few(held, other, empty, odd(empty), alpha),
        }
    }
}
