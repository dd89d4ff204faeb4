//! A whole shot, kept so that any instant of it can be drawn.

use super::event::{Event, Observer};
use super::evolve::{BallState, Phase};

/// Every event and every phase of every ball.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The events, in order of time.
    pub events: Vec<Event>,
    phases: Vec<(u8, Vec<Phase>)>,
}

impl Observer for Trace {
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    fn phase(&mut self, ball: u8, phase: &Phase) {
        match self.phases.iter_mut().find(|(number, _)| *number == ball) {
            Some((_, phases)) => phases.push(*phase),
            None => self.phases.push((ball, vec![*phase])),
        }
    }
}

impl Trace {
    /// The phases of each ball that took part, in order of time.
    pub fn balls(&self) -> impl Iterator<Item = (u8, &[Phase])> {
        self.phases.iter().map(|(ball, phases)| (*ball, phases.as_slice()))
    }

    /// When the last event happened.
    pub fn duration(&self) -> f64 {
        self.events.last().map_or(0.0, |event| event.time)
    }

    /// A ball at any time since the strike; none for a ball that took no part.
    pub fn sample(&self, ball: u8, time: f64) -> Option<BallState> {
        let (_, phases) = self.phases.iter().find(|(number, _)| *number == ball)?;
        let next = phases.partition_point(|phase| phase.start <= time);
        let phase = &phases[next.saturating_sub(1)];
        Some(phase.at(time.clamp(phase.start, phase.end)))
    }
}
