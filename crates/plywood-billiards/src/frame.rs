//! A frame from rack to winner, and its record, from which it can be played again to the last bit.
//!
//! The record is a [`Played`] as matches have it: the rack, then strokes and what the cue made of each. A table that has no
//! name is written beside it. Records of before, which kept shots by themselves, are read as well.

use crate::game::{Billiards, Position};
use crate::layout::Layout;
use crate::physics::{Arena, Simulator};
use crate::players::Shooter;
use crate::rules::{Discipline, Facts, GameState, Ruling, Stage, Stroke, StrokeError, judge};
use crate::shot::Shot;
use crate::table::{PRESETS, Table};
use plywood_core::random::{Rng, derive, seeded};
use plywood_core::{Error, Line, Notation, Played, Spec, Step, Turn};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Executes a stroke as it was made and rules on it.
pub fn execute(
    arena: &Arena,
    simulator: &mut Simulator,
    state: &GameState,
    stroke: &Stroke,
    made: &Shot,
) -> Result<Ruling, StrokeError> {
    let ruling = execute_unless(arena, simulator, state, stroke, made, |_, _| false)?;
    Ok(ruling.expect("nobody has seen enough"))
}

/// The same; nothing where somebody who sees the state before it and what happens has seen enough before all balls rest.
pub fn execute_unless(
    arena: &Arena,
    simulator: &mut Simulator,
    state: &GameState,
    stroke: &Stroke,
    made: &Shot,
    enough: impl Fn(&GameState, &Facts) -> bool,
) -> Result<Option<Ruling>, StrokeError> {
    let before = GameState { layout: stroke.placed(arena, state)?, ..*state };
    let mut facts = Facts::default();
    simulator.start_unchecked(&before.layout, made, &mut facts);
    simulator.run_while(&mut facts, |facts| !enough(&before, facts));
    if enough(&before, &facts) {
        return Ok(None);
    }
    let rested = GameState { layout: simulator.layout(), ..before };
    Ok(Some(judge(arena, &before, rested, stroke.call, &facts)))
}

/// A whole frame: the game as any store has it, and what a store does not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct FrameRecord {
    /// The rack, then strokes and the shots made of them.
    #[serde(flatten)]
    pub played: Played,
    /// The table, where it is none of the presets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// The state after the last shot: a replay has to come to it, to the last bit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
}

/// What a file may hold.
#[derive(Deserialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "a file is read once")]
enum Stored {
    New {
        #[serde(flatten)]
        played: Played,
        table: Option<Table>,
        end: Option<String>,
    },
    /// As the first version wrote it.
    Old { game: String, table: Table, errors: String, rack: Layout, shots: Vec<OldShot>, winner: Option<u8> },
}

#[derive(Deserialize)]
struct OldShot {
    requested: String,
    executed: String,
    after: String,
}

impl From<Stored> for FrameRecord {
    fn from(stored: Stored) -> FrameRecord {
        let (game, table, errors, rack, shots, winner) = match stored {
            Stored::New { played, table, end } => return FrameRecord { played, table, end },
            Stored::Old { game, table, errors, rack, shots, winner } => {
                (game, table, errors, rack, shots, winner)
            }
        };
        let count = Discipline::named(&game).map_or(2, Discipline::players);
        let end = shots.last().map(|shot| shot.after.clone());
        let racked = format!("rack/{}", rack.to_string().replace(' ', "/"));
        let strokes = shots.into_iter().flat_map(|shot| [shot.requested, shot.executed]);
        let played = Played {
            game: spec(&game, &table, &errors),
            start: String::new(),
            steps: [racked].into_iter().chain(strokes).collect(),
            players: vec!["unknown".to_string(); count],
            payoffs: payoffs(count, winner.and_then(|winner| usize::from(winner).checked_sub(1))),
            ending: ending(winner.is_some()),
        };
        FrameRecord { played, table: unnamed(&table), end }
    }
}

/// What everybody gets; nobody gets anything of a frame that was broken off.
fn payoffs(players: usize, winner: Option<usize>) -> Vec<f64> {
    let payoff = |player| winner.map_or(0.0, |winner| if winner == player { 1.0 } else { -1.0 });
    (0..players).map(payoff).collect()
}

fn ending(won: bool) -> String {
    if won { "rules" } else { "broken off" }.to_string()
}

/// The preset's name, or a word for a table that is none.
fn spec(game: &str, table: &Table, errors: &str) -> String {
    let name = PRESETS.iter().map(|(name, _)| *name).find(|name| Table::preset(name).as_ref() == Some(table));
    let game = match Discipline::named(game) {
        Some(Discipline::CutthroatOfFive) => "cutthroat(players=5, ".to_string(),
        _ => format!("{game}("),
    };
    format!("{game}table={}, errors=\"{errors}\")", name.unwrap_or("beside"))
}

fn unnamed(table: &Table) -> Option<Table> {
    let named = PRESETS.iter().any(|(name, _)| Table::preset(name).as_ref() == Some(table));
    (!named).then(|| table.clone())
}

/// Plays a frame of a game, with as many players as its discipline has. One without a winner after `most_shots` is broken
/// off.
pub fn play(
    game: &Billiards,
    players: &mut [(&str, &mut dyn Shooter)],
    seed: u64,
    most_shots: usize,
) -> FrameRecord {
    assert_eq!(players.len(), game.discipline.players(), "everybody has a player");
    let mut dice = seeded(derive(seed, 0));
    let mut thoughts: Vec<Rng> =
        (1..=players.len() as u64).map(|player| seeded(derive(seed, player))).collect();
    let mut line = Line::new(game.clone());
    let mut shots = 0;
    loop {
        match (line.turn(), line.position()) {
            (Turn::Player(player), Position::Ready(state)) if shots < most_shots => {
                let mind = &mut thoughts[player.index()];
                let stroke = players[player.index()].1.choose(&game.arena, state, mind);
                line.play(stroke);
                shots += 1;
            }
            (Turn::Chance, _) => drop(line.sample(&mut dice)),
            _ => break,
        }
    }
    let over = match line.position() {
        Position::Ready(GameState { stage: Stage::Over { winner }, .. }) => Some(winner.index()),
        _ => None,
    };
    let arena = &game.arena;
    FrameRecord {
        played: Played {
            game: spec(game.discipline.name(), &arena.table, &game.errors.to_string()),
            start: String::new(),
            steps: (0..line.steps().len()).map(|index| line.write_step(index)).collect(),
            players: players.iter().map(|(name, _)| name.to_string()).collect(),
            payoffs: payoffs(players.len(), over),
            ending: ending(over.is_some()),
        },
        table: unnamed(&arena.table),
        end: Some(game.write_position(line.position())),
    }
}

/// A shot as the referee saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Who shot, counted from 1.
    pub player: u8,
    /// The state before it.
    pub before: GameState,
    /// What was announced.
    pub stroke: Stroke,
    /// What the cue made of it.
    pub made: Shot,
    /// The ruling as a sentence.
    pub ruling: String,
    /// The state after it.
    pub after: GameState,
}

impl FrameRecord {
    /// The game that it is a frame of.
    pub fn game(&self) -> Result<Billiards, Error> {
        let mut spec: Spec = self.played.game.parse()?;
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

    /// Plays the frame again from what was executed, at most so many shots, and makes sure that every stroke was possible
    /// and that the whole comes to the recorded end.
    pub fn replay(&self, most_shots: usize) -> Result<(GameState, Vec<Seen>), Error> {
        let game = self.game()?;
        let arena = game.arena.clone();
        let mut line = if self.played.start.is_empty() {
            Line::new(game)
        } else {
            let start = game.read_position(&self.played.start)?;
            Line::from(game, start)
        };
        let mut simulator = Simulator::new(&arena);
        let mut seen: Vec<Seen> = Vec::new();
        for step in &self.played.steps {
            if seen.len() == most_shots && !matches!(line.position(), Position::Racking) {
                break;
            }
            let before = *line.position();
            let wrong = |error: Error| Error::new(format!("shot {}: {error}", seen.len() + 1));
            line.try_step(step).map_err(wrong)?;
            if let (Position::Struck(state, stroke), Some(Step::Event(crate::game::Draw::Made(made)))) =
                (before, line.steps().last())
            {
                let ruling = execute(&arena, &mut simulator, &state, &stroke, made)
                    .map_err(|error| wrong(Error::new(error.to_string())))?;
                seen.push(Seen {
                    player: state.turn.0 + 1,
                    before: state,
                    stroke,
                    made: *made,
                    ruling: ruling.sentence(&arena),
                    after: ruling.next,
                });
            }
        }
        // A frame that is too long may be broken off between a stroke and what the cue makes of it.
        let (Position::Ready(state) | Position::Struck(state, _)) = *line.position() else {
            return Err(Error::new("the record ends without a rack"));
        };
        let end = line.game().write_position(line.position());
        if line.steps().len() == self.played.steps.len()
            && self.end.as_ref().is_some_and(|recorded| *recorded != end)
        {
            let recorded = self.end.as_deref().unwrap_or_default();
            return Err(Error::new(format!("it leads to '{end}', the record has '{recorded}'")));
        }
        Ok((state, seen))
    }
}
