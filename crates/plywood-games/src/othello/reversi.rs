//! Reversi, the game that Othello comes from (Monte Carlo Othello thesis, section 2.1): `othello(rules=reversi)`.
//!
//! It differs in two ways. The board is empty at the start, and the first four discs are played to the four squares in the
//! middle, in turn, turning nothing. And each player has half as many discs as the board has squares: who has none left
//! passes, and the other plays on alone. All else is Othello; ends are counted as it counts them.
//!
//! Positions are written as Othello's, and behind them the discs that each player has left: `… X 28:29`. Without those the
//! players are taken to have put theirs in turn.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use plywood_core::random::mix;
use plywood_core::{
    About, Error, Game, Knowledge, LastOf, Nature, Never, Notation, PayoffKind, Picture, Player, Spec,
    StaticEvaluator, Step, Turn, uniform_policy,
};

use super::board::squares;
use super::{Board, Evaluation, Othello, PASS, notation};

/// The four squares in the middle.
const CENTRE: u64 = 0x0000_0018_1800_0000;

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reversi(Othello);

/// A position: the board, whose moves are those of Reversi, and the discs that each player has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The board.
    pub board: Board,
    /// Discs left, the first player's first.
    pub left: [u8; 2],
}

impl Reversi {
    /// The game on a board of 8, 6 or 4 squares a side.
    pub fn new(size: u8, payoff: PayoffKind) -> Reversi {
        Reversi(Othello::new(size, payoff))
    }

    /// Makes the game from a spec of Othello with these rules.
    pub fn from_spec(spec: &Spec) -> Result<Reversi, Error> {
        Othello::from_spec(spec).map(Reversi)
    }

    /// Discs of each player at the start.
    fn discs(&self) -> u8 {
        (self.0.area().count_ones() / 2) as u8
    }

    /// A position from discs on the board and discs left, with the moves that there are.
    fn place(&self, discs: [u64; 2], left: [u8; 2], mover: Player) -> Place {
        let occupied = discs[0] | discs[1];
        let free = CENTRE & !occupied;
        let moves_of = |player: Player| {
            let (own, other) = (discs[player.index()], discs[player.other().index()]);
            match left[player.index()] {
                0 => 0,
                _ if free != 0 => free,
                _ => self.0.settled(own, other, player).moves,
            }
        };
        let moves = moves_of(mover);
        let over = moves == 0 && moves_of(mover.other()) == 0;
        let count = if moves == 0 { u8::from(!over) } else { moves.count_ones() as u8 };
        let (own, opponent) = (discs[mover.index()], discs[mover.other().index()]);
        Place { board: Board { own, opponent, moves, mover, count, over }, left }
    }
}

impl Game for Reversi {
    type Position = Place;
    type Move = u8;
    type Event = Never;
    type Value = i32;

    fn nature(&self) -> Nature {
        // A disc a move, and never two passes together.
        Nature { longest: Some(2 * self.0.area().count_ones()), ..self.0.nature() }
    }
    fn start(&self) -> Place {
        self.place([0, 0], [self.discs(); 2], Player::FIRST)
    }
    fn turn(&self, place: &Place) -> Turn {
        self.0.turn(&place.board)
    }
    fn children<B>(
        &self,
        place: &Place,
        mut visit: impl FnMut(u8, Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if place.board.moves == 0 && !place.board.over {
            return visit(PASS, self.play(place, PASS));
        }
        squares(place.board.moves).try_for_each(|square| visit(square, self.play(place, square)))
    }
    fn play(&self, place: &Place, chosen: u8) -> Place {
        let Place { board, mut left } = *place;
        let mover = board.mover;
        debug_assert!(if chosen == PASS { board.moves == 0 } else { board.moves >> chosen & 1 == 1 });
        let mut discs = [Player::FIRST, Player::SECOND].map(|player| board.discs(player));
        if chosen != PASS {
            left[mover.index()] -= 1;
            if CENTRE & !board.occupied() != 0 {
                discs[mover.index()] |= 1 << chosen;
            } else {
                let after = self.0.play(&self.0.settled(board.own, board.opponent, mover), chosen);
                discs = [Player::FIRST, Player::SECOND].map(|player| after.discs(player));
            }
        }
        self.place(discs, left, mover.other())
    }
    fn payoff(&self, place: &Place, player: Player) -> i32 {
        self.0.payoff(&place.board, player)
    }
    fn key(&self, place: &Place) -> u64 {
        let [first, second] = place.left.map(u64::from);
        mix(self.0.key(&place.board) ^ (first << 8 | second))
    }
    fn move_slots(&self) -> usize {
        self.0.move_slots()
    }
    fn move_slot(&self, chosen: u8) -> usize {
        self.0.move_slot(chosen)
    }
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }
    fn transform(&self, place: &Place, symmetry: usize) -> Place {
        Place { board: self.0.transform(&place.board, symmetry), ..*place }
    }
    fn transform_move(&self, chosen: u8, symmetry: usize) -> u8 {
        self.0.transform_move(chosen, symmetry)
    }
    fn inverse(&self, symmetry: usize) -> usize {
        self.0.inverse(symmetry)
    }
}

impl Notation for Reversi {
    fn write_position(&self, place: &Place) -> String {
        let [first, second] = place.left;
        format!("{} {first}:{second}", notation::obf::write_board(&self.0, &place.board))
    }
    fn read_position(&self, text: &str) -> Result<Place, Error> {
        let wrong = |message: String| {
            Err(Error::at(text, text.trim_end().rfind(' ').map_or(0, |place| place + 1), message))
        };
        let (board, left) = match text.trim().rsplit_once(' ') {
            Some((board, left)) if left.contains(':') => (board, Some(left)),
            _ => (text.trim(), None),
        };
        let (discs, mover) = notation::obf::read_discs(&self.0, board)?;
        let (occupied, each) = (discs[0] | discs[1], self.discs());
        let put = occupied.count_ones() as u8;
        if put < 4 {
            let turns = [put.div_ceil(2), put / 2].map(u32::from);
            let in_turn = turns == discs.map(u64::count_ones) && mover.index() == usize::from(put % 2);
            if occupied & !CENTRE != 0 || !in_turn {
                return Err(Error::new(
                    "the first four discs are played to the squares in the middle, in turn",
                ));
            }
        } else {
            self.0.board(discs, mover)?;
        }
        let left = match left {
            None => [each - put.div_ceil(2).min(each), each - (put / 2).min(each)],
            Some(words) => {
                let numbers = words
                    .split_once(':')
                    .and_then(|(a, b)| Some([a.parse::<u8>().ok()?, b.parse::<u8>().ok()?]));
                let Some(numbers) = numbers.filter(|numbers| numbers.iter().all(|left| *left <= each)) else {
                    return wrong(format!(
                        "expected the discs that both have left, each at most {each}, found {words:?}"
                    ));
                };
                numbers
            }
        };
        let used = u32::from(2 * each) - left.iter().map(|left| u32::from(*left)).sum::<u32>();
        if used != u32::from(put) {
            return wrong(format!("{put} discs are on the board, but {used} were put"));
        }
        if put <= 4 && left != [each - put.div_ceil(2), each - put / 2] {
            return wrong("the first four discs are put in turn".to_string());
        }
        Ok(self.place(discs, left, mover))
    }
    fn scored_by(&self) -> Option<(&'static str, &'static str)> {
        self.0.scored_by()
    }
    fn unit(&self) -> &'static str {
        self.0.unit()
    }
    fn write_move(&self, place: &Place, chosen: u8) -> String {
        self.0.write_move(&place.board, chosen)
    }
    fn draw(&self, place: &Place) -> String {
        let [first, second] = place.left;
        format!("{}discs left: X {first}, O {second}\n", self.0.draw(&place.board))
    }
    fn picture(&self, place: &Place, last: Option<LastOf<Self>>) -> Picture {
        let last = last.map(|(before, step)| {
            let Step::Move(chosen) = step;
            (&before.board, Step::Move(chosen))
        });
        let mut picture = self.0.picture(&place.board, last);
        let [first, second] = place.left;
        picture.caption.text += &format!(", {first} and {second} left");
        picture
    }
}

/// An evaluation of Othello, which looks at the board alone.
#[derive(Debug, Clone, PartialEq)]
pub struct OfBoard(Evaluation);

impl StaticEvaluator<Reversi> for OfBoard {
    fn look(&self, game: &Reversi, place: &Place, player: Player) -> i32 {
        self.0.look(&game.0, &place.board, player)
    }
    fn bounds(&self, game: &Reversi) -> (i32, i32) {
        self.0.bounds(&game.0)
    }
    fn points(&self) -> i32 {
        self.0.points()
    }
}

impl Knowledge for Reversi {
    type Evaluator = OfBoard;
    type Policy = plywood_core::Uniform;
    /// Those of Othello, but for what was trained on boards that have their four discs.
    fn evaluators(&self) -> &'static [About] {
        static LIST: OnceLock<Vec<About>> = OnceLock::new();
        let of_board =
            || self.0.evaluators().iter().filter(|about| about.name != "patterns").copied().collect();
        LIST.get_or_init(of_board)
    }
    fn evaluator(&self, spec: &Spec) -> Result<OfBoard, Error> {
        About::find(self.evaluators(), spec, "evaluation")?;
        self.0.evaluator(spec).map(OfBoard)
    }
    uniform_policy!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::{Line, conformance, random};

    fn game() -> Reversi {
        Reversi::new(8, PayoffKind::Outcome)
    }

    #[test]
    fn the_rules_conform() {
        for size in [4, 6, 8] {
            for payoff in [PayoffKind::Outcome, PayoffKind::Margin] {
                conformance::rules(&Reversi::new(size, payoff), 30);
            }
        }
    }

    #[test]
    fn the_first_four_discs_are_played_in_the_middle() {
        let mut line = Line::new(game());
        let count = |line: &Line<Reversi>| line.game().count_moves(line.position());
        for (square, left) in [("d4", 4), ("e5", 3), ("d5", 2), ("e4", 1)] {
            assert_eq!(count(&line), left);
            line.try_step(square).unwrap();
        }
        // Nothing was turned: dark holds one file, light the other of the middle.
        assert_eq!(line.game().draw(line.position()).matches('X').count(), 2 + 1);
        assert!(line.position().left == [30, 30] && count(&line) > 0);
        // From the fourth disc on it is Othello.
        let othello =
            Othello::default().board([1 << 27 | 1 << 35, 1 << 36 | 1 << 28], Player::FIRST).unwrap();
        assert_eq!(line.position().board, othello);
    }

    /// A player without discs to put passes, and the other one plays on alone while discs are left.
    #[test]
    fn who_has_no_discs_left_passes() {
        let game = game();
        let mut rng = random::seeded(11);
        let (mut ran_out, mut alone) = (0, 0);
        for _ in 0..3000 {
            let mut place = game.start();
            while let Turn::Player(player) = game.turn(&place) {
                let before = place;
                let chosen = game.random_move(&place, &mut rng);
                place = game.play(&place, chosen);
                if before.left[player.index()] == 0 {
                    ran_out += 1;
                    assert_eq!(chosen, PASS);
                    alone += u32::from(before.left[player.other().index()] > 1);
                }
            }
            assert_eq!(u32::from(64 - place.left[0] - place.left[1]), place.board.occupied().count_ones());
        }
        assert!(ran_out > 0 && alone > 0, "{ran_out} {alone}");
    }

    #[test]
    fn impossible_places_are_refused() {
        let game = game();
        let empty = "-".repeat(64);
        for (text, words) in [
            (format!("X{} O 31:32", "-".repeat(63)), "in the middle"),
            (format!("{empty} O 32:32"), "in turn"),
            (format!("{empty} X 31:32"), "0 discs are on the board, but 1 were put"),
            (format!("{empty} X 33:31"), "at most 32"),
            (format!("{empty} X many:few"), "at most 32"),
            (format!("{empty}- X 32:32"), "64 squares"),
        ] {
            let error = game.read_position(&text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        assert_eq!(game.read_position(&format!("{empty} X")), Ok(game.start()));
    }
}
