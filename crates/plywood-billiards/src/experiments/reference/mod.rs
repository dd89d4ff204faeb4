//! Reference shots made by another simulator (pooltool), and how far ours agree with them.
//!
//! A reference file holds the models, the constants, the table piece by piece, and shots with every event. A shot agrees
//! when its events are the same in the same order (ties aside) and every ball ends within the tolerance
//! `max(1e-6, 2e-3 s)` metres, where `s` is how far the reference itself moves when its own spacer is made small. Shots that move
//! by more than a millimetre when the aim is turned by a millionth of a degree are chaotic: their first events are compared.

mod file;

pub use file::ReferenceError;

use crate::physics::shot::Shot;
use crate::physics::{Arena, Event, EventKind, Motion, Simulator};
use crate::table::layout::{CUE_BALL, Layout};
use crate::vector::Vec2;
use file::{ReferenceFile, ReferenceShot, Run};
use serde::Serialize;

/// How many events of a chaotic shot are compared, the strike included.
const FIRST_EVENTS: usize = 6;
/// Events nearer in time than this, in seconds, may come in any order.
const TIE: f64 = 1e-9;
/// The spacer of the reference shifts its times: by far less than this, in seconds, as long as the shots are the same.
const SLIP: f64 = 1e-3;

/// How a file of reference shots compares.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The file's name for its set of models.
    pub set: String,
    /// Shots in the file.
    pub shots: usize,
    /// Shots whose events and final positions agree.
    pub agree: usize,
    /// Chaotic shots whose first events agree.
    pub chaotic: usize,
    /// Shots that do not agree.
    pub disagree: usize,
    /// Shots without a reference.
    pub skipped: usize,
    /// The worst distance of a ball from its reference at the end, in metres, over shots that are not chaotic.
    pub worst: f64,
    /// The median over these shots of the worst distance of a ball.
    pub median: f64,
    /// The fault of each shot that disagrees.
    pub complaints: Vec<String>,
}

/// Compares every shot of a reference file, given as text.
pub fn check(text: &str) -> Result<Comparison, ReferenceError> {
    let file = ReferenceFile::parse(text)?;
    let arena = Arena::new(file.table()?)?;
    let mut report = Comparison {
        set: file.set.clone(),
        shots: file.shots.len(),
        agree: 0,
        chaotic: 0,
        disagree: 0,
        skipped: 0,
        worst: 0.0,
        median: 0.0,
        complaints: Vec::new(),
    };
    let mut errors = Vec::new();
    for reference in &file.shots {
        let Some(run) = &reference.run else {
            report.skipped += 1;
            continue;
        };
        let ours = Ours::simulate(&arena, reference)?;
        let chaotic = reference.sensitivity.to_aim > 1e-3;
        let verdict = if chaotic {
            ours.compare_events(&arena, run, FIRST_EVENTS)
        } else {
            let error = ours.largest_error(run);
            errors.push(error);
            let tolerance = f64::max(1e-6, 2e-3 * reference.sensitivity.to_spacer);
            ours.compare_events(&arena, run, usize::MAX)
                .and_then(|()| ours.compare_end(run, error, tolerance))
        };
        match verdict {
            Ok(()) if chaotic => report.chaotic += 1,
            Ok(()) => report.agree += 1,
            Err(complaint) => {
                report.disagree += 1;
                report.complaints.push(format!("{}: {complaint}", reference.shot));
            }
        }
    }
    errors.sort_by(f64::total_cmp);
    report.worst = errors.last().copied().unwrap_or(0.0);
    report.median = errors.get(errors.len() / 2).copied().unwrap_or(0.0);
    Ok(report)
}

/// A shot as we simulate it.
struct Ours {
    events: Vec<Event>,
    ends: Vec<(String, Motion, Vec2)>,
    names: Vec<String>,
}

impl Ours {
    fn simulate(arena: &Arena, reference: &ReferenceShot) -> Result<Ours, ReferenceError> {
        // The cue ball is number 0, the others follow in the order of the file.
        let mut names: Vec<String> = reference.inputs.balls.keys().cloned().collect();
        names.sort_by_key(|name| name != "cue");
        let mut layout = Layout::EMPTY;
        for (number, name) in names.iter().enumerate() {
            if number >= crate::table::layout::MAX_BALLS {
                return Err(ReferenceError::Form(format!("{} has too many balls", reference.shot)));
            }
            let [x, y] = reference.inputs.balls[name];
            layout.place(number as u8, Vec2::new(x, y));
        }
        let cue = &reference.inputs.cue;
        let millimetres = arena.table.ball.radius * 1e3;
        let shot = Shot {
            phi: cue.phi_deg,
            theta: cue.theta_deg,
            speed: cue.speed,
            a: cue.a * millimetres,
            b: cue.b * millimetres,
        };
        let mut events = Vec::new();
        let mut simulator = Simulator::new(arena);
        if !layout.has(CUE_BALL) || names.first().is_none_or(|name| name != "cue") {
            return Err(ReferenceError::Form(format!("{} has no ball called cue", reference.shot)));
        }
        simulator
            .start(&layout, &shot, &mut events)
            .map_err(|error| ReferenceError::Form(format!("{}: {error}", reference.shot)))?;
        simulator.run(&mut events);
        let ends = simulator
            .balls()
            .map(|(number, ball)| (names[number as usize].clone(), ball.motion, ball.position));
        Ok(Ours { ends: ends.collect(), events, names })
    }

    /// The largest distance of a ball that stays on the table in both.
    fn largest_error(&self, run: &Run) -> f64 {
        let on_table = self.ends.iter().filter(|(_, motion, _)| *motion != Motion::Pocketed);
        on_table
            .filter_map(|(name, _, place)| run.end_of(name).map(|there| (*place - there).norm()))
            .fold(0.0, f64::max)
    }

    fn compare_end(&self, run: &Run, error: f64, tolerance: f64) -> Result<(), String> {
        for (name, motion, _) in &self.ends {
            let (ours, theirs) = (*motion == Motion::Pocketed, run.end_of(name).is_none());
            if ours != theirs {
                let (we, they) =
                    if ours { ("pocketed", "on the table") } else { ("on the table", "pocketed") };
                return Err(format!("ball {name} ends {we}, in the reference {they}"));
            }
        }
        if error <= tolerance {
            Ok(())
        } else {
            Err(format!("a ball ends {error:.2e} m away, more than {tolerance:.2e} m"))
        }
    }

    /// Compares kinds, balls and times of events, ties in any order.
    fn compare_events(&self, arena: &Arena, run: &Run, most: usize) -> Result<(), String> {
        let mut ours: Vec<(f64, String)> =
            self.events.iter().map(|event| (event.time, self.describe(arena, event))).collect();
        let theirs = run.describe();
        let count = most.min(theirs.len());
        if most == usize::MAX && ours.len() != theirs.len() {
            return Err(format!("{} events, in the reference {}", ours.len(), theirs.len()));
        }
        for (index, (time, expected)) in theirs.iter().take(count).enumerate() {
            let now = ours.get(index).map_or(f64::INFINITY, |event| event.0);
            let tied = ours.iter().skip(index).take_while(|event| event.0 <= now + TIE);
            let Some(found) =
                tied.into_iter().position(|event| event.1 == *expected && (event.0 - time).abs() < SLIP)
            else {
                let found = ours
                    .get(index)
                    .map_or("missing".to_string(), |event| format!("{} at {:.9} s", event.1, event.0));
                return Err(format!("event {index} is {found}, in the reference {expected} at {time:.9} s"));
            };
            ours.swap(index, index + found);
        }
        Ok(())
    }

    fn describe(&self, arena: &Arena, event: &Event) -> String {
        let name = |ball: u8| self.names[ball as usize].as_str();
        match event.kind {
            EventKind::Strike { ball } => format!("STICK_BALL {}", name(ball)),
            EventKind::Change { ball, from, to } => {
                format!("{}_{} {}", motion_name(from), motion_name(to), name(ball))
            }
            EventKind::Balls { first, second } => {
                let mut balls = [name(first), name(second)];
                balls.sort_unstable();
                format!("BALL_BALL {} {}", balls[0], balls[1])
            }
            EventKind::Boundary { ball, surface } => {
                use crate::table::Surface::{Cushion, Jaw, Pocket};
                let kind = match surface {
                    Cushion(_) => "BALL_LINEAR_CUSHION",
                    Jaw(_) => "BALL_CIRCULAR_CUSHION",
                    Pocket(_) => "BALL_POCKET",
                };
                format!("{kind} {} {}", name(ball), arena.surface_name(surface))
            }
        }
    }
}

fn motion_name(motion: Motion) -> &'static str {
    match motion {
        Motion::Stationary => "STATIONARY",
        Motion::Spinning => "SPINNING",
        Motion::Sliding => "SLIDING",
        Motion::Rolling => "ROLLING",
        Motion::Pocketed => "POCKETED",
    }
}
