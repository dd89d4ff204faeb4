//! Which move to try first (Dice thesis, sections 2.3.4 and 2.3.5).
//!
//! The table's move, then moves that refuted a sibling (killers), then moves that were good anywhere (history). Ties
//! keep the game's own order, so that a search is the same every time.

use plywood_core::{Game, Player};

// Sorts stand here because nothing in them depends on the game: inside the searches each would be compiled for every
// game anew.

/// Sorts ratings, the highest first.
#[inline(never)]
pub(crate) fn highest_first(ratings: &mut [u64]) {
    ratings.sort_unstable_by(|one, other| other.cmp(one));
}

/// The places of numbers in rising order; of equal numbers the earlier place comes first.
#[inline(never)]
pub(crate) fn rising(numbers: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..numbers.len()).collect();
    places.sort_by(|one, other| numbers[*one].total_cmp(&numbers[*other]));
    places
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
    /// How good the move in this slot was for a player.
    #[inline]
    pub fn score(&self, player: Player, slot: usize) -> u32 {
        self.scores[player.index() * self.slots + slot]
    }
    /// The move was best after a search of so many plies.
    pub fn reward(&mut self, player: Player, slot: usize, depth: u32) {
        let score = &mut self.scores[player.index() * self.slots + slot];
        *score += depth.min(1000).pow(2);
        if *score > CEILING {
            self.scores.iter_mut().for_each(|score| *score /= 2);
        }
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.scores.fill(0);
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
