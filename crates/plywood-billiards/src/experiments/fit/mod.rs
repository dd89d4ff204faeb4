//! Constants of a table fitted to strokes that were observed: those with which the simulator's balls come to rest nearest to
//! where they did.
//!
//! PickPocket thesis, section 5.1.2, learns the errors of a player from observed shots; this is the same for the table. The
//! loss of a stroke is the distance of each ball from where it came to rest, at most [`CAP`] (as much for a ball that fell in one of
//! both alone), summed and divided by the number of balls that moved. Strokes of many collisions are chaotic: the
//! cap keeps them from deciding anything. The mean over strokes is brought down one constant at a time, each by a scan and a golden
//! section on a scale of ratios, then along the whole step; wide at first with a high cap, then ever narrower, until nothing moves.
//! That ends in many places, so it begins in several and goes on with the better half. No chance is in it.
//!
//! What it cannot tell: constants that make up for one another, since how well each is determined is said with the others kept. And
//! a minimum chosen among many flatters itself: where shots are known badly (0.3 degrees, 3 % of the speed), a constant that
//! matters little was once called determined and was three times too high.

mod constants;
mod observed;

pub use constants::Constant;
pub use observed::{Observed, read_lines};

use crate::physics::{Arena, Simulator};
use crate::table::Table;
use observed::rest;
use plywood_core::parallel::{cores, pieces};
use plywood_core::quantity::said_count;
use plywood_core::{Error, Stop};
use serde::Serialize;

/// The most that a ball counts, in metres.
pub const CAP: f64 = 0.1;
/// Strokes that it takes for each constant.
pub const LEAST: usize = 10;
/// How far a constant is moved to see how well it is determined.
pub const MOVED: f64 = 0.05;
/// A ball that was found so near to where it lay, in metres, has not moved.
const STILL: f64 = 1e-3;
/// The cap and how far around constants are looked for, as a logarithm: the last goes on until nothing moves.
const STAGES: [(f64, f64); 8] =
    [(0.5, 3.0), (0.5, 1.5), (0.5, 0.7), (0.3, 0.4), (0.2, 0.2), (CAP, 0.1), (CAP, 0.05), (CAP, 0.02)];
/// Places around the table that are looked at before, and how far they are, as a logarithm.
const SPREAD: u32 = 64;
const AROUND: f64 = 0.7;
/// How many of them are followed at first; every other round the worse half is left.
const STARTS: usize = 8;
/// The bases of the spread, one for each constant.
const BASES: [u32; 14] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43];
/// Rounds after which it ends in any case.
const MOST_ROUNDS: usize = 40;
/// Nothing moves where all ratios change by less.
const QUIET: f64 = 1e-4;
/// Points of a scan on each side.
const SCAN: i32 = 7;
/// Steps of a golden section.
const SECTIONS: usize = 12;
/// Strokes that a thread takes at once.
const BATCH: usize = 16;
/// How many of its own errors a rise has to be to be clear, as for biases of an error model.
const CLEAR: f64 = 3.0;

/// The result.
#[derive(Clone, Debug, Serialize)]
pub struct Fit {
    /// The table with the constants found.
    pub table: Table,
    /// Strokes it was fitted to.
    pub strokes: usize,
    /// The loss of the table it began with, in metres.
    pub loss_before: f64,
    /// The loss with the constants found, in metres.
    pub loss_after: f64,
    /// Each constant.
    pub constants: Vec<FittedConstant>,
}

/// A constant that was fitted.
#[derive(Clone, Debug, Serialize)]
pub struct FittedConstant {
    /// Its name.
    pub name: &'static str,
    /// Its value in the table it began with.
    pub before: f64,
    /// Its value now.
    pub fitted: f64,
    /// By how much the loss rises, in metres, when it alone is moved by a twentieth: up or down, what costs less.
    pub rise: f64,
    /// The standard error of that over strokes.
    pub rise_error: f64,
}

impl FittedConstant {
    /// Whether the strokes say anything of it: moving it clearly costs something.
    pub fn is_determined(&self) -> bool {
        self.rise > CLEAR * self.rise_error
    }
}

/// Fits constants, named as in [`Constant::find`], beginning with a table; nothing if it was stopped. `progress` hears the round, the
/// constant and the loss so far.
pub fn fit(
    start: &Table,
    names: &[String],
    observed: &[Observed],
    stop: &Stop,
    progress: &dyn Fn(usize, &str, f64),
) -> Result<Option<Fit>, Error> {
    let mut constants: Vec<Constant> = Vec::new();
    for name in names {
        let constant = Constant::find(start, name)?;
        if constants.iter().any(|other| other.name == constant.name) {
            return Err(Error::new(format!("{} is named twice", constant.name)));
        }
        constants.push(constant);
    }
    if constants.is_empty() {
        return Err(Error::new("name the constants to fit"));
    }
    let least = LEAST * constants.len();
    if observed.len() < least {
        return Err(Error::new(format!(
            "{} are too few to fit {}; it takes {least}, better hundreds",
            said_count(observed.len() as u64, "stroke", "strokes"),
            said_count(constants.len() as u64, "constant", "constants")
        )));
    }
    Ok(Fitting { start, constants, observed, stop }.run(progress))
}

/// The data of a fit. Constants are logarithms here; nothing is an answer when it was stopped.
struct Fitting<'a> {
    start: &'a Table,
    constants: Vec<Constant>,
    observed: &'a [Observed],
    stop: &'a Stop,
}

impl Fitting<'_> {
    fn run(&self, progress: &dyn Fn(usize, &str, f64)) -> Option<Fit> {
        let values: Vec<f64> = self.constants.iter().map(|constant| constant.get(self.start)).collect();
        let here =
            self.within(&values.iter().map(|value| value.max(f64::MIN_POSITIVE).ln()).collect::<Vec<_>>());
        let mut places = self.starts(here)?;
        for round in 0..MOST_ROUNDS {
            let stage = STAGES[round.min(STAGES.len() - 1)];
            let mut quiet = true;
            let mut reached = Vec::new();
            for place in places {
                let hear = |name: &str, loss: f64| progress(round + 1, name, loss);
                let (place, moved) = self.round(place, stage, &hear)?;
                quiet &= moved <= QUIET;
                reached.push((self.loss(&place, stage.0)?, place));
            }
            if round % 2 == 1 {
                keep_better_half(&mut reached);
            }
            places = reached.into_iter().map(|(_, place)| place).collect();
            if quiet && round + 1 >= STAGES.len() {
                break;
            }
        }
        self.report(&values, &places[0])
    }

    /// Where to begin: the table as it is, and the best of some places spread around it.
    fn starts(&self, here: Vec<f64>) -> Option<Vec<Vec<f64>>> {
        let mut spread = Vec::new();
        for number in 1..=SPREAD {
            let shares = BASES.iter().map(|base| halton(number, *base));
            let moved = here.iter().zip(shares).map(|(here, share)| here + AROUND * (2.0 * share - 1.0));
            let place = self.within(&moved.collect::<Vec<_>>());
            spread.push((self.loss(&place, STAGES[0].0)?, place));
        }
        spread.sort_by(|one, other| one.0.total_cmp(&other.0));
        Some([here].into_iter().chain(spread.into_iter().map(|(_, place)| place)).take(STARTS).collect())
    }

    /// Every constant once, then all together; also how far they have moved.
    fn round(
        &self,
        mut place: Vec<f64>,
        (cap, width): (f64, f64),
        hear: &dyn Fn(&str, f64),
    ) -> Option<(Vec<f64>, f64)> {
        let before = place.clone();
        let mut loss = self.loss(&place, cap)?;
        for (index, constant) in self.constants.iter().enumerate() {
            hear(constant.name, loss);
            let mut way = vec![0.0; place.len()];
            way[index] = width;
            (place, loss) = self.along(place, loss, &way, cap)?;
        }
        // Constants that hang together move in a valley: the whole step shows its way.
        let way: Vec<f64> = place.iter().zip(&before).map(|(now, then)| 2.0 * (now - then)).collect();
        let moved = way.iter().fold(0.0, |most: f64, step| most.max(0.5 * step.abs()));
        if moved > QUIET && self.constants.len() > 1 {
            place = self.along(place, loss, &way, cap)?.0;
        }
        Some((place, moved))
    }

    /// The best place and its loss on a line through a place, up to one `way` to either side.
    fn along(&self, place: Vec<f64>, loss: f64, way: &[f64], cap: f64) -> Option<(Vec<f64>, f64)> {
        let at = |step: f64| -> Vec<f64> {
            self.within(&place.iter().zip(way).map(|(here, way)| here + step * way).collect::<Vec<_>>())
        };
        let look = |step: f64| self.loss(&at(step), cap);
        let gap = 1.0 / f64::from(SCAN);
        let mut best = (0.0, loss);
        let keep = |best: &mut (f64, f64), step: f64, loss: f64| {
            if loss < best.1 {
                *best = (step, loss);
            }
        };
        for step in (-SCAN..=SCAN).filter(|step| *step != 0).map(|step| f64::from(step) * gap) {
            // Beyond the range there is the end of the range alone, which is looked at once.
            if at(step) != at(step - gap.copysign(step)) {
                keep(&mut best, step, look(step)?);
            }
        }
        // The golden section between the neighbours of the best.
        let ratio = 0.5 * (5f64.sqrt() - 1.0);
        let (mut low, mut high) = (best.0 - gap, best.0 + gap);
        let (mut left, mut right) = (high - ratio * (high - low), low + ratio * (high - low));
        let (mut left_loss, mut right_loss) = (look(left)?, look(right)?);
        for _ in 0..SECTIONS {
            keep(&mut best, left, left_loss);
            keep(&mut best, right, right_loss);
            if left_loss <= right_loss {
                (high, right, right_loss) = (right, left, left_loss);
                left = high - ratio * (high - low);
                left_loss = look(left)?;
            } else {
                (low, left, left_loss) = (left, right, right_loss);
                right = low + ratio * (high - low);
                right_loss = look(right)?;
            }
        }
        keep(&mut best, left, left_loss);
        keep(&mut best, right, right_loss);
        Some((at(best.0), best.1))
    }

    /// The nearest place within all ranges.
    fn within(&self, place: &[f64]) -> Vec<f64> {
        let limit = |(here, constant): (&f64, &Constant)| here.clamp(constant.low.ln(), constant.high.ln());
        place.iter().zip(&self.constants).map(limit).collect()
    }

    fn table(&self, values: impl Iterator<Item = f64>) -> Table {
        let mut table = self.start.clone();
        self.constants.iter().zip(values).for_each(|(constant, value)| constant.set(&mut table, value));
        table
    }

    fn loss(&self, place: &[f64], cap: f64) -> Option<f64> {
        Some(mean(&self.losses(self.table(place.iter().map(|value| value.exp())), cap)?))
    }

    /// The loss of every stroke; without end where balls cannot roll on such a table.
    fn losses(&self, table: Table, cap: f64) -> Option<Vec<f64>> {
        let Ok(arena) = Arena::new(table) else { return Some(vec![f64::INFINITY; self.observed.len()]) };
        let batches: Vec<&[Observed]> = self.observed.chunks(BATCH).collect();
        let work = |number: usize| -> Vec<f64> {
            let mut simulator = Simulator::new(&arena);
            batches[number].iter().map(|stroke| stroke_loss(&mut simulator, stroke, cap)).collect()
        };
        Some(pieces(cores(), batches.len(), self.stop, &|_| {}, work)?.concat())
    }

    fn report(&self, values: &[f64], place: &[f64]) -> Option<Fit> {
        let start = self.losses(self.start.clone(), CAP)?;
        let mut fitted: Vec<f64> = place.iter().map(|value| value.exp()).collect();
        let mut best = self.losses(self.table(fitted.iter().copied()), CAP)?;
        if mean(&start) <= mean(&best) {
            (fitted, best) = (values.to_vec(), start.clone());
        }
        let mut constants = Vec::new();
        for (index, constant) in self.constants.iter().enumerate() {
            let mut least = (f64::INFINITY, 0.0);
            for factor in [1.0 - MOVED, 1.0 + MOVED] {
                let mut moved = fitted.clone();
                moved[index] *= factor;
                let losses = self.losses(self.table(moved.into_iter()), CAP)?;
                let rises: Vec<f64> = losses.iter().zip(&best).map(|(loss, best)| loss - best).collect();
                // To the side where no table is there is no rise either.
                if mean(&rises) < least.0 {
                    least = (mean(&rises), standard_error(&rises));
                }
            }
            let (rise, rise_error) = least;
            let (before, fitted) = (values[index], fitted[index]);
            constants.push(FittedConstant { name: constant.name, before, fitted, rise, rise_error });
        }
        let mut table = self.table(fitted.into_iter());
        table.name = format!("{}, fitted", self.start.name.trim_end_matches(", fitted"));
        let (loss_before, loss_after) = (mean(&start), mean(&best));
        Some(Fit { table, strokes: self.observed.len(), loss_before, loss_after, constants })
    }
}

/// How far the simulator is from what was observed.
fn stroke_loss(simulator: &mut Simulator, stroke: &Observed, cap: f64) -> f64 {
    let simulated = rest(simulator, &stroke.before, &stroke.made);
    let (mut sum, mut moved) = (0.0, 0);
    for (ball, from) in stroke.before.iter() {
        let observed = stroke.after.get(ball);
        moved += u32::from(observed.is_none_or(|place| (place - from).norm() > STILL));
        sum += match (observed, simulated.get(ball)) {
            (Some(here), Some(there)) => (here - there).norm().min(cap),
            (None, None) => 0.0,
            _ => cap,
        };
    }
    sum / f64::from(moved.max(1))
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn standard_error(numbers: &[f64]) -> f64 {
    let (mean, count) = (mean(numbers), numbers.len() as f64);
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (squares / (count - 1.0) / count).sqrt()
}

/// Of those that are tried, the better half, the best first.
fn keep_better_half(tried: &mut Vec<(f64, Vec<f64>)>) {
    tried.sort_by(|one, other| one.0.total_cmp(&other.0));
    tried.truncate(tried.len().div_ceil(2));
}

/// The sequence of Halton: numbers spread evenly from 0 to 1, for each base others.
fn halton(mut number: u32, base: u32) -> f64 {
    let (mut value, mut share) = (0.0, 1.0);
    while number > 0 {
        share /= f64::from(base);
        value += share * f64::from(number % base);
        number /= base;
    }
    value
}
