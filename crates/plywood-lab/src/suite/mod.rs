//! Suites: any number of searches over a file of positions, as in the batch runs of the Dice thesis (section 4.6).
//!
//! Each search is a spec at one depth; each position is one task. Results are kept like games of a single step, so that a
//! suite is stored, resumed, sliced and exported by the same means as a match.

mod compared;
mod results;

use std::sync::Arc;
use std::time::Instant;

use plywood_core::facade::{AnyGame, AnyPlayer, GameMaker};
use plywood_core::files::{Content, noting};
use plywood_core::random::{derive, seed_of};
use plywood_core::suite::Problem;
use plywood_core::{Budget, Error, Spec, Stop, Task, Turn};
use serde::{Deserialize, Serialize};

use crate::experiment::problems;
use crate::runner::{self, Job, Live, Ran, RunError, RunOptions, Worker};
use crate::store::{GameRecord, PairingRow, RunPlan, Seat, StepRecord, Store, code_with, text_hash};

pub use compared::{Comparison, compared_table};
pub use results::{Found, Measurement, News, SearchResult, read, table};

/// The parts of a suite; the store keeps their text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteFile {
    /// The game's spec.
    pub game: String,
    /// Seed of searches that draw.
    pub seed: u64,
    /// Depths for every search; none leaves each search its own budget.
    pub depths: Vec<u32>,
    /// The searches.
    pub searches: Vec<String>,
    /// The positions.
    pub positions: Vec<String>,
}

/// A suite worked out.
pub struct Suite {
    /// The run's name.
    pub name: String,
    file: SuiteFile,
    game: Arc<dyn AnyGame>,
    searches: Vec<String>,
    /// Everything that decides the measurements, a line each.
    basis: String,
    /// The file's knowledge of each position.
    known: Vec<Known>,
    /// A remark for people.
    pub note: Option<String>,
}

/// A file's knowledge of a position.
struct Known {
    score: Option<f64>,
    best: Vec<String>,
}

impl Suite {
    /// Checks a suite: every search and every position is read before the first search.
    ///
    /// # Errors
    ///
    /// If there is no search, or a search or a position cannot be read.
    pub fn new(name: &str, file: SuiteFile, make_game: &GameMaker) -> Result<Self, Error> {
        let content = file.positions.join("\n");
        Self::of_file(name, file, content.as_bytes(), None, make_game)
    }

    /// The same with the positions of a file that may have games, of which the position after a number of
    /// plies is taken.
    ///
    /// # Errors
    ///
    /// If there is no search, or a search or the file cannot be read.
    pub fn of_file(
        name: &str,
        mut file: SuiteFile,
        content: &[u8],
        plies: Option<usize>,
        make_game: &GameMaker,
    ) -> Result<Self, Error> {
        let (game, mut files) = noting(|| make_game(&file.game));
        let game: Arc<dyn AnyGame> = game?.into();
        let problems = problems(&*game, content, plies)?;
        let known = |Problem { score, best, text, .. }| (text, Known { score, best });
        let (positions, known): (Vec<String>, Vec<Known>) = problems.into_iter().map(known).unzip();
        file.positions = positions;
        let (mut searches, mut normal) = (Vec::new(), Vec::new());
        for text in &file.searches {
            let spec: Spec = text.parse()?;
            let at_depths = file.depths.iter().map(|depth| spec.clone().with("depth", &depth.to_string()));
            let specs: Vec<Spec> = if file.depths.is_empty() {
                vec![spec.clone()]
            } else {
                at_depths.collect::<Result<_, _>>()?
            };
            for spec in specs {
                let (player, read) = noting(|| game.player(&spec));
                let player = player?;
                searches.push(player.spec());
                normal.push(format!("search = {}\n", player.normal()));
                files.extend(read);
            }
        }
        if searches.is_empty() {
            return Err(Error::new("a suite needs at least one search"));
        }
        let head = format!("game = {}\nseed = {}\n", game.normal(), file.seed);
        let lists = file.positions.iter().map(|position| format!("position = {position}\n"));
        let basis = head + &normal.concat() + &lists.collect::<String>() + &Content::lines(files);
        Ok(Self { name: name.to_string(), file, game, searches, basis, known, note: None })
    }

    /// A name made from what is measured: the same suite finds its run again.
    pub fn own_name(&self) -> String {
        format!("suite-{}", text_hash(&self.basis))
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The searches, by number.
    pub fn searches(&self) -> &[String] {
        &self.searches
    }

    /// The positions, by number.
    pub fn positions(&self) -> &[String] {
        &self.file.positions
    }

    /// A position that was just stored, as it is told.
    pub fn news(&self, game: &GameRecord) -> News<'_> {
        let found = Measurement::of_record(game).map(Found::from);
        let error = found.is_none().then(|| game.reason.clone());
        self.told(game.pairing, game.number, found, error)
    }

    /// Positions that were stored before, as they are told.
    pub fn old_news<'a>(&'a self, results: &'a [SearchResult]) -> impl Iterator<Item = News<'a>> {
        let told = move |(search, result): (usize, &'a SearchResult)| {
            let one = move |m: &Measurement| {
                self.told(search as u32, m.position, Some(Found::from(m.clone())), None)
            };
            result.measurements.iter().map(one)
        };
        results.iter().enumerate().flat_map(told)
    }

    fn told(&self, search: u32, position: u32, found: Option<Found>, error: Option<String>) -> News<'_> {
        News {
            search: &self.searches[search as usize],
            number: position + 1,
            position: &self.file.positions[position as usize],
            found,
            error,
        }
    }

    /// All tasks as (search, position), in order.
    pub fn tasks(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let positions = self.file.positions.len() as u32;
        (0..self.searches.len() as u32)
            .flat_map(move |search| (0..positions).map(move |place| (search, place)))
    }

    /// Who does tasks on one thread.
    pub fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Analyst { suite: self, search: 0, player: None })
    }

    /// Its record in the store.
    pub fn run_plan(&self) -> RunPlan {
        let text = toml::to_string(&self.file).expect("a suite is plain data");
        let row = |spec: &String| PairingRow { game: self.game.spec(), contestants: vec![spec.clone()] };
        RunPlan {
            name: self.name.clone(),
            kind: "suite".to_string(),
            basis: self.basis.clone(),
            code: code_with(self.game.code()),
            experiment: text,
            seed: self.file.seed,
            shard: String::new(),
            planned: (self.searches.len() * self.file.positions.len()) as u64,
            pairings: self.searches.iter().map(row).collect(),
            openings: self.file.positions.clone(),
            note: self.note.clone(),
        }
    }
}

/// Searches what is missing of a suite.
pub fn run(
    suite: &Suite,
    store: Store,
    options: RunOptions,
    stop: &Stop,
    show: &mut dyn FnMut(&Live),
) -> Result<(Ran, Vec<SearchResult>), RunError> {
    let worker = &|| suite.worker();
    let job = Job { plan: suite.run_plan(), tasks: suite.tasks().collect(), sequence: None, worker };
    let ran = runner::run(job, store, options, stop, show)?;
    let results = read(&ran.store, ran.run)?;
    Ok((ran, results))
}

/// A thread's search, kept over the positions of one spec but fresh for each.
struct Analyst<'a> {
    suite: &'a Suite,
    search: u32,
    player: Option<Box<dyn AnyPlayer>>,
}

impl Worker for Analyst<'_> {
    fn work(&mut self, search: u32, position: u32, stop: &Stop) -> Result<Option<GameRecord>, Error> {
        let suite = self.suite;
        let player = match &mut self.player {
            Some(player) if self.search == search => player,
            other => other.insert(suite.game.player(&suite.searches[search as usize].parse()?)?),
        };
        self.search = search;
        player.new_game();
        let text = &suite.file.positions[position as usize];
        let line = suite.game.read(text)?;
        // The same draws for every search, so that they differ by nothing else.
        let seed = derive(derive(seed_of("suite"), suite.file.seed), u64::from(position));
        let begun = Instant::now();
        let report = player.think(&*line, Task::new(Budget::UNSET).seed(seed).stop(stop));
        let micros = begun.elapsed().as_micros() as u64;
        if stop.raised() {
            return Ok(None);
        }
        let seat = match line.turn() {
            Turn::Player(player) => Seat::Player(player.0),
            Turn::Chance | Turn::Over => Seat::Chance,
        };
        let (steps, reason) = match report {
            Ok(mut report) => {
                let best = report.best.take().unwrap_or_default();
                (vec![StepRecord::of_report(seat, best, report, micros)], "searched".to_string())
            }
            Err(error) => (Vec::new(), format!("error: {error}")),
        };
        let hash = seed_of(text);
        let (pairing, number, opening, payoffs) = (search, position, position, Vec::new());
        Ok(Some(GameRecord { pairing, number, opening, first_seat: 0, payoffs, reason, hash, micros, steps }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::mock;
    use crate::store::{Allowed, first_difference};

    fn suite(positions: &str) -> Result<Suite, Error> {
        let file = SuiteFile {
            game: "tokens(tokens=9)".to_string(),
            seed: 3,
            depths: vec![],
            searches: vec!["one".to_string(), "random".to_string(), "errs".to_string()],
            positions: positions.lines().map(str::to_string).collect(),
        };
        Suite::new("suite", file, &mock::make)
    }

    #[test]
    fn every_search_meets_every_position_and_the_columns_add_up() {
        let suite = suite("# the start\n9 0\n\n4 1\n2 0\n").unwrap();
        assert_eq!(suite.positions(), ["9 0", "4 1", "2 0"]);
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let play = |folder: &std::path::Path, threads| {
            let options = RunOptions { threads, allowed: Allowed::default() };
            let mut lines = 0;
            let (ran, results) =
                run(&suite, Store::open(folder).unwrap(), options, &Stop::new(), &mut |live| {
                    lines += live
                        .batch
                        .iter()
                        .map(|game| suite.news(game))
                        .filter(|news| !news.row().is_empty())
                        .count();
                })
                .unwrap();
            assert_eq!(lines, 9, "every position is told as it is stored");
            (ran, results)
        };
        let (ran, results) = play(one.path(), 1);
        assert_eq!(results.len(), 3);
        assert_eq!(
            results[0].measurements.iter().map(|m| m.best.as_str()).collect::<Vec<_>>(),
            ["1", "1", "1"]
        );
        let nodes = results[0].nodes.as_ref().unwrap();
        assert_eq!((nodes.min, nodes.max, nodes.median, nodes.count), (2.0, 3.0, 3.0, 3));
        assert!(results[2].nodes.is_none() && results[2].failed == 3);
        assert!(table(&results).text().contains("median"));
        let told: Vec<News> = suite.old_news(&results).collect();
        assert_eq!((told.len(), told[1].position, told[1].number, told[3].search), (6, "4 1", 2, "random"));
        assert!(told[1].row().contains("4 1"), "{}", told[1].row());
        assert_eq!(first_difference(&ran.store, &play(two.path(), 2).0.store).unwrap(), None);
    }

    #[test]
    fn a_wrong_position_names_its_line() {
        let error = suite("9 0\nnine 0\n").err().unwrap().to_string();
        assert!(error.contains("line 2"), "{error}");
        assert!(suite("# nothing\n").err().unwrap().to_string().contains("no position"));
    }
}
