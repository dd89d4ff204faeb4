//! `plywood engine`: a player of ours behind the line protocol.

use std::io::{self, Write};

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::{Error, Report, Task, Turn};

use super::Inbox;
use crate::line::{Order, VERSION};

/// Answers until the input ends or says `quit`.
pub fn serve(
    game: &dyn AnyGame,
    player: &mut dyn AnyPlayer,
    inbox: &Inbox,
    out: &mut dyn Write,
) -> io::Result<()> {
    // What the position and its steps came to: a wrong one is told when it is asked about.
    let mut line: Result<Box<dyn AnyLine>, Error> = Ok(game.start());
    while let Some(text) = inbox.next() {
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let rest = rest.trim();
        match word {
            "plywood" => writeln!(out, "plywood {VERSION} {}", player.spec())?,
            "game" => match plywood_players::game(rest) {
                Ok(asked) if asked.normal() == game.normal() => writeln!(out, "ready")?,
                Ok(_) => writeln!(out, "error this engine plays {}, not {rest}", game.spec())?,
                Err(error) => writeln!(out, "error {}", in_a_line(&error))?,
            },
            "new" => player.new_game(),
            "position" => {
                line = if rest.is_empty() || rest == "start" { Ok(game.start()) } else { game.read(rest) };
            }
            "step" => {
                let step = line.as_mut().ok().map(|line| line.step(rest));
                if let Some(Err(error)) = step {
                    line = Err(error);
                }
            }
            "go" => {
                match line.as_ref().map_err(Error::clone).and_then(|line| think(player, &**line, rest, inbox))
                {
                    Ok(report) => {
                        let Report { depth, value, nodes, evaluations, simulations, .. } = report;
                        writeln!(
                            out,
                            "info depth {depth} value {value} nodes {nodes} evaluations {evaluations} simulations {simulations}"
                        )?;
                        writeln!(out, "move {}", report.best.unwrap_or_default())?;
                    }
                    Err(error) => writeln!(out, "error {}", in_a_line(&error))?,
                }
            }
            "ping" => writeln!(out, "pong {rest}")?,
            "quit" => return Ok(()),
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

fn think(
    player: &mut dyn AnyPlayer,
    line: &dyn AnyLine,
    order: &str,
    inbox: &Inbox,
) -> Result<Report, Error> {
    if !matches!(line.turn(), Turn::Player(_)) {
        return Err(Error::new(format!("there is nothing to play in {}", line.position())));
    }
    let Order { budget, seed } = Order::read(order);
    let report = player.think(line, Task::new(budget).seed(seed).stop(&inbox.stop))?;
    if report.best.is_none() { Err(Error::new("no move was found")) } else { Ok(report) }
}

/// The error without the picture of its place.
fn in_a_line(error: &Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_string()
}
