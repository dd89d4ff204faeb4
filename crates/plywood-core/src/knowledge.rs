//! Knowledge about a game beyond its rules: evaluators, oracles, playout policies and players of its own.
//!
//! An [`Evaluator`] estimates, and keeps its own state along the path, so that it updates what a move changes
//! and recomputes nothing else. An [`Oracle`] knows exact values of some positions. A [`Policy`] chooses
//! moves in playouts. [`Knowledge`] lists by name what a game has.

use std::sync::Arc;

use crate::declaration::Declaration;
use crate::error::Error;
use crate::game::{Game, Player, StepOf};
use crate::random::Rng;
use crate::report::Search;
use crate::spec::{About, Args, Spec};
use crate::value::Value;

/// Guesses the value of a position.
pub trait Evaluator<G: Game>: Clone + Send + Sync + 'static {
    /// The state that is carried from a position to its children; `()` for an evaluator that looks at the
    /// position alone.
    type State: Clone + Default + Send + Sync + 'static;

    /// The state at the root of a search.
    fn root(&self, game: &G, position: &G::Position) -> Self::State;
    /// Writes the child's state. Called only for children that are searched.
    fn advance(
        &self,
        game: &G,
        parent: &Self::State,
        before: &G::Position,
        step: StepOf<G>,
        after: &G::Position,
        child: &mut Self::State,
    );
    /// The position's value from a player's point of view. Never asked of finished positions.
    fn evaluate(&self, game: &G, position: &G::Position, state: &Self::State, player: Player) -> G::Value;
    /// The value of a finished game to the player: its payoff by the rules, unless the evaluator values ends
    /// in its own way (a draw it despises, a written leaf with a value for each evaluation).
    fn finished(&self, game: &G, position: &G::Position, player: Player) -> G::Value {
        game.payoff(position, player)
    }
    /// Bounds on the values of [`Evaluator::finished`] for the first player at ends reached through this
    /// position: by the rules ([`Game::bounds`]), unless it sees ends in its own way.
    #[inline]
    fn possible(&self, game: &G, position: &G::Position) -> Option<(G::Value, G::Value)> {
        game.bounds(position)
    }
    /// No evaluation lies outside these bounds, whatever the player.
    fn range(&self, game: &G) -> (G::Value, G::Value);
    /// Whether the value for one of two players is always the negation of the other's.
    fn antisymmetric(&self) -> bool;
    /// How many points of this evaluator one unit of a margin payoff is worth.
    fn unit(&self) -> i32;
}

/// An evaluator that looks at the position alone; every one is an [`Evaluator`] without state.
pub trait StaticEvaluator<G: Game>: Clone + Send + Sync + 'static {
    /// The position's value from a player's point of view. Never asked of finished positions.
    fn look(&self, game: &G, position: &G::Position, player: Player) -> G::Value;
    /// The value of a finished game to the player, as [`Evaluator::finished`].
    fn end(&self, game: &G, position: &G::Position, player: Player) -> G::Value {
        game.payoff(position, player)
    }
    /// No evaluation lies outside these bounds, whatever the player.
    fn bounds(&self, game: &G) -> (G::Value, G::Value);
    /// Whether the value for one of two players is always the negation of the other's.
    fn mirrors(&self) -> bool {
        true
    }
    /// How many points of this evaluator one unit of a margin payoff is worth.
    fn points(&self) -> i32 {
        1
    }
}

impl<G: Game, E: StaticEvaluator<G>> Evaluator<G> for E {
    type State = ();
    fn root(&self, _: &G, _: &G::Position) {}
    fn advance(&self, _: &G, _: &(), _: &G::Position, _: StepOf<G>, _: &G::Position, _: &mut ()) {}
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position, _: &(), player: Player) -> G::Value {
        self.look(game, position, player)
    }
    #[inline]
    fn finished(&self, game: &G, position: &G::Position, player: Player) -> G::Value {
        self.end(game, position, player)
    }
    fn range(&self, game: &G) -> (G::Value, G::Value) {
        self.bounds(game)
    }
    fn antisymmetric(&self) -> bool {
        self.mirrors()
    }
    fn unit(&self) -> i32 {
        self.points()
    }
}

/// The evaluator that knows nothing: zero everywhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Zero;

impl<G: Game> StaticEvaluator<G> for Zero {
    #[inline]
    fn look(&self, _: &G, _: &G::Position, _: Player) -> G::Value {
        G::Value::ZERO
    }
    fn bounds(&self, _: &G) -> (G::Value, G::Value) {
        (G::Value::ZERO, G::Value::ZERO)
    }
}

/// An exact value: the payoff under best play, and how far away the end is where that is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exact<V> {
    /// The payoff for the first player.
    pub payoff: V,
    /// Moves and events until the end under best play.
    pub distance: Option<u32>,
}

/// Knows exact values of some positions: an endgame database, a solver, a formula.
pub trait Oracle<G: Game>: Send + Sync {
    /// The exact value, where it is known.
    fn probe(&self, game: &G, position: &G::Position) -> Option<Exact<G::Value>>;
}

/// Chooses moves in playouts.
pub trait Policy<G: Game>: Clone + Send + Sync + 'static {
    /// The memory of the policy within one playout.
    type State: Default + Send;
    /// A legal move. Only for a player's turn.
    fn choose(&self, game: &G, position: &G::Position, state: &mut Self::State, rng: &mut Rng) -> G::Move;
    /// Whether it chooses as [`Game::random_move`] does, so that [`Game::random_end`] may play in its place.
    fn is_uniform(&self) -> bool {
        false
    }
}

/// The policy that plays every legal move with the same probability.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    type State = ();
    fn choose(&self, game: &G, position: &G::Position, _: &mut (), rng: &mut Rng) -> G::Move {
        game.random_move(position, rng)
    }
    fn is_uniform(&self) -> bool {
        true
    }
}

/// The knowledge of a game, by name. One evaluator type and one policy type a game (an enum where there are
/// several), so that every search is compiled once a game.
pub trait Knowledge: Game {
    /// All evaluators of the game.
    type Evaluator: Evaluator<Self>;
    /// All playout policies of the game.
    type Policy: Policy<Self>;

    /// The evaluators by name; the first is the default.
    fn evaluators(&self) -> &'static [About];
    /// Makes an evaluator from its spec, whose name is one of [`Knowledge::evaluators`].
    ///
    /// # Errors
    ///
    /// If the game has no such evaluator, or a key or a value of the spec is wrong.
    fn evaluator(&self, spec: &Spec) -> Result<Self::Evaluator, Error>;
    /// The playout policies by name; the first is the default.
    fn policies(&self) -> &'static [About];
    /// Makes a policy from its spec, whose name is one of [`Knowledge::policies`].
    ///
    /// # Errors
    ///
    /// If the game has no such policy, or a key or a value of the spec is wrong.
    fn policy(&self, spec: &Spec) -> Result<Self::Policy, Error>;

    /// The oracles by name.
    fn oracles(&self) -> &'static [About] {
        &[]
    }
    /// Makes an oracle from its spec; refuses where its data are missing, saying how to build them.
    ///
    /// # Errors
    ///
    /// If the game has no such oracle, or its data are missing.
    fn oracle(&self, spec: &Spec) -> Result<Arc<dyn Oracle<Self>>, Error> {
        Err(spec.error(format!("this game has no oracle {:?}", spec.name)))
    }
    /// The players of this game alone; the first exact one is the game's own solver.
    fn specialists(&self) -> &'static [Declaration] {
        &[]
    }
    /// Makes one of [`Knowledge::specialists`] from its checked arguments.
    ///
    /// # Errors
    ///
    /// If the game has no such player, or an argument is wrong.
    fn specialist(&self, name: &str, _args: &Args) -> Result<Box<dyn Search<Self>>, Error> {
        Err(Error::new(format!("this game has no player {name:?} of its own")))
    }
    /// Bytes that one of [`Knowledge::specialists`] takes at most for what it knows beforehand, besides what its arguments
    /// give to tables.
    fn specialist_bytes(&self, _name: &str, _args: &Args) -> Result<u64, Error> {
        Ok(0)
    }
}

/// How the evaluator that knows nothing is listed.
pub const ZERO: About = About::plain("zero", "zero everywhere");
/// How the uniform policy is listed.
pub const UNIFORM: About = About::plain("uniform", "every legal move with the same probability");

/// Implements [`Knowledge`] for a game that offers only [`Zero`] and [`Uniform`].
#[macro_export]
macro_rules! no_knowledge {
    ($game:ty) => {
        impl $crate::Knowledge for $game {
            type Evaluator = $crate::Zero;
            type Policy = $crate::Uniform;
            fn evaluators(&self) -> &'static [$crate::About] {
                &[$crate::knowledge::ZERO]
            }
            fn evaluator(&self, spec: &$crate::Spec) -> Result<$crate::Zero, $crate::Error> {
                $crate::About::find(self.evaluators(), spec, "evaluation").map(|_| $crate::Zero)
            }
            $crate::uniform_policy!();
        }
    };
}

/// The policy half of [`Knowledge`] for a game that offers only [`Uniform`].
#[macro_export]
macro_rules! uniform_policy {
    () => {
        fn policies(&self) -> &'static [$crate::About] {
            &[$crate::knowledge::UNIFORM]
        }
        fn policy(&self, spec: &$crate::Spec) -> Result<$crate::Uniform, $crate::Error> {
            $crate::About::find(self.policies(), spec, "playout policy").map(|_| $crate::Uniform)
        }
    };
}
