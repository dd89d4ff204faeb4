//! A game between two shots, and its text.
//!
//! `8ball turn=1 stage=play cue=table groups=solids score=0:0 0@0.5:0.6 8@0.3:1.2`: `groups` is what the first player
//! shoots at, `cue` says where the cue ball may be put (`table`: it stays, `hand`: anywhere, `head`: behind the head string).

use crate::layout::{CUE_BALL, Layout, LayoutError};
use crate::rack;
use crate::table::Table;
use crate::vector::Vec2;
use plywood_core::game::Player;
use rand::Rng;
use std::fmt;
use thiserror::Error;

/// A game that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discipline {
    /// 8-ball.
    EightBall,
    /// 8-ball in which only the lowest ball of one's group may be shot at.
    EightAndAHalfBall,
    /// 9-ball.
    NineBall,
    /// One-pocket.
    OnePocket,
}

/// One of the two groups of 8-ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// 1 to 7.
    Solids,
    /// 9 to 15.
    Stripes,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The first shot.
    Break,
    /// Any later shot.
    Play,
    /// Won.
    Over {
        /// By whom.
        winner: Player,
    },
}

/// Where the cue ball may be put before the shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CueBall {
    /// It stays where it is.
    Table,
    /// Anywhere.
    Hand,
    /// Behind the head string.
    Head,
}

/// A game between two shots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameState {
    /// What is played.
    pub discipline: Discipline,
    /// Who shoots.
    pub turn: Player,
    /// How far the game is.
    pub stage: Stage,
    /// Where the cue ball may be put.
    pub cue_ball: CueBall,
    /// The group of the first player; none while the table is open.
    pub group: Option<Group>,
    /// Balls scored in one-pocket, less those owed.
    pub score: [i8; 2],
    /// Where the balls lie.
    pub layout: Layout,
}

/// Text that is no state.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StateError {
    /// The first word is no game.
    #[error("'{0}' is no game; known are 8ball, 8.5ball, 9ball and one_pocket")]
    Discipline(String),
    /// A word that says nothing known.
    #[error(
        "'{0}' is not part of a state; write as in 8ball turn=1 stage=play cue=table groups=open score=0:0 0@0.5:0.6"
    )]
    Part(String),
    /// The balls.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// Every discipline with its name.
const DISCIPLINES: [(Discipline, &str); 4] = [
    (Discipline::EightBall, "8ball"),
    (Discipline::EightAndAHalfBall, "8.5ball"),
    (Discipline::NineBall, "9ball"),
    (Discipline::OnePocket, "one_pocket"),
];

impl Discipline {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Discipline> {
        DISCIPLINES.into_iter().map(|(discipline, _)| discipline)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        DISCIPLINES.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }

    /// The discipline of this name.
    pub fn named(name: &str) -> Option<Discipline> {
        DISCIPLINES.iter().find(|(_, known)| *known == name).map(|(discipline, _)| *discipline)
    }

    /// The balls as they are racked, with the cue ball on the head spot.
    pub fn rack(self, table: &Table, random: &mut impl Rng) -> Layout {
        match self {
            Discipline::NineBall => rack::diamond(table, random),
            _ => rack::triangle(table, random),
        }
    }
}

impl Group {
    /// The other group.
    pub fn other(self) -> Group {
        match self {
            Group::Solids => Group::Stripes,
            Group::Stripes => Group::Solids,
        }
    }

    /// The group of a ball; none for the 8 and the cue ball.
    pub fn of(ball: u8) -> Option<Group> {
        match ball {
            1..=7 => Some(Group::Solids),
            9..=15 => Some(Group::Stripes),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Group::Solids => "solids",
            Group::Stripes => "stripes",
        }
    }
}

impl GameState {
    /// A game before its break.
    pub fn before_break(discipline: Discipline, rack: Layout) -> GameState {
        GameState {
            discipline,
            turn: Player::FIRST,
            stage: Stage::Break,
            cue_ball: CueBall::Head,
            group: None,
            score: [0; 2],
            layout: rack,
        }
    }

    /// The group of a player; none while the table is open.
    pub fn group_of(&self, player: Player) -> Option<Group> {
        if player == Player::FIRST { self.group } else { self.group.map(Group::other) }
    }

    /// Whether balls of a group are left.
    pub fn has_any(&self, group: Group) -> bool {
        self.layout.object_balls().any(|(ball, _)| Group::of(ball) == Some(group))
    }

    /// Whether the cue ball may be put here.
    pub fn may_place(&self, table: &Table, at: Vec2) -> bool {
        let allowed = match self.cue_ball {
            CueBall::Table => false,
            CueBall::Hand => true,
            CueBall::Head => at.y <= table.head_spot().y,
        };
        allowed && rack::is_over_cloth(table, at) && self.layout.is_free(at, table.ball.radius, CUE_BALL)
    }
}

impl fmt::Display for GameState {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let stage = match self.stage {
            Stage::Break => "break".to_string(),
            Stage::Play => "play".to_string(),
            Stage::Over { winner } => format!("won:{}", winner.0 + 1),
        };
        let cue = match self.cue_ball {
            CueBall::Table => "table",
            CueBall::Hand => "hand",
            CueBall::Head => "head",
        };
        let groups = self.group.map_or("open", Group::name);
        let (name, turn, [first, second]) = (self.discipline.name(), self.turn.0 + 1, self.score);
        write!(
            f,
            "{name} turn={turn} stage={stage} cue={cue} groups={groups} score={first}:{second} {}",
            self.layout
        )
    }
}

impl std::str::FromStr for GameState {
    type Err = StateError;

    fn from_str(text: &str) -> Result<GameState, StateError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let discipline = Discipline::named(name).ok_or_else(|| StateError::Discipline(name.to_string()))?;
        let mut state = GameState::before_break(discipline, Layout::EMPTY);
        state.stage = Stage::Play;
        state.cue_ball = CueBall::Table;
        let mut balls = Vec::new();
        for word in words {
            if word.contains('@') {
                balls.push(word);
            } else {
                state.read(word).ok_or_else(|| StateError::Part(word.to_string()))?;
            }
        }
        state.layout = balls.join(" ").parse()?;
        Ok(state)
    }
}

impl GameState {
    /// Takes in one `name=value`.
    fn read(&mut self, word: &str) -> Option<()> {
        let (name, value) = word.split_once('=')?;
        let player = |text: &str| match text {
            "1" => Some(Player::FIRST),
            "2" => Some(Player::SECOND),
            _ => None,
        };
        match (name, value) {
            ("turn", value) => self.turn = player(value)?,
            ("stage", "break") => self.stage = Stage::Break,
            ("stage", "play") => self.stage = Stage::Play,
            ("stage", value) => self.stage = Stage::Over { winner: player(value.strip_prefix("won:")?)? },
            ("cue", "table") => self.cue_ball = CueBall::Table,
            ("cue", "hand") => self.cue_ball = CueBall::Hand,
            ("cue", "head") => self.cue_ball = CueBall::Head,
            ("groups", "open") => self.group = None,
            ("groups", "solids") => self.group = Some(Group::Solids),
            ("groups", "stripes") => self.group = Some(Group::Stripes),
            ("score", value) => {
                let (first, second) = value.split_once(':')?;
                self.score = [first.parse().ok()?, second.parse().ok()?];
            }
            _ => return None,
        }
        Some(())
    }
}
