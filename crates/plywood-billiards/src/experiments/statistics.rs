//! What a player did with a cue: how often each kind of stroke succeeded, as the tables of the PickPocket thesis have it
//! (sections 4.3 and 4.3.8: W, SIS, SS, bank, kick, combination).
//!
//! The kind of a stroke is what would come of it without error, so that it can be told of any player's: the cue ball
//! meets a rail first (kick), or another ball than the called one (combination), or sends the called ball elsewhere than at
//! the pocket (bank), else it is straight in. It succeeds if its player goes on or has won; a safety, if the next stroke of
//! the opponent gives the turn back or the frame away. A run-out is a frame won in one visit, the break aside.

use crate::game::record::{FrameRecord, Seen, Shots};
use crate::game::rules::{Call, GameState, Stage, Stroke};
use crate::physics::{Arena, EventKind, Simulator, Trace};
use crate::table::Surface;
use crate::table::layout::CUE_BALL;
use plywood_core::{Error, Played, Player};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// A kind of stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokeKind {
    /// The first of a frame.
    Break,
    /// The cue ball sends the called ball at the pocket.
    Straight,
    /// The called ball goes by a rail.
    Bank,
    /// The cue ball goes by a rail.
    Kick,
    /// The cue ball sends a ball at the called one.
    Combination,
    /// Nothing shall fall.
    Safety,
    /// Nothing was called.
    Other,
}

/// All kinds with their names.
pub const KINDS: [(StrokeKind, &str); 7] = [
    (StrokeKind::Break, "break"),
    (StrokeKind::Straight, "straight-in"),
    (StrokeKind::Bank, "bank"),
    (StrokeKind::Kick, "kick"),
    (StrokeKind::Combination, "combination"),
    (StrokeKind::Safety, "safety"),
    (StrokeKind::Other, "other"),
];

impl StrokeKind {
    /// Its name.
    pub fn name(self) -> &'static str {
        KINDS[self as usize].1
    }

    /// The kind of a stroke.
    pub fn of(arena: &Arena, simulator: &mut Simulator, state: &GameState, stroke: &Stroke) -> StrokeKind {
        let (ball, pocket) = match stroke.call {
            _ if state.stage == Stage::Break => return StrokeKind::Break,
            Call::Safety => return StrokeKind::Safety,
            Call::None => return StrokeKind::Other,
            Call::Ball { ball, pocket } => (ball, pocket),
        };
        let Ok(layout) = stroke.placed(arena, state) else { return StrokeKind::Other };
        let mut trace = Trace::default();
        simulator.start_unchecked(&layout, &stroke.shot, &mut trace);
        simulator.run(&mut trace);
        let contact = trace.events.iter().position(|event| matches!(event.kind, EventKind::Balls { .. }));
        let at_rail = trace.events[..contact.unwrap_or(0)].iter().any(|event| {
            matches!(event.kind, EventKind::Boundary { ball: CUE_BALL, surface } if !matches!(surface, Surface::Pocket(_)))
        });
        if at_rail {
            return StrokeKind::Kick;
        }
        let (met, time) = match contact.map(|place| trace.events[place]) {
            Some(event) => match event.kind {
                EventKind::Balls { first: CUE_BALL, second } => (second, event.time),
                EventKind::Balls { first, .. } => (first, event.time),
                _ => return StrokeKind::Other,
            },
            // It was meant to meet the called ball.
            None => return StrokeKind::Straight,
        };
        if met != ball {
            return StrokeKind::Combination;
        }
        let (Some(ghost), Some(target)) = (trace.sample(CUE_BALL, time), layout.get(ball)) else {
            return StrokeKind::Other;
        };
        let (way, to_pocket) = ((target - ghost.position).unit(), arena.mouth(pocket) - target);
        let off = (to_pocket - way * way.dot(to_pocket)).norm();
        // What passes the middle of the mouth by less may still fall straight.
        let reach = 3.5 * arena.table.ball.radius;
        if way.dot(to_pocket) > 0.0 && off < reach { StrokeKind::Straight } else { StrokeKind::Bank }
    }
}

/// The strokes of a player in some frames.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StrokeTally {
    /// Frames played.
    pub frames: u32,
    /// Frames won.
    pub wins: u32,
    /// Of these, those won in one visit.
    pub run_outs: u32,
    /// Strokes.
    pub shots: u32,
    /// Successes and attempts of each kind, in the order of [`KINDS`].
    pub kinds: [(u32, u32); KINDS.len()],
    /// Own balls pocketed in frames that were lost, where players have groups.
    pub lost_balls: u32,
}

impl StrokeTally {
    /// Successes and attempts of a kind.
    pub fn of(&self, kind: StrokeKind) -> (u32, u32) {
        self.kinds[kind as usize]
    }
}

impl AddAssign<&StrokeTally> for StrokeTally {
    fn add_assign(&mut self, other: &StrokeTally) {
        self.frames += other.frames;
        self.wins += other.wins;
        self.run_outs += other.run_outs;
        self.shots += other.shots;
        self.lost_balls += other.lost_balls;
        for (kind, more) in self.kinds.iter_mut().zip(other.kinds) {
            *kind = (kind.0 + more.0, kind.1 + more.1);
        }
    }
}

/// The strokes of every player in a frame, by seat.
pub fn of_frame(arena: &Arena, shots: &[Seen]) -> Vec<StrokeTally> {
    let Some(last) = shots.last() else { return Vec::new() };
    let winner = match last.after.stage {
        Stage::Over { winner } => Some(winner),
        _ => None,
    };
    let mut simulator = Simulator::new(arena);
    let mut seats =
        vec![StrokeTally { frames: 1, ..StrokeTally::default() }; last.after.discipline.players()];
    let goes_on = |shot: &Seen, player: Player| match shot.after.stage {
        Stage::Over { winner } => winner == player,
        _ => shot.after.turn == player,
    };
    let mut visits = vec![0; seats.len()];
    for (place, shot) in shots.iter().enumerate() {
        let player = shot.before.turn;
        let tally = &mut seats[player.index()];
        let kind = StrokeKind::of(arena, &mut simulator, &shot.before, &shot.stroke);
        let success = match kind {
            // A safety hands the turn over, as a rule; what counts is what the opponent makes of it.
            StrokeKind::Safety => {
                goes_on(shot, player) || shots.get(place + 1).is_some_and(|next| goes_on(next, player))
            }
            _ => goes_on(shot, player),
        };
        tally.shots += 1;
        let counted = &mut tally.kinds[kind as usize];
        *counted = (counted.0 + u32::from(success), counted.1 + 1);
        let first_of_visit = place == 0 || shots[place - 1].before.turn != player;
        visits[player.index()] += u32::from(first_of_visit && (success || kind != StrokeKind::Break));
    }
    if let Some(winner) = winner {
        seats[winner.index()].wins = 1;
        seats[winner.index()].run_outs = u32::from(visits[winner.index()] == 1);
    }
    for player in last.after.players().filter(|player| Some(*player) != winner) {
        let left =
            last.after.group_of(player).map(|group| last.after.layout.balls().and(group.balls()).len());
        seats[player.index()].lost_balls = left.map_or(0, |left| 7 - left as u32);
    }
    seats
}

/// Who met, and what each of them did.
pub type Meeting = Vec<(String, StrokeTally)>;

/// The strokes of players in stored frames, by pairing; a player that meets itself has one row.
pub fn of_games(games: &[Played]) -> Result<Vec<Meeting>, Error> {
    let mut meetings: Vec<(Vec<String>, BTreeMap<String, StrokeTally>)> = Vec::new();
    for played in games {
        let line = FrameRecord::of(played.clone()).line(usize::MAX)?;
        let tallies = of_frame(&line.game().arena, Shots::default().of(&line));
        let mut names = played.players.clone();
        names.sort();
        let place = match meetings.iter().position(|(known, _)| *known == names) {
            Some(place) => place,
            None => {
                meetings.push((names, BTreeMap::new()));
                meetings.len() - 1
            }
        };
        for (name, tally) in played.players.iter().zip(&tallies) {
            *meetings[place].1.entry(name.clone()).or_default() += tally;
        }
    }
    Ok(meetings.into_iter().map(|(_, players)| players.into_iter().collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(state: &str, stroke: &str) -> StrokeKind {
        let arena = Arena::preset("poolfiz");
        let state: GameState = state.parse().unwrap();
        let stroke = Stroke::parse(stroke, &arena).unwrap();
        StrokeKind::of(&arena, &mut Simulator::new(&arena), &state, &stroke)
    }

    /// Balls in the middle of the table, so that ways are the axes: up is toward the top pockets.
    #[test]
    fn kinds_are_told_by_what_would_happen() {
        // The 3 lies on the line to the left side pocket.
        let straight = "8ball groups=solids 0@0.7:1.118 3@0.4:1.118 8@0.9:2.1";
        assert_eq!(kind(straight, "phi=180/theta=5/v=2/call=3:lc"), StrokeKind::Straight);
        assert_eq!(kind(straight, "phi=180/theta=5/v=2/safety"), StrokeKind::Safety);
        assert_eq!(kind(straight, "phi=180/theta=5/v=2"), StrokeKind::Other);
        assert_eq!(
            kind(&straight.replace("groups", "stage=break groups"), "phi=180/theta=5/v=2"),
            StrokeKind::Break
        );
        // The same at the far pocket is a bank, by way of another ball a combination, by a rail a kick.
        assert_eq!(kind(straight, "phi=180/theta=5/v=2/call=3:rc"), StrokeKind::Bank);
        assert_eq!(kind(&straight.replace("1.118", "1.4"), "phi=0/theta=5/v=4/call=3:lc"), StrokeKind::Kick);
        let two = "8ball groups=solids 0@0.8:1.118 5@0.6:1.118 3@0.4:1.118 8@0.9:2.1";
        assert_eq!(kind(two, "phi=180/theta=5/v=3/call=3:lc"), StrokeKind::Combination);
    }
}
