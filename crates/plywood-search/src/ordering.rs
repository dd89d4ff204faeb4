//! The order of moves (Dice thesis, sections 2.3.4 and 2.3.5).
//!
//! First comes the table's move, then moves by the game's own promise; among moves of one rank those that
//! refuted a sibling (killers) come before those that were good anywhere (history). Ties keep the game's own
//! order, so a search is the same every time.

use plywood_core::{Game, Player};

/// How good a child looks, with its place among its siblings: the largest comes first, of equals the earlier place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rating(u64);

/// Bits of a rating that hold the place, turned over.
const PLACE: u32 = 24;

impl Rating {
    /// Before everything else.
    pub const FIRST: Rating = Rating::new(u8::MAX, u32::MAX);

    /// By the game's rank, then by what was learned; the first place.
    #[inline]
    pub const fn new(rank: u8, learned: u32) -> Rating {
        Rating((rank as u64) << (32 + PLACE) | (learned as u64) << PLACE)
    }
    /// The same at a place.
    #[inline]
    pub fn of_place(self, place: usize) -> Rating {
        debug_assert!(place < 1 << PLACE, "no position has so many moves");
        Rating(self.0 | !(place as u64) & ((1 << PLACE) - 1))
    }
    /// The place.
    #[inline]
    pub fn place(self) -> usize {
        (!self.0 & ((1 << PLACE) - 1)) as usize
    }
}

// Sorts stand here because nothing in them depends on the game: inside the searches each would be compiled for every
// game anew.

/// Sorts ratings, the highest first.
#[inline(never)]
pub(crate) fn highest_first(ratings: &mut [Rating]) {
    ratings.sort_unstable_by(|one, other| other.cmp(one));
}

/// A place in a list with a number that orders it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ranked {
    pub(crate) rank: f64,
    pub(crate) place: usize,
}

/// Sorts by rising ranks; equal ones stay in their order.
#[inline(never)]
pub(crate) fn rising(ranked: &mut [Ranked]) {
    ranked.sort_by(|one, other| one.rank.total_cmp(&other.rank));
}

/// How good moves were wherever they were tried: `depth * depth` for each cut or new best.
#[derive(Debug, Clone, Default)]
pub struct History {
    scores: Vec<u32>,
    slots: usize,
}

/// Scores are halved when one gets this large.
const CEILING: u32 = 1 << 28;

impl History {
    /// No experience yet.
    pub fn new<G: Game>(game: &G) -> History {
        let slots = game.move_slots();
        History { scores: vec![0; slots * game.nature().players], slots }
    }
    /// How good the moves of each slot were for a player.
    #[inline]
    pub fn of(&self, player: Player) -> &[u32] {
        &self.scores[player.index() * self.slots..][..self.slots]
    }
    /// The move was best after a search of `depth` plies.
    #[inline]
    pub fn reward(&mut self, player: Player, slot: usize, depth: u32) {
        debug_assert!(
            slot < self.slots,
            "Game::move_slot says {slot}, and Game::move_slots that there are {}: say more",
            self.slots
        );
        let score = &mut self.scores[player.index() * self.slots + slot];
        *score += depth.min(1000).pow(2);
        if *score > CEILING {
            self.halve();
        }
    }
    #[cold]
    fn halve(&mut self) {
        self.scores.iter_mut().for_each(|score| *score /= 2);
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.scores.fill(0);
    }
}

/// What was learned of moves that could be played at a node.
pub(crate) struct Learned<'a, M> {
    /// Moves that refuted a sibling.
    pub(crate) killers: Killers<M>,
    /// How good the moves of each slot were anywhere; empty where that is not asked.
    pub(crate) history: &'a [u32],
}

impl<M: Copy + PartialEq> Learned<'_, M> {
    /// How good a move is: killers before all others.
    #[inline(always)]
    pub(crate) fn of(&self, chosen: M, slot: usize) -> u32 {
        match self.killers.rank(chosen) {
            0 => self.history.get(slot).copied().unwrap_or(0),
            rank => u32::MAX - 3 + rank,
        }
    }

    /// Whether every move is as good as another.
    #[inline]
    pub(crate) fn is_nothing(&self) -> bool {
        self.history.is_empty() && self.killers.0[0].is_none()
    }
}

/// The last two moves that refuted a position at one ply.
#[derive(Debug, Clone, Copy)]
pub struct Killers<M>([Option<M>; 2]);

impl<M: Copy + PartialEq> Killers<M> {
    /// None yet.
    pub const NONE: Self = Killers([None; 2]);

    /// How recent a killer the move is: 2, 1, or 0 for none.
    #[inline]
    pub fn rank(&self, chosen: M) -> u32 {
        if self.0[0] == Some(chosen) { 2 } else { u32::from(self.0[1] == Some(chosen)) }
    }
    /// The move refuted a position.
    pub fn add(&mut self, chosen: M) {
        if self.0[0] != Some(chosen) {
            self.0 = [Some(chosen), self.0[0]];
        }
    }
}
