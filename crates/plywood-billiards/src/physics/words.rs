//! Events of a shot in words.

use super::{Arena, Event, EventKind, Motion};
use crate::table::Surface::{Cushion, Jaw, Pocket};

fn ball_name(ball: u8) -> String {
    if ball == 0 { "cue ball".to_string() } else { format!("ball {ball}") }
}

/// The event in words, without the time.
pub fn in_words(arena: &Arena, event: &Event) -> String {
    match event.kind {
        EventKind::Strike { .. } => "the cue strikes the cue ball".to_string(),
        EventKind::Balls { first, second } => format!("{} meets {}", ball_name(first), ball_name(second)),
        EventKind::Change { ball, to, .. } => {
            let now = match to {
                Motion::Rolling => "rolls",
                Motion::Spinning => "spins on the spot",
                Motion::Stationary => "comes to rest",
                Motion::Sliding => "slides",
                Motion::Pocketed => "is pocketed",
            };
            format!("{} {now}", ball_name(ball))
        }
        EventKind::Boundary { ball, surface } => {
            let name = arena.surface_name(surface);
            match surface {
                Cushion(_) => format!("{} meets cushion {name}", ball_name(ball)),
                Jaw(_) => format!("{} meets jaw {name}", ball_name(ball)),
                Pocket(_) => format!("{} falls into pocket {name}", ball_name(ball)),
            }
        }
    }
}
