//! `plywood billiards break`: finds the break that keeps the turn most often, or that leaves the most.

use anyhow::Context;
use plywood_billiards::game::Billiards;
use plywood_billiards::players::shots::{Break, Merit, PLAIN_BREAK};
use plywood_core::Spec;
use plywood_core::parallel::cores;

use crate::terminal::{Interrupted, interrupt, print, spinner, table};

/// Samples of the breaks that are told.
const TOLD: u64 = 2000;

/// Find the break that keeps the turn most often or opens the rack, by sampling
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards break \"9ball(table=pooltool)\" --samples 100")]
pub struct Arguments {
    /// The game, with its table and errors
    #[arg(default_value = "8ball")]
    game: String,
    /// Samples of each break in the first round; better breaks get more in later rounds
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..))]
    samples: u64,
    /// The measure of a break: how often it keeps the turn, or how many balls the breaker could then play
    #[arg(long, default_value = "turn", value_parser = ["turn", "balls"])]
    merit: String,
}

impl Arguments {
    /// Searches.
    pub fn run(self) -> anyhow::Result<()> {
        let spec: Spec = self.game.parse().context("game")?;
        let game = Billiards::from_spec(&spec).context("game")?;
        let merit = if self.merit == "balls" { Merit::Balls } else { Merit::Turn };
        let bar = spinner("breaking");
        let found = Break::find(&game, merit, self.samples, cores(), &interrupt());
        bar.finish_and_clear();
        let Some(found) = found else { return Err(Interrupted.into()) };
        let known = Break::known(&game.arena, game.discipline, merit);
        let row = |name: &str, shot: Break| {
            let rates = [Merit::Turn, Merit::Balls].map(|merit| shot.rate(&game, merit, TOLD, u64::MAX));
            let numbers = [shot.across, shot.along, shot.beside, shot.speed, rates[0], rates[1]];
            let cells = numbers.map(|number| format!("{number:.3}"));
            [name.to_string()].into_iter().chain(cells).collect::<Vec<_>>()
        };
        let rows = [row("found", found), row("shipped", known), row("plain", PLAIN_BREAK)];
        print(table(&["break", "across", "along", "beside", "speed", "keeps the turn", "open balls"], &rows))
    }
}
