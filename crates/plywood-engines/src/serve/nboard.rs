//! `plywood nboard`: a player of Othello behind NBoard 2, so that boards of others can load it.
//!
//! Lines that are not understood are ignored, as the protocol asks. Values are discs for the player on turn. `set depth`
//! counts for players that keep a depth. `ping` ends the search under way before it is answered.

use std::io::{self, Write};

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::{Budget, Error, Limit, Report, Task, Turn};

use super::Inbox;
use plywood_players::choice::{Purpose, choose};
use plywood_players::specialists;

/// The game whose payoffs are discs.
const GAME: &str = "othello(payoff=margin)";

/// Where players that draw numbers begin: the board does not say.
const SEED: u64 = 1;

/// An engine at a board.
pub struct Engine {
    game: Box<dyn AnyGame>,
    player: Box<dyn AnyPlayer>,
    keeps_depth: bool,
    depth: Option<u32>,
    line: Box<dyn AnyLine>,
}

impl Engine {
    /// A player by its spec; without one a search that fits the game.
    pub fn new(spec: Option<&str>) -> Result<Engine, Error> {
        let game = plywood_players::game(GAME)?;
        let spec = spec.unwrap_or_else(|| choose(&*game, Purpose::Play)).parse::<plywood_core::Spec>()?;
        let player = game.player(&spec)?;
        let keeps_depth = specialists::keeps(game.specialists(), &spec.name).contains(&Limit::Depth);
        let line = game.start();
        Ok(Engine { game, player, keeps_depth, depth: None, line })
    }

    /// Answers until the input ends or says `quit`.
    pub fn serve(&mut self, inbox: &Inbox, out: &mut dyn Write) -> io::Result<()> {
        while let Some(text) = inbox.next() {
            let mut words = text.split_whitespace();
            let rest = |words: std::str::SplitWhitespace| words.collect::<Vec<_>>().join(" ");
            match (words.next().unwrap_or_default(), words.next()) {
                ("nboard", Some(_)) => writeln!(out, "set myname Plywood")?,
                ("set", Some("depth")) => {
                    if let Some(depth) =
                        words.next().and_then(|word| word.parse().ok()).filter(|depth| *depth > 0)
                    {
                        self.depth = Some(depth);
                    }
                }
                ("set", Some("game")) => {
                    if let Some(line) = self.read(&rest(words)) {
                        self.line = line;
                        self.player.new_game();
                    }
                }
                ("move", Some(played)) => drop(self.line.step(&of_square(played))),
                ("go", None) => self.go(inbox, out)?,
                ("hint", count) => {
                    self.hint(count.and_then(|count| count.parse().ok()).unwrap_or(1), inbox, out)?
                }
                ("analyze", None) => self.analyze(inbox, out)?,
                // There is no book to add the game to; the board is told that it was taken.
                ("learn", None) => writeln!(out, "learned")?,
                ("ping", number) => writeln!(out, "pong {}", number.unwrap_or_default())?,
                ("quit", None) => return Ok(()),
                _ => {}
            }
            out.flush()?;
        }
        Ok(())
    }

    /// A game of the board as a line; none where it is not one of Othello on 8x8.
    fn read(&self, text: &str) -> Option<Box<dyn AnyLine>> {
        let recorded = self.game.read_games(text.as_bytes())?.ok()?;
        recorded.into_iter().next().map(|game| game.line)
    }

    fn budget(&self) -> Budget {
        Budget { depth: self.depth.filter(|_| self.keeps_depth), ..Budget::UNSET }
    }

    fn think(&mut self, line: &dyn AnyLine, budget: &Budget, inbox: &Inbox) -> Option<Report> {
        self.player.think(line, Task::new(*budget).seed(SEED).stop(&inbox.stop)).ok()
    }

    fn go(&mut self, inbox: &Inbox, out: &mut dyn Write) -> io::Result<()> {
        if !matches!(self.line.turn(), Turn::Player(_)) {
            return Ok(());
        }
        writeln!(out, "status Plywood is thinking")?;
        out.flush()?;
        let (line, budget) = (self.line.boxed_clone(), self.budget());
        if let Some(report) = self.think(&*line, &budget, inbox)
            && let Some(best) = &report.best
        {
            writeln!(out, "nodestats {} {:.3}", report.nodes, report.seconds)?;
            writeln!(out, "=== {}/{:.2}/{:.3}", to_square(best), report.value, report.seconds)?;
        }
        writeln!(out, "status Plywood is waiting")
    }

    /// The best moves so far, deeper and deeper where the player keeps a depth.
    fn hint(&mut self, count: usize, inbox: &Inbox, out: &mut dyn Write) -> io::Result<()> {
        if !matches!(self.line.turn(), Turn::Player(_)) {
            return Ok(());
        }
        writeln!(out, "status Plywood is analysing")?;
        let deepest = self.depth.filter(|_| self.keeps_depth);
        for depth in deepest.map_or(1..=1, |deepest| 1..=deepest) {
            let Some(mut hints) = self.hints(deepest.map(|_| depth), inbox) else { break };
            hints.sort_by(|a, b| b.0.total_cmp(&a.0));
            for (value, name, proven, line) in hints.into_iter().take(count.max(1)) {
                let depth = if proven { "100%".to_string() } else { depth.to_string() };
                writeln!(out, "search {name}{line} {value:.2} 0 {depth}")?;
            }
            out.flush()?;
        }
        writeln!(out, "status Plywood is waiting")
    }

    /// Every move with its value, whether that is exact, and the line behind it; none where the search was ended.
    fn hints(&mut self, depth: Option<u32>, inbox: &Inbox) -> Option<Vec<(f64, String, bool, String)>> {
        let seat = self.line.turn().view().index();
        let mut found = Vec::new();
        for name in self.line.moves() {
            let mut after = self.line.boxed_clone();
            after.step(&name).ok()?;
            let (value, proven, line) = match after.turn() {
                Turn::Over => (after.payoffs()[seat], true, String::new()),
                _ => {
                    let budget = Budget { depth: depth.map(|depth| depth - 1), ..Budget::UNSET };
                    let report = self.think(&*after, &budget, inbox)?;
                    (-report.value, report.proven, report.pv.iter().map(|name| to_square(name)).collect())
                }
            };
            found.push((value, to_square(&name), proven, line));
            if inbox.stop.raised() {
                return None;
            }
        }
        Some(found)
    }

    /// The value of every position of the game for who is on turn there, from the end backwards.
    fn analyze(&mut self, inbox: &Inbox, out: &mut dyn Write) -> io::Result<()> {
        let mut line = self.line.boxed_clone();
        loop {
            let budget = self.budget();
            let thinks = line.turn() != Turn::Over;
            let value =
                thinks.then(|| self.think(&*line, &budget, inbox)).flatten().map(|report| report.value);
            if inbox.stop.raised() {
                break;
            }
            if let Some(value) = value {
                writeln!(out, "analysis {} {value:.2}", line.steps().len())?;
                out.flush()?;
            }
            if !line.undo() {
                break;
            }
        }
        writeln!(out, "status Plywood is waiting")
    }
}

/// A move of the board, `F5/1.2/3` or `PA`, as the game writes it.
fn of_square(text: &str) -> String {
    let name = text.split('/').next().unwrap_or_default();
    if name.eq_ignore_ascii_case("pa") { "pass".to_string() } else { name.to_string() }
}

/// A move as the board writes it.
fn to_square(name: &str) -> String {
    if name == "pass" { "PA".to_string() } else { name.to_ascii_uppercase() }
}
