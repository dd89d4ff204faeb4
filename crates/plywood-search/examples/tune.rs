//! t
use plywood_core::random::seeded;
use plywood_core::*;
use plywood_games::{
    connect4::{Connect4, shape::Standard},
    loa::LinesOfAction,
    othello::*,
};
use plywood_search::{mcts::*, perft::perft};
use std::time::Instant;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn uct<G: Knowledge>(name: &str, game: G, sims: u64, threads: usize, parallel: Parallel) {
    let config = Config { threads, parallel, ..Config::plain(Family::Tree) };
    let p = game.policy(&Spec::word(game.policies()[0].name)).unwrap();
    let e = game.evaluator(&Spec::word(game.evaluators()[0].name)).unwrap();
    let mut s = MonteCarlo::new(p.clone(), p, e, config);
    let line = Line::new(game);
    let mut best = 0f64;
    let mut r = Report::default();
    for round in 0..5 {
        let t = (Instant::now(), cpu());
        r = s.think(&line, &Budget::simulations(sims), round, &Stop::new(), &mut ());
        best = best.max(r.simulations as f64 / (cpu() - t.1));
    }
    println!(
        "{name} uct t={threads} {parallel:?}: {:.1} k/s  nodes {} bytes {:.1} MB value {:.3}",
        best / 1e3,
        r.nodes,
        r.counters["tree_bytes"] / 1e6,
        r.value
    );
}
fn playouts<G: Game>(name: &str, game: G, n: u64) {
    let mut rng = seeded(1);
    let mut best = 0f64;
    let mut plies = 0u64;
    for _ in 0..5 {
        let t = (Instant::now(), cpu());
        plies = 0;
        for _ in 0..n {
            let mut p = game.start();
            while let Turn::Player(_) = game.turn(&p) {
                p = game.play(&p, game.random_move(&p, &mut rng));
                plies += 1;
                if plies > n * 2000 {
                    break;
                }
            }
        }
        best = best.max(n as f64 / (cpu() - t.1));
    }
    println!("{name} playouts {:.1} k/s, {:.1} plies", best / 1e3, plies as f64 / n as f64);
}
fn main() {
    let o = Othello::default();
    for g in [o, o.portable()] {
        let t = (Instant::now(), cpu());
        let r = perft(&g, &g.start(), 10, &Stop::new()).unwrap();
        println!("perft10 {:?} {:.1} M/s", r, r.leaves as f64 / (cpu() - t.1) / 1e6);
        playouts("othello", g, 20000);
    }
    let c = Connect4::<Standard>::default();
    playouts("connect4", c, 100000);
    playouts("loa", LinesOfAction, 1000);
    for (t, p) in [(1, Parallel::Tree), (2, Parallel::Tree), (2, Parallel::Root)] {
        uct("othello", o, 100_000, t, p);
        uct("connect4", c, 100_000, t, p);
        uct("loa", LinesOfAction, 20_000, t, p);
    }
}
