//! Evaluations, playout policies and players of billiards, by name.

use super::{Billiards, Evaluation, Position};
use crate::game::rules::{GameState, Stroke};
use crate::physics::Arena;
use crate::players;
use crate::players::pickpocket::{GREEDY, PICKPOCKET, PickPocket, SHARK, Settings};
use plywood_core::knowledge::{UNIFORM, ZERO};
use plywood_core::random::{derive, seeded};
use plywood_core::{
    About, Args, Declaration, Error, Game, Knowledge, Limit, Line, Policy, Report, Rng, Search, Spec, Task,
    Turn,
};

const NEAREST: About = About::plain("nearest", "straight at the easiest-looking ball");

/// Who chooses in playouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Playout {
    /// The stroke that looks easiest.
    Nearest,
    /// Every candidate alike.
    Uniform,
}

impl Policy<Billiards> for Playout {
    type State = ();
    fn choose(&self, game: &Billiards, position: &Position, _: &mut (), rng: &mut Rng) -> Stroke {
        match (self, position) {
            (Playout::Nearest, Position::Ready(state)) => players::nearest(&game.arena, state, rng),
            _ => game.random_move(position, rng),
        }
    }
    fn is_uniform(&self) -> bool {
        *self == Playout::Uniform
    }
}

/// A simple player as a search that looks at nothing but the state.
struct Simple(fn(&Arena, &GameState, &mut Rng) -> Stroke);

impl Search<Billiards> for Simple {
    fn think(&mut self, line: &Line<Billiards>, task: Task<'_, Stroke>) -> Report<Stroke> {
        let best = match (line.turn(), line.position()) {
            (Turn::Player(_), Position::Ready(state)) => {
                // A different stroke at every turn, the same in the same place of the same game.
                let mut random = seeded(derive(task.seed, line.steps().len() as u64));
                Some((self.0)(&line.game().arena, state, &mut random))
            }
            _ => None,
        };
        Report { pv: best.into_iter().collect(), best, ..Report::default() }
    }
}

impl Knowledge for Billiards {
    type Evaluator = Evaluation;
    type Policy = Playout;

    fn evaluators(&self) -> &'static [About] {
        const {
            &[
                About::plain(
                    "shots",
                    "balls left to pocket, and the best straight-in shots of the player on turn",
                ),
                About::plain("balls", "balls left to pocket"),
                ZERO,
            ]
        }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, _) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(match about.name {
            "shots" => Evaluation::Shots,
            "balls" => Evaluation::Balls,
            _ => Evaluation::Zero,
        })
    }
    fn policies(&self) -> &'static [About] {
        const { &[NEAREST, UNIFORM] }
    }
    fn policy(&self, spec: &Spec) -> Result<Playout, Error> {
        let (about, _) = About::find(self.policies(), spec, "playout policy")?;
        Ok(if about.name == NEAREST.name { Playout::Nearest } else { Playout::Uniform })
    }
    fn specialists(&self) -> &'static [Declaration] {
        const RANDOM: About = About::plain("random", "at a random ball, a little off, at a random speed");
        const fn simple(about: About) -> Declaration {
            Declaration { about, keeps: Limit::ALL, at_once: true, ..Declaration::PLAIN }
        }
        const { &[PICKPOCKET, SHARK, GREEDY, simple(NEAREST), simple(RANDOM)] }
    }
    fn specialist(&self, name: &str, args: &Args) -> Result<Box<dyn Search<Self>>, Error> {
        Ok(match name {
            "pickpocket" => Box::new(PickPocket::from_args(self, args)?),
            "shark" => Box::new(PickPocket::new(self, Settings::shark().as_deep_as(args)?)?),
            "greedy" => Box::new(PickPocket::new(self, Settings::greedy().as_deep_as(args)?)?),
            "nearest" => Box::new(Simple(players::nearest)),
            _ => Box::new(Simple(players::random)),
        })
    }
}
