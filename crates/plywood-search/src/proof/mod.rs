//! Proof-number search (lecture notes, "Proof Number (pn) Search" and "Newer Searches"; the notes' disproof lines mean
//! `N.disproof`): is it proven that a player gets at least a given payoff?
//!
//! A node's *proof number* is the least number of leaves that must still be proven to prove it, its *disproof number* the
//! same for the contrary; the search goes where the fewest are wanted. [`tree`] keeps the whole tree and goes best-first
//! (`pn`, and `pn2` whose leaves are searches of their own); [`depth_first`] keeps numbers in a [`table`] of fixed size and
//! goes where best-first would go, by thresholds (`dfpn`, `pds`, `pns_star`).
//!
//! A question has two answers, so a value takes several: a win or not, a loss or not, a margin by halves. What repeats a
//! position of its own path ends as the game's history rule says, and as a draw where there is none (no proof can rest on
//! going round for ever). Answers that rest on such an end hold for their path alone: the table files them under it.
//!
//! Where a game can pass, threats ([`crate::lambda`]) may guide the search: a position that its player wins by threats below
//! an order is decided, and one that a threat of the order led to wants fewer leaves than a quiet one.

pub mod depth_first;
pub mod table;
pub mod tree;

use plywood_core::random::mix;
use plywood_core::{
    Budget, Game, Line, PayoffKind, Player, Proving, Report, Search, Task, TraceOf, Turn, Value,
};

use crate::lambda::Threats;
use crate::meter::Meter;
use crate::policy::metered;
use depth_first::DepthFirst;
use tree::Tree;

/// No number of leaves would suffice.
pub const INFINITE: u32 = u32::MAX;

/// How many leaves at least are wanted to prove a node, and to disprove it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    /// To prove it; zero where it is proven.
    pub proof: u32,
    /// To disprove it; zero where it is disproven.
    pub disproof: u32,
}

impl Numbers {
    /// Nothing is known yet.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// Proven, or disproven.
    pub const fn decided(proven: bool) -> Numbers {
        if proven {
            Numbers { proof: 0, disproof: INFINITE }
        } else {
            Numbers { proof: INFINITE, disproof: 0 }
        }
    }
    /// Whether it is proven, where that is known.
    pub const fn answer(self) -> Option<bool> {
        match self {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }
    /// The number that a node of this kind has the least of, and the one that adds up: a node where the player chooses
    /// (an or node) is proven by one child and disproven by all.
    const fn split(self, or: bool) -> (u32, u32) {
        if or { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }
    const fn join(or: bool, least: u32, sum: u32) -> Numbers {
        if or { Numbers { proof: least, disproof: sum } } else { Numbers { proof: sum, disproof: least } }
    }
    /// A node's numbers by its children's.
    fn of(or: bool, children: impl Iterator<Item = Numbers>) -> Numbers {
        let (mut least, mut sum) = (INFINITE, 0);
        for (one, all) in children.map(|numbers| numbers.split(or)) {
            least = least.min(one);
            sum = add(sum, all);
        }
        Numbers::join(or, least, sum)
    }
}

/// A sum that is infinite only where a part is.
fn add(sum: u32, part: u32) -> u32 {
    if sum == INFINITE || part == INFINITE { INFINITE } else { sum.saturating_add(part).min(INFINITE - 1) }
}

/// The question: does the player get at least this payoff?
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal<V> {
    /// The player.
    pub player: Player,
    /// The payoff.
    pub at_least: V,
}

/// A position met during a search: what decides it at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Met {
    /// Whether the goal's player chooses.
    or: bool,
    /// The answer, where the position shows it.
    decided: Option<bool>,
    /// The place on the path that the answer rests on.
    rests_on: usize,
}

/// An answer that rests on no position of its path.
const NO_PATH: usize = usize::MAX;

/// A question put to a game, and the path on which the search is.
struct Question<'a, 'p, G: Game> {
    game: &'a G,
    goal: Goal<G::Value>,
    meter: &'a mut Meter<'p, G::Move>,
    /// Keys of the path, those of the game so far included; empty where no position can come again.
    keys: Vec<u64>,
    history: bool,
    cyclic: bool,
    /// The positions of the path in any order.
    path: u64,
    guide: Option<Guide<G::Move>>,
}

/// Threats that guide a search.
struct Guide<M> {
    /// Threats of this order are preferred, and those below it decide.
    order: u8,
    /// Of each player.
    threats: [Threats<M>; 2],
}

/// Moves of an attacker that a guide looks ahead.
const GUIDED: u32 = 4;

impl<'a, 'p, G: Game> Question<'a, 'p, G> {
    fn new(line: &'a Line<G>, goal: Goal<G::Value>, meter: &'a mut Meter<'p, G::Move>) -> Self {
        let nature = line.game().nature();
        let cyclic = nature.history || nature.longest.is_none();
        let mut keys = if nature.history { line.keys().to_vec() } else { Vec::new() };
        if cyclic && !nature.history {
            keys.push(line.game().key(line.position()));
        }
        Question {
            game: line.game(),
            goal,
            meter,
            keys,
            history: nature.history,
            cyclic,
            path: 0,
            guide: None,
        }
    }

    /// The same question, guided by threats of an order; order zero means no guide.
    fn guided(self, order: u8, memory: usize) -> Self {
        let threats = || [Player::FIRST, Player::SECOND].map(|player| Threats::new(player, memory / 8));
        Question { guide: (order > 0).then(|| Guide { order, threats: threats() }), ..self }
    }

    /// The numbers of a position that was met for the first time.
    fn first_numbers(&mut self, met: &Met, position: &G::Position) -> Numbers {
        let (None, Some(guide)) = (met.decided, &mut self.guide) else {
            return met.decided.map_or(Numbers::UNKNOWN, Numbers::decided);
        };
        let (game, lower) = (self.game, guide.order - 1);
        let mover = game.turn(position).view();
        let won = guide.threats[mover.index()].attack(game, self.meter).win(position, lower, GUIDED);
        if won.is_some() {
            return Numbers::decided(met.or);
        }
        let other = &mut guide.threats[mover.other().index()];
        let threat = other.attack(game, self.meter).threatens(position, guide.order, GUIDED);
        let wanted = if threat { 1 } else { 2 };
        // The player who moved there hopes for it: the fewer leaves are wanted, the sooner it is looked at.
        Numbers::join(!met.or, wanted, 1)
    }

    fn achieves(&self, first: G::Value) -> bool {
        let payoff = if self.goal.player == Player::FIRST { first } else { -first };
        payoff >= self.goal.at_least
    }

    /// What a position shows that the path now leads to.
    fn meet(&self, position: &G::Position) -> Met {
        let turn = self.game.turn(position);
        let or = turn == Turn::Player(self.goal.player);
        let shown = |decided| Met { or, decided: Some(decided), rests_on: NO_PATH };
        if turn == Turn::Over {
            return shown(self.game.payoff(position, self.goal.player) >= self.goal.at_least);
        }
        if self.cyclic {
            let key = self.game.key(position);
            let before = self.keys.iter().rposition(|other| *other == key);
            let ended = if self.history {
                self.game.ended_by_history(position, &self.keys)
            } else {
                before.map(|_| G::Value::ZERO)
            };
            if let Some(payoff) = ended {
                return Met { or, decided: Some(self.achieves(payoff)), rests_on: before.unwrap_or(0) };
            }
        }
        if let Some((low, high)) = self.game.bounds(position) {
            let (worst, best) = (self.achieves(low), self.achieves(high));
            if worst == best {
                return shown(worst);
            }
        }
        Met { or, decided: None, rests_on: NO_PATH }
    }

    /// Tells the listener the numbers of the root and of its moves.
    fn tell(&mut self, root: Numbers, moves: impl Iterator<Item = (G::Move, Numbers)>) {
        let pair = |numbers: Numbers| (number(numbers.proof), number(numbers.disproof));
        let (proof, disproof) = pair(root);
        let moves = moves.map(|(chosen, numbers)| (chosen, pair(numbers))).collect();
        self.meter.tell_proving(&Proving { at_least: self.goal.at_least.to_f64(), proof, disproof, moves });
    }

    /// Goes one step along the path.
    fn enter(&mut self, position: &G::Position) {
        if self.cyclic {
            let key = self.game.key(position);
            self.keys.push(key);
            self.path = self.path.wrapping_add(mix(key));
        }
    }
    fn leave(&mut self) {
        if self.cyclic {
            let key = self.keys.pop().expect("it was entered");
            self.path = self.path.wrapping_sub(mix(key));
        }
    }
}

/// How the numbers are kept and where the search goes next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    /// Best-first over a tree in memory (Allis).
    Pn,
    /// The same, with a search of its own at each leaf, of at most this part of the tree's size (pn squared).
    Pn2 {
        /// The part.
        part: f64,
    },
    /// Depth-first with thresholds for both numbers (Nagai's df-pn); a sibling's number is overstepped by this part of it
    /// (the 1 + epsilon threshold).
    DfPn {
        /// The part.
        epsilon: f64,
    },
    /// Depth-first with thresholds raised one by one (proof-number and disproof-number search).
    Pds,
    /// Depth-first with a threshold for the proof number alone, raised at the root (PN*).
    Star,
}

/// The aim of a proof.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aim {
    /// The value, by as many questions as it takes.
    Value,
    /// That the player on turn gets at least this.
    AtLeast(f64),
}

/// A proof search.
///
/// ```
/// use plywood_core::{Budget, Line, Search, Task};
/// use plywood_search::proof::{Aim, Method, Proof};
/// use plywood_small_games::tictactoe::TicTacToe;
///
/// let mut proof = Proof { method: Method::Pn, aim: Aim::Value, memory: 1 << 24, threats: 0 };
/// let report = proof.think(&Line::new(TicTacToe), Task::new(Budget::ENDLESS));
/// assert_eq!((report.value, report.proven), (0.0, true)); // a draw
/// ```
#[derive(Debug, Clone)]
pub struct Proof {
    /// How it searches.
    pub method: Method,
    /// Its aim.
    pub aim: Aim,
    /// Bytes for the tree or the table.
    pub memory: usize,
    /// The order of threats that guide it, 1 to 3; zero for none. Only for games that are won or lost and can
    /// pass.
    pub threats: u8,
}

/// The answer to a question.
struct Answer<M> {
    numbers: Numbers,
    /// A line that the answer rests on, or the most proving one.
    line: Vec<M>,
}

impl Proof {
    fn ask<G: Game>(
        &self,
        line: &Line<G>,
        at_least: G::Value,
        meter: &mut Meter<'_, G::Move>,
    ) -> Answer<G::Move> {
        let goal = Goal { player: line.turn().view(), at_least };
        let mut question = Question::new(line, goal, meter).guided(self.threats, self.memory);
        match self.method {
            Method::Pn | Method::Pn2 { .. } => {
                let mut tree = Tree::new(self.memory);
                tree.search(&mut question, line.position(), self.method);
                Answer { numbers: tree.numbers(), line: tree.line() }
            }
            _ => DepthFirst::new(self.memory, self.method).search(&mut question, line.position()),
        }
    }

    /// The payoffs between which the value lies: what is asked next is their upper half.
    fn range<G: Game>(line: &Line<G>) -> (f64, f64) {
        let (low, high) = line.game().nature().bounds;
        let view = line.turn().view();
        let possible = line.game().bounds(line.position()).map(|(low, high)| (low.to_f64(), high.to_f64()));
        let (low, high) = possible.unwrap_or((low, high));
        if view == Player::FIRST { (low, high) } else { (-high, -low) }
    }
}

impl<G: Game> Search<G> for Proof {
    fn think(&mut self, line: &Line<G>, task: Task<'_, G::Move>) -> Report<G::Move> {
        metered(line, task, |meter| {
            let mut report = Report::default();
            let (mut low, mut high) = Proof::range(line);
            let outcome = line.game().nature().payoff == PayoffKind::Outcome;
            let mut asked = match self.aim {
                Aim::AtLeast(payoff) => payoff,
                // Wins first: they are what is looked for.
                Aim::Value if outcome => high,
                Aim::Value => middle(low, high),
            };
            while low < high {
                let answer = self.ask(line, G::Value::from_f64(asked), meter);
                report.counters.insert("proof".to_string(), number(answer.numbers.proof));
                report.counters.insert("disproof".to_string(), number(answer.numbers.disproof));
                if answer.numbers.answer() != Some(false) || report.pv.is_empty() {
                    report.pv = answer.line;
                }
                match answer.numbers.answer() {
                    Some(true) => low = asked,
                    // Payoffs are whole numbers.
                    Some(false) => high = asked - 1.0,
                    None => break,
                }
                meter.tell_bounds(low, high);
                if self.aim != Aim::Value {
                    break;
                }
                asked = middle(low, high);
            }
            report.value = if low == high || self.aim != Aim::Value { low } else { (low + high) / 2.0 };
            report.proven = low == high;
            report.best = report.pv.first().copied().or_else(|| line.first_move());
            report
        })
    }

    fn trace(&mut self, line: &Line<G>, budget: &Budget, limit: usize) -> Option<TraceOf<G>> {
        if !matches!(self.method, Method::Pn) || line.turn() == Turn::Over {
            return None;
        }
        let at_least = match self.aim {
            Aim::AtLeast(payoff) => payoff,
            Aim::Value => Proof::range(line).1,
        };
        let most = budget.nodes.unwrap_or(u64::MAX).min(limit as u64);
        let mut meter = Meter::new(Task::new(Budget::nodes(most)));
        let goal = Goal { player: line.turn().view(), at_least: G::Value::from_f64(at_least) };
        let mut question = Question::new(line, goal, &mut meter).guided(self.threats, self.memory);
        let mut tree = Tree::new(self.memory);
        tree.search(&mut question, line.position(), self.method);
        Some(tree.trace(line, goal.player))
    }
}

/// The upper half's lowest payoff.
fn middle(low: f64, high: f64) -> f64 {
    ((low + high + 1.0) / 2.0).floor()
}

fn number(leaves: u32) -> f64 {
    if leaves == INFINITE { f64::INFINITY } else { f64::from(leaves) }
}
