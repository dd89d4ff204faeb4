//! More than two players (lecture notes, "Variations on 2-Player Games").
//!
//! - max^n ([`Rule::MaxN`]): every node keeps a value for each player, and the player on turn takes the child
//!   that is best for that player; of equal ones the first. With shallow pruning (Korf; Sturtevant and Korf
//!   2000) a child is left as soon as the player above can no longer gain by it: payoffs sum to at most `S`,
//!   so when the child's own player has `v`, the one above gets at most `S - v - (n - 2) low`. The vector at
//!   the root stays the same.
//! - paranoid ([`Rule::Paranoid`]): all others play against the player at the root, which makes it a game of two sides,
//!   searched with alpha-beta.
//! - best reply ([`Rule::BestReply`]): between two turns of the player at the root only one of the others
//!   chooses, the one that hurts most; the rest play their first move. Positions do not let anybody move out
//!   of turn, so this is the variant that keeps to the rules (Esser et al., BRS+).
//!
//! Chance nodes are averaged. Values are in payoff units through the game's scale.

mod max_n;
mod sides;

use plywood_core::game::StepOf;
use plywood_core::{Budget, Evaluator, Game, Line, Player, Report, Search, Task, TraceOf, Turn, Value};

use crate::deepening::{Deepening, Found, Schedule, deepen};
use crate::meter::Meter;
use crate::observe::{Call, End, Observer, Recorder};
use crate::scale::Scale;

/// Players at most.
pub const MOST_PLAYERS: usize = 8;

/// A value for each player.
pub type Values<V> = [V; MOST_PLAYERS];

/// How the players' choices are modelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Everybody maximises the own value.
    MaxN {
        /// Whether hopeless children are left early; the vector at the root is the same.
        shallow_pruning: bool,
    },
    /// Everybody else minimises the root player's value.
    Paranoid,
    /// One of the others minimises the root player's value, the rest play their first move.
    BestReply,
}

/// A search for any number of players.
#[derive(Debug, Clone)]
pub struct Multiplayer<E> {
    /// The evaluator at the horizon.
    pub evaluator: E,
    /// How the players' choices are modelled.
    pub rule: Rule,
}

/// One search under way.
struct Searcher<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    root: &'a G::Position,
    rule: Rule,
    players: usize,
    scale: Scale<G::Value>,
    /// No sum of values is larger, no value smaller.
    most: f64,
    meter: Meter<'a, G::Move>,
    guessed: bool,
    recorder: Option<&'a mut Recorder<G>>,
}

/// A node of the search: the position, what the evaluator carries there, plies from the root and plies to search.
struct Node<'n, G: Game, E: Evaluator<G>> {
    position: &'n G::Position,
    state: &'n E::State,
    ply: u32,
    depth: u32,
}

impl<G: Game, E: Evaluator<G>> Copy for Node<'_, G, E> {}

impl<G: Game, E: Evaluator<G>> Clone for Node<'_, G, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'n, G: Game, E: Evaluator<G>> Node<'n, G, E> {
    /// A child of this node.
    fn below(&self, position: &'n G::Position, state: &'n E::State) -> Self {
        Node { position, state, ply: self.ply + 1, depth: self.depth - 1 }
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<'_, G, E> {
    /// The evaluation of a position, for every player.
    fn evaluate(&mut self, position: &G::Position, state: &E::State) -> Values<G::Value> {
        self.meter.evaluations += 1;
        self.guessed = true;
        self.for_each(|player| self.evaluator.evaluate(self.game, position, state, player))
    }

    /// The value of a finished game to every player.
    fn finished(&self, position: &G::Position, ply: u32) -> Values<G::Value> {
        self.for_each(|player| self.scale.terminal(self.evaluator.finished(self.game, position, player), ply))
    }

    /// Goes from a node to a child: what the evaluator carries there; none when the budget ran out.
    fn descend(
        &mut self,
        node: Node<'_, G, E>,
        step: (StepOf<G>, Option<f64>),
        child: &G::Position,
        window: (G::Value, G::Value),
    ) -> Option<E::State> {
        if !self.meter.visit() {
            return None;
        }
        let mut carried = E::State::default();
        self.evaluator.advance(self.game, node.state, node.position, step.0, child, &mut carried);
        if let Some(recorder) = &mut self.recorder {
            let (ply, depth) = (node.ply + 1, node.depth - 1);
            let turn = self.game.turn(child);
            recorder.enter(Call { step: Some(step), position: child, turn, ply, depth, window });
        }
        Some(carried)
    }

    /// Comes back to a node from a child with this value.
    fn ascend(&mut self, node: Node<'_, G, E>, child: &G::Position, value: G::Value) {
        if let Some(recorder) = &mut self.recorder {
            let end = match self.game.turn(child) {
                Turn::Over => End::Over,
                _ if node.depth == 1 => End::Leaf,
                _ => End::Cut,
            };
            recorder.leave(value, end);
        }
    }

    fn for_each(&self, value: impl Fn(Player) -> G::Value) -> Values<G::Value> {
        let mut values = [G::Value::ZERO; MOST_PLAYERS];
        for (player, slot) in values.iter_mut().enumerate().take(self.players) {
            *slot = value(Player(player as u8));
        }
        values
    }
}

impl<'a, G: Game, E: Evaluator<G>> Deepening<'a, G> for Searcher<'a, G, E> {
    fn iterate(&mut self, depth: u32) -> Option<Found<G::Move>> {
        self.guessed = false;
        let state = self.evaluator.root(self.game, self.root);
        let root = Node { position: self.root, state: &state, ply: 0, depth };
        let turn = self.game.turn(self.root);
        let view = turn.view();
        if let Some(recorder) = &mut self.recorder {
            let window = (G::Value::LOWEST, G::Value::HIGHEST);
            recorder.enter(Call { step: None, position: self.root, turn, ply: 0, depth, window });
        }
        let (value, values, pv): (G::Value, Vec<f64>, Vec<G::Move>) = match self.rule {
            Rule::MaxN { .. } => {
                let mut pv = Vec::new();
                let values = self.max_n(root, None, &mut pv)?;
                let all =
                    values[..self.players].iter().map(|value| self.scale.payoff(*value)).collect::<Vec<_>>();
                if let Some(recorder) = &mut self.recorder {
                    recorder.tell_each(all.iter().copied());
                }
                (values[view.index()], all, pv)
            }
            Rule::Paranoid | Rule::BestReply => {
                let mut pv = Vec::new();
                let window = (G::Value::LOWEST, G::Value::HIGHEST);
                let side = sides::Side { root: view, free: true };
                let value = self.sides(root, side, window, &mut pv)?;
                (value, Vec::new(), pv)
            }
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.leave(value, End::Searched);
        }
        // The two-sided rules prove what they assume, not what the game is worth.
        let proven = !self.guessed && (self.players == 2 || matches!(self.rule, Rule::MaxN { .. }));
        let found = Found::new(&self.scale, value, pv, !self.guessed);
        Some(Found { proven, values, ..found })
    }
    fn partial(&mut self) -> Option<Found<G::Move>> {
        None
    }
    fn meter(&mut self) -> &mut Meter<'a, G::Move> {
        &mut self.meter
    }
}

impl<E> Multiplayer<E> {
    fn searcher<'a, G: Game>(
        &'a self,
        line: &'a Line<G>,
        meter: Meter<'a, G::Move>,
        recorder: Option<&'a mut Recorder<G>>,
    ) -> Searcher<'a, G, E>
    where
        E: Evaluator<G>,
    {
        let game = line.game();
        let scale = Scale::new(game, &self.evaluator);
        let players = game.nature().players;
        Searcher {
            game,
            evaluator: &self.evaluator,
            root: line.position(),
            rule: self.rule,
            players,
            most: max_n::largest_sum(game, &self.evaluator, &scale),
            scale,
            meter,
            guessed: false,
            recorder,
        }
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for Multiplayer<E> {
    fn think(&mut self, line: &Line<G>, task: Task<'_, G::Move>) -> Report<G::Move> {
        let mut searcher = self.searcher(line, Meter::new(task), None);
        deepen(line, Schedule::Steps, &mut searcher)
    }
    fn trace(&mut self, line: &Line<G>, budget: &Budget, limit: usize) -> Option<TraceOf<G>> {
        let mut scale = Scale::new(line.game(), &self.evaluator);
        // Windows open wide here: an end at the lowest payoff there is was found.
        scale.bounds = (G::Value::LOWEST, G::Value::HIGHEST);
        let mut recorder = Recorder::new(scale, limit);
        // Windows and values are the root player's, or there are no windows and a value for each.
        match self.rule {
            Rule::MaxN { .. } => recorder.windows = false,
            Rule::Paranoid | Rule::BestReply => recorder.view = Some(line.turn().view()),
        }
        self.searcher(line, Meter::unlimited(), Some(&mut recorder)).iterate(budget.depth?);
        Some(recorder.trace)
    }
}
