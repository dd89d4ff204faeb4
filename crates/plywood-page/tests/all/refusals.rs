//! Requests that are wrong, too large, from elsewhere or after what is not theirs.

use std::io::{Read, Write};
use std::net::TcpStream;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{PATIENCE, Page};

/// Sends bytes as they are and reads what comes back until the connection ends.
fn raw(page: &Page, text: &str) -> String {
    let mut stream = TcpStream::connect(page.server.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn every_route_is_described_and_every_description_is_a_route() {
    let page = Page::start();
    let description = page.get("/openapi.json").await;
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() > 15, "{}", paths.len());
    for (path, methods) in paths {
        let asked = path.strip_prefix("/api/v1").expect("all are of this version");
        let asked = asked.replace("{id}", "x").replace("{shot}", "1");
        for (method, about) in methods.as_object().unwrap() {
            assert!(
                about["responses"].is_object()
                    && about["description"].is_string() | about["summary"].is_string(),
                "{path}"
            );
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let answer = page.send("test", method.clone(), &asked, None).await;
            let status = answer.status();
            assert_ne!(status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            let text = answer.text().await.unwrap();
            assert!(!text.contains("no such path"), "{method} {path}: {text}");
        }
    }
    let (status, why) = page.refused(Method::GET, "/nothing", None).await;
    assert!(status == StatusCode::NOT_FOUND && why.contains("openapi.json"));
    let (status, _) = page.refused(Method::PUT, "/games", None).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn bodies_that_make_no_sense_are_refused_in_words() {
    let page = Page::start();
    let client = reqwest::Client::new();
    let post = |body: &'static str, kind: &'static str| {
        client.post(page.url("/api/v1/play")).header("content-type", kind).body(body).send()
    };
    for (body, kind, wanted) in [
        ("{", "application/json", StatusCode::BAD_REQUEST),
        ("null", "application/json", StatusCode::UNPROCESSABLE_ENTITY),
        ("{\"game\": 7}", "application/json", StatusCode::UNPROCESSABLE_ENTITY),
        ("{\"game\": \"nim\", \"what\": 1}", "application/json", StatusCode::UNPROCESSABLE_ENTITY),
        ("game=nim", "application/x-www-form-urlencoded", StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("{\"game\": \"nim\"}", "text/plain", StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ] {
        let answer = post(body, kind).await.unwrap();
        assert_eq!(answer.status(), wanted, "{body}");
        let said: Value = answer.json().await.unwrap();
        assert!(!said["error"].as_str().unwrap().is_empty());
    }
    for (body, wanted) in [
        (json!({ "game": "nothing" }), "unknown game"),
        (json!({ "game": "nim(" }), "column"),
        (json!({ "game": "nim(matches=x)" }), "matches"),
        (json!({ "game": "nim", "seats": ["person", "person", "person"] }), "has 2"),
        (json!({ "game": "nim", "seats": ["nobody"] }), "unknown search"),
        (json!({ "game": "nim", "position": "nonsense" }), "position"),
        (json!({ "game": "nim", "moves": "1 9" }), "step 2"),
        (json!({ "game": "nim", "record": "1. 1 2. nonsense" }), "step 2"),
        (json!({ "game": "a".repeat(70_000) }), "too long"),
        (json!({ "game": "(".repeat(5_000) }), "expected"),
        (json!({ "game": format!("tree:{}", "(".repeat(30_000)) }), ""),
    ] {
        let (status, why) = page.refused(Method::POST, "/play", Some(body)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(why.contains(wanted), "{why}");
    }
    let game = page.begin("nim", &[]).await;
    let path = format!("/play/{}/move", game["id"].as_str().unwrap());
    let (_, why) = page.refused(Method::POST, &path, Some(json!({ "move": "9" }))).await;
    assert!(why.contains('9'), "{why}");
    let (status, _) = page.refused(Method::POST, "/play/nobody/undo", None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn huge_requests_are_refused() {
    let page = Page::start();
    let huge = json!({ "game": "x".repeat(2 << 20) });
    let client = reqwest::Client::new();
    // The server may hang up while the body is still being sent.
    if let Ok(answer) = client.post(page.url("/api/v1/play")).json(&huge).send().await {
        assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    }
    let host = page.server.address();
    let head = format!(
        "POST /api/v1/play HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nConnection: close\r\n"
    );
    let said = raw(&page, &format!("{head}Content-Length: 99999999999\r\n\r\n"));
    assert!(said.starts_with("HTTP/1.1 413"), "{said}");
    let said = raw(&page, &format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "a".repeat(1 << 20)));
    assert!(said.starts_with("HTTP/1.1 4") || said.is_empty(), "{}", &said[..80.min(said.len())]);
    let many: String = (0..1000).map(|number| format!("X-{number}: 1\r\n")).collect();
    let said = raw(&page, &format!("GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n"));
    assert!(said.starts_with("HTTP/1.1 431"), "{said}");
    let said = raw(&page, "\x16\x03\x01 not at all\r\n\r\n");
    assert!(said.is_empty() || said.starts_with("HTTP/1.1 400"), "{said}");
    page.get("/games").await;
}

#[tokio::test]
async fn other_sites_and_names_are_refused() {
    let page = Page::start();
    let host = page.server.address();
    let with = |headers: &str| {
        raw(&page, &format!("GET /api/v1/games HTTP/1.1\r\n{headers}Connection: close\r\n\r\n"))
    };
    let fine = with(&format!("Host: {host}\r\n"));
    assert!(fine.starts_with("HTTP/1.1 200"), "{fine}");
    for headers in [
        "Host: evil.example\r\n".to_string(),
        format!("Host: {host}\r\nOrigin: http://evil.example\r\n"),
        format!("Host: {host}\r\nOrigin: null\r\n"),
        format!("Host: {host}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"),
    ] {
        let said = with(&headers);
        assert!(said.starts_with("HTTP/1.1 403"), "{headers}{said}");
    }
    let page_itself = reqwest::get(page.url("/")).await.unwrap();
    let policy = page_itself.headers()["content-security-policy"].to_str().unwrap().to_string();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert!(!page_itself.headers().contains_key("access-control-allow-origin"));
    let html = page_itself.text().await.unwrap();
    assert!(
        !html.contains("<style") && !html.contains(" style=") && !html.contains("onclick"),
        "nothing inline"
    );
}

#[tokio::test]
async fn paths_lead_nowhere_else() {
    let page = Page::start();
    let host = page.server.address();
    std::fs::write(page.data.path().join("secret"), "secret").unwrap();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/secret",
        "/./app.js/../../Cargo.toml",
        "/api/v1/play/..%2f..%2fgames",
        "/api/v1/jobs/%00",
    ] {
        let said = raw(&page, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert!(said.starts_with("HTTP/1.1 404") || said.starts_with("HTTP/1.1 400"), "{path}: {said}");
        assert!(
            !said.contains("[package]") && !said.contains("root:") && !said.contains("\r\n\r\nsecret"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn specs_reach_no_files_and_start_no_programs() {
    let page = Page::start();
    let outside = tempfile::NamedTempFile::new().unwrap();
    let (secret, trace) = (outside.path().display(), page.data.path().join("started"));
    let engine = format!("engine(cmd=\"touch {}\")", trace.display());
    let analyse = |game: &str, search: String| json!({ "at": { "game": game }, "search": search });
    for (game, search, wanted) in [
        ("connect4", engine.clone(), "--allow-engines"),
        ("connect4", format!("ab(book=\"{secret}\")"), "only files of"),
        ("connect4", format!("ab(book=with(file=\"{secret}\"))"), "only files of"),
        ("othello", format!("ab(eval=patterns(file=\"{secret}\"))"), "only files of"),
        ("othello", format!("edge(patterns=\"{secret}\")"), "only files of"),
        ("othello", format!("ab(probcut=single(file=\"{secret}\"))"), "only files of"),
        ("connect4", format!("om(opponent=learned(file=\"{secret}\"))"), "only files of"),
        ("bao", format!("ab(eval=ga3(file=\"{secret}\"))"), "only files of"),
        ("connect4", "ab(table=64GB)".to_string(), "memory"),
        ("puzzle", "ida(estimate=78)".to_string(), "memory"),
        ("puzzle", "ida(estimate=manhattan, endings=26)".to_string(), "memory"),
        ("connect4", "ab(threads=200)".to_string(), "this machine has"),
        ("8ball", "nearest(".to_string(), "expected"),
    ] {
        let (_, why) = page.refused(Method::POST, "/analyse", Some(analyse(game, search.clone()))).await;
        assert!(why.contains(wanted), "{search}: {why}");
    }
    let body = json!({ "game": format!("8ball(errors=\"{secret}.toml\")") });
    let (_, why) = page.refused(Method::POST, "/play", Some(body)).await;
    assert!(!why.contains("No such file"), "{why}");
    for seats in [json!([engine]), json!(["person", engine])] {
        let (status, _) =
            page.refused(Method::POST, "/play", Some(json!({ "game": "nim", "seats": seats }))).await;
        assert_eq!(status, StatusCode::FORBIDDEN);
    }
    assert!(!trace.exists(), "a program was started");
}
