//! What the referee needs to know of a shot.

use crate::layout::CUE_BALL;
use crate::physics::{Event, EventKind};
use crate::table::Surface;

/// The outcome of a shot, without the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The first ball that the cue ball met.
    pub first: Option<u8>,
    /// Whether any ball met a rail after that.
    pub rail: bool,
    /// How many numbered balls met a rail.
    pub railed: u32,
    /// The balls that fell and where, in order; the cue ball is 0.
    pub pocketed: Vec<(u8, u8)>,
}

impl Facts {
    /// The facts in a list of events.
    pub fn of(events: &[Event]) -> Facts {
        let mut facts = Facts::default();
        let mut at_rail = 0u32;
        for event in events {
            match event.kind {
                EventKind::Balls { first, second } if facts.first.is_none() => {
                    let cue_ball_met =
                        [(first, second), (second, first)].into_iter().find(|pair| pair.0 == CUE_BALL);
                    facts.first = cue_ball_met.map(|pair| pair.1);
                }
                EventKind::Boundary { ball, surface: Surface::Pocket(pocket) } => {
                    facts.pocketed.push((ball, pocket))
                }
                EventKind::Boundary { ball, .. } => {
                    facts.rail |= facts.first.is_some();
                    at_rail |= 1 << ball;
                }
                _ => {}
            }
        }
        facts.railed = (at_rail & !1).count_ones();
        facts
    }

    /// Whether the cue ball fell.
    pub fn scratched(&self) -> bool {
        self.fell(CUE_BALL).is_some()
    }

    /// The pocket that took a ball.
    pub fn fell(&self, ball: u8) -> Option<u8> {
        self.pocketed.iter().find(|(fallen, _)| *fallen == ball).map(|(_, pocket)| *pocket)
    }

    /// The numbered balls that fell.
    pub fn fallen(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.pocketed.iter().copied().filter(|&(ball, _)| ball != CUE_BALL)
    }
}
