//! A server on loopback, and somebody who asks it.

use std::time::{Duration, Instant};

use plywood_page::{Server, Settings};
use reqwest::{Client, Method, Response, StatusCode};
use serde_json::{Value, json};

/// How long a job may stand still before a test gives up: only a broken server meets this.
pub const PATIENCE: Duration = Duration::from_secs(240);

/// A server with a data folder of its own.
pub struct Page {
    pub server: Server,
    pub data: tempfile::TempDir,
    client: Client,
}

impl Page {
    pub fn start() -> Page {
        Page::with(Settings::default())
    }

    /// With settings whose data folder is made here.
    pub fn with(settings: Settings) -> Page {
        let data = tempfile::tempdir().unwrap();
        plywood_registry::install();
        let settings = Settings { data: data.path().to_path_buf(), ..settings };
        Page { server: Server::start(settings).unwrap(), data, client: Client::new() }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.address())
    }

    /// Asks under a client's name.
    pub async fn send(&self, who: &str, method: Method, path: &str, body: Option<Value>) -> Response {
        let mut request = self.client.request(method, self.url(&format!("/api/v1{path}")));
        request = request.header("x-plywood-client", who);
        if let Some(body) = body {
            request = request.json(&body);
        }
        request.send().await.unwrap()
    }

    /// Asks, and is answered.
    pub async fn ask(&self, who: &str, method: Method, path: &str, body: Option<Value>) -> Value {
        let answer = self.send(who, method.clone(), path, body).await;
        let status = answer.status();
        let said: Value = answer.json().await.unwrap();
        assert!(status.is_success(), "{method} {path}: {status} {said}");
        said
    }

    pub async fn get(&self, path: &str) -> Value {
        self.ask("test", Method::GET, path, None).await
    }
    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.ask("test", Method::POST, path, Some(body)).await
    }

    /// Asks, and is refused with a status and in words.
    pub async fn refused(&self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, String) {
        let answer = self.send("test", method, path, body).await;
        let status = answer.status();
        let said: Value = answer.json().await.unwrap();
        assert!(status.is_client_error(), "{path}: {status} {said}");
        (status, said["error"].as_str().expect("a refusal says why").to_string())
    }

    /// Every event of a job, once it is over.
    pub async fn events(&self, job: &Value) -> String {
        let path = format!("/api/v1/jobs/{}/events", job["id"].as_str().unwrap());
        reqwest::get(self.url(&path)).await.unwrap().text().await.unwrap()
    }

    /// Waits until a job is over.
    pub async fn over(&self, job: &Value) -> Value {
        let id = job["id"].as_str().unwrap();
        let (mut since, mut last) = (Instant::now(), Value::Null);
        loop {
            let now = self.get(&format!("/jobs/{id}")).await;
            if now["phase"] == "done" || now["phase"] == "failed" {
                return now;
            }
            assert!(since.elapsed() < PATIENCE, "{now}");
            if now != last {
                (since, last) = (Instant::now(), now);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Begins a game with these at the table.
    pub async fn begin(&self, game: &str, seats: &[&str]) -> Value {
        self.post("/play", json!({ "game": game, "seats": seats, "seed": 7 })).await
    }
}
