//! Probes: enhanced searches that another search starts from positions on its own path.
//!
//! At every node of the opponent an opponent model asks for the opponent's move (opponent-model thesis,
//! section 3.1.2). A searcher answers with its own evaluator, table, history and killers. It follows the path
//! of the search that it serves ([`Searcher::descend`], [`Searcher::ascend`]), so the values of all searchers
//! count plies from the same root, and that search's meter counts the nodes.
//!
//! [`Searcher::predict`] is a probe that also returns the moves its player would choose, equal ones included:
//! its root keeps windows one step wider where an equal move would matter, so the answer does not depend on
//! move ordering.

use std::ops::ControlFlow;

use plywood_core::game::StepOf;
use plywood_core::{Evaluator, Game, Step, Turn, Value};

use super::node::{First, Node};
use super::selective::Strand;
use super::{Child, Searcher, Style, Window};
use crate::meter::Meter;
use crate::ordering::highest_first;
use crate::table::Finding;

/// Which of the moves that look equally good to a player are reported.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Equals {
    /// The first in the game's own order.
    First,
    /// Every one whose value is no more than this much short of the best.
    Within(f64),
}

impl Equals {
    /// How far from the best a move may be and still be reported.
    pub(crate) fn slack(self) -> f64 {
        match self {
            Equals::First => 0.0,
            Equals::Within(slack) => slack,
        }
    }
}

/// A child that may be chosen: its place, and its value in the view of the player on turn.
type Candidate<V> = (usize, V);

impl<'a, G: Game, E: Evaluator<G>> Searcher<'a, G, E, ()> {
    /// Follows the search one step down, from a position at `ply`.
    pub(crate) fn descend(&mut self, position: &G::Position, step: StepOf<G>, child: &G::Position, ply: u32) {
        self.carry(position, step, child, ply);
        self.path.enter(self.game, child);
    }

    /// Whether nothing but the evaluation is asked at a leaf.
    fn evaluates_alone(&self) -> bool {
        let told = G::BOUNDED && self.rules.config().bounds || self.rules.oracle().is_some();
        !self.rules.config().quiescence && self.cache.is_none() && !told
    }

    /// Follows the search one step up.
    pub(crate) fn ascend(&mut self) {
        self.path.leave();
    }

    /// The value of a node at the end of the path, counted by a meter.
    pub(crate) fn value(&mut self, node: &Node<'_, G>, meter: &mut Meter<'a, G::Move>) -> G::Value {
        let Node { position, turn, ply, depth, .. } = *node;
        match turn {
            Turn::Over => {
                meter.visit();
                self.rules.scale().terminal(self.evaluator.finished(self.game, position, turn.view()), ply)
            }
            Turn::Player(_) if depth == 0 && self.evaluates_alone() => {
                if !meter.visit() {
                    return G::Value::ZERO;
                }
                meter.evaluations += 1;
                self.ledger.guess();
                self.evaluator.evaluate(self.game, position, self.path.state(ply), turn.view())
            }
            _ => {
                // What a probe finds of its own root is no news of the search it serves.
                let news = (ply == 0).then(|| meter.news.clone());
                let value = self.counted_by(meter, |searcher| searcher.visit_once(node));
                if let Some(news) = news {
                    meter.news = news;
                }
                value
            }
        }
    }

    /// The value to the player on turn, in that player's own view, and the moves that player would choose,
    /// best first in the game's order. Values at or below `alpha` and at or above `beta` are bounds; then the
    /// moves mean nothing. The depth is at least one.
    pub(crate) fn predict(
        &mut self,
        node: &Node<'_, G>,
        meter: &mut Meter<'a, G::Move>,
        equals: Equals,
    ) -> (G::Value, Vec<Child<G>>) {
        self.counted_by(meter, |searcher| searcher.aspire_to(node, equals))
    }

    /// Works with another meter.
    fn counted_by<R>(&mut self, meter: &mut Meter<'a, G::Move>, work: impl FnOnce(&mut Self) -> R) -> R {
        std::mem::swap(&mut self.meter, meter);
        let result = work(self);
        std::mem::swap(&mut self.meter, meter);
        result
    }

    // The node procedure is inlined where it is called: once for each of these is enough.
    #[inline(never)]
    fn visit_once(&mut self, node: &Node<'_, G>) -> G::Value {
        self.path.begin(node.ply, node.depth);
        self.visit(*node, None)
    }

    /// A probe, at first in a window around what the table has of the position from a shallower search, where an
    /// aspiration width is given (section 3.4.6).
    fn aspire_to(&mut self, node: &Node<'_, G>, equals: Equals) -> (G::Value, Vec<Child<G>>) {
        let Style::Window(Window { aspiration: Some(width), .. }) = self.rules.config().style else {
            return self.choose(node, equals);
        };
        let guess = self.entry(self.table_key(node.position).0).and_then(|entry| {
            let ends = [entry.lower, entry.upper].map(|end| self.rules.scale().out_of_table(end, node.ply));
            ends.into_iter().find(|end| *end > G::Value::LOWEST && *end < G::Value::HIGHEST)
        });
        let Some(guess) = guess.map(Value::to_f64) else { return self.choose(node, equals) };
        // What counts as equal must be inside, too.
        let slack = equals.slack();
        let mut low = at_most::<G::Value>(guess - width - slack).next_down().larger(node.alpha);
        let mut high = at_most::<G::Value>(guess + width).next_up().smaller(node.beta);
        loop {
            if low >= high {
                (low, high) = (node.alpha, node.beta);
            }
            let (value, moves) = self.choose(&Node { alpha: low, beta: high, ..*node }, equals);
            if value.to_f64() - slack <= low.to_f64() && low > node.alpha && !self.meter.stopped {
                low = node.alpha;
            } else if value >= high && high < node.beta && !self.meter.stopped {
                high = node.beta;
            } else {
                return (value, moves);
            }
        }
    }

    #[inline(never)]
    fn choose(&mut self, node: &Node<'_, G>, equals: Equals) -> (G::Value, Vec<Child<G>>) {
        let Node { position, ply, depth, alpha, beta, .. } = *node;
        self.path.begin(ply, depth);
        *self.path.strand(ply + 1) = Strand::default();
        self.meter.visit();
        let counts = self.counts();
        let mut children = Vec::new();
        let _ = self.game.children(position, |chosen, child| {
            children.push(Child { chosen, position: child });
            ControlFlow::<()>::Continue(())
        });

        // 1. The table may know the value and one best move; equal moves are still to be found.
        let place = self.table_key(position);
        let entry = self.entry(place.0);
        let first = entry.and_then(|entry| entry.best()).map(|slot| First { slot, symmetry: place.1 });
        let known = entry.and_then(|entry| {
            let (lower, upper) = entry.bounds(depth, self.rules.config().matching);
            let value = self.rules.scale().out_of_table(lower.0, ply);
            (lower.0 == upper.0 && value > alpha && value < beta).then_some((value, lower.1))
        });
        let known = known.and_then(|(value, proven)| {
            let first = first?;
            let place = children.iter().position(|child| first.is(self.game, child.chosen))?;
            self.ledger.guess_if(!proven);
            Some((place, value))
        });

        // 2. Children in the order that cuts best, windows open for what could still be chosen.
        let mut order = Vec::new();
        self.rate(&children, &mut order, first, node);
        highest_first(&mut order);
        let mut best: Option<Candidate<G::Value>> = known;
        let mut candidates: Vec<Candidate<G::Value>> = known.into_iter().collect();
        for rating in &order {
            let place = rating.place();
            if known.is_some_and(|(first, _)| place == first || equals == Equals::First && place > first) {
                continue;
            }
            let low = match (best, equals) {
                (None, _) => alpha,
                (Some((first, value)), Equals::First) if place > first => value,
                (Some((_, value)), Equals::First) => value.next_down(),
                (Some((_, value)), Equals::Within(slack)) => slackened(value, slack).next_down(),
            };
            let low = low.larger(alpha);
            // Where the best value is known, it is enough to learn whether a move comes near it.
            let (null, high) = (low.next_up(), if known.is_some() { low.next_up() } else { beta });
            let child = &children[place];
            let step = (Step::Move(child.chosen), None);
            let below = node.child(self.game, &child.position, depth - 1, (low, high));
            let narrowed = self.rules.config().pvs && best.is_some() && null < high;
            let first = node.child(self.game, &child.position, depth - 1, (low, null));
            let mut value = self.below(node, step, if narrowed { first } else { below });
            if narrowed && value > low && value < high && !self.meter.stopped {
                value = self.below(node, step, below);
            }
            if value > low && !self.meter.stopped {
                value = self.confirmed(node, child, value);
            }
            if self.meter.stopped {
                return (G::Value::ZERO, Vec::new());
            }
            if value > low || best.is_none() {
                candidates.push((place, value));
            }
            let better = best.is_none_or(|(first, top)| value > top || value == top && place < first);
            if better {
                best = Some((place, value));
                if value >= beta {
                    break;
                }
            }
        }
        let (place_of_best, value) = best.expect("a player on turn has a move");

        // 3. What was found goes into the table, unless it rests on history.
        if let Some(table) = self.table
            && known.is_none()
            && !self.ledger.met_history_since(counts.mark)
        {
            let shifted = self.rules.scale().into_table(value, ply);
            let best = children[place_of_best].chosen;
            table.store(
                place.0,
                Finding {
                    depth,
                    lower: if value > alpha { (shifted, false) } else { (G::Value::LOWEST, false) },
                    upper: if value < beta { (shifted, false) } else { (G::Value::HIGHEST, false) },
                    best: (value > alpha)
                        .then(|| self.game.move_slot(self.game.transform_move(best, place.1))),
                    effort: self.meter.nodes - counts.nodes,
                },
            );
        }

        // 4. The moves that would be chosen, in the game's order.
        let keep = match equals {
            Equals::First => value,
            Equals::Within(slack) => slackened(value, slack),
        };
        let mut chosen = vec![false; children.len()];
        for (place, found) in candidates {
            chosen[place] |= match equals {
                Equals::First => place == place_of_best,
                Equals::Within(_) => found >= keep,
            };
        }
        let mut chosen = chosen.into_iter();
        children.retain(|_| chosen.next() == Some(true));
        (value, children)
    }
}

/// A value less a slack.
fn slackened<V: Value>(value: V, slack: f64) -> V {
    if slack == 0.0 {
        return value;
    }
    let lower = value.to_f64() - slack;
    if lower <= V::LOWEST.to_f64() { V::LOWEST } else { at_most(lower) }
}

/// The largest value that is not above a number.
pub(crate) fn at_most<V: Value>(number: f64) -> V {
    if number <= V::LOWEST.to_f64() {
        return V::LOWEST;
    }
    if number >= V::HIGHEST.to_f64() {
        return V::HIGHEST;
    }
    let value = V::from_f64(number);
    if value.to_f64() > number { value.next_down() } else { value }
}
