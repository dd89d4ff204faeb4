//! Exact values: a game's own solver, or a generic search chosen for the game's nature.
//!
//! Without chance it is MTD(f), which closes in on the value from both sides, so that there are bounds to tell while it
//! runs and when it is stopped: ply by ply where a win may be near, to the end of the game at once where it pays a margin. With chance it is a Star search, with more players max^n.
//! A value is told as people count it ([`plywood_core::Notation::score`]): discs in Othello, whose solved game is the one
//! that pays discs, the winner's stones left in connect four, else the payoff.

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::game::PayoffKind;
use plywood_core::suite::Problem;
use plywood_core::{Budget, Declaration, Error, Limit, Nature, Progress, Row, Spec, Stop, Task, Tick, Turn};
use serde::Serialize;

use plywood_players::searches::fits;
use plywood_players::specialists::declared;

/// Memory of a generic solver's table when nobody says.
pub const MEMORY: &str = "512MB";
/// Plies to the end of games that end, though nobody knows when.
const FAR: u32 = 1000;
/// Scores that differ by less are the same; those of games without chance are whole numbers.
const PRECISION: f64 = 1e-6;

/// The means of solving.
#[derive(Debug, Clone, Copy, Default)]
pub struct Means<'a> {
    /// A search, instead of the best solver that there is.
    pub with: Option<&'a str>,
    /// The memory of its table, such as `2GB`.
    pub memory: Option<&'a str>,
    /// The budget for a position.
    pub budget: Budget,
}

/// A solver of one game.
pub struct Solver {
    game: Box<dyn AnyGame>,
    player: Box<dyn AnyPlayer>,
    budget: Budget,
}

/// The knowledge of a position's value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Solution {
    /// The exact score as people count it, for the player on turn (the first one where nobody is); none where it was
    /// not found.
    pub value: Option<f64>,
    /// A move that reaches it.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The payoff lies between these.
    pub bounds: (f64, f64),
    /// Plies to the end of an outcome game that is won or lost.
    pub distance: Option<u32>,
    /// Payoffs of all players, where there are more than two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<f64>,
    /// The line of best play.
    pub pv: Vec<String>,
    /// Nodes.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
    /// Whether it was told to stop.
    pub stopped: bool,
}

impl Solver {
    /// A solver of a game: the one named, or the best that there is.
    pub fn new(game: &str, means: &Means) -> Result<Solver, Error> {
        let game = scored(plywood_players::game(game)?)?;
        let mut spec: Spec = match means.with {
            Some(text) => text.parse()?,
            None => best(&*game)?.parse()?,
        };
        if let Some(memory) = means.memory {
            spec = with_memory(&*game, spec, memory)?;
        }
        let player = game.player(&spec)?;
        endless(&*game, &spec, &means.budget)?;
        Ok(Solver { game, player, budget: Budget::ENDLESS.tighter(means.budget) })
    }

    /// The game as it is solved: lines and positions must be its own.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The spec of the search behind it.
    pub fn spec(&self) -> String {
        self.player.spec()
    }

    /// Solves the end of a line, as far as means and the stop flag allow.
    pub fn solve(
        &mut self,
        line: &dyn AnyLine,
        stop: &Stop,
        progress: &mut dyn Progress,
    ) -> Result<Solution, Error> {
        self.player.new_game();
        let mut watch = Watch { bounds: widest(&self.game.nature(), line.turn()), progress };
        let report =
            self.player.think(line, Task::new(self.budget).seed(1).stop(stop).telling(&mut watch))?;
        let bounds = if report.proven { (report.value, report.value) } else { watch.bounds };
        let value = if report.proven { line.score(report.value, report.distance) } else { None };
        Ok(Solution {
            value,
            best: report.best.filter(|_| report.proven),
            bounds,
            distance: report.distance.filter(|_| report.proven),
            values: report.values,
            pv: report.pv,
            nodes: report.nodes,
            seconds: report.seconds,
            stopped: stop.raised() && !report.proven,
        })
    }

    /// Solves every position of a suite and compares with the scores that it knows, until it is told to stop.
    pub fn suite(
        &mut self,
        problems: &[Problem],
        stop: &Stop,
        tell: &mut dyn FnMut(&Problem, &Solution),
    ) -> Result<Summary, Error> {
        let mut summary = Summary::default();
        for problem in problems {
            let solution = self.solve(&*problem.line, stop, &mut ())?;
            if solution.stopped {
                summary.interrupted = true;
                break;
            }
            summary.count(problem, &solution);
            tell(problem, &solution);
        }
        Ok(summary)
    }
}

/// How a solver did on a suite.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Positions asked.
    pub positions: u64,
    /// Solved with the suite's score.
    pub right: u64,
    /// Solved with another score.
    pub wrong: u64,
    /// Not solved within the means.
    pub unknown: u64,
    /// Solved, where the suite has no score to compare with.
    pub unscored: u64,
    /// Solved where the suite names best moves.
    pub named: u64,
    /// Solved with one of the moves that the suite names.
    pub best: u64,
    /// Nodes in all.
    pub total_nodes: u64,
    /// Nodes a position.
    pub mean_nodes: f64,
    /// Seconds in all.
    pub seconds: f64,
    /// Whether it was told to stop before the last position.
    pub interrupted: bool,
}

impl Summary {
    fn count(&mut self, problem: &Problem, solution: &Solution) {
        let place = match (solution.value, problem.score) {
            (None, _) => &mut self.unknown,
            (Some(_), None) => &mut self.unscored,
            (Some(value), Some(score)) if (value - score).abs() < PRECISION => &mut self.right,
            (Some(_), Some(_)) => &mut self.wrong,
        };
        *place += 1;
        if let (Some(_), Some(best), false) = (solution.value, &solution.best, problem.best.is_empty()) {
            self.named += 1;
            self.best += u64::from(problem.best.contains(best));
        }
        self.positions += 1;
        self.total_nodes += solution.nodes;
        self.mean_nodes = self.total_nodes as f64 / self.positions as f64;
        self.seconds += solution.seconds;
    }
}

/// Remembers the bounds that a search has proven so far.
struct Watch<'a> {
    bounds: (f64, f64),
    progress: &'a mut dyn Progress,
}

impl Progress for Watch<'_> {
    fn row(&mut self, row: &Row) {
        self.progress.row(row);
    }
    fn tick(&mut self, tick: &Tick) {
        self.progress.tick(tick);
    }
    fn bounds(&mut self, low: f64, high: f64) {
        self.bounds = (low.max(self.bounds.0), high.min(self.bounds.1));
        self.progress.bounds(self.bounds.0, self.bounds.1);
    }
}

/// The range of payoffs, in the view of a search's report.
fn widest(nature: &Nature, turn: Turn) -> (f64, f64) {
    let (low, high) = nature.bounds;
    if nature.players == 2 && turn.view().index() == 1 { (-high, -low) } else { (low, high) }
}

/// The same game with payoffs that scores count.
fn scored(game: Box<dyn AnyGame>) -> Result<Box<dyn AnyGame>, Error> {
    match game.scored_by() {
        None => Ok(game),
        Some((key, value)) => {
            plywood_players::game(&game.spec().parse::<Spec>()?.with(key, value)?.to_string())
        }
    }
}

/// The spec of the best solver of a game.
///
/// # Errors
///
/// If no solver fits the game.
pub fn best(game: &dyn AnyGame) -> Result<String, Error> {
    if let Some(own) = game.specialists().iter().find(|one| one.exact) {
        return Ok(own.about.name.to_string());
    }
    let nature = game.nature();
    let depth = nature.longest.unwrap_or(FAR);
    // A win may be near, whatever the length of the game; a margin is known at its end alone.
    let near = nature.payoff == PayoffKind::Outcome || nature.history;
    let deepening = if near { "on" } else { "off" };
    if fits("mtdf", &nature) {
        // What was good elsewhere misleads a search to the end: the game's own order is better there.
        let order = if near { "" } else { ", killers=off, history=off" };
        return Ok(format!("mtdf(depth={depth}, deepening={deepening}{order}, etc=on, table={MEMORY})"));
    }
    if fits("star_etc", &nature) {
        return Ok(format!("star_etc(depth={depth}, deepening={deepening}, match=deeper, table={MEMORY})"));
    }
    if fits("maxn", &nature) {
        return Ok(format!("maxn(depth={depth})"));
    }
    Err(Error::new(format!("nothing solves {}: its chance events cannot be listed", game.spec())))
}

/// The spec with its table, or whatever it keeps in memory, of this size.
fn with_memory(game: &dyn AnyGame, spec: Spec, memory: &str) -> Result<Spec, Error> {
    match declared(game.specialists(), &spec.name).and_then(Declaration::memory_key) {
        Some(key) => spec.with(key.name, memory),
        None => Err(Error::new(format!("{} has no table whose memory could be set", spec.name))),
    }
}

/// Refuses a search that would go on for ever: playouts end by a budget alone.
fn endless(game: &dyn AnyGame, spec: &Spec, budget: &Budget) -> Result<(), Error> {
    let player = declared(game.specialists(), &spec.name).filter(|player| player.endless);
    let Some(entry) = player else { return Ok(()) };
    let limited = |limit: &Limit| budget.sets(*limit) || spec.get(limit.key().name).is_some();
    if entry.keeps.iter().any(limited) {
        return Ok(());
    }
    Err(spec.error(format!("{} ends by its budget alone; {}", spec.name, Limit::listed(entry.keeps))))
}
