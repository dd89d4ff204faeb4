//! The page as a program: a server that is killed in the middle of a match loses nothing.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::PROGRAM;

/// How long anything may take: only a broken server meets this.
const DEADLINE: Duration = Duration::from_secs(600);

/// A server of its own process, killed with this.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(data: &Path) -> Served {
        let mut child = Command::new(PROGRAM)
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let found = |line: String| {
            let rest = line.split_once("http://")?.1;
            Some(rest.split(['/', ' ']).next()?.to_string())
        };
        let address = lines.map_while(Result::ok).find_map(found).expect("the server prints its address");
        Served { child, address }
    }

    fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        let body = body.map_or(String::new(), |body| body.to_string());
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, text) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{method} {path}: {answer}");
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"))
    }

    /// Waits until the run has more than `games` games, and says how many.
    fn more_games_than(&self, games: u64) -> u64 {
        let begun = Instant::now();
        loop {
            let runs = self.ask("GET", "/lab/runs", None);
            let done = runs[0]["done"].as_u64().unwrap_or(0);
            if done > games {
                return done;
            }
            assert!(begun.elapsed() < DEADLINE, "no more than {games} games: {runs}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// As `kill -9`: nothing is tidied up.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Every step of every stored game, with its time.
fn steps(data: &Path) -> Vec<String> {
    let told = Command::new(PROGRAM)
        .args(["lab", "export", "killed", "--csv", "--data"])
        .arg(data)
        .output()
        .unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    String::from_utf8(told.stdout).unwrap().lines().map(str::to_string).collect()
}

#[test]
fn a_server_killed_in_a_match_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let text = "game = \"connect4\"\nplayers = [\"uct(simulations=300)\", \"uct(simulations=200)\"]\ngames = 100000\n";
    let server = Served::start(folder.path());
    server.ask("POST", "/lab/runs", Some(json!({ "text": text, "name": "killed" })));
    server.more_games_than(2);
    server.kill();

    let before = steps(folder.path());
    assert!(before.len() > 10, "{}", before.len());
    let server = Served::start(folder.path());
    let found = server.ask("GET", "/lab/runs", None);
    assert_eq!(
        (&found[0]["name"], &found[0]["job"]),
        (&json!("killed"), &Value::Null),
        "it is there, and nobody plays it"
    );
    let games = found[0]["done"].as_u64().unwrap();
    let begun = server.ask("POST", "/lab/runs/killed/resume", Some(json!({})));
    server.more_games_than(games + 1);
    server.ask("DELETE", &format!("/jobs/{}", begun["job"].as_str().unwrap()), None);
    let begun = Instant::now();
    while server.ask("GET", "/lab/runs", None)[0]["running"] != false {
        assert!(begun.elapsed() < DEADLINE, "the run does not stop");
        std::thread::sleep(Duration::from_millis(20));
    }
    server.kill();

    // Every step that was stored is there with the time it took: none was lost, and no game was played again.
    let after = steps(folder.path());
    assert!(after.len() > before.len());
    let after: std::collections::HashSet<&String> = after.iter().collect();
    let lost: Vec<&String> = before.iter().filter(|line| !after.contains(line)).collect();
    assert!(lost.is_empty(), "{lost:?}");
}
