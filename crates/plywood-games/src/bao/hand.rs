//! A move of bao hole by hole: what the hand lifts, sows and captures until it stops (rules 1.3 to 1.8 and 2.5b).
//!
//! A side is sixteen bytes, the front row from its owner's left and then the back row from their right, so
//! that clockwise is upwards in both and a run of sown stones is one addition. What happens is told to a
//! listener, so that a move can be shown as it is made; the moves of a search are told to nobody, and the
//! compiler takes the telling out.

use super::{Bao, Board, HOUSE, NOTHING};

/// One thing that happens during a move. Holes are counted round the mover's side from the mover's left
/// kichwa.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// A stone of the store is put into a hole.
    Put {
        /// Where.
        hole: u8,
    },
    /// Stones are lifted from an own hole.
    Lift {
        /// Where.
        hole: u8,
        /// How many.
        count: u8,
    },
    /// The hole of the opponent's front row opposite to this own one is captured.
    Capture {
        /// The capturing hole.
        hole: u8,
        /// How many stones lay there.
        count: u8,
    },
    /// Stones are sown one by one.
    Sow {
        /// Where the first goes.
        first: u8,
        /// How many.
        count: u8,
        /// Which way round.
        clockwise: bool,
    },
}

/// Why a hand stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The move is over: an empty hole, an owned house in takasa, a hole under takasia, or a front row is empty.
    Stopped,
    /// In an owned house that may be played on.
    AtHouse,
    /// It sowed more than the limit: not a legal move.
    Endless,
}

/// How the mover may play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Options {
    /// Whether the moves begin with a capture; else all are takasa.
    pub capturing: bool,
    /// Holes to begin from: clockwise, and the other way.
    pub holes: [u16; 2],
}

/// The stones while a move is made.
pub(super) struct Hand {
    pub own: u128,
    pub other: u128,
    pub own_house: bool,
    pub other_house: bool,
    namua: bool,
    capturing: bool,
    barred: u8,
    clockwise: bool,
    /// How many stones may still be sown.
    left: i32,
}

/// One in each hole that a number of stones reaches from a hole on, clockwise and the other way.
static RUNS: [[[u128; 16]; 16]; 2] = runs();

const fn runs() -> [[[u128; 16]; 16]; 2] {
    let mut runs = [[[0; 16]; 16]; 2];
    let mut first = 0;
    while first < 16 {
        let (mut way, mut back) = (0u128, 0u128);
        let mut count = 0;
        while count < 16 {
            runs[0][first][count] = way;
            runs[1][first][count] = back;
            way |= 1 << (8 * ((first + count) % 16));
            back |= 1 << (8 * ((first + 16 - count) % 16));
            count += 1;
        }
        first += 1;
    }
    runs
}

/// Everything but one hole.
static OTHERS: [u128; 16] = others();

const fn others() -> [u128; 16] {
    let mut others = [0; 16];
    let mut hole = 0;
    while hole < 16 {
        others[hole] = !(0xFF << (8 * hole));
        hole += 1;
    }
    others
}

const ONES: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;

/// The stones in a hole.
#[inline]
pub(super) fn stones(side: u128, hole: u8) -> u8 {
    (side >> (8 * hole)) as u8
}

/// The stones in a hole of the front row: half the shifting.
#[inline]
fn front_stones(side: u128, hole: u8) -> u8 {
    (side as u64 >> (8 * hole)) as u8
}

/// The front row.
#[inline]
pub(super) fn front(side: u128) -> u64 {
    side as u64
}

/// A bit for each of eight holes with more than `more_than` stones, which is zero or one.
#[inline]
pub(super) fn filled(row: u64, more_than: u8) -> u8 {
    let low = 0x0101_0101_0101_0101;
    let flags = (row + low * u64::from(0x7F - more_than)) >> 7 & low;
    (flags.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A bit for each of sixteen holes with more than `more_than` stones, which is zero or one.
#[inline]
fn all_filled(side: u128, more_than: u8) -> u16 {
    u16::from(filled(side as u64, more_than)) | u16::from(filled((side >> 64) as u64, more_than)) << 8
}

/// How many stones lie on a side.
pub(super) fn total(side: u128) -> u32 {
    side.to_le_bytes().iter().map(|count| u32::from(*count)).sum()
}

/// The holes of the own front row that face stones of the other's.
#[inline]
fn facing(other: u128) -> u8 {
    filled(front(other).swap_bytes(), 0)
}

/// Visits the first captures of the mtaji stage (rule 3.4): the hole begun from, the way, the capturing hole.
#[inline]
fn captures(own: u128, other: u128, mut visit: impl FnMut(u8, usize, u8)) {
    let ends = filled(front(own), 0) & facing(other);
    // More than one stone, fewer than sixteen.
    let full = (own & (ONES * 0xF0)) >> 4;
    let full = u16::from(filled(full as u64, 0)) | u16::from(filled((full >> 64) as u64, 0)) << 8;
    let mut begins = all_filled(own, 1) & !full;
    while begins != 0 {
        let hole = begins.trailing_zeros() as u8;
        begins &= begins - 1;
        let count = stones(own, hole);
        for (way, last) in
            [hole.wrapping_add(count) & 15, hole.wrapping_sub(count) & 15].into_iter().enumerate()
        {
            if last < 8 && ends >> last & 1 != 0 {
                visit(hole, way, last);
            }
        }
    }
}

/// The holes of the other's front row, counted by their owner, that a player could capture first if that
/// player were on turn.
#[inline]
pub(super) fn capturable(own: u128, other: u128, namua: bool) -> u8 {
    let mut holes = 0;
    if namua {
        holes = filled(front(own), 0) & facing(other);
    } else {
        captures(own, other, |_, _, last| holes |= 1 << last);
    }
    holes.reverse_bits()
}

/// The possible beginnings of the player on turn (rules 2.3, 2.4, 3.3 to 3.5, 4.1).
#[inline]
pub(super) fn options(board: &Board) -> Options {
    let (own, other) = board.seen_by(board.mover);
    let filled_holes = filled(front(own), 0);
    if board.in_namua(board.mover) {
        let captures = filled_holes & facing(other);
        if captures != 0 {
            // The two holes at each end have no choice (rule 1.4b).
            return Options {
                capturing: true,
                holes: [u16::from(captures & 0x3F), u16::from(captures & 0xFC)],
            };
        }
        let mut holes = filled_holes;
        if board.houses[board.mover.index()] {
            if stones(own, HOUSE) >= 6 && filled_holes != 1 << HOUSE {
                holes &= !(1 << HOUSE);
            }
        } else {
            let several = filled(front(own), 1);
            holes = if several != 0 { several } else { filled_holes };
        }
        return takasa(filled_holes, u16::from(holes));
    }
    let mut holes = [0; 2];
    captures(own, other, |hole, way, _| holes[way] |= 1 << hole);
    if holes != [0; 2] {
        return Options { capturing: true, holes };
    }
    let several = all_filled(own, 1);
    let mut holes = if several & 0xFF != 0 { several & 0xFF } else { several };
    if board.barred != NOTHING {
        holes &= !(1 << board.barred);
    }
    takasa(filled_holes, holes)
}

/// A lone kichwa is not sown towards the back row (rules 2.4a and 3.5b).
#[inline]
fn takasa(filled_holes: u8, holes: u16) -> Options {
    let mut ways = [holes; 2];
    match filled_holes {
        0x80 => ways[0] &= !0x80,
        0x01 => ways[1] &= !0x01,
        _ => {}
    }
    Options { capturing: false, holes: ways }
}

impl Hand {
    /// Before a move of the player on turn.
    #[inline]
    pub fn of(rules: &Bao, board: &Board, capturing: bool) -> Hand {
        let mover = board.mover;
        let (own, other) = board.seen_by(mover);
        Hand {
            own,
            other,
            own_house: board.houses[mover.index()],
            other_house: board.houses[mover.other().index()],
            namua: board.in_namua(mover),
            capturing,
            barred: board.barred,
            clockwise: true,
            left: i32::from(rules.limit),
        }
    }

    /// Begins a move, and plays it until the hand stops.
    #[inline]
    pub fn begin(&mut self, hole: u8, clockwise: bool, tell: &mut impl FnMut(Act)) -> End {
        self.clockwise = clockwise;
        if !self.namua {
            let count = self.lift(hole, tell);
            return self.sow(self.next(hole), count, tell);
        }
        tell(Act::Put { hole });
        self.left -= 1;
        let before = stones(self.own, hole);
        self.own += 1 << (8 * hole);
        if self.capturing {
            let (first, count) = self.capture(hole, tell);
            return self.sow(first, count, tell);
        }
        if hole == HOUSE && self.own_house && before >= 6 {
            // Two stones of a house that stands alone (rule 2.4b).
            tell(Act::Lift { hole, count: 2 });
            self.own -= 2 << (8 * hole);
            return self.sow(self.next(hole), 2, tell);
        }
        let count = self.lift(hole, tell);
        self.sow(self.next(hole), count, tell)
    }

    /// Goes on from the house in which the hand stopped.
    #[inline]
    pub fn play_house(&mut self, tell: &mut impl FnMut(Act)) -> End {
        let count = self.lift(HOUSE, tell);
        self.sow(self.next(HOUSE), count, tell)
    }

    #[inline]
    fn next(&self, hole: u8) -> u8 {
        if self.clockwise { hole.wrapping_add(1) & 15 } else { hole.wrapping_sub(1) & 15 }
    }

    #[inline]
    fn lift(&mut self, hole: u8, tell: &mut impl FnMut(Act)) -> u8 {
        self.lift_all(hole, stones(self.own, hole), tell)
    }

    /// Lifts what is known to lie in a hole.
    #[inline]
    fn lift_all(&mut self, hole: u8, count: u8, tell: &mut impl FnMut(Act)) -> u8 {
        self.own &= OTHERS[usize::from(hole & 15)];
        self.own_house &= hole != HOUSE;
        tell(Act::Lift { hole, count });
        count
    }

    /// Takes what lies opposite: where its sowing begins, and how many stones (rules 1.4 and 2.5a).
    #[inline]
    fn capture(&mut self, hole: u8, tell: &mut impl FnMut(Act)) -> (u8, u8) {
        let opposite = 7 - hole;
        let count = front_stones(self.other, opposite);
        self.other &= OTHERS[usize::from(opposite & 15)];
        self.other_house &= self.namua && opposite != HOUSE;
        self.own_house &= self.namua;
        tell(Act::Capture { hole, count });
        match hole {
            0 | 1 => self.clockwise = true,
            6 | 7 => self.clockwise = false,
            _ => {}
        }
        (if self.clockwise { 0 } else { 7 }, count)
    }

    #[inline]
    fn lay(&mut self, first: u8, count: u8, tell: &mut impl FnMut(Act)) {
        let runs = &RUNS[usize::from(!self.clockwise)][usize::from(first & 15)];
        self.own += runs[usize::from(count % 16)];
        if count >= 16 {
            self.own += ONES * u128::from(count / 16);
        }
        tell(Act::Sow { first, count, clockwise: self.clockwise });
    }

    /// Sows, and goes on until the hand stops.
    #[inline]
    fn sow(&mut self, mut first: u8, mut count: u8, tell: &mut impl FnMut(Act)) -> End {
        loop {
            self.lay(first, count, tell);
            if front(self.other) == 0 {
                // Won when the last of it was captured; what was in the hand is laid down all the same.
                return End::Stopped;
            }
            self.left -= i32::from(count);
            if self.left < 0 {
                return End::Endless;
            }
            let way = count.wrapping_sub(1);
            let last = if self.clockwise { first.wrapping_add(way) } else { first.wrapping_sub(way) } & 15;
            let found = stones(self.own, last);
            if found == 1 || front(self.own) == 0 {
                return End::Stopped;
            }
            if self.capturing && last < 8 && front_stones(self.other, 7 - last) != 0 {
                (first, count) = self.capture(last, tell);
                continue;
            }
            if last == HOUSE && self.own_house && self.namua && found >= 6 {
                return if self.capturing { End::AtHouse } else { End::Stopped };
            }
            if last == self.barred {
                return End::Stopped;
            }
            count = self.lift_all(last, found, tell);
            first = self.next(last);
        }
    }
}
