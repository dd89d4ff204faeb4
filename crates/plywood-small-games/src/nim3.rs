//! Nim for three players: payoff vectors in the smallest game that has them.
//!
//! The players in turn take one to `most` matches from one heap; who takes the last gets 1 and the others 0. Under
//! best play a player is often indifferent between two moves that make different others win, so a search must say
//! how it breaks ties; moves come in ascending order so that "the lowest" is the first.
//!
//! The payoff is declared a margin, not an outcome: it is 1 or 0, never -1, and a faster win is worth no more, which
//! would break the very ties the game is there to show.
//! Positions are written as the matches left and the player on turn, `7 1`; a move is the number taken.

use std::ops::ControlFlow;

use plywood_core::picture::{Caption, Look, Paint};
use plywood_core::random::mix;
use plywood_core::settings::whole;
use plywood_core::{
    About, Error, Game, Key, LastOf, Nature, Never, Notation, PayoffKind, Picture, Player, Spec, Sum, Turn,
    no_knowledge,
};

use crate::heap::{self, Taking};
use plywood_games::notation::{Words, player_number, read_player};

const PLAYERS: u8 = 3;

/// How the game is listed.
pub const ABOUT: About = About {
    name: "nim3",
    about: "nim for three players; the last match wins",
    keys: &[
        Key::taking("matches", "7", whole(1, 200), "matches at the start, 1 to 200"),
        Key::taking("most", "3", whole(1, 200), "matches a move may take, 1 to 200"),
    ],
    source: "",
};

/// The rules for a heap of some size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nim3 {
    matches: u8,
    most: u8,
}

/// The matches left and whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heap {
    matches: u8,
    mover: Player,
}

impl Nim3 {
    /// The rules for a number of matches and the most that a move takes.
    ///
    /// # Panics
    /// If either is zero.
    pub fn new(matches: u8, most: u8) -> Nim3 {
        assert!(matches > 0 && most > 0, "there is something to take");
        Nim3 { matches, most }
    }

    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<Nim3, Error> {
        let (_, args) = About::find(&[ABOUT], spec, "game")?;
        Ok(Nim3 { matches: args.get("matches")?, most: args.get("most")? })
    }
}

impl Game for Nim3 {
    type Position = Heap;
    type Move = u8;
    type Event = Never;
    type Value = i32;

    fn nature(&self) -> Nature {
        Nature {
            players: usize::from(PLAYERS),
            payoff: PayoffKind::Margin,
            sum: Sum::Constant(1.0),
            bounds: (0.0, 1.0),
            longest: Some(u32::from(self.matches)),
            ..Nature::outcome()
        }
    }
    fn start(&self) -> Heap {
        Heap { matches: self.matches, mover: Player::FIRST }
    }
    fn turn(&self, heap: &Heap) -> Turn {
        if heap.matches == 0 { Turn::Over } else { Turn::Player(heap.mover) }
    }
    fn children<B>(&self, heap: &Heap, mut visit: impl FnMut(u8, Heap) -> ControlFlow<B>) -> ControlFlow<B> {
        for taken in 1..=self.most.min(heap.matches) {
            visit(taken, self.play(heap, taken))?;
        }
        ControlFlow::Continue(())
    }
    fn play(&self, heap: &Heap, taken: u8) -> Heap {
        debug_assert!(taken >= 1 && taken <= self.most.min(heap.matches), "so many can be taken");
        Heap { matches: heap.matches - taken, mover: Player((heap.mover.0 + 1) % PLAYERS) }
    }
    fn payoff(&self, heap: &Heap, player: Player) -> i32 {
        let last_taker = (heap.mover.0 + PLAYERS - 1) % PLAYERS;
        i32::from(player.0 == last_taker)
    }
    fn key(&self, heap: &Heap) -> u64 {
        mix(u64::from(heap.matches) << 8 | u64::from(heap.mover.0))
    }
    fn move_slots(&self) -> usize {
        usize::from(self.most)
    }
    fn move_slot(&self, taken: u8) -> usize {
        usize::from(taken) - 1
    }
}

impl Notation for Nim3 {
    fn write_position(&self, heap: &Heap) -> String {
        format!("{} {}", heap.matches, player_number(heap.mover))
    }
    fn read_position(&self, text: &str) -> Result<Heap, Error> {
        let mut words = Words::of(text);
        let matches = words.next("the number of matches left")?.number(0, self.matches)?;
        let mover = read_player(&mut words, PLAYERS)?;
        words.end()?;
        // How many moves can have been played; their number says whose turn it is.
        let taken = self.matches - matches;
        if (taken.div_ceil(self.most)..=taken).all(|moves| moves % PLAYERS != mover.0) {
            return Err(Error::new(format!(
                "with {matches} of {} matches left it cannot be player {}'s turn",
                self.matches,
                player_number(mover)
            )));
        }
        Ok(Heap { matches, mover })
    }
    fn unit(&self) -> &'static str {
        "wins"
    }
    fn write_move(&self, _: &Heap, taken: u8) -> String {
        taken.to_string()
    }
    fn draw(&self, heap: &Heap) -> String {
        format!("player {}: {}\n", player_number(heap.mover), "|".repeat(usize::from(heap.matches)))
    }
    fn picture(&self, heap: &Heap, last: Option<LastOf<Self>>) -> Picture {
        let players = [
            ("player 1", Look::Disc(Paint::Blue)),
            ("player 2", Look::Disc(Paint::Red)),
            ("player 3", Look::Disc(Paint::Green)),
        ];
        heap::picture(self, heap, last, "Nim for three", Caption::of(self, heap, &players))
    }
}

impl Taking for Nim3 {
    fn left(&self, heap: &Heap) -> usize {
        usize::from(heap.matches)
    }
    fn full(&self) -> usize {
        usize::from(self.matches)
    }
    fn taken(&self, taken: u8) -> usize {
        usize::from(taken)
    }
}

no_knowledge!(Nim3);

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::conformance;
    use plywood_games::testing::{perft, refused};

    #[test]
    fn conforms() {
        for (matches, most) in [(1, 1), (7, 3), (20, 2), (5, 9)] {
            conformance::rules(&Nim3::new(matches, most), 100);
            conformance::evaluators(&Nim3::new(matches, most), 10);
        }
    }

    /// Who wins where every player picks the best for itself, the lowest move among equals.
    fn winner(game: &Nim3, heap: &Heap) -> Player {
        let Turn::Player(mover) = game.turn(heap) else {
            return (0..PLAYERS).map(Player).find(|player| game.payoff(heap, *player) == 1).unwrap();
        };
        let mut first = None;
        let found = game.children(heap, |_, after| {
            let winner = winner(game, &after);
            first.get_or_insert(winner);
            if winner == mover { ControlFlow::Break(winner) } else { ControlFlow::Continue(()) }
        });
        found.break_value().or(first).unwrap()
    }

    #[test]
    fn the_last_taker_wins_and_ties_go_to_the_lowest_move() {
        let game = Nim3::new(7, 3);
        let wins = |matches| winner(&game, &Heap { matches, mover: Player::FIRST }).0;
        // 1 to 3: the mover takes all. 4: the next one does. 5: the mover cannot win; the lowest move leaves 4, which
        // the third player wins. 6 and 7: the mover leaves 5, of which it is the third.
        assert_eq!((1..=7).map(wins).collect::<Vec<_>>(), [0, 0, 0, 1, 2, 0, 0]);
    }

    #[test]
    fn counts_positions() {
        // After d moves: the ways to write at most 7 as a sum of d numbers from 1 to 3.
        let game = Nim3::new(7, 3);
        let counts: Vec<u64> = (1..=8).map(|depth| perft(&game, &game.start(), depth)).collect();
        assert_eq!(counts, [3, 9, 23, 31, 21, 7, 1, 0]);
    }

    #[test]
    fn impossible_heaps_are_refused() {
        let game = Nim3::new(7, 3);
        refused(&game, "8 1", Some(1), "from 0 to 7");
        refused(&game, "7", Some(2), "player on turn");
        refused(&game, "7 4", Some(3), "1, 2 or 3");
        refused(&game, "7 2", None, "cannot be player 2's turn");
        refused(&game, "4 1 1", Some(5), "the end");
        assert!(game.read_position("4 1").is_ok());
        assert!(game.read_position("5 1").is_err(), "two matches take one move or two");
    }
}
