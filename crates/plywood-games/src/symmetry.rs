//! The eight symmetries of the 8x8 board: bit 0 turns the rows round, bit 1 the columns, then bit 2 swaps both.

/// A square seen through a symmetry.
pub(crate) const fn transform_square(square: u8, symmetry: usize) -> u8 {
    let row = if symmetry & 1 == 0 { square / 8 } else { 7 - square / 8 };
    let column = if symmetry & 2 == 0 { square % 8 } else { 7 - square % 8 };
    if symmetry & 4 == 0 { row * 8 + column } else { column * 8 + row }
}

/// A set of squares seen through a symmetry.
pub(crate) fn transform_squares(bits: u64, symmetry: usize) -> u64 {
    let mut seen = bits;
    if symmetry & 1 != 0 {
        seen = seen.swap_bytes();
    }
    if symmetry & 2 != 0 {
        seen = seen.swap_bytes().reverse_bits();
    }
    if symmetry & 4 != 0 {
        // Swaps blocks of one, two and four squares across the diagonal.
        for (step, mask) in
            [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)]
        {
            let swapped = (seen ^ (seen >> step)) & mask;
            seen ^= swapped ^ (swapped << step);
        }
    }
    seen
}

/// The symmetry that undoes a symmetry.
pub(crate) fn inverse(symmetry: usize) -> usize {
    // With rows and columns swapped, what turned the rows round turns the columns round on the way back.
    if symmetry & 4 == 0 { symmetry } else { 4 | symmetry >> 1 & 1 | (symmetry & 1) << 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_seen_as_their_squares_are() {
        for symmetry in 0..8 {
            for square in 0..64 {
                assert_eq!(transform_squares(1 << square, symmetry), 1 << transform_square(square, symmetry));
                assert_eq!(transform_square(transform_square(square, symmetry), inverse(symmetry)), square);
            }
        }
    }
}
