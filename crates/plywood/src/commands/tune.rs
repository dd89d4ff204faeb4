//! `plywood tune`: numbers of a player's spec, changed until it wins more.

use std::path::{Path, PathBuf};

use anyhow::Context;
use plywood_lab::matches::run;
use plywood_lab::report::summary;
use plywood_lab::tune::{Course, Heard, Tuning, verdict};

use super::run::{GAMES, Making, RunBar};
use super::write_svg;
use crate::terminal::{Interrupted, interrupt, print, print_json};

/// Tune numbers of a player's spec, then play a match that confirms the result or does not
#[derive(clap::Args)]
#[command(after_help = "Example: plywood tune tuning.toml, where tuning.toml is\n\n\
    \x20 game = \"connect4\"\n\
    \x20 player = \"uct(simulations=100, c={c})\"   # parameters are in braces\n\
    \x20 openings = \"random(plies=4)\"\n\
    \x20 pairs = 1000                                      # pairs of games to learn from\n\
    \x20 confirm = 400                                     # games of the match at the end\n\
    \x20 # also: opponent (else two disturbed players meet), seed, batch, rate, longest\n\n\
    \x20 [parameters.c]\n\
    \x20 start = 8.0\n\
    \x20 min = 0.0\n\
    \x20 max = 10.0\n\
    \x20 step = 1.0                                        # the first size of a disturbance\n\
    \x20 # whole = true                                    # whole numbers only\n\n\
    Ctrl-C keeps what was learned. The same command continues from there, also with more pairs.")]
pub struct Arguments {
    /// The experiment file
    experiment: PathBuf,
    /// Where the plot is written; by default beside the course, in the data folder
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    making: Making,
}

impl Arguments {
    /// Tunes, then confirms.
    pub fn run(self) -> anyhow::Result<()> {
        let path = &self.experiment;
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let tuning = Tuning::read(&text, folder).with_context(|| path.display().to_string())?;
        tuning.try_out(&plywood_players::game)?;
        let stem = path.file_stem().map_or("tuning".into(), |stem| stem.to_string_lossy().into_owned());
        let name = self.making.name.clone().unwrap_or(stem);
        let data = self.making.folder().join("tune");
        let mut course = Course::open(&data.join(format!("{name}.json")), &tuning)?;

        let threads = self.making.options().threads;
        let done = self.learn(&name, &tuning, &mut course, threads)?;
        let found = course.found(&tuning);
        let plot = self.plot.clone().unwrap_or_else(|| data.join(format!("{name}.svg")));
        write_svg(&plot, &course.plot(&tuning).svg())?;
        if !self.making.json {
            print(format!("{} after {} pairs\n\n{}\n", name, course.pairs, course.table(&tuning).text()))?;
            print(format!("player {}\nwrote {}\n", tuning.player_at(&found), plot.display()))?;
        }
        if !done {
            if self.making.json {
                print_json(&serde_json::json!({
                    "interrupted": true, "pairs": course.pairs, "found": named(&tuning, &found),
                    "player": tuning.player_at(&found),
                }))?;
            } else {
                print("interrupted; the same command goes on from there\n")?;
            }
            return Err(Interrupted.into());
        }
        self.confirm(&name, &tuning, &found)
    }

    /// Plays what is missing of the course.
    fn learn(
        &self,
        name: &str,
        tuning: &Tuning,
        course: &mut Course,
        threads: usize,
    ) -> anyhow::Result<bool> {
        let mut progress = RunBar::new(name, "pairs", self.making.json);
        let (begun, before) = (std::time::Instant::now(), course.pairs);
        let done =
            course.go_on(tuning, &plywood_players::game, threads, &interrupt(), &mut |heard: &Heard| {
                progress.show(&heard.live(tuning, before, begun.elapsed()), &heard.words(tuning));
            })?;
        progress.finish();
        Ok(done)
    }

    /// Plays the match of what was found against what it began with.
    fn confirm(&self, name: &str, tuning: &Tuning, found: &[f64]) -> anyhow::Result<()> {
        let plan = tuning.confirming(name, found, &plywood_players::game)?;
        let name = plan.name.clone();
        let mut progress = RunBar::new(&name, GAMES.many, self.making.json);
        let (ran, results) =
            run(&plan, self.making.open()?, self.making.options(), &interrupt(), &mut |live| {
                progress.show(live, &live.score())
            })?;
        progress.finish();
        let verdict = verdict(results[0].score());
        if self.making.json {
            let mut object = summary::object(&results);
            object["run"] = name.into();
            object["interrupted"] = ran.interrupted.into();
            object["found"] = named(tuning, found);
            object["player"] = tuning.player_at(found).into();
            object["verdict"] = verdict.into();
            print_json(&object)?;
        } else {
            print(format!("\nrun {name}\n\n{}\n", summary::text(&results)))?;
            if ran.interrupted {
                print("interrupted; the same command goes on from there\n")?;
            } else {
                print(format!("{verdict}\n"))?;
            }
        }
        if ran.interrupted { Err(Interrupted.into()) } else { Ok(()) }
    }
}

/// The parameters by name.
fn named(tuning: &Tuning, found: &[f64]) -> serde_json::Value {
    let each = tuning.parameters.keys().zip(found);
    each.map(|(name, value)| (name.clone(), (*value).into())).collect::<serde_json::Map<_, _>>().into()
}
