//! A course of tuning: what was played so far, kept in one file that is replaced whole after every batch.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plywood_core::facade::GameMaker;
use plywood_core::files::write_whole;
use plywood_core::random::{derive, seed_of};
use plywood_core::{Error, Stop};
use serde::{Deserialize, Serialize};

use super::{Tuning, spsa};
use crate::experiment::Plan;
use crate::matches::referee::Referee;
use crate::report::{Mark, Plot, Series, Table, show_number};
use crate::runner::{Live, Worker};
use plywood_core::parallel::pieces;

/// Batches that were played but not yet written down are played again after a kill, and come out the same.
const WRITE_EVERY: Duration = Duration::from_millis(300);

/// How far a course is.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// Pairs that were learned from.
    pub pairs: u32,
    /// Where every parameter stands.
    pub values: Vec<f64>,
}

impl Heard {
    /// Where the parameters stand, in words.
    pub fn words(&self, tuning: &Tuning) -> String {
        let named = tuning.parameters.keys().zip(&self.values);
        named.map(|(name, value)| format!("{name} {}", show_number(*value, 3))).collect::<Vec<_>>().join(", ")
    }

    /// The same as a run under way, which went on from so many pairs and took so long since.
    pub fn live(&self, tuning: &Tuning, before: u32, elapsed: Duration) -> Live<'static> {
        let (done, planned) = (self.pairs.into(), tuning.pairs.into());
        Live { done, planned, fresh: (self.pairs - before).into(), elapsed, half_points: 0, batch: &[] }
    }
}

/// What is known of a course.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// What decides how pairs are played.
    basis: String,
    /// Where the parameters stood after each batch, in the order of their names.
    pub way: Vec<Vec<f64>>,
    /// Pairs that were learned from.
    pub pairs: u32,
    #[serde(skip)]
    path: PathBuf,
}

impl Course {
    /// The course kept in a file, or a new one where there is none.
    pub fn open(path: &Path, tuning: &Tuning) -> Result<Course, Error> {
        let wrong = |error: &dyn std::fmt::Display| Error::new(format!("{}: {error}", path.display()));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let (basis, path) = (tuning.basis(), path.to_path_buf());
                return Ok(Course { basis, way: Vec::new(), pairs: 0, path });
            }
            Err(error) => return Err(wrong(&error)),
        };
        let course: Course = serde_json::from_str(&text)
            .map_err(|error| wrong(&format!("this is no course of tuning: {error}")))?;
        if course.basis != tuning.basis() {
            let difference = crate::store::difference(&course.basis, &tuning.basis());
            return Err(wrong(&format!(
                "this course was begun by another experiment:\n{difference}give it another name (--name), or take the file away"
            )));
        }
        if course.way.iter().any(|values| values.len() != tuning.parameters.len()) {
            return Err(wrong(&"this course has other parameters"));
        }
        Ok(Course { path: path.to_path_buf(), ..course })
    }

    /// Where the parameters stand.
    fn values(&self, tuning: &Tuning) -> Vec<f64> {
        self.way.last().cloned().unwrap_or_else(|| tuning.starts())
    }

    /// What was found: the mean of the second half of the way, or the start where nothing was played.
    pub fn found(&self, tuning: &Tuning) -> Vec<f64> {
        let found = spsa::settled(&self.way).unwrap_or_else(|| tuning.starts());
        found
            .iter()
            .zip(tuning.parameters.values())
            .map(|(value, parameter)| parameter.tried(*value))
            .collect()
    }

    /// Plays what is missing, on so many threads; true when all was played, false when it was told to stop.
    pub fn go_on(
        &mut self,
        tuning: &Tuning,
        make_game: &GameMaker,
        threads: usize,
        stop: &Stop,
        show: &mut dyn FnMut(&Heard),
    ) -> Result<bool, Error> {
        let mut written = Instant::now();
        let done = loop {
            let values = self.values(tuning);
            show(&Heard { pairs: self.pairs, values: values.clone() });
            if self.pairs >= tuning.pairs {
                break true;
            }
            let batch = self.way.len() as u32;
            let size = tuning.batch.min(tuning.pairs - self.pairs);
            let play = |place: usize| {
                let pair = u64::from(self.pairs) + place as u64;
                Pair { tuning, make_game, values: &values, batch, pair }.play(stop)
            };
            let Some(results) = pieces(threads, size as usize, stop, &|_| {}, play) else { break false };
            let results: Vec<(Vec<f64>, f64)> = results.into_iter().collect::<Result<_, _>>()?;
            let moved = spsa::moved(tuning.rate, batch, &results);
            let parameters = tuning.parameters.values();
            self.way.push(
                values
                    .iter()
                    .zip(parameters)
                    .zip(moved)
                    .map(|((value, parameter), steps)| {
                        (value + steps * parameter.step).clamp(parameter.min, parameter.max)
                    })
                    .collect(),
            );
            self.pairs += size;
            if written.elapsed() > WRITE_EVERY {
                self.write()?;
                written = Instant::now();
            }
        };
        self.write()?;
        Ok(done)
    }

    fn write(&self) -> Result<(), Error> {
        let text = serde_json::to_string(self).expect("a course is plain data");
        write_whole(&self.path, text.as_bytes())
            .map_err(|error| Error::new(format!("{}: {error}", self.path.display())))
    }

    /// Every parameter with where it began and what was found.
    pub fn table(&self, tuning: &Tuning) -> Table {
        let mut table = Table::new(["parameter", "start", "found", "from", "to"]);
        for ((name, parameter), found) in tuning.parameters.iter().zip(self.found(tuning)) {
            let number = |value: f64| show_number(value, 4);
            let cells = [parameter.start, found, parameter.min, parameter.max].map(number);
            table.row(std::iter::once(name.clone()).chain(cells));
        }
        table
    }

    /// The way of every parameter: its value where there is one, its place between its bounds where there are more.
    pub fn plot(&self, tuning: &Tuning) -> Plot {
        let alone = tuning.parameters.len() == 1;
        let label = match tuning.parameters.keys().next() {
            Some(name) if alone => name.clone(),
            _ => "place between min (0) and max (1)".to_string(),
        };
        let title = format!("tuning {} in {}", tuning.player, tuning.game);
        let mut plot = Plot::new(title, "pairs of games", label);
        for (place, (name, parameter)) in tuning.parameters.iter().enumerate() {
            let height = |value: f64| {
                if alone { value } else { (value - parameter.min) / (parameter.max - parameter.min) }
            };
            let starts = std::iter::once((0.0, height(parameter.start)));
            let way = self.way.iter().enumerate().map(|(batch, values)| {
                let pairs = ((batch as u32 + 1) * tuning.batch).min(self.pairs);
                (f64::from(pairs), height(values[place]))
            });
            plot = plot.with(Series::new(name, Mark::Line, starts.chain(way).collect()));
        }
        plot
    }
}

/// One measurement: two players disturbed in opposite directions, against each other or each against the opponent.
struct Pair<'a> {
    tuning: &'a Tuning,
    make_game: &'a GameMaker<'a>,
    values: &'a [f64],
    batch: u32,
    pair: u64,
}

impl Pair<'_> {
    /// The direction, and how much better the player along it did, from -1 to 1; what was stopped says nothing.
    fn play(&self, stop: &Stop) -> Result<(Vec<f64>, f64), Error> {
        let tuning = self.tuning;
        let toward = spsa::direction(tuning.seed, self.pair, self.values.len());
        let share = spsa::disturbance(self.batch);
        let at = |sign: f64| {
            let parameters = tuning.parameters.values();
            let values: Vec<f64> = self
                .values
                .iter()
                .zip(parameters)
                .zip(&toward)
                .map(|((value, parameter), toward)| value + sign * share * parameter.step * toward)
                .collect();
            tuning.player_at(&values)
        };
        let result = match &tuning.opponent {
            None => 2.0 * self.score([at(1.0), at(-1.0)], stop)? - 1.0,
            Some(opponent) => {
                let against = |sign: f64| self.score([at(sign), opponent.clone()], stop);
                against(1.0)? - against(-1.0)?
            }
        };
        Ok((toward, result))
    }

    /// The share of the points that the first player gets of two games, one from each seat; one half if stopped.
    fn score(&self, players: [String; 2], stop: &Stop) -> Result<f64, Error> {
        let seed = derive(derive(seed_of("tune games"), self.tuning.seed), self.pair) >> 1;
        let experiment = self.tuning.match_of(players, 2, seed);
        let plan = Plan::new("tune", experiment, String::new(), &self.tuning.folder, None, self.make_game)?;
        let mut referee = Referee::new(&plan);
        let mut points = 0.0;
        for number in 0..2 {
            let Some(game) = referee.work(0, number, stop)? else { return Ok(0.5) };
            points += f64::from(game.half_points()) / 4.0;
        }
        Ok(points)
    }
}
