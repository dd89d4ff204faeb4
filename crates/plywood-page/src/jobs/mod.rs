//! Long work: one bounded queue, shared fairly by clients.
//!
//! A job has an id that cannot be guessed, an owner, a flag that stops it and a log of events. Clients take
//! turns: the client that has waited longest without a job comes next, however many jobs another has
//! submitted. There are two lanes: jobs that somebody waits for, and long runs, which must not delay the
//! others. A thinking search ends early when others wait for a while, with the answer found by then.
//!
//! Events are kept in the job, not sent: every listener reads on from their own place at their own pace, and
//! a late listener reads all from the beginning. Of passing states only the last is kept. A listener who
//! reads nothing holds nobody up. A job that somebody waits for stops when its last listener has left.

mod job;

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{self, KeepAlive};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::Path;
use crate::guard::Client;
use crate::{Refusal, Shared};

pub use job::{Desk, Job, JobView, Lane, Phase};
use job::{Listener, follow};

/// Jobs of one client that may wait or run.
const OF_ONE: usize = 16;
/// Jobs of all that may wait.
const OF_ALL: usize = 1000;
/// How long a job that is done is kept.
const KEPT: Duration = Duration::from_secs(15 * 60);
/// Jobs of one client and of all that are kept when they are done: a result may have pictures in it.
const KEPT_OF_ONE: usize = 32;
const KEPT_OF_ALL: usize = 600;
/// How long a search may think at most.
const LONGEST: Duration = Duration::from_secs(30 * 60);
/// How long it may think when others wait.
const SHARE: Duration = Duration::from_secs(10);

type Work = Box<dyn FnOnce(&Desk) -> Result<Value, Refusal> + Send>;

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

    /// Forgets what is done and old, and of each client and of all but the latest.
    fn tidy(&mut self) {
        let over = |job: &Job| {
            let (phase, since) = job.since();
            matches!(phase, Phase::Done | Phase::Failed).then_some(since)
        };
        let mut done: Vec<(Instant, Client, String)> = self
            .jobs
            .values()
            .filter_map(|job| Some((over(job)?, job.owner.clone(), job.id.clone())))
            .collect();
        done.sort_by_key(|(since, ..)| std::cmp::Reverse(*since));
        let mut of_each: HashMap<Client, usize> = HashMap::new();
        for (place, (since, owner, id)) in done.into_iter().enumerate() {
            let own = of_each.entry(owner).or_default();
            *own += 1;
            if since.elapsed() > KEPT || *own > KEPT_OF_ONE || place >= KEPT_OF_ALL {
                self.jobs.remove(&id);
            }
        }
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
        let job = Arc::new(Job::new(owner, lane, title.into()));
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

    /// A job of a title that waits or runs, of any owner.
    pub fn under_way(&self, title: &str) -> Option<Arc<Job>> {
        self.latest(title).filter(|job| !job.is_over())
    }

    /// The job of a title that waits or runs, else the one that ended last: who comes late hears its end from it.
    pub fn latest(&self, title: &str) -> Option<Arc<Job>> {
        let queue = locked(&self.shared);
        let named = queue.jobs.values().filter(|job| job.title == title);
        named.max_by_key(|job| (!job.is_over(), job.since().1)).cloned()
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
            let (phase, since) = job.since();
            if phase == Phase::Running && since.elapsed() > most {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn client(name: &str) -> Client {
        Client(name.to_string())
    }

    #[test]
    fn clients_take_turns() {
        let mut turns = Turns::default();
        for (owner, title) in [("a", "1"), ("a", "2"), ("a", "3"), ("b", "4"), ("c", "5"), ("b", "6")] {
            let job = Arc::new(Job::new(&client(owner), Lane::Waited, title.to_string()));
            turns.push(job, Box::new(|_| Ok(Value::Null)));
        }
        assert_eq!(turns.len(), 6);
        let order: Vec<String> =
            std::iter::from_fn(|| turns.pop()).map(|(job, _)| job.title.clone()).collect();
        assert_eq!(order, ["1", "4", "5", "2", "6", "3"]);
        assert!(turns.len() == 0 && turns.order.is_empty());
    }

    #[tokio::test]
    async fn a_job_tells_all_to_who_comes_late_and_survives_a_panic() {
        let jobs = Jobs::start();
        let told = jobs.submit(&client("a"), Lane::Waited, "tells", |desk| {
            desk.tell("one", &1);
            desk.show("state", &2);
            desk.show("state", &3);
            Ok(Value::from(4))
        });
        let told = told.unwrap();
        told.over().await;
        let (to, mut from) = mpsc::channel(16);
        follow(Listener::new(&told), to).await;
        let mut heard = Vec::new();
        while let Some(event) = from.recv().await {
            heard.push(format!("{event:?}"));
        }
        assert_eq!(heard.len(), 3, "one event, the last state, the result: {heard:?}");
        let broken =
            jobs.submit(&client("a"), Lane::Waited, "breaks", |_| panic!("as the test wants")).unwrap();
        broken.over().await;
        assert_eq!(broken.phase(), Phase::Failed);
        let after = jobs.submit(&client("a"), Lane::Waited, "goes on", |_| Ok(Value::Null)).unwrap();
        after.over().await;
        assert_eq!(after.phase(), Phase::Done, "the worker is still there");
        assert!(jobs.under_way("goes on").is_none());
        assert_eq!(jobs.latest("goes on").unwrap().id, after.id, "its end can still be heard");
        let again = jobs.submit(&client("b"), Lane::Waited, "goes on", |_| Ok(Value::from(2))).unwrap();
        again.over().await;
        assert_eq!(jobs.latest("goes on").unwrap().id, again.id);
        jobs.close();
    }
}
