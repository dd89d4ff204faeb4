//! Verdicts: a claim holds, does not hold, or is undecided, and then how large a sample would decide it.
//!
//! "Holds" needs evidence for a claim, "does not hold" evidence against it. [`Ruling`] is a pair of one-sided chances: of such a
//! measurement if the claim were false, and if it were true. At most [`LEVEL`] decides, which is what a 95 % interval on one side
//! of a threshold says. Judges have no other way to a verdict than the rules of this module:
//!
//! | rule | the claim |
//! |---|---|
//! | `exact` | something worked out, not sampled |
//! | `above`, `below`, `within` | a measured number lies beyond a threshold, or in a range (two one-sided tests) |
//! | `near` | it is a published number, which has an error of its own, within a margin |
//! | `share_above`, `share_below`, `difference` | a share of games is beyond a threshold, or beats another share |
//! | `never`, `some` | no case breaks a rule; some case shows a thing |
//! | `fullest` | a bin of a histogram is the fullest |
//! | `fits_line` | a straight line explains this much of some points |
//! | `all`, `any`, `most`, `ordered` | several claims at once, corrected for their number |
//! | `untested` | nothing here can tell |
//!
//! Equality and straightness hold inside a stated margin only, never because an interval is wide. Of several
//! claims all hold when the worst of them does (an intersection-union test), and that one fails among many is
//! only believed at the level divided by their number; in between the partial-conjunction test of Benjamini
//! and Heller (2008) does the same for "at least n".

#[cfg(test)]
mod property;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use statrs::distribution::{Binomial, DiscreteCDF};

use plywood_lab::stats::Z95;
use plywood_lab::stats::estimate::{Estimate, FEWEST};
use plywood_lab::stats::normal::quantile;

/// The largest chance of a measurement that is still believed to be no accident.
pub const LEVEL: f64 = 0.025;
/// The largest share of cases that may break a rule where none was seen to: below it "never" is believed.
pub const SELDOM: f64 = 0.002;

/// What a measurement says about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The claim holds.
    Holds,
    /// It does not.
    DoesNotHold,
    /// The measurement is too small to say.
    Undecided {
        /// Games (or trees, positions) that would decide it, if the measured value is right.
        needed: Option<u64>,
    },
}

impl Verdict {
    /// The verdict in words.
    pub fn words(self) -> String {
        match self {
            Self::Undecided { needed: Some(needed) } => format!("undecided; about {needed} would decide"),
            verdict => verdict.word().to_string(),
        }
    }

    /// The verdict without the size that would decide.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::Undecided { .. } => "undecided",
        }
    }
}

/// What speaks for a claim and what against it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// The chance of a measurement as favourable as this if the claim were false.
    for_it: f64,
    /// The chance of one as unfavourable if the claim were true.
    against: f64,
    /// How many standard errors it lies on the claim's side: by this several claims are put in order.
    lean: f64,
    /// Observations that would decide, if the measured value is right.
    needed: Option<u64>,
    /// The rule in words.
    rule: Cow<'static, str>,
}

impl Ruling {
    fn new(
        (for_it, against): (f64, f64),
        lean: f64,
        needed: Option<u64>,
        rule: impl Into<Cow<'static, str>>,
    ) -> Self {
        // What is no number leans nowhere.
        let lean = if lean.is_nan() { 0.0 } else { lean };
        Self { for_it, against, lean, needed, rule: rule.into() }
    }

    /// A comparison of numbers that are worked out, not sampled.
    pub fn exact(holds: bool) -> Self {
        let (chances, lean) =
            if holds { ((0.0, 1.0), f64::INFINITY) } else { ((1.0, 0.0), f64::NEG_INFINITY) };
        Self::new(chances, lean, None, "worked out, not sampled")
    }

    /// A claim that nothing here can test.
    pub fn untested() -> Self {
        Self::new((1.0, 1.0), 0.0, None, "not tested")
    }

    /// The claim that a number lies above a threshold.
    pub fn above(estimate: &Estimate, threshold: f64) -> Self {
        let lean = estimate.distance(threshold);
        let chances = (estimate.chance_above(threshold), estimate.chance_below(threshold));
        Self::new(chances, lean, needed(chances, lean, estimate.size), format!("above {}", short(threshold)))
    }

    /// The claim that a number lies below a threshold.
    pub fn below(estimate: &Estimate, threshold: f64) -> Self {
        Self::above(&estimate.times(-1.0), -threshold).ruled(format!("below {}", short(threshold)))
    }

    /// The claim that a number lies within a range: above its lower end and below its upper end.
    pub fn within(estimate: &Estimate, (low, high): (f64, f64)) -> Self {
        let rule = format!("from {} to {}, by two one-sided tests", short(low), short(high));
        Self::all([Self::above(estimate, low), Self::below(estimate, high)]).ruled(rule)
    }

    /// The claim that a number is a published one, which has a standard error of its own, give or take a margin.
    pub fn near(estimate: &Estimate, published: f64, error: f64, margin: f64) -> Self {
        let difference = estimate.minus(Estimate::known(published, error, u64::MAX));
        let rule = format!(
            "within {} of the published {}, whose standard error is {}, by two one-sided tests",
            short(margin),
            short(published),
            short(error)
        );
        Self::within(&difference, (-margin, margin)).ruled(rule)
    }

    /// The claim that more than a share of cases is so, by the binomial distribution.
    pub fn share_above(count: u64, cases: u64, share: f64) -> Self {
        let chances = match Binomial::new(share, cases) {
            Ok(_) if cases == 0 => (1.0, 1.0),
            Ok(chance) => (if count == 0 { 1.0 } else { chance.sf(count - 1) }, chance.cdf(count)),
            Err(_) => (1.0, 1.0),
        };
        let seen = count as f64 / cases.max(1) as f64;
        let error = libm::sqrt(share * (1.0 - share) / cases.max(1) as f64);
        let lean = (seen - share) / error;
        let rule = format!("a share above {}, by the binomial distribution", short(share));
        Self::new(chances, lean, needed(chances, lean, cases), rule)
    }

    /// The claim that less than a share of cases is so.
    pub fn share_below(count: u64, cases: u64, share: f64) -> Self {
        let rule = format!("a share below {}, by the binomial distribution", short(share));
        Self::share_above(cases - count.min(cases), cases, 1.0 - share).ruled(rule)
    }

    /// The claim that one share of cases is larger than another by more than a margin, both sampled independently.
    pub fn difference((count, cases): (u64, u64), other: (u64, u64), margin: f64) -> Self {
        let difference = share(count, cases).minus(share(other.0, other.1));
        Self::above(&difference, margin).ruled(format!("a difference above {}", short(margin)))
    }

    /// The claim that no case breaks a rule: one case that does refutes it. Enough cases without one confirm
    /// it: enough to show that fewer than [`SELDOM`] break the rule.
    pub fn never(broken: u64, cases: u64) -> Self {
        let unseen = libm::pow(1.0 - SELDOM, cases as f64);
        let needed = (libm::log(LEVEL) / libm::log(1.0 - SELDOM)).ceil() as u64;
        let rule = format!("no case; it holds from {needed} cases without one");
        if broken > 0 {
            Self::new((1.0, 0.0), f64::NEG_INFINITY, None, rule)
        } else {
            // However few they are, cases without one do not lean against it.
            Self::new((unseen, 1.0), (-quantile(unseen)).max(f64::MIN_POSITIVE), Some(needed), rule)
        }
    }

    /// The claim that no case of a finite number breaks a rule: it holds when all were tried.
    pub fn never_of(broken: u64, tried: u64, all: u64) -> Self {
        let rule = format!("no case; it holds when all {all} were tried");
        match broken {
            0 if tried >= all => Self::new((0.0, 1.0), f64::INFINITY, None, rule),
            // What is left to try may go either way.
            0 => Self::new((1.0, 1.0), f64::MIN_POSITIVE, Some(all), rule),
            _ => Self::new((1.0, 0.0), f64::NEG_INFINITY, None, rule),
        }
    }

    /// The claim that some case shows a thing.
    pub fn some(seen: u64, cases: u64) -> Self {
        Self::never(seen, cases).contrary().ruled("some case")
    }

    /// The claim that one bin of a histogram is the fullest: it has more than half of what it and any other bin have.
    pub fn fullest(counts: &[u64], bin: usize) -> Self {
        let others = counts.iter().enumerate().filter(|(place, _)| *place != bin);
        let rivals = others.map(|(_, count)| Self::share_above(counts[bin], counts[bin] + count, 0.5));
        Self::all(rivals).ruled("the fullest bin, against each other one")
    }

    /// The claim that a straight line explains at least a share of the spread of some points `(x, y, error of y)`.
    ///
    /// Errors make points scatter about any line, so what they add is taken off: with `A` the matrix of the
    /// residual less `1 - share` of the total sum of squares, `y'Ay` is negative for such a line, too high by
    /// the trace of `AV`, and has the variance `4 y'AVAy + 2 tr(AVAV)` at most.
    pub fn fits_line(points: &[(f64, f64, f64)], share: f64, size: u64) -> Self {
        let count = points.len() as f64;
        let middle = points.iter().map(|point| point.0).sum::<f64>() / count;
        let across = points.iter().map(|point| (point.0 - middle) * (point.0 - middle)).sum::<f64>();
        let matrix = |row: usize, column: usize| {
            let unit = if row == column { 1.0 } else { 0.0 };
            let slope = (points[row].0 - middle) * (points[column].0 - middle) / across;
            (unit - 1.0 / count) * share - slope
        };
        let places = || 0..points.len();
        let variance = |place: usize| points[place].2 * points[place].2;
        let image: Vec<f64> =
            places().map(|row| places().map(|column| matrix(row, column) * points[column].1).sum()).collect();
        let form: f64 = places().map(|place| points[place].1 * image[place]).sum();
        let excess: f64 = places().map(|place| matrix(place, place) * variance(place)).sum();
        let linear: f64 = places().map(|place| image[place] * image[place] * variance(place)).sum();
        let squared: f64 = places()
            .flat_map(|row| places().map(move |column| (row, column)))
            .map(|(row, column)| matrix(row, column) * matrix(row, column) * variance(row) * variance(column))
            .sum();
        let estimate = Estimate::known(form - excess, libm::sqrt(4.0 * linear + 2.0 * squared), size);
        Self::below(&estimate, 0.0)
            .ruled(format!("R squared above {}, what the points' errors add taken off", short(share)))
    }

    /// The claim that at least `count` of several claims hold.
    pub fn at_least(count: usize, claims: impl IntoIterator<Item = Self>) -> Self {
        let claims: Vec<Self> = claims.into_iter().collect();
        let all = claims.len();
        let chance = |wanted: usize, pick: fn(&Self) -> f64| {
            let mut chances: Vec<f64> = claims.iter().map(pick).collect();
            chances.sort_by(f64::total_cmp);
            match wanted {
                0 => 0.0,
                _ => chances
                    .get(wanted - 1)
                    .map_or(1.0, |chance| (chance * (all - wanted + 1) as f64).min(1.0)),
            }
        };
        let chances = (
            chance(count, |claim| claim.for_it),
            chance((all + 1).saturating_sub(count), |claim| claim.against),
        );
        let (lean, needed) = Self::turning(count, &claims);
        let mut rules: Vec<&str> = claims.iter().map(|claim| claim.rule.as_ref()).collect();
        rules.dedup();
        let rule = match (all, rules.len()) {
            (1, _) => rules[0].to_string(),
            (_, 1) => format!("{count} of {all}, each {}", rules[0]),
            (_, ..=4) => format!("{count} of {all}: {}", rules.join("; ")),
            _ => format!("{count} of {all}: {}; …", rules[..3].join("; ")),
        };
        Self::new(chances, lean, needed, rule)
    }

    /// How far the claim leans that decides whether at least `count` hold, and what would decide it at the
    /// level that several allow.
    ///
    /// Put in order, it is the one in that place: if it holds, so do those before it, and if it does not, neither do those behind.
    fn turning(count: usize, claims: &[Self]) -> (f64, Option<u64>) {
        let all = claims.len();
        let mut order: Vec<&Self> = claims.iter().collect();
        order.sort_by(|one, other| other.lean.total_cmp(&one.lean));
        let Some(claim) = count.checked_sub(1).and_then(|place| order.get(place)) else {
            return (if count == 0 { f64::INFINITY } else { f64::NEG_INFINITY }, None);
        };
        let rivals = if claim.lean > 0.0 { all - count + 1 } else { count };
        let stricter = quantile(LEVEL / rivals as f64) / quantile(LEVEL);
        let needed = claim.needed.map(|needed| (needed as f64 * stricter * stricter).ceil() as u64);
        (claim.lean, needed)
    }

    /// Several claims at once.
    pub fn all(claims: impl IntoIterator<Item = Self>) -> Self {
        let claims: Vec<Self> = claims.into_iter().collect();
        Self::at_least(claims.len(), claims)
    }

    /// One of several claims.
    pub fn any(claims: impl IntoIterator<Item = Self>) -> Self {
        Self::at_least(1, claims)
    }

    /// More than half of several claims.
    pub fn most(claims: impl IntoIterator<Item = Self>) -> Self {
        let claims: Vec<Self> = claims.into_iter().collect();
        Self::at_least(claims.len() / 2 + 1, claims)
    }

    /// The claim that every group of things stands above the next one; `above` compares two things.
    pub fn ordered<T: Copy>(groups: &[&[T]], above: impl Fn(T, T) -> Self) -> Self {
        let pairs = groups.windows(2).flat_map(|pair| {
            pair[0].iter().flat_map(|one| pair[1].iter().map(|other| (*one, *other))).collect::<Vec<_>>()
        });
        Self::all(pairs.map(|(one, other)| above(one, other)))
    }

    /// The contrary claim.
    pub fn contrary(self) -> Self {
        let Self { for_it, against, lean, needed, rule } = self;
        Self::new((against, for_it), -lean, needed, format!("not {rule}"))
    }

    /// The same with the rule in other words.
    pub fn ruled(self, rule: impl Into<Cow<'static, str>>) -> Self {
        Self { rule: rule.into(), ..self }
    }

    /// The rule in words.
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// What it comes to.
    pub fn verdict(&self) -> Verdict {
        if self.for_it <= LEVEL {
            Verdict::Holds
        } else if self.against <= LEVEL {
            Verdict::DoesNotHold
        } else {
            Verdict::Undecided { needed: self.needed }
        }
    }
}

/// A share of cases whose error counts one case more of either kind (Agresti and Caffo), which keeps it honest near 0 and 1.
pub fn share(count: u64, cases: u64) -> Estimate {
    let (with, all) = (count as f64 + 1.0, cases as f64 + 2.0);
    let error = libm::sqrt(with / all * (1.0 - with / all) / all);
    Estimate::known(with / all, error, cases)
}

/// How many observations would part a number from a threshold on whose one side it leans: twice what just suffices on average,
/// so that the next try decides more often than not, and never fewer than are believed at all.
///
/// How clear it is now is read from the chance that decides, in which skewness and few observations have their part.
fn needed((for_it, against): (f64, f64), lean: f64, size: u64) -> Option<u64> {
    let chance = if lean > 0.0 { for_it } else { against };
    let clear = if size < FEWEST { lean.abs() } else { -quantile(chance.min(0.5)) };
    let needed = 2.0 * size as f64 * (Z95 / clear) * (Z95 / clear);
    (size > 0 && needed.is_finite() && needed < 1e12).then(|| (needed.ceil() as u64).max(FEWEST))
}

fn short(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    if rounded == 0.0 && number != 0.0 { format!("{number:.1e}") } else { rounded.to_string() }
}

/// A claim's verdict with the numbers behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The claim's id.
    pub claim: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What was seen, in a sentence.
    pub seen: String,
    /// The rule that decided, in words.
    pub rule: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_how_much_more_it_takes() {
        let estimate = Estimate::known(0.55, 0.05, 100);
        assert_eq!(Ruling::above(&estimate, 0.5).verdict(), Verdict::Undecided { needed: Some(769) });
        assert_eq!(Ruling::above(&estimate, 0.4).verdict(), Verdict::Holds);
        assert_eq!(Ruling::below(&estimate, 0.4).verdict(), Verdict::DoesNotHold);
        assert_eq!(Ruling::above(&estimate, 0.55).verdict(), Verdict::Undecided { needed: None });
    }

    #[test]
    fn what_would_decide_is_more_than_there_is_and_enough_to_be_believed() {
        let needed = |ruling: Ruling| match ruling.verdict() {
            Verdict::Undecided { needed } => needed,
            decided => panic!("{decided:?}"),
        };
        // Clear already, but too few to be believed: as dice/figure4.5 has it.
        assert_eq!(needed(Ruling::below(&Estimate::known(0.05, 0.02, 11), 0.25)), Some(FEWEST));
        // Three errors from the threshold, but with a long tail on its side.
        let values: Vec<f64> = (0..30).map(|place| if place % 10 == 0 { -3.0 } else { 1.0 }).collect();
        let skewed = Estimate::mean(&values);
        assert!(skewed.distance(0.0) > 2.6, "{}", skewed.distance(0.0));
        assert!(needed(Ruling::any([Ruling::above(&skewed, 0.0), Ruling::untested()])).unwrap() > 30);
        // Two of seven fail for themselves, but not at the level that seven allow.
        let claim = |value| Ruling::above(&Estimate::known(value, 1.0, 60), 0.0);
        let seven = |low| Ruling::all([low, low, 9.0, 9.0, 9.0, 9.0, 9.0].map(claim));
        assert_eq!(claim(-2.2).verdict(), Verdict::DoesNotHold);
        assert!(needed(seven(-2.2)).unwrap() > 60);
        assert_eq!(seven(-2.8).verdict(), Verdict::DoesNotHold);
        // One that leans against decides, whatever those that lean for would need.
        let mixed = needed(Ruling::all([claim(0.01), claim(-1.9)])).unwrap();
        assert!((60..300).contains(&mixed), "{mixed}");
        // Of two, the better one decides whether any holds.
        let any = needed(Ruling::any([claim(0.01), claim(1.9)])).unwrap();
        assert!((60..300).contains(&any), "{any}");
        assert_eq!(needed(Ruling::all([Ruling::untested(), claim(1.0)])), None);
        assert_eq!(needed(Ruling::all([Ruling::never_of(0, 13, 75), claim(9.0)])), Some(75));
    }

    /// More data never bring fewer that would decide than there are, at whatever size and for whatever mixture of claims.
    #[test]
    fn no_mixture_of_claims_asks_for_less_than_it_has() {
        use plywood_core::random::{below, seeded, unit};
        let mut rng = seeded(5);
        for _ in 0..20_000 {
            let size = 12 + below(&mut rng, 200) as u64;
            let number = 1 + below(&mut rng, 8);
            let claims: Vec<Ruling> = (0..number)
                .map(|_| Ruling::above(&Estimate::known(8.0 * unit(&mut rng) - 4.0, 1.0, size), 0.0))
                .collect();
            let ruling = Ruling::at_least(1 + below(&mut rng, number), claims);
            if let Verdict::Undecided { needed: Some(needed) } = ruling.verdict() {
                assert!(needed > size, "{needed} of {size}");
            }
        }
    }

    #[test]
    fn a_wide_interval_is_no_evidence_of_equality() {
        let wide = Estimate::known(0.0, 1.0, 50);
        assert!(matches!(Ruling::within(&wide, (-0.5, 0.5)).verdict(), Verdict::Undecided { .. }));
        let narrow = Estimate::known(0.01, 0.1, 5000);
        assert_eq!(Ruling::within(&narrow, (-0.5, 0.5)).verdict(), Verdict::Holds);
        assert_eq!(Ruling::within(&narrow.plus(1.0), (-0.5, 0.5)).verdict(), Verdict::DoesNotHold);
    }

    #[test]
    fn few_cases_confirm_no_rule() {
        assert!(matches!(Ruling::never(0, 100).verdict(), Verdict::Undecided { needed: Some(1843) }));
        assert_eq!(Ruling::never(0, 1843).verdict(), Verdict::Holds);
        assert_eq!(Ruling::never(1, 100_000).verdict(), Verdict::DoesNotHold);
        assert!(matches!(Ruling::never_of(0, 13, 75).verdict(), Verdict::Undecided { needed: Some(75) }));
        assert_eq!(Ruling::never_of(0, 75, 75).verdict(), Verdict::Holds);
        assert_eq!(Ruling::never_of(1, 13, 75).verdict(), Verdict::DoesNotHold);
        assert_eq!(Ruling::share_above(0, 0, 0.5).verdict(), Verdict::Undecided { needed: None });
    }

    #[test]
    fn several_claims() {
        let (yes, no, open) = (Ruling::exact(true), Ruling::exact(false), Ruling::untested());
        let all = |claims: &[&Ruling]| Ruling::all(claims.iter().map(|claim| (*claim).clone())).verdict();
        assert_eq!(all(&[&yes, &yes]), Verdict::Holds);
        assert_eq!(all(&[&yes, &open, &no]), Verdict::DoesNotHold);
        assert_eq!(all(&[&yes, &open]), Verdict::Undecided { needed: None });
        assert_eq!(all(&[]), Verdict::Holds);
        let most = |claims: &[&Ruling]| Ruling::most(claims.iter().map(|claim| (*claim).clone())).verdict();
        assert_eq!(most(&[&yes, &yes, &no]), Verdict::Holds);
        assert_eq!(most(&[&yes, &no]), Verdict::DoesNotHold);
        assert_eq!(most(&[&yes, &yes, &no, &open]), Verdict::Undecided { needed: None });
        // One of twenty that fails at the level alone is what chance brings.
        let many = (0..20).map(|place| Estimate::known(if place == 0 { -2.0 } else { 9.0 }, 1.0, 100));
        assert!(matches!(
            Ruling::all(many.map(|one| Ruling::above(&one, 0.0))).verdict(),
            Verdict::Undecided { .. }
        ));
        assert_eq!(Ruling::any([no.clone(), yes]).verdict(), Verdict::Holds);
        assert_eq!(no.contrary().verdict(), Verdict::Holds);
    }

    #[test]
    fn rules_tell_themselves() {
        let estimate = Estimate::known(0.55, 0.05, 100);
        let claims = [Ruling::above(&estimate, 0.5), Ruling::above(&estimate, 0.5)];
        assert_eq!(Ruling::all(claims).rule(), "2 of 2, each above 0.5");
        assert_eq!(Ruling::within(&estimate, (0.0, 1.0)).rule(), "from 0 to 1, by two one-sided tests");
    }
}
