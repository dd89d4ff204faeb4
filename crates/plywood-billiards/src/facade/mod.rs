//! The four games behind the object-safe traits of the core.
//!
//! Strokes cannot be listed, so billiards implements the facade directly. A game starts with a chance turn whose event is the
//! rack; a stroke leads to a chance turn whose event is the shot as it was executed; that leads to the next player's turn.

mod line;
mod picture;
mod player;

use crate::error_model::ErrorModel;
use crate::physics::Arena;
use crate::rules::Discipline;
use crate::table::{PRESETS, Table};
use line::{Billiards, Place};
use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer, Perft};
use plywood_core::game::{Chance, Nature};
use plywood_core::{About, Args, Error, Key, Spec, Specialist, Stop};
use std::sync::Arc;

const KEYS: &[Key] = &[
    Key::new("table", "poolfiz", "the table: poolfiz, pooltool, 8ft, 9ft or snooker"),
    Key::new(
        "errors",
        "taiwan",
        "the error model: none, low, taiwan, italy, high, or phi:theta:v:a:b deviations",
    ),
];

/// What the games are called and where they come from, in the order of [`Discipline::all`].
pub const ABOUT: [About; 4] = [
    About {
        name: "8ball",
        about: "8-ball on a simulated table",
        keys: KEYS,
        source: "PickPocket thesis, section 2.4",
    },
    About {
        name: "8.5ball",
        about: "8-ball in which only the lowest ball of one's group may be shot at",
        keys: KEYS,
        source: "PickPocket thesis, section 4.3.7",
    },
    About {
        name: "9ball",
        about: "9-ball on a simulated table",
        keys: KEYS,
        source: "PickPocket thesis, section 5.1.1",
    },
    About {
        name: "one_pocket",
        about: "one-pocket on a simulated table",
        keys: KEYS,
        source: "PickPocket thesis, section 5.1.1",
    },
];

/// Makes one of the games from its spec.
pub fn from_spec(spec: &Spec) -> Result<Box<dyn AnyGame>, Error> {
    let (about, args) = About::find(&ABOUT, spec, "game")?;
    let discipline = Discipline::named(about.name).expect("every game listed is a discipline");
    let arena = read_table(&args)?;
    let errors = args.word("errors")?.parse::<ErrorModel>().map_err(|error| args.error("errors", error))?;
    Ok(Box::new(Game(Arc::new(Billiards { discipline, arena, errors }), spec.to_string())))
}

fn read_table(args: &Args) -> Result<Arena, Error> {
    let name = args.word("table")?;
    let table = Table::preset(&name).ok_or_else(|| {
        let known = plywood_core::error::one_of(PRESETS.map(|(name, _)| name));
        args.error("table", format!("there is no table {name:?}; known: {known}"))
    })?;
    Arena::new(table).map_err(|error| args.error("table", error))
}

struct Game(Arc<Billiards>, String);

impl AnyGame for Game {
    fn spec(&self) -> String {
        self.1.clone()
    }

    fn nature(&self) -> Nature {
        Nature { chance: Chance::Sampled, ..Nature::outcome() }
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

    fn specialists(&self) -> &'static [Specialist] {
        &[]
    }

    fn start(&self) -> Box<dyn AnyLine> {
        Box::new(line::Line::new(self.0.clone(), Place::Racking))
    }

    fn read(&self, position: &str) -> Result<Box<dyn AnyLine>, Error> {
        let place = self.0.read(position)?;
        Ok(Box::new(line::Line::new(self.0.clone(), place)))
    }

    fn player(&self, spec: &Spec) -> Result<Box<dyn AnyPlayer>, Error> {
        player::from_spec(spec)
    }

    fn perft(&self, _: &dyn AnyLine, _: u32, _: &Stop) -> Result<Perft, Error> {
        Err(Error::new("the strokes of billiards cannot be counted"))
    }

    /// Frames of the simple players end with a winner, and every position is read back.
    fn conform(&self, games: u64) {
        for seed in 0..games {
            line::conform(&self.0, seed);
        }
    }
}
