//! First roots of the small polynomials that give the times of events, searched only inside the window where they can matter.
//!
//! A gap between two things is a polynomial in time that starts positive. Written in Bernstein form over the window, its
//! coefficients enclose it: no change of sign means no root, one change means exactly one (Descartes), more mean the
//! window is halved, earlier half first. The isolated root is then closed in on by Newton steps that never leave the bracket.

/// Halvings after which a pair of roots counts as a touch without approach.
const MAX_HALVINGS: u32 = 44;

/// The time in `(0, window]` at which the polynomial `power[0] + power[1] t + ...`, positive at zero, first turns negative.
///
/// A touch without crossing (a double root) is not reported, unless round-off makes a crossing of it.
#[inline]
pub fn first_descent<const N: usize>(power: &[f64; N], window: f64) -> Option<f64> {
    let mut coefficients = [0.0; N];
    let mut scale = 1.0;
    for (coefficient, &given) in coefficients.iter_mut().zip(power) {
        *coefficient = given * scale;
        scale *= window;
    }
    let bernstein = to_bernstein(&coefficients);
    if bernstein.iter().all(|&value| value > 0.0) {
        return None;
    }
    descend(power, &bernstein, 0.0, window, 0)
}

/// Bernstein coefficients over `[0, 1]` of a polynomial given by powers.
#[inline]
fn to_bernstein<const N: usize>(power: &[f64; N]) -> [f64; N] {
    // One column at a time: b[i] = sum over k <= i of C(i,k)/C(n,k) a[k], built by repeated averaging.
    let degree = N - 1;
    let mut bernstein = [0.0; N];
    let mut weight_of_degree = 1.0;
    for (k, &coefficient) in power.iter().enumerate() {
        // C(i,k) grows along the column by i/(i-k).
        let mut weight = 1.0;
        for (i, value) in bernstein.iter_mut().enumerate().skip(k) {
            if i > k {
                weight *= i as f64 / (i - k) as f64;
            }
            *value += coefficient * (weight / weight_of_degree);
        }
        weight_of_degree *= (degree - k) as f64 / (k + 1) as f64;
    }
    bernstein
}

fn descend<const N: usize>(
    power: &[f64; N],
    bernstein: &[f64; N],
    low: f64,
    high: f64,
    depth: u32,
) -> Option<f64> {
    let mut changes = 0;
    let mut positive = bernstein[0] > 0.0;
    for &value in &bernstein[1..] {
        if (value > 0.0) != positive {
            positive = !positive;
            changes += 1;
        }
    }
    match changes {
        0 => None,
        1 => (bernstein[0] > 0.0).then(|| close_in(power, low, high)),
        _ if depth == MAX_HALVINGS => None,
        _ => {
            let (left, right) = halve(bernstein);
            let middle = 0.5 * (low + high);
            // A right half that starts negative was entered by a crossing that the left half holds.
            descend(power, &left, low, middle, depth + 1)
                .or_else(|| descend(power, &right, middle, high, depth + 1))
        }
    }
}

/// De Casteljau's construction at the middle of the interval.
#[inline]
fn halve<const N: usize>(bernstein: &[f64; N]) -> ([f64; N], [f64; N]) {
    let mut left = [0.0; N];
    let mut right = *bernstein;
    for (row, first) in left.iter_mut().enumerate() {
        *first = right[0];
        for i in 0..N - 1 - row {
            right[i] = 0.5 * (right[i] + right[i + 1]);
        }
    }
    // `right` now holds the last point of each row, first row last.
    (left, right)
}

/// Newton's method kept inside a bracket that goes from positive to negative.
#[inline]
fn close_in<const N: usize>(power: &[f64; N], mut low: f64, mut high: f64) -> f64 {
    let mut time = 0.5 * (low + high);
    for _ in 0..64 {
        let mut value = 0.0;
        let mut slope = 0.0;
        for &coefficient in power.iter().rev() {
            slope = slope * time + value;
            value = value * time + coefficient;
        }
        if value > 0.0 {
            low = time;
        } else {
            high = time;
        }
        let mut next = time - value / slope;
        if !(next > low && next < high) {
            next = 0.5 * (low + high);
        }
        let step = (next - time).abs();
        time = next;
        if step <= 4.0 * f64::EPSILON * time || high - low <= 4.0 * f64::EPSILON * high {
            break;
        }
    }
    time
}

/// The time in `[0, window]` at which the quadratic gap `g0 + g1 t + g2 t^2` first closes.
///
/// At contact (`g0` within `contact`) the gap closes at once when it shrinks faster than `rest`, or when it neither
/// shrinks nor grows and is accelerated together; otherwise when it opens first and comes back.
#[inline]
pub fn first_closing(
    g0: f64,
    g1: f64,
    g2: f64,
    window: f64,
    contact: f64,
    rest: f64,
    push: f64,
) -> Option<f64> {
    let time = if g0 > contact {
        if g1 >= 0.0 {
            if g2 >= 0.0 {
                return None;
            }
            (g1 + (g1 * g1 - 4.0 * g2 * g0).sqrt()) / (-2.0 * g2)
        } else {
            let discriminant = g1 * g1 - 4.0 * g2 * g0;
            if discriminant < 0.0 {
                return None;
            }
            2.0 * g0 / (discriminant.sqrt() - g1)
        }
    } else if g1 < -rest {
        0.0
    } else if g1 <= rest {
        if g2 < -push {
            0.0
        } else {
            return None;
        }
    } else if g2 < 0.0 {
        -g1 / g2
    } else {
        return None;
    };
    (time <= window).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coefficients of `scale * (t - r0)(t - r1)...`.
    fn from_roots(scale: f64, roots: [f64; 4]) -> [f64; 5] {
        let mut power = [scale, 0.0, 0.0, 0.0, 0.0];
        for (degree, root) in roots.into_iter().enumerate() {
            for k in (0..=degree + 1).rev() {
                power[k] = if k > 0 { power[k - 1] } else { 0.0 } - root * power[k];
            }
        }
        power
    }

    #[test]
    fn bernstein_form_of_known_polynomials() {
        assert_eq!(to_bernstein(&[1.0, 0.0, 0.0, 0.0, 0.0]), [1.0; 5]);
        assert_eq!(to_bernstein(&[0.0, 1.0, 0.0, 0.0, 0.0]), [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(to_bernstein(&[0.0, 0.0, 0.0, 0.0, 1.0]), [0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(to_bernstein(&[0.0, 0.0, 1.0]), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn labelled_quartics() {
        let cases: [(&str, [f64; 4], f64, Option<f64>); 7] = [
            ("first of two crossings", [0.3, 0.6, -1.0, -2.0], 1.0, Some(0.3)),
            ("crossing beyond the window", [0.3, 0.6, -1.0, -2.0], 0.2, None),
            ("close pair", [0.5, 0.5 + 1e-6, -1.0, -2.0], 1.0, Some(0.5)),
            ("four inside", [0.1, 0.2, 0.7, 0.9], 1.0, Some(0.1)),
            ("very early", [1e-9, 0.9, -1.0, -2.0], 1.0, Some(1e-9)),
            ("all behind", [-0.1, -0.2, -0.3, -0.4], 1.0, None),
            ("pair with a gap below zero", [0.2, 0.7, 0.7 + 1e-5, 1.9], 1.0, Some(0.2)),
        ];
        for (label, roots, window, expected) in cases {
            let power = from_roots(1.0, roots);
            match (first_descent(&power, window), expected) {
                (None, None) => {}
                (Some(found), Some(root)) => {
                    assert!((found - root).abs() < 1e-9, "{label}: {found} is not {root}")
                }
                (found, expected) => panic!("{label}: found {found:?}, expected {expected:?}"),
            }
        }
    }

    #[test]
    fn a_touch_is_found_where_it_is_or_not_at_all() {
        let found = first_descent(&from_roots(1.0, [0.5, 0.5, -1.0, -2.0]), 1.0);
        assert!(found.is_none_or(|time| (time - 0.5).abs() < 1e-7));
    }

    #[test]
    fn closing_gaps() {
        let closing = |g0, g1, g2, window| first_closing(g0, g1, g2, window, 1e-11, 1e-11, 1e-13);
        assert_eq!(closing(1.0, -1.0, 0.0, 2.0), Some(1.0));
        assert_eq!(closing(1.0, -1.0, 0.0, 0.5), None);
        assert_eq!(closing(1.0, -1.0, 1.0, 9.0), None);
        assert_eq!(closing(1.0, 0.0, -1.0, 9.0), Some(1.0));
        assert_eq!(closing(0.0, -1.0, 0.0, 9.0), Some(0.0));
        assert_eq!(closing(0.0, 0.0, -1.0, 9.0), Some(0.0));
        assert_eq!(closing(0.0, 0.0, 1.0, 9.0), None);
        assert_eq!(closing(0.0, 1.0, -1.0, 9.0), Some(1.0));
        assert_eq!(closing(0.0, 1.0, 1.0, 9.0), None);
    }
}
