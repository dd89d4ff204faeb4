//! The simple players of the Monte Carlo Othello thesis (sections 2.4 and 4.3): as players of their own, and choosing
//! moves in playouts.
//!
//! | agent | the move with the largest |
//! |---|---|
//! | `random` | (any) |
//! | `roxanne` | square class of table 2.1 |
//! | `mobility` | own moves minus the opponent's, on the board after the move |
//! | `potential` | discs of the opponent that touch an empty square minus own such discs, after the move |
//! | `cpm` | corners held minus the opponent's, then mobility plus potential mobility |
//! | `cpmr` | the same, then the square class |
//!
//! The thesis says that CPM chooses at random between equals and leaves it open for the others; here all do, unless
//! `ties=first` takes the first square in reading order. "Own moves" are counted as if the agent were on turn again.
//!
//! A frontier is, by the text, the discs that touch an empty square (`frontier=discs`). The published scores of the
//! agent against Roxanne come out only if a disc counts once for every empty square it touches (`contacts`) or if
//! the empty squares are counted instead (`empties`); all three are here.

use plywood_core::random::below;
use plywood_core::settings::words;
use plywood_core::{About, Error, Key, Policy, Rng, Spec};

use super::Othello;
use super::board::{self, Board, PASS};
use super::kernel::{Kernel, Task};

/// The criterion of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Nothing.
    Random,
    /// The square's class.
    Roxanne,
    /// Moves.
    Mobility,
    /// Discs at the frontier.
    Potential,
    /// Corners, then both.
    Cpm,
    /// Corners, then both, then the square's class.
    Cpmr,
}

/// A simple player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agent {
    /// Its criterion.
    pub measure: Measure,
    /// Whether it takes the first of equal moves, rather than any.
    pub first: bool,
    /// How it counts frontiers.
    pub frontier: Frontier,
}

/// How a frontier is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frontier {
    /// Discs that touch an empty square.
    Discs,
    /// Pairs of a disc and an empty square that touch.
    Contacts,
    /// Empty squares that touch a disc.
    Empties,
}

impl Frontier {
    /// The size of the frontier of some discs.
    #[inline(always)]
    fn count(self, discs: u64, empty: u64) -> i32 {
        match self {
            Frontier::Discs => (discs & board::spread(empty)).count_ones() as i32,
            Frontier::Empties => (empty & board::spread(discs)).count_ones() as i32,
            Frontier::Contacts => {
                board::around(empty).into_iter().map(|near| (discs & near).count_ones() as i32).sum()
            }
        }
    }
}

const TIES: Key =
    Key::taking("ties", "random", words(&["random", "first"]), "which of equal moves: random or first");
const FRONTIER: Key = Key::taking(
    "frontier",
    "discs",
    words(&["discs", "contacts", "empties"]),
    "what a frontier counts: discs, contacts (a disc and an empty square) or empties",
);
const SOURCE: &str = "Monte Carlo Othello thesis, section 4.3";

const fn about(name: &'static str, about: &'static str, keys: &'static [Key]) -> About {
    About { name, about, keys, source: SOURCE }
}

/// How the agents are listed.
pub const AGENTS: &[About] = &[
    About { source: SOURCE, ..About::plain("random", "every legal move with the same probability") },
    about("roxanne", "corners, the middle, edges, inner edges, and last the squares around corners", &[TIES]),
    about("mobility", "own moves minus the opponent's after the move", &[TIES]),
    about("potential", "the opponent's frontier discs minus own ones after the move", &[TIES, FRONTIER]),
    about("cpm", "corners first, then mobility plus potential mobility", &[TIES, FRONTIER]),
    about(
        "cpmr",
        "corners first, then mobility plus potential mobility, then the square classes of roxanne",
        &[TIES, FRONTIER],
    ),
];

const MEASURES: [Measure; 6] =
    [Measure::Random, Measure::Roxanne, Measure::Mobility, Measure::Potential, Measure::Cpm, Measure::Cpmr];

impl Agent {
    /// Makes an agent from its spec.
    pub fn from_spec(spec: &Spec) -> Result<Agent, Error> {
        let (about, args) = About::find(AGENTS, spec, "playout policy")?;
        let place = AGENTS.iter().position(|known| known.name == about.name).expect("it was found there");
        let measure = MEASURES[place];
        let first = measure != Measure::Random && args.chosen("ties")? == 1;
        let frontier = match measure {
            Measure::Random | Measure::Roxanne | Measure::Mobility => Frontier::Discs,
            _ => {
                let all = [Frontier::Discs, Frontier::Contacts, Frontier::Empties];
                all[args.chosen("frontier")?]
            }
        };
        Ok(Agent { measure, first, frontier })
    }
}

/// The class of a square in table 2.1, 1 to 5, on a board of any size.
pub const fn square_class(size: u8, square: u8) -> u8 {
    let rim = (8 - size) / 2;
    let (row, column) = (edge_distance(size, square / 8 - rim), edge_distance(size, square % 8 - rim));
    let (near, far) = if row < column { (row, column) } else { (column, row) };
    match (near, far) {
        (0, 0) => 1,
        (0 | 1, 0 | 1) => 5,
        (0, _) => 3,
        (1, _) => 4,
        _ => 2,
    }
}

const fn edge_distance(size: u8, place: u8) -> u8 {
    if place < size - 1 - place { place } else { size - 1 - place }
}

/// The squares of each class, best first, for boards of 4, 6 and 8 squares a side.
static CLASSES: [[u64; 5]; 3] = [classes(4), classes(6), classes(8)];

const fn classes(size: u8) -> [u64; 5] {
    let rim = (8 - size) / 2;
    let mut table = [0; 5];
    let mut place = 0;
    while place < size * size {
        let square = (place / size + rim) * 8 + place % size + rim;
        table[square_class(size, square) as usize - 1] |= 1 << square;
        place += 1;
    }
    table
}

impl Othello {
    fn classes(&self) -> &'static [u64; 5] {
        &CLASSES[usize::from(self.size / 2) - 2]
    }

    /// The corners of the board.
    pub fn corners(&self) -> u64 {
        self.classes()[0]
    }

    /// The squares at the edge of the board.
    pub(super) fn edges(&self) -> u64 {
        const EDGES: [u64; 3] = [0x0000_3C24_243C_0000, 0x007E_4242_4242_7E00, 0xFF81_8181_8181_81FF];
        EDGES[usize::from(self.size / 2) - 2]
    }

    /// The discs that touch an empty square.
    #[inline(always)]
    pub fn frontier(&self, occupied: u64) -> u64 {
        occupied & board::spread(self.area & !occupied)
    }
}

/// The moves that are best by the agent's measure, as squares. Only where a disc can be put.
struct Best<'a>(&'a Othello, &'a Board, Agent);

impl Task for Best<'_> {
    type Output = u64;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u64 {
        let Best(game, board, agent) = self;
        let measure = agent.measure;
        match measure {
            Measure::Random => return board.moves,
            Measure::Roxanne => return best_class(game, board.moves),
            _ => {}
        }
        let (mut best, mut equals) = (i32::MIN, 0);
        for square in board::squares(board.moves) {
            let worth = worth(kernel, game, board, agent, square);
            if worth > best {
                (best, equals) = (worth, 0);
            }
            if worth == best {
                equals |= 1 << square;
            }
        }
        if measure == Measure::Cpmr { best_class(game, equals) } else { equals }
    }
}

/// Those of some squares that are in the best class among them.
#[inline(always)]
fn best_class(game: &Othello, squares: u64) -> u64 {
    let held = game.classes().iter().map(|class| class & squares);
    held.into_iter().find(|found| *found != 0).unwrap_or(squares)
}

/// A corner weighs more than every difference of moves and frontiers, where contacts are at most 8 a disc.
const CORNER: i32 = 1000;

/// The worth of a move to the agent.
#[inline(always)]
fn worth<K: Kernel>(kernel: K, game: &Othello, board: &Board, agent: Agent, square: u8) -> i32 {
    let turned = kernel.flips(board.own, board.opponent, square);
    let (own, opponent) = (board.own ^ (turned | 1 << square), board.opponent ^ turned);
    let balance = |ours: u64, theirs: u64| ours.count_ones() as i32 - theirs.count_ones() as i32;
    let mobility =
        || balance(kernel.moves(own, opponent) & game.area, kernel.moves(opponent, own) & game.area);
    let potential = || {
        let empty = game.area & !(own | opponent);
        agent.frontier.count(opponent, empty) - agent.frontier.count(own, empty)
    };
    match agent.measure {
        Measure::Mobility => mobility(),
        Measure::Potential => potential(),
        _ => {
            let corners = game.corners();
            CORNER * balance(own & corners, opponent & corners) + mobility() + potential()
        }
    }
}

impl Policy<Othello> for Agent {
    type State = ();
    #[inline]
    fn choose(&self, game: &Othello, board: &Board, _: &mut (), rng: &mut Rng) -> u8 {
        if board.moves == 0 {
            return PASS;
        }
        let best = game.level.run(Best(game, board, *self));
        let index = if self.first { 0 } else { below(rng, best.count_ones() as usize) };
        game.level.run(super::Select(best, index))
    }
    fn is_uniform(&self) -> bool {
        self.measure == Measure::Random && !self.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::{Game, Turn, random};
    use std::ops::ControlFlow;

    #[test]
    fn the_classes_are_those_of_table_2_1() {
        let rows =
            ["15333351", "55444455", "34222243", "34222243", "34222243", "34222243", "55444455", "15333351"];
        let printed = rows.concat();
        let ours: String = (0..64).map(|square| square_class(8, square).to_string()).collect();
        assert_eq!(ours, printed);
    }

    /// The same measures, from the rules alone.
    fn slowly(game: &Othello, board: &Board, measure: Measure, chosen: u8) -> Vec<i32> {
        let after = game.play(board, chosen);
        let again = game
            .board([after.discs(plywood_core::Player(0)), after.discs(plywood_core::Player(1))], board.mover);
        let moves = |board: &Board| board.moves.count_ones() as i32;
        let mobility = moves(&again.unwrap()) - moves(&after);
        let empty = |square: u8| game.area >> square & 1 == 1 && after.occupied() >> square & 1 == 0;
        let touches = |square: u8| {
            let (row, column) = (i32::from(square / 8), i32::from(square % 8));
            (-1..=1)
                .flat_map(|down| (-1..=1).map(move |right| (row + down, column + right)))
                .any(|(r, c)| (0..8).contains(&r) && (0..8).contains(&c) && empty((r * 8 + c) as u8))
        };
        let frontier = |discs: u64| board::squares(discs).filter(|square| touches(*square)).count() as i32;
        let potential = frontier(after.own) - frontier(after.opponent);
        let corners = |discs: u64| (discs & game.corners()).count_ones() as i32;
        let corner = corners(after.opponent) - corners(after.own);
        let class = -i32::from(square_class(game.size, chosen));
        match measure {
            Measure::Random => vec![],
            Measure::Roxanne => vec![class],
            Measure::Mobility => vec![mobility],
            Measure::Potential => vec![potential],
            Measure::Cpm => vec![corner, mobility + potential],
            Measure::Cpmr => vec![corner, mobility + potential, class],
        }
    }

    #[test]
    fn agents_choose_the_best_by_their_measure() {
        let mut rng = random::seeded(5);
        for size in [4, 6, 8] {
            let game = Othello::new(size, plywood_core::PayoffKind::Outcome);
            for game in [game, game.portable()] {
                for _ in 0..20 {
                    let mut board = game.start();
                    while game.turn(&board) != Turn::Over {
                        if board.moves != 0 {
                            for measure in MEASURES {
                                let mut worths = Vec::new();
                                let _ = game.moves(&board, |chosen| {
                                    worths.push((slowly(&game, &board, measure, chosen), chosen));
                                    ControlFlow::<()>::Continue(())
                                });
                                let most = worths.iter().map(|worth| worth.0.clone()).max().unwrap();
                                let best: u64 = worths
                                    .iter()
                                    .filter(|worth| worth.0 == most)
                                    .map(|worth| 1 << worth.1)
                                    .sum();
                                let agent = Agent { measure, first: true, frontier: Frontier::Discs };
                                assert_eq!(game.level.run(Best(&game, &board, agent)), best, "{measure:?}");
                                let first = agent.choose(&game, &board, &mut (), &mut rng);
                                assert_eq!(u32::from(first), best.trailing_zeros());
                            }
                        }
                        board = game.play(&board, game.random_move(&board, &mut rng));
                    }
                }
            }
        }
    }

    #[test]
    fn frontiers_equal_the_count_square_by_square() {
        let mut rng = random::seeded(6);
        let near = |a: u8, b: u8| a != b && (a / 8).abs_diff(b / 8) <= 1 && (a % 8).abs_diff(b % 8) <= 1;
        for _ in 0..500 {
            use random::Generator;
            let (discs, empty) = (rng.next_u64() & rng.next_u64(), rng.next_u64());
            let empty = empty & !discs;
            let touching = |square: u8, others: u64| {
                board::squares(others).filter(|other| near(square, *other)).count() as i32
            };
            let contacts: i32 = board::squares(discs).map(|square| touching(square, empty)).sum();
            let of = |these: u64, others: u64| {
                board::squares(these).filter(|square| touching(*square, others) > 0).count() as i32
            };
            assert_eq!(Frontier::Contacts.count(discs, empty), contacts);
            assert_eq!(Frontier::Discs.count(discs, empty), of(discs, empty));
            assert_eq!(Frontier::Empties.count(discs, empty), of(empty, discs));
        }
    }

    #[test]
    fn classes_keep_their_symmetry() {
        for square in 0..64 {
            for symmetry in 0..8 {
                assert_eq!(
                    square_class(8, square),
                    square_class(8, crate::symmetry::transform_square(square, symmetry))
                );
            }
        }
    }
}
