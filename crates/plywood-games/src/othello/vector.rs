//! The kernel for x86-64 processors with AVX2 and BMI2: four directions at a time. Where there is AVX-512 it is `WIDE`:
//! vectors are no longer, but the highest bit of a word takes one instruction, and the compiler joins pairs of operations
//! into one of three operands.
#![cfg(target_arch = "x86_64")]
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::kernel::{INNER_FILES, Kernel, RAYS, SQUARES, Task};

/// The kernel; it exists only inside [`run`] and [`run_wide`].
#[derive(Debug, Clone, Copy)]
pub struct Vector<const WIDE: bool>(());

/// Runs a task compiled for AVX2.
///
/// # Safety
/// The processor has to have the features; [`super::kernel::Detected`] is the proof.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn run<T: Task>(task: T) -> T::Output {
    task.run(Vector::<false>(()))
}

/// Runs a task compiled for AVX-512.
///
/// # Safety
/// The processor has to have the features; [`super::kernel::Detected`] is the proof.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512cd")]
pub(super) unsafe fn run_wide<T: Task>(task: T) -> T::Output {
    task.run(Vector::<true>(()))
}

/// The kernel where the whole program is compiled for AVX2 and BMI2.
#[cfg(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "lzcnt"))]
pub(super) fn native() -> Vector<false> {
    Vector(())
}

/// The four lines through each square, and the square's place on each.
static LINES: [[(u64, u8); 4]; SQUARES] = lines();

const fn lines() -> [[(u64, u8); 4]; SQUARES] {
    let mut table = [[(0, 0); 4]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut line = 0;
        while line < 4 {
            let (up, down) = (RAYS[square][line], RAYS[square][line + 4]);
            table[square][line] = (up | down | 1 << square, down.count_ones() as u8);
            line += 1;
        }
        square += 1;
    }
    table
}

/// How many discs a disc at a place of a full line turns, by the own discs of the line.
static TURNED: [[u8; 256]; 8] = turned_on_lines();

const fn turned_on_lines() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let above = own >> (place + 1);
            if above != 0 {
                table[place][own] += above.trailing_zeros() as u8;
            }
            let below = own & ((1 << place) - 1);
            if below != 0 {
                table[place][own] += (place as u32 - (usize::BITS - below.leading_zeros())) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    table
}

/// The rays of a square, aligned for loading.
#[repr(align(64))]
struct Aligned([[u64; 8]; SQUARES]);
static ALIGNED: Aligned = Aligned(RAYS);

/// Exchanges the halves of a vector, or of each half of one.
const HALVES: i32 = 0b01_00_11_10;

impl<const WIDE: bool> Kernel for Vector<WIDE> {
    type Squares = __m256i;

    #[inline(always)]
    fn hold(self, squares: u64) -> __m256i {
        // SAFETY: a `Vector` exists only where the processor has AVX2.
        unsafe { _mm256_set1_epi64x(squares as i64) }
    }
    #[inline(always)]
    fn word(self, squares: __m256i) -> u64 {
        // SAFETY: a `Vector` exists only where the processor has AVX2.
        unsafe { _mm_cvtsi128_si64(_mm256_castsi256_si128(squares)) as u64 }
    }
    #[inline(always)]
    fn differing(self, some: __m256i, others: __m256i) -> __m256i {
        // SAFETY: a `Vector` exists only where the processor has AVX2.
        unsafe { _mm256_xor_si256(some, others) }
    }

    #[inline(always)]
    fn ends(self, own: __m256i, opponent: __m256i) -> u64 {
        // SAFETY: a `Vector` exists only where the processor has AVX2; nothing here reads memory.
        unsafe {
            let step = _mm256_set_epi64x(9, 8, 7, 1);
            let twice = _mm256_add_epi64(step, step);
            let inner = INNER_FILES as i64;
            let through = _mm256_and_si256(opponent, _mm256_set_epi64x(inner, -1, inner, inner));
            // 1. Lines of one and two of the opponent's discs from an own disc, in both directions.
            let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(own, step));
            let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(own, step));
            up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, step)));
            down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, step)));
            // 2. Two more at a time, through pairs of the opponent's discs: six at most.
            let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
            let pairs_down = _mm256_srlv_epi64(pairs_up, step);
            for _ in 0..2 {
                up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
                down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
            }
            // 3. The square beyond, in any direction.
            let beyond = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
            let half = _mm_or_si128(_mm256_castsi256_si128(beyond), _mm256_extracti128_si256::<1>(beyond));
            _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
        }
    }

    #[inline(always)]
    fn turned(self, own: __m256i, opponent: __m256i, square: u8) -> __m256i {
        let rays = ALIGNED.0[square as usize].as_ptr().cast::<__m256i>();
        debug_assert!(rays.is_aligned(), "the table is aligned, and a square has two vectors");
        // SAFETY: a `Vector` exists only where the processor has AVX2, a wide one where it has AVX-512. The two loads are of
        // the eight words of a square, which is looked up with its bounds checked, and are aligned as the table is.
        unsafe {
            let (ray_up, ray_down) = (_mm256_load_si256(rays), _mm256_load_si256(rays.add(1)));
            let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi64x(1));
            // 1. Upwards, the nearest square that is not the opponent's is the lowest bit; if it is an own disc, all
            // below it on the ray turn.
            let ends = _mm256_andnot_si256(opponent, ray_up);
            let end = _mm256_and_si256(_mm256_and_si256(ends, _mm256_sub_epi64(zero, ends)), own);
            let below = if WIDE {
                _mm256_sub_epi64(end, _mm256_min_epu64(end, one))
            } else {
                _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), _mm256_sub_epi64(end, one))
            };
            let up = _mm256_and_si256(below, ray_up);
            // 2. Downwards it is the highest, and all above it turn.
            let ends = _mm256_andnot_si256(opponent, ray_down);
            let nearest = if WIDE {
                _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(ends))
            } else {
                // The one that lies behind no other.
                let step = _mm256_set_epi64x(9, 8, 7, 1);
                let twice = _mm256_add_epi64(step, step);
                let mut behind = _mm256_srlv_epi64(ends, step);
                behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, step));
                behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, twice));
                behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, _mm256_add_epi64(twice, twice)));
                _mm256_andnot_si256(behind, ends)
            };
            let end = _mm256_and_si256(nearest, own);
            let above = _mm256_sub_epi64(zero, _mm256_add_epi64(end, end));
            // 3. All directions together, in every lane.
            let lanes = _mm256_or_si256(up, _mm256_and_si256(above, ray_down));
            let half = _mm256_or_si256(lanes, _mm256_permute4x64_epi64::<HALVES>(lanes));
            _mm256_or_si256(half, _mm256_shuffle_epi32::<HALVES>(half))
        }
    }

    #[inline(always)]
    fn turned_at_last(self, own: u64, square: u8) -> u32 {
        let mut turned = 0;
        for (line, place) in &LINES[square as usize & 63] {
            // SAFETY: a `Vector` exists only where the processor has BMI2.
            let discs = unsafe { _pext_u64(own, *line) };
            turned += u32::from(TURNED[*place as usize & 7][discs as usize & 255]);
        }
        turned
    }

    #[inline(always)]
    fn select(self, bits: u64, index: usize) -> u8 {
        debug_assert!(index < bits.count_ones() as usize, "there is such a bit");
        // SAFETY: a `Vector` exists only where the processor has BMI2.
        unsafe { _pdep_u64(1 << index, bits) }.trailing_zeros() as u8
    }
}
