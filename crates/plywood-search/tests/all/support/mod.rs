//! A game that says what is still possible, found by looking at every end below a position.

use std::ops::ControlFlow;

use plywood_core::game::StepOf;
use plywood_core::{
    About, Error, Evaluator, Game, Knowledge, Nature, Notation, Player, Spec, Turn, Uniform, Value,
    uniform_policy,
};

/// The rules of a game, told by how much its payoffs can still differ where all ends lie within a number of
/// plies.
#[derive(Debug, Clone)]
pub struct Told<G> {
    pub game: G,
    pub reach: u32,
}

/// The least and the largest of what ends below a position are worth; none where one is farther away than the reach.
fn ends<G: Game>(
    game: &G,
    position: &G::Position,
    reach: u32,
    worth: &impl Fn(&G::Position) -> G::Value,
) -> Option<(G::Value, G::Value)> {
    let turn = game.turn(position);
    if turn == Turn::Over {
        return Some((worth(position), worth(position)));
    }
    let below = reach.checked_sub(1)?;
    let mut all = (G::Value::HIGHEST, G::Value::LOWEST);
    let mut add = |after: G::Position| match ends(game, &after, below, worth) {
        Some((low, high)) => {
            all = (all.0.smaller(low), all.1.larger(high));
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    };
    let flow = match turn {
        Turn::Chance => game.events(position, |_, _, after| add(after)),
        _ => game.children(position, |_, after| add(after)),
    };
    flow.is_continue().then_some(all)
}

impl<G: Game> Game for Told<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Event = G::Event;
    type Value = G::Value;

    const RANKS: bool = true;
    const BOUNDED: bool = true;

    fn nature(&self) -> Nature {
        self.game.nature()
    }
    fn start(&self) -> G::Position {
        self.game.start()
    }
    fn turn(&self, position: &G::Position) -> Turn {
        self.game.turn(position)
    }
    fn children<B>(
        &self,
        position: &G::Position,
        visit: impl FnMut(G::Move, G::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.game.children(position, visit)
    }
    fn play(&self, position: &G::Position, chosen: G::Move) -> G::Position {
        self.game.play(position, chosen)
    }
    fn payoff(&self, position: &G::Position, player: Player) -> G::Value {
        self.game.payoff(position, player)
    }
    fn key(&self, position: &G::Position) -> u64 {
        self.game.key(position)
    }
    fn move_slots(&self) -> usize {
        self.game.move_slots()
    }
    fn move_slot(&self, chosen: G::Move) -> usize {
        self.game.move_slot(chosen)
    }
    fn events<B>(
        &self,
        position: &G::Position,
        visit: impl FnMut(G::Event, f64, G::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.game.events(position, visit)
    }
    fn bounds(&self, position: &G::Position) -> Option<(G::Value, G::Value)> {
        ends(&self.game, position, self.reach, &|end| self.game.payoff(end, Player::FIRST))
    }
    /// Any opinion will do.
    fn promise(&self, _: &G::Position, _: G::Move, after: &G::Position) -> u8 {
        (self.game.key(after) % 3) as u8
    }
}

impl<G: Notation> Notation for Told<G> {
    fn write_position(&self, position: &G::Position) -> String {
        self.game.write_position(position)
    }
    fn read_position(&self, text: &str) -> Result<G::Position, Error> {
        self.game.read_position(text)
    }
    fn write_move(&self, position: &G::Position, chosen: G::Move) -> String {
        self.game.write_move(position, chosen)
    }
    fn draw(&self, position: &G::Position) -> String {
        self.game.draw(position)
    }
}

/// An evaluation of the game that is told about.
#[derive(Debug, Clone)]
pub struct Seen<E>(E);

impl<G: Game, E: Evaluator<G>> Evaluator<Told<G>> for Seen<E> {
    type State = E::State;

    fn root(&self, told: &Told<G>, position: &G::Position) -> E::State {
        self.0.root(&told.game, position)
    }
    fn advance(
        &self,
        told: &Told<G>,
        parent: &E::State,
        before: &G::Position,
        step: StepOf<Told<G>>,
        after: &G::Position,
        child: &mut E::State,
    ) {
        self.0.advance(&told.game, parent, before, step, after, child);
    }
    fn evaluate(&self, told: &Told<G>, position: &G::Position, state: &E::State, player: Player) -> G::Value {
        self.0.evaluate(&told.game, position, state, player)
    }
    fn finished(&self, told: &Told<G>, position: &G::Position, player: Player) -> G::Value {
        self.0.finished(&told.game, position, player)
    }
    fn possible(&self, told: &Told<G>, position: &G::Position) -> Option<(G::Value, G::Value)> {
        ends(&told.game, position, told.reach, &|end| self.0.finished(&told.game, end, Player::FIRST))
    }
    fn range(&self, told: &Told<G>) -> (G::Value, G::Value) {
        self.0.range(&told.game)
    }
    fn antisymmetric(&self) -> bool {
        self.0.antisymmetric()
    }
    fn unit(&self) -> i32 {
        self.0.unit()
    }
}

impl<G: Knowledge> Knowledge for Told<G> {
    type Evaluator = Seen<G::Evaluator>;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        self.game.evaluators()
    }
    fn evaluator(&self, spec: &Spec) -> Result<Seen<G::Evaluator>, Error> {
        self.game.evaluator(spec).map(Seen)
    }
    uniform_policy!();
}
