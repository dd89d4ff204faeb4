//! The positions where games start.
//!
//! The whole list is made from the seed before the first game, and opening k does not depend on the number of
//! openings. Game i therefore starts from the same position for any number of threads, slices or games. An
//! opening is kept as the text of its position; the game's own start is the empty text. `plywood openings`
//! writes the list.

use std::collections::HashSet;
use std::path::Path;

use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::files::read;
use plywood_core::random::{below, derive, seed_of, seed_of_bytes, seeded};
use plywood_core::settings::{Takes, whole};

use plywood_core::spec::{Args, Key};
use plywood_core::suite::{self, Problem};
use plywood_core::{Budget, Error, Rng, Spec, Task, Turn};

const RANDOM: &[Key] = &[Key::taking("plies", "4", whole(1, 1000), "moves drawn at random from the start")];
const FILE: &[Key] = &[
    Key::taking(
        "path",
        "",
        Takes::File,
        "a file with a position a line, or with games in a format that the game knows",
    ),
    Key::taking(
        "plies",
        "none",
        whole(1, 1000).or("none"),
        "in a file of games: the plies of each after which its position is taken",
    ),
];
const PLAYED: &[Key] = &[
    Key::new("player", "", "who plays both sides, such as ab(depth=3)"),
    Key::taking("plies", "4", whole(1, 1000), "moves drawn at random before it begins"),
    Key::taking("stages", "3", whole(1, 1000), "positions from each game, one from each stage"),
];
/// Plies at the end of a game that no opening is taken from: there it is as good as over.
const DECIDED: usize = 4;
/// Moves after which a game of self-play is broken off.
const BREAK: usize = 500;
/// Draws in a row without a new position after which there are taken to be no more.
const PATIENCE: u64 = 1000;

/// A rule that makes openings.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// Always the game's start.
    Start,
    /// Positions after a number of random plies, no two alike.
    Random {
        /// Moves drawn from the start; chance events between them come on top.
        plies: u32,
    },
    /// Positions from games of one player against itself, a number of stages of each game.
    Played {
        /// The player's spec.
        player: Spec,
        /// Moves drawn from the start before it begins.
        plies: u32,
        /// Positions from each game: a game is cut into as many parts, and one is drawn from each.
        stages: usize,
    },
    /// The positions of a file, in its order.
    File {
        /// What is in the file.
        content: Vec<u8>,
        /// Plies after which positions of games are taken.
        plies: Option<usize>,
    },
}

impl Openings {
    /// Reads the rule; a file is looked for beside `folder`.
    ///
    /// # Errors
    ///
    /// If the text is no opening rule, or its file cannot be read.
    pub fn read(text: &str, folder: &Path) -> Result<Self, Error> {
        let spec: Spec = text.parse()?;
        match spec.name.as_str() {
            "start" => Args::new(&spec, &[]).map(|_| Self::Start),
            "random" => Ok(Self::Random { plies: Args::new(&spec, &[RANDOM])?.get("plies")? }),
            "played" => {
                let args = Args::new(&spec, &[PLAYED])?;
                if !args.given("player") {
                    return Err(spec.error("played needs a player: played(player=ab(depth=3))"));
                }
                Ok(Self::Played {
                    player: args.spec("player")?,
                    plies: args.get("plies")?,
                    stages: args.get("stages")?,
                })
            }
            "file" => {
                let args = Args::new(&spec, &[FILE])?;
                if !args.given("path") {
                    return Err(spec.error("file needs a path: file(path=openings.txt)"));
                }
                Self::of_file(&spec, &folder.join(args.word("path")?), args.get("plies")?)
            }
            // A file by its name alone.
            other if spec.args.is_empty() && folder.join(other).is_file() => {
                Self::of_file(&spec, &folder.join(other), None)
            }
            other => Err(spec.error(format!(
                "unknown openings {other:?}, and no file; known: start, random(plies=4), played(player=ab(depth=3)) or \
                 file(path=openings.txt)"
            ))),
        }
    }

    fn of_file(spec: &Spec, path: &Path, plies: Option<usize>) -> Result<Self, Error> {
        let content =
            read(path).map_err(|error| spec.error(format!("cannot read {}: {error}", path.display())))?;
        Ok(Self::File { content, plies })
    }

    /// The same for rules that make the same openings: a file is known by what is in it, wherever it lies.
    pub fn normal(&self) -> String {
        match self {
            Self::Start => "start".to_string(),
            Self::Random { plies } => format!("random(plies={plies})"),
            Self::Played { player, plies, stages } => {
                format!("played(player={player}, plies={plies}, stages={stages})")
            }
            Self::File { content, plies } => {
                let plies = plies.map_or(String::new(), |plies| format!(" after {plies} plies"));
                format!("file {:016x}{plies}", seed_of_bytes(content))
            }
        }
    }

    /// At most `count` openings; fewer when there are no more.
    ///
    /// # Errors
    ///
    /// If a position of the file cannot be read or is over, if games are too short, or if a player that plays
    /// openings finds no move.
    pub fn make(&self, game: &dyn AnyGame, count: usize, seed: u64) -> Result<Vec<String>, Error> {
        match self {
            Self::Start => Ok(vec![String::new()]),
            Self::Random { plies } => random(game, *plies, count, seed),
            Self::Played { player, plies, stages } => {
                let mut list = Vec::new();
                let base = derive(seed_of("played"), seed);
                for number in 0..count.max(1).div_ceil(*stages) as u64 {
                    list.extend(played(game, (player, *plies, *stages), derive(base, number))?);
                }
                list.truncate(count.max(1));
                Ok(list)
            }
            Self::File { content, plies } => {
                let problems = problems(game, content, *plies)?;
                Ok(problems.into_iter().take(count.max(1)).map(|problem| problem.text).collect())
            }
        }
    }
}

/// A line that starts at an opening.
///
/// # Errors
///
/// If the opening's text is no position of the game.
pub fn line_at(game: &dyn AnyGame, opening: &str) -> Result<Box<dyn AnyLine>, Error> {
    if opening.is_empty() { Ok(game.start()) } else { game.read(opening) }
}

/// The positions of a file, in the game's notation, as its suites have them, or out of games; all are read before the
/// first game. The text of each is the position alone.
pub fn problems(game: &dyn AnyGame, file: &[u8], plies: Option<usize>) -> Result<Vec<Problem>, Error> {
    let mut problems = suite::read_file(game, file, plies)?;
    for problem in &mut problems {
        if problem.line.turn() == Turn::Over {
            return Err(Error::new(format!("line {}: the game is over in {}", problem.number, problem.text)));
        }
        // What was written as a position is kept as it was written.
        if game.read(&problem.text).is_err() {
            problem.text = problem.line.position();
        }
    }
    Ok(problems)
}

fn random(game: &dyn AnyGame, plies: u32, count: usize, seed: u64) -> Result<Vec<String>, Error> {
    let base = derive(seed_of("openings"), seed);
    let (mut list, mut seen) = (Vec::new(), HashSet::new());
    let (mut drawn, mut missed) = (0, 0);
    while list.len() < count && missed < PATIENCE {
        let mut rng = seeded(derive(base, drawn));
        drawn += 1;
        missed += 1;
        if let Some(position) = draw(game, plies, &mut rng)?
            && seen.insert(position.clone())
        {
            list.push(position);
            missed = 0;
        }
    }
    if list.is_empty() {
        return Err(Error::new(format!(
            "no game of {} is still going after {plies} random plies",
            game.spec()
        )));
    }
    Ok(list)
}

/// A position from each stage of a game that a player plays against itself; games too short for that are drawn again.
fn played(
    game: &dyn AnyGame,
    (player, plies, stages): (&Spec, u32, usize),
    seed: u64,
) -> Result<Vec<String>, Error> {
    let mut player = game.player(player)?;
    for attempt in 0..PATIENCE {
        let mut rng = seeded(derive(seed, attempt));
        let Some(opening) = draw(game, plies, &mut rng)? else { continue };
        let mut line = game.read(&opening)?;
        let mut positions = Vec::new();
        player.new_game();
        while positions.len() < BREAK {
            match line.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    line.sample(&mut rng);
                }
                Turn::Player(_) => {
                    positions.push(line.position());
                    let ply = positions.len() as u64;
                    let report = player.think(&*line, Task::new(Budget::UNSET).seed(derive(seed, ply)))?;
                    let best = report.best.ok_or_else(|| Error::new("the player found no move"))?;
                    line.step(&best)?;
                }
            }
        }
        let open = positions.len().saturating_sub(DECIDED);
        if open >= 2 * stages {
            let drawn = |stage: usize, rng: &mut Rng| {
                let (from, to) = (stage * open / stages, (stage + 1) * open / stages);
                positions[from + below(rng, to - from)].clone()
            };
            return Ok((0..stages).map(|stage| drawn(stage, &mut rng)).collect());
        }
    }
    Err(Error::new(format!("games of {} are too short for {stages} stages", game.spec())))
}

/// A position after a number of random moves, with a player on turn; nothing if the game ended before.
fn draw(game: &dyn AnyGame, plies: u32, rng: &mut Rng) -> Result<Option<String>, Error> {
    let mut line = game.start();
    let mut left = plies;
    loop {
        match line.turn() {
            Turn::Over => return Ok(None),
            Turn::Chance => {
                line.sample(rng);
            }
            Turn::Player(_) if left == 0 => return Ok(Some(line.position())),
            Turn::Player(_) => {
                let moves = line.moves();
                line.step(&moves[below(rng, moves.len())])?;
                left -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_self_play_are_read_and_refused() {
        let read = |text: &str| Openings::read(text, Path::new(""));
        let rule = read("played(player=ab(depth=3), stages=2)").unwrap();
        assert_eq!(rule.normal(), "played(player=ab(depth=3), plies=4, stages=2)");
        let refused = |text: &str| read(text).unwrap_err().to_string();
        assert!(refused("played").contains("needs a player"));
        assert!(refused("played(player=ab, stages=0)").contains("from 1"));
        assert!(refused("plaid").contains("played(player="));
    }
}
