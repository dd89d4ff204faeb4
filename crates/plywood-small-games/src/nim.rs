//! Nim-k: tiny exact trees (opponent-model thesis, section 1.2.4).
//!
//! Two players take one to three matches in turn from a heap of k; who takes the last one wins, or loses in the
//! misere game. A move may be struck out for a player, as in figure 1.5 of the thesis, where player 1 never takes
//! three: `nim(matches=5, strike=3)`; taking one match cannot be struck out, so a player on turn always has a move.
//! A position is written as the number of matches and the player on turn: `5 first`.

use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_core::knowledge::ZERO;
use plywood_core::picture::{Caption, Look, Paint};
use plywood_core::random::mix;
use plywood_core::settings::{Takes, whole};
use plywood_core::{
    About, Args, Declaration, Error, Exact, Game, Key, Knowledge, LastOf, Limit, Nature, Never, Notation,
    Oracle, Picture, Player, Search, Spec, StaticEvaluator, Turn, Uniform, uniform_policy,
};

use crate::heap::{self, Taking};
use plywood_games::informed::Informed;

/// How the game is listed.
pub const ABOUT: About = About {
    name: "nim",
    about: "take matches from a heap in turn; the last one wins",
    keys: &[
        Key::taking("matches", "5", whole(1, 1000), "matches on the table at the start"),
        Key::taking("most", "3", whole(1, 1000), "a move takes one to this many"),
        Key::taking("misere", "off", Takes::Switch, "who takes the last match loses"),
        Key::taking(
            "strike",
            "none",
            whole(2, 1000).or("none"),
            "a number of matches that the first player never takes",
        ),
    ],
    source: "opponent-model thesis, section 1.2.4",
};

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nim {
    matches: u32,
    most: u32,
    misere: bool,
    strike: Option<u32>,
}

/// Matches on the table, and the player on turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heap {
    /// Matches on the table.
    pub matches: u32,
    /// Who is on turn, or would be.
    pub mover: Player,
}

impl Nim {
    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<Nim, Error> {
        let list = [ABOUT];
        let (_, args) = About::find(&list, spec, "game")?;
        let most: u32 = args.get("most")?;
        let strike: Option<u32> = args.get("strike")?;
        if let Some(strike) = strike.filter(|strike| *strike > most) {
            return Err(
                args.error("strike", format!("{strike} is out of range; it is a number from 2 to {most}"))
            );
        }
        Ok(Nim { matches: args.get("matches")?, most, misere: args.get::<bool>("misere")?, strike })
    }
}

impl Game for Nim {
    type Position = Heap;
    type Move = u32;
    type Event = Never;
    type Value = i32;

    fn nature(&self) -> Nature {
        Nature { longest: Some(self.matches), ..Nature::outcome() }
    }
    fn start(&self) -> Heap {
        Heap { matches: self.matches, mover: Player::FIRST }
    }
    fn turn(&self, heap: &Heap) -> Turn {
        if heap.matches == 0 { Turn::Over } else { Turn::Player(heap.mover) }
    }
    fn children<B>(&self, heap: &Heap, mut visit: impl FnMut(u32, Heap) -> ControlFlow<B>) -> ControlFlow<B> {
        for taken in 1..=self.most.min(heap.matches) {
            if heap.mover != Player::FIRST || self.strike != Some(taken) {
                visit(taken, self.play(heap, taken))?;
            }
        }
        ControlFlow::Continue(())
    }
    fn play(&self, heap: &Heap, taken: u32) -> Heap {
        debug_assert!((1..=self.most.min(heap.matches)).contains(&taken), "so many can be taken");
        Heap { matches: heap.matches - taken, mover: heap.mover.other() }
    }
    fn payoff(&self, heap: &Heap, player: Player) -> i32 {
        // Who would be on turn did not take the last match.
        if (heap.mover == player) == self.misere { 1 } else { -1 }
    }
    fn key(&self, heap: &Heap) -> u64 {
        mix(u64::from(heap.matches) << 1 | u64::from(heap.mover.0))
    }
    fn move_slots(&self) -> usize {
        self.most as usize + 1
    }
    fn move_slot(&self, taken: u32) -> usize {
        taken as usize
    }
}

impl Notation for Nim {
    fn write_position(&self, heap: &Heap) -> String {
        format!("{} {}", heap.matches, ["first", "second"][heap.mover.index()])
    }
    fn read_position(&self, text: &str) -> Result<Heap, Error> {
        let expected = || format!("expected matches and player, such as \"{} first\"", self.matches);
        let (count, player) =
            text.trim().split_once(' ').ok_or_else(|| Error::at(text, text.len(), expected()))?;
        let matches = count.parse().map_err(|_| Error::at(text, 0, expected()))?;
        if matches > self.matches {
            return Err(Error::at(text, 0, format!("there are {} matches at most", self.matches)));
        }
        let mover = match player.trim() {
            "first" => Player::FIRST,
            "second" => Player::SECOND,
            _ => return Err(Error::at(text, count.len() + 1, "expected first or second")),
        };
        Ok(Heap { matches, mover })
    }
    fn write_move(&self, _: &Heap, taken: u32) -> String {
        taken.to_string()
    }
    fn draw(&self, heap: &Heap) -> String {
        format!("{} {}\n", "|".repeat(heap.matches as usize), self.write_position(heap))
    }
    fn picture(&self, heap: &Heap, last: Option<LastOf<Self>>) -> Picture {
        let players = [("player 1", Look::Disc(Paint::Blue)), ("player 2", Look::Disc(Paint::Red))];
        let title = if self.misere { "Nim, the last match loses" } else { "Nim, the last match wins" };
        heap::picture(self, heap, last, title, Caption::of(self, heap, &players))
    }
}

impl Taking for Nim {
    fn left(&self, heap: &Heap) -> usize {
        heap.matches as usize
    }
    fn full(&self) -> usize {
        self.matches as usize
    }
    fn taken(&self, taken: u32) -> usize {
        taken as usize
    }
}

/// Knows every value: with nothing struck out a heap is lost when it is a multiple of `most + 1` (one more in the
/// misere game). The winner has one good move at a time, which makes `most + 1` matches go every two moves.
#[derive(Debug, Clone, Copy)]
pub struct Formula;

impl Formula {
    /// Whether it knows the values under these rules.
    fn knows(game: &Nim) -> bool {
        game.strike.is_none()
    }
}

/// The formula as a player.
const FORMULA: Declaration = Declaration {
    about: About {
        name: "formula",
        about: "plays by the closed formula: leaves a multiple of one more than a move can take",
        keys: &[],
        source: "opponent-model thesis, section 1.2.4",
    },
    exact: true,
    keeps: Limit::ALL,
    at_once: true,
    ..Declaration::PLAIN
};

impl Oracle<Nim> for Formula {
    fn probe(&self, game: &Nim, heap: &Heap) -> Option<Exact<i32>> {
        if !Formula::knows(game) {
            return None;
        }
        if heap.matches == 0 {
            return Some(Exact { payoff: game.payoff(heap, Player::FIRST), distance: Some(0) });
        }
        // In the misere game the last match is a move of its own.
        let last = u32::from(game.misere);
        let (rounds, rest) =
            ((heap.matches - last) / (game.most + 1), (heap.matches - last) % (game.most + 1));
        let lost = rest == 0;
        let payoff = if lost == (heap.mover == Player::FIRST) { -1 } else { 1 };
        Some(Exact { payoff, distance: Some(2 * rounds + u32::from(!lost) + last) })
    }
}

/// The evaluations of nim.
#[derive(Debug, Clone, Copy)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// For player 1, more the fewer matches are left: 1/(6 - n) of the reduced game in figure 1.4 of the thesis, n the
    /// matches taken, for any heap 1/(left + 1); in points of [`PRECISION`].
    Reduced,
}

/// Points of one unit of the reduced game's evaluation.
pub const PRECISION: i32 = 1_000_000;

impl StaticEvaluator<Nim> for Evaluation {
    fn look(&self, _: &Nim, heap: &Heap, player: Player) -> i32 {
        match self {
            Evaluation::Zero => 0,
            Evaluation::Reduced => {
                let value = PRECISION / (heap.matches as i32 + 1);
                if player == Player::FIRST { value } else { -value }
            }
        }
    }
    fn bounds(&self, _: &Nim) -> (i32, i32) {
        (-PRECISION, PRECISION)
    }
}

impl Knowledge for Nim {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const { &[ZERO, About::plain("reduced", "for player 1, one over the matches left and one (figure 1.4)")] }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, _) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(if about.name == "zero" { Evaluation::Zero } else { Evaluation::Reduced })
    }
    fn oracles(&self) -> &'static [About] {
        const { &[About::plain("formula", "the remainder by the most matches that a move takes, and one")] }
    }
    fn oracle(&self, spec: &Spec) -> Result<Arc<dyn Oracle<Nim>>, Error> {
        About::find(self.oracles(), spec, "oracle")?;
        if !Formula::knows(self) {
            return Err(spec.error("there is no formula for these rules"));
        }
        Ok(Arc::new(Formula))
    }
    uniform_policy!();
    fn specialists(&self) -> &'static [Declaration] {
        if Formula::knows(self) { &[FORMULA] } else { &[] }
    }
    fn specialist(&self, _: &str, _: &Args) -> Result<Box<dyn Search<Nim>>, Error> {
        Ok(Box::new(Informed(Formula)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::conformance;

    #[test]
    fn nim_5_has_28_histories_13_of_them_finished() {
        let game = Nim::from_spec(&Spec::word("nim")).unwrap();
        fn count(game: &Nim, heap: &Heap) -> (u32, u32) {
            let mut totals = (1, u32::from(game.turn(heap) == Turn::Over));
            let _ = game.children(heap, |_, child| {
                let below = count(game, &child);
                totals = (totals.0 + below.0, totals.1 + below.1);
                ControlFlow::<()>::Continue(())
            });
            totals
        }
        assert_eq!(count(&game, &game.start()), (28, 13));
    }

    #[test]
    fn the_formula_is_the_best_of_the_moves() {
        for text in ["nim(matches=30)", "nim(matches=30, misere=on)", "nim(matches=9, most=1, misere=on)"] {
            let game = Nim::from_spec(&text.parse().unwrap()).unwrap();
            conformance::evaluators(&game, 20);
            assert!(Formula.probe(&game, &game.start()).is_some());
        }
        let struck = Nim::from_spec(&"nim(strike=2)".parse().unwrap()).unwrap();
        assert!(struck.oracle(&Spec::word("formula")).is_err());
        let unknown = Nim::from_spec(&Spec::word("nim")).unwrap().oracle(&Spec::word("magic")).err().unwrap();
        assert!(unknown.to_string().contains("known: formula"), "{unknown}");
    }

    #[test]
    fn bad_heaps_are_refused() {
        let game = Nim::from_spec(&Spec::word("nim")).unwrap();
        for text in ["6 first", "5", "5 third", "x first", "-1 first"] {
            assert!(game.read_position(text).is_err(), "{text}");
        }
        assert!(Nim::from_spec(&"nim(most=3, strike=1)".parse().unwrap()).is_err());
    }
}
