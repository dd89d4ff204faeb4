//! Games from their first move to their end, as the page plays them.

use plywood_core::random::mix;
use plywood_registry::GAMES;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Page;

fn id(game: &Value) -> String {
    game["id"].as_str().unwrap().to_string()
}

fn steps(game: &Value) -> usize {
    game["steps"].as_array().unwrap().len()
}

/// Any of the legal moves, another one each time.
fn any(game: &Value) -> String {
    let moves = game["board"]["moves"].as_array().unwrap();
    let place = mix(steps(game) as u64) as usize % moves.len();
    moves[place].as_str().unwrap().to_string()
}

#[tokio::test]
async fn a_game_of_every_kind_is_played_to_its_end() {
    let page = Page::start();
    for entry in GAMES {
        let spec = entry.examples[0];
        let players = plywood_registry::game(spec).unwrap().nature().players;
        let mut game = page.begin(spec, &vec!["person"; players]).await;
        let path = format!("/play/{}/move", id(&game));
        // Who slides tiles at random is never done.
        let most = if entry.about.name == "puzzle" { 40 } else { 5_000 };
        while game["board"]["turn"] == "player" && steps(&game) < most {
            let board = &game["board"];
            let targets = board["targets"].as_array().unwrap();
            let chosen = any(&game);
            assert!(
                entry.about.name.contains("ball")
                    || targets.iter().any(|target| target["play"] == chosen.as_str()),
                "{spec}: {chosen} can be clicked"
            );
            let after = page.post(&path, json!({ "move": chosen })).await;
            let frames = after["frames"].as_array().unwrap();
            assert_eq!(steps(&after), steps(&game) + frames.len(), "{spec}: a board after each step");
            assert_eq!(frames.last().unwrap()["position"], after["board"]["position"]);
            game = after;
        }
        if entry.about.name != "puzzle" {
            assert_eq!(game["board"]["turn"], "over", "{spec} after {} steps", steps(&game));
            assert_eq!(game["board"]["payoffs"].as_array().unwrap().len(), players, "{spec}");
            let (_, why) = page.refused(Method::POST, &path, Some(json!({ "move": "a1" }))).await;
            assert_eq!(why, "the game is over");
        }
        // A tab that is loaded again goes on where it was.
        let again = page.get(&format!("/play/{}", id(&game))).await;
        assert_eq!((&again["board"], &again["steps"]), (&game["board"], &game["steps"]), "{spec}");
    }
}

#[tokio::test]
async fn a_person_plays_against_a_level_and_takes_back() {
    let page = Page::start();
    // The first throw of the dice is nobody's to take back.
    let dice = page.begin("dice", &["person", "random"]).await;
    assert!(steps(&dice) == 1 && dice["undo"] == false, "{dice}");
    let players = page.get("/players?game=connect4").await;
    let level = players["levels"][1]["spec"].as_str().unwrap().to_string();
    let mut game = page.begin("connect4", &["person", &level]).await;
    let path = format!("/play/{}", id(&game));
    while game["board"]["turn"] == "player" {
        if game["board"]["mover"] == 1 {
            game = page.post(&format!("{path}/move"), json!({ "move": any(&game) })).await;
        } else {
            let (_, why) =
                page.refused(Method::POST, &format!("{path}/move"), Some(json!({ "move": "1" }))).await;
            assert!(why.contains("no person"), "{why}");
            let job = page.over(&page.post(&format!("{path}/think"), json!({})).await).await;
            assert_eq!(job["phase"], "done", "{job}");
            assert_eq!(steps(&job["result"]), steps(&game) + 1);
            game = job["result"].clone();
        }
    }
    let before = steps(&game);
    assert_eq!(game["undo"], true);
    let back = page.post(&format!("{path}/undo"), json!({})).await;
    assert!(back["board"]["mover"] == 1 && steps(&back) < before);
    let hint = page.over(&page.post(&format!("{path}/hint"), json!({})).await).await;
    let best = hint["result"]["report"]["move"].as_str().unwrap();
    assert!(back["board"]["moves"].as_array().unwrap().iter().any(|legal| legal == best), "{hint}");
    let turned = page.post(&format!("{path}/turn"), json!({})).await;
    assert_ne!(turned["board"]["svg"], back["board"]["svg"]);
}

#[tokio::test]
async fn records_and_positions_are_read_back() {
    let page = Page::start();
    for (spec, plies) in
        [("othello", 9), ("dice", 8), ("bao", 5), ("nim3", 3), ("pig(target=20)", 6), ("chess", 7)]
    {
        let players = plywood_registry::game(spec).unwrap().nature().players;
        let mut game = page.begin(spec, &vec!["person"; players]).await;
        for _ in 0..plies {
            if game["board"]["turn"] == "player" {
                game = page.post(&format!("/play/{}/move", id(&game)), json!({ "move": any(&game) })).await;
            }
        }
        let record = page.get(&format!("/play/{}/record", id(&game))).await["record"].clone();
        let again = page.post("/play", json!({ "game": spec, "record": record })).await;
        assert_eq!(again["steps"], game["steps"], "{spec}: {record}");
        let position = &game["board"]["position"];
        let there = page.post("/play", json!({ "game": spec, "position": position })).await;
        assert_eq!(&there["board"]["position"], position, "{spec}");
        let shown = page.post("/show", json!({ "at": { "game": spec, "position": position } })).await;
        assert_eq!(shown["moves"], game["board"]["moves"], "{spec}");
    }
}

#[tokio::test]
async fn thinking_can_be_stopped_and_overtaken() {
    let page = Page::start();
    let game = page.begin("othello", &["ab(time=10m)", "person"]).await;
    let path = format!("/play/{}", id(&game));
    let job = page.post(&format!("{path}/think"), json!({})).await;
    let same = page.post(&format!("{path}/think"), json!({})).await;
    assert_eq!(job["id"], same["id"], "one thinks at a time");
    page.ask("test", Method::DELETE, &format!("/jobs/{}", id(&job)), None).await;
    let done = page.over(&job).await;
    let stopped_early =
        done["phase"] == "failed" && done["result"]["error"].as_str().unwrap().contains("before it began");
    assert!(done["phase"] == "done" && steps(&done["result"]) == 1 || stopped_early, "{done}");

    let game = page.begin("othello", &["ab(time=10m)", "person"]).await;
    let path = format!("/play/{}", id(&game));
    let job = page.post(&format!("{path}/think"), json!({})).await;
    page.post(&format!("{path}/seats"), json!({ "seats": ["person", "person"] })).await;
    let late = page.over(&job).await;
    assert_eq!(late["phase"], "failed", "{late}");
    assert_eq!(steps(&page.get(&path).await), 0, "nothing was played behind the person's back");
}

/// How often the moves of the root were tried in the end, as a job tells it.
fn visits(events: &str) -> u64 {
    let told = events.split("event: visits\ndata: ").last().unwrap().lines().next().unwrap();
    let told: Vec<(String, u64)> = serde_json::from_str(told).unwrap();
    told.iter().map(|(_, visits)| visits).sum()
}

#[tokio::test]
async fn a_tree_lives_from_move_to_move() {
    let page = Page::start();
    for (reuse, lives) in [("off", false), ("on", true)] {
        let level = format!("uct(simulations=300, reuse={reuse})");
        let game = page.begin("connect4", &["person", &level]).await;
        let path = format!("/play/{}", id(&game));
        let mut tried = Vec::new();
        for column in ["4", "1", "7"] {
            page.post(&format!("{path}/move"), json!({ "move": column })).await;
            let job = page.post(&format!("{path}/think"), json!({})).await;
            tried.push(visits(&page.events(&job).await));
        }
        assert_eq!(tried[1] > tried[0] && tried[2] > tried[0], lives, "{reuse}: {tried:?}");
    }
}

/// Another program plays a whole game.
#[cfg(unix)]
#[tokio::test]
async fn a_program_is_started_once_a_game() {
    let page = Page::with(plywood_page::Settings { engines: true, ..Default::default() });
    let (script, begun) = (page.data.path().join("engine.sh"), page.data.path().join("begun"));
    let cases = "plywood) echo plywood 1 fake;; game) echo ready;; go) echo move 1;;";
    let text = format!(
        "echo begun >>{}\nwhile read -r word rest; do case \"$word\" in {cases} esac; done\n",
        begun.display()
    );
    std::fs::write(&script, text).unwrap();
    let engine = format!("engine(cmd=\"sh {}\")", script.display());
    for games in 1..=2 {
        let game = page.begin("nim(matches=9)", &["person", &engine]).await;
        let path = format!("/play/{}", id(&game));
        for _ in 0..3 {
            page.post(&format!("{path}/move"), json!({ "move": "1" })).await;
            let done = page.over(&page.post(&format!("{path}/think"), json!({})).await).await;
            assert_eq!(done["phase"], "done", "{done}");
        }
        let begun = std::fs::read_to_string(&begun).unwrap();
        assert_eq!(begun.matches("begun").count(), games, "{begun}");
        page.ask("test", Method::DELETE, &path, None).await;
    }
}

#[tokio::test]
async fn the_tutor_answers_and_judges() {
    let page = Page::start();
    let game = page.begin("nim(matches=7)", &["person", "tutor"]).await;
    let path = format!("/play/{}", id(&game));
    page.post(&format!("{path}/move"), json!({ "move": "1" })).await;
    let done = page.over(&page.post(&format!("{path}/think"), json!({})).await).await;
    let remark = &done["result"]["remark"];
    assert_eq!((remark["best"]["play"].as_str(), remark["loss"].as_f64()), (Some("3"), Some(2.0)), "{done}");
    assert_eq!(remark["why"].as_array().unwrap().len(), 2, "where both moves lead: {remark}");
    assert_eq!(steps(&done["result"]), 2);
    let pupil = &done["result"]["pupil"];
    assert_eq!((pupil["choices"].as_u64(), pupil["found"].as_u64()), (Some(1), Some(0)), "{pupil}");
    let fresh = page.begin("tictactoe", &["person", "tutor"]).await["pupil"].clone();
    assert!(pupil["skill"].as_f64() < fresh["skill"].as_f64(), "{pupil} {fresh}");
    // The next game goes on with what was learned; who plays without a tutor has no model.
    assert_eq!(page.begin("nim(matches=7)", &["person", "tutor"]).await["pupil"], *pupil);
    assert!(page.begin("nim(matches=7)", &["person", "person"]).await["pupil"].is_null());
}

#[tokio::test]
async fn an_analysis_tells_its_rows_visits_tree_and_proof_numbers() {
    let page = Page::start();
    for (search, wanted) in [
        ("ab(depth=5)", "event: row"),
        ("uct(simulations=3000)", "event: visits"),
        ("uct(simulations=3000)", "event: tree\ndata: [{\"line\":[\""),
        ("dfpn(nodes=20k)", "event: proving\ndata: {\"at_least\":1.0,"),
        ("pn(nodes=20k)", "event: proving"),
    ] {
        let body = json!({ "at": { "game": "connect4", "moves": "4 4" }, "search": search });
        let job = page.post("/analyse", body).await;
        let events = reqwest::get(page.url(&format!("/api/v1/jobs/{}/events", id(&job)))).await.unwrap();
        assert_eq!(events.headers()["content-type"], "text/event-stream");
        let text = events.text().await.unwrap();
        assert!(text.contains(wanted) && text.contains("event: done"), "{text}");
        let done = page.over(&job).await;
        assert_eq!(done["result"]["spec"], search);
        assert!(done["result"]["report"]["move"].is_string(), "{done}");
    }
}

#[tokio::test]
async fn a_ball_is_aimed_at_shot_and_rolls() {
    let page = Page::start();
    let body = json!({ "game": "8ball", "seats": ["person", "nearest"], "seed": 3,
        "position": "8ball turn=1 stage=play cue=table groups=solids score=0:0 0@0.5:0.6 3@0.3:1.8 8@0.8:0.5 9@0.5:1.4" });
    let game = page.post("/play", body).await;
    let path = format!("/billiards/{}", id(&game));
    let table = page.get(&path).await;
    assert_eq!(table["balls"].as_array().unwrap().len(), 4, "{table}");
    let stroke = game["board"]["moves"].as_array().unwrap()[0].as_str().unwrap();
    let said = page.post(&format!("{path}/predict"), json!({ "stroke": stroke })).await;
    let success = said["success"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&success) && said["ways"][0]["ball"] == 0, "{said}");
    let (_, why) =
        page.refused(Method::POST, &format!("{path}/predict"), Some(json!({ "stroke": "phi=1/v=99" }))).await;
    assert!(why.contains("v is 99"), "{why}");
    // What only the balls forbid is an answer, not a mistake: the cue ball is not in hand here.
    let said = page.post(&format!("{path}/predict"), json!({ "stroke": "place=0.5:1.4/phi=90/v=2" })).await;
    assert!(
        said["impossible"].as_str().unwrap().contains("not in hand") && table["place"].is_null(),
        "{said}"
    );
    let map = page.over(&page.post(&format!("{path}/map"), json!({})).await).await;
    let cells = map["result"]["cells"].as_array().map_or(0, Vec::len);
    let (columns, rows) =
        (map["result"]["columns"].as_u64().unwrap(), map["result"]["rows"].as_u64().unwrap());
    assert_eq!(cells as u64, columns * rows, "{map}");
    page.refused(Method::GET, &format!("{path}/roll/1"), None).await;
    page.post(&format!("/play/{}/move", id(&game)), json!({ "move": stroke })).await;
    let roll = page.get(&format!("{path}/roll/1")).await;
    let last = roll["events"].as_array().unwrap().last().unwrap();
    assert!(roll["duration"].as_f64().unwrap() > 0.0 && last[1].as_str().unwrap().contains("rest"), "{roll}");
    assert_eq!(page.get(&path).await["ruling"], roll["ruling"]);
}

#[tokio::test]
async fn a_cue_ball_in_hand_is_offered_a_free_place() {
    let page = Page::start();
    // The head spot, where the ball would go, is taken, and so is all around it.
    let balls = "1@0.495:0.56 2@0.43:0.56 3@0.56:0.56 4@0.495:0.63 5@0.495:0.49";
    let position =
        format!("8ball turn=1 stage=play cue=hand groups=solids score=0:0 {balls} 8@0.8:0.5 9@0.5:1.4");
    let game = page
        .post("/play", json!({ "game": "8ball", "seats": ["person", "person"], "position": position }))
        .await;
    let path = format!("/billiards/{}", id(&game));
    let table = page.get(&path).await;
    let (x, y) = (table["place"][0].as_f64().unwrap(), table["place"][1].as_f64().unwrap());
    let stroke = |x: f64, y: f64| json!({ "stroke": format!("place={x}:{y}/phi=90/theta=45/v=2") });
    let said = page.post(&format!("{path}/predict"), stroke(x, y)).await;
    assert!(said["impossible"].is_null(), "{said}");
    let said = page.post(&format!("{path}/predict"), stroke(0.495, 0.56)).await;
    assert!(said["impossible"].as_str().unwrap().contains("on another ball"), "{said}");
}

#[tokio::test]
async fn who_comes_late_hears_how_a_run_ended() {
    let page = Page::start();
    let text = "game = \"tictactoe\"\nplayer = \"uct(simulations=5, c={c})\"\nopenings = \"start\"\npairs = 4\nconfirm = 4\n\n\
                [parameters.c]\nstart = 1.0\nmin = 0.0\nmax = 2.0\nstep = 0.5\n";
    let begun = page.post("/lab/runs", json!({ "text": text, "name": "quick" })).await;
    page.over(&json!({ "id": begun["job"] })).await;
    let shown = page.get("/lab/runs/quick").await;
    assert_eq!((&shown["run"]["job"], &shown["run"]["running"]), (&begun["job"], &json!(false)), "{shown}");
    let events = format!("/api/v1/jobs/{}/events", shown["run"]["job"].as_str().unwrap());
    let events = reqwest::get(page.url(&events)).await.unwrap().text().await.unwrap();
    assert!(events.contains("event: done") && events.contains("confirmed"), "{events}");
    // The verdict stands there without the job, too.
    let remarks = shown["remarks"].as_array().unwrap();
    assert!(remarks.iter().any(|remark| remark.as_str().unwrap().contains("confirmed")), "{shown}");
}
