//! How often straight-in shots succeed under an error model: the two figures of the PickPocket thesis, sections 4.3 and 4.5.
//!
//! "Tests showed that under E_Taiwan, 69.07% of straight-in shots in random table states were successful, over a 10,000 shot
//! sample size"; under E_Italy 75.66%. The thesis does not say what a random state is. Here: the cue ball and one object ball
//! anywhere on the cloth, every straight-in shot that is physically possible (section 3.1.1: the ball between cue ball and
//! pocket, the ways clear, the cue fits), aimed at the middle of the pocket, at the lowest elevation and with no offset. Its
//! speed is the lowest, in steps of 0.1 m/s, at which the ball falls without error, and 0.2 m/s on top (section 3.1.6). A shot that
//! falls at no speed is not one. Success is the ball in the pocket, whatever else happens. States with more balls, with every
//! shot at every ball, can be asked for as well: other balls block long shots and leave the easier ones.

use crate::aim::straight_in;
use crate::error_model::ErrorModel;
use crate::layout::Layout;
use crate::physics::{Arena, Simulator, clearance::lowest_elevation};
use crate::rack::scatter;
use crate::rules::Facts;
use crate::shot::Shot;
use plywood_core::random::seeded;
use serde::Serialize;

/// What the thesis reports: error model and rate of success.
pub const PUBLISHED: [(&str, f64); 2] = [("taiwan", 0.6907), ("italy", 0.7566)];

/// What is added to the lowest speed, in metres a second.
const BOOST: f64 = 0.2;

/// Shots tried and shots made under an error model.
#[derive(Clone, Debug, Serialize)]
pub struct Tally {
    /// The error model.
    pub errors: String,
    /// Object balls in a state.
    pub balls: u8,
    /// Shots tried.
    pub shots: u64,
    /// Shots that succeeded.
    pub made: u64,
    /// What was published, where it was.
    pub published: Option<f64>,
}

impl Tally {
    /// The share of shots that succeeded.
    pub fn rate(&self) -> f64 {
        self.made as f64 / self.shots as f64
    }
}

/// Draws random states and tries every straight-in shot in them, until there are enough shots.
pub fn success_rate(arena: &Arena, errors: &ErrorModel, balls: u8, shots: u64, seed: u64) -> Tally {
    let mut random = seeded(seed);
    let mut trial = Trial { arena, simulator: Simulator::new(arena) };
    let (mut tried, mut made) = (0, 0);
    while tried < shots {
        let layout = scatter(&arena.table, balls + 1, &mut random);
        for (ball, pocket) in (1..=balls).flat_map(|ball| arena.pockets().map(move |pocket| (ball, pocket))) {
            let Some(shot) = trial.candidate(&layout, ball, pocket) else { continue };
            tried += 1;
            let executed = errors.perturb(&shot, &arena.table, &mut random);
            made += u64::from(trial.falls(&layout, &executed, ball, pocket));
        }
    }
    let errors_text = errors.to_string();
    Tally {
        published: PUBLISHED.iter().find(|(name, _)| *name == errors_text).map(|(_, rate)| *rate),
        errors: errors_text,
        balls,
        shots: tried,
        made,
    }
}

struct Trial<'a> {
    arena: &'a Arena,
    simulator: Simulator<'a>,
}

impl Trial<'_> {
    /// The shot at a pocket, at its lowest speed and the boost.
    fn candidate(&mut self, layout: &Layout, ball: u8, pocket: u8) -> Option<Shot> {
        let aim = straight_in(self.arena, layout, ball, pocket)?;
        let mut shot = Shot::plain(aim.phi, 0.0);
        shot.theta = lowest_elevation(self.arena, layout, &shot)?;
        let fastest = self.arena.table.cue.fastest;
        let lowest = (1..).map(|step| 0.1 * f64::from(step)).take_while(|&speed| speed <= fastest);
        let lowest = { lowest }.find(|&speed| self.falls(layout, &Shot { speed, ..shot }, ball, pocket))?;
        Some(Shot { speed: (lowest + BOOST).min(fastest), ..shot })
    }

    fn falls(&mut self, layout: &Layout, shot: &Shot, ball: u8, pocket: u8) -> bool {
        let mut facts = Facts::default();
        self.simulator.start_unchecked(layout, shot, &mut facts);
        self.simulator.run(&mut facts);
        facts.fell(ball) == Some(pocket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_error_means_less_success() {
        let arena = Arena::preset("poolfiz");
        let rate = |name: &str| success_rate(&arena, &ErrorModel::named(name).unwrap(), 1, 600, 1).rate();
        let rates = ["none", "low", "italy", "taiwan", "high"].map(rate);
        assert!(rates.windows(2).all(|pair| pair[0] > pair[1]), "{rates:?}");
        assert!(rates[0] > 0.95);
    }
}
