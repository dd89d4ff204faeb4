//! A game between two shots, and its text.
//!
//! `8ball turn=1 stage=play cue=table groups=solids score=0:0 0@0.5:0.6 8@0.3:1.2`: `groups` is what the first player
//! shoots at, `cue` says where the cue ball may be put (`table`: it stays, `hand`: anywhere, `head`: behind the head string).
//! Turns go round; how many players there are is the discipline's. In snooker `on` stands for `groups`: `on=colour` after a red,
//! when any colour may be shot at, else `on=order`.

use crate::game::rack;
use crate::table::Table;
use crate::table::layout::{Balls, CUE_BALL, Layout, LayoutError};
use crate::vector::Vec2;
use plywood_core::game::Player;
use plywood_core::random::mix;
use rand::Rng;
use std::fmt;
use thiserror::Error;

/// No game has more players.
pub const MOST_PLAYERS: usize = 5;

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
    /// Snooker.
    Snooker,
    /// Cutthroat of three players.
    Cutthroat,
    /// Cutthroat of five players.
    CutthroatOfFive,
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
    /// The game that is played.
    pub discipline: Discipline,
    /// Who shoots.
    pub turn: Player,
    /// How far the game is.
    pub stage: Stage,
    /// Where the cue ball may be put.
    pub cue_ball: CueBall,
    /// The group of the first player; none while the table is open.
    pub group: Option<Group>,
    /// Whether snooker's player on turn has pocketed a red and may shoot at any colour.
    pub free_colour: bool,
    /// Balls scored in one-pocket, less those owed; points in snooker.
    pub score: [i16; MOST_PLAYERS],
    /// Where the balls lie.
    pub layout: Layout,
}

/// Text that is no state.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StateError {
    /// The first word is no game.
    #[error(
        "'{0}' is no game; known are 8ball, 8.5ball, 9ball, one_pocket, snooker, cutthroat and cutthroat5"
    )]
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
const DISCIPLINES: [(Discipline, &str); 7] = [
    (Discipline::EightBall, "8ball"),
    (Discipline::EightAndAHalfBall, "8.5ball"),
    (Discipline::NineBall, "9ball"),
    (Discipline::OnePocket, "one_pocket"),
    (Discipline::Snooker, "snooker"),
    (Discipline::Cutthroat, "cutthroat"),
    (Discipline::CutthroatOfFive, "cutthroat5"),
];

impl Discipline {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Discipline> {
        DISCIPLINES.into_iter().map(|(discipline, _)| discipline)
    }

    /// Its name, as states begin with it.
    pub fn name(self) -> &'static str {
        DISCIPLINES.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }

    /// The discipline of this name.
    pub fn named(name: &str) -> Option<Discipline> {
        DISCIPLINES.iter().find(|(_, known)| *known == name).map(|(discipline, _)| *discipline)
    }

    /// How many play it.
    pub const fn players(self) -> usize {
        match self {
            Discipline::Cutthroat => 3,
            Discipline::CutthroatOfFive => 5,
            _ => 2,
        }
    }

    /// Whether everybody owns balls that the others shoot at.
    pub const fn is_cutthroat(self) -> bool {
        matches!(self, Discipline::Cutthroat | Discipline::CutthroatOfFive)
    }

    /// The highest number of a ball it is played with.
    pub const fn highest(self) -> u8 {
        match self {
            Discipline::NineBall => 9,
            Discipline::Snooker => 21,
            _ => 15,
        }
    }

    /// The balls as they are racked, with the cue ball on the head spot.
    pub fn rack(self, table: &Table, random: &mut impl Rng) -> Layout {
        match self {
            Discipline::NineBall => rack::diamond(table, random),
            Discipline::Snooker => rack::snooker(table, random),
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
        [Group::Solids, Group::Stripes].into_iter().find(|group| group.balls().contains(ball))
    }

    /// Its balls.
    pub const fn balls(self) -> Balls {
        match self {
            Group::Solids => Balls::range(1, 7),
            Group::Stripes => Balls::range(9, 15),
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
            free_colour: false,
            score: [0; MOST_PLAYERS],
            layout: rack,
        }
    }

    /// Whose turn it is after a player's: the next who is still in.
    pub fn after(&self, player: Player) -> Player {
        let players = self.discipline.players() as u8;
        let mut round = (1..players).map(|step| Player((player.0 + step) % players));
        round.find(|&next| self.is_in(next)).unwrap_or(player)
    }

    /// Whether a player still takes part: in cutthroat, as long as one of the own balls is on the table.
    pub fn is_in(&self, player: Player) -> bool {
        !self.discipline.is_cutthroat() || !self.layout.balls().and(self.set_of(player)).is_empty()
    }

    /// The balls that a player of cutthroat owns, on the table or not; none in other games.
    pub fn set_of(&self, player: Player) -> Balls {
        if !self.discipline.is_cutthroat() {
            return Balls::EMPTY;
        }
        let size = self.discipline.highest() / self.discipline.players() as u8;
        Balls::range(player.0 * size + 1, (player.0 + 1) * size)
    }

    /// The players.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.discipline.players() as u8).map(Player)
    }

    /// The group of a player; none while the table is open.
    pub fn group_of(&self, player: Player) -> Option<Group> {
        if player == Player::FIRST { self.group } else { self.group.map(Group::other) }
    }

    /// Whether balls of a group are left.
    pub fn has_any(&self, group: Group) -> bool {
        !self.layout.balls().and(group.balls()).is_empty()
    }

    /// A hash of the state, of the numbers themselves: cheap beside a shot.
    pub fn key(&self) -> u64 {
        let stage = match self.stage {
            Stage::Break => 0,
            Stage::Play => 1,
            Stage::Over { winner } => 2 + winner.0,
        };
        let group = self.group.map_or(0, |group| 1 + group as u8);
        let [a, b, c, d, e] = self.score.map(|score| score as u8);
        // What a byte cannot hold.
        let [f, g, h, i, j] = self.score.map(|score| ((score - i16::from(score as i8)) >> 8) as u8);
        let high = u64::from_le_bytes([f, g, h, i, j, 0, 0, 0]) << 24 | u64::from(self.free_colour) << 23;
        let turn = self.turn.0 | (self.cue_ball as u8) << 4 | group << 6;
        let first = u64::from_le_bytes([self.discipline as u8, stage, turn, a, b, c, d, e]);
        let balls = self.layout.balls();
        let hash = fold(fold(0, first), u64::from(balls.bits()) | high);
        let places = self.layout.iter().map(|(_, place)| place.bits());
        mix(places.fold(hash, |hash, [x, y]| fold(fold(hash, x), y)))
    }

    /// Whether the cue ball may be put here.
    pub fn may_place(&self, table: &Table, at: Vec2) -> bool {
        let allowed = match self.cue_ball {
            CueBall::Table => false,
            CueBall::Hand => true,
            CueBall::Head => self.is_behind(table, at),
        };
        allowed && rack::is_over_cloth(table, at) && self.layout.is_free(at, table.ball.radius, CUE_BALL)
    }

    /// How far along the table a ball has to be at least to be shot at, with the cue ball behind the head string; snooker has no
    /// such rule.
    pub fn nearest_target(&self, table: &Table) -> Option<f64> {
        let behind = self.cue_ball == CueBall::Head && self.discipline != Discipline::Snooker;
        behind.then(|| table.head_spot().y)
    }

    /// Whether a place is one to break from: behind the head string, or in snooker's D.
    pub fn is_behind(&self, table: &Table, at: Vec2) -> bool {
        match self.discipline {
            Discipline::Snooker => rack::is_in_d(table, at),
            _ => at.y <= table.head_spot().y,
        }
    }
}

/// Takes a word into a hash. For one and the same word it is a bijection, so that states which differ in a single number
/// never share a hash.
#[inline]
pub(crate) fn fold(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
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
        let groups = match self.discipline {
            Discipline::Snooker if self.free_colour => "on=colour",
            Discipline::Snooker => "on=order",
            _ => match self.group {
                None => "groups=open",
                Some(Group::Solids) => "groups=solids",
                Some(Group::Stripes) => "groups=stripes",
            },
        };
        let (name, turn) = (self.discipline.name(), self.turn.0 + 1);
        write!(f, "{name} turn={turn} stage={stage} cue={cue} {groups} score=")?;
        for player in self.players() {
            let colon = if player == Player::FIRST { "" } else { ":" };
            write!(f, "{colon}{}", self.score[player.index()])?;
        }
        write!(f, " {}", self.layout)
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
        let players = self.discipline.players();
        let player = |text: &str| {
            let number: u8 = text.parse().ok().filter(|number| (1..=players as u8).contains(number))?;
            Some(Player(number - 1))
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
            ("on", "order" | "colour") if self.discipline == Discipline::Snooker => {
                self.free_colour = value == "colour";
            }
            ("score", value) => {
                if value.split(':').count() != players {
                    return None;
                }
                for (score, text) in self.score.iter_mut().zip(value.split(':')) {
                    *score = text.parse().ok()?;
                }
            }
            _ => return None,
        }
        Some(())
    }
}
