//! The events of a shot, and their listeners.

use super::evolve::{Motion, Phase};
use crate::table::Surface;
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Seconds since the strike.
    pub time: f64,
    /// The event.
    pub kind: EventKind,
}

/// The kinds of events. Balls are given by number, the cue ball is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// The cue struck a ball.
    Strike {
        /// The ball.
        ball: u8,
    },
    /// A ball went over from one kind of motion to the next.
    Change {
        /// The ball.
        ball: u8,
        /// How it moved before.
        from: Motion,
        /// How it moves now.
        to: Motion,
    },
    /// Two balls met.
    Balls {
        /// The ball that moved, or the lower number of two that did.
        first: u8,
        /// The other.
        second: u8,
    },
    /// A ball met the boundary: a cushion, a jaw, or a pocket that took it.
    Boundary {
        /// The ball.
        ball: u8,
        /// The thing that it met.
        surface: Surface,
    },
}

/// Is told of every event as it happens; compiled away when it does nothing.
pub trait Observer {
    /// An event has been resolved.
    fn event(&mut self, event: Event);
    /// A ball has entered a new phase of its motion.
    fn phase(&mut self, ball: u8, phase: &Phase);
}

/// Nobody watches.
impl Observer for () {
    fn event(&mut self, _: Event) {}
    fn phase(&mut self, _: u8, _: &Phase) {}
}

/// Events alone are kept. A list that is cleared and used again allocates nothing once it has grown.
impl Observer for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
    fn phase(&mut self, _: u8, _: &Phase) {}
}
