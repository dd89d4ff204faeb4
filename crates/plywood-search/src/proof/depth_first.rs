//! Depth-first proof-number search: a node is searched while its numbers are below thresholds. Its parent
//! sets the thresholds so that the search stays where best-first search would be (Nagai 2002). A table keeps
//! the numbers of nodes left behind.
//!
//! `dfpn` bounds both numbers by the value that makes another node more proving; its 1 + epsilon threshold
//! (Pawlewicz and Lew 2007) oversteps the next sibling by a part of its number, so that the search changes
//! places less often. `pds` raises the threshold of the likelier answer one by one. `pns_star` has a
//! threshold for proof numbers alone, raised at the root.

use std::ops::ControlFlow;

use plywood_core::random::mix;
use plywood_core::{Game, Turn};

use super::table::Table;
use super::{Answer, INFINITE, Method, NO_PATH, Numbers, Question};

/// Paths longer than this are not searched: a game that goes on so long is not proven this way.
const LONGEST: usize = 4_000;

/// A depth-first proof search.
pub(super) struct DepthFirst {
    table: Table,
    method: Method,
    /// How far below the root the node is that is being searched.
    ply: usize,
}

/// A child of the node being searched.
struct Child<G: Game> {
    chosen: G::Move,
    position: G::Position,
    key: u64,
    or: bool,
    numbers: Numbers,
    /// The place on the path that its answer rests on.
    rests_on: usize,
}

/// The result of a node.
#[derive(Clone, Copy)]
struct Found {
    numbers: Numbers,
    rests_on: usize,
}

impl DepthFirst {
    pub(super) fn new(memory: usize, method: Method) -> DepthFirst {
        DepthFirst { table: Table::new(memory), method, ply: 0 }
    }

    pub(super) fn search<G: Game>(
        mut self,
        question: &mut Question<G>,
        root: &G::Position,
    ) -> Answer<G::Move> {
        let or = question.game.turn(root) == Turn::Player(question.goal.player);
        let mut limits = match self.method {
            Method::Pds | Method::Star => Numbers { proof: 2, disproof: 2 },
            _ => Numbers { proof: INFINITE, disproof: INFINITE },
        };
        if self.method == Method::Star {
            limits.disproof = INFINITE;
        }
        let mut line = Vec::new();
        loop {
            let found = self.below(question, root, or, limits, &mut line);
            let numbers = found.numbers;
            if numbers.answer().is_some() || question.meter.stopped {
                return Answer { numbers, line };
            }
            match self.method {
                // By a quarter at least: numbers grow fast where many ways lead to one position.
                Method::Star => {
                    limits.proof = numbers.proof.max(limits.proof + limits.proof / 4).saturating_add(1);
                }
                _ => limits = likelier(numbers),
            }
        }
    }

    /// Searches a node while its numbers are below the limits. `line` becomes the way to where it was left or decided.
    fn below<G: Game>(
        &mut self,
        question: &mut Question<G>,
        position: &G::Position,
        or: bool,
        limits: Numbers,
        line: &mut Vec<G::Move>,
    ) -> Found {
        let work = question.meter.nodes;
        let Some(mut children) = self.children(question, position) else {
            return Found { numbers: Numbers::UNKNOWN, rests_on: NO_PATH };
        };
        // Numbers of positions that lead to each other feed on one another without end; so where a position can come again,
        // something is searched in any case.
        let mut searched = !question.cyclic || children.iter().all(|child| child.numbers == Numbers::UNKNOWN);
        let numbers = loop {
            let numbers = Numbers::of(or, children.iter().map(|child| child.numbers));
            let best = most_proving(or, &children);
            let left = searched && self.reached(numbers, limits);
            if self.ply == 0
                && (question.meter.ticked || question.meter.stopped || numbers.answer().is_some())
            {
                question.tell(numbers, children.iter().map(|child| (child.chosen, child.numbers)));
            }
            if numbers.answer().is_some() || left || question.meter.stopped {
                if line.first() != Some(&children[best].chosen) {
                    *line = vec![children[best].chosen];
                }
                break numbers;
            }
            let below_limits = self.limits(or, limits, numbers, &children, best);
            let mut below = Vec::new();
            let child = &children[best];
            question.enter(&child.position);
            let found = if question.keys.len() > LONGEST {
                question.meter.stopped = true;
                Found { numbers: child.numbers, rests_on: NO_PATH }
            } else {
                self.ply += 1;
                let found = self.below(question, &child.position, child.or, below_limits, &mut below);
                self.ply -= 1;
                found
            };
            question.leave();
            line.clear();
            line.push(child.chosen);
            line.append(&mut below);
            (children[best].numbers, children[best].rests_on) = (found.numbers, found.rests_on);
            searched = true;
        };
        // A proof at an or node rests on one child, a disproof on all of them; the other way round at an and node.
        let places = children.iter().filter(|child| child.numbers.answer() == numbers.answer());
        let places = places.map(|child| child.rests_on);
        let rests_on = match numbers.answer() {
            None => NO_PATH,
            Some(proven) if proven == or => places.max().unwrap_or(NO_PATH),
            Some(_) => places.min().unwrap_or(NO_PATH),
        };
        // What rests on this position or on later ones holds on any path to it.
        let rests_on = if rests_on.saturating_add(1) >= question.keys.len() { NO_PATH } else { rests_on };
        let key = self.key(question, question.game.key(position), rests_on != NO_PATH);
        self.table.keep(key, numbers, question.meter.nodes - work);
        Found { numbers, rests_on }
    }

    /// The key of a position on the path that ends in it; of the position alone where the path does not matter.
    fn key<G: Game>(&self, question: &Question<G>, key: u64, by_path: bool) -> u64 {
        if by_path { mix(key ^ mix(question.path)) } else { key }
    }

    /// The children with what is known of them; none when the budget ends.
    fn children<G: Game>(
        &mut self,
        question: &mut Question<G>,
        position: &G::Position,
    ) -> Option<Vec<Child<G>>> {
        let mut children = Vec::new();
        let game = question.game;
        let flow = game.children(position, |chosen, position| {
            if !question.meter.visit() {
                return ControlFlow::Break(());
            }
            let met = question.meet(&position);
            let key = game.key(&position);
            let mut child = Child {
                chosen,
                position,
                key,
                or: met.or,
                numbers: Numbers::UNKNOWN,
                rests_on: met.rests_on,
            };
            if let Some(proven) = met.decided {
                child.numbers = Numbers::decided(proven);
            } else if let Some(numbers) = self.table.find(child.key) {
                child.numbers = numbers;
            }
            if question.cyclic && child.numbers.answer().is_none() {
                question.enter(&child.position);
                if let Some(numbers) = self.table.find(self.key(question, key, true)) {
                    (child.numbers, child.rests_on) = (numbers, 0);
                }
                question.leave();
            }
            if question.guide.is_some() && child.numbers == Numbers::UNKNOWN {
                child.numbers = question.first_numbers(&met, &child.position);
            }
            children.push(child);
            ControlFlow::Continue(())
        });
        flow.is_continue().then_some(children)
    }

    /// Whether a node is left.
    fn reached(&self, numbers: Numbers, limits: Numbers) -> bool {
        let (proof, disproof) = (numbers.proof >= limits.proof, numbers.disproof >= limits.disproof);
        if self.method == Method::Pds { proof && disproof } else { proof || disproof }
    }

    /// The limits of the child that is searched next.
    fn limits<G: Game>(
        &self,
        or: bool,
        limits: Numbers,
        numbers: Numbers,
        children: &[Child<G>],
        best: usize,
    ) -> Numbers {
        if self.method == Method::Pds {
            return likelier(children[best].numbers);
        }
        let ((most, most_sum), (_, sum)) = (limits.split(or), numbers.split(or));
        let (_, part) = children[best].numbers.split(or);
        let others = children.iter().enumerate().filter(|(index, _)| *index != best);
        let second = others.map(|(_, child)| child.numbers.split(or).0).min().unwrap_or(INFINITE);
        let past = match self.method {
            Method::DfPn { epsilon } => (f64::from(second) * (1.0 + epsilon)).ceil() as u32,
            _ => second,
        };
        let least = most.min(past.max(second.saturating_add(1)));
        let others = sum.saturating_sub(part);
        let room = if most_sum == INFINITE { INFINITE } else { most_sum.saturating_sub(others) };
        Numbers::join(or, least, room)
    }
}

/// The next limits of a node by which the likelier answer is followed: one more leaf for it.
fn likelier(numbers: Numbers) -> Numbers {
    let Numbers { proof, disproof } = numbers;
    if proof <= disproof {
        Numbers { proof: proof + 1, disproof }
    } else {
        Numbers { proof, disproof: disproof + 1 }
    }
}

fn most_proving<G: Game>(or: bool, children: &[Child<G>]) -> usize {
    let key = |index: &usize| children[*index].numbers.split(or);
    (0..children.len()).min_by_key(key).expect("a player on turn has a move")
}
