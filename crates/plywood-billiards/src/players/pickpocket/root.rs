//! The root: the shots to search, the places to search them from, and the stroke when none is good.

use super::planner::Planner;
use super::search::{HAIR, NO_CUTOFF};
use super::{Decision, DecisionKind, Method, Prune};
use crate::game::rules::{CueBall, GameState};
use crate::players::shots::{Attempt, Class, Rebounds, Variety};
use crate::vector::Vec2;
use plywood_core::parallel::share_out;
use plywood_core::random::derive;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

/// Seeds of the stages of a decision, so that no two see the same noise.
const SEARCH: u64 = 0;
const ROOT_SAMPLING: u64 = 1;
const OTHERS: u64 = 2;
const AGAIN: u64 = 3;
const SAFETIES: u64 = 4;
pub(super) const PLACES: u64 = 5;
const REFINING: u64 = 6;
const SPECIFYING: u64 = 7;

/// A shot of the root.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// The state with the cue ball lying where it is played from.
    pub state: GameState,
    /// Where it was put, if it was in hand.
    place: Option<Vec2>,
    pub attempt: Attempt,
}

/// The best of some candidates.
#[derive(Clone, Copy)]
struct Best {
    candidate: Candidate,
    score: f64,
}

impl Planner<'_> {
    /// Decides; nothing where no stroke of any class was found.
    pub(super) fn decide(&mut self, state: &GameState, seed: u64) -> Option<Decision> {
        let places = self.places(state, seed);
        let depth = self.settings.depth;
        let few = Variety::Few(self.settings.variants);
        let mut candidates = Vec::new();
        if let Some(many) = self.settings.specify {
            candidates = self.specified_from(state, &places, many, derive(seed, SPECIFYING));
        }
        match self.settings.root {
            Some(many) => {
                candidates.append(&mut self.listed(state, &places, usize::MAX, Variety::Many(many)));
                self.keep_best_samples(&mut candidates, derive(seed, ROOT_SAMPLING));
            }
            None => {
                candidates.append(&mut self.listed(state, &places, self.settings.pairs, few));
                // The pruning of the probabilistic search wants the likeliest first.
                candidates.sort_by(|a, b| b.attempt.success.total_cmp(&a.attempt.success));
            }
        }
        if let Some(refine) = self.settings.refine {
            self.refine(&mut candidates, refine, derive(seed, REFINING));
        }
        let before = self.cost.nodes;
        let mut best = self.best_of(&candidates, depth, derive(seed, SEARCH));
        if best.is_none() && !candidates.is_empty() {
            // Nothing was finished within the limits: the likeliest.
            let likeliest =
                candidates.iter().rev().max_by(|a, b| a.attempt.success.total_cmp(&b.attempt.success));
            best =
                likeliest.map(|candidate| Best { candidate: *candidate, score: candidate.attempt.success });
        }
        if let Some(least) = self.settings.banks {
            best = self.with_other_classes(state, &places, candidates, best, least, seed);
        }
        self.cost.tree = self.cost.nodes - before;
        let score = best.map_or(0.0, |best| best.score);
        if best.is_none() || score < self.settings.t0 {
            let safety = self.safety(state, &places, derive(seed, SAFETIES));
            if let Some(safety) = safety
                && (best.is_none() || safety.score < self.settings.t1)
            {
                return Some(safety);
            }
        }
        best.map(|Best { candidate: Candidate { place, attempt, .. }, score }| {
            let stroke = crate::game::rules::Stroke { place, ..attempt.stroke };
            Decision { stroke, kind: DecisionKind::Attempt(attempt.class), score, depth }
        })
    }

    /// Straight-in shots from the places, the likeliest first.
    fn listed(
        &mut self,
        state: &GameState,
        places: &[Option<Vec2>],
        pairs: usize,
        variety: Variety,
    ) -> Vec<Candidate> {
        // From behind the head string only balls beyond it may be shot at.
        let beyond = state.nearest_target(&self.arena.table);
        let mut found = Vec::new();
        let mut attempts = Vec::new();
        for &place in places {
            let lying = Self::lying(state, place);
            attempts.clear();
            self.straight(&lying, pairs, variety, beyond, &mut attempts);
            found.extend(attempts.iter().map(|attempt| Candidate { state: lying, place, attempt: *attempt }));
        }
        // Stable, so that variants keep their order.
        found.sort_by(|a, b| b.attempt.success.total_cmp(&a.attempt.success));
        found
    }

    /// Shots from the places that are found for what they leave.
    fn specified_from(
        &mut self,
        state: &GameState,
        places: &[Option<Vec2>],
        aims: usize,
        seed: u64,
    ) -> Vec<Candidate> {
        let beyond = state.nearest_target(&self.arena.table);
        let mut found = Vec::new();
        for (index, &place) in places.iter().enumerate() {
            let lying = Self::lying(state, place);
            let attempts = self.specified(&lying, beyond, aims, derive(seed, index as u64));
            found.extend(attempts.into_iter().map(|attempt| Candidate { state: lying, place, attempt }));
        }
        found
    }

    /// Root sampling (section 3.1.9): as many candidates as a search of the usual width would have, those that one ply
    /// of sampling finds best.
    fn keep_best_samples(&mut self, candidates: &mut Vec<Candidate>, seed: u64) {
        let width = self.settings.pairs * self.settings.variants;
        let samples = self.settings.samples;
        // The best sums so far, the least of them last: what cannot come among them need not be sampled to the end.
        let bests = Mutex::new(Vec::with_capacity(width + 1));
        let prune = self.settings.prune != Prune::Off;
        let scores = self.each(candidates.len(), &|planner, index| {
            let Candidate { state, attempt, .. } = &candidates[index];
            let bests = || bests.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let least = bests().get(width - 1).copied().filter(|_| prune).unwrap_or(NO_CUTOFF);
            let sum = planner.sum_of(state, attempt, 1, seed, index as u64, 0..u64::from(samples), least);
            if !planner.out {
                let mut bests = bests();
                let place = bests.partition_point(|other| *other >= sum);
                bests.insert(place, sum);
                bests.truncate(width);
            }
            sum
        });
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        let of = |index: usize| scores[index].unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|a, b| of(*b).total_cmp(&of(*a)));
        order.truncate(width);
        if self.settings.method == Method::Probabilistic {
            // Its pruning wants the likeliest first.
            let success = |index: usize| candidates[index].attempt.success;
            order.sort_by(|a, b| success(*b).total_cmp(&success(*a)));
        }
        *candidates = order.into_iter().map(|index| candidates[index]).collect();
    }

    /// The best candidate of a search; none if nothing was finished. Of equals the first.
    fn best_of(&mut self, candidates: &[Candidate], depth: u32, seed: u64) -> Option<Best> {
        let scores = match (self.settings.method, self.settings.prune) {
            (Method::MonteCarlo, Prune::Progressive) => self.halved(candidates, depth, seed),
            _ => {
                let cutoff = Mutex::new(NO_CUTOFF);
                let bound = || *cutoff.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                self.each(candidates.len(), &|planner, index| {
                    let Candidate { state, attempt, .. } = &candidates[index];
                    let score = planner.score(state, attempt, depth, bound(), seed, index as u64);
                    if !planner.out {
                        let mut cutoff = cutoff.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                        *cutoff = cutoff.max(score);
                    }
                    score
                })
            }
        };
        let mut best: Option<Best> = None;
        for (candidate, score) in candidates.iter().zip(scores) {
            if let Some(score) = score
                && best.is_none_or(|best| score > best.score)
            {
                best = Some(Best { candidate: *candidate, score });
            }
        }
        best
    }

    /// Sequential halving: as many samples as a full search would take, in rounds of equal cost but of one sample each at
    /// least; after each the worse half of the candidates is left out. The last one gets a round of its own, for its score
    /// is compared with others.
    fn halved(&mut self, candidates: &[Candidate], depth: u32, seed: u64) -> Vec<Option<f64>> {
        let count = candidates.len();
        let mut means: Vec<Option<f64>> = vec![None; count];
        let mut sums = vec![(0.0, 0_u64); count];
        let mut alive: Vec<usize> = (0..count).collect();
        let rounds = usize::BITS - count.saturating_sub(1).leading_zeros() + 1;
        let share = count as u64 * u64::from(self.settings.samples) / u64::from(rounds);
        loop {
            let more = (share / alive.len().max(1) as u64).max(1);
            let taken = self.each(alive.len(), &|planner, place| {
                let index = alive[place];
                let Candidate { state, attempt, .. } = &candidates[index];
                let from = sums[index].1;
                planner.sum_of(state, attempt, depth, seed, index as u64, from..from + more, NO_CUTOFF)
            });
            for (&index, sum) in alive.iter().zip(taken) {
                if let Some(sum) = sum {
                    sums[index] = (sums[index].0 + sum, sums[index].1 + more);
                }
            }
            let mean = |index: usize| sums[index].0 / sums[index].1.max(1) as f64;
            if self.out || alive.len() <= 1 {
                alive.retain(|&index| sums[index].1 > 0);
                alive.iter().for_each(|&index| means[index] = Some(mean(index)));
                return means;
            }
            alive.sort_by(|a, b| mean(*b).total_cmp(&mean(*a)).then(a.cmp(b)));
            alive.truncate(alive.len().div_ceil(2));
        }
    }

    /// What some samples of an attempt come to; they end where the sum cannot come to the least that counts.
    #[expect(clippy::too_many_arguments, reason = "a place in the tree and what is asked about it")]
    pub(super) fn sum_of(
        &mut self,
        state: &GameState,
        attempt: &Attempt,
        depth: u32,
        seed: u64,
        place: u64,
        samples: Range<u64>,
        least: f64,
    ) -> f64 {
        let most = self.settings.most();
        let mut sum = 0.0;
        for sample in samples.clone() {
            if self.out || sum + (samples.end - sample) as f64 * most < least - HAIR {
                break;
            }
            sum += self.sample(state, attempt, depth, NO_CUTOFF, seed, place, sample);
        }
        sum
    }

    /// Banks, kicks and combinations, where the best score is too low (sections 3.1.1 and 3.1.8): without any straight-in
    /// shot the first class that has some is searched as usual, else all are compared one ply deep.
    fn with_other_classes(
        &mut self,
        state: &GameState,
        places: &[Option<Vec2>],
        straight: Vec<Candidate>,
        best: Option<Best>,
        least: f64,
        seed: u64,
    ) -> Option<Best> {
        if self.out || best.is_some_and(|best| best.score >= least) || state.cue_ball == CueBall::Head {
            return best;
        }
        let mut others: Vec<Candidate> = Vec::new();
        let mut rebounds = Rebounds::new(self.arena);
        let width = self.settings.pairs * self.settings.variants;
        for class in [Class::Bank, Class::Kick, Class::Combination] {
            // With ball in hand there is something better than these from nearly everywhere.
            for &place in &places[..places.len().min(1)] {
                let lying = Self::lying(state, place);
                let mut attempts = Vec::new();
                rebounds.find(&lying, class, self.difficulty, &mut attempts);
                attempts.sort_by(|a, b| b.success.total_cmp(&a.success));
                let chosen = attempts.iter().take(width);
                others.extend(chosen.map(|attempt| Candidate { state: lying, place, attempt: *attempt }));
            }
            if best.is_none() && !others.is_empty() {
                break;
            }
        }
        others.sort_by(|a, b| b.attempt.success.total_cmp(&a.attempt.success));
        let Some(best) = best else {
            return self.best_of(&others, self.settings.depth, derive(seed, OTHERS));
        };
        let other = self.best_of(&others, 1, derive(seed, OTHERS)).filter(|other| other.score > best.score);
        let Some(other) = other else { return Some(best) };
        // Scores of different depths do not compare.
        let shallow = if self.settings.depth == 1 {
            Some(best)
        } else {
            self.best_of(&straight, 1, derive(seed, AGAIN))
        };
        if shallow.is_none_or(|shallow| other.score > shallow.score) { Some(other) } else { Some(best) }
    }

    /// What each index comes to; nothing where the limits came before its end. On threads as many as are asked for.
    pub(super) fn each<T: Copy + Send>(
        &mut self,
        count: usize,
        work: &(dyn Fn(&mut Planner, usize) -> T + Sync),
    ) -> Vec<Option<T>> {
        if self.settings.threads == 1 || count < 2 {
            let mut found = Vec::with_capacity(count);
            for index in 0..count {
                let value = if self.out { None } else { Some(work(self, index)) };
                found.push(value.filter(|_| !self.out));
            }
            return found;
        }
        let found = Mutex::new((vec![None; count], super::Cost::default(), false));
        share_out(
            self.settings.threads,
            count,
            || self.fellow(),
            |planner, index| {
                let before = planner.cost;
                let value = work(planner, index);
                let mut found = found.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                found.1.nodes += planner.cost.nodes - before.nodes;
                found.1.evaluations += planner.cost.evaluations - before.evaluations;
                if planner.out {
                    found.2 = true;
                    return ControlFlow::Break(());
                }
                found.0[index] = Some(value);
                ControlFlow::Continue(())
            },
        );
        let (values, cost, out) = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        self.cost.nodes += cost.nodes;
        self.cost.evaluations += cost.evaluations;
        self.out |= out;
        values
    }
}
