//! The referee plays one game: it asks players, checks their moves, throws the dice and records everything.
//!
//! A player that fails, panics, has no answer, gives an illegal move or oversteps its clock loses the game,
//! and the reason is recorded. A clock runs only while its player thinks; the player knows the time left. The
//! k-th chance event of a group of games has its own generator, so all games of the group see the same dice.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use plywood_core::facade::{AnyGame, AnyPlayer};
use plywood_core::random::{derive, mix, seed_of, seeded};
use plywood_core::{Budget, Clock, Error, Report, Spec, Stop, Task, Turn};

use crate::experiment::{Plan, line_at};
use crate::runner::Worker;
use crate::store::{GameRecord, Seat, StepRecord};

/// Seeds of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The seed of the players.
    pub game: u64,
    /// The seed of the group's dice.
    pub dice: u64,
}

impl Seeds {
    /// Seeds of a game from the experiment's seed and the game's place in it, and nothing else.
    pub fn new(experiment: u64, pairing: u32, group: u32, number: u32) -> Self {
        let pairing = derive(derive(seed_of("match"), experiment), u64::from(pairing));
        Self {
            game: derive(derive(pairing, 0), u64::from(number)),
            dice: derive(derive(pairing, 1), u64::from(group)),
        }
    }
}

/// A thread's referee, with the players of the pairing it last saw.
pub struct Referee<'a> {
    plan: &'a Plan,
    pairing: u32,
    players: Vec<Box<dyn AnyPlayer>>,
}

/// Why a player lost on the spot.
enum Fault {
    Illegal(String, Error),
    NoMove,
    Failed(Error),
    Panicked(String),
    Overstepped(Clock, f64),
}

impl Fault {
    fn reason(&self, player: &str) -> String {
        match self {
            Self::Illegal(text, error) => format!("illegal move {text:?} by {player}: {error}"),
            Self::NoMove => format!("no move by {player}"),
            Self::Failed(error) => format!("error of {player}: {error}"),
            Self::Panicked(message) => format!("panic of {player}: {message}"),
            Self::Overstepped(clock, by) => format!("{player} overstepped its clock of {clock} by {by:.3} s"),
        }
    }
}

impl<'a> Referee<'a> {
    /// A referee with nobody seated yet.
    pub fn new(plan: &'a Plan) -> Self {
        Self { plan, pairing: 0, players: Vec::new() }
    }

    /// Seats the players of a pairing, fresh for a new game.
    fn seat_players(&mut self, pairing: u32) -> Result<(), Error> {
        if self.players.is_empty() || self.pairing != pairing {
            let specs = &self.plan.pairings[pairing as usize].contestants;
            self.players = specs.iter().map(|spec| seat(&*self.plan.game, spec)).collect::<Result<_, _>>()?;
            self.pairing = pairing;
        }
        self.players.iter_mut().for_each(|player| player.new_game());
        Ok(())
    }
}

impl Worker for Referee<'_> {
    fn work(&mut self, pairing: u32, number: u32, stop: &Stop) -> Result<Option<GameRecord>, Error> {
        self.seat_players(pairing)?;
        let plan = self.plan;
        let begun = Instant::now();
        let seats = plan.seats();
        let (opening, first_seat) = (plan.opening(number), plan.first_seat(number));
        let seeds = Seeds::new(plan.experiment.seed, self.pairing, plan.group(number), number);
        let mut line = line_at(&*plan.game, &plan.openings[opening as usize])?;

        let mut hash = seed_of(&plan.openings[opening as usize]);
        let (mut steps, mut dice) = (Vec::new(), 0);
        let whole = plan.experiment.clock()?;
        let mut clocks = vec![whole; seats as usize];
        let (payoffs, reason) = loop {
            let step = match line.turn() {
                Turn::Over => break (line.payoffs(), line.ending()),
                _ if steps.len() >= plan.experiment.longest as usize => {
                    let (low, high) = plan.game.nature().bounds;
                    break (vec![(low + high) / 2.0; seats as usize], "too long".to_string());
                }
                Turn::Chance => {
                    let mut rng = seeded(derive(seeds.dice, dice));
                    dice += 1;
                    StepRecord::chance(line.sample(&mut rng))
                }
                Turn::Player(player) => {
                    let contestant = (u32::from(player.0) + seats - first_seat) % seats;
                    let seed = derive(seeds.game, steps.len() as u64);
                    let thinker = &mut self.players[contestant as usize];
                    let clock = &mut clocks[contestant as usize];
                    let budget = Budget { clock: *clock, ..Budget::UNSET };
                    let asked = Instant::now();
                    let thought = catch_unwind(AssertUnwindSafe(|| {
                        thinker.think(&*line, Task::new(budget).seed(seed).stop(stop))
                    }));
                    let taken = asked.elapsed();
                    let micros = taken.as_micros() as u64;
                    if stop.raised() {
                        return Ok(None);
                    }
                    let spent = clock.as_mut().map_or(Ok(()), |clock| clock.spend(taken.as_secs_f64()));
                    let in_time = |answer| match (spent, whole) {
                        (Err(by), Some(whole)) => Err(Fault::Overstepped(whole, by)),
                        _ => Ok(answer),
                    };
                    let played =
                        answer(thought).and_then(in_time).and_then(|(text, report)| match line.step(&text) {
                            Ok(()) => Ok(StepRecord::of_report(Seat::Player(player.0), text, report, micros)),
                            Err(error) => Err(Fault::Illegal(text, error)),
                        });
                    match played {
                        Ok(step) => step,
                        Err(fault) => {
                            let name = &plan.pairings[self.pairing as usize].contestants[contestant as usize];
                            let reason = fault.reason(name);
                            if let Fault::Panicked(_) = fault {
                                // What it left behind cannot be trusted.
                                self.players[contestant as usize] = seat(&*plan.game, name)?;
                            }
                            break (forfeit(&*plan.game, player.index()), reason);
                        }
                    }
                }
            };
            hash = mix(hash ^ seed_of(&step.text));
            steps.push(step);
        };
        let micros = begun.elapsed().as_micros() as u64;
        let first_seat = first_seat as u8;
        Ok(Some(GameRecord {
            pairing: self.pairing,
            number,
            opening,
            first_seat,
            payoffs,
            reason,
            hash,
            micros,
            steps,
        }))
    }
}

fn seat(game: &dyn AnyGame, spec: &str) -> Result<Box<dyn AnyPlayer>, Error> {
    game.player(&spec.parse::<Spec>()?)
}

/// The move and report of a thought, or what was wrong with it.
fn answer(thought: std::thread::Result<Result<Report, Error>>) -> Result<(String, Report), Fault> {
    match thought {
        Ok(Ok(mut report)) => report.best.take().map(|text| (text, report)).ok_or(Fault::NoMove),
        Ok(Err(error)) => Err(Fault::Failed(error)),
        Err(payload) => {
            let message = payload.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Err(Fault::Panicked(message.to_string()))
        }
    }
}

/// The worst payoff for one player, the best for all others.
fn forfeit(game: &dyn AnyGame, loser: usize) -> Vec<f64> {
    let nature = game.nature();
    (0..nature.players).map(|seat| if seat == loser { nature.bounds.0 } else { nature.bounds.1 }).collect()
}
