//! Attempts: strokes at a ball and a pocket with a guess at how often they succeed (PickPocket thesis, section 3.1).

use super::Opening;
use crate::game::rules::{Call, Stroke};
use crate::physics::Arena;
use crate::physics::clearance::obstacle;
use crate::physics::shot::Shot;
use crate::players::aim::make_room;
use crate::players::tables::{Difficulty, speed};
use crate::table::layout::Layout;

/// The classes of shots, the simplest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The cue ball sends the ball into the pocket.
    Straight,
    /// The ball goes by a rail.
    Bank,
    /// The cue ball goes by a rail.
    Kick,
    /// The cue ball sends a ball at the ball.
    Combination,
}

impl Class {
    /// What the estimate of the straight-in shot that a shot is mapped to is multiplied by. The thesis has such factors
    /// and does not print them; these are fitted to how often such shots of random states succeed under taiwan.
    pub const fn discount(self) -> f64 {
        match self {
            Class::Straight => 1.0,
            Class::Bank => 0.8,
            Class::Kick => 0.84,
            Class::Combination => 0.54,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Straight => "straight-in",
            Class::Bank => "bank",
            Class::Kick => "kick",
            Class::Combination => "combination",
        }
    }
}

/// A stroke that is meant to pocket the ball it calls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempt {
    /// The stroke; the cue ball lies already.
    pub stroke: Stroke,
    /// The kind of shot.
    pub class: Class,
    /// How often it is expected to succeed.
    pub success: f64,
}

/// How a variant differs from the plain stroke: metres a second more, and offsets as parts of the radius.
type Variant = (f64, f64, f64);

/// The variants of a search, the most useful first.
const FEW: [Variant; 8] = [
    (0.0, 0.0, 0.0),
    (1.0, 0.0, 0.0),
    (0.5, 0.0, -0.4),
    (0.5, 0.0, 0.4),
    (2.0, 0.0, 0.0),
    (1.5, 0.0, -0.4),
    (0.5, 0.35, 0.0),
    (0.5, -0.35, 0.0),
];
/// Speeds and offsets of the variants at the root.
const SPEEDS: [f64; 6] = [0.0, 0.4, 0.8, 1.3, 2.0, 2.8];
const OFFSETS: [(f64, f64); 9] = [
    (0.0, 0.0),
    (0.0, 0.3),
    (0.0, -0.3),
    (0.0, 0.55),
    (0.0, -0.55),
    (0.35, 0.0),
    (-0.35, 0.0),
    (0.3, 0.3),
    (-0.3, 0.3),
];
/// No shot has more variants.
pub const MOST_VARIANTS: usize = SPEEDS.len() * OFFSETS.len();

/// How many variants of a shot are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variety {
    /// This number of the eight of a search.
    Few(usize),
    /// This number of the 54 of the root.
    Many(usize),
}

impl Variety {
    fn each(self, mut visit: impl FnMut(Variant)) {
        match self {
            Variety::Few(count) => FEW.iter().take(count).for_each(|variant| visit(*variant)),
            Variety::Many(count) => {
                let all = OFFSETS.iter().flat_map(|(a, b)| SPEEDS.iter().map(move |more| (*more, *a, *b)));
                all.take(count).for_each(visit);
            }
        }
    }
}

impl Opening {
    /// Adds the attempts at this shot: at the lowest speed and the boost, and variants of it.
    pub fn attempts(
        &self,
        arena: &Arena,
        layout: &Layout,
        difficulty: &Difficulty,
        variety: Variety,
        found: &mut Vec<Attempt>,
    ) {
        let shape = self.aim.shape(arena);
        let call = Call::Ball { ball: self.aim.ball, pocket: self.aim.pocket };
        let attempt = Attempt {
            stroke: Stroke { place: None, shot: Shot::plain(self.aim.phi, 0.0), call },
            class: Class::Straight,
            success: difficulty.success(&shape),
        };
        attempt.vary(arena, layout, variety, found, |shot| speed::usual(&arena.table, &shape, shot));
    }
}

impl Attempt {
    /// Adds the attempt at its lowest elevation, and variants for which the cue has room there; how fast a stroke with such
    /// elevation and offsets is at least, says `speed`.
    pub(super) fn vary(
        &self,
        arena: &Arena,
        layout: &Layout,
        variety: Variety,
        found: &mut Vec<Attempt>,
        speed: impl Fn(&Shot) -> f64,
    ) {
        let Some(plain) = make_room(arena, layout, &self.stroke.shot) else { return };
        let (radius, fastest) = (1e3 * arena.table.ball.radius, arena.table.cue.fastest);
        let first = found.len();
        variety.each(|(more, a, b)| {
            let shot = Shot { a: a * radius, b: if b == 0.0 { plain.b } else { b * radius }, ..plain };
            let shot = Shot { speed: (speed(&shot) + more).min(fastest), ..shot };
            let stroke = Stroke { shot, ..self.stroke };
            // Speed takes no room, and the plain stroke has it.
            let fits = (a == 0.0 && shot.b == plain.b) || obstacle(arena, layout, &shot).is_none();
            if fits && !found[first..].iter().any(|known| known.stroke == stroke) {
                found.push(Attempt { stroke, ..*self });
            }
        });
    }
}
