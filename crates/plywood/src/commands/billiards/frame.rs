//! `plywood billiards frame` and `replay`: whole frames and their records.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use plywood_billiards::error_model::ErrorModel;
use plywood_billiards::fit::Observed;
use plywood_billiards::frame::{FrameRecord, Seen, play};
use plywood_billiards::game::Billiards;
use plywood_billiards::picture::{self, strip};
use plywood_billiards::players::{Nearest, RandomPlayer, Shooter};
use plywood_billiards::rules::{Discipline, StrokeError};
use plywood_core::picture::Theme;

use super::{arena, write_file};
use crate::terminal::{print, print_json, table};

/// Play a frame between simple players and keep its record
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards frame 8ball nearest random --seed 3 --record frame.json")]
pub struct Arguments {
    /// The game: 8ball, 8.5ball, 9ball, one_pocket, snooker, cutthroat or cutthroat5 (of five players)
    game: String,
    /// Who breaks: nearest or random
    #[arg(default_value = "nearest")]
    first: String,
    /// The other player; in games for more players these two take seats in turn
    #[arg(default_value = "random")]
    second: String,
    /// The table: a preset or a file; poolfiz, or snooker's own
    #[arg(long)]
    table: Option<String>,
    /// The error model: none, low, taiwan, italy, high, phi:theta:v:a:b deviations, or a file.toml
    #[arg(long, default_value = "taiwan")]
    errors: String,
    /// Seed of rack, errors and players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop the frame after this number of shots
    #[arg(long, default_value_t = 1000)]
    most: usize,
    /// Keep the record in this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print the record as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Plays the frame.
    pub fn run(self) -> anyhow::Result<()> {
        let known = || Discipline::all().map(Discipline::name).collect::<Vec<_>>().join(", ");
        let discipline = Discipline::named(&self.game)
            .ok_or_else(|| anyhow!("unknown game {:?}; known: {}", self.game, known()))?;
        let errors: ErrorModel = self.errors.parse().context("errors")?;
        let usual = if discipline == Discipline::Snooker { "snooker" } else { "poolfiz" };
        let table = self.table.as_deref().unwrap_or(usual);
        let game = Billiards { discipline, arena: Arc::new(arena(table)?), errors };
        let names = [self.first.as_str(), self.second.as_str()];
        let mut seats = (0..discipline.players())
            .map(|seat| Ok((names[seat % 2], shooter(names[seat % 2])?)))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let mut players: Vec<(&str, &mut dyn Shooter)> = Vec::new();
        for (name, player) in &mut seats {
            players.push((name, player.as_mut()));
        }
        let record = play(&game, &mut players, self.seed, self.most);
        if let Some(path) = &self.record {
            write_file(path, &(serde_json::to_string_pretty(&record)? + "\n"))?;
        }
        if self.json { print_json(&record) } else { print(in_words(&record.replay(usize::MAX)?.1)) }
    }
}

/// Play a recorded frame again and check that it is the same to the last bit
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards replay frame.json --strip frame.svg")]
pub struct ReplayArguments {
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

impl ReplayArguments {
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

fn shooter(name: &str) -> anyhow::Result<Box<dyn Shooter>> {
    match name {
        "nearest" => Ok(Box::new(Nearest)),
        "random" => Ok(Box::new(RandomPlayer)),
        _ => bail!("unknown player {name:?}; known: nearest or random"),
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
