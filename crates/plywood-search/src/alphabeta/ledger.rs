//! What the search counts and learns on its way: on how much of what it says it has guessed, and which moves cut.

use plywood_core::Player;

use crate::ordering::History;

/// The counters and the history of one search.
pub(crate) struct Ledger<'a> {
    /// The guesses that keep values from being proven: horizon evaluations, unproven entries, ends by
    /// history.
    guesses: u64,
    /// Ends by history: values that rest on one are not stored.
    history_ends: u64,
    history: &'a mut History,
}

/// Where the counters stood.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    guesses: u64,
    history_ends: u64,
}

impl<'a> Ledger<'a> {
    /// Nothing is counted yet.
    pub(super) fn new(history: &'a mut History) -> Self {
        Ledger { guesses: 0, history_ends: 0, history }
    }

    /// Counts a guess.
    #[inline(always)]
    pub(crate) fn guess(&mut self) {
        self.guesses += 1;
    }

    /// Counts a guess where something is one.
    #[inline(always)]
    pub(crate) fn guess_if(&mut self, guessed: bool) {
        self.guesses += u64::from(guessed);
    }

    /// Counts an end by history, which is a guess as well.
    pub(super) fn end_by_history(&mut self) {
        self.guesses += 1;
        self.history_ends += 1;
    }

    /// Guesses so far.
    pub(crate) fn guesses(&self) -> u64 {
        self.guesses
    }

    /// Ends by history so far.
    pub(crate) fn history_ends(&self) -> u64 {
        self.history_ends
    }

    /// Where the counters stand.
    #[inline(always)]
    pub(super) fn mark(&self) -> Mark {
        Mark { guesses: self.guesses, history_ends: self.history_ends }
    }

    /// What was counted since does not count.
    #[inline(always)]
    pub(super) fn forget_since(&mut self, mark: Mark) {
        (self.guesses, self.history_ends) = (mark.guesses, mark.history_ends);
    }

    /// Whether nothing was guessed since.
    #[inline(always)]
    pub(super) fn is_proven_since(&self, mark: Mark) -> bool {
        self.guesses == mark.guesses
    }

    /// Whether history ended a game since.
    #[inline(always)]
    pub(super) fn met_history_since(&self, mark: Mark) -> bool {
        self.history_ends != mark.history_ends
    }

    /// A player's move was the best with `depth` plies left.
    #[inline(always)]
    pub(super) fn reward(&mut self, player: Player, slot: usize, depth: u32) {
        self.history.reward(player, slot, depth);
    }

    /// What is known of a player's moves, by their slots.
    #[inline(always)]
    pub(super) fn history_of(&self, player: Player) -> &[u32] {
        self.history.of(player)
    }
}
