//! The referee: fouls, turns and winners, each ruling with a sentence that explains it.

use super::facts::Facts;
use super::state::{CueBall, Discipline, GameState, Stage};
use super::stroke::Call;
use super::{eight_ball, nine_ball, one_pocket};
use crate::physics::Arena;
use crate::table::Surface;
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
            Foul::WeakBreak { railed } => {
                write!(f, "the break pocketed nothing and drove only {railed} balls to a rail")
            }
        }
    }
}

/// What the referee says after a shot.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// The game after the shot.
    pub next: GameState,
    /// What was against the rules.
    pub fouls: Vec<Foul>,
    /// Why, in a sentence.
    pub sentence: String,
}

/// The numbered balls that the cue ball may meet first.
pub fn targets(state: &GameState) -> Vec<u8> {
    match state.discipline {
        Discipline::EightBall | Discipline::EightAndAHalfBall => eight_ball::targets(state),
        Discipline::NineBall => state.layout.object_balls().map(|(ball, _)| ball).take(1).collect(),
        Discipline::OnePocket => state.layout.object_balls().map(|(ball, _)| ball).collect(),
    }
}

/// Rules on a shot. `state` is the game before it, with the layout of after it.
pub fn judge(arena: &Arena, before: &GameState, rested: GameState, call: Call, facts: &Facts) -> Ruling {
    match before.discipline {
        Discipline::EightBall | Discipline::EightAndAHalfBall => {
            eight_ball::judge(arena, before, rested, call, facts)
        }
        Discipline::NineBall => nine_ball::judge(arena, before, rested, facts),
        Discipline::OnePocket => one_pocket::judge(arena, before, rested, facts),
    }
}

/// The fouls that all games share, given the balls that may be met first.
pub(super) fn common_fouls(before: &GameState, facts: &Facts) -> Vec<Foul> {
    let mut fouls = Vec::new();
    let fallen = facts.fallen().count();
    match facts.first {
        None => fouls.push(Foul::NothingHit),
        Some(_) if before.stage == Stage::Break => {
            if fallen == 0 && facts.railed < 4 && before.discipline != Discipline::OnePocket {
                fouls.push(Foul::WeakBreak { railed: facts.railed });
            }
        }
        Some(ball) => {
            if !targets(before).contains(&ball) {
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

/// Puts together rulings: who shoots next, and why.
pub(super) struct Bench {
    pub shooter: Player,
    pub fouls: Vec<Foul>,
    pub next: GameState,
}

impl Bench {
    /// The bench after a shot: play goes on, the cue ball stays.
    pub fn new(before: &GameState, rested: GameState, fouls: Vec<Foul>) -> Self {
        let next = GameState { stage: Stage::Play, cue_ball: CueBall::Table, ..rested };
        Bench { shooter: before.turn, fouls, next }
    }

    /// The shooter, as the referee speaks of players.
    pub fn name(&self) -> String {
        player_name(self.shooter)
    }

    /// The shooter goes on.
    pub fn again(mut self, because: &str) -> Ruling {
        self.next.turn = self.shooter;
        let sentence = format!("{} {because} and shoots again.", self.name());
        self.ruling(sentence)
    }

    /// It is the opponent's turn.
    pub fn pass(mut self, because: &str) -> Ruling {
        self.next.turn = self.shooter.other();
        let sentence = format!("{} {because}; {} shoots.", self.name(), player_name(self.next.turn));
        self.ruling(sentence)
    }

    /// The fouls cost the turn, and the opponent may put the cue ball somewhere.
    pub fn foul(mut self, cue_ball: CueBall, further: &str) -> Ruling {
        self.next.turn = self.shooter.other();
        self.next.cue_ball = cue_ball;
        let opponent = player_name(self.next.turn);
        let fouls = self.foul_list();
        let has = match cue_ball {
            CueBall::Table => format!("{opponent} shoots"),
            CueBall::Hand => format!("{opponent} has ball in hand"),
            CueBall::Head => format!("{opponent} has ball in hand behind the head string"),
        };
        let sentence = format!("Foul by {}: {fouls}; {has}{further}.", lower(&self.name()));
        self.ruling(sentence)
    }

    /// The game is over.
    pub fn over(mut self, winner: Player, because: &str) -> Ruling {
        self.next.stage = Stage::Over { winner };
        let sentence = format!("{} {because}; {} wins.", self.name(), lower(&player_name(winner)));
        self.ruling(sentence)
    }

    /// What was against the rules, in words.
    pub fn foul_list(&self) -> String {
        self.fouls.iter().map(Foul::to_string).collect::<Vec<_>>().join(", and ")
    }

    fn ruling(self, sentence: String) -> Ruling {
        Ruling { next: self.next, fouls: self.fouls, sentence }
    }
}

fn player_name(player: Player) -> String {
    format!("Player {}", player.0 + 1)
}

fn lower(name: &str) -> String {
    name.replacen('P', "p", 1)
}

/// A pocket in words.
pub(super) fn pocket_name(arena: &Arena, pocket: u8) -> &str {
    match arena.surface_name(Surface::Pocket(pocket)) {
        "lb" => "bottom left pocket",
        "lc" => "left side pocket",
        "lt" => "top left pocket",
        "rb" => "bottom right pocket",
        "rc" => "right side pocket",
        "rt" => "top right pocket",
        other => other,
    }
}
