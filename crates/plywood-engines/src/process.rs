//! A process that reads and writes lines, with a deadline for every answer.
//!
//! Threads of their own read its output and write its input, so that neither a silent program nor one that
//! does not read can block anybody. A program that writes without end fills a short queue and then waits.
//! When the process is dropped, it is ended and reaped together with the processes that it started.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plywood_core::{Error, ErrorKind, Stop};

/// Lines that are kept until somebody hears them.
const QUEUE: usize = 256;
/// Bytes of a line; what is longer is cut into several.
const LONGEST: u64 = 1 << 16;
/// How often a wait looks whether it has to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// A running program.
pub struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
    /// Its last line on standard error.
    last_words: Arc<Mutex<String>>,
}

impl Process {
    /// Starts a program; the command's first word is its name.
    pub fn start(program: &Path, command: &[String]) -> Result<Process, Error> {
        let mut start = Command::new(program);
        start.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C is for us, and what it starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut child = start
            .spawn()
            .map_err(|error| Error::new(format!("cannot start {}: {error}", program.display())))?;
        let (input, lines) = channel::<String>();
        let (heard, output) = sync_channel(QUEUE);
        let last_words = Arc::new(Mutex::new(String::new()));
        if let Some(mut stdin) = child.stdin.take() {
            std::thread::spawn(move || {
                let _ = lines
                    .iter()
                    .try_for_each(|line| stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()));
            });
        }
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || read_lines(stdout, |line| heard.send(line).is_ok()));
        }
        if let Some(stderr) = child.stderr.take() {
            let words = last_words.clone();
            std::thread::spawn(move || {
                read_lines(stderr, |line| {
                    if !line.is_empty() {
                        *words.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = line;
                    }
                    true
                });
            });
        }
        Ok(Process { child, input, output, last_words })
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) -> Result<(), Error> {
        // A line is a line, whatever a name or a position holds.
        let line = line.replace(['\n', '\r'], " ") + "\n";
        self.input.send(line).map_err(|_| self.gone())
    }

    /// The next line; an error at the deadline, when the program ends, or when the search is to stop.
    pub fn hear(&mut self, deadline: Instant, stop: &Stop) -> Result<String, Error> {
        let begun = Instant::now();
        loop {
            if stop.raised() {
                return Err(Error::new("stopped").of(ErrorKind::Interrupted));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if left <= GLANCE => {
                    let waited = begun.elapsed().as_secs_f64();
                    return Err(Error::new(format!(
                        "hung: no answer, and it was silent for the last {waited:.1} s"
                    )));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How the program ended, in words.
    fn gone(&mut self) -> Error {
        let ended = (0..50).find_map(|_| {
            let status = self.child.try_wait().ok().flatten();
            if status.is_none() {
                std::thread::sleep(Duration::from_millis(2));
            }
            status
        });
        let how = ended.map_or("closed its output".to_string(), |status| format!("ended, {status}"));
        let words = self.last_words.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone();
        let words = if words.is_empty() { words } else { format!("; its last words: {words}") };
        Error::new(format!("crashed: the program {how}{words}"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            let group = format!("kill -s KILL -- -{}", self.child.id());
            // Where there is no shell the program alone is ended.
            let _ = Command::new("/bin/sh").args(["-c", &group]).stderr(Stdio::null()).status();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines until the end, or until nobody wants them.
fn read_lines(from: impl Read, mut each: impl FnMut(String) -> bool) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut from).take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if !each(String::from_utf8_lossy(&line).trim().to_string()) => return,
            Ok(_) => {}
        }
    }
}
