//! The facts of a shot that the referee needs.

use crate::physics::{Event, EventKind, Observer, Phase};
use crate::table::Surface;
use crate::table::layout::{Balls, CUE_BALL, MAX_BALLS};

/// The outcome of a shot, without the rules. It can watch the shot itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The first ball that the cue ball met.
    pub first: Option<u8>,
    /// Whether any ball met a rail after that.
    pub rail: bool,
    /// The balls that met a rail.
    pub at_rail: Balls,
    pocketed: [(u8, u8); MAX_BALLS],
    fallen: usize,
}

impl Facts {
    /// The facts in a list of events.
    pub fn of(events: &[Event]) -> Facts {
        let mut facts = Facts::default();
        events.iter().for_each(|event| facts.event(*event));
        facts
    }

    /// A ball falls into a pocket, given by index.
    pub fn fall(&mut self, ball: u8, pocket: u8) {
        self.pocketed[self.fallen] = (ball, pocket);
        self.fallen += 1;
    }

    /// The balls that fell and where, in order; the cue ball is 0.
    pub fn pocketed(&self) -> &[(u8, u8)] {
        &self.pocketed[..self.fallen]
    }

    /// How many numbered balls met a rail.
    pub fn railed(&self) -> u32 {
        self.at_rail.without(Balls::range(CUE_BALL, CUE_BALL)).len() as u32
    }

    /// Whether the cue ball fell.
    pub fn scratched(&self) -> bool {
        self.fell(CUE_BALL).is_some()
    }

    /// The pocket that took a ball.
    pub fn fell(&self, ball: u8) -> Option<u8> {
        self.pocketed().iter().find(|(fallen, _)| *fallen == ball).map(|(_, pocket)| *pocket)
    }

    /// The numbered balls that fell.
    pub fn fallen(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.pocketed().iter().copied().filter(|&(ball, _)| ball != CUE_BALL)
    }
}

impl Observer for Facts {
    fn event(&mut self, event: Event) {
        match event.kind {
            EventKind::Balls { first, second } if self.first.is_none() => {
                let met = [(first, second), (second, first)].into_iter().find(|pair| pair.0 == CUE_BALL);
                self.first = met.map(|pair| pair.1);
            }
            EventKind::Boundary { ball, surface: Surface::Pocket(pocket) } => self.fall(ball, pocket),
            EventKind::Boundary { ball, .. } => {
                self.rail |= self.first.is_some();
                self.at_rail.insert(ball);
            }
            _ => {}
        }
    }

    fn phase(&mut self, _: u8, _: &Phase) {}
}
