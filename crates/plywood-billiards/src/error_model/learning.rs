//! Errors learned from observed shots (PickPocket thesis, section 5.1.2, "Learning an Error Model").
//!
//! N shots, each as intended and as executed, give means and deviations of the five parameters. A mean counts
//! as a bias only if it is more than three of its own errors from zero. A file holds the result: `deviations`
//! and `bias`, five numbers each, and on request the `errors` themselves, to draw from instead. During a
//! frame a player can use the errors seen so far, beginning with a prior model that counts as a few shots.

use super::{ErrorModel, ErrorModelError, List, check, error_of};
use crate::game::record::FrameRecord;
use crate::game::{Billiards, Draw};
use crate::physics::shot::Shot;
use plywood_core::{Error, Line, Played, Step, files};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Shots that the prior counts as.
const PRIOR: f64 = 10.0;
/// How many of its errors a mean has to be from zero to be a bias.
const CLEAR: f64 = 3.0;
/// The names of the five parameters, with their units.
pub const NAMES: [&str; 5] = ["phi, degrees", "theta, degrees", "v, m/s", "a, mm", "b, mm"];

/// The statistics of some observed shots.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// Means of the errors.
    pub means: [f64; 5],
    /// Deviations from these.
    pub deviations: [f64; 5],
    /// The errors themselves.
    #[serde(skip)]
    pub errors: Vec<[f64; 5]>,
}

/// A model in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    deviations: Vec<f64>,
    #[serde(default = "no_bias")]
    bias: Vec<f64>,
    #[serde(default)]
    errors: Vec<Vec<f64>>,
}

fn no_bias() -> Vec<f64> {
    vec![0.0; 5]
}

impl Calibration {
    /// Calibrates by shots as meant and as made; it takes two.
    pub fn of(observed: &[(Shot, Shot)]) -> Option<Calibration> {
        let errors: Vec<[f64; 5]> = observed.iter().map(|(meant, made)| error_of(meant, made)).collect();
        let count = errors.len() as f64;
        if errors.len() < 2 {
            return None;
        }
        let each = |work: &dyn Fn(usize) -> f64| std::array::from_fn(work);
        let means: [f64; 5] = each(&|place| errors.iter().map(|error| error[place]).sum::<f64>() / count);
        let deviations = each(&|place| {
            let squares: f64 = errors.iter().map(|error| (error[place] - means[place]).powi(2)).sum();
            (squares / (count - 1.0)).sqrt()
        });
        Some(Calibration { means, deviations, errors })
    }

    /// How far each mean may be off.
    pub fn mean_errors(&self) -> [f64; 5] {
        self.deviations.map(|deviation| deviation / (self.errors.len() as f64).sqrt())
    }

    /// The means that are clearly not zero; the others are taken as zero.
    pub fn bias(&self) -> [f64; 5] {
        let errors = self.mean_errors();
        std::array::from_fn(|place| {
            let clear = self.means[place].abs() > CLEAR * errors[place];
            if clear { self.means[place] } else { 0.0 }
        })
    }

    /// The model it comes to.
    pub fn model(&self) -> ErrorModel {
        let [phi, theta, speed, a, b] = self.deviations;
        ErrorModel { bias: self.bias(), ..ErrorModel::new(phi, theta, speed, a, b) }
    }

    /// The file of the model, with what it is of in its first line and the errors themselves if wanted.
    pub fn file(&self, about: &str, listed: bool) -> String {
        let mut text = format!("# {about}\n# {}\n", NAMES.join("; "));
        text += &format!("deviations = {:?}\nbias = {:?}\n", self.deviations, self.bias());
        if listed {
            let rows: Vec<String> = self.errors.iter().map(|error| format!("    {error:?},\n")).collect();
            text += &format!("errors = [\n{}]\n", rows.concat());
        }
        text
    }
}

impl ErrorModel {
    /// The model of a file that [`Calibration::file`] wrote.
    pub fn from_file(path: &str) -> Result<ErrorModel, ErrorModelError> {
        let refused = |reason: String| ErrorModelError::File { file: path.to_string(), reason };
        let text = files::read_text(Path::new(path)).map_err(|error| refused(error.to_string()))?;
        let stored: Stored = toml::from_str(&text).map_err(|error| refused(error.message().to_string()))?;
        let wrong = |error: ErrorModelError| refused(error.to_string());
        // Arrays of a fixed length would be read from longer ones.
        let five = |numbers: Vec<f64>| {
            <[f64; 5]>::try_from(numbers).map_err(|numbers| {
                refused(format!("expected 5 numbers ({}), not {}", NAMES.join("; "), numbers.len()))
            })
        };
        let model = ErrorModel::checked(five(stored.deviations)?, five(stored.bias)?).map_err(wrong)?;
        let errors: Vec<[f64; 5]> = stored.errors.into_iter().map(five).collect::<Result<_, _>>()?;
        check(errors.as_flattened()).map_err(wrong)?;
        let list = (!errors.is_empty()).then(|| List::keep(path, errors));
        Ok(ErrorModel { list, ..model })
    }

    /// What a player believes who began with this model and has seen some shots: variances are means of squares, in which the
    /// model counts as ten shots.
    pub fn learned(&self, observed: &[(Shot, Shot)]) -> ErrorModel {
        let mut sums = self.values().map(|deviation| PRIOR * deviation * deviation);
        for (meant, made) in observed {
            let error = error_of(meant, made);
            sums.iter_mut().zip(error).for_each(|(sum, error)| *sum += error * error);
        }
        let [phi, theta, speed, a, b] = sums.map(|sum| (sum / (PRIOR + observed.len() as f64)).sqrt());
        ErrorModel::new(phi, theta, speed, a, b)
    }
}

/// The shots of a frame so far, as meant and as made.
pub fn seen_in(line: &Line<Billiards>) -> Vec<(Shot, Shot)> {
    let pairs = line.steps().windows(2).filter_map(|pair| match pair {
        [Step::Move(stroke), Step::Event(Draw::Made(made))] => Some((stroke.shot, *made)),
        _ => None,
    });
    pairs.collect()
}

/// The shots of a stored frame, as meant and as made; nothing is simulated.
pub fn stored_in(played: &Played) -> Result<Vec<(Shot, Shot)>, Error> {
    let wrong = |step: &str, error: &dyn std::fmt::Display| Error::new(format!("{step}: {error}"));
    let racked = usize::from(played.steps.first().is_some_and(|step| step.starts_with("rack/")));
    let pairs = played.steps[racked..].chunks_exact(2).map(|pair| {
        let (meant, _) = Shot::parse_parts(&pair[0]).map_err(|error| wrong(&pair[0], &error))?;
        let made = pair[1].parse().map_err(|error| wrong(&pair[1], &error))?;
        Ok((meant, made))
    });
    pairs.collect()
}

/// Reads observed shots: the record of a frame (JSON), or lines such as `phi=90/v=2 > phi=90.1/v=2.05` with what was
/// meant and what was made.
pub fn read_observed(text: &str) -> Result<Vec<(Shot, Shot)>, Error> {
    if text.trim_start().starts_with('{') {
        let record: FrameRecord = serde_json::from_str(text)
            .map_err(|error| Error::new(format!("it is not the record of a frame: {error}")))?;
        return stored_in(&record.played);
    }
    let mut shots = Vec::new();
    for (number, line) in text.lines().enumerate().map(|(number, line)| (number + 1, line.trim())) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |reason: String| Error::new(format!("line {number}: {reason}"));
        if line.contains('|') {
            return Err(wrong(
                "it says where balls lay and not what was meant: such lines are for --fit".into(),
            ));
        }
        let (meant, made) = line.split_once('>').ok_or_else(|| {
            wrong(
                "a line is what was meant and what was made, as in phi=90/v=2 > phi=90.1/v=2.05".to_string(),
            )
        })?;
        let shot = |text: &str| text.trim().parse::<Shot>().map_err(|error| wrong(error.to_string()));
        let (meant, made) = (shot(meant)?, shot(made)?);
        if !error_of(&meant, &made).iter().all(|error| error.is_finite()) {
            return Err(wrong("a shot has finite numbers".to_string()));
        }
        shots.push((meant, made));
    }
    Ok(shots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;
    use plywood_core::random::seeded;

    fn observed(model: &ErrorModel, count: usize) -> Vec<(Shot, Shot)> {
        let table = Table::preset("poolfiz").unwrap();
        let mut random = seeded(8);
        let meant = Shot { phi: 359.9, theta: 20.0, speed: 2.0, a: 1.0, b: -2.0 };
        (0..count).map(|_| (meant, model.perturb(&meant, &table, &mut random))).collect()
    }

    #[test]
    fn a_bias_is_found_where_there_is_one() {
        let model: ErrorModel = "0.2:0.1:0.1:0.5:0.5+0.1:0:-0.05:0:0".parse().unwrap();
        let found = Calibration::of(&observed(&model, 2000)).unwrap();
        let bias = found.bias();
        assert!((bias[0] - 0.1).abs() < 0.02 && (bias[2] + 0.05).abs() < 0.01, "{bias:?}");
        assert_eq!([bias[1], bias[3], bias[4]], [0.0; 3]);
        for (found, true_value) in found.model().values().into_iter().zip(model.values()) {
            assert!((found / true_value - 1.0).abs() < 0.06, "{found} against {true_value}");
        }
        assert!(Calibration::of(&observed(&model, 1)).is_none());
    }

    #[test]
    fn a_file_comes_back_and_bad_ones_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
        let shots = observed(&ErrorModel::named("italy").unwrap(), 40);
        let found = Calibration::of(&shots).unwrap();
        std::fs::write(path("plain.toml"), found.file("a test", false)).unwrap();
        assert_eq!(path("plain.toml").parse::<ErrorModel>().unwrap(), found.model());
        std::fs::write(path("listed.toml"), found.file("a test", true)).unwrap();
        let listed: ErrorModel = path("listed.toml").parse().unwrap();
        assert_eq!(listed.to_string(), path("listed.toml"));
        assert_eq!(listed, path("listed.toml").parse().unwrap(), "read twice, kept once");
        // What is drawn is one of the errors.
        let known = |error: &[f64; 5]| {
            found.errors.iter().any(|other| error.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-9))
        };
        assert!(observed(&listed, 50).iter().all(|(meant, made)| known(&error_of(meant, made))));
        for (text, reason) in [
            ("deviations = [1, 2]", "expected"),
            ("deviations = [0.1, 0.1, -0.1, 0.0, 0.0]", "a deviation of -0.1"),
            ("deviations = [0.1, 0.1, 0.1, 0.0, nan]", "a deviation of NaN"),
            ("deviations = [0.1, 0.1, 0.1, 0.1, 0.1, 7.0]", "expected 5 numbers"),
            ("deviations = [0, 0, 0, 0, 0]\nerrors = [[1, 1, 1, 1, inf]]", "inf is no error"),
            ("bias = [0.0, 0.0, 0.0, 0.0, 0.0]", "deviations"),
            ("sigma = 1", "sigma"),
        ] {
            std::fs::write(path("bad.toml"), text).unwrap();
            let error = path("bad.toml").parse::<ErrorModel>().unwrap_err().to_string();
            assert!(error.contains(reason) && error.contains("bad.toml"), "{text}: {error}");
        }
    }

    #[test]
    fn lines_and_records_are_read() {
        let text = "# meant > made\n\nphi=359.9/v=2 > phi=0.1/v=2.5/a=1\n";
        let shots = read_observed(text).unwrap();
        let [turned, _, faster, aside, _] = error_of(&shots[0].0, &shots[0].1);
        assert!((turned - 0.2).abs() < 1e-9);
        assert_eq!((shots.len(), faster, aside), (1, 0.5, 1.0));
        let record = r#"{ "game": "9ball", "start": "", "players": ["one", "other"], "payoffs": [0, 0], "ending": "broken off",
            "steps": ["rack/0@0.558:0.559/1@0.55813:1.67706/9@0.5:1.8", "phi=90/v=4", "phi=90.2/v=4.1"] }"#;
        let [phi, _, faster, ..] =
            error_of(&read_observed(record).unwrap()[0].0, &read_observed(record).unwrap()[0].1);
        assert!((phi - 0.2).abs() < 1e-9 && (faster - 0.1).abs() < 1e-9);
        for (bad, reason) in [
            ("phi=1/v=2", "line 1: a line is what was meant"),
            ("phi=1/v=2 > phi=1", "a shot needs v"),
            ("0@0.5:0.5 | phi=1/v=2 > 0@0.6:0.6", "such lines are for --fit"),
            ("phi=1/v=2 > phi=inf/v=1", "finite"),
            ("{\"game\": 3}", "not the record"),
        ] {
            let error = read_observed(bad).unwrap_err().to_string();
            assert!(error.contains(reason), "{bad}: {error}");
        }
    }

    #[test]
    fn what_was_seen_outweighs_the_prior_in_the_end() {
        let (truth, prior) = (ErrorModel::named("high").unwrap(), ErrorModel::named("low").unwrap());
        assert_eq!(prior.learned(&[]).phi, prior.phi);
        let far = |count: usize| (prior.learned(&observed(&truth, count)).phi / truth.phi - 1.0).abs();
        assert!(far(5) > far(50) && far(50) > far(1000) && far(1000) < 0.05);
    }
}
