//! The switches of Monte Carlo search.

use plywood_core::spec::Size;
use plywood_core::{Args, Error, Key, Spec};

/// How simulations are shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Every move of the root gets as many (section 3.2).
    Flat,
    /// UCB1 among the moves of the root (section 3.3).
    Bandit,
    /// UCB1 at every node of a growing tree (section 4.2).
    Tree,
}

/// What a simulation is worth to the formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reward {
    /// From 0 for the lowest payoff to 1 for the highest: what UCB1 is proven for.
    Unit,
    /// From -1 to 1, as a negation at every ply suggests.
    Signed,
}

/// How a move is chosen when the simulations are spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinalMove {
    /// The most visits.
    Visits,
    /// The highest mean.
    Mean,
}

/// How several threads work together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parallel {
    /// On one tree, with virtual losses.
    Tree,
    /// Each on its own, summed at the root.
    Root,
}

/// The switches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Config {
    /// How simulations are shared out.
    pub family: Family,
    /// The factor before `sqrt(2 ln N / n)`.
    pub exploration: f64,
    /// What a simulation is worth to the formula.
    pub reward: Reward,
    /// Whether the node a playout starts from is left out when the simulation is counted.
    pub skip_leaf: bool,
    /// How the move is chosen.
    pub final_move: FinalMove,
    /// What a move without visits is worth, from 0 to 1; without it every move is tried once before any twice.
    pub first_play: Option<f64>,
    /// At how many visits all-moves-as-first statistics and own ones weigh alike; nought is off.
    pub rave: f64,
    /// The weight of the evaluation, divided by the visits; nought is off.
    pub bias: f64,
    /// The share of the evaluation backed up by minimax in a move's worth; nought is off.
    pub implicit: f64,
    /// Whether leaves are worth what the evaluation says, instead of what a playout comes to.
    pub evaluated: bool,
    /// Whether a move that wins at once is the only one considered.
    pub decisive: bool,
    /// Whether proven values are backed up.
    pub solver: bool,
    /// Whether the tree is kept between moves.
    pub reuse: bool,
    /// Where chance can only be drawn, a node visited n times has `widen * n^widen_power` events that did not end the game.
    pub widen: f64,
    /// The power there.
    pub widen_power: f64,
    /// The chance of a random move where the opponent's policy would choose in a playout.
    pub noise: f64,
    /// Bytes for the tree.
    pub memory: usize,
    /// Threads.
    pub threads: usize,
    /// How they work together.
    pub parallel: Parallel,
}

/// What `uct` means: every key at its default.
impl Default for Config {
    fn default() -> Config {
        let spec = Spec::word("uct");
        let args = Args::new(&spec, &[&Config::SHARED_KEYS, &Config::BANDIT_KEYS, &Config::TREE_KEYS]);
        args.and_then(|args| Config::read(Family::Tree, &args)).expect("the defaults of the keys can be read")
    }
}

impl Config {
    /// Plain search of a family: everything else off.
    pub const fn plain(family: Family) -> Config {
        Config {
            family,
            exploration: 1.0,
            reward: Reward::Unit,
            skip_leaf: false,
            final_move: FinalMove::Visits,
            first_play: None,
            rave: 0.0,
            bias: 0.0,
            implicit: 0.0,
            evaluated: false,
            decisive: false,
            solver: false,
            reuse: false,
            widen: 2.0,
            widen_power: 0.75,
            noise: 0.0,
            memory: 1 << 28,
            threads: 1,
            parallel: Parallel::Tree,
        }
    }

    /// The keys that every family has.
    pub const SHARED_KEYS: [Key; 3] = [
        Key::new("noise", "0", "the chance of a random move in place of the opponent's policy, 0 to 1"),
        Key::new("threads", "1", "threads, 1 to 256"),
        Key::new("decisive", "off", "whether a move that wins at once is the only one considered"),
    ];

    /// The keys that the bandit and the tree have on top.
    pub const BANDIT_KEYS: [Key; 3] = [
        Key::new("c", "1", "the factor before sqrt(2 ln N / n)"),
        Key::new("reward", "unit", "rewards from 0 to 1 (unit) or from -1 to 1 (signed)"),
        Key::new("choose", "visits", "the move that is played: most visits or highest mean"),
    ];

    /// The keys that only the tree has.
    pub const TREE_KEYS: [Key; 12] = [
        Key::new(
            "leaf",
            "counted",
            "whether a simulation counts at the node its playout starts from: counted or skipped",
        ),
        Key::new("fpu", "none", "first-play urgency: the worth of an untried move, 0 to 1"),
        Key::new(
            "rave",
            "0",
            "at how many visits all-moves-as-first and own statistics weigh alike; 0 is off",
        ),
        Key::new("bias", "0", "progressive bias: the weight of the evaluation; 0 is off"),
        Key::new(
            "implicit",
            "0",
            "implicit minimax: the share of the evaluation backed up by minimax, 0 to 1",
        ),
        Key::new(
            "leaves",
            "playout",
            "what a leaf is worth: what a playout comes to, or what the evaluation says (eval)",
        ),
        Key::new("solver", "off", "whether proven values are backed up"),
        Key::new("reuse", "off", "whether the tree is kept between moves"),
        Key::new(
            "widen",
            "2",
            "where chance can only be drawn: a node visited n times has widen * n^widen_power unfinished events, above 0",
        ),
        Key::new("widen_power", "0.75", "the power there, 0 to 1; with 1 every visit draws anew"),
        Key::new("memory", "256MB", "for the tree; when it is full the tree stops growing"),
        Key::new("parallel", "tree", "threads share one tree (tree) or sum their roots (root)"),
    ];

    /// Reads the keys of a family.
    pub fn read(family: Family, args: &Args) -> Result<Config, Error> {
        let mut config = Config {
            noise: args.number("noise", 0.0, 1.0)?,
            threads: args.number("threads", 1, 256)?,
            decisive: args.switch("decisive")?,
            parallel: Parallel::Root,
            final_move: FinalMove::Mean,
            ..Config::plain(family)
        };
        if family == Family::Flat {
            return Ok(config);
        }
        config.exploration = args.number("c", 0.0, 1e6)?;
        config.reward = [Reward::Unit, Reward::Signed][args.choice("reward", &["unit", "signed"])?];
        config.final_move =
            [FinalMove::Visits, FinalMove::Mean][args.choice("choose", &["visits", "mean"])?];
        if family == Family::Bandit {
            return Ok(config);
        }
        config.skip_leaf = args.choice("leaf", &["counted", "skipped"])? == 1;
        config.first_play = args.optional("fpu", 0.0, 1.0)?;
        config.rave = args.number("rave", 0.0, 1e9)?;
        config.bias = args.number("bias", 0.0, 1e6)?;
        config.implicit = args.number("implicit", 0.0, 1.0)?;
        config.evaluated = args.choice("leaves", &["playout", "eval"])? == 1;
        config.solver = args.switch("solver")?;
        config.reuse = args.switch("reuse")?;
        config.widen = args.number("widen", 1e-3, 1e9)?;
        config.widen_power = args.number("widen_power", 0.0, 1.0)?;
        config.parallel = [Parallel::Tree, Parallel::Root][args.choice("parallel", &["tree", "root"])?];
        config.memory = match args.size("memory")? {
            Size::Bytes(bytes) if bytes >= LEAST_MEMORY => bytes,
            _ => return Err(args.error("memory", "expected bytes, 1MB or more")),
        };
        Ok(config)
    }

    /// Whether nothing but visits and rewards decides where to go.
    pub(super) fn is_plain(&self) -> bool {
        self.first_play.is_none()
            && self.rave == 0.0
            && self.bias == 0.0
            && self.implicit == 0.0
            && !self.solver
    }

    /// Whether children are evaluated when a node is expanded.
    pub(super) fn guesses(&self) -> bool {
        self.bias > 0.0 || self.implicit > 0.0
    }
}

/// A few segments of the tree fit into this, with every switch on.
const LEAST_MEMORY: usize = 1 << 20;
