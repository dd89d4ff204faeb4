//! 8-ball (PickPocket thesis, section 2.4) and 8.5-ball (section 4.3.7).
//!
//! The 8 is lost with the game when it falls before the shooter's group is cleared, the break included, as the summary
//! has it ("at any time"). In 8.5-ball the cue ball has to meet the lowest ball of the shooter's group first; on an open table, the
//! lowest of either group.

use super::facts::Facts;
use super::reason::Reason;
use super::referee::{Bench, Foul, Ruling, common_fouls};
use super::state::{CueBall, Discipline, GameState, Group, Stage};
use super::stroke::Call;
use crate::table::layout::Balls;
use plywood_core::game::Player;

const EIGHT: u8 = 8;

/// The balls that the cue ball may meet first.
pub fn targets(state: &GameState) -> Balls {
    let eight = Balls::range(EIGHT, EIGHT);
    let of_group = |group: Group| {
        let balls = state.layout.balls().and(group.balls());
        if state.discipline == Discipline::EightAndAHalfBall { balls.lowest() } else { balls }
    };
    match state.group_of(state.turn) {
        Some(group) if state.has_any(group) => of_group(group),
        Some(_) => eight,
        None if state.discipline == Discipline::EightBall => state.layout.objects(),
        None if is_cleared(state) => eight,
        None => of_group(Group::Solids).or(of_group(Group::Stripes)),
    }
}

/// Whether only the 8 is left for the shooter.
fn is_cleared(state: &GameState) -> bool {
    match state.group_of(state.turn) {
        Some(group) => !state.has_any(group),
        None => !state.has_any(Group::Solids) && !state.has_any(Group::Stripes),
    }
}

pub fn judge(before: &GameState, rested: GameState, call: Call, facts: &Facts) -> Ruling {
    let fouls = common_fouls(before, facts);
    let mut bench = Bench::new(before, rested, fouls);
    if let Some(pocket) = facts.fell(EIGHT) {
        return judge_eight(before, bench, call, pocket);
    }
    let breaking = before.stage == Stage::Break;
    if !bench.fouls.is_empty() {
        return bench.foul(if breaking { CueBall::Head } else { CueBall::Hand }, Reason::Fouls);
    }
    if breaking {
        return match facts.fallen().count() as u8 {
            0 => bench.pass(Reason::Break(0)),
            fallen => bench.again(Reason::Break(fallen)),
        };
    }
    let Call::Ball { ball, pocket } = call else {
        return bench.pass(if call == Call::Safety { Reason::Safety } else { Reason::NoCall });
    };
    if facts.fell(ball) != Some(pocket) {
        return bench.pass(Reason::NotAsCalled { ball, pocket });
    }
    let group = Group::of(ball);
    match before.group_of(before.turn) {
        Some(own) if group != Some(own) => bench.pass(Reason::OtherGroup { ball }),
        Some(_) => bench.again(Reason::AsCalled { ball, pocket }),
        None => {
            let own = group.expect("the 8 has been dealt with, so the ball has a group");
            bench.next.group = Some(if before.turn == Player::FIRST { own } else { own.other() });
            bench.again(Reason::Claims { ball, pocket, group: own })
        }
    }
}

/// The 8 fell: the game is over one way or the other.
fn judge_eight(before: &GameState, bench: Bench, call: Call, pocket: u8) -> Ruling {
    let (shooter, opponent) = (before.turn, before.after(before.turn));
    if !is_cleared(before) || before.stage == Stage::Break {
        return bench.over(opponent, Reason::EarlyEight);
    }
    if bench.fouls.contains(Foul::Scratch) {
        return bench.over(opponent, Reason::EightAndCueBall);
    }
    if !bench.fouls.is_empty() {
        return bench.over(opponent, Reason::EightWithFouls);
    }
    if call != (Call::Ball { ball: EIGHT, pocket }) {
        return bench.over(opponent, Reason::EightUncalled { pocket });
    }
    bench.over(shooter, Reason::AsCalled { ball: EIGHT, pocket })
}
