//! What was learned of an opponent, as a file, and the evaluations that models may have beyond a game's own.
//!
//! The file is text: its first line names what it is and its version, the others are `key: value`. `weights` is an
//! evaluation, `types` a list of types with probabilities, both as specs that can be written by hand as well:
//! `weighted(centre=2, mobility=1)` is a sum of the game's evaluations, `learned(file=FILE)` stands for the `weights` of a
//! file where an evaluation is asked for and for its `types` where types are. What a trainer needs to go on stands in the
//! file as well: `lesson` says what was taught, `agrees` which types agreed with each move so far.

use std::path::Path;

use plywood_core::labelled::Kind;
use plywood_core::settings::Takes;
use plywood_core::{About, Args, Error, Key, Knowledge, Spec};
use plywood_search::opponent::shared::Blend;

use crate::searches::evaluator_of;

/// The file. Version 1, without a lesson, is read as well.
const KIND: Kind =
    Kind { name: "opponent model", version: 2, made_by: "`plywood train GAME opponent from=RUN`" };

/// A learned model of an opponent.
#[derive(Debug, Clone, PartialEq)]
pub struct OpponentModel {
    /// The game, as its spec.
    pub game: String,
    /// Where it comes from.
    pub note: String,
    /// The evaluation that explains the moves best.
    pub weights: Spec,
    /// Types and their probabilities.
    pub types: Spec,
    /// What it was taught, in a word; empty where nobody can go on.
    pub lesson: String,
    /// For each move that was looked at: whether each type would have played it.
    pub agrees: Vec<Vec<bool>>,
}

impl OpponentModel {
    /// The file's text.
    pub fn text(&self) -> String {
        let OpponentModel { game, note, weights, types, lesson, agrees } = self;
        let head = KIND.head();
        let mut text = format!("{head}\ngame: {game}\nnote: {note}\nweights: {weights}\ntypes: {types}\n");
        let word = |row: &Vec<bool>| row.iter().map(|agrees| if *agrees { '1' } else { '0' }).collect();
        let rows: Vec<String> = agrees.iter().map(word).collect();
        text += &format!("lesson: {lesson}\nagrees: {}\n", rows.join(" "));
        text
    }

    /// Writes the file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        KIND.save(path, &self.text())
    }

    /// Reads a file's text.
    pub fn read(text: &str) -> Result<OpponentModel, Error> {
        let file = KIND.read(text, 1..=KIND.version)?;
        let value = |key: &str| file.value(key);
        let agrees = value("agrees").unwrap_or_default().split_whitespace();
        Ok(OpponentModel {
            game: value("game")?.to_string(),
            note: value("note")?.to_string(),
            weights: value("weights")?.parse()?,
            types: value("types")?.parse()?,
            lesson: value("lesson").unwrap_or_default().to_string(),
            agrees: agrees.map(|row| row.chars().map(|agrees| agrees == '1').collect()).collect(),
        })
    }

    /// Reads a file.
    pub fn load(path: &Path) -> Result<OpponentModel, Error> {
        KIND.load(path, OpponentModel::read)
    }
}

const LEARNED: About = About {
    keys: &[Key::taking("file", "opponent.model", Takes::File, "the file that was trained")],
    ..About::plain("learned", "what was learned of an opponent")
};

/// The model that `learned(file=FILE)` names; none for other specs.
fn learned(spec: &Spec) -> Result<Option<OpponentModel>, Error> {
    if spec.name != LEARNED.name {
        return Ok(None);
    }
    let args = Args::new(spec, &[LEARNED.keys])?;
    OpponentModel::load(Path::new(&args.word("file")?))
        .map(Some)
        .map_err(|error| spec.error(error.to_string()))
}

/// The types that a spec names: it itself, or those of a file.
pub(crate) fn types_of(spec: &Spec) -> Result<Spec, Error> {
    Ok(learned(spec)?.map_or_else(|| spec.clone(), |model| model.types))
}

/// The evaluation that a spec names under a key: one of the game's, a weighted sum, or a learned one.
pub(crate) fn blend<G: Knowledge>(game: &G, args: &Args, key: &str) -> Result<Blend<G::Evaluator>, Error> {
    blend_of(game, &args.spec(key)?)
}

/// The evaluation that a spec names: one of the game's, a weighted sum, or a learned one.
#[inline(never)]
pub(crate) fn blend_of<G: Knowledge>(game: &G, spec: &Spec) -> Result<Blend<G::Evaluator>, Error> {
    if let Some(model) = learned(spec)? {
        return blend_of(game, &model.weights);
    }
    if spec.name != "weighted" {
        return evaluator_of(game, spec).map(Blend::One);
    }
    let mut parts = Vec::new();
    for (name, weight) in &spec.args {
        let wrong =
            || weight.error("weighted(...) lists evaluations with weights, as in weighted(NAME=2, OTHER=-1)");
        let number: f64 =
            weight.name.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(wrong)?;
        let name = name.as_deref().filter(|_| weight.args.is_empty()).ok_or_else(wrong)?;
        parts.push((evaluator_of(game, &Spec::word(name))?, number));
    }
    if parts.is_empty() {
        return Err(spec.error("weighted(...) lists at least one evaluation with its weight"));
    }
    Ok(Blend::sum(game, parts))
}
