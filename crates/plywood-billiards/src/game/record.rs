//! A frame from rack to winner, shot by shot, and its record, from which it can be played again to the last bit.
//!
//! The record is a [`Played`] as matches have it: the rack, then strokes and what the cue made of each. For a file that
//! stands alone a table that has no name is written beside it, and the end that a replay has to come to.

use super::{Billiards, Draw, Executor, Position, is_billiards};
use crate::game::rules::{GameState, Stroke};
use crate::physics::Arena;
use crate::physics::shot::Shot;
use crate::table::{PRESETS, Table};
use plywood_core::{Error, Line, Notation, Played, Spec, Step};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A shot as the referee saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Who shot, counted from 1.
    pub player: u8,
    /// The state before it.
    pub before: GameState,
    /// The announced stroke.
    pub stroke: Stroke,
    /// The executed shot.
    pub made: Shot,
    /// The ruling as a sentence.
    pub ruling: String,
    /// The state after it.
    pub after: GameState,
}

/// The shots of a frame. Each is simulated once, however often and at whatever stage of the frame they are asked for.
#[derive(Clone, Debug, Default)]
pub struct Shots(Vec<Seen>);

impl Shots {
    /// All shots so far. What is kept of shots that were taken back is dropped.
    pub fn of(&mut self, line: &Line<Billiards>) -> &[Seen] {
        let mut executor = Executor::new(&line.game().arena);
        let mut count = 0;
        for (before, step) in line.positions().iter().zip(line.steps()) {
            let (Position::Struck(state, stroke), Step::Event(Draw::Made(made))) = (before, step) else {
                continue;
            };
            let kept = self.0.get(count);
            if kept.is_none_or(|seen| (&seen.before, &seen.stroke, &seen.made) != (state, stroke, made)) {
                self.0.truncate(count);
                let ruling = executor.play(state, stroke, made);
                let ruling = ruling.expect("the stroke was checked when it was announced");
                self.0.push(Seen {
                    player: state.turn.0 + 1,
                    before: *state,
                    stroke: *stroke,
                    made: *made,
                    ruling: ruling.sentence(&line.game().arena),
                    after: ruling.next,
                });
            }
            count += 1;
        }
        self.0.truncate(count);
        &self.0
    }
}

/// A whole frame: the game as any store has it, and what a store does not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrameRecord {
    /// The rack, then strokes and the shots made of them.
    #[serde(flatten)]
    pub played: Played,
    /// The table, where it is none of the presets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// The state after the last shot: a replay has to come to it, to the last bit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
}

impl FrameRecord {
    /// The record of a stored game.
    pub fn of(played: Played) -> FrameRecord {
        FrameRecord { played, table: None, end: None }
    }

    /// The same for a file that stands alone: with a table that has no name, and with the end.
    pub fn whole(played: Played) -> Result<FrameRecord, Error> {
        let record = FrameRecord::of(played);
        let line = record.line(usize::MAX)?;
        let table = &line.game().arena.table;
        let named = PRESETS.iter().any(|(name, _)| Table::preset(name).as_ref() == Some(table));
        let end = Some(line.game().write_position(line.position()));
        Ok(FrameRecord { table: (!named).then(|| table.clone()), end, ..record })
    }

    /// The game that it is a frame of.
    pub fn game(&self) -> Result<Billiards, Error> {
        let mut spec: Spec = self.played.game.parse()?;
        if !is_billiards(&spec.name) {
            return Err(Error::new(format!("{} is not played on a table with pockets", spec.name)));
        }
        // What was executed is in the record: a list of errors that shots were drawn from need not be there any more.
        spec.args.retain(|(key, value)| {
            !(key.as_deref() == Some("errors") && value.to_string().contains(".toml"))
        });
        let Some(table) = &self.table else { return Billiards::from_spec(&spec) };
        // A table that is written beside it has no name that a spec could have.
        let mut plain = spec;
        plain.args.retain(|(key, _)| key.as_deref() != Some("table"));
        let arena = Arena::new(table.clone()).map_err(|error| Error::new(error.to_string()))?;
        Ok(Billiards { arena: Arc::new(arena), ..Billiards::from_spec(&plain)? })
    }

    /// Who won, counted from 1; none when the frame was broken off.
    pub fn winner(&self) -> Option<u8> {
        self.played.payoffs.iter().position(|payoff| *payoff > 0.0).map(|seat| seat as u8 + 1)
    }

    /// Plays the frame again from what was executed, at most `most_shots` shots, and makes sure that every stroke
    /// was possible and that the whole comes to the recorded end.
    pub fn line(&self, most_shots: usize) -> Result<Line<Billiards>, Error> {
        let game = self.game()?;
        let mut line = if self.played.start.is_empty() {
            Line::new(game)
        } else {
            let start = game.read_position(&self.played.start)?;
            Line::from(game, start)
        };
        let mut shots = 0;
        for step in &self.played.steps {
            if shots == most_shots && *line.position() != Position::Racking {
                break;
            }
            let executed = matches!(line.position(), Position::Struck(..));
            line.try_step(step).map_err(|error| Error::new(format!("shot {}: {error}", shots + 1)))?;
            shots += usize::from(executed);
        }
        if *line.position() == Position::Racking {
            return Err(Error::new("the record ends without a rack"));
        }
        let end = line.game().write_position(line.position());
        if line.steps().len() == self.played.steps.len()
            && self.end.as_ref().is_some_and(|recorded| *recorded != end)
        {
            let recorded = self.end.as_deref().unwrap_or_default();
            return Err(Error::new(format!("it leads to '{end}', the record has '{recorded}'")));
        }
        Ok(line)
    }

    /// The same: the state in which the frame ends, and its shots.
    pub fn replay(&self, most_shots: usize) -> Result<(GameState, Vec<Seen>), Error> {
        let line = self.line(most_shots)?;
        let mut shots = Shots::default();
        shots.of(&line);
        let state = line.position().state().expect("the balls are racked");
        Ok((*state, shots.0))
    }
}
