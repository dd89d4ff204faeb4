//! A course of tuning: the batches played so far, kept in one file that is replaced whole after every batch.

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

    /// The same as a run under way, which continued from `before` pairs and has taken `elapsed` since.
    pub fn live(&self, tuning: &Tuning, before: u32, elapsed: Duration) -> Live<'static> {
        let (done, planned) = (self.pairs.into(), tuning.pairs.into());
        Live { done, planned, fresh: (self.pairs - before).into(), elapsed, half_points: 0, batch: &[] }
    }
}

/// The state of a course.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// Everything that decides how pairs are played.
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
                "this course was begun by another experiment:\n{difference}give it another name, or take the file away"
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

    /// The result: the mean of the second half of the way, or the start where nothing was played.
    pub fn found(&self, tuning: &Tuning) -> Vec<f64> {
        let found = spsa::settled(&self.way).unwrap_or_else(|| tuning.starts());
        found
            .iter()
            .zip(tuning.parameters.values())
            .map(|(value, parameter)| parameter.tried(*value))
            .collect()
    }

    /// Plays what is missing, on `threads` threads; true when all was played, false when it was told to stop.
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
            show(&Heard { pairs: self.pairs, values: self.values(tuning) });
            let Some(step) = self.next_step(tuning) else { break true };
            let play = |place: usize| step.play(tuning, make_game, step.pairs[place], stop);
            let Some(results) = pieces(threads, step.pairs.len(), stop, &|_| {}, play) else { break false };
            self.learn(tuning, &results.into_iter().collect::<Result<Vec<f64>, _>>()?);
            if written.elapsed() > WRITE_EVERY {
                self.write()?;
                written = Instant::now();
            }
        };
        self.write()?;
        Ok(done)
    }

    /// The batch that comes next; none when all was played.
    pub fn next_step(&self, tuning: &Tuning) -> Option<Step> {
        let end = self.pairs.saturating_add(tuning.batch).min(tuning.pairs);
        let pairs: Vec<u32> = (self.pairs..end).collect();
        let step = Step { batch: self.way.len() as u32, values: self.values(tuning), pairs };
        (!step.pairs.is_empty()).then_some(step)
    }

    /// Changes the parameters by what the pairs of the next step came to, in their order.
    pub fn learn(&mut self, tuning: &Tuning, results: &[f64]) {
        let Some(step) = self.next_step(tuning) else { return };
        let toward = step.pairs.iter().map(|pair| step.toward(tuning, *pair));
        let pairs: Vec<(Vec<f64>, f64)> = toward.zip(results.iter().copied()).collect();
        let moved = spsa::moved(tuning.rate, step.batch, &pairs);
        let parameters = tuning.parameters.values();
        self.way.push(
            step.values
                .iter()
                .zip(parameters)
                .zip(moved)
                .map(|((value, parameter), steps)| {
                    (value + steps * parameter.step).clamp(parameter.min, parameter.max)
                })
                .collect(),
        );
        self.pairs += step.pairs.len() as u32;
    }

    /// Replaces the course's file.
    pub fn write(&self) -> Result<(), Error> {
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

/// A batch of a course: pairs that are played in any order, by anybody. Each is one measurement: two players disturbed in
/// opposite directions, against each other or each against the opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Number of the batch.
    batch: u32,
    /// Where the parameters stand.
    values: Vec<f64>,
    /// The numbers of its pairs.
    pub pairs: Vec<u32>,
}

impl Step {
    /// The direction of a pair.
    fn toward(&self, tuning: &Tuning, pair: u32) -> Vec<f64> {
        spsa::direction(tuning.seed, pair.into(), self.values.len())
    }

    /// How much better the player along a pair's direction did, from -1 to 1; what was stopped says nothing.
    pub fn play(&self, tuning: &Tuning, make_game: &GameMaker, pair: u32, stop: &Stop) -> Result<f64, Error> {
        let toward = self.toward(tuning, pair);
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
        let score = |players: [String; 2]| score(tuning, make_game, pair, players, stop);
        Ok(match &tuning.opponent {
            None => 2.0 * score([at(1.0), at(-1.0)])? - 1.0,
            Some(opponent) => {
                let against = |sign: f64| score([at(sign), opponent.clone()]);
                against(1.0)? - against(-1.0)?
            }
        })
    }
}

/// The share of the points that the first player gets of a pair's two games, one from each seat; one half if stopped.
fn score(
    tuning: &Tuning,
    make_game: &GameMaker,
    pair: u32,
    players: [String; 2],
    stop: &Stop,
) -> Result<f64, Error> {
    let seed = derive(derive(seed_of("tune games"), tuning.seed), pair.into()) >> 1;
    let experiment = tuning.match_of(players, 2, seed);
    let plan = Plan::new("tune", experiment, String::new(), &tuning.folder, None, make_game)?;
    let mut referee = Referee::new(&plan);
    let mut points = 0.0;
    for number in 0..2 {
        let Some(game) = referee.work(0, number, stop)? else { return Ok(0.5) };
        points += f64::from(game.half_points()) / 4.0;
    }
    Ok(points)
}
