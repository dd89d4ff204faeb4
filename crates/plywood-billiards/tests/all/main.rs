//! The table, its rules and its players: one program, so that all of it is linked once.

mod allocation;
mod degenerate;
mod fit;
mod frames;
mod game;
mod learned;
mod pickpocket;
mod properties;
mod referee;
mod reference_shots;
mod switches;

use plywood_billiards::game::Billiards;
use plywood_billiards::game::record::FrameRecord;
use plywood_core::random::{derive, seeded};
use plywood_core::{About, Args, Budget, Game, Knowledge, Line, Played, Player, Task, Turn};

/// A game by its spec.
fn game(spec: &str) -> Billiards {
    Billiards::from_spec(&spec.parse().unwrap()).unwrap()
}

/// A frame between players by their names, who take seats in turn.
fn line(game: &Billiards, players: &[&str], seed: u64) -> Line<Billiards> {
    let mut seats: Vec<_> = (0..game.nature().players)
        .map(|seat| {
            let spec = players[seat % players.len()].parse().unwrap();
            let known: Vec<About> = game.specialists().iter().map(|one| one.about).collect();
            let (about, args): (&About, Args) = About::find(&known, &spec, "player").unwrap();
            game.specialist(about.name, &args).unwrap()
        })
        .collect();
    let (mut line, mut dice) = (Line::new(game.clone()), seeded(seed));
    while line.turn() != Turn::Over && line.steps().len() < 8000 {
        match line.turn() {
            Turn::Player(player) => {
                let (player, seed) = (player.index(), derive(seed, player.index() as u64));
                let report = seats[player].think(&line, Task::new(Budget::UNSET).seed(seed));
                line.play(report.best.unwrap());
            }
            _ => drop(line.sample(&mut dice)),
        }
    }
    line
}

/// The same as a store has it.
fn played(spec: &str, players: &[&str], seed: u64) -> Played {
    let line = line(&game(spec), players, seed);
    let seats = 0..line.game().nature().players;
    Played {
        game: spec.to_string(),
        start: String::new(),
        steps: (0..line.steps().len()).map(|index| line.write_step(index)).collect(),
        players: seats.clone().map(|seat| players[seat % players.len()].to_string()).collect(),
        payoffs: seats.map(|seat| line.payoff(Player(seat as u8))).collect(),
        ending: "rules".to_string(),
    }
}

/// The same as a file that stands alone has it.
fn record(spec: &str, players: &[&str], seed: u64) -> FrameRecord {
    FrameRecord::whole(played(spec, players, seed)).unwrap()
}
