//! Many clients at once, clients that leave, and clients that read nothing.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{PATIENCE, Page};

/// Bytes of memory that this process holds, where the system says it.
fn held() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

fn job_path(job: &Value) -> String {
    format!("/jobs/{}", job["id"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_clients_analyse_and_a_click_is_answered_meanwhile() {
    const CLIENTS: usize = 100;
    let page = std::sync::Arc::new(Page::start());
    let game = page.begin("othello", &["person", "person"]).await;
    let path = format!("/play/{}", game["id"].as_str().unwrap());
    let (before, start) = (held(), Instant::now());
    let mut analysing = tokio::task::JoinSet::new();
    for client in 0..CLIENTS {
        let page = page.clone();
        analysing.spawn(async move {
            let search = if client % 2 == 0 { "ab(nodes=200k)" } else { "uct(simulations=4k)" };
            let body = json!({ "at": { "game": "othello" }, "search": search });
            let job = page.ask(&format!("client-{client}"), Method::POST, "/analyse", Some(body)).await;
            let events = reqwest::get(page.url(&format!("/api/v1{}/events", job_path(&job)))).await.unwrap();
            let text = events.text().await.unwrap();
            assert!(text.contains("event: done"), "client {client} got no answer: {text}");
        });
    }
    // Somebody plays meanwhile.
    let mut clicks: Vec<Duration> = Vec::new();
    let mut answered = Instant::now();
    while !analysing.is_empty() {
        let clicked = Instant::now();
        page.post(&format!("{path}/move"), json!({ "move": "f5" })).await;
        clicks.push(clicked.elapsed());
        page.post(&format!("{path}/undo"), json!({})).await;
        while let Some(done) = analysing.try_join_next() {
            done.unwrap();
            answered = Instant::now();
        }
        assert!(answered.elapsed() < PATIENCE, "{} clients still wait", analysing.len());
    }
    // Whoever plays does not wait in the queue: there are clicks while each client is served.
    assert!(clicks.len() > CLIENTS, "{} clicks", clicks.len());
    clicks.sort();
    let at = |share: f64| clicks[((clicks.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{CLIENTS} clients answered in {:.1} s; {} clicks meanwhile: median {:.1} ms, 95 % within {:.1} ms, longest {:.1} ms",
        start.elapsed().as_secs_f64(),
        clicks.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
    if let (Some(before), Some(after)) = (before, held()) {
        let grown = after.saturating_sub(before) >> 20;
        println!("memory grew by {grown} MB");
        assert!(grown < 1024, "memory grew by {grown} MB");
    }
}

#[tokio::test]
async fn leaving_stops_a_search_and_reading_nothing_holds_nobody_up() {
    let page = Page::start();
    let endless = || json!({ "at": { "game": "othello" }, "search": "uct(time=10m)" });
    // One listens for a moment and leaves.
    let job = page.post("/analyse", endless()).await;
    let mut events = reqwest::get(page.url(&format!("/api/v1{}/events", job_path(&job)))).await.unwrap();
    assert!(events.chunk().await.unwrap().is_some());
    drop(events);
    let done = page.over(&job).await;
    assert!(done["result"]["report"]["seconds"].as_f64().unwrap_or(0.0) < 600.0, "{done}");

    // Another asks for events and reads none of them.
    let job = page.post("/analyse", endless()).await;
    let mut deaf = TcpStream::connect(page.server.address()).unwrap();
    let host = page.server.address();
    write!(deaf, "GET /api/v1{}/events HTTP/1.1\r\nHost: {host}\r\n\r\n", job_path(&job)).unwrap();
    let quick = json!({ "at": { "game": "tictactoe" }, "search": "ab(depth=2)" });
    let other = page.ask("other", Method::POST, "/analyse", Some(quick)).await;
    assert_eq!(page.over(&other).await["phase"], "done");
    drop(deaf);
    assert_eq!(page.over(&job).await["phase"], "done", "who hangs up stops the search");
}

#[tokio::test]
async fn one_client_has_so_many_jobs_and_no_more() {
    let page = Page::start();
    let endless = || Some(json!({ "at": { "game": "othello" }, "search": "uct(time=10m)" }));
    let mut jobs = Vec::new();
    for _ in 0..16 {
        jobs.push(page.ask("greedy", Method::POST, "/analyse", endless()).await);
    }
    let refused = page.send("greedy", Method::POST, "/analyse", endless()).await;
    assert_eq!(refused.status(), reqwest::StatusCode::TOO_MANY_REQUESTS);
    // Others are not made to wait until all of those are done: searches give way when others wait.
    let quick = json!({ "at": { "game": "tictactoe" }, "search": "ab(depth=2)" });
    let modest = page.ask("modest", Method::POST, "/analyse", Some(quick)).await;
    assert_eq!(page.over(&modest).await["phase"], "done");
    let waiting = page.ask("greedy", Method::GET, "/jobs", None).await;
    let waiting = waiting.as_array().unwrap().iter().filter(|job| job["phase"] == "waiting").count();
    assert!(waiting > 0, "the modest one came first");
    for job in &jobs {
        page.ask("greedy", Method::DELETE, &job_path(job), None).await;
    }
    for job in &jobs {
        page.over(job).await;
    }
}
