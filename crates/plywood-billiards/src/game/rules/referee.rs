//! The referee: fouls, turns and winners, each ruling with a sentence that explains it when somebody asks.

use super::facts::Facts;
use super::reason::Reason;
use super::state::{CueBall, Discipline, GameState, Stage};
use super::stroke::Call;
use super::{cutthroat, eight_ball, nine_ball, one_pocket, snooker};
use crate::physics::Arena;
use crate::table::layout::Balls;
use plywood_core::game::Player;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A way to break the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Foul {
    /// The cue ball met no ball.
    NothingHit,
    /// The cue ball met a ball first that it should not have.
    WrongBall {
        /// That ball.
        ball: u8,
    },
    /// After the first contact no ball met a rail and none fell.
    NoRail,
    /// The cue ball fell.
    Scratch,
    /// A ball fell that was not on, in snooker.
    WrongPot {
        /// The dearest of those.
        ball: u8,
    },
    /// The break pocketed nothing and drove fewer than four balls to a rail.
    WeakBreak {
        /// How many it drove there.
        railed: u32,
    },
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Foul::NothingHit => write!(f, "the cue ball met no ball"),
            Foul::WrongBall { ball } => write!(f, "the cue ball met the {ball} first"),
            Foul::NoRail => write!(f, "no ball fell or met a rail after the first contact"),
            Foul::Scratch => write!(f, "the cue ball fell"),
            Foul::WrongPot { ball } => write!(f, "the {ball} fell"),
            Foul::WeakBreak { railed } => {
                write!(f, "the break pocketed nothing and drove only {railed} balls to a rail")
            }
        }
    }
}

/// The fouls of one shot, in the order in which the referee names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fouls([Option<Foul>; 3]);

impl Fouls {
    pub(super) fn push(&mut self, foul: Foul) {
        // A wrong ball, no rail (or a ball that is not on) and a scratch is the worst that can come together.
        let free = self.0.iter_mut().find(|place| place.is_none());
        *free.expect("no shot has more than three fouls") = Some(foul);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// Whether this is among them.
    pub fn contains(&self, foul: Foul) -> bool {
        self.iter().any(|other| other == foul)
    }

    /// Every one.
    pub fn iter(&self) -> impl Iterator<Item = Foul> + '_ {
        self.0.iter().flatten().copied()
    }
}

impl fmt::Display for Fouls {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (index, foul) in self.iter().enumerate() {
            write!(f, "{}{foul}", if index > 0 { ", and " } else { "" })?;
        }
        Ok(())
    }
}

/// The referee's ruling after a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ruling {
    /// The game after the shot.
    pub next: GameState,
    /// The foul.
    pub fouls: Fouls,
    /// Who shot.
    pub shooter: Player,
    /// The reason.
    pub reason: Reason,
}

impl Ruling {
    /// The ruling in a sentence.
    pub fn sentence(&self, arena: &Arena) -> String {
        let (shooter, next) = (player_name(self.shooter), player_name(self.next.turn));
        let (because, further) = (self.reason.words(arena, &self.fouls), self.reason.further());
        if let Stage::Over { winner } = self.next.stage {
            return format!("{shooter} {because}; {} wins.", lower(&player_name(winner)));
        }
        if self.reason.is_foul() {
            let has = match self.next.cue_ball {
                CueBall::Table => format!("{next} shoots"),
                CueBall::Hand => format!("{next} has ball in hand"),
                CueBall::Head if self.next.discipline == Discipline::Snooker => {
                    format!("{next} has ball in hand in the D")
                }
                CueBall::Head => format!("{next} has ball in hand behind the head string"),
            };
            return format!("Foul by {}: {because}; {has}{further}.", lower(&shooter));
        }
        if self.next.turn == self.shooter {
            format!("{shooter} {because} and shoots again.")
        } else {
            format!("{shooter} {because}; {next} shoots.")
        }
    }
}

/// The numbered balls that the cue ball may meet first.
pub fn targets(state: &GameState) -> Balls {
    match state.discipline {
        Discipline::EightBall | Discipline::EightAndAHalfBall => eight_ball::targets(state),
        Discipline::NineBall => state.layout.objects().lowest(),
        Discipline::OnePocket | Discipline::Cutthroat | Discipline::CutthroatOfFive => state.layout.objects(),
        Discipline::Snooker => snooker::targets(state),
    }
}

/// Rules on a shot. `before` is the game before it, `rested` the same with the layout of after it.
pub fn judge(arena: &Arena, before: &GameState, rested: GameState, call: Call, facts: &Facts) -> Ruling {
    match before.discipline {
        Discipline::EightBall | Discipline::EightAndAHalfBall => {
            eight_ball::judge(before, rested, call, facts)
        }
        Discipline::NineBall => nine_ball::judge(arena, before, rested, facts),
        Discipline::OnePocket => one_pocket::judge(arena, before, rested, facts),
        Discipline::Snooker => snooker::judge(&arena.table, before, rested, call, facts),
        Discipline::Cutthroat | Discipline::CutthroatOfFive => cutthroat::judge(arena, before, rested, facts),
    }
}

/// The fouls that all games share, given the balls that may be met first.
pub(super) fn common_fouls(before: &GameState, facts: &Facts) -> Fouls {
    let mut fouls = Fouls::default();
    let fallen = facts.fallen().count();
    match facts.first {
        None => fouls.push(Foul::NothingHit),
        Some(_) if before.stage == Stage::Break => {
            if fallen == 0 && facts.railed() < 4 && before.discipline != Discipline::OnePocket {
                fouls.push(Foul::WeakBreak { railed: facts.railed() });
            }
        }
        Some(ball) => {
            if !targets(before).contains(ball) {
                fouls.push(Foul::WrongBall { ball });
            }
            if fallen == 0 && !facts.rail {
                fouls.push(Foul::NoRail);
            }
        }
    }
    if facts.scratched() {
        fouls.push(Foul::Scratch);
    }
    fouls
}

/// Whether a shot is known to be a foul while balls still roll, one that gives the opponent the cue ball in hand or the
/// frame. Games in which fouls are counted are only ruled on in the end.
pub fn is_foul_already(before: &GameState, facts: &Facts) -> bool {
    let hand = matches!(
        before.discipline,
        Discipline::EightBall | Discipline::EightAndAHalfBall | Discipline::NineBall
    );
    let wrong = |ball| before.stage == Stage::Play && !targets(before).contains(ball);
    hand && (facts.first.is_some_and(wrong) || facts.scratched())
}

/// Puts together rulings: who shoots next, and why.
pub(super) struct Bench {
    pub shooter: Player,
    pub fouls: Fouls,
    pub next: GameState,
}

impl Bench {
    /// The bench after a shot: play goes on, the cue ball stays.
    pub fn new(before: &GameState, rested: GameState, fouls: Fouls) -> Self {
        let next = GameState { stage: Stage::Play, cue_ball: CueBall::Table, ..rested };
        Bench { shooter: before.turn, fouls, next }
    }

    /// The shooter goes on.
    pub fn again(mut self, reason: Reason) -> Ruling {
        self.next.turn = self.shooter;
        self.ruling(reason)
    }

    /// It is the next player's turn.
    pub fn pass(mut self, reason: Reason) -> Ruling {
        self.next.turn = self.next.after(self.shooter);
        self.ruling(reason)
    }

    /// The fouls cost the turn, and the next player may put the cue ball somewhere.
    pub fn foul(mut self, cue_ball: CueBall, reason: Reason) -> Ruling {
        self.next.cue_ball = cue_ball;
        self.pass(reason)
    }

    /// The game is over.
    pub fn over(mut self, winner: Player, reason: Reason) -> Ruling {
        self.next.stage = Stage::Over { winner };
        self.ruling(reason)
    }

    fn ruling(self, reason: Reason) -> Ruling {
        Ruling { next: self.next, fouls: self.fouls, shooter: self.shooter, reason }
    }
}

fn player_name(player: Player) -> String {
    format!("Player {}", player.0 + 1)
}

fn lower(name: &str) -> String {
    name.replacen('P', "p", 1)
}
