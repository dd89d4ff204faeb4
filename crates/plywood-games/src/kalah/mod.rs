//! Kalah(m, n): sowing seeds from m pits a side with n seeds each, for as many as possible in one's own store.
//!
//! The rules are the ones under which the game was solved (Irving, Donkers and Uiterwijk 2000, with empty captures):
//! a pit's seeds are sown one by one into the following pits, the own store and the other's pits, the other's store
//! left out; a last seed in the own store gives another turn; a last seed in an own empty pit is captured with
//! whatever lies in the opposite pit, even nothing; as soon as a side's pits are empty after a move, extra turn or
//! not, the game is over and each side keeps what lies on its side. The payoff is the margin in seeds.
//!
//! A side is eight bytes in one word, the pits and then the store, so a run of sown seeds is one addition.
//! Positions are written as both sides and the player on turn, `4,4,4,4,4,4:0 4,4,4,4,4,4:0 1`: pits in the order in
//! which their owner sows them, then the store. A move is a letter: `a` is the owner's pit farthest from its store.

mod endings;
mod picture;

use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_core::knowledge::ZERO;
use plywood_core::random::mix;
use plywood_core::settings::whole;
use plywood_core::{
    About, Error, Game, Key, Knowledge, LastOf, Nature, Never, Notation, Oracle, PayoffKind, Picture, Player,
    Spec, StaticEvaluator, Turn, Uniform, uniform_policy,
};

pub use endings::Endings;

use crate::notation::{Words, player_number, read_player};

/// A side is eight bytes and one of them is the store.
const MOST_HOLES: u8 = 7;
/// With this many seeds a pit no count passes a byte: 2 * 7 * 18 = 252.
const MOST_SEEDS: u8 = 18;

/// How the game is listed.
pub const ABOUT: About = About {
    name: "kalah",
    about: "sow seeds round the board into your own store",
    keys: &[
        Key::taking("holes", "6", whole(1, MOST_HOLES as u64), "pits on each side, 1 to 7"),
        Key::taking("seeds", "4", whole(1, MOST_SEEDS as u64), "seeds in each pit at the start, 1 to 18"),
    ],
    source: "Irving, Donkers and Uiterwijk 2000",
};

/// The rules for a board of some shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kalah {
    holes: u8,
    seeds: u8,
}

/// The seeds on the board and whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// Each player's pits, a byte each in the order of sowing, and then the store.
    sides: [u64; 2],
    mover: Player,
}

/// One in each of the lowest bytes.
fn ones(count: u32) -> u64 {
    // Shifted out in two steps, because a shift by all 64 bits is not defined.
    0x0101_0101_0101_0101 & !(!0 << (4 * count) << (4 * count))
}

fn byte(side: u64, index: u32) -> u32 {
    (side >> (8 * index) & 0xFF) as u32
}

impl Kalah {
    /// The rules for a number of pits a side and of seeds in each.
    ///
    /// # Panics
    /// Where there are none of either, more than 7 pits or more than 18 seeds.
    pub fn new(holes: u8, seeds: u8) -> Kalah {
        assert!((1..=MOST_HOLES).contains(&holes) && (1..=MOST_SEEDS).contains(&seeds), "the board exists");
        Kalah { holes, seeds }
    }

    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<Kalah, Error> {
        let (_, args) = About::find(&[ABOUT], spec, "game")?;
        Ok(Kalah { holes: args.get("holes")?, seeds: args.get("seeds")? })
    }

    fn holes(&self) -> u32 {
        u32::from(self.holes)
    }
    /// How many seeds there are in all.
    fn total(&self) -> i32 {
        2 * i32::from(self.holes) * i32::from(self.seeds)
    }
    /// A side's pits without its store.
    fn pits(&self, side: u64) -> u64 {
        side & !(!0 << (8 * self.holes()))
    }
    fn store(&self, side: u64) -> u32 {
        byte(side, self.holes())
    }
    fn is_over(&self, board: &Board) -> bool {
        self.pits(board.sides[0]) == 0 || self.pits(board.sides[1]) == 0
    }
    /// All that lies on a side, pits and store.
    fn on_side(&self, side: u64) -> i32 {
        (0..=self.holes()).map(|index| byte(side, index) as i32).sum()
    }

    /// Sows the seeds of a pit: the mover's side and the other's after it, and the place of the last seed, counted
    /// from the mover's first pit through its store to the other's last pit.
    #[inline]
    fn sow(&self, board: &Board, pit: u8) -> (u64, u64, u32) {
        let holes = self.holes();
        let mut own = board.sides[board.mover.index()];
        let mut other = board.sides[board.mover.other().index()];
        let mut left = byte(own, u32::from(pit));
        own &= !(0xFF << (8 * pit));
        let mut next = u32::from(pit) + 1;
        loop {
            let run = left.min(holes + 1 - next);
            own += ones(run) << (8 * next);
            left -= run;
            if left == 0 {
                return (own, other, next + run - 1);
            }
            let run = left.min(holes);
            other += ones(run);
            left -= run;
            if left == 0 {
                return (own, other, holes + run);
            }
            next = 0;
        }
    }
    /// Whether the last seed, already sown, captures.
    fn captures(&self, own: u64, last: u32) -> bool {
        last < self.holes() && byte(own, last) == 1
    }
}

impl Game for Kalah {
    type Position = Board;
    type Move = u8;
    type Event = Never;
    type Value = i32;

    const RANKS: bool = true;
    const BOUNDED: bool = true;

    fn nature(&self) -> Nature {
        // Every game ends, because between two gains of a store seeds only come nearer; but no close bound is known.
        let all = f64::from(self.total());
        Nature { payoff: PayoffKind::Margin, bounds: (-all, all), ..Nature::outcome() }
    }
    fn start(&self) -> Board {
        Board { sides: [ones(self.holes()) * u64::from(self.seeds); 2], mover: Player::FIRST }
    }
    fn turn(&self, board: &Board) -> Turn {
        if self.is_over(board) { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn children<B>(
        &self,
        board: &Board,
        mut visit: impl FnMut(u8, Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.moves(board, |pit| visit(pit, self.play(board, pit)))
    }
    /// The pit nearest the store first: emptying it costs least and gives an extra turn soonest.
    fn moves<B>(&self, board: &Board, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_over(board) {
            return ControlFlow::Continue(());
        }
        let own = board.sides[board.mover.index()];
        for pit in (0..self.holes).rev() {
            if byte(own, u32::from(pit)) != 0 {
                visit(pit)?;
            }
        }
        ControlFlow::Continue(())
    }
    fn count_moves(&self, board: &Board) -> usize {
        if self.is_over(board) {
            return 0;
        }
        // The top bit of each byte that is not zero: only such a byte carries into it, or has it already.
        let low = ones(8) * 0x7F;
        let pits = self.pits(board.sides[board.mover.index()]);
        ((((pits & low) + low) | pits) & !low).count_ones() as usize
    }
    #[inline]
    fn play(&self, board: &Board, pit: u8) -> Board {
        debug_assert!(pit < self.holes && byte(board.sides[board.mover.index()], u32::from(pit)) > 0);
        let holes = self.holes();
        let (mut own, mut other, last) = self.sow(board, pit);
        if self.captures(own, last) {
            let opposite = 8 * (holes - 1 - last);
            own -= 1 << (8 * last);
            own += (1 + (other >> opposite & 0xFF)) << (8 * holes);
            other &= !(0xFF << opposite);
        }
        let mover = if last == holes { board.mover } else { board.mover.other() };
        let sides = if board.mover == Player::FIRST { [own, other] } else { [other, own] };
        Board { sides, mover }
    }
    fn payoff(&self, board: &Board, player: Player) -> i32 {
        self.on_side(board.sides[player.index()]) - self.on_side(board.sides[player.other().index()])
    }
    fn key(&self, board: &Board) -> u64 {
        mix(mix(board.sides[0]) ^ board.sides[1]) ^ u64::from(board.mover.0)
    }
    fn move_slots(&self) -> usize {
        usize::from(self.holes)
    }
    fn move_slot(&self, pit: u8) -> usize {
        usize::from(pit)
    }

    /// Who has seeds in store keeps them, and may win all the others.
    #[inline]
    fn bounds(&self, board: &Board) -> Option<(i32, i32)> {
        let [first, second] = board.sides.map(|side| self.store(side) as i32);
        Some((2 * first - self.total(), self.total() - 2 * second))
    }
    /// Moves that go again, then by how many seeds come home: captures of many first.
    #[inline]
    fn promise(&self, before: &Board, _: u8, after: &Board) -> u8 {
        let home = |board: &Board| self.store(board.sides[before.mover.index()]);
        if after.mover == before.mover { u8::MAX } else { (home(after) - home(before)) as u8 }
    }

    /// A capture or an extra turn.
    fn is_loud(&self, board: &Board, pit: u8) -> bool {
        let (own, _, last) = self.sow(board, pit);
        last == self.holes() || self.captures(own, last)
    }
}

impl Notation for Kalah {
    fn write_position(&self, board: &Board) -> String {
        let side = |side: u64| {
            let pits: Vec<String> = (0..self.holes()).map(|pit| byte(side, pit).to_string()).collect();
            format!("{}:{}", pits.join(","), self.store(side))
        };
        format!("{} {} {}", side(board.sides[0]), side(board.sides[1]), player_number(board.mover))
    }
    fn read_position(&self, text: &str) -> Result<Board, Error> {
        let mut words = Words::of(text);
        let sides = [self.read_side(&mut words, "first")?, self.read_side(&mut words, "second")?];
        let mover = read_player(&mut words, 2)?;
        words.end()?;
        let found = self.on_side(sides[0]) + self.on_side(sides[1]);
        if found != self.total() {
            return Err(Error::new(format!("there are {} seeds on this board, not {found}", self.total())));
        }
        Ok(Board { sides, mover })
    }
    fn unit(&self) -> &'static str {
        "seeds"
    }
    fn write_move(&self, _: &Board, pit: u8) -> String {
        char::from(b'a' + pit).to_string()
    }
    fn draw(&self, board: &Board) -> String {
        let pits = |side: u64| (0..self.holes()).map(move |pit| format!("{:>4}", byte(side, pit)));
        let letters = || (0..self.holes).map(|pit| format!("{:>4}", char::from(b'a' + pit)));
        let backwards = |cells: Vec<String>| cells.into_iter().rev().collect::<String>();
        let gap = " ".repeat(4 * usize::from(self.holes));
        format!(
            "      {}\n2     {}\n  {:>4}{gap}{:>4}\n1     {}\n      {}\n",
            backwards(letters().collect()),
            backwards(pits(board.sides[1]).collect()),
            self.store(board.sides[1]),
            self.store(board.sides[0]),
            pits(board.sides[0]).collect::<String>(),
            letters().collect::<String>(),
        )
    }
    fn picture(&self, board: &Board, last: Option<LastOf<Self>>) -> Picture {
        picture::picture(self, board, last)
    }
}

impl Kalah {
    /// Reads one side, `4,4,4,4,4,4:0`.
    fn read_side(&self, words: &mut Words, whose: &str) -> Result<u64, Error> {
        let what = format!("the {whose} player's {} pits and store, such as 4,4:0", self.holes);
        let word = words.next(&what)?;
        let (pits, store) = word.split(':').ok_or_else(|| word.expected(&what))?;
        let mut counts = pits.split_all(',');
        if counts.len() != usize::from(self.holes) {
            return Err(pits.error(format!("expected {} pits, found {}", self.holes, counts.len())));
        }
        counts.push(store);
        let mut side = 0;
        for (index, count) in counts.iter().enumerate() {
            side |= count.number(0, self.total() as u64)? << (8 * index);
        }
        Ok(side)
    }
}

/// The evaluations of kalah.
#[derive(Debug, Clone, Copy)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// Seeds in the player's store minus those in the other's.
    Store,
}

impl StaticEvaluator<Kalah> for Evaluation {
    fn look(&self, game: &Kalah, board: &Board, player: Player) -> i32 {
        let store = |player: Player| game.store(board.sides[player.index()]) as i32;
        match self {
            Evaluation::Zero => 0,
            Evaluation::Store => store(player) - store(player.other()),
        }
    }
    fn bounds(&self, game: &Kalah) -> (i32, i32) {
        (-game.total(), game.total())
    }
}

impl Knowledge for Kalah {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const { &[About::plain("store", "seeds in the player's store minus those in the other's"), ZERO] }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, _) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(if about.name == "zero" { Evaluation::Zero } else { Evaluation::Store })
    }
    fn oracles(&self) -> &'static [About] {
        const { &[endings::ABOUT] }
    }
    fn oracle(&self, spec: &Spec) -> Result<Arc<dyn Oracle<Kalah>>, Error> {
        Ok(Arc::new(Endings::from_spec(self, spec)?))
    }
    uniform_policy!();
}

#[cfg(test)]
mod tests;
