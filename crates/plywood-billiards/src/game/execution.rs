//! Playing a stroke and ruling on it: the one way from a state and what the cue did to the next state.

use crate::game::rules::{Facts, GameState, Ruling, Stroke, StrokeError, is_foul_already, judge};
use crate::physics::shot::Shot;
use crate::physics::{Arena, Event, Observer, Phase, Simulator};
use crate::table::layout::Layout;

/// Plays strokes on a table, one after the other, with one simulator.
pub struct Executor<'a> {
    arena: &'a Arena,
    simulator: Simulator<'a>,
}

impl<'a> Executor<'a> {
    /// An executor for a table.
    pub fn new(arena: &'a Arena) -> Executor<'a> {
        Executor { arena, simulator: Simulator::new(arena) }
    }

    /// Plays a stroke as the cue made it and rules on it. Only the place of the cue ball is checked: [`Stroke::check`] checks
    /// the rest.
    pub fn play(&mut self, state: &GameState, stroke: &Stroke, made: &Shot) -> Result<Ruling, StrokeError> {
        self.play_watched(state, stroke, made, &mut ())
    }

    /// The same, before somebody's eyes.
    pub fn play_watched(
        &mut self,
        state: &GameState,
        stroke: &Stroke,
        made: &Shot,
        observer: &mut impl Observer,
    ) -> Result<Ruling, StrokeError> {
        let before = placed(self.arena, state, stroke)?;
        let mut watched = Watched { facts: Facts::default(), observer };
        self.simulator.start_unchecked(&before.layout, made, &mut watched);
        self.simulator.run(&mut watched);
        Ok(self.ruled(&before, stroke, &watched.facts))
    }

    /// The same; nothing where a foul is known that gives the turn away. The simulation ends there, before all balls rest.
    pub fn play_unless_foul(
        &mut self,
        state: &GameState,
        stroke: &Stroke,
        made: &Shot,
    ) -> Result<Option<Ruling>, StrokeError> {
        let before = placed(self.arena, state, stroke)?;
        let mut facts = Facts::default();
        self.simulator.start_unchecked(&before.layout, made, &mut facts);
        self.simulator.run_while(&mut facts, |facts| !is_foul_already(&before, facts));
        let foul = is_foul_already(&before, &facts);
        Ok((!foul).then(|| self.ruled(&before, stroke, &facts)))
    }

    /// Where the balls lie after the last stroke, before anything is spotted.
    pub fn rest(&self) -> Layout {
        self.simulator.layout()
    }

    fn ruled(&self, before: &GameState, stroke: &Stroke, facts: &Facts) -> Ruling {
        judge(self.arena, before, GameState { layout: self.rest(), ..*before }, stroke.call, facts)
    }
}

/// The state with the cue ball where the stroke puts it.
fn placed(arena: &Arena, state: &GameState, stroke: &Stroke) -> Result<GameState, StrokeError> {
    Ok(GameState { layout: stroke.placed(arena, state)?, ..*state })
}

/// The referee watches, and somebody else.
struct Watched<'a, O> {
    facts: Facts,
    observer: &'a mut O,
}

impl<O: Observer> Observer for Watched<'_, O> {
    fn event(&mut self, event: Event) {
        self.facts.event(event);
        self.observer.event(event);
    }
    fn phase(&mut self, ball: u8, phase: &Phase) {
        self.observer.phase(ball, phase);
    }
}
