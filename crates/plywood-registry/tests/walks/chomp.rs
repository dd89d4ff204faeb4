//! Chomp: players bite from a bar of chocolate in turn, taking a square and everything above and to the right of it; who
//! takes the lower left square loses.

use std::ops::ControlFlow;

use plywood_core::random::mix;
use plywood_core::{About, Error, Game, Nature, Never, Notation, Player, Spec, Turn, no_knowledge};

/// Its name and what it is.
pub const ABOUT: About = About::plain("chomp", "bite from a 4x3 bar; the last square loses");

/// The rules of chomp.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chomp;

/// Squares left in each row from the bottom, and who is on turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    rows: [u8; 3],
    mover: Player,
}

impl Chomp {
    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<Chomp, Error> {
        About::find(&[ABOUT], spec, "game").map(|_| Chomp)
    }
}

impl Game for Chomp {
    type Position = Bar;
    type Move = u8; // the square: rows of four from the bottom
    type Event = Never; // no chance
    type Value = i32;

    fn nature(&self) -> Nature {
        Nature { longest: Some(12), ..Nature::outcome() }
    }
    fn start(&self) -> Bar {
        Bar { rows: [4; 3], mover: Player::FIRST }
    }
    fn turn(&self, bar: &Bar) -> Turn {
        if bar.rows[0] == 0 { Turn::Over } else { Turn::Player(bar.mover) }
    }
    fn children<B>(&self, bar: &Bar, mut visit: impl FnMut(u8, Bar) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut squares = (0..12).filter(|square| square % 4 < bar.rows[usize::from(square / 4)]);
        squares.try_for_each(|square| visit(square, self.play(bar, square)))
    }
    fn play(&self, bar: &Bar, square: u8) -> Bar {
        let (row, column) = (usize::from(square / 4), square % 4);
        debug_assert!(column < bar.rows[row], "the square is there");
        let mut after = Bar { mover: bar.mover.other(), ..*bar };
        after.rows[row..].iter_mut().for_each(|squares| *squares = column.min(*squares));
        after
    }
    fn payoff(&self, bar: &Bar, player: Player) -> i32 {
        if player == bar.mover { 1 } else { -1 } // the other one took the last square
    }
    fn key(&self, bar: &Bar) -> u64 {
        mix(u64::from(u32::from_le_bytes([bar.rows[0], bar.rows[1], bar.rows[2], bar.mover.0])))
    }
    fn move_slots(&self) -> usize {
        12
    }
    fn move_slot(&self, square: u8) -> usize {
        square.into()
    }
}

impl Notation for Chomp {
    fn write_position(&self, bar: &Bar) -> String {
        format!("{},{},{},{}", bar.rows[0], bar.rows[1], bar.rows[2], bar.mover.0 + 1)
    }
    fn read_position(&self, text: &str) -> Result<Bar, Error> {
        let numbers: Vec<u8> = text.split(',').filter_map(|word| word.trim().parse().ok()).collect();
        match numbers[..] {
            [a, b, c, mover @ 1..=2] if a <= 4 && b <= a && c <= b => {
                Ok(Bar { rows: [a, b, c], mover: Player(mover - 1) })
            }
            _ => Err(Error::new(format!(
                "expected rows from the bottom and the player, as 4,4,2,1, found {text:?}"
            ))),
        }
    }
    fn write_move(&self, _: &Bar, square: u8) -> String {
        format!("{}{}", char::from(b'a' + square % 4), square / 4 + 1)
    }
    fn draw(&self, bar: &Bar) -> String {
        bar.rows.iter().rev().map(|squares| "# ".repeat(usize::from(*squares)) + "\n").collect()
    }
}

no_knowledge!(Chomp); // no evaluations or playout policies of its own
