//! The universal chess interface, from the board's side.
//!
//! It needs of a game only its text: a position is sent as `position fen …` with whatever the game writes, the moves
//! since then where all of them look as this protocol writes moves, else the position as it is now. A value in
//! hundredths of a pawn becomes the expected payoff by the usual curve: 400 of them are ten to one.

use plywood_core::facade::AnyLine;
use plywood_core::{Budget, Error, Limit, Player, Report, Turn};

use super::{Protocol, Talk};

/// Speaks it.
pub struct Uci;

impl Protocol for Uci {
    fn keeps(&self) -> &'static [Limit] {
        &[Limit::Depth, Limit::Nodes, Limit::Time]
    }
    fn needs_limit(&self) -> bool {
        true
    }
    fn greet(&self, talk: &mut Talk, options: &[(String, String)]) -> Result<(), Error> {
        talk.say("uci")?;
        talk.hear(|line| (line == "uciok").then_some(()))?;
        options
            .iter()
            .try_for_each(|(name, value)| talk.say(format!("setoption name {name} value {value}")))?;
        ready(talk)
    }
    fn new_game(&self, talk: &mut Talk) -> Result<(), Error> {
        talk.say("ucinewgame")?;
        ready(talk)
    }
    fn ask(&self, talk: &mut Talk, line: &dyn AnyLine, budget: &Budget, _: u64) -> Result<Report, Error> {
        let steps = line.steps();
        talk.say(match steps.iter().all(|step| is_move(step)) {
            true if steps.is_empty() => format!("position fen {}", line.start()),
            true => format!("position fen {} moves {}", line.start(), steps.join(" ")),
            false => format!("position fen {}", line.position()),
        })?;
        talk.say(format!("go{}", order(budget, line.turn())))?;
        let mut report = Report::default();
        talk.hear(|line| match line.split_once(' ').unwrap_or((line, "")) {
            ("info", rest) => {
                inform(&mut report, rest);
                None
            }
            ("bestmove", rest) => {
                let best = rest.split_whitespace().next().unwrap_or_default().to_string();
                Some(Report { best: Some(best), ..report.clone() })
            }
            _ => None,
        })
    }
}

fn ready(talk: &mut Talk) -> Result<(), Error> {
    talk.say("isready")?;
    talk.hear(|line| (line == "readyok").then_some(()))
}

/// Whether a text looks like a move: two squares, and perhaps what a pawn becomes.
pub fn is_move(text: &str) -> bool {
    let square = |bytes: &[u8]| bytes[0].is_ascii_lowercase() && bytes[1].is_ascii_digit();
    let bytes = text.as_bytes();
    matches!(bytes.len(), 4 | 5)
        && square(bytes)
        && square(&bytes[2..])
        && bytes.get(4).is_none_or(|letter| letter.is_ascii_lowercase())
}

/// What stands behind `go`, each word with a space before it. Only the clock of the player on turn is known: the other's
/// is taken to be the same.
pub fn order(budget: &Budget, turn: Turn) -> String {
    let Budget { depth, nodes, seconds, clock, .. } = *budget;
    let thousandths = |seconds: f64| (seconds * 1000.0).floor().max(1.0) as u64;
    let mut text = String::new();
    text += &depth.map_or(String::new(), |depth| format!(" depth {depth}"));
    text += &nodes.map_or(String::new(), |nodes| format!(" nodes {nodes}"));
    match (seconds.filter(|seconds| seconds.is_finite()), clock) {
        (Some(seconds), _) => text += &format!(" movetime {}", thousandths(seconds)),
        (None, Some(clock)) => {
            let (left, added) = (thousandths(clock.left), (clock.increment * 1000.0) as u64);
            let sides = if turn == Turn::Player(Player::FIRST) { ['w', 'b'] } else { ['b', 'w'] };
            for side in sides {
                text += &format!(" {side}time {left} {side}inc {added}");
            }
        }
        (None, None) if text.is_empty() => text += " infinite",
        (None, None) => {}
    }
    text
}

/// Takes in what the program says of its search.
fn inform(report: &mut Report, text: &str) {
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => report.depth = number(words.next()).unwrap_or(0.0) as u32,
            "nodes" => report.nodes = number(words.next()).unwrap_or(0.0) as u64,
            "score" => match (words.next(), number(words.next())) {
                (Some("cp"), Some(pawns)) => {
                    report.value = 2.0 / (1.0 + 10_f64.powf(-pawns / 400.0)) - 1.0;
                }
                (Some("mate"), Some(moves)) => report.value = if moves > 0.0 { 1.0 } else { -1.0 },
                _ => {}
            },
            // What follows is free text, or moves.
            "string" | "pv" => return,
            _ => {}
        }
    }
}

fn number(word: Option<&str>) -> Option<f64> {
    word.and_then(|word| word.parse().ok()).filter(|number: &f64| number.is_finite())
}
