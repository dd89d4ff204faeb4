//! The worth of a model of an opponent that is learned from watched games alone. A player with the model and
//! alpha-beta meet the same opponent from the same new openings, with the same nodes a move.
//!
//! For each opponent, games against alpha-beta are watched; `plywood train GAME opponent` learns weights of
//! an evaluation and probabilities of types from them; then alpha-beta and several players with the model
//! play the opponent from openings that were not watched, colours swapped. A pair of games from one opening
//! is one observation, and two players are compared opening by opening. Last, the same models meet other
//! opponents, for which they are wrong.
//!
//! The weights serve in two ways: as a model of the opponent's moves, and, where the opponent knows something
//! that we do not, as an evaluation of our own.
//!
//! The opponent-model thesis asks the question in chapters 5 and 7, at equal search depths instead of equal
//! nodes. Everything goes through the facade, so nothing is compiled for a game.

use std::path::{Path, PathBuf};

use plywood_core::{Error, Played, Spec, Stop};
use plywood_lab::experiment::Experiment;
use plywood_lab::matches::stored::{by_opening, games_stored};
use plywood_lab::stats::{Estimate, Interval};
use plywood_lab::store::text_hash;
use plywood_players::game;
use plywood_training::train;
use serde::Serialize;

/// The plan of the experiment.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// The opponents, each learned from its own games.
    pub opponents: Vec<String>,
    /// Our evaluation.
    pub own: String,
    /// Nodes a move.
    pub nodes: u64,
    /// Games that an opponent is watched in.
    pub observed: u32,
    /// Plies that types of the model look ahead from a position.
    pub depth: u32,
    /// Minimax value that may be given up at the root where moves nearly as good are considered, in points of our
    /// evaluation.
    pub margin: f64,
    /// Games of every match.
    pub games: u32,
    /// Random plies of the openings.
    pub plies: u32,
    /// Seed of openings and lessons.
    pub seed: u64,
}

/// How a model is used: a name, and the player with its places for what the plan says.
pub const WAYS: [(&str, &str); 6] = [
    ("alpha-beta, learned evaluation", "mstar(levels=levels({model}), nodes={nodes})"),
    ("OM", "om(own={own}, opponent={model}, probe={depth}, nodes={nodes})"),
    ("PrOM", "prom(own={own}, types={model}, nodes={nodes})"),
    ("OM at the root", "om(own={own}, opponent={model}, probe={depth}, speculate=1, pvs=on, nodes={nodes})"),
    (
        "OM among moves nearly as good",
        "om(own={own}, opponent={model}, probe={depth}, speculate=1, pvs=on, risk=strict({margin}), nodes={nodes})",
    ),
    (
        "PrOM among moves nearly as good",
        "prom(own={own}, types={model}, speculate=1, pvs=on, risk=strict({margin}), nodes={nodes})",
    ),
];

/// The name of alpha-beta without a model.
pub const CONTROL: &str = "alpha-beta";

/// The result of a player against an opponent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outcome {
    /// The opponent.
    pub opponent: String,
    /// How the player used its model, or [`CONTROL`].
    pub player: String,
    /// Its spec.
    pub spec: String,
    /// Whom the model was learned from; none for alpha-beta.
    pub model_of: Option<String>,
    /// Games.
    pub games: usize,
    /// Its share of the points.
    pub score: Interval,
    /// How much more that is than alpha-beta's, opening by opening.
    pub more: Option<Interval>,
}

impl Outcome {
    /// Whether the model is one of this opponent.
    pub fn right(&self) -> bool {
        self.model_of.as_ref() == Some(&self.opponent)
    }
}

/// Where it is done.
pub struct Place<'a> {
    /// The folder of the store and of the models.
    pub folder: &'a Path,
    /// Threads that play.
    pub threads: usize,
    /// Raised when the user has had enough.
    pub stop: &'a Stop,
    /// Told what is being done.
    pub tell: &'a mut dyn FnMut(&str),
}

impl Plan {
    pub(crate) fn control(&self) -> String {
        format!("ab(eval={}, nodes={})", self.own, self.nodes)
    }

    /// The player of a way with a model.
    fn player(&self, way: &str, model: &Path) -> String {
        let model = format!("learned(file=\"{}\")", model.display());
        let places = [
            ("{own}", self.own.clone()),
            ("{model}", model),
            ("{depth}", self.depth.to_string()),
            ("{margin}", self.margin.to_string()),
            ("{nodes}", self.nodes.to_string()),
        ];
        places.iter().fold(way.to_string(), |text, (place, value)| text.replace(place, value))
    }

    pub(crate) fn games(
        &self,
        players: [&str; 2],
        games: u32,
        seed: u64,
        place: &mut Place,
    ) -> Result<Vec<Played>, Error> {
        let experiment = Experiment {
            openings: format!("random(plies={})", self.plies),
            ..Experiment::of_match(&self.game, &players, games, seed)
        };
        let name = format!("rivals {}", text_hash(&experiment.write()));
        let work = (place.threads, place.stop);
        let games = games_stored(place.folder, &name, &experiment, &game, work, &mut |_| {})?;
        if place.stop.raised() {
            return Err(Error::new(
                "interrupted; what was played is kept, the same command goes on from there",
            ));
        }
        Ok(games)
    }

    /// Watches an opponent and learns it; the model's file.
    fn learn(&self, number: usize, place: &mut Place) -> Result<PathBuf, Error> {
        let opponent = &self.opponents[number];
        let control = self.control();
        let observed = self.games([opponent, &control], self.observed, self.seed, place)?;
        let label = format!("{} {}", self.game, self.own);
        let file = place.folder.join(format!("rival-{}.model", text_hash(&format!("{label} {opponent}"))));
        let quoted = Spec::word(&file.display().to_string());
        // The player is known as the run has it, in its normal form.
        let seen = observed.first().map_or(opponent, |game| &game.players[0]);
        let lesson = format!("opponent(depth={}, seed={}, file={quoted})", self.depth, self.seed);
        let lesson = lesson.parse::<Spec>()?.with("player", &Spec::word(seen).to_string())?;
        train(&self.game, &lesson, &observed, place.stop, &mut |_| {})?;
        Ok(file)
    }

    /// Everybody's outcomes: against every opponent alpha-beta first, then every way to use its own model, then every way
    /// to use the model of another opponent.
    pub fn run(&self, mut place: Place) -> Result<Vec<Outcome>, Error> {
        let mut models = Vec::new();
        for number in 0..self.opponents.len() {
            (place.tell)(&format!("watching and learning {}", self.opponents[number]));
            models.push(self.learn(number, &mut place)?);
        }
        // New openings: another seed draws others.
        let seed = self.seed + 1;
        let mut outcomes = Vec::new();
        for (number, opponent) in self.opponents.iter().enumerate() {
            let mut control: Vec<f64> = Vec::new();
            let others = (1..models.len()).map(|step| (number + step) % models.len()).take(1);
            let of_models = std::iter::once(number).chain(others);
            let ways = of_models.flat_map(|of| WAYS.iter().map(move |(name, way)| (*name, *way, Some(of))));
            for (name, way, of) in std::iter::once((CONTROL, "", None)).chain(ways) {
                (place.tell)(&format!("{name} against {opponent}"));
                let spec = of.map_or_else(|| self.control(), |of| self.player(way, &models[of]));
                let games = self.games([&spec, opponent], self.games, seed, &mut place)?;
                let scores = by_opening(&games);
                let differences: Vec<f64> =
                    scores.iter().zip(&control).map(|(one, other)| one - other).collect();
                outcomes.push(Outcome {
                    opponent: opponent.clone(),
                    player: name.to_string(),
                    spec,
                    model_of: of.map(|of| self.opponents[of].clone()),
                    games: games.len(),
                    score: Estimate::mean(&scores).interval(),
                    more: of.map(|_| Estimate::mean(&differences).interval()),
                });
                if of.is_none() {
                    control = scores;
                }
            }
        }
        Ok(outcomes)
    }
}
