//! What the lab can be asked to do: a match or tournament, a suite, a tuning; from the text of its file.
//!
//! The three kinds of files are told apart by what only one of them has: `players`, `searches` or `parameters`. Whatever
//! is done goes through the lab's store (a tuning through its course), so that a run that was stopped or killed goes on
//! from the text that was kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plywood_core::facade::AnyGame;
use plywood_core::files::{confined, write_whole};
use plywood_core::{Error, Spec, Stop};
use plywood_lab::experiment::{Experiment, Openings, Plan};
use plywood_lab::matches;
use plywood_lab::runner::{Live, RunError, RunOptions};
use plywood_lab::store::{Allowed, Store, text_hash};
use plywood_lab::suite::{self, Suite, SuiteFile};
use plywood_lab::tune::{Course, Heard, Tuning, verdict};
use plywood_players::choice::Purpose;
use serde::Serialize;

use crate::{Refusal, Settings};

/// Games, positions or pairs of one run at most.
const MOST: u64 = 1_000_000;
/// Between two words about how far a run is.
const EVERY: Duration = Duration::from_millis(100);

/// A run, read and checked.
pub enum Work {
    /// Games between players.
    Match(Box<Plan>),
    /// Searches over positions.
    Suite(Box<Suite>),
    /// Numbers of a spec that are changed until its player wins more.
    Tuning(Box<NamedTuning>),
}

/// A tuning with its name and its text.
pub struct NamedTuning {
    name: String,
    tuning: Tuning,
    text: String,
}

/// How far a run is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunProgress {
    /// The things counted: games, positions or pairs.
    pub what: &'static str,
    /// How many are done.
    pub done: u64,
    /// Of how many.
    pub planned: u64,
    /// How many a second, since this start.
    pub rate: f64,
    /// Seconds that are left at this rate; none before the first.
    pub left: Option<f64>,
    /// Further facts: the first player's score, or the present parameters.
    pub news: String,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ended {
    /// The run.
    pub run: String,
    /// Whether it was stopped before it was done.
    pub stopped: bool,
    /// Pieces that were new.
    pub fresh: u64,
    /// The result of a tuning.
    pub verdict: Option<&'static str>,
}

impl Work {
    /// Reads a file of one of the three kinds; nothing it names may lead out of the workshop.
    pub fn read(text: &str, name: Option<&str>, settings: &Settings) -> Result<Work, Error> {
        let table: toml::Table =
            toml::from_str(text).map_err(|error| Error::new(error.to_string().trim_end()))?;
        if table.contains_key("parameters") {
            return Self::tuning(text, name, settings);
        }
        if table.contains_key("searches") {
            return Self::suite(text, name, settings);
        }
        if table.contains_key("players") {
            return Self::games(text, name, settings);
        }
        Err(Error::new(
            "a match has `players`, a suite `searches`, a tuning `parameters`; this has none of them",
        ))
    }

    fn games(text: &str, name: Option<&str>, settings: &Settings) -> Result<Work, Error> {
        let experiment = Experiment::read(text)?;
        let game = maker(settings)(&experiment.game)?;
        check_openings(&experiment.openings, &*game, settings)?;
        check_count(u64::from(experiment.games))?;
        experiment.specs()?.iter().try_for_each(|spec| check(&spec.to_string(), &*game, settings))?;
        let written = experiment.write();
        let mut plan = confined(&settings.data, || {
            Plan::new("", experiment, written, Path::new(""), None, &maker(settings))
        })?;
        check_count(plan.pairings.len() as u64 * u64::from(plan.experiment.games))?;
        plan.name = name.map_or_else(|| plan.own_name(), str::to_string);
        Ok(Work::Match(Box::new(plan)))
    }

    fn suite(text: &str, name: Option<&str>, settings: &Settings) -> Result<Work, Error> {
        let file: SuiteFile =
            toml::from_str(text).map_err(|error| Error::new(error.to_string().trim_end()))?;
        let game = maker(settings)(&file.game)?;
        file.searches.iter().try_for_each(|spec| check(spec, &*game, settings))?;
        let searches = file.searches.len() * file.depths.len().max(1);
        check_count((searches * file.positions.len()) as u64)?;
        let mut suite = confined(&settings.data, || Suite::new("", file, &maker(settings)))?;
        suite.name = name.map_or_else(|| suite.own_name(), str::to_string);
        Ok(Work::Suite(Box::new(suite)))
    }

    fn tuning(text: &str, name: Option<&str>, settings: &Settings) -> Result<Work, Error> {
        let tuning = Tuning::read(text, Path::new(""))?;
        let game = maker(settings)(&tuning.game)?;
        check_openings(&tuning.openings, &*game, settings)?;
        check_count(2 * u64::from(tuning.pairs) + u64::from(tuning.confirm))?;
        let ends = [tuning.player_at(&tuning.starts())].into_iter().chain(tuning.opponent.clone());
        ends.into_iter().try_for_each(|spec| check(&spec, &*game, settings))?;
        confined(&settings.data, || tuning.try_out(&maker(settings)))?;
        let name = name.map_or_else(|| format!("tuning-{}", text_hash(&tuning.basis())), str::to_string);
        check_name(&name)?;
        Ok(Work::Tuning(Box::new(NamedTuning { name, tuning, text: text.to_string() })))
    }

    /// The run's name.
    pub fn name(&self) -> &str {
        match self {
            Work::Match(plan) => &plan.name,
            Work::Suite(suite) => &suite.name,
            Work::Tuning(tuning) => &tuning.name,
        }
    }

    /// The kind of run.
    pub fn kind(&self) -> &'static str {
        match self {
            Work::Match(_) => "match",
            Work::Suite(_) => "suite",
            Work::Tuning(_) => "tuning",
        }
    }

    /// Does what is missing of it.
    pub fn run(
        &self,
        settings: &Settings,
        any_build: bool,
        (threads, stop): (usize, &Stop),
        show: &mut dyn FnMut(&RunProgress),
    ) -> Result<Ended, RunError> {
        let options = RunOptions { threads, allowed: Allowed { changed: false, any_build } };
        let data = &settings.data;
        match self {
            Work::Match(plan) => {
                let mut told = Throttle::new("games", show);
                let (ran, _) = matches::run(plan, Store::open(data)?, options, stop, &mut |live| {
                    told.tell(live, live.score())
                })?;
                Ok(Ended {
                    run: plan.name.clone(),
                    stopped: ran.interrupted,
                    fresh: ran.fresh,
                    verdict: None,
                })
            }
            Work::Suite(suite) => {
                let mut told = Throttle::new("positions", show);
                let (ran, _) = suite::run(suite, Store::open(data)?, options, stop, &mut |live| {
                    told.tell(live, String::new())
                })?;
                Ok(Ended {
                    run: suite.name.clone(),
                    stopped: ran.interrupted,
                    fresh: ran.fresh,
                    verdict: None,
                })
            }
            Work::Tuning(named) => named.run(settings, options, stop, show),
        }
    }
}

impl NamedTuning {
    fn run(
        &self,
        settings: &Settings,
        options: RunOptions,
        stop: &Stop,
        show: &mut dyn FnMut(&RunProgress),
    ) -> Result<Ended, RunError> {
        let NamedTuning { name, tuning, text } = self;
        let (make, data) = (maker(settings), &settings.data);
        let mut course = Course::open(&course_file(data, name), tuning)?;
        let kept = text_file(data, name);
        write_whole(&kept, text.as_bytes())
            .map_err(|error| Error::new(format!("{}: {error}", kept.display())))?;
        let before = course.pairs;
        let begun = Instant::now();
        let mut told = Throttle::new("pairs", &mut *show);
        let done = course.go_on(tuning, &make, options.threads, stop, &mut |heard: &Heard| {
            told.tell(&heard.live(tuning, before, begun.elapsed()), heard.words(tuning));
        })?;
        let fresh = u64::from(course.pairs - before);
        if !done {
            return Ok(Ended { run: name.clone(), stopped: true, fresh, verdict: None });
        }
        let plan = tuning.confirming(name, &course.found(tuning), &make)?;
        let mut told = Throttle::new("games", show);
        let (ran, results) = matches::run(&plan, Store::open(data)?, options, stop, &mut |live| {
            told.tell(live, live.score())
        })?;
        let verdict = (!ran.interrupted).then(|| verdict(results[0].score()));
        Ok(Ended { run: name.clone(), stopped: ran.interrupted, fresh, verdict })
    }
}

/// Where the courses of tunings are.
pub fn tune_folder(data: &Path) -> PathBuf {
    data.join("tune")
}

/// Where a tuning's course is.
pub fn course_file(data: &Path, name: &str) -> PathBuf {
    tune_folder(data).join(format!("{name}.json"))
}

/// Where a tuning's text is kept, so that it can go on.
pub fn text_file(data: &Path, name: &str) -> PathBuf {
    tune_folder(data).join(format!("{name}.toml"))
}

/// The tunings of a data folder that were begun from the page, by name.
pub fn tunings(data: &Path) -> Vec<(String, Tuning, Course)> {
    let files = fs::read_dir(tune_folder(data)).into_iter().flatten().flatten();
    let mut names: Vec<String> = files
        .filter_map(|file| file.file_name().to_str()?.strip_suffix(".toml").map(str::to_string))
        .collect();
    names.sort();
    names
        .into_iter()
        .filter_map(|name| tuning(data, &name).map(|(tuning, course)| (name, tuning, course)))
        .collect()
}

/// A tuning by its name.
pub fn tuning(data: &Path, name: &str) -> Option<(Tuning, Course)> {
    check_name(name).ok()?;
    let text = fs::read_to_string(text_file(data, name)).ok()?;
    let tuning = Tuning::read(&text, Path::new("")).ok()?;
    let course = Course::open(&course_file(data, name), &tuning).ok()?;
    Some((tuning, course))
}

/// The names that a run may have: a name is part of addresses, and a tuning's of file names.
pub fn check_name(name: &str) -> Result<(), Error> {
    let fits = |letter: char| letter.is_alphanumeric() || "-_ ".contains(letter);
    match !name.trim().is_empty() && name.chars().count() <= 80 && name.chars().all(fits) {
        true => Ok(()),
        false => Err(Error::new(format!(
            "a run's name has up to 80 letters, digits, blanks, dashes and underscores; found {name:?}"
        ))),
    }
}

fn check_count(count: u64) -> Result<(), Error> {
    match count <= MOST {
        true => Ok(()),
        false => Err(Error::new(format!("{count} are too many; a run from the page has at most {MOST}"))),
    }
}

/// Makes games as they are made for strangers.
pub(super) fn maker(settings: &Settings) -> impl Fn(&str) -> Result<Box<dyn AnyGame>, Error> + Sync {
    |spec: &str| settings.game(spec).map_err(in_words)
}

/// Refuses players that strangers may not have.
fn check(spec: &str, game: &dyn AnyGame, settings: &Settings) -> Result<(), Error> {
    settings.spec(game, Some(spec), Purpose::Play).map(drop).map_err(in_words)
}

fn in_words(refusal: Refusal) -> Error {
    Error::new(refusal.error)
}

/// Openings come from the rules or from play, never from a file.
fn check_openings(text: &str, game: &dyn AnyGame, settings: &Settings) -> Result<(), Error> {
    let spec: Spec = text.parse()?;
    if !["start", "random", "played"].contains(&spec.name.as_str()) {
        return Err(
            spec.error("openings on the page are start, random(plies=4) or played(player=ab(depth=3))")
        );
    }
    match Openings::read(text, Path::new(""))? {
        Openings::Played { player, .. } => check(&player.to_string(), game, settings),
        _ => Ok(()),
    }
}

/// Tells how far a run is, not too often, but always the end.
struct Throttle<'a> {
    what: &'static str,
    show: &'a mut dyn FnMut(&RunProgress),
    last: Option<Instant>,
}

impl<'a> Throttle<'a> {
    fn new(what: &'static str, show: &'a mut dyn FnMut(&RunProgress)) -> Self {
        Throttle { what, show, last: None }
    }

    fn tell(&mut self, live: &Live, news: String) {
        let over = live.done >= live.planned;
        if !over && self.last.is_some_and(|last| last.elapsed() < EVERY) {
            return;
        }
        self.last = Some(Instant::now());
        let (done, planned, rate, left) = (live.done, live.planned, live.rate(), live.left());
        (self.show)(&RunProgress { what: self.what, done, planned, rate, left, news });
    }
}
