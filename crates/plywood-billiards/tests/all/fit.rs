//! Constants of a table found from where balls came to rest.

use plywood_billiards::experiments::fit::{Fit, Observed, fit};
use plywood_billiards::game::Billiards;
use plywood_billiards::game::record::Shots;
use plywood_billiards::physics::Arena;
use plywood_billiards::table::{Collision, Table};
use plywood_billiards::vector::Vec2;
use plywood_core::Stop;
use plywood_core::random::{Rng, seeded};
use rand::RngExt;
use std::sync::Arc;

/// The strokes of whole frames on a table.
fn frames(table: &Table, strokes: usize) -> Vec<Observed> {
    let game = Billiards { arena: Arc::new(Arena::new(table.clone()).unwrap()), ..crate::game("9ball") };
    let mut all = Vec::new();
    for seed in 0.. {
        let line = crate::line(&game, &["nearest", "random"], seed);
        all.extend(
            Shots::default().of(&line).iter().map(|seen| Observed::in_frame(&game.arena, seen).unwrap()),
        );
        if all.len() >= strokes {
            break;
        }
    }
    all.truncate(strokes);
    all
}

/// Balls are found a little beside where they lie.
fn measured(mut observed: Vec<Observed>, error: f64) -> Vec<Observed> {
    let mut random: Rng = seeded(1);
    for stroke in &mut observed {
        for (ball, place) in stroke.after.iter().collect::<Vec<_>>() {
            let mut off = || random.random_range(-error..error);
            stroke.after.place(ball, place + Vec2::new(off(), off()));
        }
    }
    observed
}

fn fitted(start: &str, names: &[&str], observed: &[Observed]) -> Fit {
    let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
    fit(&Table::preset(start).unwrap(), &names, observed, &Stop::new(), &|_, _, _| {}).unwrap().unwrap()
}

fn near(found: &Fit, name: &str, truth: f64, tolerance: f64) {
    let constant = found.constants.iter().find(|constant| constant.name == name).unwrap();
    assert!((constant.fitted / truth - 1.0).abs() < tolerance, "{truth}: {constant:?}");
    assert!(constant.is_determined(), "{constant:?}");
}

#[test]
fn constants_of_another_table_are_found_from_the_preset() {
    let mut table = Table::preset("poolfiz").unwrap();
    (table.cloth.sliding, table.cloth.rolling) = (0.26, 0.011);
    table.collision = Collision::Fastfiz { friction: 0.03 };
    let found = fitted(
        "poolfiz",
        &["sliding", "rolling", "collision.friction"],
        &measured(frames(&table, 60), 0.001),
    );
    near(&found, "cloth.sliding", 0.26, 0.02);
    near(&found, "cloth.rolling", 0.011, 0.01);
    near(&found, "collision.friction", 0.03, 0.05);
    assert!(found.loss_before > 0.04 && found.loss_after < 0.01, "{found:?}");
    let again = Table::from_toml(&found.table.to_toml()).unwrap();
    assert_eq!((again.cloth.rolling, again.name.as_str()), (found.constants[1].fitted, "poolfiz, fitted"));
}

#[test]
fn cushions_are_found_too() {
    let mut table = Table::preset("pooltool").unwrap();
    (table.cushion.restitution, table.cushion.friction, table.cloth.rolling) = (0.75, 0.14, 0.013);
    let found =
        fitted("pooltool", &["cushion.restitution", "cushion.friction", "rolling"], &frames(&table, 60));
    near(&found, "cushion.restitution", 0.75, 0.005);
    near(&found, "cushion.friction", 0.14, 0.02);
    near(&found, "cloth.rolling", 0.013, 0.005);
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let table = Table::preset("poolfiz").unwrap();
    let strokes = frames(&table, 19);
    for (names, reason) in [
        (
            &["sliding", "stickiness"][..],
            "stickiness is no constant that the models of this table use; known: cloth",
        ),
        (&["sliding", "cloth.sliding"], "cloth.sliding is named twice"),
        (&["sliding", "rolling"], "19 strokes are too few to fit 2 constants; it takes 20"),
        (&[], "name the constants"),
    ] {
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        let error = fit(&table, &names, &strokes, &Stop::new(), &|_, _, _| {}).unwrap_err().to_string();
        assert!(error.contains(reason), "{names:?}: {error}");
    }
    let stop = Stop::new();
    stop.raise();
    assert!(fit(&table, &["rolling".to_string()], &strokes, &stop, &|_, _, _| {}).unwrap().is_none());
}
