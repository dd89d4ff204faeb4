//! One-pocket: each player has one of the two pockets at the foot and scores what falls there; eight balls win.
//!
//! Balls in the opponent's pocket count for the opponent, balls in other pockets come back to the foot spot. A foul costs
//! a ball, which comes back to the table or stays owed, and what the shooter pockets with it in the own pocket comes back.

use super::facts::Facts;
use super::reason::Reason;
use super::referee::{Bench, Foul, Ruling, common_fouls};
use super::state::{CueBall, GameState};
use crate::game::rack::spot;
use crate::physics::Arena;
use crate::table::layout::Layout;
use plywood_core::game::Player;

/// Balls that win.
pub(crate) const TARGET: i16 = 8;

/// The pocket of a player: the breaker has the one at the foot on the right.
pub fn own_pocket(arena: &Arena, player: Player) -> Option<u8> {
    arena.pocket(if player == Player::FIRST { "rt" } else { "lt" })
}

pub fn judge(arena: &Arena, before: &GameState, rested: GameState, facts: &Facts) -> Ruling {
    let fouls = common_fouls(before, facts);
    let mut bench = Bench::new(before, rested, fouls);
    let (shooter, opponent) = (before.turn, before.after(before.turn));
    let foul = !bench.fouls.is_empty();
    let mut scored = [0i16; 2];
    for (ball, pocket) in facts.fallen() {
        let owner = [shooter, opponent].into_iter().find(|&player| own_pocket(arena, player) == Some(pocket));
        match owner {
            Some(player) if !(foul && player == shooter) => {
                scored[player.index()] += 1;
                add_ball(&mut bench.next, player, arena, ball);
            }
            _ => spot(&mut bench.next.layout, &arena.table, ball),
        }
    }
    let count = scored[shooter.index()];
    if foul {
        take_ball(&mut bench.next, shooter, arena);
        let cue_ball = if bench.fouls.contains(Foul::Scratch) { CueBall::Head } else { CueBall::Table };
        return finish(bench, opponent, |bench| bench.foul(cue_ball, Reason::FoulsForABall));
    }
    match (count, scored[opponent.index()]) {
        (0, 0) => bench.pass(Reason::NothingCounts),
        (0, given) => finish(bench, opponent, |bench| bench.pass(Reason::ForOpponent(given))),
        (count, _) => finish(bench, shooter, |bench| bench.again(Reason::Scored(count))),
    }
}

/// Ends the game if someone has enough, the one named first if both have.
fn finish(bench: Bench, first: Player, otherwise: impl FnOnce(Bench) -> Ruling) -> Ruling {
    let score = bench.next.score;
    let second = bench.next.after(first);
    let winner = [first, second].into_iter().find(|player| score[player.index()] >= TARGET);
    match winner {
        Some(winner) => bench.over(winner, Reason::Score(score[0], score[1])),
        None => otherwise(bench),
    }
}

/// A ball for a player; who owes one pays it back at once.
fn add_ball(state: &mut GameState, player: Player, arena: &Arena, ball: u8) {
    let score = &mut state.score[player.index()];
    *score = score.saturating_add(1);
    if *score <= 0 {
        spot(&mut state.layout, &arena.table, ball);
    }
}

/// The price of a foul: a ball that counted comes back, or one is owed.
fn take_ball(state: &mut GameState, player: Player, arena: &Arena) {
    let score = &mut state.score[player.index()];
    *score = score.saturating_sub(1);
    if *score >= 0 {
        let layout: &mut Layout = &mut state.layout;
        if let Some(ball) = (1..16).find(|&ball| !layout.has(ball)) {
            spot(layout, &arena.table, ball);
        }
    }
}
