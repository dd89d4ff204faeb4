//! A frame shot by shot in one drawing: panels from left to right and down, each with the shot as it was made and what the
//! referee said.

use crate::experiments::statistics::StrokeKind;
use crate::game::record::Seen;
use crate::game::rules::Call;
use crate::physics::{Arena, Simulator, Trace};
use crate::picture;
use crate::table::Surface;
use plywood_core::picture::{Caption, Theme};

/// Panels beside each other.
const COLUMNS: usize = 3;
/// Room between panels, in pixels of a panel.
const GAP: f64 = 24.0;
/// The height of what is written under a panel.
const WRITING: f64 = 84.0;

/// Draws the shots of a frame, from the first one on.
pub fn draw(arena: &Arena, shots: &[Seen], theme: Theme) -> String {
    let mut simulator = Simulator::new(arena);
    let mut panels = String::new();
    let (mut width, mut height) = (0.0_f64, 0.0_f64);
    for (place, shot) in shots.iter().enumerate() {
        let kind = StrokeKind::of(arena, &mut simulator, &shot.before, &shot.stroke);
        let before = shot.stroke.placed(arena, &shot.before).unwrap_or(shot.before.layout);
        let mut trace = Trace::default();
        simulator.start_unchecked(&before, &shot.made, &mut trace);
        simulator.run(&mut trace);
        let mut panel = picture::shot(arena, &before, &trace);
        panel.title = format!("Shot {}", place + 1);
        let text = format!("{}. {}. {}", place + 1, meant(arena, shot, kind), shot.ruling);
        panel.caption = Caption { text, chips: Vec::new() };
        let (across, down) = ((place % COLUMNS) as f64, (place / COLUMNS) as f64);
        let (wide, high) = (panel.width + GAP, panel.height + WRITING);
        (width, height) = (width.max((across + 1.0) * wide), height.max((down + 1.0) * high));
        let place =
            format!("<svg x=\"{:.0}\" y=\"{:.0}\" ", GAP / 2.0 + across * wide, GAP / 2.0 + down * high);
        panels += &panel.svg(theme).replacen("<svg ", &place, 1);
    }
    let (width, height) = (width.max(GAP), height.max(GAP));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
         <title>A frame of {} shots</title>\n{panels}</svg>\n",
        0.5 * width,
        0.5 * height,
        shots.len()
    )
}

/// A player's intention, in a few words.
fn meant(arena: &Arena, shot: &Seen, kind: StrokeKind) -> String {
    let called = match shot.stroke.call {
        Call::Ball { ball, pocket } => {
            format!(" of the {ball} to {}", arena.surface_name(Surface::Pocket(pocket)))
        }
        _ => String::new(),
    };
    let hand = if shot.stroke.place.is_some() { ", from hand" } else { "" };
    format!("Player {}: {}{called}, {:.1} m/s{hand}", shot.player, kind.name(), shot.stroke.shot.speed)
}
