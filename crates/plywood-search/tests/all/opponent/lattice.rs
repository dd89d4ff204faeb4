//! A game whose lines meet again, so that tables of nodes have something to find.
//!
//! A position is how often each move was played. Values are random, one for each function and position; whose turn it is
//! alternates, or is drawn with the position, so that players move several times in a row.

use std::ops::ControlFlow;

use plywood_core::random::{derive, mix};
use plywood_core::{Game, Nature, Never, PayoffKind, Player, StaticEvaluator, Turn};

/// The rules of one lattice.
#[derive(Debug, Clone, Copy)]
pub struct Lattice {
    pub width: u8,
    pub longest: u32,
    pub seed: u64,
    pub scale: u64,
    /// How far a function's value may be from what all functions have in common.
    pub apart: u64,
    pub alternates: bool,
}

/// How often each move was played.
pub type Counts = [u8; 4];

/// One of the functions.
#[derive(Debug, Clone, Copy)]
pub struct Function(pub u64);

impl Lattice {
    fn ply(&self, counts: &Counts) -> u32 {
        counts.iter().map(|count| u32::from(*count)).sum()
    }

    /// A function's value of a position for the first player.
    pub fn value(&self, counts: &Counts, function: u64) -> i32 {
        let random = |number: u64, most: u64| {
            (derive(self.seed ^ self.key(counts), number) % (2 * most + 1)) as i32 - most as i32
        };
        random(6, self.scale - self.apart) + random(7 + function, self.apart)
    }

    /// The greatest difference between two functions after a number of plies.
    pub fn spread(&self, depth: u32, first: u64, second: u64) -> f64 {
        let mut positions = vec![self.start()];
        for _ in 0..depth.min(self.longest) {
            let after = |counts: &Counts| {
                let counts = *counts;
                (0..self.width).map(move |chosen| self.play(&counts, chosen))
            };
            positions = positions.iter().flat_map(after).collect();
            positions.sort_unstable();
            positions.dedup();
        }
        let apart = |counts: &Counts| (self.value(counts, first) - self.value(counts, second)).abs();
        positions.iter().map(apart).max().map_or(0.0, f64::from)
    }
}

impl Game for Lattice {
    type Position = Counts;
    type Move = u8;
    type Event = Never;
    type Value = i32;

    fn nature(&self) -> Nature {
        let most = self.scale as f64;
        Nature { payoff: PayoffKind::Margin, bounds: (-most, most), ..Nature::outcome() }
    }
    fn start(&self) -> Counts {
        Counts::default()
    }
    fn turn(&self, counts: &Counts) -> Turn {
        let ply = self.ply(counts);
        let drawn = derive(self.seed ^ self.key(counts), 1) as u8 & 1;
        match ply {
            _ if ply >= self.longest => Turn::Over,
            _ if self.alternates => Turn::Player(Player((ply % 2) as u8)),
            _ => Turn::Player(Player(drawn)),
        }
    }
    fn children<B>(
        &self,
        counts: &Counts,
        mut visit: impl FnMut(u8, Counts) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (0..self.width).try_for_each(|chosen| visit(chosen, self.play(counts, chosen)))
    }
    fn play(&self, counts: &Counts, chosen: u8) -> Counts {
        let mut after = *counts;
        after[usize::from(chosen)] += 1;
        after
    }
    fn payoff(&self, counts: &Counts, player: Player) -> i32 {
        Function(0).look(self, counts, player)
    }
    fn key(&self, counts: &Counts) -> u64 {
        mix(u64::from(u32::from_le_bytes(*counts)))
    }
    fn move_slots(&self) -> usize {
        4
    }
    fn move_slot(&self, chosen: u8) -> usize {
        usize::from(chosen)
    }
}

impl StaticEvaluator<Lattice> for Function {
    fn look(&self, game: &Lattice, counts: &Counts, player: Player) -> i32 {
        let value = game.value(counts, self.0);
        if player == Player::FIRST { value } else { -value }
    }
    fn end(&self, game: &Lattice, counts: &Counts, player: Player) -> i32 {
        self.look(game, counts, player)
    }
    fn bounds(&self, game: &Lattice) -> (i32, i32) {
        (-(game.scale as i32), game.scale as i32)
    }
}

/// `count` lattices of several shapes and how deep to search them.
pub fn lattices(count: u64) -> impl Iterator<Item = (Lattice, u32)> {
    (0..count).map(|seed| {
        let width = 2 + (seed % 3) as u8;
        let depth = 1 + (seed / 3 % if width == 2 { 7 } else { 5 }) as u32;
        let scale = [2, 5, 1000][(seed / 7 % 3) as usize];
        let apart = [1, scale][(seed / 4 % 2) as usize];
        let longest = if seed % 2 == 0 { depth } else { 24 };
        (Lattice { width, longest, seed, scale, apart, alternates: seed / 2 % 2 == 0 }, depth)
    })
}
