//! Ratings of a pool of players that do not change, by maximum likelihood: Bradley-Terry for two at a table, Luce's choice
//! model, the first stage of Plackett and Luce, for more.
//!
//! The chance that i wins at a table is `g_i / sum_k g_k` over those who sit there, a shared win counts in equal parts,
//! and `R = 400 log10 g` with the ratings summing to zero. Hunter's minorise-maximise step
//! `g_i <- W_i / sum_tables N / sum_k g_k` finds the maximum; the pseudo-inverse of the Fisher matrix gives the
//! covariances, so that the error of a difference is known too. Independent of the order of the games. Who came second is
//! not used: games say who won, and not always more.

/// Why a table of results has no ratings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// The likelihood has no maximum: somebody beat a whole group without losing a point to it.
    #[error(
        "between players {0:?} and the others only one side ever scored, or they never met, so their difference has no bound"
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
///
/// ```
/// use plywood_lab::stats::bradley_terry;
///
/// // `points[i][j]` is what player i scored against player j.
/// let ratings = bradley_terry(&[vec![0.0, 7.5], vec![2.5, 0.0]])?;
/// assert!((ratings.elo[0] - ratings.elo[1] - 190.8).abs() < 0.1);
/// # Ok::<(), plywood_lab::stats::RatingError>(())
/// ```
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
    let pair = |i: usize, j: usize| Field { players: vec![i, j], wins: vec![points[i][j], points[j][i]] };
    let fields: Vec<Field> = (0..n).flat_map(|j| (0..j).map(move |i| pair(i, j))).collect();
    Ok(fit(n, &fields))
}

/// The wins of the players of one table against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Who sat there.
    pub players: Vec<usize>,
    /// The games that each won: shared ones in equal parts.
    pub wins: Vec<f64>,
}

/// Ratings of players who meet at tables of any size.
pub fn luce(players: usize, fields: &[Field]) -> Result<Ratings, RatingError> {
    let fits = |field: &Field| {
        field.players.len() == field.wins.len()
            && field.players.iter().all(|player| *player < players)
            && field.wins.iter().all(|wins| wins.is_finite() && *wins >= 0.0)
    };
    if !fields.iter().all(fits) {
        return Err(RatingError::NotATable);
    }
    // Who won where whom sat is all that the bounds need.
    let mut points = vec![vec![0.0; players]; players];
    for Field { players, wins } in fields {
        for (one, wins) in players.iter().zip(wins) {
            players.iter().filter(|other| *other != one).for_each(|other| points[*one][*other] += wins);
        }
    }
    match unbeaten_group(&points) {
        Some(group) => Err(RatingError::Unbounded(group)),
        None => Ok(fit(players, fields)),
    }
}

/// The maximum of the likelihood, which is known to have one.
fn fit(n: usize, fields: &[Field]) -> Ratings {
    let mut wins = vec![0.0; n];
    let mut seated: Vec<Vec<&Field>> = vec![Vec::new(); n];
    for field in fields {
        for (place, &player) in field.players.iter().enumerate() {
            wins[player] += field.wins[place];
            seated[player].push(field);
        }
    }
    let games = |field: &Field| field.wins.iter().sum::<f64>();
    let mut strength = vec![1.0; n];
    let together =
        |field: &Field, strength: &[f64]| field.players.iter().map(|&player| strength[player]).sum::<f64>();
    for _ in 0..100_000 {
        let mut change: f64 = 0.0;
        for i in 0..n {
            let weight: f64 = seated[i].iter().map(|field| games(field) / together(field, &strength)).sum();
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
    for field in fields {
        let all = together(field, &strength);
        for (&i, &j) in field.players.iter().flat_map(|i| field.players.iter().map(move |j| (i, j))) {
            let (p, q) = (strength[i] / all, strength[j] / all);
            let share = if i == j { p * (1.0 - p) } else { -p * q };
            fisher[i][j] += games(field) * share * k * k;
        }
    }
    // The rows of the Fisher matrix add to zero; with J/n added it is regular, and
    // inverse(F + J/n) - J/n is the pseudo-inverse of F.
    let share = 1.0 / n as f64;
    let shifted: Vec<Vec<f64>> = fisher.iter().map(|row| row.iter().map(|x| x + share).collect()).collect();
    let mut covariance = inverse(shifted);
    covariance.iter_mut().flatten().for_each(|x| *x -= share);
    Ratings { elo, covariance }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_at_a_table_are_rated_by_their_shares() {
        let close = |x: f64, y: f64| assert!((x - y).abs() < 1e-9, "{x} is not {y}");
        let field =
            |players: &[usize], wins: &[f64]| Field { players: players.to_vec(), wins: wins.to_vec() };
        // One table: strengths are as the wins.
        let rated = luce(3, &[field(&[0, 1, 2], &[60.0, 30.0, 10.0])]).unwrap();
        close(rated.elo[0] - rated.elo[1], 400.0 * libm::log10(2.0));
        close(rated.elo[1] - rated.elo[2], 400.0 * libm::log10(3.0));
        // Shares of 0.6, 0.3 and 0.1 of 100 games: the variance of a difference of logarithms is 1/60 + 1/30.
        let scale = 400.0 / std::f64::consts::LN_10;
        close(rated.difference_error(0, 1), scale * libm::sqrt(1.0 / 60.0 + 1.0 / 30.0));
        // Equals are equal, however many sit down.
        let level = luce(3, &[field(&[0, 1, 2], &[20.0, 20.0, 20.0])]).unwrap();
        level.elo.iter().for_each(|elo| close(*elo, 0.0));
        // Tables of two are Bradley and Terry's.
        let points = vec![vec![0.0, 60.0, 75.0], vec![40.0, 0.0, 62.0], vec![25.0, 38.0, 0.0]];
        let pairs =
            [field(&[0, 1], &[60.0, 40.0]), field(&[0, 2], &[75.0, 25.0]), field(&[1, 2], &[62.0, 38.0])];
        let (one, other) = (luce(3, &pairs).unwrap(), bradley_terry(&points).unwrap());
        one.elo.iter().zip(&other.elo).for_each(|(a, b)| close(*a, *b));
        assert_eq!(luce(3, &[field(&[0, 1, 2], &[9.0, 0.0, 0.0])]), Err(RatingError::Unbounded(vec![1, 2])));
        assert_eq!(luce(2, &[field(&[0, 2], &[1.0, 1.0])]), Err(RatingError::NotATable));
    }
}
