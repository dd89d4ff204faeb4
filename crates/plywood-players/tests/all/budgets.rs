//! A search refuses budgets that it cannot meet and names those that it keeps; those that it keeps end its thinking.

use plywood_core::facade::AnyGame;
use plywood_core::{Budget, Declaration, Limit, Progress, Report, Row, Stop, Task, Tick};
use plywood_players::{SEARCHES, specialists};
use plywood_registry::game;

/// A game that a search fits.
fn fitting(entry: &Declaration) -> Box<dyn AnyGame> {
    let games = ["connect4", "othello", "dice(board=4)", "nim3(matches=12)"].map(|spec| game(spec).unwrap());
    // Some need more than the right nature: a game that can pass.
    let fitting = games.into_iter().find(|game| {
        (entry.misfit)(&game.nature()).is_none() && game.player(&entry.about.name.parse().unwrap()).is_ok()
    });
    fitting.expect("it fits one of them")
}

/// A small budget in one limit, as a key of a spec.
fn small(limit: Limit) -> &'static str {
    if limit == Limit::Time { "10ms" } else { "3" }
}

/// Stops a search that thinks on and on.
#[derive(Default)]
struct Watch {
    stop: Stop,
    ticks: usize,
}

impl Progress for Watch {
    fn row(&mut self, _: &Row) {}
    fn tick(&mut self, _: &Tick) {
        self.ticks += 1;
        if self.ticks > 500 {
            self.stop.raise();
        }
    }
}

/// What a search has spent of a limit; nothing of the time, which a busy machine takes for itself.
fn spent(report: &Report, limit: Limit) -> u64 {
    match limit {
        Limit::Depth => report.depth.into(),
        Limit::Nodes => report.nodes,
        Limit::Evaluations => report.evaluations,
        Limit::Simulations => report.simulations,
        Limit::Time => 0,
    }
}

#[test]
fn what_is_not_kept_is_refused_and_what_is_kept_ends_the_search() {
    for entry in SEARCHES {
        let game = fitting(entry);
        for limit in Limit::ALL {
            let (name, key) = (entry.about.name, limit.key().name);
            let made = game.player(&format!("{name}({key}={})", small(*limit)).parse().unwrap());
            if entry.keeps.contains(limit) {
                let mut player = made.unwrap_or_else(|error| panic!("{name}: {error}"));
                let mut watch = Watch::default();
                let stop = watch.stop.clone();
                let task = Task::new(Budget::UNSET).seed(1).stop(&stop).telling(&mut watch);
                let report = player.think(&*game.start(), task).unwrap();
                assert!(!stop.raised(), "{name} keeps {key}");
                assert!(spent(&report, *limit) <= 3, "{name} keeps {key}: {report:?}");
            } else {
                let refusal = made.err().unwrap_or_else(|| panic!("{name} refuses {key}")).to_string();
                let kept = entry.keeps.iter().all(|kept| refusal.contains(kept.key().name));
                assert!(kept && refusal.contains(&format!("{key}: ")), "{refusal}");
            }
        }
    }
}

#[test]
fn budgets_from_outside_are_refused_too() {
    let connect4 = game("connect4").unwrap();
    let think = |spec: &str, budget: Budget| {
        let mut player = connect4.player(&spec.parse().unwrap()).unwrap();
        player.think(&*connect4.start(), Task::new(budget).seed(1))
    };
    let refusal = think("uct", Budget::depth(3)).unwrap_err().to_string();
    assert_eq!(refusal, "uct does not keep a budget in depth; it keeps simulations or time");
    assert!(think("uct(simulations=9)", Budget::nodes(3)).is_err());
    assert!(think("ab", Budget::simulations(3)).is_err());
    assert!(think("ab", Budget::depth(3)).is_ok());
    assert!(think("random", Budget::simulations(3)).is_ok());
}

#[test]
fn players_of_one_game_refuse_as_well() {
    for (name, specialist) in specialists::all() {
        let (game, own) = (game(name).unwrap(), specialist.about.name);
        for limit in Limit::ALL {
            let spec = format!("{own}({}={})", limit.key().name, small(*limit));
            let made = game.player(&spec.parse().unwrap());
            assert_eq!(made.is_ok(), specialist.keeps.contains(limit), "{spec} in {name}");
        }
    }
    let refusal = game("pig").unwrap().player(&"value_iteration(time=1s)".parse().unwrap()).err().unwrap();
    assert!(refusal.to_string().contains("it keeps none"), "{refusal}");
}
