//! Drawn searches: nothing lies on an edge, everything fits, and numbers are told for the player named.

use plywood_core::picture::{Form, Leg, Picture, Theme};
use plywood_lab::drawing;
use plywood_registry::game;

fn trace(spec: &str, search: &str) -> plywood_core::Trace {
    let game = game(spec).unwrap();
    let mut player = game.player(&search.parse().unwrap()).unwrap();
    player.trace(&*game.start(), 2000).unwrap()
}

/// Whether a straight piece of a line passes through a box.
fn meets((x1, y1): (f64, f64), (x2, y2): (f64, f64), [left, top, right, bottom]: [f64; 4]) -> bool {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (start, way, low, high) in [(x1, x2 - x1, left, right), (y1, y2 - y1, top, bottom)] {
        if way.abs() < 1e-12 {
            if start <= low || start >= high {
                return false;
            }
            continue;
        }
        let (enters, leaves) = ((low - start) / way, (high - start) / way);
        (from, to) = (from.max(enters.min(leaves)), to.min(enters.max(leaves)));
    }
    from < to
}

fn nothing_lies_on_an_edge(picture: &Picture, what: &str) {
    let edges = picture.ground.iter().filter_map(|shape| match &shape.form {
        Form::Path(legs) if shape.fill.is_none() => Some(legs),
        _ => None,
    });
    let mut pieces = Vec::new();
    for legs in edges {
        let mut at = (0.0, 0.0);
        for leg in legs {
            match leg {
                Leg::Move(to) => at = *to,
                Leg::Line(to) => {
                    pieces.push((at, *to));
                    at = *to;
                }
                _ => unreachable!("edges are straight"),
            }
        }
    }
    assert!(!pieces.is_empty());
    for label in &picture.labels {
        let crossed = pieces.iter().find(|(from, to)| meets(*from, *to, label.extent()));
        assert!(crossed.is_none(), "{what}: {label:?} lies on {crossed:?}");
    }
}

const DRAWN: [(&str, &str); 8] = [
    ("tree:(A=[3 12 8] B=[2 4 6] C=[14 5 2])", "ab(table=off, deepening=off)"),
    ("tree:([(3/5 4/2) (6/7 1/9)] [(2/1 5/5) (7/0 3/3)])", "om"),
    ("tree:1(2(5/2/3 1/6/2) 3(2/3/4 4/1/1))", "paranoid"),
    ("nim3(matches=6)", "maxn"),
    ("connect4", "uct(simulations=2000)"),
    ("tictactoe", "pvs(depth=3)"),
    ("dice(board=3, win=3)", "expectimax(depth=3)"),
    ("randomtree(width=32, depth=3)", "minimax"),
];

#[test]
fn drawn_searches_fit_and_keep_their_texts_off_the_edges() {
    for (spec, search) in DRAWN {
        let what = format!("{search} in {spec}");
        let picture = drawing::picture(&trace(spec, search));
        nothing_lies_on_an_edge(&picture, &what);
        assert!(picture.width < 6000.0 && picture.height < 6000.0, "{what}: {} wide", picture.width);
        plywood_core::picture::check::well_formed(&picture);
    }
    let all = drawing::svg(&trace("connect4", "uct(simulations=2000)"), Theme::Light);
    assert!(all.contains(" more</text>"), "what is large is folded");
}

#[test]
fn bounds_are_shown_as_bounds_and_exact_values_as_they_are() {
    let written = "tree:(A=[3 12 8] B=[2 4 6] C=[14 5 2])";
    let outline = drawing::outline(&trace(written, "ab(table=off, deepening=off, killers=off, history=off)"));
    assert!(outline.contains("root  max  window (-∞, ∞)  = 3\n"), "{outline}");
    assert!(outline.contains("B  min  window (3, ∞)  ≤ 2  cut  not searched: 2 3"), "{outline}");
    assert!(outline.contains("C  min  window (3, ∞)  = 2\n"), "all of C was seen: {outline}");
    let pvs = drawing::outline(&trace(written, "pvs(table=off, deepening=off, killers=off, history=off)"));
    assert!(pvs.contains("B  min  null window"), "{pvs}");
    let whole = drawing::outline(&trace("tictactoe", "pvs(depth=2, bounds=off)"));
    assert!(
        whole.starts_with("root  max  window (-∞, ∞)  = 0.1111\n"),
        "an open window is answered: {whole}"
    );
    let minimax = drawing::outline(&trace(written, "minimax"));
    assert!(!minimax.contains(['≤', '≥']), "{minimax}");
}

#[test]
fn more_players_have_values_of_the_player_named() {
    let written = "tree:1(2(5/2/3 1/6/2) 3(2/3/4 4/1/1))";
    let paranoid = drawing::outline(&trace(written, "paranoid"));
    for line in [
        "root  player 1  window (-∞, ∞)  = 2\n",
        "  1  player 2  window (-∞, ∞)  = 1\n",
        "    2  window (-∞, 5)  = 1  over\n",
        "values are those of player 1\n",
    ] {
        assert!(paranoid.contains(line), "{line} is not in {paranoid}");
    }
    let maxn = drawing::outline(&trace(written, "maxn"));
    assert!(maxn.contains("root  player 1  = 2/3/4\n  1  player 2  = 1/6/2\n"), "{maxn}");
    assert!(!maxn.contains("window"), "{maxn}");
    let nim = drawing::outline(&trace("nim3", "paranoid"));
    assert!(!nim.contains("(-∞, -∞)") && nim.contains("(-∞, 0)"), "{nim}");
    // A window that begins at the lowest payoff there is was narrowed, and is what cuts.
    assert!(nim.contains("window (0, ∞)  ≤ 0  cut"), "{nim}");
    assert!(!nim.lines().any(|line| line.contains("(-∞, ∞)") && line.contains("cut")), "{nim}");
    // A playout's reward is told for who moved, and says so.
    let uct = drawing::outline(&trace("nim3(matches=3)", "uct(simulations=500)"));
    assert!(uct.contains("for player 1") && uct.contains("for player 2"), "{uct}");
    assert!(!uct.contains("= -"), "payoffs of nim3 are 0 and 1: {uct}");
}

#[test]
fn probes_of_opponent_models_are_explained() {
    let outline = drawing::outline(&trace("tree:([9/8 7/6] [8/6 6/7])", "om"));
    assert!(outline.contains("v_op") && outline.contains("found by a probe"), "{outline}");
}
