//! Ctrl-C for a program under test, once it listens: before that it would end it as it ends any program, which a slow
//! machine must not mistake for a defect.

use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// How long a program may take to begin.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until a program listens and has had so long to work, then interrupts it.
pub fn interrupt(child: &Child, after: Duration) {
    let begun = Instant::now();
    while !listens(child) && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(after);
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Whether a program handles the signal, or is over; where the system does not tell it is taken to.
fn listens(child: &Child) -> bool {
    const INTERRUPT: u64 = 1 << 1;
    let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.id())) else { return true };
    if status.lines().any(|line| line.starts_with("State:") && line.contains('Z')) {
        return true;
    }
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.is_none_or(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & INTERRUPT != 0))
}
