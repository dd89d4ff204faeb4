//! Opening books: grown, stored, merged, played.

use std::collections::BTreeMap;

use plywood_core::facade::{AnyGame, AnyPlayer};
use plywood_core::{Budget, Played, Player, Spec, Stop, Task, Turn};
use plywood_registry::game;
use plywood_study::book::{Book, Growth};

fn player(game: &dyn AnyGame, spec: &str) -> Box<dyn AnyPlayer> {
    game.player(&spec.parse::<Spec>().unwrap()).unwrap()
}

/// A book of a number of expansions.
fn grown(game: &dyn AnyGame, by: &str, weight: f64, expansions: usize) -> Book {
    let mut book = Book::new(game, by).unwrap();
    grow(game, &mut book, by, weight, expansions);
    book
}

fn grow(game: &dyn AnyGame, book: &mut Book, by: &str, weight: f64, expansions: usize) {
    let mut growth = Growth { game, player: player(game, by), weight, lure: 0.0 };
    while book.expanded() < expansions {
        assert!(growth.step(book, &Stop::new()).unwrap());
    }
}

/// What a book says, by the position.
fn told(book: &Book) -> BTreeMap<Vec<String>, (String, usize)> {
    let said = |entry: &plywood_study::book::Entry| (format!("{:?}", entry.worth), entry.children.len());
    book.entries().iter().map(|entry| (entry.path.clone(), said(entry))).collect()
}

#[test]
fn a_small_game_is_known_to_its_end() {
    let game = game("nim(matches=7)").unwrap();
    let mut book = Book::new(&*game, "random").unwrap();
    // Whatever a search says, at the end only ends count.
    let mut growth = Growth { game: &*game, player: player(&*game, "ab(depth=1)"), weight: 1.0, lure: 0.0 };
    while growth.step(&mut book, &Stop::new()).unwrap() {}
    for entry in book.entries() {
        let mut line = game.start();
        entry.path.iter().for_each(|step| line.step(step).unwrap());
        if line.turn() == Turn::Over {
            assert!(entry.children.is_empty());
            continue;
        }
        assert_eq!(entry.children.len(), line.moves().len());
        let report = player(&*game, "ab").think(&*line, Task::new(Budget::UNSET).seed(1)).unwrap();
        let value = if line.turn().view() == Player::FIRST { report.value } else { -report.value };
        assert_eq!((entry.worth.value, entry.worth.proven), (value, true), "{:?}", entry.path);
        assert_eq!(entry.worth.distance, report.distance, "{:?}", entry.path);
    }
}

#[test]
fn a_heavy_weight_goes_deep_and_none_goes_wide() {
    let game = game("connect4").unwrap();
    let deepest = |weight| {
        let book = grown(&*game, "ab(depth=2)", weight, 30);
        book.entries().iter().map(|entry| entry.path.len()).max().unwrap()
    };
    // Thirty of the positions 0 to 2 plies away, so that the farthest is three away: plies alone count.
    assert_eq!(deepest(0.0), 3);
    assert!(deepest(1e6) > 3, "{}", deepest(1e6));
}

#[test]
fn books_are_stored_gone_on_with_and_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.book");
    let (game, by) = (game("connect4").unwrap(), "ab(depth=2)");
    let whole = grown(&*game, by, 1e6, 30);
    let half = grown(&*game, by, 1e6, 12);
    half.save(&path).unwrap();
    let mut again = Book::load(&*game, &path).unwrap();
    assert_eq!(told(&again), told(&half));
    grow(&*game, &mut again, by, 1e6, 30);
    assert_eq!(told(&again), told(&whole), "in two sittings as in one");

    let wide = grown(&*game, by, 0.0, 30);
    let mut both = whole.clone();
    both.merge(&*game, &wide).unwrap();
    let mut other = wide.clone();
    other.merge(&*game, &whole).unwrap();
    let values = |book: &Book| book.entries().iter().map(|entry| entry.worth.value).sum::<f64>();
    assert_eq!((both.entries().len(), both.expanded()), (other.entries().len(), other.expanded()));
    assert!((values(&both) - values(&other)).abs() < 1e-9);
    assert!(both.expanded() > whole.expanded() && both.entries().len() > wide.entries().len());
    both.save(&path).unwrap();
    assert_eq!(told(&Book::load(&*game, &path).unwrap()), told(&both));
    let mine = Book::new(&*plywood_registry::game("tictactoe").unwrap(), by).unwrap();
    assert!(both.merge(&*game, &mine).unwrap_err().to_string().contains("no book of"));
}

#[test]
fn damaged_books_are_refused_with_place_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.book");
    let game = game("tictactoe").unwrap();
    grown(&*game, "ab(depth=2)", 1.0, 5).save(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let refused = |text: &str| {
        std::fs::write(&path, text).unwrap();
        Book::load(&*game, &path).unwrap_err().to_string()
    };
    let lines: Vec<&str> = text.lines().collect();
    let half = lines[..lines.len() / 2].join("\n");
    assert!(refused(&half).contains(&format!("cut off after line {}", lines.len() / 2)));
    assert!(refused(&[lines[..5].join("\n"), half].concat()).contains("cut off"));
    assert!(refused(&text.replacen(" guess ", " perhaps ", 1)).contains("line 4 is no position of a book"));
    let missing: String = lines
        .iter()
        .enumerate()
        .filter(|(place, _)| *place != 5)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    assert!(
        refused(&missing).contains("only some of its moves")
            || refused(&missing).contains("before its parent")
    );
    assert!(refused(&text.replace("game: tictactoe", "game: nim")).contains("a book of nim"));
    assert!(refused(&text.replace("\tb2", "\tz9")).contains("z9"));
    let spec: Spec = format!("ab(depth=1, book=\"{}\")", path.display()).parse().unwrap();
    assert!(game.player(&spec).err().expect("refused").to_string().contains("z9"));
    assert!(Book::new(&*plywood_registry::game("pig").unwrap(), "ab").is_err());
}

#[test]
fn any_player_plays_by_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.book");
    let game = game("connect4(columns=4, rows=4)").unwrap();
    let book = grown(&*game, "ab", 1.0, 12);
    book.save(&path).unwrap();
    for inner in ["random", "uct(simulations=50)", "solver"] {
        let name = Spec::word(inner.split('(').next().unwrap()).name;
        let keys = inner.strip_prefix(&name).unwrap().trim_matches(['(', ')']);
        let comma = if keys.is_empty() { "" } else { ", " };
        let mut with = player(&*game, &format!("{name}({keys}{comma}book=\"{}\")", path.display()));
        let mut line = game.start();
        let report = with.think(&*line, Task::new(Budget::UNSET).seed(3)).unwrap();
        assert_eq!((report.nodes, report.value), (0, book.entries()[0].worth.value), "{inner}");
        assert!(with.normal().contains("book="), "{}", with.normal());
        // Beyond the book it thinks.
        while book.probe(&*line).is_some() {
            let first = line.moves()[0].clone();
            line.step(&first).unwrap();
        }
        let best = with.think(&*line, Task::new(Budget::UNSET).seed(3)).unwrap().best.unwrap();
        assert!(line.moves().contains(&best), "{inner}");
    }
}

#[test]
fn an_opponent_is_lured_where_he_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.book");
    let game = game("tictactoe").unwrap();
    // Every first move draws, and the opponent has always lost after a1.
    let mut book = grown(&*game, "ab", 0.0, 10);
    let lost = |steps: &[&str], payoff: f64| Played {
        game: "tictactoe".into(),
        start: String::new(),
        steps: steps.iter().map(|step| step.to_string()).collect(),
        players: vec!["we".into(), "he".into()],
        payoffs: vec![-payoff, payoff],
        ending: "rules".into(),
    };
    let games: Vec<Played> = std::iter::repeat_n(lost(&["a1", "a2", "b2", "c1", "c3"], -1.0), 5)
        .chain(std::iter::repeat_n(lost(&["b2", "a2"], 1.0), 3))
        .collect();
    assert_eq!(book.meet(&*game, &games, "he").unwrap(), 8);
    assert_eq!(book.meet(&*game, &games, "nobody").unwrap(), 0);
    book.meet(&*game, &games, "he").unwrap();
    book.save(&path).unwrap();
    let first = |book: String| {
        let mut player = player(&*game, &format!("random(book={book})"));
        (0..20)
            .map(|seed| {
                let report = player.think(&*game.start(), Task::new(Budget::UNSET).seed(seed));
                report.unwrap().best.unwrap()
            })
            .collect::<std::collections::BTreeSet<String>>()
    };
    let lured = first(format!("with(file=\"{}\", lure=0.5)", path.display()));
    assert_eq!(lured.into_iter().collect::<Vec<_>>(), ["a1"]);
    assert!(first(format!("\"{}\"", path.display())).len() > 3, "equal moves are all played");

    // The book grows where the opponent plays.
    let mut growth = Growth { game: &*game, player: player(&*game, "ab"), weight: 4.0, lure: 0.5 };
    (0..6).for_each(|_| assert!(growth.step(&mut book, &Stop::new()).unwrap()));
    let below = |first: &str| {
        let grown = book.entries().iter().filter(|entry| !entry.children.is_empty());
        grown.filter(|entry| entry.path.len() >= 2 && entry.path[0] == first).count()
    };
    assert!(below("a1") >= 1, "{} {}", below("a1"), below("b2"));
}

#[test]
fn a_book_learns_the_games_that_were_played() {
    let game = game("connect4(columns=4, rows=4)").unwrap();
    let played = Played {
        game: game.spec(),
        start: String::new(),
        steps: ["1", "1", "1", "2", "3", "4"].iter().map(|step| step.to_string()).collect(),
        players: vec!["we".into(), "he".into()],
        payoffs: vec![0.0, 0.0],
        ending: "rules".into(),
    };
    let mut growth = Growth { game: &*game, player: player(&*game, "solver"), weight: 0.0, lure: 0.0 };
    let mut book = Book::new(&*game, "solver").unwrap();
    let known = |book: &Book| {
        let mut line = game.start();
        let mut positions = 0;
        for step in &played.steps {
            positions += usize::from(book.probe(&*line).is_some_and(|entry| !entry.children.is_empty()));
            line.step(step).unwrap();
        }
        (positions, book.expanded())
    };
    // Each time the same game is met it is known further, and nothing else is.
    for (positions, expected) in [(2, 2), (0, 2), (3, 5), (9, 6), (9, 6)] {
        assert!(growth.learn(&mut book, &played, positions, &Stop::new()).unwrap());
        assert_eq!(known(&book), (expected, expected));
    }
    // Every value is exact, so that the start's is the game's.
    let solved = player(&*game, "solver").think(&*game.start(), Task::new(Budget::UNSET).seed(1));
    assert_eq!(book.entries()[0].worth.value, solved.unwrap().value);
    let stop = Stop::new();
    stop.raise();
    let mut other = Book::new(&*game, "solver").unwrap();
    assert!(!growth.learn(&mut other, &played, 1, &stop).unwrap());
}
