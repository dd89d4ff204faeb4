//! Players that do not look ahead: any legal move, or the choice of a playout policy.

use plywood_core::random::{derive, seeded};
use plywood_core::{Game, Line, Player, Policy, Report, Search, Task, Turn, Uniform, Value};

use crate::meter::Meter;

/// Plays what a policy chooses, with random numbers drawn from the seed it is given.
#[derive(Debug, Clone, Copy, Default)]
pub struct PolicyPlayer<P>(pub P);

/// Every legal move with the same probability.
pub type Random = PolicyPlayer<Uniform>;

impl<G: Game, P: Policy<G>> Search<G> for PolicyPlayer<P> {
    fn think(&mut self, line: &Line<G>, task: Task<'_, G::Move>) -> Report<G::Move> {
        match line.turn() {
            Turn::Over => finished(line),
            Turn::Chance => Report::default(),
            Turn::Player(_) => {
                let mut rng = seeded(derive(task.seed, line.steps().len() as u64));
                let mut state = P::State::default();
                let best = self.0.choose(line.game(), line.position(), &mut state, &mut rng);
                Report { best: Some(best), ..Report::default() }
            }
        }
    }
}

/// Thinks by a task: what a finished game is worth is known, of any other the search is handed a meter, and what it
/// spent is told with its answer.
pub fn metered<G: Game>(
    line: &Line<G>,
    task: Task<'_, G::Move>,
    think: impl FnOnce(&mut Meter<'_, G::Move>) -> Report<G::Move>,
) -> Report<G::Move> {
    if line.turn() == Turn::Over {
        return finished(line);
    }
    let mut meter = Meter::new(task);
    let report = think(&mut meter);
    Report { nodes: meter.nodes, evaluations: meter.evaluations, seconds: meter.seconds(), ..report }
}

/// The report of any search about a finished game.
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
