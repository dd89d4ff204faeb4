//! The open questions of the opponent-model thesis (section 8.4), measured at equal nodes: types that differ
//! in depth, the ways to weigh gain against risk, pruning by a bounded sum, models that know each other, and
//! the gain against a fallible opponent by its skill.
//!
//! The opponents are minimax players with another evaluation than ours that look one, two, ... plies ahead.
//! Every player knows their evaluation. The standard of comparison is alpha-beta with our evaluation: the
//! same nodes a move, the same openings, colours swapped. A pair of games from one opening is one
//! observation. Everything goes through the facade and the store.

use plywood_core::Error;

use plywood_lab::matches::stored::by_opening;
use plywood_lab::stats::Estimate;

use crate::rivals::{CONTROL, Outcome, Place, Plan};

/// The plan of the experiment.
#[derive(Debug, Clone)]
pub struct Questions {
    /// The game.
    pub game: String,
    /// Our evaluation.
    pub own: String,
    /// The opponents'.
    pub theirs: String,
    /// Nodes a move.
    pub nodes: u64,
    /// Opponents look from one to this number of plies ahead.
    pub deepest: u32,
    /// Minimax value that may be given up at the root, in points of our evaluation.
    pub margin: f64,
    /// How far the evaluations are taken to differ at leaves, in their points.
    pub bound: f64,
    /// Games of every match.
    pub games: u32,
    /// Random plies of the openings.
    pub plies: u32,
    /// Seed of the openings.
    pub seed: u64,
}

/// The questions: what is asked, the player's name, and its spec with places for what the plan says.
pub const WAYS: [(&str, &str, &str); 19] = [
    (
        "depths",
        "PrOM over depths 1 to 3",
        "prom(own={own}, types=either(type(eval={theirs}, probe=1), type(eval={theirs}, probe=2), type(eval={theirs}, probe=3)), nodes={nodes})",
    ),
    (
        "depths",
        "PrOM over depths, learning",
        "prom(own={own}, types=either(type(eval={theirs}, probe=1), type(eval={theirs}, probe=2), type(eval={theirs}, probe=3)), learn=slow(gamma=0.3), nodes={nodes})",
    ),
    (
        "depths",
        "PrOM over depths, switching",
        "prom(own={own}, types=either(type(eval={theirs}, probe=1), type(eval={theirs}, probe=2), type(eval={theirs}, probe=3)), learn=switch, nodes={nodes})",
    ),
    ("depths", "OM, depth 1", "om(own={own}, opponent={theirs}, probe=1, nodes={nodes})"),
    ("depths", "OM, depth 2", "om(own={own}, opponent={theirs}, probe=2, nodes={nodes})"),
    ("depths", "OM, depth 3", "om(own={own}, opponent={theirs}, probe=3, nodes={nodes})"),
    ("risk", "pure", "om(own={own}, opponent={theirs}, nodes={nodes})"),
    ("risk", "strict", "om(own={own}, opponent={theirs}, risk=strict, nodes={nodes})"),
    (
        "risk",
        "strict within the margin",
        "om(own={own}, opponent={theirs}, risk=strict({margin}), nodes={nodes})",
    ),
    ("risk", "gain first", "om(own={own}, opponent={theirs}, risk=gain_first, nodes={nodes})"),
    ("risk", "loss first", "om(own={own}, opponent={theirs}, risk=loss_first, nodes={nodes})"),
    ("risk", "balanced", "om(own={own}, opponent={theirs}, risk=balanced, nodes={nodes})"),
    ("risk", "root value", "om(own={own}, opponent={theirs}, risk=root_value, nodes={nodes})"),
    (
        "bounded sum",
        "OM, bounded",
        "om(own={own}, opponent={theirs}, prune=bounded, bound={bound}, nodes={nodes})",
    ),
    ("models", "M*", "mstar(levels=levels({own}, {theirs}), nodes={nodes})"),
    ("models", "M*, mutual", "mstar(levels=levels({own}, {theirs}), passes=mutual, nodes={nodes})"),
    ("skill", "fallible, skill 0.5", "fallible(own={own}, skill=0.5, nodes={nodes})"),
    ("skill", "fallible, skill 0.8", "fallible(own={own}, skill=0.8, nodes={nodes})"),
    ("skill", "fallible, skill 0.95", "fallible(own={own}, skill=0.95, nodes={nodes})"),
];

/// The result of a player, and the question that it answers.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Answer {
    /// The question.
    pub question: String,
    /// The result.
    pub outcome: Outcome,
}

impl Questions {
    /// The opponent that looks `depth` plies ahead.
    pub fn opponent(&self, depth: u32) -> String {
        format!("mstar(levels=levels({}), depth={depth})", self.theirs)
    }

    fn plan(&self) -> Plan {
        Plan {
            game: self.game.clone(),
            opponents: Vec::new(),
            own: self.own.clone(),
            nodes: self.nodes,
            observed: 0,
            depth: 0,
            margin: self.margin,
            games: self.games.next_multiple_of(2),
            plies: self.plies,
            seed: self.seed,
        }
    }

    /// The player of a way.
    fn player(&self, way: &str) -> String {
        let places = [
            ("{own}", self.own.clone()),
            ("{theirs}", self.theirs.clone()),
            ("{margin}", self.margin.to_string()),
            ("{bound}", self.bound.to_string()),
            ("{nodes}", self.nodes.to_string()),
        ];
        places.iter().fold(way.to_string(), |text, (place, value)| text.replace(place, value))
    }

    /// The answers: against every opponent alpha-beta first, then every player.
    pub fn run(&self, mut place: Place) -> Result<Vec<Answer>, Error> {
        let plan = self.plan();
        let mut answers = Vec::new();
        for depth in 1..=self.deepest {
            let opponent = self.opponent(depth);
            let mut control: Vec<f64> = Vec::new();
            for (question, name, way) in std::iter::once(("", CONTROL, "")).chain(WAYS) {
                (place.tell)(&format!("{name} against {opponent}"));
                let spec = if way.is_empty() { plan.control() } else { self.player(way) };
                let games = plan.games([&spec, &opponent], plan.games, self.seed, &mut place)?;
                let scores = by_opening(&games);
                let more: Vec<f64> = scores.iter().zip(&control).map(|(one, other)| one - other).collect();
                answers.push(Answer {
                    question: question.to_string(),
                    outcome: Outcome {
                        opponent: opponent.clone(),
                        player: name.to_string(),
                        spec,
                        model_of: None,
                        games: games.len(),
                        score: Estimate::mean(&scores).interval(),
                        more: (!way.is_empty()).then(|| Estimate::mean(&more).interval()),
                    },
                });
                if way.is_empty() {
                    control = scores;
                }
            }
        }
        Ok(answers)
    }
}
