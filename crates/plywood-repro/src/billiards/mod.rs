//! PickPocket thesis, chapter 4. Here what needs no searching player: confidence intervals of matches (section 4.2), the noise
//! levels (4.1), and how often straight-in shots succeed on random tables (4.3). The tables of matches are in `tables.rs`,
//! `pruning.rs` and `olympiad.rs`, their frames in `matches.rs`; `accuracy.rs` has table 4.2.

mod accuracy;
mod matches;
mod olympiad;
mod pruning;
mod tables;

use plywood_billiards::error_model::ErrorModel;
use plywood_billiards::experiments::straight_in::{Reading, success_rate};
use plywood_billiards::physics::Arena;
use plywood_core::Error;

use super::{Context, Effort, Evidence, Grid, Judgement, Measured, Reproduction, Ruling, Verdict};
use matches::{FRAMES, MORE_FRAMES};
use plywood_lab::report::{Mark, Plot, Series, show_number};
use plywood_lab::stats::normal::two_sided;
use plywood_lab::stats::{Z95, wilson};

/// What runs.
pub const ENTRIES: &[Reproduction] = &[
    Reproduction { id: "billiards/figure4.1", run: half_widths },
    Reproduction { id: "billiards/table4.1", run: intervals },
    Reproduction { id: "billiards/text4.1-error-models", run: error_models },
    Reproduction { id: "billiards/text4.3-success-rates", run: success_rates },
    Reproduction { id: "billiards/table4.2", run: accuracy::accuracy },
    Reproduction { id: "billiards/table4.3", run: |context| frames(context, tables::table_size) },
    Reproduction { id: "billiards/table4.4", run: |context| frames(context, tables::evaluations_at_two) },
    Reproduction { id: "billiards/table4.5", run: |context| frames(context, tables::evaluations_at_one) },
    Reproduction { id: "billiards/table4.6", run: |context| frames(context, tables::safeties) },
    Reproduction { id: "billiards/table4.7", run: |context| frames(context, tables::root) },
    Reproduction { id: "billiards/table4.8", run: |context| frames(context, tables::probabilistic_depth) },
    Reproduction { id: "billiards/table4.9", run: |context| frames(context, tables::samples_at_one) },
    Reproduction { id: "billiards/table4.10", run: |context| frames(context, tables::samples_at_two) },
    Reproduction { id: "billiards/table4.11", run: |context| frames(context, tables::sampled_depth) },
    Reproduction { id: "billiards/table4.12", run: |context| frames(context, tables::ordered_probabilistic) },
    Reproduction { id: "billiards/table4.13", run: |context| frames(context, tables::ordered_sampled) },
    Reproduction { id: "billiards/table4.14", run: |context| frames(context, tables::banks) },
    Reproduction { id: "billiards/table4.15", run: |context| frames(context, pruning::probabilistic) },
    Reproduction { id: "billiards/table4.16", run: |context| frames(context, pruning::sampled) },
    Reproduction { id: "billiards/table4.17", run: |context| frames(context, tables::comparison) },
    Reproduction { id: "billiards/table4.18", run: |context| frames(context, olympiad::tenth) },
    Reproduction { id: "billiards/table4.19", run: |context| frames(context, olympiad::eleventh) },
    Reproduction {
        id: "billiards/text4.3.8-shot-shares",
        run: |context| frames(context, tables::shot_shares),
    },
    Reproduction { id: "billiards/text5.2-conclusions", run: |context| frames(context, tables::conclusions) },
];

/// Runs an entry of matches, at full scale with more frames where those of the document leave a claim undecided.
fn frames(context: &Context, run: fn(&Context, usize) -> Result<Evidence, Error>) -> Result<Evidence, Error> {
    if context.effort != Effort::Full {
        return run(context, FRAMES);
    }
    let share = FRAMES as f64 / MORE_FRAMES as f64;
    let first = |done: f64| (context.progress)(share * done);
    let evidence = run(&Context { progress: &first, ..context.within(context.folder) }, FRAMES)?;
    let open = |judgement: &Judgement| matches!(judgement.verdict, Verdict::Undecided { needed: Some(_) });
    if !evidence.judgements.iter().any(open) {
        return Ok(evidence);
    }
    let more = |done: f64| (context.progress)(share + (1.0 - share) * done);
    let mut evidence = run(&Context { progress: &more, ..context.within(context.folder) }, MORE_FRAMES)?;
    evidence.reading(format!(
        "The frames of the document left a claim undecided: all were judged anew by {MORE_FRAMES} a match, the first of them included."
    ));
    Ok(evidence)
}

const LEVELS: [f64; 4] = [0.99, 0.95, 0.85, 0.75];

/// Equation 4.1 turned round: `E = z sqrt(p q / n)`.
fn half_width(share: f64, games: f64, level: f64) -> f64 {
    two_sided(level) * libm::sqrt(share * (1.0 - share) / games)
}

fn half_widths(context: &Context) -> Result<Evidence, Error> {
    let mut evidence = Evidence::new(
        "Closed form: E = z √(pq/n) with p = q = ½, for the four confidence levels of table 4.1; the document names \
         neither the level nor the range of its lost plot.",
    );
    let lengths: Vec<u32> = (1..=50).map(|step| 20 * step).collect();
    let mut plot = Plot::new("Half-width of the interval against the number of games", "games", "half-width");
    for level in LEVELS {
        let points = lengths.iter().map(|&n| (f64::from(n), half_width(0.5, f64::from(n), level))).collect();
        plot = plot.with(Series::new(format!("{} %", 100.0 * level), Mark::Line, points));
    }
    evidence.plot(plot);
    let shown = [25.0, 50.0, 100.0, 200.0, 400.0, 1000.0];
    let columns: Vec<String> = LEVELS.iter().map(|level| format!("{} %", 100.0 * level)).collect();
    let rows = shown.map(|n| {
        (format!("{n} games"), LEVELS.map(|level| Measured::Exact(half_width(0.5, n, level))).to_vec())
    });
    evidence.grid(Grid::measured("Half-width by confidence level", &columns, 4, rows.to_vec()));
    let chosen = context.entry.rows[0].values[0];
    let narrows = |level: f64| {
        let gain = |n: u32| half_width(0.5, f64::from(n), level) - half_width(0.5, f64::from(n + 1), level);
        (1..2000).all(|n| gain(n) > gain(n + 1) && gain(n + 1) > 0.0)
    };
    evidence.judge(
        "diminishing",
        Ruling::exact(LEVELS.into_iter().all(narrows)),
        format!(
            "From 1 to 2000 games each further game narrows every interval by less than the one before; at the chosen {chosen} \
             games the 95 % half-width is {}.",
            show_number(half_width(0.5, chosen, 0.95), 4)
        ),
    );
    Ok(evidence)
}

fn intervals(context: &Context) -> Result<Evidence, Error> {
    let entry = context.entry;
    let mut evidence = Evidence::new(
        "Closed form: p ± z √(pq/100). Columns come in fours a level: low end for both sides, high end for both sides. \
         One printed cell, 33.9 in the 60-40 row, is a misprint for 32.9: the two sides must add up to 100.",
    );
    let share = |row: usize| {
        entry.rows[row].name.split('-').next().and_then(|won| won.parse::<f64>().ok()).unwrap_or(f64::NAN)
    };
    let cell = |row: usize, column: usize| {
        let (p, level) = (share(row) / 100.0, LEVELS[column / 4]);
        let margin = half_width(p, 100.0, level);
        let first_side = if column % 4 < 2 { p - margin } else { p + margin };
        100.0 * if column.is_multiple_of(2) { first_side } else { 1.0 - first_side }
    };
    evidence.grid(Grid::beside(entry, "Intervals of a 100-game match", 1, |row, column| {
        Some(Measured::Exact(cell(row, column)))
    }));
    let shares: Vec<f64> = (0..entry.rows.len()).map(|row| share(row) / 100.0).collect();
    let mut plot = Plot::new("Intervals of a 100-game match", "games won of 100", "interval, games of 100");
    for level in LEVELS {
        let points = shares.iter().map(|p| (100.0 * p, 100.0 * p)).collect();
        let ends = shares
            .iter()
            .map(|&p| (p, half_width(p, 100.0, level)))
            .map(|(p, e)| (100.0 * (p - e), 100.0 * (p + e)));
        plot = plot.with(Series {
            ends: ends.collect(),
            ..Series::new(format!("{} %", 100.0 * level), Mark::Line, points)
        });
    }
    evidence.plot(plot);

    let mut off = Vec::new();
    for (row, printed) in entry.rows.iter().enumerate() {
        for (column, &value) in printed.values.iter().enumerate() {
            if (value - cell(row, column)).abs() > 0.1 {
                off.push(format!("{} ({})", value, entry.columns[column]));
            }
        }
    }
    let only_misprint = off.len() == 1 && off[0].starts_with("33.9");
    evidence.judge(
        "formula",
        Ruling::exact(only_misprint),
        format!("{} of 64 printed cells differ by more than 0.1: {}.", off.len(), off.join(", ")),
    );
    let low = |row: usize, level: usize| cell(row, 4 * level);
    evidence.judge(
        "55-undecided",
        Ruling::exact((0..2).all(|row| (0..4).all(|level| low(row, level) < 50.0))),
        format!("The highest low end of both rows is {}.", show_number(low(1, 3), 2)),
    );
    evidence.judge(
        "55-leans",
        Ruling::exact(low(1, 3) > 49.0 && low(1, 3) < 50.0),
        format!("The 75 % interval of 55-45 begins at {}.", show_number(low(1, 3), 2)),
    );
    evidence.judge(
        "60-decides",
        Ruling::exact(low(2, 1) > 50.0 && low(2, 0) < 50.0),
        format!(
            "60-40 begins at {} (95 %) and {} (99 %).",
            show_number(low(2, 1), 2),
            show_number(low(2, 0), 2)
        ),
    );
    Ok(evidence)
}

fn error_models(context: &Context) -> Result<Evidence, Error> {
    let entry = context.entry;
    let mut evidence =
        Evidence::new("Arithmetic on the printed deviations: E_Taiwan times the stated factor.");
    let factors = [Some(1.0), Some(0.1), Some(4.0), None];
    let taiwan = &entry.rows[0].values;
    let scaled =
        |row: usize, column: usize| factors[row].map(|factor| Measured::Exact(factor * taiwan[column]));
    evidence.grid(Grid::beside(entry, "Deviations, and E_Taiwan times its factor", 5, scaled));
    let worst = (0..3)
        .flat_map(|row| (0..taiwan.len()).map(move |column| (row, column)))
        .map(|(row, column)| {
            (entry.rows[row].values[column] / taiwan[column] / factors[row].unwrap_or(1.0) - 1.0).abs()
        })
        .fold(0.0, f64::max);
    evidence.judge(
        "scaling",
        Ruling::exact(worst < 1e-9),
        format!(
            "The largest relative departure from a tenth and from four times is {}.",
            show_number(worst, 6)
        ),
    );
    Ok(evidence)
}

/// What a random state may be, and which of its shots are tried: the reading taken first, and those that were tested when it
/// came out too low.
const READINGS: [(&str, Reading); 8] = [
    ("one ball", ONE_BALL),
    ("one ball, cuts to 60 degrees", Reading { widest: 60.0, ..ONE_BALL }),
    ("one ball, harder strokes too", Reading { harder: true, ..ONE_BALL }),
    ("one ball, its easiest pocket", Reading { easiest: true, ..ONE_BALL }),
    ("seven balls, harder strokes too", Reading { balls: 7, harder: true, ..ONE_BALL }),
    ("ten balls, their easiest pockets", Reading { balls: 10, easiest: true, ..ONE_BALL }),
    ("fifteen balls", Reading { balls: 15, ..ONE_BALL }),
    ("fifteen balls, harder strokes too", Reading { balls: 15, harder: true, ..ONE_BALL }),
];
const ONE_BALL: Reading = Reading { balls: 1, widest: 90.0, harder: false, easiest: false };

/// Straight-in shots in random states: the cue ball and one object ball anywhere on the cloth, every physically possible
/// straight-in shot tried once at its lowest speed plus 0.2 m/s; and the other readings beside it.
fn success_rates(context: &Context) -> Result<Evidence, Error> {
    let arena = Arena::preset("poolfiz");
    let shots = context.effort.amount(10_000, 10_000) as u64;
    let mut evidence = Evidence::new(
        "Preset poolfiz. Every physically possible straight-in shot of a random state is tried once, at its lowest speed plus 0.2 m/s.",
    );
    evidence.reading(
        "A random state is the cue ball and one object ball anywhere on the cloth; the document does not say how its tables were \
         made. Tested beside it: cuts of at most 60 degrees; the generator's harder strokes, 1 m/s apart; seven and fifteen object balls, \
         which block long shots; of each ball its easiest pocket alone. Tables as in a game with the strokes of the generator reach the \
         printed level of Taiwan, and so does the easiest pocket of one ball; those of ten balls reach that of Italy. No \
         reading brings the models as near to each other as they are printed, 6.6 points: that stays open. Pockets 1.8 times as wide with the \
         shots counted that fall at no speed would give both rates, but far more shots above 80 % than table 4.2 has.",
    );
    evidence.reading(
        "Table 4.2 counts about 9,200 shots in 5,000 states of two balls: as many as geometry allows here, those included that fall at no \
         speed. So it is not what counts as possible that makes the difference.",
    );
    evidence.reading("The deviations have no units in the document: degrees, m/s and mm are taken.");
    evidence.scale("shots", shots, 10_000);
    let models = ["taiwan", "italy"].map(|name| ErrorModel::named(name).expect("a named model"));
    let mut readings = Vec::new();
    for (step, (_, reading)) in READINGS.iter().enumerate() {
        let each = models.iter().map(|errors| success_rate(&arena, errors, *reading, shots, context.seed));
        readings.push(each.collect::<Result<Vec<_>, _>>()?);
        (context.progress)(0.4 * (step + 1) as f64 / READINGS.len() as f64);
    }
    let columns =
        ["Taiwan, %", "Italy, %", "possible in 5,000 states", "allowed by geometry"].map(str::to_string);
    let rows = READINGS.iter().zip(&readings).map(|((name, _), tallies)| {
        let rate = |place: usize| {
            Measured::Sampled(wilson(tallies[place].made, tallies[place].shots, Z95).times(100.0))
        };
        let of_5000 = |count: u64| Measured::Exact(5000.0 * count as f64 / tallies[0].states as f64);
        let (possible, all) = (tallies[0].possible, tallies[0].possible + tallies[0].hopeless);
        (name.to_string(), vec![rate(0), rate(1), of_5000(possible), of_5000(all)])
    });
    evidence.grid(Grid::measured("Readings of a random state", &columns, 2, rows.collect()));
    let tallies = &readings[0];
    let percent = |row: usize| wilson(tallies[row].made, tallies[row].shots, Z95).times(100.0);
    let error = |published: f64| {
        100.0 * libm::sqrt(published / 100.0 * (1.0 - published / 100.0).max(0.0) / 10_000.0)
    };
    let grid = Grid::beside(context.entry, "Straight-in shots that succeed", 2, |row, column| {
        Some(if column == 0 { Measured::Sampled(percent(row)) } else { Measured::Exact(shots as f64) })
    });
    evidence.grid(grid.with_errors(error));
    let (taiwan, italy) = (percent(0), percent(1));
    let counts = |row: usize| (tallies[row].made, tallies[row].shots);
    evidence.judge(
        "italy-easier",
        Ruling::difference(counts(1), counts(0), 0.0),
        format!(
            "{} % under Italy, {} % under Taiwan; published {} and {}.",
            show_number(italy.value, 2),
            show_number(taiwan.value, 2),
            context.entry.rows[1].values[0],
            context.entry.rows[0].values[0]
        ),
    );
    let rates = tables::usual_rates(context, FRAMES, (0.4, 1.0))?;
    let told: Vec<String> = rates.iter().map(|rate| matches::percent(*rate)).collect();
    evidence.judge(
        "position-play",
        Ruling::all(rates.iter().map(|(made, tried)| Ruling::share_above(*made, *tried, 0.6907))),
        format!("Straight-in shots of the player with two plies in three matches: {}.", told.join(", ")),
    );
    Ok(evidence)
}
