//! 9-ball: the lowest ball has to be met first, any ball that falls keeps the turn, the 9 wins whenever it falls legally.
//!
//! Nothing is called. After a foul the opponent has ball in hand anywhere; a 9 pocketed by a foul comes back to the foot spot.

use super::facts::Facts;
use super::reason::Reason;
use super::referee::{Bench, Ruling, common_fouls};
use super::state::{CueBall, GameState};
use crate::game::rack::spot;
use crate::physics::Arena;

const NINE: u8 = 9;

pub fn judge(arena: &Arena, before: &GameState, rested: GameState, facts: &Facts) -> Ruling {
    let mut bench = Bench::new(before, rested, common_fouls(before, facts));
    let nine_fell = facts.fell(NINE).is_some();
    if !bench.fouls.is_empty() {
        if nine_fell {
            spot(&mut bench.next.layout, &arena.table, NINE);
            return bench.foul(CueBall::Hand, Reason::FoulsAndNine);
        }
        return bench.foul(CueBall::Hand, Reason::Fouls);
    }
    if nine_fell {
        return bench.over(before.turn, Reason::Pocketed { ball: NINE });
    }
    match facts.fallen().next() {
        Some((ball, _)) => bench.again(Reason::Pocketed { ball }),
        None => bench.pass(Reason::Nothing),
    }
}
