//! Pig: roll on and risk the turn, or hold and bank it.
//!
//! On its turn a player rolls a die as often as it dares. A 1 loses what the turn has gathered and passes the die;
//! 2 to 6 are added to the turn's total; holding banks the total and passes the die. Who holds with score and total
//! at the target wins. A turn begins with a roll, so that passing without one cannot go round for ever; and a total
//! is counted no further than the target needs, so that there are finitely many positions. Games have no longest
//! length. Payoffs are probabilities, 2p - 1. Exact values: [`ValueIteration`].
//!
//! Positions are written as the scores, the player on turn and the turn's total, `12-30 1+8`, with a `*` where the
//! die is in the air. Moves are `roll` and `hold`, events the faces of the die.

mod picture;
mod value_iteration;

use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_core::knowledge::ZERO;
use plywood_core::random::mix;
use plywood_core::settings::whole;
use plywood_core::{
    About, Args, Chance, Declaration, Error, Game, Key, Knowledge, LastOf, Nature, Notation, Numbered,
    Oracle, PayoffKind, Picture, Player, Search, Spec, StaticEvaluator, Turn, Uniform, uniform_policy,
};

pub use value_iteration::ValueIteration;

use plywood_games::informed::Informed;
use plywood_games::notation::{Words, player_number};

const FACES: u16 = 6;
const MOST: u16 = 1000;
/// Exact values take time with the cube of the target: to this one a few seconds.
const MOST_EXACT: u16 = 250;

/// How the game is listed.
pub const ABOUT: About = About {
    name: "pig",
    about: "roll on or hold: a one loses the turn",
    keys: &[Key::taking("target", "100", whole(1, MOST as u64), "the score that wins, 1 to 1000")],
    source: "Neller and Presser 2004",
};

/// The exact values as a player.
const VALUE_ITERATION: Declaration = Declaration {
    about: About {
        name: "value_iteration",
        about: "plays by the exact chances of winning, which it computes first",
        keys: &[],
        source: "Neller and Presser 2004",
    },
    exact: true,
    keeps: &[],
    at_once: true,
    ..Declaration::PLAIN
};

/// The rules for a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pig {
    target: u16,
}

/// The scores, and how the turn stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scores {
    scores: [u16; 2],
    /// What the turn has gathered.
    total: u16,
    mover: Player,
    /// Whether the die is in the air.
    rolling: bool,
}

/// What a player can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Roll the die.
    Roll,
    /// Bank the turn's total and pass the die.
    Hold,
}

impl Numbered for Choice {
    fn number(self) -> u32 {
        self as u32
    }
    fn from_number(number: u32) -> Choice {
        [Choice::Roll, Choice::Hold][number as usize]
    }
}

impl Pig {
    /// The rules for a target.
    ///
    /// # Panics
    /// If the target is zero or above 1000.
    pub fn new(target: u16) -> Pig {
        assert!((1..=MOST).contains(&target), "the target can be reached");
        Pig { target }
    }

    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<Pig, Error> {
        let (_, args) = About::find(&[ABOUT], spec, "game")?;
        Ok(Pig { target: args.get("target")? })
    }

    fn after_roll(&self, here: &Scores, face: u16) -> Scores {
        if face == 1 {
            Scores { total: 0, mover: here.mover.other(), rolling: false, ..*here }
        } else {
            let enough = self.target - here.scores[here.mover.index()];
            Scores { total: enough.min(here.total + face), rolling: false, ..*here }
        }
    }
}

impl Game for Pig {
    type Position = Scores;
    type Move = Choice;
    /// A face of the die.
    type Event = u16;
    type Value = f64;

    const CHANCE: Option<Chance> = Some(Chance::Enumerable);

    fn nature(&self) -> Nature {
        Nature { chance: Chance::Enumerable, payoff: PayoffKind::Probability, ..Nature::outcome() }
    }
    fn start(&self) -> Scores {
        Scores { scores: [0, 0], total: 0, mover: Player::FIRST, rolling: false }
    }
    fn turn(&self, here: &Scores) -> Turn {
        if here.scores.contains(&self.target) {
            Turn::Over
        } else if here.rolling {
            Turn::Chance
        } else {
            Turn::Player(here.mover)
        }
    }
    fn children<B>(
        &self,
        here: &Scores,
        mut visit: impl FnMut(Choice, Scores) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if matches!(self.turn(here), Turn::Player(_)) {
            visit(Choice::Roll, self.play(here, Choice::Roll))?;
            if here.total > 0 {
                visit(Choice::Hold, self.play(here, Choice::Hold))?;
            }
        }
        ControlFlow::Continue(())
    }
    fn play(&self, here: &Scores, chosen: Choice) -> Scores {
        debug_assert!(!here.rolling && (chosen == Choice::Roll || here.total > 0), "the choice is legal");
        match chosen {
            Choice::Roll => Scores { rolling: true, ..*here },
            Choice::Hold => {
                let mut after = Scores { total: 0, mover: here.mover.other(), ..*here };
                after.scores[here.mover.index()] += here.total;
                after
            }
        }
    }
    fn payoff(&self, here: &Scores, player: Player) -> f64 {
        if here.scores[player.index()] == self.target { 1.0 } else { -1.0 }
    }
    fn key(&self, here: &Scores) -> u64 {
        let numbers = [here.scores[0], here.scores[1], here.total, u16::from(here.mover.0)];
        let packed = numbers.iter().fold(0, |packed, number| packed << 15 | u64::from(*number));
        mix(packed << 1 | u64::from(here.rolling))
    }
    fn move_slots(&self) -> usize {
        2
    }
    fn move_slot(&self, chosen: Choice) -> usize {
        chosen as usize
    }
    fn events<B>(
        &self,
        here: &Scores,
        mut visit: impl FnMut(u16, f64, Scores) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.turn(here) == Turn::Chance {
            for face in 1..=FACES {
                visit(face, 1.0 / f64::from(FACES), self.after_roll(here, face))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Notation for Pig {
    fn write_position(&self, here: &Scores) -> String {
        let [first, second] = here.scores;
        let air = if here.rolling { "*" } else { "" };
        format!("{first}-{second} {}+{}{air}", player_number(here.mover), here.total)
    }
    fn read_position(&self, text: &str) -> Result<Scores, Error> {
        let mut words = Words::of(text);
        let what = "both scores, such as 12-30";
        let word = words.next(what)?;
        let (first, second) = word.split('-').ok_or_else(|| word.expected(what))?;
        let mut scores = [0; 2];
        for (score, word) in scores.iter_mut().zip([first, second]) {
            *score = word.number(0, self.target)?;
            if *score == 1 && self.target > 1 {
                return Err(word.error("no turn banks 1: the die's 1 loses"));
            }
        }
        let what = "the player on turn and the turn's total, such as 1+8 or, with the die in the air, 1+8*";
        let word = words.next(what)?;
        let (player, total) = word.split('+').ok_or_else(|| word.expected(what))?;
        let mover = Player(player.number(1, 2)? - 1);
        let (total, rolling) = match total.split('*') {
            Some((total, rest)) => {
                rest.end()?;
                (total, true)
            }
            None => (total, false),
        };
        words.end()?;
        let enough = self.target - scores[mover.index()];
        let here = Scores { scores, total: total.number(0, enough)?, mover, rolling };
        if here.total == 1 && enough > 1 {
            return Err(total.error("no turn gathers 1: the die's 1 loses"));
        }
        if scores[mover.index()] == self.target {
            return Err(word.error("who has the target has won and is not on turn"));
        }
        if self.turn(&here) == Turn::Over && (here.total > 0 || rolling) {
            return Err(word.error("the game is over: there is no total and no die"));
        }
        Ok(here)
    }
    fn write_move(&self, _: &Scores, chosen: Choice) -> String {
        match chosen {
            Choice::Roll => "roll",
            Choice::Hold => "hold",
        }
        .to_string()
    }
    fn draw(&self, here: &Scores) -> String {
        let line = |player: Player| {
            let turn = match (player == here.mover, here.rolling) {
                (false, _) => String::new(),
                (true, false) => format!("  + {}", here.total),
                (true, true) => format!("  + {}, rolling", here.total),
            };
            format!(
                "player {}: {:>4} of {}{turn}\n",
                player_number(player),
                here.scores[player.index()],
                self.target
            )
        };
        line(Player::FIRST) + &line(Player::SECOND)
    }
    fn picture(&self, here: &Scores, last: Option<LastOf<Self>>) -> Picture {
        picture::picture(self, here, last)
    }
}

/// The evaluations of pig.
#[derive(Debug, Clone, Copy)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// An S-curve of how far the player is ahead, the turn's total counted as its owner's.
    Lead,
}

/// A lead of the whole target is worth tanh of this: nearly a win.
const STEEPNESS: f64 = 2.5;

impl StaticEvaluator<Pig> for Evaluation {
    fn look(&self, game: &Pig, here: &Scores, player: Player) -> f64 {
        let worth = |player: Player| {
            let total = if player == here.mover { here.total } else { 0 };
            f64::from(here.scores[player.index()] + total)
        };
        match self {
            Evaluation::Zero => 0.0,
            Evaluation::Lead => {
                libm::tanh(STEEPNESS * (worth(player) - worth(player.other())) / f64::from(game.target))
            }
        }
    }
    fn bounds(&self, _: &Pig) -> (f64, f64) {
        let most = libm::tanh(STEEPNESS);
        (-most, most)
    }
}

impl Knowledge for Pig {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const { &[About::plain("lead", "an S-curve of the lead in points, the turn's total included"), ZERO] }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, _) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(if about.name == "zero" { Evaluation::Zero } else { Evaluation::Lead })
    }
    fn oracles(&self) -> &'static [About] {
        const {
            &[About {
                source: "Neller and Presser 2004",
                ..About::plain("value_iteration", "every chance of winning, worked out when it is made")
            }]
        }
    }
    fn oracle(&self, spec: &Spec) -> Result<Arc<dyn Oracle<Pig>>, Error> {
        About::find(self.oracles(), spec, "oracle")?;
        if self.target > MOST_EXACT {
            return Err(spec.error(format!(
                "the chances of targets above {MOST_EXACT} take minutes to work out; this one is {}",
                self.target
            )));
        }
        Ok(Arc::new(ValueIteration::new(self)))
    }
    uniform_policy!();
    fn specialists(&self) -> &'static [Declaration] {
        &[VALUE_ITERATION]
    }
    fn specialist(&self, _: &str, _: &Args) -> Result<Box<dyn Search<Pig>>, Error> {
        Ok(Box::new(Informed(ValueIteration::new(self))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::{Line, conformance};
    use plywood_games::testing::refused;

    #[test]
    fn conforms() {
        for target in [1, 2, 7, 100] {
            conformance::rules(&Pig::new(target), 50);
            conformance::evaluators(&Pig::new(target), 20);
        }
    }

    #[test]
    fn a_turn_goes_on_until_a_one_or_a_hold() {
        let mut line = Line::new(Pig::new(10));
        assert!(line.try_step("hold").is_err(), "a turn begins with a roll");
        let mut play = |steps: &str| {
            steps.split_whitespace().for_each(|step| line.try_step(step).unwrap());
            line.game().write_position(line.position())
        };
        assert_eq!(play("roll 4 roll 5"), "0-0 1+9");
        assert_eq!(play("roll 1"), "0-0 2+0");
        assert_eq!(play("roll 6 hold"), "0-6 1+0");
        assert_eq!(play("roll 2 hold roll 6"), "2-6 2+4", "a total stops at what the target needs");
        assert_eq!(play("hold"), "2-10 1+0");
        assert_eq!(line.turn(), Turn::Over);
        assert_eq!(line.payoff(Player::FIRST), -1.0);
    }

    #[test]
    fn impossible_scores_are_refused() {
        let game = Pig::new(10);
        refused(&game, "0 1+0", Some(1), "both scores");
        refused(&game, "1-0 1+0", Some(1), "no turn banks 1");
        refused(&game, "0-11 1+0", Some(3), "from 0 to 10");
        refused(&game, "0-0 3+0", Some(5), "from 1 to 2");
        refused(&game, "0-0 1+1", Some(7), "no turn gathers 1");
        refused(&game, "4-0 1+7", Some(7), "from 0 to 6");
        refused(&game, "10-0 1+0", Some(6), "not on turn");
        refused(&game, "10-0 2+2", Some(6), "over");
        refused(&game, "0-0 1+2*x", Some(9), "the end");
        refused(&game, "0-0 1+2 x", Some(9), "the end");
    }
}
