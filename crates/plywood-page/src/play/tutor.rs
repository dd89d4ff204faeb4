//! The tutor: an opponent that plays as well as the person, and says what a better move would have been.
//!
//! Section 2.3.5 of the opponent-model thesis names tutoring as a use of knowing one's opponent. Here the tutor values
//! every move of the person by a search, and keeps a running mean of what the person's moves lost against the best.
//! When it is on turn it plays the move that loses about as much. So it errs where the person errs, by as much, and
//! grows with the person. Limits: values are a search's guesses within a second or two; where all moves are worth the
//! same there is nothing to tell.

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::{Budget, Error, Limit, PayoffKind, Player, Spec, Stop, Turn};
use plywood_players::choice::{Purpose, choose};
use plywood_players::specialists;
use serde::Serialize;

/// Seconds that all moves of a position share.
const SECONDS: f64 = 1.5;
/// What a move of a person weighs in the running mean.
const WEIGHT: f64 = 0.25;
/// What the tutor believes of a person it has not seen, as a share of what is at stake.
const FIRST: f64 = 0.08;
/// A share of what is at stake below which a better move is not worth a word.
const SMALL: f64 = 0.01;

/// What the tutor has seen of the person.
#[derive(Debug, Clone)]
pub struct Pupil {
    /// What the person's moves lose against the best, as a mean share of what is at stake.
    pub loss: f64,
    /// Moves that were seen.
    pub seen: u32,
}

impl Default for Pupil {
    fn default() -> Pupil {
        Pupil { loss: FIRST, seen: 0 }
    }
}

/// What a move is worth.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Worth {
    /// The move.
    pub play: String,
    /// The payoff that the player who makes it may expect.
    pub value: f64,
    /// Whether that is exact.
    pub proven: bool,
    /// What is expected to come after it.
    pub line: Vec<String>,
}

/// What the tutor says of a move.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Remark {
    /// Who made it, from 1.
    pub player: usize,
    /// In words.
    pub text: String,
    /// The move.
    pub played: Worth,
    /// The best one.
    pub best: Worth,
    /// By how much the best one is better.
    pub loss: f64,
    /// What the person's moves lose in the mean, as a share of what is at stake.
    pub strength: f64,
}

/// The spec of the search by which the tutor values moves.
pub fn teacher(game: &dyn AnyGame) -> Spec {
    let with_levels =
        game.specialists().iter().find(|one| one.about.keys.iter().any(|key| key.name == "level"));
    let own = with_levels.filter(|one| game.player(&Spec::word(one.about.name)).is_ok());
    let chosen = own.map_or_else(|| choose(game, Purpose::Play), |one| one.about.name);
    chosen.parse().unwrap_or_else(|_| Spec::word("random"))
}

/// Values every move of a position, for the player on turn.
pub fn appraise(
    game: &dyn AnyGame,
    line: &dyn AnyLine,
    teacher: &mut dyn AnyPlayer,
    stop: &Stop,
) -> Result<Vec<Worth>, Error> {
    let Turn::Player(mover) = line.turn() else { return Ok(Vec::new()) };
    let moves = line.moves();
    let name = teacher.spec();
    let keeps = specialists::keeps(game.specialists(), name.split('(').next().unwrap_or_default());
    let seconds = (SECONDS / moves.len() as f64).max(0.005);
    let budget = match keeps.contains(&Limit::Time) {
        true => Budget { seconds: Some(seconds), ..Budget::UNLIMITED },
        false => Budget::UNLIMITED,
    };
    let one = |play: String| {
        let mut child = line.boxed_clone();
        child.step(&play)?;
        if child.turn() == Turn::Over {
            let value = child.payoffs()[mover.index()];
            return Ok(Worth { play, value, proven: true, line: Vec::new() });
        }
        let report = teacher.think(&*child, &budget, 1, stop, &mut ())?;
        let value = match report.values.get(mover.index()) {
            Some(value) => *value,
            None if child.turn().view() == mover => report.value,
            None => -report.value,
        };
        Ok(Worth { play, value, proven: report.proven, line: report.pv })
    };
    moves.into_iter().map(one).collect()
}

/// What is at stake in a game: from the worst payoff to the best.
fn stake(game: &dyn AnyGame) -> f64 {
    let nature = game.nature();
    match (nature.payoff, nature.bounds) {
        // What a game may come to at most says little about a move: a tenth of it is much.
        (PayoffKind::Margin, (low, high)) if nature.players > 1 => {
            ((high - low) / 10.0).max(f64::MIN_POSITIVE)
        }
        (_, (low, high)) => (high - low).max(f64::MIN_POSITIVE),
    }
}

fn best(worths: &[Worth]) -> Option<&Worth> {
    worths.iter().reduce(|best, next| if next.value > best.value { next } else { best })
}

impl Pupil {
    /// Judges a move of the person, given what all moves were worth.
    pub fn judge(
        &mut self,
        game: &dyn AnyGame,
        mover: Player,
        played: &str,
        worths: &[Worth],
    ) -> Option<Remark> {
        let best = best(worths)?.clone();
        let played = worths.iter().find(|worth| worth.play == played)?.clone();
        let loss = best.value - played.value;
        let share = (loss / stake(game)).clamp(0.0, 1.0);
        self.loss += WEIGHT * (share - self.loss);
        self.seen += 1;
        let text = if share < SMALL {
            format!("{} was as good as any.", played.play)
        } else {
            let line: Vec<&str> =
                std::iter::once(&best.play).chain(&best.line).take(6).map(String::as_str).collect();
            let after = match played.line.first() {
                Some(reply) => format!(" After {} comes {reply}.", played.play),
                None => String::new(),
            };
            let sure = if best.proven && played.proven { "is" } else { "looks" };
            format!(
                "{} {sure} better than {} by {}: {}.{after}",
                best.play,
                played.play,
                amount(game, loss),
                line.join(" ")
            )
        };
        Some(Remark { player: mover.index() + 1, text, loss, strength: self.loss, played, best })
    }

    /// The move that loses about as much as the person's moves do.
    pub fn equal<'a>(&self, game: &dyn AnyGame, worths: &'a [Worth]) -> Option<&'a Worth> {
        let best = best(worths)?.value;
        let allowed = self.loss * stake(game);
        let distance = |worth: &Worth| ((best - worth.value) - allowed).abs();
        worths.iter().reduce(|a, b| if distance(b) < distance(a) { b } else { a })
    }
}

/// How much a difference of values is, in the game's own measure.
fn amount(game: &dyn AnyGame, difference: f64) -> String {
    match game.nature().payoff {
        PayoffKind::Margin => format!("{difference:.1} {}", game.unit()),
        PayoffKind::Probability => format!("{:.0} % of winning chances", 100.0 * difference / stake(game)),
        PayoffKind::Outcome => format!("{difference:.2} (a win is 1, a loss -1)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worths(game: &dyn AnyGame, line: &dyn AnyLine) -> Vec<Worth> {
        let mut teacher = game.player(&teacher(game)).unwrap();
        appraise(game, line, &mut *teacher, &Stop::new()).unwrap()
    }

    #[test]
    fn a_blunder_is_named_with_the_move_that_was_better() {
        let game = plywood_players::game("nim(matches=7)").unwrap();
        let line = game.start();
        // Who leaves a multiple of four wins: of seven, three are to be taken.
        let all = worths(&*game, &*line);
        let mut pupil = Pupil::default();
        let remark = pupil.judge(&*game, Player::FIRST, "1", &all).unwrap();
        assert_eq!((remark.best.play.as_str(), remark.loss), ("3", 2.0));
        assert!(remark.text.starts_with("3 is better than 1 by 2.00"), "{}", remark.text);
        let after = pupil.loss;
        let good = pupil.judge(&*game, Player::FIRST, "3", &all).unwrap();
        assert_eq!(good.text, "3 was as good as any.");
        assert!(pupil.loss < after && after > FIRST, "the tutor thinks more of the person again");
    }

    #[test]
    fn the_tutor_errs_as_the_person_does() {
        let game = plywood_players::game("nim(matches=7)").unwrap();
        let all = worths(&*game, &*game.start());
        let plays = |loss: f64| Pupil { loss, seen: 9 }.equal(&*game, &all).unwrap().play.clone();
        assert_eq!(plays(0.0), "3");
        assert_ne!(plays(1.0), "3");
    }

    #[test]
    fn three_players_and_chance_are_valued_for_who_moves() {
        for spec in ["nim3", "pig(target=10)", "einstein(board=3)"] {
            let game = plywood_players::game(spec).unwrap();
            let mut line = game.start();
            let mut rng = plywood_core::random::seeded(1);
            while line.turn() == Turn::Chance {
                line.sample(&mut rng);
            }
            let all = worths(&*game, &*line);
            assert_eq!(all.len(), line.moves().len(), "{spec}");
            let (low, high) = game.nature().bounds;
            assert!(all.iter().all(|worth| (low..=high).contains(&worth.value)), "{spec}: {all:?}");
        }
    }
}
