//! Probabilistic and Monte-Carlo search (PickPocket thesis, figures 3.9 to 3.12).
//!
//! Both receive the score that a shot must exceed to matter, and skip what cannot exceed it. A bound counts
//! only when it is missed by more than rounding, so rounding never prunes a tie.

use super::planner::{Outcome, Planner};
use super::{Breadth, Chances, Method, Prune};
use crate::game::rules::GameState;
use crate::players::shots::{Attempt, Variety};
use plywood_core::random::{derive, seeded};

/// What a score has to be below a bound by.
pub(super) const HAIR: f64 = 1e-9;
/// No score is as low: nothing is pruned.
pub(super) const NO_CUTOFF: f64 = f64::NEG_INFINITY;

impl Planner<'_> {
    /// What an attempt is worth, if that may exceed the cutoff; `node` seeds its noise, `place` is its own in the list.
    pub(super) fn score(
        &mut self,
        state: &GameState,
        attempt: &Attempt,
        depth: u32,
        cutoff: f64,
        node: u64,
        place: u64,
    ) -> f64 {
        let cutoff = if self.settings.prune == Prune::Off { NO_CUTOFF } else { cutoff };
        match self.settings.method {
            Method::Greedy => self.chance(state, attempt, derive(node, place)),
            Method::Probabilistic => self.expected(state, attempt, depth, cutoff, derive(node, place)),
            Method::MonteCarlo => {
                self.sampled(state, attempt, depth, cutoff, node, place, self.settings.samples)
            }
        }
    }

    /// Probability times what the stroke leads to when it is made as it is meant, if that may exceed the cutoff.
    fn expected(&mut self, state: &GameState, attempt: &Attempt, depth: u32, cutoff: f64, node: u64) -> f64 {
        let (chance, most) = (self.chance(state, attempt, node), self.settings.most());
        if chance * most < cutoff - HAIR {
            return 0.0;
        }
        // The thesis skips a shot that fails even without error.
        let Some(next) = self.execute(state, &attempt.stroke, &attempt.stroke.shot, true) else { return 0.0 };
        let value = match Outcome::of(state, &next) {
            Outcome::Won => most,
            Outcome::Again => self.best_expected(&next, depth - 1, cutoff / chance, node),
            Outcome::Lost | Outcome::Passed => return 0.0,
        };
        chance * value
    }

    /// How likely an attempt keeps the turn.
    fn chance(&mut self, state: &GameState, attempt: &Attempt, node: u64) -> f64 {
        match self.settings.chances {
            Chances::Table => attempt.success,
            Chances::Ignored => 1.0,
            Chances::Sampled => {
                let samples = self.settings.samples;
                let kept = (0..samples).filter(|&sample| {
                    let dice = derive(!node, u64::from(sample));
                    let made =
                        self.errors.perturb(&attempt.stroke.shot, &self.arena.table, &mut seeded(dice));
                    let next =
                        if self.out { None } else { self.execute(state, &attempt.stroke, &made, true) };
                    next.is_some_and(|next| {
                        matches!(Outcome::of(state, &next), Outcome::Won | Outcome::Again)
                    })
                });
                kept.count() as f64 / f64::from(samples)
            }
        }
    }

    /// Figure 3.11.
    fn best_expected(&mut self, state: &GameState, depth: u32, mut cutoff: f64, node: u64) -> f64 {
        if depth == 0 {
            return self.evaluate(state);
        }
        let shots = self.list(state, depth);
        let mut best = 0.0_f64;
        for (place, shot) in shots.iter().enumerate() {
            if self.out {
                break;
            }
            let score = self.expected(state, shot, depth, cutoff, derive(node, place as u64));
            best = best.max(score);
            if self.settings.prune != Prune::Off {
                cutoff = cutoff.max(score);
            }
        }
        self.lists[depth as usize] = shots;
        best
    }

    /// The mean over samples of what the stroke leads to.
    #[expect(clippy::too_many_arguments, reason = "a place in the tree and what is asked about it")]
    fn sampled(
        &mut self,
        state: &GameState,
        attempt: &Attempt,
        depth: u32,
        cutoff: f64,
        node: u64,
        place: u64,
        samples: u32,
    ) -> f64 {
        let (all, most) = (f64::from(samples), self.settings.most());
        let mut sum = 0.0;
        for sample in 0..samples {
            let left = f64::from(samples - sample);
            if self.out || (sum + left * most) / all < cutoff - HAIR {
                break;
            }
            let needed = cutoff * all - sum - (left - 1.0) * most;
            sum += self.sample(state, attempt, depth, needed, node, place, u64::from(sample));
        }
        sum / all
    }

    /// What one sample of a stroke leads to.
    #[expect(clippy::too_many_arguments, reason = "a place in the tree and what is asked about it")]
    pub(super) fn sample(
        &mut self,
        state: &GameState,
        attempt: &Attempt,
        depth: u32,
        needed: f64,
        node: u64,
        place: u64,
        sample: u64,
    ) -> f64 {
        let own = derive(derive(node, place), sample);
        let dice = if self.settings.common { derive(!node, sample) } else { !own };
        let made = self.errors.perturb(&attempt.stroke.shot, &self.arena.table, &mut seeded(dice));
        // A miss is worth nothing, so it does not matter what a foul leaves.
        let Some(next) = self.execute(state, &attempt.stroke, &made, true) else { return 0.0 };
        match Outcome::of(state, &next) {
            Outcome::Won => self.settings.most(),
            Outcome::Again => self.best_sampled(&next, depth - 1, needed, own),
            Outcome::Lost | Outcome::Passed => 0.0,
        }
    }

    /// Figure 3.12.
    fn best_sampled(&mut self, state: &GameState, depth: u32, mut cutoff: f64, node: u64) -> f64 {
        if depth == 0 {
            return self.evaluate(state);
        }
        if self.settings.prune == Prune::Off {
            cutoff = NO_CUTOFF;
        }
        let shots = self.list(state, depth);
        let mut best = 0.0_f64;
        for (place, shot) in shots.iter().enumerate() {
            if self.out {
                break;
            }
            let samples = self.settings.below.samples;
            let score = self.sampled(state, shot, depth, cutoff, node, place as u64, samples);
            best = best.max(score);
            if self.settings.prune != Prune::Off {
                cutoff = cutoff.max(score);
            }
        }
        self.lists[depth as usize] = shots;
        best
    }

    /// The shots of a node; the list is to be given back.
    fn list(&mut self, state: &GameState, depth: u32) -> Vec<Attempt> {
        let mut shots = std::mem::take(&mut self.lists[depth as usize]);
        shots.clear();
        let Breadth { pairs, variants, .. } = self.settings.below;
        self.straight(state, pairs, Variety::Few(variants), None, &mut shots);
        shots
    }
}
