//! Figures 7.11 to 7.16: PrOM search with the types TDL2B and DEFAULT against NGND6A, from start moves 3 to 32 and with
//! probabilities from 0 to 1. All six look at the same games.
//!
//! Game number i starts from the same position for every probability, so that rates are compared start by start.

use std::ops::RangeInclusive;

use plywood_core::Error;
use plywood_core::random::derive;
use plywood_lab::report::{Plot, Series};
use plywood_lab::stats::mean;
use serde::{Deserialize, Serialize};

use super::{
    DEFAULT, NGND6A, Outcome, TDL2B, alphabeta, curve, cut, evaluation, game, grid, job, known, play, player,
    random_start, started, types,
};
use crate::{Context, Effort, Estimate, Evidence, Grid, Measured, Ruling};

/// Games of each probability in the thesis.
const FULL: usize = 10_000;
/// The learned probability as it is printed.
const PRINTED: f64 = 0.6307;
/// The probability at which the thesis finds an optimum.
const OPTIMUM: usize = 8;
/// Minimax.
const ONE: usize = 10;
/// The number of plies from which a game is long.
const LONG: usize = 27;
/// Plies of both.
const DEPTH: u32 = 6;
/// How much a rate may rise or fall with the probability and still be called flat.
const FLAT: f64 = 0.05;

/// PrOM search for South with a model of two types.
pub(super) fn prom(context: &Context, own: usize, other: usize, probability: f64) -> String {
    let (own, other) = (evaluation(own, "south"), evaluation(other, "north"));
    let (rest, depth) = (1.0 - probability, DEPTH - cut(context));
    format!(
        "prom(own={own}, types=either(type(p={probability}), type(eval={other}, p={rest})), depth={depth}, table=off, deepening=off)"
    )
}

/// A game of the experiment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Played {
    outcome: Outcome,
    /// Moves of each player before it.
    start: usize,
    /// The value of South's first move, in payoff units.
    value: f64,
}

/// A game of South by PrOM search from a start drawn by seed; the value is that of South's first move.
pub(super) fn one(
    context: &Context,
    spec: &str,
    range: (usize, usize),
    seed: u64,
) -> Result<(Outcome, usize, f64), Error> {
    let game = game()?;
    let mut south = player(&*game, spec)?;
    let mut north = player(&*game, &alphabeta(NGND6A, "north", DEPTH - cut(context)))?;
    let (mut line, start) = random_start(&*game, range, seed)?;
    let mut first = None;
    let outcome = play(&mut *line, [&mut *south, &mut *north], |_, report| {
        first.get_or_insert(report.value);
        Ok(())
    })?;
    Ok((outcome, start, first.unwrap_or(0.0)))
}

/// The games of every probability from 0 to 1 in tenths, and of the one that we learned.
struct Games {
    probabilities: Vec<f64>,
    games: Vec<Vec<Played>>,
}

fn games(context: &Context) -> Result<(Games, Evidence), Error> {
    let learned = types::learned(context, [TDL2B, DEFAULT], (0.0, 0.2))?;
    let learned = (learned * 1e4).round() / 1e4;
    let count = if context.effort == Effort::Glance { 2 } else { context.effort.amount(250, FULL) };
    let mut probabilities: Vec<f64> = (0..=10).map(|tenth| f64::from(tenth) / 10.0).collect();
    probabilities.push(learned);
    let mut games = Vec::new();
    let numbers: Vec<u64> = (0..count as u64).collect();
    for (place, probability) in probabilities.iter().enumerate() {
        let at = |place: usize| 0.2 + 0.8 * place as f64 / probabilities.len() as f64;
        let job = job(context, &format!("bao prom TDL2B DEFAULT {probability} seed {}", context.seed));
        let spec = prom(context, TDL2B, DEFAULT, *probability);
        games.push(context.shared(&job, &numbers, (at(place), at(place + 1)), |number| {
            let (outcome, start, value) = one(context, &spec, (3, 32), derive(context.seed, number))?;
            Ok(Played { outcome, start, value })
        })?);
    }
    let mut evidence = started(
        "South: PrOM search with the types TDL2B and DEFAULT to depth 6; North: alpha-beta with NGND6A to depth 6. Random starts after 3 to 32 \
         moves each.",
    );
    evidence.reading("Every probability is played from the same starts.");
    evidence.reading(format!(
        "The learned probability is our own, {learned} (printed {PRINTED}): it belongs to the evaluations as they are trained."
    ));
    evidence.scale("games of each probability", count, FULL);
    Ok((Games { probabilities, games }, evidence))
}

impl Games {
    /// Wins of a probability where something is so, as numbers.
    fn wins(&self, place: usize, which: impl Fn(&Played) -> bool) -> Vec<f64> {
        let games = self.games[place].iter().filter(|game| which(game));
        games.map(|game| if game.outcome.won { 1.0 } else { 0.0 }).collect()
    }

    fn rate(&self, place: usize, which: impl Fn(&Played) -> bool) -> Estimate {
        Estimate::mean(&self.wins(place, which))
    }

    /// One probability's rate less another's, from starts in a range: game by game.
    fn lead(&self, one: usize, other: usize, starts: (usize, usize)) -> Estimate {
        let within = |game: &Played| (starts.0..=starts.1).contains(&game.start);
        let (one, other) = (self.wins(one, within), self.wins(other, within));
        let differences: Vec<f64> = one.iter().zip(&other).map(|(one, other)| one - other).collect();
        Estimate::mean(&differences)
    }

    /// What a number of each game of some probabilities comes to on average where something is so, start by start: a start is one
    /// observation, however many probabilities played it.
    fn by_start(
        &self,
        places: RangeInclusive<usize>,
        which: impl Fn(&Played) -> bool + Copy,
        number: fn(&Played) -> bool,
    ) -> Vec<Option<f64>> {
        let share = |start: usize| {
            let games = places.clone().map(|place| &self.games[place][start]).filter(|game| which(game));
            let numbers: Vec<f64> = games.map(|game| if number(game) { 1.0 } else { 0.0 }).collect();
            (!numbers.is_empty()).then(|| mean(&numbers))
        };
        (0..self.games[0].len()).map(share).collect()
    }

    /// Wins of some probabilities together.
    fn pooled(&self, places: RangeInclusive<usize>, which: impl Fn(&Played) -> bool + Copy) -> Estimate {
        let shares = self.by_start(places, which, |game| game.outcome.won);
        Estimate::mean(&shares.into_iter().flatten().collect::<Vec<f64>>())
    }

    /// How much the probability matters: wins at 0.7 and more less those at 0.3 and less, start by start.
    fn dependence(&self, which: impl Fn(&Played) -> bool + Copy) -> Estimate {
        let [high, low] =
            [7..=ONE, 0..=3].map(|places| self.by_start(places, which, |game| game.outcome.won));
        let pairs = high.into_iter().zip(low).filter_map(|(high, low)| Some(high? - low?));
        Estimate::mean(&pairs.collect::<Vec<f64>>())
    }

    /// Rates by probability, as a line with intervals.
    fn series(&self, name: &str, which: impl Fn(&Played) -> bool + Copy) -> Series {
        curve(name, (0..=ONE).map(|place| (self.probabilities[place], self.rate(place, which))))
    }
}

/// Groups of start moves in the text of figure 7.11, and those of figure 7.12.
const EARLY: (usize, usize) = (3, 8);
const LATE: (usize, usize) = (18, 32);
const GROUPS: [(usize, usize); 3] = [EARLY, (9, 19), (20, 32)];

fn starts((low, high): (usize, usize)) -> impl Fn(&Played) -> bool + Copy {
    move |game| (low..=high).contains(&game.start)
}

fn plot(title: &str) -> Plot {
    Plot::new(title, "Pr(TDL2B)", "share of games that South wins")
}

/// The best probability of those in tenths, where something is so.
fn best(games: &Games, which: impl Fn(&Played) -> bool + Copy) -> usize {
    let rates: Vec<f64> = (0..=ONE).map(|place| games.rate(place, which).value).collect();
    (0..=ONE).fold(0, |best, place| if rates[place] > rates[best] { place } else { best })
}

/// The claim that a probability wins more than every other, and what is seen.
fn optimum(games: &Games, group: (usize, usize)) -> (Ruling, String) {
    let others = (0..=ONE).filter(|place| *place != OPTIMUM);
    let ruling = Ruling::all(others.map(|place| Ruling::above(&games.lead(OPTIMUM, place, group), 0.0)));
    let best = best(games, starts(group));
    (
        ruling.ruled("the rate at 0.8 is above every other"),
        format!("The best is {:.1}.", games.probabilities[best]),
    )
}

/// Figure 7.11.
pub fn surface(context: &Context) -> Result<Evidence, Error> {
    let (games, mut evidence) = games(context)?;
    let bands: Vec<(usize, usize)> = (3..33).step_by(3).map(|low| (low, low + 2)).collect();
    let columns: Vec<String> = games.probabilities[..=ONE].iter().map(f64::to_string).collect();
    let rows = bands.iter().map(|band| {
        let cells = (0..=ONE).map(|place| games.rate(place, starts(*band))).collect();
        (format!("start moves {} to {}", band.0, band.1), cells)
    });
    evidence.grid(grid("Share that South wins", &columns, rows.collect()));
    let mut drawing = plot("South's wins by start move");
    for band in bands.iter().step_by(3) {
        drawing = drawing.with(games.series(&format!("{} to {}", band.0, band.1), starts(*band)));
    }
    evidence.plot(drawing);
    let best = best(&games, starts(EARLY));
    evidence.grid(Grid::beside(context.entry, "Best probability from early starts", 1, |_, _| {
        Some(Measured::Exact(games.probabilities[best]))
    }));
    let (early, late) = (games.pooled(0..=ONE, starts(EARLY)), games.pooled(0..=ONE, starts(LATE)));
    evidence.judge(
        "early-lower",
        Ruling::above(&late.minus(early), 0.0),
        format!("Early {}, late {}.", early.told(3), late.told(3)),
    );
    let (wide, narrow) = (games.dependence(starts(EARLY)), games.dependence(starts(LATE)));
    evidence.judge(
        "early-dependence",
        Ruling::above(&wide.minus(narrow), 0.0),
        format!("Wins from 0.7 on less those to 0.3: early {}, late {}.", wide.told(3), narrow.told(3)),
    );
    let lowest = (1..=ONE).map(|place| Ruling::above(&games.lead(place, 0, EARLY), 0.0));
    evidence.judge(
        "drop",
        Ruling::all(lowest).ruled("every other probability wins more than 0"),
        format!("At 0: {}.", games.rate(0, starts(EARLY)).told(3)),
    );
    let lead = games.lead(OPTIMUM, ONE, EARLY);
    evidence.judge("optimum", Ruling::above(&lead, 0.0), format!("0.8 less 1: {}.", lead.told(3)));
    Ok(evidence)
}

/// Figure 7.12.
pub fn by_start(context: &Context) -> Result<Evidence, Error> {
    let (games, mut evidence) = games(context)?;
    let learned = games.probabilities.len() - 1;
    let mut drawing = plot("South's wins by group of start moves");
    for group in GROUPS {
        drawing =
            drawing.with(games.series(&format!("start moves {} to {}", group.0, group.1), starts(group)));
    }
    evidence.plot(drawing);
    let places = [learned, OPTIMUM, ONE];
    let grid =
        Grid::beside(context.entry, "Share that South wins from start moves 3 to 8", 3, |_, column| {
            known(games.rate(places[column], starts(EARLY)))
        });
    // A fifth of 10,000 games starts early.
    evidence.grid(grid.with_errors(|rate| libm::sqrt(rate * (1.0 - rate) / 2000.0)));
    let pooled = GROUPS.map(|group| games.pooled(0..=ONE, starts(group)));
    let told = pooled.map(|one| one.told(3)).join(", ");
    evidence.judge(
        "later-higher",
        Ruling::all(pooled.windows(2).map(|pair| Ruling::above(&pair[1].minus(pair[0]), 0.0))),
        format!("By group: {told}."),
    );
    let flat = (0..ONE).map(|place| Ruling::within(&games.lead(place, ONE, GROUPS[2]), (-FLAT, FLAT)));
    evidence.judge(
        "late-flat",
        Ruling::all(flat).ruled("every probability within 0.05 of 1"),
        format!("Wins from 0.7 on less those to 0.3: {}.", games.dependence(starts(GROUPS[2])).told(3)),
    );
    let rising = (0..ONE).map(|place| Ruling::above(&games.lead(place + 1, place, GROUPS[1]), -0.02));
    let first = games.lead(ONE, 0, GROUPS[1]);
    evidence.judge(
        "middle-monotone",
        Ruling::all(rising.chain([Ruling::above(&first, 0.0)]))
            .ruled("no step falls by more than 0.02, and 1 is above 0"),
        format!("1 less 0: {}.", first.told(3)),
    );
    let (ruling, seen) = optimum(&games, EARLY);
    evidence.judge("optimum", ruling, seen);
    let lead = games.lead(OPTIMUM, ONE, EARLY);
    evidence.judge(
        "beats-minimax",
        Ruling::within(&lead, (0.0, 0.1)).ruled("above nought, and by less than a tenth"),
        format!("0.8 less 1: {}.", lead.told(3)),
    );
    let lead = games.lead(learned, ONE, EARLY);
    evidence.judge(
        "learned-not-best",
        Ruling::below(&lead, 0.0),
        format!("Learned less 1: {}.", lead.told(3)),
    );
    Ok(evidence)
}

/// Figure 7.13.
pub fn by_length(context: &Context) -> Result<Evidence, Error> {
    let (games, mut evidence) = games(context)?;
    evidence.reading("A game of exactly 27 plies is long, as the caption of figure 7.14 has it.");
    let long = |game: &Played| game.outcome.plies >= LONG;
    let short = |game: &Played| game.outcome.plies < LONG;
    evidence.plot(
        plot("South's wins in long and short games")
            .with(games.series("27 plies or more", long))
            .with(games.series("fewer", short)),
    );
    let best = best(&games, long);
    evidence.grid(Grid::beside(context.entry, "Best probability in long games", 1, |_, _| {
        Some(Measured::Exact(games.probabilities[best]))
    }));
    let rate = |place: usize| games.rate(place, long);
    let others = (0..=ONE).filter(|place| *place != OPTIMUM);
    let top = Ruling::all(others.map(|place| Ruling::above(&rate(OPTIMUM).minus(rate(place)), 0.0)));
    let (wide, narrow) = (games.dependence(long), games.dependence(short));
    evidence.judge(
        "long-optimum",
        top.ruled("the rate at 0.8 is above every other"),
        format!(
            "The best is {:.1}; wins from 0.7 on less those to 0.3: {}.",
            games.probabilities[best],
            wide.told(3)
        ),
    );
    evidence.judge(
        "short-unclear",
        Ruling::above(&wide.minus(narrow), 0.0),
        format!("Wins from 0.7 on less those to 0.3: long {}, short {}.", wide.told(3), narrow.told(3)),
    );
    Ok(evidence)
}

/// Figure 7.14.
pub fn long_games(context: &Context) -> Result<Evidence, Error> {
    let (games, mut evidence) = games(context)?;
    let share = |low: usize, high: usize| {
        let shares = games.by_start(0..=ONE, starts((low, high)), |game| game.outcome.plies >= LONG);
        Estimate::mean(&shares.into_iter().flatten().collect::<Vec<f64>>())
    };
    let shares: Vec<Estimate> = (3..=32).map(|start| share(start, start)).collect();
    let points = shares.iter().enumerate().map(|(place, share)| ((place + 3) as f64, *share));
    evidence.plot(
        Plot::new("Long games", "start move", "share of games of 27 plies or more")
            .with(curve("27 plies or more", points)),
    );
    // Where the share passes nine tenths and one tenth.
    let passes =
        |level: f64| shares.iter().position(|share| share.value < level).map_or(32, |place| place + 3);
    let (begins, ends) = (passes(0.9), passes(0.1));
    evidence.reading(
        "The drop begins where fewer than nine tenths are long and ends where fewer than a tenth are.",
    );
    evidence.grid(Grid::beside(context.entry, "The drop", 0, |row, _| {
        Some(Measured::Exact([begins, ends][row] as f64))
    }));
    let (early, late) = (share(3, 12), share(23, 32));
    evidence.judge(
        "drop",
        Ruling::all([Ruling::above(&early, 0.9), Ruling::below(&late, 0.1)]),
        format!("Up to move 12: {}; from 23: {}.", early.told(3), late.told(3)),
    );
    let (before, after) = (share(3, 9), share(15, 17));
    evidence.judge(
        "stage",
        Ruling::all([Ruling::above(&before, 0.9), Ruling::below(&after, 0.9)])
            .ruled("nine tenths are long before move 10 and no more after move 14"),
        format!(
            "The drop begins at move {begins}: {} before 10, {} from 15 to 17.",
            before.told(3),
            after.told(3)
        ),
    );
    Ok(evidence)
}

/// Bins of the first value: what share of minimax's games lie below.
const BINS: usize = 8;

/// Ends of bins with as many games of minimax in each, decided first values left out.
fn ends(games: &Games) -> Vec<f64> {
    let mut values: Vec<f64> =
        games.games[ONE].iter().map(|game| game.value).filter(|value| value.abs() < 1.0).collect();
    values.sort_by(f64::total_cmp);
    (1..BINS).filter_map(|bin| values.get(bin * values.len() / BINS).copied()).collect()
}

/// Whether a game's first value is undecided and lies in a bin.
fn within(game: &Played, ends: &[f64], bin: usize) -> bool {
    game.value.abs() < 1.0 && ends.iter().filter(|end| **end <= game.value).count() == bin
}

fn binned(games: &Games, place: usize, ends: &[f64], bin: usize) -> Estimate {
    games.rate(place, |game| within(game, ends, bin))
}

/// The bin in which zero lies.
fn bin_of_zero(ends: &[f64]) -> usize {
    ends.iter().filter(|end| **end <= 0.0).count()
}

/// Figure 7.15.
pub fn prognosis(context: &Context) -> Result<Evidence, Error> {
    let (games, mut evidence) = games(context)?;
    let ends = ends(&games);
    evidence.reading(
        "Values are on the scale of our own TDL2B, in eight bins with as many games of minimax in each; the value 80 is taken for our highest bin.",
    );
    let bins = ends.len() + 1;
    let line = |place: usize, name: &str| {
        curve(name, (0..bins).map(|bin| (bin as f64, binned(&games, place, &ends, bin))))
    };
    evidence.plot(
        Plot::new("What the first value says", "bin of the value", "share of games that South wins")
            .with(line(ONE, "minimax"))
            .with(line(0, "OM search")),
    );
    let middle = bin_of_zero(&ends);
    let [minimax, om] = [ONE, 0].map(|place| binned(&games, place, &ends, middle));
    let [top, om_top] = [ONE, 0].map(|place| binned(&games, place, &ends, bins - 1));
    let cells = [[minimax, top], [om, om_top]];
    evidence.grid(Grid::beside(context.entry, "Share that South wins", 2, |row, column| {
        known(cells[row][column])
    }));
    evidence.judge(
        "shift",
        // Printed as "about 0.4", beside 39 of 100.
        Ruling::near(&minimax, 0.4, 0.05, 0.1),
        format!("Minimax at a value near nought: {}.", minimax.told(3)),
    );
    let below = (0..bins)
        .map(|bin| Ruling::above(&binned(&games, ONE, &ends, bin).minus(binned(&games, 0, &ends, bin)), 0.0));
    evidence.judge(
        "om-below",
        Ruling::all(below),
        format!("At nought minimax wins {}, OM search {}.", minimax.told(3), om.told(3)),
    );
    evidence.judge(
        "om-80",
        Ruling::all([Ruling::above(&top, 0.98), Ruling::within(&om_top, (0.4, 0.6))]),
        format!("In the highest bin minimax wins {}, OM search {}.", top.told(3), om_top.told(3)),
    );
    Ok(evidence)
}

/// Figure 7.16.
pub fn transition(context: &Context) -> Result<Evidence, Error> {
    let (games, mut evidence) = games(context)?;
    let ends = ends(&games);
    let bins = ends.len() + 1;
    evidence.reading("Values are in bins with as many games of minimax in each.");
    let columns: Vec<String> = (1..=bins).map(|bin| format!("bin {bin}")).collect();
    let rows = (0..=ONE).map(|place| {
        let cells = (0..bins).map(|bin| binned(&games, place, &ends, bin)).collect();
        (format!("Pr = {}", games.probabilities[place]), cells)
    });
    evidence.grid(grid("Share that South wins by the first value", &columns, rows.collect()));
    let mut drawing =
        Plot::new("From OM search to minimax", "bin of the value", "share of games that South wins");
    for place in [0, 3, 5, 8, ONE] {
        let points = (0..bins).map(|bin| (bin as f64, binned(&games, place, &ends, bin)));
        drawing = drawing.with(curve(&format!("Pr = {}", games.probabilities[place]), points));
    }
    evidence.plot(drawing);
    // Thirds of the way, so that each step can be seen.
    let rises = |bin: usize| {
        let rate = |places: RangeInclusive<usize>| games.pooled(places, |game| within(game, &ends, bin));
        let thirds = [rate(0..=2), rate(3..=6), rate(7..=ONE)];
        [thirds[1].minus(thirds[0]), thirds[2].minus(thirds[1])]
    };
    let gradual = (0..bins).flat_map(|bin| rises(bin).map(|step| Ruling::above(&step, 0.0)));
    evidence.judge(
        "gradual",
        Ruling::most(gradual).ruled("in most bins rates rise from Pr to 0.2 over 0.3 to 0.6 to 0.7 and more"),
        "See the table.",
    );
    let steps = rises(bin_of_zero(&ends));
    evidence.judge(
        "less-self-deception",
        Ruling::all(steps.map(|step| Ruling::above(&step, 0.0))),
        format!("At nought, steps over the thirds: {}, {}.", steps[0].told(3), steps[1].told(3)),
    );
    Ok(evidence)
}
