//! Our own protocol, for any game: a position in, a move out. `docs/line-protocol.md` describes it;
//! [`super::serve::line`] is its other side.

use plywood_core::facade::AnyLine;
use plywood_core::{Budget, Clock, Error, Limit, Report};

use super::{Protocol, Talk};

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// Speaks it for one game.
pub struct LineProtocol {
    /// The game's spec.
    pub game: String,
}

impl Protocol for LineProtocol {
    fn keeps(&self) -> &'static [Limit] {
        Limit::ALL
    }
    fn needs_limit(&self) -> bool {
        true
    }
    fn greet(&self, talk: &mut Talk, options: &[(String, String)]) -> Result<(), Error> {
        talk.say(format!("plywood {VERSION}"))?;
        talk.hear(|line| line.starts_with("plywood ").then_some(()))?;
        for (name, value) in options {
            talk.say(format!("set {name} {value}"))?;
        }
        talk.say(format!("game {}", self.game))?;
        talk.hear(|line| match line.split_once(' ').unwrap_or((line, "")) {
            ("ready", _) => Some(Ok(())),
            ("error", reason) => Some(Err(Error::new(reason))),
            _ => None,
        })?
    }
    fn new_game(&self, talk: &mut Talk) -> Result<(), Error> {
        talk.say("new")
    }
    fn ask(&self, talk: &mut Talk, line: &dyn AnyLine, budget: &Budget, seed: u64) -> Result<Report, Error> {
        talk.say(format!("position {}", line.start()))?;
        line.steps().iter().try_for_each(|step| talk.say(format!("step {step}")))?;
        talk.say(format!("go{}", Order { budget: *budget, seed }.written()))?;
        let mut report = Report::default();
        talk.hear(|line| match line.split_once(' ').unwrap_or((line, "")) {
            ("info", rest) => {
                inform(&mut report, rest);
                None
            }
            ("error", reason) => Some(Err(Error::new(reason))),
            ("move", chosen) => Some(Ok(Report { best: Some(chosen.trim().to_string()), ..report.clone() })),
            _ => None,
        })?
    }
}

/// The order after `go`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Order {
    /// The budget.
    pub budget: Budget,
    /// The seed of random numbers.
    pub seed: u64,
}

impl Order {
    /// The order in words, each with a space before it.
    pub fn written(&self) -> String {
        let Budget { depth, nodes, evaluations, simulations, seconds, clock } = self.budget;
        let mut text = String::new();
        let mut add = |name: &str, value: Option<String>| {
            text += &value.map_or(String::new(), |value| format!(" {name} {value}"));
        };
        add("depth", depth.map(|depth| depth.to_string()));
        add("nodes", nodes.map(|nodes| nodes.to_string()));
        add("evaluations", evaluations.map(|evaluations| evaluations.to_string()));
        add("simulations", simulations.map(|simulations| simulations.to_string()));
        add("time", seconds.filter(|seconds| seconds.is_finite()).map(|seconds| seconds.to_string()));
        add("clock", clock.map(|Clock { left, increment }| format!("{left} {increment}")));
        add("seed", Some(self.seed.to_string()));
        text
    }

    /// Reads an order; words that are not known are passed over, one by one.
    pub fn read(text: &str) -> Order {
        let mut order = Order::default();
        let mut words = text.split_whitespace();
        while let Some(name) = words.next() {
            let budget = &mut order.budget;
            let rest = &mut words;
            let seconds = |rest: &mut std::str::SplitWhitespace| {
                rest.next()
                    .and_then(|word| word.parse::<f64>().ok())
                    .filter(|time| *time >= 0.0 && time.is_finite())
            };
            match name {
                "depth" => budget.depth = rest.next().and_then(|word| word.parse().ok()),
                "nodes" => budget.nodes = rest.next().and_then(|word| word.parse().ok()),
                "evaluations" => budget.evaluations = rest.next().and_then(|word| word.parse().ok()),
                "simulations" => budget.simulations = rest.next().and_then(|word| word.parse().ok()),
                "seed" => order.seed = rest.next().and_then(|word| word.parse().ok()).unwrap_or_default(),
                "time" => budget.seconds = seconds(rest),
                "clock" => {
                    let (left, increment) = (seconds(rest), seconds(rest));
                    budget.clock = left.zip(increment).map(|(left, increment)| Clock { left, increment });
                }
                _ => {}
            }
        }
        order
    }
}

/// Takes in what a program says of its search: names, each with a number behind it.
fn inform(report: &mut Report, text: &str) {
    let mut words = text.split_whitespace();
    while let Some(name) = words.next() {
        let Some(number) = words.next().and_then(|word| word.parse::<f64>().ok()) else { return };
        match name {
            "depth" => report.depth = number as u32,
            "value" if number.is_finite() => report.value = number,
            "nodes" => report.nodes = number as u64,
            "evaluations" => report.evaluations = number as u64,
            "simulations" => report.simulations = number as u64,
            _ => {}
        }
    }
}
