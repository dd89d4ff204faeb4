//! Chance nodes (Dice thesis, sections 2.4 and 3).
//!
//! A chance node's value is the mean of its children's, weighted by probability. The decision nodes above and below
//! are those of [`crate::alphabeta`], for every rule the same. [`ChanceRule`] has a switch for each part; `cut` is ChanceProbCut
//! (Schadd, Winands and Uiterwijk): the value of a deep search is near `slope` times that of one `reduction` plies
//! shallower, with a standard deviation.
//!
//! - nothing on ([`ChanceRule::PLAIN`]) is plain expectimax (section 2.4.1): every child with an open window, summed in the game's order;
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

use plywood_core::settings::{Takes, number, whole};
use plywood_core::{Chance, Evaluator, Game, Step, Value, settings, words};

pub(crate) use outcome::Events;

use crate::alphabeta::{Node, Searcher};
use crate::observe::{End, Observer};

words! {
    /// In which order events are searched.
    pub enum EventOrder {
        /// The game's.
        Game = "game",
        /// Those with the fewest moves first, which cost least.
        Narrow = "narrow",
        /// By what the table says of them: those first that bring the expected cut nearest.
        Table = "table",
    }
}

settings! {
    /// The rule at a chance node.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct ChanceRule {
        group PROBE {
            /// moves of each child to try first; 0 for none
            probe as "probe": u32 = "1", whole(0, 1000); 0,
        }
        group TABLE {
            /// keep chance nodes in the table too
            table as "chance_table": bool = "off", Takes::Switch; false,
        }
        group SUCCESSORS {
            /// look every child of a chance node up in the table first, with at least this many plies left;
            /// on is 2
            successors as "successors": Option<u32> = "on", whole(2, 1000).degree(2.0); None,
        }
        group KEYS {
            /// sums of bounds updated child by child, not summed anew
            incremental as "incremental": bool = "on", Takes::Switch; true,
            /// the order of events: game, narrow (fewest moves first) or table
            order as "order": EventOrder = "game", EventOrder::TAKES; EventOrder::Game,
            /// bounds that prove the value outside the window before exact values
            foresight as "proof": bool = "off", Takes::Switch; false,
            /// unsound: give up where even the best event fails in a search this many plies shallower
            lucky as "lucky": Option<u32> = "off", whole(1, 100).or("off"); None,
            /// unsound: ChanceProbCut, trust a shallower search this many deviations outside
            cut as "cut": Option<f64> = "off", number(0.0, 100.0).or("off"); None,
            /// plies less in the shallower search of cut
            reduction as "reduction": u32 = "4", whole(1, 100); 4,
            /// the deep value over the shallow one, for cut
            slope as "slope": f64 = "1", number(1e-6, 1e6); 1.0,
            /// the deep value's standard deviation around that in payoff units, for cut
            deviation as "deviation": f64 = "0.1", number(0.0, 1e9); 0.1,
        }
        group SAMPLES {
            /// unsound: draw this many events where there are more, or where they cannot be listed (Monte
            /// Carlo *-Minimax)
            samples as "samples": Option<usize> = "off", whole(1, 1_000_000).or("off"); None,
        }
        fixed {
            /// Use the window: cut, and narrow the children's windows (Star1).
            windows: bool = false,
        }
    }
}

impl ChanceRule {
    /// Star1 (section 2.4.3).
    pub const STAR1: ChanceRule = ChanceRule { windows: true, ..ChanceRule::PLAIN };
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
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The value of a chance node, from the first player's view.
    pub(crate) fn chance(&mut self, node: Node<'_, G>) -> (G::Value, End) {
        if const { matches!(G::CHANCE, Some(Chance::None)) } {
            unreachable!("a game without events has no chance nodes");
        }
        let rule = &self.rules.config().chance;
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
        if self.rules.config().chance.table {
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
