//! How sure a search is: levels of ProbCut, the last of which cuts nothing.
//!
//! A search to depth d ends early where a search to a smaller depth s lies so far beyond the window that the deeper value
//! would follow it, as far as the two are known to agree: to `t` times their standard deviation. The deviations are a plane
//! fitted to searches that cut nothing, with the weights that ship: 250 positions of likely play with each of 12 to 44 empty
//! squares, 4 to 10 plies deep and to the end. It misses those of single depths by 0.35 discs; a test measures some anew.
//! Only how soon a search ends depends on them, and how sure the percentages are; never an exact value.

/// The levels: how many deviations a cut has to be away, and what that means in percent.
pub const LEVELS: [(f32, u8); 6] =
    [(1.1, 73), (1.5, 87), (2.0, 95), (2.6, 99), (3.3, 99), (f32::INFINITY, 100)];

/// The level that cuts nothing.
pub const CERTAIN: u8 = LEVELS.len() as u8 - 1;

/// A check before a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Certainty {
    /// The depth of the shallower search.
    pub depth: u32,
    /// How far beyond the window it has to be.
    pub margin: i32,
    /// How far on the wrong side the evaluation may be for the check to be worth while.
    pub tolerance: i32,
}

/// The standard deviation between the values of two depths, in discs.
pub fn deviation(depth: u32, shallow: u32, empty: u32) -> f32 {
    let (depth, shallow, empty) = (depth as f32, shallow as f32, empty as f32);
    (6.5 - 0.08 * empty + 0.21 * (depth - shallow) - 0.51 * shallow).max(1.0)
}

impl Certainty {
    /// The check before a search to a depth; none where there is none.
    #[inline]
    pub fn check(depth: u32, empty: u32, certainty: u8) -> Option<Certainty> {
        if depth < 4 {
            return None;
        }
        // About a third of the depth, and of the same parity.
        let shallow = (depth / 3) & !1 | depth & 1;
        let away = LEVELS[usize::from(certainty)].0;
        let spread = deviation(depth, shallow, empty);
        Some(Certainty {
            depth: shallow,
            margin: (away * spread).ceil() as i32,
            tolerance: (2.0 * spread) as i32,
        })
    }
}
