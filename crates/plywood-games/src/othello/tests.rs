//! The rules against counts of others, against a walk square by square, and the two kernels against each other.

use super::*;
use plywood_core::conformance;
use plywood_core::random::{Generator, seeded};

/// The discs that a move turns, square by square.
fn slow_flips(own: u64, opponent: u64, square: u8) -> u64 {
    let mut turned = 0;
    for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let (mut row, mut column) = (i32::from(square / 8) + down, i32::from(square % 8) + right);
        let mut line = 0;
        while (0..8).contains(&row) && (0..8).contains(&column) {
            let bit = 1_u64 << (row * 8 + column);
            if own & bit != 0 {
                turned |= line;
                break;
            }
            if opponent & bit == 0 {
                break;
            }
            line |= bit;
            (row, column) = (row + down, column + right);
        }
    }
    turned
}

fn slow_moves(own: u64, opponent: u64) -> u64 {
    board::squares(!(own | opponent))
        .filter(|square| slow_flips(own, opponent, *square) != 0)
        .fold(0, |all, square| all | 1 << square)
}

/// Asks every question of a kernel about random boards.
struct Questions<'a>(&'a [(u64, u64)]);

impl Task for Questions<'_> {
    type Output = Vec<u64>;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<u64> {
        let mut answers = Vec::new();
        for (own, opponent) in self.0 {
            let moves = kernel.moves(*own, *opponent);
            answers.push(moves);
            answers.extend(board::squares(moves).map(|square| kernel.flips(*own, *opponent, square)));
            answers
                .extend((0..moves.count_ones() as usize).map(|index| u64::from(kernel.select(moves, index))));
        }
        answers
    }
}

fn random_boards(count: usize, seed: u64) -> Vec<(u64, u64)> {
    let mut rng = seeded(seed);
    (0..count)
        .map(|_| {
            let (a, b, c) = (rng.next_u64(), rng.next_u64(), rng.next_u64());
            // Boards from nearly empty to full.
            match a % 4 {
                0 => (a & b & c, b & !a & c),
                1 => (a & b, !a & c),
                2 => (a & b, !a & b),
                _ => (a, !a & (b | c)),
            }
        })
        .collect()
}

#[test]
fn the_kernel_equals_the_walk_square_by_square() {
    for (own, opponent) in random_boards(20_000, 1) {
        let moves = kernel::Portable.moves(own, opponent);
        assert_eq!(moves, slow_moves(own, opponent));
        for square in board::squares(!(own | opponent)) {
            assert_eq!(
                kernel::Portable.flips(own, opponent, square),
                slow_flips(own, opponent, square),
                "{own:x} {opponent:x} {square}"
            );
        }
    }
}

#[test]
fn the_kernels_agree_on_millions_of_boards() {
    let levels = Level::available();
    if levels.len() == 1 {
        crate::testing::skipped("this processor has no vector kernel");
        return;
    }
    for seed in 0..20 {
        let boards = random_boards(100_000, seed);
        let slow = Level::Portable.run(Questions(&boards));
        for level in &levels {
            assert!(level.run(Questions(&boards)) == slow, "{level:?}, seed {seed}");
        }
    }
    // And on boards that arise in games.
    let (fast, slow) = (Othello::default(), Othello::default().portable());
    let mut rng = seeded(2);
    for _ in 0..10_000 {
        let mut board = fast.start();
        while fast.turn(&board) != Turn::Over {
            let chosen = fast.random_move(&board, &mut rng);
            assert_eq!(fast.play(&board, chosen), slow.play(&board, chosen));
            board = fast.play(&board, chosen);
        }
    }
}

/// The cost of a pass when leaves are counted.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    /// A ply; a game that is over earlier counts as a leaf.
    APly,
    /// Nothing; a game that is over earlier does not count.
    Free,
}

fn perft(game: &Othello, board: &Board, depth: u32, pass: Pass) -> u64 {
    if game.turn(board) == Turn::Over {
        return u64::from(depth == 0 || pass == Pass::APly);
    }
    if depth == 0 {
        return 1;
    }
    if depth == 1 && (board.moves != 0 || pass == Pass::APly) {
        return u64::from(board.count);
    }
    let mut leaves = 0;
    let _ = game.children(board, |chosen, after| {
        let left = if chosen == PASS && pass == Pass::Free { depth } else { depth - 1 };
        leaves += perft(game, &after, left, pass);
        ControlFlow::<()>::Continue(())
    });
    leaves
}

#[test]
fn perft_equals_the_published_counts() {
    const PASS_IS_A_PLY: [u64; 9] = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
    const PASS_IS_FREE: [u64; 9] = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_320];
    for game in [Othello::default(), Othello::default().portable()] {
        for depth in 1..=9 {
            let count = |pass| perft(&game, &game.start(), depth, pass);
            assert_eq!(count(Pass::APly), PASS_IS_A_PLY[depth as usize - 1]);
            assert_eq!(count(Pass::Free), PASS_IS_FREE[depth as usize - 1]);
        }
    }
}

#[test]
fn the_rules_conform_on_every_size() {
    for size in [4, 6, 8] {
        for payoff in [PayoffKind::Outcome, PayoffKind::Margin] {
            for level in Level::available() {
                conformance::rules(&Othello::new(size, payoff).with_kernel(level), 20);
            }
        }
    }
}

#[test]
fn empty_squares_go_to_the_winner() {
    let game = Othello::new(8, PayoffKind::Margin);
    let board = game.board([0x0000_0018_1800_0000, 0], Player::FIRST).unwrap();
    assert_eq!(game.turn(&board), Turn::Over);
    assert_eq!((game.payoff(&board, Player::FIRST), game.payoff(&board, Player::SECOND)), (64, -64));
}
