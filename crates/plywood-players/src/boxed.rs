//! One instantiation of every search for all games whose speed nobody measures.
//!
//! A search is compiled for each of its games, which makes the search fast and the program slow to build.
//! [`Boxed`] is a game whose rules are called through a table of functions: positions are counted pointers,
//! moves and events are numbers, values are floats. The searches are compiled for [`Boxed`] once, whatever
//! game is behind it. Nodes cost several times as much, so games whose speed matters stay typed.

use std::any::Any;
use std::fmt::{self, Debug};
use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_core::facade::{AnyLine, AnyPlayer};
use plywood_core::{
    About, Error, Exact, Game, Knowledge, Line, Nature, Notation, Numbered, Oracle, Player, Policy, Report,
    Rng, Spec, StaticEvaluator, Step, Task, Trace, Turn, Value,
};

use crate::adapter::{ErasedLine, ErasedPlayer, typed};

/// A game behind a table of functions. Only copies of one are equal.
#[derive(Clone)]
pub struct Boxed(Arc<dyn Rules>);

impl PartialEq for Boxed {
    fn eq(&self, other: &Boxed) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A position of some game.
#[derive(Clone)]
pub struct Position(Arc<dyn Content>);

/// What a position holds.
trait Content: Any + Debug + Send + Sync {
    fn same(&self, other: &dyn Content) -> bool;
}

impl<P: PartialEq + Debug + Send + Sync + 'static> Content for P {
    fn same(&self, other: &dyn Content) -> bool {
        (other as &dyn Any).downcast_ref::<P>() == Some(self)
    }
}

impl Position {
    fn of<P: PartialEq + Debug + Send + Sync + 'static>(position: P) -> Position {
        Position(Arc::new(position))
    }
    fn get<P: 'static>(&self) -> &P {
        (&*self.0 as &dyn Any).downcast_ref().expect("positions of one game are not given to another")
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.0.same(&*other.0)
    }
}

impl Debug for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

type Visit<'a> = &'a mut dyn FnMut(u32, Position) -> ControlFlow<()>;
type VisitEvent<'a> = &'a mut dyn FnMut(u32, f64, Position) -> ControlFlow<()>;

/// The rules of a game and what it knows, with its types behind [`Position`] and numbers.
trait Rules: Send + Sync {
    fn nature(&self) -> Nature;
    fn start(&self) -> Position;
    fn turn(&self, position: &Position) -> Turn;
    fn children(&self, position: &Position, visit: Visit) -> ControlFlow<()>;
    fn play(&self, position: &Position, chosen: u32) -> Position;
    fn payoff(&self, position: &Position, player: Player) -> f64;
    fn key(&self, position: &Position) -> u64;
    fn move_slots(&self) -> usize;
    fn move_slot(&self, chosen: u32) -> usize;
    fn count_moves(&self, position: &Position) -> usize;
    fn random_move(&self, position: &Position, rng: &mut Rng) -> u32;
    fn random_end(&self, position: &Position, steps: u32, rng: &mut Rng) -> Option<Position>;
    fn events(&self, position: &Position, visit: VisitEvent) -> ControlFlow<()>;
    fn sample(&self, position: &Position, rng: &mut Rng) -> (u32, Position);
    fn happen(&self, position: &Position, event: u32) -> Position;
    fn ended_by_history(&self, position: &Position, keys: &[u64]) -> Option<f64>;
    fn symmetries(&self) -> usize;
    fn transform(&self, position: &Position, symmetry: usize) -> Position;
    fn transform_move(&self, chosen: u32, symmetry: usize) -> u32;
    fn inverse(&self, symmetry: usize) -> usize;
    fn bounds(&self, position: &Position) -> Option<(f64, f64)>;
    fn promise(&self, before: &Position, chosen: u32, after: &Position) -> u8;
    fn is_loud(&self, position: &Position, chosen: u32) -> bool;
    fn null_move(&self, position: &Position) -> Option<Position>;
    fn is_forcing(&self, before: &Position, chosen: u32, after: &Position) -> bool;
    fn category(&self, before: &Position, chosen: u32, after: &Position) -> u16;

    fn write_position(&self, position: &Position) -> String;
    fn read_position(&self, text: &str) -> Result<Position, Error>;
    fn write_move(&self, position: &Position, chosen: u32) -> String;
    fn write_event(&self, position: &Position, event: u32) -> String;
    fn draw(&self, position: &Position) -> String;

    fn evaluators(&self) -> &'static [About];
    fn evaluator(&self, spec: &Spec) -> Result<Arc<dyn Judge>, Error>;
    fn policies(&self) -> &'static [About];
    fn policy(&self, spec: &Spec) -> Result<Arc<dyn Chooser>, Error>;
    fn oracles(&self) -> &'static [About];
    fn oracle(&self, spec: &Spec) -> Result<Arc<dyn Oracle<Boxed>>, Error>;
}

/// A typed game with something of its own: an evaluator, a policy, an oracle.
struct With<G, T>(G, T);

/// An evaluator that looks at the position alone.
trait Judge: Send + Sync {
    fn look(&self, position: &Position, player: Player) -> f64;
    fn end(&self, position: &Position, player: Player) -> f64;
    fn bounds(&self) -> (f64, f64);
    fn mirrors(&self) -> bool;
    fn points(&self) -> i32;
}

impl<G: Game, E: plywood_core::Evaluator<G>> Judge for With<G, E> {
    fn look(&self, position: &Position, player: Player) -> f64 {
        // What it would carry down the tree is made anew at each position.
        let state = self.1.root(&self.0, position.get());
        self.1.evaluate(&self.0, position.get(), &state, player).to_f64()
    }
    fn end(&self, position: &Position, player: Player) -> f64 {
        self.1.finished(&self.0, position.get(), player).to_f64()
    }
    fn bounds(&self) -> (f64, f64) {
        let (low, high) = self.1.range(&self.0);
        (low.to_f64(), high.to_f64())
    }
    fn mirrors(&self) -> bool {
        self.1.antisymmetric()
    }
    fn points(&self) -> i32 {
        self.1.unit()
    }
}

/// A policy; what it would remember within a playout is forgotten.
trait Chooser: Send + Sync {
    fn choose(&self, position: &Position, rng: &mut Rng) -> u32;
    fn is_uniform(&self) -> bool;
}

impl<G: Boxable> Chooser for With<G, G::Policy> {
    fn choose(&self, position: &Position, rng: &mut Rng) -> u32 {
        self.1.choose(&self.0, position.get(), &mut Default::default(), rng).number()
    }
    fn is_uniform(&self) -> bool {
        self.1.is_uniform()
    }
}

impl<G: Boxable> Oracle<Boxed> for With<G, Arc<dyn Oracle<G>>> {
    fn probe(&self, _: &Boxed, position: &Position) -> Option<Exact<f64>> {
        let exact = self.1.probe(&self.0, position.get())?;
        Some(Exact { payoff: exact.payoff.to_f64(), distance: exact.distance })
    }
}

/// A game that can be boxed: moves and events have numbers.
pub trait Boxable: Knowledge<Move: Numbered, Event: Numbered> + Notation + PartialEq {}

impl<G> Boxable for G where G: Knowledge<Move: Numbered, Event: Numbered> + Notation + PartialEq {}

/// A typed game behind [`Rules`].
struct Typed<G>(G);

impl<G: Boxable> Rules for Typed<G> {
    fn nature(&self) -> Nature {
        self.0.nature()
    }
    fn start(&self) -> Position {
        Position::of(self.0.start())
    }
    fn turn(&self, position: &Position) -> Turn {
        self.0.turn(position.get())
    }
    fn children(&self, position: &Position, visit: Visit) -> ControlFlow<()> {
        self.0.children(position.get(), |chosen, after| visit(chosen.number(), Position::of(after)))
    }
    fn play(&self, position: &Position, chosen: u32) -> Position {
        Position::of(self.0.play(position.get(), Numbered::from_number(chosen)))
    }
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        self.0.payoff(position.get(), player).to_f64()
    }
    fn key(&self, position: &Position) -> u64 {
        self.0.key(position.get())
    }
    fn move_slots(&self) -> usize {
        self.0.move_slots()
    }
    fn move_slot(&self, chosen: u32) -> usize {
        self.0.move_slot(Numbered::from_number(chosen))
    }
    fn count_moves(&self, position: &Position) -> usize {
        self.0.count_moves(position.get())
    }
    fn random_move(&self, position: &Position, rng: &mut Rng) -> u32 {
        self.0.random_move(position.get(), rng).number()
    }
    fn random_end(&self, position: &Position, steps: u32, rng: &mut Rng) -> Option<Position> {
        self.0.random_end(position.get::<G::Position>().clone(), steps, rng).map(Position::of)
    }
    fn events(&self, position: &Position, visit: VisitEvent) -> ControlFlow<()> {
        let each =
            |event: G::Event, probability, after| visit(event.number(), probability, Position::of(after));
        self.0.events(position.get(), each)
    }
    fn sample(&self, position: &Position, rng: &mut Rng) -> (u32, Position) {
        let (event, after) = self.0.sample(position.get(), rng);
        (event.number(), Position::of(after))
    }
    fn happen(&self, position: &Position, event: u32) -> Position {
        Position::of(self.0.happen(position.get(), Numbered::from_number(event)))
    }
    fn ended_by_history(&self, position: &Position, keys: &[u64]) -> Option<f64> {
        self.0.ended_by_history(position.get(), keys).map(Value::to_f64)
    }
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }
    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        Position::of(self.0.transform(position.get(), symmetry))
    }
    fn transform_move(&self, chosen: u32, symmetry: usize) -> u32 {
        self.0.transform_move(Numbered::from_number(chosen), symmetry).number()
    }
    fn inverse(&self, symmetry: usize) -> usize {
        self.0.inverse(symmetry)
    }
    fn bounds(&self, position: &Position) -> Option<(f64, f64)> {
        self.0.bounds(position.get()).map(|(low, high)| (low.to_f64(), high.to_f64()))
    }
    fn promise(&self, before: &Position, chosen: u32, after: &Position) -> u8 {
        self.0.promise(before.get(), Numbered::from_number(chosen), after.get())
    }
    fn is_loud(&self, position: &Position, chosen: u32) -> bool {
        self.0.is_loud(position.get(), Numbered::from_number(chosen))
    }
    fn null_move(&self, position: &Position) -> Option<Position> {
        self.0.null_move(position.get()).map(Position::of)
    }
    fn is_forcing(&self, before: &Position, chosen: u32, after: &Position) -> bool {
        self.0.is_forcing(before.get(), Numbered::from_number(chosen), after.get())
    }
    fn category(&self, before: &Position, chosen: u32, after: &Position) -> u16 {
        self.0.category(before.get(), Numbered::from_number(chosen), after.get())
    }

    fn write_position(&self, position: &Position) -> String {
        self.0.write_position(position.get())
    }
    fn read_position(&self, text: &str) -> Result<Position, Error> {
        self.0.read_position(text).map(Position::of)
    }
    fn write_move(&self, position: &Position, chosen: u32) -> String {
        self.0.write_move(position.get(), Numbered::from_number(chosen))
    }
    fn write_event(&self, position: &Position, event: u32) -> String {
        self.0.write_event(position.get(), Numbered::from_number(event))
    }
    fn draw(&self, position: &Position) -> String {
        self.0.draw(position.get())
    }

    fn evaluators(&self) -> &'static [About] {
        self.0.evaluators()
    }
    fn evaluator(&self, spec: &Spec) -> Result<Arc<dyn Judge>, Error> {
        Ok(Arc::new(With(self.0.clone(), self.0.evaluator(spec)?)))
    }
    fn policies(&self) -> &'static [About] {
        self.0.policies()
    }
    fn policy(&self, spec: &Spec) -> Result<Arc<dyn Chooser>, Error> {
        Ok(Arc::new(With(self.0.clone(), self.0.policy(spec)?)))
    }
    fn oracles(&self) -> &'static [About] {
        self.0.oracles()
    }
    fn oracle(&self, spec: &Spec) -> Result<Arc<dyn Oracle<Boxed>>, Error> {
        Ok(Arc::new(With(self.0.clone(), self.0.oracle(spec)?)))
    }
}

impl Boxed {
    /// A typed game behind the table.
    pub fn new<G: Boxable>(game: G) -> Boxed {
        Boxed(Arc::new(Typed(game)))
    }
}

/// Runs a visitor that breaks with something through one that just breaks.
fn through<B, A>(
    walk: impl FnOnce(&mut dyn FnMut(A) -> ControlFlow<()>),
    mut visit: impl FnMut(A) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut result = ControlFlow::Continue(());
    walk(&mut |item| match visit(item) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        broken => {
            result = broken;
            ControlFlow::Break(())
        }
    });
    result
}

impl Game for Boxed {
    type Position = Position;
    type Move = u32;
    type Event = u32;
    type Value = f64;

    /// Any of the games behind the table may.
    const RANKS: bool = true;
    const BOUNDED: bool = true;

    fn nature(&self) -> Nature {
        self.0.nature()
    }
    fn start(&self) -> Position {
        self.0.start()
    }
    fn turn(&self, position: &Position) -> Turn {
        self.0.turn(position)
    }
    fn children<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(u32, Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let walk = |each: &mut dyn FnMut((u32, Position)) -> ControlFlow<()>| {
            let _ = self.0.children(position, &mut |chosen, after| each((chosen, after)));
        };
        through(walk, |(chosen, after)| visit(chosen, after))
    }
    fn play(&self, position: &Position, chosen: u32) -> Position {
        self.0.play(position, chosen)
    }
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        self.0.payoff(position, player)
    }
    fn key(&self, position: &Position) -> u64 {
        self.0.key(position)
    }
    fn move_slots(&self) -> usize {
        self.0.move_slots()
    }
    fn move_slot(&self, chosen: u32) -> usize {
        self.0.move_slot(chosen)
    }
    fn count_moves(&self, position: &Position) -> usize {
        self.0.count_moves(position)
    }
    fn random_move(&self, position: &Position, rng: &mut Rng) -> u32 {
        self.0.random_move(position, rng)
    }
    fn random_end(&self, position: Position, steps: u32, rng: &mut Rng) -> Option<Position> {
        self.0.random_end(&position, steps, rng)
    }
    fn events<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(u32, f64, Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let walk = |each: &mut dyn FnMut((u32, f64, Position)) -> ControlFlow<()>| {
            let _ =
                self.0.events(position, &mut |event, probability, after| each((event, probability, after)));
        };
        through(walk, |(event, probability, after)| visit(event, probability, after))
    }
    fn sample(&self, position: &Position, rng: &mut Rng) -> (u32, Position) {
        self.0.sample(position, rng)
    }
    fn happen(&self, position: &Position, event: u32) -> Position {
        self.0.happen(position, event)
    }
    fn ended_by_history(&self, position: &Position, keys: &[u64]) -> Option<f64> {
        self.0.ended_by_history(position, keys)
    }
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }
    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        self.0.transform(position, symmetry)
    }
    fn transform_move(&self, chosen: u32, symmetry: usize) -> u32 {
        self.0.transform_move(chosen, symmetry)
    }
    fn inverse(&self, symmetry: usize) -> usize {
        self.0.inverse(symmetry)
    }
    fn bounds(&self, position: &Position) -> Option<(f64, f64)> {
        self.0.bounds(position)
    }
    fn promise(&self, before: &Position, chosen: u32, after: &Position) -> u8 {
        self.0.promise(before, chosen, after)
    }
    fn is_loud(&self, position: &Position, chosen: u32) -> bool {
        self.0.is_loud(position, chosen)
    }
    fn null_move(&self, position: &Position) -> Option<Position> {
        self.0.null_move(position)
    }
    fn is_forcing(&self, before: &Position, chosen: u32, after: &Position) -> bool {
        self.0.is_forcing(before, chosen, after)
    }
    fn category(&self, before: &Position, chosen: u32, after: &Position) -> u16 {
        self.0.category(before, chosen, after)
    }
}

impl Notation for Boxed {
    fn write_position(&self, position: &Position) -> String {
        self.0.write_position(position)
    }
    fn read_position(&self, text: &str) -> Result<Position, Error> {
        self.0.read_position(text)
    }
    fn write_move(&self, position: &Position, chosen: u32) -> String {
        self.0.write_move(position, chosen)
    }
    fn write_event(&self, position: &Position, event: u32) -> String {
        self.0.write_event(position, event)
    }
    fn draw(&self, position: &Position) -> String {
        self.0.draw(position)
    }
}

/// An evaluator of a boxed game.
#[derive(Clone)]
pub struct BoxedEvaluator(Arc<dyn Judge>);

impl StaticEvaluator<Boxed> for BoxedEvaluator {
    fn look(&self, _: &Boxed, position: &Position, player: Player) -> f64 {
        self.0.look(position, player)
    }
    fn end(&self, _: &Boxed, position: &Position, player: Player) -> f64 {
        self.0.end(position, player)
    }
    fn bounds(&self, _: &Boxed) -> (f64, f64) {
        self.0.bounds()
    }
    fn mirrors(&self) -> bool {
        self.0.mirrors()
    }
    fn points(&self) -> i32 {
        self.0.points()
    }
}

/// A playout policy of a boxed game.
#[derive(Clone)]
pub struct BoxedPolicy(Arc<dyn Chooser>);

impl Policy<Boxed> for BoxedPolicy {
    type State = ();
    fn choose(&self, _: &Boxed, position: &Position, _: &mut (), rng: &mut Rng) -> u32 {
        self.0.choose(position, rng)
    }
    fn is_uniform(&self) -> bool {
        self.0.is_uniform()
    }
}

impl Knowledge for Boxed {
    type Evaluator = BoxedEvaluator;
    type Policy = BoxedPolicy;

    fn evaluators(&self) -> &'static [About] {
        self.0.evaluators()
    }
    fn evaluator(&self, spec: &Spec) -> Result<BoxedEvaluator, Error> {
        self.0.evaluator(spec).map(BoxedEvaluator)
    }
    fn policies(&self) -> &'static [About] {
        self.0.policies()
    }
    fn policy(&self, spec: &Spec) -> Result<BoxedPolicy, Error> {
        self.0.policy(spec).map(BoxedPolicy)
    }
    fn oracles(&self) -> &'static [About] {
        self.0.oracles()
    }
    fn oracle(&self, spec: &Spec) -> Result<Arc<dyn Oracle<Boxed>>, Error> {
        self.0.oracle(spec)
    }
}

/// A player of the boxed game that is given lines of the typed one.
pub(crate) struct BoxedPlayer<G> {
    game: G,
    boxed: Boxed,
    player: ErasedPlayer<Boxed>,
}

impl<G: Boxable> BoxedPlayer<G> {
    pub(crate) fn new(game: G, boxed: Boxed, player: ErasedPlayer<Boxed>) -> Self {
        BoxedPlayer { game, boxed, player }
    }

    fn boxed(&self, line: &dyn AnyLine) -> Result<ErasedLine<Boxed>, Error> {
        let line = typed(&self.game, line).ok_or_else(|| self.player.misplaced())?;
        let mut boxed = Line::from(self.boxed.clone(), Position::of(line.start().clone()));
        for step in line.steps() {
            match *step {
                Step::Move(chosen) => boxed.play(chosen.number()),
                Step::Event(event) => boxed.happen(event.number()),
            }
        }
        Ok(ErasedLine(boxed))
    }
}

impl<G: Boxable> AnyPlayer for BoxedPlayer<G> {
    fn spec(&self) -> String {
        self.player.spec()
    }
    fn normal(&self) -> String {
        self.player.normal()
    }
    fn new_game(&mut self) {
        self.player.new_game();
    }
    fn think(&mut self, line: &dyn AnyLine, task: Task<'_>) -> Result<Report, Error> {
        let line = self.boxed(line)?;
        self.player.think(&line, task)
    }
    fn trace(&mut self, line: &dyn AnyLine, limit: usize) -> Result<Trace, Error> {
        let line = self.boxed(line)?;
        self.player.trace(&line, limit)
    }
}
