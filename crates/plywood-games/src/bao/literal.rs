//! Appendix C read rule by rule and stone by stone: slow, and the oracle that tests the fast rules.

use super::{Bao, Board, NOTHING, Start};

/// A hole as a person sees it: the row (front or back) and the number from the left, counted from zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hole {
    front: bool,
    place: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Clockwise,
    Back,
}

#[derive(Clone, Default)]
struct Side {
    front: [u32; 8],
    back: [u32; 8],
    store: u32,
    house: bool,
}

const NYUMBA: usize = 4;

impl Side {
    fn at(&mut self, hole: Hole) -> &mut u32 {
        if hole.front { &mut self.front[hole.place] } else { &mut self.back[hole.place] }
    }
    fn filled_front(&self) -> Vec<usize> {
        (0..8).filter(|place| self.front[*place] > 0).collect()
    }
}

/// Clockwise is to the right in front of a player and to the left at the back.
fn step(hole: Hole, way: Way) -> Hole {
    let rightwards = hole.front == (way == Way::Clockwise);
    match (rightwards, hole.place) {
        (true, 7) | (false, 0) => Hole { front: !hole.front, ..hole },
        (true, place) => Hole { place: place + 1, ..hole },
        (false, place) => Hole { place: place - 1, ..hole },
    }
}

fn ring(hole: Hole) -> u8 {
    if hole.front { hole.place as u8 } else { 15 - hole.place as u8 }
}
fn hole(ring: u8) -> Hole {
    if ring < 8 {
        Hole { front: true, place: ring.into() }
    } else {
        Hole { front: false, place: 15 - usize::from(ring) }
    }
}

struct Play<'a> {
    rules: &'a Bao,
    own: Side,
    other: Side,
    namua: bool,
    capturing: bool,
    barred: Option<Hole>,
    sown: u32,
    way: Way,
    play_house: bool,
    met_house: bool,
}

enum Stop {
    Over,
    Endless,
}

impl Play<'_> {
    /// Rule 1.3, one stone after the other; the hole of the last one.
    fn sow(&mut self, first: Hole, count: u32) -> Hole {
        let mut at = first;
        for stone in 0..count {
            if stone > 0 {
                at = step(at, self.way);
            }
            *self.own.at(at) += 1;
            self.sown += 1;
        }
        at
    }
    fn lift(&mut self, at: Hole) -> u32 {
        if at == (Hole { front: true, place: NYUMBA }) {
            self.own.house = false;
        }
        std::mem::take(self.own.at(at))
    }
    /// Rule 1.4: the kichwa to sow from, and how many stones.
    fn capture(&mut self, place: usize) -> (Hole, u32) {
        let opposite = 7 - place;
        let count = std::mem::take(&mut self.other.front[opposite]);
        if opposite == NYUMBA || !self.namua {
            self.other.house = false;
        }
        if !self.namua {
            self.own.house = false;
        }
        if place <= 1 {
            self.way = Way::Clockwise;
        }
        if place >= 6 {
            self.way = Way::Back;
        }
        (Hole { front: true, place: if self.way == Way::Clockwise { 0 } else { 7 } }, count)
    }
    fn go_on(&mut self, mut first: Hole, mut count: u32) -> Stop {
        loop {
            let last = self.sow(first, count);
            if self.other.front == [0; 8] || self.own.front == [0; 8] && self.sown <= self.rules.limit.into()
            {
                return Stop::Over;
            }
            if self.sown > self.rules.limit.into() {
                return Stop::Endless;
            }
            if *self.own.at(last) == 1 {
                return Stop::Over;
            }
            if self.capturing && last.front && self.other.front[7 - last.place] > 0 {
                (first, count) = self.capture(last.place);
                continue;
            }
            let at_house = last == Hole { front: true, place: NYUMBA };
            if at_house && self.own.house && self.namua && *self.own.at(last) >= 6 {
                self.met_house = true;
                if !self.capturing || !self.play_house {
                    return Stop::Over;
                }
            }
            if Some(last) == self.barred {
                return Stop::Over;
            }
            count = self.lift(last);
            first = step(last, self.way);
        }
    }
}

fn side(board: &Board, player: usize) -> Side {
    let bytes = board.sides[player].to_le_bytes();
    let mut side =
        Side { store: board.stores[player].into(), house: board.houses[player], ..Side::default() };
    for (ring, count) in (0..).zip(bytes) {
        *side.at(hole(ring)) = count.into();
    }
    side
}

fn bytes(side: &mut Side) -> u128 {
    let mut all = [0; 16];
    for ring in 0..16 {
        all[usize::from(ring)] = *side.at(hole(ring)) as u8;
    }
    u128::from_le_bytes(all)
}

/// Rule 3.4: whether sowing this hole this way ends in a capture, and of which hole of the other.
fn first_capture(own: &Side, other: &Side, from: Hole, way: Way) -> Option<usize> {
    let mut own = own.clone();
    let count = std::mem::take(own.at(from));
    if !(2..16).contains(&count) {
        return None;
    }
    let mut at = from;
    for _ in 0..count {
        at = step(at, way);
        *own.at(at) += 1;
    }
    (at.front && *own.at(at) > 1 && other.front[7 - at.place] > 0).then_some(7 - at.place)
}

const WAYS: [Way; 2] = [Way::Clockwise, Way::Back];

/// The holes and ways a move may begin with, and whether it captures.
fn beginnings(own: &Side, other: &Side, barred: Option<Hole>) -> (bool, Vec<(Hole, Way)>) {
    let all: Vec<Hole> = (0..16).map(hole).collect();
    let mut begin = Vec::new();
    let filled = own.filled_front();
    let towards_back = |at: Hole, way: Way| {
        filled == [at.place] && at.front && matches!((at.place, way), (0, Way::Back) | (7, Way::Clockwise))
    };
    if own.store > 0 {
        for place in 0..8 {
            if own.front[place] > 0 && other.front[7 - place] > 0 {
                for way in WAYS {
                    let forced = [(0, Way::Back), (1, Way::Back), (6, Way::Clockwise), (7, Way::Clockwise)];
                    if !forced.contains(&(place, way)) {
                        begin.push((Hole { front: true, place }, way));
                    }
                }
            }
        }
        if !begin.is_empty() {
            return (true, begin);
        }
        for place in filled.iter().copied() {
            let single = own.front[place] == 1 && !own.house && own.front.iter().any(|count| *count > 1);
            let shut = own.house && place == NYUMBA && own.front[NYUMBA] >= 6 && filled != [NYUMBA];
            for way in WAYS {
                let at = Hole { front: true, place };
                if !single && !shut && !towards_back(at, way) {
                    begin.push((at, way));
                }
            }
        }
        return (false, begin);
    }
    for at in &all {
        for way in WAYS {
            if first_capture(own, other, *at, way).is_some() {
                begin.push((*at, way));
            }
        }
    }
    if !begin.is_empty() {
        return (true, begin);
    }
    let mut own = own.clone();
    let from_front = own.front.iter().any(|count| *count > 1);
    for at in all {
        for way in WAYS {
            let legal =
                *own.at(at) > 1 && at.front == from_front && Some(at) != barred && !towards_back(at, way);
            if legal {
                begin.push((at, way));
            }
        }
    }
    (false, begin)
}

/// Rule 4.1, for the player to move after a takasa.
fn takasia(own: &Side, other: &Side) -> Option<Hole> {
    if own.front == [0; 8] || other.front == [0; 8] || beginnings(own, other, None).0 {
        return None;
    }
    let mut threatened: Vec<usize> = (0..16)
        .flat_map(|ring| WAYS.map(|way| first_capture(other, own, hole(ring), way)))
        .flatten()
        .collect();
    threatened.sort_unstable();
    threatened.dedup();
    let [place] = threatened[..] else { return None };
    let several: Vec<usize> = (0..8).filter(|place| own.front[*place] > 1).collect();
    let free = place == NYUMBA && own.house || own.filled_front() == [place] || several == [place];
    (!free).then_some(Hole { front: true, place })
}

/// Every legal move with the position it leads to.
pub(super) fn children(rules: &Bao, board: &Board) -> Vec<(Start, Board)> {
    let (mover, waiting) = (board.mover.index(), board.mover.other().index());
    let (own, other) = (side(board, mover), side(board, waiting));
    let mut children = Vec::new();
    if own.front == [0; 8] || other.front == [0; 8] {
        return children;
    }
    let barred = (board.barred != NOTHING).then(|| hole(board.barred));
    let (capturing, begin) = beginnings(&own, &other, barred);
    for (from, way) in begin {
        for play_house in [false, true] {
            let (own, other) = (own.clone(), other.clone());
            let namua = own.store > 0;
            let met_house = false;
            let mut play =
                Play { rules, own, other, namua, capturing, barred, sown: 0, way, play_house, met_house };
            let stop = if namua {
                let before = *play.own.at(from);
                *play.own.at(from) += 1;
                play.own.store -= 1;
                play.sown += 1;
                if capturing {
                    let (first, count) = play.capture(from.place);
                    play.go_on(first, count)
                } else if from.place == NYUMBA && play.own.house && before >= 6 {
                    *play.own.at(from) -= 2;
                    play.go_on(step(from, way), 2)
                } else {
                    let count = play.lift(from);
                    play.go_on(step(from, way), count)
                }
            } else {
                let count = play.lift(from);
                play.go_on(step(from, way), count)
            };
            let choice = play.met_house && capturing;
            if matches!(stop, Stop::Endless) || play_house && !choice {
                continue;
            }
            let ban = rules.takasia && !capturing && board.stores == [0; 2];
            let barred = if ban { takasia(&play.other, &play.own) } else { None };
            let mut after = *board;
            after.sides[mover] = bytes(&mut play.own);
            after.sides[waiting] = bytes(&mut play.other);
            after.stores[mover] = play.own.store as u8;
            after.houses[mover] = play.own.house;
            after.houses[waiting] = play.other.house;
            after.barred = barred.map_or(NOTHING, ring);
            after.mover = board.mover.other();
            children.push((
                Start { hole: ring(from), clockwise: way == Way::Clockwise, house: play_house },
                after,
            ));
        }
    }
    children
}
