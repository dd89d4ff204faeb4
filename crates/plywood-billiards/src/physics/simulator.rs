//! The event loop: predict, move, resolve, and predict again only what changed.
//!
//! Each ball has its own next event (the end of its phase, or the boundary), found first: it closes the window in
//! which meetings with other balls are looked for. Meetings are kept in a triangle of times with the earliest of each
//! row, so that an event that changes `k` balls costs `k` rows. Nothing is allocated.

use super::Arena;
use super::detect::{boundary_contact, circle_contact};
use super::event::{Event, EventKind, Observer};
use super::evolve::{BallState, Motion, Phase};
use super::resolve::{ball_ball, cushion, settle_at_cushion, settle_together, strike};
use crate::physics::shot::{Shot, ShotError};
use crate::table::Surface;
use crate::table::layout::{CUE_BALL, Layout, LayoutError, MAX_BALLS};
use crate::vector::Vec2;
use thiserror::Error;

/// A shot that takes more events than this is stopped where it is.
const MOST_EVENTS: u32 = 100_000;
/// Two contacts of a ball within this time, in seconds, are hurried.
const HURRY: f64 = 1e-4;
/// Hurried contacts in a row after which a ball settles.
const PATIENCE: u8 = 64;

/// Why a shot cannot be simulated.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StartError {
    /// The balls cannot lie like that.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The cue cannot do that.
    #[error(transparent)]
    Shot(#[from] ShotError),
    /// There is nothing to strike.
    #[error("the cue ball (number 0) is not on the table")]
    NoCueBall,
}

/// The next event of a ball if no other ball interferes.
#[derive(Clone, Copy, Debug)]
struct Own {
    time: f64,
    /// The boundary, or else the end of the phase.
    surface: Option<Surface>,
}

/// The box that encloses the path of a ball up to its own next event.
#[derive(Clone, Copy, Debug)]
struct Reach {
    low: Vec2,
    high: Vec2,
}

/// The earliest meeting of a ball with one of a lower slot.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    time: f64,
    other: u8,
}

const NEVER: Meeting = Meeting { time: f64::INFINITY, other: 0 };

/// Simulates shots on one table. It can be used again and again.
#[derive(Clone, Debug)]
pub struct Simulator<'a> {
    arena: &'a Arena,
    time: f64,
    events: u32,
    count: usize,
    numbers: [u8; MAX_BALLS],
    phases: [Phase; MAX_BALLS],
    own: [Own; MAX_BALLS],
    reach: [Reach; MAX_BALLS],
    /// `meetings[i][j]` for `j < i`.
    meetings: [[f64; MAX_BALLS]; MAX_BALLS],
    next: [Meeting; MAX_BALLS],
    last_contact: [f64; MAX_BALLS],
    hurried: [u8; MAX_BALLS],
}

impl<'a> Simulator<'a> {
    /// A simulator for a table, with no balls on it.
    pub fn new(arena: &'a Arena) -> Self {
        let nothing = Phase::new(BallState::resting(Vec2::ZERO), 0.0, &arena.rates);
        Simulator {
            arena,
            time: 0.0,
            events: 0,
            count: 0,
            numbers: [0; MAX_BALLS],
            phases: [nothing; MAX_BALLS],
            own: [Own { time: f64::INFINITY, surface: None }; MAX_BALLS],
            reach: [Reach { low: Vec2::ZERO, high: Vec2::ZERO }; MAX_BALLS],
            meetings: [[f64::INFINITY; MAX_BALLS]; MAX_BALLS],
            next: [NEVER; MAX_BALLS],
            last_contact: [f64::NEG_INFINITY; MAX_BALLS],
            hurried: [0; MAX_BALLS],
        }
    }

    /// Checks a layout and a shot, and strikes the cue ball.
    pub fn start(
        &mut self,
        layout: &Layout,
        shot: &Shot,
        observer: &mut impl Observer,
    ) -> Result<(), StartError> {
        layout.check(&self.arena.table, &self.arena.outline)?;
        shot.check(&self.arena.table)?;
        if !layout.has(CUE_BALL) {
            return Err(StartError::NoCueBall);
        }
        self.start_unchecked(layout, shot, observer);
        Ok(())
    }

    /// Strikes the cue ball of a layout known to be good; the speed limit of the table does not apply.
    pub fn start_unchecked(&mut self, layout: &Layout, shot: &Shot, observer: &mut impl Observer) {
        let cue_ball = strike::strike(&self.arena.table, shot, layout.get(CUE_BALL).unwrap_or_default());
        let balls = layout.iter().map(|(number, place)| {
            (number, if number == CUE_BALL { cue_ball } else { BallState::resting(place) })
        });
        self.set_up(0.0, balls, observer);
        observer.event(Event { time: 0.0, kind: EventKind::Strike { ball: CUE_BALL } });
    }

    /// Starts from balls in any motion, at any time: how a simulation is taken up again from a sample of it.
    pub fn set_up(
        &mut self,
        time: f64,
        balls: impl Iterator<Item = (u8, BallState)>,
        observer: &mut impl Observer,
    ) {
        self.time = time;
        self.events = 0;
        self.count = 0;
        for (number, state) in balls.take(MAX_BALLS) {
            let slot = self.count;
            self.numbers[slot] = number;
            self.phases[slot] = Phase::new(state, time, &self.arena.rates);
            self.next[slot] = NEVER;
            self.meetings[slot] = [f64::INFINITY; MAX_BALLS];
            self.last_contact[slot] = f64::NEG_INFINITY;
            self.hurried[slot] = 0;
            self.count += 1;
            observer.phase(number, &self.phases[slot]);
        }
        for slot in 0..self.count {
            self.predict_own(slot);
        }
        for slot in 0..self.count {
            if self.phases[slot].state.motion.travels() {
                self.predict_meetings(slot);
            }
        }
    }

    /// Runs until all balls rest.
    #[inline]
    pub fn run(&mut self, observer: &mut impl Observer) {
        self.run_until(f64::INFINITY, observer);
    }

    /// Runs up to a time, events at that very time included; the run can be continued.
    pub fn run_until(&mut self, time: f64, observer: &mut impl Observer) {
        while self.step(time, observer) {}
        self.time = self.time.max(if time.is_finite() { time } else { self.time });
    }

    /// Runs until all balls rest or the observer has seen enough; whether it has is asked after every event.
    pub fn run_while<O: Observer>(&mut self, observer: &mut O, goes_on: impl Fn(&O) -> bool) {
        while goes_on(observer) && self.step(f64::INFINITY, observer) {}
    }

    /// The time reached, in seconds.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// How many events have been resolved.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// Whether the shot was stopped because it took too many events.
    pub fn gave_up(&self) -> bool {
        self.events >= MOST_EVENTS
    }

    /// Every ball, by number, at the time reached.
    pub fn balls(&self) -> impl Iterator<Item = (u8, BallState)> + '_ {
        (0..self.count)
            .map(|slot| (self.numbers[slot], self.phases[slot].at(self.time.min(self.phases[slot].end))))
    }

    /// The balls that are still on the table, where they are now.
    pub fn layout(&self) -> Layout {
        let mut layout = Layout::EMPTY;
        for (number, ball) in self.balls() {
            if ball.motion != Motion::Pocketed {
                layout.place(number, ball.position);
            }
        }
        layout
    }

    /// Energy of motion of all balls, in joules.
    pub fn energy(&self) -> f64 {
        let ball = &self.arena.table.ball;
        self.balls().map(|(_, state)| state.energy(ball.mass, ball.radius)).sum()
    }

    /// Resolves the next event if it comes by the given time.
    fn step(&mut self, until: f64, observer: &mut impl Observer) -> bool {
        let mut first = f64::INFINITY;
        let mut slot = 0;
        let mut meets = false;
        for i in 0..self.count {
            if self.own[i].time < first {
                (first, slot, meets) = (self.own[i].time, i, false);
            }
            if self.next[i].time < first {
                (first, slot, meets) = (self.next[i].time, i, true);
            }
        }
        if first > until || first == f64::INFINITY {
            return false;
        }
        self.time = self.time.max(first);
        self.events += 1;
        if self.events >= MOST_EVENTS {
            self.stop_all(observer);
            return false;
        }
        if meets {
            self.meet(slot, self.next[slot].other as usize, observer);
        } else if let Some(surface) = self.own[slot].surface {
            self.touch(slot, surface, observer);
        } else {
            let from = self.phases[slot].state.motion;
            let state = self.phases[slot].finish(&self.arena.rates);
            self.enter(slot, state, observer);
            let ball = self.numbers[slot];
            observer
                .event(Event { time: self.time, kind: EventKind::Change { ball, from, to: state.motion } });
        }
        true
    }

    /// Two balls collide.
    fn meet(&mut self, a: usize, b: usize, observer: &mut impl Observer) {
        // The ball that hits comes first; of two that move, the one with the lower number.
        let moves = |slot: usize| self.phases[slot].state.motion.travels();
        let in_order = if moves(a) == moves(b) { self.numbers[a] < self.numbers[b] } else { moves(a) };
        let (a, b) = if in_order { (a, b) } else { (b, a) };
        let (mut first, mut second) = (self.phases[a].at(self.time), self.phases[b].at(self.time));
        let radius = self.arena.rates.radius;
        let tired = self.is_tired(a) & self.is_tired(b);
        let approach = (second.position - first.position).unit().dot(first.velocity - second.velocity);
        if tired || approach <= super::detect::REST {
            settle_together(&mut first, &mut second, radius);
        } else {
            ball_ball::collide(&self.arena.table.collision, &mut first, &mut second, radius);
        }
        self.enter_without_meetings(a, first, observer);
        self.enter_without_meetings(b, second, observer);
        self.predict_meetings(a);
        self.predict_meetings(b);
        let kind = EventKind::Balls { first: self.numbers[a], second: self.numbers[b] };
        observer.event(Event { time: self.time, kind });
    }

    /// A ball meets the boundary.
    fn touch(&mut self, slot: usize, surface: Surface, observer: &mut impl Observer) {
        let mut state = self.phases[slot].at(self.time);
        if let Surface::Pocket(_) = surface {
            state = BallState { motion: Motion::Pocketed, ..BallState::resting(state.position) };
        } else {
            let inward = self.arena.normal(surface, state.position);
            if self.is_tired(slot) || -inward.dot(state.velocity) <= super::detect::REST {
                settle_at_cushion(&mut state, inward);
            } else {
                cushion::rebound(&self.arena.table, &mut state, inward);
            }
        }
        self.enter(slot, state, observer);
        let ball = self.numbers[slot];
        observer.event(Event { time: self.time, kind: EventKind::Boundary { ball, surface } });
    }

    /// Counts a contact of a ball, and tells whether it has had too many in too short a time.
    fn is_tired(&mut self, slot: usize) -> bool {
        let hurried = self.time - self.last_contact[slot] < HURRY;
        self.last_contact[slot] = self.time;
        self.hurried[slot] = if hurried { self.hurried[slot].saturating_add(1) } else { 0 };
        self.hurried[slot] > PATIENCE
    }

    fn enter(&mut self, slot: usize, state: BallState, observer: &mut impl Observer) {
        self.enter_without_meetings(slot, state, observer);
        self.predict_meetings(slot);
    }

    fn enter_without_meetings(&mut self, slot: usize, state: BallState, observer: &mut impl Observer) {
        self.phases[slot] = Phase::new(state, self.time, &self.arena.rates);
        observer.phase(self.numbers[slot], &self.phases[slot]);
        self.predict_own(slot);
    }

    /// Finds a ball's own next event and the box of its path until then.
    fn predict_own(&mut self, slot: usize) {
        let phase = &self.phases[slot];
        let (position, velocity, bend) = (phase.state.position, phase.state.velocity, phase.bend);
        let mut own = Own { time: phase.end, surface: None };
        if !phase.state.motion.travels() {
            self.own[slot] = own;
            self.reach[slot] = Reach { low: position, high: position };
            return;
        }
        let mut window = phase.end - phase.start;
        if let Some((time, surface)) = boundary_contact(self.arena, position, velocity, bend, window) {
            window = time;
            own = Own { time: phase.start + time, surface: Some(surface) };
        }
        let middle = position + velocity * (0.5 * window);
        let end = position + (velocity + bend * window) * window;
        self.own[slot] = own;
        self.reach[slot] = Reach {
            low: Vec2::new(position.x.min(middle.x).min(end.x), position.y.min(middle.y).min(end.y)),
            high: Vec2::new(position.x.max(middle.x).max(end.x), position.y.max(middle.y).max(end.y)),
        };
    }

    /// Finds the meetings of a ball with every other.
    fn predict_meetings(&mut self, slot: usize) {
        let mut earliest = NEVER;
        for other in 0..slot {
            let time = self.predict_meeting(slot, other);
            self.meetings[slot][other] = time;
            if time < earliest.time {
                earliest = Meeting { time, other: other as u8 };
            }
        }
        self.next[slot] = earliest;
        for other in slot + 1..self.count {
            let time = self.predict_meeting(slot, other);
            self.meetings[other][slot] = time;
            if time < self.next[other].time {
                self.next[other] = Meeting { time, other: slot as u8 };
            } else if self.next[other].other as usize == slot {
                self.next[other] = self.earliest_of_row(other);
            }
        }
    }

    fn earliest_of_row(&self, slot: usize) -> Meeting {
        let mut earliest = NEVER;
        for (other, &time) in self.meetings[slot][..slot].iter().enumerate() {
            if time < earliest.time {
                earliest = Meeting { time, other: other as u8 };
            }
        }
        earliest
    }

    /// When two balls meet, if they do before either has an event of its own.
    #[inline]
    fn predict_meeting(&self, a: usize, b: usize) -> f64 {
        let (first, second) = (&self.phases[a], &self.phases[b]);
        let distance = 2.0 * self.arena.rates.radius;
        let (near, far) = (&self.reach[a], &self.reach[b]);
        // Not bit-or'ed by accident: four comparisons without a branch are cheaper than one branch that is mispredicted.
        let apart = (near.low.x > far.high.x + distance)
            | (far.low.x > near.high.x + distance)
            | (near.low.y > far.high.y + distance)
            | (far.low.y > near.high.y + distance);
        if apart {
            return f64::INFINITY;
        }
        let (moves, moved) = (first.state.motion, second.state.motion);
        if !(moves.travels() || moved.travels()) || moves == Motion::Pocketed || moved == Motion::Pocketed {
            return f64::INFINITY;
        }
        let window = self.own[a].time.min(self.own[b].time) - self.time;
        let c = second.position(self.time) - first.position(self.time);
        let v = second.velocity(self.time) - first.velocity(self.time);
        match circle_contact(c, v, second.bend - first.bend, distance, window) {
            Some(time) => self.time + time,
            None => f64::INFINITY,
        }
    }

    /// The last resort: every ball stops where it is.
    #[cold]
    fn stop_all(&mut self, observer: &mut impl Observer) {
        for slot in 0..self.count {
            let state = self.phases[slot].at(self.time.min(self.phases[slot].end));
            if state.motion != Motion::Pocketed {
                self.enter(slot, BallState::resting(state.position), observer);
            }
        }
    }
}
