//! The way from the root to the node that is searched: a frame a ply, and the keys of the game so far.

use plywood_core::game::StepOf;
use plywood_core::{Evaluator, Game};

use super::Child;
use super::selective::Strand;
use crate::expectimax::Events;
use crate::ordering::{Killers, Rating};

/// The best line that is known from a node on.
pub(super) struct PrincipalVariation<M>(Vec<M>);

impl<M: Copy> PrincipalVariation<M> {
    /// The best move.
    #[inline]
    pub(super) fn first(&self) -> Option<M> {
        self.0.first().copied()
    }

    /// The moves.
    pub(super) fn moves(&self) -> &[M] {
        &self.0
    }

    /// Nothing is known.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// A move, and nothing after it.
    pub(super) fn set(&mut self, chosen: M) {
        self.clear();
        self.0.push(chosen);
    }

    /// Takes the moves away.
    pub(super) fn take(&mut self) -> Vec<M> {
        std::mem::take(&mut self.0)
    }

    /// Puts moves in place of what was known.
    pub(super) fn replace(&mut self, moves: Vec<M>) {
        self.0 = moves;
    }
}

/// The state of the search for one ply.
struct Frame<G: Game, E: Evaluator<G>> {
    state: E::State,
    children: Vec<Child<G>>,
    /// The events of a chance node.
    events: Events<G>,
    /// How good the children look, with their places.
    order: Vec<Rating>,
    line: PrincipalVariation<G::Move>,
    killers: Killers<G::Move>,
    strand: Strand,
}

impl<G: Game, E: Evaluator<G>> Frame<G, E> {
    fn new(state: E::State) -> Self {
        Frame {
            state,
            children: Vec::new(),
            events: Events::default(),
            order: Vec::new(),
            line: PrincipalVariation(Vec::new()),
            killers: Killers::NONE,
            strand: Strand::default(),
        }
    }
}

/// The way to the node that is searched.
pub(crate) struct Path<G: Game, E: Evaluator<G>> {
    /// Those of the plies that were reached, and one more at least.
    frames: Vec<Frame<G, E>>,
    /// Keys of the game so far and of the way from the root, for games that can end by history.
    keys: Option<Vec<u64>>,
    /// The ply beyond which nothing is extended.
    extension_limit: u32,
}

impl<G: Game, E: Evaluator<G>> Path<G, E> {
    /// The way to the root.
    pub(super) fn new(root: E::State, keys: Option<Vec<u64>>) -> Self {
        Path { frames: vec![Frame::new(root), Frame::new(E::State::default())], keys, extension_limit: 0 }
    }

    /// Makes the frames up to a ply.
    #[inline(always)]
    pub(super) fn reach(&mut self, ply: u32) {
        if self.frames.len() <= ply as usize {
            self.grow(ply);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, ply: u32) {
        self.frames.resize_with(ply as usize + 1, || Frame::new(E::State::default()));
    }

    /// A search begins at a ply: nothing is left over from another.
    pub(super) fn begin(&mut self, ply: u32, depth: u32) {
        let frame = &mut self.frames[ply as usize];
        frame.line.clear();
        frame.strand = Strand::default();
        self.extension_limit = ply + 2 * depth;
    }

    /// Whether a search may come to a ply by extensions.
    pub(super) fn may_extend_to(&self, ply: u32) -> bool {
        ply <= self.extension_limit
    }

    /// Carries the evaluator's state one step down from a ply; the line below is still empty.
    #[inline(always)]
    pub(super) fn carry(
        &mut self,
        (game, evaluator): (&G, &E),
        position: &G::Position,
        step: StepOf<G>,
        child: &G::Position,
        ply: u32,
    ) {
        // The next ply has a line, too.
        self.reach(ply + 2);
        let (above, below) = self.around(ply);
        below.line.clear();
        evaluator.advance(game, &above.state, position, step, child, &mut below.state);
    }

    /// The same where the frames are there and the line is left alone.
    #[inline(always)]
    pub(super) fn advance(
        &mut self,
        (game, evaluator): (&G, &E),
        position: &G::Position,
        step: StepOf<G>,
        child: &G::Position,
        ply: u32,
    ) {
        let (above, below) = self.around(ply);
        evaluator.advance(game, &above.state, position, step, child, &mut below.state);
    }

    /// The frames of a ply and of the next.
    #[inline(always)]
    fn around(&mut self, ply: u32) -> (&Frame<G, E>, &mut Frame<G, E>) {
        let (above, below) = self.frames.split_at_mut(ply as usize + 1);
        (&above[ply as usize], &mut below[0])
    }

    /// The evaluator's state at a ply.
    #[inline(always)]
    pub(super) fn state(&self, ply: u32) -> &E::State {
        &self.frames[ply as usize].state
    }

    /// Goes on at a ply from a position that no step led to.
    pub(super) fn go_on_from(&mut self, ply: u32, state: E::State, strand: Strand) {
        let frame = &mut self.frames[ply as usize];
        frame.state = state;
        frame.line.clear();
        frame.strand = strand;
    }

    /// The best line from a ply on.
    #[inline(always)]
    pub(super) fn line(&self, ply: u32) -> &PrincipalVariation<G::Move> {
        &self.frames[ply as usize].line
    }

    /// The same, to be written.
    #[inline(always)]
    pub(super) fn line_mut(&mut self, ply: u32) -> &mut PrincipalVariation<G::Move> {
        &mut self.frames[ply as usize].line
    }

    /// The line of a ply becomes the move and the line below it.
    pub(super) fn extend_line(&mut self, ply: u32, chosen: G::Move) {
        let (above, below) = self.frames.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize].line;
        line.set(chosen);
        line.0.extend_from_slice(&below[0].line.0);
    }

    /// The state of selective search at a ply.
    pub(super) fn strand(&mut self, ply: u32) -> &mut Strand {
        &mut self.frames[ply as usize].strand
    }

    /// Moves that cut nodes of a ply.
    #[inline(always)]
    pub(super) fn killers(&self, ply: u32) -> Killers<G::Move> {
        self.frames[ply as usize].killers
    }

    /// A move cut a node of a ply.
    #[inline(always)]
    pub(super) fn add_killer(&mut self, ply: u32, chosen: G::Move) {
        self.frames[ply as usize].killers.add(chosen);
    }

    /// Lends a node the lists of its ply, for its children and for how good they look.
    #[inline(always)]
    pub(super) fn lend(&mut self, ply: u32) -> (Vec<Child<G>>, Vec<Rating>) {
        let frame = &mut self.frames[ply as usize];
        (std::mem::take(&mut frame.children), std::mem::take(&mut frame.order))
    }

    /// Gives the lists back that were lent to a node. Those there meanwhile are empty and own nothing, so that nothing
    /// has to be dropped.
    #[inline(always)]
    pub(super) fn take_back(&mut self, ply: u32, (children, order): (Vec<Child<G>>, Vec<Rating>)) {
        let frame = &mut self.frames[ply as usize];
        std::mem::forget(std::mem::replace(&mut frame.children, children));
        std::mem::forget(std::mem::replace(&mut frame.order, order));
    }

    /// Lends a chance node the lists of its ply.
    #[inline(always)]
    pub(crate) fn lend_events(&mut self, ply: u32) -> Events<G> {
        std::mem::take(&mut self.frames[ply as usize].events)
    }

    /// Gives them back, as [`Path::take_back`] does.
    #[inline(always)]
    pub(crate) fn take_back_events(&mut self, ply: u32, events: Events<G>) {
        std::mem::forget(std::mem::replace(&mut self.frames[ply as usize].events, events));
    }

    /// Whether the game can end by history.
    #[inline(always)]
    pub(super) fn has_history(&self) -> bool {
        self.keys.is_some()
    }

    /// The first player's payoff where history ends the game at a position that comes next.
    #[inline(always)]
    pub(super) fn ended_by_history(&self, game: &G, next: &G::Position) -> Option<G::Value> {
        game.ended_by_history(next, self.keys.as_ref()?)
    }

    /// The game goes on to a position.
    #[inline(always)]
    pub(super) fn enter(&mut self, game: &G, next: &G::Position) {
        if let Some(keys) = &mut self.keys {
            keys.push(game.key(next));
        }
    }

    /// The last position that was entered is left.
    #[inline(always)]
    pub(super) fn leave(&mut self) {
        if let Some(keys) = &mut self.keys {
            keys.pop();
        }
    }
}
