//! `plywood billiards calibrate`: an error model from shots that were observed.

use std::path::PathBuf;

use anyhow::{Context, bail};
use plywood_billiards::error_model::{Calibration, ErrorModel, NAMES, read_observed, stored_in};
use plywood_billiards::shot::Shot;
use plywood_core::quantity::said_count;
use plywood_lab::store::{Store, default_folder};
use serde_json::json;

use super::write_file;
use crate::terminal::{print, print_json, table};

/// Learn an error model from observed shots
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards calibrate frame.json --out learned.toml\n\
                        A file is the record of a frame (plywood billiards frame --record), or has lines such as\n\
                        phi=90/theta=5/v=2/a=0/b=0 > phi=90.1/theta=5/v=2.05/a=0.2/b=-0.1\n\
                        with what was meant and what was made. The model plays as errors=\"learned.toml\".")]
pub struct Arguments {
    /// Files of observed shots
    files: Vec<PathBuf>,
    /// Take the shots of this stored match of billiards, too
    #[arg(long)]
    run: Option<String>,
    /// The data folder of that match; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Write the model into this file
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
        let observed = self.observed()?;
        let Some(found) = Calibration::of(&observed) else {
            bail!(
                "too few to learn from ({}); it takes two, better hundreds",
                said_count(observed.len() as u64, "shot", "shots")
            );
        };
        let model = found.model();
        if let Some(path) = &self.out {
            if path.extension().is_none_or(|end| end != "toml") {
                bail!("{}: the name of an error model's file ends in .toml", path.display());
            }
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

/// The model with as many digits as matter.
fn rounded(model: &ErrorModel) -> ErrorModel {
    let short = |value: f64| (value * 1e4).round() / 1e4;
    let [phi, theta, speed, a, b] = [model.phi, model.theta, model.speed, model.a, model.b].map(short);
    ErrorModel { bias: model.bias.map(short), ..ErrorModel::new(phi, theta, speed, a, b) }
}
