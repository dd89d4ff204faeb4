//! What a search may spend, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Error;
use crate::spec::{Args, Key};

/// Limits on a search, any mix; a search ends at the first that is reached.
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
}

/// What a search is given in seconds when nobody limits it.
pub const DEFAULT_SECONDS: f64 = 1.0;

impl Budget {
    /// The keys of a budget in a player's spec.
    pub const KEYS: &'static [Key] = &[
        Key::new("depth", "none", "plies to search at most"),
        Key::new("nodes", "none", "nodes to search at most"),
        Key::new("evaluations", "none", "calls of the evaluation at most"),
        Key::new("simulations", "none", "playouts at most"),
        Key::new(
            "time",
            "none",
            "time to think at most, such as 2s or 150ms; one second when nothing is limited",
        ),
    ];

    /// No limit at all.
    pub const UNLIMITED: Budget =
        Budget { depth: None, nodes: None, evaluations: None, simulations: None, seconds: None };

    /// Depth alone.
    pub const fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), ..Budget::UNLIMITED }
    }
    /// Nodes alone.
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::UNLIMITED }
    }
    /// Playouts alone.
    pub const fn simulations(simulations: u64) -> Budget {
        Budget { simulations: Some(simulations), ..Budget::UNLIMITED }
    }

    /// Reads the budget's keys from a spec's arguments.
    pub fn read(args: &Args) -> Result<Budget, Error> {
        Ok(Budget {
            depth: args.optional("depth", 0, 10_000)?,
            nodes: args.optional("nodes", 0, u64::MAX)?,
            evaluations: args.optional("evaluations", 0, u64::MAX)?,
            simulations: args.optional("simulations", 0, u64::MAX)?,
            seconds: args.seconds("time")?,
        })
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
        }
    }

    /// The same budget, with a second to think where nothing is limited.
    pub fn or_default(self) -> Budget {
        if self == Budget::UNLIMITED { Budget { seconds: Some(DEFAULT_SECONDS), ..self } } else { self }
    }
}

/// A flag shared between a search and whoever may stop it.
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
