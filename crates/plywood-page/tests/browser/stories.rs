//! What people do on the page, each told from its beginning.

use serde_json::{Value, json};

use crate::driver::Tab;

/// A story and its name.
type Story = (&'static str, fn(&Tab));

/// Stories that fail now and then, told only where `PLYWOOD_STORY` names them: after a shot the page may ask for the way of a
/// ball that lies on a taken spot, and a tuning that ends quickly may not show its verdict before the page is loaded anew.
pub const UNSTEADY: &[&str] = &["a ball that is shot", "a tuning"];

/// All stories, in the order they are told.
pub const ALL: &[Story] = &[
    ("a game of othello", othello),
    ("a game of dice", dice),
    ("a game of bao", bao),
    ("a game of three players", three),
    ("a ball that is shot", billiards),
    ("an analysis", analysis),
    ("an alpha-beta tree", tree),
    ("the dice batch", batch),
    ("a match, stopped and resumed", stopped_match),
    ("a tournament with its crosstable", tournament),
    ("a tuning", tuning),
    ("what is wrong is said", wrong),
    ("a reproduction", reproduction),
    ("every screen, narrow and dark", narrow),
];

fn othello(tab: &Tab) {
    play(tab, "othello", &["random"]);
}

fn dice(tab: &Tab) {
    play(tab, "dice", &["random"]);
}

fn bao(tab: &Tab) {
    play(tab, "bao", &["random"]);
}

fn three(tab: &Tab) {
    play(tab, "nim3", &["random", "random"]);
}

/// Sits down at the first seat of a game and plays it to its end by clicks on the board.
fn play(tab: &Tab, game: &str, others: &[&str]) {
    tab.go("play");
    tab.fill("Game", game);
    let seats = others.len() + 1;
    tab.until(
        "its seats",
        &format!("all('field').filter(e => /^Player \\d$/.test(name(e))).length === {seats}"),
    );
    tab.fill("Player 1", "person");
    for (place, spec) in others.iter().enumerate() {
        tab.fill(&format!("Player {}", place + 2), "spec");
        tab.fill(&format!("Spec of player {}", place + 2), spec);
    }
    tab.click("button", "Begin");
    tab.until("the board", "document.querySelector('.board svg')");
    let mut clicks = 0;
    tab.wait("the end of the game", |tab| {
        if is_over(tab) {
            return Some(());
        }
        // A cell that may be clicked next: one of those that the clicks before lead to, else any.
        let cell = "const open = [...document.querySelectorAll('.board [data-cell][tabindex=\"0\"]')].filter(visible);
            const next = open.filter(e => e.classList.contains('next'));
            const among = next.length ? next : open;
            return among[Math.floor(among.length / 2)] || null;";
        if tab.press_found(cell) {
            clicks += 1;
        }
        None
    });
    assert!(clicks > 0, "somebody played");
    tab.until("who won", "!/to move|thinks/.test(document.querySelector('.words').innerText)");
    assert!(tab.has("button", "New game"));
}

fn is_over(tab: &Tab) -> bool {
    let turn = tab.js(
        "const asked = new XMLHttpRequest();
         asked.open('GET', '/api/v1/play/' + location.hash.split('/')[2], false); asked.send();
         return JSON.parse(asked.responseText).board.turn;",
        vec![],
    );
    turn == json!("over")
}

fn billiards(tab: &Tab) {
    // Balls that roll are what is to be seen.
    tab.media(false, false);
    tab.go("billiards");
    tab.see("field", "Player 2");
    tab.fill("Player 2", "person");
    tab.click("button", "Begin");
    tab.wait("what the shot promises", |tab| tab.text("main").contains("Success").then_some(()));
    let cloth = |tab: &Tab| tab.js("return document.querySelector('canvas').toDataURL()", vec![]);
    let before = cloth(tab);
    tab.click("button", "Shoot");
    tab.wait("balls that roll", |tab| (cloth(tab) != before && !enabled(tab, "Shoot")).then_some(()));
    let rolling = cloth(tab);
    tab.wait("balls that have moved on", |tab| (cloth(tab) != rolling).then_some(()));
    tab.wait("balls that stopped", |tab| enabled(tab, "Shoot").then_some(()));
    assert_ne!(cloth(tab), before, "they lie elsewhere");
    tab.media(false, true);
}

/// Whether a button can be pressed.
fn enabled(tab: &Tab, name: &str) -> bool {
    tab.js("return find('button', arguments[0])?.disabled === false", vec![json!(name)]) == json!(true)
}

fn analysis(tab: &Tab) {
    tab.go("analyse");
    tab.fill("Game", "connect4");
    tab.until("a board", "document.querySelector('.board svg')");
    tab.click("button", "Another search");
    // Both fields have the same name; each is filled by its place.
    for (place, spec) in ["ab(depth=6)", "uct(simulations=400)"].iter().enumerate() {
        let set = "const field = all('field').filter(e => name(e) === 'Search')[arguments[0]]; field.value = arguments[1];";
        tab.js(set, vec![json!(place), json!(spec)]);
    }
    tab.click("button", "Search with all");
    tab.see("heading", "Side by side");
    let rows = "[...document.querySelectorAll('main section.card')].every(e => e.querySelectorAll('tbody tr').length > 0)";
    tab.until("rows of both searches", rows);
    assert!(tab.text("main").contains("agree"), "they are compared");
}

fn tree(tab: &Tab) {
    tab.go("tree");
    tab.until("the tree", "document.querySelector('.tree svg [data-cell]')");
    let cells = |tab: &Tab| {
        tab.js("return document.querySelectorAll('.tree svg [data-cell]').length", vec![]).as_u64()
    };
    let words = |tab: &Tab| tab.text(".words");
    assert!(words(tab).starts_with("call 1, the root, max, window (-∞, ∞)"), "{}", words(tab));
    let (mut seen, mut cut) = (0, false);
    while enabled(tab, "Forward") {
        let before = words(tab);
        tab.click("button", "Forward");
        tab.wait("the next moment", |tab| (words(tab) != before).then_some(()));
        let now = cells(tab).unwrap_or(0);
        assert!(now >= seen, "nothing goes away");
        seen = now;
        cut |= words(tab).contains("≤ 2, cut, not searched: 2 3");
    }
    assert!(cut, "B is cut after its first leaf");
    assert_eq!(words(tab), "call 1, the root, comes to 3");
    let drawn = tab.text(".tree");
    assert!(drawn.contains("≤ 2"), "the bound is drawn: {drawn}");
    // Back by key, to a call by a click on its node, and the whole as a file.
    tab.js("find('button', 'Back').focus()", vec![]);
    tab.press('\u{e012}'); // arrow to the left
    tab.wait("a step back", |tab| words(tab).contains("call 8, C, comes to 2").then_some(()));
    assert!(tab.press_found("return document.querySelectorAll('.tree svg [data-cell]')[1]"));
    tab.wait("the second call", |tab| words(tab).starts_with("call 2, A, min").then_some(()));
    let file = tab.js(
        "const asked = new XMLHttpRequest(); asked.open('GET', find('link', 'Download as SVG').href, false); asked.send();
         return asked.responseText;",
        vec![],
    );
    assert!(file.as_str().is_some_and(|text| text.starts_with("<svg ") && text.contains("#")), "{file}");
    // Another search of another tree.
    tab.fill("Game or written tree", "nim(matches=3)");
    tab.fill("Search", "minimax");
    tab.click("button", "Draw");
    tab.wait("another tree", |tab| tab.text(".soft").contains("by minimax").then_some(()));
}

/// Fills in the lab's form and starts what it says.
fn start(tab: &Tab, kind: &str, fields: &[(&str, &str)]) {
    tab.go("lab");
    tab.see("field", "Kind");
    tab.fill("Kind", kind);
    for (label, text) in fields {
        tab.fill(label, text);
    }
    tab.click("button", "Start");
    tab.see("button", "Stop");
}

/// How many pieces the run on the screen has.
fn done(tab: &Tab) -> f64 {
    tab.js("return document.querySelector('progress')?.value ?? -1", vec![]).as_f64().unwrap_or(-1.0)
}

fn batch(tab: &Tab) {
    tab.go("lab");
    tab.see("field", "Kind");
    tab.fill("Kind", "Suite");
    let positions = tab.js("return find('field', 'Positions, one a line').value", vec![]);
    let few: Vec<&str> = positions.as_str().unwrap_or_default().lines().take(4).collect();
    assert_eq!(few.len(), 4, "positions are offered");
    start(
        tab,
        "Suite",
        &[
            ("Positions, one a line", &few.join("\n")),
            ("Depths, with commas between", "2"),
            ("Name", "the batch"),
        ],
    );
    tab.wait("the end", |tab| tab.text(".far").contains("done: 16 of 16").then_some(()));
    tab.see("table", "Nodes, evaluations and time");
    tab.see("table", "By position");
    let table = tab.text("table");
    assert!(["star_etc", "median", "deviation"].iter().all(|word| table.contains(word)), "{table}");
    tab.see("image", "Nodes by position");
    let lines = "document.querySelectorAll('.plots svg polyline').length >= 4";
    tab.until("a line a search", lines);
    // A position on the board, with what was found there.
    tab.click("link", "1");
    tab.until("its board", "document.querySelector('.board svg')");
    assert!(tab.text("h1").starts_with("Game 1 of the batch"));
}

fn stopped_match(tab: &Tab) {
    let players = "uct(simulations=1500)\nuct(simulations=1500, c=1)";
    start(tab, "Match", &[("Players, one a line", players), ("Games", "500"), ("Name", "long match")]);
    tab.wait("two games", |tab| (done(tab) >= 2.0).then_some(()));
    tab.until("an estimate", "/about .* left/.test(document.querySelector('.far').innerText)");
    tab.click("button", "Stop");
    tab.wait("it to stop", |tab| tab.text(".far").starts_with("stopped").then_some(()));
    let before = done(tab);
    assert!((2.0..500.0).contains(&before), "{before}");
    // Another visit finds it as it was, and goes on.
    tab.reload();
    tab.wait("the run again", |tab| (done(tab) == before).then_some(()));
    tab.click("button", "Resume");
    tab.wait("more games", |tab| (done(tab) > before).then_some(()));
    tab.click("button", "Stop");
    tab.wait("it to stop again", |tab| tab.text(".far").starts_with("stopped").then_some(()));
    assert!(done(tab) > before);
    tab.see("table", "Standings");
    tab.see("image", "Running score of the first player");
    // Every game can be stepped through.
    tab.click("link", "1");
    tab.until("its board", "document.querySelector('.board svg')");
    let pieces = |tab: &Tab| tab.js("return document.querySelector('.board svg').outerHTML.length", vec![]);
    let start = pieces(tab);
    tab.click("button", "Last");
    tab.wait("the end of the game", |tab| (pieces(tab) != start).then_some(()));
    tab.click("link", "Back to the run");
    tab.see("table", "Standings");
}

fn tournament(tab: &Tab) {
    let fields = [
        ("Game", "tictactoe"),
        ("Players, one a line", "random\nab(depth=1)\nab(depth=3)"),
        ("Games a pairing", "10"),
    ];
    start(tab, "Tournament", &fields);
    tab.wait("the end", |tab| tab.text(".far").contains("done: 30 of 30").then_some(()));
    tab.see("table", "Standings");
    tab.see("table", "Crosstable");
}

fn tuning(tab: &Tab) {
    let fields = [
        ("Game", "tictactoe"),
        ("Player, the number in braces", "uct(simulations=10, c={c})"),
        ("Pairs of games", "16"),
        ("Games that confirm", "10"),
        ("Openings", "start"),
        ("Name", "a tuning"),
    ];
    start(tab, "Tuning", &fields);
    tab.wait("the end", |tab| tab.text(".far").contains("done: 16 of 16").then_some(()));
    tab.see("table", "Parameters");
    tab.see("image", "tuning uct");
    tab.wait("a verdict", |tab| tab.text("#status").contains("confirmed").then_some(()));
    tab.go("lab");
    tab.see("link", "a tuning-confirm-");
}

fn wrong(tab: &Tab) {
    tab.go("lab");
    tab.see("field", "The experiment file");
    tab.fill("The experiment file", "game = \"connect4\"\nplayers = [\"ab(depht=4)\", \"random\"]\n");
    // The browser notes the refusal in its console; that is no fault of the page.
    tab.click("button", "Start");
    tab.wait("what is wrong", |tab| tab.text("#status").contains("depht").then_some(()));
    tab.fill(
        "The experiment file",
        "game = \"connect4\"\nplayers = [\"random\", \"random\"]\nopenings = \"file(path=/etc/passwd)\"",
    );
    tab.click("button", "Start");
    tab.wait("that files are not read", |tab| {
        tab.text("#status").contains("openings on the page").then_some(())
    });
    let told = tab.errors();
    assert!(told.iter().all(|line| line.contains("400")), "{told:?}");
}

fn reproduction(tab: &Tab) {
    tab.go("scoreboard");
    tab.click("link", "om/figure1.3");
    tab.click("button", "Run it");
    tab.wait("the end", |tab| tab.text("#status").contains("Done in").then_some(()));
    tab.see("table", "Value for player 1");
    assert!(tab.text(".claims").contains("holds"));
    let verdicts: Value = tab.js("return document.querySelectorAll('.verdict').length", vec![]);
    assert_eq!(verdicts, json!(3));
}

/// The screens that there are.
pub const SCREENS: [&str; 6] = ["play", "billiards", "analyse", "tree", "lab", "scoreboard"];

fn narrow(tab: &Tab) {
    for (width, dark) in [(390, true), (390, false), (1280, true)] {
        tab.pretend(width, 844, dark);
        for screen in SCREENS {
            tab.go(screen);
            tab.until("its heading", "document.querySelector('main h1')");
            let too_wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1";
            let wide = tab.js(&format!("return {too_wide}"), vec![]);
            assert_eq!(wide, json!(false), "{screen} is wider than {width}");
        }
    }
    tab.pretend(1280, 900, false);
}
