//! Best-case counts of evaluations on uniform trees of width `w` and depth `d`.
//!
//! Opponent-model thesis, formulas 3.1, 3.2 to 3.3, 3.8 to 3.10 and 6.9 to 6.11. Printed forms of 3.10 and 6.11 count probes at leaves
//! when the depth is odd; the repaired ones stop a level earlier. Whole numbers up to 10^12 or so are exact in `f64`.

use libm::pow;

fn half_down(d: u32) -> f64 {
    f64::from(d / 2)
}

fn half_up(d: u32) -> f64 {
    f64::from(d.div_ceil(2))
}

/// 3.1: alpha-beta with perfect order.
pub fn alpha_beta(d: u32, w: f64) -> f64 {
    pow(w, half_down(d)) + pow(w, half_up(d)) - 1.0
}

/// 3.2 and 3.3: one-pass OM search, by recursion.
pub fn om_recursive(d: u32, w: f64) -> f64 {
    match d {
        1 => 2.0 * w,
        2 => w * (w + 1.0),
        _ => w * om_recursive(d - 2, w) + w * (w - 1.0) * pow(w, half_down(d - 2)),
    }
}

/// 3.8: one-pass OM search, with k.
pub fn om_with_k(d: u32, w: f64) -> f64 {
    let k = if d % 2 == 1 { 2.0 } else { w + 1.0 };
    k * pow(w, half_up(d)) + (w - 1.0) * (half_up(d) - 1.0) * pow(w, half_down(d))
}

/// 3.9: one-pass OM search, in one piece.
pub fn om_one_pass(d: u32, w: f64) -> f64 {
    pow(w, half_up(d)) + pow(w, half_down(d)) + (w - 1.0) * half_up(d) * pow(w, half_down(d))
}

/// Evaluations of the probes that 3.10 and 6.11 share.
fn probes(d: u32, w: f64) -> f64 {
    half_up(d) * (pow(w, half_down(d + 1)) + pow(w, half_up(d + 1)))
        - (pow(w, half_up(d) + 1.0) - w) / (w - 1.0)
}

/// What the printed probe count has too much at odd depths.
fn leaf_probes(d: u32, w: f64) -> f64 {
    f64::from(d % 2) * pow(w, half_up(d))
}

/// 3.10 as printed: probing OM search; exact for even depths.
pub fn om_probing_printed(d: u32, w: f64) -> f64 {
    pow(w, half_up(d)) + probes(d, w)
}

/// 3.10 repaired.
pub fn om_probing(d: u32, w: f64) -> f64 {
    om_probing_printed(d, w) - leaf_probes(d, w)
}

/// 6.9, the recursion that 6.10 solves: one-pass PrOM search with `n` opponent types.
#[cfg(test)]
fn prom_recursive(d: u32, w: f64, n: f64) -> f64 {
    match d {
        1 => n * w,
        2 => n * w * w,
        _ => (2.0 * w - 1.0) * prom_recursive(d - 2, w, n),
    }
}

/// 6.10: one-pass PrOM search with `n` opponent types.
pub fn prom_one_pass(d: u32, w: f64, n: f64) -> f64 {
    n * pow(2.0 * w - 1.0, half_up(d) - 1.0) * pow(w, 2.0 + half_down(d) - half_up(d))
}

/// 6.11 as printed: probing PrOM search; exact for even depths.
pub fn prom_probing_printed(d: u32, w: f64, n: f64) -> f64 {
    n * probes(d, w)
}

/// 6.11 repaired.
pub fn prom_probing(d: u32, w: f64, n: f64) -> f64 {
    prom_probing_printed(d, w, n) - n * leaf_probes(d, w)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_one_count_agree() {
        for d in 1..=12 {
            for w in 2..=12 {
                let w = f64::from(w);
                assert_eq!(om_recursive(d, w), om_one_pass(d, w));
                assert_eq!(om_with_k(d, w), om_one_pass(d, w));
                assert_eq!(prom_recursive(d, w, 3.0), prom_one_pass(d, w, 3.0));
            }
        }
        assert_eq!((om_probing_printed(3, 2.0), om_probing(3, 2.0)), (14.0, 10.0));
        assert_eq!(alpha_beta(3, 2.0), 5.0);
    }
}
