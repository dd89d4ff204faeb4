//! Endings of chess: two databases a class, by plies to mate and by plies to conversion.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use plywood_core::{Error, Game, Notation, Oracle, Player, Spec, Stop, Turn};
use plywood_games::chess::endings::Class;
use plywood_games::chess::{Chess, Position};
use plywood_search::retrograde::{Database, Indexed};

use super::{Answer, Built, Endgames, Group, Probed, answered, built, in_lines, kept, one_of_kept, probed};

/// Makes the game.
pub(super) fn open(spec: &Spec) -> Result<Box<dyn Endgames>, Error> {
    Ok(Box::new(Endings(Chess::from_spec(spec)?)))
}

struct Endings(Chess);

/// The database of conversions of a class whose mates are known, where it is kept.
fn conversions(game: &Chess, mates: &Arc<Database<Chess>>, folder: &Path) -> Option<Database<Chess>> {
    Database::load(game, Class::conversion(mates.clone()), folder).ok()
}

/// Plies to conversion; a finished position has none to go.
fn converted(game: &Chess, database: &Database<Chess>, position: &Position) -> Option<u32> {
    if game.turn(position) == Turn::Over {
        return (game.payoff(position, Player::FIRST) != 0).then_some(0);
    }
    game.number(database.class(), position)?;
    database.probe(game, position)?.distance
}

/// A lost position that is over is no ply from its end, a drawn one has no distance.
fn to_mate(answer: Answer, game: &Chess, position: &Position) -> Answer {
    if game.turn(position) != Turn::Over {
        return answer;
    }
    let payoff = game.payoff(position, position.mover());
    let distance = (payoff != 0).then_some(0);
    Answer { value: f64::from(payoff), distance, ..answer }
}

impl Endgames for Endings {
    fn build(&self, class: &str, folder: &Path, stop: &Stop) -> Result<Built, Error> {
        let Endings(game) = self;
        let start = Instant::now();
        let (mates, made) = Database::kept(game, game.read_class(class)?, folder, stop)?;
        let mates = Arc::new(mates);
        let (changes, also_made) = Database::kept(game, Class::conversion(mates.clone()), folder, stop)?;
        let seconds = start.elapsed().as_secs_f64();
        let mut told = built(game, &mates, made || also_made, folder, seconds);
        told.bytes += changes.bytes();
        for (counted, database) in [("mate", &*mates), ("conversion", &changes)] {
            told.groups.extend(database.counts(game).into_iter().map(|found| Group::new(counted, found)));
        }
        // Every placement of the ending itself, as tables of endings count.
        let sum = |of: fn(&Group) -> u64| told.groups[..2].iter().map(of).sum();
        let all = [
            sum(|group| group.positions),
            sum(|group| group.wins),
            sum(|group| group.draws),
            sum(|group| group.losses),
        ];
        [told.positions, told.wins, told.draws, told.losses] = all;
        Ok(told)
    }

    fn probe(&self, position: &str, folder: &Path) -> Result<Probed, Error> {
        let Endings(game) = self;
        let position = game.read_position(position)?;
        let mates = Arc::new(kept(game, &position, folder)?);
        let changes = conversions(game, &mates, folder);
        let conversion = changes.and_then(|database| converted(game, &database, &position));
        Ok(Probed { conversion, ..probed(game, &mates, &position) })
    }

    fn answers(&self, positions: &[&str], folder: &Path) -> Result<Vec<Answer>, Error> {
        let Endings(game) = self;
        let mut databases: Vec<Database<Chess>> = Vec::new();
        // Conversions by the name of their class, each read once.
        let mut changes: Vec<(String, Option<Database<Chess>>)> = Vec::new();
        in_lines(positions, |text| {
            let position = game.read_position(text)?;
            let mates = one_of_kept(game, &mut databases, &position, folder)?;
            let name = game.write_class(mates.class());
            if !changes.iter().any(|(known, _)| *known == name) {
                changes.push((name.clone(), conversions(game, &Arc::new(mates.clone()), folder)));
            }
            let known =
                changes.iter().find(|(known, _)| *known == name).and_then(|(_, database)| database.as_ref());
            let conversion = known.and_then(|database| converted(game, database, &position));
            Ok(Answer { conversion, ..to_mate(answered(game, mates, &position), game, &position) })
        })
    }
}
