//! `plywood billiards calibrate`: an error model from shots that were observed, or constants of the table.

use std::path::PathBuf;

use anyhow::{Context, bail};
use plywood_billiards::error_model::{Calibration, ErrorModel, NAMES, read_observed, stored_in};
use plywood_billiards::experiments::fit::{Fit, FittedConstant, fit, read_lines};
use plywood_billiards::physics::shot::Shot;
use plywood_core::quantity::said_count;
use plywood_lab::store::{Store, default_folder};
use serde_json::json;

use super::{arena, write_file};
use crate::terminal::{Interrupted, interrupt, print, print_json, spinner, table};

/// Learn an error model from observed shots, or fit constants of the table to where balls came to rest
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards calibrate frame.json --out learned.toml\n\
                        A file is the record of a frame (plywood lab show RUN --frame N --record), or has lines such as\n\
                        phi=90/theta=5/v=2/a=0/b=0 > phi=90.1/theta=5/v=2.05/a=0.2/b=-0.1\n\
                        with the intended shot and the executed shot. Use the model as errors=\"learned.toml\".\n\n\
                        Example: plywood billiards calibrate strokes.txt --fit sliding,rolling --out mine.toml\n\
                        finds the constants with which simulated balls come to rest nearest to the observed places. It starts from\n\
                        --table. A line of its files has the balls before the shot, the executed shot, and the places where\n\
                        the balls came to rest, as plywood billiards replay --strokes writes them:\n\
                        0@0.5:0.5 1@0.6:1.2 | phi=81.9/theta=5/v=2/a=0/b=0 > 0@0.7:1.9\n\
                        Use the table as 8ball(table=\"mine.toml\"). Distances count up to 10 cm, because strokes with many collisions\n\
                        tell nothing. A constant is reported as determined if a change of 5 % makes the fit clearly worse. That is\n\
                        no proof: fit two halves of the strokes separately to see how well they agree.")]
pub struct Arguments {
    /// Files of observed shots
    files: Vec<PathBuf>,
    /// Take the shots of this stored match of billiards, too
    #[arg(long)]
    run: Option<String>,
    /// The data folder of that match; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Fit these constants of the table instead, by the names of its file, as in cloth.sliding,cushion.restitution
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "list")]
    fit: Vec<String>,
    /// The table that a fit begins with: a preset or a file
    #[arg(long, requires = "fit", default_value = "poolfiz")]
    table: String,
    /// Write the model, or the table of a fit, into this file
    #[arg(long, value_name = "FILE.toml")]
    out: Option<PathBuf>,
    /// Write the errors themselves, too: such a model draws one of them for every shot
    #[arg(long, requires = "out")]
    list: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Learns.
    pub fn run(self) -> anyhow::Result<()> {
        if self.files.is_empty() && self.run.is_none() {
            bail!("name a file of observed shots, or a stored match by --run");
        }
        if let Some(path) = &self.out
            && path.extension().is_none_or(|end| end != "toml")
        {
            bail!("{}: the name of a file of an error model or a table ends in .toml", path.display());
        }
        if !self.fit.is_empty() {
            return self.fit_table();
        }
        let observed = self.observed()?;
        let Some(found) = Calibration::of(&observed) else {
            bail!(
                "too few to learn from ({}); it takes two, better hundreds",
                said_count(observed.len() as u64, "shot", "shots")
            );
        };
        let model = found.model();
        if let Some(path) = &self.out {
            let about = format!(
                "An error model, learned from {} shots by plywood billiards calibrate",
                observed.len()
            );
            write_file(path, &found.file(&about, self.list))?;
        }
        if self.json {
            let errors = found.mean_errors();
            return print_json(
                &json!({ "shots": observed.len(), "model": model.to_string(), "means": found.means,
                "mean_errors": errors, "deviations": found.deviations, "bias": found.bias() }),
            );
        }
        let (errors, bias) = (found.mean_errors(), found.bias());
        let rows: Vec<Vec<String>> = (0..NAMES.len())
            .map(|place| {
                let mean = format!("{:.4} ± {:.4}", found.means[place], 1.96 * errors[place]);
                let bias =
                    if bias[place] == 0.0 { "none".to_string() } else { format!("{:.4}", bias[place]) };
                vec![NAMES[place].to_string(), format!("{:.4}", found.deviations[place]), mean, bias]
            })
            .collect();
        print(table(&["parameter", "deviation", "mean", "bias"], &rows))?;
        print(format!(
            "\n{}: errors=\"{}\"\n",
            said_count(observed.len() as u64, "shot", "shots"),
            rounded(&model)
        ))
    }

    fn fit_table(&self) -> anyhow::Result<()> {
        if self.run.is_some() {
            bail!(
                "a stored match holds strokes, not where balls came to rest: --fit takes files with lines of both"
            );
        }
        let arena = arena(&self.table)?;
        let mut observed = Vec::new();
        for path in &self.files {
            let name = path.display();
            let text = std::fs::read_to_string(path).with_context(|| name.to_string())?;
            observed.extend(read_lines(&text, &arena).with_context(|| name.to_string())?);
        }
        let bar = spinner("fitting");
        let progress = |round: usize, name: &str, loss: f64| {
            bar.set_message(format!("round {round}, {name}: {:.2} cm", 100.0 * loss));
        };
        let found = fit(&arena.table, &self.fit, &observed, &interrupt(), &progress);
        bar.finish_and_clear();
        let Some(found) = found? else { return Err(Interrupted.into()) };
        if let Some(path) = &self.out {
            let about = format!(
                "# A table, {} of its constants fitted to {} strokes by plywood billiards calibrate\n",
                found.constants.len(),
                found.strokes
            );
            write_file(path, &(about + &found.table.to_toml()))?;
        }
        if self.json {
            return print_json(&found);
        }
        print(table(&["constant", "before", "fitted", "5 % cost, mm", "determined"], &rows(&found)))?;
        print(format!(
            "\n{}: {:.2} cm from where balls came to rest before, {:.2} cm after\n",
            said_count(found.strokes as u64, "stroke", "strokes"),
            100.0 * found.loss_before,
            100.0 * found.loss_after
        ))
    }

    fn observed(&self) -> anyhow::Result<Vec<(Shot, Shot)>> {
        let mut observed = Vec::new();
        for path in &self.files {
            let name = path.display();
            let text = std::fs::read_to_string(path).with_context(|| name.to_string())?;
            observed.extend(read_observed(&text).with_context(|| name.to_string())?);
        }
        if let Some(name) = &self.run {
            let store = Store::open_read(&self.data.clone().unwrap_or_else(default_folder))?;
            let run = store.run(name)?;
            for played in store.played(&run)? {
                observed.extend(stored_in(&played).with_context(|| format!("run {}", run.name))?);
            }
        }
        Ok(observed)
    }
}

fn rows(found: &Fit) -> Vec<Vec<String>> {
    let row = |constant: &FittedConstant| {
        let cost = format!("{:.2} ± {:.2}", 1e3 * constant.rise, 1.96e3 * constant.rise_error);
        let determined = if constant.is_determined() { "yes" } else { "no" };
        let number = |value: f64| format!("{value:.5}");
        vec![
            constant.name.to_string(),
            number(constant.before),
            number(constant.fitted),
            cost,
            determined.to_string(),
        ]
    };
    found.constants.iter().map(row).collect()
}

/// The model with as many digits as matter.
fn rounded(model: &ErrorModel) -> ErrorModel {
    let short = |value: f64| (value * 1e4).round() / 1e4;
    let [phi, theta, speed, a, b] = [model.phi, model.theta, model.speed, model.a, model.b].map(short);
    ErrorModel { bias: model.bias.map(short), ..ErrorModel::new(phi, theta, speed, a, b) }
}
