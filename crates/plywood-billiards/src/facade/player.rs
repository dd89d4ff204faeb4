//! The simple players behind the facade.

use super::line::Line;
use crate::players::{Nearest, RandomPlayer, Shooter};
use plywood_core::facade::{AnyLine, AnyPlayer};
use plywood_core::random::seeded;
use plywood_core::{About, Budget, Error, Progress, Report, Spec, Stop, Trace};

const PLAYERS: [About; 2] = [
    About::plain("nearest", "straight at the easiest-looking ball"),
    About::plain("random", "at a random ball, a little off, at a random speed"),
];

/// Makes a player from its spec.
pub fn from_spec(spec: &Spec) -> Result<Box<dyn AnyPlayer>, Error> {
    let (about, _) = About::find(&PLAYERS, spec, "player of billiards")?;
    let shooter: Box<dyn Shooter> =
        if about.name == "nearest" { Box::new(Nearest) } else { Box::new(RandomPlayer) };
    Ok(Box::new(Simple { shooter, spec: spec.to_string() }))
}

struct Simple {
    shooter: Box<dyn Shooter>,
    spec: String,
}

impl AnyPlayer for Simple {
    fn spec(&self) -> String {
        self.spec.clone()
    }

    /// There is nothing to forget.
    fn new_game(&mut self) {}

    fn think(
        &mut self,
        line: &dyn AnyLine,
        _: &Budget,
        seed: u64,
        _: &Stop,
        _: &mut dyn Progress,
    ) -> Result<Report, Error> {
        let typed = line.as_any().downcast_ref::<Line>();
        let typed = typed.ok_or_else(|| Error::new(format!("{} was made for billiards", self.spec)))?;
        let best = typed.on_turn().map(|(game, state)| {
            // A different stroke at every turn, the same in the same place of the same game.
            let mut random = seeded(plywood_core::random::derive(seed, typed.steps().len() as u64));
            self.shooter.choose(&game.arena, state, &mut random).text(&game.arena)
        });
        Ok(Report { pv: best.iter().cloned().collect(), best, ..Report::default() })
    }

    fn trace(&mut self, _: &dyn AnyLine, _: usize) -> Result<Trace, Error> {
        Err(Error::new(format!("{} does not search, there is no tree to draw", self.spec)))
    }
}
