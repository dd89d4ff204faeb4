//! Bradley-Terry ratings of a pool of players that do not change, by maximum likelihood.
//!
//! The chance that i scores against j is `g_i / (g_i + g_j)`, a draw counts as half a win for both, and
//! `R = 400 log10 g` with the ratings summing to zero. Hunter's minorise-maximise step
//! `g_i <- W_i / sum_j N_ij / (g_i + g_j)` finds the maximum; the pseudo-inverse of the Fisher matrix gives the
//! covariances, so that the error of a difference is known too. Independent of the order of the games.

/// Why a table of results has no ratings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// The likelihood has no maximum: somebody beat a whole group without losing a point to it.
    #[error(
        "players {0:?} never scored against the others (or never met them), so their difference has no bound"
    )]
    Unbounded(Vec<usize>),
    /// Not a square table of non-negative numbers.
    #[error("the table of results must be square, with a zero diagonal and no negative number")]
    NotATable,
}

/// Ratings with their covariance.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Elo of each player; the sum is zero.
    pub elo: Vec<f64>,
    /// Covariance matrix of the ratings.
    pub covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Standard error of one rating.
    pub fn error(&self, player: usize) -> f64 {
        libm::sqrt(self.covariance[player][player])
    }

    /// Standard error of the difference of two ratings.
    pub fn difference_error(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        libm::sqrt(c[a][a] + c[b][b] - 2.0 * c[a][b])
    }
}

/// Ratings of a crosstable: `points[i][j]` is what i scored against j, draws counting one half.
pub fn bradley_terry(points: &[Vec<f64>]) -> Result<Ratings, RatingError> {
    let n = points.len();
    if points
        .iter()
        .enumerate()
        .any(|(i, row)| row.len() != n || row[i] != 0.0 || row.iter().any(|p| !(p.is_finite() && *p >= 0.0)))
    {
        return Err(RatingError::NotATable);
    }
    if let Some(group) = unbeaten_group(points) {
        return Err(RatingError::Unbounded(group));
    }
    let games = |i: usize, j: usize| points[i][j] + points[j][i];
    let wins: Vec<f64> = points.iter().map(|row| row.iter().sum()).collect();
    let mut strength = vec![1.0; n];
    for _ in 0..100_000 {
        let mut change: f64 = 0.0;
        for i in 0..n {
            let weight: f64 =
                (0..n).filter(|&j| j != i).map(|j| games(i, j) / (strength[i] + strength[j])).sum();
            let next = wins[i] / weight;
            change = change.max((next / strength[i] - 1.0).abs());
            strength[i] = next;
        }
        if change < 1e-14 {
            break;
        }
    }
    let mut elo: Vec<f64> = strength.iter().map(|&g| 400.0 * libm::log10(g)).collect();
    let mean = elo.iter().sum::<f64>() / n as f64;
    elo.iter_mut().for_each(|r| *r -= mean);

    let k = std::f64::consts::LN_10 / 400.0;
    let mut fisher = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in (0..n).filter(|&j| j != i) {
            let p = strength[i] / (strength[i] + strength[j]);
            let information = games(i, j) * p * (1.0 - p) * k * k;
            fisher[i][i] += information;
            fisher[i][j] -= information;
        }
    }
    // The rows of the Fisher matrix add to zero; with J/n added it is regular, and
    // inverse(F + J/n) - J/n is the pseudo-inverse of F.
    let share = 1.0 / n as f64;
    let shifted: Vec<Vec<f64>> = fisher.iter().map(|row| row.iter().map(|x| x + share).collect()).collect();
    let mut covariance = inverse(shifted);
    covariance.iter_mut().flatten().for_each(|x| *x -= share);
    Ok(Ratings { elo, covariance })
}

/// The players that `0` cannot reach, or that cannot reach `0`, by steps "scored a point against".
fn unbeaten_group(points: &[Vec<f64>]) -> Option<Vec<usize>> {
    let n = points.len();
    let unreached = |edge: &dyn Fn(usize, usize) -> bool| {
        let (mut seen, mut open) = (vec![false; n], vec![0]);
        while let Some(i) = open.pop() {
            if !std::mem::replace(&mut seen[i], true) {
                open.extend((0..n).filter(|&j| edge(i, j) && !seen[j]));
            }
        }
        let rest: Vec<usize> = (0..n).filter(|&i| !seen[i]).collect();
        (!rest.is_empty()).then_some(rest)
    };
    if n == 0 {
        return None;
    }
    unreached(&|i, j| points[i][j] > 0.0).or_else(|| unreached(&|i, j| points[j][i] > 0.0))
}

/// Gauss-Jordan with partial pivoting; the matrix is known to be regular.
fn inverse(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    let mut b: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs())).unwrap();
        a.swap(column, pivot);
        b.swap(column, pivot);
        let scale = a[column][column];
        for matrix in [&mut a, &mut b] {
            matrix[column].iter_mut().for_each(|x| *x /= scale);
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = a[row][column];
            for matrix in [&mut a, &mut b] {
                let source = matrix[column].clone();
                matrix[row].iter_mut().zip(source).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    b
}
