//! A stranger's program: its own game, searched, played in a match, and reported.
//!
//! Wythoff's queen: a queen stands some squares from the left and from the bottom of a board. Players in turn
//! move it any number of squares left, down, or left and down alike; who brings it into the corner wins.

use std::error::Error;
use std::ops::ControlFlow;

use plywood::report::{answer, summary};
use plywood::{AlphaBeta, Budget, Experiment, Game, Line, Nature, Never, Notation, Player, Search, Turn, Zero, conformance, erase, mix, no_knowledge, Task};

#[derive(Clone, Debug, PartialEq)]
struct Queen {
    start: (u8, u8),
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    left: u8,
    bottom: u8,
    mover: Player,
}

/// Squares to the left and squares down.
type Slide = (u8, u8);

impl Game for Queen {
    type Position = Place;
    type Move = Slide;
    type Event = Never;
    type Value = i32;

    fn nature(&self) -> Nature {
        Nature { longest: Some(u32::from(self.start.0) + u32::from(self.start.1)), ..Nature::outcome() }
    }
    fn start(&self) -> Place {
        Place { left: self.start.0, bottom: self.start.1, mover: Player::FIRST }
    }
    fn turn(&self, place: &Place) -> Turn {
        if (place.left, place.bottom) == (0, 0) { Turn::Over } else { Turn::Player(place.mover) }
    }
    fn children<B>(
        &self,
        place: &Place,
        mut visit: impl FnMut(Slide, Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let left = (1..=place.left).map(|far| (far, 0));
        let down = (1..=place.bottom).map(|far| (0, far));
        let both = (1..=place.left.min(place.bottom)).map(|far| (far, far));
        left.chain(down).chain(both).try_for_each(|slide| visit(slide, self.play(place, slide)))
    }
    fn play(&self, place: &Place, (left, down): Slide) -> Place {
        Place { left: place.left - left, bottom: place.bottom - down, mover: place.mover.other() }
    }
    fn payoff(&self, place: &Place, player: Player) -> i32 {
        if player == place.mover { -1 } else { 1 } // the other one reached the corner
    }
    fn key(&self, place: &Place) -> u64 {
        mix(u64::from(u32::from_le_bytes([place.left, place.bottom, place.mover.0, 0])))
    }
    fn move_slots(&self) -> usize {
        1 << 16
    }
    fn move_slot(&self, (left, down): Slide) -> usize {
        usize::from(left) << 8 | usize::from(down)
    }
}

impl Notation for Queen {
    fn write_position(&self, place: &Place) -> String {
        format!("{},{},{}", place.left, place.bottom, place.mover.0 + 1)
    }
    fn read_position(&self, text: &str) -> Result<Place, plywood::Error> {
        let numbers: Vec<u8> = text.split(',').filter_map(|word| word.trim().parse().ok()).collect();
        match numbers[..] {
            [left, bottom, mover @ 1..=2] if left <= self.start.0 && bottom <= self.start.1 => {
                Ok(Place { left, bottom, mover: Player(mover - 1) })
            }
            _ => Err(plywood::Error::new(format!("expected a place and a player, as 5,3,1, found {text:?}"))),
        }
    }
    fn write_move(&self, _: &Place, (left, down): Slide) -> String {
        format!("{left}-{down}")
    }
    fn draw(&self, place: &Place) -> String {
        let row = ". ".repeat(usize::from(place.left)) + "Q\n";
        row + &"\n".repeat(usize::from(place.bottom))
    }
}

no_knowledge!(Queen);

fn main() -> Result<(), Box<dyn Error>> {
    let queen = Queen { start: (8, 6) };

    // Typed: the rules and a search are enough.
    conformance::rules(&queen, 20);
    let mut search = AlphaBeta::new(Zero, Default::default());
    let report = search.think(&Line::new(queen.clone()), Task::new(Budget::ENDLESS));
    println!("slide {:?}, value {}, proven {}", report.best, report.value, report.proven);

    // By name: every search of Plywood plays it, and says what it thinks.
    let game = erase(queen.clone(), "queen");
    let mut player = game.player(&"mtdf(depth=6)".parse()?)?;
    let report = player.think(&*game.start(), Task::new(Budget::UNSET).seed(1))?;
    print!("{}", answer::text(&report));

    // A match, and what it is worth.
    let players = ["ab(depth=6)", "uct(simulations=50)"];
    let experiment = Experiment {
        openings: "random(plies=1)".to_string(),
        ..Experiment::of_match("queen", &players, 20, 1)
    };
    let results = experiment.play(&|_| Ok(erase(queen.clone(), "queen")))?;
    print!("{}", summary::text(&results));
    Ok(())
}
