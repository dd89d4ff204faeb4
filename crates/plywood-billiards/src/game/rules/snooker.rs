//! Snooker (PickPocket thesis, section 5.1.1): fifteen reds and six colours, points for what falls.
//!
//! Balls 1 to 15 are the reds, worth one; 16 to 21 are yellow, green, brown, blue, pink and black, worth two to seven. While
//! there are reds a player shoots at one, and after a red at a colour of choice, which comes back to its spot; after
//! the last red and its colour the colours are shot at in order and stay down. The colour is the ball called, or else the
//! ball met first. Nothing has to meet a rail.
//!
//! A foul is worth to the opponent what the dearest ball in it is, four at least. The frame ends with the first score or foul
//! once the black alone is left; at even scores the black is spotted again and the other player shoots from hand. Left
//! out: the free ball, the miss, and that a player may be made to play again after a foul.

use super::facts::Facts;
use super::reason::Reason;
use super::referee::{Bench, Foul, Fouls, Ruling};
use super::state::{CueBall, GameState};
use super::stroke::Call;
use crate::game::rack::spot_colour;
use crate::table::Table;
use crate::table::layout::{Balls, Layout};

/// The reds.
pub const REDS: Balls = Balls::range(1, 15);
/// The colours, the cheapest first.
pub const COLOURS: Balls = Balls::range(YELLOW, BLACK);
/// The cheapest colour.
const YELLOW: u8 = 16;
/// The dearest colour.
const BLACK: u8 = 21;
/// The least cost of a foul.
const LEAST: i16 = 4;

/// The worth of a ball.
pub const fn value(ball: u8) -> i16 {
    if ball < YELLOW { 1 } else { ball as i16 - 14 }
}

/// The colours, the dearest first.
pub fn dearest_first() -> impl Iterator<Item = u8> {
    (YELLOW..=BLACK).rev()
}

/// The balls that the cue ball may meet first.
pub fn targets(state: &GameState) -> Balls {
    let (reds, colours) = (state.layout.balls().and(REDS), state.layout.balls().and(COLOURS));
    match () {
        () if state.free_colour => colours,
        () if !reds.is_empty() => reds,
        () => colours.lowest(),
    }
}

/// The balls that may fall: the reds, or the one colour that is on.
fn on(before: &GameState, call: Call, facts: &Facts) -> Balls {
    let targets = targets(before);
    if !before.free_colour {
        return targets;
    }
    let named = match call {
        Call::Ball { ball, .. } => Some(ball),
        _ => facts.first,
    };
    named.filter(|&ball| targets.contains(ball)).into_iter().collect()
}

pub(super) fn judge(
    table: &Table,
    before: &GameState,
    rested: GameState,
    call: Call,
    facts: &Facts,
) -> Ruling {
    let on = on(before, call, facts);
    let (fouls, price) = fouls(on, facts);
    let in_order = !before.free_colour && before.layout.balls().and(REDS).is_empty();
    let black_alone = in_order && before.layout.objects() == Balls::range(BLACK, BLACK);
    let mut bench = Bench::new(before, rested, fouls);
    bench.next.free_colour = false;
    let legal = bench.fouls.is_empty();
    let stays = if legal && in_order { on } else { REDS };
    return_colours(&mut bench.next.layout, table, facts, stays);
    let (shooter, opponent) = (before.turn, before.after(before.turn));
    let points: i16 = if legal { facts.fallen().map(|(ball, _)| value(ball)).sum() } else { 0 };
    let (player, gained) = if legal { (shooter, points) } else { (opponent, price) };
    let score = &mut bench.next.score[player.index()];
    *score = score.saturating_add(gained);
    if black_alone && (points > 0 || !legal) {
        let [first, second, ..] = bench.next.score;
        if first == second {
            bench.next.layout.remove(BLACK);
            spot_colour(&mut bench.next.layout, table, BLACK);
            return bench.foul(CueBall::Head, Reason::Even(first));
        }
        let winner = if first > second { plywood_core::Player::FIRST } else { plywood_core::Player::SECOND };
        return bench.over(winner, Reason::Score(first, second));
    }
    if !legal {
        let scratch = bench.fouls.contains(Foul::Scratch);
        let cue_ball = if scratch { CueBall::Head } else { CueBall::Table };
        return bench.foul(cue_ball, Reason::FoulsForPoints(price));
    }
    bench.next.free_colour = points > 0 && !before.free_colour && !in_order;
    if points > 0 { bench.again(Reason::Scored(points)) } else { bench.pass(Reason::Nothing) }
}

/// The foul, and its worth to the opponent.
fn fouls(on: Balls, facts: &Facts) -> (Fouls, i16) {
    let mut fouls = Fouls::default();
    // Who names no colour could have named the black.
    let mut price = on.iter().map(value).max().unwrap_or(value(BLACK)).max(LEAST);
    match facts.first {
        None => fouls.push(Foul::NothingHit),
        Some(ball) if !on.contains(ball) => {
            fouls.push(Foul::WrongBall { ball });
            price = price.max(value(ball));
        }
        Some(_) => {}
    }
    let wrong = facts.fallen().map(|(ball, _)| ball).filter(|&ball| !on.contains(ball));
    if let Some(ball) = wrong.max_by_key(|&ball| value(ball)) {
        fouls.push(Foul::WrongPot { ball });
        price = price.max(value(ball));
    }
    if facts.scratched() {
        fouls.push(Foul::Scratch);
    }
    (fouls, price)
}

/// The colours that fell and do not stay down come back, the dearest first.
fn return_colours(layout: &mut Layout, table: &Table, facts: &Facts, stay: Balls) {
    let fallen: Balls = facts.fallen().map(|(ball, _)| ball).collect();
    let back = fallen.without(stay);
    dearest_first().filter(|&ball| back.contains(ball)).for_each(|ball| spot_colour(layout, table, ball));
}
