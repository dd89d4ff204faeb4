//! Figure 7.17: PrOM search with every ordered pair of types against NGND6A, from start moves 3 to 8.

use plywood_core::Error;
use plywood_core::random::derive;
use plywood_lab::report::{Mark, Plot, Series};
use plywood_lab::stats::mean;

use super::prom::{one, prom};
use super::{DEFAULT, GA3, MATERIAL, NAMES, NGND6A, TDL2B, job, started, types};
use crate::{Context, Effort, Estimate, Evidence, Grid, Measured, Ruling};

/// Games of a point in the thesis.
const FULL: usize = 2000;
/// Start moves.
const STARTS: (usize, usize) = (3, 8);
/// Minimax, as a place among the probabilities in tenths.
const ONE: usize = 10;
/// The length of the waves, in tenths.
const PERIOD: f64 = 3.0;
/// A gain below this is small.
const SMALL: f64 = 0.1;
/// Models that the thesis finds better than minimax, in the order of the entry's rows.
const SIGNIFICANT: [(usize, usize); 4] =
    [(DEFAULT, MATERIAL), (GA3, DEFAULT), (GA3, NGND6A), (TDL2B, DEFAULT)];
/// Models in whose curves it sees waves.
const WAVES: [(usize, usize); 3] = [(TDL2B, NGND6A), (GA3, NGND6A), (DEFAULT, NGND6A)];

/// A model's wins by probability and start.
struct Square {
    types: (usize, usize),
    wins: Vec<Vec<f64>>,
}

impl Square {
    fn name(&self) -> String {
        format!("{}-{}", NAMES[self.types.0], NAMES[self.types.1])
    }

    fn rate(&self, place: usize) -> Estimate {
        Estimate::mean(&self.wins[place])
    }

    /// One probability's rate less another's, start by start.
    fn lead(&self, one: usize, other: usize) -> Estimate {
        let pairs = self.wins[one].iter().zip(&self.wins[other]);
        Estimate::mean(&pairs.map(|(one, other)| one - other).collect::<Vec<f64>>())
    }

    fn best(&self) -> usize {
        let rates: Vec<f64> = self.wins.iter().map(|wins| mean(wins)).collect();
        (0..=ONE).fold(0, |best, place| if rates[place] > rates[best] { place } else { best })
    }

    /// The claim that some probability below one beats minimax.
    fn beats(&self) -> Ruling {
        Ruling::any((0..ONE).map(|place| Ruling::above(&self.lead(place, ONE), 0.0)))
    }

    /// How strong a wave of three tenths is that both halves of the games show: the product of what each half shows of it in the
    /// curve's second differences, which noise alone makes zero on average. By drawing starts again.
    fn wave(&self) -> Estimate {
        let halves = self.wins.iter().map(|wins| wins.split_at(wins.len() / 2));
        let (first, second): (Vec<&[f64]>, Vec<&[f64]>) = halves.unzip();
        let groups: Vec<Vec<f64>> = first.into_iter().chain(second).map(<[f64]>::to_vec).collect();
        if groups.iter().any(Vec::is_empty) {
            return Estimate::known(f64::NAN, f64::NAN, 0);
        }
        Estimate::drawn(&groups, |groups| {
            let shown = |half: &[Vec<f64>]| {
                let rates: Vec<f64> = half.iter().map(|group| mean(group)).collect();
                let bent = rates.windows(3).map(|three| three[0] - 2.0 * three[1] + three[2]);
                bent.enumerate().fold([0.0, 0.0], |[cosine, sine], (place, one)| {
                    let turn = std::f64::consts::TAU * place as f64 / PERIOD;
                    [cosine + one * libm::cos(turn), sine + one * libm::sin(turn)]
                })
            };
            let (one, other) = (shown(&groups[..=ONE]), shown(&groups[ONE + 1..]));
            one[0] * other[0] + one[1] * other[1]
        })
    }
}

fn squares(context: &Context) -> Result<(usize, Vec<Square>), Error> {
    let count = if context.effort == Effort::Glance { 1 } else { context.effort.amount(12, FULL) };
    let numbers: Vec<u64> = (0..count as u64).collect();
    let models: Vec<(usize, usize)> = (0..5)
        .flat_map(|own| (0..5).filter(move |other| *other != own).map(move |other| (own, other)))
        .collect();
    let mut squares = Vec::new();
    for (place, types) in models.iter().enumerate() {
        let mut wins = Vec::new();
        for tenth in 0..=ONE {
            let at = |step: usize| 0.2 + 0.8 * step as f64 / (models.len() * (ONE + 1)) as f64;
            let step = place * (ONE + 1) + tenth;
            // At one the second type counts nothing: the whole row plays the same games.
            let other = if tenth == ONE { usize::from(types.0 == 0) } else { types.1 };
            let spec = prom(context, types.0, other, tenth as f64 / 10.0);
            let name = format!("bao grand {} {} {tenth} seed {}", NAMES[types.0], NAMES[other], context.seed);
            wins.push(context.shared(
                &job(context, &name),
                &numbers,
                (at(step), at(step + 1)),
                |number| {
                    let (outcome, ..) = one(context, &spec, STARTS, derive(context.seed, number))?;
                    Ok(if outcome.won { 1.0 } else { 0.0 })
                },
            )?);
        }
        squares.push(Square { types: *types, wins });
    }
    Ok((count, squares))
}

/// Plays all squares.
pub fn run(context: &Context) -> Result<Evidence, Error> {
    let mut learned = Vec::new();
    for (own, other) in (0..NGND6A).flat_map(|own| (0..NGND6A).map(move |other| (own, other))) {
        if own != other {
            learned.push(((own, other), types::learned(context, [own, other], (0.0, 0.2))?));
        }
    }
    let (count, squares) = squares(context)?;
    let mut evidence = started(
        "South: PrOM search with each ordered pair of types to depth 6; North: alpha-beta with NGND6A to depth 6. Starts after 3 to 8 random moves \
         each.",
    );
    evidence.reading("Every point is played from the same starts; at 1 a whole row is one set of games.");
    evidence.scale("games a point", count, FULL);
    let columns: Vec<String> = (0..=ONE).map(|tenth| format!("{}", tenth as f64 / 10.0)).collect();
    let row = |square: &Square| {
        (square.name(), (0..=ONE).map(|place| Measured::from(square.rate(place))).collect::<Vec<_>>())
    };
    evidence.grid(Grid::measured(
        "Share that South wins by Pr(type 0)",
        &columns,
        2,
        squares.iter().map(row).collect(),
    ));
    for (own, name) in NAMES.iter().enumerate() {
        let mut drawing = Plot::new(*name, "Pr(type 0)", "share of games that South wins");
        for square in squares.iter().filter(|square| square.types.0 == own) {
            let points = (0..=ONE).map(|place| (place as f64 / 10.0, mean(&square.wins[place]))).collect();
            drawing = drawing.with(Series::new(square.name(), Mark::Line, points));
        }
        evidence.plot(drawing);
    }
    let square = |types: (usize, usize)| {
        squares.iter().find(|square| square.types == types).expect("every ordered pair is played")
    };
    evidence.grid(Grid::beside(context.entry, "Best probability", 1, |row, _| {
        Some(Measured::Exact(square(SIGNIFICANT[row]).best() as f64 / 10.0))
    }));
    judge(&mut evidence, &squares, &learned);
    Ok(evidence)
}

fn judge(evidence: &mut Evidence, squares: &[Square], learned: &[((usize, usize), f64)]) {
    let lowest =
        squares.iter().flat_map(|square| (1..=ONE).map(|place| Ruling::above(&square.lead(place, 0), 0.0)));
    let at_nought =
        squares.iter().filter(|square| (1..=ONE).all(|place| square.lead(place, 0).value > 0.0)).count();
    evidence.judge("om-worst", Ruling::all(lowest), format!("In {at_nought} of 20 squares 0 is the lowest."));
    let exactly = squares.iter().map(|square| {
        if SIGNIFICANT.contains(&square.types) { square.beats() } else { square.beats().contrary() }
    });
    let best: Vec<String> = squares
        .iter()
        .map(|square| {
            format!(
                "{} {:.1} ({})",
                square.name(),
                square.best() as f64 / 10.0,
                square.lead(square.best(), ONE).told(2)
            )
        })
        .collect();
    let seen = format!("Best probabilities and their gain over 1: {}.", best.join("; "));
    evidence.judge("four-significant", Ruling::all(exactly), seen.clone());
    let suggested = squares.iter().filter(|square| square.types != (GA3, MATERIAL));
    evidence.judge("suggested", Ruling::all(suggested.map(Square::beats)), seen.clone());
    let small = squares
        .iter()
        .flat_map(|square| (0..ONE).map(|place| Ruling::below(&square.lead(place, ONE), SMALL)));
    evidence.judge("small-gain", Ruling::all(small).ruled("no gain of a tenth or more"), seen);
    let above = learned.iter().map(|(types, learned)| {
        let square =
            squares.iter().find(|square| square.types == *types).expect("every ordered pair is played");
        // Some probability above the learned one beats every one that is not.
        let (low, high): (Vec<usize>, Vec<usize>) =
            (0..=ONE).partition(|tenth| *tenth as f64 / 10.0 <= *learned);
        Ruling::any(
            high.into_iter()
                .map(|high| Ruling::all(low.iter().map(|low| Ruling::above(&square.lead(high, *low), 0.0)))),
        )
    });
    evidence.judge(
        "above-learned",
        Ruling::all(above),
        format!(
            "The best lies above the learned probability in {} of 12 squares.",
            learned
                .iter()
                .filter(|(types, learned)| squares
                    .iter()
                    .any(|square| square.types == *types && square.best() as f64 / 10.0 > *learned))
                .count()
        ),
    );
    let minimax = |own: usize| {
        let square = squares.iter().find(|square| square.types.0 == own).expect("every player has a row");
        &square.wins[ONE]
    };
    let highest = (0..NGND6A).map(|own| {
        let pairs = minimax(NGND6A).iter().zip(minimax(own));
        Ruling::above(&Estimate::mean(&pairs.map(|(one, other)| one - other).collect::<Vec<f64>>()), 0.0)
    });
    let rates = (0..5).map(|own| format!("{} {:.2}", NAMES[own], mean(minimax(own))));
    evidence.judge(
        "row-constant",
        Ruling::all(highest).ruled("NGND6A wins more at 1 than every other; a row is one set of games there"),
        format!("At 1: {}.", rates.collect::<Vec<_>>().join(", ")),
    );
    let waves: Vec<Estimate> = WAVES
        .iter()
        .filter_map(|types| Some(squares.iter().find(|square| square.types == *types)?.wave()))
        .collect();
    evidence.judge(
        "waves",
        Ruling::all(waves.iter().map(|wave| Ruling::above(wave, 0.0)))
            .ruled("both halves of the games show the same wave of length 0.3"),
        format!(
            "What both halves show: {}.",
            waves.iter().map(|wave| wave.told(3)).collect::<Vec<_>>().join(", ")
        ),
    );
}
