//! ProbCut and Multi-ProbCut: predicting a deep value from a shallow one (Buro 1995, 1997).
//!
//! Over many positions the deep value is fitted as `slope * shallow + offset`. The standard deviation of the
//! residual determines how far a shallow value must lie outside a window so that the deep one is outside too.
//! Values are payoffs, so a fit does not depend on the points of an evaluation. One fit serves a whole game;
//! its stages are not distinguished.

use std::path::Path;

use plywood_core::Error;
use plywood_core::labelled::Kind;

/// The file of what was fitted.
const PROBCUT_FILE: Kind = Kind { name: "probcut", version: 1, made_by: "`plywood train GAME probcut`" };

/// Checks of one deep search at most.
const CHECKS: usize = 3;
/// Plies of a deep search at most.
const DEEPEST: u32 = 1000;
/// Fewer positions fit nothing.
const FEWEST: usize = 10;

/// A deep value by a shallow one: `slope * shallow + offset`, give or take the deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// Plies of the deep search.
    pub deep: u32,
    /// Plies of the shallow one.
    pub shallow: u32,
    /// The slope, above zero.
    pub slope: f64,
    /// The offset.
    pub offset: f64,
    /// The deviation.
    pub deviation: f64,
}

/// The fit, and its data.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The game.
    pub game: String,
    /// Where the positions come from.
    pub note: String,
    /// What was taught, in a word.
    pub lesson: String,
    /// Values of positions by depth, from one ply on.
    pub values: Vec<Vec<f64>>,
    /// The pairs, by the deep search and then by the shallow one.
    pub pairs: Vec<Pair>,
}

impl Fitted {
    /// Reads a file.
    pub fn load(path: &Path) -> Result<Fitted, Error> {
        PROBCUT_FILE.load(path, Fitted::read)
    }

    /// Reads a file's text.
    pub fn read(text: &str) -> Result<Fitted, Error> {
        let file = PROBCUT_FILE.read_whole(text)?;
        let depth: usize = file.value("depth")?.parse().unwrap_or(0);
        let pairs = file.rows::<f64>("pair", 5)?;
        let pair = |row: &Vec<f64>| Pair {
            deep: row[0] as u32,
            shallow: row[1] as u32,
            slope: row[2],
            offset: row[3],
            deviation: row[4],
        };
        let pairs: Vec<Pair> = pairs.iter().map(pair).collect();
        let sound = |pair: &Pair| {
            let numbers = [pair.slope, pair.offset, pair.deviation];
            (pair.shallow.saturating_add(1)..=DEEPEST).contains(&pair.deep)
                && pair.shallow > 0
                && pair.slope > 0.0
                && numbers.iter().all(|n| n.is_finite())
        };
        if let Some(wrong) = pairs.iter().find(|pair| !sound(pair)) {
            return Err(Error::new(format!("it is damaged: {wrong:?} is no pair of depths")));
        }
        Ok(Fitted {
            game: file.value("game")?.to_string(),
            note: file.value("note")?.to_string(),
            lesson: file.value("lesson")?.to_string(),
            values: file.rows("values", depth)?,
            pairs,
        })
    }

    /// Writes a file.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        PROBCUT_FILE.save(path, &self.text())
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let depth = self.values.first().map_or(0, Vec::len);
        let pairs = self.pairs.iter().map(|pair| {
            let Pair { deep, shallow, slope, offset, deviation } = pair;
            ("pair", format!("{deep} {shallow} {slope} {offset} {deviation}"))
        });
        let values = self.values.iter().map(|row| {
            let words: Vec<String> = row.iter().map(f64::to_string).collect();
            ("values", words.join(" "))
        });
        let head = [
            ("game", self.game.clone()),
            ("note", self.note.clone()),
            ("lesson", self.lesson.clone()),
            ("depth", depth.to_string()),
        ];
        PROBCUT_FILE.text(head.into_iter().chain(pairs).chain(values))
    }
}

/// Fits every deep search of three plies or more by shallower ones of its parity, from values of positions by depth:
/// evaluations of the two players on turn are not alike.
pub fn fit(values: &[Vec<f64>]) -> Vec<Pair> {
    let deepest = values.iter().map(Vec::len).max().unwrap_or(0);
    let mut pairs = Vec::new();
    for deep in 3..=deepest {
        for shallow in (2 - deep % 2..=deep - 2).step_by(2) {
            let points: Vec<(f64, f64)> = values
                .iter()
                .filter_map(|row| Some((*row.get(shallow - 1)?, *row.get(deep - 1)?)))
                .filter(|(x, y)| x.is_finite() && y.is_finite())
                .collect();
            pairs.extend(line(&points).map(|(slope, offset, deviation)| Pair {
                deep: deep as u32,
                shallow: shallow as u32,
                slope,
                offset,
                deviation,
            }));
        }
    }
    pairs
}

/// The line of least squares and the deviation from it; none where there are few points or none that rises.
fn line(points: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    let count = points.len() as f64;
    let mean = |term: &dyn Fn(f64, f64) -> f64| points.iter().map(|(x, y)| term(*x, *y)).sum::<f64>() / count;
    let (x_mean, y_mean) = (mean(&|x, _| x), mean(&|_, y| y));
    let spread = mean(&|x, _| (x - x_mean).powi(2));
    if points.len() < FEWEST || spread <= 0.0 {
        return None;
    }
    let slope = mean(&|x, y| (x - x_mean) * (y - y_mean)) / spread;
    let offset = y_mean - slope * x_mean;
    // Two of the points are spent on the line.
    let left = mean(&|x, y| (y - slope * x - offset).powi(2)) * count / (count - 2.0);
    (slope > 0.0).then(|| (slope, offset, left.sqrt()))
}

/// Which shallow checks are made, and how far outside is enough.
#[derive(Debug, Clone, PartialEq)]
pub struct ProbCut {
    /// Deviations beyond the window that are enough.
    pub(super) threshold: f64,
    /// The checks of each deep search, the shallowest first.
    checks: Vec<Vec<Pair>>,
    /// Whether there is one check, of the deepest search alone.
    pub(super) single: bool,
    /// The file it was read from; empty where it was made otherwise.
    pub(super) file: String,
}

impl ProbCut {
    /// All pairs, or with `single` one check: of the deepest search, by one of about half its plies.
    pub fn new(pairs: &[Pair], single: bool, threshold: f64) -> ProbCut {
        let deepest = pairs.iter().map(|pair| pair.deep).max().unwrap_or(0);
        let mut checks = vec![Vec::new(); deepest as usize + 1];
        for pair in pairs {
            checks[pair.deep as usize].push(*pair);
        }
        for list in &mut checks {
            list.sort_by_key(|pair| pair.shallow);
            // Those nearest to the deep search say little more and cost most.
            list.truncate(CHECKS.min(list.len().div_ceil(2)));
        }
        if single {
            checks.iter_mut().for_each(|list| drop(list.drain(..list.len().saturating_sub(1))));
            checks.iter_mut().take(deepest as usize).for_each(Vec::clear);
        }
        ProbCut { threshold, checks, single, file: String::new() }
    }

    /// The checks of a search of `depth` plies.
    pub(super) fn at(&self, depth: u32) -> &[Pair] {
        self.checks.get(depth as usize).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again_and_its_noise_measured() {
        let mut rng = plywood_core::random::seeded(1);
        let mut noise = || plywood_core::random::unit(&mut rng) - 0.5;
        let values: Vec<Vec<f64>> = (0..4000)
            .map(|_| {
                let shallow = 20.0 * noise();
                vec![shallow, f64::NAN, 0.75 * shallow + 2.0 + noise()]
            })
            .collect();
        let pairs = fit(&values);
        let [pair] = pairs[..] else { panic!("one pair: {pairs:?}") };
        assert_eq!((pair.deep, pair.shallow), (3, 1));
        assert!((pair.slope - 0.75).abs() < 0.01 && (pair.offset - 2.0).abs() < 0.05, "{pair:?}");
        // Uniform noise of width one has the deviation of the root of a twelfth.
        assert!((pair.deviation - 12_f64.sqrt().recip()).abs() < 0.01, "{pair:?}");
        assert_eq!(fit(&values[..9]), [], "too few");
        let falling: Vec<Vec<f64>> = values.iter().map(|row| vec![row[0], 0.0, -row[0]]).collect();
        assert_eq!(fit(&falling), [], "a line that falls predicts nothing");
    }

    #[test]
    fn checks_are_chosen_by_depth() {
        let pair = |deep, shallow| Pair { deep, shallow, slope: 1.0, offset: 0.0, deviation: 1.0 };
        let pairs = [pair(8, 2), pair(8, 6), pair(8, 4), pair(5, 1), pair(5, 3)];
        let shallows =
            |cut: &ProbCut, depth| cut.at(depth).iter().map(|pair| pair.shallow).collect::<Vec<_>>();
        let multi = ProbCut::new(&pairs, false, 1.5);
        assert_eq!([8, 5, 3, 9].map(|depth| shallows(&multi, depth)), [vec![2, 4], vec![1], vec![], vec![]]);
        let single = ProbCut::new(&pairs, true, 1.5);
        assert_eq!([8, 5].map(|depth| shallows(&single, depth)), [vec![4], vec![]]);
    }

    #[test]
    fn files_are_read_as_they_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.probcut");
        let values = vec![vec![0.25, -1.0, 3.5], vec![1.0, f64::NAN, 2.0]];
        let pairs = vec![Pair { deep: 3, shallow: 1, slope: 1.0, offset: -0.5, deviation: 0.125 }];
        let fitted = Fitted {
            game: "loa".into(),
            note: "two".into(),
            lesson: "ab".into(),
            values: values[..1].to_vec(),
            pairs,
        };
        fitted.save(&path).unwrap();
        assert_eq!(Fitted::load(&path).unwrap(), fitted);
        let text = std::fs::read_to_string(&path).unwrap();
        let refused = |text: String| {
            std::fs::write(&path, text).unwrap();
            Fitted::load(&path).unwrap_err().to_string()
        };
        assert!(refused(text.replace("pair: 3 1", "pair: 1 3")).contains("no pair of depths"));
        assert!(refused(text.replace("0.25 -1 3.5", "0.25 -1")).contains("should be 3 numbers"));
        assert!(refused(text.replace("end: of file\n", "")).contains("cut off"));
        // What one search did not reach is no number, and read back as such.
        Fitted { values, ..fitted }.save(&path).unwrap();
        assert!(Fitted::load(&path).unwrap().values[1][1].is_nan());
    }
}
