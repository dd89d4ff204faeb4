//! The screen `billiards`: a table to aim at. A frame is a game as any other that is played ([`crate::play`]); here is
//! what a person with a cue wants besides: where the balls lie, where they would go, how likely that succeeds, and how
//! they went (PickPocket thesis, sections 2.3 and 3.1).

use std::sync::Mutex;

use axum::Json;
use axum::extract::State;
use plywood_billiards::game::record::{FrameRecord, Seen};
use plywood_billiards::game::rules::{Call, CueBall, GameState, Ruling, Stage, Stroke, StrokeError};
use plywood_billiards::game::{Billiards, Executor, Position};
use plywood_billiards::physics::shot::Shot;
use plywood_billiards::physics::{Arena, Motion, Trace, in_words};
use plywood_billiards::picture;
use plywood_billiards::players::pickpocket;
use plywood_billiards::table::layout::{CUE_BALL, Layout};
use plywood_billiards::vector::Vec2;
use plywood_core::Notation;
use plywood_core::files::confined;
use plywood_core::picture::Theme;
use plywood_core::random::{derive, seeded};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{Body, Path};
use crate::guard::Client;
use crate::jobs::{JobView, Lane};
use crate::play::{Seat, Table, View, sit};
use crate::{Refusal, Shared, aside};

/// Shots with errors by which a stroke is judged, and how many of them are drawn.
const SAMPLES: u64 = 200;
const DRAWN: usize = 16;
/// Seconds between two places of a ball on its way.
const STEP: f64 = 0.02;

/// The routes.
pub fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(look))
        .routes(routes!(predict))
        .routes(routes!(roll))
        .routes(routes!(map))
        .routes(routes!(replay))
}

/// A ball on the table.
#[derive(Serialize, utoipa::ToSchema)]
struct BallView {
    /// Its number; the cue ball is 0.
    ball: u8,
    /// Metres across the table.
    x: f64,
    /// Metres along the table.
    y: f64,
    /// Its colour.
    colour: &'static str,
    /// Whether it has a stripe.
    striped: bool,
}

/// A pocket.
#[derive(Serialize, utoipa::ToSchema)]
struct PocketView {
    /// Its name in a call.
    name: String,
    /// Metres across the table.
    x: f64,
    /// Metres along the table.
    y: f64,
}

/// A table with its balls.
#[derive(Serialize, utoipa::ToSchema)]
struct TableView {
    /// The empty table.
    svg: String,
    /// The picture's width.
    width: f64,
    /// The picture's height.
    height: f64,
    /// Where the corner of the cloth is in the picture: along, across.
    origin: (f64, f64),
    /// The length of a metre in the picture.
    scale: f64,
    /// The radius of a ball in metres.
    radius: f64,
    /// Metres across and along.
    size: (f64, f64),
    balls: Vec<BallView>,
    pockets: Vec<PocketView>,
    /// Where the cue ball may be put: `table` (nowhere), `hand` or `head`.
    cue_ball: &'static str,
    /// A place where it may be put, where it is in hand: across, along.
    place: Option<(f64, f64)>,
    /// `break`, `play` or `over`.
    stage: &'static str,
    /// Metres a second at most.
    fastest: f64,
    /// Degrees of elevation at most.
    steepest: f64,
    /// The state as text.
    state: String,
    /// Shots so far.
    shots: usize,
    /// The referee's ruling on the last one.
    ruling: Option<String>,
}

/// The frame at a table: the typed game, the state, and the shots so far.
fn frame(table: &Mutex<Table>) -> Result<(Billiards, GameState, Vec<Seen>), Refusal> {
    let mut table = sit(table);
    let Table { game, line, shots, .. } = &mut *table;
    let line = line.typed::<Billiards>();
    let line =
        line.ok_or_else(|| Refusal::bad(format!("{} is not played on a table with pockets", game.spec())))?;
    let state = line.position().state().ok_or_else(|| Refusal::conflict("the balls are not racked yet"))?;
    Ok((line.game().clone(), *state, shots.of(line).to_vec()))
}

/// The table of a frame that is being played.
#[utoipa::path(get, path = "/billiards/{id}", tag = "billiards", params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = TableView), (status = 400, body = Refusal)))]
async fn look(State(app): State<Shared>, Path(id): Path<String>) -> Result<Json<TableView>, Refusal> {
    aside(move || {
        let (game, state, shots) = frame(&*app.games.find(&id)?)?;
        Ok(Json(view(&game, &state, &shots)))
    })
    .await
}

fn view(game: &Billiards, state: &GameState, shots: &[Seen]) -> TableView {
    let arena = &*game.arena;
    let empty = picture::layout(arena, &Layout::EMPTY);
    let paints = picture::paints(arena, &state.layout);
    let snooker = state.layout.objects().iter().any(|ball| ball > 15);
    let balls = state.layout.iter().zip(paints).map(|((ball, at), (_, paint))| BallView {
        ball,
        x: at.x,
        y: at.y,
        colour: paint.light(),
        striped: (9..=15).contains(&ball) && !snooker,
    });
    let pockets = arena.outline.holes.iter().map(|hole| PocketView {
        name: hole.name.clone(),
        x: hole.centre.x,
        y: hole.centre.y,
    });
    TableView {
        width: empty.width,
        height: empty.height,
        svg: empty.svg(Theme::Page),
        origin: picture::point(arena, Vec2::ZERO),
        scale: picture::SCALE,
        radius: arena.table.ball.radius,
        size: (arena.table.width, arena.table.length),
        balls: balls.collect(),
        pockets: pockets.collect(),
        cue_ball: match state.cue_ball {
            CueBall::Table => "table",
            CueBall::Hand => "hand",
            CueBall::Head => "head",
        },
        place: free_place(arena, state).map(|at| (at.x, at.y)),
        stage: match state.stage {
            Stage::Break => "break",
            Stage::Play => "play",
            Stage::Over { .. } => "over",
        },
        fastest: arena.table.cue.fastest,
        steepest: arena.table.cue.steepest,
        state: game.write_position(&Position::Ready(*state)),
        shots: shots.len(),
        ruling: shots.last().map(|shot| shot.ruling.clone()),
    }
}

/// A place for a cue ball in hand: where it lies, else the free one nearest to the head spot.
fn free_place(arena: &Arena, state: &GameState) -> Option<Vec2> {
    const GRID: usize = 60;
    let table = &arena.table;
    let head = table.head_spot();
    let part = |place: usize, of: f64| of * (place as f64 + 0.5) / GRID as f64;
    let grid = (0..GRID * GRID)
        .map(|cell| Vec2::new(part(cell % GRID, table.width), part(cell / GRID, table.length)));
    let far = |at: &Vec2| (at.x - head.x).hypot(at.y - head.y);
    let known = state.layout.get(CUE_BALL).into_iter().chain([head]);
    let fits = |at: &Vec2| state.may_place(table, *at);
    known.into_iter().find(fits).or_else(|| grid.filter(fits).min_by(|a, b| far(a).total_cmp(&far(b))))
}

/// A stroke to try.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Aim {
    /// The stroke, such as `phi=90/theta=5/v=2.5/a=0/b=0/call=3:rt`, with `place=x:y` where the cue ball is in hand.
    stroke: String,
}

/// The way of a ball.
#[derive(Serialize, utoipa::ToSchema)]
struct Way {
    /// The ball.
    ball: u8,
    /// Seconds, metres across, metres along.
    points: Vec<(f64, f64, f64)>,
    /// Whether it ends in a pocket.
    pocketed: bool,
}

/// The outcome of a stroke.
#[derive(Serialize, utoipa::ToSchema)]
struct Prediction {
    /// The ways of the balls if the cue does what is meant.
    ways: Vec<Way>,
    /// The ways of some shots with errors.
    errors: Vec<Vec<Way>>,
    /// How many of the shots with errors succeed: no foul, and for all but a safety the shooter goes on or wins.
    success: f64,
    /// Shots that were tried.
    samples: u64,
    /// The referee's ruling if the cue did exactly what is intended.
    ruling: String,
    /// Why the stroke cannot be made as the balls lie, where it cannot: nothing else is told then.
    impossible: Option<String>,
}

impl Prediction {
    fn impossible(why: &StrokeError) -> Prediction {
        let (ways, errors, ruling) = (Vec::new(), Vec::new(), String::new());
        Prediction { ways, errors, success: 0.0, samples: 0, ruling, impossible: Some(why.to_string()) }
    }
}

/// Where the balls would go: without error, with errors, and how often that succeeds; or why the stroke cannot be made.
#[utoipa::path(post, path = "/billiards/{id}/predict", tag = "billiards",
    params(("id" = String, Path, description = "the game")), request_body = Aim,
    responses((status = 200, body = Prediction), (status = 400, body = Refusal)))]
async fn predict(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Body(aim): Body<Aim>,
) -> Result<Json<Prediction>, Refusal> {
    aside(move || {
        let (game, state, _) = frame(&*app.games.find(&id)?)?;
        let arena = &*game.arena;
        let bad = |error: &dyn std::fmt::Display| Refusal::bad(error.to_string());
        let stroke = Stroke::parse(&aim.stroke, arena).map_err(|error| bad(&error))?;
        match stroke.check(arena, &state) {
            Ok(_) => {}
            // What no table allows is refused; what only these balls forbid is an answer.
            Err(error @ StrokeError::Shot(_)) => return Err(bad(&error)),
            Err(error) => return Ok(Json(Prediction::impossible(&error))),
        }
        let mut executor = Executor::new(arena);
        let mut played = |made: &Shot| {
            let mut trace = Trace::default();
            let ruling = executor.play_watched(&state, &stroke, made, &mut trace);
            Ok::<_, Refusal>((ruling.map_err(|error| bad(&error))?, trace))
        };
        let (ruling, meant) = played(&stroke.shot)?;
        let (mut good, mut errors) = (0, Vec::new());
        for sample in 0..SAMPLES {
            let mut rng = seeded(derive(1, sample));
            let (ruled, trace) = played(&game.errors.perturb(&stroke.shot, &arena.table, &mut rng))?;
            good += u64::from(succeeds(&ruled, stroke.call));
            if errors.len() < DRAWN {
                errors.push(ways(&trace));
            }
        }
        let ways = ways(&meant);
        let success = good as f64 / SAMPLES as f64;
        let ruling = ruling.sentence(arena);
        Ok(Json(Prediction { ways, errors, success, samples: SAMPLES, ruling, impossible: None }))
    })
    .await
}

/// Whether a shot came to what it was meant for.
fn succeeds(ruling: &Ruling, call: Call) -> bool {
    let goes_on = match ruling.next.stage {
        Stage::Over { winner } => winner == ruling.shooter,
        _ => ruling.next.turn == ruling.shooter || call == Call::Safety,
    };
    ruling.fouls.is_empty() && goes_on
}

/// The ways of the balls of a shot.
fn ways(trace: &Trace) -> Vec<Way> {
    let end = trace.duration();
    let ways = trace.balls().filter_map(|(ball, phases)| {
        let mut points: Vec<(f64, f64, f64)> = Vec::new();
        for (place, phase) in phases.iter().enumerate() {
            let until = phases.get(place + 1).map_or(phase.end.min(end), |next| next.start);
            let at = |time: f64| {
                let place = phase.position(time);
                (rounded(time), rounded(place.x), rounded(place.y))
            };
            points.push(at(phase.start));
            if phase.state.motion.travels() {
                let steps = ((until - phase.start) / STEP) as usize;
                points.extend((1..=steps).map(|step| at(phase.start + STEP * step as f64)));
                points.push(at(until));
            }
        }
        let moved = points.iter().any(|point| (point.1, point.2) != (points[0].1, points[0].2));
        let pocketed = phases.last().is_some_and(|phase| phase.state.motion == Motion::Pocketed);
        (moved || ball == CUE_BALL).then_some(Way { ball, points, pocketed })
    });
    ways.collect()
}

/// To a tenth of a millimetre, or of a millisecond: more than a screen shows.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// A shot that was made.
#[derive(Serialize, utoipa::ToSchema)]
struct Roll {
    /// Which shot, from 1.
    shot: usize,
    /// Who made it, from 1.
    player: u8,
    /// Where the balls lay, with the cue ball in its place.
    before: Vec<(u8, f64, f64)>,
    /// The announced stroke.
    stroke: String,
    /// The ways of the balls.
    ways: Vec<Way>,
    /// The events: seconds, and words.
    events: Vec<(f64, String)>,
    /// Seconds.
    duration: f64,
    /// The referee's ruling.
    ruling: String,
}

/// How the balls went in a shot of the frame.
#[utoipa::path(get, path = "/billiards/{id}/roll/{shot}", tag = "billiards",
    params(("id" = String, Path, description = "the game"), ("shot" = usize, Path, description = "which shot, from 1")),
    responses((status = 200, body = Roll), (status = 404, body = Refusal)))]
async fn roll(
    State(app): State<Shared>,
    Path((id, shot)): Path<(String, usize)>,
) -> Result<Json<Roll>, Refusal> {
    aside(move || {
        let (game, _, shots) = frame(&*app.games.find(&id)?)?;
        let seen = shot.checked_sub(1).and_then(|place| shots.get(place));
        let seen =
            seen.ok_or_else(|| Refusal::missing(format!("the frame has {} shots so far", shots.len())))?;
        let arena = &*game.arena;
        let bad = |error: StrokeError| Refusal::bad(error.to_string());
        let before = seen.stroke.placed(arena, &seen.before).map_err(bad)?;
        let mut trace = Trace::default();
        Executor::new(arena).play_watched(&seen.before, &seen.stroke, &seen.made, &mut trace).map_err(bad)?;
        Ok(Json(Roll {
            shot,
            player: seen.player,
            before: before.iter().map(|(ball, at)| (ball, at.x, at.y)).collect(),
            stroke: seen.stroke.text(arena),
            duration: trace.duration(),
            events: trace.events.iter().map(|event| (rounded(event.time), in_words(arena, event))).collect(),
            ways: ways(&trace),
            ruling: seen.ruling.clone(),
        }))
    })
    .await
}

/// How likely the best shot is from everywhere.
#[derive(Serialize)]
struct MapView {
    columns: usize,
    rows: usize,
    /// The edge of a cell in metres: across, along.
    edge: (f64, f64),
    /// Row by row; nothing where the cue ball may not be put.
    cells: Vec<Option<f64>>,
    /// The best places: across, along, chance.
    tops: Vec<(f64, f64, f64)>,
}

/// The map of shot quality over the table as if the cue ball were in hand, as a job: `columns`, `rows`, `edge`, `cells`
/// and the best places `tops`.
#[utoipa::path(post, path = "/billiards/{id}/map", tag = "billiards",
    params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = JobView), (status = 409, body = Refusal)))]
async fn map(
    State(app): State<Shared>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<JobView>, Refusal> {
    let (game, state, _) = frame(&*app.games.find(&id)?)?;
    if state.stage != Stage::Play {
        return Err(Refusal::conflict("there is a map between the break and the end"));
    }
    let job = app.jobs.submit(&client, Lane::Waited, "a map of shot quality", move |_| {
        let player = pickpocket::PickPocket::new(&game, pickpocket::Settings::default())?;
        let map = player.map(&game, &state);
        let tops = map.hills(5, 1).into_iter().map(|cell| {
            let at = map.middle(cell);
            (at.x, at.y, map.cells[cell].unwrap_or(0.0))
        });
        let view = MapView {
            tops: tops.collect(),
            columns: map.columns,
            rows: map.rows,
            edge: (map.edge.x, map.edge.y),
            cells: map.cells.clone(),
        };
        Ok(serde_json::to_value(view).unwrap_or_default())
    })?;
    Ok(Json(job.view()))
}

/// A stored frame.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Stored {
    /// What `plywood lab show RUN --frame N --record FILE` wrote.
    #[schema(value_type = Object)]
    record: serde_json::Value,
}

/// Opens a stored frame as a game to look at, shot by shot.
#[utoipa::path(post, path = "/billiards/replay", tag = "billiards", request_body = Stored,
    responses((status = 200, body = View), (status = 400, body = Refusal)))]
async fn replay(
    State(app): State<Shared>,
    client: Client,
    Body(stored): Body<Stored>,
) -> Result<Json<View>, Refusal> {
    aside(move || {
        let record: FrameRecord = serde_json::from_value(stored.record)
            .map_err(|error| Refusal::bad(format!("this is not the record of a frame: {error}")))?;
        if record.table.is_some() {
            return Err(Refusal::bad("the frame was played on a table of its own, which is not shown here"));
        }
        confined(&app.settings.data, || record.line(usize::MAX))?;
        let game = app.settings.game(&record.played.game)?;
        let mut line = match record.played.start.is_empty() {
            true => game.start(),
            false => game.read(&record.played.start)?,
        };
        record.played.steps.iter().try_for_each(|step| line.step(step))?;
        let seats = vec![Seat::Person; game.nature().players];
        let (id, table) = app.games.add(Table::new(&client, game.into(), line, seats, 1));
        Ok(Json(View::new(&id, &sit(&table), Vec::new())))
    })
    .await
}
