//! A piece of long work: its state, its events, and its listeners.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::response::sse;
use plywood_core::Stop;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::{mpsc, watch};

use crate::guard::Client;
use crate::new_id;

/// Events that a job keeps.
const EVENTS: usize = 4096;
/// The kind of work.
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

/// A piece of long work.
pub struct Job {
    /// Its name.
    pub id: String,
    /// A description in a few words.
    pub title: String,
    /// Whose it is.
    pub owner: Client,
    /// Its lane.
    pub lane: Lane,
    /// Stops it.
    pub stop: Stop,
    listeners: AtomicUsize,
    version: watch::Sender<u64>,
    told: Mutex<Told>,
}

struct Told {
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
    /// A description in a few words.
    pub title: String,
    /// The kind of work.
    pub lane: Lane,
    /// How far it is.
    pub phase: Phase,
    /// The last of its passing states.
    #[schema(value_type = Option<Object>)]
    pub progress: Option<Value>,
    /// Its outcome: a result, or an error.
    #[schema(value_type = Option<Object>)]
    pub result: Option<Value>,
}

/// The view that running work has of its job.
pub struct Desk<'a> {
    pub(super) job: &'a Job,
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
    /// A job that waits.
    pub(super) fn new(owner: &Client, lane: Lane, title: String) -> Job {
        let told = Told {
            phase: Phase::Waiting,
            log: Vec::new(),
            passing: Vec::new(),
            result: None,
            since: Instant::now(),
        };
        Job {
            id: new_id(),
            title,
            owner: owner.clone(),
            lane,
            stop: Stop::new(),
            listeners: AtomicUsize::new(0),
            version: watch::Sender::new(0),
            told: Mutex::new(told),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Told)) {
        change(&mut self.lock());
        self.version.send_modify(|version| *version += 1);
    }

    pub(super) fn enter(&self, phase: Phase, result: Option<Value>) {
        self.change(|state| (state.phase, state.result, state.since) = (phase, result, Instant::now()));
    }

    /// How far it is, and since when.
    pub(super) fn since(&self) -> (Phase, Instant) {
        let told = self.lock();
        (told.phase, told.since)
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

    /// The events that a listener has not heard yet, and whether these were the last.
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
pub(super) struct Listener(Arc<Job>);

impl Listener {
    pub(super) fn new(job: &Arc<Job>) -> Listener {
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

/// Tells a listener everything, at the listener's pace.
pub(super) async fn follow(listener: Listener, to: mpsc::Sender<Result<sse::Event, Infallible>>) {
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
