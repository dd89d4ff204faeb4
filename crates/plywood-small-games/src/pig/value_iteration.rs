//! Exact values of pig by value iteration.
//!
//! Let W(i, j, k) be the chance that the mover wins with score i against j and a total of k. Then
//! `W = max(roll, hold)` with `hold = 1 - W(j, i+k, 0)`, or 1 at the target, and
//! `roll = (1 - W(j, i, 0) + W(i, j, k+2) + ... + W(i, j, k+6)) / 6`.
//! Within a turn totals only grow, so W(i, j, 0) follows from one sweep over k downwards as soon as the chances at
//! the starts of later turns are known. Scores only grow too: from the highest sum of scores down, only W(i, j, 0)
//! and W(j, i, 0) depend on each other (Neller and Presser 2004). As long as no choice changes, each is linear in the
//! other, so a sweep finds value and slope, both equations are solved at once, and a few rounds suffice until the
//! choices stay. The table holds the starts of turns alone; the values within a turn are swept anew when asked for. To a
//! target of 100 it takes some milliseconds and 80 kB, to 1000 some seconds and 8 MB.

use plywood_core::{Exact, Game, Oracle, Player, Turn};

use super::{FACES, Pig, Scores};

/// A change of probability that no longer counts.
const PRECISION: f64 = 1e-14;

/// The exact values of pig to one target.
#[derive(Debug, Clone)]
pub struct ValueIteration {
    target: usize,
    /// W(i, j, 0) at `i * target + j`.
    starts: Vec<f64>,
}

/// The mover's chances to win within a turn.
struct TurnChances {
    /// By the turn's total, with the best choice.
    best: Vec<f64>,
    /// By the turn's total, with the die in the air; not defined where the target is reached.
    rolling: Vec<f64>,
}

impl ValueIteration {
    /// Computes the values to the game's target.
    pub fn new(game: &Pig) -> ValueIteration {
        let target = usize::from(game.target);
        let mut values = ValueIteration { target, starts: vec![0.5; target * target] };
        let mut best = Vec::new();
        for sum in (0..=2 * (target - 1)).rev() {
            for low in sum.saturating_sub(target - 1)..=sum / 2 {
                values.converge(low, sum - low, &mut best);
            }
        }
        values
    }

    /// Solves W(i, j, 0) and W(j, i, 0) together.
    fn converge(&mut self, i: usize, j: usize, best: &mut Vec<[f64; 2]>) {
        loop {
            let before = [self.start(i, j), self.start(j, i)];
            // x = a + b (1 - y) and y = c + d (1 - x) as the choices are now.
            let [a, b] = self.line(i, j, best);
            let [c, d] = self.line(j, i, best);
            let x = (a + b * (1.0 - c - d)) / (1.0 - b * d);
            let y = c + d * (1.0 - x);
            self.starts[i * self.target + j] = x;
            self.starts[j * self.target + i] = y;
            if before.iter().zip([x, y]).all(|(before, after)| (before - after).abs() < PRECISION) {
                break;
            }
        }
    }

    /// The mover's chance at the start of its turn as a line over what it is after a turn without gain: what does not
    /// depend on that, and the slope.
    fn line(&self, own: usize, other: usize, best: &mut Vec<[f64; 2]>) -> [f64; 2] {
        let (enough, lost) = (self.target - own, 1.0 - self.start(other, own));
        best.clear();
        best.resize(enough + usize::from(FACES), [1.0, 0.0]);
        for total in (0..enough).rev() {
            let sum =
                |part: usize| (2..=usize::from(FACES)).map(|face| best[total + face][part]).sum::<f64>();
            let roll = [sum(0) / f64::from(FACES), (1.0 + sum(1)) / f64::from(FACES)];
            let hold = if total == 0 { 0.0 } else { 1.0 - self.start(other, own + total) };
            best[total] = if roll[0] + roll[1] * lost >= hold { roll } else { [hold, 0.0] };
        }
        best[0]
    }

    /// The chance of the mover at the start of its turn, with its own score first.
    fn start(&self, own: usize, other: usize) -> f64 {
        self.starts[own * self.target + other]
    }

    /// One sweep over a turn's totals, the chances at the starts of other turns as the table has them.
    fn turn(&self, own: usize, other: usize) -> TurnChances {
        let enough = self.target - own;
        let mut best = vec![1.0; enough + 1];
        let mut rolling = vec![1.0; enough + 1];
        for total in (0..=enough).rev() {
            let lost = 1.0 - self.start(other, own);
            let kept = |face: usize| best[enough.min(total + face)];
            rolling[total] = (lost + (2..=usize::from(FACES)).map(kept).sum::<f64>()) / f64::from(FACES);
            best[total] = match total {
                0 => rolling[0],
                _ if total == enough => 1.0,
                _ => rolling[total].max(1.0 - self.start(other, own + total)),
            };
        }
        TurnChances { best, rolling }
    }

    /// The chance that the first player wins.
    pub fn first_wins(&self, game: &Pig, here: &Scores) -> f64 {
        if game.turn(here) == Turn::Over {
            return if here.scores[0] == game.target { 1.0 } else { 0.0 };
        }
        let [own, other] =
            [here.mover, here.mover.other()].map(|player| usize::from(here.scores[player.index()]));
        let turn = self.turn(own, other);
        let chances = if here.rolling { turn.rolling } else { turn.best };
        let chance = chances[usize::from(here.total)];
        if here.mover == Player::FIRST { chance } else { 1.0 - chance }
    }
}

impl Oracle<Pig> for ValueIteration {
    fn probe(&self, game: &Pig, here: &Scores) -> Option<Exact<f64>> {
        let same = usize::from(game.target) == self.target;
        same.then(|| Exact { payoff: 2.0 * self.first_wins(game, here) - 1.0, distance: None })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::ops::ControlFlow;

    use plywood_core::Notation;

    use super::*;

    /// Every position reachable from the start, and its value by sweeps of the definition over all of them until
    /// nothing changes: no order, no structure, only the rules.
    fn slow_values(game: &Pig) -> Vec<(Scores, f64)> {
        let mut positions = vec![game.start()];
        let mut index = HashMap::from([(game.key(&game.start()), 0)]);
        let mut successors: Vec<Vec<(f64, usize)>> = Vec::new();
        while successors.len() < positions.len() {
            let here = positions[successors.len()];
            let mut list = Vec::new();
            let mut add = |probability: f64, after: Scores| {
                let place = *index.entry(game.key(&after)).or_insert_with(|| {
                    positions.push(after);
                    positions.len() - 1
                });
                list.push((probability, place));
                ControlFlow::<()>::Continue(())
            };
            let _ = game.children(&here, |_, after| add(1.0, after));
            let _ = game.events(&here, |_, probability, after| add(probability, after));
            successors.push(list);
        }
        let mut values = vec![0.0; positions.len()];
        loop {
            let mut change: f64 = 0.0;
            for (place, here) in positions.iter().enumerate() {
                let after = successors[place].iter().map(|(probability, after)| probability * values[*after]);
                let value = match game.turn(here) {
                    Turn::Over => game.payoff(here, Player::FIRST),
                    Turn::Chance => after.sum(),
                    Turn::Player(Player::FIRST) => after.fold(f64::NEG_INFINITY, f64::max),
                    Turn::Player(_) => after.fold(f64::INFINITY, f64::min),
                };
                change = change.max((value - values[place]).abs());
                values[place] = value;
            }
            if change < 1e-14 {
                return positions.into_iter().zip(values).collect();
            }
        }
    }

    #[test]
    fn equals_plain_sweeps_of_the_definition() {
        for target in [1, 2, 3, 7, 12, 20] {
            let game = Pig::new(target);
            let exact = ValueIteration::new(&game);
            for (here, value) in slow_values(&game) {
                let payoff = exact.probe(&game, &here).unwrap().payoff;
                assert!(
                    (payoff - value).abs() < 1e-9,
                    "{}: {payoff}, not {value}",
                    game.write_position(&here)
                );
            }
        }
    }

    #[test]
    fn a_target_that_any_roll_reaches() {
        // Who throws 2 to 6 first wins: p = 5/6 + (1/6)(1 - p), so p = 6/7.
        let game = Pig::new(2);
        let chance = ValueIteration::new(&game).first_wins(&game, &game.start());
        assert!((chance - 6.0 / 7.0).abs() < 1e-12, "{chance}");
    }

    #[test]
    fn the_published_game() {
        // To 100 the first player wins 53.06 % of the games (Neller and Presser 2004).
        let game = Pig::new(100);
        let exact = ValueIteration::new(&game);
        let chance = exact.first_wins(&game, &game.start());
        assert!((chance - 0.5306).abs() < 0.00005, "{chance}");
        assert_eq!(exact.probe(&Pig::new(99), &Pig::new(99).start()), None);
    }
}
