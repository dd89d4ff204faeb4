//! Specs that mean the same game or player are the same in their normal form, and it means what they mean.

use plywood_core::Spec;
use plywood_players::SEARCHES;
use plywood_registry::{GAMES, game};

fn player(game_text: &str, spec: &str) -> String {
    game(game_text).unwrap().player(&spec.parse::<Spec>().unwrap()).unwrap().normal()
}

#[test]
fn the_same_players_and_games_are_the_same() {
    let same = |game_text: &str, specs: &[&str]| {
        for spec in specs {
            assert_eq!(player(game_text, spec), player(game_text, specs[0]), "{spec} is {}", specs[0]);
        }
    };
    same(
        "connect4",
        &["ab(depth=4, table=64MB)", "ab(table=64mb,depth=4)", "ab(table=65536KB, depth=04, killers=on)"],
    );
    same(
        "connect4",
        &["ab(nodes=1M)", "ab(nodes=1e6)", "ab(nodes=1000000, table=16MB)", "ab(nodes=1000k, depth=none)"],
    );
    same("connect4", &["uct(time=1500ms)", "uct(time=1.5s)"]);
    let first = game("othello").unwrap().evaluators()[0].name;
    same("othello", &["ab(depth=3)", "ab(depth=3, eval=default)", &format!("ab(eval={first}, depth=3)")]);
    let different = [
        "ab(depth=4)",
        "ab(depth=5)",
        "pvs(depth=4)",
        "ab(depth=4, table=off)",
        "ab(depth=4, table=16777216)",
    ];
    for (place, spec) in different.iter().enumerate() {
        assert!(
            different[..place].iter().all(|other| player("connect4", other) != player("connect4", spec)),
            "{spec}"
        );
    }
    for (one, other) in [
        ("kalah(holes=4,seeds=3)", "kalah( seeds = 3, holes = 4 )"),
        ("connect4", "connect4(rows=6, columns=7)"),
    ] {
        let normal = |text: &str| game(text).unwrap().normal();
        assert_eq!(normal(one), normal(other), "{one} is {other}");
    }
}

#[test]
fn a_normal_form_is_read_back_as_the_same() {
    for entry in GAMES {
        for example in entry.examples {
            let made = game(example).unwrap();
            let normal = made.normal();
            let again = game(&normal).unwrap_or_else(|error| panic!("{example} became {normal}: {error}"));
            assert_eq!(
                (again.normal(), again.start().position()),
                (normal, made.start().position()),
                "{example}"
            );
            for search in SEARCHES {
                let spec = Spec::word(search.about.name);
                let Ok(player) = made.player(&spec) else { continue };
                assert_eq!(player.normal(), spec.to_string());
            }
        }
    }
}
