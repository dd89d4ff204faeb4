//! `plywood billiards break`: finds the break that keeps the turn most often.

use anyhow::Context;
use plywood_billiards::game::Billiards;
use plywood_billiards::shots::{Break, PLAIN_BREAK};
use plywood_core::Spec;
use plywood_core::parallel::cores;

use crate::terminal::{Interrupted, interrupt, print, spinner, table};

/// Samples of the breaks that are told.
const TOLD: u64 = 2000;

/// Find the break that keeps the turn most often, by sampling
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards break \"9ball(table=pooltool)\" --samples 100")]
pub struct Arguments {
    /// The game, with its table and errors
    #[arg(default_value = "8ball")]
    game: String,
    /// Samples of every break in the first round; the better quarters get more
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..))]
    samples: u64,
}

impl Arguments {
    /// Searches.
    pub fn run(self) -> anyhow::Result<()> {
        let spec: Spec = self.game.parse().context("game")?;
        let game = Billiards::from_spec(&spec).context("game")?;
        let bar = spinner("breaking");
        let found = Break::find(&game, self.samples, cores(), &interrupt());
        bar.finish_and_clear();
        let Some((found, _)) = found else { return Err(Interrupted.into()) };
        let known = Break::known(&game.arena, game.discipline);
        let row = |name: &str, shot: Break| {
            let numbers =
                [shot.across, shot.along, shot.beside, shot.speed, shot.rate(&game, TOLD, u64::MAX)];
            let cells = numbers.map(|number| format!("{number:.3}"));
            [name.to_string()].into_iter().chain(cells).collect::<Vec<_>>()
        };
        let rows = [row("found", found), row("shipped", known), row("plain", PLAIN_BREAK)];
        print(table(&["break", "across", "along", "beside", "speed", "keeps the turn"], &rows))
    }
}
