//! The program and its output; and programs that are ended after an amount of work, however busy the machine
//! is.

use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_plywood");
/// How long a program may stand still: only a broken one meets this.
const PATIENCE: Duration = Duration::from_secs(600);
const PAUSE: Duration = Duration::from_millis(5);

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    command
}

pub fn plywood(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program runs")
}

pub fn said(arguments: &[&str]) -> String {
    let output = plywood(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(arguments)).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

/// The refusal, which comes with exit code 2 and nothing on standard output.
pub fn refused(arguments: &[&str]) -> String {
    let output = plywood(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stdout));
    assert!(output.stdout.is_empty(), "{arguments:?} prints nothing but the refusal");
    String::from_utf8(output.stderr).expect("text")
}

/// What `/proc` says of a program in one of its files; none where it is over, or where the system does not say.
fn told(child: &Child, file: &str) -> Option<String> {
    std::fs::read_to_string(format!("/proc/{}/{file}", child.id())).ok()
}

/// Processor time that a program has used.
fn used(child: &Child) -> Option<Duration> {
    // After the name, which may have spaces in it, the twelfth and thirteenth field: hundredths of a second.
    let stat = told(child, "stat")?;
    let fields = stat.rsplit_once(") ")?.1.split(' ').skip(11);
    let ticks: u64 = fields.take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(10 * ticks))
}

/// Waits until a program has used an amount of processor time or is over: on a busy machine a second of the
/// clock may be none of work. Whether it still runs.
pub fn works(child: &mut Child, work: Duration) -> bool {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if used(child).unwrap_or(begun.elapsed()) >= work {
            return true;
        }
        assert!(begun.elapsed() < PATIENCE, "it does nothing");
        std::thread::sleep(PAUSE);
    }
    false
}

/// Kills a program that has used an amount of processor time; whether it still ran.
pub fn killed(mut child: Child, after: Duration) -> bool {
    let running = works(&mut child, after);
    child.kill().unwrap();
    child.wait().unwrap();
    running
}

/// The processor time that a program uses from its beginning to its end, which must be a good one.
pub fn work_of(mut child: Child) -> Duration {
    let mut work = Duration::ZERO;
    while child.try_wait().unwrap().is_none() {
        work = used(&child).unwrap_or(work);
        std::thread::sleep(PAUSE);
    }
    assert!(child.wait().unwrap().success());
    work
}

/// What a program says, which must come to its end.
pub fn ended(mut child: Child) -> Output {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(PAUSE);
    }
    child.wait_with_output().unwrap()
}

/// Ctrl-C for a program that has worked for a while, once it listens: before that it would end it as it ends any program.
#[cfg(unix)]
pub fn interrupt(child: &mut Child, after: Duration) {
    while works(child, Duration::ZERO) && !listens(child) {
        std::thread::sleep(PAUSE);
    }
    if works(child, used(child).unwrap_or_default() + after) {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

/// Whether a program handles the signal; where the system does not tell it is taken to.
#[cfg(unix)]
fn listens(child: &Child) -> bool {
    const INTERRUPT: u64 = 1 << 1;
    let Some(status) = told(child, "status") else { return true };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.is_none_or(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & INTERRUPT != 0))
}
