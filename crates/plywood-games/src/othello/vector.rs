//! The kernel for x86-64 processors with AVX2 and BMI2: four directions at a time.
#![cfg(target_arch = "x86_64")]

use std::arch::x86_64::*;

use super::kernel::{INNER_FILES, Kernel, RAYS, SQUARES, Task};

/// The kernel; it exists only inside [`run`].
#[derive(Debug, Clone, Copy)]
pub struct Vector(());

/// Runs a task compiled for these features.
///
/// # Safety
/// The processor has to have them; [`super::kernel::Detected`] is the proof.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn run<T: Task>(task: T) -> T::Output {
    task.run(Vector(()))
}

/// The rays of a square, aligned for loading.
#[repr(align(64))]
pub(super) struct Aligned(pub(super) [[u64; 8]; SQUARES]);
pub(super) static ALIGNED: Aligned = Aligned(RAYS);

/// The four lanes or-ed together.
#[inline(always)]
pub(super) fn fold(lanes: __m256i) -> u64 {
    // SAFETY: only called from `Vector`, which exists only where the features do.
    unsafe {
        let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
    }
}

/// The empty squares where a disc would turn others.
#[inline(always)]
pub(super) fn moves(own: u64, opponent: u64) -> u64 {
    // SAFETY: only called from kernels that exist only where the features do.
    unsafe {
        let step = _mm256_set_epi64x(9, 8, 7, 1);
        let twice = _mm256_add_epi64(step, step);
        let inner = INNER_FILES as i64;
        let through =
            _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), _mm256_set_epi64x(inner, -1, inner, inner));
        let discs = _mm256_set1_epi64x(own as i64);
        // 1. Lines of one and two of the opponent's discs from an own disc, in both directions.
        let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(discs, step));
        let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(discs, step));
        up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, step)));
        down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, step)));
        // 2. Two more at a time, through pairs of the opponent's discs: six at most.
        let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
        let pairs_down = _mm256_srlv_epi64(pairs_up, step);
        for _ in 0..2 {
            up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
            down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
        }
        // 3. The square beyond, if empty.
        let beyond = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
        fold(beyond) & !(own | opponent)
    }
}

/// The square of the set bit with this number, counted from the lowest.
#[inline(always)]
pub(super) fn select(bits: u64, index: usize) -> u8 {
    // SAFETY: only called from kernels that exist only where the features do.
    unsafe { _pdep_u64(1 << index, bits) as u64 }.trailing_zeros() as u8
}

impl Kernel for Vector {
    #[inline(always)]
    fn moves(self, own: u64, opponent: u64) -> u64 {
        moves(own, opponent)
    }

    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: u8) -> u64 {
        // SAFETY: a `Vector` exists only where the features do; the table is aligned and has eight words a square.
        unsafe {
            let rays = ALIGNED.0[square as usize].as_ptr().cast::<__m256i>();
            let (ray_up, ray_down) = (_mm256_load_si256(rays), _mm256_load_si256(rays.add(1)));
            let (discs, others) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(opponent as i64));
            let (nought, one) = (_mm256_setzero_si256(), _mm256_set1_epi64x(1));
            // 1. Upwards, the nearest square that is not the opponent's is the lowest bit.
            let ends = _mm256_andnot_si256(others, ray_up);
            let end = _mm256_and_si256(_mm256_and_si256(ends, _mm256_sub_epi64(nought, ends)), discs);
            let below = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, nought), _mm256_sub_epi64(end, one));
            let up = _mm256_and_si256(below, ray_up);
            // 2. Downwards it is the highest: smear it over all that lies behind it on the ray.
            let step = _mm256_set_epi64x(9, 8, 7, 1);
            let twice = _mm256_add_epi64(step, step);
            let mut behind = _mm256_andnot_si256(others, ray_down);
            behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, step));
            behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, twice));
            behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, _mm256_add_epi64(twice, twice)));
            // What is left of the ray are the opponent's discs up to there; the next square decides.
            let between = _mm256_andnot_si256(behind, ray_down);
            let from = _mm256_or_si256(between, _mm256_set1_epi64x(1 << square));
            let end = _mm256_and_si256(_mm256_and_si256(_mm256_srlv_epi64(from, step), ray_down), behind);
            let open = _mm256_cmpeq_epi64(_mm256_and_si256(end, discs), nought);
            let down = _mm256_andnot_si256(open, between);
            fold(_mm256_or_si256(up, down))
        }
    }

    #[inline(always)]
    fn select(self, bits: u64, index: usize) -> u8 {
        select(bits, index)
    }
}
