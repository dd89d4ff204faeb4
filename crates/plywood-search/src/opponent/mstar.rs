//! M* search: models within models (opponent-model thesis, section 2.4.4; Carmel and Markovitch).
//!
//! MAX has evaluation `V0` and believes that MIN has `V1` and believes that MAX has `V2`, and so on; the innermost
//! model plays minimax (formulas 2.17 and 2.18, [`super::definition::Definition::nested`]). With one model it is OM search.
//!
//! - [`Passes::Multi`] strips one level at a time: where level `i` is not on turn, level `i + 1` is asked for the move,
//!   and the innermost level by an alpha-beta probe. A probe's value bounds the probes below the move it chose.
//! - [`Passes::One`] brings a vector of values up. A child is left when no level on turn at its parent can still
//!   prefer it. That is certain for the innermost level by its own value; for the others only through a bound on the
//!   difference between neighbouring evaluations (bounded sum), because what they follow is not a maximum.
//! - `epsilon`: a model's values may be wrong by this much; every move within twice that of the model's best
//!   may be played, and the worst of them counts (M*-epsilon, section 2.4.5). A large one makes it minimax.
//!
//! `Nested::mutual` is the common-knowledge limit: both players know each other's evaluation, and know that both know
//! (a game whose sum is not zero, formulas 2.19 and 2.20).

use plywood_core::{Evaluator, Game, Player, Turn, Value};

use super::modelling::{Crew, Method, Modelling, Rated, Setup};
use super::walk::{Node, Walk, open};
use crate::alphabeta::{AlphaBeta, Child, Config, Equals};
use crate::observe::End;

/// How the levels are searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Passes {
    /// One level at a time, the innermost by probes.
    Multi,
    /// All levels at once.
    One {
        /// The greatest difference between neighbouring evaluations, where one is known.
        bound: Option<f64>,
    },
    /// All levels at once, both players knowing each other: the symmetric recursion.
    Mutual,
}

/// The settings of an M* search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NestedConfig {
    /// How the levels are searched.
    pub passes: Passes,
    /// The greatest error of a model's values.
    pub epsilon: Option<f64>,
    /// Ply by ply, or to the depth at once.
    pub deepening: bool,
}

/// The settings of an M* search and how many levels it has.
pub struct NestedSetup {
    levels: usize,
    config: NestedConfig,
}

/// M* search with what it keeps between moves.
pub type Nested<G, E> = Modelling<G, E, NestedSetup>;

impl<G: Game, E: Evaluator<G>> Nested<G, E> {
    /// A search with these evaluations, MAX's own first and the innermost model's last.
    pub fn new(levels: Vec<E>, probes: Config, config: NestedConfig) -> Self {
        let setup = NestedSetup { levels: levels.len(), config };
        let probers = levels.into_iter().map(|level| AlphaBeta::new(level, probes.clone())).collect();
        Modelling { crews: vec![Crew { probers, known: None }], setup }
    }

    /// The symmetric search of two players who know each other's evaluation.
    pub fn mutual(own: E, opponent: E, deepening: bool) -> Self {
        let config = NestedConfig { passes: Passes::Mutual, epsilon: None, deepening };
        Nested::new(vec![own, opponent], Config::PLAIN, config)
    }
}

impl<G: Game, E: Evaluator<G>> Setup<G, E> for NestedSetup {
    fn method(&self) -> Box<dyn Method<G, E> + '_> {
        Box::new(NestedMethod { levels: (0..self.levels).collect(), config: self.config })
    }
    fn deepening(&self) -> bool {
        self.config.deepening
    }
}

struct NestedMethod {
    levels: Vec<usize>,
    config: NestedConfig,
}

impl<G: Game, E: Evaluator<G>> Method<G, E> for NestedMethod {
    fn child(&mut self, walk: &mut Walk<'_, G, E>, child: Node<'_, G>, _: (f64, f64)) -> Rated {
        let equals = equals(self.config.epsilon);
        let max = walk.max;
        Rated::alone(match self.config.passes {
            Passes::Multi => level_value(walk, &self.levels, max, child, equals, G::Value::LOWEST).to_f64(),
            Passes::One { bound } => one_pass(walk, child, equals, bound, None)[0].to_f64(),
            Passes::Mutual => mutual(walk, child).0.to_f64(),
        })
    }
}

fn equals(epsilon: Option<f64>) -> Equals {
    epsilon.map_or(Equals::First, |epsilon| Equals::Within(2.0 * epsilon))
}

/// The player who holds a level, where the first level belongs to `holder`.
fn holder_of(level: usize, holder: Player) -> Player {
    if level.is_multiple_of(2) { holder } else { holder.other() }
}

/// A value of the walk's view in a player's, and back.
fn in_view<V: Value>(value: V, viewer: Player, player: Player) -> V {
    if viewer == player { value } else { -value }
}

/// The value of the first of some nested levels at the end of the path, in MAX's view. The first level belongs to
/// `holder`; `least` is what the second level is known to get, in its own view.
pub(super) fn level_value<G: Game, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    levels: &[usize],
    holder: Player,
    node: Node<'_, G>,
    equals: Equals,
    least: G::Value,
) -> G::Value {
    let turn = walk.turn(node.position);
    if turn == Turn::Over || node.depth == 0 || levels.len() == 1 {
        return walk.value(levels[0], node, open());
    }
    if !walk.meter.visit() {
        return G::Value::ZERO;
    }
    let max = walk.max;
    let own_turn = turn.view() == holder;
    let (moves, least) = if own_turn {
        (walk.children(node.position), least)
    } else {
        let (value, moves) = level_choice(walk, &levels[1..], holder.other(), node, equals, least);
        // What the level on turn gets here it gets at least wherever it is led below, unless an oracle ended a node.
        let bounds = equals == Equals::First && !levels.iter().any(|level| walk.asks(*level));
        (moves, if bounds { value.next_down() } else { G::Value::LOWEST })
    };
    let mut best: Option<G::Value> = None;
    for child in &moves {
        walk.descend(node, child);
        let value = level_value(walk, levels, holder, node.below(child), equals, least);
        come_back(walk, levels[0], value);
        let value = in_view(value, max, holder);
        // The holder's own moves: the best. Those that others may play: the worst.
        let improves = |best: G::Value| if own_turn { value > best } else { value < best };
        if best.is_none_or(improves) {
            best = Some(value);
        }
        if walk.meter.stopped {
            return G::Value::ZERO;
        }
    }
    in_view(best.unwrap_or(G::Value::ZERO), max, holder)
}

/// Comes back from a child with a level's value: MAX's own is `v0`, the others have names of their own.
fn come_back<G: Game, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, level: usize, value: G::Value) {
    if level > 0 {
        walk.tell(level, &format!("v{level}"), value);
    }
    walk.ascend((level == 0).then(|| value.to_f64()), End::Searched);
}

/// The move of the first of some nested levels, on turn at the end of the path, and its value in its own
/// view.
pub(super) fn level_choice<G: Game, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    levels: &[usize],
    holder: Player,
    node: Node<'_, G>,
    equals: Equals,
    least: G::Value,
) -> (G::Value, Vec<Child<G>>) {
    let max = walk.max;
    if levels.len() == 1 {
        let window = if holder == max { (least, G::Value::HIGHEST) } else { (G::Value::LOWEST, -least) };
        let (value, moves) = walk.predict(levels[0], node, window, equals);
        return (in_view(value, max, holder), moves);
    }
    let mut found = Vec::new();
    for child in walk.children(node.position) {
        walk.descend(node, &child);
        let value = level_value(walk, levels, holder, node.below(&child), equals, G::Value::LOWEST);
        come_back(walk, levels[0], value);
        found.push((in_view(value, max, holder), child));
        if walk.meter.stopped {
            return (G::Value::ZERO, Vec::new());
        }
    }
    chosen(found, equals)
}

/// The best value and the moves that would be played.
fn chosen<V: Value, T>(mut found: Vec<(V, T)>, equals: Equals) -> (V, Vec<T>) {
    let best = found.iter().fold(V::LOWEST, |best, (value, _)| best.larger(*value));
    match equals {
        Equals::First => {
            let first = found.iter().position(|(value, _)| *value == best).expect("there is a move");
            (best, vec![found.swap_remove(first).1])
        }
        Equals::Within(slack) => {
            found.retain(|(value, _)| value.to_f64() >= best.to_f64() - slack);
            (best, found.into_iter().map(|(_, child)| child).collect())
        }
    }
}

/// Every level's value at the end of the path, in MAX's view. `rivals` are the values, in the same view, that the
/// levels on turn at the parent have already, where the parent belongs to the other player.
fn one_pass<G: Game, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    node: Node<'_, G>,
    equals: Equals,
    bound: Option<f64>,
    rivals: Option<&[G::Value]>,
) -> Vec<G::Value> {
    let (max, count) = (walk.max, walk.probers.len());
    let turn = walk.turn(node.position);
    if turn == Turn::Over || node.depth == 0 {
        let values: Vec<_> = (0..count).map(|level| walk.value(level, node, open())).collect();
        tell_levels(walk, &values);
        return values;
    }
    if !walk.meter.visit() {
        return vec![G::Value::ZERO; count];
    }
    let mover = turn.view();
    // The innermost level plays minimax, whose nodes its oracle ends. Bounds on evaluations say nothing of oracles.
    let told = walk.told(count - 1, node).map(|value| in_view(value, max, mover));
    let bound = bound.filter(|_| !(0..count).any(|level| walk.asks(level)));
    // Each level in the mover's view: the best so far.
    let mut best = vec![G::Value::LOWEST; count];
    let mut found: Vec<Vec<G::Value>> = Vec::new();
    let children = walk.children(node.position);
    for (place, child) in children.iter().enumerate() {
        walk.descend(node, child);
        let other = walk.turn(&child.position) == Turn::Player(mover.other());
        let standing: Vec<_> = best.iter().map(|value| in_view(*value, max, mover)).collect();
        let rivals_below = (place > 0 && other && equals == Equals::First).then_some(&standing[..]);
        let values = one_pass(walk, node.below(child), equals, bound, rivals_below);
        walk.ascend(Some(values[0].to_f64()), End::Searched);
        if walk.meter.stopped {
            return values;
        }
        let seen: Vec<_> = values.iter().map(|value| in_view(*value, max, mover)).collect();
        best.iter_mut().zip(&seen).for_each(|(best, value)| *best = best.larger(*value));
        found.push(seen);
        if rivals.is_some_and(|rivals| {
            let innermost = told.unwrap_or(best[count - 1]);
            irrelevant(&best, innermost, rivals, mover, max, |level| spread(level, count, node.depth, bound))
        }) {
            walk.tell_pruned(&children[place + 1..]);
            // Only that nobody at the parent prefers this child is known, and all that matters.
            best[count - 1] = told.unwrap_or(best[count - 1]);
            return best.iter().map(|value| in_view(*value, max, mover)).collect();
        }
    }
    best[count - 1] = told.unwrap_or(best[count - 1]);
    let values: Vec<_> = (0..count)
        .map(|level| {
            let own = holder_of(level, max) == mover || level + 1 == count;
            let value = if own { best[level] } else { followed(&found, level, equals) };
            in_view(value, max, mover)
        })
        .collect();
    tell_levels(walk, &values);
    values
}

/// The value of a level that follows the choice of the next one: with several moves, the worst for its holder, who is
/// not the mover.
fn followed<V: Value>(found: &[Vec<V>], level: usize, equals: Equals) -> V {
    let list = found.iter().map(|values| (values[level + 1], values[level])).collect();
    let (_, values) = chosen(list, equals);
    values.into_iter().fold(V::LOWEST, |worst, value| worst.larger(value))
}

/// Whether no level on turn at the parent can still prefer this node, given what its mover has here already and what the
/// innermost level has at least.
fn irrelevant<V: Value>(
    best: &[V],
    least: V,
    rivals: &[V],
    mover: Player,
    max: Player,
    spread: impl Fn(usize) -> Option<f64>,
) -> bool {
    let innermost = best.len() - 1;
    // Both in the mover's view: the parent's player wants them small.
    let rival = |level: usize| in_view(rivals[level], max, mover);
    if least < rival(innermost) {
        return false;
    }
    (0..innermost).filter(|level| holder_of(*level, max) != mover).all(|level| {
        // Such a level follows the next one here, whose value is at least its best so far.
        let next = if level + 1 == innermost { least } else { best[level + 1] };
        spread(level).is_some_and(|spread| next.to_f64() - spread >= rival(level).to_f64())
    })
}

/// How far a level's value can be from the next one's, `depth` plies above the leaves, where neighbouring evaluations
/// are at most `bound` apart. The innermost two stay that near. Others drift: where a level maximises while the next
/// one follows a third, each such node adds twice what those two are apart.
fn spread(level: usize, count: usize, depth: u32, bound: Option<f64>) -> Option<f64> {
    if level + 2 == count {
        return bound;
    }
    Some(bound? + 2.0 * f64::from(depth) * spread(level + 1, count, depth, bound)?)
}

fn tell_levels<G: Game, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, values: &[G::Value]) {
    for (level, value) in values.iter().enumerate().skip(1) {
        walk.tell(level, &format!("v{level}"), *value);
    }
}

/// Both players' values of the end of the path in MAX's view, each choosing by its own and knowing the
/// other's.
fn mutual<G: Game, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, node: Node<'_, G>) -> (G::Value, G::Value) {
    let turn = walk.turn(node.position);
    if turn == Turn::Over || node.depth == 0 {
        let own = walk.value(0, node, open());
        return (own, walk.value(1, node, open()));
    }
    if !walk.meter.visit() {
        return (G::Value::ZERO, G::Value::ZERO);
    }
    let own_turn = turn.view() == walk.max;
    let mut best: Option<(G::Value, G::Value)> = None;
    for child in &walk.children(node.position) {
        walk.descend(node, child);
        let found = mutual(walk, node.below(child));
        walk.tell(1, "v_op", found.1);
        walk.ascend(Some(found.0.to_f64()), End::Searched);
        let better = |best: (G::Value, G::Value)| if own_turn { found.0 > best.0 } else { found.1 < best.1 };
        if best.is_none_or(better) {
            best = Some(found);
        }
        if walk.meter.stopped {
            break;
        }
    }
    best.expect("a player on turn has a move")
}
