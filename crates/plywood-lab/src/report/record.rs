//! Games for people to read: in the format of their game if it has one, else in a format like PGN, with a
//! head of facts and the moves in the game's own notation.
//!
//! A number stands before the first move of each round, with three dots if another player than the first
//! begins it (`2...`); chance events are in brackets. [`read`] reads such a record back, and files in the
//! game's own format.

use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

use plywood_core::facade::{AnyGame, AnyLine, GameMaker};
use plywood_core::{Error, Occasion, Played, Turn};

use super::date::civil;
use crate::experiment::line_at;
use crate::runner::RunError;
use crate::store::{RunRow, Store, version};

/// Columns of the moves.
const WIDTH: usize = 80;

/// Every game of a match.
pub fn text(store: &Store, run: &RunRow, make_game: &GameMaker) -> Result<String, RunError> {
    if run.kind != "match" {
        return Err(
            Error::new(format!("run {} is a {}: it has no games to write", run.name, run.kind)).into()
        );
    }
    let mut games: HashMap<String, Box<dyn AnyGame>> = HashMap::new();
    let mut out = String::new();
    for (stored, played) in store.games(run.id)?.iter().zip(store.played(run)?) {
        if !games.contains_key(&played.game) {
            games.insert(played.game.clone(), make_game(&played.game)?);
        }
        let game = &*games[&played.game];
        let round = format!("{}.{}", stored.pairing + 1, stored.number + 1);
        let occasion = Occasion { event: run.name.clone(), date: civil(run.started), round };
        let record = game.record(&played, &occasion);
        out += &record.map_or_else(|| common(game, &played, &occasion), Ok)?;
    }
    Ok(out)
}

/// The record of a game so far; one that is not over has no payoffs.
pub fn of_line(game: &dyn AnyGame, line: &dyn AnyLine, players: Vec<String>) -> Result<String, Error> {
    let over = line.turn() == Turn::Over;
    let played = Played {
        game: game.spec(),
        start: if line.start() == game.start().position() { String::new() } else { line.start() },
        steps: line.steps(),
        players,
        payoffs: if over { line.payoffs() } else { Vec::new() },
        ending: if over { line.ending() } else { "unterminated".to_string() },
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
    let occasion = Occasion { event: "page".to_string(), date: civil(now), round: "1".to_string() };
    // The games' own formats are for finished games.
    let own = if over { game.record(&played, &occasion) } else { None };
    own.map_or_else(|| common(game, &played, &occasion), Ok)
}

/// The game that a record names, where it names one, and the line of its moves.
pub type ReadRecord = (Option<Box<dyn AnyGame>>, Box<dyn AnyLine>);

/// Reads a record: in the game's own format, as the first game of the file, or in the common one, whose head may name
/// another game; a bare list of moves is one too.
///
/// # Errors
///
/// If the text is no record of the game, or a move in it is illegal.
pub fn read(text: &str, game: &dyn AnyGame, make_game: &GameMaker) -> Result<ReadRecord, Error> {
    let fact = |name: &str| {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(&format!("[{name} \"")))?;
        Some(line.strip_suffix("\"]")?.replace("\\\"", "\"").replace("\\\\", "\\"))
    };
    let other = match fact("Game") {
        Some(spec) => Some(make_game(&spec).map_err(|error| error.context("the game of the record"))?),
        None => match game.read_games(text.as_bytes()) {
            Some(games) => {
                let first = games?.into_iter().next();
                let first = first.ok_or_else(|| Error::new("the record has no game in it"))?;
                return Ok((None, first.line));
            }
            None => None,
        },
    };
    let game = other.as_deref().unwrap_or(game);
    let mut line = line_at(game, &fact("Start").unwrap_or_default())?;
    let moves = text.lines().filter(|line| !line.trim_start().starts_with('['));
    // Numbers of rounds, remarks and results are no moves; a word that is one is played whatever it looks like.
    let mut remark = false;
    for word in moves.flat_map(str::split_whitespace) {
        if remark || word.starts_with('{') {
            remark = !word.ends_with('}');
            continue;
        }
        let bare = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
        let step = if line.turn() == Turn::Chance { bare.unwrap_or(word) } else { word };
        if line.turn() != Turn::Over && line.step(step).is_ok() {
            continue;
        }
        let number = word.trim_end_matches('.');
        let is_round = number.len() < word.len() && number.bytes().all(|digit| digit.is_ascii_digit());
        let is_result = matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
            || word.contains('/') && word.split('/').all(|part| part.parse::<f64>().is_ok());
        if !is_round && !is_result {
            let place = line.steps().len() + 1;
            line.step(step).map_err(|error| error.context(format!("step {place} of the record")))?;
        }
    }
    Ok((other, line))
}

/// The common record: a head of facts, and the moves.
fn common(game: &dyn AnyGame, played: &Played, occasion: &Occasion) -> Result<String, Error> {
    let (year, month, day) = occasion.date;
    let result = result(&played.payoffs);
    let mut facts = vec![
        ("Event".to_string(), occasion.event.clone()),
        ("Site".to_string(), format!("Plywood {}", version())),
        ("Date".to_string(), format!("{year:04}.{month:02}.{day:02}")),
        ("Round".to_string(), occasion.round.clone()),
        ("Game".to_string(), played.game.clone()),
    ];
    facts.extend((1..).zip(&played.players).map(|(seat, player)| (format!("Player{seat}"), player.clone())));
    if !played.start.is_empty() {
        facts.push(("Start".to_string(), played.start.clone()));
    }
    let payoffs: Vec<String> = played.payoffs.iter().map(f64::to_string).collect();
    facts.push(("Payoffs".to_string(), payoffs.join(" ")));
    facts.push(("Termination".to_string(), played.ending.clone()));
    facts.push(("Result".to_string(), result.clone()));
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
    let head: String = facts.iter().map(|(name, fact)| format!("[{name} \"{}\"]\n", quoted(fact))).collect();
    Ok(format!("{head}\n{}\n", wrapped(&[moves(game, played)?, vec![result]].concat())))
}

/// Who won, as PGN says it; of more than two players what each got.
fn result(payoffs: &[f64]) -> String {
    match payoffs {
        [] => "*".to_string(),
        [first, second] if first > second => "1-0".to_string(),
        [first, second] if first < second => "0-1".to_string(),
        [_, _] => "1/2-1/2".to_string(),
        all => all.iter().map(f64::to_string).collect::<Vec<_>>().join("/"),
    }
}

fn moves(game: &dyn AnyGame, played: &Played) -> Result<Vec<String>, Error> {
    let mut line = line_at(game, &played.start)?;
    let (mut words, mut round, mut last) = (Vec::new(), 0, u8::MAX);
    for step in &played.steps {
        match line.turn() {
            Turn::Player(player) => {
                if player.0 <= last {
                    round += 1;
                    words.push(format!("{round}.{}", if player.0 == 0 { "" } else { ".." }));
                }
                // Whose move it is must be clear where more than one may have begun the round.
                if player.0 > 1 && player.0 <= last {
                    words.push(format!("{{player {}}}", player.0 + 1));
                }
                last = player.0;
                words.push(step.clone());
            }
            Turn::Chance | Turn::Over => words.push(format!("({step})")),
        }
        line.step(step)?;
    }
    Ok(words)
}

fn wrapped(words: &[String]) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::mock;

    #[test]
    fn a_record_tells_players_start_moves_and_result() {
        let game = mock::make("tokens(tokens=9, dice=on)").unwrap();
        let played = Played {
            game: game.spec(),
            start: "7 1".to_string(),
            steps: ["3", "heads", "2", "tails", "3"].map(String::from).to_vec(),
            players: vec!["one".to_string(), "a \"b\"".to_string()],
            payoffs: vec![-1.0, 1.0],
            ending: "rules".to_string(),
        };
        let occasion = Occasion { event: "test".to_string(), date: (2026, 1, 2), round: "1.2".to_string() };
        let text = common(&*game, &played, &occasion).unwrap();
        for part in [
            "[Event \"test\"]\n",
            "[Date \"2026.01.02\"]\n",
            "[Player2 \"a \\\"b\\\"\"]\n",
            "[Start \"7 1\"]\n",
            "[Result \"0-1\"]\n\n1... 3 (heads) 2. 2 (tails) 3 0-1\n",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
        let (named, line) = read(&text, &*game, &mock::make).unwrap();
        assert_eq!((named.unwrap().spec(), line.start().as_str()), (game.spec(), "7 1"));
        assert_eq!(line.steps(), played.steps, "what is written is read back");
        let refused = read("1. 3 (heads) 2. nonsense", &*game, &mock::make).err().unwrap().to_string();
        assert!(refused.starts_with("step 3 of the record"), "{refused}");
        assert_eq!((result(&[0.0, 0.0]).as_str(), result(&[1.0, 0.0, 0.0]).as_str()), ("1/2-1/2", "1/0/0"));
        let long: Vec<String> = (0..60).map(|number| format!("word{number}")).collect();
        assert!(wrapped(&long).lines().all(|line| line.len() <= WIDTH) && wrapped(&long).lines().count() > 4);
    }
}
