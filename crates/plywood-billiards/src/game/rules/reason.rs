//! The reasons of the referee, in words.

use super::referee::Fouls;
use super::state::Group;
use crate::physics::Arena;
use crate::table::Surface;

/// The reason of a ruling: data while a search looks at millions of shots, words when somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Rules were broken.
    Fouls,
    /// Rules were broken, and the 9 that fell comes back.
    FoulsAndNine,
    /// Rules were broken, and that costs a ball.
    FoulsForABall,
    /// Rules were broken, and balls that fell come back.
    FoulsAndBalls,
    /// Rules were broken, which is worth a number of points to the opponent.
    FoulsForPoints(i16),
    /// The break pocketed a number of balls.
    Break(u8),
    /// A safety was called.
    Safety,
    /// Nothing was called.
    NoCall,
    /// The called ball did not fall where it should.
    NotAsCalled {
        /// The ball.
        ball: u8,
        /// The pocket.
        pocket: u8,
    },
    /// A ball of the other group was called and fell.
    OtherGroup {
        /// The ball.
        ball: u8,
    },
    /// The called ball fell where it should.
    AsCalled {
        /// The ball.
        ball: u8,
        /// The pocket.
        pocket: u8,
    },
    /// The called ball fell where it should, and its group is the shooter's from now on.
    Claims {
        /// The ball.
        ball: u8,
        /// The pocket.
        pocket: u8,
        /// The group.
        group: Group,
    },
    /// The 8 fell too early.
    EarlyEight,
    /// The 8 fell and the cue ball too.
    EightAndCueBall,
    /// The 8 fell and rules were broken.
    EightWithFouls,
    /// The 8 fell into a pocket that was not called.
    EightUncalled {
        /// The pocket.
        pocket: u8,
    },
    /// A ball fell in a game in which none is called.
    Pocketed {
        /// The ball.
        ball: u8,
    },
    /// Nothing fell in a game in which no ball is called.
    Nothing,
    /// Nothing fell that counts for anybody.
    NothingCounts,
    /// The number of balls that fell for the opponent.
    ForOpponent(i16),
    /// The number of balls that fell for the shooter.
    Scored(i16),
    /// The score is decided.
    Score(i16, i16),
    /// The last ball is decided, and both have this number of points.
    Even(i16),
    /// Nothing but an own ball fell in a game in which that helps the others.
    OwnBall {
        /// The ball.
        ball: u8,
    },
    /// One player alone has balls left.
    LastLeft,
}

impl Reason {
    /// The shooter's action.
    pub(super) fn words(self, arena: &Arena, fouls: &Fouls) -> String {
        let name = |pocket: u8| pocket_name(arena, pocket);
        match self {
            Reason::Fouls
            | Reason::FoulsAndNine
            | Reason::FoulsForABall
            | Reason::FoulsAndBalls
            | Reason::FoulsForPoints(_) => fouls.to_string(),
            Reason::Break(0) => "broke without pocketing a ball".to_string(),
            Reason::Break(1) => "pocketed a ball on the break".to_string(),
            Reason::Break(balls) => format!("pocketed {balls} balls on the break"),
            Reason::Safety => "played safe".to_string(),
            Reason::NoCall => "called nothing".to_string(),
            Reason::NotAsCalled { ball, pocket } => {
                format!("did not pocket the {ball} in the {} as called", name(pocket))
            }
            Reason::OtherGroup { ball } => {
                format!("called and pocketed the {ball}, a ball of the other group")
            }
            Reason::AsCalled { ball, pocket } => {
                format!("pocketed the {ball} in the {} as called", name(pocket))
            }
            Reason::Claims { ball, pocket, group } => {
                format!("pocketed the {ball} in the {} as called, has {}", name(pocket), group.name())
            }
            Reason::EarlyEight => "pocketed the 8 before clearing a group".to_string(),
            Reason::EightAndCueBall => "pocketed the 8 and the cue ball".to_string(),
            Reason::EightWithFouls => format!("pocketed the 8 with a foul ({fouls})"),
            Reason::EightUncalled { pocket } => {
                format!("pocketed the 8 in the {} without calling it there", name(pocket))
            }
            Reason::Pocketed { ball } => format!("pocketed the {ball}"),
            Reason::Nothing => "pocketed nothing".to_string(),
            Reason::NothingCounts => "pocketed nothing that counts".to_string(),
            Reason::ForOpponent(balls) => format!("pocketed {balls} for the opponent"),
            Reason::Scored(balls) => format!("scored {balls}"),
            Reason::Score(first, second) => format!("made the score {first} to {second}"),
            Reason::Even(points) => format!("made both have {points} points, the black is spotted again"),
            Reason::OwnBall { ball } => format!("pocketed the {ball}, an own ball"),
            Reason::LastLeft => "left one player with balls".to_string(),
        }
    }

    /// The consequences beside the turn.
    pub(super) fn further(self) -> String {
        match self {
            Reason::FoulsAndNine => " and the 9 comes back".to_string(),
            Reason::FoulsForABall => " and a ball comes back or is owed".to_string(),
            Reason::FoulsAndBalls => " and what fell of others comes back".to_string(),
            Reason::FoulsForPoints(points) => format!(" and has {points} points for it"),
            _ => String::new(),
        }
    }

    /// Whether fouls alone decided.
    pub(super) fn is_foul(self) -> bool {
        use Reason::{Fouls, FoulsAndBalls, FoulsAndNine, FoulsForABall, FoulsForPoints};
        matches!(self, Fouls | FoulsAndNine | FoulsForABall | FoulsAndBalls | FoulsForPoints(_))
    }
}

/// A pocket in words.
fn pocket_name(arena: &Arena, pocket: u8) -> &str {
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
