//! `plywood billiards shot`: one shot, event by event.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use plywood_billiards::error_model::ErrorModel;
use plywood_billiards::game::rules::{Discipline, Facts, GameState, Stroke};
use plywood_billiards::game::{Billiards, Executor};
use plywood_billiards::physics::clearance::obstacle;
use plywood_billiards::physics::shot::Shot;
use plywood_billiards::physics::{Arena, Event, Simulator, Trace, in_words};
use plywood_billiards::picture;
use plywood_billiards::table::layout::Layout;
use plywood_core::picture::Theme;
use serde_json::json;

use super::{arena, write_file};
use crate::terminal::{print, print_json, table};

/// Simulate one shot and print its events and the final positions of the balls
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood billiards shot \"0@0.5:0.5 1@0.6:1.2\" \"phi=81.9/theta=5/v=2\" --svg shot.svg\n\
                        The state may be that of a game (\"8ball turn=1 ... 0@0.5:0.5 ...\"); the referee then rules on the shot.\n\
                        Balls are number@across:along in metres, the cue ball is 0; phi and theta in degrees, v in m/s, \
                        offsets a (left) and b (up) in mm."
)]
pub struct Arguments {
    /// The balls, or a state of a game
    state: String,
    /// The shot; in a game also call=BALL:POCKET or safety, and place=X:Y with ball in hand
    shot: String,
    /// The table: a preset or a file
    #[arg(long, default_value = "poolfiz")]
    table: String,
    /// Draw the shot into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The colours of the drawing: light, dark or auto (as the reader prefers)
    #[arg(long, value_name = "THEME", default_value = "light", requires = "svg")]
    theme: Theme,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Simulates the shot.
    pub fn run(self) -> anyhow::Result<()> {
        let arena = Arc::new(arena(&self.table)?);
        let is_game =
            self.state.split_whitespace().next().is_some_and(|word| Discipline::named(word).is_some());
        let mut trace = Trace::default();
        let (before, shot, after, ruling) = if is_game {
            let (state, stroke) = self.read_game(&arena)?;
            let before = stroke.check(&arena, &state).context("shot")?;
            let mut executor = Executor::new(&arena);
            let ruling = executor.play_watched(&state, &stroke, &stroke.shot, &mut trace)?;
            (before, stroke.shot, executor.rest(), Some(ruling))
        } else {
            let (before, shot): (Layout, Shot) =
                (self.state.parse().context("state")?, self.shot.parse().context("shot")?);
            let mut simulator = Simulator::new(&arena);
            simulator.start(&before, &shot, &mut trace)?;
            simulator.run(&mut trace);
            (before, shot, simulator.layout(), None)
        };
        if let Some(path) = &self.svg {
            write_file(path, &picture::shot(&arena, &before, &trace).svg(self.theme))?;
        }
        if self.json {
            return print_json(&json!({
                "table": arena.table.name,
                "shot": shot,
                "events": trace.events,
                "duration": trace.duration(),
                "pocketed": pocketed(&arena, &trace.events),
                "final": after,
                "ruling": ruling.as_ref().map(|ruling| json!({
                    "sentence": ruling.sentence(&arena),
                    "fouls": ruling.fouls.iter().collect::<Vec<_>>(),
                    "state": ruling.next.to_string(),
                })),
                "obstacle": obstacle(&arena, &before, &shot).map(|thing| thing.to_string()),
            }));
        }
        let rows: Vec<Vec<String>> = trace
            .events
            .iter()
            .map(|event| vec![format!("{:.6}", event.time), in_words(&arena, event)])
            .collect();
        print(table(&["seconds", "event"], &rows))?;
        if let Some(thing) = obstacle(&arena, &before, &shot) {
            print(format!("\nnote: {thing}\n"))?;
        }
        match ruling {
            None => print(format!("\n{after}\n")),
            Some(ruling) => print(format!("\n{}\n{}\n", ruling.sentence(&arena), ruling.next)),
        }
    }

    fn read_game(&self, arena: &Arc<Arena>) -> anyhow::Result<(GameState, Stroke)> {
        let discipline = self.state.parse::<GameState>().context("state")?.discipline;
        let game =
            Billiards { discipline, arena: arena.clone(), errors: ErrorModel::new(0.0, 0.0, 0.0, 0.0, 0.0) };
        let state = game.read_state(&self.state).context("state")?;
        Ok((state, Stroke::parse(&self.shot, arena).context("shot")?))
    }
}

fn pocketed(arena: &Arena, events: &[Event]) -> Vec<(u8, String)> {
    use plywood_billiards::table::Surface;
    let name = |pocket: u8| arena.surface_name(Surface::Pocket(pocket)).to_string();
    Facts::of(events).pocketed().iter().map(|(ball, pocket)| (*ball, name(*pocket))).collect()
}
