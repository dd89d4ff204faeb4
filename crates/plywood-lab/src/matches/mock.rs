//! A game for tests: players take one to three tokens in turn, and the player who takes the last one wins.
//! With dice, a coin after every move may put a token back. Players that misbehave in every way that the
//! referee must survive.

use std::any::Any;

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer, Perft};
use plywood_core::game::Player;
use plywood_core::random::{below, seeded, unit};
use plywood_core::settings::{Takes, number, whole};
use plywood_core::spec::{About, Args, Key};
use plywood_core::trace::Trace;
use plywood_core::{Chance, Declaration, Error, Nature, Report, Rng, Spec, Stop, Task, Turn};

const KEYS: &[Key] = &[
    Key::taking("tokens", "12", whole(1, 99), "tokens at the start"),
    Key::taking("dice", "off", Takes::Switch, "whether a coin may put one back"),
    Key::taking("seats", "2", whole(1, 9), "players"),
];

const AIMS: &[Key] = &[Key::taking(
    "at",
    "0",
    number(-10.0, 10.0),
    "the nearer to three, the more often it plays the winning move",
)];

#[derive(Clone, Copy)]
struct Tokens {
    tokens: u32,
    dice: bool,
    seats: u8,
}

#[derive(Clone)]
struct TokenLine {
    game: Tokens,
    start: String,
    left: u32,
    seat: u8,
    coin_due: bool,
    steps: Vec<String>,
}

/// Makes the game.
pub fn make(text: &str) -> Result<Box<dyn AnyGame>, Error> {
    let spec: Spec = text.parse()?;
    if spec.name != "tokens" {
        return Err(spec.error("the only game is tokens"));
    }
    let args = Args::new(&spec, &[KEYS])?;
    let seats = args.get("seats")?;
    Ok(Box::new(Tokens { tokens: args.get("tokens")?, dice: args.get::<bool>("dice")?, seats }))
}

impl AnyGame for Tokens {
    fn spec(&self) -> String {
        format!(
            "tokens(tokens={}, dice={}, seats={})",
            self.tokens,
            if self.dice { "on" } else { "off" },
            self.seats
        )
    }
    fn nature(&self) -> Nature {
        let chance = if self.dice { Chance::Enumerable } else { Chance::None };
        Nature { players: usize::from(self.seats), chance, ..Nature::outcome() }
    }
    fn evaluators(&self) -> &'static [About] {
        &[]
    }
    fn policies(&self) -> &'static [About] {
        &[]
    }
    fn oracles(&self) -> &'static [About] {
        &[]
    }
    fn specialists(&self) -> &[Declaration] {
        &[]
    }
    fn start(&self) -> Box<dyn AnyLine> {
        self.read(&format!("{} 0", self.tokens)).expect("the start is a position")
    }
    fn read(&self, position: &str) -> Result<Box<dyn AnyLine>, Error> {
        let numbers =
            position.split_once(' ').and_then(|(left, seat)| Some((left.parse().ok()?, seat.parse().ok()?)));
        let (left, seat) = numbers.ok_or_else(|| Error::at(position, 0, "expected tokens and seat"))?;
        let start = position.to_string();
        Ok(Box::new(TokenLine { game: *self, start, left, seat, coin_due: false, steps: Vec::new() }))
    }
    fn player(&self, spec: &Spec) -> Result<Box<dyn AnyPlayer>, Error> {
        let known = ["random", "one", "three", "panics", "illegal", "errs", "silent", "slow"];
        if known.contains(&spec.name.as_str()) {
            Ok(Box::new(TokenPlayer(spec.name.clone())))
        } else if spec.name == "aims" {
            let args = Args::new(spec, &[AIMS])?;
            args.get::<f64>("at")?;
            Ok(Box::new(TokenPlayer(spec.to_string())))
        } else {
            Err(spec.error("unknown player"))
        }
    }
    fn perft(&self, _: &dyn AnyLine, _: u32, _: &Stop) -> Result<Perft, Error> {
        unimplemented!("no test counts positions")
    }
    fn conform(&self, _: u64) {
        unimplemented!("no test checks its rules")
    }
}

impl AnyLine for TokenLine {
    fn turn(&self) -> Turn {
        match (self.left, self.coin_due) {
            (0, _) => Turn::Over,
            (_, true) => Turn::Chance,
            _ => Turn::Player(Player(self.seat)),
        }
    }
    fn moves(&self) -> Vec<String> {
        (1..=3.min(self.left)).map(|take| take.to_string()).collect()
    }
    fn events(&self) -> Vec<(String, f64)> {
        vec![("heads".to_string(), 0.5), ("tails".to_string(), 0.5)]
    }
    fn step(&mut self, text: &str) -> Result<(), Error> {
        match self.turn() {
            Turn::Player(_) if self.moves().iter().any(|known| known == text) => {
                self.left -= text.parse::<u32>().map_err(|_| Error::new("not a number"))?;
                self.seat = (self.seat + 1) % self.game.seats;
                self.coin_due = self.game.dice;
            }
            Turn::Chance if text == "heads" || text == "tails" => {
                self.left += u32::from(text == "heads");
                self.coin_due = false;
            }
            _ => return Err(Error::new(format!("{text} is not possible"))),
        }
        self.steps.push(text.to_string());
        Ok(())
    }
    fn sample(&mut self, rng: &mut Rng) -> String {
        let text = ["heads", "tails"][below(rng, 2)].to_string();
        self.step(&text).expect("a coin can fall either way");
        text
    }
    fn undo(&mut self) -> bool {
        false
    }
    fn steps(&self) -> Vec<String> {
        self.steps.clone()
    }
    fn payoffs(&self) -> Vec<f64> {
        let winner = (self.seat + self.game.seats - 1) % self.game.seats;
        (0..self.game.seats).map(|seat| if seat == winner { 1.0 } else { -1.0 }).collect()
    }
    fn ending(&self) -> String {
        "rules".to_string()
    }
    fn position(&self) -> String {
        format!("{} {}", self.left, self.seat)
    }
    fn start(&self) -> String {
        self.start.clone()
    }
    fn draw(&self) -> String {
        self.position()
    }
    fn key(&self) -> u64 {
        u64::from(self.left)
    }
    fn boxed_clone(&self) -> Box<dyn AnyLine> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct TokenPlayer(String);

impl AnyPlayer for TokenPlayer {
    fn spec(&self) -> String {
        self.0.clone()
    }
    fn think(&mut self, line: &dyn AnyLine, task: Task<'_>) -> Result<Report, Error> {
        let moves = line.moves();
        let best = match self.0.as_str() {
            "random" => Some(moves[below(&mut seeded(task.seed), moves.len())].clone()),
            "one" => Some("1".to_string()),
            "three" => moves.last().cloned(),
            "illegal" => Some("4".to_string()),
            "silent" => None,
            // Takes a fiftieth of a second, and says what its clock said.
            "slow" => {
                std::thread::sleep(std::time::Duration::from_millis(20));
                let left = task.budget.clock.map_or(0.0, |clock| clock.left);
                let counters = [("left".to_string(), left)].into();
                return Ok(Report { best: moves.first().cloned(), counters, ..Report::default() });
            }
            "panics" => panic!("out of ideas"),
            aims if aims.starts_with("aims") => {
                let mut rng = seeded(task.seed);
                let at: f64 =
                    aims.parse::<Spec>()?.get("at").map_or(Ok(0.0), |at| at.name.parse()).unwrap_or(0.0);
                // Taking three less than a multiple of four leaves the other one lost.
                let left: usize =
                    line.position().split(' ').next().and_then(|left| left.parse().ok()).unwrap_or(0);
                let winning = (left % 4).checked_sub(1).and_then(|place| moves.get(place));
                let sure = unit(&mut rng) < libm::exp(-0.2 * (at - 3.0) * (at - 3.0));
                Some(winning.filter(|_| sure).unwrap_or(&moves[below(&mut rng, moves.len())]).clone())
            }
            _ => return Err(Error::new("no opinion")),
        };
        Ok(Report { best, nodes: moves.len() as u64, ..Report::default() })
    }
    fn trace(&mut self, _: &dyn AnyLine, _: usize) -> Result<Trace, Error> {
        unimplemented!("no test draws a tree")
    }
}
