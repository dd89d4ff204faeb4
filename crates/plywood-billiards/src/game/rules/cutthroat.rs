//! Cutthroat for three or five players (PickPocket thesis, section 5.1.1): everybody owns a set of balls and is out when
//! it is gone; who is left wins.
//!
//! The fifteen balls are shared out by number, the first player's lowest. Nothing is called and any ball may be met first.
//! A ball of somebody else that falls legally keeps the turn; an own ball stays down too and keeps nothing. What falls of others
//! by a foul comes back to the foot spot, own balls do not, and the next player has ball in hand (behind the head string after the
//! break). If the last balls of all fall at once, the owner of the one that fell last has won.

use super::facts::Facts;
use super::reason::Reason;
use super::referee::{Bench, Ruling, common_fouls};
use super::state::{CueBall, GameState, Stage};
use crate::game::rack::spot;
use crate::physics::Arena;

pub fn judge(arena: &Arena, before: &GameState, rested: GameState, facts: &Facts) -> Ruling {
    let mut bench = Bench::new(before, rested, common_fouls(before, facts));
    let own = before.set_of(before.turn);
    let theirs = || facts.fallen().map(|(ball, _)| ball).filter(|&ball| !own.contains(ball));
    let foul = !bench.fouls.is_empty();
    if foul {
        theirs().for_each(|ball| spot(&mut bench.next.layout, &arena.table, ball));
    }
    let mut left = bench.next.players().filter(|&player| bench.next.is_in(player));
    let winner = match (left.next(), left.next()) {
        (Some(player), None) => Some(player),
        (None, _) => {
            let last = facts.fallen().last().map(|(ball, _)| ball);
            before.players().find(|&player| last.is_some_and(|ball| before.set_of(player).contains(ball)))
        }
        _ => None,
    };
    if let Some(winner) = winner {
        return bench.over(winner, Reason::LastLeft);
    }
    if foul {
        let cue_ball = if before.stage == Stage::Break { CueBall::Head } else { CueBall::Hand };
        let back = theirs().next().is_some();
        return bench.foul(cue_ball, if back { Reason::FoulsAndBalls } else { Reason::Fouls });
    }
    match (theirs().next(), facts.fallen().next()) {
        // Who is out by the same shot does not go on.
        (Some(ball), _) if bench.next.is_in(before.turn) => bench.again(Reason::Pocketed { ball }),
        (Some(ball), _) => bench.pass(Reason::Pocketed { ball }),
        (None, Some((ball, _))) => bench.pass(Reason::OwnBall { ball }),
        (None, None) => bench.pass(Reason::Nothing),
    }
}
