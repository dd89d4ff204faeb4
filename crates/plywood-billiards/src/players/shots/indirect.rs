//! Banks, kicks and combinations (PickPocket thesis, sections 3.1.2 to 3.1.4).
//!
//! A ball leaves a rail about as it came; how exactly hangs on speed, distance and spin. The thesis takes the mirror for
//! banks and a table of rebounds for kicks. Here both start from the mirror and are corrected by simulating the balls
//! that matter on an otherwise empty table: where the way after the rail misses is measured, and the aim is moved by the
//! secant rule. That takes microseconds and knows the speed.
//!
//! Each is mapped to the straight-in shot that an error of the aim would spoil alike; what is left is the discount of its
//! class ([`Class::discount`]).

use super::straight::{aims, counts};
use super::{Attempt, Class, Variety};
use crate::game::rules::{Call, Discipline, GameState, Stroke, targets};
use crate::physics::shot::Shot;
use crate::physics::{Arena, Event, EventKind, Motion, Observer, Phase, Simulator};
use crate::players::aim::is_clear;
use crate::players::tables::{Difficulty, Mouth, Shape, speed};
use crate::table::layout::{Balls, CUE_BALL, Layout};
use crate::vector::Vec2;

/// Speeds of banks and combinations: the lowest of the thesis, and harder.
const SPEEDS: [f64; 3] = [2.0, 3.0, 4.0];
/// A way that misses by more than this after all corrections is none, in radii.
const NEAR: f64 = 0.25;
/// Corrections of an aim.
const CORRECTIONS: usize = 4;
/// The thinnest cut of such shots, as a cosine.
const THINNEST: f64 = 0.2;

/// Finds shots that take more than one collision before the ball is on its way.
pub struct Rebounds<'a> {
    arena: &'a Arena,
    simulator: Simulator<'a>,
}

/// Follows one ball after its first contact with the boundary until it rolls or meets the next.
struct Ray {
    ball: u8,
    contacts: u32,
    rolls: bool,
    /// Its latest phase: where it began and how the ball went. It is told before the event that brought it about.
    latest: (Vec2, Vec2),
    /// The latest after the first contact and before the second.
    after: (Vec2, Vec2),
}

impl Observer for Ray {
    fn event(&mut self, event: Event) {
        match event.kind {
            EventKind::Boundary { ball, .. } if ball == self.ball => self.contacts += 1,
            EventKind::Change { ball, to: Motion::Rolling, .. } if ball == self.ball => {
                self.rolls = self.contacts == 1;
            }
            _ => return,
        }
        if self.contacts == 1 {
            self.after = self.latest;
        }
    }
    fn phase(&mut self, ball: u8, phase: &Phase) {
        if ball == self.ball {
            self.latest = (phase.state.position, phase.state.velocity);
        }
    }
}

/// A rail as the line that ball centres cannot pass.
#[derive(Clone, Copy)]
struct Rail {
    inward: Vec2,
    offset: f64,
}

impl Rail {
    fn all(arena: &Arena) -> [Rail; 4] {
        let (table, radius) = (&arena.table, arena.table.ball.radius);
        [
            (Vec2::new(1.0, 0.0), radius),
            (Vec2::new(-1.0, 0.0), radius - table.width),
            (Vec2::new(0.0, 1.0), radius),
            (Vec2::new(0.0, -1.0), radius - table.length),
        ]
        .map(|(inward, offset)| Rail { inward, offset })
    }
    /// How far a point is from the line, into the table.
    fn distance(&self, at: Vec2) -> f64 {
        self.inward.dot(at) - self.offset
    }
    fn mirrored(&self, at: Vec2) -> Vec2 {
        at - self.inward * (2.0 * self.distance(at))
    }
    /// Where the straight way from one point to the mirror image of another touches the rail.
    fn touched(&self, from: Vec2, to: Vec2) -> Vec2 {
        let (near, far) = (self.distance(from), self.distance(to));
        let share = if near + far > 0.0 { near / (near + far) } else { 0.5 };
        from + (self.mirrored(to) - from) * share
    }
}

impl<'a> Rebounds<'a> {
    /// A finder for a table.
    pub fn new(arena: &'a Arena) -> Self {
        Rebounds { arena, simulator: Simulator::new(arena) }
    }

    /// Adds the attempts of a class from where the cue ball lies.
    pub fn find(
        &mut self,
        state: &GameState,
        class: Class,
        difficulty: &Difficulty,
        found: &mut Vec<Attempt>,
    ) {
        let Some(cue_ball) = state.layout.get(CUE_BALL) else { return };
        let pockets = self.arena.pockets().filter(|&pocket| counts(self.arena, state, pocket));
        for pocket in pockets {
            let mouth = Mouth::of(self.arena, pocket);
            for ball in aims(state).iter() {
                let Some(target) = state.layout.get(ball) else { continue };
                let goal = Goal { layout: &state.layout, cue_ball, ball, target, pocket, mouth, difficulty };
                match class {
                    Class::Straight | Class::Combination => {}
                    Class::Bank => {
                        Rail::all(self.arena).into_iter().for_each(|rail| self.bank(&goal, rail, found))
                    }
                    Class::Kick => {
                        Rail::all(self.arena).into_iter().for_each(|rail| self.kick(&goal, rail, found))
                    }
                }
            }
            if class == Class::Combination {
                self.combinations(state, cue_ball, pocket, difficulty, found);
            }
        }
    }

    fn bank(&mut self, goal: &Goal, rail: Rail, found: &mut Vec<Attempt>) {
        let arena = self.arena;
        let Goal { layout, cue_ball, ball, target, mouth, .. } = *goal;
        let radius = arena.table.ball.radius;
        // Not into a pocket of the same rail.
        if rail.distance(mouth.at) < 4.0 * radius || rail.distance(target) < radius {
            return;
        }
        let touched = rail.touched(target, mouth.at);
        let way = touched - target;
        let except = [CUE_BALL, ball];
        let ghost = |degrees: f64| target - Vec2::at_degrees(degrees) * (2.0 * radius);
        let approach = ghost(way.degrees()) - cue_ball;
        let cut = approach.unit().dot(way.unit());
        let possible = cut > THINNEST
            && arena.table.holds(ghost(way.degrees()), 0.0)
            && is_clear(arena, layout, target, touched, except)
            && is_clear(arena, layout, touched, mouth.at, except)
            && is_clear(arena, layout, cue_ball, cue_ball + approach, except);
        if !possible {
            return;
        }
        let mut pair = Layout::EMPTY;
        pair.place(CUE_BALL, cue_ball);
        pair.place(ball, target);
        let shape = Shape {
            alpha: libm::acos(cut.clamp(-1.0, 1.0)).to_degrees(),
            d1: way.norm() + (mouth.at - touched).norm(),
            d2: approach.norm(),
            beta: mouth.beta(mouth.at - touched),
            side: mouth.side,
        };
        for speed in SPEEDS {
            let shot = |degrees: f64| Shot {
                theta: 5.0,
                ..Shot::plain((ghost(degrees) - cue_ball).degrees(), speed)
            };
            let Some(degrees) = self.correct(&pair, ball, mouth.at, way.degrees(), shot) else { continue };
            goal.attempt(arena, Class::Bank, &shape, shot(degrees), found);
        }
    }

    fn kick(&mut self, goal: &Goal, rail: Rail, found: &mut Vec<Attempt>) {
        let arena = self.arena;
        let Goal { layout, cue_ball, ball, target, mouth, .. } = *goal;
        let radius = arena.table.ball.radius;
        let line = (mouth.at - target).unit();
        let ghost = target - line * (2.0 * radius);
        if !arena.table.holds(ghost, 0.0)
            || rail.distance(ghost) < 0.5 * radius
            || rail.distance(cue_ball) < 0.5 * radius
        {
            return;
        }
        let touched = rail.touched(cue_ball, ghost);
        let arrives = ghost - touched;
        let cut = arrives.unit().dot(line);
        let except = [CUE_BALL, ball];
        let possible = cut > THINNEST
            && is_clear(arena, layout, cue_ball, touched, [CUE_BALL, CUE_BALL])
            && is_clear(arena, layout, touched, ghost, except)
            && is_clear(arena, layout, target, mouth.at, except);
        if !possible {
            return;
        }
        let shape = Shape {
            alpha: libm::acos(cut.clamp(-1.0, 1.0)).to_degrees(),
            d1: (mouth.at - target).norm(),
            d2: (touched - cue_ball).norm() + arrives.norm(),
            beta: mouth.beta(line),
            side: mouth.side,
        };
        let mut alone = Layout::EMPTY;
        alone.place(CUE_BALL, cue_ball);
        // A rail takes a part of the speed.
        let low = Shot { theta: 5.0, ..Shot::plain(0.0, 0.0) };
        let speed = (1.2 * speed::lowest(&arena.table, &shape, &low) + 0.5).min(arena.table.cue.fastest);
        let shot = |degrees: f64| Shot { theta: 5.0, ..Shot::plain(degrees, speed) };
        let first = (touched - cue_ball).degrees();
        if let Some(degrees) = self.correct(&alone, CUE_BALL, ghost, first, shot) {
            goal.attempt(arena, Class::Kick, &shape, shot(degrees), found);
        }
    }

    fn combinations(
        &mut self,
        state: &GameState,
        cue_ball: Vec2,
        pocket: u8,
        difficulty: &Difficulty,
        found: &mut Vec<Attempt>,
    ) {
        let (arena, layout) = (self.arena, &state.layout);
        let diameter = 2.0 * arena.table.ball.radius;
        let mouth = Mouth::of(arena, pocket);
        let fallers = if state.discipline == Discipline::NineBall { layout.objects() } else { aims(state) };
        for ball in fallers.iter() {
            let Some(target) = layout.get(ball) else { continue };
            let line = (mouth.at - target).unit();
            let meets = target - line * diameter;
            if !is_clear(arena, layout, target, mouth.at, [ball, ball]) {
                continue;
            }
            for first in targets(state).without(Balls::range(ball, ball)).iter() {
                let Some(between) = layout.get(first) else { continue };
                let way = meets - between;
                let ghost = between - way.unit() * diameter;
                let approach = ghost - cue_ball;
                let cuts = (approach.unit().dot(way.unit()), way.unit().dot(line));
                let possible = cuts.0 > THINNEST
                    && cuts.1 > THINNEST
                    && arena.table.holds(ghost, 0.0)
                    && is_clear(arena, layout, between, meets, [first, ball])
                    && is_clear(arena, layout, cue_ball, ghost, [CUE_BALL, first]);
                if !possible {
                    continue;
                }
                // An error of the aim grows at each of the two balls.
                let grown = approach.norm() * (way.norm() + 0.1 * diameter) / (diameter * cuts.0);
                let shape = Shape {
                    alpha: libm::acos(cuts.1.clamp(-1.0, 1.0)).to_degrees(),
                    d1: (mouth.at - target).norm(),
                    d2: grown.max(approach.norm()),
                    beta: mouth.beta(line),
                    side: mouth.side,
                };
                let goal = Goal { layout, cue_ball, ball, target, pocket, mouth, difficulty };
                for speed in SPEEDS {
                    let shot = Shot::plain(approach.degrees(), speed);
                    goal.attempt(arena, Class::Combination, &shape, shot, found);
                }
            }
        }
    }

    /// The angle near a first guess at which a ball, after its first rail, runs over a point; none if it never does.
    fn correct(
        &mut self,
        layout: &Layout,
        ball: u8,
        point: Vec2,
        guess: f64,
        shot: impl Fn(f64) -> Shot,
    ) -> Option<f64> {
        let near = NEAR * self.arena.table.ball.radius;
        let mut miss = |degrees: f64| {
            let nowhere = (Vec2::ZERO, Vec2::ZERO);
            let mut ray = Ray { ball, contacts: 0, rolls: false, latest: nowhere, after: nowhere };
            self.simulator.start_unchecked(layout, &shot(degrees), &mut ray);
            self.simulator.run_while(&mut ray, |ray| ray.contacts < 2 && !ray.rolls);
            let (at, velocity) = ray.after;
            let towards = point - at;
            (velocity.dot(towards) > 0.0).then(|| velocity.unit().cross(towards))
        };
        let (mut before, mut angle) = (guess, guess + 0.5);
        let mut missed_before = miss(before)?;
        for _ in 0..CORRECTIONS {
            let missed = miss(angle)?;
            if missed.abs() < near {
                return Some(angle);
            }
            let slope = (missed - missed_before) / (angle - before);
            if slope.abs() < 1e-6 {
                return None;
            }
            (before, missed_before) = (angle, missed);
            angle -= (missed / slope).clamp(-8.0, 8.0);
        }
        (miss(angle)?.abs() < near).then_some(angle)
    }
}

/// A ball that shall go into a pocket.
#[derive(Clone, Copy)]
struct Goal<'l> {
    layout: &'l Layout,
    cue_ball: Vec2,
    ball: u8,
    target: Vec2,
    pocket: u8,
    mouth: Mouth,
    difficulty: &'l Difficulty,
}

impl Goal<'_> {
    fn attempt(&self, arena: &Arena, class: Class, shape: &Shape, shot: Shot, found: &mut Vec<Attempt>) {
        let stroke = Stroke { place: None, shot, call: Call::Ball { ball: self.ball, pocket: self.pocket } };
        let success = self.difficulty.success(shape) * class.discount();
        Attempt { stroke, class, success }.vary(arena, self.layout, Variety::Few(1), found, |_| shot.speed);
    }
}
