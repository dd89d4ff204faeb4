//! The kernel for x86-64 processors with AVX-512: as that with AVX2, with three operands at a time and the highest bit
//! of a word in one instruction.
#![cfg(target_arch = "x86_64")]

use std::arch::x86_64::*;

use super::kernel::{Kernel, Task};
use super::vector::{ALIGNED, fold, moves, select};

/// The kernel; it exists only inside [`run`].
#[derive(Debug, Clone, Copy)]
pub struct Wide(());

/// Runs a task compiled for these features.
///
/// # Safety
/// The processor has to have them; [`super::kernel::Detected`] is the proof.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512cd")]
pub(super) unsafe fn run<T: Task>(task: T) -> T::Output {
    task.run(Wide(()))
}

impl Kernel for Wide {
    #[inline(always)]
    fn moves(self, own: u64, opponent: u64) -> u64 {
        // The compiler joins pairs of operations into one of three operands.
        moves(own, opponent)
    }

    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: u8) -> u64 {
        // SAFETY: a `Wide` exists only where the features do; the table is aligned and has eight words a square.
        unsafe {
            let rays = ALIGNED.0[square as usize].as_ptr().cast::<__m256i>();
            let (ray_up, ray_down) = (_mm256_load_si256(rays), _mm256_load_si256(rays.add(1)));
            let (discs, others) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(opponent as i64));
            let nought = _mm256_setzero_si256();
            // 1. Upwards, the nearest square that is not the opponent's is the lowest bit; if it is an own disc, all
            // below it on the ray turn.
            let ends = _mm256_andnot_si256(others, ray_up);
            let end = _mm256_and_si256(_mm256_and_si256(ends, _mm256_sub_epi64(nought, ends)), discs);
            let below = _mm256_sub_epi64(end, _mm256_min_epu64(end, _mm256_set1_epi64x(1)));
            let up = _mm256_and_si256(below, ray_up);
            // 2. Downwards it is the highest, and all above it turn.
            let ends = _mm256_andnot_si256(others, ray_down);
            let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(ends));
            let end = _mm256_and_si256(highest, discs);
            let above = _mm256_sub_epi64(nought, _mm256_add_epi64(end, end));
            fold(_mm256_or_si256(up, _mm256_and_si256(above, ray_down)))
        }
    }

    #[inline(always)]
    fn select(self, bits: u64, index: usize) -> u8 {
        select(bits, index)
    }
}
