//! TD(lambda) against its definition, and courses that are interrupted.

use std::ops::ControlFlow;

use plywood_core::random::{derive, seeded};
use plywood_core::{Game, Player, Stop, Turn};
use plywood_eval::perceptron::Activity;
use plywood_eval::{Features, Form, Perceptron};
use plywood_games::dice::grid::Five;
use plywood_games::dice::streaks::Streaks;
use plywood_games::dice::{Board, Dice, FIVE, network};
use plywood_learn::temporal::{Greedy, Schedule, Tally};
use plywood_learn::{Course, Temporal};

fn value(network: &Perceptron, board: &Board<u64>) -> f32 {
    if FIVE.turn(board) == Turn::Over {
        return FIVE.payoff(board, Player::FIRST) as f32;
    }
    let mut active = Vec::new();
    Features::<Dice<Five>>::list(&Streaks, &FIVE, board, &mut active);
    network.forward(&active, &mut Activity::default())
}

fn players() -> (Streaks, Greedy<Streaks>) {
    (Streaks, Greedy::new(Streaks))
}

/// The positions after each move of the first game that a trainer with this network plays.
fn first_game(network: &Perceptron, seed: u64) -> Vec<Board<u64>> {
    let mut rng = seeded(derive(seed, 0));
    let (mut position, mut seen) = (FIVE.start(), Vec::new());
    loop {
        match FIVE.turn(&position) {
            Turn::Over => return seen,
            Turn::Chance => position = FIVE.sample(&position, &mut rng).1,
            Turn::Player(player) => {
                let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
                let mut best: Option<(f32, Board<u64>)> = None;
                let _ = FIVE.children(&position, |_, child| {
                    let value = sign * value(network, &child);
                    if best.is_none_or(|(most, _)| value > most) {
                        best = Some((value, child));
                    }
                    ControlFlow::<()>::Continue(())
                });
                position = best.expect("a player on turn has a move").1;
                seen.push(position);
            }
        }
    }
}

/// For small rates TD(lambda) moves a weight by the rate times the sum over all moves k of
/// `(P_k - P_{k-1}) * sum over j < k of lambda^(k-1-j) * dP_j/dw`.
#[test]
fn a_game_moves_the_weights_as_the_definition_says() {
    let (rate, seed) = (1e-3, 5);
    let fresh = Perceptron::random(&network::shape(&FIVE), Form::PLAIN, 0.3, &mut seeded(3));
    let game = first_game(&fresh, seed);
    for lambda in [0.0, 0.7, 1.0f32] {
        let schedule = Schedule::plain(rate, lambda, seed);
        let mut trainer = Temporal::new(FIVE, players(), fresh.clone(), schedule, 0);
        trainer.play(&mut Tally::default());
        let values: Vec<f32> = game.iter().map(|board| value(&fresh, board)).collect();
        let (mut largest, mut apart) = (0.0f32, 0.0f32);
        for weight in (0..fresh.parameters().count()).step_by(37) {
            let nudged = |by: f32| {
                let mut network = fresh.clone();
                *network.parameters_mut().nth(weight).expect("there is such a weight") += by;
                network
            };
            let (up, down) = (nudged(0.01), nudged(-0.01));
            let (mut trace, mut sum) = (0.0, 0.0);
            for k in 1..game.len() {
                trace = lambda * trace + (value(&up, &game[k - 1]) - value(&down, &game[k - 1])) / 0.02;
                sum += (values[k] - values[k - 1]) * trace;
            }
            let moved =
                trainer.network.parameters().nth(weight).unwrap() - fresh.parameters().nth(weight).unwrap();
            largest = largest.max(moved.abs());
            apart = apart.max((moved - rate * sum).abs());
        }
        assert!(largest > 1e-5, "something is learned with lambda {lambda}: {largest}");
        assert!(apart < 0.05 * largest, "lambda {lambda}: {apart} of {largest}");
    }
}

#[test]
fn an_interrupted_course_ends_with_the_same_network() {
    let folder = std::env::temp_dir().join(format!("plywood-course-{}", std::process::id()));
    for lambda in [0.0, 0.6] {
        let schedule = Schedule::plain(0.01, lambda, 4);
        let course = |file: &str| Course {
            command: "test".into(),
            games: 700,
            schedule,
            file: folder.join(file),
            slice: 250,
            every: 300,
        };
        let fresh = || network::untrained(&FIVE, 4);
        let (whole, parts) = (course("whole.weights"), course("parts.weights"));
        whole.run(FIVE, players(), fresh(), &Stop::new(), |_| ()).unwrap();
        let stop = Stop::new();
        let mut games = 0;
        parts
            .run(FIVE, players(), fresh(), &stop, |mark| {
                games = mark.games;
                stop.raise();
            })
            .unwrap();
        assert!(games < 700, "it was interrupted after {games} games");
        assert_ne!(std::fs::read(&whole.file).unwrap(), std::fs::read(&parts.file).unwrap());
        parts.run(FIVE, players(), fresh(), &Stop::new(), |_| ()).unwrap();
        assert_eq!(std::fs::read(&whole.file).unwrap(), std::fs::read(&parts.file).unwrap());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
