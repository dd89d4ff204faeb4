//! `plywood billiards replay`: recorded frames.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use plywood_billiards::experiments::fit::Observed;
use plywood_billiards::game::record::{FrameRecord, Seen};
use plywood_billiards::game::rules::StrokeError;
use plywood_billiards::picture::{self, strip};
use plywood_core::picture::Theme;

use super::write_file;
use crate::terminal::{print, table};

/// Play a recorded frame again and check that it is the same to the last bit
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards replay frame.json --strip frame.svg\n\
                        plywood lab show RUN --frame 1 --record frame.json writes the record of a frame of a stored match.")]
pub struct Arguments {
    /// The record
    file: PathBuf,
    /// Draw the final state of the frame into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the frame shot by shot into this file
    #[arg(long, value_name = "FILE")]
    strip: Option<PathBuf>,
    /// Write the places of the balls before and after each shot into this file, for calibrate --fit
    #[arg(long, value_name = "FILE")]
    strokes: Option<PathBuf>,
    /// Look only at this number of shots from the start
    #[arg(long, value_name = "SHOTS")]
    until: Option<usize>,
}

impl Arguments {
    /// Replays the record.
    pub fn run(self) -> anyhow::Result<()> {
        let name = self.file.display();
        let text = std::fs::read_to_string(&self.file).with_context(|| name.to_string())?;
        let record: FrameRecord =
            serde_json::from_str(&text).with_context(|| format!("{name} is not the record of a frame"))?;
        let (end, shots) =
            record.replay(self.until.unwrap_or(usize::MAX)).with_context(|| name.to_string())?;
        if let Some(path) = &self.svg {
            let drawing = picture::layout(&record.game()?.arena, &end.layout);
            write_file(path, &drawing.svg(Theme::Light))?;
        }
        if let Some(path) = &self.strip {
            write_file(path, &strip::draw(&record.game()?.arena, &shots, Theme::Light))?;
        }
        if let Some(path) = &self.strokes {
            let arena = record.game()?.arena;
            let lines: Result<Vec<String>, _> =
                shots.iter().map(|shot| Ok(format!("{}\n", Observed::in_frame(&arena, shot)?))).collect();
            write_file(path, &lines.map_err(|error: StrokeError| anyhow!("{name}: {error}"))?.concat())?;
        }
        print(in_words(&shots))?;
        print(format!("\n{} shots replayed exactly\n", shots.len()))
    }
}

/// The shots of a frame and what the referee said of each.
pub fn in_words(shots: &[Seen]) -> String {
    let row = |(index, shot): (usize, &Seen)| {
        vec![(index + 1).to_string(), shot.player.to_string(), shot.ruling.clone()]
    };
    let rows: Vec<Vec<String>> = shots.iter().enumerate().map(row).collect();
    table(&["shot", "player", "ruling"], &rows)
}
