//! What people do on the page, each told from its beginning.

use serde_json::{Value, json};

use crate::driver::Tab;

/// A story and its name.
type Story = (&'static str, fn(&Tab));

/// All stories, in the order they are told.
pub const ALL: &[Story] = &[
    ("a game of othello", othello),
    ("a game of dice", dice),
    ("a game of bao", bao),
    ("a game of three players", three),
    ("a game of every kind", every_kind),
    ("a puzzle that is solved", puzzle),
    ("a frame of every kind", frames),
    ("seeds that are sown", sowing),
    ("the tutor", tutor),
    ("a ball that is shot", billiards),
    ("a ball in hand", in_hand),
    ("an analysis", analysis),
    ("a proof", proof),
    ("an alpha-beta tree", tree),
    ("the dice batch", batch),
    ("a match, stopped and resumed", stopped_match),
    ("a tournament with its crosstable", tournament),
    ("a tuning", tuning),
    ("what is wrong is said", wrong),
    ("a reproduction", reproduction),
    ("every screen, narrow and dark", narrow),
];

/// Says that a game is over.
const WON: &str = "!/to move|thinks/.test(document.querySelector('.words').innerText)";

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

/// Begins a game at its first seat, with a player of a spec at each of the others.
pub fn begin(tab: &Tab, game: &str, others: &[&str]) {
    sit_down(tab, game, others);
    tab.click("button", "Begin");
    tab.until("the board", "document.querySelector('.board svg')");
}

/// Chooses a game and who plays it.
fn sit_down(tab: &Tab, game: &str, others: &[&str]) {
    tab.go("play");
    tab.fill("Game", game);
    let seats = others.len() + 1;
    tab.until(
        "its seats",
        &format!("all('field').filter(e => /^Player \\d$/.test(name(e))).length === {seats}"),
    );
    tab.fill("Player 1", "person");
    for (place, spec) in others.iter().enumerate() {
        tab.fill(&format!("Player {}", place + 2), if *spec == "tutor" { "tutor" } else { "spec" });
        if *spec != "tutor" {
            tab.fill(&format!("Spec of player {}", place + 2), spec);
        }
    }
}

/// Plays a game to its end by clicks on the board.
fn play(tab: &Tab, game: &str, others: &[&str]) {
    begin(tab, game, others);
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
    tab.until("who won", WON);
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

/// A game of every kind that has a board, at random: clicks where they may go, from inside the page, which is faster.
fn every_kind(tab: &Tab) {
    // Clicks a cell at random whenever one may be clicked, until the game is over.
    let clicking = "const [done] = arguments;
        const start = Date.now();
        const id = location.hash.split('/')[2];
        let clicks = 0;
        const step = async () => {
            const open = [...document.querySelectorAll('.board [data-cell][tabindex=\"0\"]')].filter(visible);
            const next = open.filter(e => e.classList.contains('next'));
            const among = next.length ? next : open;
            if (among.length) {
                clicks++;
                among[Math.floor(Math.random() * among.length)].dispatchEvent(new MouseEvent('click', { bubbles: true }));
            } else {
                const game = await (await fetch('/api/v1/play/' + id)).json();
                if (game.board.turn === 'over') return done([clicks, true]);
            }
            if (Date.now() - start > 60000) return done([clicks, false]);
            setTimeout(step, among.length ? 0 : 10);
        };
        step();";
    for (name, spec) in board_games() {
        let players = plywood_registry::game(spec).expect("its example").nature().players;
        let begun = std::time::Instant::now();
        begin(tab, name, &vec!["random"; players - 1]);
        let (mut clicks, mut over) = (0, false);
        // A script may not take for ever: it is sent again, as long as it finds cells to click.
        while !over {
            let told = tab.js_later(clicking, vec![]);
            let more = told[0].as_u64().unwrap_or(0);
            over = told[1] == json!(true);
            assert!(over || more > 0, "{name} stands still after {clicks} clicks");
            clicks += more;
        }
        println!("  {name}: {clicks} clicks, {:.1} s", begun.elapsed().as_secs_f64());
        assert!(clicks > 0, "{name}");
        tab.until("who won", WON);
    }
}

/// The games that have a board, with an example of each. Pool has a screen of its own; who slides tiles at random is never
/// done.
pub fn board_games() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = plywood_registry::GAMES.iter().map(|entry| (entry.about.name, entry.examples[0]));
    all.filter(|(name, _)| !plywood_billiards::game::is_billiards(name) && *name != "puzzle")
}

fn puzzle(tab: &Tab) {
    sit_down(tab, "puzzle", &[]);
    tab.click("button", "From a position or a record");
    tab.fill("Position, in the game's notation", "1 5 2 3 4 6 0 7 8 9 10 11 12 13 14 15");
    tab.click("button", "Begin");
    // Tiles 6, 5 and 1 slide home.
    for cell in [5, 1, 0] {
        let tile = format!(".board [data-cell=\"{cell}\"][tabindex=\"0\"]");
        tab.until("a tile that slides", &format!("document.querySelector('{tile}')"));
        assert!(tab.press_found(&format!("return document.querySelector('{tile}')")));
        tab.until("the blank in its place", &format!("!document.querySelector('{tile}')"));
    }
    tab.wait("the end", |tab| is_over(tab).then_some(()));
    tab.until("that it is over", WON);
}

/// A frame of every game of pool: the computer says how it would shoot, and the person does that.
fn frames(tab: &Tab) {
    for about in plywood_billiards::game::ABOUT {
        let begun = std::time::Instant::now();
        tab.go("billiards");
        // Seats are made anew for the game that is chosen.
        tab.see("field", "Player 1");
        tab.js("find('field', 'Player 1').dataset.old = ''", vec![]);
        tab.fill("Game", about.name);
        tab.until("its own seats", "find('field', 'Player 1')?.dataset.old === undefined");
        let players = plywood_registry::game(about.name).expect("a game of pool").nature().players;
        for seat in 1..=players {
            tab.see("field", &format!("Player {seat}"));
            tab.fill(&format!("Player {seat}"), if seat == 1 { "person" } else { "greedy" });
        }
        tab.click("button", "Begin");
        tab.see("button", "Hint");
        let mut shots = 0;
        let may_shoot = |tab: &Tab| match is_over(tab) {
            true => Some(false),
            false => enabled(tab, "Hint").then_some(true),
        };
        while tab.wait("a turn, or the end", may_shoot) {
            tab.js(
                "document.getElementById('status').textContent = ''; find('button', 'Hint').click()",
                vec![],
            );
            tab.wait("a stroke", |tab| {
                (tab.text("#status").starts_with("Hint: ") && enabled(tab, "Shoot")).then_some(())
            });
            tab.click("button", "Shoot");
            shots += 1;
        }
        println!("  {}: {shots} shots, {:.1} s", about.name, begun.elapsed().as_secs_f64());
        tab.wait("that it is over", |tab| (!enabled(tab, "Let the computer play")).then_some(()));
        assert!(shots > 0, "somebody shot");
    }
}

fn sowing(tab: &Tab) {
    // Seeds that move are what is to be seen.
    tab.media(false, false);
    begin(tab, "kalah", &["random"]);
    let counts =
        "[...document.querySelectorAll('.board [data-count] text')].map(e => e.textContent).join(' ')";
    tab.until("four seeds in every pit", &format!("{counts} === '4 4 4 4 4 4 0 4 4 4 4 4 4 0'"));
    // What is to be seen for a moment only is noted when it is there.
    let noting = format!(
        "window.seen = [];
         const note = () => {{ const now = {counts}; if (window.seen.at(-1) !== now) window.seen.push(now); }};
         const changes = {{ subtree: true, childList: true, characterData: true }};
         new MutationObserver(note).observe(document.querySelector('.board'), changes);"
    );
    tab.js(&noting, vec![]);
    assert!(tab.press_found("return document.querySelector('.board [data-cell=\"2\"]')"));
    // Seeds of the third pit come one after the other into the next three and the store.
    tab.until("all of them sown", &format!("{counts} === '4 4 0 5 5 5 1 4 4 4 4 4 4 0'"));
    let seeds = "document.querySelectorAll('.board [data-seeds=\"3\"] circle').length === 5";
    tab.until("as many seeds as the number says", seeds);
    let seen = tab.js("return window.seen", vec![]);
    let two = "4 4 0 5 5 4 0 4 4 4 4 4 4 0";
    assert!(seen.as_array().is_some_and(|seen| seen.contains(&json!(two))), "two seeds sown: {seen}");
    tab.media(false, true);
}

fn tutor(tab: &Tab) {
    begin(tab, "nim", &["tutor"]);
    tab.see("heading", "The tutor's model of you");
    assert!(tab.text("main").contains("No choice of yours was seen yet"));
    // Of the matches one is taken where another number wins.
    tab.until("a move", "document.querySelector('.board [data-cell][tabindex=\"0\"]')");
    assert!(tab.press_found("return document.querySelector('.board [data-cell][tabindex=\"0\"]')"));
    tab.wait("a remark", |tab| (!tab.text(".remark").is_empty()).then_some(()));
    tab.wait("its model", |tab| tab.text("main").contains("choices and lost").then_some(()));
    let remark = tab.text(".remark");
    assert!(remark.contains("better than") || remark.contains("as good as any"), "{remark}");
}

fn in_hand(tab: &Tab) {
    tab.go("play");
    // The place where a ball in hand would go is taken.
    let position =
        "8ball turn=1 stage=play cue=hand groups=solids score=0:0 1@0.495:0.56 8@0.8:0.9 9@0.5:1.4";
    let begin = "const [position, done] = arguments;
        fetch('/api/v1/play', { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ game: '8ball', seats: ['person', 'person'], position }) })
            .then(answer => answer.json()).then(game => done(game.id));";
    let id = tab.js_later(begin, vec![json!(position)]);
    tab.go(&format!("billiards/{}", id.as_str().expect("the frame's name")));
    tab.wait("what the shot promises", |tab| tab.text("main").contains("Success").then_some(()));
    // The ball is dragged onto another one: nothing is asked, nothing can be shot.
    let drag = "const canvas = document.querySelector('canvas');
        const [[x, y], [u, v]] = arguments[0].map(([across, along]) => {
            const box = canvas.getBoundingClientRect(), scale = box.width / canvas.width;
            return [box.left + scale * (arguments[1][0] + arguments[2] * along), box.top + scale * (arguments[1][1] + arguments[2] * across)];
        });
        const send = (kind, x, y) => canvas.dispatchEvent(new PointerEvent(kind, { clientX: x, clientY: y, pointerId: 1, bubbles: true }));
        canvas.setPointerCapture = () => {};
        send('pointerdown', x, y); send('pointermove', u, v); send('pointerup', u, v);";
    let look =
        "const [id, done] = arguments; fetch('/api/v1/billiards/' + id).then(one => one.json()).then(done);";
    let table = tab.js_later(look, vec![id]);
    let to = |x: f64, y: f64| {
        tab.js(drag, vec![json!([table["place"], [x, y]]), table["origin"].clone(), table["scale"].clone()]);
    };
    to(0.5, 1.4);
    tab.wait("that it cannot lie there", |tab| {
        (tab.text("main").contains("cannot lie there") && !enabled(tab, "Shoot")).then_some(())
    });
    tab.reload();
    tab.wait("a place that is free", |tab| enabled(tab, "Shoot").then_some(()));
    to(0.5, 1.1);
    tab.wait("what that shot promises", |tab| tab.text("main").contains("Success").then_some(()));
    tab.click("button", "Map of shot quality");
    tab.wait("the best place", |tab| tab.text("#status").contains("best place").then_some(()));
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
    // Each picture of balls that roll is noted when it is drawn.
    let noting = "window.rolling = new Set();
        const note = () => {
            if (find('button', 'Shoot')?.disabled) window.rolling.add(document.querySelector('canvas').toDataURL());
            requestAnimationFrame(note);
        };
        note();";
    tab.js(noting, vec![]);
    tab.click("button", "Shoot");
    tab.wait("balls that stopped", |tab| (cloth(tab) != before && enabled(tab, "Shoot")).then_some(()));
    let rolling = tab.js("return window.rolling.size", vec![]);
    assert!(rolling.as_u64() > Some(2), "{rolling} pictures of balls that roll");
    assert_ne!(cloth(tab), before, "they lie elsewhere");
    tab.media(false, true);
}

/// Whether a button can be pressed.
fn enabled(tab: &Tab, name: &str) -> bool {
    tab.js("return find('button', arguments[0])?.disabled === false", vec![json!(name)]) == json!(true)
}

fn analysis(tab: &Tab) {
    search_with(tab, "connect4", ["ab(depth=6)", "uct(simulations=400)"]);
    tab.see("heading", "Side by side");
    let rows = "[...document.querySelectorAll('main section.card')].every(e => e.querySelectorAll('tbody tr').length > 0)";
    tab.until("rows of both searches", rows);
    assert!(tab.text("main").contains("agree"), "they are compared");
}

/// Searches the start of a game with two searches at once.
fn search_with(tab: &Tab, game: &str, specs: [&str; 2]) {
    tab.go("analyse");
    tab.fill("Game", game);
    tab.until("a board", "document.querySelector('.board svg')");
    tab.click("button", "Another search");
    // Both fields have the same name; each is filled by its place.
    let set = "const field = all('field').filter(e => name(e) === 'Search')[arguments[0]]; field.value = arguments[1];";
    for (place, spec) in specs.iter().enumerate() {
        tab.js(set, vec![json!(place), json!(spec)]);
    }
    tab.click("button", "Search with all");
}

/// Proof numbers beside a tree of playouts, both while they grow and in the end.
fn proof(tab: &Tab) {
    tab.go("analyse");
    tab.reload();
    tab.see("field", "Search");
    // A busy server is slow to say who plays a game: what is typed and asked meanwhile stands.
    let slow = "const asked = window.fetch;
        window.fetch = async (path, ...rest) => {
            const answer = await asked(path, ...rest);
            if (/players/.test(path)) await new Promise(done => setTimeout(done, 1000));
            return answer;
        };";
    tab.js(slow, vec![]);
    search_with(tab, "tictactoe", ["dfpn", "uct(simulations=2000)"]);
    tab.see("table", "Does the player on turn get at least");
    tab.see("image", "The tree after 2,000 visits");
    tab.wait("both answers", |tab| tab.has("heading", "Side by side").then_some(()));
    // Nobody wins this game, so a win is disproven: no number of leaves would prove it.
    assert!(tab.text("table.proof").contains("∞"), "{}", tab.text("table.proof"));
    let drawn = tab.js("return document.querySelectorAll('.growing circle').length", vec![]);
    assert_eq!(drawn, json!(41), "the root and forty nodes");
    tab.reload();
    tab.see("field", "Search");
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
    // Who comes later reads it, too.
    tab.reload();
    tab.wait("the verdict again", |tab| tab.text(".results").contains("confirmed").then_some(()));
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
