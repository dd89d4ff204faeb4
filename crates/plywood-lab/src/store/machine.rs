//! The circumstances of a run: program, machine, and the load of the machine.

use plywood_core::code;
use serde::{Deserialize, Serialize};

/// The program's version.
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The commit the program was built from, with a mark when files had been changed since. It is for people: a file that
/// was changed later leaves it as it is, so results never hang on it.
pub fn commit() -> &'static str {
    env!("PLYWOOD_COMMIT")
}

/// The identity of the code that plays: a game's with its players, and the referee's.
pub fn code_with(game: String) -> String {
    code::joined(&[game, crate::ROOM.digest()])
}

/// Half a core of background noise is normal.
const NOISE: f64 = 0.5;

/// The machine a run starts on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Operating system and architecture.
    pub system: String,
    /// Processor, where the system tells.
    pub processor: String,
    /// Threads the system offers.
    pub cores: usize,
    /// Processes that wanted a core in the last minute, where the system tells.
    pub load: Option<f64>,
}

impl Machine {
    /// Looks at the machine.
    pub fn look() -> Self {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let processor = read("/proc/cpuinfo").lines().find_map(|line| {
            line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name.to_string())
        });
        Self {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            processor: processor.unwrap_or_else(|| "unknown".to_string()),
            cores: plywood_core::parallel::cores(),
            load: read("/proc/loadavg").split(' ').next().and_then(|load| load.parse().ok()),
        }
    }

    /// Whether this many more busy threads are more than the machine can serve at once; times then mean little.
    pub fn overloaded_by(&self, threads: usize) -> bool {
        self.load.unwrap_or(0.0) + threads as f64 > self.cores as f64 + NOISE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_threads_than_cores_is_too_much() {
        let machine = Machine { load: Some(0.3), cores: 2, ..Machine::look() };
        assert!(!machine.overloaded_by(2));
        assert!(machine.overloaded_by(3));
        assert!(Machine { load: Some(1.0), ..machine }.overloaded_by(2));
    }
}
