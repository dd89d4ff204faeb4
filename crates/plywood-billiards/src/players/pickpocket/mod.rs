//! PickPocket: a player that searches (PickPocket thesis, chapter 3), with what was found to make it stronger.
//!
//! A decision: the break is a stored stroke; with ball in hand the best places are found first (`hand.rs`). Straight-in
//! shots are listed with their chances of success and searched, by the probabilities or by Monte-Carlo sampling
//! (`search.rs`, figures 3.9 to 3.12). Before that many variants of each may be sampled at the root (`root.rs`), shots be
//! added that are found for where they leave the cue ball (`specify.rs`), and the best be moved to where they are better
//! still (`refine.rs`). Where the search finds too little, banks, kicks and combinations are looked at one ply deep (section
//! 3.1.8), and safeties (`safety.rs`). What is left is a stroke at the nearest ball.
//!
//! The searches follow one player's turn: what counts is whether a stroke keeps it, not the opponent's turn after it. No
//! other game lists its moves with chances of success, so they live here.
//!
//! Noise hangs on the seed and the place in the tree alone, so that exact pruning and threads shift nothing. Where the thesis
//! has -1 for a node without shots, here it has zero: a success that leaves no shot is not worse than a miss.

mod evaluation;
mod hand;
mod planner;
mod refine;
mod root;
mod safety;
mod search;
mod settings;
mod specify;

pub use hand::Map;
pub use planner::Planner;
pub use settings::{
    Breadth, Chances, Features, GREEDY, Method, PICKPOCKET, Prune, Refine, SHARK, Settings, Weights,
};

use crate::error_model::{ERROR_MODELS, ErrorModel, seen_in};
use crate::game::rules::{GameState, Stage, Stroke};
use crate::game::{Billiards, Position};
use crate::players::shots::{Break, Class, PLAIN_BREAK, ShotGenerator};
use crate::players::tables::{Difficulty, stored};
use planner::Limits;
use plywood_core::random::derive;
use plywood_core::{Args, Budget, Error, Line, Report, Search, Stop, Task, Turn};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// The player.
pub struct PickPocket {
    settings: Settings,
    difficulty: Arc<Difficulty>,
    /// Where errors are learned: what was believed first, and what shots are rated by.
    learning: Option<Learning>,
}

/// The setting in which errors are learned.
struct Learning {
    prior: ErrorModel,
    /// Tables of difficulty by their errors.
    tables: Vec<(ErrorModel, Arc<Difficulty>)>,
}

/// The decision, and its reason.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The stroke.
    pub stroke: Stroke,
    /// Its kind.
    pub kind: DecisionKind,
    /// What the search says that it is worth, from 0 to the sum of the weights, or how likely it succeeds where no search was
    /// finished; of a safety, what it leaves the opponent.
    pub score: f64,
    /// Plies that were looked ahead.
    pub depth: u32,
}

/// The kinds of strokes that are decided on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionKind {
    /// The break.
    Break,
    /// An attempt to pocket a ball.
    Attempt(Class),
    /// A safety that was looked for.
    Safety,
    /// A stroke at the nearest ball, because nothing else was found.
    LastResort,
}

impl DecisionKind {
    /// A number for statistics: 0 to 3 for the classes of attempts, 4 safety, 5 break, 6 last resort.
    pub fn number(self) -> f64 {
        match self {
            DecisionKind::Attempt(class) => class as u8 as f64,
            DecisionKind::Safety => 4.0,
            DecisionKind::Break => 5.0,
            DecisionKind::LastResort => 6.0,
        }
    }
}

/// The cost of a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Strokes simulated.
    pub nodes: u64,
    /// States evaluated.
    pub evaluations: u64,
    /// Strokes simulated by the searches alone, safeties and root sampling left out.
    pub tree: u64,
}

impl PickPocket {
    /// The player for a game, from its arguments.
    pub fn from_args(game: &Billiards, args: &Args) -> Result<PickPocket, Error> {
        PickPocket::new(game, Settings::from_args(args)?)
    }

    /// The player for a game; refused where its table of difficulty has to be built first.
    pub fn new(game: &Billiards, settings: Settings) -> Result<PickPocket, Error> {
        let errors = settings.errors.unwrap_or(game.errors);
        let difficulty = stored(&game.arena, &errors, settings.size)?;
        let prior = settings.errors.filter(|_| settings.learned);
        let table = |errors: &ErrorModel| Ok((*errors, stored(&game.arena, errors, settings.size)?));
        let tables = |_| {
            ERROR_MODELS
                .iter()
                .map(|(_, errors)| errors)
                .filter(|errors| errors.phi > 0.0)
                .map(table)
                .collect()
        };
        let tables: Option<Result<_, Error>> = prior.map(tables);
        let learning = prior.zip(tables.transpose()?).map(|(prior, tables)| Learning { prior, tables });
        Ok(PickPocket { settings, difficulty, learning })
    }

    /// The errors that it plans with.
    pub fn errors(&self, game: &Billiards) -> ErrorModel {
        self.settings.errors.unwrap_or(game.errors)
    }

    /// Takes in the errors that the frame has shown so far: plans are made with what was learned, and shots are rated by the
    /// table of the named errors that are nearest to it.
    fn learn(&mut self, line: &Line<Billiards>) {
        let Some(Learning { prior, tables }) = &self.learning else { return };
        let believed = prior.learned(&seen_in(line));
        let apart = |model: &ErrorModel| libm::log(model.phi / believed.phi).abs();
        if let Some((_, near)) = tables.iter().min_by(|(a, _), (b, _)| apart(a).total_cmp(&apart(b))) {
            self.difficulty = near.clone();
        }
        self.settings.errors = Some(believed);
    }

    /// Decides on a stroke for a state in which somebody is on turn.
    pub fn decide(
        &self,
        game: &Billiards,
        state: &GameState,
        budget: &Budget,
        seed: u64,
        stop: &Stop,
    ) -> (Decision, Cost) {
        let arena = &*game.arena;
        let known = |merit| Break::known(arena, state.discipline, merit);
        let breaks = || self.settings.breaks.map_or(PLAIN_BREAK, known);
        if state.stage == Stage::Break
            && let Some(stroke) = breaks().stroke(arena, state).or_else(|| PLAIN_BREAK.stroke(arena, state))
        {
            return (Decision { stroke, kind: DecisionKind::Break, score: 0.0, depth: 0 }, Cost::default());
        }
        let limits = Limits::new(budget, stop);
        let errors = self.errors(game);
        let own = &self.settings;
        let settings = Settings {
            depth: budget.depth.map_or(own.depth, |depth| depth.clamp(1, own.depth)),
            // What a number of strokes comes to may not hang on who is faster.
            threads: if budget.nodes.is_some() { 1 } else { own.threads },
            ..own.clone()
        };
        let mut planner = Planner::new(arena, errors, &self.difficulty, &settings, &limits);
        let found = planner.decide(state, seed);
        let decision = found.unwrap_or_else(|| {
            let stroke = ShotGenerator::with(|generator| generator.candidates(arena, state).last().copied());
            let stroke = stroke.expect("a state in which somebody is on turn has a stroke");
            Decision { stroke, kind: DecisionKind::LastResort, score: 0.0, depth: 0 }
        });
        debug_assert!(decision.stroke.check(arena, state).is_ok(), "{state}: {decision:?}");
        (decision, planner.cost)
    }
}

impl Search<Billiards> for PickPocket {
    fn think(&mut self, line: &Line<Billiards>, task: Task<'_, Stroke>) -> Report<Stroke> {
        let (Turn::Player(_), Position::Ready(state)) = (line.turn(), line.position()) else {
            return Report::default();
        };
        let begun = Instant::now();
        self.learn(line);
        // Another noise at every turn, the same in the same place of the same frame.
        let seed = derive(task.seed, line.steps().len() as u64);
        let (decision, cost) = self.decide(line.game(), state, &task.budget, seed, &task.stop);
        let value = match decision.kind {
            // Nothing was looked at.
            DecisionKind::Break | DecisionKind::LastResort => 0.0,
            DecisionKind::Safety => 1.0 - 2.0 * decision.score / self.settings.weights.most(),
            _ => 2.0 * decision.score / self.settings.most() - 1.0,
        };
        let counters =
            [("score", decision.score), ("kind", decision.kind.number()), ("tree", cost.tree as f64)];
        Report {
            best: Some(decision.stroke),
            value: value.clamp(-1.0, 1.0),
            depth: decision.depth,
            nodes: cost.nodes,
            evaluations: cost.evaluations,
            seconds: begun.elapsed().as_secs_f64(),
            pv: vec![decision.stroke],
            counters: BTreeMap::from(counters.map(|(name, value)| (name.to_string(), value))),
            ..Report::default()
        }
    }
}
