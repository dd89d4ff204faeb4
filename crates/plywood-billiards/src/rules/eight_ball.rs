//! 8-ball (PickPocket thesis, section 2.4) and 8.5-ball (section 4.3.7).
//!
//! The 8 is lost with the game when it falls before the shooter's group is cleared, the break included, as the summary
//! has it ("at any time"). In 8.5-ball the cue ball has to meet the lowest ball of the shooter's group first; on an open table, the
//! lowest of either group.

use super::facts::Facts;
use super::referee::{Bench, Foul, Ruling, common_fouls, pocket_name};
use super::state::{CueBall, Discipline, GameState, Group, Stage};
use super::stroke::Call;
use crate::physics::Arena;

const EIGHT: u8 = 8;

/// The balls that the cue ball may meet first.
pub fn targets(state: &GameState) -> Vec<u8> {
    let of_group = |group: Group| {
        let balls = state
            .layout
            .object_balls()
            .map(|(ball, _)| ball)
            .filter(move |&ball| Group::of(ball) == Some(group));
        let most = if state.discipline == Discipline::EightAndAHalfBall { 1 } else { usize::MAX };
        balls.take(most)
    };
    match state.group_of(state.turn) {
        Some(group) if state.has_any(group) => of_group(group).collect(),
        Some(_) => vec![EIGHT],
        None if state.discipline == Discipline::EightBall => {
            state.layout.object_balls().map(|(ball, _)| ball).collect()
        }
        None if is_cleared(state) => vec![EIGHT],
        None => of_group(Group::Solids).chain(of_group(Group::Stripes)).collect(),
    }
}

/// Whether only the 8 is left for the shooter.
fn is_cleared(state: &GameState) -> bool {
    match state.group_of(state.turn) {
        Some(group) => !state.has_any(group),
        None => !state.has_any(Group::Solids) && !state.has_any(Group::Stripes),
    }
}

pub fn judge(arena: &Arena, before: &GameState, rested: GameState, call: Call, facts: &Facts) -> Ruling {
    let fouls = common_fouls(before, facts);
    let bench = Bench::new(before, rested, fouls);
    if let Some(pocket) = facts.fell(EIGHT) {
        return judge_eight(arena, before, bench, call, pocket);
    }
    let breaking = before.stage == Stage::Break;
    if !bench.fouls.is_empty() {
        return bench.foul(if breaking { CueBall::Head } else { CueBall::Hand }, "");
    }
    if breaking {
        let fallen = facts.fallen().count();
        return match fallen {
            0 => bench.pass("broke without pocketing a ball"),
            1 => bench.again("pocketed a ball on the break"),
            _ => bench.again(&format!("pocketed {fallen} balls on the break")),
        };
    }
    let Call::Ball { ball, pocket } = call else {
        return bench.pass(if call == Call::Safety { "played safe" } else { "called nothing" });
    };
    let name = pocket_name(arena, pocket);
    if facts.fell(ball) != Some(pocket) {
        return bench.pass(&format!("did not pocket the {ball} in the {name} as called"));
    }
    let group = Group::of(ball);
    match before.group_of(before.turn) {
        Some(own) if group != Some(own) => {
            bench.pass(&format!("called and pocketed the {ball}, a ball of the other group"))
        }
        Some(_) => bench.again(&format!("pocketed the {ball} in the {name} as called")),
        None => {
            let mut bench = bench;
            let own = group.expect("the 8 has been dealt with, so the ball has a group");
            bench.next.group =
                Some(if before.turn == plywood_core::game::Player::FIRST { own } else { own.other() });
            bench.again(&format!("pocketed the {ball} in the {name} as called, has {}", own.name()))
        }
    }
}

/// The 8 fell: the game is over one way or the other.
fn judge_eight(arena: &Arena, before: &GameState, bench: Bench, call: Call, pocket: u8) -> Ruling {
    let (shooter, opponent) = (before.turn, before.turn.other());
    if !is_cleared(before) || before.stage == Stage::Break {
        return bench.over(opponent, "pocketed the 8 before clearing a group");
    }
    if bench.fouls.contains(&Foul::Scratch) {
        return bench.over(opponent, "pocketed the 8 and the cue ball");
    }
    if !bench.fouls.is_empty() {
        let because = format!("pocketed the 8 with a foul ({})", bench.foul_list());
        return bench.over(opponent, &because);
    }
    let name = pocket_name(arena, pocket);
    if call != (Call::Ball { ball: EIGHT, pocket }) {
        return bench.over(opponent, &format!("pocketed the 8 in the {name} without calling it there"));
    }
    bench.over(shooter, &format!("pocketed the 8 in the {name} as called"))
}
