//! `plywood openings`: the positions that matches would start from, a line each.

use std::path::Path;

use plywood_core::spec::Spec;
use plywood_lab::experiment::Openings;

use crate::terminal::print;

/// Write the openings of a rule, one position a line
#[derive(clap::Args)]
#[command(after_help = "Example: plywood openings loa \"played(player=ab(depth=3))\" --count 30 --seed 1\n\
                        The rules are those of matches: start, random(plies=4), played(player=ab(depth=3), plies=4, \
                        stages=3) or file(path=openings.txt). Matches read the output as file(path=...).")]
pub struct Arguments {
    /// The game
    game: String,
    /// The rule
    rule: String,
    /// How many positions at most
    #[arg(long, value_name = "N", default_value_t = 30)]
    count: usize,
    /// The seed that they are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Arguments {
    /// Makes and writes them.
    pub fn run(self) -> anyhow::Result<()> {
        let game = plywood_players::game(&self.game)?;
        let rule = Openings::read(&self.rule, Path::new(""))?;
        let made = rule.make(&*game, self.count, self.seed)?;
        let spec = |text: &str| Spec::word(text).to_string();
        print(format!(
            "# plywood openings {} {} --count {} --seed {}\n",
            spec(&self.game),
            spec(&self.rule),
            self.count,
            self.seed
        ))?;
        made.iter().try_for_each(|opening| {
            let position = if opening.is_empty() { game.start().position() } else { opening.clone() };
            print(format!("{position}\n"))
        })
    }
}
