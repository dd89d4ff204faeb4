//! The budget of a search, and the flag that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use crate::clock::Clock;
use crate::error::{Error, one_of};
use crate::settings::{Takes, whole};
use crate::spec::{Args, Key};

/// Limits on a search, any mix; a search ends at the first that is reached.
///
/// ```
/// use plywood_core::Budget;
///
/// let budget = Budget { depth: Some(8), seconds: Some(2.0), ..Budget::default() };
/// assert_eq!(budget.tighter(Budget::depth(6)).depth, Some(6));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budget {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Calls of the evaluation.
    pub evaluations: Option<u64>,
    /// Playouts.
    pub simulations: Option<u64>,
    /// Seconds.
    #[serde(with = "crate::number")]
    pub seconds: Option<f64>,
    /// The clock of the whole game, for the code that plans it. In the budget of a search, the share of the
    /// clock is in [`Budget::seconds`] already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
}

/// One of the limits of a [`Budget`], named as its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Plies.
    Depth,
    /// Nodes.
    Nodes,
    /// Calls of the evaluation.
    Evaluations,
    /// Playouts.
    Simulations,
    /// Seconds.
    Time,
}

impl Limit {
    /// Every limit, in the order of [`Budget::KEYS`]; who answers at once keeps them all.
    pub const ALL: &'static [Limit] =
        &[Limit::Depth, Limit::Nodes, Limit::Evaluations, Limit::Simulations, Limit::Time];
    /// The limits that a search of a tree to its horizon keeps.
    pub const OF_TREES: &'static [Limit] = &[Limit::Depth, Limit::Nodes, Limit::Evaluations, Limit::Time];
    /// The limits that a search by playouts keeps. Not nodes: a tree stops growing when it is whole or its
    /// memory is full.
    pub const OF_PLAYOUTS: &'static [Limit] = &[Limit::Simulations, Limit::Time];

    /// The key of the limit in a player's spec.
    pub fn key(self) -> Key {
        Budget::KEYS[self as usize]
    }

    /// The limits that a player keeps, in words.
    pub fn listed(keeps: &[Limit]) -> String {
        match keeps {
            [] => "it keeps none".to_string(),
            _ => format!("it keeps {}", one_of(keeps.iter().map(|limit| limit.key().name))),
        }
    }
}

/// The time of a search without any limit, in seconds.
pub const DEFAULT_SECONDS: f64 = 1.0;

impl Budget {
    /// The keys of a budget in a player's spec.
    pub const KEYS: &'static [Key] = &[
        Key::taking("depth", "none", whole(0, 10_000).or("none"), "plies to search at most"),
        Key::taking("nodes", "none", whole(0, u64::MAX).or("none"), "nodes to search at most"),
        Key::taking("evaluations", "none", whole(0, u64::MAX).or("none"), "calls of the evaluation at most"),
        Key::taking("simulations", "none", whole(0, u64::MAX).or("none"), "playouts at most"),
        Key::taking(
            "time",
            "none",
            Takes::Time,
            "time to think at most, such as 2s or 150ms; one second when nothing is limited",
        ),
    ];

    /// Nothing is set: no limit. A player by name then takes what its own spec says, or its default of a second
    /// ([`Budget::or_default`]); a typed search goes on until it is done.
    pub const UNSET: Budget =
        Budget { depth: None, nodes: None, evaluations: None, simulations: None, seconds: None, clock: None };

    /// No limit, and said so: a player by name takes no default either.
    pub const ENDLESS: Budget = Budget { seconds: Some(f64::INFINITY), ..Budget::UNSET };

    /// Depth alone.
    pub const fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), ..Budget::UNSET }
    }
    /// Nodes alone.
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::UNSET }
    }
    /// Playouts alone.
    pub const fn simulations(simulations: u64) -> Budget {
        Budget { simulations: Some(simulations), ..Budget::UNSET }
    }

    /// Reads the budget's keys from a spec's arguments.
    pub fn read(args: &Args) -> Result<Budget, Error> {
        Ok(Budget {
            depth: args.get("depth")?,
            nodes: args.get("nodes")?,
            evaluations: args.get("evaluations")?,
            simulations: args.get("simulations")?,
            seconds: args.seconds("time")?,
            clock: None,
        })
    }

    /// Whether it sets a limit.
    pub fn sets(&self, limit: Limit) -> bool {
        match limit {
            Limit::Depth => self.depth.is_some(),
            Limit::Nodes => self.nodes.is_some(),
            Limit::Evaluations => self.evaluations.is_some(),
            Limit::Simulations => self.simulations.is_some(),
            Limit::Time => self.seconds.is_some_and(f64::is_finite),
        }
    }

    /// Refuses a limit that a player does not keep: without any other the player would think for ever.
    pub fn kept_by(&self, player: &str, keeps: &[Limit]) -> Result<(), Error> {
        self.unkept(keeps).map_or(Ok(()), |limit| {
            let name = limit.key().name;
            Err(Error::new(format!("{player} does not keep a budget in {name}; {}", Limit::listed(keeps))))
        })
    }

    /// Reads the budget of a player's spec from its arguments, which know all of [`Budget::KEYS`]; refuses limits that
    /// the player does not keep.
    pub fn read_kept(args: &Args, keeps: &[Limit]) -> Result<Budget, Error> {
        let budget = Budget::read(args)?;
        match budget.unkept(keeps) {
            None => Ok(budget),
            Some(limit) => {
                let sentence = format!("this budget is not kept here; {}", Limit::listed(keeps));
                Err(args.key_error(limit.key().name, sentence))
            }
        }
    }

    fn unkept(&self, keeps: &[Limit]) -> Option<Limit> {
        Limit::ALL.iter().copied().find(|limit| self.sets(*limit) && !keeps.contains(limit))
    }

    /// The tighter of two budgets, limit by limit.
    pub fn tighter(self, other: Budget) -> Budget {
        fn least<N: PartialOrd>(a: Option<N>, b: Option<N>) -> Option<N> {
            match (a, b) {
                (Some(a), Some(b)) => Some(if b < a { b } else { a }),
                (a, b) => a.or(b),
            }
        }
        Budget {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            evaluations: least(self.evaluations, other.evaluations),
            simulations: least(self.simulations, other.simulations),
            seconds: least(self.seconds, other.seconds),
            clock: self.clock.or(other.clock),
        }
    }

    /// The same budget with a move's share of the clock as its time, where the player has at most `moves`
    /// moves left; without the clock for a player that does not keep time.
    pub fn planned(self, keeps: &[Limit], moves: Option<u32>) -> Budget {
        match self.clock {
            Some(clock) if keeps.contains(&Limit::Time) => {
                self.tighter(Budget { seconds: Some(clock.share(moves)), ..Budget::UNSET })
            }
            _ => Budget { clock: None, ..self },
        }
    }

    /// The same budget, with a second to think where nothing is limited.
    pub fn or_default(self) -> Budget {
        if self == Budget::UNSET { Budget { seconds: Some(DEFAULT_SECONDS), ..self } } else { self }
    }
}

/// A flag shared between a search and the code that may stop it.
///
/// ```
/// use plywood_core::Stop;
///
/// let stop = Stop::new();
/// let shared = stop.clone();
/// shared.raise();
/// assert!(stop.raised());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that nobody has raised yet.
    pub fn new() -> Stop {
        Stop::default()
    }
    /// Asks the search to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// Takes the request back, for the next search.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
    /// Whether the search was asked to stop.
    pub fn raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_named_as_their_keys() {
        for limit in Limit::ALL {
            assert_eq!(format!("{limit:?}").to_lowercase(), limit.key().name);
        }
        assert_eq!(Limit::ALL.len(), Budget::KEYS.len());
    }

    #[test]
    fn a_clock_is_planned_by_who_keeps_time() {
        let clock = Clock { left: 100.0, increment: 0.0 };
        let on_clock = Budget { depth: Some(4), clock: Some(clock), ..Budget::UNSET };
        let planned = on_clock.planned(Limit::OF_TREES, Some(10));
        assert_eq!((planned.seconds, planned.depth, planned.clock), (Some(10.0), Some(4), Some(clock)));
        let own = Budget { seconds: Some(0.5), ..on_clock };
        assert_eq!(own.planned(Limit::OF_TREES, Some(10)).seconds, Some(0.5));
        assert_eq!(on_clock.planned(&[Limit::Depth], None), Budget::depth(4));
        assert!(!serde_json::to_string(&Budget::depth(4)).unwrap().contains("clock"));
    }

    #[test]
    fn a_limit_that_is_not_kept_is_refused_with_those_that_are() {
        let refused = |budget: Budget, keeps| budget.kept_by("uct", keeps).unwrap_err().to_string();
        assert_eq!(
            refused(Budget::depth(3), Limit::OF_PLAYOUTS),
            "uct does not keep a budget in depth; it keeps simulations or time"
        );
        assert!(refused(Budget::nodes(3), &[]).ends_with("it keeps none"));
        assert!(Budget::simulations(3).kept_by("uct", Limit::OF_PLAYOUTS).is_ok());
        // An infinite time is no limit.
        assert!(Budget::ENDLESS.kept_by("formula", &[]).is_ok());
        assert_eq!(Budget::ENDLESS.or_default(), Budget::ENDLESS);
        assert_eq!(Budget::ENDLESS.tighter(Budget::UNSET), Budget::ENDLESS);
    }
}
