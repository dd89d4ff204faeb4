//! The break: where the cue ball is put, how hard it is struck and at what (PickPocket thesis, section 3.4.1).
//!
//! Racks differ by hair's breadths and breaks by all their balls, so nothing can be planned; but some breaks keep the turn
//! more often than others over many racks and errors. They are found by sampling, the better half going on; those of
//! usual tables are shipped.
//!
//! A turn that is kept at a rack that still holds together is worth little: in the frames of two equal players the break
//! that keeps it most often won no more than half. So breaks may be compared by what they leave, too ([`Merit`]).

use super::{find_openings, placed};
use crate::game::rules::{Call, CueBall, Discipline, GameState, Group, Stage, Stroke};
use crate::game::{Billiards, Executor};
use crate::physics::Arena;
use crate::physics::shot::Shot;
use crate::players::aim::make_room;
use crate::table::Table;
use crate::table::layout::Balls;
use crate::vector::Vec2;
use plywood_core::Stop;
use plywood_core::parallel::pieces;
use plywood_core::random::{derive, seeded};

/// A break, in parts of the table and of what the cue can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Break {
    /// Where the cue ball lies across, as a part of the width.
    pub across: f64,
    /// Where it lies along, as a part of the way from the rail to the head string.
    pub along: f64,
    /// How far beside the middle of the first ball is aimed, in diameters to the left.
    pub beside: f64,
    /// The speed, as a part of the fastest.
    pub speed: f64,
}

/// From the head spot at the middle of the first ball, as hard as allowed.
pub const PLAIN: Break = Break { across: 0.5, along: 1.0, beside: 0.0, speed: 1.0 };

/// The measure by which breaks are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merit {
    /// How often the breaker goes on (section 3.4.1).
    Turn,
    /// The share of balls that fell or that the breaker could then shoot straight in with the cue ball in
    /// hand, in 8-ball of the better group; nothing where the breaker does not go on or has no such shot from
    /// where the cue ball lies.
    Balls,
}

/// Found by `plywood billiards break` for a table, a kind of rack (whether it is 9-ball's) and a merit.
///
/// On `poolfiz` under italy the one by [`Merit::Balls`] keeps the turn in 87 of 100 and leaves 0.74 of the better group
/// open; the one by [`Merit::Turn`] keeps it in 97 and leaves 0.16 open.
const SHIPPED: [(&str, bool, Merit, Break); 12] = [
    ("poolfiz", false, Merit::Turn, Break { across: 0.12, along: 0.75, beside: 0.2, speed: 0.9 }),
    ("poolfiz", false, Merit::Balls, Break { across: 0.12, along: 1.0, beside: -0.6, speed: 1.0 }),
    ("poolfiz", true, Merit::Turn, Break { across: 0.3, along: 1.0, beside: 0.4, speed: 1.0 }),
    ("poolfiz", true, Merit::Balls, Break { across: 0.3, along: 1.0, beside: 0.0, speed: 1.0 }),
    ("pooltool", false, Merit::Turn, Break { across: 0.12, along: 1.0, beside: -0.6, speed: 1.0 }),
    ("pooltool", true, Merit::Turn, Break { across: 0.3, along: 0.75, beside: -0.4, speed: 1.0 }),
    ("9ft", false, Merit::Turn, Break { across: 0.12, along: 1.0, beside: -0.6, speed: 1.0 }),
    ("9ft", true, Merit::Turn, Break { across: 0.2, along: 1.0, beside: 0.0, speed: 0.9 }),
    ("9ft", true, Merit::Balls, Break { across: 0.3, along: 1.0, beside: 0.0, speed: 1.0 }),
    ("8ft", false, Merit::Turn, Break { across: 0.12, along: 1.0, beside: -0.6, speed: 1.0 }),
    ("8ft", true, Merit::Turn, Break { across: 0.2, along: 1.0, beside: 0.0, speed: 0.9 }),
    ("8ft", true, Merit::Balls, Break { across: 0.3, along: 1.0, beside: -0.4, speed: 1.0 }),
];

impl Break {
    /// The break that is known to be good in a state: by this merit, else by the turn, else the plain one.
    pub fn known(arena: &Arena, discipline: Discipline, merit: Merit) -> Break {
        let nine = discipline == Discipline::NineBall;
        let shipped = |merit| {
            let fits = |(table, diamond, by, _): &&(&str, bool, Merit, Break)| {
                *diamond == nine && *by == merit && Table::preset(table).as_ref() == Some(&arena.table)
            };
            SHIPPED.iter().find(fits).map(|(.., shipped)| *shipped)
        };
        shipped(merit).or_else(|| shipped(Merit::Turn)).unwrap_or(PLAIN)
    }

    /// The stroke in a state before the break; none where it cannot be played.
    pub fn stroke(&self, arena: &Arena, state: &GameState) -> Option<Stroke> {
        let table = &arena.table;
        let place = Vec2::new(self.across * table.width, self.along * table.head_spot().y);
        // The break of snooker is a safety.
        let breaks = state.stage == Stage::Break && state.discipline != Discipline::Snooker;
        if !breaks || !state.may_place(table, place) {
            return None;
        }
        // The ball of the rack that is nearest to the head string.
        let (_, apex) = state.layout.object_balls().min_by(|a, b| a.1.y.total_cmp(&b.1.y))?;
        let way = apex - place;
        let aim = way + way.unit().left() * (2.0 * table.ball.radius * self.beside);
        let shot = Shot::plain(aim.degrees(), self.speed * table.cue.fastest);
        let shot = make_room(arena, &placed(&state.layout, Some(place)), &shot)?;
        Some(Stroke { place: Some(place), shot, call: Call::None })
    }

    /// Its mean over random racks and errors.
    pub fn rate(&self, game: &Billiards, merit: Merit, samples: u64, seed: u64) -> f64 {
        let arena = &*game.arena;
        let mut executor = Executor::new(arena);
        let mut sum = 0.0;
        for sample in 0..samples {
            let mut random = seeded(derive(seed, sample));
            let rack = game.discipline.rack(&arena.table, &mut random);
            let state = GameState::before_break(game.discipline, rack);
            let Some(stroke) = self.stroke(arena, &state) else { return 0.0 };
            let made = game.errors.perturb(&stroke.shot, &arena.table, &mut random);
            let next = executor.play(&state, &stroke, &made).map(|ruling| ruling.next);
            sum += next.map_or(0.0, |next| match (next.stage, merit) {
                (Stage::Over { winner }, _) => f64::from(winner == state.turn),
                _ if next.turn != state.turn => 0.0,
                (_, Merit::Turn) => 1.0,
                (_, Merit::Balls) => open_share(arena, &next),
            });
        }
        sum / samples.max(1) as f64
    }

    /// The best break that sampling finds; none if it was stopped. Every break of a grid gets some samples, the better quarter four times as many, and so on.
    pub fn find(game: &Billiards, merit: Merit, samples: u64, threads: usize, stop: &Stop) -> Option<Break> {
        let mut left = Vec::new();
        for across in [0.5, 0.4, 0.3, 0.2, 0.12] {
            for along in [1.0, 0.75, 0.5] {
                for beside in [-0.6, -0.4, -0.2, 0.0, 0.2, 0.4, 0.6] {
                    left.extend([1.0, 0.9].map(|speed| Break { across, along, beside, speed }));
                }
            }
        }
        let mut samples = samples;
        for round in 0.. {
            let rates = pieces(threads, left.len(), stop, &|_| {}, |index| {
                left[index].rate(game, merit, samples, round)
            })?;
            let mut order: Vec<usize> = (0..left.len()).collect();
            order.sort_by(|a, b| rates[*b].total_cmp(&rates[*a]));
            order.truncate(left.len().div_ceil(4));
            left = order.into_iter().map(|index| left[index]).collect();
            samples *= 4;
            if left.len() == 1 {
                break;
            }
        }
        left.first().copied()
    }
}

/// The count of [`Merit::Balls`] in a state.
fn open_share(arena: &Arena, state: &GameState) -> f64 {
    let shots = |state: &GameState| {
        let mut found = Vec::new();
        find_openings(arena, state, &mut found);
        found.iter().map(|opening| opening.aim.ball).collect::<Balls>()
    };
    if shots(state).is_empty() {
        return 0.0;
    }
    let closed = state.layout.objects().without(shots(&GameState { cue_ball: CueBall::Hand, ..*state }));
    let sets = match state.discipline {
        Discipline::EightBall | Discipline::EightAndAHalfBall => {
            [Group::Solids, Group::Stripes].map(Group::balls)
        }
        _ => [Balls::range(1, state.discipline.highest()); 2],
    };
    let share = |set: Balls| 1.0 - closed.and(set).len() as f64 / set.len().max(1) as f64;
    share(sets[0]).max(share(sets[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is shipped is at least as good as the plain break, on racks it was not chosen by.
    #[test]
    fn shipped_breaks_are_good() {
        for (table, nine, merit, shipped) in SHIPPED {
            let name = if nine { "9ball" } else { "8ball" };
            let game = Billiards::from_spec(&format!("{name}(table={table})").parse().unwrap()).unwrap();
            assert_eq!(Break::known(&game.arena, game.discipline, merit), shipped);
            let [rate, plain] = [shipped, PLAIN].map(|shot| shot.rate(&game, merit, 400, 77));
            assert!(rate >= plain - 0.03, "{name} on {table}, {merit:?}: {rate} and {plain}");
        }
        let game = Billiards::from_spec(&"8ball".parse().unwrap()).unwrap();
        for (merit, least) in [(Merit::Turn, 0.7), (Merit::Balls, 0.55)] {
            let rate = Break::known(&game.arena, game.discipline, merit).rate(&game, merit, 300, 77);
            assert!(rate > least, "{merit:?}: {rate}");
        }
    }

    /// The break that keeps the turn most often leaves the rack together; the one that opens it gives up some turns.
    #[test]
    fn merits_are_two_things() {
        let game = Billiards::from_spec(&"8ball(errors=italy)".parse().unwrap()).unwrap();
        let [turn, open] =
            [Merit::Turn, Merit::Balls].map(|merit| Break::known(&game.arena, game.discipline, merit));
        let rate = |shot: Break, merit| shot.rate(&game, merit, 300, 78);
        assert!(rate(turn, Merit::Turn) > rate(open, Merit::Turn));
        assert!(rate(open, Merit::Balls) > 2.0 * rate(turn, Merit::Balls));
    }
}
