//! A frame from rack to winner, and its record, from which it can be played again to the last bit.

use crate::error_model::ErrorModel;
use crate::layout::Layout;
use crate::physics::{Arena, Simulator};
use crate::players::Shooter;
use crate::rules::{Discipline, Facts, GameState, Ruling, Stage, Stroke, StrokeError, judge};
use crate::shot::Shot;
use crate::table::{Table, TableError};
use plywood_core::random::{Rng, derive, seeded};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Executes a stroke as it was made and rules on it.
pub fn execute(
    arena: &Arena,
    simulator: &mut Simulator,
    state: &GameState,
    stroke: &Stroke,
    made: &Shot,
) -> Result<Ruling, StrokeError> {
    let before = GameState { layout: stroke.placed(arena, state)?, ..*state };
    let mut facts = Facts::default();
    simulator.start_unchecked(&before.layout, made, &mut facts);
    simulator.run(&mut facts);
    let rested = GameState { layout: simulator.layout(), ..before };
    Ok(judge(arena, &before, rested, stroke.call, &facts))
}

/// One shot of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShotRecord {
    /// Who shot, counted from 1.
    pub player: u8,
    /// What was requested, as text.
    pub requested: String,
    /// What the cue did, as text.
    pub executed: String,
    /// What the referee said.
    pub ruling: String,
    /// The state after it, as text.
    pub after: String,
}

/// A whole frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrameRecord {
    /// The game.
    pub game: String,
    /// The table.
    pub table: Table,
    /// The error model, as text.
    pub errors: String,
    /// The seed of rack and errors.
    pub seed: u64,
    /// The rack.
    pub rack: Layout,
    /// The shots in order.
    pub shots: Vec<ShotRecord>,
    /// Who won, counted from 1; none when the frame was broken off.
    pub winner: Option<u8>,
}

/// Why a record cannot be played again.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The table of the record.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The game of the record.
    #[error("the record is of '{0}', known are 8ball, 8.5ball, 9ball and one_pocket")]
    Game(String),
    /// A shot of the record.
    #[error("shot {index}: {reason}")]
    Shot {
        /// Which, counted from 1.
        index: usize,
        /// What is wrong.
        reason: String,
    },
}

/// Plays a frame, with as many players as the discipline has. One without a winner after `most_shots` is broken off.
pub fn play(
    arena: &Arena,
    discipline: Discipline,
    players: &mut [&mut dyn Shooter],
    errors: &ErrorModel,
    seed: u64,
    most_shots: usize,
) -> FrameRecord {
    let mut dice = seeded(derive(seed, 0));
    assert_eq!(players.len(), discipline.players(), "everybody has a player");
    let mut thoughts: Vec<Rng> =
        (1..=players.len() as u64).map(|player| seeded(derive(seed, player))).collect();
    let rack = discipline.rack(&arena.table, &mut dice);
    let mut state = GameState::before_break(discipline, rack);
    let mut simulator = Simulator::new(arena);
    let mut record = FrameRecord {
        game: discipline.name().to_string(),
        table: arena.table.clone(),
        errors: errors.to_string(),
        seed,
        rack,
        shots: Vec::new(),
        winner: None,
    };
    while record.shots.len() < most_shots {
        let shooter = state.turn.index();
        let stroke = players[shooter].choose(arena, &state, &mut thoughts[shooter]);
        let made = errors.perturb(&stroke.shot, &arena.table, &mut dice);
        let ruling = execute(arena, &mut simulator, &state, &stroke, &made)
            .expect("players choose strokes that are possible");
        record.shots.push(ShotRecord {
            player: state.turn.0 + 1,
            requested: stroke.text(arena),
            executed: made.to_string(),
            ruling: ruling.sentence(arena),
            after: ruling.next.to_string(),
        });
        state = ruling.next;
        if let Stage::Over { winner } = state.stage {
            record.winner = Some(winner.0 + 1);
            break;
        }
    }
    record
}

impl FrameRecord {
    /// Plays the frame again from what was executed, and makes sure that every ruling and every state is as recorded.
    pub fn replay(&self) -> Result<GameState, ReplayError> {
        let arena = Arena::new(self.table.clone())?;
        let discipline = Discipline::named(&self.game).ok_or_else(|| ReplayError::Game(self.game.clone()))?;
        let mut state = GameState::before_break(discipline, self.rack);
        let mut simulator = Simulator::new(&arena);
        for (index, shot) in self.shots.iter().enumerate() {
            let wrong = |reason: String| ReplayError::Shot { index: index + 1, reason };
            let stroke = Stroke::parse(&shot.requested, &arena).map_err(|error| wrong(error.to_string()))?;
            stroke.check(&arena, &state).map_err(|error| wrong(error.to_string()))?;
            let made: Shot =
                shot.executed.parse().map_err(|error: crate::shot::ShotError| wrong(error.to_string()))?;
            made.check(&arena.table).map_err(|error| wrong(error.to_string()))?;
            let ruling = execute(&arena, &mut simulator, &state, &stroke, &made)
                .map_err(|error| wrong(error.to_string()))?;
            if ruling.sentence(&arena) != shot.ruling || ruling.next.to_string() != shot.after {
                return Err(wrong(format!("leads to '{}', the record has '{}'", ruling.next, shot.after)));
            }
            state = ruling.next;
        }
        Ok(state)
    }
}
