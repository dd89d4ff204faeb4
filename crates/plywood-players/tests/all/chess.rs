//! Chess by name: searches play it, the horizon is seen through, and endings are known.

use plywood_core::{Budget, Task};
use plywood_registry::game;

/// The move that a search plays, and what it takes the position to be worth.
fn played(search: &str, position: &str) -> (String, f64) {
    let game = game("chess").unwrap();
    let mut player = game.player(&search.parse().unwrap()).unwrap();
    let line = game.read(position).unwrap();
    let report = player.think(&*line, Task::new(Budget::UNSET).seed(1)).unwrap();
    (report.best.unwrap(), report.value)
}

/// A queen takes a pawn that another one protects, if nobody looks beyond the first ply (lecture notes, "The Horizon
/// Effect").
#[test]
fn quiescence_and_secondary_search_see_beyond_the_horizon() {
    let protected = "4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1";
    let plain = "ab(eval=material, depth=1";
    assert_eq!(played(&format!("{plain})"), protected).0, "Qxd6");
    for seeing in ["quiescence=on", "secondary=on"] {
        let (best, _) = played(&format!("{plain}, {seeing})"), protected);
        assert_ne!(best, "Qxd6", "{seeing}");
    }
}

#[test]
fn every_family_of_searches_finds_a_mate() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    for search in [
        "ab(depth=2)",
        "pvs(depth=3, quiescence=on, null=on, extend=on)",
        "mtdf(depth=3)",
        "uct(simulations=3000)",
        "om(depth=2, opponent=material)",
        "prom(depth=2, types=either(type(p=0.5), type(eval=material, p=0.5)))",
        "dfpn(nodes=20000)",
    ] {
        let (best, value) = played(search, mate);
        assert_eq!(best, "Rd8#", "{search}");
        assert!(value > 0.5, "{search}: {value}");
    }
}

#[test]
fn who_has_the_database_plays_by_it() {
    let won = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1";
    let (_, with) = played("ab(depth=1, oracle=endings(of=KRK))", won);
    assert_eq!(with, 1.0);
    assert!(played("ab(depth=1)", won).1 < 1.0);
    let refused =
        game("chess").unwrap().player(&"ab(oracle=endings(of=KPK))".parse().unwrap()).err().unwrap();
    assert!(refused.to_string().contains("pawns are not covered"), "{refused}");
}
