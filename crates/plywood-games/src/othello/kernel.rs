//! The two hot questions of Othello, asked of bitboards: which squares are legal, and which discs a move turns.
//!
//! A bitboard has a1 in bit 0, b1 in bit 1 and h8 in bit 63. Smaller boards lie in the middle of the 8x8 one, with
//! a rim of squares that stay empty for ever: a line of discs that runs off them meets an empty square, as it must.
//!
//! A [`Kernel`] answers: [`Portable`] everywhere, `Vector` four directions at a time on processors that have AVX2 and
//! BMI2, with better instructions where there is AVX-512. Code that is generic over the kernel is a [`Task`], and
//! [`Level::run`] is the one place that chooses, at run time.
#![allow(unsafe_code)]

/// Squares of the 8x8 board.
pub const SQUARES: usize = 64;

/// The discs beyond a square in each of eight directions: towards higher bits (+1, +7, +8, +9), then lower ones.
pub(super) const RAYS: [[u64; 8]; SQUARES] = rays();

/// Files b to g: from these a step sideways cannot leave the board.
pub(super) const INNER_FILES: u64 = 0x7E7E_7E7E_7E7E_7E7E;

const fn rays() -> [[u64; 8]; SQUARES] {
    const STEPS: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut table = [[0; 8]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut direction = 0;
        while direction < 8 {
            let sign = if direction < 4 { 1 } else { -1 };
            let (down, right) = (sign * STEPS[direction % 4].0, sign * STEPS[direction % 4].1);
            let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
            while row >= 0 && row < 8 && column >= 0 && column < 8 {
                table[square][direction] |= 1 << (row * 8 + column);
                row += down;
                column += right;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

/// Answers the hot questions. Every kernel gives the same answers.
pub trait Kernel: Copy {
    /// A set of squares as the kernel holds it from one question to the next: a word, or a vector that has it in every
    /// lane. The way between the two takes longer than some of the answers.
    type Squares: Copy;

    /// Takes a word.
    fn hold(self, squares: u64) -> Self::Squares;
    /// Gives the word back.
    fn word(self, squares: Self::Squares) -> u64;
    /// The squares in one of two sets and not in the other.
    fn differing(self, some: Self::Squares, others: Self::Squares) -> Self::Squares;
    /// The squares, of all 64 and empty or not, that end an unbroken line of the opponent's discs from an own disc.
    fn ends(self, own: Self::Squares, opponent: Self::Squares) -> u64;
    /// The discs that a disc on a square would turn.
    fn turned(self, own: Self::Squares, opponent: Self::Squares, square: u8) -> Self::Squares;
    /// The square of the set bit with this number, counted from the lowest.
    fn select(self, bits: u64, index: usize) -> u8;

    /// The empty squares, of all 64, where a disc would turn others.
    #[inline(always)]
    fn moves(self, own: u64, opponent: u64) -> u64 {
        self.ends(self.hold(own), self.hold(opponent)) & !(own | opponent)
    }
    /// The discs that a disc on a square would turn.
    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: u8) -> u64 {
        self.word(self.turned(self.hold(own), self.hold(opponent), square))
    }
    /// How many discs a disc on the last empty square would turn.
    #[inline(always)]
    fn turned_at_last(self, own: u64, square: u8) -> u32 {
        self.flips(own, !own & !(1 << square), square).count_ones()
    }
}

/// The fastest kernel that the whole program is compiled for: what calls itself again and again cannot be a [`Task`].
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi2",
    target_feature = "lzcnt"
))]
pub(super) type Native = super::vector::Vector<false>;
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi2",
    target_feature = "lzcnt"
)))]
pub(super) type Native = Portable;

/// That kernel.
pub(super) fn native() -> Native {
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "avx2",
        target_feature = "bmi2",
        target_feature = "lzcnt"
    ))]
    return super::vector::native();
    #[cfg(not(all(
        target_arch = "x86_64",
        target_feature = "avx2",
        target_feature = "bmi2",
        target_feature = "lzcnt"
    )))]
    return Portable;
}

/// The kernel for every machine.
#[derive(Debug, Clone, Copy)]
pub struct Portable;

impl Kernel for Portable {
    type Squares = u64;

    #[inline(always)]
    fn hold(self, squares: u64) -> u64 {
        squares
    }
    #[inline(always)]
    fn word(self, squares: u64) -> u64 {
        squares
    }
    #[inline(always)]
    fn differing(self, some: u64, others: u64) -> u64 {
        some ^ others
    }

    #[inline(always)]
    fn ends(self, own: u64, opponent: u64) -> u64 {
        let mut found = 0;
        for (step, through) in [
            (1, opponent & INNER_FILES),
            (7, opponent & INNER_FILES),
            (8, opponent),
            (9, opponent & INNER_FILES),
        ] {
            // Opponent's discs in an unbroken line from an own disc, in both directions; six at most.
            let (mut up, mut down) = (through & (own << step), through & (own >> step));
            for _ in 0..5 {
                up |= through & (up << step);
                down |= through & (down >> step);
            }
            found |= (up << step) | (down >> step);
        }
        found
    }

    #[inline(always)]
    fn turned(self, own: u64, opponent: u64, square: u8) -> u64 {
        let rays = &RAYS[square as usize];
        let mut turned = 0;
        for ray in &rays[..4] {
            // The nearest square that is not the opponent's ends the line: the lowest bit upwards.
            let ends = ray & !opponent;
            let end = ends & ends.wrapping_neg();
            if end & own != 0 {
                turned |= ray & (end - 1);
            }
        }
        for ray in &rays[4..] {
            let ends = ray & !opponent;
            if ends != 0 {
                let end = 1 << (63 - ends.leading_zeros());
                if end & own != 0 {
                    turned |= ray & !(end | (end - 1));
                }
            }
        }
        turned
    }

    #[inline(always)]
    fn select(self, bits: u64, index: usize) -> u8 {
        crate::bits::select(bits, index)
    }
}

/// Something to do with a kernel. `run` has to be `#[inline(always)]`, so that it is compiled for the processor
/// features of whoever runs it.
pub trait Task {
    /// The result.
    type Output;
    /// Does it.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Which kernel to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The one for every machine; a program that is compiled for AVX2 needs it only to test the others.
    #[cfg(any(test, not(target_feature = "avx2")))]
    Portable,
    /// AVX2 and BMI2; made by [`Level::available`] alone, where the processor has them.
    #[cfg(target_arch = "x86_64")]
    Vector(Detected),
    /// AVX-512 as well; likewise.
    #[cfg(target_arch = "x86_64")]
    Wide(Detected),
}

/// Proof that the processor has AVX2 and BMI2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Detected(());

impl Level {
    /// Those that this processor has, the fastest last.
    pub fn available() -> Vec<Level> {
        let mut found = Vec::new();
        #[cfg(any(test, not(target_feature = "avx2")))]
        found.push(Level::Portable);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
        {
            found.push(Level::Vector(Detected(())));
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512cd")
            {
                found.push(Level::Wide(Detected(())));
            }
        }
        found
    }

    /// The features that the processor must have.
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(any(test, not(target_feature = "avx2")))]
            Level::Portable => "any processor",
            #[cfg(target_arch = "x86_64")]
            Level::Vector(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Level::Wide(_) => "AVX-512",
        }
    }

    /// The fastest that this processor has.
    pub fn best() -> Level {
        *Level::available().last().expect("a program for AVX2 runs where AVX2 is")
    }

    /// Runs a task with this kernel.
    #[inline(always)]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            #[cfg(any(test, not(target_feature = "avx2")))]
            Level::Portable => task.run(Portable),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a `Detected` exists only where the features were found.
            Level::Vector(_) => unsafe { super::vector::run(task) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Wide(_) => unsafe { super::vector::run_wide(task) },
        }
    }
}
