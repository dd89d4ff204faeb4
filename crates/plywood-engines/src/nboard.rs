//! NBoard 2: the protocol of Othello boards, from the board's side.
//!
//! The whole game is sent before each question, as `set game` with a GGF. An engine cannot be told a time a move or a
//! number of nodes, only a depth; a clock goes with the game as its time (`TI`), which is what is left of it. Values are
//! discs for the player on turn.

use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::{Budget, Error, Limit, Occasion, Played, Report};

use super::{Protocol, Talk};

/// Speaks it.
pub struct NBoard {
    game: Box<dyn AnyGame>,
    /// The worth of a disc in payoffs.
    disc: f64,
}

impl NBoard {
    /// For Othello on the usual board.
    pub fn new(game: &dyn AnyGame) -> Result<NBoard, Error> {
        let spec = game.spec();
        let start = "---------------------------OX------XO--------------------------- X";
        let fits = spec.starts_with("othello") && game.start().position() == start;
        if !fits {
            return Err(Error::new(format!(
                "nboard is for othello on 8x8, not for {spec}; line is for any game"
            )));
        }
        // An outcome is at most one, and a guess never reaches it.
        let disc = if game.nature().bounds.1 > 1.0 { 1.0 } else { 1.0 / 65.0 };
        Ok(NBoard { game: plywood_players::game(&spec)?, disc })
    }
}

impl Protocol for NBoard {
    fn keeps(&self) -> &'static [Limit] {
        &[Limit::Depth]
    }
    fn needs_limit(&self) -> bool {
        false
    }
    fn greet(&self, talk: &mut Talk, options: &[(String, String)]) -> Result<(), Error> {
        talk.say("nboard 2")?;
        options.iter().try_for_each(|(name, value)| talk.say(format!("set {name} {value}")))?;
        synchronise(talk)
    }
    fn new_game(&self, talk: &mut Talk) -> Result<(), Error> {
        synchronise(talk)
    }
    fn ask(&self, talk: &mut Talk, line: &dyn AnyLine, budget: &Budget, _: u64) -> Result<Report, Error> {
        if let Some(depth) = budget.depth {
            talk.say(format!("set depth {depth}"))?;
        }
        let played = Played {
            game: self.game.spec(),
            start: line.start(),
            steps: line.steps(),
            players: vec!["X".to_string(), "O".to_string()],
            payoffs: Vec::new(),
            ending: String::new(),
        };
        let occasion = Occasion { event: "Plywood".to_string(), date: (1970, 1, 1), round: "1".to_string() };
        let game =
            self.game.record(&played, &occasion).ok_or_else(|| Error::new("the game cannot be written"))?;
        let time = budget.clock.map_or(String::new(), |clock| {
            let left = clock.left.max(0.0) as u64;
            format!("TI[{}:{:02}]", left / 60, left % 60)
        });
        talk.say(format!("set game {}", game.trim().replacen("TY[", &format!("{time}TY["), 1)))?;
        synchronise(talk)?;
        talk.say("go")?;
        let mut report = Report::default();
        talk.hear(|line| match line.split_once(' ').unwrap_or((line, "")) {
            ("nodestats", rest) => {
                let nodes = rest.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
                report.nodes = nodes.unwrap_or_default() as u64;
                None
            }
            ("===", rest) => {
                // Some write spaces where the protocol has strokes.
                let mut fields = rest.split(['/', ' ']).filter(|field| !field.is_empty());
                let square = fields.next().unwrap_or_default();
                let chosen = match square.eq_ignore_ascii_case("pa") {
                    true => "pass".to_string(),
                    false => square.to_ascii_lowercase(),
                };
                let discs = fields
                    .next()
                    .and_then(|field| field.parse::<f64>().ok())
                    .filter(|discs| discs.is_finite());
                let value = discs.unwrap_or_default().clamp(-64.0, 64.0) * self.disc;
                Some(Report { best: Some(chosen), value, ..report.clone() })
            }
            _ => None,
        })
    }
}

/// Waits until the engine has heard all so far.
fn synchronise(talk: &mut Talk) -> Result<(), Error> {
    talk.say("ping 1")?;
    talk.hear(|line| line.starts_with("pong").then_some(()))
}
