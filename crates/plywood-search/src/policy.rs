//! Players that do not look ahead: any legal move, or the choice of a playout policy.

use plywood_core::random::{derive, seeded};
use plywood_core::{
    Budget, Game, Line, Player, Policy, Progress, Report, Search, Stop, TraceOf, Turn, Uniform, Value,
};

/// Plays what a policy chooses, with random numbers drawn from the seed it is given.
#[derive(Debug, Clone, Copy, Default)]
pub struct PolicyPlayer<P>(pub P);

/// Every legal move with the same probability.
pub type Random = PolicyPlayer<Uniform>;

impl<G: Game, P: Policy<G>> Search<G> for PolicyPlayer<P> {
    fn new_game(&mut self) {}
    fn think(
        &mut self,
        line: &Line<G>,
        _: &Budget,
        seed: u64,
        _: &Stop,
        _: &mut dyn Progress<G::Move>,
    ) -> Report<G::Move> {
        match line.turn() {
            Turn::Over => finished(line),
            Turn::Chance => Report::default(),
            Turn::Player(_) => {
                let mut rng = seeded(derive(seed, line.steps().len() as u64));
                let mut state = P::State::default();
                let best = self.0.choose(line.game(), line.position(), &mut state, &mut rng);
                Report { best: Some(best), ..Report::default() }
            }
        }
    }
    fn trace(&mut self, _: &Line<G>, _: &Budget, _: usize) -> Option<TraceOf<G>> {
        None
    }
}

/// What any search answers about a finished game.
pub fn finished<G: Game>(line: &Line<G>) -> Report<G::Move> {
    let players = line.game().nature().players;
    let values: Vec<f64> = (0..players).map(|player| line.payoff(Player(player as u8)).to_f64()).collect();
    Report {
        value: values[0],
        values: if players > 2 { values } else { Vec::new() },
        proven: true,
        distance: Some(0),
        ..Report::default()
    }
}
