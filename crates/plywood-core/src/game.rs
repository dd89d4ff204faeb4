//! The rules of a game, over positions that are values.
//!
//! A [`Game`] is the rules with their parameters (a board size, a target, a written tree). A position is a
//! small value; playing a move makes a new one. Rules and positions are separate so that a position contains
//! only what changes during play. The basic operation is [`Game::children`], because some games can test
//! legality only by making the move.
//!
//! A turn is a player's, chance's, or over, and nothing assumes that players alternate. Every value is from
//! one player's view: the mover's at decision nodes, the first player's at chance nodes and finished
//! positions ([`Turn::view`]).
//!
//! Knowledge beyond the rules (bounds, promise, symmetries, loud moves) comes in by doors: each door has a
//! default that says "nothing known" and costs nothing. Text and pictures are [`crate::Notation`];
//! evaluations, oracles and players of one game are [`crate::Knowledge`].

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::random::{Rng, below, unit};
use crate::value::Value;

/// One of the players, counted from zero in the order of their first turns.
///
/// ```
/// use plywood_core::Player;
///
/// assert_eq!(Player::FIRST.other(), Player::SECOND);
/// assert_eq!(Player::SECOND.index(), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Player(pub u8);

impl Player {
    /// The player who begins.
    pub const FIRST: Player = Player(0);
    /// The other one of two.
    pub const SECOND: Player = Player(1);

    /// The other one of two players.
    pub const fn other(self) -> Player {
        Player(self.0 ^ 1)
    }
    /// The player's place in a list of players.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whose turn it is.
///
/// ```
/// use plywood_core::{Game, Player, Turn};
/// use plywood_small_games::tictactoe::TicTacToe;
///
/// let turn = TicTacToe.turn(&TicTacToe.start());
/// assert_eq!(turn, Turn::Player(Player::FIRST));
/// assert_eq!(Turn::Over.view(), Player::FIRST);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// This player chooses a move.
    Player(Player),
    /// An event happens by chance.
    Chance,
    /// The game is over.
    Over,
}

impl Turn {
    /// The player from whose view values at this position are told.
    pub const fn view(self) -> Player {
        match self {
            Turn::Player(player) => player,
            Turn::Chance | Turn::Over => Player::FIRST,
        }
    }
}

/// The meaning of a payoff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PayoffKind {
    /// Win 1, draw 0, loss -1; a shorter win is better.
    Outcome,
    /// A number to make large: discs, seeds, stones.
    Margin,
    /// Linear in the chance of winning, 2p - 1; a fast win is worth no more than a slow one.
    Probability,
}

/// How chance enters a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chance {
    /// Not at all.
    None,
    /// By events that can be listed with their probabilities.
    Enumerable,
    /// By events that can only be sampled.
    Sampled,
}

/// The sum of the payoffs of all players.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sum {
    /// Zero: what one wins the others lose.
    Zero,
    /// Always the same.
    Constant(f64),
    /// Anything.
    General,
}

/// A game's declaration about itself.
///
/// ```
/// use plywood_core::{Chance, Nature};
///
/// // Two players, no chance, win, draw or loss; no game is longer than nine moves.
/// let nature = Nature { longest: Some(9), ..Nature::outcome() };
/// assert_eq!((nature.players, nature.chance), (2, Chance::None));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Nature {
    /// How many players there are.
    pub players: usize,
    /// How chance enters.
    pub chance: Chance,
    /// The meaning of a payoff.
    pub payoff: PayoffKind,
    /// The sum of the payoffs.
    pub sum: Sum,
    /// No payoff lies outside these, and they are as tight as is known.
    #[serde(with = "crate::number")]
    pub bounds: (f64, f64),
    /// No game is longer than this many moves and events, where that is known.
    pub longest: Option<u32>,
    /// Whether a game can end because of what happened before ([`Game::ended_by_history`]). Only for two players
    /// whose payoffs sum to zero.
    pub history: bool,
}

impl Nature {
    /// Two players, no chance, win, draw or loss: the plain case, to be changed where a game differs.
    pub const fn outcome() -> Nature {
        Nature {
            players: 2,
            chance: Chance::None,
            payoff: PayoffKind::Outcome,
            sum: Sum::Zero,
            bounds: (-1.0, 1.0),
            longest: None,
            history: false,
        }
    }
}

/// The event type of a game without chance: it has no values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Never {}

/// A move or an event that a number stands for: a game whose moves and events have numbers can be boxed, which makes
/// builds short.
///
/// ```
/// use plywood_core::Numbered;
///
/// // A square or a pass.
/// let moves: [Option<u8>; 3] = [None, Some(0), Some(63)];
/// assert_eq!(moves.map(Numbered::number), [0, 1, 64]);
/// assert_eq!(Option::<u8>::from_number(64), Some(63));
/// ```
#[diagnostic::on_unimplemented(
    message = "the moves and events of a boxed game have numbers, and `{Self}` has none",
    label = "needed by a boxed game",
    note = "implement `Numbered` for `{Self}`, or use `erase`, which compiles every search for moves of any type"
)]
pub trait Numbered: Copy {
    /// Its number: different ones have different numbers.
    fn number(self) -> u32;
    /// The one of a number.
    ///
    /// # Panics
    /// Where no move or event has this number.
    fn from_number(number: u32) -> Self;
}

impl Numbered for Never {
    fn number(self) -> u32 {
        match self {}
    }
    fn from_number(number: u32) -> Never {
        panic!("{number} is not an event of a game without chance")
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Numbered for $number {
            #[inline]
            fn number(self) -> u32 {
                self.into()
            }
            #[inline]
            fn from_number(number: u32) -> $number {
                number.try_into().expect("the number was made from one")
            }
        }
    )*};
}

numbers!(u8, u16, u32);

/// None has the first number.
impl<T: Numbered> Numbered for Option<T> {
    fn number(self) -> u32 {
        self.map_or(0, |one| one.number() + 1)
    }
    fn from_number(number: u32) -> Option<T> {
        number.checked_sub(1).map(T::from_number)
    }
}

/// A row and a column.
impl Numbered for (u8, u8) {
    fn number(self) -> u32 {
        u32::from(self.0) << 8 | u32::from(self.1)
    }
    fn from_number(number: u32) -> (u8, u8) {
        (Numbered::from_number(number >> 8), number as u8)
    }
}

/// The step from one position to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<M, E> {
    /// A player's move.
    Move(M),
    /// A chance event.
    Event(E),
}

/// The step type of a game.
pub type StepOf<G> = Step<<G as Game>::Move, <G as Game>::Event>;

/// The rules of a game.
///
/// ```
/// use plywood_core::{Game, Player};
/// use plywood_small_games::tictactoe::TicTacToe;
///
/// let start = TicTacToe.start();
/// assert_eq!(TicTacToe.count_moves(&start), 9);
/// let after = TicTacToe.play(&start, 4);
/// assert_eq!(TicTacToe.turn(&after).view(), Player::SECOND);
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// A position: a value, small and `Copy` where the game allows.
    type Position: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// A move of a player.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// An event of chance; [`Never`] for a game without.
    type Event: Copy + Eq + Debug + Send + Sync + 'static;
    /// The type of payoffs: `i32` without chance, `f64` with it.
    type Value: Value;

    /// Whether [`Game::promise`] tells moves apart. A search that orders by nothing else need not list the moves of a
    /// game that does not.
    const RANKS: bool = false;
    /// Whether [`Game::bounds`] ever says something. A search does not ask a game that never does.
    const BOUNDED: bool = false;

    /// How chance enters every game of this type; none where it depends on the parameters. What does not fit is not
    /// compiled for the game: searches of chance nodes where there are none, opponent models where there are.
    const CHANCE: Option<Chance> =
        if size_of::<Option<Self::Event>>() == 0 { Some(Chance::None) } else { None };

    /// The game's declaration about itself.
    fn nature(&self) -> Nature;
    /// The position a game starts from.
    fn start(&self) -> Self::Position;
    /// Whose turn it is. Moves are asked for only on a player's turn, events only on chance's.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Visits every legal move with the position it leads to, in the game's own order, until the visitor breaks.
    /// Only for a player's turn.
    fn children<B>(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Move, Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// The position after a legal move. Legality is the caller's business (debug builds assert it);
    /// [`crate::Line::try_step`] checks.
    fn play(&self, position: &Self::Position, chosen: Self::Move) -> Self::Position;

    /// The player's payoff in a finished game.
    fn payoff(&self, position: &Self::Position, player: Player) -> Self::Value;

    /// A hash of the position. Equal positions have equal keys, others almost never.
    fn key(&self, position: &Self::Position) -> u64;

    /// How many different slots [`Game::move_slot`] uses.
    fn move_slots(&self) -> usize;
    /// A small number for a move, the same move the same number wherever it is played, and different moves of one
    /// position different numbers: tables of move statistics (history, all-moves-as-first) are indexed by it, and
    /// the transposition table knows the best move by it. Where moves are candidates out of a continuum
    /// ([`Chance::Sampled`]), similar ones may share a number.
    fn move_slot(&self, chosen: Self::Move) -> usize;

    /// Visits every legal move, in the order of [`Game::children`].
    fn moves<B>(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.children(position, |chosen, _| visit(chosen))
    }

    /// How many legal moves there are.
    fn count_moves(&self, position: &Self::Position) -> usize {
        let mut count = 0;
        let _ = self.moves(position, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// A legal move, every one equally likely. Only for a player's turn.
    fn random_move(&self, position: &Self::Position, rng: &mut Rng) -> Self::Move {
        let mut left = below(rng, self.count_moves(position));
        let found = self.moves(position, |chosen| {
            if left == 0 {
                return ControlFlow::Break(chosen);
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found.break_value().expect("a player on turn has a move")
    }

    /// The end of a game of random moves and events, where fewer than `steps` steps lead to it. History does
    /// not end it. A faster version draws the same random numbers.
    fn random_end(&self, mut position: Self::Position, steps: u32, rng: &mut Rng) -> Option<Self::Position> {
        for _ in 0..steps {
            position = match self.turn(&position) {
                Turn::Over => return Some(position),
                Turn::Chance => self.sample(&position, rng).1,
                Turn::Player(_) => self.play(&position, self.random_move(&position, rng)),
            };
        }
        None
    }

    /// Visits every chance event with its probability and the position it leads to; probabilities sum to one.
    /// Only for chance's turn: a game without chance has no such position, so it visits nothing.
    fn events<B>(
        &self,
        _position: &Self::Position,
        _visit: impl FnMut(Self::Event, f64, Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }

    /// Draws a chance event. Only for chance's turn.
    fn sample(&self, position: &Self::Position, rng: &mut Rng) -> (Self::Event, Self::Position) {
        let mut left = unit(rng);
        let mut last = None;
        let found = self.events(position, |event, probability, after| {
            left -= probability;
            if left < 0.0 {
                return ControlFlow::Break((event, after));
            }
            last = Some((event, after));
            ControlFlow::Continue(())
        });
        // Rounding may leave a hair after the last event: it is that one's.
        found.break_value().or(last).expect("chance on turn has an event")
    }

    /// The position after a possible chance event.
    fn happen(&self, position: &Self::Position, event: Self::Event) -> Self::Position {
        let found = self.events(position, |candidate, _, after| {
            if candidate == event { ControlFlow::Break(after) } else { ControlFlow::Continue(()) }
        });
        found.break_value().expect("the event is possible here")
    }

    /// The position after a legal move or a possible event.
    fn step(&self, position: &Self::Position, step: StepOf<Self>) -> Self::Position {
        match step {
            Step::Move(chosen) => self.play(position, chosen),
            Step::Event(event) => self.happen(position, event),
        }
    }

    /// Whether the game ended on reaching `position` because of the positions before it, whose keys are given
    /// oldest first. `Some` is the first player's payoff. Asked after each step where [`Nature::history`] is
    /// declared, and only there.
    fn ended_by_history(&self, _position: &Self::Position, _keys: &[u64]) -> Option<Self::Value> {
        None
    }

    /// How many symmetries the board has, the identity included; number 0 is the identity.
    fn symmetries(&self) -> usize {
        1
    }
    /// The position seen through a symmetry. Same value, moves renamed by [`Game::transform_move`].
    fn transform(&self, position: &Self::Position, _symmetry: usize) -> Self::Position {
        position.clone()
    }
    /// A move seen through a symmetry.
    fn transform_move(&self, chosen: Self::Move, _symmetry: usize) -> Self::Move {
        chosen
    }
    /// The symmetry that undoes a symmetry.
    fn inverse(&self, symmetry: usize) -> usize {
        symmetry
    }

    /// Bounds on the first player's payoff: no end of a game through this position pays that player
    /// less or more, and what can be after a step could be before it. None where nothing tighter than
    /// [`Nature::bounds`] is known. A game that says something sets [`Game::BOUNDED`].
    #[inline]
    fn bounds(&self, _position: &Self::Position) -> Option<(Self::Value, Self::Value)> {
        None
    }

    /// How promising a move looks before it is searched, given where it leads: more is searched earlier, and moves of
    /// one rank are ordered by what the search has learned. A game whose moves differ sets [`Game::RANKS`].
    #[inline]
    fn promise(&self, _before: &Self::Position, _chosen: Self::Move, _after: &Self::Position) -> u8 {
        0
    }

    /// Whether a move is loud: one that a quiescence search should follow beyond the horizon (a capture, an extra
    /// turn). A game that names none has no quiescence.
    fn is_loud(&self, _position: &Self::Position, _chosen: Self::Move) -> bool {
        false
    }

    /// The position with the other player on turn and nothing else changed, as if the player on turn had passed, whatever
    /// the rules say to that. None where a position cannot say it, or where the rules pass themselves. What threatens
    /// shows in it: null-move pruning and threat search ask. Only for a player's turn.
    #[inline]
    fn null_move(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Whether a move leaves the other hardly a choice (a threat to win, a single reply): a search with extensions
    /// follows it one ply further. A game that names none has no extensions.
    #[inline]
    fn is_forcing(&self, _before: &Self::Position, _chosen: Self::Move, _after: &Self::Position) -> bool {
        false
    }

    /// The kind of a move, for counts of how often moves of a kind are chosen where there are some (realization
    /// probabilities). By rank ([`Game::promise`]) unless a game knows better.
    #[inline]
    fn category(&self, before: &Self::Position, chosen: Self::Move, after: &Self::Position) -> u16 {
        u16::from(self.promise(before, chosen, after))
    }
}
