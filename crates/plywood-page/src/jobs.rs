//! Long work: one bounded queue, shared fairly by clients.
//!
//! A job has an id that nobody guesses, an owner, a flag that stops it and a log of events. Clients take turns: whoever
//! has waited longest without a job comes next, however many another has handed in. There are two lanes: what somebody
//! waits for, and long runs, which must not keep the others waiting. A thinking search gives way after a while when
//! others wait, with what it has found by then.
//!
//! Events are kept in the job, not sent: whoever listens reads on where he is, at his own pace, and who comes late
//! reads all from the beginning. Of passing states only the last is kept. Who reads nothing holds nobody up. When the
//! last listener of a job that somebody waits for has left, it is stopped.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{self, KeepAlive};
use plywood_core::Stop;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::Path;
use crate::guard::Client;
use crate::{Refusal, Shared, new_id};

/// Jobs of one client that may wait or run.
const OF_ONE: usize = 16;
/// Jobs of all that may wait.
const OF_ALL: usize = 1000;
/// Events that a job keeps.
const EVENTS: usize = 4096;
/// How long a job that is done is kept.
const KEPT: Duration = Duration::from_secs(15 * 60);
/// Jobs that are kept when they are done.
const REMEMBERED: usize = 2000;
/// How long a search may think at most.
const LONGEST: Duration = Duration::from_secs(30 * 60);
/// How long it may think when others wait.
const SHARE: Duration = Duration::from_secs(10);

/// What kind of work it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Lane {
    /// Somebody waits for it: a search. Ends when nobody listens any more, and gives way to others.
    Waited,
    /// A run that may take hours and is nobody's to stop but its owner's.
    Long,
}

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Others come first.
    Waiting,
    /// It runs.
    Running,
    /// It came to a result.
    Done,
    /// It came to an error.
    Failed,
}

type Work = Box<dyn FnOnce(&Desk) -> Result<Value, Refusal> + Send>;

/// A piece of long work.
pub struct Job {
    /// Its name.
    pub id: String,
    /// What it is, in a few words.
    pub title: String,
    /// Whose it is.
    pub owner: Client,
    /// Its lane.
    pub lane: Lane,
    /// Stops it.
    pub stop: Stop,
    listeners: AtomicUsize,
    version: watch::Sender<u64>,
    state: Mutex<State_>,
}

struct State_ {
    phase: Phase,
    log: Vec<(String, Value)>,
    /// The last passing state of each name, with how many of all there were by then.
    passing: Vec<(u64, String, Value)>,
    result: Option<Value>,
    since: Instant,
}

/// A job as it is told.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct JobView {
    /// Its name in the API.
    pub id: String,
    /// What it is, in a few words.
    pub title: String,
    /// What kind of work it is.
    pub lane: Lane,
    /// How far it is.
    pub phase: Phase,
    /// The last of its passing states.
    #[schema(value_type = Option<Object>)]
    pub progress: Option<Value>,
    /// What it came to: a result, or an error.
    #[schema(value_type = Option<Object>)]
    pub result: Option<Value>,
}

/// What running work sees of its job.
pub struct Desk<'a> {
    job: &'a Job,
}

impl Desk<'_> {
    /// The flag that asks the work to stop.
    pub fn stop(&self) -> &Stop {
        &self.job.stop
    }
    /// Tells an event that everybody shall hear, however late.
    pub fn tell(&self, name: &str, what: &impl Serialize) {
        let what = serde_json::to_value(what).unwrap_or_default();
        self.job.change(|state| {
            if state.log.len() < EVENTS {
                state.log.push((name.to_string(), what));
            }
        });
    }
    /// Tells a passing state, which the next one of its name replaces.
    pub fn show(&self, name: &str, what: &impl Serialize) {
        let what = serde_json::to_value(what).unwrap_or_default();
        self.job.change(|state| {
            let count = state.passing.iter().map(|(count, ..)| *count).max().unwrap_or(0) + 1;
            state.passing.retain(|(_, known, _)| known != name);
            state.passing.push((count, name.to_string(), what));
        });
    }
}

impl Job {
    fn lock(&self) -> MutexGuard<'_, State_> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State_)) {
        change(&mut self.lock());
        self.version.send_modify(|version| *version += 1);
    }

    fn enter(&self, phase: Phase, result: Option<Value>) {
        self.change(|state| (state.phase, state.result, state.since) = (phase, result, Instant::now()));
    }

    /// How far it is.
    pub fn phase(&self) -> Phase {
        self.lock().phase
    }

    /// Whether nothing more will happen.
    pub fn is_over(&self) -> bool {
        matches!(self.phase(), Phase::Done | Phase::Failed)
    }

    /// As it is told.
    pub fn view(&self) -> JobView {
        let state = self.lock();
        JobView {
            id: self.id.clone(),
            title: self.title.clone(),
            lane: self.lane,
            phase: state.phase,
            progress: state.passing.last().map(|(.., what)| what.clone()),
            result: state.result.clone(),
        }
    }

    /// Waits until it is over, for tests and for callers without a stream.
    pub async fn over(&self) {
        let mut version = self.version.subscribe();
        while !self.is_over() && version.changed().await.is_ok() {}
    }

    /// What a listener has not heard yet, and whether that was the last.
    fn news(&self, heard: &mut Heard) -> (Vec<sse::Event>, bool) {
        let event = |name: &str, what: &Value| sse::Event::default().event(name).data(what.to_string());
        let state = self.lock();
        let mut news = Vec::new();
        if heard.phase != Some(state.phase) {
            heard.phase = Some(state.phase);
            if matches!(state.phase, Phase::Waiting | Phase::Running) {
                news.push(event("phase", &serde_json::to_value(state.phase).unwrap_or_default()));
            }
        }
        news.extend(state.log[heard.log..].iter().map(|(name, what)| event(name, what)));
        heard.log = state.log.len();
        let heard_before = heard.passing;
        for (count, name, what) in state.passing.iter().filter(|(count, ..)| *count > heard_before) {
            heard.passing = *count;
            news.push(event(name, what));
        }
        let result = state.result.as_ref().unwrap_or(&Value::Null);
        match state.phase {
            Phase::Done => news.push(event("done", result)),
            Phase::Failed => news.push(event("failed", result)),
            Phase::Waiting | Phase::Running => return (news, false),
        }
        (news, true)
    }
}

#[derive(Default)]
struct Heard {
    phase: Option<Phase>,
    log: usize,
    passing: u64,
}

/// A listener; when the last one leaves a search that somebody waited for, it stops.
struct Listener(Arc<Job>);

impl Listener {
    fn new(job: &Arc<Job>) -> Listener {
        job.listeners.fetch_add(1, Ordering::Relaxed);
        Listener(job.clone())
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if self.0.listeners.fetch_sub(1, Ordering::Relaxed) == 1 && self.0.lane == Lane::Waited {
            self.0.stop.raise();
        }
    }
}

/// Tells a listener everything, at his pace.
async fn follow(listener: Listener, to: mpsc::Sender<Result<sse::Event, Infallible>>) {
    let job = &listener.0;
    let mut version = job.version.subscribe();
    let mut heard = Heard::default();
    loop {
        version.borrow_and_update();
        let (news, last) = job.news(&mut heard);
        for event in news {
            if to.send(Ok(event)).await.is_err() {
                return;
            }
        }
        if last {
            return;
        }
        tokio::select! {
            changed = version.changed() => if changed.is_err() { return },
            () = to.closed() => return,
        }
    }
}

/// Clients that take turns.
#[derive(Default)]
struct Turns {
    order: VecDeque<Client>,
    waiting: HashMap<Client, VecDeque<(Arc<Job>, Work)>>,
}

impl Turns {
    fn push(&mut self, job: Arc<Job>, work: Work) {
        let owner = job.owner.clone();
        let queue = self.waiting.entry(owner.clone()).or_default();
        if queue.is_empty() {
            self.order.push_back(owner);
        }
        queue.push_back((job, work));
    }

    fn pop(&mut self) -> Option<(Arc<Job>, Work)> {
        let owner = self.order.pop_front()?;
        let queue = self.waiting.get_mut(&owner)?;
        let next = queue.pop_front();
        if queue.is_empty() {
            self.waiting.remove(&owner);
        } else {
            self.order.push_back(owner);
        }
        next
    }

    fn len(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }
}

#[derive(Default)]
struct Queue {
    waited: Turns,
    long: Turns,
    jobs: HashMap<String, Arc<Job>>,
    closed: bool,
}

impl Queue {
    fn lane(&mut self, lane: Lane) -> &mut Turns {
        match lane {
            Lane::Waited => &mut self.waited,
            Lane::Long => &mut self.long,
        }
    }

    /// Forgets what is done and old.
    fn tidy(&mut self) {
        let over = |job: &Job| {
            let state = job.lock();
            matches!(state.phase, Phase::Done | Phase::Failed).then_some(state.since)
        };
        self.jobs.retain(|_, job| over(job).is_none_or(|since| since.elapsed() < KEPT));
        let mut done: Vec<(Instant, String)> =
            self.jobs.values().filter_map(|job| Some((over(job)?, job.id.clone()))).collect();
        done.sort();
        let too_many = done.len().saturating_sub(REMEMBERED);
        done.iter().take(too_many).for_each(|(_, id)| drop(self.jobs.remove(id)));
    }
}

/// The queue with its workers.
pub struct Jobs {
    shared: Arc<(Mutex<Queue>, Condvar)>,
}

fn locked(shared: &(Mutex<Queue>, Condvar)) -> MutexGuard<'_, Queue> {
    shared.0.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// A queue with workers: as many searches at a time as there are cores, and half as many long runs.
    pub fn start() -> Jobs {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        let shared = Arc::new((Mutex::new(Queue::default()), Condvar::new()));
        let lanes = (0..cores).map(|_| Lane::Waited).chain((0..cores.div_ceil(2)).map(|_| Lane::Long));
        for lane in lanes {
            let shared = shared.clone();
            thread::spawn(move || work(&shared, lane));
        }
        let watched = shared.clone();
        thread::spawn(move || watch_time(&watched));
        Jobs { shared }
    }

    /// Hands work in.
    pub fn submit(
        &self,
        owner: &Client,
        lane: Lane,
        title: impl Into<String>,
        work: impl FnOnce(&Desk) -> Result<Value, Refusal> + Send + 'static,
    ) -> Result<Arc<Job>, Refusal> {
        let mut queue = locked(&self.shared);
        queue.tidy();
        let own = queue.jobs.values().filter(|job| job.owner == *owner && !job.is_over()).count();
        if own >= OF_ONE {
            return Err(Refusal::busy(format!("{own} jobs of yours wait or run; wait for one, or stop one")));
        }
        if queue.waited.len() + queue.long.len() >= OF_ALL {
            return Err(Refusal::busy("too many jobs wait; try again later"));
        }
        let state = State_ {
            phase: Phase::Waiting,
            log: Vec::new(),
            passing: Vec::new(),
            result: None,
            since: Instant::now(),
        };
        let job = Arc::new(Job {
            id: new_id(),
            title: title.into(),
            owner: owner.clone(),
            lane,
            stop: Stop::new(),
            listeners: AtomicUsize::new(0),
            version: watch::Sender::new(0),
            state: Mutex::new(state),
        });
        queue.jobs.insert(job.id.clone(), job.clone());
        queue.lane(lane).push(job.clone(), Box::new(work));
        drop(queue);
        self.shared.1.notify_all();
        Ok(job)
    }

    /// The job of a name.
    pub fn find(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let found = locked(&self.shared).jobs.get(id).cloned();
        found.ok_or_else(|| {
            Refusal::missing("there is no such job; those that are done are kept for a while only")
        })
    }

    /// The jobs of a client.
    pub fn of(&self, owner: &Client) -> Vec<Arc<Job>> {
        locked(&self.shared).jobs.values().filter(|job| job.owner == *owner).cloned().collect()
    }

    /// A job of a title that waits or runs, whoever's it is.
    pub fn under_way(&self, title: &str) -> Option<Arc<Job>> {
        locked(&self.shared).jobs.values().find(|job| job.title == title && !job.is_over()).cloned()
    }

    /// Stops everything; workers end.
    pub fn close(&self) {
        let mut queue = locked(&self.shared);
        queue.closed = true;
        queue.jobs.values().for_each(|job| job.stop.raise());
        drop(queue);
        self.shared.1.notify_all();
    }
}

/// A worker's life.
fn work(shared: &(Mutex<Queue>, Condvar), lane: Lane) {
    loop {
        let mut queue = locked(shared);
        let (job, work) = loop {
            if queue.closed {
                return;
            }
            match queue.lane(lane).pop() {
                Some(next) => break next,
                None => queue = shared.1.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(queue);
        if job.stop.raised() {
            let refusal = Refusal::conflict("it was stopped before it began");
            job.enter(Phase::Failed, serde_json::to_value(refusal).ok());
            continue;
        }
        job.enter(Phase::Running, None);
        let result = catch_unwind(AssertUnwindSafe(|| work(&Desk { job: &job })));
        let result = result
            .unwrap_or_else(|_| Err(Refusal::internal("the work failed inside; this is a fault of ours")));
        match result {
            Ok(value) => job.enter(Phase::Done, Some(value)),
            Err(refusal) => job.enter(Phase::Failed, serde_json::to_value(refusal).ok()),
        }
    }
}

/// Stops searches that have had their time.
fn watch_time(shared: &(Mutex<Queue>, Condvar)) {
    loop {
        thread::sleep(Duration::from_millis(100));
        let queue = locked(shared);
        if queue.closed {
            return;
        }
        let most = if queue.waited.len() > 0 { SHARE } else { LONGEST };
        for job in queue.jobs.values().filter(|job| job.lane == Lane::Waited) {
            let state = job.lock();
            if state.phase == Phase::Running && state.since.elapsed() > most {
                job.stop.raise();
            }
        }
    }
}

/// The routes of jobs.
pub fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show, stop)).routes(routes!(events))
}

/// The jobs of the client.
#[utoipa::path(get, path = "/jobs", tag = "jobs", responses((status = 200, body = [JobView])))]
async fn list(State(app): State<Shared>, client: Client) -> Json<Vec<JobView>> {
    Json(app.jobs.of(&client).iter().map(|job| job.view()).collect())
}

/// How far a job is, and what it came to.
#[utoipa::path(get, path = "/jobs/{id}", tag = "jobs",
    params(("id" = String, Path, description = "the job")),
    responses((status = 200, body = JobView), (status = 404, body = Refusal)))]
async fn show(State(app): State<Shared>, Path(id): Path<String>) -> Result<Json<JobView>, Refusal> {
    Ok(Json(app.jobs.find(&id)?.view()))
}

/// Stops a job; a search then answers with what it has found.
#[utoipa::path(delete, path = "/jobs/{id}", tag = "jobs",
    params(("id" = String, Path, description = "the job")),
    responses((status = 200, body = JobView), (status = 404, body = Refusal)))]
async fn stop(State(app): State<Shared>, Path(id): Path<String>) -> Result<Json<JobView>, Refusal> {
    let job = app.jobs.find(&id)?;
    job.stop.raise();
    Ok(Json(job.view()))
}

/// The events of a job from its beginning, as server-sent events; `done` or `failed` is the last. Leaving stops a search.
#[utoipa::path(get, path = "/jobs/{id}/events", tag = "jobs",
    params(("id" = String, Path, description = "the job")),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 404, body = Refusal)))]
async fn events(State(app): State<Shared>, Path(id): Path<String>) -> Result<Sse<KeepAliveStream>, Refusal> {
    let job = app.jobs.find(&id)?;
    let (to, from) = mpsc::channel(16);
    tokio::spawn(follow(Listener::new(&job), to));
    Ok(Sse::new(ReceiverStream::new(from)).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

type KeepAliveStream = sse::KeepAliveStream<ReceiverStream<Result<sse::Event, Infallible>>>;
