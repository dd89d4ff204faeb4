//! `plywood uci`: a search of ours behind the protocol that chess programs speak with boards and tournaments.
//!
//! Reads `uci`, `isready`, `setoption`, `ucinewgame`, `position`, `go`, `stop` and `quit`; lines that it does not understand
//! are passed over, as the protocol asks. A search runs beside the conversation, so that it can be stopped.

use std::io::{self, BufRead};
use std::thread::JoinHandle;

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::{Budget, Game, Notation, Progress, Report, Row, Stop, Task, Tick};
use plywood_games::chess::{Chess, Position, write_uci};

use crate::terminal::print;

/// What plays unless somebody names another.
const USUAL: &str = "pvs(eval=positional, quiescence=on, null=on, lmr=on, extend=on, table=64MB)";
/// Of the time that is left a move gets this part, and this part of what comes in with each move.
const PART: f64 = 1.0 / 30.0;
const INCREMENT: f64 = 0.7;
/// Seconds that a move takes at least.
const LEAST: f64 = 0.01;
/// Hundredths of a pawn that a value of one stands for: the range of the evaluation.
const POINTS: f64 = 20_000.0;

/// Play chess by the UCI protocol, for boards and tournament programs
#[derive(clap::Args)]
#[command(after_help = "Example: plywood uci --with \"uct(simulations=20000)\"")]
pub struct Arguments {
    /// The player, such as "ab(depth=6)"
    #[arg(long = "with", value_name = "SPEC", default_value = USUAL)]
    spec: String,
}

/// What is thinking, and how to stop it.
struct Thought {
    stop: Stop,
    thread: JoinHandle<Box<dyn AnyPlayer>>,
}

/// The conversation.
struct Engine {
    game: Box<dyn AnyGame>,
    /// At home, or lent to the thought.
    player: Option<Box<dyn AnyPlayer>>,
    thought: Option<Thought>,
    line: Box<dyn AnyLine>,
    position: Position,
}

impl Arguments {
    /// Speaks until it is told to quit or nobody speaks any more.
    pub fn run(self) -> anyhow::Result<()> {
        let game = plywood_players::game("chess")?;
        let player = Some(game.player(&self.spec.parse()?)?);
        let line = game.start();
        let mut engine = Engine { game, player, thought: None, line, position: Chess::default().start() };
        for words in io::stdin().lock().lines() {
            let words = words?;
            let words: Vec<&str> = words.split_whitespace().collect();
            match words.first().copied() {
                Some("quit") => break,
                _ => engine.hear(&words)?,
            }
        }
        engine.wait(true);
        Ok(())
    }
}

impl Engine {
    fn hear(&mut self, words: &[&str]) -> anyhow::Result<()> {
        match words {
            ["uci", ..] => print(format!(
                "id name Plywood {}\nid author the Plywood authors\noption name Spec type string default {USUAL}\nuciok\n",
                env!("CARGO_PKG_VERSION")
            ))?,
            ["isready", ..] => print("readyok\n")?,
            ["setoption", "name", "Spec", "value", spec @ ..] => {
                self.wait(true);
                match spec.join(" ").parse().and_then(|spec| self.game.player(&spec)) {
                    Ok(player) => self.player = Some(player),
                    Err(error) => refuse(&error)?,
                }
            }
            ["ucinewgame", ..] => {
                self.wait(true);
                self.player.iter_mut().for_each(|player| player.new_game());
            }
            ["position", rest @ ..] => {
                self.wait(true);
                if let Err(error) = self.place(rest) {
                    refuse(&error)?;
                }
            }
            ["go", rest @ ..] => {
                self.wait(true);
                self.go(rest);
            }
            ["stop", ..] => self.wait(true),
            _ => {}
        }
        Ok(())
    }

    /// Waits for the thought, which is stopped first where that is asked for.
    fn wait(&mut self, stopping: bool) {
        if let Some(Thought { stop, thread }) = self.thought.take() {
            if stopping {
                stop.raise();
            }
            self.player = thread.join().ok();
        }
    }

    /// `startpos` or `fen ...`, and the moves from there; what is refused changes nothing.
    fn place(&mut self, words: &[&str]) -> Result<(), plywood_core::Error> {
        let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let mut line = match &words[..moves] {
            ["fen", fen @ ..] => self.game.read(&fen.join(" "))?,
            _ => self.game.start(),
        };
        for chosen in words[moves..].iter().skip(1) {
            line.step(chosen)?;
        }
        self.position = Chess::default().read_position(&line.position())?;
        self.line = line;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) {
        let Some(mut player) = self.player.take() else { return };
        let budget = budget(words, self.position.mover().0 == 0);
        let (line, position, stop) = (self.line.boxed_clone(), self.position.clone(), Stop::new());
        let raised = stop.clone();
        let thread = std::thread::spawn(move || {
            let mut told = Told(position.clone());
            let best = player
                .think(&*line, Task::new(budget).seed(1).stop(&raised).telling(&mut told))
                .ok()
                .and_then(|report: Report| report.best);
            let best = best.and_then(|best| in_uci(&position, &[best]).pop());
            let _ = print(format!("bestmove {}\n", best.unwrap_or_else(|| "0000".to_string())));
            player
        });
        self.thought = Some(Thought { stop, thread });
        // Without a limit somebody will say stop; else nothing is heard that would not wait.
        if !words.contains(&"infinite") && !words.contains(&"ponder") {
            self.wait(false);
        }
    }
}

/// Says why something was not done, in one line.
fn refuse(error: &plywood_core::Error) -> anyhow::Result<()> {
    print(format!("info string {}\n", error.to_string().lines().next().unwrap_or_default()))
}

/// What `go` allows.
fn budget(words: &[&str], white: bool) -> Budget {
    let number = |name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1)?.parse::<f64>().ok().filter(|number| *number >= 0.0)
    };
    let (left, more) = if white { ("wtime", "winc") } else { ("btime", "binc") };
    let by_clock = number(left).map(|left| {
        let part = number("movestogo").map_or(PART, |moves| 1.0 / (moves + 1.0).max(2.0));
        let wanted = left * part + number(more).unwrap_or(0.0) * INCREMENT;
        (wanted.min(0.8 * left) / 1e3).max(LEAST)
    });
    let seconds = number("movetime").map(|time| time / 1e3).or(by_clock);
    let (depth, nodes) =
        (number("depth").map(|depth| depth as u32), number("nodes").map(|nodes| nodes as u64));
    let endless = (seconds, depth, nodes) == (None, None, None);
    Budget { depth, nodes, seconds: if endless { Some(f64::INFINITY) } else { seconds }, ..Budget::UNSET }
}

/// Moves of a line as UCI has them.
fn in_uci(position: &Position, moves: &[String]) -> Vec<String> {
    let game = Chess::default();
    let mut here = position.clone();
    let mut written = Vec::new();
    for chosen in moves {
        let Ok(chosen) = game.read_move(&here, chosen) else { break };
        written.push(write_uci(&here, chosen));
        here = game.play(&here, chosen);
    }
    written
}

/// Tells each iteration.
struct Told(Position);

impl Progress for Told {
    fn row(&mut self, row: &Row) {
        let pv = in_uci(&self.0, &row.pv).join(" ");
        let _ = print(format!(
            "info depth {} nodes {} time {} score cp {} pv {pv}\n",
            row.depth,
            row.nodes,
            (1e3 * row.seconds) as u64,
            (POINTS * row.value).round()
        ));
    }
    fn tick(&mut self, _: &Tick) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_shared_out() {
        let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
        let seconds = |text: &'static str, white: bool| budget(&words(text), white).seconds;
        assert_eq!(seconds("wtime 30000 btime 60000", true), Some(1.0));
        assert_eq!(seconds("wtime 30000 btime 60000 binc 1000", false), Some(2.7));
        assert_eq!(seconds("movetime 250", true), Some(0.25));
        assert_eq!(seconds("wtime 1 btime 1", true), Some(LEAST));
        assert_eq!(seconds("infinite", true), Some(f64::INFINITY));
        assert_eq!(
            budget(&words("depth 5 nodes 900"), true),
            Budget { depth: Some(5), nodes: Some(900), ..Budget::UNSET }
        );
    }
}
