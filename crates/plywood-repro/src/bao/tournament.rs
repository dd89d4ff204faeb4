//! The seven tournaments of section 5.5.5: five players, each against each from the whole start positions of appendix D.
//!
//! A game is a piece of its tournament, whatever entry asks for it. A start position is the observation: scores from the same
//! positions are compared position by position.

use plywood_core::Error;
use plywood_core::Report;
use plywood_core::facade::AnyLine;
use plywood_games::bao::APPENDIX_D;
use plywood_lab::stats::{Summary, mean};
use serde::{Deserialize, Serialize};

use super::{
    DEFAULT, GA3, MATERIAL, NAMES, NGND6A, TDL2B, alphabeta, cut, evaluation, game, job, play, player,
    started, think,
};
use crate::{Context, Estimate, Evidence, Grid, Measured, Ruling, verdict};

/// Plies of alpha-beta where nothing else is said.
const PLAIN: u32 = 6;
/// Whole start positions.
const WHOLE: usize = 81;
/// Those of a run by default, which fit into two minutes.
const USUAL: usize = 27;
/// Points of one game: scores are per cent of each opponent, summed.
const POINTS: f64 = 100.0;
/// One game in a hundred against each opponent: what counts as equal.
const EQUAL: f64 = 4.0;

/// How South plays in a tournament.
#[derive(Clone, Copy)]
struct Rules {
    /// South's plies.
    depth: u32,
    /// How far the probes reach from the root, where South models North.
    probes: Option<u32>,
    strict: bool,
}

/// Alpha-beta and OM search as tables 5.5 to 5.11 have them.
const RULES: [Rules; 7] = [
    Rules { depth: 6, probes: None, strict: false },
    Rules { depth: 8, probes: None, strict: false },
    Rules { depth: 6, probes: Some(6), strict: false },
    Rules { depth: 8, probes: Some(6), strict: false },
    Rules { depth: 6, probes: Some(7), strict: false },
    Rules { depth: 8, probes: Some(7), strict: false },
    Rules { depth: 6, probes: Some(6), strict: true },
];

impl Rules {
    /// The same with plies left out.
    fn less(self, cut: u32) -> Rules {
        Rules { depth: self.depth - cut, probes: self.probes.map(|probes| probes - cut), ..self }
    }

    /// South's spec against an opponent.
    fn south(self, own: usize, opponent: usize) -> String {
        let Some(probes) = self.probes else { return alphabeta(own, "south", self.depth) };
        format!(
            "om(own={}, opponent={}, depth={}, probe={}, speculate=1, ties=worst, risk={}, table=off, deepening=off)",
            evaluation(own, "south"),
            evaluation(opponent, "north"),
            self.depth,
            // A probe starts after our move.
            probes - 1,
            if self.strict { "strict" } else { "pure" }
        )
    }
}

/// A game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Played {
    won: bool,
    /// Moves of South, and those that alpha-beta to depth 6 would not choose.
    moves: u32,
    differs: u32,
}

/// The games of a tournament, by South, North and start position.
struct Tournament {
    games: Vec<Vec<Vec<Played>>>,
}

/// Pieces are numbered by pair and position.
const STRIDE: u64 = 1000;

/// Plays a tournament from a number of positions.
fn tournament(
    context: &Context,
    number: usize,
    positions: usize,
    shares: (f64, f64),
) -> Result<Tournament, Error> {
    let starts: Vec<&str> = APPENDIX_D.lines().take(positions).collect();
    let pairs =
        || (0..5).flat_map(|own| (0..5).filter(move |other| *other != own).map(move |other| (own, other)));
    let numbers: Vec<u64> = pairs()
        .flat_map(|(own, other)| {
            (0..starts.len() as u64).map(move |start| (own * 5 + other) as u64 * STRIDE + start)
        })
        .collect();
    let (job, cut) = (job(context, &format!("bao tournament {}", number + 1)), cut(context));
    let played = context.shared(&job, &numbers, shares, |piece| {
        let (own, other) = ((piece / STRIDE / 5) as usize, (piece / STRIDE % 5) as usize);
        one(RULES[number].less(cut), PLAIN - cut, (own, other), starts[(piece % STRIDE) as usize])
    })?;
    let mut games = vec![vec![Vec::new(); 5]; 5];
    for (piece, game) in numbers.iter().zip(played) {
        games[(piece / STRIDE / 5) as usize][(piece / STRIDE % 5) as usize].push(game);
    }
    Ok(Tournament { games })
}

/// A game; `plain` are North's plies and those of the alpha-beta search that South is compared with.
fn one(rules: Rules, plain: u32, (own, other): (usize, usize), start: &str) -> Result<Played, Error> {
    let game = game()?;
    let mut south = player(&*game, &rules.south(own, other))?;
    let mut north = player(&*game, &alphabeta(other, "north", plain))?;
    let mut usual = player(&*game, &alphabeta(own, "south", plain))?;
    let mut below = player(&*game, &alphabeta(own, "south", plain - 1))?;
    let (mut moves, mut differs) = (0, 0);
    let watch = |line: &dyn AnyLine, report: &Report| {
        moves += 1;
        if rules.probes.is_none() {
            return Ok(());
        }
        let usual = think(&mut *usual, line)?;
        if usual.best != report.best {
            // Another move of the same value is none that alpha-beta would not choose.
            let mut after = line.boxed_clone();
            after.step(report.best.as_deref().unwrap_or_default())?;
            let value = think(&mut *below, &*after)?;
            let distance = value.distance.map(|plies| plies + 1);
            differs += u32::from((-value.value, distance) != (usual.value, usual.distance));
        }
        Ok(())
    };
    let mut line = game.read(start)?;
    let outcome = play(&mut *line, [&mut *south, &mut *north], watch)?;
    Ok(Played { won: outcome.won, moves, differs })
}

impl Tournament {
    /// South's games against an opponent as points, by position.
    fn points(&self, own: usize, other: usize) -> Vec<f64> {
        self.games[own][other].iter().map(|game| if game.won { POINTS } else { 0.0 }).collect()
    }

    /// A player's score by position: points against all others.
    fn scores(&self, own: usize) -> Vec<f64> {
        let rows: Vec<Vec<f64>> =
            (0..5).filter(|other| *other != own).map(|other| self.points(own, other)).collect();
        (0..rows[0].len()).map(|place| rows.iter().map(|row| row[place]).sum()).collect()
    }

    /// Deviating moves of a player, a game each.
    fn differing(&self, own: usize) -> Vec<f64> {
        let games = (0..5).filter(|other| *other != own).flat_map(|other| &self.games[own][other]);
        games.map(|game| f64::from(game.differs)).collect()
    }

    /// The table beside the printed one.
    fn grid(&self, context: &Context) -> Grid {
        let grid = Grid::beside(context.entry, "Games won by South in 100", 0, |row, column| {
            (row != column).then(|| {
                let values = if column == 5 { self.scores(row) } else { self.points(row, column) };
                Measured::from(Estimate::mean(&values))
            })
        });
        grid.with_errors(|printed| {
            // A score is a sum over four hundred games.
            if printed > POINTS {
                let share = verdict::share(printed as u64, 400);
                share.error * 400.0
            } else {
                verdict::share(printed as u64, 100).error * 100.0
            }
        })
    }
}

/// The first less the second, from the positions that both have.
fn lead(first: &[f64], second: &[f64]) -> Estimate {
    let differences: Vec<f64> = first.iter().zip(second).map(|(one, other)| one - other).collect();
    Estimate::mean(&differences)
}

/// The claim that players score more in one tournament than in another.
fn more(first: &Tournament, second: &Tournament, players: &[usize], than: f64) -> Ruling {
    Ruling::all(
        players.iter().map(|own| Ruling::above(&lead(&first.scores(*own), &second.scores(*own)), than)),
    )
}

fn told(first: &Tournament, second: &Tournament) -> String {
    let one = |own: usize| {
        let lead = lead(&first.scores(own), &second.scores(own));
        format!("{} {}", NAMES[own], lead.told(0))
    };
    format!("Score less the other tournament's: {}.", (0..5).map(one).collect::<Vec<_>>().join(", "))
}

/// Positions that are played from.
fn positions(context: &Context) -> usize {
    if context.glance() { 1 } else { context.effort.amount(USUAL, WHOLE).min(WHOLE) }
}

/// Evidence of one tournament, and the others it is compared with.
fn compared(
    context: &Context,
    number: usize,
    others: &[usize],
    method: &str,
) -> Result<(Evidence, Tournament, Vec<Tournament>), Error> {
    let positions = positions(context);
    let share = 1.0 / (others.len() + 1) as f64;
    let own = tournament(context, number, positions, (0.0, share))?;
    let others = others.iter().enumerate().map(|(place, other)| {
        let from = share * (place + 1) as f64;
        tournament(context, *other, positions, (from, from + share))
    });
    let others = others.collect::<Result<Vec<_>, Error>>()?;
    let mut evidence = described(method, positions);
    evidence.grid(own.grid(context));
    Ok((evidence, own, others))
}

fn described(method: &str, positions: usize) -> Evidence {
    let mut evidence = started(method);
    evidence.replaced(
        "19 of the 100 start positions are damaged; the whole ones are used, and scores are per cent.",
    );
    evidence.reading("Scores from the same start positions are compared position by position.");
    evidence.scale("start positions", positions, 100);
    evidence
}

const ALL: [usize; 5] = [MATERIAL, DEFAULT, GA3, TDL2B, NGND6A];

/// Table 5.5.
pub fn first(context: &Context) -> Result<Evidence, Error> {
    let (mut evidence, own, _) = compared(context, 0, &[], "Alpha-beta to depth 6 on both sides.")?;
    let above = |high: usize, low: usize| Ruling::above(&lead(&own.scores(high), &own.scores(low)), 0.0);
    let scores = ALL.map(|place| format!("{} {:.0}", NAMES[place], mean(&own.scores(place))));
    evidence.judge(
        "order",
        Ruling::all(ALL.windows(2).map(|pair| above(pair[1], pair[0]))),
        format!("Scores in 400: {}.", scores.join(", ")),
    );
    Ok(evidence)
}

/// Table 5.6.
pub fn second(context: &Context) -> Result<Evidence, Error> {
    let (mut evidence, own, others) =
        compared(context, 1, &[0], "Alpha-beta to depth 8 against alpha-beta to depth 6.")?;
    evidence.judge("deeper-helps", more(&own, &others[0], &ALL, 0.0), told(&own, &others[0]));
    let cell = |one: usize, other: usize| lead(&own.points(one, other), &others[0].points(one, other));
    let pairs = || ALL.into_iter().flat_map(|one| ALL.into_iter().map(move |other| (one, other)));
    let rest = pairs().filter(|(one, other)| one != other && (*one, *other) != (DEFAULT, GA3));
    let better = rest.map(|(one, other)| Ruling::above(&cell(one, other), 0.0));
    let worse = Ruling::below(&cell(DEFAULT, GA3), 0.0);
    let fell = pairs().filter(|(one, other)| one != other && cell(*one, *other).value < 0.0);
    let fell: Vec<String> = fell.map(|(one, other)| format!("{}-{}", NAMES[one], NAMES[other])).collect();
    evidence.judge(
        "exception",
        Ruling::all(better.chain([worse])),
        format!(
            "Matches that score less: {}.",
            if fell.is_empty() { "none".into() } else { fell.join(", ") }
        ),
    );
    Ok(evidence)
}

/// Table 5.7.
pub fn third(context: &Context) -> Result<Evidence, Error> {
    let (mut evidence, own, others) = compared(
        context,
        2,
        &[0],
        "OM search with one ply of speculation to depth 6, North's evaluation known, against alpha-beta to depth 6.",
    )?;
    let seen = told(&own, &others[0]);
    evidence.judge("profit", more(&own, &others[0], &[MATERIAL, GA3, TDL2B], 0.0), seen.clone());
    evidence.judge("no-profit", more(&others[0], &own, &[DEFAULT, NGND6A], 0.0), seen);
    Ok(evidence)
}

/// Table 5.8.
pub fn fourth(context: &Context) -> Result<Evidence, Error> {
    let (mut evidence, own, others) =
        compared(context, 3, &[2, 1], "As table 5.7, South to depth 8 for its own values.")?;
    evidence.judge("better-than-plain", more(&own, &others[0], &ALL, 0.0), told(&own, &others[0]));
    let rulings = [more(&own, &others[1], &[MATERIAL], 0.0), more(&others[1], &own, &ALL[1..], 0.0)];
    evidence.judge("worse-than-ab8", Ruling::all(rulings), told(&own, &others[1]));
    Ok(evidence)
}

/// Table 5.9.
pub fn fifth(context: &Context) -> Result<Evidence, Error> {
    let (mut evidence, own, others) =
        compared(context, 4, &[0, 1, 3], "As table 5.7, probes to depth 7: six plies like North's.")?;
    let but = |left: usize| ALL.into_iter().filter(|place| *place != left).collect::<Vec<_>>();
    let rulings = [more(&own, &others[0], &but(DEFAULT), 0.0), more(&others[0], &own, &[DEFAULT], 0.0)];
    evidence.judge("better-than-ab6", Ruling::all(rulings), told(&own, &others[0]));
    evidence.judge("worse-than-ab8", more(&others[1], &own, &ALL, 0.0), told(&own, &others[1]));
    let rulings = [more(&others[2], &own, &but(NGND6A), 0.0), more(&own, &others[2], &[NGND6A], 0.0)];
    evidence.judge("worse-than-deeper-om", Ruling::all(rulings), told(&own, &others[2]));
    Ok(evidence)
}

/// Table 5.10.
pub fn sixth(context: &Context) -> Result<Evidence, Error> {
    let (mut evidence, own, others) =
        compared(context, 5, &[0, 1], "South to depth 8 for its own values, probes to depth 7.")?;
    evidence.judge("better-than-ab6", more(&own, &others[0], &ALL, 0.0), told(&own, &others[0]));
    let rest = [MATERIAL, DEFAULT, TDL2B, NGND6A];
    let rulings = [more(&own, &others[1], &rest, 0.0), more(&others[1], &own, &[GA3], 0.0)];
    evidence.judge("better-than-ab8", Ruling::all(rulings), told(&own, &others[1]));
    Ok(evidence)
}

/// Table 5.11.
pub fn seventh(context: &Context) -> Result<Evidence, Error> {
    let (mut evidence, own, others) = compared(
        context,
        6,
        &[0, 2],
        "As table 5.7, but only moves of the best minimax value are considered.",
    )?;
    evidence.judge("better-than-ab6", more(&own, &others[0], &ALL, 0.0), told(&own, &others[0]));
    let equal = Ruling::within(&lead(&own.scores(TDL2B), &others[1].scores(TDL2B)), (-EQUAL, EQUAL));
    let rest = more(&own, &others[1], &[MATERIAL, DEFAULT, GA3, NGND6A], 0.0);
    evidence.judge("not-worse-than-om", Ruling::all([rest, equal]), told(&own, &others[1]));
    Ok(evidence)
}

/// All seven.
fn all(context: &Context) -> Result<(usize, Vec<Tournament>), Error> {
    let positions = positions(context);
    let one = |number: usize| {
        let at = |place: usize| place as f64 / RULES.len() as f64;
        tournament(context, number, positions, (at(number), at(number + 1)))
    };
    Ok((positions, (0..RULES.len()).map(one).collect::<Result<_, Error>>()?))
}

/// Table 5.12.
pub fn overview(context: &Context) -> Result<Evidence, Error> {
    let (positions, all) = all(context)?;
    let mut evidence = described("The seven tournaments side by side.", positions);
    let grid = Grid::beside(context.entry, "Scores in 400 as South", 0, |row, column| match column {
        0 => Some(Measured::Exact(f64::from(RULES[row].depth))),
        1 => RULES[row].probes.map(|probes| Measured::Exact(f64::from(probes))),
        _ => Some(Estimate::mean(&all[row].scores(column - 2)).into()),
    });
    evidence.grid(grid.with_errors(|printed| {
        if printed > 10.0 { verdict::share(printed as u64, 400).error * 400.0 } else { 0.0 }
    }));
    let above = |one: &Tournament, high: usize, low: usize| {
        Ruling::above(&lead(&one.scores(high), &one.scores(low)), 0.0)
    };
    let rising = all.iter().flat_map(|one| {
        [(GA3, MATERIAL), (GA3, DEFAULT), (TDL2B, GA3), (NGND6A, TDL2B)]
            .map(|(high, low)| above(one, high, low))
    });
    let row = |one: &Tournament| ALL.map(|place| format!("{:.0}", mean(&one.scores(place)))).join(", ");
    let rows: Vec<String> = all.iter().map(row).collect();
    evidence.judge("order", Ruling::all(rising), format!("Rows: {}.", rows.join("; ")));
    let either = [
        Ruling::any(all.iter().map(|one| above(one, MATERIAL, DEFAULT))),
        Ruling::any(all.iter().map(|one| above(one, DEFAULT, MATERIAL))),
    ];
    let signs = all.iter().map(|one| lead(&one.scores(MATERIAL), &one.scores(DEFAULT)).told(0));
    let signs: Vec<String> = signs.collect();
    evidence.judge("weak-two", Ruling::all(either), format!("MATERIAL less DEFAULT: {}.", signs.join("; ")));
    let single = [more(&all[1], &all[3], &ALL[1..], 0.0), more(&all[1], &all[4], &ALL, 0.0)];
    evidence.judge(
        "single-advantage",
        Ruling::all(single),
        format!("Deeper: {} Predicting: {}", told(&all[3], &all[1]), told(&all[4], &all[1])),
    );
    let both = more(&all[5], &all[1], &[MATERIAL, DEFAULT, TDL2B, NGND6A], 0.0);
    evidence.judge("both", both, told(&all[5], &all[1]));
    let careful = [more(&all[6], &all[2], &ALL, -EQUAL), more(&all[6], &all[0], &ALL, 0.0)];
    evidence.judge(
        "no-risk",
        Ruling::all(careful),
        format!("Than plain: {} Than alpha-beta: {}", told(&all[6], &all[2]), told(&all[6], &all[0])),
    );
    let deeper = more(&all[3], &all[4], &ALL[..4], 0.0);
    evidence.judge("depth-over-prediction", deeper, told(&all[3], &all[4]));
    Ok(evidence)
}

/// Table 5.13.
pub fn deviations(context: &Context) -> Result<Evidence, Error> {
    let (positions, all) = all(context)?;
    let mut evidence = described(
        "Moves a game of South that alpha-beta to depth 6 would not choose, equal ones included.",
        positions,
    );
    let of = |row: usize, own: usize| all[row + 2].differing(own);
    let spread = |row: usize, own: usize| {
        Estimate::drawn(&[of(row, own)], |groups| Summary::of(&groups[0]).map_or(0.0, |one| one.deviation))
    };
    evidence.grid(Grid::beside(context.entry, "Deviating moves a game", 2, |row, column| {
        let own = column / 2;
        Some(if column % 2 == 0 { Estimate::mean(&of(row, own)) } else { spread(row, own) }.into())
    }));
    let more_moves = |one: usize, other: usize| {
        Ruling::all(ALL.map(|own| Ruling::above(&lead(&of(one, own), &of(other, own)), 0.0)))
    };
    let seen = |row: usize| ALL.map(|own| format!("{:.2}", mean(&of(row, own)))).join(", ");
    evidence.judge("depth-effect", more_moves(1, 2), format!("Deeper {}; predicting {}.", seen(1), seen(2)));
    evidence.judge("four-over-six", more_moves(1, 3), format!("Fourth {}; sixth {}.", seen(1), seen(3)));
    let unpaid = more(&all[5], &all[3], &ALL, 0.0);
    evidence.judge(
        "bad-deviations",
        Ruling::all([unpaid, more_moves(1, 3)]),
        format!("Sixth and fourth: {}", told(&all[5], &all[3])),
    );
    let spreads: Vec<Estimate> = (0..5).flat_map(|row| ALL.map(|own| spread(row, own))).collect();
    let ends = spreads
        .iter()
        .fold((f64::INFINITY, 0.0_f64), |ends, one| (ends.0.min(one.value), ends.1.max(one.value)));
    evidence.judge(
        "sd-range",
        // Printed to one digit.
        Ruling::all(spreads.iter().map(|one| Ruling::within(one, (0.45, 2.55)))),
        format!("From {:.2} to {:.2}.", ends.0, ends.1),
    );
    let moves: Vec<f64> = all
        .iter()
        .flat_map(|one| one.games.iter().flatten().flatten())
        .map(|game| f64::from(game.moves))
        .collect();
    evidence
        .reading(format!("South makes {} moves a game; the text says 19.8.", Estimate::mean(&moves).told(1)));
    Ok(evidence)
}
