//! Tables 5.1 and 7.1 to 7.3, and what the text says of them.

use plywood_core::Error;

use super::matches::*;
use crate::{Context, Evidence, Grid, Measured, Ruling};

/// The probabilities of the own evaluation.
const SHARES: [f64; 3] = [0.25, 0.5, 0.75];

fn started(context: &Context, method: &str) -> Evidence {
    let mut evidence = Evidence::new(method);
    evidence.replaced(
        "The diagrams of appendix A are lost: the thirty start positions are ours, three each from ten games of self-play, an \
         early, a middle and a late one, drawn by seed; their file says how.",
    );
    evidence.replaced(
        "The weights of V_NNa and V_NNb were never printed: networks of the same shape, trained here by TD(lambda) in self-play \
         at depth 3, stand for them.",
    );
    evidence.reading("If a move connects both sides the mover wins; who cannot move loses.");
    let counts = positions(context);
    for (depth, count) in DEPTHS.into_iter().zip(counts) {
        evidence.scale(&format!("games a match at depth {depth}"), 2 * count, 2 * ALL);
    }
    evidence
}

/// A cell; none where nothing was played.
fn cell(list: &[f64]) -> Option<Measured> {
    (!list.is_empty()).then(|| total(list).into())
}

/// The places of depths 3, 4 and 5.
const DEEPER: [usize; 3] = [1, 2, 3];

/// The claims of table 5.1, but the one about the controls, for the OM matches of one reading.
fn om_claims(om: &[Points; 3], control: &[Points; 3]) -> [(&'static str, Ruling, String); 5] {
    let gain = |place: usize, depth: usize| more(&om[place][depth], &control[place][depth]);
    let told = |place: usize, depths: &[usize]| {
        let words = depths.iter().map(|depth| gain(place, *depth).told(1));
        words.collect::<Vec<_>>().join(", ")
    };
    let below = |list: &[f64]| Ruling::below(&total(list), 0.0);
    let above = |list: &[f64]| Ruling::above(&total(list), 0.0);
    let cells = (0..3).flat_map(|place| (0..4).map(move |depth| (place, depth)));
    let worse = cells.clone().filter(|(place, depth)| gain(*place, *depth).value < 0.0).count();
    let values = |list: &Points| DEEPER.map(|depth| format!("{:+.0}", total(&list[depth]).value)).join(", ");
    [
        (
            "A-depth2",
            Ruling::above(&gain(0, 0), 0.0),
            format!("OM search brings {} points more at depth 2.", told(0, &[0])),
        ),
        (
            "A-deeper",
            Ruling::all(DEEPER.map(|depth| Ruling::below(&gain(0, depth), 0.0))),
            format!("OM search brings {} points more at depths 3, 4 and 5.", told(0, &DEEPER)),
        ),
        (
            "B-reversal",
            Ruling::all(
                DEEPER.into_iter().flat_map(|depth| [above(&control[1][depth]), below(&om[1][depth])]),
            ),
            format!(
                "At depths 3, 4 and 5 alpha-beta has {}, OM search {}.",
                values(&control[1]),
                values(&om[1])
            ),
        ),
        (
            "C-bad",
            Ruling::all(DEEPER.map(|depth| below(&om[2][depth]))),
            format!("OM search has {} at depths 3, 4 and 5.", values(&om[2])),
        ),
        (
            "mostly-worse",
            Ruling::most(cells.map(|(place, depth)| Ruling::below(&gain(place, depth), 0.0))),
            format!("OM search does worse in {worse} of the cells that were played."),
        ),
    ]
}

/// Table 5.1.
pub fn opponent_model(context: &Context) -> Result<Evidence, Error> {
    let mut evidence = started(
        context,
        "The three tournaments: OM search with the opponent's own evaluation as its model against alpha-beta, and alpha-beta in \
         its place. Both search to the same depth.",
    );
    evidence.reading(
        "Algorithm 3.8 lets the model look to the leaves of our tree, which is a ply less than the opponent will look. Beside it stands \
         the other reading of perfect knowledge: the model looks as far as the opponent does.",
    );
    let step = 1.0 / 9.0;
    let row = |method: Method, place: usize| {
        let mut all: [Points; 3] = Default::default();
        for (number, tournament) in TOURNAMENTS.into_iter().enumerate() {
            let begun = step * (3 * place + number) as f64;
            all[number] = play(context, tournament, method, (begun, begun + step))?;
        }
        Ok::<_, Error>(all)
    };
    let control = row(Method::AlphaBeta, 0)?;
    let leaves = row(Method::Om(Sight::Leaves), 1)?;
    let full = row(Method::Om(Sight::Full), 2)?;
    for (title, om) in [
        ("Points over 60 games, the model looking to our leaves", &leaves),
        ("Points over 60 games, the model looking as far as the opponent", &full),
    ] {
        evidence.grid(Grid::beside(context.entry, title, 0, |depth, column| {
            cell(if column % 2 == 0 { &om[column / 2][depth] } else { &control[column / 2][depth] })
        }));
    }
    for (one, other) in om_claims(&leaves, &control).into_iter().zip(om_claims(&full, &control)) {
        evidence.judge_readings(
            one.0,
            vec![("looking to our leaves", one.1, one.2), ("looking as far as he does", other.1, other.2)],
        );
    }
    // The same games with the other player named first, position by position.
    let pairs = (0..4).flat_map(|depth| control[1][depth].iter().zip(&control[2][depth]));
    let (tried, broken) =
        pairs.fold((0, 0), |(tried, broken), (one, other)| (tried + 1, broken + u64::from(*one != -other)));
    evidence.judge(
        "C-mirror",
        Ruling::never_of(broken, tried, (DEPTHS.len() * ALL) as u64),
        format!("Of {tried} positions {broken} come out otherwise."),
    );
    Ok(evidence)
}

/// PrOM search with every probability, OM search and the control in one tournament.
struct Results {
    prom: [Points; 3],
    om: Points,
    control: Points,
}

fn play_all(context: &Context, tournament: Tournament, (from, to): (f64, f64)) -> Result<Results, Error> {
    let share = |part: f64| from + (to - from) * part;
    let control = play(context, tournament, Method::AlphaBeta, (share(0.0), share(0.05)))?;
    let om = play(context, tournament, Method::Om(Sight::Leaves), (share(0.05), share(0.25)))?;
    let mut prom: [Points; 3] = Default::default();
    for (place, own) in SHARES.into_iter().enumerate() {
        let begun = 0.25 * (place + 1) as f64;
        prom[place] = play(context, tournament, Method::Prom(own), (share(begun), share(begun + 0.25)))?;
    }
    Ok(Results { prom, om, control })
}

impl Results {
    /// What PrOM search brings more than the control in each cell, by probability and depth.
    fn gains(&self) -> impl Iterator<Item = crate::Estimate> {
        self.prom.iter().flat_map(|prom| (0..4).map(|depth| more(&prom[depth], &self.control[depth])))
    }

    /// The claim that the probability of a half brings most.
    fn half_best(&self) -> Ruling {
        let [low, half, high] = &self.prom;
        Ruling::all([low, high].map(|other| Ruling::above(&more_in_sum(half, other), 0.0)))
    }

    fn sums(&self) -> String {
        let sum =
            |points: &Points| points.iter().map(|list| total(list).value).filter(|v| v.is_finite()).sum();
        let words = self.prom.each_ref().map(sum).map(|sum: f64| format!("{sum:+.0}"));
        format!("{} for 0.25, 0.5 and 0.75", words.join(", "))
    }

    /// The claim that PrOM search brings more than another search, for every probability.
    fn each_above(&self, other: &Points) -> Ruling {
        Ruling::all(self.prom.each_ref().map(|prom| Ruling::above(&more_in_sum(prom, other), 0.0)))
    }
}

/// Tables 7.1, 7.2 and 7.3.
pub fn probabilistic(context: &Context, place: usize) -> Result<Evidence, Error> {
    let letter = TOURNAMENTS[place].letter;
    let mut evidence = started(
        context,
        &format!(
            "Tournament {letter}: PrOM search with the own and the opponent's evaluation as types against alpha-beta, with OM search and \
             alpha-beta in its place beside it."
        ),
    );
    evidence.reading("Types look to the leaves of our tree, as the algorithms of chapter 6 have it.");
    evidence.reading("A claim about a sum over depths takes all four, weighted alike.");
    // The last table speaks of all three tournaments.
    let last = place == TOURNAMENTS.len() - 1;
    let wanted = if last { 0..3 } else { place..place + 1 };
    let part = 1.0 / wanted.len() as f64;
    let mut all = Vec::new();
    for (done, number) in wanted.enumerate() {
        let begun = part * done as f64;
        all.push(play_all(context, TOURNAMENTS[number], (begun, begun + part))?);
    }
    let own = all.last().expect("at least one tournament is played");
    evidence.grid(Grid::beside(context.entry, "Points over 60 games", 0, |depth, column| {
        cell(own.prom.get(column).map_or(&own.control[depth], |prom| &prom[depth]))
    }));
    let rows = DEPTHS.iter().zip(&own.om).map(|(depth, list)| (format!("depth {depth}"), list));
    let rows = rows.filter_map(|(name, list)| Some((name, vec![cell(list)?]))).collect();
    evidence.grid(Grid::measured("OM search in the same matches", &["OM - ab".to_string()], 0, rows));
    let better = own.gains().filter(|gain| gain.value > 0.0).count();
    let seen = format!("PrOM search is above the control in {better} of 12 cells; sums {}.", own.sums());
    match place {
        0 => {
            let ruling = Ruling::at_least(11, own.gains().map(|gain| Ruling::above(&gain, 0.0)));
            evidence.judge("better-than-ab", ruling, seen.clone());
        }
        1 => {
            let sums = Ruling::all(
                own.prom.each_ref().map(|prom| Ruling::below(&more_in_sum(prom, &own.control), 0.0)),
            );
            let cells = own.prom.iter().flat_map(|prom| {
                DEEPER.map(|depth| Ruling::below(&more(&prom[depth], &own.control[depth]), 0.0))
            });
            let cells = Ruling::all(cells);
            evidence.judge_readings(
                "worse-than-ab",
                vec![("in sum", sums, seen.clone()), ("at depths 3, 4 and 5", cells, String::new())],
            );
        }
        _ => {
            let not_below = Ruling::at_least(9, own.gains().map(|gain| Ruling::below(&gain, 0.0).contrary()));
            let above = Ruling::at_least(8, own.gains().map(|gain| Ruling::above(&gain, 0.0)));
            evidence.judge_readings(
                "better-than-ab",
                vec![
                    ("not worse in nine of twelve", not_below, seen.clone()),
                    ("better in eight of twelve", above, String::new()),
                ],
            );
        }
    }
    evidence.judge("half-best", own.half_best(), format!("Sums over depths: {}.", own.sums()));
    let sum: f64 = own.om.iter().map(|list| total(list).value).filter(|value| value.is_finite()).sum();
    evidence.judge(
        "better-than-om",
        own.each_above(&own.om),
        format!("Sums over depths: {}; OM search {sum:+.0}.", own.sums()),
    );
    if last {
        let sums = all.iter().zip(TOURNAMENTS).map(|(one, of)| format!("{}: {}", of.letter, one.sums()));
        evidence.judge(
            "own-half",
            Ruling::all(all.iter().map(Results::half_best)),
            sums.collect::<Vec<_>>().join("; ") + ".",
        );
    }
    Ok(evidence)
}
