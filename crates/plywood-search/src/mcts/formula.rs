//! Which child to go to: UCB1 and what may be added to it.
//!
//! Algorithm 2 goes to the child with the largest `mean + sqrt(2 ln N / n)`, where N sums the children's visits; a
//! child without visits comes first. The switches change the sum:
//!
//! - first-play urgency: a child without visits is worth a constant instead (Gelly and Wang 2006);
//! - RAVE: the mean is mixed with that of all moves as first, `beta = sqrt(k / (3n + k))` (Gelly and Silver 2007);
//! - implicit minimax: the mean is mixed with the evaluation backed up by minimax (Lanctot et al. 2014);
//! - progressive bias: the evaluation divided by `n + 1` is added (Chaslot et al. 2008);
//! - the solver: children that are proven, or that cannot beat what is proven, are passed over (Winands, Bjornsson
//!   and Saito 2008; with bounds as Cazenave and Saffidine 2010).

use std::ops::Range;
use std::sync::LazyLock;

use plywood_core::Player;

use super::config::Config;
use super::tree::{ONE, Segment, Tally, load};

/// Roots of logarithms are looked up below this and computed above.
const TABLE: u64 = 1 << 12;

static SQRT_LN: LazyLock<Vec<f64>> =
    LazyLock::new(|| (0..TABLE).map(|number| libm::log(number.max(1) as f64).sqrt()).collect());

/// The square root of the natural logarithm.
pub fn sqrt_ln(number: u64) -> f64 {
    if number < TABLE { SQRT_LN[number as usize] } else { libm::log(number as f64).sqrt() }
}

/// One over a number of visits, and one over its root.
static INVERSES: LazyLock<Vec<[f64; 2]>> =
    LazyLock::new(|| (0..TABLE).map(|number| inverses(number.max(1) as f64)).collect());

fn inverses(number: f64) -> [f64; 2] {
    [1.0 / number, 1.0 / number.sqrt()]
}

/// Weighs the children of a node.
pub(super) struct Weigher<'a, S> {
    segment: &'a Segment<S>,
    range: Range<usize>,
    config: &'a Config,
}

/// Bounds of the parent on the first player's payoff, and who chooses.
type Proven = Option<((f32, f32), Player)>;

impl<'a, S> Weigher<'a, S> {
    pub(super) fn new(segment: &'a Segment<S>, range: Range<usize>, config: &'a Config) -> Self {
        Weigher { segment, range, config }
    }

    /// The first child with the fewest visits.
    pub(super) fn least_visited(&self) -> u32 {
        let visits = self.segment.tallies[self.range.clone()].iter().map(Tally::visits);
        let least = visits.enumerate().min_by_key(|(_, visits)| *visits);
        least.expect("there are children").0 as u32
    }

    /// UCB1 alone. `exploration` is the numerator of its second term for a total of visits.
    #[inline]
    pub(super) fn plain(&self, exploration: impl Fn(u64) -> f64) -> u32 {
        let tallies = &self.segment.tallies[self.range.clone()];
        // Children are first tried in order, so one without visits is likely to be the last.
        if tallies[tallies.len() - 1].visits() == 0 {
            // Another thread may have been there in between.
            let untried = tallies.iter().position(|tally| tally.visits() == 0);
            return untried.unwrap_or(tallies.len() - 1) as u32;
        }
        let total = tallies.iter().map(|tally| u64::from(tally.visits())).sum();
        let exploration = exploration(total) * ONE as f64;
        let known = INVERSES.as_slice();
        let mut best = (f64::NEG_INFINITY, 0);
        for (place, tally) in tallies.iter().enumerate() {
            let visits = tally.visits();
            let [inverse, root] =
                known.get(visits as usize).copied().unwrap_or_else(|| inverses(f64::from(visits)));
            let worth = tally.rewards() as f64 * inverse + exploration * root;
            if worth > best.0 {
                best = (worth, place as u32);
            }
        }
        best.1
    }

    /// UCB1 with the switches that are on.
    pub(super) fn enhanced(&self, exploration: impl Fn(u64) -> f64, proven: Proven) -> u32 {
        let segment = self.segment;
        let visits = |place: usize| segment.tallies[place].visits();
        let total = self.range.clone().map(|place| u64::from(visits(place))).sum();
        let exploration = exploration(total);
        let mut best = (f64::NEG_INFINITY, self.range.start);
        for place in self.range.clone() {
            if self.hopeless(place, proven) {
                continue;
            }
            let worth = self.worth(place, f64::from(visits(place)), exploration);
            if worth > best.0 {
                best = (worth, place);
            }
        }
        (best.1 - self.range.start) as u32
    }

    /// Whether nothing can be gained below a child.
    fn hopeless(&self, place: usize, proven: Proven) -> bool {
        let Some(((lower, upper), player)) = proven else { return false };
        let child = (load(&self.segment.lower[place]), load(&self.segment.upper[place]));
        let beaten = if player == Player::FIRST { child.1 <= lower } else { child.0 >= upper };
        child.0 == child.1 || beaten
    }

    fn worth(&self, place: usize, visits: f64, exploration: f64) -> f64 {
        let (segment, config) = (self.segment, self.config);
        let bias =
            if config.bias > 0.0 { config.bias * f64::from(load(&segment.guesses[place])) } else { 0.0 };
        let mean = |rewards: u64, visits: f64| rewards as f64 / (ONE as f64 * visits);
        let mut worth = if visits > 0.0 {
            mean(segment.tallies[place].rewards(), visits)
        } else {
            match config.first_play {
                None => return f64::INFINITY,
                Some(urgency) => urgency,
            }
        };
        if config.implicit > 0.0 {
            worth += config.implicit * (f64::from(load(&segment.implicit[place])) - worth);
        }
        if config.rave > 0.0 {
            let tally = &segment.as_first[place];
            let as_first = f64::from(tally.visits());
            if as_first > 0.0 {
                let share = (config.rave / (3.0 * visits + config.rave)).sqrt();
                worth += share * (mean(tally.rewards(), as_first) - worth);
            }
        }
        let bonus = if visits > 0.0 { exploration / visits.sqrt() } else { 0.0 };
        worth + bonus + bias / (visits + 1.0)
    }
}
