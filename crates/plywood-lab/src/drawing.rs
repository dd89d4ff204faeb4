//! A trace of a search, as an outline in characters or as a picture.
//!
//! With two players, values and windows are those of the first player, as textbooks draw them: max nodes
//! point up, min nodes point down, chance nodes are round. With more players they are those of the player
//! named, or of all. A value that is only a bound is marked (`≤ 2`). Moves spared by a cut are crossed out,
//! large trees are folded, and a legend explains the signs in use.

mod growth;

use std::fmt::Write;

use plywood_core::picture::tree::{Key, Node, Twig, fold, tree};
use plywood_core::picture::{Picture, Theme};
use plywood_core::{Bound, Player, Trace, TraceNode, Turn};

pub use growth::{Moment, bare_picture_at, moments, picture_at};

/// A number as short as it can be.
fn short(value: f64) -> String {
    if value == f64::INFINITY {
        "∞".to_string()
    } else if value == f64::NEG_INFINITY {
        "-∞".to_string()
    } else {
        let text = format!("{value:.4}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        if text == "-0" { "0".to_string() } else { text.to_string() }
    }
}

/// How the nodes of a trace are told.
struct Teller<'a> {
    trace: &'a Trace,
    /// The one player whose values all nodes tell; none where they differ.
    whose: Option<Player>,
}

impl<'a> Teller<'a> {
    fn of(trace: &'a Trace) -> Teller<'a> {
        let mut views = trace.nodes.iter().filter(|node| node.each.is_empty()).map(|node| node.view);
        let whose = match (trace.players <= 2, views.next()) {
            (true, _) => Some(Player::FIRST),
            (false, first) => first.filter(|first| views.all(|view| view == *first)),
        };
        Teller { trace, whose }
    }

    /// Whether a node's numbers are those of the other one of two players.
    fn is_turned(&self, node: &TraceNode) -> bool {
        self.trace.players <= 2 && node.view != Player::FIRST
    }

    fn value(&self, node: &TraceNode) -> Option<String> {
        if !node.each.is_empty() && self.trace.players > 2 {
            let each: Vec<String> = node.each.iter().map(|value| short(*value)).collect();
            return Some(each.join("/"));
        }
        let (value, bound) = match self.is_turned(node) {
            true => (-node.value?, node.bound.turned()),
            false => (node.value?, node.bound),
        };
        Some(match bound {
            Bound::Exact => short(value),
            Bound::AtLeast => format!("≥ {}", short(value)),
            Bound::AtMost => format!("≤ {}", short(value)),
        })
    }

    fn window(&self, node: &TraceNode) -> Option<String> {
        let (low, high) = node.window?;
        let (low, high) = if self.is_turned(node) { (-high, -low) } else { (low, high) };
        let (low, high) = (short(low), short(high));
        Some(match (node.null_window, low == high) {
            (true, true) => format!("null window at {low}"),
            (true, false) => format!("null window ({low}, {high})"),
            (false, _) => format!("window ({low}, {high})"),
        })
    }

    /// Whose value a node tells, where that is not the same everywhere.
    fn whose(&self, node: &TraceNode) -> Option<String> {
        let needed = self.whose.is_none() && node.each.is_empty() && node.value.is_some();
        needed.then(|| format!("for player {}", node.view.0 + 1))
    }

    fn kind(&self, node: &TraceNode) -> Node {
        match node.turn {
            Turn::Over => Node::End,
            Turn::Chance => Node::Chance,
            Turn::Player(player) if self.trace.players > 2 => Node::Player(player.0),
            Turn::Player(Player::FIRST) => Node::Max,
            Turn::Player(_) => Node::Min,
        }
    }

    fn kind_in_words(&self, node: &TraceNode) -> String {
        match self.kind(node) {
            Node::Max => "max".to_string(),
            Node::Min => "min".to_string(),
            Node::Chance => "chance".to_string(),
            Node::Player(player) => format!("player {}", player + 1),
            Node::End | Node::Cut | Node::More => String::new(),
        }
    }

    fn step(&self, node: &TraceNode) -> String {
        match (&node.step, node.probability) {
            (None, _) => String::new(),
            (Some(step), Some(probability)) => format!("{step} ({})", short(probability)),
            (Some(step), None) => step.clone(),
        }
    }

    /// What stands below a node from its beginning: who is on turn and whose values are told, where that is not plain, and
    /// the window.
    fn given(&self, node: &TraceNode) -> Vec<String> {
        let player = match self.kind(node) {
            Node::Player(player) => Some(format!("player {}", player + 1)),
            _ => None,
        };
        let window = self.window(node).filter(|_| node.turn != Turn::Over);
        let window = window.map(|window| window.replace("window (", "(").replace("window at", "at"));
        player.into_iter().chain(self.whose(node)).chain(window).collect()
    }

    /// Whose values all are, where more than two players have some.
    fn whose_in_words(&self) -> Option<String> {
        match (self.trace.players > 2, self.whose) {
            (true, Some(player)) => Some(format!("values are those of player {}", player.0 + 1)),
            _ => None,
        }
    }
}

/// The calls in order, indented by ply.
pub fn outline(trace: &Trace) -> String {
    let teller = Teller::of(trace);
    let mut text = String::new();
    for node in &trace.nodes {
        let indent = "  ".repeat(node.ply as usize);
        let step = if node.step.is_none() { "root".to_string() } else { teller.step(node) };
        let mut parts = vec![step, teller.kind_in_words(node)];
        parts.extend(teller.window(node));
        let whose = teller.whose(node).map_or(String::new(), |whose| format!(" {whose}"));
        parts.extend(teller.value(node).map(|value| match value.starts_with(['≤', '≥']) {
            true => format!("{value}{whose}"),
            false => format!("= {value}{whose}"),
        }));
        parts.extend(node.values.iter().map(|(name, value)| format!("{name} {}", short(*value))));
        parts.push(node.note.clone());
        if !node.pruned.is_empty() {
            parts.push(format!("not searched: {}", node.pruned.join(" ")));
        }
        parts.retain(|part| !part.is_empty());
        let _ = writeln!(text, "{indent}{}", parts.join("  "));
    }
    let mut below: Vec<String> = teller.whose_in_words().into_iter().collect();
    below.extend(models_in_words(trace).into_iter().map(|(name, meaning)| format!("{name}: {meaning}")));
    if trace.truncated {
        below.push("(more calls were made than are shown)".to_string());
    }
    below.iter().for_each(|line| text += &format!("{line}\n"));
    text
}

/// The meaning of the further values that occur.
fn models_in_words(trace: &Trace) -> Vec<(String, String)> {
    let told = |wanted: &dyn Fn(&str) -> bool| {
        let mut names: Vec<&str> =
            trace.nodes.iter().flat_map(|node| &node.values).map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|name| wanted(name));
        names.join(", ")
    };
    let root_player = trace.nodes.first().map_or(1, |root| root.turn.view().0 + 1);
    let entries = [
        (told(&|name| name == "v0"), format!("what player {root_player}, who searches, expects")),
        (
            told(&|name| name.starts_with("v_op")),
            format!(
                "what a model of the opponent expects, as player {root_player} sees it, found by a probe: a search of its \
                 own with the model's evaluation, whose nodes are not shown; where the opponent is on turn only moves \
                 that a probe chose are followed"
            ),
        ),
        (
            told(&|name| name != "v0" && name.starts_with('v') && !name.starts_with("v_op")),
            format!("what the models of that level expect, as player {root_player} sees it"),
        ),
        (
            told(&|name| name == "probability"),
            "how likely the opponent, of whichever type, makes the move that leads here".to_string(),
        ),
        (
            told(&|name| name == "optimal replies"),
            "the share of replies that the opponent is thought to find".to_string(),
        ),
    ];
    entries.into_iter().filter(|(names, _)| !names.is_empty()).collect()
}

/// Places side by side and rows that a picture shows.
const ACROSS: usize = 32;
const ROWS: usize = 24;

/// The picture of a trace, large parts folded, with a legend.
pub fn picture(trace: &Trace) -> Picture {
    let teller = Teller::of(trace);
    let twigs = fold(twigs(&teller), ACROSS, ROWS);
    let mut picture = tree("Search tree", &twigs, &legend(&teller, &twigs));
    let calls = trace.nodes.len();
    let value = trace.nodes.first().and_then(|root| teller.value(root));
    let value = value.map_or(String::new(), |value| format!(", the value of the root is {value}"));
    picture.description = format!("A search of {calls} calls{value}");
    picture
}

/// The signs that occur in a drawn tree.
pub enum Sign {
    /// A kind of node, as it is drawn.
    Drawn(Box<Picture>),
    /// A text.
    Written(String),
}

/// The signs in the drawing of a trace and their meaning: its legend, for callers that lay it out themselves.
pub fn signs(trace: &Trace) -> Vec<(Sign, String)> {
    let teller = Teller::of(trace);
    let twigs = fold(twigs(&teller), ACROSS, ROWS);
    let sign = |key: Key, meaning: &str| match key {
        Key::Text(text) => Sign::Written(text),
        Key::Node(node) => Sign::Drawn(Box::new(tree(meaning, &[Twig::new(None, node)], &[]))),
    };
    legend(&teller, &twigs).into_iter().map(|(key, meaning)| (sign(key, &meaning), meaning)).collect()
}

/// The picture of a trace as SVG.
pub fn svg(trace: &Trace, theme: Theme) -> String {
    picture(trace).svg(theme)
}

fn twigs(teller: &Teller) -> Vec<Twig> {
    let mut twigs: Vec<Twig> = Vec::new();
    let best = best_children(teller.trace);
    for (place, node) in teller.trace.nodes.iter().enumerate() {
        let mut notes = teller.given(node);
        notes.extend(node.values.iter().map(|(name, value)| format!("{name} {}", short(*value))));
        if !matches!(node.note.as_str(), "" | "over") {
            notes.push(node.note.clone());
        }
        let value = teller.value(node).unwrap_or("?".to_string());
        let step = teller.step(node);
        twigs.push(Twig {
            name: format!("call {}: {step} {} {value}", place + 1, teller.kind_in_words(node)),
            value,
            step,
            notes,
            keep: best[place],
            number: place,
            ..Twig::new(node.parent, teller.kind(node))
        });
    }
    for (place, node) in teller.trace.nodes.iter().enumerate() {
        for step in &node.pruned {
            let name = format!("{step} below call {}, not searched", place + 1);
            let (step, number) = (step.clone(), place);
            twigs.push(Twig { step, name, number, ..Twig::new(Some(place), Node::Cut) });
        }
    }
    twigs
}

/// The nodes on the principal variation: from the root on, the first child that has its parent's value.
fn best_children(trace: &Trace) -> Vec<bool> {
    let mut best = vec![false; trace.nodes.len()];
    let mut at = 0;
    while let Some(node) = trace.nodes.get(at) {
        best[at] = true;
        let same = |child: &TraceNode| match node.each.is_empty() {
            true if child.view == node.view => child.value == node.value,
            true => trace.players <= 2 && child.value.map(|value| -value) == node.value,
            false => child.each == node.each,
        };
        let is_best = |(_, child): &(usize, &TraceNode)| child.parent == Some(at) && same(child);
        let found = trace.nodes.iter().enumerate().skip(at + 1).find(is_best);
        let Some((next, _)) = found.filter(|_| matches!(node.turn, Turn::Player(_))) else { break };
        at = next;
    }
    best
}

/// The signs in a drawn tree and their meaning.
fn legend(teller: &Teller, twigs: &[Twig]) -> Vec<(Key, String)> {
    let mut legend = Vec::new();
    let two = teller.trace.players <= 2;
    let mut nodes = vec![
        (Node::Max, "max: player 1 is on turn and wants a high value".to_string()),
        (Node::Min, "min: player 2 is on turn and wants a low value".to_string()),
    ];
    nodes.extend((0..8).map(|player| (Node::Player(player), format!("player {} is on turn", player + 1))));
    nodes.push((Node::Chance, "chance: the mean of its events, each with its probability".to_string()));
    nodes.push((Node::End, "the game is over".to_string()));
    nodes.push((Node::Cut, "never searched: what was found beside it made it irrelevant".to_string()));
    let occurs = |node: Node| twigs.iter().any(|twig| twig.node == node);
    legend.extend(
        nodes.into_iter().filter(|(node, _)| occurs(*node)).map(|(node, text)| (Key::Node(node), text)),
    );

    let mut texts: Vec<(String, String)> = Vec::new();
    let example = |wanted: &dyn Fn(&Twig) -> Option<String>| twigs.iter().find_map(wanted);
    let valued =
        |sign: char| example(&|twig| Some(&twig.value).filter(|value| value.starts_with(sign)).cloned());
    let noted = |starts: &str, ends: &str| {
        example(&|twig| {
            twig.notes.iter().find(|note| note.starts_with(starts) && note.ends_with(ends)).cloned()
        })
    };
    let told = if two { " for player 1" } else { "" };
    texts.extend(
        valued('≤').map(|text| (text, format!("a bound: at most this{told}, and closer was not needed"))),
    );
    texts.extend(
        valued('≥').map(|text| (text, format!("a bound: at least this{told}, and closer was not needed"))),
    );
    let each = example(&|twig| Some(&twig.value).filter(|value| value.contains('/')).cloned());
    let numbers: Vec<String> = (1..=teller.trace.players).map(|player| player.to_string()).collect();
    texts.extend(each.map(|text| (text, format!("the values of players {}", numbers.join("/")))));
    texts.extend(teller.whose_in_words().map(|text| ("values".to_string(), text)));
    let meanings = [
        ("(", ")", "the window: the search wants to know where in it the value lies"),
        (
            "null",
            "",
            "a null window, without width: the search only wants to know whether the value is above it",
        ),
        ("leaf", "", "the horizon: the evaluation was asked"),
        ("cut", "", "the rest did not matter any more"),
        ("table", "", "the transposition table knew enough"),
        ("probe", "", "only some moves were tried"),
        ("forward", "", "a shallower search thought it hopeless"),
        ("history", "", "a repeated position ended the game"),
        ("stopped", "", "the budget ran out here"),
        ("", " visits", "simulations through the node; its value is their mean"),
        ("… ", " below", "calls that are not shown"),
    ];
    for (starts, ends, meaning) in meanings {
        texts.extend(noted(starts, ends).map(|text| (text, meaning.to_string())));
    }
    texts.extend(models_in_words(teller.trace));
    if teller.trace.truncated {
        texts.push(("…".to_string(), "more calls were made than were kept".to_string()));
    }
    legend.extend(texts.into_iter().map(|(text, meaning)| (Key::Text(text), meaning)));
    legend
}
