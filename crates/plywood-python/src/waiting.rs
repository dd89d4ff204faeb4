//! Waiting for other threads with the interpreter's lock released, and with an eye on Ctrl-C.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use plywood::Stop;
use pyo3::prelude::*;

use crate::trouble::{Trouble, guarded};

/// How often a waiting thread looks for signals.
const LOOK: Duration = Duration::from_millis(40);

/// A receiver that is lent to a waiting thread; it stays with one thread at a time.
struct Lent<'a, T>(&'a mut Receiver<T>);

impl<T: Send> Lent<'_, T> {
    fn wait(&mut self, py: Python<'_>) -> Result<T, RecvTimeoutError> {
        py.detach(move || self.0.recv_timeout(LOOK))
    }
    fn drain(&mut self, py: Python<'_>) {
        py.detach(move || while self.0.recv().is_ok() {});
    }
}

/// The next message; none when no sender is left. A signal whose handler raises, such as that of Ctrl-C, raises the flag,
/// and is the error once the senders are gone.
pub fn receive<T: Send>(py: Python<'_>, receiver: &mut Receiver<T>, stop: &Stop) -> PyResult<Option<T>> {
    let mut lent = Lent(receiver);
    loop {
        match lent.wait(py) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(interrupt) = py.check_signals() {
            stop.raise();
            lent.drain(py);
            return Err(interrupt);
        }
    }
}

/// Searches that run without anybody waiting for them.
static RUNNING: Mutex<Vec<(Stop, JoinHandle<()>)>> = Mutex::new(Vec::new());
/// How long the interpreter's end waits for them.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs something on a thread of its own that the interpreter's end stops: a game in Python cannot be asked after it.
pub fn run_apart(stop: &Stop, work: impl FnOnce() + Send + 'static) {
    let mut running = RUNNING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    running.retain(|(_, thread)| !thread.is_finished());
    running.push((stop.clone(), std::thread::spawn(work)));
}

/// Stops whatever still runs; the module asks for it at the interpreter's end.
#[pyfunction]
pub fn stop_searches(py: Python<'_>) {
    let running = std::mem::take(&mut *RUNNING.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
    running.iter().for_each(|(stop, _)| stop.raise());
    let begun = Instant::now();
    py.detach(|| {
        while begun.elapsed() < PATIENCE && running.iter().any(|(_, thread)| !thread.is_finished()) {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
}

/// A message of a thread: news, and at last its result.
enum Said<N, T> {
    News(N),
    Done(PyResult<T>),
}

/// How the thread tells its news.
pub type Tell<'a, N> = &'a mut dyn FnMut(N);

/// Does something long on a thread of its own and hears its news here; `stop` is raised at Ctrl-C, or where hearing fails.
pub fn hearing<N: Send, T: Send>(
    py: Python<'_>,
    trouble: Option<&Trouble>,
    stop: &Stop,
    mut hear: impl FnMut(N) -> PyResult<()>,
    work: impl FnOnce(Tell<N>) -> T + Send,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (sender, mut receiver) = channel();
        scope.spawn(move || speak(sender, trouble, work));
        loop {
            match receive(py, &mut receiver, stop)? {
                Some(Said::News(news)) => {
                    if let Err(raised) = hear(news) {
                        stop.raise();
                        Lent(&mut receiver).drain(py);
                        return Err(raised);
                    }
                }
                Some(Said::Done(done)) => return done,
                None => unreachable!("the thread says what it came to before it ends"),
            }
        }
    })
}

fn speak<N, T>(sender: Sender<Said<N, T>>, trouble: Option<&Trouble>, work: impl FnOnce(Tell<N>) -> T) {
    // Nobody listens any more after an interrupt.
    let done = guarded(trouble, || {
        work(&mut |news| {
            let _ = sender.send(Said::News(news));
        })
    });
    let _ = sender.send(Said::Done(done));
}

/// The same without news.
pub fn aside<T: Send>(
    py: Python<'_>,
    trouble: Option<&Trouble>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    hearing(py, trouble, stop, |()| Ok(()), |_: Tell<()>| work())
}
