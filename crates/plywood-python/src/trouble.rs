//! Errors as Python exceptions.
//!
//! Rules cannot fail in a search: a game's methods have no errors to return. A game written in Python can
//! fail, so its exception is kept in its [`Trouble`] and the search unwinds to its caller, which raises the
//! exception again.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The exception, by the name that it has in Python: it is found by that when it comes from another process.
mod named {
    use pyo3::exceptions::PyValueError;

    pyo3::create_exception!(
        plywood,
        Error,
        PyValueError,
        "What was wrong with an input, and what would be right."
    );
}
pub use named::Error as PlywoodError;

/// Any error of ours as `plywood.Error`.
pub fn error(error: impl std::fmt::Display) -> PyErr {
    PlywoodError::new_err(error.to_string())
}

/// Troubles that nobody has taken yet: while there are some, unwinding threads have nothing to say.
static PENDING: AtomicUsize = AtomicUsize::new(0);

/// Keeps threads quiet that unwind because a Python game raised: the exception says it all.
pub fn quiet() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if PENDING.load(Ordering::Relaxed) == 0 {
            before(info);
        }
    }));
}

/// The exception of a game that is written in Python.
#[derive(Default)]
pub struct Trouble {
    raised: AtomicBool,
    first: Mutex<Option<PyErr>>,
}

impl Trouble {
    /// Keeps an exception, the first one of all, and unwinds.
    pub fn raise(&self, raised: PyErr) -> ! {
        let mut first = self.first.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if first.is_none() {
            *first = Some(raised);
            self.raised.store(true, Ordering::Relaxed);
            PENDING.fetch_add(1, Ordering::Relaxed);
        }
        drop(first);
        resume_unwind(Box::new("a game in Python raised an exception"))
    }

    /// Unwinds where an exception waits to be taken: other threads of the same search need not go on.
    pub fn check(&self) {
        if self.raised.load(Ordering::Relaxed) {
            resume_unwind(Box::new("a game in Python raised an exception"));
        }
    }

    /// Takes the exception, if there is one.
    pub fn take(&self) -> Option<PyErr> {
        let taken = self.first.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        if taken.is_some() {
            self.raised.store(false, Ordering::Relaxed);
            PENDING.fetch_sub(1, Ordering::Relaxed);
        }
        taken
    }
}

/// Does something with a game that may be written in Python; what it raises meanwhile is the error, as is a panic.
pub fn guarded<T>(trouble: Option<&Trouble>, work: impl FnOnce() -> T) -> PyResult<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    match (trouble.and_then(Trouble::take), done) {
        (Some(raised), _) => Err(raised),
        (None, Ok(value)) => Ok(value),
        (None, Err(payload)) => {
            Err(PyRuntimeError::new_err(format!("plywood panicked: {}", message(&*payload))))
        }
    }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message")
}
