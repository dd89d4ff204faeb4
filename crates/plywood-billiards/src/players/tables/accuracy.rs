//! How far estimates are from the truth: the tester of the PickPocket thesis, section 4.3.1.
//!
//! Random states with the cue ball and some object balls; every shot of a class in them is tried many times, and the
//! share that falls is compared with the estimate.

use super::Difficulty;
use crate::error_model::ErrorModel;
use crate::game::rack::scatter;
use crate::game::rules::{Call, CueBall, Discipline, Facts, GameState, Stage};
use crate::physics::{Arena, Simulator};
use crate::players::shots::{Attempt, Class, Rebounds, Variety, find_openings};
use plywood_core::random::{derive, seeded};

/// Shots, and how wrong they were estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EstimateError {
    /// Shots.
    pub shots: u64,
    /// The sum of the distances between estimate and share.
    pub off: f64,
    /// The sum of the estimates.
    pub estimated: f64,
    /// The sum of the shares that fell.
    pub fell: f64,
}

impl EstimateError {
    /// The mean distance between estimate and share.
    pub fn error(&self) -> f64 {
        self.off / self.shots.max(1) as f64
    }

    fn add(&mut self, estimate: f64, share: f64) {
        self.shots += 1;
        self.off += (estimate - share).abs();
        self.estimated += estimate;
        self.fell += share;
    }
}

/// The result of the tester: all shots, those estimated at 0.8 or more, and those at 0.9 or more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// All shots.
    pub all: EstimateError,
    /// Estimated at 80 % or more.
    pub above_80: EstimateError,
    /// Estimated at 90 % or more.
    pub above_90: EstimateError,
}

/// The subject of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// The class of shots.
    pub class: Class,
    /// Object balls in a state; one as published.
    pub balls: u8,
    /// States.
    pub positions: u64,
    /// Times that a shot is tried.
    pub samples: u32,
    /// The seed of states and errors.
    pub seed: u64,
}

impl Accuracy {
    /// Tests estimates.
    pub fn of(arena: &Arena, errors: &ErrorModel, difficulty: &Difficulty, test: Test) -> Accuracy {
        let mut accuracy = Accuracy::default();
        let mut simulator = Simulator::new(arena);
        let mut rebounds = Rebounds::new(arena);
        let (mut openings, mut attempts): (Vec<_>, Vec<Attempt>) = (Vec::new(), Vec::new());
        for position in 0..test.positions {
            let mut random = seeded(derive(test.seed, position));
            let layout = scatter(&arena.table, test.balls + 1, &mut random);
            let start = GameState::before_break(Discipline::EightBall, layout);
            let state = GameState { stage: Stage::Play, cue_ball: CueBall::Table, ..start };
            attempts.clear();
            if test.class == Class::Straight {
                openings.clear();
                find_openings(arena, &state, &mut openings);
                for opening in &openings {
                    opening.attempts(arena, &layout, difficulty, Variety::Few(1), &mut attempts);
                }
            } else {
                rebounds.find(&state, test.class, difficulty, &mut attempts);
            }
            for Attempt { stroke, success, .. } in &attempts {
                let Call::Ball { ball, pocket } = stroke.call else { continue };
                let mut fell = 0;
                for _ in 0..test.samples {
                    let made = errors.perturb(&stroke.shot, &arena.table, &mut random);
                    let mut facts = Facts::default();
                    simulator.start_unchecked(&layout, &made, &mut facts);
                    simulator.run_while(&mut facts, |facts| facts.fell(ball).is_none());
                    fell += u32::from(facts.fell(ball) == Some(pocket));
                }
                let share = f64::from(fell) / f64::from(test.samples);
                accuracy.all.add(*success, share);
                if *success >= 0.8 {
                    accuracy.above_80.add(*success, share);
                }
                if *success >= 0.9 {
                    accuracy.above_90.add(*success, share);
                }
            }
        }
        accuracy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::tables::stored;

    /// The shipped tables are of this simulator: estimates and shares agree on the whole.
    #[test]
    fn shipped_tables_are_right() {
        let arena = Arena::preset("poolfiz");
        for name in ["low", "taiwan", "italy", "high"] {
            let errors = ErrorModel::named(name).unwrap();
            let table = stored(&arena, &errors, None).unwrap();
            let test = Test { class: Class::Straight, balls: 1, positions: 150, samples: 40, seed: 9 };
            let EstimateError { shots, estimated, fell, .. } =
                Accuracy::of(&arena, &errors, &table, test).all;
            assert!(shots > 200);
            let count = shots as f64;
            assert!(
                (estimated - fell).abs() / count < 0.06,
                "{name}: {} {}",
                estimated / count,
                fell / count
            );
        }
    }
}
