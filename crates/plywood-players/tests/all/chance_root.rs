//! Every search from a position at which chance is on turn: it answers no move, and asks the game only what may be asked
//! there.

use std::ops::ControlFlow;

use plywood_core::facade::AnyGame;
use plywood_core::random::{Rng, below};
use plywood_core::{
    Budget, Chance, Error, Game, Limit, Nature, Notation, Player, Sum, Task, Turn, no_knowledge,
};
use plywood_players::SEARCHES;
use plywood_players::adapter::erase_boxed;

/// Tosses and choices between two numbers, in turns; the sum's remainder says who wins. Who asks for moves or their
/// effect where chance is on turn meets a panic.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Tosses {
    players: usize,
    chance: Chance,
}

/// Steps so far, and the sum of their numbers.
type Position = (usize, usize);

/// A toss before each player's only choice.
const TOSS_OR_CHOICE: u32 = 2;

impl Tosses {
    fn step(&self, (steps, sum): Position, number: u32) -> Position {
        (steps + 1, sum + number as usize)
    }
}

impl Game for Tosses {
    type Position = Position;
    type Move = u32;
    type Event = u32;
    type Value = f64;

    fn nature(&self) -> Nature {
        Nature {
            players: self.players,
            chance: self.chance,
            sum: Sum::Zero,
            longest: Some(2 * self.players as u32),
            ..Nature::outcome()
        }
    }
    fn start(&self) -> Position {
        (0, 0)
    }
    fn turn(&self, (steps, _): &Position) -> Turn {
        match (steps / 2, steps % 2) {
            (round, _) if round == self.players => Turn::Over,
            (_, 0) => Turn::Chance,
            (round, _) => Turn::Player(Player(round as u8)),
        }
    }
    fn children<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(u32, Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        assert!(matches!(self.turn(position), Turn::Player(_)), "moves are asked for at {position:?}");
        (0..TOSS_OR_CHOICE).try_for_each(|number| visit(number, self.step(*position, number)))
    }
    fn play(&self, position: &Position, chosen: u32) -> Position {
        assert!(matches!(self.turn(position), Turn::Player(_)), "a move is played at {position:?}");
        self.step(*position, chosen)
    }
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        assert_eq!(self.turn(position), Turn::Over, "a payoff is asked for at {position:?}");
        let winner = position.1 % self.players == player.index();
        if winner { 1.0 } else { -1.0 / (self.players - 1) as f64 }
    }
    fn key(&self, (steps, sum): &Position) -> u64 {
        (steps * 100 + sum + 1) as u64
    }
    fn move_slots(&self) -> usize {
        TOSS_OR_CHOICE as usize
    }
    fn move_slot(&self, chosen: u32) -> usize {
        chosen as usize
    }
    fn events<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(u32, f64, Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        assert_eq!(self.turn(position), Turn::Chance, "events are asked for at {position:?}");
        assert_eq!(self.chance, Chance::Enumerable, "events are asked for that can only be drawn");
        (0..TOSS_OR_CHOICE).try_for_each(|number| visit(number, 0.5, self.step(*position, number)))
    }
    fn sample(&self, position: &Position, rng: &mut Rng) -> (u32, Position) {
        assert_eq!(self.turn(position), Turn::Chance, "an event is drawn at {position:?}");
        let number = below(rng, TOSS_OR_CHOICE as usize) as u32;
        (number, self.step(*position, number))
    }
    fn happen(&self, position: &Position, event: u32) -> Position {
        assert_eq!(self.turn(position), Turn::Chance, "an event happens at {position:?}");
        self.step(*position, event)
    }
}

impl Notation for Tosses {
    fn write_position(&self, (steps, sum): &Position) -> String {
        format!("{steps} {sum}")
    }
    fn read_position(&self, text: &str) -> Result<Position, Error> {
        let numbers =
            text.split_once(' ').and_then(|(steps, sum)| Some((steps.parse().ok()?, sum.parse().ok()?)));
        numbers.ok_or_else(|| Error::new("a position is written as steps and sum"))
    }
    fn write_move(&self, _: &Position, chosen: u32) -> String {
        chosen.to_string()
    }
    fn draw(&self, position: &Position) -> String {
        self.write_position(position)
    }
}

no_knowledge!(Tosses);

#[test]
fn a_search_of_a_chance_position_answers_no_move_and_asks_for_none() {
    let mut searched = Vec::new();
    for (players, chance) in
        [(2, Chance::Enumerable), (2, Chance::Sampled), (3, Chance::Enumerable), (3, Chance::Sampled)]
    {
        let game = erase_boxed(Tosses { players, chance }, "tosses");
        for entry in SEARCHES.iter().filter(|entry| (entry.misfit)(&game.nature()).is_none()) {
            searched.push(entry.about.name);
            let spec = match (entry.about.name, chance) {
                // Who draws events is told how many.
                ("expectimax", Chance::Sampled) => "expectimax(samples=3)",
                (name, _) => name,
            };
            // Broken off at once, on the way, and finished.
            for limit in [0, 1, 3, 1000] {
                refrains(&*game, spec, entry.keeps, limit);
            }
        }
    }
    for expected in ["minimax", "expectimax", "star1", "star_etc", "star_proof", "maxn", "paranoid", "uct"] {
        assert!(searched.contains(&expected), "{expected} was not asked: {searched:?}");
    }
}

fn refrains(game: &dyn AnyGame, spec: &str, keeps: &[Limit], limit: u64) {
    let all = Budget {
        depth: Some(limit.min(6) as u32),
        nodes: Some(limit),
        evaluations: Some(limit),
        simulations: Some(limit),
        ..Budget::ENDLESS
    };
    let kept = |one| keeps.contains(&one);
    let budget = Budget {
        depth: all.depth.filter(|_| kept(Limit::Depth)),
        nodes: all.nodes.filter(|_| kept(Limit::Nodes)),
        evaluations: all.evaluations.filter(|_| kept(Limit::Evaluations)),
        simulations: all.simulations.filter(|_| kept(Limit::Simulations)),
        ..Budget::ENDLESS
    };
    let mut player = game.player(&spec.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"));
    let report = player.think(&*game.start(), Task::new(budget).seed(1)).unwrap();
    assert_eq!((report.best, report.pv), (None, Vec::new()), "{spec} with a limit of {limit}");
}
