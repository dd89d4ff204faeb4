//! A typed game, line and search behind the object-safe traits of the core.

use std::any::Any;
use std::ops::ControlFlow;

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer, AnyRecorded, Perft};
use plywood_core::{
    About, Args, Branch, Budget, Chance, Declaration, Error, ErrorKind, Game, Knowledge, Limit, Line, Nature,
    Notation, Occasion, Picture, Played, Player, Progress, Proving, Recorded, Report, Rng, Row, Search, Spec,
    StaticEvaluator, Stop, Task, Tick, Trace, Tried, Turn, Value, conformance,
};
use plywood_search::perft::perft;
use plywood_search::scale::Scale;

use crate::boxed::{Boxable, Boxed, BoxedPlayer};
use crate::normal::Names;
use crate::searches::{self, Made, Recipe};
use crate::{registry, specialists};

/// Plies of a drawn search where nobody says and the game has no known end.
const DRAWN_DEPTH: u32 = 3;

/// A typed game behind [`AnyGame`].
pub struct Erased<G: Game> {
    game: G,
    spec: String,
    /// Makes a player by the registry: which searches are compiled for this type of game hangs on it.
    player: MakePlayer<G>,
    /// Searches for this type of game alone, given by whoever erased it.
    searches: Vec<OwnSearch<G>>,
    /// The game's own players: its specialists and those searches.
    own: Vec<Declaration>,
}

type MakePlayer<G> = fn(&G, &Spec) -> Result<Box<dyn AnyPlayer>, Error>;

/// A search for one type of game: what is known of it, and what makes it from its checked arguments.
struct OwnSearch<G: Game> {
    declaration: Declaration,
    make: MakeSearch<G>,
}

type MakeSearch<G> = fn(&G, &Args) -> Result<Box<dyn Search<G>>, Error>;

impl<G: Knowledge + Notation + PartialEq> Erased<G> {
    /// A game with the searches that are compiled for its type; `spec` makes it again.
    pub fn new(game: G, spec: impl ToString) -> Erased<G> {
        Erased::with_players(game, spec, typed_player)
    }

    fn with_players(game: G, spec: impl ToString, player: MakePlayer<G>) -> Erased<G> {
        let own = game.specialists().to_vec();
        Erased { game, spec: spec.to_string(), player, searches: Vec::new(), own }
    }

    /// The same with a search of one's own, which comes before others of its name.
    pub fn with_search(mut self, declaration: Declaration, make: MakeSearch<G>) -> Erased<G> {
        self.own.retain(|one| one.about.name != declaration.about.name);
        self.own.push(declaration);
        self.searches.push(OwnSearch { declaration, make });
        self
    }

    /// The same with a search that is made for any game.
    pub fn with<R: Recipe>(self) -> Erased<G> {
        self.with_search(R::ENTRY, R::make::<G>)
    }

    /// The game behind the facade.
    pub fn done(self) -> Box<dyn AnyGame> {
        Box::new(self)
    }
}

/// Puts a typed game behind the facade; `spec` makes it again.
#[inline(never)]
pub fn erase<G: Knowledge + Notation + PartialEq>(game: G, spec: impl ToString) -> Box<dyn AnyGame> {
    Erased::new(game, spec).done()
}

/// Puts a typed game behind the facade whose moves are numbers, so that searches from elsewhere play it too.
#[inline(never)]
pub fn erase_open<G: Boxable>(game: G, spec: impl ToString) -> Box<dyn AnyGame> {
    Erased::with_players(game, spec, open_player).done()
}

/// Puts a game behind the facade whose speed nobody measures: it shares one instantiation of every search.
#[inline(never)]
pub fn erase_boxed<G: Boxable>(game: G, spec: impl ToString) -> Box<dyn AnyGame> {
    Erased::with_players(game, spec, boxed_player).done()
}

/// What plays under the name of a spec, the game's own players first.
fn declaration<'a>(own: &'a [Declaration], spec: &Spec) -> Result<&'a Declaration, Error> {
    specialists::declared(own, &spec.name).ok_or_else(|| specialists::unknown(spec, own))
}

fn typed_player<G: Knowledge + Notation + PartialEq>(
    game: &G,
    spec: &Spec,
) -> Result<Box<dyn AnyPlayer>, Error> {
    let player = declaration(game.specialists(), spec)?;
    if registry::search(&spec.name).is_some()
        && !game.specialists().iter().any(|own| own.about.name == spec.name)
    {
        let why = "its moves are no numbers, which searches from elsewhere need; Erased::with gives it one";
        return Err(searches::misfit(&spec.name, spec.error(why)));
    }
    Ok(Box::new(ErasedPlayer::new(game, player, searches::make(game, spec)?, spec)))
}

/// Searches from elsewhere play the boxed game, all others the typed one.
fn open_player<G: Boxable>(game: &G, spec: &Spec) -> Result<Box<dyn AnyPlayer>, Error> {
    match registry::search(&spec.name) {
        Some(_) if game.specialists().iter().all(|one| one.about.name != spec.name) => {
            player_by_box(game, spec)
        }
        _ => typed_player(game, spec),
    }
}

/// The game's own players know its types, all others play the boxed game.
fn boxed_player<G: Boxable>(game: &G, spec: &Spec) -> Result<Box<dyn AnyPlayer>, Error> {
    if let Some(made) = searches::specialist(game, spec)? {
        let player = declaration(game.specialists(), spec)?;
        return Ok(Box::new(ErasedPlayer::new(game, player, made, spec)));
    }
    declaration(game.specialists(), spec)?;
    player_by_box(game, spec)
}

fn player_by_box<G: Boxable>(game: &G, spec: &Spec) -> Result<Box<dyn AnyPlayer>, Error> {
    let boxed = Boxed::new(game.clone());
    let player = player_of_boxed(&boxed, spec)?;
    Ok(Box::new(BoxedPlayer::new(game.clone(), boxed, player)))
}

/// Not generic, so that games of other crates use the searches that are compiled here.
#[inline(never)]
fn player_of_boxed(boxed: &Boxed, spec: &Spec) -> Result<ErasedPlayer<Boxed>, Error> {
    let made = match registry::search(&spec.name) {
        Some(entry) => {
            let (args, budget) = searches::check(&entry.declaration, &boxed.nature(), spec)?;
            ((entry.make)(boxed, &args)?, budget)
        }
        None => searches::make(boxed, spec)?,
    };
    Ok(ErasedPlayer::new(boxed, declaration(&[], spec)?, made, spec))
}

impl<G: Knowledge + Notation + PartialEq> Erased<G> {
    fn typed<'a>(&self, line: &'a dyn AnyLine) -> Result<&'a Line<G>, Error> {
        typed(&self.game, line).ok_or_else(|| Error::new(format!("the line is not one of {}", self.spec)))
    }
}

/// The line as one of this game: of the same type and by the same rules, because positions of other rules may not even
/// fit the board.
pub(crate) fn typed<'a, G: Notation + PartialEq>(game: &G, line: &'a dyn AnyLine) -> Option<&'a Line<G>> {
    line.typed::<G>().filter(|line| line.game() == game)
}

impl<G: Knowledge + Notation + PartialEq> AnyGame for Erased<G> {
    fn spec(&self) -> String {
        self.spec.clone()
    }
    fn normal(&self) -> String {
        crate::normal::game(&self.spec)
    }
    fn code(&self) -> String {
        registry::code_of(std::any::type_name::<G>())
    }
    fn nature(&self) -> Nature {
        self.game.nature()
    }
    fn evaluators(&self) -> &'static [About] {
        self.game.evaluators()
    }
    fn policies(&self) -> &'static [About] {
        self.game.policies()
    }
    fn oracles(&self) -> &'static [About] {
        self.game.oracles()
    }
    fn specialists(&self) -> &[Declaration] {
        &self.own
    }
    fn specialist_bytes(&self, name: &str, args: &Args) -> Result<u64, Error> {
        match self.searches.iter().any(|one| one.declaration.about.name == name) {
            true => Ok(0),
            false => self.game.specialist_bytes(name, args),
        }
    }
    fn start(&self) -> Box<dyn AnyLine> {
        Box::new(ErasedLine(Line::new(self.game.clone())))
    }
    fn read(&self, position: &str) -> Result<Box<dyn AnyLine>, Error> {
        let position = self.game.read_position(position)?;
        Ok(Box::new(ErasedLine(Line::from(self.game.clone(), position))))
    }
    fn read_problem(&self, text: &str) -> Result<(Box<dyn AnyLine>, Option<f64>), Error> {
        let (position, score) = self.game.read_problem(text)?;
        Ok((Box::new(ErasedLine(Line::from(self.game.clone(), position))), score))
    }
    fn read_best(&self, line: &dyn AnyLine, text: &str) -> Result<Vec<String>, Error> {
        let position = self.typed(line)?.position();
        let best = self.game.read_best(position, text)?;
        Ok(best.into_iter().map(|chosen| self.game.write_move(position, chosen)).collect())
    }
    fn read_games(&self, file: &[u8]) -> Option<Result<Vec<AnyRecorded>, Error>> {
        let boxed = |Recorded { line, score }| Recorded { line: Box::new(ErasedLine(line)) as _, score };
        let games = self.game.read_games(file)?;
        Some(games.map(|games| games.into_iter().map(boxed).collect()))
    }
    fn scored_by(&self) -> Option<(&'static str, &'static str)> {
        self.game.scored_by()
    }
    fn record(&self, played: &Played, occasion: &Occasion) -> Option<String> {
        self.game.write_record(played, occasion)
    }
    fn unit(&self) -> &'static str {
        self.game.unit()
    }
    fn player(&self, spec: &Spec) -> Result<Box<dyn AnyPlayer>, Error> {
        registry::player(self, spec, &|spec| {
            let own = self.searches.iter().find(|one| one.declaration.about.name == spec.name);
            let Some(OwnSearch { declaration, make }) = own else { return (self.player)(&self.game, spec) };
            let (args, budget) = searches::check(declaration, &self.game.nature(), spec)?;
            let made = (make(&self.game, &args)?, budget);
            Ok(Box::new(ErasedPlayer::new(&self.game, declaration, made, spec)))
        })
    }
    fn evaluate(&self, line: &dyn AnyLine, evaluation: &Spec) -> Result<f64, Error> {
        let line = self.typed(line)?;
        let evaluator = crate::learned::blend_of(&self.game, evaluation)?;
        let scale = Scale::new(&self.game, &evaluator);
        let (game, position) = (&self.game, line.position());
        Ok(match (line.turn(), line.ended_by_history()) {
            (_, Some(payoff)) => scale.terminal(payoff, 0),
            (Turn::Over, None) => scale.terminal(evaluator.end(game, position, Player::FIRST), 0),
            (turn, None) => evaluator.look(game, position, turn.view()),
        }
        .to_f64())
    }
    fn perft(&self, line: &dyn AnyLine, depth: u32, stop: &Stop) -> Result<Perft, Error> {
        let line = self.typed(line)?;
        if self.game.nature().chance == Chance::Sampled {
            return Err(Error::new(format!(
                "the positions of {} cannot be counted: its chance events can only be drawn",
                self.spec
            )));
        }
        perft(&self.game, line.position(), depth, stop)
            .ok_or_else(|| Error::new("stopped").of(ErrorKind::Interrupted))
    }
    fn conform(&self, games: u64) {
        // A release build leaves the typed half of the suite out.
        if cfg!(debug_assertions) {
            conformance::rules(&self.game, games);
            conformance::evaluators(&self.game, games);
        } else {
            conformance::facade(self, games);
        }
    }
}

/// A typed line behind [`AnyLine`].
#[derive(Clone)]
pub(crate) struct ErasedLine<G: Game>(pub(crate) Line<G>);

impl<G: Notation> AnyLine for ErasedLine<G> {
    fn turn(&self) -> Turn {
        self.0.turn()
    }
    fn moves(&self) -> Vec<String> {
        let mut names = Vec::new();
        if let Turn::Player(_) = self.turn() {
            let (game, position) = (self.0.game(), self.0.position());
            let _ = game.moves(position, |chosen| {
                names.push(game.write_move(position, chosen));
                ControlFlow::<()>::Continue(())
            });
        }
        names
    }
    fn categories(&self) -> Vec<u16> {
        let mut kinds = Vec::new();
        if let Turn::Player(_) = self.turn() {
            let (game, position) = (self.0.game(), self.0.position());
            let _ = game.children(position, |chosen, after| {
                kinds.push(game.category(position, chosen, &after));
                ControlFlow::<()>::Continue(())
            });
        }
        kinds
    }
    fn events(&self) -> Vec<(String, f64)> {
        let mut names = Vec::new();
        if self.turn() == Turn::Chance {
            let (game, position) = (self.0.game(), self.0.position());
            let _ = game.events(position, |event, probability, _| {
                names.push((game.write_event(position, event), probability));
                ControlFlow::<()>::Continue(())
            });
        }
        names
    }
    fn step(&mut self, text: &str) -> Result<(), Error> {
        self.0.try_step(text)
    }
    fn sample(&mut self, rng: &mut Rng) -> String {
        self.0.sample(rng);
        self.0.write_step(self.0.steps().len() - 1)
    }
    fn undo(&mut self) -> bool {
        self.0.undo()
    }
    fn steps(&self) -> Vec<String> {
        (0..self.0.steps().len()).map(|index| self.0.write_step(index)).collect()
    }
    fn payoffs(&self) -> Vec<f64> {
        (0..self.0.game().nature().players)
            .map(|player| self.0.payoff(Player(player as u8)).to_f64())
            .collect()
    }
    fn ending(&self) -> String {
        if self.0.ended_by_history().is_some() { "history" } else { "rules" }.to_string()
    }
    fn position(&self) -> String {
        self.0.game().write_position(self.0.position())
    }
    fn start(&self) -> String {
        self.0.game().write_position(self.0.start())
    }
    fn draw(&self) -> String {
        self.0.game().draw(self.0.position())
    }
    fn picture(&self) -> Picture {
        let (game, position) = (self.0.game(), self.0.position());
        let last = match (self.0.positions(), self.0.steps()) {
            ([.., before, _], [.., step]) => Some((before, *step)),
            _ => None,
        };
        let picture = game.picture(position, last);
        if self.0.ended_by_history().is_some() {
            picture.ended("a repeated position ends the game")
        } else {
            picture
        }
    }
    fn score(&self, payoff: f64, distance: Option<u32>) -> Option<f64> {
        self.0.game().score(self.0.position(), payoff, distance)
    }
    fn key(&self) -> u64 {
        self.0.game().key(self.0.position())
    }
    fn boxed_clone(&self) -> Box<dyn AnyLine> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        &self.0
    }
}

/// A typed search behind [`AnyPlayer`].
pub(crate) struct ErasedPlayer<G: Game> {
    game: G,
    search: Box<dyn Search<G>>,
    budget: Budget,
    keeps: &'static [Limit],
    spec: String,
    normal: String,
}

impl<G: Knowledge> ErasedPlayer<G> {
    fn new(game: &G, player: &Declaration, (search, budget): Made<G>, spec: &Spec) -> Self {
        let normal = Names::of(game).player(player, spec);
        let keeps = player.keeps;
        ErasedPlayer { game: game.clone(), search, budget, keeps, spec: spec.to_string(), normal }
    }
}

impl<G: Notation + PartialEq> ErasedPlayer<G> {
    fn typed<'a>(&self, line: &'a dyn AnyLine) -> Result<&'a Line<G>, Error> {
        typed(&self.game, line).ok_or_else(|| self.misplaced())
    }

    /// Why a line is refused.
    pub(crate) fn misplaced(&self) -> Error {
        Error::new(format!("{} was made for another game, or for other rules of it", self.spec))
    }
}

impl<G: Notation + PartialEq> AnyPlayer for ErasedPlayer<G> {
    fn spec(&self) -> String {
        self.spec.clone()
    }
    fn normal(&self) -> String {
        self.normal.clone()
    }
    fn new_game(&mut self) {
        self.search.new_game();
    }
    fn think(&mut self, line: &dyn AnyLine, task: Task<'_>) -> Result<Report, Error> {
        let line = self.typed(line)?;
        task.budget.kept_by(&self.spec, self.keeps)?;
        let moves = moves_left(line);
        let budget = self.budget.tighter(task.budget).planned(self.keeps, moves).or_default();
        let mut translator = Translator { line, progress: task.progress };
        let task = Task::new(budget).seed(task.seed).stop(&task.stop).telling(&mut translator);
        let report = self.search.think(line, task);
        Ok(Report {
            best: report.best.map(|best| line.game().write_move(line.position(), best)),
            value: report.value,
            values: report.values,
            proven: report.proven,
            distance: report.distance,
            depth: report.depth,
            nodes: report.nodes,
            evaluations: report.evaluations,
            simulations: report.simulations,
            seconds: report.seconds,
            pv: write_line(line, &report.pv),
            rows: report.rows.iter().map(|row| write_row(line, row)).collect(),
            tried: report.tried.iter().map(|tried| write_tried(line, tried)).collect(),
            counters: report.counters,
        })
    }
    fn trace(&mut self, line: &dyn AnyLine, limit: usize) -> Result<Trace, Error> {
        let line = self.typed(line)?;
        let depth = self.budget.depth.or(line.game().nature().longest.filter(|longest| *longest <= 8));
        let budget = Budget { depth: depth.or(Some(DRAWN_DEPTH)), ..self.budget };
        let trace = self.search.trace(line, &budget, limit);
        let trace = trace.ok_or_else(|| Error::new(format!("{} cannot be drawn as a tree", self.spec)))?;
        Ok(trace.written(line))
    }
}

/// How many moves a player has left at most, where the game says how long it lasts.
fn moves_left<G: Game>(line: &Line<G>) -> Option<u32> {
    let nature = line.game().nature();
    let left = nature.longest?.saturating_sub(line.steps().len() as u32);
    Some(left.div_ceil(nature.players as u32))
}

/// Moves as text, as far as they can be played one after the other.
fn write_line<G: Notation>(line: &Line<G>, moves: &[G::Move]) -> Vec<String> {
    let game = line.game();
    let mut position = line.position().clone();
    let mut names = Vec::new();
    for chosen in moves {
        if !matches!(game.turn(&position), Turn::Player(_)) {
            break;
        }
        names.push(game.write_move(&position, *chosen));
        position = game.play(&position, *chosen);
    }
    names
}

fn write_row<G: Notation>(line: &Line<G>, row: &Row<G::Move>) -> Row {
    Row {
        depth: row.depth,
        value: row.value,
        best: row.best.map(|best| line.game().write_move(line.position(), best)),
        nodes: row.nodes,
        evaluations: row.evaluations,
        seconds: row.seconds,
        pv: write_line(line, &row.pv),
    }
}

fn write_tried<G: Notation>(line: &Line<G>, tried: &Tried<G::Move>) -> Tried {
    let chosen = line.game().write_move(line.position(), tried.chosen);
    Tried { chosen, visits: tried.visits, value: tried.value }
}

/// Passes a typed search's news on as text.
struct Translator<'a, G: Game> {
    line: &'a Line<G>,
    progress: &'a mut dyn Progress,
}

impl<G: Notation> Translator<'_, G> {
    /// A move of the root as text.
    fn name(&self, chosen: G::Move) -> String {
        self.line.game().write_move(self.line.position(), chosen)
    }
}

impl<G: Notation> Progress<G::Move> for Translator<'_, G> {
    fn row(&mut self, row: &Row<G::Move>) {
        self.progress.row(&write_row(self.line, row));
    }
    fn tick(&mut self, tick: &Tick<G::Move>) {
        self.progress.tick(&Tick {
            depth: tick.depth,
            nodes: tick.nodes,
            simulations: tick.simulations,
            seconds: tick.seconds,
            pv: write_line(self.line, &tick.pv),
            values: tick.values.iter().map(|(chosen, value)| (self.name(*chosen), *value)).collect(),
        });
    }
    fn bounds(&mut self, low: f64, high: f64) {
        self.progress.bounds(low, high);
    }
    fn visits(&mut self, visits: &[(G::Move, u64)]) {
        let named: Vec<(String, u64)> =
            visits.iter().map(|(chosen, count)| (self.name(*chosen), *count)).collect();
        self.progress.visits(&named);
    }
    fn wanted(&self) -> usize {
        self.progress.wanted()
    }
    fn tree(&mut self, branches: &[Branch<G::Move>]) {
        let written = branches.iter().map(|branch| Branch {
            line: write_line(self.line, &branch.line),
            visits: branch.visits,
            value: branch.value,
        });
        self.progress.tree(&written.collect::<Vec<_>>());
    }
    fn proving(&mut self, proving: &Proving<G::Move>) {
        self.progress.proving(&Proving {
            at_least: proving.at_least,
            proof: proving.proof,
            disproof: proving.disproof,
            moves: proving.moves.iter().map(|(chosen, numbers)| (self.name(*chosen), *numbers)).collect(),
        });
    }
}
