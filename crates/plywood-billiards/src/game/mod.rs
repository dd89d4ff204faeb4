//! Pool as a game that any search can play: for two players or more, with chance that can only be drawn.
//!
//! A game starts with a chance turn whose event is the rack. A player's move is a stroke, which leads to a chance turn
//! whose event is the shot as it was made, the error drawn; that leads to the next player's turn. The moves listed are
//! the candidates of [`crate::players::shots`]; every other stroke that can be executed is legal as well, for whoever writes one.
//!
//! Payoffs are probabilities, 2p - 1: a mean over errors is the chance of winning. Text: `notation.rs`; evaluations:
//! `evaluation.rs`; policies and players: `knowledge.rs`; strokes that are executed: `execution.rs`; frames shot by shot:
//! `record.rs`; rules and referee: `rules/`; racks: `rack.rs`.

mod evaluation;
mod execution;
mod knowledge;
mod notation;
mod picture;
pub mod rack;
pub mod record;
pub mod rules;

pub use evaluation::Evaluation;
pub use execution::Executor;
pub use knowledge::Playout;

use crate::error_model::ErrorModel;
use crate::game::rules::{Call, Discipline, GameState, Stage, Stroke, fold, own_pocket};
use crate::physics::Arena;
use crate::physics::shot::Shot;
use crate::players::shots::ShotGenerator;
use crate::table::Table;
use crate::table::layout::{Layout, MAX_BALLS};
use plywood_core::game::{Chance, Nature, PayoffKind, Sum};
use plywood_core::random::{Rng, below, mix};
use plywood_core::{About, Args, Error, Game, Key, Player, Spec, Turn};
use std::ops::ControlFlow;
use std::sync::Arc;

const KEYS: &[Key] = &[
    Key::new("table", "poolfiz", "the table: poolfiz, pooltool, 8ft, 9ft, snooker, or a file.toml"),
    Key::new(
        "errors",
        "taiwan",
        "the error model: none, low, taiwan, italy, high, phi:theta:v:a:b deviations, or a file.toml",
    ),
];

/// The names of the games and their sources.
pub const ABOUT: [About; 6] = [
    About {
        name: "8ball",
        about: "8-ball on a simulated table",
        keys: KEYS,
        source: "PickPocket thesis, section 2.4",
    },
    About {
        name: "8.5ball",
        about: "8-ball in which only the lowest ball of one's group may be shot at",
        keys: KEYS,
        source: "PickPocket thesis, section 4.3.7",
    },
    About {
        name: "9ball",
        about: "9-ball on a simulated table",
        keys: KEYS,
        source: "PickPocket thesis, section 5.1.1",
    },
    About {
        name: "one_pocket",
        about: "one-pocket on a simulated table",
        keys: KEYS,
        source: "PickPocket thesis, section 5.1.1",
    },
    About {
        name: "snooker",
        about: "snooker on a simulated table, without free ball and miss",
        keys: &[
            Key::new("table", "snooker", "the table: poolfiz, pooltool, 8ft, 9ft, snooker, or a file.toml"),
            KEYS[1],
        ],
        source: "PickPocket thesis, section 5.1.1",
    },
    About {
        name: "cutthroat",
        about: "cutthroat: pocket the balls of the others before they have yours",
        keys: &[Key::new("players", "3", "3 or 5"), KEYS[0], KEYS[1]],
        source: "PickPocket thesis, section 5.1.1",
    },
];

/// Whether a game is one of these.
pub fn is_billiards(name: &str) -> bool {
    ABOUT.iter().any(|about| about.name == name)
}

/// A discipline on a table, with the errors that players make.
#[derive(Clone, Debug)]
pub struct Billiards {
    /// The rules.
    pub discipline: Discipline,
    /// The table.
    pub arena: Arc<Arena>,
    /// The errors.
    pub errors: ErrorModel,
}

impl PartialEq for Billiards {
    fn eq(&self, other: &Billiards) -> bool {
        let same_table = Arc::ptr_eq(&self.arena, &other.arena) || self.arena.table == other.arena.table;
        same_table && (self.discipline, self.errors) == (other.discipline, other.errors)
    }
}

/// Where a frame can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Position {
    /// Before the balls are racked.
    Racking,
    /// A player is on turn, or the game is over.
    Ready(GameState),
    /// A stroke has been announced and not yet executed.
    Struck(GameState, Stroke),
}

impl Position {
    /// How the balls lie and who is on turn; nothing before the balls are racked.
    pub fn state(&self) -> Option<&GameState> {
        match self {
            Position::Racking => None,
            Position::Ready(state) | Position::Struck(state, _) => Some(state),
        }
    }
}

/// The chance events.
#[expect(clippy::large_enum_variant, reason = "an event is a plain value, and a rack is one of a frame")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// How the balls are racked.
    Rack(Layout),
    /// The executed shot.
    Made(Shot),
}

impl Billiards {
    /// Makes one of the games from its spec.
    pub fn from_spec(spec: &Spec) -> Result<Billiards, Error> {
        let (about, args) = About::find(&ABOUT, spec, "game")?;
        let mut discipline = Discipline::named(about.name).expect("every game listed is a discipline");
        if discipline.is_cutthroat() {
            discipline = match args.word("players")?.as_str() {
                "3" => Discipline::Cutthroat,
                "5" => Discipline::CutthroatOfFive,
                other => return Err(args.error("players", format!("3 or 5 play cutthroat, not {other}"))),
            };
        }
        let errors = args.word("errors")?.parse().map_err(|error| args.error("errors", error))?;
        let arena = Arc::new(read_table(&args)?);
        let both = || (0..2).all(|player| own_pocket(&arena, Player(player)).is_some());
        if discipline == Discipline::OnePocket && !both() {
            return Err(
                args.error("table", "one-pocket is played at the pockets rt and lt, which it does not have")
            );
        }
        Ok(Billiards { discipline, arena, errors })
    }
}

fn read_table(args: &Args) -> Result<Arena, Error> {
    let table = Table::find(&args.word("table")?);
    table.and_then(Arena::new).map_err(|error| args.error("table", error))
}

impl Game for Billiards {
    type Position = Position;
    type Move = Stroke;
    type Event = Draw;
    type Value = f64;

    const CHANCE: Option<Chance> = Some(Chance::Sampled);

    fn nature(&self) -> Nature {
        let players = self.discipline.players();
        let sum = if players == 2 { Sum::Zero } else { Sum::Constant(2.0 - players as f64) };
        let payoff = PayoffKind::Probability;
        Nature { players, chance: Chance::Sampled, payoff, sum, ..Nature::outcome() }
    }
    fn start(&self) -> Position {
        Position::Racking
    }
    fn turn(&self, position: &Position) -> Turn {
        match position {
            Position::Racking | Position::Struck(..) => Turn::Chance,
            Position::Ready(GameState { stage: Stage::Over { .. }, .. }) => Turn::Over,
            Position::Ready(state) => Turn::Player(state.turn),
        }
    }

    fn children<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Stroke, Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Position::Ready(state) = position else { return ControlFlow::Continue(()) };
        self.moves(position, |stroke| visit(stroke, Position::Struck(*state, stroke)))
    }
    fn moves<B>(&self, position: &Position, visit: impl FnMut(Stroke) -> ControlFlow<B>) -> ControlFlow<B> {
        let Position::Ready(state) = position else { return ControlFlow::Continue(()) };
        ShotGenerator::with(|generator| {
            generator.candidates(&self.arena, state).iter().copied().try_for_each(visit)
        })
    }
    fn random_move(&self, position: &Position, rng: &mut Rng) -> Stroke {
        let Position::Ready(state) = position else { unreachable!("moves are drawn on a player's turn") };
        // Listed once, not counted first and then listed.
        ShotGenerator::with(|generator| {
            let strokes = generator.candidates(&self.arena, state);
            strokes[below(rng, strokes.len())]
        })
    }
    fn play(&self, position: &Position, stroke: Stroke) -> Position {
        let Position::Ready(state) = position else { unreachable!("strokes are played on a player's turn") };
        debug_assert_eq!(stroke.check(&self.arena, state).map(drop), Ok(()), "the stroke can be executed");
        Position::Struck(*state, stroke)
    }
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        match position {
            Position::Ready(GameState { stage: Stage::Over { winner }, .. }) if *winner == player => 1.0,
            _ => -1.0,
        }
    }

    fn key(&self, position: &Position) -> u64 {
        match position {
            Position::Racking => 0,
            Position::Ready(state) => state.key(),
            Position::Struck(state, stroke) => {
                let call = match stroke.call {
                    Call::None => 0,
                    Call::Safety => 1,
                    Call::Ball { ball, pocket } => 2 + u64::from(ball) + (u64::from(pocket) << 8),
                };
                let place = stroke.place.map_or([u64::MAX; 2], |place| place.bits());
                let words = [call].into_iter().chain(place).chain(stroke.shot.bits());
                mix(words.fold(state.key(), fold))
            }
        }
    }
    fn move_slots(&self) -> usize {
        MAX_BALLS * self.arena.outline.holes.len() + 2
    }
    /// The ball and the pocket called: strokes that differ in speed and spin are much alike.
    fn move_slot(&self, stroke: Stroke) -> usize {
        let holes = self.arena.outline.holes.len();
        match stroke.call {
            Call::Ball { ball, pocket } => ball as usize * holes + pocket as usize,
            Call::None => MAX_BALLS * holes,
            Call::Safety => MAX_BALLS * holes + 1,
        }
    }

    fn sample(&self, position: &Position, rng: &mut Rng) -> (Draw, Position) {
        let table = &self.arena.table;
        let draw = match position {
            Position::Racking => Draw::Rack(self.discipline.rack(table, rng)),
            Position::Struck(_, stroke) => Draw::Made(self.errors.perturb(&stroke.shot, table, rng)),
            Position::Ready(_) => unreachable!("events are drawn on chance's turn"),
        };
        (draw, self.happen(position, draw))
    }
    fn happen(&self, position: &Position, draw: Draw) -> Position {
        match (position, draw) {
            (Position::Racking, Draw::Rack(rack)) => {
                Position::Ready(GameState::before_break(self.discipline, rack))
            }
            (Position::Struck(state, stroke), Draw::Made(made)) => {
                let ruling = Executor::new(&self.arena).play(state, stroke, &made);
                Position::Ready(ruling.expect("the stroke was checked when it was announced").next)
            }
            _ => unreachable!("balls are racked once, and shots are made of strokes"),
        }
    }
}
