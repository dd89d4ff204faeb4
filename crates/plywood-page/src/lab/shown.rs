//! Stored runs on the page: tables, plots, games position by position.

use plywood_core::Error;
use plywood_core::picture::Theme;
use plywood_lab::experiment::line_at;
use plywood_lab::matches::{PairingResult, stored_results};
use plywood_lab::report::{Plot, Table, export, record, running, runs, show_number, summary};
use plywood_lab::runner::RunError;
use plywood_lab::store::{RunRow, Store};
use plywood_lab::suite::{self, SearchResult};
use plywood_lab::tune::{Course, Tuning, verdict};
use serde::Serialize;
use serde_json::{Value, json};

use super::work::{tuning, tunings};
use crate::{Refusal, Settings};

/// Positions of a suite that are listed.
const LISTED: usize = 500;

/// A run in the list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RunLine {
    /// Its name.
    pub name: String,
    /// `match`, `suite` or `tuning`.
    pub kind: String,
    /// The game's spec.
    pub game: String,
    /// The players or searches, each once.
    pub players: Vec<String>,
    /// Pieces that are done.
    pub done: u64,
    /// Pieces that were asked for.
    pub planned: u64,
    /// When it began, in seconds since 1970; none for a tuning.
    pub began: Option<i64>,
    /// A remark.
    pub note: String,
    /// The job that works at it or did last, while that is remembered: its events tell how it ended.
    pub job: Option<String>,
    /// Whether that job waits or runs.
    pub running: bool,
}

impl RunLine {
    /// A run of which nothing is stored yet.
    pub fn begun(name: &str, kind: &str) -> RunLine {
        RunLine {
            name: name.to_string(),
            kind: kind.to_string(),
            game: String::new(),
            players: Vec::new(),
            done: 0,
            planned: 0,
            began: None,
            note: String::new(),
            job: None,
            running: false,
        }
    }
}

/// A table with a title.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Titled {
    /// Its content.
    pub title: String,
    /// The heads of its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

impl Titled {
    fn new(title: &str, table: Table) -> Titled {
        Titled { title: title.to_string(), columns: table.columns, rows: table.rows }
    }
}

/// A run with its results.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RunShown {
    /// Its line in the list.
    pub run: RunLine,
    /// The text it was begun with.
    pub text: String,
    /// Its results.
    pub tables: Vec<Titled>,
    /// Sentences and numbers below them.
    pub remarks: Vec<String>,
    /// The contents of its plots, by number.
    pub plots: Vec<String>,
    /// How many games or positions are stored that can be looked at.
    pub games: u64,
    /// The forms in which it can be downloaded.
    pub forms: Vec<&'static str>,
}

impl RunShown {
    /// A run of which nothing is stored yet.
    pub fn begun(run: RunLine) -> RunShown {
        let (tables, remarks, plots, forms) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        RunShown { run, text: String::new(), tables, remarks, plots, games: 0, forms }
    }
}

/// The store of the data folder; none where nothing was stored yet.
fn store(settings: &Settings) -> Result<Option<Store>, RunError> {
    match Store::open_read(&settings.data) {
        Ok(store) => Ok(Some(store)),
        Err(plywood_lab::store::StoreError::Missing(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Every run and every tuning, the newest first.
pub fn list(settings: &Settings) -> Result<Vec<RunLine>, RunError> {
    let mut lines = Vec::new();
    if let Some(store) = store(settings)? {
        for run in store.runs()?.iter().rev() {
            lines.push(line(&store, run)?);
        }
    }
    lines.extend(
        tunings(&settings.data)
            .into_iter()
            .map(|(name, tuning, course)| tuning_line(&name, &tuning, &course)),
    );
    Ok(lines)
}

fn line(store: &Store, run: &RunRow) -> Result<RunLine, RunError> {
    Ok(RunLine {
        game: store.pairings(run.id)?.first().map_or(String::new(), |pairing| pairing.game.clone()),
        players: runs::players(store, run)?,
        done: run.stored,
        planned: run.planned,
        began: Some(run.started),
        note: run.note.clone(),
        ..RunLine::begun(&run.name, &run.kind)
    })
}

fn tuning_line(name: &str, tuning: &Tuning, course: &Course) -> RunLine {
    RunLine {
        game: tuning.game.clone(),
        players: std::iter::once(&tuning.player).chain(&tuning.opponent).cloned().collect(),
        done: course.pairs.into(),
        planned: tuning.pairs.into(),
        ..RunLine::begun(name, "tuning")
    }
}

/// A run by its whole name.
#[expect(clippy::large_enum_variant, reason = "one is made for a question")]
pub enum Found {
    /// In the store.
    Run(Store, Box<RunRow>),
    /// A tuning's course.
    Tuning(String, Box<(Tuning, Course)>),
}

/// Finds a run.
pub fn find(settings: &Settings, name: &str) -> Result<Found, Refusal> {
    if let Some(store) = store(settings).map_err(failed)?
        && let Some(run) = store.find_run(name).map_err(|error| failed(error.into()))?
    {
        return Ok(Found::Run(store, Box::new(run)));
    }
    let course = tuning(&settings.data, name).map(|found| Found::Tuning(name.to_string(), Box::new(found)));
    course
        .ok_or_else(|| Refusal::missing(format!("there is no run {name:?}; GET /api/v1/lab/runs lists them")))
}

/// The fault of a run, as a refusal.
pub fn failed(error: RunError) -> Refusal {
    Error::from(error).into()
}

/// The result of the match that confirms a tuning or does not, once it is played.
fn confirmed(
    settings: &Settings,
    name: &str,
    tuning: &Tuning,
    course: &Course,
) -> Result<Option<String>, Refusal> {
    let (Some(store), true) = (store(settings).map_err(failed)?, course.pairs >= tuning.pairs) else {
        return Ok(None);
    };
    let plan = tuning.confirming(name, &course.found(tuning), &super::work::maker(settings))?;
    let Some(run) = store.find_run(&plan.name).map_err(|error| failed(error.into()))? else {
        return Ok(None);
    };
    if run.stored < run.planned {
        return Ok(None);
    }
    let results = stored_results(&store, &run).map_err(failed)?;
    Ok(results.first().map(|result| format!("{}: {}", plan.name, verdict(result.score()))))
}

impl Found {
    /// The text it was begun with.
    pub fn text(&self, settings: &Settings) -> Result<String, Refusal> {
        match self {
            Found::Run(_, run) => Ok(run.experiment.clone()),
            Found::Tuning(name, _) => std::fs::read_to_string(super::work::text_file(&settings.data, name))
                .map_err(|error| Refusal::internal(error.to_string())),
        }
    }

    /// All that is shown of it.
    pub fn shown(&self, settings: &Settings) -> Result<RunShown, Refusal> {
        let text = self.text(settings)?;
        match self {
            Found::Run(store, run) if run.kind == "suite" => {
                let results = suite::read(store, run.id).map_err(|error| failed(error.into()))?;
                let failures = results.iter().filter(|result| result.failed > 0);
                Ok(RunShown {
                    run: line(store, run).map_err(failed)?,
                    text,
                    tables: vec![
                        Titled::new("Nodes, evaluations and time", suite::table(&results)),
                        Titled::new("By position", by_position(&results)),
                    ],
                    remarks: failures
                        .map(|result| format!("{} failed on {} positions", result.search, result.failed))
                        .collect(),
                    plots: vec!["nodes by position".to_string()],
                    games: positions(&results) as u64,
                    forms: vec!["json", "csv", "md"],
                })
            }
            Found::Run(store, run) => {
                let results = stored_results(store, run).map_err(failed)?;
                let tested = results.iter().any(|result| result.sprt.is_some());
                let plots = ["running score"].into_iter().chain(tested.then_some("log-likelihood ratio"));
                Ok(RunShown {
                    run: line(store, run).map_err(failed)?,
                    text,
                    tables: tables(&results),
                    remarks: remarks(&results),
                    plots: plots.map(str::to_string).collect(),
                    games: run.stored,
                    forms: vec!["json", "csv", "md", "games"],
                })
            }
            Found::Tuning(name, found) => {
                let (tuning, course) = &**found;
                let player = tuning.player_at(&course.found(tuning));
                let mut remarks = vec![format!("player so far: {player}")];
                remarks.extend(confirmed(settings, name, tuning, course)?);
                Ok(RunShown {
                    run: tuning_line(name, tuning, course),
                    text,
                    tables: vec![Titled::new("Parameters", course.table(tuning))],
                    remarks,
                    plots: vec!["the way of the parameters".to_string()],
                    games: 0,
                    forms: vec!["json"],
                })
            }
        }
    }

    /// A plot of it, by number.
    pub fn plot(&self, number: usize) -> Result<Plot, Refusal> {
        match self {
            Found::Run(store, run) => running::of_run(store, run, number == 1).map_err(failed),
            Found::Tuning(_, found) => Ok(found.1.plot(&found.0)),
        }
    }

    /// It as a file of a form, with the file's ending.
    pub fn exported(&self, form: &str, settings: &Settings) -> Result<(String, &'static str), Refusal> {
        let make = |spec: &str| settings.game(spec).map_err(|refusal| Error::new(refusal.error));
        match (self, form) {
            (Found::Run(store, run), "csv") => {
                export::csv(store, run).map(|text| (text, "csv")).map_err(failed)
            }
            (Found::Run(store, run), "json") => {
                export::json(store, run).map(|text| (text, "json")).map_err(failed)
            }
            (Found::Run(store, run), "md") => {
                export::markdown(store, run).map(|text| (text, "md")).map_err(failed)
            }
            (Found::Run(store, run), "games") => {
                record::text(store, run, &make).map(|text| (text, "txt")).map_err(failed)
            }
            (Found::Tuning(_, found), "json") => Ok((format!("{:#}\n", json!(found.1)), "json")),
            _ => Err(Refusal::bad(format!(
                "{form:?} is no form of this run; there are json, csv, md and games"
            ))),
        }
    }

    /// Its games from a number on, at most `count`.
    pub fn games(&self, from: usize, count: usize) -> Result<Vec<Value>, Refusal> {
        let Found::Run(store, run) = self else { return Ok(Vec::new()) };
        let read = || -> plywood_lab::store::Result<Vec<Value>> {
            let (games, pairings) = (store.games(run.id)?, store.pairings(run.id)?);
            let listed = games.iter().enumerate().skip(from).take(count);
            Ok(listed
                .map(|(index, game)| {
                    let mut players = pairings[game.pairing as usize].contestants.clone();
                    players.rotate_right(usize::from(game.first_seat));
                    json!({
                        "index": index, "pairing": game.pairing + 1, "number": game.number + 1,
                        "players": players, "payoffs": game.payoffs, "steps": game.plies, "reason": game.reason,
                    })
                })
                .collect())
        };
        read().map_err(|error| failed(error.into()))
    }

    /// One game after a number of steps; of a suite a position with what was found there.
    pub fn game(&self, index: usize, ply: Option<usize>, settings: &Settings) -> Result<Value, Refusal> {
        let Found::Run(store, run) = self else { return Err(Refusal::missing("a tuning keeps no games")) };
        let stored = |error: plywood_lab::store::StoreError| failed(error.into());
        let games = store.games(run.id).map_err(stored)?;
        let Some(game) = games.get(index) else {
            return Err(Refusal::missing(format!(
                "run {} has games 0 to {}",
                run.name,
                games.len().max(1) - 1
            )));
        };
        let opening = store.opening_numbers(run.id).map_err(stored)?[index];
        let start =
            store.openings(run.id).map_err(stored)?.get(opening as usize).cloned().unwrap_or_default();
        let pairing = store.pairings(run.id).map_err(stored)?.swap_remove(game.pairing as usize);
        let steps = store.steps_of(run.id, game.pairing, game.number).map_err(stored)?;
        let mut players = pairing.contestants;
        players.rotate_right(usize::from(game.first_seat));
        let rules = settings.game(&pairing.game)?;
        let mut line = line_at(&*rules, &start)?;
        // A search's answer is no step of a game: the position is shown as it was asked.
        let played = if run.kind == "suite" { 0 } else { steps.len() };
        let ply = ply.unwrap_or(0).min(played);
        for step in &steps[..ply] {
            line.step(&step.text)?;
        }
        let mut picture = line.picture();
        picture.targets.clear();
        Ok(json!({
            "game": pairing.game, "players": players, "start": start, "payoffs": game.payoffs,
            "reason": game.reason, "ply": ply, "plies": played, "position": line.position(),
            "svg": picture.svg(Theme::Page),
            "steps": steps.iter().map(|step| json!({
                "text": step.text, "seat": step.seat.map(|seat| seat + 1), "value": step.value,
                "depth": step.depth, "nodes": step.nodes, "seconds": step.micros as f64 / 1e6,
            })).collect::<Vec<_>>(),
        }))
    }
}

fn tables(results: &[PairingResult]) -> Vec<Titled> {
    let duels = results.iter().all(|result| result.standings.len() == 2);
    let mut tables = vec![Titled::new("Standings", summary::results_table(results))];
    if results.len() > 1 && duels {
        tables.push(Titled::new("Crosstable", summary::crosstable(results)));
    }
    let object = summary::object(results);
    let mut rated: Vec<(f64, String, f64)> = object["ratings"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| {
            Some((one["elo"].as_f64()?, one["name"].as_str()?.to_string(), one["error"].as_f64()?))
        })
        .collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    if !rated.is_empty() {
        let mut table = Table::new(["player", "rating", "±"]);
        for (elo, name, error) in rated {
            table.row([name, show_number(elo, 1), show_number(error, 1)]);
        }
        tables.push(Titled::new("Ratings", table));
    }
    tables
}

fn remarks(results: &[PairingResult]) -> Vec<String> {
    let block = match results {
        [one] => summary::block(one).lines().map(str::to_string).collect(),
        _ => Vec::new(),
    };
    let warnings = results
        .iter()
        .filter_map(|result| Some(format!("{}: {}", summary::versus(result), result.copies.warning()?)));
    block.into_iter().chain(warnings).collect()
}

fn positions(results: &[SearchResult]) -> usize {
    results.iter().map(|result| result.measurements.len()).sum()
}

/// Every position with what each search found there.
fn by_position(results: &[SearchResult]) -> Table {
    let heads = results.iter().flat_map(|result| {
        ["move", "value", "nodes", "seconds"].map(|what| format!("{}: {what}", result.search))
    });
    let mut table = Table::new(std::iter::once("position".to_string()).chain(heads));
    let last = results.iter().flat_map(|result| &result.measurements).map(|one| one.position).max();
    for position in (0..last.map_or(0, |last| last + 1)).take(LISTED) {
        let cells = results.iter().flat_map(|result| {
            match result.measurements.iter().find(|one| one.position == position) {
                Some(one) => [
                    one.best.clone(),
                    one.value.map_or("–".to_string(), |value| show_number(value, 4)),
                    one.nodes.to_string(),
                    show_number(one.seconds, 4),
                ],
                None => ["–"; 4].map(String::from),
            }
        });
        table.row(std::iter::once((position + 1).to_string()).chain(cells));
    }
    table
}
