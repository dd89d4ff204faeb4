//! `plywood train GAME opponent from=RUN`: a model of a player, from its games (opponent-model thesis,
//! sections 6.6.1 and 6.6.3).
//!
//! Every move of the player is a choice among the positions within reach. The weights of the game's
//! evaluations that make these choices likeliest become an evaluation. Then each type is asked which move it
//! would have played, and the probabilities that make the moves likeliest are found from all positions,
//! ambiguous ones included. Positions with other moves that end the game are left out of the weights, because
//! evaluations say nothing about finished games.
//!
//! Asking the types is nearly all of the work. The file keeps their answers; it is written every few seconds
//! and can be used at any time. The same command continues from there; another command starts again.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plywood_core::error::one_of;
use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::game::Chance;
use plywood_core::random::{below, derive, seed_of, seeded};
use plywood_core::settings::{Takes, whole};
use plywood_core::{About, Args, Budget, Error, Key, Played, Spec, Stop, Task, Turn};
use plywood_learn::opponent::linear::{self, Decision};
use plywood_learn::opponent::{Observation, mixture, unambiguous};

use super::{Lesson, Mark, Trained, TrainerEntry};
use plywood_players::learned::OpponentModel;

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
            Key::taking("depth", "2", whole(1, 1000), "plies that a type looks ahead from a position"),
            Key::new(
                "types",
                "default",
                "the types, as prom takes them; default is one for each evaluation and one for the weights found",
            ),
            Key::taking(
                "moves",
                "1000",
                whole(1, 10_000_000),
                "moves to learn from at most, drawn from all of them",
            ),
            Key::taking("steps", "300", whole(1, 1_000_000), "steps of the climb to the likeliest weights"),
            Key::taking(
                "seed",
                "1",
                whole(0, u64::MAX),
                "seed of the moves drawn and of the types' own dice",
            ),
            Key::taking("file", "opponent.model", Takes::File, "the file to write, and to go on from"),
        ],
        source: "opponent-model thesis, sections 6.6.1 and 6.6.3",
    },
    games: &[],
    observes: true,
    train,
};

/// A position at which the player was on turn, and what it played.
pub(super) struct Seen {
    line: Box<dyn AnyLine>,
    played: String,
}

/// A small pull towards zero, which keeps weights finite where choices are never wrong.
const PULL: f64 = 1e-4;
/// How often the file is written.
pub(super) const EVERY: Duration = Duration::from_secs(2);

fn train(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let (game, args) = (game_of(lesson)?, lesson.args);
    let player = player(lesson.observed, args)?;
    let seed: u64 = args.get("seed")?;
    let depth: u32 = args.get("depth")?;
    let steps: usize = args.get("steps")?;
    let seen = drawn(seen(&*game, lesson.observed, &player)?, args.get("moves")?, seed);
    let file = PathBuf::from(args.word("file")?);
    let taught = taught(
        &[&game.spec(), &player, &args.spec("types")?.to_string()],
        [depth.into(), steps as u64, seed],
        &seen,
    );
    let begun = begun(&file, &taught)?;

    // 1. The weights of an evaluation.
    let names: Vec<&str> =
        game.evaluators().iter().map(|about| about.name).filter(|name| *name != "zero").collect();
    let of = seen.len() as u64;
    let mut say = |done: usize, news: &str| {
        tell(&Mark { done: done as u64, of, unit: "moves", news: news.to_string() });
    };
    let weights = match &begun {
        Some(model) => model.weights.clone(),
        None => match weights(&*game, &names, &seen, steps, stop, &mut || say(0, "weighing the moves"))? {
            Some(weights) => weighted(&names, &weights)?,
            None => Spec::word(game.evaluators()[0].name),
        },
    };

    // 2. How likely each type is.
    let types = types(&*game, args, Some(&weights))?;
    let mut players =
        types.iter().map(|one| game.player(&asked(one, depth)?)).collect::<Result<Vec<_>, Error>>()?;
    let mut agrees = begun.map_or_else(Vec::new, |model| model.agrees);
    let model = |agrees: &[Vec<bool>]| -> Result<OpponentModel, Error> {
        let (types, explained) = likeliest(&types, depth, agrees)?;
        Ok(OpponentModel {
            game: game.spec(),
            note: format!("{} of {of} moves of {player}; {explained}", agrees.len()),
            weights: weights.clone(),
            types,
            lesson: taught.clone(),
            agrees: agrees.to_vec(),
        })
    };
    let mut written = Instant::now();
    let left = agrees.len()..seen.len();
    for (place, one) in left.clone().zip(&seen[left.clone()]) {
        let said = ask(&mut players, one, derive(seed, place as u64), stop)?;
        // A type that was interrupted may have said anything.
        if stop.raised() {
            break;
        }
        agrees.push(said);
        say(agrees.len(), "asking the types");
        if written.elapsed() > EVERY {
            model(&agrees)?.save(&file)?;
            written = Instant::now();
        }
    }
    if !left.is_empty() {
        say(agrees.len(), "asking the types");
        model(&agrees)?.save(&file)?;
    }
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

/// The game of a lesson, if opponents can be modelled there.
pub(super) fn game_of(lesson: &Lesson) -> Result<Box<dyn AnyGame>, Error> {
    let game = plywood_players::game(&lesson.game.to_string())?;
    let nature = game.nature();
    if nature.players != 2 || nature.chance != Chance::None {
        return Err(lesson.game.error("this trainer is for two players and no chance"));
    }
    Ok(game)
}

/// What is taught, in a word: two lessons with the same word come to the same model.
pub(super) fn taught(words: &[&str], numbers: [u64; 3], seen: &[Seen]) -> String {
    let moves = seen.iter().map(|one| seed_of(&format!("{} {}", one.line.position(), one.played)));
    let all = words.iter().map(|word| seed_of(word)).chain(numbers).chain(moves);
    format!("{:016x}", all.fold(0, derive))
}

/// What an earlier sitting of the same lesson left, which its first word tells; a file that is no opponent model is not
/// touched.
pub(super) fn begun(file: &Path, taught: &str) -> Result<Option<OpponentModel>, Error> {
    if !file.exists() {
        return Ok(None);
    }
    let refused = |error: Error| Error::new(format!("{error}; name another file with file="));
    let same = |model: &OpponentModel| model.lesson.split(' ').next() == Some(taught);
    OpponentModel::load(file).map(|model| Some(model).filter(same)).map_err(refused)
}

/// Whether each type would have played the move. Each position by itself: what a type would do must not depend on the
/// order of the record.
fn ask(players: &mut [Box<dyn AnyPlayer>], seen: &Seen, seed: u64, stop: &Stop) -> Result<Vec<bool>, Error> {
    let agrees = players.iter_mut().map(|player| {
        player.new_game();
        let report = player.think(&*seen.line, Task::new(Budget::UNSET).seed(seed).stop(stop))?;
        Ok(report.best.as_deref() == Some(&*seen.played))
    });
    agrees.collect()
}

/// The types with the probabilities under which the moves are likeliest, as `prom` takes them, and how well that is.
fn likeliest(types: &[Spec], depth: u32, agrees: &[Vec<bool>]) -> Result<(Spec, String), Error> {
    let observations: Vec<Observation> =
        agrees.iter().map(|agrees| Observation { agrees: agrees.clone() }).collect();
    let learned = mixture(&observations, types.len());
    let alone = unambiguous(&observations, types.len()).used;
    let explained = format!("some type agrees with {}, one alone with {alone}", learned.used);
    Ok((with_probabilities(types, &learned.probabilities, depth)?, explained))
}

/// Types with their probabilities, as `prom` takes them; those that hardly ever are met are left out.
pub(super) fn with_probabilities(types: &[Spec], probabilities: &[f64], depth: u32) -> Result<Spec, Error> {
    let told = |(one, probability): (&Spec, &f64)| {
        let one = one.clone().with("p", &rounded(*probability))?;
        if one.get("probe").is_some() { Ok(one) } else { one.with("probe", &depth.to_string()) }
    };
    let kept = types.iter().zip(probabilities).filter(|(_, probability)| **probability >= 5e-4);
    let kept = kept.map(told).collect::<Result<Vec<Spec>, Error>>()?;
    let list = kept.iter().map(Spec::to_string).collect::<Vec<_>>().join(", ");
    format!("either({list})").parse()
}

/// At most `most` items of a list, drawn by a seed, in their order.
fn drawn<T>(mut list: Vec<T>, most: usize, seed: u64) -> Vec<T> {
    let mut rng = seeded(seed);
    let mut places: Vec<usize> = (0..list.len()).collect();
    for place in 0..most.min(list.len()) {
        places.swap(place, place + below(&mut rng, list.len() - place));
    }
    places.truncate(most);
    places.sort_unstable();
    let mut place = 0;
    list.retain(|_| {
        place += 1;
        places.binary_search(&(place - 1)).is_ok()
    });
    list
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
fn seen(game: &dyn AnyGame, observed: &[Played], player: &str) -> Result<Vec<Seen>, Error> {
    let spec: Spec = game.spec().parse()?;
    let mut seen = Vec::new();
    for record in observed.iter().filter(|record| record.game.parse::<Spec>().is_ok_and(|one| one == spec)) {
        let mut line = if record.start.is_empty() { game.start() } else { game.read(&record.start)? };
        for step in &record.steps {
            let own = matches!(line.turn(), Turn::Player(seat) if record.players[seat.index()] == player);
            if own {
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
    say: &mut dyn FnMut(),
) -> Result<Option<Vec<f64>>, Error> {
    let mut choices = Vec::new();
    for one in seen {
        say();
        choices.extend(choice(game, names, one)?);
        if stop.raised() {
            return Err(Error::new("interrupted before anything was learned"));
        }
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

/// The types to choose from, as specs that `prom` takes: by default one for each evaluation, and one for what was found.
pub(super) fn types(game: &dyn AnyGame, args: &Args, found: Option<&Spec>) -> Result<Vec<Spec>, Error> {
    let given = args.spec("types")?;
    if given.name == "either" {
        return Ok(given.args.into_iter().map(|(_, one)| one).collect());
    }
    if given.name != "default" {
        return Ok(vec![given]);
    }
    let named = game.evaluators().iter().map(|about| format!("type(eval={})", about.name));
    let found = found.map(|weights| format!("type(eval={weights})"));
    named.chain(found).map(|text| text.parse()).collect()
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
