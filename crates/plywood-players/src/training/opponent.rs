//! `plywood train GAME opponent from=RUN`: a model of a player, from games in which it played (opponent-model thesis,
//! sections 6.6.1 and 6.6.3).
//!
//! Every move of the player is a choice among the positions it could reach. The weights of the game's evaluations that
//! make its choices likeliest become an evaluation; then every type is asked what it would have played, and the
//! probabilities under which the moves are likeliest are found from all positions, ambiguous ones included. Positions
//! whose other moves end the game are left out of the weights: evaluations do not speak of ended games.

use std::path::PathBuf;

use plywood_core::error::one_of;
use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::game::Chance;
use plywood_core::{About, Args, Budget, Error, Key, Played, Spec, Stop, Turn};
use plywood_learn::opponent::linear::{self, Decision};
use plywood_learn::opponent::{Observation, mixture, unambiguous};

use super::{Lesson, Mark, Trained, TrainerEntry};
use crate::games;
use crate::learned::OpponentModel;

/// The trainer.
pub(super) const OPPONENT: TrainerEntry = TrainerEntry {
    about: About {
        name: "opponent",
        about: "weights of an evaluation and probabilities of types that explain a player's moves",
        keys: &[
            Key::new(
                "player",
                "none",
                "the spec of the player to learn, as the run has it; none where it has one",
            ),
            Key::new("depth", "2", "plies that a type looks ahead from a position"),
            Key::new(
                "types",
                "default",
                "the types, as prom takes them; default is one for each evaluation and one for the weights found",
            ),
            Key::new("moves", "1000", "moves to learn from at most"),
            Key::new("steps", "300", "steps of the climb to the likeliest weights"),
            Key::new("file", "opponent.model", "the file to write"),
        ],
        source: "opponent-model thesis, sections 6.6.1 and 6.6.3",
    },
    games: &[],
    observes: true,
    train,
};

/// A position at which the player was on turn, and what it played.
struct Seen {
    line: Box<dyn AnyLine>,
    played: String,
}

/// A small pull towards nought, which keeps weights finite where choices are never wrong.
const PULL: f64 = 1e-4;

fn train(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let game = games::game(&lesson.game.to_string())?;
    let nature = game.nature();
    if nature.players != 2 || nature.chance != Chance::None {
        return Err(lesson.game.error("opponent models are for two players and no chance"));
    }
    let args = lesson.args;
    let player = player(lesson.observed, args)?;
    let seen = seen(&*game, lesson.observed, &player, args.number("moves", 1, 10_000_000)?)?;

    // 1. The weights of an evaluation.
    let names: Vec<&str> =
        game.evaluators().iter().map(|about| about.name).filter(|name| *name != "zero").collect();
    let weights = match weights(&*game, &names, &seen, args.number("steps", 1, 1_000_000)?, stop)? {
        Some(weights) => weighted(&names, &weights)?,
        None => Spec::word(game.evaluators()[0].name),
    };

    // 2. How likely each type is.
    let depth: u32 = args.number("depth", 1, 1000)?;
    let types = types(&*game, args, &weights)?;
    let mut players =
        types.iter().map(|one| game.player(&asked(one, depth)?)).collect::<Result<Vec<_>, Error>>()?;
    let mut observations = Vec::new();
    for one in &seen {
        if stop.raised() {
            break;
        }
        let mut agrees = Vec::new();
        for player in &mut players {
            // Each position by itself: what a type would do must not depend on the order of the record.
            player.new_game();
            let report = player.think(&*one.line, &Budget::UNLIMITED, 0, stop, &mut ())?;
            agrees.push(report.best.as_deref() == Some(&*one.played));
        }
        observations.push(Observation { agrees });
        let (done, of) = (observations.len() as u64, seen.len() as u64);
        tell(&Mark { done, of, unit: "moves", news: "asking the types".into() });
    }
    let learned = mixture(&observations, types.len());
    let alone = unambiguous(&observations, types.len()).used;
    let told = |(one, probability): (&Spec, &f64)| {
        let one = one.clone().with("p", &rounded(*probability))?;
        if one.get("probe").is_some() { Ok(one) } else { one.with("probe", &depth.to_string()) }
    };
    let kept = types.iter().zip(&learned.probabilities).filter(|(_, probability)| **probability >= 5e-4);
    let kept = kept.map(told).collect::<Result<Vec<Spec>, Error>>()?;
    let list = kept.iter().map(Spec::to_string).collect::<Vec<_>>().join(", ");

    let model = OpponentModel {
        game: game.spec(),
        note: format!(
            "{} moves of {player}; some type agrees with {}, one alone with {alone}",
            observations.len(),
            learned.used
        ),
        weights,
        types: format!("either({list})").parse()?,
    };
    let file = PathBuf::from(args.word("file")?);
    std::fs::write(&file, model.text())
        .map_err(|error| Error::new(format!("{}: {error}", file.display())))?;
    let (game, path) = (game.spec(), Spec::word(&file.display().to_string()));
    Ok(Trained {
        what: "an opponent model",
        uses: vec![
            format!("plywood match \"{game}\" \"om(opponent=learned(file={path}), depth=4)\" \"{player}\""),
            format!("plywood match \"{game}\" \"prom(types=learned(file={path}), depth=4)\" \"{player}\""),
        ],
        file,
    })
}

/// The player to learn: the one that is named, or the only one.
fn player(observed: &[Played], args: &Args) -> Result<String, Error> {
    let mut known: Vec<&str> = observed.iter().flat_map(|game| &game.players).map(String::as_str).collect();
    known.sort_unstable();
    known.dedup();
    let wanted = args.spec("player")?;
    let same = |name: &&&str| **name == wanted.name || name.parse::<Spec>().is_ok_and(|spec| spec == wanted);
    match known.iter().find(same) {
        Some(found) => Ok(found.to_string()),
        None if !args.given("player") && known.len() == 1 => Ok(known[0].to_string()),
        None => Err(args.error("player", format!("the run's players are {}; name one", one_of(&known)))),
    }
}

/// The positions at which a player was on turn, in the order of the games.
fn seen(game: &dyn AnyGame, observed: &[Played], player: &str, most: usize) -> Result<Vec<Seen>, Error> {
    let spec: Spec = game.spec().parse()?;
    let mut seen = Vec::new();
    for record in observed.iter().filter(|record| record.game.parse::<Spec>().is_ok_and(|one| one == spec)) {
        let mut line = if record.start.is_empty() { game.start() } else { game.read(&record.start)? };
        for step in &record.steps {
            let own = matches!(line.turn(), Turn::Player(seat) if record.players[seat.index()] == player);
            if own && seen.len() < most {
                seen.push(Seen { line: line.boxed_clone(), played: step.clone() });
            }
            line.step(step)?;
        }
    }
    if seen.is_empty() {
        return Err(Error::new(format!("the run has no moves of {player} in {spec}")));
    }
    Ok(seen)
}

/// The weights of evaluations that make the player's moves likeliest; none where nothing can be said.
fn weights(
    game: &dyn AnyGame,
    names: &[&str],
    seen: &[Seen],
    steps: usize,
    stop: &Stop,
) -> Result<Option<Vec<f64>>, Error> {
    let mut choices = Vec::new();
    for one in seen.iter().take_while(|_| !stop.raised()) {
        choices.extend(choice(game, names, one)?);
    }
    if choices.is_empty() || names.is_empty() {
        return Ok(None);
    }
    let fit = linear::fit(&choices, names.len(), steps, PULL);
    Ok(Some(fit.weights).filter(|weights| weights.iter().any(|weight| *weight != 0.0)))
}

/// The options of a position by the game's evaluations; none where one of them ends the game or there is no choice.
fn choice(game: &dyn AnyGame, names: &[&str], seen: &Seen) -> Result<Option<Decision>, Error> {
    let (mover, moves) = (seen.line.turn().view(), seen.line.moves());
    let Some(taken) = moves.iter().position(|name| *name == seen.played) else { return Ok(None) };
    let mut options = Vec::new();
    for name in &moves {
        let mut after = seen.line.boxed_clone();
        after.step(name)?;
        let Turn::Player(next) = after.turn() else { return Ok(None) };
        let sign = if next == mover { 1.0 } else { -1.0 };
        let feature = |name: &&str| Ok(sign * game.evaluate(&*after, &Spec::word(name))?);
        options.push(names.iter().map(feature).collect::<Result<Vec<f64>, Error>>()?);
    }
    Ok((moves.len() > 1).then_some(Decision { options, taken }))
}

/// Four digits that count.
fn rounded(number: f64) -> String {
    format!("{number:.4e}").parse::<f64>().map_or_else(|_| number.to_string(), |number| number.to_string())
}

fn weighted(names: &[&str], weights: &[f64]) -> Result<Spec, Error> {
    let parts: Vec<String> =
        names.iter().zip(weights).map(|(name, weight)| format!("{name}={}", rounded(*weight))).collect();
    format!("weighted({})", parts.join(", ")).parse()
}

/// The types to choose from, as specs that `prom` takes.
fn types(game: &dyn AnyGame, args: &Args, weights: &Spec) -> Result<Vec<Spec>, Error> {
    let given = args.spec("types")?;
    if given.name == "either" {
        return Ok(given.args.into_iter().map(|(_, one)| one).collect());
    }
    if given.name != "default" {
        return Ok(vec![given]);
    }
    let named = game.evaluators().iter().map(|about| format!("type(eval={})", about.name));
    named.chain([format!("type(eval={weights})")]).map(|text| text.parse()).collect()
}

/// The player that a type is: minimax with its evaluation and its models, to its depth.
fn asked(one: &Spec, depth: u32) -> Result<Spec, Error> {
    let part = |key: &str| one.get(key).map(Spec::to_string);
    let eval = part("eval").filter(|eval| eval != "own").unwrap_or_else(|| "default".into());
    let model = part("model").filter(|model| model != "none");
    let below = model.map(|model| match model.strip_prefix("levels(") {
        Some(rest) => format!(", {}", rest.trim_end_matches(')')),
        None => format!(", {model}"),
    });
    let depth = part("probe").unwrap_or_else(|| depth.to_string());
    format!("mstar(levels=levels({eval}{}), depth={depth}, table=2^16)", below.unwrap_or_default()).parse()
}
