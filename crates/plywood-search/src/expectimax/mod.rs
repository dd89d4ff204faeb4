//! Chance nodes (Dice thesis, sections 2.4 and 3).
//!
//! A chance node's value is the mean of its children's, weighted by probability. The decision nodes above and below
//! are those of [`crate::alphabeta`], for every rule the same. [`ChanceRule`] has a switch for each part:
//!
//! - nothing on is plain expectimax (section 2.4.1): every child with an open window, summed in the game's order;
//! - `windows` is Star1, `probe` Star2 (`star.rs`); with `table` and `successors` it is StarETC;
//! - `order` and `foresight` go beyond the thesis and are sound (`foresight.rs`);
//! - `lucky` and `cut` are unsound forward pruning (`forward.rs`), `samples` is Monte Carlo *-Minimax sampling. Where
//!   events can only be drawn, `samples` draws of them are the node: the thesis on billiards calls that Monte Carlo
//!   search (PickPocket thesis, section 3.3.2).
//!
//! Values at chance nodes are the first player's; a child's own view is its mover's.

pub mod calibrate;
mod foresight;
mod forward;
mod outcome;
mod star;

use std::ops::ControlFlow;

use plywood_core::spec::{Args, Key};
use plywood_core::{Chance, Error, Evaluator, Game, Step, Value};

pub(crate) use outcome::Events;

use crate::alphabeta::{Node, Searcher};
use crate::observe::{End, Observer};

/// What happens at a chance node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChanceRule {
    /// Use the window: cut, and narrow the children's windows (Star1).
    pub windows: bool,
    /// Moves of each child to try before the children are searched; nought for none (Star2).
    pub probe: u32,
    /// Keep chance nodes in the table too.
    pub table: bool,
    /// Look every child up in the table before any is searched, where so many plies or more are left (StarETC).
    pub successors: Option<u32>,
    /// Sums of bounds updated child by child (equations 2.4 and 2.5) rather than summed anew.
    pub incremental: bool,
    /// The order of the events.
    pub order: EventOrder,
    /// Try to prove by bounds on the events that the value is outside the window before values are made exact.
    pub foresight: bool,
    /// Unsound: give up a node where even the best or worst event of a search reduced by so many plies is outside the
    /// window.
    pub lucky: Option<u32>,
    /// Unsound: trust a shallower search where it is far outside the window.
    pub cut: Option<ChanceCut>,
    /// Unsound: replace more events than this by so many drawn at random. Needed where events can only be drawn.
    pub samples: Option<usize>,
}

/// In which order events are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventOrder {
    /// The game's.
    Game,
    /// Those with the fewest moves first, which cost least.
    Narrow,
    /// By what the table says of them: those first that bring the expected cut nearest.
    Table,
}

/// ChanceProbCut (Schadd, Winands and Uiterwijk): the value of a deep search is near `slope` times the value of one
/// that is `reduction` plies shallower, with a standard deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChanceCut {
    /// How many standard deviations beyond the window the shallow value must be.
    pub threshold: f64,
    /// Plies less.
    pub reduction: u32,
    /// The deep value over the shallow one.
    pub slope: f64,
    /// The standard deviation of the deep value around that, in payoff units.
    pub deviation: f64,
}

impl ChanceRule {
    /// Nothing on.
    pub const EXPECTIMAX: ChanceRule = ChanceRule {
        windows: false,
        probe: 0,
        table: false,
        successors: None,
        incremental: true,
        order: EventOrder::Game,
        foresight: false,
        lucky: None,
        cut: None,
        samples: None,
    };
    /// Star1 (section 2.4.3).
    pub const STAR1: ChanceRule = ChanceRule { windows: true, ..ChanceRule::EXPECTIMAX };
    /// StarETC (section 3), which probes one move.
    pub const STAR_ETC: ChanceRule =
        ChanceRule { table: true, successors: Some(2), ..ChanceRule::STAR1.probing(1) };
    /// Our own: foresight instead of probes.
    pub const STAR_PROOF: ChanceRule =
        ChanceRule { probe: 0, foresight: true, order: EventOrder::Table, ..ChanceRule::STAR_ETC };

    /// Star2 (section 2.4.4) with this probing factor.
    pub const fn probing(self, probe: u32) -> ChanceRule {
        ChanceRule { probe, ..self }
    }

    /// The keys that the Star searches share.
    pub const KEYS: &'static [Key] = &[
        Key::new("incremental", "on", "sums of bounds updated child by child, not summed anew"),
        Key::new("order", "game", "the order of events: game, narrow (fewest moves first) or table"),
        Key::new("proof", "off", "bounds that prove the value outside the window before exact values"),
        Key::new(
            "lucky",
            "off",
            "unsound: give up where even the best event of a search so much shallower fails",
        ),
        Key::new(
            "cut",
            "off",
            "unsound: ChanceProbCut, trust a shallower search this many deviations outside",
        ),
        Key::new("reduction", "4", "plies less in the shallower search of cut"),
        Key::new("slope", "1", "the deep value over the shallow one, for cut"),
        Key::new(
            "deviation",
            "0.1",
            "the deep value's standard deviation around that in payoff units, for cut",
        ),
        Self::SAMPLES,
    ];

    /// The key that expectimax has too.
    pub const SAMPLES: Key = Key::new(
        "samples",
        "off",
        "unsound: draw so many events where there are more, or where they cannot be listed (Monte Carlo *-Minimax)",
    );

    /// Reads [`ChanceRule::KEYS`] on top of a rule.
    pub fn read(self, args: &Args) -> Result<ChanceRule, Error> {
        const ORDERS: [EventOrder; 3] = [EventOrder::Game, EventOrder::Narrow, EventOrder::Table];
        let off = |key: &str| Ok::<bool, Error>(args.word(key)? == "off");
        let cut = if off("cut")? {
            None
        } else {
            Some(ChanceCut {
                threshold: args.number("cut", 0.0, 100.0)?,
                reduction: args.number("reduction", 1, 100)?,
                slope: args.number("slope", 1e-6, 1e6)?,
                deviation: args.number("deviation", 0.0, 1e9)?,
            })
        };
        Ok(ChanceRule {
            samples: Self::read_samples(args)?,
            incremental: args.switch("incremental")?,
            order: ORDERS[args.choice("order", &["game", "narrow", "table"])?],
            foresight: args.switch("proof")?,
            lucky: if off("lucky")? { None } else { Some(args.number("lucky", 1, 100)?) },
            cut,
            ..self
        })
    }

    /// Reads the key `samples`.
    pub fn read_samples(args: &Args) -> Result<Option<usize>, Error> {
        if args.word("samples")? == "off" { Ok(None) } else { args.number("samples", 1, 1_000_000).map(Some) }
    }
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The value of a chance node, from the first player's view.
    pub(crate) fn chance(&mut self, node: Node<'_, G>) -> (G::Value, End) {
        if const { matches!(G::CHANCE, Some(Chance::None)) } {
            unreachable!("a game without events has no chance nodes");
        }
        let rule = &self.config.chance;
        let unsound = rule.cut.is_some() || rule.lucky.is_some();
        // 1. The game may know enough.
        let mut inner = if rule.windows { node } else { node.within(self.unpruned()) };
        if node.ply > 0 {
            match self.confine(node.position, node.view(), node.ply, (inner.alpha, inner.beta), rule.windows)
            {
                ControlFlow::Break(value) => return (value, End::Bounds),
                ControlFlow::Continue(window) => inner = inner.within(window),
            }
        }
        if !rule.windows && !rule.table && rule.samples.is_none() {
            return self.expectimax(&node);
        }
        // 2. The table may know enough.
        let counts = self.counts();
        let key = if rule.table { self.table_key(node.position).0 } else { 0 };
        if rule.table
            && node.ply > 0
            && self.keeps(node.depth)
            && let Some(entry) = self.entry(key)
        {
            match self.narrow(&entry, &inner) {
                ControlFlow::Break(value) => return (value, End::Table),
                // A chance node that does not prune wants an exact value or none.
                ControlFlow::Continue(window) if rule.windows => inner = inner.within(window),
                ControlFlow::Continue(_) => {}
            }
        }
        // 3. Unsound short cuts.
        if unsound && let Some(value) = self.forward(&inner) {
            return (value, End::Forward);
        }
        if self.meter.stopped {
            return (G::Value::ZERO, End::Stopped);
        }
        // 4. The search, and what it found goes into the table.
        let (value, end) = self.star(&inner);
        if self.meter.stopped {
            return (G::Value::ZERO, End::Stopped);
        }
        if self.config.chance.table {
            self.remember(key, &inner, (inner.alpha, inner.beta), value, None, counts);
        }
        (value, end)
    }

    /// Plain expectimax: nothing but the mean.
    fn expectimax(&mut self, node: &Node<'_, G>) -> (G::Value, End) {
        debug_assert!(
            self.game.nature().chance != Chance::Sampled,
            "events that can only be drawn need `samples`"
        );
        let open = self.unpruned();
        if self.together(node) {
            return self.shared_mean(node, open);
        }
        let mut mean = 0.0;
        let game = self.game;
        let _ = game.events(node.position, |event, probability, child| {
            let below = node.child(game, &child, node.depth - 1, open);
            let value = self.below(node, (Step::Event(event), Some(probability)), below);
            mean += probability * value.to_f64();
            if self.meter.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (G::Value::from_f64(mean), End::Searched)
    }

    /// The same, where other threads may be at some of the events: those come last, and count in the game's order.
    #[inline(never)]
    fn shared_mean(&mut self, node: &Node<'_, G>, open: (G::Value, G::Value)) -> (G::Value, End) {
        let mut outcomes = self.outcomes(node);
        self.order_events(node, &mut outcomes);
        for place in 0..outcomes.order.len() {
            let index = self.event_at(node, &mut outcomes, place);
            let outcome = &outcomes.list[index];
            let below = node.child(self.game, &outcome.position, node.depth - 1, open);
            let value =
                self.marked(node, &outcome.position, |searcher| searcher.below(node, outcome.via(), below));
            outcomes.list[index].guess = value.to_f64();
            if self.meter.stopped {
                break;
            }
        }
        let mean = outcomes.mean(|outcome| outcome.guess);
        self.put_back(outcomes, node.ply);
        (G::Value::from_f64(mean), End::Searched)
    }
}
