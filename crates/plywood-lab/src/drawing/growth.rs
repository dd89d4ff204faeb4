//! A search step by step: the calls made, answered and cut at each moment.
//!
//! A trace lists calls in the order in which they were made, so a call ends just before the next call that is
//! not below it. Nodes appear at their final places from the start; the places of later nodes stay empty
//! until then. A node under way shows its window and the values of its moves so far.

use std::collections::BTreeSet;

use plywood_core::picture::tree::{Key, Node, Tone, Twig, fold, growing};
use plywood_core::picture::{Picture, Target};
use plywood_core::{Trace, Turn};
use serde::Serialize;

use super::{ACROSS, ROWS, Teller, legend, short, twigs};

/// A moment of a search: a call begins, ends, or does both at once because it makes no calls of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// The call, counted from zero.
    pub call: usize,
    /// Whether it begins.
    pub begins: bool,
    /// Whether it ends.
    pub ends: bool,
    /// The event in words.
    pub words: String,
}

/// The moments of a search, one after the other.
pub fn moments(trace: &Trace) -> Vec<Moment> {
    let teller = Teller::of(trace);
    let calling: BTreeSet<usize> = trace.nodes.iter().filter_map(|node| node.parent).collect();
    let mut moments = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (call, node) in trace.nodes.iter().enumerate() {
        while open.last().copied() != node.parent {
            let Some(ended) = open.pop() else { break };
            moments.push(teller.moment(ended, false, true));
        }
        let calls = calling.contains(&call);
        moments.push(teller.moment(call, true, !calls));
        if calls {
            open.push(call);
        }
    }
    moments.extend(open.into_iter().rev().map(|ended| teller.moment(ended, false, true)));
    moments
}

impl Teller<'_> {
    fn moment(&self, call: usize, begins: bool, ends: bool) -> Moment {
        let node = &self.trace.nodes[call];
        let step = if node.step.is_none() { "the root".to_string() } else { self.step(node) };
        let mut words = format!("call {}, {step}", call + 1);
        let mut add = |text: &str| {
            if !text.is_empty() {
                words += ", ";
                words += text;
            }
        };
        if begins {
            add(&self.kind_in_words(node));
            add(&self.window(node).unwrap_or_default());
        }
        if ends {
            let value = self.value(node).unwrap_or_else(|| "no value".to_string());
            add(&format!("{} {value}", if begins { "is" } else { "comes to" }));
            add(&node.note);
            if !node.pruned.is_empty() {
                add(&format!("not searched: {}", node.pruned.join(" ")));
            }
        }
        Moment { call, begins, ends, words }
    }

    /// What the best of the calls that ended below a node is worth, where two players are at it.
    fn so_far(&self, call: usize, ended: &BTreeSet<usize>) -> Option<String> {
        let Turn::Player(player) = self.trace.nodes[call].turn else { return None };
        let below = self.trace.nodes.iter().enumerate();
        let below = below.filter(|(child, node)| node.parent == Some(call) && ended.contains(child));
        let for_first = |node| self.trace.players <= 2 && !self.is_turned(node);
        let values =
            below.filter_map(|(_, node)| Some(if for_first(node) { node.value? } else { -node.value? }));
        let best = if player.0 == 0 { values.reduce(f64::max) } else { values.reduce(f64::min) };
        best.filter(|_| self.trace.players <= 2).map(|best| format!("so far {}", short(best)))
    }
}

/// The picture of a search at a moment, counted from zero; a moment past the last is the end. A click on a
/// node means the moment at which its call begins.
pub fn picture_at(trace: &Trace, moment: usize) -> Picture {
    let teller = Teller::of(trace);
    explained_at(&teller, moment, |all| legend(&teller, all))
}

/// The same without the legend, for pages that show it apart ([`super::signs`]).
pub fn bare_picture_at(trace: &Trace, moment: usize) -> Picture {
    explained_at(&Teller::of(trace), moment, |_| Vec::new())
}

fn explained_at(
    teller: &Teller,
    moment: usize,
    legend: impl FnOnce(&[Twig]) -> Vec<(Key, String)>,
) -> Picture {
    let trace = teller.trace;
    let moments = moments(trace);
    let past = &moments[..moments.len().min(moment.saturating_add(1))];
    let calls = |wanted: fn(&Moment) -> bool| -> BTreeSet<usize> {
        past.iter().filter(|one| wanted(one)).map(|one| one.call).collect()
    };
    let (begun, ended) = (calls(|one| one.begins), calls(|one| one.ends));
    let here = past.last().map(|last| last.call);

    let all = fold(twigs(teller), ACROSS, ROWS);
    let now = |twig: &Twig| -> Option<Twig> {
        let call = twig.number;
        let stands_for_others = matches!(twig.node, Node::Cut | Node::More);
        if !begun.contains(&call) || stands_for_others && !ended.contains(&call) {
            return None;
        }
        let mut twig = twig.clone();
        if stands_for_others {
            return Some(twig);
        }
        if !ended.contains(&call) {
            twig.value = "?".to_string();
            twig.notes = teller.given(&trace.nodes[call]);
            twig.notes.extend(teller.so_far(call, &ended));
            twig.name = format!("call {}: {}, under way", call + 1, twig.step);
        }
        if Some(call) == here {
            twig.tone = Tone::Here;
        }
        Some(twig)
    };
    let shown: Vec<Option<Twig>> = all.iter().map(now).collect();
    let references: Vec<Option<&Twig>> = shown.iter().map(Option::as_ref).collect();
    let mut picture = growing("Search tree", &all, &references, &legend(&all));
    for (cell, twig) in shown.iter().flatten().enumerate() {
        let begins = moments.iter().position(|one| one.call == twig.number && one.begins);
        if let Some(play) = begins.filter(|_| !matches!(twig.node, Node::Cut | Node::More)) {
            picture.targets.push(Target { clicks: vec![cell], play: play.to_string() });
        }
    }
    let place = past.len();
    let words = past.last().map_or("", |last| last.words.as_str());
    picture.description = format!("Moment {place} of {}: {words}", moments.len());
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::{Bound, Player, TraceNode};

    /// Alpha-beta on `([3 12] [2 4])`: the last leaf is cut.
    fn trace() -> Trace {
        let node = |parent: Option<usize>, step: &str, turn, value: f64, bound| TraceNode {
            parent,
            step: parent.map(|_| step.to_string()),
            probability: None,
            turn,
            ply: 0,
            depth: 0,
            view: Player::FIRST,
            window: Some((f64::NEG_INFINITY, f64::INFINITY)),
            null_window: false,
            value: Some(value),
            bound,
            each: Vec::new(),
            note: String::new(),
            values: Vec::new(),
            pruned: Vec::new(),
        };
        let (max, min) = (Turn::Player(Player(0)), Turn::Player(Player(1)));
        let mut nodes = vec![
            node(None, "", max, 3.0, Bound::Exact),
            node(Some(0), "A", min, 3.0, Bound::Exact),
            node(Some(1), "1", Turn::Over, 3.0, Bound::Exact),
            node(Some(1), "2", Turn::Over, 12.0, Bound::Exact),
            node(Some(0), "B", min, 2.0, Bound::AtMost),
            node(Some(4), "1", Turn::Over, 2.0, Bound::Exact),
        ];
        nodes[4].pruned = vec!["2".to_string()];
        nodes[4].note = "cut".to_string();
        Trace { players: 2, nodes, truncated: false }
    }

    #[test]
    fn calls_end_before_the_next_that_is_not_below_them() {
        let told: Vec<(usize, bool, bool)> =
            moments(&trace()).iter().map(|one| (one.call, one.begins, one.ends)).collect();
        let (begins, both, ends) = ((true, false), (true, true), (false, true));
        let expected = [(0, begins), (1, begins), (2, both), (3, both), (1, ends), (4, begins), (5, both)];
        let expected: Vec<_> = expected.into_iter().chain([(4, ends), (0, ends)]).collect();
        assert_eq!(told, expected.into_iter().map(|(call, (a, b))| (call, a, b)).collect::<Vec<_>>());
        let words = &moments(&trace())[7].words;
        assert_eq!(words, "call 5, B, comes to ≤ 2, cut, not searched: 2");
    }

    #[test]
    fn pictures_grow_and_nothing_moves() {
        let trace = trace();
        let last = moments(&trace).len() - 1;
        let whole = picture_at(&trace, last);
        assert_eq!(whole.cells.len(), 7, "six calls and what was cut");
        let mut before = 0;
        for moment in 0..=last {
            let picture = picture_at(&trace, moment);
            assert!(picture.cells.len() >= before, "nothing goes away");
            before = picture.cells.len();
            assert_eq!((picture.width, picture.height), (whole.width, whole.height));
            let begun: BTreeSet<&str> = picture.targets.iter().map(|target| target.play.as_str()).collect();
            assert!(begun.iter().all(|play| play.parse::<usize>().unwrap() <= moment));
        }
        assert_eq!(picture_at(&trace, usize::MAX).cells.len(), 7);
        assert!(picture_at(&trace, 3).svg(Default::default()).contains("so far 3"));
        // The legend has such a bound, too.
        let bounds =
            |moment: usize| picture_at(&trace, moment).svg(Default::default()).matches("≤ 2<").count();
        assert_eq!(bounds(6) + 1, bounds(7), "known when the call ends");
    }
}
