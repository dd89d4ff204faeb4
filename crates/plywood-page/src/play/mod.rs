//! The screen `play`: any game of the registry, by persons, players and the tutor.
//!
//! A game is a table on the server with an id, so that a tab that is loaded again goes on. A person's move is answered
//! at once; a player thinks as a job, and what it plays is on the table when the job is done. Between its moves it waits
//! among `players` and forgets nothing.

mod players;
mod table;
mod view;

use std::sync::{Arc, Mutex};

use axum::Json;
use axum::extract::State;
use plywood_core::facade::{AnyGame, AnyPlayer};
use plywood_core::random::derive;
use plywood_core::{Branch, Place, Player, Progress, Proving, Report, Row, Spec, Task, Tick, Turn};
use plywood_lab::report::{record, signed, worth};
use plywood_players::choice::Purpose;
use plywood_players::memory;
use plywood_study::tutor;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{Body, Path};
use crate::guard::Client;
use crate::jobs::{Desk, JobView, Lane};
use crate::workshop::place_schema;
use crate::{App, Refusal, Settings, Shared, aside};

use players::Chair;
pub use table::{Games, Seat, Table, sit};
pub use view::{Board, Changed, View};

/// The routes.
pub fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(start))
        .routes(routes!(look, leave))
        .routes(routes!(play))
        .routes(routes!(undo))
        .routes(routes!(turn))
        .routes(routes!(sit_down))
        .routes(routes!(think))
        .routes(routes!(hint))
        .routes(routes!(record_of))
        .routes(routes!(show))
}

/// A game to begin.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Begin {
    /// The game's spec.
    game: String,
    /// A position to begin from.
    #[serde(default)]
    position: Option<String>,
    /// Moves and events from there.
    #[serde(default)]
    moves: Option<String>,
    /// A record to go on from, instead of position and moves.
    #[serde(default)]
    record: Option<String>,
    /// Who plays: `person`, `tutor`, or a player's spec, for each seat; without it a person against one that fits.
    #[serde(default)]
    seats: Vec<String>,
    /// The seed of the dice.
    #[serde(default)]
    seed: Option<u64>,
}

impl Settings {
    /// Who sits where: what is not said is a person first, and then players that fit the game.
    fn seats(&self, game: &dyn AnyGame, said: &[String]) -> Result<Vec<Seat>, Refusal> {
        let players = game.nature().players;
        if said.len() > players {
            return Err(Refusal::bad(format!(
                "{} players are named, and the game has {players}",
                said.len()
            )));
        }
        let seat = |number: usize| match said.get(number).map(|text| text.trim()) {
            Some("person") => Ok(Seat::Person),
            Some("tutor") => Ok(Seat::Tutor),
            None if number == 0 => Ok(Seat::Person),
            spec => {
                let spec = self.spec(game, spec, Purpose::Play)?;
                // A player that cannot be made is refused now, not when it is on turn.
                self.player(game, &spec)?;
                Ok(Seat::Player(spec))
            }
        };
        (0..players).map(seat).collect()
    }
}

/// Begins a game.
#[utoipa::path(post, path = "/play", tag = "play", request_body = Begin,
    responses((status = 200, body = View), (status = 400, body = Refusal)))]
async fn start(
    State(app): State<Shared>,
    client: Client,
    Body(begin): Body<Begin>,
) -> Result<Json<View>, Refusal> {
    aside(move || {
        let settings = &app.settings;
        let mut game: Arc<dyn AnyGame> = Arc::from(settings.game(&begin.game)?);
        let line = match &begin.record {
            Some(text) => {
                let (of, line) = record::read(text, &*game, &|spec| {
                    plywood_core::files::confined(&settings.data, || plywood_players::game(spec))
                })?;
                game = of.map_or(game, Arc::from);
                line
            }
            None => {
                let place = Place { game: begin.game, position: begin.position, moves: begin.moves };
                settings.line(&*game, &place)?
            }
        };
        let seats = settings.seats(&*game, &begin.seats)?;
        let seed = begin.seed.unwrap_or_else(new_seed);
        let mut table = Table::new(&client, game, line, seats, seed);
        table.pupil = app.games.pupil(&client, &table.game.spec());
        let frames = table.roll();
        let (id, table) = app.games.add(table);
        Ok(Json(View::new(&id, &sit(&table), frames)))
    })
    .await
}

/// A seed that nobody has had, short enough to be typed.
fn new_seed() -> u64 {
    getrandom::u64().unwrap_or(1) % 1_000_000
}

/// Does something at a table and shows it.
async fn at_table(
    app: Shared,
    id: String,
    what: impl FnOnce(&mut Table) -> Result<Vec<Board>, Refusal> + Send + 'static,
) -> Result<Json<View>, Refusal> {
    aside(move || {
        let table = app.games.find(&id)?;
        let mut table = sit(&table);
        let frames = what(&mut table)?;
        Ok(Json(View::new(&id, &table, frames)))
    })
    .await
}

/// A game as it stands.
#[utoipa::path(get, path = "/play/{id}", tag = "play", params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = View), (status = 404, body = Refusal)))]
async fn look(State(app): State<Shared>, Path(id): Path<String>) -> Result<Json<View>, Refusal> {
    at_table(app, id, |_| Ok(Vec::new())).await
}

/// Leaves a game: it is forgotten.
#[utoipa::path(delete, path = "/play/{id}", tag = "play", params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = Object)))]
async fn leave(State(app): State<Shared>, Path(id): Path<String>) -> Json<Value> {
    app.games.remove(&id);
    Json(json!({}))
}

/// A move.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Chosen {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    chosen: String,
}

/// A person's move; chance happens after it. With a tutor at the table its judgement follows by `think` or `hint`.
#[utoipa::path(post, path = "/play/{id}/move", tag = "play", params(("id" = String, Path, description = "the game")),
    request_body = Chosen, responses((status = 200, body = View), (status = 400, body = Refusal)))]
async fn play(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Body(chosen): Body<Chosen>,
) -> Result<Json<View>, Refusal> {
    at_table(app, id, move |table| match table.on_turn() {
        None => Err(Refusal::conflict("the game is over")),
        Some((player, seat)) if *seat != Seat::Person => {
            Err(Refusal::conflict(format!("player {} is on turn, who is no person", player.index() + 1)))
        }
        Some(_) => table.play(chosen.chosen.trim()),
    })
    .await
}

/// Takes back to the last turn of a person.
#[utoipa::path(post, path = "/play/{id}/undo", tag = "play", params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = View), (status = 409, body = Refusal)))]
async fn undo(State(app): State<Shared>, Path(id): Path<String>) -> Result<Json<View>, Refusal> {
    at_table(app, id, |table| table.undo().map(|()| Vec::new())).await
}

/// Turns the board by half.
#[utoipa::path(post, path = "/play/{id}/turn", tag = "play", params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = View)))]
async fn turn(State(app): State<Shared>, Path(id): Path<String>) -> Result<Json<View>, Refusal> {
    at_table(app, id, |table| {
        table.turned = !table.turned;
        Ok(Vec::new())
    })
    .await
}

/// Who sits where from now on.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Seats {
    /// `person`, `tutor`, or a player's spec, for each seat.
    seats: Vec<String>,
}

/// Changes who plays.
#[utoipa::path(post, path = "/play/{id}/seats", tag = "play", params(("id" = String, Path, description = "the game")),
    request_body = Seats, responses((status = 200, body = View), (status = 400, body = Refusal)))]
async fn sit_down(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Body(said): Body<Seats>,
) -> Result<Json<View>, Refusal> {
    let settings = app.settings.clone();
    at_table(app, id, move |table| {
        table.seats = settings.seats(&*table.game, &said.seats)?;
        table.change();
        Ok(Vec::new())
    })
    .await
}

/// Lets the player on turn think and move. The job's result is the game after the move, with its frames; events are
/// `row` and `tick` of the search, and `remark` where a tutor judges the person's last move.
#[utoipa::path(post, path = "/play/{id}/think", tag = "play", params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = JobView), (status = 409, body = Refusal)))]
async fn think(
    State(app): State<Shared>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<JobView>, Refusal> {
    let table = app.games.find(&id)?;
    let mut here = sit(&table);
    if let Some(job) = here.thinking.as_ref().filter(|job| !job.is_over()) {
        return Ok(Json(job.view()));
    }
    let Some((player, seat)) = here.on_turn() else { return Err(Refusal::conflict("the game is over")) };
    if *seat == Seat::Person {
        return Err(Refusal::conflict(format!("player {} is a person", player.index() + 1)));
    }
    let title = format!("{seat} thinks about {}", here.game.spec());
    let (app_, table_, version) = (app.clone(), table.clone(), here.version);
    let job = app.jobs.submit(&client, Lane::Waited, title, move |desk| {
        let frames = move_of_player(&app_, &id, &table_, version, desk)?;
        Ok(serde_json::to_value(View::new(&id, &sit(&table_), frames)).unwrap_or_default())
    })?;
    here.thinking = Some(job.clone());
    Ok(Json(job.view()))
}

/// Lets a player think: the one that did so before in its chair, else one that is made now.
fn ask<T>(
    app: &App,
    chair: Chair,
    game: &dyn AnyGame,
    spec: &Spec,
    think: impl FnOnce(&mut dyn AnyPlayer) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let waiting = app.games.players.take(&chair, spec);
    let mut player = waiting.map_or_else(|| app.settings.player(game, spec), Ok)?;
    let thought = think(&mut *player)?;
    app.games.keep(chair, spec.clone(), memory::of_player(game, spec)?, player);
    Ok(thought)
}

/// Thinks for the player on turn and moves, unless something else happened meanwhile.
fn move_of_player(
    app: &App,
    id: &str,
    table: &Mutex<Table>,
    version: u64,
    desk: &Desk,
) -> Result<Vec<Board>, Refusal> {
    let changed = || Refusal::conflict("the game went on without this move");
    let (game, line, mover, seat, seed, mut pupil) = {
        let here = sit(table);
        let (mover, seat) = here.on_turn().filter(|_| here.version == version).ok_or_else(changed)?;
        (here.game.clone(), here.line.boxed_clone(), mover, seat.clone(), here.seed, here.pupil.clone())
    };
    let chair = Chair { table: id.to_string(), seat: Some(mover.index()) };
    let mut remark = None;
    let best = match &seat {
        Seat::Person => return Err(changed()),
        Seat::Player(spec) => ask(app, chair, &*game, spec, |player| {
            let seed = derive(seed, line.steps().len() as u64);
            let budget = app.settings.budget(&*game, spec);
            Ok(player
                .think(
                    &*line,
                    Task::new(budget).seed(seed).stop(desk.stop()).telling(&mut Telling::new(desk)),
                )?
                .best)
        })?,
        Seat::Tutor => ask(app, chair, &*game, &tutor::teacher(&*game), |teacher| {
            let seats = sit(table).seats.clone();
            let person = |player: Player| seats.get(player.index()) == Some(&Seat::Person);
            remark = pupil.remark(&*game, &*line, &person, teacher, desk.stop())?;
            if let Some(remark) = &remark {
                desk.tell("remark", remark);
            }
            let seed = derive(seed, line.steps().len() as u64);
            Ok(pupil.reply(&*game, &*line, teacher, seed, desk.stop())?)
        })?,
    };
    let best = best.ok_or_else(|| Refusal::internal(format!("{seat} has no move")))?;
    let mut here = sit(table);
    if here.version != version {
        return Err(changed());
    }
    // Its own job must not stop itself.
    here.thinking = None;
    let frames = here.play(&best)?;
    (here.pupil, here.remark) = (pupil, remark.or(here.remark.take()));
    Ok(frames)
}

/// Tells the rows and ticks of a search as events of its job.
pub struct Telling<'a> {
    /// Where it is told.
    pub desk: &'a Desk<'a>,
    /// Nodes of a growing tree that are told.
    pub branches: usize,
}

impl<'a> Telling<'a> {
    /// Tells all but the tree.
    pub fn new(desk: &'a Desk<'a>) -> Telling<'a> {
        Telling { desk, branches: 0 }
    }
}

impl Progress for Telling<'_> {
    fn row(&mut self, row: &Row) {
        self.desk.tell("row", row);
    }
    fn tick(&mut self, tick: &Tick) {
        self.desk.show("tick", tick);
    }
    fn bounds(&mut self, low: f64, high: f64) {
        self.desk.tell("bounds", &json!({ "low": low, "high": high }));
    }
    fn visits(&mut self, visits: &[(String, u64)]) {
        self.desk.show("visits", &visits);
    }
    fn wanted(&self) -> usize {
        self.branches
    }
    fn tree(&mut self, branches: &[Branch]) {
        self.desk.show("tree", &branches);
    }
    fn proving(&mut self, proving: &Proving) {
        self.desk.show("proving", proving);
    }
}

/// What a hint says.
#[derive(Serialize)]
struct Hint {
    report: Report,
    words: String,
}

/// What a search would play for the person on turn, as a job.
#[utoipa::path(post, path = "/play/{id}/hint", tag = "play", params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = JobView), (status = 409, body = Refusal)))]
async fn hint(
    State(app): State<Shared>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<JobView>, Refusal> {
    let table = app.games.find(&id)?;
    let (game, line) = {
        let here = sit(&table);
        (here.game.clone(), here.line.boxed_clone())
    };
    if line.turn() == Turn::Over {
        return Err(Refusal::conflict("the game is over"));
    }
    let (app_, chair) = (app.clone(), Chair { table: id, seat: None });
    let job = app.jobs.submit(&client, Lane::Waited, format!("a hint for {}", game.spec()), move |desk| {
        let spec = tutor::teacher(&*game);
        let budget = app_.settings.budget(&*game, &spec);
        let report = ask(&app_, chair, &*game, &spec, |player| {
            Ok(player.think(
                &*line,
                Task::new(budget).seed(1).stop(desk.stop()).telling(&mut Telling::new(desk)),
            )?)
        })?;
        let meaning = worth::meaning(&*game, line.turn().view(), report.value, report.proven);
        let best = report.best.clone().unwrap_or_default();
        let words = format!("{best}: {} {meaning}", signed(report.value, 3));
        Ok(serde_json::to_value(Hint { report, words }).unwrap_or_default())
    })?;
    Ok(Json(job.view()))
}

/// A game's record.
#[derive(Serialize, utoipa::ToSchema)]
struct RecordOf {
    /// The record, in the game's own format where it has one.
    record: String,
}

/// The game's record so far.
#[utoipa::path(get, path = "/play/{id}/record", tag = "play", params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = RecordOf), (status = 404, body = Refusal)))]
async fn record_of(State(app): State<Shared>, Path(id): Path<String>) -> Result<Json<RecordOf>, Refusal> {
    let table = app.games.find(&id)?;
    let here = sit(&table);
    let players = here.seats.iter().map(ToString::to_string).collect();
    Ok(Json(RecordOf { record: record::of_line(&*here.game, &*here.line, players)? }))
}

/// A position to look at.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Look {
    /// Where in which game.
    #[schema(schema_with = place_schema)]
    at: Place,
    /// Whether the board is turned by half.
    #[serde(default)]
    turned: bool,
}

/// A position that nobody plays: its picture, moves and text.
#[utoipa::path(post, path = "/show", tag = "play", request_body = Look,
    responses((status = 200, body = Board), (status = 400, body = Refusal)))]
async fn show(State(app): State<Shared>, Body(asked): Body<Look>) -> Result<Json<Board>, Refusal> {
    aside(move || {
        let (game, line) = app.settings.open(&asked.at)?;
        Ok(Json(Board::new(&*line, asked.turned, |payoffs| worth::result(&*game, payoffs))))
    })
    .await
}
