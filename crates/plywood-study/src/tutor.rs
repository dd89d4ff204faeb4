//! The tutor: an opponent that plays about as well as the person, and says which move would have been better
//! and why.
//!
//! Section 2.3.5 of the opponent-model thesis names tutoring as a use of knowing one's opponent (Iida, Handa
//! and Uiterwijk 1995). The tutor values every move of the person by a search and keeps a [`Pupil`], its
//! model of the person: how likely each skill is, given the chosen moves. A skill is a precision: a move that
//! loses the share `d` of the stakes against the best is chosen with a probability in proportion to
//! `exp(-precision * d)`, so precision 0 moves at random and a large precision finds the best. When the tutor
//! is on turn, it draws its own move by the skill that it believes the person has.
//!
//! Limits: values are a search's guesses within a second or two; where all moves have the same worth, there
//! is nothing to learn.

use std::iter::once;

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::picture::What;
use plywood_core::random::{Rng, seeded, unit};
use plywood_core::{Budget, Error, Limit, PayoffKind, Player, Spec, Stop, Task, Turn};
use plywood_lab::report::{signed, worth};
use plywood_players::choice::{Purpose, choose};
use plywood_players::specialists;
use serde::Serialize;

/// Seconds that all moves of a position share.
const SECONDS: f64 = 1.5;
/// How many skills are told apart: at random, and then each twice as precise as the one before.
pub const SKILLS: usize = 9;
/// The share of a belief that is forgotten with every move, so that the model follows a person who learns.
const FORGOTTEN: f64 = 0.03;
/// A share of what is at stake below which a better move is not worth a word.
const SMALL: f64 = 0.01;
/// Moves of a line that are told.
const TOLD: usize = 6;

/// What the tutor believes of the person.
#[derive(Debug, Clone, PartialEq)]
pub struct Pupil {
    /// How likely each skill is.
    beliefs: [f64; SKILLS],
    /// Moves that were seen.
    seen: u32,
    /// Those among them where a worse one could be chosen, and where the best was found.
    choices: u32,
    found: u32,
    /// What the choices lost in all, in payoff units.
    lost: f64,
}

impl Default for Pupil {
    fn default() -> Pupil {
        Pupil { beliefs: [1.0 / SKILLS as f64; SKILLS], seen: 0, choices: 0, found: 0, lost: 0.0 }
    }
}

/// The tutor's model of the person, as it is told.
#[derive(Debug, Clone, Serialize)]
pub struct Model {
    /// The skill that is expected: 0 moves at random, 100 finds the best.
    pub skill: f64,
    /// It is at least this with a probability of nine in ten.
    pub low: f64,
    /// And at most this.
    pub high: f64,
    /// Moves that were seen.
    pub moves: u32,
    /// Moves where a worse one could be chosen.
    pub choices: u32,
    /// How many of them were the best.
    pub found: u32,
    /// What a choice lost in the mean, in payoff units.
    pub loss: f64,
    /// All of it in a sentence.
    pub words: String,
}

/// What a move is worth.
#[derive(Debug, Clone, Serialize)]
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
#[derive(Debug, Clone, Serialize)]
pub struct Remark {
    /// Who made it, from 1.
    pub player: usize,
    /// In words.
    pub text: String,
    /// Why: where the better move leads and where the other one.
    pub why: Vec<String>,
    /// The move.
    pub played: Worth,
    /// The best one.
    pub best: Worth,
    /// By how much the best one is better.
    pub loss: f64,
}

/// The spec of the search by which the tutor values moves.
pub fn teacher(game: &dyn AnyGame) -> Spec {
    let with_levels = game.specialists().iter().find(|one| !one.levels.is_empty());
    let own = with_levels.filter(|one| game.player(&Spec::word(one.about.name)).is_ok());
    let chosen = own.map_or_else(|| choose(game, Purpose::Play), |one| one.about.name);
    chosen.parse().unwrap_or_else(|_| Spec::word("random"))
}

/// A teacher's budget for one of a number of questions.
fn share(game: &dyn AnyGame, teacher: &dyn AnyPlayer, questions: usize) -> Budget {
    let name = teacher.spec();
    let keeps = specialists::keeps(game.specialists(), name.split('(').next().unwrap_or_default());
    let seconds = (SECONDS / questions as f64).max(0.005);
    match keeps.contains(&Limit::Time) {
        true => Budget { seconds: Some(seconds), ..Budget::UNSET },
        false => Budget::UNSET,
    }
}

/// Goes on with the lines of the best move and of the one that was played, as far as they are told, where the search
/// stopped short of that.
fn go_on(
    game: &dyn AnyGame,
    before: &dyn AnyLine,
    worths: &mut [Worth],
    played: &str,
    (teacher, stop): (&mut dyn AnyPlayer, &Stop),
) -> Result<(), Error> {
    let best = best(worths).map(|best| best.play.clone());
    let budget = share(game, teacher, 2 * TOLD);
    for worth in worths.iter_mut().filter(|worth| worth.play == played || Some(&worth.play) == best.as_ref())
    {
        let mut line = before.boxed_clone();
        once(&worth.play).chain(&worth.line).try_for_each(|play| line.step(play))?;
        while worth.line.len() + 1 < TOLD && matches!(line.turn(), Turn::Player(_)) && !stop.raised() {
            let report = teacher.think(&*line, Task::new(budget).seed(1).stop(stop))?;
            let Some(play) = report.best else { break };
            line.step(&play)?;
            worth.line.push(play);
        }
    }
    Ok(())
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
    let budget = share(game, teacher, moves.len());
    let one = |play: String| {
        let mut child = line.boxed_clone();
        child.step(&play)?;
        if child.turn() == Turn::Over {
            let value = child.payoffs()[mover.index()];
            return Ok(Worth { play, value, proven: true, line: Vec::new() });
        }
        let report = teacher.think(&*child, Task::new(budget).seed(1).stop(stop))?;
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

/// What moves lose against the best, as shares of what is at stake.
pub fn losses(game: &dyn AnyGame, worths: &[Worth]) -> Vec<f64> {
    let best = best(worths).map_or(0.0, |best| best.value);
    worths.iter().map(|worth| ((best - worth.value) / stake(game)).clamp(0.0, 1.0)).collect()
}

/// The precision of a skill between 0 and `SKILLS - 1`.
fn precision(skill: f64) -> f64 {
    if skill < 1.0 { skill } else { (skill - 1.0).exp2() }
}

/// How likely each move is chosen by somebody of a precision.
fn chances(losses: &[f64], precision: f64) -> Vec<f64> {
    let weights: Vec<f64> = losses.iter().map(|loss| (-precision * loss).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// One of several, each as often as its chance says.
fn drawn(chances: &[f64], rng: &mut Rng) -> usize {
    let mut left = unit(rng);
    let found = chances.iter().position(|chance| {
        left -= chance;
        left < 0.0
    });
    found.unwrap_or(chances.len().saturating_sub(1))
}

/// The place of a move that somebody of a skill between 0 and `SKILLS - 1` chooses, given what each move loses.
pub fn choice(losses: &[f64], skill: f64, rng: &mut Rng) -> usize {
    drawn(&chances(losses, precision(skill)), rng)
}

/// The last move of a person, and the line before it.
fn last_of(line: &dyn AnyLine, person: &dyn Fn(Player) -> bool) -> Option<(String, Box<dyn AnyLine>)> {
    let mut before = line.boxed_clone();
    while let Some(step) = before.steps().last().cloned() {
        before.undo();
        if let Turn::Player(player) = before.turn() {
            return person(player).then_some((step, before));
        }
    }
    None
}

impl Pupil {
    /// What the tutor has to say of the last move of a line, where a person made it, and learns from it.
    pub fn remark(
        &mut self,
        game: &dyn AnyGame,
        line: &dyn AnyLine,
        person: &dyn Fn(Player) -> bool,
        teacher: &mut dyn AnyPlayer,
        stop: &Stop,
    ) -> Result<Option<Remark>, Error> {
        let Some((played, before)) = last_of(line, person) else { return Ok(None) };
        let mut worths = appraise(game, &*before, teacher, stop)?;
        go_on(game, &*before, &mut worths, &played, (teacher, stop))?;
        Ok(self.judge(game, &*before, &played, &worths))
    }

    /// The tutor's own move at the end of a line: one that somebody as skilled as the person would make.
    pub fn reply(
        &self,
        game: &dyn AnyGame,
        line: &dyn AnyLine,
        teacher: &mut dyn AnyPlayer,
        seed: u64,
        stop: &Stop,
    ) -> Result<Option<String>, Error> {
        let worths = appraise(game, line, teacher, stop)?;
        let chosen = choice(&losses(game, &worths), self.skill(), &mut seeded(seed));
        Ok(worths.get(chosen).map(|worth| worth.play.clone()))
    }

    /// Judges a move of the person in a position, given what all moves were worth, and learns from it.
    fn judge(
        &mut self,
        game: &dyn AnyGame,
        before: &dyn AnyLine,
        played: &str,
        worths: &[Worth],
    ) -> Option<Remark> {
        let Turn::Player(mover) = before.turn() else { return None };
        let best = best(worths)?.clone();
        let place = worths.iter().position(|worth| worth.play == played)?;
        let losses = losses(game, worths);
        self.learn(&losses, place);
        let played = worths[place].clone();
        let loss = best.value - played.value;
        if losses.iter().any(|loss| *loss >= SMALL) {
            self.choices += 1;
            self.found += u32::from(losses[place] < SMALL);
            self.lost += loss;
        }
        let player = mover.index() + 1;
        if losses[place] < SMALL {
            let text = format!("{} was as good as any.", played.play);
            return Some(Remark { player, text, why: Vec::new(), loss, played, best });
        }
        let sure = if best.proven && played.proven { "is" } else { "looks" };
        let (better, worse) = (outlook(game, &best), outlook(game, &played));
        let by = amount(game, loss);
        let text =
            format!("{} {sure} better than {} by {by}: {better}, not {worse}.", best.play, played.play);
        let why = [(&best, better), (&played, worse)];
        let why = why.map(|(worth, outlook)| format!("{}: {outlook}.", told(game, before, worth))).to_vec();
        Some(Remark { player, text, why, loss, played, best })
    }

    /// Takes a choice into account (Bayes), and forgets a little.
    pub fn learn(&mut self, losses: &[f64], chosen: usize) {
        let even = 1.0 / SKILLS as f64;
        for (skill, belief) in self.beliefs.iter_mut().enumerate() {
            let seen = chances(losses, precision(skill as f64))[chosen];
            *belief = seen * (FORGOTTEN * even + (1.0 - FORGOTTEN) * *belief);
        }
        let total: f64 = self.beliefs.iter().sum();
        // A choice that no skill explains, by rounding, says nothing.
        match total > 0.0 {
            true => self.beliefs.iter_mut().for_each(|belief| *belief /= total),
            false => self.beliefs = [even; SKILLS],
        }
        self.seen += 1;
    }

    /// The skill that is expected, from 0 to `SKILLS - 1`.
    pub fn skill(&self) -> f64 {
        self.beliefs.iter().enumerate().map(|(skill, belief)| skill as f64 * belief).sum()
    }

    /// The least skill below which a share of the belief lies.
    fn quantile(&self, share: f64) -> f64 {
        let mut below = 0.0;
        let reached = self.beliefs.iter().position(|belief| {
            below += belief;
            below >= share
        });
        reached.unwrap_or(SKILLS - 1) as f64
    }

    /// The model as it is told.
    pub fn model(&self, game: &dyn AnyGame) -> Model {
        let percent = |skill: f64| 100.0 * skill / (SKILLS - 1) as f64;
        let (skill, low, high) =
            (percent(self.skill()), percent(self.quantile(0.1)), percent(self.quantile(0.9)));
        let loss = if self.choices == 0 { 0.0 } else { self.lost / f64::from(self.choices) };
        let words = if self.choices == 0 {
            "No choice of yours was seen yet; the tutor plays as one of middling skill.".to_string()
        } else {
            format!(
                "You found the best move in {} of {} choices and lost {} in the mean.",
                self.found,
                self.choices,
                amount(game, loss)
            )
        };
        let Pupil { seen: moves, choices, found, .. } = *self;
        Model { skill, low, high, moves, choices, found, loss, words }
    }
}

/// What a move comes to for the player who makes it, in words.
fn outlook(game: &dyn AnyGame, worth: &Worth) -> String {
    let nature = game.nature();
    let (low, high) = nature.bounds;
    match nature.payoff {
        PayoffKind::Margin => format!("{} {}", signed(worth.value, 1), game.unit()),
        PayoffKind::Probability => format!("{:.0} % to win", 100.0 * (worth.value - low) / (high - low)),
        PayoffKind::Outcome if !worth.proven => format!("about {}", signed(worth.value, 2)),
        PayoffKind::Outcome if worth.value == high => "a win".to_string(),
        PayoffKind::Outcome if worth.value == low => "a loss".to_string(),
        PayoffKind::Outcome => "a draw".to_string(),
    }
}

/// Where a move leads: the moves expected after it, what each takes, and how the game ends where it does.
fn told(game: &dyn AnyGame, before: &dyn AnyLine, worth: &Worth) -> String {
    let mut line = before.boxed_clone();
    let mut words = Vec::new();
    for play in once(&worth.play).chain(&worth.line).take(TOLD) {
        if !matches!(line.turn(), Turn::Player(_)) || line.step(play).is_err() {
            break;
        }
        let changes = line.picture().last;
        let taken: Vec<_> = changes.iter().filter(|change| change.what == What::Taken).collect();
        words.push(match taken.first() {
            None => play.clone(),
            // A heap is one cell, whatever lay in it.
            Some(first) if first.count.is_some() => format!("{play} (captures)"),
            Some(_) => format!("{play} (takes {})", taken.len()),
        });
    }
    let mut words = words.join(", ");
    if line.turn() == Turn::Over {
        words += &format!(", and {}", worth::result(game, &line.payoffs()));
    }
    words
}

/// How much a difference of values is, in the game's own measure.
fn amount(game: &dyn AnyGame, difference: f64) -> String {
    match game.nature().payoff {
        PayoffKind::Margin => format!("{difference:.1} {}", game.unit()),
        PayoffKind::Probability => format!("{:.0} % of winning chances", 100.0 * difference / stake(game)),
        PayoffKind::Outcome => format!("{difference:.2} (a win is 1, a loss -1)"),
    }
}
