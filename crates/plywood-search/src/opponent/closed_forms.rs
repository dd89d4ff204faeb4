//! Evaluations in the best case, in closed form (opponent-model thesis, sections 3.3 and 6.5).
//!
//! For uniform trees of depth `d` and width `w` whose children are ordered by every evaluation at once. Formulas 3.10
//! and 6.11 as printed are exact for even depths only: for odd ones their sums run to `ceil(d / 2)` and count probes
//! at leaves, where nothing is probed. Here they stop at `floor(d / 2)`.

/// `width` to the half of a depth, rounded down and up.
fn halves(depth: u32, width: f64) -> (f64, f64) {
    (width.powi((depth / 2) as i32), width.powi(depth.div_ceil(2) as i32))
}

/// Alpha-beta (3.1, Knuth and Moore).
pub fn alpha_beta(depth: u32, width: f64) -> f64 {
    let (down, up) = halves(depth, width);
    down + up - 1.0
}

/// One-pass beta-pruning OM search (3.9).
pub fn om_one_pass(depth: u32, width: f64) -> f64 {
    let (down, up) = halves(depth, width);
    up + down + (width - 1.0) * f64::from(depth.div_ceil(2)) * down
}

/// All probes of one opponent: `w^i` of them at every odd ply `2 i - 1` above the leaves.
fn probes(depth: u32, width: f64, last: u32) -> f64 {
    (1..=last).map(|i| width.powi(i as i32) * alpha_beta(depth + 1 - 2 * i, width)).sum()
}

/// Beta-pruning OM search with probes (3.10, repaired).
pub fn om_probes(depth: u32, width: f64) -> f64 {
    halves(depth, width).1 + probes(depth, width, depth / 2)
}

/// Beta-pruning OM search with probes (3.10, as printed).
pub fn om_probes_printed(depth: u32, width: f64) -> f64 {
    halves(depth, width).1 + probes(depth, width, depth.div_ceil(2))
}

/// One-pass beta-pruning PrOM search with so many types (6.10).
pub fn prom_one_pass(depth: u32, width: f64, types: usize) -> f64 {
    let half = depth.div_ceil(2) as i32;
    let rest = 2 + (depth / 2) as i32 - half;
    types as f64 * (2.0 * width - 1.0).powi(half - 1) * width.powi(rest)
}

/// Beta-pruning PrOM search with probes and so many types, MAX's evaluations shared with the first (6.11, repaired).
pub fn prom_probes(depth: u32, width: f64, types: usize) -> f64 {
    if depth == 1 { width } else { types as f64 * probes(depth, width, depth / 2) }
}

/// Beta-pruning PrOM search with probes and so many types (6.11, as printed).
pub fn prom_probes_printed(depth: u32, width: f64, types: usize) -> f64 {
    types as f64 * probes(depth, width, depth.div_ceil(2))
}
