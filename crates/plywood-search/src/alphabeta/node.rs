//! One node: the procedure that every call of the search runs.
//!
//! Values and windows are from the position's own view; the sign at an edge compares the views of its two ends, so
//! that extra turns and chance between two moves need no special case.

use std::ops::ControlFlow;

use plywood_core::game::StepOf;
use plywood_core::random::mix;
use plywood_core::{Evaluator, Game, Player, Step, Turn, Value};

use super::{Child, Searcher, Style, Window};
use crate::observe::{Call, End, Observer};
use crate::ordering::{Killers, Learned, Rating, highest_first};
use crate::plain::Fail;
use crate::scale::seen_by;
use crate::table::Bound;

/// The step that led to a position, and its probability where it was an event.
pub(crate) type Via<G> = Option<(StepOf<G>, Option<f64>)>;

/// Moves searched in full before late ones are reduced.
const FULL_MOVES: u32 = 4;
/// The plies that a late move is searched less grow with the logarithms of its place and of the depth; this slows them.
const LATENESS: u32 = 3;
/// Reductions and internal deepening need at least this depth.
pub(super) const DEEP_ENOUGH: u32 = 3;

/// A position on the path, how far it is to be searched, and the window in its own view.
pub(crate) struct Node<'p, G: Game> {
    /// The position.
    pub(crate) position: &'p G::Position,
    /// Whose turn it is there.
    pub(crate) turn: Turn,
    /// Plies from the root.
    pub(crate) ply: u32,
    /// Plies to search below.
    pub(crate) depth: u32,
    /// Moves to try at most: [`Node::ALL`], or fewer in a probe.
    pub(crate) tries: u32,
    /// Values at or below this are all the same.
    pub(crate) alpha: G::Value,
    /// Values at or above this are all the same.
    pub(crate) beta: G::Value,
}

impl<G: Game> Copy for Node<'_, G> {}

impl<G: Game> Clone for Node<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'p, G: Game> Node<'p, G> {
    /// Every move is tried.
    pub(crate) const ALL: u32 = u32::MAX;

    /// The player in whose view the values are.
    #[inline(always)]
    pub(crate) fn view(&self) -> Player {
        self.turn.view()
    }

    /// The same node within another window.
    #[inline(always)]
    pub(crate) fn within(self, (alpha, beta): (G::Value, G::Value)) -> Self {
        Node { alpha, beta, ..self }
    }

    /// A child that is to be searched to a depth within a window in this node's view.
    #[inline(always)]
    pub(crate) fn child<'c>(
        &self,
        game: &G,
        position: &'c G::Position,
        depth: u32,
        (alpha, beta): (G::Value, G::Value),
    ) -> Node<'c, G> {
        let turn = game.turn(position);
        let (alpha, beta) = if turn.view() == self.view() { (alpha, beta) } else { (-beta, -alpha) };
        Node { position, turn, ply: self.ply + 1, depth, tries: Self::ALL, alpha, beta }
    }
}

/// The move to try first: its slot, as seen through a symmetry of the board.
#[derive(Clone, Copy)]
pub(super) struct First {
    pub(super) slot: usize,
    pub(super) symmetry: usize,
}

impl First {
    #[inline]
    pub(super) fn is<G: Game>(self, game: &G, chosen: G::Move) -> bool {
        let seen = if self.symmetry == 0 { chosen } else { game.transform_move(chosen, self.symmetry) };
        game.move_slot(seen) == self.slot
    }
}

/// The state of a decision node while it goes through its children; the window narrows on the way.
struct Loop<'p, G: Game> {
    node: &'p Node<'p, G>,
    alpha: G::Value,
    beta: G::Value,
    best: G::Value,
    /// Children searched so far.
    index: u32,
}

/// Places in order of their ratings. The first is picked and the rest sorted only when it did not suffice: most nodes
/// are refuted by their first move.
struct BestFirst<'a> {
    order: &'a mut [Rating],
    next: usize,
}

impl Iterator for BestFirst<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        match self.next {
            0 => {
                let mut ratings = self.order.iter().copied().enumerate();
                let first = ratings.next()?;
                let best = ratings.fold(first, |best, other| if other.1 > best.1 { other } else { best });
                self.order.swap(0, best.0);
            }
            1 => highest_first(&mut self.order[1..]),
            _ => {}
        }
        self.next += 1;
        self.order.get(self.next - 1).map(|rating| rating.place())
    }
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// Counts a node and searches it. The value is meaningless once the meter has stopped.
    #[inline(always)]
    pub(crate) fn visit(&mut self, node: Node<'_, G>, via: Via<G>) -> G::Value {
        if !self.meter.visit() {
            return G::Value::ZERO;
        }
        self.inside(node, via)
    }

    /// Searches a position that is counted already.
    #[inline(always)]
    pub(super) fn inside(&mut self, node: Node<'_, G>, via: Via<G>) -> G::Value {
        let Node { position, turn, ply, depth, alpha, beta, .. } = node;
        if self.observer.on() {
            self.observer.enter(Call { step: via, position, turn, ply, depth, window: (alpha, beta) });
        }
        let known = if self.rules.oracle().is_some() { self.asked(&node) } else { None };
        let (value, end) = match (known, turn) {
            (Some(value), _) => (value, End::Oracle),
            (None, Turn::Over) => {
                let payoff = self.evaluator.finished(self.game, position, turn.view());
                (self.rules.scale().terminal(payoff, ply), End::Over)
            }
            (None, Turn::Player(_)) if depth > 0 => self.decision(node),
            (None, Turn::Chance) if depth > 0 => self.chance(node),
            (None, Turn::Player(_)) if self.rules.config().quiescence => self.quiesce(node),
            _ => (self.evaluate(position, turn.view(), ply), End::Leaf),
        };
        if self.observer.on() {
            self.observer.leave(value, if self.meter.stopped { End::Stopped } else { end });
        }
        value
    }

    /// A child's value in the view of the node above it: carries state, path and sign down and back.
    #[inline(always)]
    pub(crate) fn below(
        &mut self,
        node: &Node<'_, G>,
        (step, probability): (StepOf<G>, Option<f64>),
        child: Node<'_, G>,
    ) -> G::Value {
        self.carry(node.position, step, child.position, node.ply);
        let via = (step, probability);
        if let Some(payoff) = self.path.ended_by_history(self.game, child.position) {
            return self.ended(child, via, node.view(), payoff);
        }
        self.path.enter(self.game, child.position);
        let value = self.visit(child, Some(via));
        self.path.leave();
        if child.view() == node.view() { value } else { -value }
    }

    /// Carries the evaluator's state one step down from a ply; the line below is still empty.
    #[inline(always)]
    pub(crate) fn carry(&mut self, position: &G::Position, step: StepOf<G>, child: &G::Position, ply: u32) {
        self.path.carry((self.game, self.evaluator), position, step, child, ply);
    }

    /// A child at which history ended the game, in the view of a player.
    #[cold]
    fn ended(
        &mut self,
        child: Node<'_, G>,
        via: (StepOf<G>, Option<f64>),
        player: Player,
        payoff: G::Value,
    ) -> G::Value {
        self.meter.visit();
        self.ledger.end_by_history();
        let value = self.rules.scale().terminal(payoff, child.ply);
        if self.observer.on() {
            let Node { position, turn, ply, .. } = child;
            let window = (G::Value::LOWEST, G::Value::HIGHEST);
            self.observer.enter(Call { step: Some(via), position, turn, ply, depth: 0, window });
            self.observer.leave(seen_by(turn.view(), value), End::History);
        }
        seen_by(player, value)
    }

    /// The evaluation of a node, which the meter has let in with it.
    #[inline]
    pub(super) fn evaluation(&mut self, position: &G::Position, player: Player, ply: u32) -> G::Value {
        if self.cache.is_some() {
            return self.remembered(position, player, ply);
        }
        self.meter.evaluations += 1;
        self.evaluator.evaluate(self.game, position, self.path.state(ply), player)
    }

    /// The evaluation of a position for the search's own use: it is no node, and no value rests on it. Meaningless
    /// once the meter has stopped.
    pub(crate) fn glance(&mut self, position: &G::Position, player: Player, ply: u32) -> G::Value {
        if self.cache.is_some() {
            return self.remembered(position, player, ply);
        }
        if !self.meter.glimpse() {
            return G::Value::ZERO;
        }
        self.evaluator.evaluate(self.game, position, self.path.state(ply), player)
    }

    /// The evaluation out of the cache; one that has to be made counts.
    #[inline(never)]
    pub(super) fn remembered(&mut self, position: &G::Position, player: Player, ply: u32) -> G::Value {
        let (cache, salt) = self.cache.expect("there is a cache");
        let key = mix(self.game.key(position) ^ salt.wrapping_add(u64::from(player.0)));
        cache.recall(key, || {
            self.meter.glimpse();
            self.evaluator.evaluate(self.game, position, self.path.state(ply), player)
        })
    }

    #[inline(never)]
    pub(super) fn decision(&mut self, node: Node<'_, G>) -> (G::Value, End) {
        let Node { position, ply, depth, .. } = node;
        if self.rules.is_plain(depth) && ply > 0 && node.tries == Node::<G>::ALL {
            return self.bare(&node);
        }
        // 1. The game may know that the value is outside the window, or narrow it. The root is always searched, so that
        //    there is a move to play.
        let asked = (node.alpha, node.beta);
        let mut node = node;
        if ply > 0 {
            match self.confine(position, node.view(), ply, asked, self.rules.config().prune) {
                ControlFlow::Break(value) => return (value, End::Bounds),
                ControlFlow::Continue(window) => node = node.within(window),
            }
        }

        // 2. The table may know the value, or narrow the window, or name the move to try first.
        let counts = self.counts();
        let (mut low, mut high) = (node.alpha, node.beta);
        let mut first = match &self.best {
            Some((_, pv)) if ply == 0 => pv.first().map(|best| self.first(*best)),
            _ => None,
        };
        let mut place = (0, 0);
        if self.table.is_some() && self.keeps(depth) {
            place = self.table_key(position);
            if let Some(entry) = self.entry(place.0) {
                if first.is_none() {
                    first = entry.best().map(|slot| First { slot, symmetry: place.1 });
                }
                if ply > 0 {
                    match self.narrow(&entry, &node) {
                        ControlFlow::Break(value) => return (value, End::Table),
                        ControlFlow::Continue(window) => (low, high) = window,
                    }
                }
            }
        }

        // 3. Shallower searches may end the node, or find a first move where the table has none.
        if self.rules.is_shallow_first() {
            let inner = node.within((low, high));
            if let Some(value) = self.cut_forward(&inner, first) {
                return (value, End::Forward);
            }
            if first.is_none() && !self.meter.stopped {
                first = self.first_by_search(&inner);
            }
            if self.meter.stopped {
                return (G::Value::ZERO, End::Stopped);
            }
        }

        // 4. The children: as the game lists them, or in a better order, or none if the table refutes one already.
        let (alpha, beta) = if self.rules.config().prune { (low, high) } else { self.unpruned() };
        let mut state = Loop { node: &node, alpha, beta, best: G::Value::LOWEST, index: 0 };
        let end = self.ordered(first, &mut state);
        let best = state.best;
        if self.meter.stopped {
            return (G::Value::ZERO, End::Stopped);
        }

        // 5. What was found goes into the table. Where moves were left out, it is a lower bound.
        if end != End::TableOfChild && self.table.is_some() {
            let seen = |chosen| if place.1 == 0 { chosen } else { self.game.transform_move(chosen, place.1) };
            let first = self.path.line(ply).first().map(|chosen| self.game.move_slot(seen(chosen)));
            let high = if end == End::Probed { G::Value::LOWEST } else { high };
            self.remember(place.0, &node, (low, high), best, first, counts);
        }
        if end == End::Probed {
            // What is not above the window says nothing of the moves left out.
            return (best.larger(low), end);
        }
        (self.returned(best, asked), end)
    }

    /// The move to try first by internal deepening: that of a shallower search.
    #[inline(never)]
    fn first_by_search(&mut self, node: &Node<'_, G>) -> Option<First> {
        let less = self.rules.config().iid.filter(|less| node.depth > (*less).max(DEEP_ENOUGH))?;
        if self.observer.on() {
            return None;
        }
        // Only a move is wanted, so its guesses do not count.
        let before = self.ledger.mark();
        self.decision(Node { depth: node.depth - less, tries: Node::<G>::ALL, ..*node });
        self.ledger.forget_since(before);
        let line = self.path.line_mut(node.ply);
        let best = line.first();
        line.clear();
        best.map(|best| self.first(best))
    }

    fn first(&self, chosen: G::Move) -> First {
        First { slot: self.game.move_slot(chosen), symmetry: 0 }
    }

    /// The return value of a node for its best value: fail-hard search stays within the window.
    #[inline]
    pub(super) fn returned(&self, best: G::Value, (alpha, beta): (G::Value, G::Value)) -> G::Value {
        match self.rules.config().style {
            Style::Window(Window { fail: Fail::Hard, .. }) => best.larger(alpha).smaller(beta),
            _ => best,
        }
    }

    /// Searches the children in the order that table, killers and history suggest.
    #[inline(always)]
    fn ordered(&mut self, first: Option<First>, state: &mut Loop<'_, G>) -> End {
        let ply = state.node.ply;
        let (mut children, mut order) = self.path.lend(ply);
        children.clear();
        let _ = self.game.children(state.node.position, |chosen, child| {
            children.push(Child { chosen, position: child });
            ControlFlow::<()>::Continue(())
        });
        let end = if self.cut_by_child(&children, state) {
            End::TableOfChild
        } else {
            self.rate(&children, &mut order, first, state.node);
            if self.together(state.node) && state.node.tries == Node::<G>::ALL {
                let end = self.shared(&children, &mut order, state);
                self.path.take_back(ply, (children, order));
                return end;
            }
            let mut places = BestFirst { order: &mut order, next: 0 }.map(|place| &children[place]);
            let end = places.find_map(|child| {
                if state.index == state.node.tries {
                    return Some(End::Probed);
                }
                self.consider(child, state).break_value()
            });
            if self.observer.on() && end == Some(End::Cut) {
                self.observer.prune(&mut places.map(|child| child.chosen));
            }
            end.unwrap_or(End::Searched)
        };
        self.path.take_back(ply, (children, order));
        end
    }

    /// Searches the children in an order that leaves those for later at which other threads are.
    #[inline(never)]
    fn shared(&mut self, children: &[Child<G>], order: &mut [Rating], state: &mut Loop<'_, G>) -> End {
        highest_first(order);
        let node = state.node;
        let child = |rating: &Rating| &children[rating.place()];
        for place in 0..order.len() {
            // The first one is everybody's: most nodes are refuted by it.
            if place > 0 {
                self.free_first(node, order, place, |rating| &child(rating).position);
            }
            let child = child(&order[place]);
            let flow = self.marked(node, &child.position, |searcher| searcher.consider(child, state));
            if let ControlFlow::Break(end) = flow {
                return end;
            }
        }
        End::Searched
    }

    /// Enhanced transposition cutoffs (Dice thesis, section 2.3.8): a child's entry that already refutes this
    /// position.
    #[inline]
    fn cut_by_child(&mut self, children: &[Child<G>], state: &mut Loop<'_, G>) -> bool {
        self.looks_up(state.node) && state.node.ply > 0 && self.refuted(children, state)
    }

    #[inline(never)]
    fn refuted(&mut self, children: &[Child<G>], state: &mut Loop<'_, G>) -> bool {
        children.iter().for_each(|child| self.fetch(&child.position));
        for child in children {
            let Some([lower, _]) = self.bounds_of_child(&child.position, state.node) else { continue };
            if lower.0 >= state.beta {
                self.ledger.guess_if(!lower.1);
                state.best = lower.0;
                return true;
            }
        }
        false
    }

    /// Whether the children of a node are looked up before any is searched.
    #[inline]
    fn looks_up(&self, node: &Node<'_, G>) -> bool {
        self.rules.config().etc.is_some_and(|least| node.depth >= least) && self.keeps(node.depth - 1)
    }

    /// The table's bounds on a child in the view of the player on turn.
    fn bounds_of_child(&self, child: &G::Position, node: &Node<'_, G>) -> Option<[Bound<G::Value>; 2]> {
        let entry = self.entry(self.table_key(child).0)?;
        let (lower, upper) = self.bounds(&entry, node.ply + 1, node.depth - 1);
        let same = self.game.turn(child).view() == node.view();
        Some(if same { [lower, upper] } else { [(-upper.0, upper.1), (-lower.0, lower.1)] })
    }

    /// What the table says of a child, where that is all the window needs to know: the child is not searched then.
    fn known(&mut self, child: &G::Position, state: &Loop<'_, G>) -> Option<G::Value> {
        let [lower, upper] = self.bounds_of_child(child, state.node)?;
        let (value, proven) = if lower.0 >= state.beta {
            lower
        } else if upper.0 <= state.alpha || lower.0 == upper.0 {
            upper
        } else {
            return None;
        };
        self.ledger.guess_if(!proven);
        // No line lies below a child that was not searched.
        self.path.reach(state.node.ply + 1);
        self.path.line_mut(state.node.ply + 1).clear();
        Some(value)
    }

    /// Fills `order` with how good each child looks, and its place.
    #[inline(always)]
    pub(super) fn rate(
        &mut self,
        children: &[Child<G>],
        order: &mut Vec<Rating>,
        first: Option<First>,
        node: &Node<'_, G>,
    ) {
        order.clear();
        if node.depth == 1 && node.tries == Node::<G>::ALL && self.rules.config().hastes_to_leaves() {
            order.extend((0..children.len()).map(|place| Rating::new(0, 0).of_place(place)));
            return;
        }
        if self.rules.config().sort.is_some() {
            return self.rate_by_sight(children, order, first, node);
        }
        let ranked = G::RANKS && self.rules.config().promise;
        opinions(self.game, node.position, children, order, first, self.learned(node), ranked);
    }

    /// The same where the evaluation of what moves lead to orders them, or shows at least which win.
    #[inline(never)]
    fn rate_by_sight(
        &mut self,
        children: &[Child<G>],
        order: &mut Vec<Rating>,
        first: Option<First>,
        node: &Node<'_, G>,
    ) {
        let player = node.view();
        if self.rules.config().sort.is_none_or(|least| node.depth < least) {
            let (ranked, learned) = (G::RANKS && self.rules.config().promise, self.learned(node));
            if !ranked && learned.is_nothing() {
                listed(self.game, children, order, first);
            } else {
                opinions(self.game, node.position, children, order, first, learned, ranked);
            }
            for (place, child) in children.iter().enumerate() {
                if self.wins(&child.position, player) {
                    order[place] = Rating::FIRST.of_place(place);
                }
            }
            return;
        }
        for (place, child) in children.iter().enumerate() {
            let rating = if first.is_some_and(|first| first.is(self.game, child.chosen)) {
                Rating::FIRST
            } else {
                let seen = self.preview(node.position, child, player, node.ply);
                Rating::new(0, ascending(seen.to_f64() as f32))
            };
            order.push(rating.of_place(place));
        }
    }

    /// The search's experience with moves that could be played at a node.
    #[inline(always)]
    fn learned(&self, node: &Node<'_, G>) -> Learned<'_, G::Move> {
        let killers = self.path.killers(node.ply);
        Learned {
            killers: if self.rules.config().killers { killers } else { Killers::NONE },
            history: if self.rules.config().history { self.ledger.history_of(node.view()) } else { &[] },
        }
    }

    /// Whether a child ends the game in favour of the player on turn.
    fn wins(&self, child: &G::Position, player: Player) -> bool {
        self.game.turn(child) == Turn::Over
            && self.evaluator.finished(self.game, child, player) > G::Value::ZERO
    }

    /// The evaluation of a child in the view of the player on turn at `ply`, before it is searched.
    pub(crate) fn preview(
        &mut self,
        position: &G::Position,
        child: &Child<G>,
        player: Player,
        ply: u32,
    ) -> G::Value {
        if self.game.turn(&child.position) == Turn::Over {
            let payoff = self.evaluator.finished(self.game, &child.position, player);
            return self.rules.scale().terminal(payoff, ply + 1);
        }
        self.carry(position, Step::Move(child.chosen), &child.position, ply);
        self.glance(&child.position, player, ply + 1)
    }

    /// Searches one child and updates what is known; breaks when the rest does not matter.
    #[inline(always)]
    fn consider(&mut self, child: &Child<G>, state: &mut Loop<'_, G>) -> ControlFlow<End> {
        let chosen = child.chosen;
        let mut value = self.search_child(child, state);
        state.index += 1;
        if self.meter.stopped {
            return ControlFlow::Break(End::Stopped);
        }
        let node = state.node;
        if node.ply == 0 {
            if value > state.alpha {
                value = self.confirmed(node, child, value);
            }
            self.meter.news.values.push((chosen, self.rules.scale().payoff(value)));
        }
        if value <= state.best {
            return ControlFlow::Continue(());
        }
        state.best = value;
        if value <= state.alpha {
            return ControlFlow::Continue(());
        }
        self.path.extend_line(node.ply, chosen);
        if node.ply == 0 {
            let news = &mut self.meter.news.pv;
            news.clear();
            news.extend_from_slice(self.path.line(0).moves());
        }
        if self.rules.config().prune {
            state.alpha = value;
        }
        if self.rules.config().history {
            self.ledger.reward(node.view(), self.game.move_slot(chosen), node.depth);
        }
        if value < state.beta && !self.unbeatable(value, &child.position) {
            return ControlFlow::Continue(());
        }
        if self.rules.config().killers {
            self.path.add_killer(node.ply, chosen);
        }
        ControlFlow::Break(End::Cut)
    }

    /// Without cuts only a move that ends the game with the best there is spares the others.
    #[inline]
    pub(super) fn unbeatable(&self, value: G::Value, child: &G::Position) -> bool {
        !self.rules.config().prune
            && value >= self.rules.scale().bounds.1
            && self.game.turn(child) == Turn::Over
    }

    /// The window of a search that does not prune.
    pub(crate) fn unpruned(&self) -> (G::Value, G::Value) {
        (self.rules.scale().bounds.0.next_down(), self.rules.scale().bounds.1.next_up())
    }

    /// One child's value within the window.
    #[inline(always)]
    fn search_child(&mut self, child: &Child<G>, state: &Loop<'_, G>) -> G::Value {
        let node = state.node;
        if self.looks_up(node)
            && let Some(value) = self.known(&child.position, state)
        {
            return value;
        }
        if !self.rules.searches_in_full(state.index)
            && let Some(value) = self.search_doubtful(child, state)
        {
            return value;
        }
        let below = node.child(self.game, &child.position, node.depth - 1, (state.alpha, state.beta));
        self.below(node, (Step::Move(child.chosen), None), below)
    }

    /// A later child's value where a reduced search or one with a null window is enough to know it; any child's where
    /// moves do not all cost a ply.
    #[inline(never)]
    fn search_doubtful(&mut self, child: &Child<G>, state: &Loop<'_, G>) -> Option<G::Value> {
        let node = state.node;
        if self.rules.config().selective.weighs() {
            return Some(self.search_weighed(node, child, state.index, (state.alpha, state.beta)));
        }
        let null = state.alpha.next_up();
        let fewer = self.late(node, child.chosen, state.index);
        let narrowed = self.rules.config().pvs && null < state.beta;
        for (less, wanted) in [(1 + fewer, fewer > 0), (1, narrowed)] {
            if !wanted {
                continue;
            }
            let mark = self.ledger.mark();
            let below = node.child(self.game, &child.position, node.depth - less, (state.alpha, null));
            let value = self.below(node, (Step::Move(child.chosen), None), below);
            if value <= state.alpha || less == 1 && value >= state.beta || self.meter.stopped {
                return Some(value);
            }
            // It is searched again, so these guesses do not count.
            self.ledger.forget_since(mark);
        }
        None
    }

    /// Plies that a move is searched less because it comes late: none for the first moves, near the horizon, and for
    /// loud ones; more the later it comes and the more plies are left.
    #[inline]
    pub(super) fn late(&self, node: &Node<'_, G>, chosen: G::Move, index: u32) -> u32 {
        let Some(most) = self.rules.config().lmr else { return 0 };
        if index < FULL_MOVES || node.depth < DEEP_ENOUGH || self.game.is_loud(node.position, chosen) {
            return 0;
        }
        (node.depth.ilog2() * index.ilog2() / LATENESS).clamp(1, most).min(node.depth - 2)
    }

    /// Beyond the horizon only loud moves are followed, and standing still is always an option.
    fn quiesce(&mut self, node: Node<'_, G>) -> (G::Value, End) {
        let Node { position, ply, beta, .. } = node;
        let mut best = self.evaluate(position, node.view(), ply);
        let mut alpha = node.alpha.larger(best);
        if best >= beta {
            return (best, End::Leaf);
        }
        let mut end = End::Leaf;
        let game = self.game;
        let _ = game.children(position, |chosen, child| {
            if !game.is_loud(position, chosen) {
                return ControlFlow::Continue(());
            }
            end = End::Searched;
            let below = node.child(game, &child, 0, (alpha, beta));
            let value = self.below(&node, (Step::Move(chosen), None), below);
            if self.meter.stopped {
                return ControlFlow::Break(());
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.path.extend_line(ply, chosen);
                }
            }
            if value >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (best, end)
    }
}

/// Fills `order` with how good each child looks to the game, and among children of one rank to the search. It stands
/// apart because it is a sixth of a search with a table: inside the node's procedure little of it fits into registers.
#[inline(never)]
fn opinions<G: Game>(
    game: &G,
    before: &G::Position,
    children: &[Child<G>],
    order: &mut Vec<Rating>,
    first: Option<First>,
    learned: Learned<'_, G::Move>,
    ranked: bool,
) {
    // Few boards are turned: the slot of the first move is compared at once.
    let turned = first.filter(|first| first.symmetry != 0);
    let first = first.filter(|first| first.symmetry == 0).map_or(usize::MAX, |first| first.slot);
    order.reserve(children.len());
    for (place, child) in children.iter().enumerate() {
        let slot = game.move_slot(child.chosen);
        let rating = if slot == first || turned.is_some_and(|first| first.is(game, child.chosen)) {
            Rating::FIRST
        } else {
            let rank = if ranked { game.promise(before, child.chosen, &child.position) } else { 0 };
            Rating::new(rank, learned.of(child.chosen, slot))
        };
        order.push(rating.of_place(place));
    }
}

/// The same where nothing is known of the moves: as they are listed, but for the first.
fn listed<G: Game>(game: &G, children: &[Child<G>], order: &mut Vec<Rating>, first: Option<First>) {
    order.extend((0..children.len()).map(|place| Rating::new(0, 0).of_place(place)));
    let place = first.and_then(|first| children.iter().position(|child| first.is(game, child.chosen)));
    if let Some(place) = place {
        order[place] = Rating::FIRST.of_place(place);
    }
}

/// A number that grows with the float.
fn ascending(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
}
